"""What the checks of a record prove, and what they leave open, in sentences."""

import msgspec

from purrlor.core.record import Record
from purrlor.server.fairness import Fairness


class Verdict(msgspec.Struct, frozen=True):
    """What is known of a record after all checks went well."""

    signed: list[str]
    """Whose moves were proven to be theirs."""
    unproven: list[str]
    """What somebody who made this file could have made up."""
    summary: str


def verdict(record: Record, fairness: Fairness, signed: list[int], *, is_over: bool) -> Verdict:
    """Say precisely what was verified; `signed` tells how many moves each device signed."""
    people = [seat for seat in range(len(record.seats)) if seat not in (fairness.bots or ())]
    made = [sum(step.seat == seat for step in record.steps) for seat in range(len(record.seats))]
    sentences, unproven, whole = [], [], True
    for seat in people:
        who = f"seat {seat} ({record.seats[seat]})"
        if signed[seat]:
            sentences.append(f"The device of {who} signed {signed[seat]} of {made[seat]} moves.")
        whole = whole and signed[seat] == made[seat]
        if made[seat] and not signed[seat]:
            unproven.append(f"that the moves of {who} are theirs: no device signed them.")
        elif signed[seat] < made[seat]:
            others = made[seat] - signed[seat]
            unproven.append(
                f"who made {others} moves of {who}: a bot, a clock or another device; not signed."
            )
    if fairness.bots:
        unproven.append("the moves of bots, beyond that the rules allow them.")
    if not any(signed) or not fairness.salt:
        why = "nothing signed covers them" if fairness.salt else "they were erased, or never signed"
        unproven.append(f"options, names, bots and how many starts were called off: {why}.")
    if not is_over:
        unproven.append("how the game went on: the record ends before it is over.")
    unproven.append("the times of moves.")
    return Verdict(sentences, unproven, _summary(is_over=is_over, is_signed=whole and any(signed)))


def _summary(*, is_over: bool, is_signed: bool) -> str:
    moves = "and the moves of everybody who played" if is_signed else "but not who made the moves"
    if is_over:
        return f"Verified: the shuffle, the rules from the deal to the end, {moves}."
    return (
        f"Partly verified: the shuffle, the rules as far as the record goes, {moves}. "
        "Steps at the end may have been left out."
    )
