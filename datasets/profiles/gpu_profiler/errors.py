"""What ends a run or a part of it, each with one sentence for the user, and the exit statuses."""

from __future__ import annotations

DONE, NOTHING_MEASURED, BAD_INPUT, SYSTEM_FAILED, INTERRUPTED = 0, 1, 2, 3, 130


def first_line(error: BaseException) -> str:
    """Of what a library threw: the rest is for its authors."""
    return (str(error).splitlines() or [type(error).__name__])[0]


class Refusal(Exception):
    """The run cannot start or go on. `status` is the exit status: BAD_INPUT or SYSTEM_FAILED."""

    def __init__(self, sentence: str, status: int = BAD_INPUT) -> None:
        super().__init__(sentence)
        self.status = status


class NotHere(Exception):
    """No installed library has this model; the run goes on with the next one."""


class DoesNotFit(Exception):
    """The card's memory is too small for this batch; the run goes on with the next model."""


class PointRefused(Exception):
    """The figures of one point scatter too much, however often it is repeated; the run goes on."""
