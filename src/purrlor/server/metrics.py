"""What the server counts, as Prometheus reads it."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

_LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Latency(Collector):
    """How long something took: noted on every move, so by plain numbers without a lock."""

    def __init__(self, name: str, words: str) -> None:
        self._name, self._words = name, words
        self._counts = [0] * (len(_LATENCIES) + 1)
        self._seconds = 0.0

    def took(self, seconds: float) -> None:
        """Note how long it took once."""
        self._counts[bisect_left(_LATENCIES, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """Say what was noted, in Prometheus' words."""
        bounds = [*map(str, _LATENCIES), "+Inf"]
        yield HistogramMetricFamily(
            self._name,
            self._words,
            buckets=list(zip(bounds, map(float, accumulate(self._counts)), strict=True)),
            sum_value=self._seconds,
        )


class Moves(Latency):
    """Moves, and how long they took."""

    def __init__(self) -> None:
        super().__init__("purrlor_move_seconds", "From a command to its durable answer")
        self._moves = 0

    def count(self) -> None:
        """Count a move that is durable."""
        self._moves += 1

    def collect(self) -> Iterator[Metric]:
        """Say what was counted, in Prometheus' words."""
        yield CounterMetricFamily("purrlor_moves", "Moves made durable", value=self._moves)
        yield from super().collect()


class StoreMetrics:
    """Whether what is decided can be kept."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.appends = Latency("purrlor_append_seconds", "From a log line to its being durable")
        registry.register(self.appends)
        self.failures = Counter(
            "purrlor_store_failures", "What was not kept", ["what"], registry=registry
        )
        self.retries = Counter(
            "purrlor_store_retries", "Statements tried again, the line being cut", registry=registry
        )
        self.is_writable = Gauge(
            "purrlor_store_writable", "Whether the latest heartbeat was kept", registry=registry
        )


class RedisMetrics:
    """Whether servers hear of each other at once."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.connects = Counter("purrlor_redis_connects", "Redis was reached", registry=registry)
        self.is_heard = Gauge(
            "purrlor_redis_heard", "Whether own notices come back", registry=registry
        )
        self.servers = Gauge("purrlor_servers", "Other servers that run", registry=registry)
        self.unheard = Gauge(
            "purrlor_servers_unheard", "Those of them that are not heard", registry=registry
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
        self.loop_pause = Gauge(
            "purrlor_loop_pause_seconds",
            "Longest time in the last minute in which nobody was answered",
            registry=registry,
        )

        self.store, self.redis = StoreMetrics(registry), RedisMetrics(registry)

    def text(self) -> bytes:
        """Return everything in the Prometheus text format."""
        return generate_latest(self.registry)


METRICS = Metrics()
