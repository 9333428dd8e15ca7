"""One line that is written over on a terminal; one line for each point elsewhere. Always on stderr."""

from __future__ import annotations

import shutil
from typing import TextIO


class Progress:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._terminal = stream.isatty()
        self._shown = False

    def show(self, text: str) -> None:
        """What is being done: on a terminal only, until the next line."""
        if not self._terminal:
            return
        width = shutil.get_terminal_size().columns - 1
        self._stream.write("\r\x1b[K" + text[:width])
        self._stream.flush()
        self._shown = True

    def say(self, text: str) -> None:
        """What stays."""
        self._stream.write(("\r\x1b[K" if self._shown else "") + text + "\n")
        self._stream.flush()
        self._shown = False
