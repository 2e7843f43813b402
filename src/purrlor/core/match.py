"""The referee: the only one who holds the whole truth of a game.

A match takes actions in the words of the rule file, judges them, and tells each audience what it
may know. Whatever it shows of a seat's knowledge is made from that seat's observation.
"""

import functools
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import msgspec
import numpy as np

from purrlor.core import contract
from purrlor.core.audience import Audience
from purrlor.core.chance import new_chance
from purrlor.core.contract import (
    ALLOWED,
    LEGAL,
    STANDING,
    array_of,
    new_array,
    new_record,
    new_trace,
)
from purrlor.core.game import Game
from purrlor.core.keys import read_key
from purrlor.core.options import Options
from purrlor.core.outcome import Outcome
from purrlor.core.record import Played, Record, record_of
from purrlor.core.refusals import (
    ActionMalformed,
    ActionRefused,
    PositionRefused,
    Reason,
    SeatRefused,
)
from purrlor.core.seats import MOST_SEATS, Seat, seats_of
from purrlor.core.words import Tagged, Words

TABLE = -1
"""The seat number of the table itself inside the kernels, and of a spectator."""

Told = list[tuple[Audience, Tagged]]
"""What happened: each event with its audience, in order."""

_SEATS = tuple(tuple(seats_of(mask)) for mask in range(1 << MOST_SEATS))
"""By mask."""


