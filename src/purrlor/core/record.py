"""Records: a finished or running game as one self-contained JSON file.

A record holds the key and the actions, nothing that follows from them, except a digest of the
position after each step: replaying gives the identical game or says where it differs.
"""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from purrlor.core.game import Game
from purrlor.core.refusals import RecordRefused, Refusal

if TYPE_CHECKING:
    from purrlor.core.match import Match

SCHEMA = 1


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One step: what a seat (None: the table) did, and when."""

    seat: int | None
    actions: list[Any]
    at: float | None = None


class Step(Played, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step with the digest of the position after it."""

    digest: str


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that can be replayed."""

    schema: int = SCHEMA
    game: str
    rules_version: int
    options: dict[str, Any]
    key: str
    given: dict[str, Any] | None = None
    """The position it began from, if it was not dealt."""
    fairness: dict[str, Any] | None = None
    """Commitments and contributions to the key, where a table made any."""
    seats: list[str] = []
    opening_digest: str
    steps: list[Step]

    def json(self) -> bytes:
        """Return the record as a JSON file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1)


def digest(match: "Match", rules_version: int | None = None) -> str:
    """Return a digest of the position, the same on every machine.

    For a record of a former version of the rules the position is written as it was then.
    """
    position = match.position()
    if rules_version not in (None, match.game.rules_version):
        position = match.game.module("position").in_former_words(position, rules_version)
    body = msgspec.json.encode(position, order="deterministic")
    return hashlib.sha256(body).hexdigest()[:16]


def record_of(match: "Match") -> Record:
    """Write a match down. It is played again on the way: a record that is given out replays."""
    again = match.game.match(match.options, match.key) if match.given is None else _again(match)
    opening_digest, steps = digest(again), []
    for played in match.played:
        again.play(played.seat, played.actions, at=played.at)
        actions = msgspec.to_builtins(played.actions)
        steps.append(Step(seat=played.seat, actions=actions, at=played.at, digest=digest(again)))
    if digest(again) != digest(match):
        raise RecordRefused("This game does not replay to where it stands.")
    return Record(
        game=match.game.name,
        rules_version=match.game.rules_version,
        options=msgspec.to_builtins(match.options),
        key=match.key.hex(),
        given=None if match.given is None else msgspec.to_builtins(dict(match.given)),
        seats=list(match.seats),
        opening_digest=opening_digest,
        steps=steps,
    )


def _again(match: "Match") -> "Match":
    return match.game.match_from(match.given or {}, match.options, match.key)


def read_record(source: "Record | Mapping[str, Any] | bytes | str") -> Record:
    """Return a checked record."""
    try:
        raw = msgspec.json.decode(source) if isinstance(source, (bytes, str)) else source
        schema = raw.schema if isinstance(raw, Record) else _schema(raw)
        if schema > SCHEMA:
            raise RecordRefused(f"This record has schema {schema}; a newer Purrlor reads it.")
        return raw if isinstance(raw, Record) else msgspec.convert(raw, Record)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RecordRefused(f"This is not a record of a game: {error}.") from None


def _schema(raw: Any) -> int:
    schema = raw.get("schema") if isinstance(raw, Mapping) else None
    if not isinstance(schema, int) or schema < SCHEMA:
        raise RecordRefused("This is not a record of a game: it names no schema that ever was.")
    return schema


def replay(game: Game, record: Record, *, until: int | None = None) -> "Match":
    """Play a record again, to its end or for `until` steps."""
    if record.game != game.name:
        raise RecordRefused(f"This is a record of {record.game}, not of {game.name}.")
    if record.rules_version not in (game.rules_version, *game.former_versions):
        raise RecordRefused(
            f"This record was made with rules version {record.rules_version} of {game.title}; "
            f"a Purrlor with that version reads it, this one has version {game.rules_version}."
        )
    try:
        match = game.match(record.options, record.key, tuple(record.seats))
        if record.given is not None:
            match = game.match_from(record.given, record.options, record.key)
    except Refusal as refusal:
        raise RecordRefused(f"This record cannot begin: {refusal}") from None
    players = match.options.players
    if len(record.seats) not in (0, players):
        raise RecordRefused(
            f"This record names {len(record.seats)} players; it has {players} seats."
        )
    version = record.rules_version
    _compare(match, version, record.opening_digest, "The deal")
    for number, step in enumerate(record.steps[:until], 1):
        try:
            match.play(step.seat, step.actions, at=step.at)
        except Refusal as refusal:
            raise RecordRefused(f"Step {number} is not allowed: {refusal}") from None
        _compare(match, version, step.digest, f"Step {number}")
    return match


def _compare(match: "Match", rules_version: int, expected: str, what: str) -> None:
    found = digest(match, rules_version)
    if found != expected:
        raise RecordRefused(f"{what} differs: expected {expected}, found {found}.")
