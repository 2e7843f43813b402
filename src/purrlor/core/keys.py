"""Keys: 256 bits that decide all chance of a game."""

import secrets

from purrlor.core.refusals import KeyRefused

KEY_BYTES = 32


def read_key(given: bytes | int | str | None) -> bytes:
    """Return 32 bytes: as given, from an integer (little-endian) or hex digits; None: new ones."""
    if given is None:
        return secrets.token_bytes(KEY_BYTES)
    if isinstance(given, bytes) and len(given) == KEY_BYTES:
        return given
    if isinstance(given, str):
        given = _from_text(given)
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < 1 << 256:
        return given.to_bytes(KEY_BYTES, "little")
    if isinstance(given, bytes) and len(given) == KEY_BYTES:
        return given
    raise KeyRefused("A key is 32 bytes, 64 hex digits, or an integer from 0 to 2**256 - 1.")


def _from_text(text: str) -> bytes | int:
    try:
        return bytes.fromhex(text) if len(text) == 2 * KEY_BYTES else int(text)
    except ValueError:
        raise KeyRefused("A key is 64 hex digits or a whole number.") from None
