"""What the server counts, as Prometheus reads it."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

_LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Moves(Collector):
    """Moves and how long they took: counted on every move, so by plain numbers without a lock."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_LATENCIES) + 1)
        self._seconds = 0.0
        self._moves = 0

    def count(self) -> None:
        """Count a move that is durable."""
        self._moves += 1

    def took(self, seconds: float) -> None:
        """Note how long a command took."""
        self._counts[bisect_left(_LATENCIES, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """Say what was counted, in Prometheus' words."""
        yield CounterMetricFamily("purrlor_moves", "Moves made durable", value=self._moves)
        bounds = [*map(str, _LATENCIES), "+Inf"]
        yield HistogramMetricFamily(
            "purrlor_move_seconds",
            "From a command to its durable answer",
            buckets=list(zip(bounds, map(float, accumulate(self._counts)), strict=True)),
            sum_value=self._seconds,
        )


class Metrics:
    """Counters of one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.tables = Gauge("purrlor_tables", "Tables in memory", registry=registry)
        self.connections = Gauge("purrlor_connections", "Open sockets", registry=registry)
        self.moves = Moves()
        registry.register(self.moves)
        self.refusals = Counter("purrlor_refusals", "Commands refused", registry=registry)
        self.dropped = Counter("purrlor_dropped", "Sockets dropped", ["why"], registry=registry)
        self.refolds = Counter("purrlor_refolds", "Tables folded anew", registry=registry)
        self.bot_seconds = Histogram(
            "purrlor_bot_seconds", "Time a bot thinks", buckets=_LATENCIES, registry=registry
        )

    def text(self) -> bytes:
        """Return everything in the Prometheus text format."""
        return generate_latest(self.registry)


METRICS = Metrics()
