"""What can be played, starting a game, and hints while it runs."""

import asyncio
import time
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import Parameter
from msgspec import Meta

import purrlor
from purrlor.bots.levels import LEVELS
from purrlor.core.discovery import built_in_names
from purrlor.core.game import Game
from purrlor.core.options import OptionField, option_fields
from purrlor.server import wire
from purrlor.server.api.asking import (
    Asked,
    Body,
    Code,
    Forbidden,
    device_of,
    parlour_of,
    require_host,
    table_of,
)
from purrlor.server.coaching import Advice, Coach
from purrlor.server.entries import Entry, GameStarted, Signer, StartCalled, StartCancelled
from purrlor.server.fairness import hash_of
from purrlor.server.live import LiveTable
from purrlor.server.problems import PROBLEMS
from purrlor.server.signing import share_of
from purrlor.server.table.starting import (
    awaited,
    missing_nonces,
    new_game,
    require_ready,
    uncommitted,
)
from purrlor.server.table.state import Table, TableRefused
from purrlor.server.table.talking import REACTIONS
from purrlor.server.wire import Secret, TableInfo

WAIT_SECONDS = 0.02
"""How often it is seen whether a start goes on."""


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    options: list[OptionField]
    levels: list[str]
    reactions: list[str]


class Start(Body, frozen=True):
    """How to begin."""

    nonces: Annotated[list[Secret], Meta(max_length=16)] = []
    """Those of the host's own seats."""
    signers: Annotated[list[wire.Signer], Meta(max_length=16)] = []
    """The keys by which these seats sign their moves."""
    is_without_missing: bool = False
    """Begin in the end without the nonces that do not come; the record will say so."""


@get("/games", sync_to_thread=False, summary="What can be played", responses=PROBLEMS)
def list_games() -> list[GameInfo]:
    """Return all games with their options."""
    found = [purrlor.game(name) for name in built_in_names()]
    return [
        GameInfo(
            name=game.name,
            title=game.title,
            summary=game.summary,
            options=_table_fields(game),
            levels=list(LEVELS),
            reactions=list(REACTIONS),
        )
        for game in found
    ]


def _table_fields(game: Game) -> list[OptionField]:
    """Return a game's options with the defaults of tables."""
    return [
        msgspec.structs.replace(field, default=game.table_options.get(field.name, field.default))
        for field in option_fields(game.options)
    ]


@post(
    "/tables/{code:str}/start",
    status_code=200,
    summary="Deal; again after a game: rematch",
    responses=PROBLEMS,
)
async def start_game(request: Asked, code: Code, data: Start | None = None) -> TableInfo:
    """The host starts a game; after the first, seats and dealer rotate.

    Devices commit to a nonce, and are asked for it. If one does not answer in time, the start is
    called off, or the game begins without its nonce if the host said so.
    """
    live = await table_of(request, code)
    device, call = device_of(request), data or Start()
    seconds = parlour_of(request).settings.nonce_seconds
    require_host(live.table, device)
    require_ready(live.table, live.table.number + 1)
    await _wait_for_commitments(live, seconds)

    def make(table: Table) -> Entry:
        require_host(table, device)
        missing = _uncommitted(live)
        if missing and not call.is_without_missing and not table.call:
            return StartCancelled(missing=missing)
        if not awaited(table):
            return new_game(table)
        own = {table.seats[seat].commitment: seat for seat in table.seats_of(device)}
        shown = {own[hash_of(nonce)]: nonce for nonce in call.nonces if hash_of(nonce) in own}
        keys = {share_of(one.key, one.salt): one for one in call.signers}
        return StartCalled(
            number=table.number + 1,
            seconds=seconds,
            nonces=shown,
            signers={
                seat: Signer(key=keys[nonce].key, salt=keys[nonce].salt)
                for seat, nonce in shown.items()
                if nonce in keys
            },
            is_without_missing=call.is_without_missing,
        )

    entry = await live.submit(make)
    if isinstance(entry, StartCancelled):
        raise missing_nonces(live.table, entry.missing)
    assert isinstance(entry, (StartCalled, GameStarted))
    await _wait_for_deal(live, entry.number)
    return live.info()


def _uncommitted(live: LiveTable) -> list[int]:
    """Return the seats of devices here that commit as a rule, but have not yet."""
    return uncommitted(live.table, live.presence.everywhere())


async def _wait_for_commitments(live: LiveTable, seconds: float) -> None:
    """Leave devices time to commit: anew after each game and each start that was called off."""
    until = time.monotonic() + seconds
    while _uncommitted(live) and time.monotonic() < until and not live.table.call:
        await asyncio.sleep(WAIT_SECONDS)


async def _wait_for_deal(live: LiveTable, number: int) -> None:
    """Wait until a game that was called is dealt, or say why it is not."""
    while live.table.call or live.is_dirty:
        await asyncio.sleep(WAIT_SECONDS)
    if live.table.missing:
        raise missing_nonces(live.table, live.table.missing)
    if live.table.number < number:
        sentence = "The start is called off: somebody came or went. Start again."
        raise TableRefused(sentence, reason="start_called_off")


@get("/tables/{code:str}/advice", summary="What the own seat might do now", responses=PROBLEMS)
async def read_advice(
    request: Asked,
    code: Code,
    seat: Annotated[int | None, Parameter(ge=0, le=15, description="one of the own seats")] = None,
) -> Advice:
    """Return the best actions, where the table allows hints and the seat must decide."""
    live = await table_of(request, code)
    device = device_of(request)
    own = [one for one in live.table.seats_of(device) if seat in (None, one)]
    if not own:
        sentence = "Hints are for those who play, each for their own seat."
        raise Forbidden(sentence, reason="hints_for_players")
    coach: Coach = request.app.state.coach
    return await coach.advise(live, device, own)
