"""What a Host header may say."""

import re

LONGEST = 255

_HOST = re.compile(
    rb"(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_.])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?"
)


def is_host(given: bytes) -> bool:
    """Return whether a header names a host, with or without a port."""
    return len(given) <= LONGEST and _HOST.fullmatch(given) is not None
