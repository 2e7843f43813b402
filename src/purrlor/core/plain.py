"""Records as plain Python, for code that reads many fields of one."""

import functools
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np


def plain(record: Any) -> Any:
    """Return the fields of a record by name: numbers as `int`, the others as arrays.

    All of them together take as long as a single field of a record does.
    """
    return _maker(record.dtype)(np.void.item(record))


@functools.cache
def _maker(dtype: "np.dtype[Any]") -> Callable[[Any], Any]:
    fields: Any = namedtuple("fields", dtype.names or ())  # type: ignore[misc]
    make: Callable[[Any], Any] = fields._make
    return make
