"""The facts at the head of a file: everything that is needed to trust it, in words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Optional

from . import VERSION
from .errors import Refusal
from .machine import GpuFacts
from .point import Settings

# What must not differ when a run goes on with a file.
IDENTITY = ("script", "gpu", "slice", "driver", "libraries", "precision", "energy", "measured as")


@dataclass(frozen=True)
class Start:
    """What was found before the first point."""

    idle_w: float  # with a context and nothing running
    idle: str  # the same in words
    update_s: Optional[float]  # of what energy is taken from; None where it was not seen
    other_use: str
    date: str  # as 2026-05-01T12:00:00Z


@dataclass(frozen=True)
class Software:
    label: str  # "" for a real card
    libraries: Dict[str, str]  # names and versions
    precision: str
    counter: bool  # energy from the driver's counter


def make_head(facts: GpuFacts, software: Software, start: Start, settings: Settings,
              ambient_c: Optional[float]) -> Dict[str, str]:
    limit = f", power limit {facts.power_limit_w:g} W" if facts.power_limit_w else ""
    whole = facts.slice == "whole"
    energy = "the driver's energy counter" if software.counter else "the power reading, integrated"
    label = f"{software.label}: " if software.label else ""
    reading = "the energy counter" if software.counter else "the power reading"
    often = "too seldom to tell" if start.update_s is None else f"every {start.update_s:.3g} s"
    return {
        "script": f"{label}measure_gpu.py {VERSION}, a profile for wattif import profile",
        "gpu": f"{facts.name} ({facts.uuid}), {facts.card_memory_gb:.4g} GB{limit}",
        "slice": "whole" if whole else f"{facts.slice}, {facts.memory_gb:.4g} GB, as found",
        "driver": f"{facts.driver}, CUDA {facts.cuda}",
        "libraries": ", ".join(f"{name} {version}" for name, version in software.libraries.items()),
        "precision": software.precision,
        "energy": energy if whole else f"{energy}, of the whole card",
        "measured as": (f"{settings.warm_s:g} s of warm-up, {settings.window_s:g} s and at least "
                        f"{settings.min_batches} batches; refused above {100 * settings.max_variation:g} % variation "
                        f"of latency or power in each of {settings.repeats + 1} windows"),
        "started": start.date,
        "updates": f"{reading} {often}, as seen under load",
        "ambient": "not stated" if ambient_c is None else f"{ambient_c:g} C, as stated",
        "idle": start.idle,
        "other use": start.other_use,
        "weights": "random; latency is the time on the card between device events, its median is in latency_ms",
    }


def device_source(facts: GpuFacts, head: Dict[str, str], provenance: str) -> str:
    """What wattif keeps of all this with the GPU type; the end may be cut."""
    ambient = "" if head["ambient"] == "not stated" else f", ambient {head['ambient'].split(',')[0]}"
    return (f"{provenance} by measure_gpu.py {VERSION} on {head['started'][:10]}: {facts.name}, driver {facts.driver}, "
            f"{head['precision']}; idle {head['idle'].split(' with')[0]}{ambient}; {head['libraries']}")


def check_same(path: Path, old: Dict[str, str], head: Dict[str, str]) -> None:
    """Refuses to go on with a file of another card or set-up."""
    for key in IDENTITY:
        if old.get(key) != head[key]:
            raise Refusal(f"--resume: {path} was measured with {key} '{old.get(key)}', now it is '{head[key]}'; begin "
                          "another file")
