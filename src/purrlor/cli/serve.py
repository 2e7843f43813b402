"""`purrlor serve`: live tables for browsers, on this machine or for everybody."""

import contextlib
import os
import re
import signal
import socket
import ssl
import sys
import webbrowser
from pathlib import Path
from typing import Any

import click

from purrlor.cli.limits import limits
from purrlor.cli.warm import warm_games, warm_later
from purrlor.core.discovery import built_in_names
from purrlor.core.refusals import Refusal

PORT = 8080
PORTS_TRIED = 20


@click.command("serve")
@click.option(
    "--host",
    envvar="PURRLOR_HOST",
    show_envvar=True,
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at: 127.0.0.1 for this machine alone, 0.0.0.0 for the network.",
)
@click.option(
    "--port",
    envvar="PURRLOR_PORT",
    show_envvar=True,
    type=click.IntRange(0, 65535),
    help=f"The port to listen at; left out, the first free one from {PORT} on.",
)
@click.option(
    "--database",
    envvar="PURRLOR_DATABASE",
    show_envvar=True,
    help="Where tables are kept: sqlite:///FILE, or postgresql://USER@HOST/NAME for several "
    "servers. Left out: a file in your data folder.",
)
@click.option(
    "--redis",
    envvar="PURRLOR_REDIS",
    show_envvar=True,
    help="How several servers on one PostgreSQL hear of each other at once: redis://HOST. "
    "One server needs none.",
)
@click.option(
    "--public-url",
    envvar="PURRLOR_PUBLIC_URL",
    show_envvar=True,
    default="",
    help="The address people use, where a proxy stands before the server.",
)
@click.option(
    "--metrics",
    envvar="PURRLOR_METRICS",
    show_envvar=True,
    default="",
    help="Where Prometheus reads metrics, such as 127.0.0.1:9100; left out: there are none.",
)
@click.option(
    "--tls",
    envvar="PURRLOR_TLS",
    show_envvar=True,
    is_flag=True,
    help="Make and use a local certificate: browsers give phones' sensors to secure pages only.",
)
@click.option(
    "--tls-cert",
    envvar="PURRLOR_TLS_CERT",
    show_envvar=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A certificate of your own (with --tls-key).",
)
@click.option(
    "--tls-key",
    envvar="PURRLOR_TLS_KEY",
    show_envvar=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The key of that certificate.",
)
@limits
@click.option(
    "--log-level",
    envvar="PURRLOR_LOG_LEVEL",
    show_envvar=True,
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    show_default=True,
    help="How much to write to the log, one JSON object a line.",
)
@click.option("--open", "opens", is_flag=True, help="Open the browser, if there is one.")
def command(
    host: str,
    port: int | None,
    database: str | None,
    redis: str | None,
    public_url: str,
    metrics: str,
    tls: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    log_level: str,
    opens: bool,
    **chosen: Any,
) -> None:
    """Serve tables for people and bots, kept in a database, until you press Ctrl-C."""
    if (tls_cert is None) != (tls_key is None):
        raise Refusal("A certificate needs its key: name both --tls-cert and --tls-key.")
    if public_url and not re.fullmatch(r"https?://[^/?#\s]+/?", public_url):
        raise Refusal("The public address is written https://HOST, or http://HOST:PORT.")
    metrics_place = _metrics_place(metrics)
    with contextlib.suppress(AttributeError, ValueError):  # no such signal, or not the main thread
        # Whoever asks for a copy before there is anything to copy must not end the server.
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    from purrlor.server.hubs import open_hub
    from purrlor.server.run import run
    from purrlor.server.settings import Settings, default_database
    from purrlor.server.stores import check_store
    from purrlor.sim.warm import FOR_TABLES

    database = database or default_database()
    if redis and database.startswith("sqlite:"):
        raise Refusal(
            "Redis joins servers on one PostgreSQL database; a file of SQLite has one server. "
            "Leave --redis out, or name --database postgresql://USER@HOST/NAME."
        )
    open_hub(redis or "")
    check_store(database)
    port = _free_port(host) if port is None else port
    _require_free(host, port)
    if metrics_place is not None:
        _require_free(*metrics_place, option="--metrics")
    warm_games(built_in_names(), FOR_TABLES)
    warm_later(built_in_names())
    certificate = _certificate(tls, tls_cert, tls_key)
    settings = Settings(
        host=host,
        port=port,
        database=database,
        redis=redis or "",
        public_url=public_url.rstrip("/"),
        metrics=metrics,
        is_secure=certificate is not None or public_url.startswith("https://"),
        **chosen,
    )
    scheme = "https" if certificate else "http"
    is_up = run(
        settings,
        certificate=certificate,
        started=lambda: _announce(scheme, settings.public_url, host, port, opens),
        log_level=log_level,
    )
    if not is_up:
        sys.exit(1)


def _certificate(tls: bool, cert: Path | None, key: Path | None) -> tuple[Path, Path] | None:
    if cert is not None and key is not None:
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key)
        except ssl.SSLError as error:
            raise Refusal(f"{cert} and {key} are no certificate and its key: {error}.") from None
        return cert, key
    if not tls:
        return None
    from purrlor.server.certificate import local_certificate
    from purrlor.server.invitation import lan_address

    return local_certificate([lan_address()])


def _free_port(host: str) -> int:
    for port in range(PORT, PORT + PORTS_TRIED):
        if _is_free(host, port):
            return port
    raise Refusal(f"Ports {PORT} to {PORT + PORTS_TRIED - 1} are in use; name one with --port.")


def _require_free(host: str, port: int, option: str = "--port") -> None:
    if not _is_free(host, port):
        raise Refusal(f"Nothing can listen at {host}, port {port}; name another with {option}.")


def _metrics_place(address: str) -> tuple[str, int] | None:
    """Read HOST:PORT, such as 127.0.0.1:9100 or [::1]:9100."""
    if not address:
        return None
    found = re.fullmatch(r"(?:\[([0-9a-fA-F:]+)\]|([\w.-]+)):(\d{1,5})", address)
    if not found or not 0 < int(found[3]) < 65536:
        raise Refusal("The address of --metrics is written HOST:PORT, such as 127.0.0.1:9100.")
    return found[1] or found[2], int(found[3])


def _is_free(host: str, port: int) -> bool:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.create_server((host, port), family=family):
            return True
    except OSError:
        return False


def _announce(scheme: str, public_url: str, host: str, port: int, opens: bool) -> None:
    from purrlor.server.invitation import is_loopback, lan_address

    here = f"{scheme}://localhost:{port}/"
    click.echo(f"Purrlor is open: {public_url or here}")
    away = public_url or ("" if is_loopback(host) else f"{scheme}://{lan_address()}:{port}/")
    if away:
        click.echo(f"Phones and other devices: {away}\n{_qr_code(away)}")
    else:
        click.echo("Only this machine can join; --host 0.0.0.0 opens it to your network.")
    click.echo("Ctrl-C closes it. Games go on where they stopped.")
    if opens and _has_browser():
        webbrowser.open(public_url or here)


def _qr_code(url: str) -> str:
    import io

    import segno

    picture = io.StringIO()
    segno.make(url, micro=False).terminal(picture, compact=True)
    return picture.getvalue()


def _has_browser() -> bool:
    if not sys.stdout.isatty():
        return False
    is_desktop = sys.platform in ("darwin", "win32")
    return is_desktop or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
