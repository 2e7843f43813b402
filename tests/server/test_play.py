"""Whole games through real sockets: cut, repeated, reordered and late commands change nothing."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from player import Device, is_closed, pick, play_out, sit_down

import purrlor
from purrlor.server.steps import SPECTATOR

GAMES = [
    ("rat-a-tat-cat", {"players": 2, "rounds": 2}),
    ("rat-a-tat-cat", {"players": 6, "rounds": 1}),
    ("cattitude", {"players": 3}),
    ("cattitude", {"players": 5, "beginner": True, "toss": True}),
    ("cat-royal", {"players": 2}),
    ("cat-royal", {"players": 4, "partners": True}),
]


async def play_roughly(device: Device, seed: int) -> None:
    """Play at random over a bad line, until the game is over."""
    chance = random.Random(seed)
    old: list[dict[str, Any]] = []
    while not device.is_over:
        try:
            await _one_thing(device, chance, old)
        except Exception as error:
            if not is_closed(error):
                raise
            await device.reconnect()


async def _one_thing(device: Device, chance: random.Random, old: list[dict[str, Any]]) -> None:
    kind = chance.random()
    if kind < 0.02:
        await device.reconnect()  # without a farewell
    elif kind < 0.05 and old:
        await device.send(chance.choice(old))  # again, much later
        await device.next()
    turns = device.turns()
    if not turns:
        await device.next()
        return
    seat = chance.choice(turns)
    command = device.command(seat, [pick(chance, device.games[seat]["legal"])])
    old.append(command)
    await device.send(command)
    if kind > 0.95:
        await device.send(command)  # twice
    if kind > 0.985:
        await device.reconnect()  # before the answer
        await device.send(command)
    answer = await device.answer(command["id"])
    assert answer["type"] in ("step", "done"), answer


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda value: str(value))
def test_whole_game_over_bad_lines(
    people: Callable[..., None], game: str, options: dict[str, Any]
) -> None:
    async def story(*devices: Device) -> None:
        host, *guests, spectator = devices
        await sit_down(host, guests, game, options=options)
        spectator.code = host.code
        await spectator.reconnect()
        watching = asyncio.create_task(_watch(spectator))
        await asyncio.gather(
            *(play_roughly(device, seed) for seed, device in enumerate((host, *guests)))
        )
        await watching
        record = await host.get(f"/tables/{host.code}/games/1/record")
        replayed = purrlor.game(game).replay(record)
        assert replayed.is_over
        for device in devices:
            for seat, last in device.games.items():
                eyes = None if seat == SPECTATOR else seat
                assert last["view"] == plain(replayed.view(eyes))
                assert device.told[seat] == steps_told(replayed, eyes)[-len(device.told[seat]) :]

    people(options["players"] + 1, story)


async def _watch(spectator: Device) -> None:
    while not spectator.is_over:
        await spectator.next()


def plain(words: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(words))


def steps_told(match: Any, seat: int | None) -> list[Any]:
    """Return what a seat is told in each step that it sees, by playing the game again."""
    again = match.game.match(match.options, match.key)
    steps = [again.opening, *(again.play(one.seat, one.actions) for one in match.played)]
    seen = [[plain(event) for audience, event in told if audience.includes(seat)] for told in steps]
    return [events for events in seen if events]


@pytest.mark.parametrize("game", purrlor.game_names())
def test_game_against_bots(people: Callable[..., None], game: str) -> None:
    async def story(device: Device) -> None:
        await device.open_table(game, bots=purrlor.game(game).read_options().players - 1)
        await device.connect()
        await device.start()
        await device.hear("standing")
        await play_out(device, random.Random(3))
        recent = await device.get("/recent")
        assert [one["game"] for one in recent] == [game]
        assert recent[0]["names"][device.seats[0]] == "Ann"

    people(1, story)


def test_hot_seat(people: Callable[..., None]) -> None:
    """One device holds several seats, and sees each with its own eyes."""

    async def story(device: Device) -> None:
        await device.open_table("rat-a-tat-cat", options={"rounds": 1})
        await device.join(device.code, "Bob")
        await device.connect()
        await device.start()
        await device.hear("standing")
        await device.hear("standing")
        assert device.seats == [0, 1]
        assert device.games[0]["view"]["rows"][1] == ["hidden"] * 4
        assert device.games[1]["view"]["rows"][0] == ["hidden"] * 4
        await play_out(device, random.Random(1))

    people(1, story)


def test_batch_is_taken_whole_or_not_at_all(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "cattitude", options={"players": 2})
        before = ann.games[0]
        card = next(a for a in before["legal"] if a["type"] == "offer")
        answer = await ann.play(0, card, {"type": "seal"})
        assert answer["type"] == "refused"
        assert answer["clause"]
        await ann.reconnect()
        assert ann.games[0]["view"] == before["view"]
        assert ann.games[0]["number"] == before["number"]

    people(2, story)


def test_command_is_carried_out_once(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options={"players": 2})
        command = ann.command(0, [{"type": "ready"}])
        for _ in range(3):
            await ann.send(command)
        assert (await ann.answer(command["id"]))["type"] == "step"
        for _ in range(2):
            again = await ann.hear("done", "refused")
            assert again == {"type": "done", "id": command["id"], "number": 2}
        assert ann.games[0]["number"] == 2

    people(2, story)


def test_late_command_of_a_simultaneous_phase_is_judged_anew(people: Callable[..., None]) -> None:
    """Bob looks while Ann is ready first; his command still counts."""

    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options={"players": 2})
        late = bob.command(1, [{"type": "ready"}])
        await ann.play(0, {"type": "ready"})
        await bob.send(late)
        assert (await bob.answer(late["id"]))["type"] == "step"

    people(2, story)


def test_command_made_for_an_earlier_turn_is_refused(people: Callable[..., None]) -> None:
    async def story(ann: Device) -> None:
        await ann.open_table("rat-a-tat-cat", options={"players": 2}, bots=1)
        await ann.connect()
        await ann.start()
        await ann.hear("standing")
        await _until_own_turn(ann)
        late = ann.command(0, [ann.games[0]["legal"][0]])
        await ann.play(0, ann.games[0]["legal"][0])
        await _until_own_turn(ann)
        await ann.send(late)
        answer = await ann.answer(late["id"])
        assert answer["sentence"] == "The table has moved on since; look again."

    people(1, story)


async def _until_own_turn(ann: Device) -> None:
    while not ann.turns() or ann.games[0]["view"]["phase"] != "turn":
        if ann.turns():
            await ann.play(0, ann.games[0]["legal"][0])
        else:
            await ann.next()


def test_numbers_count_only_what_a_seat_sees(people: Callable[..., None]) -> None:
    """What a seat offers secretly is no step for the others."""

    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "cattitude", options={"players": 2})
        before = bob.games[1]["number"]
        for _ in range(3):
            offers = [a for a in ann.games[0]["legal"] if a["type"] == "offer"]
            await ann.play(0, offers[0])
        await bob.reconnect()
        assert bob.games[1]["number"] == before
        assert ann.games[0]["number"] == before + 3

    people(2, story)


def test_a_decision_is_named_by_the_step_it_began_with(people: Callable[..., None]) -> None:
    """What was picked for one turn is not for the next, however alike the two look."""

    async def story(ann: Device, bob: Device) -> None:
        options = {"players": 2, "rounds": 50, "first_dealer": 1}
        await sit_down(ann, [bob], "rat-a-tat-cat", options=options)
        await ann.play(0, {"type": "ready"})
        await bob.play(1, {"type": "ready"})
        decisions: list[int] = []
        for device, seat in [(ann, 0), (bob, 1)] * 4:
            while seat not in device.turns():
                await device.next()
            decision = device.games[seat]["decides_from"]
            assert decision == device.games[seat]["number"]
            if seat == 0:
                decisions.append(decision)
            taking = [one for one in device.games[seat]["legal"] if one["type"] == "take_discard"]
            await device.play(seat, taking[0] if taking else {"type": "draw"})
            if not taking:
                await device.play(seat, {"type": "discard"})
            assert device.games[seat]["decides_from"] > decision
            await device.play(seat, {"type": "end_turn"})
        assert decisions == sorted(set(decisions))

    people(2, story)


def test_a_decision_goes_on_while_others_act(people: Callable[..., None]) -> None:
    """C3.1: a bid in the making is not touched when somebody else seals."""

    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await sit_down(ann, [bob, eve], "cattitude", options={"players": 3})
        before = ann.games[0]
        for seat, device in ((1, bob), (2, eve)):
            hand = device.games[seat]["view"]["hands"][seat]
            offers = [{"type": "offer", "card": card, "bid": "open"} for card in hand]
            await device.play(seat, *offers, {"type": "seal"})
            await ann.next()
        assert ann.games[0]["number"] > before["number"]
        assert ann.games[0]["decides_from"] == before["decides_from"]

    people(3, story)
