"""What a game's `insight.py` offers to those who want to know how the game works.

The generic report compares seats and options. A game adds ratios of what its `tally` counts, and
variants of its policy: habits whose price is measured against the policy itself.
"""

import msgspec


class Ratio(msgspec.Struct, frozen=True):
    """A part of what was counted in all games, in the names of the game's statistics."""

    name: str
    part: tuple[str, ...]
    whole: tuple[str, ...]


class Insight(msgspec.Struct, frozen=True, kw_only=True):
    """What a game declares as `INSIGHT`, beside the kernel `choose_variant`."""

    question: str
    """What the variants answer, as a heading."""
    explanation: str
    variants: tuple[str, ...]
    """Names of the habits, in the order of `choose_variant`'s last argument."""
    ratios: tuple[Ratio, ...]
    remarks: tuple[str, ...] = ()
    """Sentences about options, for who reads what they change."""
