"""What is written into a table's log. The state of a table is the fold of its entries."""

from typing import Any, Literal, TypeAlias

import msgspec

from purrlor.core.refusals import Refusal

LOG_VERSION = 2
"""Of the entries below. 2: games tell their rules, and lines have checksums."""
OLDEST_READER = 2
"""The oldest log version whose servers understand what this one writes."""


class LogRefused(Refusal):
    """A table's log cannot be read here; nothing of it was changed."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """One line of the log: something that has happened at a table."""


class ClockRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seconds for each decision, and a reserve for the whole game."""

    decision: float
    bank: float = 0.0


class Signer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The public key of a seat in one game, and the salt of the nonce that commits to it."""

    key: str
    salt: str


class TableCreated(Entry, frozen=True, tag="table_created"):
    """Somebody opened a table."""

    code: str
    game: str
    options: dict[str, Any]
    host: str
    """The hash of the host's device."""
    seed: str
    """The server's share of the key of each game, in hex."""
    is_listed: bool = False
    can_spectate: bool = True
    has_chat: bool = True
    has_hints: bool = False
    clock: ClockRules | None = None
    level: str = "policy"
    """Who covers a seat whose player is away."""


class OptionsChanged(Entry, frozen=True, tag="options_changed"):
    """The host changed what will be played."""

    game: str
    options: dict[str, Any]
    clock: ClockRules | None = None
    is_listed: bool = False
    can_spectate: bool = True
    has_chat: bool = True
    has_hints: bool = False
    removed: list[int] = []
    """Open seats that are taken away; the others move up."""


class SeatTaken(Entry, frozen=True, tag="seat_taken"):
    """A person sat down."""

    seat: int
    nickname: str
    device: str
    claim: str
    """The hash of the personal seat link's token."""
    contribution: str = ""
    """The device's share of the key, in hex, in logs from before devices committed."""
    commitment: str = ""
    """The hash of the device's nonce for the next game."""


class SeatClaimed(Entry, frozen=True, tag="seat_claimed"):
    """A person took the seat along to another device."""

    seat: int
    device: str
    claim: str
    commitment: str = ""


class SeatLeft(Entry, frozen=True, tag="seat_left"):
    """A person or a bot left, or was asked to by the host."""

    seat: int
    is_kicked: bool = False


class HostChanged(Entry, frozen=True, tag="host_changed"):
    """The host stayed away, and the person on this seat leads the table from now on."""

    seat: int


class BotSeated(Entry, frozen=True, tag="bot_seated"):
    """A bot sat down."""

    seat: int
    level: str
    name: str


class NonceCommitted(Entry, frozen=True, tag="nonce_committed"):
    """A device committed to its share of the next game's key."""

    seat: int
    commitment: str


class StartCalled(Entry, frozen=True, tag="start_called"):
    """The host wants to deal: from now on no commitment changes, and devices show their nonces."""

    number: int
    seconds: float
    """How long the nonces are waited for."""
    nonces: dict[int, str] = {}
    """Those of the host's own seats."""
    signers: dict[int, Signer] = {}
    """By which keys these seats sign their moves."""
    is_without_missing: bool = False
    """Deal in the end even if some do not come."""


class NonceRevealed(Entry, frozen=True, tag="nonce_revealed"):
    """A device showed its nonce."""

    seat: int
    nonce: str
    signer: Signer | None = None
    """By which key the device signs its moves; None: it signs none."""


class StartCancelled(Entry, frozen=True, tag="start_cancelled"):
    """Some devices did not commit, or did not show their nonces."""

    missing: list[int]


class GameStarted(Entry, frozen=True, tag="game_started"):
    """The cards were dealt."""

    number: int
    key: str
    next_seed: str
    """The server's share of the key of the game after this one."""
    scheme: int = 0
    """How the key was made; see `fairness.py`."""
    rules_version: int = 0
    """By which rules it is played. (0: logs that did not say; there was one version then.)"""
    rules_digest: str = ""
    """Of the sources of these rules, for information."""
    opening: str = ""
    """The hash of what was agreed on before the deal; see `signing.py`."""
    salt: str = ""
    """Part of it; erased if a person of this table wants to be forgotten."""
    opening_digest: str = ""
    """Of the position after the deal: whoever deals other cards has other rules."""


class Played(Entry, frozen=True, tag="played"):
    """A seat (-1: the table) acted, by itself or through a bot."""

    seat: int
    actions: list[dict[str, Any]]
    by: Literal["seat", "bot", "clock", "table"] = "seat"
    signature: str = ""
    """By the device, of the chain of its moves."""
    is_last: bool = False
    """Whether the game was over then: known without the rules."""
    digest: str = ""
    """Of the position after it, now and then, and in the end."""


class SeatCovered(Entry, frozen=True, tag="seat_covered"):
    """A bot plays for a person who is away."""

    seat: int


class SeatReturned(Entry, frozen=True, tag="seat_returned"):
    """The person is back."""

    seat: int


class PauseAsked(Entry, frozen=True, tag="pause_asked"):
    """A person wants a pause, or wants to go on."""

    seat: int
    is_wanted: bool


class SendAwayAsked(Entry, frozen=True, tag="send_away_asked"):
    """The host asked the table to send somebody away in the running game."""

    seat: int


class TakeOverAsked(Entry, frozen=True, tag="take_over_asked"):
    """A newcomer asked the table to take over from the bot of somebody who left."""

    seat: int
    nickname: str
    device: str
    claim: str
    """The hash of the token of the personal seat link."""
    commitment: str = ""


class ProposalAnswered(Entry, frozen=True, tag="proposal_answered"):
    """A person agreed to what the table was asked, or objected."""

    seat: int
    is_agreed: bool


class ProposalWithdrawn(Entry, frozen=True, tag="proposal_withdrawn"):
    """Whoever asked the table withdrew it."""


class Said(Entry, frozen=True, tag="said"):
    """A person said something."""

    seat: int
    text: str


class Reacted(Entry, frozen=True, tag="reacted"):
    """A person made a face."""

    seat: int
    reaction: str


class ServerReturned(Entry, frozen=True, tag="server_returned"):
    """The server had been down for so many seconds, during which no clock ran."""

    seconds: float


class TableClosed(Entry, frozen=True, tag="table_closed"):
    """Nobody will play here any more."""


AnyEntry: TypeAlias = (
    TableCreated
    | OptionsChanged
    | SeatTaken
    | SeatClaimed
    | SeatLeft
    | HostChanged
    | BotSeated
    | NonceCommitted
    | StartCalled
    | NonceRevealed
    | StartCancelled
    | GameStarted
    | Played
    | SeatCovered
    | SeatReturned
    | PauseAsked
    | SendAwayAsked
    | TakeOverAsked
    | ProposalAnswered
    | ProposalWithdrawn
    | Said
    | Reacted
    | ServerReturned
    | TableClosed
)

encode_entry = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyEntry).decode


def decode_entry(body: bytes | str, number: int = 0) -> AnyEntry:
    """Return the entry of a line, whose number a refusal names."""
    try:
        entry: AnyEntry = _decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise LogRefused(
            "Line {number} of this table's log cannot be read here ({why}): a newer Purrlor wrote "
            "it, or it is damaged. The host of this server can upgrade it, or restore a backup.",
            reason="log_unreadable",
            number=number,
            why=str(error),
        ) from None
    return entry
