"""From the driver's readings to energy.

The energy counter moves in steps, ten times a second or so. A reading says most at the moment at which the counter
has just moved, so `CounterMeter` waits for such moments, about once a second, and notes each as a mark; between two
marks energy and time are exact. Reading the counter takes the driver milliseconds, so nothing is read in between.
A card without a counter has its power reading integrated by `PowerMeter`, every reading held until the next.

Meters do not run by themselves: whoever runs batches calls poll() between them, so that there is no thread to
disturb the launching, and the tests can replace the clock.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import List, Optional, Protocol, Sequence

from .errors import SYSTEM_FAILED, Refusal
from .machine import Clock, Driver
from .spread import median

STUCK_AFTER_S = 3.0
UNKNOWN_UPDATE_S = 0.1  # taken where a reading was not seen to change


@dataclass(frozen=True)
class Mark:
    t_s: float
    energy_j: float


class Meter(Protocol):
    marks: List[Mark]

    def begin(self) -> None:
        """Forgets the marks; the next poll looks for the first."""

    def poll(self) -> None:
        """Reads the driver if it is time to."""


def backwards(before_j: float, after_j: float) -> Refusal:
    return Refusal(f"the energy counter went backwards, from {before_j:.3f} to {after_j:.3f} J (was the driver "
                   "reloaded or the card reset?)", SYSTEM_FAILED)


def stuck(seconds: float) -> Refusal:
    return Refusal(f"the energy counter has stood still for {seconds:.3g} s; --energy power integrates the power "
                   "reading instead", SYSTEM_FAILED)


class CounterMeter:
    def __init__(self, driver: Driver, clock: Clock, update_s: float, block_s: float) -> None:
        self._driver = driver
        self._clock = clock
        self._update_s = update_s
        self._block_s = block_s
        self._last_j: Optional[float] = None
        self.begin()

    def begin(self) -> None:
        self.marks: List[Mark] = []
        self._waiting_since_s: Optional[float] = None  # for the counter to move
        self._wake_s = -math.inf

    def poll(self) -> None:
        if self._clock.now_s() < self._wake_s:
            return
        before_j, energy_j = self._last_j, self._read_j()
        now_s = self._clock.now_s()
        if self._waiting_since_s is None:
            self._waiting_since_s = now_s
        elif energy_j != before_j:
            self.marks.append(Mark(now_s, energy_j))
            self._waiting_since_s = None
            steps = math.ceil(self._block_s / self._update_s)
            self._wake_s = now_s + (steps - 0.3) * self._update_s  # shortly before the counter moves again
        elif now_s - self._waiting_since_s > STUCK_AFTER_S:
            raise stuck(now_s - self._waiting_since_s)

    def _read_j(self) -> float:
        energy_j = self._driver.energy_j()
        if energy_j is None:
            raise Refusal("the driver no longer tells the energy counter", SYSTEM_FAILED)
        if self._last_j is not None and energy_j < self._last_j:
            raise backwards(self._last_j, energy_j)
        self._last_j = energy_j
        return energy_j


class PowerMeter:
    def __init__(self, driver: Driver, clock: Clock, update_s: float, block_s: float) -> None:
        self._driver = driver
        self._clock = clock
        self._update_s = update_s
        self._block_s = block_s
        self.begin()

    def begin(self) -> None:
        self.marks: List[Mark] = []
        self._energy_j = 0.0
        self._held_w: Optional[float] = None
        self._at_s = -math.inf

    def poll(self) -> None:
        if self._clock.now_s() < self._at_s + self._update_s / 2:
            return
        power_w = self._driver.power_w()
        now_s = self._clock.now_s()
        if self._held_w is not None:
            self._energy_j += self._held_w * (now_s - self._at_s)
        self._held_w, self._at_s = power_w, now_s
        if not self.marks or now_s - self.marks[-1].t_s >= self._block_s:
            self.marks.append(Mark(now_s, self._energy_j))


def mean_power_w(marks: Sequence[Mark]) -> float:
    """Between the first mark and the last."""
    return (marks[-1].energy_j - marks[0].energy_j) / (marks[-1].t_s - marks[0].t_s)


def block_powers_w(marks: Sequence[Mark]) -> List[float]:
    return [mean_power_w(marks[k:k + 2]) for k in range(len(marks) - 1)]


# --- how often the driver's readings change --------------------------------------------------------------------------


@dataclass
class Changes:
    """When one reading was seen to change, and to what."""

    at_s: List[float] = field(default_factory=list)
    values: List[float] = field(default_factory=list)

    def note(self, now_s: float, value: float) -> None:
        if not self.values or value != self.values[-1]:
            self.at_s.append(now_s)
            self.values.append(value)

    def update_s(self) -> Optional[float]:
        """The median time between changes; None below three. The first value was not seen to come."""
        gaps = self._gaps_s()
        return median(gaps) if gaps else None

    def shortest_s(self) -> Optional[float]:
        """The driver's step where the value moves slower than that: only its quickest changes are a step apart."""
        return min(self._gaps_s(), default=None)

    def _gaps_s(self) -> List[float]:
        return [later - earlier for earlier, later in zip(self.at_s[1:], self.at_s[2:])]


class Observer:
    """Polls as fast as it is asked to and keeps every change of energy, power and temperature. What energy is taken
    from must not stand still."""

    def __init__(self, driver: Driver, clock: Clock, counter: bool) -> None:
        self._driver = driver
        self._clock = clock
        self._counter = counter
        self.energy = Changes()
        self.power = Changes()
        self.temperature = Changes()
        self.began_s = self.ended_s = clock.now_s()

    def poll(self) -> None:
        now_s = self._clock.now_s
        if self._counter:
            energy_j = self._driver.energy_j()
            if energy_j is None:
                raise Refusal("the driver no longer tells the energy counter", SYSTEM_FAILED)
            if self.energy.values and energy_j < self.energy.values[-1]:
                raise backwards(self.energy.values[-1], energy_j)
            self.energy.note(now_s(), energy_j)
            if now_s() - self.energy.at_s[-1] > STUCK_AFTER_S:
                raise stuck(now_s() - self.energy.at_s[-1])
        self.power.note(now_s(), self._driver.power_w())
        self.temperature.note(now_s(), self._driver.temperature_c())
        self.ended_s = now_s()

    def mean_power_w(self) -> float:
        """Over all that was observed: between moves of the counter, else of the power readings, each held."""
        if self._counter:
            if len(self.energy.values) < 3:
                raise stuck(self.ended_s - self.began_s)
            return mean_power_w([Mark(self.energy.at_s[k], self.energy.values[k]) for k in (1, -1)])
        until = self.power.at_s[1:] + [self.ended_s]
        energy_j = sum(w * (end - at) for w, at, end in zip(self.power.values, self.power.at_s, until))
        return energy_j / (self.ended_s - self.power.at_s[0])

    def update_s(self) -> Optional[float]:
        """Of what energy is taken from: the counter, else the power reading. None where it was not seen."""
        return (self.energy if self._counter else self.power).update_s()

    def check_that_power_moved(self) -> None:
        """For a look that saw the card both idle and busy: refuses where energy is taken from a power that is one."""
        if not self._counter and len(self.power.values) < 2:
            raise Refusal(f"the power reading stands still at {self.power.values[0]:g} W, whether the card works or "
                          "not; nothing can be measured with it", SYSTEM_FAILED)


def make_meter(driver: Driver, clock: Clock, counter: bool, update_s: Optional[float], block_s: float) -> Meter:
    meter = CounterMeter if counter else PowerMeter
    return meter(driver, clock, update_s or UNKNOWN_UPDATE_S, block_s)
