"""Where a tournament's tasks are played: on this machine's threads, or on a Ray cluster."""

import importlib.util
import logging
import os
import socket
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol

from purrlor.core.refusals import Refusal
from purrlor.sim.bouts import Bouts, Task, play

RUNNERS = ("threads", "ray")
PATIENCE = 5.0
"""Seconds until an address that does not answer has nobody there."""


class Runner(Protocol):
    """Plays tasks, several at a time."""

    slots: int
    """How many tasks it plays at a time."""

    def submit(self, task: Task) -> None:
        """Take a task."""

    def next(self) -> Bouts:
        """Wait for any of the tasks."""

    def close(self) -> None:
        """Forget the tasks that have not begun, and end."""


class Threads:
    """Threads of this process: compiled games give Python's lock away."""

    def __init__(self, threads: int | None = None) -> None:
        self.slots = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.slots)
        self._waiting: set[Future[Bouts]] = set()

    def submit(self, task: Task) -> None:
        """Take a task."""
        self._waiting.add(self._pool.submit(play, task))

    def next(self) -> Bouts:
        """Wait for any of the tasks."""
        done = wait(self._waiting, return_when=FIRST_COMPLETED).done.pop()
        self._waiting.remove(done)
        return done.result()

    def close(self) -> None:
        """Forget the tasks that have not begun, and end."""
        self._pool.shutdown(cancel_futures=True)


class Ray:
    """A Ray cluster (the `ray` extra): one task a core, Purrlor installed on every node."""

    def __init__(self, address: str | None = None) -> None:
        check_ray()
        if address is not None:
            check_address(address)
        import ray

        try:
            ray.init(
                address=address,
                include_dashboard=None if address else False,
                logging_level=logging.WARNING,
                log_to_driver=False,
            )
        except ConnectionError as error:
            raise Refusal(f"There is no Ray cluster at {address}: {error}") from None
        self._ray = ray
        self._play = ray.remote(play)
        self._waiting: list[Any] = []
        self.slots = int(ray.cluster_resources().get("CPU", 1))

    def submit(self, task: Task) -> None:
        """Take a task."""
        self._waiting.append(self._play.remote(task))

    def next(self) -> Bouts:
        """Wait for any of the tasks."""
        done, self._waiting = self._ray.wait(self._waiting, num_returns=1)
        bouts: Bouts = self._ray.get(done[0])
        return bouts

    def close(self) -> None:
        """Forget the tasks that have not begun, and end."""
        for one in self._waiting:
            self._ray.cancel(one)
        self._ray.shutdown()


def check_ray() -> None:
    """Refuse to run on Ray where it is not installed."""
    if importlib.util.find_spec("ray") is None:
        raise Refusal("The runner ray needs Ray: pip install 'purrlor[ray]'.")


def check_address(address: str) -> None:
    """Refuse an address where nobody listens: Ray itself tries for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if address in ("auto", "local"):
        return
    if not host or not port.isdecimal():
        raise Refusal(f"Write the address of a Ray cluster as HOST:PORT, not {address!r}.")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise Refusal(
            f"There is no Ray cluster at {address} ({error}): begin one there with "
            "`ray start --head`, or leave out --address to use this machine."
        ) from None


def new_runner(name: str, *, threads: int | None = None, address: str | None = None) -> Runner:
    """Return a runner by its name."""
    if name not in RUNNERS:
        raise Refusal(f"There is no runner {name!r}; there are {', '.join(RUNNERS)}.")
    if name == "ray" and threads is not None:
        raise Refusal("Ray plays on all cores of its cluster: leave out --threads.")
    if name == "ray":
        return Ray(address)
    if address is not None:
        raise Refusal("An address is where a Ray cluster is: add --runner ray.")
    return Threads(threads)
