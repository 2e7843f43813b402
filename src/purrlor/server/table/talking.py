"""What people say at a table, and the faces they make."""

from purrlor.server.entries import Reacted, Said
from purrlor.server.names import read_text
from purrlor.server.table.state import Table, TableRefused, Talk

REACTIONS = ("purr", "hiss", "laugh", "wow", "sleepy", "clap", "oops", "thanks")
KEPT_TALK = 100


def say(table: Table, entry: Said, at: float) -> None:
    """Say something, where people may."""
    if not table.rules.has_chat:
        raise TableRefused("Chat is switched off at this table.", reason="no_chat")
    name, text = table.person(entry.seat).name, read_text(entry.text)
    _keep(table, Talk(name=name, text=text, at=at))


def react(table: Table, entry: Reacted, at: float) -> None:
    """Make a face."""
    if entry.reaction not in REACTIONS:
        raise TableRefused(f"Reactions are {', '.join(REACTIONS)}.", reason="unknown_reaction")
    _keep(table, Talk(name=table.person(entry.seat).name, reaction=entry.reaction, at=at))


def _keep(table: Table, talk: Talk) -> None:
    table.talk = [*table.talk[1 - KEPT_TALK :], talk]
