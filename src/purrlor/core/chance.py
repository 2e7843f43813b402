"""Chance: the ChaCha8 keystream of a 256-bit key, cut into unbiased whole numbers.

Every random thing in every game passes `below`. The keystream is that of the published cipher
(64-bit block counter, 64-bit stream number), read as 16-bit little-endian numbers. A number below
`n` is the upper half of `number * n`; a number whose lower half is under `65536 % n` is skipped, so
that no result is likelier than another.

Tests steer chance in two ways. A *script* names outcomes in the words of a game (its kernels read
it with `scripted` and `next_scripted`); a *walk* forces the results of `below` one by one and notes
how many results each had, so that exact enumeration can visit them all. Who only wants to know how
many results the first draw has that is not named lets chance be *followed*: what comes after that
draw is of no interest, but must come to an end, so it is drawn somehow.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np

from purrlor.core.kernel import inlined, kernel
from purrlor.core.refusals import PositionRefused

_Item = TypeVar("_Item")

Chance: TypeAlias = Any
"""A record of type `CHANCE`."""

RANDOM, SCRIPTED, WALKED, FOLLOWED = 0, 1, 2, 3
SCRIPT_CAPACITY = 512
ROUNDS = 8

CHANCE = np.dtype(
    [
        ("is_chance", np.int8),
        ("mode", np.int8),
        ("has_misfit", np.int8),
        ("halves_left", np.int16),
        ("script_size", np.int16),
        ("script_next", np.int16),
        ("key", np.uint32, 8),
        ("counter", np.int64),
        ("stream", np.int64),
        ("words", np.uint32, 16),
        ("halves", np.uint16, 32),
        ("script", np.int16, SCRIPT_CAPACITY),
        ("sizes", np.int16, SCRIPT_CAPACITY),
    ],
    align=True,
)

_C0, _C1, _C2, _C3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
_LOW = 0xFFFFFFFF


@inlined
def _plus(a, b):
    return np.uint32((np.uint64(a) + np.uint64(b)) & np.uint64(_LOW))


@inlined
def _turn(x, left):
    wide = np.uint64(x)
    return np.uint32(((wide << np.uint64(left)) & np.uint64(_LOW)) | (wide >> np.uint64(32 - left)))


@inlined
def _quarter_round(a, b, c, d):
    a = _plus(a, b)
    d = _turn(d ^ a, 16)
    c = _plus(c, d)
    b = _turn(b ^ c, 12)
    a = _plus(a, b)
    d = _turn(d ^ a, 8)
    c = _plus(c, d)
    b = _turn(b ^ c, 7)
    return a, b, c, d


@kernel
def chacha_block(key, counter, stream, rounds, out):
    """Write one block of the ChaCha keystream, sixteen words."""
    k0, k1, k2, k3 = key[0], key[1], key[2], key[3]
    k4, k5, k6, k7 = key[4], key[5], key[6], key[7]
    n0 = np.uint32(np.uint64(counter) & np.uint64(_LOW))
    n1 = np.uint32(np.uint64(counter) >> np.uint64(32))
    n2 = np.uint32(np.uint64(stream) & np.uint64(_LOW))
    n3 = np.uint32(np.uint64(stream) >> np.uint64(32))
    x0, x1, x2, x3 = np.uint32(_C0), np.uint32(_C1), np.uint32(_C2), np.uint32(_C3)
    x4, x5, x6, x7, x8, x9, x10, x11 = k0, k1, k2, k3, k4, k5, k6, k7
    x12, x13, x14, x15 = n0, n1, n2, n3
    for _ in range(rounds // 2):
        x0, x4, x8, x12 = _quarter_round(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter_round(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter_round(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter_round(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter_round(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter_round(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter_round(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter_round(x3, x4, x9, x14)
    out[0], out[1] = _plus(x0, np.uint32(_C0)), _plus(x1, np.uint32(_C1))
    out[2], out[3] = _plus(x2, np.uint32(_C2)), _plus(x3, np.uint32(_C3))
    out[4], out[5], out[6], out[7] = _plus(x4, k0), _plus(x5, k1), _plus(x6, k2), _plus(x7, k3)
    out[8], out[9], out[10], out[11] = _plus(x8, k4), _plus(x9, k5), _plus(x10, k6), _plus(x11, k7)
    out[12], out[13] = _plus(x12, n0), _plus(x13, n1)
    out[14], out[15] = _plus(x14, n2), _plus(x15, n3)


@kernel
def set_stream(chance, stream):
    """Begin stream number `stream` of the key; the streams of one key are independent."""
    chance.stream = stream
    chance.counter = 0
    chance.halves_left = 0


@kernel
def _refill(chance):
    chacha_block(chance.key, chance.counter, chance.stream, ROUNDS, chance.words)
    for word in range(16):
        chance.halves[2 * word] = chance.words[word] & 0xFFFF
        chance.halves[2 * word + 1] = chance.words[word] >> 16
    chance.counter += 1
    chance.halves_left = 32


@inlined
def below(chance, n):
    """Return a uniformly random whole number from 0 to n - 1 (n at most 65536)."""
    left = np.int64(chance.halves_left)
    if left == 0:
        return _below_afresh(chance, n)
    chance.halves_left = left - 1
    product = np.int64(chance.halves[-left & 31]) * n  # an index that cannot be negative is faster
    if (product & 0xFFFF) >= n:
        return product >> 16
    return _below_checked(chance, n, product)


@inlined
def next_below(chance, left, n):
    """Return what `below` would, and how many numbers are left then: for many draws in a row.

    The first `left` is `chance.halves_left`, and the last one goes there. In between the caller
    holds it: a number that is written to memory and read again delays every draw.
    """
    if left == 0:
        chance.halves_left = 0
        number = _below_afresh(chance, n)
        return number, np.int64(chance.halves_left)
    product = np.int64(chance.halves[-left & 31]) * n
    if (product & 0xFFFF) >= n:
        return product >> 16, left - 1
    chance.halves_left = left - 1
    number = _below_checked(chance, n, product)
    return number, np.int64(chance.halves_left)


@kernel
def _below_checked(chance, n, product):
    """Skip the numbers that would make small results likelier."""
    if (product & 0xFFFF) >= 65536 % n:
        return product >> 16
    return _below_afresh(chance, n)


@kernel
def _below_afresh(chance, n):
    if chance.mode == WALKED:
        return _walked(chance, n)
    if chance.mode == FOLLOWED:
        return _followed(chance, n)
    while True:
        if chance.halves_left == 0:
            _refill(chance)
        left = np.int64(chance.halves_left)
        chance.halves_left = left - 1
        product = np.int64(chance.halves[-left & 31]) * n
        if (product & 0xFFFF) >= 65536 % n:
            return product >> 16


@kernel
def _walked(chance, n):
    at = np.int64(chance.script_next)
    chance.script_next = at + 1
    chance.sizes[at] = n
    if at < chance.script_size:
        return np.int64(chance.script[at])
    chance.script[at] = 0
    chance.script_size = at + 1
    return np.int64(0)


@kernel
def _followed(chance, n):
    at = np.int64(chance.script_next)
    if at <= chance.script_size:
        chance.sizes[at] = n
        chance.script_next = at + 1
    if at < chance.script_size:
        return np.int64(chance.script[at])
    chance.counter = (np.int64(chance.counter) * 75 + 74) % 65537
    return np.int64(chance.counter) % n


@inlined
def scripted(chance):
    """Return whether the script names the coming outcome."""
    return chance.mode == SCRIPTED and chance.script_next < chance.script_size


@kernel
def next_scripted(chance):
    """Return the next number of the script."""
    at = np.int64(chance.script_next)
    chance.script_next = at + 1
    return np.int64(chance.script[at])


@kernel
def misfit(chance):
    """Note that the script names something that cannot come up."""
    chance.has_misfit = 1


def new_chance(key: bytes, stream: int = 0) -> Chance:
    """Return a generator over stream `stream` of `key` (32 bytes)."""
    chance = np.zeros(1, CHANCE).view(np.recarray)
    chance.key[0] = np.frombuffer(key, "<u4")
    chance.stream[0] = stream
    return chance[0]


def write_script(chance: Chance, script: Sequence[int]) -> None:
    """Let the coming chance be as named; when the script is used up it is random again."""
    if len(script) > SCRIPT_CAPACITY:
        raise PositionRefused("This is more chance than can be named.")
    if script:
        chance.mode = SCRIPTED
        chance.script[: len(script)] = script
        chance.script_size = len(script)
        chance.script_next = 0


def shuffled(chance: Chance, items: Sequence[_Item]) -> list[_Item]:
    """Return the items in random order."""
    left, order = list(items), []
    while left:
        order.append(left.pop(int(below(chance, len(left)))))
    return order