class _Held:
    """A record of a match, held as an array of one (see `core.calls`)."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._array = f"{name}_array"

    def __get__(self, match: "Match", owner: type) -> Any:
        return vars(match)[self._array][0]

    def __set__(self, match: "Match", record: Any) -> None:
        vars(match)[self._array] = array_of(record)


class Match:
    """One game, from the deal (or a given position) to its outcome."""

    _state, _chance, _trace, _legal = _Held(), _Held(), _Held(), _Held()
    _state_array: Any
    _chance_array: Any
    _trace_array: Any
    _legal_array: Any

    def __init__(
        self,
        game: Game,
        options: Any,
        *,
        key: bytes | int | str | None = None,
        given: Mapping[str, Any] | None = None,
        seats: tuple[str, ...] = (),
    ) -> None:
        if given is not None and not isinstance(given, Mapping):
            raise PositionRefused("A position is a table of words and values.")
        kernels = game.kernels
        self.game = game
        self.options: Options = options
        self.key = read_key(key)
        self.given = given
        self.seats = seats
        self.played: list[Played] = []
        self._state = new_record(kernels.state)
        self._chance = new_chance(self.key)
        self._trace = new_trace(is_kept=True)
        self._legal = new_record(LEGAL)
        self._observation_array = new_array(kernels.observation)
        self._observation_bytes = self._observation_array.view(np.uint8)
        self._calls = kernels.calls
        if given is None:
            encoded = game.module("state").encode_options(options)
            contract.deal(self._state, encoded, self._chance, self._trace)
        else:
            self._set_up(given)
        self.opening: Told = self._tell()
        """What the deal told."""

    def __repr__(self) -> str:
        doing = "over" if self.is_over else f"to act: {', '.join(map(str, self.actors))}"
        players, steps = self.options.players, len(self.played)
        return f"<Match of {self.game.name}, {players} players, {steps} steps, {doing}>"

    def _set_up(self, given: Mapping[str, Any]) -> None:
        words = self.game.in_present_words(given)
        try:
            self.game.module("position").write(words, self.options, self._chance, self._state)
        except OverflowError as error:
            why = str(error).replace("Python integer ", "")
            raise PositionRefused(f"A number in this position is out of range: {why}.") from None

    @property
    def actors(self) -> tuple[Seat, ...]:
        """The seats that must decide now."""
        return _SEATS[self._calls.actors(self._state_array)]

    @property
    def interrupters(self) -> tuple[Seat, ...]:
        """The seats that may act now but need not."""
        return _SEATS[self._calls.interrupters(self._state_array)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._calls.is_over(self._state_array))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs."""
        if not self.is_over:
            return None
        standing = new_record(STANDING)
        contract.scores(self._state, standing)
        players = self.options.players
        return Outcome(
            reason=self.game.module("events").end_reason(self._state),
            places=tuple(map(int, standing.places[:players])),
            points=tuple(map(int, standing.points[:players])),
        )

    def legal(self, seat: int) -> list[Any]:
        """List the actions of a seat; none if it cannot act."""
        decode, options = self.game.module("actions").decode, self.options
        return [decode(number, options, seat) for number in self.legal_numbers(seat)]

    def legal_numbers(self, seat: int) -> list[int]:
        """List the actions of a seat as the numbers that bots work with."""
        count = self._calls.legal(self._state_array, self._seat(seat), self._legal_array)
        numbers: list[int] = self._legal_array["actions"][0, :count].tolist()
        return numbers

    def action(self, number: int, seat: int) -> Any:
        """Return the action of a number."""
        return self.game.module("actions").decode(number, self.options, self._seat(seat))

    def number(self, action: Any, seat: int) -> int:
        """Return the number of an action, its defaults filled in."""
        read, encode = self._read(action), self.game.module("actions").encode
        return int(encode(read, self.options, self._seat(seat)))

    def why_not(self, seat: int, action: Any) -> ActionRefused | None:
        """Return why a seat may not do something now, None if it may; nothing is done."""
        reason = self._why_refused(self._seat(seat), self.number(action, seat))
        return _refusal(reason) if reason else None

    def play(self, seat: int | None, action: Any, *, at: float | None = None) -> Told:
        """Play an action, or a batch of one seat's actions: whole, or not at all."""
        number = TABLE if seat is None else self._seat(seat)
        batch = [self._read(one) for one in (action if _is_batch(action) else [action])]
        if not batch:
            raise ActionMalformed("A batch holds at least one action.", reason="malformed")
        state, chance = self._state_array.tobytes(), self._chance_array.tobytes()
        try:
            self._carry_out(number, batch)
        except Exception:
            _restore(self._state_array, state)
            _restore(self._chance_array, chance)
            self._trace_array["length"] = 0
            raise
        self.played.append(Played(seat=seat, actions=batch, at=at))
        return self._tell()

    def view(self, seat: int | None) -> Words:
        """Return what a seat sees now; None: a spectator."""
        self._observation_bytes.fill(0)
        observation = self._observe(seat, self._observation_array)
        view: Words = self.game.module("view").view(observation, self.options)
        return view

    def observation(self, seat: int | None) -> Any:
        """Return what a seat (None: a spectator) may know, as the game's observation record."""
        return self._observe(seat, new_array(self.game.kernels.observation))

    def position(self) -> Words:
        """Return the whole truth, in the words of the rule file."""
        state, chance = self._state_array.copy(), self._chance_array.copy()
        self._calls.settle(state, chance)
        position: Words = self.game.module("position").read(state[0])
        return position

    def record(self) -> Record:
        """Return the game so far as a record that replays."""
        return record_of(self)

    def _carry_out(self, seat: int, batch: list[Tagged]) -> None:
        actions, calls, state = self.game.module("actions"), self._calls, self._state_array
        for index, action in enumerate(batch):
            number = actions.encode(action, self.options, seat)
            if reason := self._why_refused(seat, number):
                raise _refusal(reason)  # not kept in a variable, which its traceback would keep
            if index + 1 < len(batch) and actions.ends_batch(action):
                sentence = "A batch ends with this action; send what follows by itself."
                raise ActionRefused(sentence, reason="batch_ends")
            calls.apply(state, seat, number, self._chance_array, self._trace_array)
            if self._chance_array["has_misfit"][0]:
                raise PositionRefused("The named chance does not fit what comes up.")

    def _why_refused(self, seat: int, number: int) -> Reason | None:
        reason = int(self._calls.verify(self._state_array, seat, number))
        if reason == ALLOWED:
            return None
        found: Reason = self.game.module("actions").REASONS[reason]
        return found

    def _read(self, action: Any) -> Tagged:
        actions = self.game.module("actions")
        if isinstance(action, Tagged):
            action = msgspec.to_builtins(action)
        words = self.game.in_present_words(action)
        try:
            read: Tagged = msgspec.convert({"action": words}, _sent(actions)).action
        except msgspec.ValidationError as error:
            why = str(error).replace("`$.action", "`$").removesuffix(" - at `$`")
            sentence = f"This is not an action of {self.game.title}: {why}."
            raise ActionMalformed(sentence, reason="malformed") from None
        return read

    def _seat(self, seat: int | None) -> int:
        if type(seat) is int and 0 <= seat < self.options.players:
            return seat
        is_seat = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
        if not is_seat or not 0 <= int(seat or 0) < self.options.players:
            last = self.options.players - 1
            sentence = f"There is no seat {seat!r}; the seats are 0 to {last}."
            raise SeatRefused(sentence, reason="no_seat")
        return int(seat or 0)

    def _tell(self) -> Told:
        trace = self._trace_array
        rows = trace["rows"][0, : trace["length"][0]].tolist()
        trace["length"] = 0
        told: Told = self.game.module("events").tell(rows, self.options)
        return told

    def _observe(self, seat: int | None, nothing: Any) -> Any:
        number = TABLE if seat in (None, -1) else self._seat(seat)
        self._calls.observe(self._state_array, number, nothing)
        return nothing[0]


def _refusal(reason: Reason) -> ActionRefused:
    name, sentence, clause = reason
    return ActionRefused(sentence, clause=clause, reason=name)


def _is_batch(action: Any) -> bool:
    if isinstance(action, (list, tuple)):
        return True
    return isinstance(action, Sequence) and not isinstance(action, (str, bytes))


@functools.cache
def _sent(actions: ModuleType) -> Any:
    """Return a struct around an action: msgspec knows a struct at once, a bare union never."""
    return msgspec.defstruct("Sent", [("action", actions.Action)])


def _restore(array: Any, saved: bytes) -> None:
    array[:] = np.frombuffer(saved, array.dtype)
