"""By which rules a game was begun, and what becomes of one whose rules this server does not have.

A log replays only by the rules it was written with. A game of other rules is not followed: its
lines are counted, not played, until the log says that it is over. See
`docs/decisions/rules-versions.md`.
"""

import msgspec

from purrlor.core.match import Match
from purrlor.core.record import digest
from purrlor.server.entries import Entry, GameStarted, LogRefused, Played
from purrlor.server.table.state import Table

CHECKED_STEPS = 8
"""Every so many steps the log notes a digest of the position."""
FIRST_VERSION = 1
"""The rules of logs that do not name theirs."""


def is_of_other_rules(table: Table, entry: GameStarted) -> bool:
    """Return whether a game cannot be followed with the rules of this server."""
    return version_of(entry) != table.game.rules_version


def version_of(entry: GameStarted) -> int:
    """Return the version of the rules that a game was begun with."""
    return entry.rules_version or FIRST_VERSION


def stamped(table: Table, entry: Entry) -> Entry:
    """Return an entry that was just carried out, with what its readers must find again."""
    match = table.match
    if isinstance(entry, GameStarted) and match is not None:
        return msgspec.structs.replace(entry, opening_digest=digest(match))
    if isinstance(entry, Played) and match is not None:
        is_last = table.phase == "over"
        if is_last or len(match.played) % CHECKED_STEPS == 0:
            return msgspec.structs.replace(entry, is_last=is_last, digest=digest(match))
    return entry


def require_same(match: Match, expected: str, entry: GameStarted | Played) -> None:
    """Refuse a log that leads elsewhere than it did when it was written."""
    if expected and digest(match) != expected:
        what = "deals other cards" if isinstance(entry, GameStarted) else "goes on in another way"
        sentence = (
            "By the rules of this server ({title}, version {here}) this game {what} than when it "
            "was played: they changed, and their version did not. Nothing of the log is changed; "
            "the Purrlor that wrote it reads it."
        )
        raise LogRefused(
            sentence,
            reason="rules_differ",
            title=match.game.title,
            here=match.game.rules_version,
            what=what,
        )
