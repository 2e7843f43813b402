"""What the server counts, as Prometheus reads it, at an address of its own.

Whoever reads it may sit at a table. So nothing is counted or timed that depends on a hidden choice:
a step counts if everybody sees it, and a refused move does not count.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate
from urllib.parse import urlsplit

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

_LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Latency(Collector):
    """How long something took: noted on every step, so by plain numbers without a lock."""

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


class Steps(Collector):
    """How many steps everybody has seen."""

    def __init__(self) -> None:
        self._steps = 0

    def count(self) -> None:
        """Count a step that is durable."""
        self._steps += 1

    def collect(self) -> Iterator[Metric]:
        """Say what was counted, in Prometheus' words."""
        yield CounterMetricFamily("purrlor_steps", "Steps that everybody sees", value=self._steps)


class StoreMetrics:
    """Whether what is decided can be kept."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.appends = Latency(
            "purrlor_append_seconds", "From a log line to its being durable, where all may know it"
        )
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
        self.steps = Steps()
        self.commands = Latency(
            "purrlor_command_seconds", "From a command that all see to its durable answer"
        )
        registry.register(self.steps)
        registry.register(self.commands)
        self.refusals = Counter(
            "purrlor_refusals", "Requests and commands refused, except moves", registry=registry
        )
        self.dropped = Counter("purrlor_dropped", "Sockets dropped", ["why"], registry=registry)
        self.bot_seconds = Histogram(
            "purrlor_bot_seconds",
            "Time a bot thinks about what all see",
            buckets=_LATENCIES,
            registry=registry,
        )
        self.loop_pause = Gauge(
            "purrlor_loop_pause_seconds",
            "Longest time in the last minute in which nobody was answered",
            registry=registry,
        )

        self.store, self.redis = StoreMetrics(registry), RedisMetrics(registry)

    def serve(self, address: str) -> Callable[[], None]:
        """Answer Prometheus at HOST:PORT, in a thread of its own; return what ends that."""
        place = urlsplit(f"//{address}")
        server, thread = start_http_server(
            place.port or 0, addr=place.hostname or "127.0.0.1", registry=self.registry
        )

        def end() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return end


METRICS = Metrics()
