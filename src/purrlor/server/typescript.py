"""msgspec structs as TypeScript types."""

import ast
import inspect
import json
import re
import textwrap
import typing
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect as shapes


class InGame(msgspec.Struct, frozen=True):
    """A field that holds a part of a game: its name, or so many lists of its actions."""

    role: str
    lists: int = 0
    is_partial: bool = False

    def typed(self) -> str:
        """Return the type, for a game `G`."""
        name = "G" if self.role == "name" else f'Games[G]["{self.role}"]'
        return (f"Partial<{name}>" if self.is_partial else name) + "[]" * self.lists


class Module:
    """The types that some unions and structs need, each declared once.

    What is only sent may leave out fields that have a default; what is told is always complete,
    but for fields that are unset.
    """

    def __init__(
        self,
        in_game: Mapping[tuple[type, str], InGame],
        *,
        sent: list[Any],
        told: list[Any],
        homes: Iterable[ModuleType] = (),
    ) -> None:
        self._in_game = in_game
        self._told = _structs(told)
        self._structs = {**self._told, **_structs(sent)}
        self._names = _named_literals(homes)
        names = [struct.__name__ for struct in self._structs]
        if len(names) != len(set(names)):
            raise TypeError(f"two structs have one name: {sorted(names)}")

    def declarations(self) -> str:
        """Return all types by name."""
        found = {struct.__name__: self._interface(struct) for struct in self._structs}
        used = "".join(found.values())
        for name, values in self._names.values():
            if re.search(rf": {name}\b", used):
                words = "".join(f"\n  | {json.dumps(value)}" for value in values)
                found[name] = f"export type {name} ={words};\n"
        return "\n".join(found[name] for name in sorted(found))

    def union(self, name: str, kind: Any, comment: str) -> str:
        """Return a union of tagged structs."""
        shape = shapes.type_info(kind)
        members = shape.types if isinstance(shape, shapes.UnionType) else (shape,)
        parameters = "<G extends GameName = GameName>" if self._is_generic(kind) else ""
        lines = "".join(f"\n  | {self._typed(member)}" for member in members)
        return f"/** {comment} */\nexport type {name}{parameters} ={lines};\n"

    def typed(self, kind: Any) -> str:
        """Return the TypeScript of a Python type."""
        return self._typed(shapes.type_info(kind))

    def _interface(self, struct: type[msgspec.Struct]) -> str:
        shape = self._structs[struct]
        parameters = "<G extends GameName = GameName>" if self._is_generic(struct) else ""
        lines = [*_comment(inspect.cleandoc(struct.__doc__ or ""))]
        lines.append(f"export interface {struct.__name__}{parameters} {{")
        if shape.tag is not None:
            lines.append(f"  {shape.tag_field}: {json.dumps(shape.tag)};")
        comments = _field_docs(struct)
        for field in shape.fields:
            lines += [f"  {line}" for line in _comment(comments.get(field.name, ""))]
            mark = "?" if self._is_optional(struct, field) else ""
            what = self._in_game.get((struct, field.name))
            kind = what.typed() if what else self._typed(field.type)
            lines.append(f"  {field.encode_name}{mark}: {kind};")
        return "\n".join([*lines, "}", ""])

    def _is_optional(self, struct: type, field: shapes.Field) -> bool:
        # msgspec shows a field that may be unset as one without a default that is not required.
        is_unset = field.default is field.default_factory is msgspec.NODEFAULT
        return not field.required and (is_unset or struct not in self._told)

    def _is_generic(self, kind: Any) -> bool:
        return any(
            (struct, field.name) in self._in_game
            for struct, shape in _structs([kind]).items()
            for field in shape.fields
        )

    def _typed(self, shape: shapes.Type) -> str:
        match shape:
            case shapes.Metadata():
                return self._typed(shape.type)
            case shapes.StructType():
                name = shape.cls.__name__
                return f"{name}<G>" if self._is_generic(shape.cls) else name
            case shapes.UnionType():
                return " | ".join(dict.fromkeys(self._typed(one) for one in shape.types))
            case shapes.LiteralType():
                named = self._names.get(shape.values)
                return named[0] if named else " | ".join(map(json.dumps, shape.values))
            case shapes.ListType() | shapes.VarTupleType():
                inside = self._typed(shape.item_type)
                return f"({inside})[]" if " " in inside else f"{inside}[]"
            case shapes.TupleType():
                return f"[{', '.join(self._typed(one) for one in shape.item_types)}]"
            case shapes.DictType():
                return f"Record<{self._typed(shape.key_type)}, {self._typed(shape.value_type)}>"
        return _PLAIN[type(shape)]


_PLAIN: dict[type[shapes.Type], str] = {
    shapes.AnyType: "unknown",
    shapes.RawType: "unknown",
    shapes.NoneType: "null",
    shapes.BoolType: "boolean",
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.StrType: "string",
}


def struct_of(kind: Any) -> type | None:
    """Return the struct that a type is, or None if it is another type."""
    return kind if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else None


def _structs(kinds: Iterable[Any]) -> dict[type[msgspec.Struct], shapes.StructType]:
    """Return the structs within some types."""
    found: dict[type[msgspec.Struct], shapes.StructType] = {}
    rest: list[Any] = [shapes.type_info(kind) for kind in kinds]
    while rest:
        shape = rest.pop()
        match shape:
            case shapes.StructType():
                if shape.cls not in found:
                    found[shape.cls] = shape
                    rest += [field.type for field in shape.fields]
            case shapes.UnionType():
                rest += shape.types
            case shapes.Metadata():
                rest.append(shape.type)
            case shapes.ListType() | shapes.VarTupleType():
                rest.append(shape.item_type)
            case shapes.TupleType():
                rest += shape.item_types
            case shapes.DictType():
                rest += [shape.key_type, shape.value_type]
    return found


def _named_literals(homes: Iterable[ModuleType]) -> dict[Any, tuple[str, tuple[Any, ...]]]:
    """Return the names that modules give to lists of words, such as `Card`, by sorted words."""
    found: dict[Any, tuple[str, tuple[Any, ...]]] = {}
    for home in homes:
        for name, value in vars(home).items():
            if typing.get_origin(value) is typing.Literal and not name.startswith("_"):
                shape = shapes.type_info(value)
                assert isinstance(shape, shapes.LiteralType)
                found.setdefault(shape.values, (name, typing.get_args(value)))
    return found


def _field_docs(struct: type) -> dict[str, str]:
    """Return what stands below the fields of a struct, or in their `Meta`."""
    found: dict[str, str] = {}
    for name, hint in typing.get_type_hints(struct, include_extras=True).items():
        for one in typing.get_args(hint):
            if isinstance(one, msgspec.Meta) and one.description:
                found[name] = one.description
    for base in reversed(struct.__mro__):
        if base is not msgspec.Struct and issubclass(base, msgspec.Struct):
            found |= _written_docs(base)
    return found


def _written_docs(struct: type) -> dict[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(struct))).body[0]
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, below in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            match below:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    found[field.target.id] = inspect.cleandoc(text)
    return found


def _comment(text: str) -> list[str]:
    lines = text.replace("*/", "* /").splitlines()
    if len(lines) < 2:
        return [f"/** {line} */" for line in lines]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]
