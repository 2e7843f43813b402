"""Options: the choices a table makes before a game."""

import functools
import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from purrlor.core.refusals import OptionRefused, Reason


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every game's options. A field's `msgspec.Meta` gives its range and a phrase."""

    players: int

    def conflict(self) -> Reason | None:
        """Say which options do not go together, or None."""
        return None


class OptionField(msgspec.Struct, frozen=True, kw_only=True):
    """One option: what it takes, and what it means."""

    name: str
    kind: Literal["switch", "number", "choice", "table"]
    """True or false; a whole number; one of some words; a number for each of some words."""
    default: Any
    low: int | None = None
    high: int | None = None
    """The range of a number, or of each number in a table; a choice with a range also takes one."""
    choices: tuple[str, ...] = ()
    """The words of a choice, or those of a table."""
    description: str

    @property
    def allowed(self) -> str:
        """Say in words which values the option takes."""
        number = f"a whole number from {self.low} to {self.high}"
        match self.kind:
            case "switch":
                return "true or false"
            case "choice":
                words = [repr(word) for word in self.choices]
                return " or ".join(words if self.low is None else [*words, number])
            case "table":
                return f"a table of names, each with {number}"
        return number


_Options = TypeVar("_Options", bound=Options)


def read_options(kind: type[_Options], given: Mapping[str, Any] | Options | None) -> _Options:
    """Return checked options; what is not given keeps its default."""
    fields = {field.name: field for field in option_fields(kind)}
    given = msgspec.to_builtins(given) if isinstance(given, Options) else given or {}
    if not isinstance(given, Mapping):
        raise OptionRefused("Options are a table of names and values.", reason="options_malformed")
    for name in given:
        if name not in fields:
            sentence = f"There is no option {name!r}; there are {', '.join(fields)}."
            raise OptionRefused(sentence, reason="unknown_option")
    try:
        options = msgspec.convert(dict(given), kind)
    except msgspec.ValidationError as error:
        raise _refusal(str(error), fields, given) from None
    conflict = options.conflict()
    if conflict:
        raise OptionRefused(conflict.sentence, clause=conflict.clause, reason=conflict.name)
    return options


def _refusal(
    error: str, fields: Mapping[str, OptionField], given: Mapping[str, Any]
) -> OptionRefused:
    path = error.rpartition("`$.")[2].rstrip("`")
    name = path.split(".")[0].split("[")[0]
    if name not in fields:
        sentence = f"The options cannot be read: {error}."
        return OptionRefused(sentence, reason="options_malformed")
    return OptionRefused(
        "The option {option} must be {allowed}, not {value}.",
        reason="option_out_of_range",
        option=name,
        allowed=fields[name].allowed,
        value=repr(given.get(name)),
    )


@functools.cache
def option_fields(kind: type[Options]) -> tuple[OptionField, ...]:
    """Describe the options of a game."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return tuple(_field(field, hints[field.name]) for field in msgspec.structs.fields(kind))


def _field(field: msgspec.structs.FieldInfo, hint: Any) -> OptionField:
    hint, meta = _plain(hint)
    default = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    words = {"name": field.name, "default": default, "description": meta.description or ""}
    if hint is bool:
        return OptionField(kind="switch", **words)
    if typing.get_origin(hint) is Literal:
        return OptionField(kind="choice", choices=typing.get_args(hint), **words)
    if typing.get_origin(hint) is types.UnionType or typing.get_origin(hint) is typing.Union:
        named, (_, range_) = map(_plain, typing.get_args(hint))
        choices = typing.get_args(named[0])
        return OptionField(
            kind="choice", choices=choices, low=_whole(range_.ge), high=_whole(range_.le), **words
        )
    if typing.get_origin(hint) is dict:
        each = _plain(typing.get_args(hint)[1])[1]
        keys = tuple((meta.extra or {})["keys"])
        return OptionField(
            kind="table", low=_whole(each.ge), high=_whole(each.le), choices=keys, **words
        )
    return OptionField(kind="number", low=_whole(meta.ge), high=_whole(meta.le), **words)


def _plain(hint: Any) -> tuple[Any, msgspec.Meta]:
    """Part a type from what is said about it."""
    if typing.get_origin(hint) is not typing.Annotated:
        return hint, msgspec.Meta()
    plain, *notes = typing.get_args(hint)
    return plain, next((note for note in notes if isinstance(note, msgspec.Meta)), msgspec.Meta())


def _whole(limit: float | None) -> int | None:
    return None if limit is None else int(limit)
