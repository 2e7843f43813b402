"""Secrets that only the servers of one store can make, signed with the key that they share."""

import base64
import binascii
import hashlib
import hmac
import secrets

_RANDOM_BYTES = 32
_SIGNATURE_BYTES = 16
_TOKEN_LENGTH = 64


class Tokens:
    """Makes and recognises tokens; nothing needs to be looked up for it."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def new_device(self) -> str:
        """Return the secret of a new device: 256 random bits and their signature."""
        bits = secrets.token_bytes(_RANDOM_BYTES)
        return _text(bits + self._sign(b"device", bits))

    def is_device(self, token: str) -> bool:
        """Return whether a server of this store made the secret of a device."""
        if len(token) != _TOKEN_LENGTH:
            return False
        try:
            found = base64.b64decode(token, altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            return False
        bits, signature = found[:_RANDOM_BYTES], found[_RANDOM_BYTES:]
        return hmac.compare_digest(signature, self._sign(b"device", bits))

    def record_key(self, table_id: str, number: int) -> str:
        """Return the key with which anybody may read the record of a game at a private table."""
        return _text(self._sign(b"record", f"{table_id} {number}".encode()))

    def _sign(self, purpose: bytes, words: bytes) -> bytes:
        return hmac.digest(self._key, purpose + b"\0" + words, hashlib.sha256)[:_SIGNATURE_BYTES]


def _text(found: bytes) -> str:
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode()
