"""Settings of a server, with the defaults a host would choose."""

from pathlib import Path

import msgspec
import platformdirs


def default_database() -> str:
    """Return where tables are kept if nothing else is said."""
    folder = Path(platformdirs.user_data_dir("purrlor", appauthor=False))
    return f"sqlite:///{folder / 'purrlor.db'}"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a host can choose."""

    host: str = "127.0.0.1"
    port: int = 8080
    database: str = msgspec.field(default_factory=default_database)
    redis: str = ""
    """How servers that share a database hear of each other."""
    public_url: str = ""
    """The address people use, where a proxy stands before the server."""
    metrics: str = ""
    """The address at which Prometheus reads metrics, HOST:PORT; empty: there are none."""
    is_secure: bool = False
    """Whether pages are served over TLS."""
    tables_per_address: int = 60
    """How many tables one address may open in an hour."""
    joins_per_address: int = 120
    """How many codes one address may try or seats it may take in a minute."""
    messages: int = 100
    """How many frames of any kind a socket may send in `message_seconds`."""
    message_seconds: float = 20.0
    frame_bytes: int = 16 * 1024
    """How long a message of a socket may be."""
    sockets_per_table: int = 50
    """How many sockets spectators may have at a table, and each player besides."""
    sockets_per_address: int = 100
    """How many sockets one address may have open."""
    connections_per_address: int = 200
    """How many connections, or requests under way through a proxy, one address may have."""
    unknown_codes: int = 600
    """How many codes that no table has may be tried in a minute, by all addresses together."""
    header_seconds: float = 10.0
    """How long the headers of a request may take to arrive."""
    body_seconds: float = 30.0
    """How long its body may take."""
    lines_per_device: int = 20_000
    """How many lines of a table's log one device may bring about: moves, talk, anything."""
    backlog_frames: int = 256
    """How many frames wait for a slow socket before it is dropped."""
    backlog_bytes: int = 1024 * 1024
    """How many bytes do."""
    bot_pause: float = 0.8
    """How long a bot seems to think, in seconds."""
    grace: float = 60.0
    """How long a player may be away before a bot covers the seat, in seconds."""
    hints: int = 20
    """How many hints a device may ask for in a minute, where a table allows any."""
    hint_seconds: float = 1.0
    """How long the coach thinks about a hint."""
    nonce_seconds: float = 10.0
    """How long a start waits for the nonces of all devices, in seconds."""
    forget_seconds: float = 120.0
    """How long a table without sockets stays in memory, in seconds."""
    idle_hours: float = 48.0
    """How long a table may lie untouched before it is closed."""
    keep_days: float = 90.0
    """How long closed tables, their logs and games are kept, in days; 0: for good."""
    heartbeat: float = 1.0
    """How often the server notes that it runs, in seconds: clocks stand still in between runs."""

    @property
    def talk(self) -> int:
        """How many of a device's messages may be chat or reactions."""
        return max(1, self.messages // 8)
