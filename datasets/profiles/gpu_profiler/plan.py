"""What a run will do and how long it will take, known before anything is touched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, List, Optional, Sequence

from .errors import Refusal
from .models import Model, likely_library
from .point import Settings
from .thermal import Steps

IDLE_S = 10.0  # before the context and again after it
SETTLE_S = 5.0  # between the two
RATES_S = 3.0  # under load, to see how often the readings change
LOAD_MODEL_S = 10.0
PREPARE_POINT_S = 0.5
BATCHES = (1, 2, 4, 8, 16, 32, 64, 128)
BATCH_MAX = 1024


@dataclass(frozen=True)
class Entry:
    model: Model
    library: Optional[str]  # that will probably build it; None: none is installed


@dataclass(frozen=True)
class Plan:
    entries: Sequence[Entry]
    batches: Sequence[int]
    settings: Settings
    steps: Optional[Steps]  # thermal ones, or None
    torch: bool  # is PyTorch installed?

    def points(self) -> int:
        return sum(len(self.batches) for entry in self.entries if entry.library)

    def point_s(self) -> float:
        """Of one that is steady at once and of short batches; ten batches of a second take longer."""
        return self.settings.warm_s + self.settings.window_s + PREPARE_POINT_S

    def total_s(self) -> float:
        models = sum(1 for entry in self.entries if entry.library)
        thermal_s = self.steps.total_s() if self.steps else 0.0
        return (2 * IDLE_S + SETTLE_S + RATES_S + models * LOAD_MODEL_S + self.points() * self.point_s() + thermal_s)

    def lines(self) -> List[str]:
        """For --dry-run."""
        settings = self.settings
        result = [] if self.torch else ["PyTorch is not installed here; with it and every library the plan is this:"]
        result += [
            f"{self.points()} points: batch {', '.join(map(str, self.batches))} of",
            *(self._line(entry) for entry in self.entries),
            f"each {settings.warm_s:g} s of warm-up, {settings.window_s:g} s and at least {settings.min_batches} "
            f"batches measured, up to {settings.repeats} times more where it varies by over "
            f"{100 * settings.max_variation:g} %",
        ]
        if self.steps:
            result.append(f"then the thermal steps: idle {self.steps.idle_s:g} s, load {self.steps.load_s:g} s, idle "
                          f"{self.steps.rest_s:g} s")
        result += [
            f"about {duration(self.total_s())} if every point is steady at once and fits the card's memory",
            "nothing on the card is changed: no clocks, no power limit, no MIG layout, no reset",
        ]
        return result

    @staticmethod
    def _line(entry: Entry) -> str:
        model = entry.model
        label = f"  {model.key:<20} {str(model.input):<15} {model.parameters_m:7.1f} M parameters  "
        if entry.library:
            return label + entry.library
        return label + f"skipped: {' or '.join(model.libraries())} is not installed"


def make_plan(models: Sequence[Model], batches: Sequence[int], settings: Settings, steps: Optional[Steps],
              installed: Callable[[str], bool]) -> Plan:
    """Where PyTorch itself is missing, every library is taken to be there: the plan is then for another machine."""
    torch = installed("torch")
    entries = [Entry(model, likely_library(model, installed) if torch else model.ways[0].library) for model in models]
    return Plan(entries, batches, settings, steps, torch)


def read_batches(text: str) -> List[int]:
    """ "1,2,4..128": numbers between commas; ".." goes on doubling."""
    result: List[int] = []
    for word in text.split(","):
        first, dots, last = word.strip().partition("..")
        if not first.isdigit() or (dots and not last.isdigit()):
            raise Refusal(f"--batches: '{word.strip()}' is no batch size; write 1,2,4 or 1..128")
        begin, end = int(first), int(last) if dots else int(first)
        if not 1 <= begin <= end <= BATCH_MAX:
            raise Refusal(f"--batches: {word.strip()} is outside 1 to {BATCH_MAX}")
        while begin <= end:
            result.append(begin)
            begin *= 2
    return sorted(set(result))


def duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02d} min"
