"""Evenings at one table after another: people come, play, lose their lines, look on, and go."""

import asyncio
import random
import time
from typing import Any

import msgspec
from player import Device, is_closed, pick, sit_down

TABLES: tuple[tuple[str, dict[str, Any], int, int], ...] = (
    ("rat-a-tat-cat", {"players": 2, "rounds": 1}, 1, 1),
    ("rat-a-tat-cat", {"players": 4, "rounds": 2}, 2, 2),
    ("cattitude", {"players": 3}, 2, 1),
    ("cattitude", {"players": 2}, 1, 1),
    ("cat-royal", {"players": 4}, 2, 2),
    ("cat-royal", {"players": 2}, 2, 0),
)
"""Game, options, people, bots."""
LEVELS = ("kitten", "house-cat", "house-cat", "alley-cat", "policy", "policy", "policy", "policy")
LISTEN_SECONDS = 0.5
CUT, SAY, CHEAT = 0.02, 0.03, 0.03
"""How probable it is before each move that a line is cut, that somebody talks, or tries a move that
is not allowed."""


class Tally(msgspec.Struct):
    """What people did in all, and how long their moves have taken since it was last looked at."""

    tables: int = 0
    moves: int = 0
    cuts: int = 0
    games: int = 0
    seconds: list[float] = []


class Guest(Device):
    """A device that comes to one table after another."""

    def leave_table(self) -> None:
        """Forget what the table told."""
        for memory in (self.received, self.games, self.told, self.answers, self.table, self.seats):
            memory.clear()

    async def come_back(self) -> None:
        """Come back after the line was lost, and to as many frames as there are seats."""
        for _ in range(20):
            try:
                await self.reconnect()
            except Exception as error:
                if not is_closed(error):
                    raise
                await asyncio.sleep(0.1)
            else:
                return


class Evening:
    """One table, for a number of moves or to the end of its game."""

    def __init__(self, guests: list[Guest], chance: random.Random, tally: Tally) -> None:
        self._game, self._options, people, self._bots = chance.choice(TABLES)
        self._people, self._spectators = guests[:people], guests[people : people + 1]
        self._chance = chance
        self._tally = tally
        self._moves_left = chance.choice((4, 10, 25, 60, 400))

    async def spend(self) -> None:
        """Open a table, play, look at what is left of it, and go."""
        host, everybody = self._people[0], [*self._people, *self._spectators]
        try:
            level = self._chance.choice(LEVELS)
            words = {"options": self._options, "bots": self._bots, "level": level}
            await sit_down(host, list[Device](self._people[1:]), self._game, **words)
            self._tally.tables += 1
            for guest in self._spectators:
                guest.code = host.code
                await guest.connect()
            playing = [self._play(guest) for guest in self._people]
            await asyncio.gather(*playing, *(self._look_on(one) for one in self._spectators))
            if host.is_over:
                self._tally.games += 1
                await host.get(f"/tables/{host.code}/games/1/record")
                await host.get(f"/tables/{host.code}/games/1/steps?everything=true")
            await host.get("/tables")
        finally:
            for guest in everybody:
                await guest.cut()
                guest.leave_table()

    async def _play(self, guest: Guest) -> None:
        while self._moves_left > 0 and not guest.is_over:
            turns = guest.turns()
            if not turns:
                await self._listen(guest)
                continue
            self._moves_left -= 1
            await self._stir(guest, turns[0])
            start = time.perf_counter()
            await guest.play(turns[0], pick(self._chance, guest.games[turns[0]]["legal"]))
            self._tally.seconds.append(time.perf_counter() - start)
            self._tally.moves += 1

    async def _stir(self, guest: Guest, seat: int) -> None:
        """Do one of the things that happen besides moves, or mostly none."""
        what = self._chance.random()
        if what < CUT:
            self._tally.cuts += 1
            await guest.come_back()
        elif what < CUT + SAY:
            command = guest.new_id()
            await guest.send({"type": "say", "id": command, "seat": seat, "text": "Meow!"})
            await guest.answer(command)
        elif what < CUT + SAY + CHEAT:
            await guest.play(seat, {"type": "time_up"})

    async def _look_on(self, guest: Guest) -> None:
        while self._moves_left > 0 and not self._people[0].is_over:
            await self._listen(guest)

    async def _listen(self, guest: Guest) -> None:
        try:
            await asyncio.wait_for(guest.next(), LISTEN_SECONDS)
        except TimeoutError:
            return


async def spend_evenings(url: str, seed: int, tally: Tally, pause: float) -> None:
    """Let a group of people go from table to table, for ever."""
    chance = random.Random(seed)
    guests = [Guest(url) for _ in range(3)]
    try:
        while True:
            await Evening(guests, chance, tally).spend()
            await asyncio.sleep(pause * chance.random())
    finally:
        for guest in guests:
            await guest.close()


async def spend_lifetime(guest: Guest, chance: random.Random, tally: Tally) -> None:
    """Open a table with bots, play a few moves, and leave it for good."""
    players, game = 2, chance.choice(TABLES)[0]
    words = {"options": {"players": players}, "bots": players - 1, "level": "policy"}
    await sit_down(guest, [], game, **words)
    for _ in range(chance.randrange(2, 8)):
        while not guest.turns() and not guest.is_over:
            await guest.next()
        if guest.is_over:
            break
        seat = guest.turns()[0]
        await guest.play(seat, pick(chance, guest.games[seat]["legal"]))
        tally.moves += 1
    await guest.cut()
    guest.leave_table()
    tally.tables += 1
