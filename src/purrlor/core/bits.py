"""Masks of bits, by instructions of the processor."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from purrlor.core.kernel import INTERPRETED


def _lowest_bit(mask: Any) -> Any:
    return np.int64((int(mask) & -int(mask)).bit_length() - 1)


def _compiled_lowest_bit(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


def _count_bits(mask: Any) -> Any:
    return np.int64(int(mask).bit_count())


def _compiled_count_bits(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


count_bits: Any = _count_bits if INTERPRETED else intrinsic(_compiled_count_bits)
"""`count_bits(mask)`: how many bits of a mask are set, not counting its sign."""
lowest_bit: Any = _lowest_bit if INTERPRETED else intrinsic(_compiled_lowest_bit)
"""`lowest_bit(mask)`: the place of the lowest bit of a mask that has one."""
