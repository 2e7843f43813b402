"""The REST part: opening, joining and leading a table, and what is left of finished games."""

import asyncio
import secrets
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, delete, get, patch, post
from litestar.datastructures import State
from litestar.params import Parameter
from msgspec import Meta

import purrlor
from purrlor.bots.levels import DEFAULT_LEVEL, LEVELS
from purrlor.core.options import OptionField, option_fields
from purrlor.server.coaching import Advice, Coach
from purrlor.server.entries import (
    BotSeated,
    ClockRules,
    Entry,
    GameStarted,
    OptionsChanged,
    SeatClaimed,
    SeatLeft,
    SeatTaken,
    StartCalled,
    StartCancelled,
)
from purrlor.server.fairness import hash_of
from purrlor.server.forgetting import forget_device
from purrlor.server.history import record_of_game
from purrlor.server.invitation import read_invitation, read_qr_code
from purrlor.server.limits import Limit
from purrlor.server.live import LiveTable
from purrlor.server.names import hashed, new_token, read_nickname
from purrlor.server.parlour import Parlour
from purrlor.server.problems import PROBLEMS
from purrlor.server.replays import read_record_steps, read_steps
from purrlor.server.statistics import Statistics, Tally
from purrlor.server.stores import FinishedGame
from purrlor.server.table import REACTIONS, Table, TableRefused, missing_nonces
from purrlor.server.wire import Secret, TableInfo

Code = Annotated[str, Parameter(max_length=32, description="the table's code, such as mika-ruto")]
Nickname = Annotated[str, Meta(min_length=1, max_length=200, description="1 to 24 characters")]
Commitment = Annotated[
    str,
    Meta(
        pattern="^([0-9a-f]{64})?$",
        max_length=64,
        description="the SHA-256 of this device's nonce, its share of the shuffle; empty: none",
    ),
]

OWN_TABLES = 6
"""Of how many tables a device is reminded."""


class Forbidden(TableRefused):
    """This device may not do that."""


class _Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a request says."""


class NewTable(_Body, frozen=True):
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


class Rules(_Body, frozen=True):
    """What will be played, and how."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = {}
    is_listed: bool = False
    can_spectate: bool = True
    has_chat: bool = True
    has_hints: bool = False
    clock: ClockRules | None = None


class Join(_Body, frozen=True):
    """Who sits down, and where."""

    nickname: Nickname
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    commitment: Commitment = ""


class Start(_Body, frozen=True):
    """How to begin."""

    nonces: Annotated[list[Secret], Meta(max_length=16)] = []
    """Those of the host's own seats."""
    is_without_missing: bool = False
    """Begin in the end without the nonces that do not come; the record will say so."""


class SeatBots(_Body, frozen=True):
    """Bots for one seat, or for all that are open."""

    level: Annotated[str, Meta(max_length=20)] = DEFAULT_LEVEL
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None


