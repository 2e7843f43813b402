"""A table: the fold of its log. `apply` judges an entry and carries it out, or refuses it whole."""

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal

import msgspec

from purrlor.bots.levels import PLAYERS
from purrlor.core.discovery import game as find_game
from purrlor.core.game import Game
from purrlor.core.match import Match, Told
from purrlor.core.options import Options
from purrlor.core.refusals import PolicyRefused, Refusal, SeatRefused
from purrlor.server.entries import (
    BotSeated,
    Entry,
    GameStarted,
    HostChanged,
    NonceCommitted,
    NonceRevealed,
    OptionsChanged,
    PauseAsked,
    Played,
    Reacted,
    Said,
    SeatClaimed,
    SeatCovered,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    ServerReturned,
    StartCalled,
    StartCancelled,
    TableClosed,
    TableCreated,
)
from purrlor.server.fairness import HEX, SCHEME, Fairness, hash_of, key_of
from purrlor.server.names import read_nickname, read_text, same_name, shown_name
from purrlor.server.steps import SPECTATOR, Steps

REACTIONS = ("purr", "hiss", "laugh", "wow", "sleepy", "clap", "oops", "thanks")
KEPT_TALK = 100
TABLE = -1
"""The seat number of the table itself in the log."""
BOT_NAMES = ("Biscuit", "Saffron", "Pounce", "Duchess", "Whiskers", "Marmalade", "Figaro", "Misty")


class TableRefused(Refusal):
    """This cannot be done at the table now."""


