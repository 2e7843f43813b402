"""One door out: worlds a viewer cannot tell apart give the same bytes on every channel."""

import asyncio
import itertools
import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
from player import Device, pick, play_out, sit_down
from served import Served

import purrlor
from purrlor.core.match import Match
from purrlor.core.refusals import Refusal
from purrlor.server.entries import (
    ClockRules,
    Entry,
    GameStarted,
    Played,
    SeatTaken,
    TableCreated,
    decode_entry,
    encode_entry,
)
from purrlor.server.names import hashed
from purrlor.server.steps import SPECTATOR
from purrlor.server.stores import Head, Line, open_store
from purrlor.server.tokens import Tokens

NAMES = ("Ann", "Bob", "Cat", "Dan")
PLAYERS = 3


Action: TypeAlias = dict[str, Any]


class Twins(NamedTuple):
    """Two worlds: keys, what was played, what is played next; and who cannot tell them apart."""

    game: str
    keys: tuple[bytes, bytes]
    prefix: list[tuple[int, Action]]
    seat: int
    nexts: tuple[list[Action], list[Action]]
    viewers: list[int]


def seen(match: Match, viewer: int) -> bytes:
    found: bytes = match.observation(None if viewer == SPECTATOR else viewer).tobytes()
    return found


def twin_actions(game: str, seed: int) -> Iterator[Twins]:
    """Find decisions of which another viewer learns nothing."""
    found, chance = purrlor.game(game), random.Random(seed)
    key = seed.to_bytes(32, "little")
    match = found.match({"players": PLAYERS}, key)
    prefix: list[tuple[int, dict[str, Any]]] = []
    while not match.is_over and len(prefix) < 120:
        seat = chance.choice(match.actors)
        legal = [msgspec.to_builtins(action) for action in match.legal(seat)]
        ends = {}
        for number, action in enumerate(legal[:24]):
            again = found.match({"players": PLAYERS}, key)
            for actor, played in prefix:
                again.play(actor, played)
            again.play(seat, action)
            ends[number] = again
        for a, b in itertools.combinations(ends, 2):
            if seen(ends[a], seat) != seen(ends[b], seat):
                others = [v for v in range(-1, PLAYERS) if v != seat]
                viewers = [v for v in others if seen(ends[a], v) == seen(ends[b], v)]
                if viewers:
                    pair = ([legal[a]], [legal[b]])
                    yield Twins(game, (key, key), list(prefix), seat, pair, viewers)
                    break
        action = pick(chance, legal)
        match.play(seat, action)
        prefix.append((seat, action))


def twin_silences(game: str, seed: int) -> Iterator[Twins]:
    """Find decisions of which nobody else learns even that they were made: made, or not yet."""
    found, chance = purrlor.game(game), random.Random(seed)
    match = found.match({"players": PLAYERS}, key := seed.to_bytes(32, "little"))
    prefix: list[tuple[int, Action]] = []
    while not match.is_over and len(prefix) < 120:
        seat = chance.choice(match.actors)
        before = {viewer: seen(match, viewer) for viewer in range(-1, PLAYERS)}
        action = pick(chance, [msgspec.to_builtins(one) for one in match.legal(seat)])
        start = list(prefix)
        match.play(seat, action)
        prefix.append((seat, action))
        blind = [v for v in before if v != seat and seen(match, v) == before[v]]
        if len(blind) == PLAYERS:
            yield Twins(game, (key, key), start, seat, ([], [action]), blind)


def twin_deals(game: str) -> Twins:
    """Find two deals that look the same to the spectator."""
    found = purrlor.game(game)
    known: dict[bytes, bytes] = {}
    for number in itertools.count():
        key = number.to_bytes(32, "little")
        look = seen(found.match({"players": PLAYERS}, key), SPECTATOR)
        if look in known:
            keys = (known[look], key)
            return Twins(game, keys, [], 0, _unseen_actions(game, keys), [SPECTATOR])
        known[look] = key
    raise AssertionError


