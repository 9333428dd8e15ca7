"""A GPU that does not exist, for the tests of the profiler: driver, clock and models with known figures.

Time passes only when somebody sleeps or asks the driver. Batches run one after the other and draw their model's
power; the energy counter, the power reading and the temperature are what they were at the last tick of the driver,
the temperature in whole degrees. What can go wrong with a card is switched on by the fields of `Faults`.

Run as a program it is measure_gpu.py on this card; every line of the file it writes says SIMULATED.
"""

from __future__ import annotations

import math
import random
import sys
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Deque, Dict, List, Optional, Tuple

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "datasets" / "profiles"))

from gpu_profiler.cli import main  # noqa: E402
from gpu_profiler.errors import DoesNotFit, NotHere, Refusal  # noqa: E402
from gpu_profiler.machine import GpuFacts, Process  # noqa: E402
from gpu_profiler.models import Model  # noqa: E402


@dataclass
class Card:
    """What is true of the card, and what the tests must find."""

    idle_w: float = 46.7
    busy_w: float = 250.0
    half_batch: float = 8.0  # at which half of the way from idle to busy is reached
    environment_c: float = 30.0
    alpha_per_s: float = 0.51
    ha_w_per_k: float = 13.0
    tick_s: float = 0.1  # of the energy counter, the power reading and the temperature
    counter_read_s: float = 0.002  # what reading the counter takes
    memory_gb: float = 80.0
    context_gb: float = 0.5


@dataclass
class Faults:
    no_counter: bool = False
    stuck_from_s: float = math.inf  # the energy counter
    power_stuck: bool = False
    memory_full: bool = False  # somebody else has taken all of it
    waits_for_card: bool = False  # the forward pass looks at a value on the card
    companion: bool = False  # somebody comes together with our context
    backwards_from_s: float = math.inf
    interrupt_at_s: float = math.inf
    stranger_from_s: float = math.inf  # a process of somebody else
    stranger_share: float = 0.12
    latency_noise: float = 0.005  # standard deviation, relative
    power_noise: float = 0.005
    noisy_until_s: float = -math.inf  # latency noise of 20 % before
    drift_per_s: float = 0.0  # latency grows by this share a second
    drift_until_s: float = math.inf
    cuda_error_from_s: float = math.inf


@dataclass
class Batch:
    begin_s: float
    end_s: float
    power_w: float


