"""What is said to a device: frames made from a table, each for one pair of eyes."""

from collections.abc import Collection
from typing import Any

import msgspec

from purrlor.server import wire
from purrlor.server.clock import CLOCK
from purrlor.server.entries import TakeOverAsked
from purrlor.server.fairness import Fairness
from purrlor.server.names import shown_name
from purrlor.server.steps import SPECTATOR
from purrlor.server.table.clocks import deadline
from purrlor.server.table.proposals import awaited_answers
from purrlor.server.table.state import Table


def step(table: Table, viewer: int, done: str | None) -> bytes:
    """Say what happened in the latest step, and what is."""
    match, steps = table.running_match(), table.steps
    return wire.encode(
        wire.Step(
            seat=viewer,
            game=table.number,
            number=steps.number(viewer),
            events=msgspec.Raw(steps.last(viewer)),
            view=match.view(None if viewer == SPECTATOR else viewer),
            legal=_legal(table, viewer),
            actors=table.actors,
            acted=_acted(table, viewer),
            decides_from=0 if viewer == SPECTATOR else table.seats[viewer].decided_from,
            deadlines=_deadlines(table),
            outcome=None if table.actors else match.outcome,
            done=done,
        )
    )


def standing(table: Table, viewer: int, game: int | None = 0, number: int = 0) -> bytes:
    """Say where the game stands to who has seen `number` steps of a game (None: of this one)."""
    match, steps = table.running_match(), table.steps
    since = number if game in (None, table.number) else steps.number(viewer)
    return wire.encode(
        wire.Standing(
            seat=viewer,
            game=table.number,
            number=steps.number(viewer),
            missed=[msgspec.Raw(events) for events in steps.since(viewer, since)],
            view=match.view(None if viewer == SPECTATOR else viewer),
            legal=_legal(table, viewer),
            actors=table.actors,
            acted=_acted(table, viewer),
            decides_from=0 if viewer == SPECTATOR else table.seats[viewer].decided_from,
            deadlines=_deadlines(table),
            outcome=match.outcome,
            chain=_chain(table, viewer),
            successions=steps.successions(viewer),
        )
    )


def _legal(table: Table, viewer: int) -> list[Any]:
    match = table.running_match()
    if viewer in table.actors or viewer in match.interrupters:
        return match.legal(viewer)
    return []


def _chain(table: Table, viewer: int) -> str:
    return table.chains[viewer].head if 0 <= viewer < len(table.chains) else ""


def _acted(table: Table, viewer: int) -> int:
    return 0 if viewer == SPECTATOR else table.seats[viewer].acted_at


def _deadlines(table: Table) -> dict[int, float]:
    if table.rules.clock is None:
        return {}
    found = {seat: deadline(table, seat) for seat in range(len(table.seats))}
    return {seat: at for seat, at in found.items() if at is not None}


def welcome(table: Table, device: str, info: wire.TableInfo) -> bytes:
    """Greet a device."""
    return wire.encode(
        wire.Welcome(
            table=info,
            seats=table.seats_of(device),
            is_host=device == table.host,
            is_asking=_is_asking(table, device),
            talk=table.talk,
            server_time=CLOCK.now(),
        )
    )


def table_changed(table: Table, device: str, info: wire.TableInfo) -> bytes:
    """Say that people, presence, options or phase changed."""
    seats, is_host = table.seats_of(device), device == table.host
    is_asking = _is_asking(table, device)
    return wire.encode(
        wire.TableChanged(table=info, seats=seats, is_host=is_host, is_asking=is_asking)
    )


def _is_asking(table: Table, device: str) -> bool:
    return table.proposal is not None and table.proposal.device == device


def heard(table: Table) -> bytes:
    """Say what somebody said last."""
    return wire.encode(wire.Heard(talk=table.talk[-1]))


def table_info(table: Table, present: Collection[str], spectators: int) -> wire.TableInfo:
    """Return the table as everybody sees it."""
    return wire.TableInfo(
        code=table.code,
        game=table.game.name,
        options=msgspec.to_builtins(table.options),
        seats=[
            wire.SeatInfo(
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                is_present=seat.kind == "bot" or seat.device in present,
                is_covered=seat.is_covered,
                is_vacated=seat.is_vacated,
                wants_pause=seat.wants_pause,
                is_host=seat.kind == "person" and seat.device == table.host,
                commitment=seat.commitment,
                has_revealed=bool(seat.nonce),
            )
            for seat in table.seats
        ],
        phase=table.phase,
        number=table.number,
        is_listed=table.rules.is_listed,
        can_spectate=table.rules.can_spectate,
        has_chat=table.rules.has_chat,
        has_hints=table.rules.has_hints,
        clock=table.rules.clock,
        is_paused=table.is_paused,
        pause_asked_by=table.pause_asked_by,
        spectators=spectators,
        commitment=table.commitment(),
        is_starting=table.call is not None,
        missing=list(table.missing),
        seal=_seal(table),
        proposal=_proposal(table),
    )


def _proposal(table: Table) -> wire.ProposalInfo | None:
    found = table.proposal
    if found is None:
        return None
    asked, name = found.asked, table.seats[found.seat].name
    return wire.ProposalInfo(
        number=found.number,
        kind=found.kind,
        seat=found.seat,
        name=shown_name(asked.nickname) if isinstance(asked, TakeOverAsked) else name,
        agreed=sorted(found.agreed),
        awaited=awaited_answers(table),
    )


def _seal(table: Table) -> wire.Seal | None:
    """Show everything but the seed."""
    fairness, match = table.fairness, table.match
    if not isinstance(fairness, Fairness):
        return None
    return wire.Seal(
        number=fairness.number,
        commitment=fairness.commitment,
        commitments=fairness.commitments,
        nonces=fairness.nonces,
        cancelled_starts=fairness.cancelled_starts,
        rules_version=table.game.rules_version,
        names=list(match.seats) if match else [],
        bots=fairness.bots or [],
        keys=fairness.keys,
        salt=fairness.salt,
        opening=fairness.opening,
    )