def _unseen_actions(game: str, keys: tuple[bytes, bytes]) -> tuple[list[Action], list[Action]]:
    """Return an action of seat 0 in each world after which the spectator sees the same."""
    looks: list[dict[bytes, dict[str, Any]]] = []
    for key in keys:
        start = purrlor.game(game).match({"players": PLAYERS}, key)
        found = {}
        for action in start.legal(0):
            match = purrlor.game(game).match({"players": PLAYERS}, key)
            match.play(0, action)
            found[seen(match, SPECTATOR)] = msgspec.to_builtins(action)
        looks.append(found)
    common = sorted(set(looks[0]) & set(looks[1]))
    return ([looks[0][common[0]]], [looks[1][common[0]]]) if common else ([], [])


async def new_devices(url: str) -> list[str]:
    """Return a secret for the device of each seat, as a server of this database makes them."""
    store = open_store(url)
    tokens = Tokens(await store.key())
    await store.close()
    return [tokens.new_device() for _ in range(PLAYERS)]


async def write_world(
    url: str, code: str, twins: Twins, which: int, tokens: list[str], *, is_listed: bool = False
) -> None:
    """Write the log of a world into a database that no server holds."""
    store = open_store(url)
    entries: list[tuple[int, Entry]] = [
        (
            -1,
            TableCreated(
                code=code,
                game=twins.game,
                options={"players": PLAYERS},
                host=hashed(tokens[0]),
                seed="00" * 32,
                is_listed=is_listed,
                clock=ClockRules(decision=1800, bank=1800),
            ),
        )
    ]
    for seat in range(PLAYERS):
        taken = SeatTaken(
            seat=seat, nickname=NAMES[seat], device=hashed(tokens[seat]), claim=f"{seat}"
        )
        entries.append((-1, taken))
    key = twins.keys[which].hex()
    version = purrlor.game(twins.game).rules_version
    entries.append((-1, GameStarted(number=1, key=key, next_seed="11" * 32, rules_version=version)))
    entries += [(seat, Played(seat=seat, actions=[action])) for seat, action in twins.prefix]
    head = Head(
        table_id=f"table-{code}",
        code=code,
        game=twins.game,
        phase="playing",
        is_listed=is_listed,
        due_at=None,
    )
    now = time.time()
    for seq, (seat, entry) in enumerate(entries, 1):
        line = Line(seq, f"c{seq}", seat, encode_entry(entry), now)
        assert decode_entry(line.body) == entry
        if seq == 1:
            await store.create(head, line)
        else:
            await store.append(head.table_id, line, None)
    await store.close()


def against_the_rules(twins: Twins, viewer: int) -> list[dict[str, Any]]:
    """Return which of the next actions, well formed as they are, a viewer may not do after them."""
    if viewer == SPECTATOR:
        return []
    actions = itertools.chain(*twins.nexts)
    return [action for action in actions if is_refused(twins, viewer, action)]


def is_refused(twins: Twins, viewer: int, action: dict[str, Any]) -> bool:
    match = purrlor.game(twins.game).match({"players": PLAYERS}, twins.keys[0])
    for seat, played in (*twins.prefix, *((twins.seat, one) for one in twins.nexts[0])):
        match.play(seat, played)
    try:
        match.play(viewer, action)
    except Refusal:
        return True
    return False


class Mask:
    """Leaves out what names a table or the time; of deadlines it leaves which are the same."""

    def __init__(self) -> None:
        self._deadlines: dict[str, int] = {}

    def __call__(self, text: str) -> str:
        text = re.sub(r'"code":"[^"]*"', '"code":""', text)
        text = re.sub(r'"server_time":[0-9.]+', '"server_time":0', text)
        return re.sub(r'(?<="deadlines":){[^}]+}', self._name_deadlines, text)

    def _name_deadlines(self, found: re.Match[str]) -> str:
        return re.sub(r"(?<=:)[0-9.e+]+", self._name, found[0])

    def _name(self, found: re.Match[str]) -> str:
        return f"deadline {self._deadlines.setdefault(found[0], len(self._deadlines))}"