class World:
    """Time, heat and energy."""

    def __init__(self, card: Card, faults: Faults, seed: int = 1) -> None:
        self.card = card
        self.faults = faults
        self.random = random.Random(seed)
        self.now = 0.0
        self.energy_j = 1000.0
        self.temperature_c = card.environment_c + card.idle_w / card.ha_w_per_k
        self.queue: Deque[Batch] = deque()
        self.free_at = 0.0
        self.next_tick = card.tick_s
        self.told: Tuple[float, float, float] = (self.energy_j, card.idle_w, self.temperature_c)
        self.memory_used_gb = 1.0
        self.own_context = False
        self.stuck_j: Optional[float] = None

    def advance(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            power, change = self._power()
            step_end = min(until, change, self.next_tick)
            self._pass(step_end - self.now, power)
            self.now = step_end
            if self.now >= self.next_tick:
                self.told = (self.energy_j, power, self.temperature_c)
                self.next_tick += self.card.tick_s
        if self.now >= self.faults.interrupt_at_s:
            self.faults.interrupt_at_s = math.inf
            raise KeyboardInterrupt

    def _power(self) -> Tuple[float, float]:
        """Now, and until when."""
        while self.queue and self.queue[0].end_s <= self.now:
            self.queue.popleft()
        if not self.queue:
            return self.card.idle_w, math.inf
        head = self.queue[0]
        return (head.power_w, head.end_s) if head.begin_s <= self.now else (self.card.idle_w, head.begin_s)

    def _pass(self, seconds: float, power_w: float) -> None:
        target_c = self.card.environment_c + power_w / self.card.ha_w_per_k
        self.temperature_c = target_c + (self.temperature_c - target_c) * math.exp(-self.card.alpha_per_s * seconds)
        self.energy_j += power_w * seconds

    def run(self, seconds: float, power_w: float) -> Batch:
        begin_s = max(self.now, self.free_at)
        batch = Batch(begin_s, begin_s + seconds, power_w)
        self.free_at = batch.end_s
        self.queue.append(batch)
        return batch

    # --- as a clock

    def now_s(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.advance(seconds)

    def utc(self) -> str:
        return "2026-01-02T03:04:05Z"


class SimulatedDriver:
    def __init__(self, world: World) -> None:
        self.world = world

    def facts(self) -> GpuFacts:
        memory_gb = self.world.card.memory_gb
        return GpuFacts(name="NVIDIA Simulated X1", uuid="GPU-00000000", slice="whole", memory_gb=memory_gb,
                        card_memory_gb=memory_gb, power_limit_w=300.0, max_clock_mhz=1500.0, mig=True,
                        driver="000.00", cuda="0.0")

    def energy_j(self) -> Optional[float]:
        world, faults = self.world, self.world.faults
        world.advance(world.card.counter_read_s)
        if faults.no_counter:
            return None
        if world.now >= faults.backwards_from_s:
            return world.told[0] - 500.0
        if world.now >= faults.stuck_from_s:
            world.stuck_j = world.stuck_j or world.told[0]
            return world.stuck_j
        return math.floor(world.told[0] * 1000) / 1000

    def power_w(self) -> float:
        self.world.advance(2e-6)
        return 70.0 if self.world.faults.power_stuck else round(self.world.told[1], 3)

    def temperature_c(self) -> float:
        return float(math.floor(self.world.told[2]))

    def sm_clock_mhz(self) -> float:
        return 1410.0

    def _stranger(self) -> bool:
        return self.world.now >= self.world.faults.stranger_from_s

    def busy_share(self) -> Optional[float]:
        return self.world.faults.stranger_share if self._stranger() else 0.0

    def processes(self) -> Optional[List[Process]]:
        found = [Process(100, 0.5)] if self.world.own_context else []
        found += [Process(101, 2.0)] if self.world.own_context and self.world.faults.companion else []
        return found + ([Process(4321, 3.0)] if self._stranger() else [])

    def memory_used_gb(self) -> float:
        return self.world.memory_used_gb


class SimulatedJob:
    def __init__(self, world: World, latency_ms: float, power_w: float, memory_gb: float) -> None:
        self.world = world
        self.latency_ms = latency_ms
        self.power_w = power_w
        self._memory_gb = memory_gb

    def launch(self) -> Batch:
        world, faults = self.world, self.world.faults
        if world.now >= faults.cuda_error_from_s:
            raise RuntimeError("CUDA error: an illegal memory access was encountered\nmore")
        if faults.waits_for_card and world.free_at > world.now:
            world.advance(world.free_at - world.now)
        noise = 0.2 if world.now < faults.noisy_until_s else faults.latency_noise
        drift = 1 + faults.drift_per_s * min(world.now, faults.drift_until_s)
        latency_ms = self.latency_ms * drift * max(world.random.gauss(1, noise), 0.1)
        return world.run(latency_ms / 1000, self.power_w * world.random.gauss(1, faults.power_noise))

    def finished(self, token: Batch) -> bool:
        return self.world.now >= token.end_s

    def elapsed_ms(self, token: Batch) -> float:
        return (token.end_s - token.begin_s) * 1000

    def memory_gb(self) -> float:
        return self._memory_gb


def true_latency_ms(model: Model, batch: int) -> float:
    return 4.0 + (0.1 + model.parameters_m / 100) * batch


def true_power_w(card: Card, batch: int) -> float:
    return card.idle_w + (card.busy_w - card.idle_w) * batch / (batch + card.half_batch)


class SimulatedModel:
    library = "simulated 1.0"

    def __init__(self, world: World, model: Model) -> None:
        self.world = world
        self.model = model

    def job(self, batch: int) -> SimulatedJob:
        card = self.world.card
        memory_gb = self.model.parameters_m * 4 / 1000 + 0.05 * batch
        if card.context_gb + memory_gb > card.memory_gb:
            raise DoesNotFit(f"batch {batch} needs more than the {card.memory_gb:.4g} GB of this device")
        return SimulatedJob(self.world, true_latency_ms(self.model, batch), true_power_w(card, batch), memory_gb)

    def close(self) -> None: ...


class SimulatedRunner:
    def __init__(self, world: World, precision: str) -> None:
        self.world = world
        self.precision = precision

    def libraries(self) -> Dict[str, str]:
        return {"simulated": "1.0"}

    def open_context(self) -> None:
        if self.world.faults.memory_full:
            raise DoesNotFit(f"the context needs more than the {self.world.card.memory_gb:.4g} GB of this device")
        self.world.own_context = True
        self.world.memory_used_gb += self.world.card.context_gb

    def load(self, model: Model) -> SimulatedModel:
        if model.key == "nasnet-mobile":
            raise NotHere("no installed library has it (looked for pretrainedmodels)")
        if model.parameters_m * 4 / 1000 > self.world.card.memory_gb:
            raise DoesNotFit(f"the model needs more than the {self.world.card.memory_gb:.4g} GB of this device")
        return SimulatedModel(self.world, model)

    def burn(self) -> SimulatedJob:
        return SimulatedJob(self.world, 5.0, self.world.card.busy_w, 1.0)


@dataclass
class SimulatedMachine:
    card: Card = field(default_factory=Card)
    faults: Faults = field(default_factory=Faults)
    seed: int = 1
    label = "SIMULATED, no GPU"
    provenance = "modelled"

    def __post_init__(self) -> None:
        self.clock: Any = World(self.card, self.faults, self.seed)

    def installed(self, library: str) -> bool:
        return True  # whatever there is on the machine that tests

    def require(self) -> None: ...

    def driver(self, device: Optional[str]) -> SimulatedDriver:
        if device not in (None, "0"):
            raise Refusal(f"--device: there is no GPU '{device}'")
        return SimulatedDriver(self.clock)

    def runner(self, precision: str, facts: GpuFacts) -> SimulatedRunner:
        return SimulatedRunner(self.clock, precision)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], SimulatedMachine()))
