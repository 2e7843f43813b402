"""The invitation to a table as a QR code, drawn where the address is known."""

import io
from typing import Any

import segno
from litestar import Request, Response, get
from litestar.datastructures import State

from purrlor.server.parlour import Parlour


@get(
    "/tables/{code:str}/qr",
    summary="The link to a table as a QR code",
    media_type="image/svg+xml",
    sync_to_thread=False,
)
def read_qr_code(request: Request[Any, Any, State], code: str) -> Response[bytes]:
    """Return an SVG picture of the address that people open to join."""
    parlour: Parlour = request.app.state.parlour
    base = parlour.settings.public_url or str(request.base_url).rstrip("/")
    picture = io.BytesIO()
    letters = "".join(c for c in code.lower() if c.isalpha() or c == "-")[:20]
    segno.make(f"{base}/t/{letters}", micro=False).save(picture, kind="svg", scale=6, border=2)
    return Response(picture.getvalue(), media_type="image/svg+xml")
