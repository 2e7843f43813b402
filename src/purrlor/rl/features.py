"""An observation record as plain numbers: which field lies where, and all of them in a row.

The record itself is memory without padding or with it, and can be viewed as bytes without a copy.
As features every number takes one place; masks of 64 fields take 64 places of 0 or 1.
"""

from typing import Any

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
        self._parts = [self._part(base) for base in {field.dtype for field in self.fields}]

    def _part(self, base: "np.dtype[Any]") -> tuple[Any, Any, Any]:
        """Return where the bytes of all fields of one type are, and where their numbers go."""
        fields = [field for field in self.fields if field.dtype == base]
        numbers = [int(np.prod(field.shape, dtype=int)) * base.itemsize for field in fields]
        places = [np.arange(field.first, field.first + field.count) for field in fields]
        sources = [
            np.arange(field.offset, field.offset + count)
            for field, count in zip(fields, numbers, strict=True)
        ]
        return base, np.concatenate(sources), np.concatenate(places)

    def read(self, memory: Any, out: Any = None) -> Any:
        """Return the features of records given as bytes (any shape, the last axis a record)."""
        if out is None:
            out = np.empty((*memory.shape[:-1], self.size), np.int32)
        for base, sources, places in self._parts:
            taken = memory.view(np.uint8).take(sources, axis=-1)
            if base == WIDE:
                out[..., places] = np.unpackbits(taken, axis=-1, bitorder="little")
            else:
                out[..., places] = taken.view(base)
        return out
