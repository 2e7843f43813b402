"""What is known of a table, and what can be asked of it."""

from typing import Any, Literal

import msgspec

from purrlor.core.game import Game
from purrlor.core.match import Match
from purrlor.core.options import Options
from purrlor.core.refusals import Refusal, SeatRefused
from purrlor.server.entries import (
    Entry,
    OptionsChanged,
    Played,
    SendAwayAsked,
    StartCalled,
    TableCreated,
    TakeOverAsked,
)
from purrlor.server.fairness import Fairness, hash_of
from purrlor.server.signing import Chain
from purrlor.server.steps import SPECTATOR, Steps
from purrlor.server.table.seats import SeatState

TABLE = -1
"""The seat number of the table itself in the log."""


class TableRefused(Refusal):
    """This cannot be done at the table now."""


class OtherRules(TableRefused):
    """The game on the table was begun with rules that this server does not have."""


class Talk(msgspec.Struct, frozen=True, kw_only=True):
    """Something said or a face made."""

    name: str
    text: str = ""
    reaction: str = ""
    at: float = 0.0


class Proposal(msgspec.Struct, kw_only=True):
    """What the table is asked to agree to."""

    number: int
    """Which one of the table it is, from 1."""
    asked: SendAwayAsked | TakeOverAsked
    device: str
    """Who asked."""
    agreed: set[int] = msgspec.field(default_factory=set)
    """The seats whose people agree."""

    @property
    def seat(self) -> int:
        """The seat that it is about."""
        return self.asked.seat

    @property
    def kind(self) -> Literal["send_away", "take_over"]:
        """What is asked."""
        return "send_away" if isinstance(self.asked, SendAwayAsked) else "take_over"


class Table:
    """People, bots and one game after another."""

    def __init__(self) -> None:
        self.code = ""
        self.game: Game
        self.options: Options
        self.rules: TableCreated | OptionsChanged
        self.host = ""
        self.level = "policy"
        self.seed = ""
        self.seats: list[SeatState] = []
        self.phase: Literal["waiting", "playing", "over", "closed"] = "waiting"
        self.number = 0
        self.match: Match | None = None
        self.other_rules = 0
        """The version of the rules of a running game that is not followed here; 0: of none."""
        self.hands: dict[str, set[int]] = {}
        """The devices that hold or held seats of the game on the table, and which."""
        self.fairness: Fairness | dict[str, Any] | None = None
        """Of the game that runs or was the last to run; a dict in logs of an older scheme."""
        self.chains: list[Chain] = []
        """The moves that each seat has signed in this game."""
        self.call: StartCalled | None = None
        """The host wants to deal, and nonces are awaited."""
        self.called_until = 0.0
        self.missing: tuple[int, ...] = ()
        """Whose nonces did not come when the start was cancelled."""
        self.cancelled_starts = 0
        self.proposal: Proposal | None = None
        """What the people at the table are asked to agree to."""
        self.proposals = 0
        """How many there were."""
        self.turned_down: set[str] = set()
        """The devices that may not ask to take over in this game any more."""
        self.steps = Steps(0)
        self.is_paused = False
        self.paused_at = 0.0
        self.pause_asked_by: int | None = None
        """Who was the first to ask for the pause that is wanted or kept."""
        self.time_up_at: float | None = None
        self.talk: list[Talk] = []
        self.seen_by: frozenset[int] = frozenset()
        """Who sees the latest step."""
        self.actors: tuple[int, ...] = ()
        """The seats that must decide now."""

    def running_match(self) -> Match:
        """Return the match of the game that runs or was the last to run."""
        if self.match is None:
            raise TableRefused("No game has begun at this table.", reason="no_game_begun")
        return self.match

    def require_no_game(self) -> None:
        """Refuse what waits until the game is over."""
        if self.other_rules:
            self.put_away()  # a log that does not say so tells by what follows that it was over
        if self.phase == "playing":
            sentence = "A game is running; this waits until it is over."
            raise TableRefused(sentence, reason="game_running")

    def require_known_rules(self) -> None:
        """Refuse to go on with a game that was begun with other rules."""
        if self.other_rules and self.phase != "closed":
            raise self.of_other_rules(self.other_rules)

    def of_other_rules(self, begun: int) -> "OtherRules":
        """Return why a game cannot be followed here, and who can."""
        return OtherRules(
            "This game was begun with version {begun} of the rules of {title}; this server plays "
            "version {here}. A server with version {begun} can go on with it; here you can open a "
            "new table.",
            reason="other_rules",
            title=self.game.title,
            begun=begun,
            here=self.game.rules_version,
        )

    def put_away(self) -> None:
        """Clear the table of a game: its seats and words are not those of the next."""
        self.phase, self.match, self.fairness, self.other_rules = "waiting", None, None, 0
        self.hands, self.chains = {}, []
        self.steps, self.actors = Steps(0), ()

    def seat(self, number: int) -> SeatState:
        """Return a seat by its number."""
        if not 0 <= number < len(self.seats):
            sentence = f"There is no seat {number}; there are 0 to {len(self.seats) - 1}."
            raise SeatRefused(sentence, reason="no_seat")
        return self.seats[number]

    def person(self, number: int) -> SeatState:
        """Return the seat of a person by its number."""
        seat = self.seat(number)
        if seat.kind != "person":
            raise SeatRefused("No person sits there.", reason="no_person_there")
        return seat

    def people(self) -> list[int]:
        """Return the seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person"]

    def seats_of(self, device: str) -> list[int]:
        """Return the seats that a device holds."""
        return [number for number in self.people() if self.seats[number].device == device]

    def is_member(self, device: str) -> bool:
        """Return whether a device has a seat here, or leads the table."""
        return device == self.host or bool(self.seats_of(device))

    def note_hand(self, device: str, number: int) -> None:
        """Note that a device holds a seat of the game on the table, and may see its hand."""
        self.hands.setdefault(device, set()).add(number)

    def is_known_to_all(self, entry: Entry) -> bool:
        """Return whether everybody may know that the latest entry, this one, was written."""
        return not isinstance(entry, Played) or SPECTATOR in self.seen_by

    def require_place(self, device: str) -> None:
        """Refuse a device that could only look on, where nobody may."""
        if not self.rules.can_spectate and not self.is_member(device):
            sentence = "This table has no place for spectators."
            raise TableRefused(sentence, reason="no_spectators")

    def close_chain(self, number: int) -> None:
        """Let no more moves of a seat count as signed: another device has it."""
        if number < len(self.chains):
            self.chains[number].is_open = False

    def proof(self) -> Fairness | dict[str, Any] | None:
        """Return what the record of the game tells of its key, and of who signed which moves."""
        if not isinstance(self.fairness, Fairness) or not self.chains:
            return self.fairness
        signed = [chain.moves() for chain in self.chains]
        return msgspec.structs.replace(self.fairness, signed=signed)

    def commitment(self) -> str:
        """Return the hash of the seed of the next game (of this one, while it runs: the next)."""
        return hash_of(self.seed)
