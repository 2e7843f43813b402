"""Reading one cookie out of a header that anybody may have written."""

import re

LONGEST_HEADER = 8 * 1024
"""What is looked at of a header, in bytes."""
_VALUE = re.compile(rb"[!#-+\--:<-\[\]-~]*")
"""What a value is made of (RFC 6265), without quotes."""


def read_cookie(header: bytes, name: bytes) -> str:
    """Return the value of a cookie; empty if it is not there, or is not a value."""
    for pair in header[:LONGEST_HEADER].split(b";"):
        found, _, value = pair.partition(b"=")
        if found.strip() == name:
            value = value.strip()
            return value.decode("ascii") if _VALUE.fullmatch(value) else ""
    return ""
