"""The invitation to a table: a link that friends can open, in words and as a QR code."""

import asyncio
import io
import ipaddress
import socket
from collections import OrderedDict

import msgspec
import segno
from litestar import Response, get

from purrlor.core.refusals import Reason
from purrlor.server.api.asking import Asked, Code, network_of_request, parlour_of, use_limit
from purrlor.server.fair_queue import FairQueue
from purrlor.server.problems import PROBLEMS
from purrlor.server.settings import Settings

MOST_KEPT = 256
"""The number of pictures in memory, of some kilobytes each."""
TOO_MANY_PICTURES = Reason("too_often", "Too many requests; wait a minute and try again.")


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """How other devices reach a table."""

    link: str
    """Empty where nothing better is known than the address at which the page was opened."""


@get("/tables/{code:str}/invitation", summary="The link to a table", sync_to_thread=False)
def read_invitation(request: Asked, code: str) -> Invitation:
    """Return the address that people open to join."""
    base = _base_for_friends(request)
    return Invitation(link=_link(base, code) if base else "")


@get(
    "/tables/{code:str}/qr",
    summary="The link to a table as a QR code",
    media_type="image/svg+xml",
    responses=PROBLEMS,
)
async def read_qr_code(request: Asked, code: Code) -> Response[bytes]:
    """Return an SVG picture of the address that people open to join."""
    use_limit(request, "pictures")
    base = _base_for_friends(request) or str(request.base_url).rstrip("/")
    pictures: Pictures = request.app.state.pictures
    body = await pictures.of(_link(base, code), network_of_request(request))
    return Response(body, media_type="image/svg+xml")


class Pictures:
    """QR codes, drawn one at a time in a thread; the latest are kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._queue = FairQueue(1, most_waiting=64, most_per_address=16, reason=TOO_MANY_PICTURES)

    async def of(self, link: str, address: str) -> bytes:
        """Return a link as an SVG picture."""
        if link not in self._kept:
            async with self._queue.place(address):
                self._kept[link] = await asyncio.to_thread(_draw, link)
        self._kept.move_to_end(link)
        found = self._kept[link]
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


def _draw(link: str) -> bytes:
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=6, border=2)
    return picture.getvalue()


def _base_for_friends(request: Asked) -> str:
    url = request.base_url
    return base_for_friends(parlour_of(request).settings, url.scheme, url.hostname or "", url.port)


def base_for_friends(settings: Settings, scheme: str, host: str, port: int | None) -> str:
    """Return where friends find a page that was opened at a host; empty: there as well."""
    if settings.public_url:
        return settings.public_url
    if not is_loopback(host) or is_loopback(settings.host):
        return ""
    address = lan_address()
    if is_loopback(address):
        return ""
    return f"{scheme}://{address}:{port}" if port else f"{scheme}://{address}"


def is_loopback(host: str) -> bool:
    """Return whether a name or address means the machine itself, so that nobody else reaches it."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def lan_address() -> str:
    """Return this machine's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _link(base: str, code: str) -> str:
    letters = "".join(c for c in code.lower() if c.isalpha() or c == "-")[:20]
    return f"{base}/t/{letters}"
