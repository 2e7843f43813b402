"""What is left of finished games: records, one's own games, statistics."""

import asyncio

from litestar import Response, get

from purrlor.server.api.asking import Asked, Code, device_of, parlour_of, table_of, use_limit
from purrlor.server.history import record_of_game
from purrlor.server.problems import PROBLEMS
from purrlor.server.statistics import Statistics, Tally
from purrlor.server.stores import FinishedGame


@get(
    "/tables/{code:str}/games/{number:int}/record",
    summary="The record of a finished game",
    responses=PROBLEMS,
)
async def read_record(request: Asked, code: Code, number: int) -> Response[bytes]:
    """Return a finished game as a file that replays."""
    live = await table_of(request, code, by_any_rules=True)
    store = parlour_of(request).store
    body = await store.record(live.table_id, number)
    if body is None:
        async with request.app.state.replaying:
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


@get("/recent", summary="The latest games of this device", responses=PROBLEMS)
async def recent_games(request: Asked) -> list[FinishedGame]:
    """Return the games that this device took part in."""
    use_limit(request, "lists")
    device = device_of(request)
    return await parlour_of(request).store.games_of(device, 50) if device else []


@get("/statistics", summary="Finished games, by kind", responses=PROBLEMS)
async def read_statistics(request: Asked) -> list[Statistics]:
    """Sum up the finished games."""
    use_limit(request, "lists")
    tally: Tally = request.app.state.tally
    return await tally.read()
