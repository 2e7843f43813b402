"""Forgetting a device: it leaves its tables, and their logs are rewritten without its person.

The games stay for those who played along: moves, points and the share of the shuffle do not change.
"""

import contextlib
import functools

import msgspec

from purrlor.core.refusals import Refusal
from purrlor.server.entries import (
    Entry,
    GameStarted,
    Played,
    Said,
    SeatClaimed,
    SeatLeft,
    SeatTaken,
    TableCreated,
    TakeOverAsked,
    decode_entry,
    encode_entry,
)
from purrlor.server.names import new_id, same_name
from purrlor.server.parlour import Parlour
from purrlor.server.stores import Line, Rewritten
from purrlor.server.table.fold import apply
from purrlor.server.table.proposals import withdrawal
from purrlor.server.table.seats import BOT_NAMES, SeatState
from purrlor.server.table.state import Table, TableRefused

SOMEBODY = "Somebody"
UNSAID = "…"
_BOT_NAMES = frozenset(map(same_name, BOT_NAMES))


class Unforgotten(TableRefused):
    """A device cannot be forgotten at all its tables."""


async def forget_device(parlour: Parlour, device: str) -> int:
    """Forget a device at all its tables; return how many these were.

    A table whose log cannot be read is refused after all others are done: it may be asked again.
    """
    heads, done = await parlour.store.tables_of(device), 0
    async for live in parlour.open_all(heads):
        with contextlib.suppress(Refusal):  # it asked the table nothing
            await live.submit(functools.partial(withdrawal, device=device))
        while live.table.phase != "closed" and live.table.seats_of(device):
            with contextlib.suppress(Refusal):  # somebody closed the table meanwhile, or the seat
                await live.submit(functools.partial(_leave, device=device))
        await live.rewrite(functools.partial(without_device, device=device))
        done += 1
    if done < len(heads):
        raise Unforgotten(
            "You are forgotten at {done} of {tables} tables; the others cannot be read. "
            "Tell the host of this server, and ask again later.",
            reason="unforgotten",
            done=done,
            tables=len(heads),
        )
    await parlour.store.forget_device(device)
    return len(heads)


def _leave(table: Table, device: str) -> Entry:
    seats = table.seats_of(device)
    if not seats:
        raise TableRefused("Nobody sits there.", reason="seat_empty")
    return SeatLeft(seat=seats[0])


def without_device(lines: list[Line], device: str) -> Rewritten:
    """Return the lines of a log that tell of a device or its person, in other words."""
    entries: dict[int, Entry] = {line.seq: decode_entry(line.body, line.seq) for line in lines}
    mine = _lines_of_person(lines, entries, device)
    named = [one for one in entries.values() if isinstance(one, (SeatTaken, TakeOverAsked))]
    taken = {same_name(one.nickname) for one in named}
    name = next(n for n in _somebodies(len(taken) + 1) if same_name(n) not in taken)
    nobody = new_id()
    changed = {
        seq: new
        for seq, entry in entries.items()
        if (new := _without(entry, device, nobody, name if seq in mine else "")) != entry
    }
    rewritten = [
        msgspec.structs.replace(line, body=encode_entry(changed[line.seq]))
        for line in lines
        if line.seq in changed
    ]
    return Rewritten(rewritten, *_names_of_games(lines, entries | changed))


def _somebodies(count: int) -> list[str]:
    return [SOMEBODY, *(f"{SOMEBODY} {number}" for number in range(2, count + 1))]


def _lines_of_person(lines: list[Line], entries: dict[int, Entry], device: str) -> set[int]:
    """Return the lines in which the person of a device sat down or spoke, on any device."""
    table, sitting, mine = Table(), _Sitting(), set()
    said: list[tuple[int, int]] = []
    for line in lines:
        entry = entries[line.seq]
        apply(table, entry, line.at)
        if isinstance(entry, SeatTaken):
            sitting.begin(table.seats[entry.seat], line.seq)
        if isinstance(entry, TakeOverAsked) and entry.device == device:
            mine.add(line.seq)
        elif isinstance(entry, (SeatTaken, SeatClaimed)) and entry.device == device:
            mine.add(sitting.since(table.seats[entry.seat]))
        elif isinstance(entry, Said):
            said.append((line.seq, sitting.since(table.seats[entry.seat])))
    return mine | {seq for seq, since in said if since in mine}


class _Sitting:
    """Since which line each seat is taken; seats move around the table, so not by number."""

    def __init__(self) -> None:
        self._since: dict[int, tuple[SeatState, int]] = {}

    def begin(self, seat: SeatState, seq: int) -> None:
        self._since[id(seat)] = (seat, seq)

    def since(self, seat: SeatState) -> int:
        return self._since[id(seat)][1]


def _without(entry: Entry, device: str, nobody: str, name: str) -> Entry:
    """Return an entry without a device, and with a name in place of its person's."""
    if isinstance(entry, TableCreated) and entry.host == device:
        return msgspec.structs.replace(entry, host=nobody)
    if isinstance(entry, SeatClaimed) and entry.device == device:
        return msgspec.structs.replace(entry, device=nobody)
    if isinstance(entry, GameStarted):  # of the whole table: the names of a game are one hash
        return msgspec.structs.replace(entry, salt="")
    if isinstance(entry, Said) and name:
        return msgspec.structs.replace(entry, text=UNSAID)
    if isinstance(entry, (SeatTaken, TakeOverAsked)):
        # Bots that came later chose among the names that were left: theirs stay as they are.
        is_renamed = name and same_name(entry.nickname) not in _BOT_NAMES
        return msgspec.structs.replace(
            entry,
            nickname=name if is_renamed else entry.nickname,
            device=nobody if entry.device == device else entry.device,
        )
    return entry


def _names_of_games(
    lines: list[Line], entries: dict[int, Entry]
) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Return who sat where when each game ended, and when it began."""
    table, names, starters = Table(), dict[int, list[str]](), dict[int, list[str]]()
    for line in lines:
        entry = entries[line.seq]
        apply(table, entry, line.at)
        present = [seat.name for seat in table.seats]
        if isinstance(entry, GameStarted):
            starters[entry.number] = present
        is_last = isinstance(entry, Played) and (entry.is_last or table.phase == "over")
        if is_last and table.number not in names:
            names[table.number] = present
    return names, starters