def counts(served: Served) -> dict[str, float]:
    """Return all that the metrics count; how long things took differs by chance."""
    lines = [line.rpartition(" ") for line in served.metrics().splitlines() if line[0] != "#"]
    is_time = re.compile(r"_created|_sum$|_bucket{|_pause_seconds$")
    return {name: float(value) for name, _, value in lines if not is_time.search(name)}


async def watch(
    served: Served, code: str, twins: Twins, which: int, viewer: int, tokens: list[str]
) -> list[str]:
    """Return all bytes a viewer gets around the next action of a world, and what is counted."""
    device, actor = Device(served.url), Device(served.url)
    if viewer != SPECTATOR:
        device.http.cookies.set("purrlor_device", tokens[viewer])
    actor.http.cookies.set("purrlor_device", tokens[twins.seat])
    device.code = actor.code = code
    before = await asyncio.to_thread(counts, served)
    try:
        await device.reconnect()
        await actor.reconnect()
        await device.hear("table")
        for action in twins.nexts[which]:
            answer = await actor.play(twins.seat, action)
            assert answer["type"] in ("step", "done"), answer
        await device.send({"type": "ping"})
        await device.hear("pong")
        await device.reconnect()
        seat = max(viewer, 0)
        nonsense = {"type": "play", "id": "x", "seat": seat, "game": 1, "number": 9**9}
        await device.send(nonsense | {"actions": [{"type": "no such action"}]})
        await device.answer("x")
        for action in against_the_rules(twins, viewer):
            answer = await device.play(viewer, action)
            assert answer["type"] == "refused", (twins.game, action)
        info = await device.http.get(f"/api/tables/{code}")
        steps = await device.http.get(f"/api/tables/{code}/games/1/steps")
        record = await device.http.get(f"/api/tables/{code}/games/1/record")
        answers = (info, steps, record)
        texts = (*device.received, *(answer.text for answer in answers))
        headers = [str(sorted({**answer.headers, "date": ""}.items())) for answer in answers]
        after = await asyncio.to_thread(counts, served)
        counted = [f"{name} {after[name] - before.get(name, 0)}" for name in sorted(after)]
        return [*map(Mask(), texts), *headers, *counted]
    finally:
        await device.close()
        await actor.close()


def worlds() -> list[Twins]:
    rounds = [list(itertools.islice(twin_actions("cattitude", seed), 6)) for seed in (1, 2)]
    royal = [list(itertools.islice(twin_actions("cat-royal", seed), 3)) for seed in (1, 2)]
    deals = [twin_deals(game) for game in purrlor.game_names()]
    silences = [list(itertools.islice(twin_silences("cattitude", seed), 3)) for seed in (1, 2)]
    return [*deals, *itertools.chain(*rounds, *royal, *silences)]


def test_bytes_of_worlds_that_cannot_be_told_apart(
    tmp_path: Path, serve: Callable[..., Served]
) -> None:
    found = worlds()
    assert {twins.game for twins in found} == set(purrlor.game_names())
    pairs = [(twins, viewer) for twins in found for viewer in twins.viewers]
    assert len(pairs) > 15
    codes = [[f"{_word(2 * n + which)}" for which in (0, 1)] for n in range(len(pairs))]

    url = f"sqlite:///{tmp_path / 'purrlor.db'}"

    async def write() -> list[str]:
        tokens = await new_devices(url)
        for (twins, _), both in zip(pairs, codes, strict=True):
            for which in (0, 1):
                await write_world(url, both[which], twins, which, tokens)
        return tokens

    tokens = asyncio.run(write())
    served = serve("--grace", "60")
    refusals: set[str] = set()

    async def compare() -> None:
        for (twins, viewer), both in zip(pairs, codes, strict=True):
            one, other = [
                await watch(served, both[which], twins, which, viewer, tokens) for which in (0, 1)
            ]
            assert one == other, (twins.game, viewer, twins.nexts)
            assert any('"deadlines":{' in text for text in one)
            assert any(line.startswith("purrlor_steps_total") for line in one)
            refusals.update(re.findall(r'"reason":"(\w+)"', "".join(one)))

    asyncio.run(asyncio.wait_for(compare(), 240))
    assert len(refusals) > 4, "moves that are well formed were not refused by the rules"


