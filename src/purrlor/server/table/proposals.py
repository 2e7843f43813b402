"""What the people at a table must agree on: to send somebody away, to let a newcomer take over.

Whoever has a seat sees its cards. So during a game who sits where changes by agreement only; see
`docs/decisions/hands-by-agreement.md`.
"""

import msgspec

from purrlor.core.refusals import SeatRefused
from purrlor.server.entries import (
    Entry,
    ProposalAnswered,
    ProposalWithdrawn,
    SeatLeft,
    SeatTaken,
    SendAwayAsked,
    TakeOverAsked,
)
from purrlor.server.table.state import Proposal, Table, TableRefused

# Questions


def require_other_hand_unseen(table: Table, device: str, number: int) -> None:
    """Refuse a device another hand of a game in which it holds or held one."""
    if table.phase == "playing" and table.hands.get(device, set()) - {number}:
        sentence = "You have or had a hand in this game; nobody sees two."
        raise TableRefused(sentence, reason="second_hand")


def require_not_turned_down(table: Table, device: str) -> None:
    """Refuse a device about whose wish to take over the table has said no."""
    if device in table.turned_down:
        sentence = "The table would rather not; ask again after this game."
        raise TableRefused(sentence, reason="turned_down")


def awaited_answers(table: Table) -> list[int]:
    """Return the seats whose people are there and have not answered."""
    proposal = table.proposal
    if proposal is None:
        return []
    return [seat for seat in _voters(table, proposal) if seat not in proposal.agreed]


def _voters(table: Table, proposal: Proposal) -> list[int]:
    """Return the seats whose people are there and decide: all but whom it is about."""
    about = table.seats[proposal.seat].device if proposal.kind == "send_away" else ""
    seats = [(number, table.seats[number]) for number in table.people()]
    return [n for n, seat in seats if not seat.is_covered and seat.device != about]


def is_agreed(table: Table) -> bool:
    """Return whether all agree who are there, and somebody else than who asked is."""
    proposal = table.proposal
    if proposal is None or awaited_answers(table):
        return False
    return any(table.seats[seat].device != proposal.device for seat in proposal.agreed)


def carry_out(table: Table) -> Entry:
    """Return what follows from a proposal that all agree to."""
    proposal = table.proposal
    if proposal is None or not is_agreed(table):
        raise TableRefused("The table has not agreed to anything.", reason="no_proposal")
    if isinstance(proposal.asked, SendAwayAsked):
        return SeatLeft(seat=proposal.seat, is_kicked=True)
    require_other_hand_unseen(table, proposal.device, proposal.seat)
    words = msgspec.structs.asdict(proposal.asked)
    return SeatTaken(**words)


def withdrawal(table: Table, device: str) -> Entry:
    """Return the end of what a device asked the table."""
    if table.proposal is None or table.proposal.device != device:
        raise TableRefused("There is nothing to withdraw.", reason="no_proposal")
    return ProposalWithdrawn()


# Entries


def ask_to_send_away(table: Table, entry: SendAwayAsked, at: float) -> None:
    """The host wants somebody to leave who is there."""
    _require_game(table)
    target = table.person(entry.seat)
    proposal = Proposal(number=table.proposals + 1, asked=entry, device=table.host)
    if all(table.seats[seat].device == table.host for seat in _voters(table, proposal)):
        sentence = "{name} is here, and nobody else is there to agree."
        raise TableRefused(sentence, reason="nobody_to_agree", name=target.name)
    proposal.agreed.update(table.seats_of(table.host))
    _propose(table, proposal)


def ask_to_take_over(table: Table, entry: TakeOverAsked, at: float) -> None:
    """A newcomer wants to play on where a bot does since somebody left."""
    _require_game(table)
    if not table.seat(entry.seat).is_vacated:
        sentence = "Somebody sits there already; take an open seat."
        raise SeatRefused(sentence, reason="seat_taken")
    _propose(table, Proposal(number=table.proposals + 1, asked=entry, device=entry.device))


def answer(table: Table, entry: ProposalAnswered, at: float) -> None:
    """Somebody agrees, or objects: then it is off."""
    proposal = table.proposal
    table.person(entry.seat)
    if proposal is None or entry.seat not in _voters(table, proposal):
        sentence = "There is nothing that you are asked."
        raise TableRefused(sentence, reason="no_proposal")
    if entry.is_agreed:
        proposal.agreed.add(entry.seat)
        return
    if proposal.kind == "take_over":
        table.turned_down.add(proposal.device)
    table.proposal = None


def withdraw(table: Table, entry: ProposalWithdrawn, at: float) -> None:
    """Whoever asked does not any more."""
    if table.proposal is None:
        raise TableRefused("There is nothing to withdraw.", reason="no_proposal")
    table.proposal = None


def seat_changed_hands(table: Table, number: int) -> None:
    """Somebody left a seat or took it: what was asked about it is settled, its answer is void."""
    if table.proposal is None:
        return
    table.proposal.agreed.discard(number)
    if table.proposal.seat == number:
        table.proposal = None


def _require_game(table: Table) -> None:
    if table.phase != "playing":
        raise TableRefused("No game is running at this table.", reason="no_game_running")


def _propose(table: Table, proposal: Proposal) -> None:
    if table.proposal is not None:
        sentence = "The table is asked something already; wait for the answer."
        raise TableRefused(sentence, reason="proposal_pending")
    table.proposal, table.proposals = proposal, proposal.number
