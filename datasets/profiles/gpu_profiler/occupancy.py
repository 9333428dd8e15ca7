"""Is the card ours alone? Power is that of the whole card, so whoever else computes on it is measured along.

Process ids cannot be held against our own, which in a container is another number than the driver's: whoever is there
before our context is someone else, and the one that comes with it is us.
"""

from __future__ import annotations

from typing import List, Optional, Set

from .errors import Refusal
from .machine import Clock, Driver, Process

LOOKS, LOOK_EVERY_S = 20, 0.1
BUSY_LIMIT = 0.01  # of the time; a display may flicker, a computation takes more


class Occupancy:
    def __init__(self, driver: Driver, clock: Clock, shared: bool) -> None:
        self._driver = driver
        self._clock = clock
        self._shared = shared  # others are accepted
        self._known: Set[int] = set()

    def look(self) -> str:
        """Before our context: refuses a card in use, unless shared; says what was found."""
        processes = self._driver.processes()
        self._known = {process.pid for process in processes or []}
        share = self._mean_share()
        if processes is None and share is None:
            return "not told by the driver"
        if not processes and (share or 0.0) < BUSY_LIMIT:
            return "none"
        found = describe(processes or [], share)
        if not self._shared:
            raise Refusal(f"another process is using this card: {found}; wait until it is alone, or measure all the "
                          "same with --shared, which the file will say")
        return f"measured with --shared beside {found}"

    def _mean_share(self) -> Optional[float]:
        shares = []
        for _ in range(LOOKS):
            share = self._driver.busy_share()
            if share is not None:
                shares.append(share)
            self._clock.sleep(LOOK_EVERY_S)
        return sum(shares) / len(shares) if shares else None

    def accept_own(self) -> None:
        """After our context: one that was not there before is us; where there are more, somebody came with us."""
        new = self._new()
        if len(new) > 1 and not self._shared:
            raise Refusal("another process came onto the card, one of these is it: "
                          f"{describe(new, self._driver.busy_share())}")
        self._known |= {process.pid for process in new}

    def check(self) -> None:
        """Refuses where someone has come since, unless shared."""
        new = self._new()
        if new and not self._shared:
            raise Refusal(f"another process came onto the card: {describe(new, self._driver.busy_share())}")

    def _new(self) -> List[Process]:
        return [process for process in self._driver.processes() or [] if process.pid not in self._known]


def describe(processes: List[Process], share: Optional[float]) -> str:
    words = [f"process {process.pid}" + (f" with {process.memory_gb:.2g} GB" if process.memory_gb else "")
             for process in processes]
    told = "how busy the card is, the driver does not tell"
    busy = told if share is None else f"the card is busy for {100 * share:.0f} % of the time"
    return ", ".join(words + [busy])