def _word(number: int) -> str:
    letters = "".join("bdfg"[number >> 2 * i & 3] + "aeio"[number >> 2 * i & 3] for i in range(4))
    return f"{letters[:4]}-{letters[4:]}"


def test_list_of_tables_says_nothing_of_hidden_choices(
    tmp_path: Path, serve: Callable[..., Served]
) -> None:
    """Neither its words nor its order change when somebody picks up a card in secret."""
    twins, url = next(twin_silences("cattitude", 1)), f"sqlite:///{tmp_path / 'purrlor.db'}"

    async def write() -> list[str]:
        tokens = await new_devices(url)
        for number in (0, 1):
            await write_world(url, _word(number), twins, 0, tokens, is_listed=True)
        return tokens

    tokens = asyncio.run(write())
    served = serve("--grace", "60")

    async def story() -> None:
        for number in (0, 1):
            actor, stranger = Device(served.url), Device(served.url)
            actor.http.cookies.set("purrlor_device", tokens[twins.seat])
            actor.code = _word(number)
            await actor.reconnect()
            before = await stranger.http.get("/api/tables")
            assert len(before.json()) == 2
            assert (await actor.play(twins.seat, *twins.nexts[1]))["type"] in ("step", "done")
            after = await stranger.http.get("/api/tables")
            assert after.content == before.content
            await actor.close()
            await stranger.close()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_canaries_in_whole_games(tmp_path: Path, serve: Callable[..., Served]) -> None:
    """No key, seed, token, hash or log number occurs in anything that any device receives."""
    served = serve()
    frames: list[str] = []

    async def story() -> None:
        for game in purrlor.game_names():
            devices = [Device(served.url) for _ in range(4)]
            *players, spectator = devices
            clock = {"decision": 3600}
            await sit_down(players[0], players[1:], game, options={"players": 3}, clock=clock)
            spectator.code = players[0].code
            await spectator.reconnect()
            await be_refused(devices)
            await asyncio.gather(
                *(play_out(device, random.Random(n)) for n, device in enumerate(players))
            )
            while not spectator.is_over:
                await spectator.next()
            for device in devices:
                frames.extend(device.received)
                await device.close()

    asyncio.run(asyncio.wait_for(story(), 240))
    served.stop()
    secrets = canaries(served.database)
    assert len(secrets) > 40
    whole = "\n".join(frames)
    assert len(frames) > 1000
    assert [secret for secret in secrets if secret in whole] == []


async def be_refused(devices: list[Device]) -> None:
    """Let everybody try what only somebody else may do, in words that can be read."""
    for device, other in itertools.permutations(devices, 2):
        for seat, game in other.games.items():
            if seat != SPECTATOR and game["legal"]:
                command = device.command(next(iter(device.games)), [game["legal"][-1]])
                await device.send(command | {"seat": seat})
                assert (await device.answer(command["id"]))["type"] == "refused"


def canaries(database: Path) -> set[str]:
    """Collect everything in the log that no device may see."""

    async def read() -> set[str]:
        store = open_store(f"sqlite:///{database}")
        found: set[str] = set()
        for game in await store.games():
            found.add(game.table_id)
            for line in await store.read(game.table_id):
                words = msgspec.json.decode(line.body)
                for name in ("key", "seed", "next_seed", "device", "claim", "host"):
                    found.add(words.get(name, ""))
                if line.seat == -1:
                    found.add(line.command_id)
        await store.close()
        return found - {""}

    return asyncio.run(read())
