"""Sitting down, moving to another device, leaving, and letting bots sit down."""

import functools
import secrets
from typing import Annotated

import msgspec
from litestar import delete, post
from msgspec import Meta

from purrlor.bots.levels import DEFAULT_LEVEL
from purrlor.server.api.asking import (
    Asked,
    Body,
    Code,
    Commitment,
    Forbidden,
    Nickname,
    device_of,
    require_host,
    table_of,
)
from purrlor.server.entries import (
    BotSeated,
    Entry,
    SeatClaimed,
    SeatLeft,
    SeatTaken,
    SendAwayAsked,
    TakeOverAsked,
)
from purrlor.server.live import LiveTable
from purrlor.server.names import hashed, new_token
from purrlor.server.problems import PROBLEMS
from purrlor.server.table.proposals import (
    require_not_turned_down,
    require_other_hand_unseen,
    withdrawal,
)
from purrlor.server.table.seating import first_open_seat, free_bot_name, read_name
from purrlor.server.table.state import Table
from purrlor.server.wire import TableInfo


class Join(Body, frozen=True):
    """Who sits down, and where."""

    nickname: Nickname
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    commitment: Commitment = ""


class Claim(Body, frozen=True):
    """The token of a personal seat link."""

    token: Annotated[str, Meta(min_length=1, max_length=100)]
    commitment: Commitment = ""


class SeatBots(Body, frozen=True):
    """Bots for one seat, or for all that are open."""

    level: Annotated[str, Meta(max_length=20)] = DEFAULT_LEVEL
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A seat, and the secret that takes it along to another device."""

    code: str
    seat: int | None
    """None: nobody sat down, or the table is asked first."""
    token: str
    table: TableInfo


@post("/tables/{code:str}/seats", summary="Sit down", responses=PROBLEMS)
async def join_table(request: Asked, code: Code, data: Join) -> Seated:
    """Take a seat with a nickname; the same device may take several.

    In a running game this asks the people at the table whether one may take over from the bot of
    somebody who left: no seat is answered then, and the token is good once they all agree.
    """
    live = await table_of(request, code)
    seat, token = await sit_down(
        live, device_of(request), data.nickname, data.seat, data.commitment
    )
    return Seated(code=live.table.code, seat=seat, token=token, table=live.info())


async def sit_down(
    live: LiveTable, device: str, nickname: str, seat: int | None, commitment: str
) -> tuple[int | None, str]:
    """Let a person sit down; return the seat, and the token of its personal link.

    The seat is None if the table is asked first.
    """
    token = new_token()

    def make(table: Table) -> Entry:
        number = _free_seat(table, device) if seat is None else seat
        name = read_name(table, nickname)
        require_other_hand_unseen(table, device, number)
        is_asked = table.phase == "playing" and bool(table.people())
        if is_asked:
            require_not_turned_down(table, device)
        return (TakeOverAsked if is_asked else SeatTaken)(
            seat=number, nickname=name, device=device, claim=hashed(token), commitment=commitment
        )

    entry = await live.submit(make)
    return entry.seat if isinstance(entry, SeatTaken) else None, token


def _free_seat(table: Table, device: str) -> int:
    """Return the seat that a device left in the running game, or else the first that is free."""
    held = table.hands.get(device, set()) if table.phase == "playing" else set()
    own = [number for number in sorted(held) if table.seats[number].is_vacated]
    return own[0] if own else first_open_seat(table)


@post(
    "/tables/{code:str}/claim",
    status_code=200,
    summary="Take a seat along to this device",
    responses=PROBLEMS,
)
async def claim_seat(request: Asked, code: Code, data: Claim) -> Seated:
    """Take a seat back with its personal link; the link is renewed."""
    live = await table_of(request, code)
    token, device = new_token(), device_of(request)

    def make(table: Table) -> Entry:
        for seat in table.people():
            if secrets.compare_digest(table.seats[seat].claim, hashed(data.token)):
                require_other_hand_unseen(table, device, seat)
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
    """A person leaves; the host may empty any seat.

    In a running game the host may send away who is away; of who is there the others are asked.
    """
    live = await table_of(request, code)
    device = device_of(request)

    def make(table: Table) -> Entry:
        is_own = seat in table.seats_of(device)
        if not is_own:
            require_host(table, device)
            found = table.seat(seat)
            if table.phase == "playing" and found.kind == "person" and not found.is_covered:
                return SendAwayAsked(seat=seat)
        return SeatLeft(seat=seat, is_kicked=not is_own)

    await live.submit(make)
    return live.info()


@delete(
    "/tables/{code:str}/proposal",
    status_code=200,
    summary="Withdraw what this device asked the table",
    responses=PROBLEMS,
)
async def withdraw_proposal(request: Asked, code: Code) -> TableInfo:
    """Whoever asked the table to send somebody away, or to take over, does not any more."""
    live = await table_of(request, code)
    device = device_of(request)

    await live.submit(functools.partial(withdrawal, device=device))
    return live.info()


@post("/tables/{code:str}/bots", status_code=200, summary="Let bots sit down", responses=PROBLEMS)
async def seat_bots(request: Asked, code: Code, data: SeatBots) -> TableInfo:
    """The host puts a bot on one seat, or on every open one."""
    live = await table_of(request, code)
    device = device_of(request)

    def make(table: Table) -> Entry:
        require_host(table, device)
        return new_bot(table, data.seat, data.level)

    await live.submit(make)
    while data.seat is None and any(seat.kind == "open" for seat in live.table.seats):
        await live.submit(make)
    return live.info()


def new_bot(table: Table, seat: int | None, level: str) -> BotSeated:
    """Return a bot that sits down on a seat; without one, on the first that is open."""
    number = first_open_seat(table) if seat is None else seat
    return BotSeated(seat=number, level=level, name=free_bot_name(table))
