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

SCHEME = 1
"""Commit, contribute, reveal. (0: games of older logs, whose devices did not commit.)"""
TAG = b"purrlor fairness 1"
HEX = re.compile("[0-9a-f]{64}")


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


class Note(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a device noted before a game, as its page for checking writes it; lists go by seat."""

    table: str
    number: int
    commitment: str
    commitments: list[str] = []
    """What all seats had promised when the device showed its nonces; empty: it showed none."""
    nonces: list[str] = []
    """Those the device showed; empty: not one of its seats."""


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
    if record.fairness["scheme"] != SCHEME:
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
    return found


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
