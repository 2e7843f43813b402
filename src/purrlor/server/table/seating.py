"""Who sits where: people and bots come and go, and bots play for people who are away."""

from typing import Literal

from purrlor.core.refusals import SeatRefused
from purrlor.server.entries import (
    BotSeated,
    HostChanged,
    SeatClaimed,
    SeatCovered,
    SeatLeft,
    SeatReturned,
    SeatTaken,
)
from purrlor.server.names import read_nickname, same_name, shown_name
from purrlor.server.table.pausing import end_pause, settle_pause
from purrlor.server.table.proposals import seat_changed_hands
from purrlor.server.table.seats import BOT_NAMES, read_level
from purrlor.server.table.starting import call_off
from purrlor.server.table.state import Table, TableRefused

# Questions


def first_open_seat(table: Table) -> int:
    """Return a seat that is free, or that somebody left during the game."""
    for number, seat in enumerate(table.seats):
        if seat.kind == "open" or seat.is_vacated:
            return number
    sentence = "The table is full; watch, or ask the host for a seat."
    raise TableRefused(sentence, reason="table_full")


def read_name(table: Table, given: str) -> str:
    """Return the nickname of somebody who wants to sit down here.

    It is judged before it is written: what is in a log stays, whatever names are later.
    """
    name = read_nickname(given)
    if any(same_name(seat.name) == same_name(name) for seat in table.seats if seat.name):
        sentence = "The nickname {name} is taken at this table; choose another one."
        raise TableRefused(sentence, reason="name_taken", name=name)
    return name


def free_bot_name(table: Table) -> str:
    """Return a name that nobody bears here."""
    taken = {same_name(seat.name) for seat in table.seats}
    return next(name for name in BOT_NAMES if same_name(name) not in taken)


# Entries


def take_seat(table: Table, entry: SeatTaken, at: float) -> None:
    """Let a person sit down on an open seat, or take over from the bot of one who left."""
    seat = table.seat(entry.seat)
    if seat.kind != "open" and not seat.is_vacated:
        sentence = "Somebody sits there already; take an open seat."
        raise SeatRefused(sentence, reason="seat_taken")
    _hand_over(table, entry.seat, shown_name(entry.nickname), "person")
    seat.device, seat.claim = entry.device, entry.claim
    seat.contribution = entry.contribution
    if table.phase == "playing":
        table.note_hand(entry.device, entry.seat)
    seat.promise(entry.commitment)
    call_off(table)
    end_pause(table, at)


def claim_seat(table: Table, entry: SeatClaimed, at: float) -> None:
    """Let a person go on at another device."""
    seat = table.person(entry.seat)
    if table.host == seat.device:
        table.host = entry.device
    if entry.seat in table.hands.get(seat.device, ()):
        table.note_hand(entry.device, entry.seat)
    seat.device, seat.claim, seat.is_covered = entry.device, entry.claim, False
    table.close_chain(entry.seat)
    seat.promise(entry.commitment)  # the other device keeps its nonce to itself
    seat.is_committing = bool(entry.commitment)
    call_off(table)
    end_pause(table, at)


def leave_seat(table: Table, entry: SeatLeft, at: float) -> None:
    """Empty a seat; during the game a bot goes on there."""
    seat = table.seat(entry.seat)
    if seat.kind == "open":
        raise SeatRefused("Nobody sits there.", reason="seat_empty")
    if seat.kind == "bot" and table.phase == "playing":
        raise SeatRefused("A bot stays until the game is over.", reason="bot_stays")
    device = seat.device
    call_off(table)
    if table.phase == "playing":
        _hand_over(table, entry.seat, free_bot_name(table), "bot")
        seat.level, seat.is_vacated = table.level, True
    else:
        _hand_over(table, entry.seat, "", "open")
    people = table.people()
    if device == table.host and not table.seats_of(device):
        table.host = table.seats[people[0]].device if people else device
    settle_pause(table, at)


def change_host(table: Table, entry: HostChanged, at: float) -> None:
    """Let somebody else lead the table."""
    table.require_no_game()
    table.host = table.person(entry.seat).device


def seat_bot(table: Table, entry: BotSeated, at: float) -> None:
    """Put a bot on an open seat, or in the place of another bot."""
    table.require_no_game()
    seat = table.seat(entry.seat)
    if seat.kind == "person":
        sentence = "A person sits there; bots take open seats."
        raise SeatRefused(sentence, reason="seat_of_a_person")
    level = read_level(entry.level)
    _hand_over(table, entry.seat, entry.name, "bot")
    seat.level = level
    call_off(table)


def cover_seat(table: Table, entry: SeatCovered, at: float) -> None:
    """Let a bot play for a person who is away."""
    table.person(entry.seat).is_covered = True
    settle_pause(table, at)


def return_to_seat(table: Table, entry: SeatReturned, at: float) -> None:
    """Let the person play again."""
    table.person(entry.seat).is_covered = False
    end_pause(table, at)


def _hand_over(
    table: Table, number: int, name: str, kind: Literal["open", "person", "bot"]
) -> None:
    """Let somebody else have a seat; what it has done in the game on the table stays theirs."""
    seat = table.seats[number]
    if table.match is not None:
        table.steps.succeed(number, seat.name, name, is_bot=kind == "bot")
    table.close_chain(number)
    seat.empty()
    seat.kind, seat.name = kind, name
    seat_changed_hands(table, number)
