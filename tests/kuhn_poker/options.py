"""Options."""

from typing import Annotated

from msgspec import Meta

from purrlor.core.options import Options as BaseOptions


class Options(BaseOptions, frozen=True, kw_only=True):
    """There is nothing to choose."""

    players: Annotated[int, Meta(ge=2, le=2, description="how many play")] = 2
