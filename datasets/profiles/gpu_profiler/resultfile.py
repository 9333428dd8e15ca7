"""The CSV that `wattif import profile` takes, and what the import needs to know of the card.

Above the header stand comment lines: `# device: {...}` is the GPU type, which wattif reads; every other one is a fact
in words, `# key: value`. The columns up to `source` are wattif's, the others are for people and for --resume; so that
they are not lost on import, `source` says the most important of them again. The whole file is written anew after
every point, beside its place and then renamed: whatever happens, there is a complete one.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

from .errors import SYSTEM_FAILED, Refusal
from .machine import GpuFacts
from .models import Model
from .point import Measurement

COLUMNS = ("gpu", "slice", "model", "variant", "batch", "clock_mhz", "latency_ms", "power_w", "accuracy", "memory_gb",
           "provenance", "source", "p95_ms", "latency_cv_pct", "power_cv_pct", "energy_j", "temperature_c",
           "sm_clock_mhz", "batches", "windows")
GPU_BYTES, ROW_SOURCE_BYTES, DEVICE_SOURCE_BYTES = 23, 159, 255  # what wattif keeps
BRANDS = ("NVIDIA", "Tesla", "GeForce", "Quadro")

Point = Tuple[str, str, int]  # model, variant, batch
Row = Dict[str, str]


def gpu_type(card: str) -> str:
    """A card's name as a GPU type: "NVIDIA GeForce RTX 4090" is "RTX-4090". A type that the library has already gets
    "-measured", so that nothing that is simulated on that type changes unasked."""
    words = [word for word in card.split() if word not in BRANDS] or card.split()
    taken = library_types()
    room = GPU_BYTES - len("-measured")
    name = "-".join(words)
    while len(name) > GPU_BYTES and len(words) > 1:
        words.pop()
        name = "-".join(words)
    return f"{name[:room]}-measured" if name in taken else name[:GPU_BYTES]


def library_types() -> List[str]:
    """Of devices.csv beside this package; none where it is not there."""
    try:
        with open(Path(__file__).resolve().parent.parent / "devices.csv", newline="", encoding="utf-8") as file:
            return [row["gpu"] for row in csv.DictReader(file)]
    except OSError:
        return []


def cut(text: str, size: int) -> str:
    """At most so many bytes, whole characters."""
    return text.encode("utf-8")[:size].decode("utf-8", "ignore")


def number(value: float, digits: int = 6) -> str:
    return f"{value:.{digits}g}"


class ResultFile:
    """Facts, device and rows of one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.facts: Dict[str, str] = {}
        self.notes: Dict[str, str] = {}  # "skipped: gpt-j-6b" -> why; of this run
        self.device: Dict[str, Any] = {}
        self.rows: List[Row] = []
        self.saved_rows = 0  # that are in the file

    # --- contents ----------------------------------------------------------------------------------------------

    def set_device(self, name: str, facts: GpuFacts, idle_power_w: float, source: str) -> None:
        self.device = {
            "gpu": name,
            "memory_gb": round(facts.card_memory_gb, 1),
            "idle_power_w": round(idle_power_w, 2),
            "power_limit_w": facts.power_limit_w,
            "max_clock_mhz": facts.max_clock_mhz,
            "mig": facts.mig,
            "source": cut(source, DEVICE_SOURCE_BYTES),
        }

    def add(self, slice_name: str, model: Model, batch: int, result: Measurement, memory_gb: float, provenance: str,
            origin: str) -> None:
        """`origin` begins the row's source: script, date, precision, library."""
        source = (f"{origin}; {model.input}; p95 {number(result.p95_ms, 4)} ms, "
                  f"cv {100 * result.latency_variation:.1f} %, {number(result.energy_j, 4)} J, "
                  f"{result.temperature_c:.0f} C, {result.sm_clock_mhz:.0f} MHz, n {result.batches}")
        self.rows.append({
            "gpu": self.device["gpu"],
            "slice": slice_name,
            "model": model.name,
            "variant": model.variant,
            "batch": str(batch),
            "clock_mhz": "",  # is for a clock that is set; here the card chose, sm_clock_mhz says what
            "latency_ms": number(result.latency_ms),
            "power_w": number(result.power_w, 5),
            "accuracy": "",  # random weights have none
            "memory_gb": number(memory_gb, 4),
            "provenance": provenance,
            "source": cut(source, ROW_SOURCE_BYTES),
            "p95_ms": number(result.p95_ms),
            "latency_cv_pct": f"{100 * result.latency_variation:.2f}",
            "power_cv_pct": f"{100 * result.power_variation:.2f}",
            "energy_j": number(result.energy_j),
            "temperature_c": f"{result.temperature_c:.1f}",
            "sm_clock_mhz": f"{result.sm_clock_mhz:.0f}",
            "batches": str(result.batches),
            "windows": str(result.windows),
        })

    def take(self, old: ResultFile) -> None:
        """Goes on with what was there."""
        self.device, self.facts = old.device, dict(old.facts)
        self.rows, self.saved_rows = old.rows, old.saved_rows

    def has(self, point: Point) -> bool:
        return any((row["model"], row["variant"], int(row["batch"])) == point for row in self.rows)

    # --- writing -----------------------------------------------------------------------------------------------

    def text(self) -> str:
        out = io.StringIO()
        for key, value in self.facts.items():
            out.write(f"# {key}: {value}\n")
        out.write(f"# device: {json.dumps(self.device)}\n")
        for what, why in self.notes.items():
            out.write(f"# {what}: {why}\n")
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return out.getvalue()

    def save(self) -> None:
        replace_file(self.path, self.text())
        self.saved_rows = len(self.rows)

    # --- reading back for --resume -----------------------------------------------------------------------------

    def load(self) -> None:
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
            self._take(lines)
        except OSError as error:
            raise Refusal(f"{self.path}: cannot be read: {error.strerror}") from None
        except (ValueError, KeyError) as error:
            raise Refusal(f"{self.path} is no file of this script ({error}); name another with --out") from None

    def _take(self, lines: List[str]) -> None:
        table = [line for line in lines if not line.startswith("#")]
        for line in lines[:len(lines) - len(table)]:
            key, _, value = line[1:].strip().partition(": ")
            if key == "device":
                self.device = json.loads(value)
            elif not key.startswith(("refused ", "skipped ")):  # these are tried again
                self.facts[key] = value
        reader = csv.DictReader(table)
        if tuple(reader.fieldnames or ()) != COLUMNS or "gpu" not in self.device:
            raise ValueError("its device line or its columns are others")
        self.rows = list(reader)
        self.saved_rows = len(self.rows)
        for row in self.rows:
            int(row["batch"])


def check_place(path: Path, resume: bool) -> None:
    """Before anything is measured: may this file be written?"""
    if path.is_dir():
        raise Refusal(f"--out: {path} is a directory; name a file")
    if path.exists() and not resume:
        raise Refusal(f"--out: {path} exists; --resume goes on with it, or name another file")
    if not path.parent.is_dir():
        raise Refusal(f"--out: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise Refusal(f"--out: nothing can be written in {path.parent}")


def replace_file(path: Path, text: str) -> None:
    """Writes beside the place and renames, so that a failure leaves what was there."""
    temporary: Optional[str] = None
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
        temporary = None
    except OSError as error:
        raise Refusal(f"cannot write {path}: {error.strerror}", SYSTEM_FAILED) from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
