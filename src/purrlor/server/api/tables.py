"""Opening a table, finding it, and changing what will be played."""

from typing import Annotated, Any

from litestar import get, patch, post
from msgspec import Meta

import purrlor
from purrlor.bots.levels import DEFAULT_LEVEL
from purrlor.server.api.asking import (
    Asked,
    Body,
    Code,
    Commitment,
    Nickname,
    device_of,
    parlour_of,
    require_host,
    table_of,
    use_limit,
)
from purrlor.server.api.seats import Seated, new_bot, sit_down
from purrlor.server.entries import ClockRules, Entry, OptionsChanged
from purrlor.server.names import read_nickname
from purrlor.server.problems import PROBLEMS
from purrlor.server.table.state import Table, TableRefused
from purrlor.server.wire import TableInfo


class NewTable(Body, frozen=True):
    """How a table shall be."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = {}
    nickname: Nickname | None = None
    """Sit down at once."""
    commitment: Commitment = ""
    bots: Annotated[int, Meta(ge=0, le=8)] = 0
    """How many seats bots take at once."""
    level: Annotated[str, Meta(max_length=20)] = DEFAULT_LEVEL
    is_listed: bool = False
    can_spectate: bool = True
    has_chat: bool = True
    has_hints: bool = False
    clock: ClockRules | None = None


class Rules(Body, frozen=True):
    """What will be played, and how."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = {}
    is_listed: bool = False
    can_spectate: bool = True
    has_chat: bool = True
    has_hints: bool = False
    clock: ClockRules | None = None
    removed: Annotated[list[Annotated[int, Meta(ge=0, le=15)]], Meta(max_length=16)] = []
    """Open seats that are taken away, where fewer play; the others move up."""


@post("/tables", summary="Open a table", responses=PROBLEMS)
async def create_table(request: Asked, data: NewTable) -> Seated:
    """Open a table; sit down with a nickname, and fill seats with bots."""
    use_limit(request, "tables")
    _require_room(data)
    live = await parlour_of(request).create(
        game=data.game,
        options=_table_options(data),
        host=device_of(request),
        is_listed=data.is_listed,
        can_spectate=data.can_spectate,
        has_chat=data.has_chat,
        has_hints=data.has_hints,
        clock=data.clock,
        level=data.level,
    )
    seat, token = None, ""
    if data.nickname is not None:
        seat, token = await sit_down(live, device_of(request), data.nickname, None, data.commitment)
    for _ in range(data.bots):
        await live.submit(lambda table: new_bot(table, None, data.level))
    return Seated(code=live.table.code, seat=seat, token=token, table=live.info())


def _table_options(data: NewTable | Rules) -> dict[str, Any]:
    """Return the host's options, completed by what tables play where nothing is chosen."""
    return {**purrlor.game(data.game).table_options, **data.options}


def _require_room(data: NewTable) -> None:
    """Refuse a table that could not be filled as asked, before it is opened."""
    players = purrlor.game(data.game).read_options(data.options).players
    if data.nickname is not None:
        read_nickname(data.nickname)
    if data.bots + (data.nickname is not None) > players:
        sentence = "This table has {players} seats; fewer bots can sit down."
        raise TableRefused(sentence, reason="too_many_bots", players=players)


@get("/tables", summary="Tables that anybody may join", responses=PROBLEMS)
async def list_tables(request: Asked) -> list[TableInfo]:
    """Return the listed tables, the newest first."""
    use_limit(request, "lists")
    parlour = parlour_of(request)
    heads = await parlour.store.listed()
    return [live.info() async for live in parlour.open_all(heads)]


@get("/tables/{code:str}", summary="A table", responses=PROBLEMS)
async def read_table(request: Asked, code: Code) -> TableInfo:
    """Return a table as everybody sees it."""
    return (await table_of(request, code)).info()


@patch("/tables/{code:str}", summary="Change what will be played", responses=PROBLEMS)
async def change_rules(request: Asked, code: Code, data: Rules) -> TableInfo:
    """The host changes game, options or clock between games."""
    live = await table_of(request, code)
    device = device_of(request)

    def make(table: Table) -> Entry:
        require_host(table, device)
        return OptionsChanged(
            game=data.game,
            options=_table_options(data),
            clock=data.clock,
            is_listed=data.is_listed,
            can_spectate=data.can_spectate,
            has_chat=data.has_chat,
            has_hints=data.has_hints,
            removed=data.removed,
        )

    await live.submit(make)
    return live.info()
