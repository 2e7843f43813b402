"""The web client: files built and compressed ahead, and one page for every address of its own."""

import mimetypes
from pathlib import Path

from purrlor.server.asgi import Receive, Scope, Send
from purrlor.server.doorway import SECURITY_HEADERS

CLIENT = Path(__file__).parent / "client"
ENCODINGS = ((b"br", ".br"), (b"gzip", ".gz"))
FOREVER = b"public, max-age=31536000, immutable"
RETRY = (b"retry-after", b"60")
NOT_BUILT = b"The web client is not built yet: run `make client`, then reload.\n"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


class Pages:
    """Serves the client from memory: it is small, and never changes while the server runs."""

    def __init__(self, folder: Path = CLIENT) -> None:
        files = [path for path in folder.rglob("*") if path.is_file()]
        self._files = {
            "/" + path.relative_to(folder).as_posix(): path.read_bytes() for path in files
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file, or with the page itself, which reads its address."""
        path = scope["path"] if scope["path"] in self._files else "/index.html"
        is_page = path == "/index.html"
        is_missing = is_page and "." in scope["path"].rpartition("/")[2]
        if scope["method"] not in ("GET", "HEAD"):
            return await _answer(scope, send, 405, b"text/plain", b"Only GET.\n")
        if path not in self._files:
            return await _answer(scope, send, 503, b"text/plain; charset=utf-8", NOT_BUILT, RETRY)
        if is_missing:
            return await _answer(scope, send, 404, b"text/plain", b"There is no such file.\n")
        wanted = dict(scope["headers"]).get(b"accept-encoding", b"")
        kind = (mimetypes.guess_type(path)[0] or "application/octet-stream").encode()
        if kind.startswith(b"text/"):
            kind += b"; charset=utf-8"
        caching = FOREVER if path.startswith("/assets/") else b"no-cache"
        extra = [(b"cache-control", caching), (b"vary", b"accept-encoding")]
        body = self._files[path]
        for name, suffix in ENCODINGS:
            if name in wanted and path + suffix in self._files:
                body = self._files[path + suffix]
                extra.append((b"content-encoding", name))
                break
        return await _answer(scope, send, 200, kind, body, *extra)


async def _answer(
    scope: Scope, send: Send, status: int, kind: bytes, body: bytes, *extra: tuple[bytes, bytes]
) -> None:
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        *extra,
        *SECURITY_HEADERS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
