"""A line that can be cut, delayed, or lose every answer: a small TCP proxy."""

import asyncio
import contextlib


class Proxy:
    """Passes bytes between its own port and another, as badly as it is told to."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.delay = 0.0
        """How long every piece waits, in seconds; pieces stay in order."""
        self.swallows_answers = False
        self._server: asyncio.Server | None = None
        self._lines: dict[asyncio.Task[None], list[asyncio.StreamWriter]] = {}

    async def start(self) -> "Proxy":
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    @property
    def lines(self) -> int:
        return len(self._lines)

    def cut(self, index: int | None = None) -> None:
        """Cut one line, or all, without a word."""
        writers = list(self._lines.values())
        for pair in writers if index is None else writers[index : index + 1]:
            for writer in pair:
                writer.transport.abort()

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        for task in list(self._lines):
            task.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._lines[task] = [writer]
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
            self._lines[task].append(far_writer)
            await asyncio.gather(
                self._pass(reader, far_writer, is_answer=False),
                self._pass(far_reader, writer, is_answer=True),
            )
        except (OSError, asyncio.CancelledError):
            pass  # cut, or nobody answers at the other end
        finally:
            for one in self._lines.pop(task):
                one.transport.abort()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_answer: bool
    ) -> None:
        while data := await reader.read(65536):
            if self.delay:
                await asyncio.sleep(self.delay)
            if not (is_answer and self.swallows_answers):
                writer.write(data)
                await writer.drain()
        with contextlib.suppress(OSError):
            writer.write_eof()
