"""Signed moves: each device signs what it plays, so that nobody else can play for it afterwards.

A device draws a key pair for each seat and game. Its nonce is the hash of the public key, so the
commitment to the nonce is one to the key. Each move extends a hash chain that begins with
everything the table agreed on before the deal, and the device signs the chain's head.
`docs/fairness.md` has it byte for byte.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SHARE_TAG = b"purrlor share 1\0"
OPENING_TAG = b"purrlor opening 1\0"
CHAIN_TAG = b"purrlor chain 1\0"
MOVE_TAG = b"purrlor move 1\0"


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What a game begins with: every signature of it covers all of this. Lists go by seat."""

    table: str
    number: int
    game: str
    rules_version: int
    options: dict[str, Any]
    names: list[str]
    bots: list[int]
    commitment: str
    commitments: list[str]
    nonces: list[str]
    keys: list[str]
    cancelled_starts: int
    salt: str
    """Keeps a name secret that is erased later: its hash cannot be guessed without this."""

    def hash(self) -> str:
        """Return the hash that all chains of the game begin with."""
        return hashlib.sha256(OPENING_TAG + canonical(msgspec.to_builtins(self))).hexdigest()


class SignedMoves(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one device signed."""

    steps: list[int] = []
    """Its moves, by their place among the steps of the game, from 1."""
    signature: str = ""
    """Of the head of the chain after the last of them."""


class Chain(msgspec.Struct, kw_only=True):
    """The chain of a seat while the game runs."""

    key: str = ""
    head: str = ""
    steps: list[int] = []
    signature: str = ""
    is_open: bool = True
    """Whether the device that began it still has the seat."""

    def add(self, step: int, actions: Sequence[Any], signature: str) -> None:
        """Take a signed move; one whose signature does not fit counts as not signed."""
        if not self.key or not self.is_open or not signature:
            return
        head = next_head(self.head, actions)
        if is_signature(self.key, head, signature):
            self.head, self.signature = head, signature
            self.steps.append(step)

    def moves(self) -> SignedMoves:
        """Return what was signed, for the record."""
        return SignedMoves(steps=list(self.steps), signature=self.signature)


def canonical(value: Any) -> bytes:
    """Return JSON of which there is one form only: sorted names, no spaces."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def share_of(key: str, salt: str) -> str:
    """Return the nonce of a device that signs: the hash of its public key, salted."""
    return hashlib.sha256(SHARE_TAG + bytes.fromhex(salt) + bytes.fromhex(key)).hexdigest()


def first_head(opening: str, seat: int) -> str:
    """Return where the chain of a seat begins."""
    return hashlib.sha256(CHAIN_TAG + bytes.fromhex(opening) + str(seat).encode()).hexdigest()


def next_head(head: str, actions: Sequence[Any]) -> str:
    """Return the head of a chain after a move."""
    move = canonical(msgspec.to_builtins(actions))
    return hashlib.sha256(MOVE_TAG + bytes.fromhex(head) + move).hexdigest()


def is_signature(key: str, head: str, signature: str) -> bool:
    """Return whether a head was signed with the private part of a key (Ed25519)."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), bytes.fromhex(head))
    except (InvalidSignature, ValueError):
        return False
    return True
