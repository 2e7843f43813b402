"""How a game begins: devices commit to nonces, the host calls, the nonces are shown, it is dealt.

The protocol is that of `docs/fairness.md`.
"""

import secrets
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from purrlor.server.entries import (
    GameStarted,
    NonceCommitted,
    NonceRevealed,
    Signer,
    StartCalled,
    StartCancelled,
)
from purrlor.server.fairness import HEX, SCHEME, Fairness, hash_of, key_of
from purrlor.server.signing import Chain, Opening, first_head, share_of
from purrlor.server.steps import Steps
from purrlor.server.table.playing import note_step
from purrlor.server.table.rules_versions import is_of_other_rules, require_same, version_of
from purrlor.server.table.seats import SeatState
from purrlor.server.table.state import TABLE, Table, TableRefused

# Questions


def uncommitted(table: Table, present: Collection[str]) -> list[int]:
    """Return the seats of devices that are here and commit as a rule, but have not yet."""
    return [
        number
        for number in table.people()
        if (seat := table.seats[number]).is_committing
        and not seat.commitment
        and seat.device in present
    ]


def awaited(table: Table) -> list[int]:
    """Return the seats that have committed to a nonce and not shown it."""
    return [n for n, seat in enumerate(table.seats) if seat.commitment and not seat.nonce]


def missing_nonces(table: Table, missing: Sequence[int]) -> TableRefused:
    """Return why a game cannot begin yet: devices did not commit, or showed no nonce."""
    names = ", ".join(table.seats[seat].name for seat in missing)
    sentence = (
        "The start is called off: no answer from the device of {names}. "
        "Wait for it, or start without its share of the shuffle."
    )
    return TableRefused(sentence, reason="nonces_missing", names=names)


def require_ready(table: Table, number: int) -> None:
    """Refuse a game that cannot begin now."""
    table.require_no_game()
    open_seats = sum(seat.kind == "open" for seat in table.seats)
    if open_seats:
        sentence = "Seats are open: {count}. Invite people or fill with bots."
        raise TableRefused(sentence, reason="seats_open", count=open_seats)
    if not table.people():
        raise TableRefused("A game needs at least one person.", reason="no_person")
    if number != table.number + 1:
        raise TableRefused("Another game has begun meanwhile.", reason="other_game_began")


def new_game(table: Table) -> GameStarted:
    """Return the start of the next game, its key made of all that was contributed."""
    opening = _next_opening(table)
    return GameStarted(
        number=table.number + 1,
        opening=opening.hash(),
        salt=opening.salt,
        key=_next_key(table),
        next_seed=secrets.token_hex(32),
        scheme=SCHEME,
        rules_version=table.game.rules_version,
        rules_digest=table.game.rules_digest,
    )


def _next_key(table: Table) -> str:
    nonces = [seat.nonce for seat in _next_seats(table)]
    return key_of(table.code, table.number + 1, table.seed, nonces)


def _next_opening(table: Table) -> Opening:
    """Return all that is agreed on before the next deal."""
    seats = _next_seats(table)
    return Opening(
        table=table.code,
        number=table.number + 1,
        game=table.game.name,
        rules_version=table.game.rules_version,
        options=msgspec.to_builtins(table.options),
        names=[seat.name for seat in seats],
        bots=_bots(seats),
        commitment=table.commitment(),
        commitments=[seat.commitment for seat in seats],
        nonces=[seat.nonce for seat in seats],
        keys=[seat.signer.key if seat.signer else "" for seat in seats],
        cancelled_starts=table.cancelled_starts,
        salt=secrets.token_hex(32),
    )


def _bots(seats: list[SeatState]) -> list[int]:
    return [number for number, seat in enumerate(seats) if seat.kind == "bot"]


def _next_seats(table: Table) -> list[SeatState]:
    """After the first game, seats and dealer rotate."""
    return table.seats[-1:] + table.seats[:-1] if table.number else table.seats


# Entries


def commit(table: Table, entry: NonceCommitted, at: float) -> None:
    """Take a device's promise for the next game."""
    if table.phase == "playing" or table.call:
        sentence = "Commitments stand while a game begins or runs."
        raise TableRefused(sentence, reason="commitment_stands")
    table.person(entry.seat).promise(entry.commitment)
    table.missing = tuple(seat for seat in table.missing if seat != entry.seat)


def call_start(table: Table, entry: StartCalled, at: float) -> None:
    """Ask all devices for their nonces."""
    require_ready(table, entry.number)
    if table.call:
        raise TableRefused("The game is about to begin.", reason="game_begins")
    for number, nonce in entry.nonces.items():
        _require_fit(table, number, nonce, entry.signers.get(number))
    for number, nonce in entry.nonces.items():
        table.seats[number].nonce = nonce
        table.seats[number].signer = entry.signers.get(number)
    table.call, table.called_until, table.missing = entry, at + entry.seconds, ()


