"""Who may read a finished game: everybody if its table was listed, else those who sat there."""

import secrets
from typing import Annotated

from litestar.params import Parameter

from purrlor.server.api.asking import Asked, Forbidden, device_of, parlour_of
from purrlor.server.live import LiveTable
from purrlor.server.table.state import TableRefused

RecordKey = Annotated[
    str,
    Parameter(
        max_length=64,
        description="the key of a game at a private table, which those who sat there can share",
    ),
]


async def require_reader(request: Asked, live: LiveTable, number: int, key: str = "") -> bool:
    """Refuse strangers the games of private tables; return whether the game is private."""
    parlour, device, table = parlour_of(request), device_of(request), live.table
    if not 1 <= number <= table.number:
        sentence = "This game is not over; its record appears when it is."
        raise TableRefused(sentence, reason="game_not_over")
    kept = await parlour.store.read_access(live.table_id, number, device)
    is_current = number == table.number
    is_listed = kept.is_listed if kept else is_current and table.rules.is_listed
    if is_listed:
        return False
    sat_there = is_current and (device in table.hands or device == table.host)
    expected = parlour.tokens.record_key(live.table_id, number)
    has_key = secrets.compare_digest(key.encode(), expected.encode())
    if not (has_key or (device and (sat_there or (kept and kept.took_part)))):
        sentence = (
            "This game was played at a private table and is for those who sat there; "
            "ask one of them for a link to it."
        )
        raise Forbidden(sentence, reason="private_record")
    return True
