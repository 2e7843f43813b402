"""Options."""

from typing import Annotated

from msgspec import Meta

from purrlor.core.options import Options as BaseOptions


class Options(BaseOptions, frozen=True, kw_only=True):
    """Who opens; otherwise there is nothing to choose."""

    players: Annotated[int, Meta(ge=2, le=2, description="how many play")] = 2
    opens: Annotated[int, Meta(ge=0, le=1, description="the seat that opens (K2)")] = 0