class Claim(_Body, frozen=True):
    """The token of a personal seat link."""

    token: Annotated[str, Meta(min_length=1, max_length=100)]
    commitment: Commitment = ""


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A seat, and the secret that takes it along to another device."""

    code: str
    seat: int | None
    token: str
    table: TableInfo


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    options: list[OptionField]
    levels: list[str]
    reactions: list[str]


class Forgotten(msgspec.Struct, frozen=True, kw_only=True):
    """What was forgotten of a device."""

    tables: int
    """At how many tables it had a seat."""


Asked = Request[Any, Any, State]


def _parlour(request: Asked) -> Parlour:
    found: Parlour = request.app.state.parlour
    return found


def _device(request: Asked) -> str:
    return str(request.scope.get("device", ""))


def _address(request: Asked) -> str:
    return request.client.host if request.client else ""


def _use(request: Asked, name: str) -> None:
    limit: Limit = request.app.state.limits[name]
    limit.use(_address(request))


async def _table(request: Asked, code: str) -> LiveTable:
    _use(request, "joins")
    return await _parlour(request).table(code)


def _require_host(table: Table, device: str) -> None:
    if table.host != device:
        raise Forbidden("Only the host of the table can do that.", reason="host_only")


@get("/games", sync_to_thread=False, summary="What can be played", responses=PROBLEMS)
def list_games() -> list[GameInfo]:
    """Return all games with their options."""
    found = [purrlor.game(name) for name in purrlor.game_names()]
    return [
        GameInfo(
            name=game.name,
            title=game.title,
            summary=game.summary,
            options=list(option_fields(game.options)),
            levels=list(LEVELS),
            reactions=list(REACTIONS),
        )
        for game in found
    ]


@post("/tables", summary="Open a table", responses=PROBLEMS)
async def create_table(request: Asked, data: NewTable) -> Seated:
    """Open a table; sit down with a nickname, and fill seats with bots."""
    _use(request, "tables")
    _require_room(data)
    live = await _parlour(request).create(
        game=data.game,
        options=data.options,
        host=_device(request),
        is_listed=data.is_listed,
        can_spectate=data.can_spectate,
        has_chat=data.has_chat,
        has_hints=data.has_hints,
        clock=data.clock,
        level=data.level,
    )
    seat, token = None, ""
    if data.nickname is not None:
        seat, token = await _sit(live, _device(request), data.nickname, None, data.commitment)
    for _ in range(data.bots):
        await live.submit(lambda table: _bot(table, None, data.level))
    return Seated(code=live.table.code, seat=seat, token=token, table=live.info())


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
    _use(request, "lists")
    parlour = _parlour(request)
    heads = await parlour.store.listed()
    return [live.info() async for live in parlour.open_all(heads)]


@get("/tables/{code:str}", summary="A table", responses=PROBLEMS)
async def read_table(request: Asked, code: Code) -> TableInfo:
    """Return a table as everybody sees it."""
    return (await _table(request, code)).info()


@patch("/tables/{code:str}", summary="Change what will be played", responses=PROBLEMS)
async def change_rules(request: Asked, code: Code, data: Rules) -> TableInfo:
    """The host changes game, options or clock between games."""
    live = await _table(request, code)
    device = _device(request)

    def make(table: Table) -> Entry:
        _require_host(table, device)
        return OptionsChanged(
            game=data.game,
            options=data.options,
            clock=data.clock,
            is_listed=data.is_listed,
            can_spectate=data.can_spectate,
            has_chat=data.has_chat,
            has_hints=data.has_hints,
        )

    await live.submit(make)
    return live.info()


@post("/tables/{code:str}/seats", summary="Sit down", responses=PROBLEMS)
async def join_table(request: Asked, code: Code, data: Join) -> Seated:
    """Take a seat with a nickname; the same device may take several."""
    live = await _table(request, code)
    seat, token = await _sit(live, _device(request), data.nickname, data.seat, data.commitment)
    return Seated(code=live.table.code, seat=seat, token=token, table=live.info())


async def _sit(
    live: LiveTable, device: str, nickname: str, seat: int | None, commitment: str
) -> tuple[int, str]:
    token = new_token()

    def make(table: Table) -> Entry:
        return SeatTaken(
            seat=table.first_open_seat() if seat is None else seat,
            nickname=table.read_name(nickname),
            device=device,
            claim=hashed(token),
            commitment=commitment,
        )

    entry = await live.submit(make)
    assert isinstance(entry, SeatTaken)
    return entry.seat, token


@post(
    "/tables/{code:str}/claim",
    status_code=200,
    summary="Take a seat along to this device",
    responses=PROBLEMS,
)
async def claim_seat(request: Asked, code: Code, data: Claim) -> Seated:
    """Take a seat back with its personal link; the link is renewed."""
    live = await _table(request, code)
    token, device = new_token(), _device(request)

    def make(table: Table) -> Entry:
        for seat in table.people():
            if secrets.compare_digest(table.seats[seat].claim, hashed(data.token)):
                return SeatClaimed(
                    seat=seat, device=device, claim=hashed(token), commitment=data.commitment
                )
        sentence = "This seat link is not valid here; ask the host for a seat."
        raise Forbidden(sentence, reason="seat_link_invalid")

    entry = await live.submit(make)
    assert isinstance(entry, SeatClaimed)
    return Seated(code=live.table.code, seat=entry.seat, token=token, table=live.info())


@delete(
    "/tables/{code:str}/seats/{seat:int}",
    status_code=200,
    summary="Leave, or send away",
    responses=PROBLEMS,
)
async def leave_seat(request: Asked, code: Code, seat: int) -> TableInfo:
    """A person leaves; the host may empty any seat."""
    live = await _table(request, code)
    device = _device(request)

    def make(table: Table) -> Entry:
        is_own = seat in table.seats_of(device)
        if not is_own:
            _require_host(table, device)
        return SeatLeft(seat=seat, is_kicked=not is_own)

    await live.submit(make)
    return live.info()


@post("/tables/{code:str}/bots", status_code=200, summary="Let bots sit down", responses=PROBLEMS)
async def seat_bots(request: Asked, code: Code, data: SeatBots) -> TableInfo:
    """The host puts a bot on one seat, or on every open one."""
    live = await _table(request, code)
    device = _device(request)

    def make(table: Table) -> Entry:
        _require_host(table, device)
        return _bot(table, data.seat, data.level)

    await live.submit(make)
    while data.seat is None and any(seat.kind == "open" for seat in live.table.seats):
        await live.submit(make)
    return live.info()


def _bot(table: Table, seat: int | None, level: str) -> BotSeated:
    number = table.first_open_seat() if seat is None else seat
    return BotSeated(seat=number, level=level, name=table.free_bot_name())


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
    live = await _table(request, code)
    device, call = _device(request), data or Start()
    seconds = _parlour(request).settings.nonce_seconds
    _require_host(live.table, device)
    live.table.require_ready(live.table.number + 1)
    await live.wait_for_commitments(seconds)

    def make(table: Table) -> Entry:
        _require_host(table, device)
        missing = live.uncommitted()
        if missing and not call.is_without_missing and not table.call:
            return StartCancelled(missing=missing)
        if not table.awaited():
            return table.new_game()
        own = {table.seats[seat].commitment: seat for seat in table.seats_of(device)}
        shown = {own[hash_of(nonce)]: nonce for nonce in call.nonces if hash_of(nonce) in own}
        return StartCalled(
            number=table.number + 1,
            seconds=seconds,
            nonces=shown,
            is_without_missing=call.is_without_missing,
        )

    entry = await live.submit(make)
    if isinstance(entry, StartCancelled):
        raise missing_nonces(live.table, entry.missing)
    assert isinstance(entry, (StartCalled, GameStarted))
    await live.wait_for_deal(entry.number)
    return live.info()


@get(
    "/tables/{code:str}/games/{number:int}/record",
    summary="The record of a finished game",
    responses=PROBLEMS,
)
async def read_record(request: Asked, code: Code, number: int) -> Response[bytes]:
    """Return a finished game as a file that replays."""
    live = await _table(request, code)
    async with request.app.state.replaying:
        lines = await _parlour(request).store.read(live.table_id)
        body = await asyncio.to_thread(record_of_game, lines, number)
    name = f"{live.table.code}-{number}.json"
    return Response(
        body,
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@get("/tables/{code:str}/advice", summary="What the own seat might do now", responses=PROBLEMS)
async def read_advice(
    request: Asked,
    code: Code,
    seat: Annotated[int | None, Parameter(ge=0, le=15, description="one of the own seats")] = None,
) -> Advice:
    """Return the best actions, where the table allows hints and the seat must decide."""
    live = await _table(request, code)
    device = _device(request)
    own = [one for one in live.table.seats_of(device) if seat in (None, one)]
    if not own:
        sentence = "Hints are for those who play, each for their own seat."
        raise Forbidden(sentence, reason="hints_for_players")
    coach: Coach = request.app.state.coach
    return await coach.advise(live, device, own)


@get("/seats", summary="The tables at which this device sits", responses=PROBLEMS)
async def own_tables(request: Asked) -> list[TableInfo]:
    """Return the tables that wait or play, the newest first: the way back to one's seat."""
    _use(request, "joins")
    parlour, device = _parlour(request), _device(request)
    heads = await parlour.store.tables_of(device) if device else []
    waiting = [head for head in reversed(heads) if head.phase in ("waiting", "playing")]
    lives = [await parlour.table(head.code) for head in waiting[:OWN_TABLES]]
    return [live.info() for live in lives if live.table.seats_of(device)]


