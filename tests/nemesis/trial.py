"""One trial: people and bots at dozens of tables, a storm of faults, a calm, and the verdict."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from nemesis.checker import Findings, check
from nemesis.cluster import Cluster
from nemesis.faults import Nemesis
from nemesis.people import Person, gather_at_table
from nemesis.redis_outage import Outage, measure_outage

TABLES: tuple[tuple[str, dict[str, Any], int, int], ...] = (
    ("rat-a-tat-cat", {"players": 2, "rounds": 2}, 2, 0),
    ("cattitude", {"players": 3}, 2, 1),
    ("cat-royal", {"players": 4}, 2, 2),
    ("rat-a-tat-cat", {"players": 4, "rounds": 2}, 3, 1),
    ("cattitude", {"players": 2}, 1, 1),
    ("cat-royal", {"players": 2}, 2, 0),
)
"""Game, options, people, bots."""
FIRST_SECONDS = 240.0
"""Before the storm every table goes on within this time, on the slowest machine."""
ALIVE_SECONDS = 30.0
"""In the calm every table goes on within this time, or is stuck; a slow machine is given more."""
SLOWNESS = 4.0
"""How much longer that may take than before the storm: people may have to come back first."""
SETTLE_SECONDS = 4.0


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How hard a trial is."""

    seed: int = 1
    tables: int = 36
    seconds: float = 180.0
    redis_seconds: float = 30.0
    pause: float = 3.0
    """Between two faults."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What was done, and what was found."""

    plan: Plan
    faults: Counter[str]
    findings: Findings
    complaints: list[str]
    storm_moves: int
    pace: float
    """How long it took before the storm until every table had gone on."""
    outage: Outage
    seconds: float

    @property
    def is_good(self) -> bool:
        return self.findings.is_good and self.outage.is_good and not self.complaints


async def run(plan: Plan, folder: Path, say: Callable[[str, float], None]) -> Verdict:
    """Carry out a trial; `say` is told what goes on, and how far the storm is."""
    chance, start = random.Random(plan.seed), time.monotonic()
    cluster = Cluster(folder, chance)
    lives: list[asyncio.Task[None]] = []
    people: list[Person] = []
    try:
        say("Starting two servers, PostgreSQL and Redis", 0)
        await cluster.start()
        say("People sit down", 0)
        tables = await _seat_all(cluster, plan, chance)
        people = [person for table in tables.values() for person in table]
        lives = [asyncio.create_task(person.live()) for person in people]
        say("Every table begins", 0)
        pace = await _begin(tables, lives)
        limit = max(ALIVE_SECONDS, SLOWNESS * pace)
        nemesis = Nemesis(cluster, chance, plan.redis_seconds)
        storm = asyncio.create_task(nemesis.storm(plan.seconds, plan.pause))
        began = time.monotonic()
        while not storm.done():
            await asyncio.sleep(0.25)
            _require_alive(lives)
            words = ", ".join(f"{name} {count}" for name, count in sorted(nemesis.done.items()))
            moves = sum(len(person.kept) for person in people)
            say(f"{moves} moves kept; {words}", min(1, (time.monotonic() - began) / plan.seconds))
        await storm
        storm_moves = sum(len(person.kept) for person in people)
        say("Calm: every table goes on?", 1)
        await cluster.wait_until_ready()
        stuck = await _stuck(tables, lives, limit)
        told = [f"{code}: {'; '.join(map(str, tables[code]))}" for code in stuck]
        say("Redis alone stops", 1)
        outage = await measure_outage(cluster, plan.redis_seconds)
        say("Everybody stops and looks", 1)
        for person in people:
            person.may_act = False
        await _settle(people, 2 * limit)
        _require_alive(lives)
        findings = await check(cluster.database, tables)
        findings.wrong["stuck tables"] = told
        tricks: Counter[str] = sum((person.tricks for person in people), Counter())
        return Verdict(
            plan=plan,
            faults=nemesis.done + tricks,
            findings=findings,
            complaints=cluster.complaints(),
            storm_moves=storm_moves,
            pace=pace,
            outage=outage,
            seconds=time.monotonic() - start,
        )
    finally:
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
        await asyncio.gather(*(person.stop() for person in people))
        await cluster.close()


async def _seat_all(cluster: Cluster, plan: Plan, chance: random.Random) -> dict[str, list[Person]]:
    urls = [node.url for node in cluster.nodes]
    tables = {}
    for number in range(plan.tables):
        game, options, count, bots = TABLES[number % len(TABLES)]
        people = [Person(urls, random.Random(chance.random())) for _ in range(count)]
        tables[await gather_at_table(people, game, options, bots)] = people
    return tables


async def _begin(tables: dict[str, list[Person]], lives: list[asyncio.Task[None]]) -> float:
    """Wait until a game is seen at every table; return how long that took."""
    start = time.monotonic()
    stuck = await _stuck(tables, lives, FIRST_SECONDS)
    assert not stuck, f"{len(stuck)} tables do not begin, though nothing is wrong"
    return time.monotonic() - start


def _require_alive(lives: list[asyncio.Task[None]]) -> None:
    for life in lives:
        if life.done():
            life.result()  # a person who stopped says why


async def _stuck(
    tables: dict[str, list[Person]], lives: list[asyncio.Task[None]], seconds: float
) -> list[str]:
    """Return the tables at which nothing is seen to happen, though there is no storm."""
    before = {code: _seen(people) for code, people in tables.items()}
    until = time.monotonic() + seconds
    stuck = list(tables)
    while stuck and time.monotonic() < until:
        await asyncio.sleep(0.25)
        _require_alive(lives)
        stuck = [code for code in stuck if _seen(tables[code]) == before[code]]
    return stuck


def _seen(people: list[Person]) -> list[Any]:
    """Return how far each person has seen the game."""
    return [sorted((one["game"], one["number"]) for one in p.games.values()) for p in people]


async def _settle(people: list[Person], seconds: float) -> None:
    """Wait until nobody is told anything any more."""
    quiet_since, told = time.monotonic(), -1
    until = quiet_since + seconds
    while time.monotonic() - quiet_since < SETTLE_SECONDS and time.monotonic() < until:
        await asyncio.sleep(0.1)
        now = sum(len(person.received) for person in people)
        is_here = all(person.socket and not person.is_calling for person in people)
        if now != told or not is_here:
            quiet_since, told = time.monotonic(), now
