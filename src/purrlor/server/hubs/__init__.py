"""How servers hear of each other: one contract, one file for each way."""

from purrlor.core.refusals import Refusal
from purrlor.server.hubs.base import PEOPLE, Hub
from purrlor.server.hubs.memory import MemoryHub

__all__ = ["PEOPLE", "Hub", "MemoryHub", "open_hub"]


def open_hub(url: str) -> Hub:
    """Return the hub of an address, `redis://HOST`; of none, one for a server alone."""
    if not url:
        return MemoryHub()
    if not url.startswith(("redis://", "rediss://", "unix://")):
        raise Refusal("Redis is named by its address: redis://HOST:PORT.")
    try:
        from purrlor.server.hubs.redis import RedisHub
    except ImportError:
        raise Refusal("Redis needs its client: pip install 'purrlor[nodes]'.") from None
    try:
        return RedisHub(url)
    except ValueError as error:
        raise Refusal(f"The address of Redis cannot be read: {error}.") from None
