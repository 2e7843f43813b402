"""Where a request comes from: a page of ours, or a program; never another site's page."""

from collections.abc import Mapping
from urllib.parse import urlsplit


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