@get("/recent", summary="The latest games of this device", responses=PROBLEMS)
async def recent_games(request: Asked) -> list[FinishedGame]:
    """Return the games that this device took part in."""
    _use(request, "lists")
    device = _device(request)
    return await _parlour(request).store.games_of(device, 50) if device else []


@delete("/me", status_code=200, summary="Forget this device", responses=PROBLEMS)
async def forget_me(request: Asked) -> Forgotten:
    """Leave all tables; forget games, nicknames, words and cookie of this device."""
    _use(request, "joins")
    device = _device(request)
    tables = await forget_device(_parlour(request), device) if device else 0
    return Forgotten(tables=tables)


@get("/statistics", summary="Finished games, by kind", responses=PROBLEMS)
async def read_statistics(request: Asked) -> list[Statistics]:
    """Sum up the finished games."""
    _use(request, "lists")
    tally: Tally = request.app.state.tally
    return await tally.read()


API = Router(
    path="/api",
    route_handlers=[
        list_games,
        create_table,
        list_tables,
        read_table,
        change_rules,
        join_table,
        claim_seat,
        leave_seat,
        seat_bots,
        start_game,
        read_record,
        read_steps,
        read_record_steps,
        read_advice,
        own_tables,
        recent_games,
        forget_me,
        read_statistics,
        read_invitation,
        read_qr_code,
    ],
)
