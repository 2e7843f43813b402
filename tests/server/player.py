"""A device with its cookie: REST, a socket that may be cut, and a memory of what it was told."""

import asyncio
import contextlib
import itertools
import json
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection, connect

LIMIT = 30.0
"""No answer of a test's server takes longer, in seconds."""


class Device:
    """One browser, as the server sees it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=LIMIT)
        self.code = ""
        self.seats: list[int] = []
        self.socket: ClientConnection | None = None
        self.received: list[str] = []
        """Every frame, as it came."""
        self.table: dict[str, Any] = {}
        self.games: dict[int, dict[str, Any]] = {}
        """The latest step or standing by seat (-1: as a spectator)."""
        self.told: dict[int, list[Any]] = {}
        """The events of each step by seat, in the order of its numbers."""
        self.answers: dict[str, dict[str, Any]] = {}
        self._ids = itertools.count(1)

    async def close(self) -> None:
        await self.cut()
        await self.http.aclose()

    # REST

    async def post(self, path: str, body: Any = None, status: int = 0) -> Any:
        return self._read(await self.http.post(f"/api{path}", json=body), status)

    async def get(self, path: str, status: int = 0) -> Any:
        return self._read(await self.http.get(f"/api{path}"), status)

    async def delete(self, path: str, status: int = 0) -> Any:
        return self._read(await self.http.delete(f"/api{path}"), status)

    async def patch(self, path: str, body: Any, status: int = 0) -> Any:
        return self._read(await self.http.patch(f"/api{path}", json=body), status)

    @staticmethod
    def _read(response: httpx.Response, status: int) -> Any:
        is_as_wanted = response.status_code == status or (not status and response.is_success)
        assert is_as_wanted, f"{response.status_code}: {response.text}"
        return response.json()

    async def open_table(self, game: str, nickname: str = "Ann", **words: Any) -> Any:
        seated = await self.post("/tables", {"game": game, "nickname": nickname, **words})
        self.code = seated["code"]
        return seated

    async def join(self, code: str, nickname: str, **words: Any) -> Any:
        self.code = code
        return await self.post(f"/tables/{code}/seats", {"nickname": nickname, **words})

    async def start(self, status: int = 0) -> Any:
        return await self.post(f"/tables/{self.code}/start", status=status)

    # The socket

    @property
    def cookie(self) -> str:
        return self.http.cookies.get(self.cookie_name) or ""

    @property
    def cookie_name(self) -> str:
        return "__Host-purrlor_device" if self.url.startswith("https") else "purrlor_device"

    async def connect(self, **headers: str) -> None:
        """Come to the table, or come back and ask for what was missed."""
        await self.cut()
        numbers = ",".join(f"{seat}:{game['number']}" for seat, game in self.games.items())
        game = next(iter(self.games.values()), {"game": 0})["game"]
        self.socket = await connect(
            f"{self.url.replace('http', 'ws')}/api/tables/{self.code}/socket"
            f"?game={game}&numbers={numbers}",
            additional_headers={"cookie": f"{self.cookie_name}={self.cookie}", **headers},
            compression=None,
            max_size=None,
            open_timeout=LIMIT,
        )
        await self.hear("welcome")

    async def reconnect(self) -> None:
        """Come back into a running game."""
        await self.connect()
        for _ in self.seats or [-1]:
            await self.hear("standing")

    async def cut(self) -> None:
        """Lose the line without a word."""
        if self.socket is not None:
            self.socket.transport.abort()
            with contextlib.suppress(Exception):
                await self.socket.wait_closed()
            self.socket = None

    async def next(self) -> dict[str, Any]:
        """Return the next message, and remember what it says."""
        assert self.socket is not None
        text = await asyncio.wait_for(self.socket.recv(), LIMIT)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        self._remember(message)
        return message

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        while True:
            message = await self.next()
            if message["type"] in kinds:
                return message

    def _remember(self, message: dict[str, Any]) -> None:
        if message["type"] in ("welcome", "table"):
            self.table, self.seats = message["table"], message["seats"]
        elif message["type"] in ("standing", "step"):
            self._remember_game(message)
        elif message["type"] in ("done", "refused"):
            self.answers[message["id"]] = message

    def _remember_game(self, message: dict[str, Any]) -> None:
        seat, known = message["seat"], self.games.get(message["seat"])
        told = self.told.setdefault(seat, [])
        if known is None or known["game"] != message["game"]:
            told.clear()
            known = None
        before = known["number"] if known else 0
        if message["type"] == "step":
            assert known is None or message["number"] == before + 1, "a step was missed"
            told.append(message["events"])
        else:
            assert len(message["missed"]) in (0, message["number"] - before), "a step was missed"
            told.extend(message["missed"])
        self.games[seat] = message
        if message.get("done"):
            self.answers[message["done"]] = message

    async def send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    def new_id(self) -> str:
        """Return an id that no other command has."""
        return f"{self.cookie[:6]}-{next(self._ids)}"

    def command(self, seat: int, actions: list[Any]) -> dict[str, Any]:
        """Return a command of a seat, made against what it last saw."""
        game = self.games[seat]
        return {
            "type": "play",
            "id": self.new_id(),
            "seat": seat,
            "game": game["game"],
            "number": game["number"],
            "actions": actions,
        }

    async def play(self, seat: int, *actions: Any) -> dict[str, Any]:
        """Play, and return the answer."""
        command = self.command(seat, list(actions))
        await self.send(command)
        return await self.answer(command["id"])

    async def answer(self, command_id: str) -> dict[str, Any]:
        """Wait for the answer to a command."""
        while command_id not in self.answers:
            await self.next()
        return self.answers[command_id]

    def turns(self) -> list[int]:
        """Return the own seats that must decide."""
        return [
            seat
            for seat, game in self.games.items()
            if seat in game["actors"] and game["legal"] and not game["outcome"]
        ]

    @property
    def is_over(self) -> bool:
        return bool(self.games) and all(game["outcome"] for game in self.games.values())


async def play_out(device: Device, chance: random.Random, *, limit: int = 5000) -> None:
    """Play random legal actions with all seats of a device until the game is over."""
    for _ in range(limit):
        if device.is_over:
            return
        turns = device.turns()
        if not turns:
            await device.next()
            continue
        seat = chance.choice(turns)
        await device.play(seat, pick(chance, device.games[seat]["legal"]))
    raise AssertionError("the game does not end")


async def play_on(
    device: Device, chance: random.Random, kept: set[str], *, pause: float = 0.0
) -> None:
    """Play through any number of power cuts; repeat what was not answered."""
    open_command: dict[str, Any] | None = None
    while not device.is_over:
        try:
            if device.socket is None:
                await device.reconnect()
            if open_command is None:
                turns = device.turns()
                if not turns:
                    await device.next()
                    continue
                seat = chance.choice(turns)
                open_command = device.command(seat, [pick(chance, device.games[seat]["legal"])])
                await asyncio.sleep(pause)
            await device.send(open_command)
            answer = await device.answer(open_command["id"])
            if answer["type"] in ("step", "done"):
                kept.add(open_command["id"])
            open_command = None
        except Exception as error:
            if not is_closed(error) and "did not receive a valid HTTP" not in str(error):
                raise
            await device.cut()
            await asyncio.sleep(0.05)


def pick(chance: random.Random, legal: list[Any]) -> Any:
    """Choose at random, but seldom accuse: those who always do never come home."""
    calm = [action for action in legal if action["type"] != "accuse"]
    return chance.choice(calm if calm and chance.random() < 0.98 else legal)


async def sit_down(host: Device, guests: list[Device], game: str, **words: Any) -> None:
    """Open a table, let everybody sit down and connect, and deal."""
    await host.open_table(game, **words)
    for number, guest in enumerate(guests):
        await guest.join(host.code, f"Guest {number}")
    for device in (host, *guests):
        await device.connect()
    await host.start()
    for device in (host, *guests):
        await device.hear("standing")


async def agree(device: Device) -> None:
    """Agree to what the table is asked, with all seats of a device."""
    while not device.table["proposal"]:
        await device.next()
    number = device.table["proposal"]["number"]
    for seat in device.seats:
        words = {"type": "answer", "id": device.new_id(), "seat": seat, "proposal": number}
        await device.send(words | {"is_agreed": True})
        await device.answer(words["id"])


def is_closed(error: Exception) -> bool:
    """Return whether the line was lost."""
    return isinstance(error, (websockets.ConnectionClosed, OSError))


@asynccontextmanager
async def devices(url: str, count: int) -> AsyncIterator[list[Device]]:
    """Some devices that are closed in the end."""
    found = [Device(url) for _ in range(count)]
    try:
        yield found
    finally:
        for device in found:
            await device.close()


async def news_delay(ann: Device, bob: Device) -> float:
    """Return how long after Ann's words are kept Bob, at another server, hears them."""
    words = ann.new_id()
    hearing = asyncio.create_task(_hear_words(bob, words))
    await ann.send({"type": "say", "id": words, "seat": 0, "text": words})
    await ann.answer(words)
    start = time.monotonic()
    await hearing
    return time.monotonic() - start


async def _hear_words(bob: Device, words: str) -> None:
    while (await bob.hear("heard"))["talk"]["text"] != words:
        pass
