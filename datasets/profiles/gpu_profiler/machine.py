"""What the profiler asks of a machine: a clock, a driver that tells readings, and a runner that keeps the card busy.

The real ones are `SystemClock` here, `nvml.NvmlDriver` and `runner.TorchRunner`; `RealMachine` makes them when they
are first needed, so that --dry-run works where none of their libraries is installed.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Protocol

from .errors import Refusal

if TYPE_CHECKING:
    from .models import Model


class Clock(Protocol):
    def now_s(self) -> float:
        """Seconds since an arbitrary moment; never goes back."""

    def sleep(self, seconds: float) -> None: ...

    def utc(self) -> str:
        """The date as 2026-05-01T12:00:00Z."""


@dataclass(frozen=True)
class GpuFacts:
    """What the driver says once about the card, or about the MIG device of it that is measured."""

    name: str  # "NVIDIA H200": of the whole card
    uuid: str  # of what is measured
    slice: str  # "whole", or "1g" to "7g"
    memory_gb: float  # of what is measured
    card_memory_gb: float
    power_limit_w: Optional[float]
    max_clock_mhz: Optional[float]
    mig: bool  # the card could be divided
    driver: str  # "580.159.03"
    cuda: str  # "13.0": the newest that the driver serves


@dataclass(frozen=True)
class Process:
    pid: int
    memory_gb: Optional[float]


class Driver(Protocol):
    """Readings, all of the whole card, because a MIG device has no power sensor of its own."""

    def facts(self) -> GpuFacts: ...

    def energy_j(self) -> Optional[float]:
        """The energy counter; None where the card has none."""

    def power_w(self) -> float: ...

    def temperature_c(self) -> float: ...

    def sm_clock_mhz(self) -> float: ...

    def busy_share(self) -> Optional[float]:
        """The share of recent time in which any kernel ran, 0 to 1; None where the driver does not tell."""

    def processes(self) -> Optional[List[Process]]:
        """Whoever holds a compute context on the card; None where the driver does not tell."""

    def memory_used_gb(self) -> float: ...


class Job(Protocol):
    """One model at one batch size, ready to run: batches are launched in order and finish in order."""

    def launch(self) -> Any:
        """Queues one batch and returns a token of it."""

    def finished(self, token: Any) -> bool: ...

    def elapsed_ms(self, token: Any) -> float:
        """The time of a finished batch between its device events."""

    def memory_gb(self) -> float:
        """The most memory that weights and this batch have taken, without the context of the process."""


class LoadedModel(Protocol):
    library: str  # "timm 1.0.9": where the model came from

    def job(self, batch: int) -> Job:
        """Raises DoesNotFit."""

    def close(self) -> None: ...


class Runner(Protocol):
    precision: str  # as asked for, or "fp32" where the card has no tf32

    def libraries(self) -> Dict[str, str]:
        """Names and versions of what takes part."""

    def open_context(self) -> None:
        """From here on the process holds the card."""

    def load(self, model: Model) -> LoadedModel:
        """Raises NotHere or DoesNotFit."""

    def burn(self) -> Job:
        """A load as heavy as the card bears, for the thermal steps: matrix products without end."""


class Machine(Protocol):
    label: str  # "" for a real card; else what every line of the file must say ("SIMULATED")
    provenance: str  # of the rows: "measured" for a real card
    clock: Clock

    def installed(self, library: str) -> bool:
        """Without importing it."""

    def require(self) -> None:
        """Refuses where a library that every measurement needs is not installed."""

    def driver(self, device: Optional[str]) -> Driver: ...

    def runner(self, precision: str, facts: GpuFacts) -> Runner: ...


class SystemClock:
    def now_s(self) -> float:
        return time.perf_counter()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def utc(self) -> str:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


class RealMachine:
    label = ""
    provenance = "measured"

    def __init__(self) -> None:
        self.clock: Clock = SystemClock()

    def installed(self, library: str) -> bool:
        return importlib.util.find_spec(library) is not None

    def require(self) -> None:
        for module, package in (("torch", "torch"), ("pynvml", "nvidia-ml-py")):
            if not self.installed(module):
                raise Refusal(f"{package} is not installed for {sys.executable}; `pip install {package}`, or name "
                              "another Python")

    def driver(self, device: Optional[str]) -> Driver:
        from .nvml import NvmlDriver

        return NvmlDriver(device)

    def runner(self, precision: str, facts: GpuFacts) -> Runner:
        from .runner import TorchRunner

        return TorchRunner(precision, facts)