class SeatState(msgspec.Struct, kw_only=True):
    """A seat and who sits on it."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: str = ""
    device: str = ""
    claim: str = ""
    contribution: str = ""
    commitment: str = ""
    """The hash of the device's nonce for the next game."""
    nonce: str = ""
    """The nonce, once it is shown."""
    is_committing: bool = False
    """Whether the device has committed before: then it is waited for."""
    is_covered: bool = False
    is_vacated: bool = False
    """A person left during the game; somebody else may take over from the bot."""
    wants_pause: bool = False
    bank: float = 0.0
    acting_since: float | None = None
    decided_from: int = 0
    """The step of its own count at which the seat's present decision began."""

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot decides here."""
        return self.kind == "bot" or self.is_covered

    def promise(self, commitment: str) -> None:
        """Commit to a nonce in place of the one before; empty: to none."""
        self.commitment, self.nonce = commitment, ""
        self.is_committing |= bool(commitment)


class Talk(msgspec.Struct, frozen=True, kw_only=True):
    """Something said or a face made."""

    name: str
    text: str = ""
    reaction: str = ""
    at: float = 0.0


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
        self.fairness: Fairness | dict[str, Any] | None = None
        """Of the game that runs or was the last to run; a dict in logs of an older scheme."""
        self.call: StartCalled | None = None
        """The host wants to deal, and nonces are awaited."""
        self.called_until = 0.0
        self.missing: tuple[int, ...] = ()
        """Whose nonces did not come when the start was cancelled."""
        self.cancelled_starts = 0
        self.steps = Steps(0)
        self.is_paused = False
        self.paused_at = 0.0
        self.time_up_at: float | None = None
        self.talk: list[Talk] = []
        self.seen_by: frozenset[int] = frozenset()
        """Who sees the latest step."""
        self.actors: tuple[int, ...] = ()
        """The seats that must decide now."""

    def apply(self, entry: Entry, at: float) -> None:
        """Carry an entry out; refused, it changes nothing."""
        if self.phase == "closed":
            raise TableRefused("This table is closed; open a new one.", reason="table_closed")
        self.seen_by = frozenset()
        _APPLY[type(entry)](self, entry, at)

    # People

    def _create(self, entry: TableCreated, at: float) -> None:
        self._set_rules(entry)
        self.code, self.host, self.seed = entry.code, entry.host, entry.seed
        self.level = _level(entry.level)

    def _change_options(self, entry: OptionsChanged, at: float) -> None:
        self._require_no_game()
        before = (self.game, self.options)
        self._set_rules(entry)
        self._cancel()
        if (self.game, self.options) != before:
            self._put_away()

    def _put_away(self) -> None:
        """Clear the table of a finished game: its seats and words are not those of the next."""
        self.phase, self.match, self.fairness = "waiting", None, None
        self.steps, self.actors = Steps(0), ()

    def _set_rules(self, entry: TableCreated | OptionsChanged) -> None:
        found = find_game(entry.game)
        options = found.read_options(entry.options)
        if entry.clock and not (
            1 <= entry.clock.decision <= 3600 and 0 <= entry.clock.bank <= 36000
        ):
            sentence = "A decision takes 1 second to 1 hour, a reserve up to 10 hours."
            raise TableRefused(sentence, reason="clock_out_of_range")
        if any(seat.kind == "person" for seat in self.seats[options.players :]):
            sentence = "More people sit here than this game would have players."
            raise TableRefused(sentence, reason="too_many_people")
        self.game, self.options, self.rules = found, options, entry
        extra = options.players - len(self.seats)
        self.seats = self.seats[: options.players] + [SeatState() for _ in range(extra)]

    def _take_seat(self, entry: SeatTaken, at: float) -> None:
        seat = self.seat(entry.seat)
        if seat.kind != "open" and not seat.is_vacated:
            sentence = "Somebody sits there already; take an open seat."
            raise SeatRefused(sentence, reason="seat_taken")
        seat.kind, seat.name = "person", shown_name(entry.nickname)
        seat.device, seat.claim = entry.device, entry.claim
        seat.contribution, seat.level = entry.contribution, ""
        seat.is_covered = seat.is_vacated = False
        seat.promise(entry.commitment)
        seat.is_committing = bool(entry.commitment)
        self._cancel()

    def _claim_seat(self, entry: SeatClaimed, at: float) -> None:
        seat = self._person(entry.seat)
        if self.host == seat.device:
            self.host = entry.device
        seat.device, seat.claim, seat.is_covered = entry.device, entry.claim, False
        seat.promise(entry.commitment)  # the other device keeps its nonce to itself
        seat.is_committing = bool(entry.commitment)
        self._cancel()

    def _leave_seat(self, entry: SeatLeft, at: float) -> None:
        seat = self.seat(entry.seat)
        if seat.kind == "open":
            raise SeatRefused("Nobody sits there.", reason="seat_empty")
        if seat.kind == "bot" and self.phase == "playing":
            raise SeatRefused("A bot stays until the game is over.", reason="bot_stays")
        device = seat.device
        self._cancel()
        if self.phase == "playing":
            name = self.free_bot_name()
            _empty(seat)
            seat.kind, seat.level, seat.name, seat.is_vacated = "bot", self.level, name, True
        else:
            _empty(seat)
        people = self.people()
        if device == self.host and not any(self.seats[one].device == device for one in people):
            self.host = self.seats[people[0]].device if people else device
        self._settle_pause(at)

    def _change_host(self, entry: HostChanged, at: float) -> None:
        self._require_no_game()
        self.host = self._person(entry.seat).device

    def _seat_bot(self, entry: BotSeated, at: float) -> None:
        self._require_no_game()
        seat = self.seat(entry.seat)
        if seat.kind == "person":
            sentence = "A person sits there; bots take open seats."
            raise SeatRefused(sentence, reason="seat_of_a_person")
        seat.kind, seat.level, seat.name = "bot", _level(entry.level), entry.name
        self._cancel()

    def _cover_seat(self, entry: SeatCovered, at: float) -> None:
        self._person(entry.seat).is_covered = True
        self._settle_pause(at)

    def _return_to_seat(self, entry: SeatReturned, at: float) -> None:
        self._person(entry.seat).is_covered = False

    # Before the game: commitments and nonces

    def _commit(self, entry: NonceCommitted, at: float) -> None:
        if self.phase == "playing" or self.call:
            sentence = "Commitments stand while a game begins or runs."
            raise TableRefused(sentence, reason="commitment_stands")
        self._person(entry.seat).promise(entry.commitment)
        self.missing = tuple(seat for seat in self.missing if seat != entry.seat)

    def _call_start(self, entry: StartCalled, at: float) -> None:
        self.require_ready(entry.number)
        if self.call:
            raise TableRefused("The game is about to begin.", reason="game_begins")
        for number, nonce in entry.nonces.items():
            self._require_fit(number, nonce)
        for number, nonce in entry.nonces.items():
            self.seats[number].nonce = nonce
        self.call, self.called_until, self.missing = entry, at + entry.seconds, ()

    def _reveal(self, entry: NonceRevealed, at: float) -> None:
        if self.call is None:
            sentence = "Nonces are shown when the host starts the game, not before."
            raise TableRefused(sentence, reason="nonce_not_asked")
        self._require_fit(entry.seat, entry.nonce)
        self.seats[entry.seat].nonce = entry.nonce

    def _require_fit(self, number: int, nonce: str) -> None:
        if not HEX.fullmatch(nonce) or hash_of(nonce) != self._person(number).commitment:
            sentence = "This nonce is not the one that the seat committed to."
            raise TableRefused(sentence, reason="nonce_does_not_fit")

    def _cancel_start(self, entry: StartCancelled, at: float) -> None:
        self._require_no_game()
        self._cancel()
        self.missing = tuple(entry.missing)

    def _cancel(self) -> None:
        """Call a start off; nonces that were shown are void, and their seats commit anew."""
        self.missing = ()
        if self.call is None:
            return
        self.call = None
        self.cancelled_starts += 1
        for seat in self.seats:
            if seat.nonce:
                seat.promise("")

    def uncommitted(self, present: Collection[str]) -> list[int]:
        """Return the seats of devices that are here and commit as a rule, but have not yet."""
        return [
            number
            for number in self.people()
            if (seat := self.seats[number]).is_committing
            and not seat.commitment
            and seat.device in present
        ]

    def awaited(self) -> list[int]:
        """Return the seats that have committed to a nonce and not shown it."""
        return [n for n, seat in enumerate(self.seats) if seat.commitment and not seat.nonce]

    def new_game(self) -> GameStarted:
        """Return the start of the next game, its key made of all that was contributed."""
        seed = secrets.token_hex(32)
        return GameStarted(
            number=self.number + 1, key=self._next_key(), next_seed=seed, scheme=SCHEME
        )

    def _next_key(self) -> str:
        nonces = [seat.nonce for seat in self._next_seats()]
        return key_of(self.code, self.number + 1, self.seed, nonces)

    def _next_seats(self) -> list[SeatState]:
        """After the first game, seats and dealer rotate."""
        return self.seats[-1:] + self.seats[:-1] if self.number else self.seats

    # The game

    def require_ready(self, number: int) -> None:
        """Refuse a game that cannot begin now."""
        self._require_no_game()
        open_seats = sum(seat.kind == "open" for seat in self.seats)
        if open_seats:
            sentence = "Seats are open: {count}. Invite people or fill with bots."
            raise TableRefused(sentence, reason="seats_open", count=open_seats)
        if not self.people():
            raise TableRefused("A game needs at least one person.", reason="no_person")
        if number != self.number + 1:
            raise TableRefused("Another game has begun meanwhile.", reason="other_game_began")

    def _start_game(self, entry: GameStarted, at: float) -> None:
        self.require_ready(entry.number)
        can_miss = self.call and self.call.is_without_missing and at >= self.called_until
        if self.awaited() and not can_miss:
            raise missing_nonces(self, self.awaited())
        if entry.scheme and entry.key != self._next_key():
            sentence = "This key is not made of the seed and the nonces of this table."
            raise TableRefused(sentence, reason="key_does_not_fit")
        self.seats = self._next_seats()
        self.number, self.phase = entry.number, "playing"
        names = tuple(seat.name for seat in self.seats)
        self.match = self.game.match(self.options, entry.key, names)
        self.fairness = self._sealed(entry)
        self.seed, self.call, self.missing, self.cancelled_starts = entry.next_seed, None, (), 0
        self.steps = Steps(self.options.players)
        for seat in self.seats:
            seat.acting_since, seat.wants_pause, seat.decided_from = None, False, 0
            seat.is_vacated = False
            seat.promise("")
            seat.bank = self.rules.clock.bank if self.rules.clock else 0.0
        self.is_paused = False
        ends_by_time = self.game.is_ended_by_table(self.options)
        self.time_up_at = at + 60.0 * getattr(self.options, "minutes", 0) if ends_by_time else None
        self._note(self.match.opening, TABLE, at)

    def _sealed(self, entry: GameStarted) -> Fairness | dict[str, Any]:
        """Note what the key was made of."""
        if not entry.scheme:
            shares = [seat.contribution for seat in self.seats]
            return {"seed": self.seed, "contributions": shares}
        return Fairness(
            table=self.code,
            number=entry.number,
            commitment=self.commitment(),
            commitments=[seat.commitment for seat in self.seats],
            seed=self.seed,
            nonces=[seat.nonce for seat in self.seats],
            cancelled_starts=self.cancelled_starts,
            bots=[number for number, seat in enumerate(self.seats) if seat.kind == "bot"],
        )

    def _play(self, entry: Played, at: float) -> None:
        match = self.running_match()
        if self.phase != "playing":
            raise TableRefused("No game is running at this table.", reason="no_game_running")
        if self.is_paused:
            raise TableRefused("The game is paused; go on first.", reason="paused")
        seat = None if entry.seat == TABLE else entry.seat
        told = match.play(seat, entry.actions, at=at)
        if seat is None:
            self.time_up_at = None
        self._note(told, entry.seat, at)
        if not self.actors:
            self.phase, self.time_up_at = "over", None

    def _note(self, told: Told, by: int, at: float) -> None:
        """Count the step for each viewer who sees it; let the clocks of the actors run."""
        assert self.match is not None
        self.seen_by = self.steps.add(told)
        is_public = SPECTATOR in self.seen_by
        self.actors = actors = self.match.actors
        for number, seat in enumerate(self.seats):
            if number == by and is_public and seat.acting_since is not None:
                seat.bank -= self._overrun(seat, at)
            if number not in actors:
                seat.acting_since = None
            elif seat.acting_since is None or number == by:
                seat.decided_from = self.steps.number(number)
                if is_public or seat.acting_since is None:
                    seat.acting_since = at

    def _overrun(self, seat: SeatState, at: float) -> float:
        clock = self.rules.clock
        if clock is None or seat.acting_since is None:
            return 0.0
        return min(max(0.0, at - seat.acting_since - clock.decision), seat.bank)

    def deadline(self, number: int) -> float | None:
        """Return when the time of a seat that must decide runs out."""
        seat, clock = self.seats[number], self.rules.clock
        if clock is None or seat.acting_since is None or self.is_paused:
            return None
        return seat.acting_since + clock.decision + seat.bank

    def due_at(self) -> float | None:
        """Return when the table itself must act, if nobody does before."""
        if self.call:
            return self.called_until
        if self.phase != "playing" or self.is_paused:
            return None
        found = [self.deadline(number) for number in range(len(self.seats))]
        times = [time for time in (*found, self.time_up_at) if time is not None]
        return min(times, default=None)

    # Pauses and downtime

    def _ask_pause(self, entry: PauseAsked, at: float) -> None:
        if self.phase != "playing":
            raise TableRefused("There is no game to pause.", reason="nothing_to_pause")
        self._person(entry.seat).wants_pause = entry.is_wanted
        self._settle_pause(at)

    def _settle_pause(self, at: float) -> None:
        """A table pauses, and goes on, when all who are there want it."""
        present = [self.seats[one] for one in self.people() if not self.seats[one].is_covered]
        if not present or self.phase != "playing":
            return
        if not self.is_paused and all(seat.wants_pause for seat in present):
            self.is_paused, self.paused_at = True, at
        elif self.is_paused and not any(seat.wants_pause for seat in present):
            self.is_paused = False
            self._shift_clocks(at - self.paused_at)

    def _stand_still(self, entry: ServerReturned, at: float) -> None:
        if not self.is_paused:
            self._shift_clocks(entry.seconds)

    def _shift_clocks(self, seconds: float) -> None:
        for seat in self.seats:
            if seat.acting_since is not None:
                seat.acting_since += seconds
        if self.time_up_at is not None:
            self.time_up_at += seconds
        self.called_until += seconds

    # Talking

    def _say(self, entry: Said, at: float) -> None:
        if not self.rules.has_chat:
            raise TableRefused("Chat is switched off at this table.", reason="no_chat")
        name, text = self._person(entry.seat).name, read_text(entry.text)
        self._keep(Talk(name=name, text=text, at=at))

    def _react(self, entry: Reacted, at: float) -> None:
        if entry.reaction not in REACTIONS:
            raise TableRefused(f"Reactions are {', '.join(REACTIONS)}.", reason="unknown_reaction")
        self._keep(Talk(name=self._person(entry.seat).name, reaction=entry.reaction, at=at))

    def _keep(self, talk: Talk) -> None:
        self.talk = [*self.talk[1 - KEPT_TALK :], talk]

    def _close(self, entry: TableClosed, at: float) -> None:
        self.phase = "closed"

    # Questions

    def running_match(self) -> Match:
        """Return the match of the game that runs or was the last to run."""
        if self.match is None:
            raise TableRefused("No game has begun at this table.", reason="no_game_begun")
        return self.match

    def seat(self, number: int) -> SeatState:
        """Return a seat by its number."""
        if not 0 <= number < len(self.seats):
            sentence = f"There is no seat {number}; there are 0 to {len(self.seats) - 1}."
            raise SeatRefused(sentence, reason="no_seat")
        return self.seats[number]

    def _person(self, number: int) -> SeatState:
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

    def require_place(self, device: str) -> None:
        """Refuse a device that could only look on, where nobody may."""
        if not self.rules.can_spectate and not self.is_member(device):
            sentence = "This table has no place for spectators."
            raise TableRefused(sentence, reason="no_spectators")

    def first_open_seat(self) -> int:
        """Return a seat that is free, or that somebody left during the game."""
        for number, seat in enumerate(self.seats):
            if seat.kind == "open" or seat.is_vacated:
                return number
        sentence = "The table is full; watch, or ask the host for a seat."
        raise TableRefused(sentence, reason="table_full")

    def read_name(self, given: str) -> str:
        """Return the nickname of somebody who wants to sit down here.

        It is judged before it is written: what is in a log stays, whatever names are later.
        """
        name = read_nickname(given)
        if any(same_name(seat.name) == same_name(name) for seat in self.seats if seat.name):
            sentence = "The nickname {name} is taken at this table; choose another one."
            raise TableRefused(sentence, reason="name_taken", name=name)
        return name

    def free_bot_name(self) -> str:
        """Return a name that nobody bears here."""
        taken = {same_name(seat.name) for seat in self.seats}
        return next(name for name in BOT_NAMES if same_name(name) not in taken)

    def commitment(self) -> str:
        """Return the hash of the seed of the next game (of this one, while it runs: the next)."""
        return hash_of(self.seed)

    def _require_no_game(self) -> None:
        if self.phase == "playing":
            sentence = "A game is running; this waits until it is over."
            raise TableRefused(sentence, reason="game_running")


def _empty(seat: SeatState) -> None:
    seat.kind, seat.name, seat.level, seat.device, seat.claim = "open", "", "", "", ""
    seat.contribution, seat.is_committing = "", False
    seat.promise("")
    seat.is_covered, seat.is_vacated, seat.wants_pause = False, False, False


def missing_nonces(table: Table, missing: Sequence[int]) -> TableRefused:
    """Return why a game cannot begin yet: devices did not commit, or showed no nonce."""
    names = ", ".join(table.seats[seat].name for seat in missing)
    sentence = (
        "The start is called off: no answer from the device of {names}. "
        "Wait for it, or start without its share of the shuffle."
    )
    return TableRefused(sentence, reason="nonces_missing", names=names)


def _level(name: str) -> str:
    if name not in PLAYERS:
        sentence = f"There is no player {name!r}; there are {', '.join(PLAYERS)}."
        raise PolicyRefused(sentence, reason="unknown_level")
    return name


_APPLY: dict[type[Entry], Callable[[Table, Any, float], None]] = {
    TableCreated: Table._create,
    OptionsChanged: Table._change_options,
    SeatTaken: Table._take_seat,
    SeatClaimed: Table._claim_seat,
    SeatLeft: Table._leave_seat,
    HostChanged: Table._change_host,
    BotSeated: Table._seat_bot,
    NonceCommitted: Table._commit,
    StartCalled: Table._call_start,
    NonceRevealed: Table._reveal,
    StartCancelled: Table._cancel_start,
    GameStarted: Table._start_game,
    Played: Table._play,
    SeatCovered: Table._cover_seat,
    SeatReturned: Table._return_to_seat,
    PauseAsked: Table._ask_pause,
    Said: Table._say,
    Reacted: Table._react,
    ServerReturned: Table._stand_still,
    TableClosed: Table._close,
}
