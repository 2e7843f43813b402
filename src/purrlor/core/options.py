"""Options: the choices a table makes before a game."""

import functools
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from purrlor.core.refusals import OptionRefused


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every game's options. A field's `msgspec.Meta` gives its range and a phrase."""

    players: int

    def conflict(self) -> str | None:
        """Return a sentence on options that do not go together, or None."""
        return None


class OptionField(msgspec.Struct, frozen=True):
    """One option, for people to read."""

    name: str
    default: Any
    allowed: str
    description: str


_Options = TypeVar("_Options", bound=Options)


def read_options(kind: type[_Options], given: Mapping[str, Any] | Options | None) -> _Options:
    """Return checked options; what is not given keeps its default."""
    fields = {field.name: field for field in option_fields(kind)}
    given = msgspec.to_builtins(given) if isinstance(given, Options) else given or {}
    if not isinstance(given, Mapping):
        raise OptionRefused("Options are a table of names and values.")
    for name in given:
        if name not in fields:
            raise OptionRefused(f"There is no option {name!r}; there are {', '.join(fields)}.")
    try:
        options = msgspec.convert(dict(given), kind)
    except msgspec.ValidationError as error:
        raise OptionRefused(_explain(str(error), fields, given)) from None
    conflict = options.conflict()
    if conflict:
        raise OptionRefused(conflict)
    return options


def _explain(error: str, fields: Mapping[str, OptionField], given: Mapping[str, Any]) -> str:
    path = error.rpartition("`$.")[2].rstrip("`")
    name = path.split(".")[0].split("[")[0]
    if name not in fields:
        return f"The options cannot be read: {error}."
    return f"The option {name} must be {fields[name].allowed}, not {given.get(name)!r}."


@functools.cache
def option_fields(kind: type[Options]) -> tuple[OptionField, ...]:
    """Describe the options of a game."""
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = []
    for field in msgspec.structs.fields(kind):
        meta = [m for m in typing.get_args(hints[field.name]) if isinstance(m, msgspec.Meta)]
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        fields.append(
            OptionField(
                name=field.name,
                default=default,
                allowed=_allowed(hints[field.name]),
                description=meta[0].description or "" if meta else "",
            )
        )
    return tuple(fields)


def _allowed(hint: Any) -> str:
    """Say in words which values a field takes."""
    meta = next((m for m in typing.get_args(hint) if isinstance(m, msgspec.Meta)), msgspec.Meta())
    extra = (meta.extra or {}).get("allowed")
    if extra:
        return str(extra)
    if typing.get_origin(hint) is typing.Annotated:
        hint = typing.get_args(hint)[0]
    if hint is bool:
        return "true or false"
    if typing.get_origin(hint) is typing.Literal:
        return " or ".join(repr(value) for value in typing.get_args(hint))
    return f"a whole number from {meta.ge} to {meta.le}"
