"""Watching games again: finished ones of a table, and records that somebody has kept."""

import asyncio
import os
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import Parameter

from purrlor.core.refusals import Reason, RecordRefused, UnknownGame
from purrlor.server.api.access import RecordKey, require_reader
from purrlor.server.api.asking import (
    Asked,
    Code,
    parlour_of,
    place_to_replay,
    table_of,
    use_limit,
)
from purrlor.server.fair_queue import FairQueue
from purrlor.server.history import Eyes, Replay, replay_of_game, replay_of_record
from purrlor.server.problems import PROBLEMS

LONGEST_RECORD = 2 * 1024 * 1024
"""The largest record that is read, in bytes."""

Seat = Annotated[int | None, Parameter(description="whose eyes; a spectator's if left out")]
Everything = Annotated[bool, Parameter(description="lay open what was hidden")]


TOO_MANY_REPLAYS = Reason(
    "replays_busy", "Many games are being replayed right now; try again in a moment."
)


def replay_queue() -> FairQueue:
    """Return where replays of a server wait for a processor."""
    places = max(2, (os.cpu_count() or 1) - 1)
    return FairQueue(places, most_waiting=64, most_per_address=8, reason=TOO_MANY_REPLAYS)


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
) -> Response[Replay]:
    """Return what a seat (or a spectator) was told and saw after each step."""
    live = await table_of(request, code, by_any_rules=True)
    await require_reader(request, live, number, key)
    async with place_to_replay(request):
        lines = await parlour_of(request).store.read(live.table_id)
        return await _answer(replay_of_game, lines, number, Eyes(seat, everything))


@post(
    "/replays",
    status_code=200,
    request_max_body_size=LONGEST_RECORD,
    summary="A record step by step",
    responses=PROBLEMS,
)
async def read_record_steps(
    request: Asked, seat: Seat = None, everything: Everything = False
) -> Response[Replay]:
    """Check a record that is sent as it was downloaded, and replay it; nothing of it is kept."""
    use_limit(request, "replays")
    body = await request.body()
    async with place_to_replay(request):
        try:
            return await _answer(replay_of_record, body, Eyes(seat, everything))
        except (RecordRefused, UnknownGame) as refusal:
            raise RecordRefused("{why}", reason="bad_record", why=refusal.sentence) from None


async def _answer(replay: Callable[..., Replay], *arguments: Any) -> Response[Replay]:
    """Replay a game and write it down in a thread; the event loop only passes it on."""
    body: Any = await asyncio.to_thread(lambda: _in_pieces(replay(*arguments)))
    return Response(body, media_type=MediaType.JSON)


def _in_pieces(replay: Replay) -> bytes:
    """Return a replay in JSON. Written in one go, megabytes would stop all other threads."""
    moments = b",".join([msgspec.json.encode(moment) for moment in replay.moments])
    frame = msgspec.json.encode(msgspec.structs.replace(replay, moments=[]))
    before, empty, after = frame.partition(b'"moments":[]')
    return b"".join((before, empty[:-1], moments, b"]", after))
