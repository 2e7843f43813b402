"""Watching games again: finished ones of a table, and records that somebody has kept."""

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from purrlor.core.refusals import RecordRefused, UnknownGame
from purrlor.server.api.access import RecordKey, require_reader
from purrlor.server.api.asking import Asked, Code, parlour_of, table_of, use_limit
from purrlor.server.history import Eyes, Replay, replay_of_game, replay_of_record
from purrlor.server.problems import PROBLEMS

LONGEST_RECORD = 2 * 1024 * 1024
"""The largest record that is read, in bytes."""

Seat = Annotated[int | None, Parameter(description="whose eyes; a spectator's if left out")]
Everything = Annotated[bool, Parameter(description="lay open what was hidden")]


@get(
    "/tables/{code:str}/games/{number:int}/steps",
    summary="A finished game step by step",
    responses=PROBLEMS,
)
async def read_steps(
    request: Asked,
    code: Code,
    number: int,
    seat: Seat = None,
    everything: Everything = False,
    key: RecordKey = "",
) -> Replay:
    """Return what a seat (or a spectator) was told and saw after each step."""
    live = await table_of(request, code)
    await require_reader(request, live, number, key)
    async with request.app.state.replaying:
        lines = await parlour_of(request).store.read(live.table_id)
        return await asyncio.to_thread(replay_of_game, lines, number, Eyes(seat, everything))


@post(
    "/replays",
    status_code=200,
    request_max_body_size=LONGEST_RECORD,
    summary="A record step by step",
    responses=PROBLEMS,
)
async def read_record_steps(
    request: Asked, seat: Seat = None, everything: Everything = False
) -> Replay:
    """Check a record that is sent as it was downloaded, and replay it; nothing of it is kept."""
    use_limit(request, "replays")
    body = await request.body()
    async with request.app.state.replaying:
        try:
            return await asyncio.to_thread(replay_of_record, body, Eyes(seat, everything))
        except (RecordRefused, UnknownGame) as refusal:
            raise RecordRefused("{why}", reason="bad_record", why=refusal.sentence) from None
