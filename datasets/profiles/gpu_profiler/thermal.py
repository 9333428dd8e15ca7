"""The card as one thermal mass: T' = P/(mc) - alpha (T - T_env), InferCool's model, fitted to idle, load, idle.

Recording polls the driver as fast as it answers and keeps every change that it sees. For the fit these are put on a
grid of 50 ms: power from the moves of the energy counter (exact between two of them) or the power readings,
temperature as read, in whole degrees. A reading stands until the driver's next one, so that at any moment it is half
such a step old on average; the temperatures are moved back by that. For a given alpha the model's temperature is
linear in T_env, the distance at the start and 1/(mc), so these come from linear least squares, and alpha alone is
searched for: no derivative of a temperature in whole degrees is ever taken.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, field
from typing import Callable, Dict, List, Optional, Sequence, Tuple

from .errors import SYSTEM_FAILED, Refusal
from .machine import Clock, Driver, Job
from .meter import Changes, Observer

GRID_S = 0.05
ALPHA_LOW, ALPHA_HIGH = 1e-4, 20.0  # per second: time constants of 3 h and 50 ms
LEAST_RISE_C = 5.0
WORSE = 1.05  # alphas whose residual is this much above the least are still in the range that is reported

# InferCool, water-cooled A100 40 GB: alpha per second, hA in W/K, mc in J/K (docs/REFERENCES.md)
INFERCOOL = {"alpha_per_s": 0.51, "ha_w_per_k": 13.0, "heat_capacity_j_per_k": 25.49}


@dataclass(frozen=True)
class Steps:
    idle_s: float = 60.0
    load_s: float = 180.0
    rest_s: float = 180.0

    def total_s(self) -> float:
        return self.idle_s + self.load_s + self.rest_s


@dataclass(frozen=True)
class Series:
    """On the grid: sample k is at k GRID_S; its power holds until sample k + 1."""

    power_w: List[float]
    temperature_c: List[float]
    power_update_s: Optional[float]  # how often the readings were seen to change
    temperature_update_s: Optional[float]
    temperature_lag_s: float  # by which the temperatures were moved back
    readings: Dict[str, Changes] = field(default_factory=dict)  # as they came; seconds from sample 0


@dataclass(frozen=True)
class Fit:
    alpha_per_s: float
    alpha_low_per_s: float  # the range in which the residual is at most WORSE times the least
    alpha_high_per_s: float
    heat_capacity_j_per_k: float  # mc
    environment_c: float  # T_env
    residual_c: float  # root mean square
    largest_residual_c: float

    @property
    def time_constant_s(self) -> float:
        return 1 / self.alpha_per_s

    @property
    def ha_w_per_k(self) -> float:
        return self.alpha_per_s * self.heat_capacity_j_per_k

    @property
    def resistance_k_per_w(self) -> float:
        return 1 / self.ha_w_per_k


# --- recording -------------------------------------------------------------------------------------------------------


def record(job: Job, driver: Driver, clock: Clock, counter: bool, steps: Steps,
           tell: Callable[[str], None]) -> Series:
    observer = Observer(driver, clock, counter)
    began_s = clock.now_s()
    _idle(observer, clock, began_s + steps.idle_s, lambda: tell("idle"))
    _load(job, observer, clock, began_s + steps.idle_s + steps.load_s, lambda: tell("under load"))
    _idle(observer, clock, began_s + steps.total_s(), lambda: tell("idle again"))
    power = _power_steps(observer)
    count = int((observer.ended_s - power[0][0]) / GRID_S)
    start_s = power[0][0]
    times = [start_s + k * GRID_S for k in range(count)]
    lag_s = (observer.temperature.shortest_s() or 0.0) / 2
    held = _held(observer.temperature.at_s, observer.temperature.values, [time_s + lag_s for time_s in times])
    return Series(_averaged(power, times), held, observer.update_s(), observer.temperature.update_s(), lag_s,
                  _readings(observer, start_s))


def _readings(observer: Observer, start_s: float) -> Dict[str, Changes]:
    changes = {"energy_j": observer.energy, "power_w": observer.power, "temperature_c": observer.temperature}
    return {name: Changes([round(at_s - start_s, 4) for at_s in seen.at_s], list(seen.values))
            for name, seen in changes.items() if seen.values}


def _idle(observer: Observer, clock: Clock, until_s: float, tell: Callable[[], None]) -> None:
    tell()
    while clock.now_s() < until_s:
        observer.poll()
        clock.sleep(0.002)


def _load(job: Job, observer: Observer, clock: Clock, until_s: float, tell: Callable[[], None]) -> None:
    """Keeps the card busy: as many batches queued as take a tenth of a second, so that polling makes no pause."""
    tell()
    token = job.launch()
    while not job.finished(token):
        clock.sleep(0.0005)
    depth = min(max(int(100 / max(job.elapsed_ms(token), 0.1)), 2), 1000)
    pending = [job.launch() for _ in range(depth)]
    while clock.now_s() < until_s:
        observer.poll()
        while pending and job.finished(pending[0]):
            pending.pop(0)
            pending.append(job.launch())
        clock.sleep(0.002)
    while not job.finished(pending[-1]):
        clock.sleep(0.0005)


def _power_steps(observer: Observer) -> List[Tuple[float, float]]:
    """(from when on, watts): between moves of the counter their mean, else each reading until the next."""
    energy: Changes = observer.energy
    if not energy.values:
        return list(zip(observer.power.at_s, observer.power.values))
    if len(energy.values) < 3:
        raise Refusal("the energy counter stood still during the thermal steps; --energy power takes the power "
                      "readings instead", SYSTEM_FAILED)
    return [(energy.at_s[k], (energy.values[k + 1] - energy.values[k]) / (energy.at_s[k + 1] - energy.at_s[k]))
            for k in range(1, len(energy.values) - 1)]


def _held(at_s: Sequence[float], values: Sequence[float], times: Sequence[float]) -> List[float]:
    """At each of the ascending times the value that had been read last."""
    result, k = [], 0
    for time_s in times:
        while k + 1 < len(at_s) and at_s[k + 1] <= time_s:
            k += 1
        result.append(values[k])
    return result


def _averaged(steps: Sequence[Tuple[float, float]], times: Sequence[float]) -> List[float]:
    """The mean power of each interval of the grid, so that no energy is lost between steps and grid."""
    result, k = [], 0
    for begin_s in times:
        end_s, at_s, energy_j = begin_s + GRID_S, begin_s, 0.0
        while at_s < end_s:
            while k + 1 < len(steps) and steps[k + 1][0] <= at_s:
                k += 1
            until_s = min(end_s, steps[k + 1][0]) if k + 1 < len(steps) else end_s
            energy_j += steps[k][1] * (until_s - at_s)
            at_s = until_s
        result.append(energy_j / GRID_S)
    return result


# --- telling ---------------------------------------------------------------------------------------------------------


def to_words(fitted: Fit) -> str:
    return (f"alpha {fitted.alpha_per_s:.3g} per s ({fitted.alpha_low_per_s:.3g} to {fitted.alpha_high_per_s:.3g}), "
            f"time constant {fitted.time_constant_s:.3g} s, thermal resistance {fitted.resistance_k_per_w:.3g} K/W, "
            f"heat capacity {fitted.heat_capacity_j_per_k:.3g} J/K, T_env {fitted.environment_c:.3g} C, residual "
            f"{fitted.residual_c:.2g} C (largest {fitted.largest_residual_c:.2g}); InferCool has alpha "
            f"{INFERCOOL['alpha_per_s']:g} per s, {1 / INFERCOOL['ha_w_per_k']:.3g} K/W, "
            f"{INFERCOOL['heat_capacity_j_per_k']:g} J/K")


def to_json(series: Series, fitted: Optional[Fit], steps: Steps, words: str, head: Dict[str, str]) -> str:
    """With all readings, so that another model can be fitted to them."""
    constants = None if fitted is None else {
        **asdict(fitted),
        "time_constant_s": fitted.time_constant_s,
        "ha_w_per_k": fitted.ha_w_per_k,
        "resistance_k_per_w": fitted.resistance_k_per_w,
    }
    document = {
        **head,
        "result": words,
        "fit": constants,
        "infercool": INFERCOOL,
        "steps": asdict(steps),
        "power_update_s": series.power_update_s,
        "temperature_update_s": series.temperature_update_s,
        "temperature_lag_s": series.temperature_lag_s,
        "grid_s": GRID_S,
        "power_w": [round(value, 2) for value in series.power_w],
        "temperature_c": series.temperature_c,
        "readings": {name: asdict(seen) for name, seen in series.readings.items()},
    }
    return json.dumps(document, indent=1) + "\n"


# --- fitting ---------------------------------------------------------------------------------------------------------


def fit(series: Series) -> Fit:
    """Raises Refusal where the temperatures say nothing about the model."""
    rise_c = max(series.temperature_c) - min(series.temperature_c)
    if rise_c < LEAST_RISE_C:
        raise Refusal(f"the load changed the card's temperature by {rise_c:.3g} C, too little for a fit (at least "
                      f"{LEAST_RISE_C:g} C); longer steps (--thermal-steps) may do", SYSTEM_FAILED)

    def residual_at(log_alpha: float) -> float:
        return _linear_fit(series, math.exp(log_alpha))[1]

    low, high = math.log(ALPHA_LOW), math.log(ALPHA_HIGH)
    grid = [low + (high - low) * k / 60 for k in range(61)]
    best = min(range(61), key=lambda k: residual_at(grid[k]))
    log_alpha = _golden(residual_at, grid[max(best - 1, 0)], grid[min(best + 1, 60)])
    (environment_c, start_c, gain), residual_c = _linear_fit(series, math.exp(log_alpha))
    if best in (0, 60) or gain <= 0:
        raise Refusal("the temperature does not follow the power as one thermal mass would; nothing is fitted",
                      SYSTEM_FAILED)
    alpha = math.exp(log_alpha)
    modelled = _modelled(series, alpha, environment_c, start_c, gain)
    limit_c = max(WORSE * residual_c, 1e-6)
    return Fit(
        alpha_per_s=alpha,
        alpha_low_per_s=math.exp(_edge(residual_at, log_alpha, low, limit_c)),
        alpha_high_per_s=math.exp(_edge(residual_at, log_alpha, high, limit_c)),
        heat_capacity_j_per_k=1 / gain,
        environment_c=environment_c,
        residual_c=residual_c,
        largest_residual_c=max(abs(m - t) for m, t in zip(modelled, series.temperature_c)),
    )


def _responses(series: Series, alpha: float) -> Tuple[List[float], List[float]]:
    """At each sample: what is left of the distance at the start, and what one unit of 1/(mc) has made of the power."""
    decay = math.exp(-alpha * GRID_S)
    charge_s = (1 - decay) / alpha
    left, driven = 1.0, 0.0
    lefts, drivens = [], []
    for power_w in series.power_w:
        lefts.append(left)
        drivens.append(driven)
        left *= decay
        driven = driven * decay + power_w * charge_s
    return lefts, drivens


def _modelled(series: Series, alpha: float, environment_c: float, start_c: float, gain: float) -> List[float]:
    lefts, drivens = _responses(series, alpha)
    return [environment_c + start_c * left + gain * driven for left, driven in zip(lefts, drivens)]


def _linear_fit(series: Series, alpha: float) -> Tuple[Tuple[float, float, float], float]:
    """Least squares for (T_env, distance at the start, 1/(mc)) at this alpha, and the root mean square that is left."""
    lefts, drivens = _responses(series, alpha)
    count = len(lefts)
    scale = max(drivens) or 1.0
    columns = ([1.0] * count, lefts, [driven / scale for driven in drivens])
    matrix = [[_dot(a, b) for b in columns] for a in columns]
    right = [_dot(a, series.temperature_c) for a in columns]
    solution = solve(matrix, right)
    if solution is None:
        return (0.0, 0.0, 0.0), math.inf
    environment_c, start_c, scaled_gain = solution
    squares = sum((environment_c + start_c * left + scaled_gain * driven - t) ** 2
                  for left, driven, t in zip(columns[1], columns[2], series.temperature_c))
    return (environment_c, start_c, scaled_gain / scale), math.sqrt(squares / count)


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return math.fsum(x * y for x, y in zip(a, b))


def solve(matrix: List[List[float]], right: List[float]) -> Optional[List[float]]:
    """A small linear system by elimination with pivots; None where it has no single solution."""
    n = len(right)
    rows = [list(matrix[k]) + [right[k]] for k in range(n)]
    for column in range(n):
        pivot = max(range(column, n), key=lambda k: abs(rows[k][column]))
        if abs(rows[pivot][column]) < 1e-12:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for k in range(column + 1, n):
            factor = rows[k][column] / rows[column][column]
            rows[k] = [a - factor * b for a, b in zip(rows[k], rows[column])]
    result = [0.0] * n
    for k in reversed(range(n)):
        known = sum(rows[k][j] * result[j] for j in range(k + 1, n))
        result[k] = (rows[k][n] - known) / rows[k][k]
    return result


def _golden(function: Callable[[float], float], low: float, high: float) -> float:
    """The least of a function with one valley, by golden section."""
    ratio = (math.sqrt(5) - 1) / 2
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    at_a, at_b = function(a), function(b)
    while high - low > 1e-6:
        if at_a < at_b:
            high, b, at_b = b, a, at_a
            a = high - ratio * (high - low)
            at_a = function(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + ratio * (high - low)
            at_b = function(b)
    return (low + high) / 2


def _edge(function: Callable[[float], float], inside: float, outside: float, limit: float) -> float:
    """Between a place where the function is below the limit and an end of the range: where it reaches it."""
    if function(outside) <= limit:
        return outside
    for _ in range(20):
        middle = (inside + outside) / 2
        if function(middle) <= limit:
            inside = middle
        else:
            outside = middle
    return inside
