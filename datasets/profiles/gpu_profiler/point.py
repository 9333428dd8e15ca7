"""One point: a model at one batch size.

After the warm-up, batches run back to back for a window of some seconds, with a few of them always queued on the
card (but for models whose forward pass waits for the card itself: nothing can be queued behind those). Two spreads
are looked at: that of the batches' latencies, as in the ETF paper (5 s of repeated inference, again if the coefficient
of variation exceeds 5 %), and that of the power of blocks of about a second, which shows drift that a latency may
hide. Where either is too large the window is repeated, and after that the point is refused.
"""

from __future__ import annotations

import gc
from collections import deque
from dataclasses import dataclass
from typing import Any, Deque, List

from .errors import PointRefused
from .machine import Clock, Driver, Job
from .meter import Meter, block_powers_w, mean_power_w
from .spread import median, percentile, variation


@dataclass(frozen=True)
class Settings:
    window_s: float = 5.0
    warm_s: float = 1.0
    max_variation: float = 0.05
    repeats: int = 3  # after the first window
    min_batches: int = 10
    min_blocks: int = 3
    block_s: float = 1.0
    queued_s: float = 0.02  # this much work waits on the card, so that reading the driver makes no pause
    wait_s: float = 0.0002  # between looks at whether a batch has finished


@dataclass(frozen=True)
class Measurement:
    latency_ms: float  # median
    p95_ms: float
    latency_variation: float
    power_w: float
    power_variation: float
    energy_j: float  # of one batch: mean power times the time from batch to batch
    temperature_c: float
    sm_clock_mhz: float
    batches: int
    windows: int  # the last of them gave the figures
    memory_gb: float  # without the context


@dataclass(frozen=True)
class Window:
    latencies_ms: List[float]
    batch_period_s: float
    powers_w: List[float]
    power_w: float
    temperatures_c: List[float]
    clocks_mhz: List[float]

    def latency_variation(self) -> float:
        return variation(self.latencies_ms)

    def power_variation(self) -> float:
        return variation(self.powers_w)

    def steady(self, limit: float) -> bool:
        return self.latency_variation() <= limit and self.power_variation() <= limit


class Pipeline:
    """A job with some batches always queued.

    A forward pass that looks at a value on the card (newer causal language models look for packed sequences) returns
    from its launch only when all before it is done. To launch ahead then gains nothing and keeps the meter from being
    polled, so such a job has one batch at a time.
    """

    def __init__(self, job: Job, clock: Clock, settings: Settings) -> None:
        self._job = job
        self._clock = clock
        self._settings = settings
        self._pending: Deque[Any] = deque()
        self._launches_s: Deque[float] = deque(maxlen=5)
        self._depth = 2

    def next_ms(self, meter: Meter) -> float:
        """Waits for the oldest batch, polling the meter, and gives its latency."""
        self._fill()
        token = self._pending.popleft()
        while not self._job.finished(token):
            meter.poll()
            self._clock.sleep(self._settings.wait_s)
        self._fill()  # before the driver is asked again, which takes it milliseconds
        meter.poll()
        return self._job.elapsed_ms(token)

    def _fill(self) -> None:
        while len(self._pending) < self._depth:
            began_s = self._clock.now_s()
            self._pending.append(self._job.launch())
            self._launches_s.append(self._clock.now_s() - began_s)

    def warm_up(self, meter: Meter) -> None:
        """Until the time is over and five batches are through; then it is known how many make up the queue."""
        latencies_ms: List[float] = []
        end_s = self._clock.now_s() + self._settings.warm_s
        while self._clock.now_s() < end_s or len(latencies_ms) < 5:
            latencies_ms.append(self.next_ms(meter))
        needed = self._settings.queued_s * 1000 / max(median(latencies_ms[-5:]), 0.001)
        self._depth = min(max(int(needed) + 1, 2), 64)
        if median(self._launches_s) > self._settings.queued_s:
            self._depth = 1
            self.drain()  # one that is done already would be counted in the window

    def drain(self) -> None:
        while self._pending:
            token = self._pending.popleft()
            while not self._job.finished(token):
                self._clock.sleep(self._settings.wait_s)


def run_window(pipeline: Pipeline, driver: Driver, clock: Clock, meter: Meter, settings: Settings) -> Window:
    latencies_ms: List[float] = []
    temperatures_c: List[float] = []
    clocks_mhz: List[float] = []
    meter.begin()
    began_s = clock.now_s()
    while True:
        latencies_ms.append(pipeline.next_ms(meter))
        if len(meter.marks) > len(temperatures_c):
            temperatures_c.append(driver.temperature_c())
            clocks_mhz.append(driver.sm_clock_mhz())
        elapsed_s = clock.now_s() - began_s
        if (elapsed_s >= settings.window_s and len(latencies_ms) >= settings.min_batches
                and len(meter.marks) > settings.min_blocks):
            break
    return Window(latencies_ms, elapsed_s / len(latencies_ms), block_powers_w(meter.marks), mean_power_w(meter.marks),
                  temperatures_c, clocks_mhz)


def measure(job: Job, driver: Driver, clock: Clock, meter: Meter, settings: Settings) -> Measurement:
    """Raises PointRefused when no window is steady."""
    pipeline = Pipeline(job, clock, settings)
    collecting = gc.isenabled()
    gc.disable()  # a collection in mid-window would be a slow batch
    try:
        pipeline.warm_up(meter)
        for number in range(1, settings.repeats + 2):
            window = run_window(pipeline, driver, clock, meter, settings)
            if window.steady(settings.max_variation):
                return _summary(window, number, job.memory_gb())
        raise PointRefused(
            f"varies too much in {settings.repeats + 1} windows (latency {100 * window.latency_variation():.1f} %, "
            f"power {100 * window.power_variation():.1f} %, limit {100 * settings.max_variation:g} %)")
    finally:
        pipeline.drain()
        if collecting:
            gc.enable()


def _summary(window: Window, number: int, memory_gb: float) -> Measurement:
    return Measurement(
        latency_ms=median(window.latencies_ms),
        p95_ms=percentile(window.latencies_ms, 95),
        latency_variation=window.latency_variation(),
        power_w=window.power_w,
        power_variation=window.power_variation(),
        energy_j=window.power_w * window.batch_period_s,
        temperature_c=median(window.temperatures_c),
        sm_clock_mhz=median(window.clocks_mhz),
        batches=len(window.latencies_ms),
        windows=number,
        memory_gb=memory_gb,
    )