def reveal(table: Table, entry: NonceRevealed, at: float) -> None:
    """Take a device's nonce."""
    if table.call is None:
        sentence = "Nonces are shown when the host starts the game, not before."
        raise TableRefused(sentence, reason="nonce_not_asked")
    _require_fit(table, entry.seat, entry.nonce, entry.signer)
    table.seats[entry.seat].nonce, table.seats[entry.seat].signer = entry.nonce, entry.signer


def _require_fit(table: Table, number: int, nonce: str, signer: Signer | None) -> None:
    is_fitting = HEX.fullmatch(nonce) and hash_of(nonce) == table.person(number).commitment
    if signer is not None and share_of(signer.key, signer.salt) != nonce:
        is_fitting = None
    if not is_fitting:
        sentence = "This nonce is not the one that the seat committed to."
        raise TableRefused(sentence, reason="nonce_does_not_fit")


def cancel_start(table: Table, entry: StartCancelled, at: float) -> None:
    """Call the start off, since nonces are missing."""
    table.require_no_game()
    call_off(table)
    table.missing = tuple(entry.missing)


def call_off(table: Table) -> None:
    """Call a start off; nonces that were shown are void, and their seats commit anew."""
    table.missing = ()
    if table.call is None:
        return
    table.call = None
    table.cancelled_starts += 1
    for seat in table.seats:
        if seat.nonce:
            seat.promise("")


def start_game(table: Table, entry: GameStarted, at: float) -> None:
    """Deal."""
    require_ready(table, entry.number)
    can_miss = table.call and table.call.is_without_missing and at >= table.called_until
    if awaited(table) and not can_miss:
        raise missing_nonces(table, awaited(table))
    if entry.scheme and entry.key != _next_key(table):
        sentence = "This key is not made of the seed and the nonces of this table."
        raise TableRefused(sentence, reason="key_does_not_fit")
    seats = _next_seats(table)
    names = tuple(seat.name for seat in seats)
    match = None
    if not is_of_other_rules(table, entry):
        match = table.game.match(table.options, entry.key, names)
        require_same(match, entry.opening_digest, entry)
    table.match, table.other_rules = match, 0 if match else version_of(entry)
    table.seats, table.number, table.phase = seats, entry.number, "playing"
    table.fairness = _sealed(table, entry)
    table.chains = _new_chains(table.fairness)
    table.seed, table.call, table.missing, table.cancelled_starts = entry.next_seed, None, (), 0
    table.steps = Steps(table.options.players)
    for seat in table.seats:
        seat.acting_since, seat.wants_pause, seat.decided_from = None, False, 0
        seat.is_vacated, seat.acted_at = False, 0
        seat.promise("")
        seat.bank = table.rules.clock.bank if table.rules.clock else 0.0
    table.hands, table.turned_down, table.proposal = {}, set(), None
    for number in table.people():
        table.note_hand(table.seats[number].device, number)
    table.is_paused, table.pause_asked_by = False, None
    table.time_up_at, table.actors = None, ()
    if table.match is None:
        return
    seconds = table.game.time_limit(table.options)
    if seconds is not None:
        table.time_up_at = at + seconds
    note_step(table, table.match.opening, TABLE, at)


def _sealed(table: Table, entry: GameStarted) -> Fairness | dict[str, Any]:
    """Note what the key was made of."""
    if not entry.scheme:
        shares = [seat.contribution for seat in table.seats]
        return {"seed": table.seed, "contributions": shares}
    signers = [seat.signer for seat in table.seats]
    return Fairness(
        scheme=entry.scheme,
        table=table.code,
        number=entry.number,
        commitment=table.commitment(),
        commitments=[seat.commitment for seat in table.seats],
        seed=table.seed,
        nonces=[seat.nonce for seat in table.seats],
        cancelled_starts=table.cancelled_starts,
        bots=_bots(table.seats),
        keys=[signer.key if signer else "" for signer in signers],
        salts=[signer.salt if signer else "" for signer in signers],
        opening=entry.opening,
        salt=entry.salt,
    )


def _new_chains(fairness: Fairness | dict[str, Any]) -> list[Chain]:
    """Return a chain for each seat, where the game has an opening to begin with."""
    if not isinstance(fairness, Fairness) or not fairness.opening:
        return []
    return [
        Chain(key=key, head=first_head(fairness.opening, seat))
        for seat, key in enumerate(fairness.keys)
    ]
