"""What the server counts, as Prometheus reads it."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """Counters of one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.tables = Gauge("purrlor_tables", "Tables in memory", registry=registry)
        self.connections = Gauge("purrlor_connections", "Open sockets", registry=registry)
        self.moves = Counter("purrlor_moves", "Moves made durable", registry=registry)
        self.refusals = Counter("purrlor_refusals", "Commands refused", registry=registry)
        self.dropped = Counter("purrlor_dropped", "Sockets dropped", ["why"], registry=registry)
        self.refolds = Counter("purrlor_refolds", "Tables folded anew", registry=registry)
        self.latency = Histogram(
            "purrlor_move_seconds",
            "From a command to its durable answer",
            buckets=_LATENCIES,
            registry=registry,
        )
        self.bot_seconds = Histogram(
            "purrlor_bot_seconds", "Time a bot thinks", buckets=_LATENCIES, registry=registry
        )

    def text(self) -> bytes:
        """Return everything in the Prometheus text format."""
        return generate_latest(self.registry)


METRICS = Metrics()
