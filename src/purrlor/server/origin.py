"""Where a request comes from: a page of ours, or a program; never another site's page."""

from collections.abc import Iterable, Mapping
from urllib.parse import SplitResult, urlsplit


def is_same_origin(headers: Mapping[bytes, bytes], public_url: str) -> bool:
    """Return whether the Origin is ours. Browsers always send one where it matters."""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    host = headers.get(b"host", b"").decode("latin-1")
    allowed = {host, urlsplit(public_url).netloc} - {""}
    try:
        return urlsplit(origin.decode("latin-1")).netloc in allowed
    except ValueError:  # such as http://[
        return False


def is_own_host(headers: Iterable[tuple[bytes, bytes]], public_url: str) -> bool:
    """Return whether a request names the public address as its host, where there is one.

    A page of another site whose name leads here (DNS rebinding) names its own.
    """
    if not public_url:
        return True
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) != 1:
        return False
    public = urlsplit(public_url)
    try:
        asked = urlsplit(f"{public.scheme}://{hosts[0].decode('latin-1')}")
        return asked.netloc != "" and _place(asked) == _place(public)
    except ValueError:  # such as [ or a port that is none
        return False


def _place(url: SplitResult) -> tuple[str | None, int | None, str | None, str]:
    port = url.port or {"http": 80, "https": 443}.get(url.scheme)
    return url.hostname, port, url.username, url.path
