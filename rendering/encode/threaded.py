"""The encoding of a film while it is drawn, on a thread of its own: an idle core makes a preview come sooner."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rendering.encode.writer import FrameWriter

_WAITING = 4  # frames; each takes the memory of a picture
_TURN = 0.0005  # seconds until Python switches threads; encoding a frame takes twice as long


@dataclass(slots=True)
class _Slot:
    """A frame on its way to the encoder; its memory is reused, since new memory takes longer to get than to fill.

    Attributes:
        pixels: of shape (height, width, 4).
        encoded: done when the frame has been encoded.
    """

    pixels: NDArray[np.uint8]
    encoded: Future[None]


class Beside:
    """A ``FrameWriter`` that hands everything to another one, in order, without waiting for it.

    Args:
        writer: the one that encodes, on the thread.
    """

    def __init__(self, writer: FrameWriter) -> None:
        self.frames = 0
        self._writer = writer
        self._thread = ThreadPoolExecutor(1, "encoding")
        self._slots: list[_Slot] = []
        self._written = 0
        self._play_begins = False
        self._failed = False
        self._turn_before = sys.getswitchinterval()
        sys.setswitchinterval(_TURN)

    def begin_play(self) -> None:
        """See ``VideoEncoder.begin_play``."""
        self._play_begins = True

    def write(self, pixels: NDArray[np.uint8], repeat: int = 1, rows: Sequence[tuple[int, int]] | None = None) -> None:
        """See ``VideoEncoder.write``; a frame's failure may be raised some frames later.

        Raises:
            OSError: when a frame could not be written.
        """
        place = self._written % _WAITING
        if self._written < _WAITING:
            self._slots.append(_Slot(pixels.copy(), Future()))
        else:
            self._slots[place].encoded.result()
            self._slots[place].pixels[:] = pixels
        slot, own_rows = self._slots[place], None if rows is None else list(rows)
        slot.encoded = self._thread.submit(self._encode, slot.pixels, repeat, own_rows, self._play_begins)
        self._play_begins = False
        self._written += 1
        self.frames += repeat

    def _encode(
        self, pixels: NDArray[np.uint8], repeat: int, rows: Sequence[tuple[int, int]] | None, play_begins: bool
    ) -> None:
        if self._failed:  # the encoder's library would crash over another frame
            return
        try:
            if play_begins:
                self._writer.begin_play()
            self._writer.write(pixels, repeat, rows)
        except BaseException:
            self._failed = True
            raise

    def close(self) -> None:
        """Finish the file when all frames have been encoded.

        Raises:
            OSError: when the file could not be written.
        """
        for slot in self._slots:
            slot.encoded.result()
        self._end()
        self._writer.close()

    def abort(self) -> None:
        """Give up, without encoding the frames that wait."""
        self._end()
        self._writer.abort()

    def _end(self) -> None:
        self._thread.shutdown(cancel_futures=True)
        sys.setswitchinterval(self._turn_before)
