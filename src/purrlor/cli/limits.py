"""The options of `purrlor serve` that set how much, how often and how long."""

from collections.abc import Callable
from typing import Any

import click

from purrlor.cli.arguments import finite
from purrlor.server.settings import Settings


def _limit(name: str, kind: click.IntRange | click.FloatRange, text: str) -> Callable[[Any], Any]:
    """Return the option of a setting: its name, its default and its variable are the setting's."""
    return click.option(
        f"--{name.replace('_', '-')}",
        envvar=f"PURRLOR_{name.upper()}",
        show_envvar=True,
        type=kind,
        default=getattr(Settings(), name),
        callback=finite,
        show_default=True,
        help=text,
    )


_LIMITS = (
    _limit("bot_pause", click.FloatRange(0, 60), "How many seconds a bot seems to think."),
    _limit(
        "grace",
        click.FloatRange(min=0),
        "After how many seconds a bot covers the seat of a player who is away; between games, "
        "somebody else leads the table of a host who is.",
    ),
    _limit(
        "nonce_seconds",
        click.FloatRange(min=0.1, max=60),
        "How long a start waits for every device's share of the shuffle.",
    ),
    _limit(
        "tables_per_address",
        click.IntRange(min=1),
        "How many tables one address may open in an hour.",
    ),
    _limit(
        "joins_per_address",
        click.IntRange(min=1),
        "How many requests at tables, and sockets, one address may make in a minute; and how many "
        "lists, and how many replays, it may ask for.",
    ),
    _limit(
        "messages",
        click.IntRange(min=1),
        "How many messages, or frames of any kind, a socket may send in --message-seconds; "
        "an eighth of it may be talk.",
    ),
    _limit("message_seconds", click.FloatRange(min=0.1), "How long messages are counted."),
    _limit(
        "frame_bytes",
        click.IntRange(1024, 65_535),
        "How long a message may be; a longer one closes its socket.",
    ),
    _limit(
        "sockets_per_table",
        click.IntRange(min=1),
        "How many sockets spectators may have at a table, and each player besides.",
    ),
    _limit(
        "sockets_per_address",
        click.IntRange(min=1),
        "How many sockets one address may have open; of IPv6, each /64 is one address.",
    ),
    _limit(
        "connections_per_address",
        click.IntRange(min=1),
        "How many connections one address may have, or requests under way through a proxy.",
    ),
    _limit(
        "unknown_codes",
        click.IntRange(min=1),
        "How many codes that no table has may be tried in a minute, by all addresses together.",
    ),
    _limit(
        "header_seconds",
        click.FloatRange(min=0.1),
        "How long the headers of a request may take to arrive.",
    ),
    _limit(
        "body_seconds",
        click.FloatRange(min=0.1),
        "How long the body of a request may take to arrive.",
    ),
    _limit(
        "lines_per_device",
        click.IntRange(min=100),
        "How many moves, words and other things of one device a table keeps; then it refuses more.",
    ),
    _limit(
        "backlog_frames",
        click.IntRange(min=1),
        "How many messages may wait for a slow socket before it is dropped.",
    ),
    _limit(
        "backlog_bytes",
        click.IntRange(min=65_536),
        "How many bytes may wait for a slow socket before it is dropped.",
    ),
    _limit(
        "hints",
        click.IntRange(min=1),
        "How many hints a device may ask for in a minute, where a table allows any.",
    ),
    _limit(
        "forget_seconds",
        click.FloatRange(min=0, min_open=True),
        "How long a table without sockets stays in memory; afterwards it is read from its log.",
    ),
    _limit(
        "idle_hours",
        click.FloatRange(min=0, min_open=True),
        "After how many hours a table that nobody touches is closed.",
    ),
    _limit(
        "keep_days",
        click.FloatRange(min=0),
        "After how many days closed tables are deleted, with their logs and games; 0: never.",
    ),
)


def limits(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command all of these options; it gets them as the settings they are."""
    for option in reversed(_LIMITS):
        command = option(command)
    return command
