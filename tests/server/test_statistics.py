"""Statistics are added up in parts, and not for everybody who asks anew."""

import asyncio
from pathlib import Path

import pytest

import purrlor
from purrlor.server import statistics
from purrlor.server.statistics import Statistics, Tally
from purrlor.server.stores import FinishedGame, open_store, sqlite


def game(number: int, name: str) -> FinishedGame:
    return FinishedGame(
        table_id=f"t{number % 3}",
        code="mika-ruto",
        number=1 + number // 3,
        game=name,
        started_at=60.0,
        finished_at=120.0 + 60.0 * number,
        names=["Ann", "Biscuit"],
        bots=[False, True],
        places=[1, 2] if number % 4 else [1, 1],
        points=[3, 1],
        reason="points",
        steps=10 * number,
    )


def test_games_are_added_up_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "GAMES_AT_ONCE", 2)
    monkeypatch.setattr(statistics, "SHORTEST_MEMORY", 3600.0)

    async def story() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'purrlor.db'}")
        tally = Tally(store)
        for number in range(7):
            await store.keep_game(game(number, "cattitude"), [])
        await store.keep_game(game(7, "a game of the past"), [])
        found = {one.game: one for one in await tally.read()}
        assert list(found) == list(purrlor.game_names())
        assert found["cattitude"] == Statistics(
            game="cattitude",
            games=7,
            mean_minutes=4.0,
            mean_steps=30.0,
            wins_of_people=7,
            wins_of_bots=2,
        )
        assert found["cat-royal"].games == found["cat-royal"].mean_minutes == 0
        await store.keep_game(game(8, "cat-royal"), [])
        assert {one.game: one for one in await tally.read()} == found  # it is remembered
        assert {one.game: one.games for one in await Tally(store).read()}["cat-royal"] == 1
        await store.close()

    asyncio.run(story())
