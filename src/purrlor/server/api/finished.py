"""What is left of finished games: records, one's own games, statistics."""

import asyncio

import msgspec
from litestar import Response, get

from purrlor.server.api.access import RecordKey, require_reader
from purrlor.server.api.asking import (
    Asked,
    Code,
    device_of,
    parlour_of,
    place_to_replay,
    table_of,
    use_limit,
)
from purrlor.server.history import record_of_game
from purrlor.server.problems import PROBLEMS
from purrlor.server.statistics import Statistics, Tally


class RecentGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game that this device took part in."""

    code: str
    number: int
    game: str
    started_at: float
    finished_at: float
    names: list[str]
    bots: list[bool]
    places: list[int]
    points: list[int]
    reason: str
    steps: int


class SharedKey(msgspec.Struct, frozen=True, kw_only=True):
    """What opens the record of a game to those who did not sit there."""

    key: str
    """Empty: everybody may read it."""


@get(
    "/tables/{code:str}/games/{number:int}/record",
    summary="The record of a finished game",
    responses=PROBLEMS,
)
async def read_record(
    request: Asked, code: Code, number: int, key: RecordKey = ""
) -> Response[bytes]:
    """Return a finished game as a file that replays."""
    live = await table_of(request, code, by_any_rules=True)
    await require_reader(request, live, number, key)
    store = parlour_of(request).store
    body = await store.record(live.table_id, number)
    if body is None:
        async with place_to_replay(request):
            lines = await store.read(live.table_id)
            made = await asyncio.to_thread(record_of_game, lines, number)
        await store.keep_record(live.table_id, number, made)
        body = await store.record(live.table_id, number) or made  # the first that was kept
    name = f"{live.table.code}-{number}.json"
    return Response(
        body,
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@get(
    "/tables/{code:str}/games/{number:int}/key",
    summary="What opens the record of a game to others",
    responses=PROBLEMS,
)
async def read_record_key(
    request: Asked, code: Code, number: int, key: RecordKey = ""
) -> SharedKey:
    """Return the key of a game at a private table; whoever may read the game may share it."""
    live = await table_of(request, code)
    is_private = await require_reader(request, live, number, key)
    tokens = parlour_of(request).tokens
    return SharedKey(key=tokens.record_key(live.table_id, number) if is_private else "")


@get("/recent", summary="The latest games of this device", responses=PROBLEMS)
async def recent_games(request: Asked) -> list[RecentGame]:
    """Return the games that this device took part in."""
    use_limit(request, "lists")
    device = device_of(request)
    games = await parlour_of(request).store.games_of(device, 50) if device else []
    return [
        RecentGame(**{field: getattr(game, field) for field in RecentGame.__struct_fields__})
        for game in games
    ]


@get("/statistics", summary="Finished games, by kind", responses=PROBLEMS)
async def read_statistics(request: Asked) -> list[Statistics]:
    """Sum up the finished games."""
    use_limit(request, "lists")
    tally: Tally = request.app.state.tally
    return await tally.read()
