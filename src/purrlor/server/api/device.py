"""The device that asks: the way back to its tables, and how it is forgotten."""

import msgspec
from litestar import delete, get

from purrlor.server.api.asking import Asked, device_of, parlour_of, use_limit
from purrlor.server.forgetting import forget_device
from purrlor.server.parlour import Parlour
from purrlor.server.problems import PROBLEMS
from purrlor.server.stores import Head
from purrlor.server.wire import TableInfo

OWN_TABLES = 6
"""Of how many tables that wait or play a device is reminded."""
FINISHED_TABLES = 4
"""And of how many where a game is over."""
MOST_LOOKED_AT = 5
"""For each of them so many tables are looked at: some may be left since."""


class Forgotten(msgspec.Struct, frozen=True, kw_only=True):
    """What was forgotten of a device."""

    tables: int
    """At how many tables it had a seat."""


@get("/seats", summary="The tables at which this device sits", responses=PROBLEMS)
async def own_tables(request: Asked) -> list[TableInfo]:
    """Return the way back to one's seats: where one waits or plays, then where a game is over.

    The newest come first; of those where a game is over, the ones used last.
    """
    use_limit(request, "joins")
    parlour, device = parlour_of(request), device_of(request)
    heads = await parlour.store.tables_of(device) if device else []
    waiting = [head for head in reversed(heads) if head.phase in ("waiting", "playing")]
    over = [head for head in heads if head.phase == "over"]
    over.sort(key=lambda head: head.updated_at, reverse=True)
    return [
        *await _with_seat(parlour, waiting, device, OWN_TABLES),
        *await _with_seat(parlour, over, device, FINISHED_TABLES),
    ]


async def _with_seat(
    parlour: Parlour, heads: list[Head], device: str, count: int
) -> list[TableInfo]:
    """Return the first tables at which a device still sits."""
    found: list[TableInfo] = []
    async for live in parlour.open_all(heads[: MOST_LOOKED_AT * count]):
        if live.table.seats_of(device):
            found.append(live.info())
        if len(found) == count:
            break
    return found


@delete("/me", status_code=200, summary="Forget this device", responses=PROBLEMS)
async def forget_me(request: Asked) -> Forgotten:
    """Leave all tables; forget games, nicknames, words and cookie of this device."""
    use_limit(request, "joins")
    device = device_of(request)
    tables = await forget_device(parlour_of(request), device) if device else 0
    return Forgotten(tables=tables)
