"""What waits for a slow socket is bounded, by frames and by bytes."""

import asyncio

import pytest

from purrlor.server.backlog import Backlog


def filled(sizes: list[int], *, most_frames: int = 1000, before: int = 0) -> list[bool]:
    """Return after each frame whether the backlog of a socket that takes nothing is full.

    1000 bytes may wait besides those that waited before.
    """

    async def story() -> list[bool]:
        async def never(_: bytes) -> None:
            await asyncio.Event().wait()

        backlog = Backlog(lambda _: False, never, most_frames)
        for _ in range(before):
            backlog.add(b"x" * 5000)
        backlog.bound(1000)
        found = []
        for size in sizes:
            backlog.add(b"x" * size)
            found.append(backlog.is_full)
        backlog.stop()
        return found

    return asyncio.run(story())


@pytest.mark.parametrize(
    ("sizes", "is_full"), [([100] * 11, False), ([100] * 12, True), ([5000, 1], True)]
)
def test_bytes_that_wait_are_bounded(sizes: list[int], is_full: bool) -> None:
    assert filled(sizes)[-1] is is_full


def test_where_a_game_stands_may_be_long() -> None:
    """Four seats on one device are told a whole game each when it comes back."""
    assert filled([100] * 11, before=4) == [False] * 11
    assert filled([100] * 12, before=4)[-1]


def test_frames_that_wait_are_bounded() -> None:
    assert filled([1] * 5, most_frames=4) == [False] * 4 + [True]


def test_what_was_sent_waits_no_longer() -> None:
    async def story() -> None:
        sent: list[bytes] = []

        async def send(frame: bytes) -> None:
            sent.append(frame)

        backlog = Backlog(lambda _: False, send, 4)
        backlog.bound(100)
        for _ in range(20):
            backlog.add(b"x" * 60)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert len(sent) == 20
        assert not backlog.is_full

    asyncio.run(story())
