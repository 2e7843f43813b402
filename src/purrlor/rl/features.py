"""An observation record as plain numbers: which field lies where, and all of them in a row.

The record itself is memory without padding or with it, and can be viewed as bytes without a copy.
As features every number takes one place; masks of 64 fields take 64 places of 0 or 1.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import numpy as np

WIDE = np.dtype(np.uint64)
"""Fields of this type are masks: one bit a field of the board."""


class Field(msgspec.Struct, frozen=True):
    """A field of an observation record."""

    name: str
    dtype: "np.dtype[Any]"
    shape: tuple[int, ...]
    offset: int
    """In bytes from the beginning of the record."""
    first: int
    """The place of its first number among the features."""
    count: int
    """How many features it takes."""


class Features:
    """The layout of a record type, and how to read it as numbers."""

    def __init__(self, dtype: "np.dtype[Any]") -> None:
        self.fields: list[Field] = []
        self.size = 0
        for name, (part, offset, *_) in (dtype.fields or {}).items():
            base, shape = part.base, part.shape
            count = int(np.prod(shape, dtype=int)) * (64 if base == WIDE else 1)
            self.fields.append(Field(str(name), base, shape, offset, self.size, count))
            self.size += count
        self.low = np.empty(self.size, np.int32)
        self.high = np.empty(self.size, np.int32)
        for field in self.fields:
            places = slice(field.first, field.first + field.count)
            is_mask = field.dtype == WIDE
            self.low[places] = 0 if is_mask else np.iinfo(field.dtype).min
            self.high[places] = 1 if is_mask else np.iinfo(field.dtype).max
        self.runs = list(self._merged())
        """How the record is read: fields of one type side by side as one slice."""

    def _merged(self) -> Iterator["Run"]:
        """Merge fields of one type that lie side by side, so that each run is read as a slice."""
        fields = iter(self.fields)
        run = Run.of(next(fields))
        for field in fields:
            following = Run.of(field)
            if run.dtype == following.dtype and run.last == following.offset:
                run = run._replace(last=following.last, end=following.end)
            else:
                yield run
                run = following
        yield run

    def read(self, memory: Any, out: Any = None) -> Any:
        """Return the features of records given as bytes (any shape, the last axis a record)."""
        if out is None:
            out = np.empty((*memory.shape[:-1], self.size), np.int32)
        memory = memory.view(np.uint8)
        for dtype, offset, last, first, end in self.runs:
            numbers = memory[..., offset:last]
            if dtype == WIDE:
                out[..., first:end] = np.unpackbits(numbers, axis=-1, bitorder="little")
            else:
                out[..., first:end] = numbers.view(dtype)
        return out


class Run(NamedTuple):
    """Fields side by side: their bytes from `offset` to `last`, their features to `end`."""

    dtype: "np.dtype[Any]"
    offset: int
    last: int
    first: int
    end: int

    @classmethod
    def of(cls, field: Field) -> "Run":
        """Return a field by itself."""
        size = int(np.prod(field.shape, dtype=int)) * field.dtype.itemsize
        last, end = field.offset + size, field.first + field.count
        return cls(field.dtype, field.offset, last, field.first, end)
