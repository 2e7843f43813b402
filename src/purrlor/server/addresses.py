"""What limits count when they count by address."""

import ipaddress
from functools import lru_cache

LONGEST = 64
"""No written address is longer; a proxy may pass on anything."""
PREFIX = 64
"""Households and rented servers have at least this much of IPv6 each, so one of its addresses
means nothing."""


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return an IPv4 address as it is, and of an IPv6 address its /64 network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:LONGEST]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    if found.is_link_local:  # all devices in a home share this prefix
        return str(found)
    return str(ipaddress.ip_network((found, PREFIX), strict=False))
