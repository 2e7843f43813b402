"""Scripted people: they play on through anything, at any server, and know what they were told."""

import asyncio
import hashlib
import random
import secrets
from collections import Counter
from typing import Any

import httpx
from player import Device, is_closed, pick

ANSWER_SECONDS = 12.0
NOT_KEPT = "The move could not be kept"
"""How the refusal begins that does not say whether the command was carried out."""


class Person(Device):
    """A device that may come by any server."""

    def __init__(self, urls: list[str], chance: random.Random) -> None:
        super().__init__(urls[0])
        self.urls = urls
        self.chance = chance
        self.kept: dict[str, dict[str, Any]] = {}
        """The commands that were acknowledged, by their id."""
        self.tricks: Counter[str] = Counter()
        self.may_act = True
        self._unanswered: list[dict[str, Any]] = []
        self._nonces: dict[str, str] = {}
        """Those that nobody has seen, by their hashes."""
        self._starting: asyncio.Task[Any] | None = None

    def __str__(self) -> str:
        """Say where the person stands, to find out why a table is stuck."""
        words = [
            f"seats {self.seats} {self.table['phase']}",
            "host" if self.is_host else "guest",
            f"by {self.url}" if self.socket else "not connected",
            "starting" if self.table["is_starting"] else "",
            "calls the start" if self.is_calling else "",
            f"waits for {len(self._unanswered)} answers" if self._unanswered else "",
            f"on turn {self.turns()}" if self.turns() else "",
        ]
        return ", ".join(word for word in words if word)

    def _remember_game(self, message: dict[str, Any]) -> None:
        if any(game["game"] < message["game"] for game in self.games.values()):
            self.games.clear()  # a new game: seats have rotated
            self.told.clear()
        super()._remember_game(message)

    async def ask(self, path: str, body: Any = None) -> Any:
        """Ask any server until one answers; a refusal is an answer."""
        while True:
            try:
                url = f"{self.chance.choice(self.urls)}/api{path}"
                response = await self.http.post(url, json=body, timeout=ANSWER_SECONDS)
                if response.status_code < 500:
                    return response.json()
            except httpx.HTTPError:
                pass
            await asyncio.sleep(0.2)

    async def live(self) -> None:
        """Play until told to stop, through cut lines, dead servers and lost answers."""
        while True:
            try:
                await self._live_connected()
            except Exception as error:
                is_line = is_closed(error) or isinstance(error, (TimeoutError, EOFError))
                if not is_line and "HTTP" not in str(error):
                    raise
                await self.cut()
                await asyncio.sleep(0.1)

    async def _live_connected(self) -> None:
        if self.socket is None:
            self.url = self.chance.choice(self.urls)
            await asyncio.wait_for(self.connect(), ANSWER_SECONDS)
        duties = self._duties()
        if self._unanswered:
            await self._repeat()
        elif duties:
            self._unanswered = duties
            await self._repeat()
        elif self.may_act and self.turns():
            await self._act()
        else:
            self._start_if_host()
            await self._listen()

    def _start_if_host(self) -> None:
        """Call the start, again if it was called off; meanwhile nonces are shown."""
        is_wanted = self.table["phase"] in ("waiting", "over") and not self.table["is_starting"]
        if self.may_act and self.is_host and is_wanted and not self.is_calling:
            words = {"is_without_missing": self.chance.random() < 0.3}
            call = self.ask(f"/tables/{self.code}/start", words)
            self._starting = asyncio.create_task(call)

    @property
    def is_host(self) -> bool:
        """Whether this person leads the table: whoever does may go, and another one does."""
        return any(self.table["seats"][seat]["is_host"] for seat in self.seats)

    @property
    def is_calling(self) -> bool:
        """Whether a start that this person called is under way."""
        return self._starting is not None and not self._starting.done()

    def new_commitment(self) -> str:
        """Draw a nonce and return its hash."""
        nonce = secrets.token_hex(32)
        found = hashlib.sha256(bytes.fromhex(nonce)).hexdigest()
        self._nonces[found] = nonce
        return found

    def _duties(self) -> list[dict[str, Any]]:
        """Return what is owed to the shuffle for the own seats: to commit, or to show the nonce."""
        if self.table["phase"] in ("playing", "closed"):
            return []
        found = []
        for seat in self.seats:
            shown = self.table["seats"][seat]["commitment"]
            words = {"id": self.new_id(), "seat": seat}
            if not self.table["is_starting"]:
                if shown not in self._nonces:
                    found.append({"type": "commit", "commitment": self.new_commitment(), **words})
            elif shown in self._nonces:
                found.append({"type": "reveal", "nonce": self._nonces.pop(shown), **words})
        return found

    async def stop(self) -> None:
        """Leave for good."""
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        await self.close()

    async def _listen(self) -> None:
        try:
            await asyncio.wait_for(self.next(), 0.5)
        except TimeoutError:
            return  # nothing happens; look whether that is still all right

    async def _act(self) -> None:
        """Send a command: sometimes twice, sometimes after one that was thought of later."""
        seat = self.chance.choice(self.turns())
        commands = [self._command(seat)]
        trick = self.chance.random()
        if trick < 0.08:
            commands *= 2
            self.tricks["commands doubled"] += 1
        elif trick < 0.16:
            commands = [self._command(seat), *commands]
            self.tricks["commands reordered"] += 1
        elif trick < 0.24 and self.kept:
            commands.append(self.chance.choice(list(self.kept.values())))
            self.tricks["old commands repeated"] += 1
        self._unanswered = commands
        await self._repeat()

    def _command(self, seat: int) -> dict[str, Any]:
        return self.command(seat, [pick(self.chance, self.games[seat]["legal"])])

    async def _repeat(self) -> None:
        """Send what has no answer, and wait for one to each."""
        for command in self._unanswered:
            self.answers.pop(command["id"], None)
            await self.send(command)
        while self._unanswered:
            command = self._unanswered[0]
            answer = await asyncio.wait_for(self.answer(command["id"]), ANSWER_SECONDS)
            if answer["type"] == "refused" and answer["sentence"].startswith(NOT_KEPT):
                await asyncio.sleep(0.2)
                return
            if answer["type"] != "refused":
                self.kept[command["id"]] = command
            self._unanswered.pop(0)


async def gather_at_table(
    people: list[Person], game: str, options: dict[str, Any], bots: int
) -> str:
    """Open a table and sit down; return its code."""
    host = people[0]
    words = {"game": game, "nickname": "Person 0", "options": options, "bots": bots}
    seated = await host.ask("/tables", words | {"commitment": host.new_commitment()})
    for number, person in enumerate(people):
        person.code = seated["code"]
        if number:
            words = {"nickname": f"Person {number}", "commitment": person.new_commitment()}
            await person.ask(f"/tables/{person.code}/seats", words)
    return host.code
