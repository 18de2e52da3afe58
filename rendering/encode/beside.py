"""A writer of frames in a thread of its own: while one frame is encoded, the next one is drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Semaphore, Thread

from rendering.draw.alpha import Pixels
from rendering.encode.writer import FrameWriter, Rows

_AHEAD = 4
"""Frames that may wait: enough for a quick play to run ahead of a slow picture, and little memory."""


class BesideWriter:
    """A writer that hands everything on to another one, in order, in a thread that ends with it.

    Encoding, like drawing, mostly computes outside Python, so both run at once. An error of the other writer is raised
    by the next call here.

    Args:
        inner: the writer that encodes; only the thread uses it from now on.

    Attributes:
        frames: the number of frames taken.
    """

    def __init__(self, inner: FrameWriter) -> None:
        self.frames = inner.frames
        self._inner = inner
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._room = Semaphore(_AHEAD)
        self._error: BaseException | None = None
        self._thread = Thread(target=self._work, daemon=True)
        self._thread.start()

    def begin_play(self) -> None:
        """Mark the next frame as the first of a play."""
        self._hand_on(self._inner.begin_play)

    def write(self, pixels: Pixels, repeat: int = 1, rows: Rows | None = None) -> None:
        """Add a frame; see ``VideoEncoder.write``."""
        self._hand_on(partial(self._inner.write, pixels.copy(), repeat, rows))
        self.frames += repeat

    def close(self) -> None:
        """Finish the file.

        Raises:
            OSError: when the file could not be written.
        """
        self._end()
        if self._error is not None:
            raise self._error
        self._inner.close()

    def abort(self) -> None:
        """Give up: what waits is not encoded."""
        self._error = self._error or InterruptedError()
        self._end()
        self._inner.abort()

    def _hand_on(self, task: Callable[[], None]) -> None:
        self._room.acquire()
        if self._error is not None:
            self._room.release()
            raise self._error
        self._tasks.put(task)

    def _end(self) -> None:
        if self._thread.is_alive():
            self._tasks.put(None)
            self._thread.join()

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                if self._error is None:
                    task()
            except BaseException as error:
                self._error = error
            finally:
                self._room.release()
