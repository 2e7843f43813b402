"""Finding a table by its code, which strangers shall not guess."""

from collections import deque

from purrlor.core.refusals import Reason
from purrlor.server.limits import TooOften, is_spent, is_within
from purrlor.server.live import LiveTable
from purrlor.server.names import is_long_code
from purrlor.server.parlour import NoSuchTable, Parlour

SECONDS = 60.0
TOO_MANY_CODES = Reason("too_often", "Too many requests; wait a minute and try again.")


class Codes:
    """All tables by code, with one budget of unknown codes for all who ask.

    However many addresses try codes, they find out about few. When the budget is spent, listed
    tables and those with long codes are found as ever: the former can be read anywhere, and the
    latter cannot be guessed. Other tables open for their members only.
    """

    def __init__(self, parlour: Parlour) -> None:
        self._parlour = parlour
        self._most = parlour.settings.unknown_codes
        self._times: deque[float] = deque()

    async def find(self, code: str, device: str) -> LiveTable:
        """Return a table by its code, however it was typed."""
        try:
            live = await self._parlour.table(code)
        except NoSuchTable:
            if not is_within(self._times, self._most, SECONDS):
                raise _refusal() from None
            raise
        table = live.table
        is_guessable = not (table.rules.is_listed or is_long_code(table.code))
        is_stranger = not table.is_member(device)
        if is_guessable and is_stranger and is_spent(self._times, self._most, SECONDS):
            raise _refusal()
        return live


def _refusal() -> TooOften:
    return TooOften(TOO_MANY_CODES.sentence, reason=TOO_MANY_CODES.name, seconds=SECONDS)
