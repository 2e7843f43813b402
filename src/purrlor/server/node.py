"""One server among those that share a store."""

import secrets

import msgspec

from purrlor.server.hubs import Hub, open_hub
from purrlor.server.settings import Settings
from purrlor.server.stores import Store, open_store


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """What its tables need of a server."""

    name: str
    """New with every start."""
    store: Store
    hub: Hub
    settings: Settings


def open_node(settings: Settings) -> Node:
    """Open the store and the hub of a server."""
    return Node(
        name=secrets.token_hex(6),
        store=open_store(settings.database),
        hub=open_hub(settings.redis),
        settings=settings,
    )
