"""Provable fairness: what a game's key is made of, and how anybody checks it afterwards.

The server commits to a seed, every device to a nonce; the nonces are revealed when the game begins,
the seed when it is over. `docs/fairness.md` has the protocol byte for byte.
"""

import hashlib
import re
from collections.abc import Sequence

import msgspec

from purrlor.core.record import Record
from purrlor.core.refusals import RecordRefused
from purrlor.server.signing import (
    Opening,
    SignedMoves,
    first_head,
    is_signature,
    next_head,
    share_of,
)

SCHEME = 2
"""Commit, contribute, reveal, sign. (1: moves were not signed; 0: devices did not commit.)"""
FIRST_SCHEME = 1
"""The first whose keys can be checked."""
TAG = b"purrlor fairness 1"
HEX = re.compile("[0-9a-f]{64}")
SIGNATURE = re.compile("([0-9a-f]{128})?")


class Fairness(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a record tells of the making of its key; lists go by seat."""

    scheme: int = SCHEME
    table: str
    number: int
    """Which game of the table."""
    commitment: str
    """The hash of the seed, shown before the game."""
    commitments: list[str]
    """The hash of each seat's nonce, published before any nonce; empty: the seat made none."""
    seed: str
    nonces: list[str]
    """Empty: the seat made none, or did not reveal it."""
    cancelled_starts: int = 0
    """How often the start was called before, and a nonce did not come."""
    bots: list[int] | None = None
    """The seats of bots, which add nothing; None: records of before do not tell."""
    keys: list[str] = []
    """The public key by which each seat signs its moves; empty: it signs none."""
    salts: list[str] = []
    """Of the nonces that commit to these keys."""
    opening: str = ""
    """The hash of all that was agreed on before the deal, which every signature covers."""
    salt: str = ""
    """Part of what was agreed on; empty: it was erased, together with a name."""
    signed: list[SignedMoves] = []
    """What each seat signed."""


class ChainNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many moves of a seat a device signed that were acknowledged, and the chain's head."""

    count: int
    head: str


class Note(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a device noted before a game, as its page for checking writes it; lists go by seat."""

    table: str
    number: int
    commitment: str
    commitments: list[str] = []
    """What all seats had promised when the device showed its nonces; empty: it showed none."""
    nonces: list[str] = []
    """Those the device showed; empty: not one of its seats."""
    chains: dict[int, ChainNote] = {}
    """The moves of its seats that the server acknowledged."""


class Doubt(RecordRefused):
    """A record contradicts itself."""


def hash_of(secret: str) -> str:
    """Return the commitment to 32 bytes, all in hex."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def key_of(table: str, number: int, seed: str, nonces: Sequence[str]) -> str:
    """Return the key of a game, in hex."""
    text = hashlib.sha256(TAG + b"\0" + table.encode() + b"\0" + str(number).encode() + b"\0")
    text.update(bytes.fromhex(seed))
    for nonce in nonces:
        text.update(b"\1" + bytes.fromhex(nonce) if nonce else b"\0")
    return text.hexdigest()


def fairness_of(record: Record) -> Fairness:
    """Return what a record says of its key."""
    if record.fairness is None:
        raise Doubt("This game was not dealt at a table: nobody committed to anything.")
    if "scheme" not in record.fairness:
        raise Doubt("This game was dealt before devices committed to nonces; it can be replayed.")
    scheme = record.fairness["scheme"]
    if scheme not in range(FIRST_SCHEME, SCHEME + 1):
        raise Doubt("This record proves its key in a way that a newer Purrlor knows.")
    try:
        found = msgspec.convert(record.fairness, Fairness)
    except msgspec.ValidationError as error:
        raise Doubt(f"What this record says of its key cannot be read: {error}.") from None
    hashes = [found.commitment, *filter(None, found.commitments)]
    secrets = [found.seed, *filter(None, found.nonces)]
    if not all(HEX.fullmatch(one) for one in (*hashes, *secrets)):
        raise Doubt("Seeds, nonces and their hashes are 64 hex digits; this record has others.")
    if not len(found.nonces) == len(found.commitments) == len(record.seats):
        raise Doubt("The record has not one commitment and one nonce for each seat.")
    if found.scheme > FIRST_SCHEME:
        _check_form(found, len(record.seats))
    return found


def _check_form(found: Fairness, seats: int) -> None:
    """Refuse what cannot be keys and signatures at all."""
    if not len(found.keys) == len(found.salts) == len(found.signed) == seats:
        raise Doubt("The record has not one key and one list of signed moves for each seat.")
    words = [*found.keys, *found.salts, found.salt, found.opening]
    if not all(HEX.fullmatch(one) for one in filter(None, words)) or not found.opening:
        raise Doubt("Keys, salts and hashes are 64 hex digits; this record has others.")
    if not all(SIGNATURE.fullmatch(one.signature) for one in found.signed):
        raise Doubt("A signature is 128 hex digits; this record has others.")


def read_note(body: bytes) -> Note:
    """Return what a device noted."""
    try:
        return msgspec.json.decode(body, type=Note)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Doubt(f"This is not a note of a game: {error}.") from None


def check_note(fairness: Fairness, note: Note) -> str:
    """Check that the record has the promises that a device saw before it showed its own share."""
    if (note.table, note.number) != (fairness.table, fairness.number):
        raise Doubt(f"The note is of game {note.number} of the table {note.table}, not this one.")
    check_seen(fairness, note.commitment)
    if not note.commitments:
        return "The note has the server's commitment; the device showed no nonce in this game."
    if note.commitments != fairness.commitments:
        raise Doubt(
            "The commitments of the seats are not those that were noted before the device showed "
            "its nonce: one was made up afterwards."
        )
    for nonce in filter(None, note.nonces):
        check_share(fairness, nonce)
    return "All commitments are those that were noted before the device showed its own nonce."


def check_share(fairness: Fairness, nonce: str) -> str:
    """Check that a nonce has its share in the key."""
    if nonce not in fairness.nonces:
        raise Doubt(f"The nonce you showed, {nonce}, is not in the record: it was left out.")
    return f"Your nonce is in the record, at seat {fairness.nonces.index(nonce)}."


def check_seen(fairness: Fairness, seen: str) -> None:
    """Check that the server's commitment is the one that was seen before the game."""
    if seen != fairness.commitment:
        raise Doubt(
            f"The commitment you saw, {seen}, is not that of the record, {fairness.commitment}: "
            "the seed was exchanged after you sat down."
        )


def check_seed(fairness: Fairness, seen: str = "") -> str:
    """Check that the seed is the one the server had committed to."""
    if seen:
        check_seen(fairness, seen)
    if hash_of(fairness.seed) != fairness.commitment:
        raise Doubt(
            f"The seed does not fit: its hash is {hash_of(fairness.seed)}, "
            f"the server had committed to {fairness.commitment}."
        )
    return "The seed fits: its hash is what the server showed before the game."


def check_nonce(fairness: Fairness, seat: int, name: str) -> str:
    """Check that a seat's nonce is the one its device had committed to."""
    promised, nonce = fairness.commitments[seat], fairness.nonces[seat]
    who = f"seat {seat} ({name})"
    if seat in (fairness.bots or ()):
        if promised or nonce:
            raise Doubt(f"There is a share from {who}, a bot: it was made up.")
        return f"No nonce from {who}: a bot."
    if not promised and nonce:
        raise Doubt(f"There is a nonce from {who}, but no commitment to it.")
    if not promised:
        bot = "a bot, or " if fairness.bots is None else ""
        return f"No nonce from {who}: {bot}a device that did not commit."
    if not nonce:
        return f"No nonce from {who}: it had committed, and the host began without it."
    if hash_of(nonce) != promised:
        raise Doubt(
            f"The nonce of {who} does not fit: its hash is {hash_of(nonce)}, "
            f"the device had committed to {promised}."
        )
    return f"The nonce of {who} fits: its hash was published before any nonce was shown."


def check_key(fairness: Fairness, key: str) -> str:
    """Check that the key follows from seed and nonces."""
    made = key_of(fairness.table, fairness.number, fairness.seed, fairness.nonces)
    if made != key:
        raise Doubt(f"The key does not fit: seed and nonces give {made}, the record has {key}.")
    return "The key fits: it is the hash of the seed and all nonces, and of nothing else."


def opening_of(record: Record, fairness: Fairness) -> Opening:
    """Return what the table had agreed on before the deal, as the record tells it."""
    return Opening(
        table=fairness.table,
        number=fairness.number,
        game=record.game,
        rules_version=record.rules_version,
        options=record.options,
        names=record.seats,
        bots=fairness.bots or [],
        commitment=fairness.commitment,
        commitments=fairness.commitments,
        nonces=fairness.nonces,
        keys=fairness.keys,
        cancelled_starts=fairness.cancelled_starts,
        salt=fairness.salt,
    )


def check_opening(record: Record, fairness: Fairness) -> str:
    """Check that what was agreed on before the deal is what the signatures cover.

    Returns nothing where a name was erased: then the hash cannot be made again.
    """
    if not fairness.salt:
        return ""
    made = opening_of(record, fairness).hash()
    if made != fairness.opening:
        raise Doubt(
            "What the table agreed on before the deal was altered: options, names, bots, the "
            f"starts that were called off or the rules give {made}, signed was {fairness.opening}."
        )
    return "Options, names, bots and starts that were called off are those that were signed."


def check_signed(record: Record, fairness: Fairness, seat: int) -> int:
    """Check the moves that the device of a seat signed; return how many."""
    signed, key = fairness.signed[seat], fairness.keys[seat]
    who = f"seat {seat} ({record.seats[seat]})"
    if not key:
        if signed.steps or signed.signature:
            raise Doubt(f"There is a signature from {who}, but no key.")
        return 0
    if share_of(key, fairness.salts[seat]) != fairness.nonces[seat]:
        raise Doubt(f"The key of {who} is not the one that its nonce commits to.")
    heads = chain_of(record, fairness, seat)
    if signed.steps and not is_signature(key, heads[-1], signed.signature):
        raise Doubt(
            f"The moves of {who} are not those that its device signed: the signature does not fit."
        )
    return len(signed.steps)


def chain_of(record: Record, fairness: Fairness, seat: int) -> list[str]:
    """Return the heads of a seat's chain, before its first signed move and after each."""
    heads, steps = [first_head(fairness.opening, seat)], fairness.signed[seat].steps
    if steps != sorted(set(steps)) or any(not 0 < step <= len(record.steps) for step in steps):
        raise Doubt(f"The signed moves of seat {seat} are not steps of this record, one by one.")
    for number in steps:
        step = record.steps[number - 1]
        if step.seat != seat:
            raise Doubt(f"Step {number} counts as signed by seat {seat}, which did not play it.")
        heads.append(next_head(heads[-1], step.actions))
    return heads


def check_chain_note(record: Record, fairness: Fairness, seat: int, note: ChainNote) -> str:
    """Check that all moves are there that a device had signed, and the server acknowledged."""
    heads = chain_of(record, fairness, seat) if fairness.opening else [""]
    if not 0 <= note.count < len(heads) or heads[note.count] != note.head:
        raise Doubt(
            f"The device of seat {seat} had {note.count} moves acknowledged that are not those of "
            "the record: moves are missing, or others were put in their place."
        )
    return f"All {note.count} moves that the device of seat {seat} had acknowledged are there."
