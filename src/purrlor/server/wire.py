"""What travels between a device and the server over a socket: tagged messages, both ways."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from purrlor.core.outcome import Outcome
from purrlor.server.entries import ClockRules
from purrlor.server.steps import Succession
from purrlor.server.table.state import Talk

CommandId = Annotated[str, Meta(min_length=1, max_length=64, description="unique for its seat")]
Secret = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", max_length=64, description="32 bytes in hex digits")
]
Seat = Annotated[int, Meta(ge=0, le=15)]
Signature = Annotated[
    str,
    Meta(
        pattern="^([0-9a-f]{128})?$", max_length=128, description="64 bytes in hex digits; or none"
    ),
]


class Signer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The public key (Ed25519) of a seat in one game: its nonce is the hash of salt and key."""

    key: Secret
    salt: Secret


class Message(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """One message; `type` tells which."""


# From the device


class Play(Message, frozen=True, tag="play"):
    """Play one action, or a batch that is taken whole or not at all."""

    id: CommandId
    seat: Seat
    game: int
    number: int
    """The last step the seat had seen."""
    actions: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=64)]
    signature: Signature = ""
    """Of the chain of this seat's moves; see docs/fairness.md."""


class Say(Message, frozen=True, tag="say"):
    """Say something to the table."""

    id: CommandId
    seat: Seat
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class React(Message, frozen=True, tag="react"):
    """Make a face."""

    id: CommandId
    seat: Seat
    reaction: Annotated[str, Meta(max_length=16)]


class AskPause(Message, frozen=True, tag="ask_pause"):
    """Ask for a pause, or to go on."""

    id: CommandId
    seat: Seat
    is_wanted: bool


class Answer(Message, frozen=True, tag="answer"):
    """Agree to what the table is asked, or object."""

    id: CommandId
    seat: Seat
    proposal: int
    """The number of the proposal."""
    is_agreed: bool


class Commit(Message, frozen=True, tag="commit"):
    """Commit to a nonce for the next game: its SHA-256."""

    id: CommandId
    seat: Seat
    commitment: Secret


class Reveal(Message, frozen=True, tag="reveal"):
    """Show the nonce, as the host starts the game."""

    id: CommandId
    seat: Seat
    nonce: Secret
    signer: Signer | None = None
    """By which key this device signs its moves; the nonce commits to it. None: it signs none."""


class Ping(Message, frozen=True, tag="ping"):
    """Ask whether the line is alive."""


Command: TypeAlias = Play | Say | React | AskPause | Answer | Commit | Reveal
Inbound: TypeAlias = Command | Ping


# From the server


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A seat, as everybody sees it."""

    kind: Literal["open", "person", "bot"]
    name: str
    level: str
    is_present: bool
    is_covered: bool
    is_vacated: bool
    """Somebody left during the game; who is new may ask to take over from the bot."""
    wants_pause: bool
    is_host: bool
    commitment: str
    """The hash of its device's nonce for the next game; empty: none."""
    has_revealed: bool
    """Whether the nonce was shown; its text appears when all are."""


class ProposalInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What the table is asked to agree to; an objection ends it."""

    number: int
    kind: Literal["send_away", "take_over"]
    """To send away who sits on the seat, or to let a newcomer take over from its bot."""
    seat: int
    name: str
    """Who would leave, or who would take over."""
    agreed: list[int]
    awaited: list[int]
    """The seats whose people have not answered."""


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """What the key of the present game was made of; lists go by seat, empty: none."""

    number: int
    commitment: str
    commitments: list[str]
    nonces: list[str]
    cancelled_starts: int
    rules_version: int
    names: list[str]
    bots: list[int]
    keys: list[str]
    """By which each seat signs its moves."""
    salt: str
    """Part of the opening; empty: it was erased with a name."""
    opening: str
    """The hash of all that was agreed on before the deal."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table, as everybody sees it."""

    code: str
    game: str
    options: dict[str, Any]
    seats: list[SeatInfo]
    phase: Literal["waiting", "playing", "over", "closed"]
    number: int
    """Which game of the table this is, from 1; 0 before the first."""
    is_listed: bool
    can_spectate: bool
    has_chat: bool
    has_hints: bool
    clock: ClockRules | None
    is_paused: bool
    pause_asked_by: int | None
    """The seat that was the first to ask for a pause which is wanted or kept."""
    spectators: int
    commitment: str
    """The hash of the seed that the next game's shuffle will use."""
    is_starting: bool
    """Devices are asked to show their nonces."""
    missing: list[int]
    """The seats whose nonces did not come when the start was called off."""
    seal: Seal | None
    proposal: ProposalInfo | None


class Welcome(Message, frozen=True, tag="welcome"):
    """The first message: the table, and which seats this device holds."""

    table: TableInfo
    seats: list[int]
    is_host: bool
    is_asking: bool
    """Whether this device asked the table what it is asked now."""
    talk: list[Talk]
    server_time: float


class TableChanged(Message, frozen=True, tag="table"):
    """People, presence, options or phase changed."""

    table: TableInfo
    seats: list[int]
    is_host: bool
    is_asking: bool


class Standing(Message, frozen=True, tag="standing"):
    """Where the game stands for one viewer, with what it missed since the step it named."""

    seat: int
    """The viewer's seat; -1 for a spectator."""
    game: int
    number: int
    missed: list[msgspec.Raw]
    """The events of each step that was missed, a list for each."""
    view: Any
    legal: list[Any]
    actors: tuple[int, ...]
    acted: int = 0
    """The step in which the viewer's own person acted last; 0: not in this game."""
    decides_from: int = 0
    """The step with which the viewer's present or last decision began: a choice is for one."""
    deadlines: dict[int, float] = {}
    outcome: Outcome | None = None
    chain: str = ""
    """The head of the chain of the viewer's own signed moves."""
    successions: list[Succession] = []
    """Whose seats changed hands since the game began."""


class Step(Message, frozen=True, tag="step"):
    """What happened, and what is, for one viewer."""

    seat: int
    game: int
    number: int
    events: msgspec.Raw
    view: Any
    legal: list[Any]
    actors: tuple[int, ...]
    acted: int = 0
    """The step in which the viewer's own person acted last; 0: not in this game."""
    decides_from: int = 0
    """The step with which the viewer's present or last decision began: a choice is for one."""
    deadlines: dict[int, float] = {}
    outcome: Outcome | None = None
    done: str | None = None
    """The id of the command of this seat that was carried out by this step."""


class Done(Message, frozen=True, tag="done"):
    """A command was carried out (now or before) and is kept."""

    id: str
    number: int


class Refused(Message, frozen=True, tag="refused"):
    """A command was not accepted; nothing has changed."""

    id: str
    sentence: str
    clause: str = ""
    reason: str = ""
    """A name that stays the same when the sentence is worded anew."""
    words: dict[str, str | int] = {}
    """What the sentence is about: a client says it in another language with these."""


class Heard(Message, frozen=True, tag="heard"):
    """Somebody said something or made a face."""

    talk: Talk


class Pong(Message, frozen=True, tag="pong"):
    """The line is alive."""

    server_time: float


Outbound: TypeAlias = Welcome | TableChanged | Standing | Step | Done | Refused | Heard | Pong

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Inbound).decode
