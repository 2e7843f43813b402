"""Chance: the published cipher, unbiased numbers, and the two ways to steer it."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from purrlor.core import chance as core
from purrlor.core.chance import (
    SCRIPT_CAPACITY,
    WALKED,
    Chance,
    new_chance,
    shuffled,
    write_script,
)
from purrlor.core.refusals import PositionRefused

below: Callable[[Chance, int], int] = core.below
ERROR = 1e-6
"""How likely a test of chance fails although nothing is wrong."""
KEY = bytes(range(32))


# The cipher


def compiled_block(key: bytes, counter: int, stream: int, rounds: int) -> bytes:
    out = np.zeros(16, np.uint32)
    core.chacha_block(np.frombuffer(key, "<u4"), counter, stream, rounds, out)
    return out.astype("<u4").tobytes()


def plain_block(key: bytes, counter: int, stream: int, rounds: int) -> bytes:
    """ChaCha as its author describes it, written for this test alone."""

    def numbers(data: bytes) -> list[int]:
        return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]

    head = b"expand 32-byte k"
    tail = counter.to_bytes(8, "little") + stream.to_bytes(8, "little")
    first = numbers(head + key + tail)
    x = list(first)

    def add(a: int, b: int) -> None:
        x[a] = (x[a] + x[b]) % 2**32

    def mix(d: int, a: int, left: int) -> None:
        mixed = x[d] ^ x[a]
        x[d] = (mixed << left | mixed >> 32 - left) % 2**32

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for up, down in ((16, 12), (8, 7)):
            add(a, b)
            mix(d, a, up)
            add(c, d)
            mix(b, c, down)

    for number in range(rounds):
        for column in range(4):
            shift = number % 2
            rows = (column + shift * row for row in range(4))
            quarter(*(4 * row + at % 4 for row, at in enumerate(rows)))
    return b"".join(
        ((new + old) % 2**32).to_bytes(4, "little") for new, old in zip(x, first, strict=True)
    )


# fmt: off
PUBLISHED = {
    # RFC 8439, 2.3.2. Its counter is 32 and its nonce 96 bits; the words lie in the same order.
    "RFC 8439": (KEY, 0x0900000000000001, 0x000000004A000000, 20,
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"),
    # draft-strombergson-chacha-test-vectors, TC1: 256-bit key and IV all zero, blocks 0 and 1.
    "ChaCha8, block 0": (bytes(32), 0, 0, 8,
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"),
    "ChaCha8, block 1": (bytes(32), 1, 0, 8,
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"),
    "ChaCha12, block 0": (bytes(32), 0, 0, 12,
        "9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f"
        "0564f879d27ae3c02ce82834acfa8c793a629f2ca0de6919610be82f411326be"),
    "ChaCha12, block 1": (bytes(32), 1, 0, 12,
        "0bd58841203e74fe86fc71338ce0173dc628ebb719bdcbcc151585214cc089b4"
        "42258dcda14cf111c602b8971b8cc843e91e46ca905151c02744a6b017e69316"),
    "ChaCha20, block 0": (bytes(32), 0, 0, 20,
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"),
    "ChaCha20, block 1": (bytes(32), 1, 0, 20,
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"),
}
# fmt: on


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("block", [compiled_block, plain_block])
def test_published_vectors(name: str, block: Callable[[bytes, int, int, int], bytes]) -> None:
    key, counter, stream, rounds, expected = PUBLISHED[name]
    assert block(key, counter, stream, rounds).hex() == expected


def test_any_block_is_that_of_the_plain_cipher() -> None:
    throw = random.Random(1)
    for _ in range(60):
        key, counter, stream = throw.randbytes(32), throw.getrandbits(63), throw.getrandbits(63)
        rounds = throw.choice((8, 12, 20))
        assert compiled_block(key, counter, stream, rounds) == plain_block(
            key, counter, stream, rounds
        )


# Whole numbers


def plain_halves(key: bytes, stream: int = 0) -> Iterator[int]:
    for counter in itertools.count():
        block = plain_block(key, counter, stream, 8)
        yield from (int.from_bytes(block[at : at + 2], "little") for at in range(0, 64, 2))


def plain_below(halves: Iterator[int], n: int) -> int:
    """The module's sentence: the upper half of the product, unless its lower half is too small."""
    while True:
        upper, lower = divmod(next(halves) * n, 65536)
        if lower >= 65536 % n:
            return upper


@pytest.mark.parametrize("stream", [0, 1, 2**40])
def test_numbers_are_those_of_the_plain_generator(stream: int) -> None:
    sizes = [*range(1, 130), 255, 256, 257, 1000, 32767, 32768, 32769, 40000, 65535, 65536] * 3
    random.Random(stream).shuffle(sizes)
    chance, halves = new_chance(KEY, stream), plain_halves(KEY, stream)
    assert [int(below(chance, n)) for n in sizes] == [plain_below(halves, n) for n in sizes]


