"""Why a seat cannot do something now: the referee is asked, and nothing is done."""

from typing import Annotated, Any

import msgspec
from litestar import post
from msgspec import Meta

from purrlor.core.refusals import ActionRefused, SeatRefused
from purrlor.server.api.asking import Asked, Code, device_of, table_of
from purrlor.server.problems import PROBLEMS, Problem
from purrlor.server.wire import Seat


class Considered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one of the own seats would like to do."""

    seat: Seat
    actions: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=64)]


@post(
    "/tables/{code:str}/why-not",
    status_code=200,
    summary="Why the own seat cannot do something now",
    responses=PROBLEMS,
)
async def read_why_not(request: Asked, code: Code, data: Considered) -> list[Problem | None]:
    """Return for each action by itself why the rules refuse it now; null: they allow it."""
    table = (await table_of(request, code)).table
    if data.seat not in table.seats_of(device_of(request)):
        raise SeatRefused("This device does not hold that seat.", reason="not_your_seat")
    match = table.running_match()
    return [_problem(match.why_not(data.seat, action)) for action in data.actions]


def _problem(refusal: ActionRefused | None) -> Problem | None:
    if refusal is None:
        return None
    return Problem(sentence=refusal.sentence, clause=refusal.clause, reason=refusal.reason)
