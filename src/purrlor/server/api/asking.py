"""What all requests have in common: who asks, of which table, how often, and who may not."""

from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.params import Parameter
from msgspec import Meta

from purrlor.server.addresses import network_of
from purrlor.server.codes import Codes
from purrlor.server.fair_queue import FairQueue
from purrlor.server.limits import Limit
from purrlor.server.live import LiveTable
from purrlor.server.parlour import Parlour
from purrlor.server.table.state import Table, TableRefused

Asked = Request[Any, Any, State]
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


class Forbidden(TableRefused):
    """This device may not do that."""


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a request says."""


def parlour_of(request: Asked) -> Parlour:
    """Return all tables of the server that is asked."""
    found: Parlour = request.app.state.parlour
    return found


def device_of(request: Asked) -> str:
    """Return the device that asks; empty: it has no cookie."""
    return str(request.scope.get("device", ""))


def use_limit(request: Asked, name: str) -> None:
    """Count one use by this address; refuse it if there were too many."""
    limit: Limit = request.app.state.limits[name]
    limit.use(network_of_request(request))


def network_of_request(request: Asked) -> str:
    """Return which address asks, as limits count it."""
    return network_of(request.client.host if request.client else "")


def place_to_replay(request: Asked) -> AbstractAsyncContextManager[None]:
    """Wait for a place among the games that are replayed; addresses take turns."""
    queue: FairQueue = request.app.state.replaying
    return queue.place(network_of_request(request))


async def table_of(request: Asked, code: str, *, by_any_rules: bool = False) -> LiveTable:
    """Return the table that a request is about, if this server has the rules of its game."""
    use_limit(request, "joins")
    codes: Codes = request.app.state.codes
    live = await codes.find(code, device_of(request))
    if not by_any_rules:
        live.table.require_known_rules()
    return live


def require_host(table: Table, device: str) -> None:
    """Refuse what only the host may do."""
    if table.host != device:
        raise Forbidden("Only the host of the table can do that.", reason="host_only")