@pytest.mark.parametrize("n", [54, 40000])
def test_every_result_has_equally_many_numbers(n: int) -> None:
    """Of the 65,536 numbers each result takes 65536 // n; the others are skipped."""
    chance = new_chance(bytes(32))
    taken: Counter[int] = Counter()
    for number in range(65536):
        chance.halves[31], chance.halves_left = number, 1
        found = int(below(chance, n))
        if chance.halves_left == 0:  # else the number was skipped, and a new block begun
            taken[found] += 1
    assert taken == dict.fromkeys(range(n), 65536 // n)


def surprise(counts: "np.ndarray[Any, Any]") -> float:
    """Return how likely so uneven counts are, if all are equally likely."""
    mean = counts.mean()
    return float(chi2.sf(((counts - mean) ** 2 / mean).sum(), counts.size - 1))


@pytest.mark.parametrize("n", [2, 3, 6, 7, 13, 54, 97])
def test_results_are_uniform(n: int) -> None:
    chance = new_chance(KEY, stream=n)
    found = np.array([below(chance, n) for _ in range(20_000)])
    assert surprise(np.bincount(found, minlength=n)) > ERROR


def test_neighbours_are_independent() -> None:
    chance = new_chance(KEY)
    found = np.array([below(chance, 6) for _ in range(40_000)])
    assert surprise(np.bincount(6 * found[:-1:2] + found[1::2], minlength=36)) > ERROR


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 2), (0, 2**32), (6, 7)])
def test_streams_are_independent(first: int, second: int) -> None:
    one, other = new_chance(KEY, first), new_chance(KEY, second)
    found = np.array([6 * below(one, 6) + below(other, 6) for _ in range(20_000)])
    assert surprise(np.bincount(found, minlength=36)) > ERROR


def test_streams_share_no_block() -> None:
    blocks = {compiled_block(KEY, at, stream, 8) for at in range(64) for stream in range(64)}
    assert len(blocks) == 64 * 64


def test_a_stream_begins_afresh() -> None:
    chance = new_chance(KEY)
    began = [below(chance, 10) for _ in range(50)]
    core.set_stream(chance, 5)
    fresh = new_chance(KEY, stream=5)
    assert [below(chance, 10) for _ in range(50)] == [below(fresh, 10) for _ in range(50)]
    core.set_stream(chance, 0)
    assert [below(chance, 10) for _ in range(50)] == began


def test_each_bit_of_the_key_matters() -> None:
    begun = set()
    for bit in range(256):
        chance = new_chance((1 << bit).to_bytes(32, "little"))
        begun.add(tuple(below(chance, 65536) for _ in range(4)))
    assert len(begun) == 256


def test_shuffles_are_uniform() -> None:
    chance = new_chance(KEY)
    found = Counter(tuple(shuffled(chance, "abcd")) for _ in range(12_000))
    assert set(found) == set(itertools.permutations("abcd"))
    assert surprise(np.array(list(found.values()))) > ERROR


# Steered chance


def walk(play: Callable[[Chance], Any]) -> Iterator[tuple[Any, list[int]]]:
    """Yield every outcome of `play` with the sizes of the choices on its way."""
    chance = new_chance(bytes(32))
    chance.mode = WALKED
    script: list[int] = []
    while True:
        chance.script[: len(script)], chance.script_size = script, len(script)
        chance.script_next = 0
        outcome = play(chance)
        used = int(chance.script_next)
        sizes = chance.sizes[:used].tolist()
        yield outcome, sizes
        script = chance.script[:used].tolist()
        while script and script[-1] + 1 == sizes[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1


def test_walk_visits_every_outcome_once() -> None:
    found = [tuple(order) for order, _ in walk(lambda chance: shuffled(chance, "abcd"))]
    assert sorted(found) == list(itertools.permutations("abcd"))


def test_walk_follows_choices_that_depend_on_earlier_ones() -> None:
    def play(chance: Chance) -> tuple[int, ...]:
        first = int(below(chance, 3))
        return (first, *(int(below(chance, first + 1)) for _ in range(first)))

    found = list(walk(play))
    outcomes = [outcome for outcome, _ in found]
    expected = [(0,), *((1, x) for x in range(2)), *((2, x, y) for x in range(3) for y in range(3))]
    assert outcomes == expected
    assert [sizes for outcome, sizes in found if outcome == (1, 0)] == [[3, 2]]


def test_script_is_read_in_order_and_then_chance_is_random_again() -> None:
    chance = new_chance(KEY)
    write_script(chance, [3, 1, 2])
    read = []
    while core.scripted(chance):
        read.append(int(core.next_scripted(chance)))
    assert read == [3, 1, 2]
    unscripted = new_chance(KEY)
    assert [below(chance, 100) for _ in range(40)] == [below(unscripted, 100) for _ in range(40)]


def test_without_a_script_nothing_is_scripted() -> None:
    chance = new_chance(KEY)
    write_script(chance, [])
    assert not core.scripted(chance)


def test_a_script_has_room_for_so_much() -> None:
    chance = new_chance(KEY)
    write_script(chance, [1] * SCRIPT_CAPACITY)
    before = chance.tobytes()
    with pytest.raises(PositionRefused, match="more chance than can be named"):
        write_script(chance, [1] * (SCRIPT_CAPACITY + 1))
    assert chance.tobytes() == before
