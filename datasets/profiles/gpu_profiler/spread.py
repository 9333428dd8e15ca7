"""Order statistics and spread of a few hundred numbers."""

from __future__ import annotations

import math
import statistics
from typing import Sequence

median = statistics.median


def percentile(values: Sequence[float], percent: float) -> float:
    """The nearest-rank percentile, as wattif's own: the smallest value that `percent` % do not exceed."""
    ordered = sorted(values)
    rank = math.ceil(percent / 100 * len(ordered))
    return ordered[max(rank, 1) - 1]


def variation(values: Sequence[float]) -> float:
    """The coefficient of variation: the sample standard deviation over the mean; infinite below two values."""
    if len(values) < 2:
        return math.inf
    mean = statistics.fmean(values)
    return statistics.stdev(values) / mean if mean > 0 else math.inf
