"""A whole run: is the card free, what does it draw when idle, then point after point, then the thermal steps.

What was measured is on disk after every point, so that a run may end at any moment, and another goes on with it.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator, List, Optional, Sequence, Tuple

from . import VERSION
from .errors import DONE, NOTHING_MEASURED, SYSTEM_FAILED, DoesNotFit, NotHere, PointRefused, Refusal, first_line
from .head import Software, Start, check_same, device_source, make_head
from .machine import Driver, Job, LoadedModel, Machine, Runner
from .meter import Meter, Observer, make_meter
from .models import Model
from .occupancy import Occupancy
from .plan import IDLE_S, RATES_S, SETTLE_S, Plan, duration
from .point import Measurement, measure
from .progress import Progress
from .resultfile import ResultFile, check_place, gpu_type, number, replace_file
from .spread import median
from .thermal import Fit, Series, Steps, fit, record, to_json, to_words


@dataclass(frozen=True)
class Options:
    out: Path
    precision: str
    device: Optional[str]
    gpu: Optional[str]
    ambient_c: Optional[float]
    energy: str  # "auto", "counter" or "power"
    shared: bool
    resume: bool

    @property
    def thermal_out(self) -> Path:
        return self.out.with_suffix(".thermal.json")


@dataclass
class Counts:
    """Of this run."""

    measured: int = 0
    known: int = 0  # that a resumed file held
    passed: int = 0  # of the plan: measured, known, refused or skipped
    spent_s: List[float] = field(default_factory=list)


class Session:
    def __init__(self, machine: Machine, options: Options, plan: Plan, progress: Progress) -> None:
        self._machine = machine
        self._clock = machine.clock
        self._options = options
        self._plan = plan
        self._progress = progress
        self._file = ResultFile(options.out)
        self._counts = Counts()
        self._context_gb = 0.0
        self._counter = False
        self._driver: Driver
        self._runner: Runner
        self._meter: Meter
        self._occupancy: Occupancy

    # --- from beginning to end ---------------------------------------------------------------------------------

    def run(self) -> int:
        check_place(self._options.out, self._options.resume)
        if self._plan.steps:
            check_place(self._options.thermal_out, self._options.resume)
        self._machine.require()
        old = ResultFile(self._options.out)
        if self._options.resume and self._options.out.exists():
            old.load()
            self._file.saved_rows = old.saved_rows
        self._driver = self._machine.driver(self._options.device)
        self._occupancy = Occupancy(self._driver, self._clock, self._options.shared)
        self._counter = self._choose_energy()
        with self._stopping_kindly():
            self._describe(self._begin(old), old)
            for entry in self._plan.entries:
                if entry.library:
                    self._measure_model(entry.model)
                else:
                    self._skip(entry.model, f"{' or '.join(entry.model.libraries())} is not installed")
            if self._plan.steps:
                self._measure_thermal(self._plan.steps)
        return self._finish()

    @contextlib.contextmanager
    def _stopping_kindly(self) -> Iterator[None]:
        """A run that ends early says why and what it leaves."""
        try:
            yield
        except Refusal as refusal:
            raise Refusal(f"{refusal}; {self.left()}", refusal.status) from None
        except (DoesNotFit, NotHere) as reason:  # of the context or the load, without which nothing goes
            raise Refusal(f"{reason}; {self.left()}", SYSTEM_FAILED) from None
        except RuntimeError as error:
            raise Refusal(f"the card failed: {first_line(error)}; {self.left()}", SYSTEM_FAILED) from None

    def left(self) -> str:
        """What there is when the run ends early."""
        count = self._file.saved_rows
        if count == 0:
            return "nothing was measured yet"
        return (f"{self._file.path} holds {count} measured point{'' if count == 1 else 's'}, the same command with "
                "--resume goes on")

    def _finish(self) -> int:
        counts = self._counts
        if not self._file.rows:
            if self._plan.steps:
                return DONE
            self._progress.say("nothing could be measured")
            return NOTHING_MEASURED
        refused = sum(1 for what in self._file.notes if what.startswith("refused"))
        text = f"{counts.measured} points measured"
        text += f", {counts.known} were there already" if counts.known else ""
        text += f", {refused} refused" if refused else ""
        self._progress.say(f"{text}: {self._file.path}")
        self._progress.say(f"next: wattif import profile {self._file.path}")
        return DONE

    # --- before the first point --------------------------------------------------------------------------------

    def _choose_energy(self) -> bool:
        """Whether the energy counter is used."""
        if self._options.energy == "power":
            return False
        has = self._driver.energy_j() is not None
        if not has and self._options.energy == "counter":
            raise Refusal("this card has no energy counter; --energy power integrates the power reading")
        return has

    def _observe(self, seconds: float, what: str, load: Optional[Job] = None) -> Observer:
        """Looks at the readings for a while, under load or not."""
        self._progress.show(f"{what}, {seconds:g} s")
        observer = Observer(self._driver, self._clock, self._counter)
        until_s = self._clock.now_s() + seconds
        pending = [load.launch(), load.launch()] if load else []
        while self._clock.now_s() < until_s:
            observer.poll()
            if load and load.finished(pending[0]):
                pending = [pending[1], load.launch()]
            self._clock.sleep(0.002)
        while load and not load.finished(pending[-1]):
            self._clock.sleep(0.002)
        return observer

    def _begin(self, old: ResultFile) -> Start:
        """Opens the context, takes the idle figures (the old ones where a run goes on) and makes the meter."""
        date = self._clock.utc()
        self._progress.show("is the card free?")
        other_use = self._occupancy.look()
        bare = None if old.rows else self._observe(IDLE_S, "idle, before the context")
        self._occupancy.check()
        used_gb = self._driver.memory_used_gb()
        self._runner = self._machine.runner(self._options.precision, self._driver.facts())
        self._runner.open_context()
        self._context_gb = max(self._driver.memory_used_gb() - used_gb, 0.0)
        self._occupancy.accept_own()
        idle_w, words = 0.0, old.facts.get("idle", "")
        if bare:
            self._clock.sleep(SETTLE_S)
            idle = self._observe(IDLE_S, "idle, with a context")
            idle_w = idle.mean_power_w()
            words = (f"{idle_w:.4g} W at {median(idle.temperature.values):.0f} C with a context and nothing running; "
                     f"{bare.mean_power_w():.4g} W at {median(bare.temperature.values):.0f} C before")
        rates = self._observe(RATES_S, "how often the readings change", self._runner.burn())
        rates.check_that_power_moved()
        self._meter = make_meter(self._driver, self._clock, self._counter, rates.update_s(),
                                 self._plan.settings.block_s)
        return Start(idle_w, words, rates.update_s(), other_use, date)

    def _describe(self, start: Start, old: ResultFile) -> None:
        """Fills the head of the file, or holds it against that of the file that is gone on with."""
        facts, options = self._driver.facts(), self._options
        software = Software(self._machine.label, self._runner.libraries(), self._runner.precision, self._counter)
        head = make_head(facts, software, start, self._plan.settings, options.ambient_c)
        if not old.rows:
            source = device_source(facts, head, self._machine.label or self._machine.provenance)
            self._file.facts = head
            self._file.set_device(options.gpu or gpu_type(facts.name), facts, start.idle_w, source)
            return
        check_same(options.out, old.facts, head)
        if options.gpu and options.gpu != old.device["gpu"]:
            raise Refusal(f"--resume: {options.out} calls this GPU '{old.device['gpu']}'; begin another file")
        self._file.take(old)
        self._file.facts["resumed"] = f"{start.date}, other use {start.other_use}"

    # --- the points --------------------------------------------------------------------------------------------

    def _note(self, what: str, why: str) -> None:
        self._file.notes[what] = why
        self._progress.say(f"{what}: {why}")

    def _skip(self, model: Model, why: str) -> None:
        self._note(f"skipped {model.key}", why)

    def _measure_model(self, model: Model) -> None:
        batches = self._plan.batches
        wanted = [batch for batch in batches if not self._file.has((model.name, model.variant, batch))]
        through = self._counts.passed + len(batches)
        self._counts.known += len(batches) - len(wanted)
        self._counts.passed += len(batches) - len(wanted)
        if wanted:
            self._progress.show(f"{model.key}: loading")
            try:
                self._measure_batches(model, wanted)
            except (NotHere, DoesNotFit) as reason:
                self._skip(model, str(reason))
        self._counts.passed = through

    def _measure_batches(self, model: Model, batches: Sequence[int]) -> None:
        loaded = self._runner.load(model)
        try:
            for batch in batches:
                if not self._measure_point(model, loaded, batch):
                    break
                self._counts.passed += 1
        except RuntimeError as error:
            raise Refusal(f"the card failed at {model.key}: {first_line(error)}", SYSTEM_FAILED) from None
        finally:
            loaded.close()

    def _measure_point(self, model: Model, loaded: LoadedModel, batch: int) -> bool:
        """False where larger batches cannot fit either."""
        began_s = self._clock.now_s()
        self._occupancy.check()
        self._progress.show(f"{model.key}, batch {batch}: measuring; {self._remaining()}")
        try:
            result = measure(loaded.job(batch), self._driver, self._clock, self._meter, self._plan.settings)
        except DoesNotFit as reason:
            self._skip(model, f"from batch {batch} on, because {reason}")
            return False
        except PointRefused as reason:
            self._note(f"refused {model.key}, batch {batch}", str(reason))
            return True
        self._counts.spent_s.append(self._clock.now_s() - began_s)
        self._keep(model, loaded, batch, result)
        return True

    def _keep(self, model: Model, loaded: LoadedModel, batch: int, result: Measurement) -> None:
        now = self._clock.utc()
        label = f"{self._machine.label}: " if self._machine.label else ""
        origin = f"{label}measure_gpu {VERSION}, {now[:10]}, {self._runner.precision}, {loaded.library}"
        self._file.facts["saved"] = now
        self._file.add(self._driver.facts().slice, model, batch, result, result.memory_gb + self._context_gb,
                       self._machine.provenance, origin)
        self._file.save()
        self._counts.measured += 1
        self._progress.say(
            f"{model.key}, batch {batch}: {number(result.latency_ms, 4)} ms (p95 {number(result.p95_ms, 4)}), "
            f"{result.power_w:.4g} W, {number(result.energy_j, 4)} J, {result.temperature_c:.0f} C, "
            f"{result.sm_clock_mhz:.0f} MHz, cv {100 * result.latency_variation:.1f} %; {self._remaining()}")

    def _remaining(self) -> str:
        counts = self._counts
        point_s = sum(counts.spent_s) / len(counts.spent_s) if counts.spent_s else self._plan.point_s()
        points = max(self._plan.points() - counts.passed, 0)
        thermal_s = self._plan.steps.total_s() if self._plan.steps else 0.0
        return f"about {duration(points * point_s + thermal_s)} left"

    # --- the thermal steps -------------------------------------------------------------------------------------

    def _measure_thermal(self, steps: Steps) -> None:
        """The readings are kept even where they cannot be fitted."""
        place = self._options.thermal_out
        if self._options.resume and place.exists():
            self._progress.say(f"thermal: {place} is there already")
            return
        self._occupancy.check()
        series = record(self._runner.burn(), self._driver, self._clock, self._counter, steps,
                        lambda what: self._progress.show(f"thermal steps: {what}"))
        fitted, words = self._fit(series)
        head = {key: value for key, value in self._file.facts.items() if key not in ("measured as", "weights")}
        replace_file(place, to_json(series, fitted, steps, words, {**head, "ended": self._clock.utc()}))
        self._progress.say(f"thermal: {words}; {place}")
        self._file.facts["thermal"] = f"{words}; {place.name}"
        if self._file.rows:
            self._file.save()

    @staticmethod
    def _fit(series: Series) -> Tuple[Optional[Fit], str]:
        try:
            fitted = fit(series)
        except Refusal as refusal:
            return None, f"not fitted: {refusal}"
        return fitted, to_words(fitted)
