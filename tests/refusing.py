"""What every refusal has in common: its type, one sentence, and nothing changed."""

from collections.abc import Callable

import msgspec
import pytest

from purrlor import Refusal
from purrlor.core.match import Match


def everything(match: Match) -> bytes:
    """Return all that a match shows."""
    seats = range(match.options.players)
    return msgspec.json.encode(
        [
            match.position(),
            [match.view(viewer) for viewer in (None, *seats)],
            [match.legal(seat) for seat in seats],
            [match.actors, match.interrupters, match.outcome],
            match.record(),
        ]
    )


def sentence_of(kind: type[Refusal], call: Callable[[], object]) -> str:
    """Return the sentence of the refusal that the call must raise."""
    with pytest.raises(kind) as refusal:
        call()
    assert type(refusal.value) is kind
    sentence = str(refusal.value)
    assert sentence == refusal.value.sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "Traceback" not in sentence
    return sentence
