"""A round robin: every pair of entrants plays the same deals, from every seat."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np

from purrlor.core.game import Game
from purrlor.core.kernel import source_digest
from purrlor.core.keys import read_key
from purrlor.core.refusals import Refusal
from purrlor.sim.bouts import Bouts, Task
from purrlor.sim.entrants import read_entrants, versions_of
from purrlor.sim.journal import Journal, Plan
from purrlor.sim.runners import Runner, Threads
from purrlor.sim.seatings import Lineup, lineups_of

MOST_AT_ONCE = 20000
"""Games in a task, at most."""
SECONDS = 0.25
"""How long a task should take: so much is lost at most when a tournament is stopped."""
AHEAD = 2
"""Tasks for each that can be played at a time: nobody waits while results are entered."""


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """The games of a tournament."""

    plan: Plan
    players: int
    lineups: list[Lineup]
    places: Any
    """By line-up, deal and seat; 0: not played yet."""
    points: Any
    capped: int
    seconds: float
    """The work of all threads together."""

    @property
    def deals(self) -> int:
        """How many deals every line-up has played."""
        return int((self.places[:, :, 0] > 0).all(axis=0).sum())


def plan_tournament(
    game: Game,
    options: Any,
    *,
    entrants: str | Sequence[str],
    seating: str = "one",
    key: bytes | int | str | None = None,
) -> Plan:
    """Return what is to be played, checked."""
    checked = game.read_options(options)
    names = read_entrants(entrants)
    lineups_of(names, checked.players, seating)
    return Plan(
        game=game.name,
        rules_version=game.rules_version,
        kernels=source_digest(),
        options=msgspec.to_builtins(checked),
        key=read_key(key).hex(),
        entrants=names,
        seating=seating,
        versions=versions_of(names),
    )


def hold(
    plan: Plan,
    *,
    deals: int,
    runner: Runner | None = None,
    journal: Journal | None = None,
    resume: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Tournament:
    """Hold a tournament; the same plan gives the same games, whatever plays them."""
    if deals < 1:
        raise Refusal("A tournament has at least one deal.")
    table = _Table(plan, deals)
    for bouts in journal.begin(plan, resume=resume) if journal is not None else ():
        progress(table.enter(bouts))
    runner = Threads() if runner is None else runner
    under_way = 0
    try:
        while True:
            # The first task alone, so that the code is compiled once.
            most = AHEAD * runner.slots if table.seconds else 1
            while under_way < most and (task := table.next_task(most)) is not None:
                runner.submit(task)
                under_way += 1
            if not under_way:
                return table.tournament()
            bouts = runner.next()
            under_way -= 1
            if journal is not None:
                journal.add(bouts)
            progress(table.enter(bouts))
    finally:
        runner.close()


class _Table:
    """What is played and what is not, and how fast each line-up is."""

    def __init__(self, plan: Plan, deals: int) -> None:
        self._plan = plan
        self._players = plan.players
        self._lineups = lineups_of(plan.entrants, self._players, plan.seating)
        shape = (len(self._lineups), deals, self._players)
        self._places, self._points = np.zeros(shape, np.int8), np.zeros(shape, np.int32)
        self._is_taken = np.zeros(shape[:2], np.bool_)
        self._pace = np.full(len(self._lineups), SECONDS)
        """Seconds a game."""
        self._capped = 0
        self.seconds = 0.0

    def enter(self, bouts: Bouts) -> int:
        """Enter games that are over; return how many were wanted."""
        deals: int = self._is_taken.shape[1]
        wanted = max(0, min(len(bouts.places), deals - bouts.first))
        if wanted:
            where = slice(bouts.first, bouts.first + wanted)
            self._places[bouts.lineup, where] = bouts.places[:wanted]
            self._points[bouts.lineup, where] = bouts.points[:wanted]
            self._is_taken[bouts.lineup, where] = True
            self._capped += sum(bouts.first <= deal < where.stop for deal in bouts.capped)
        self._pace[bouts.lineup] = bouts.seconds / len(bouts.places)
        self.seconds += bouts.seconds
        return wanted

    def next_task(self, most: int) -> Task | None:
        """Return the next games to play, of the line-up that is furthest behind.

        Up to `most` tasks are under way at once. Towards the end they become shorter, so that all
        end at about the same time.
        """
        deals = self._is_taken.shape[1]
        firsts = np.where(self._is_taken.all(axis=1), deals, self._is_taken.argmin(axis=1))
        lineup = int(firsts.argmin())
        first = int(firsts[lineup])
        if first == deals:
            return None
        free = self._is_taken[lineup, first:]
        run = int(free.argmax()) if free.any() else len(free)
        to_come = float((~self._is_taken).sum(axis=1) @ self._pace)
        seconds = min(SECONDS, to_come / most)
        count = min(run, MOST_AT_ONCE, max(1, int(seconds / max(self._pace[lineup], 1e-9))))
        self._is_taken[lineup, first : first + count] = True
        return Task(
            game=self._plan.game,
            options=self._plan.options,
            key=bytes.fromhex(self._plan.key),
            lineup=lineup,
            seats=self._lineups[lineup].seats,
            first=first,
            count=count,
        )

    def tournament(self) -> Tournament:
        """Return what was played."""
        return Tournament(
            plan=self._plan,
            players=self._players,
            lineups=self._lineups,
            places=self._places,
            points=self._points,
            capped=self._capped,
            seconds=self.seconds,
        )
