"""The profiler without a GPU: its figures against a simulated card's true ones, and every way in which it refuses.

    python3 tests/unit/datasets/measure_gpu_test.py
"""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import json
import math
import os
import re
import sys
import tempfile
import types
import unittest
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple
from unittest import mock

import simulated_gpu as simulated
from simulated_gpu import Card, Faults, SimulatedJob, SimulatedMachine

from gpu_profiler import cli, machine, models, nvml, plan, resultfile, runner, spread, thermal
from gpu_profiler.errors import DoesNotFit, NotHere, PointRefused, Refusal
from gpu_profiler.meter import Changes, Observer, block_powers_w, make_meter, mean_power_w
from gpu_profiler.nvml import NvmlDriver
from gpu_profiler.point import Measurement, Settings, measure

SMALL = ["--models", "resnetv2-50", "--batches", "1,8"]
SETTINGS = Settings(wait_s=0.001)


def point(faults: Faults, latency_ms: float = 5.0, power_w: float = 200.0, card: Optional[Card] = None,
          settings: Settings = SETTINGS) -> Measurement:
    """One point of a card with these faults."""
    made = SimulatedMachine(card or Card(), faults)
    driver = made.driver(None)
    meter = make_meter(driver, made.clock, not faults.no_counter, 0.1, settings.block_s)
    return measure(SimulatedJob(made.clock, latency_ms, power_w, 2.0), driver, made.clock, meter, settings)


class Statistics(unittest.TestCase):
    def test_percentile_is_the_nearest_rank(self) -> None:
        values = list(range(1, 101))
        self.assertEqual(spread.percentile(values, 95), 95)
        self.assertEqual(spread.percentile(values[:10], 95), 10)
        self.assertEqual(spread.percentile([7.0], 95), 7.0)
        self.assertEqual(spread.percentile([3, 1, 2], 50), 2)

    def test_variation(self) -> None:
        self.assertAlmostEqual(spread.variation([9, 10, 11]), 0.1)
        self.assertEqual(spread.variation([5, 5, 5]), 0)
        self.assertEqual(spread.variation([5]), math.inf)

    def test_median(self) -> None:
        self.assertEqual(spread.median([3, 1, 2]), 2)
        self.assertEqual(spread.median([4, 1, 2, 3]), 2.5)


class Energy(unittest.TestCase):
    def run_meter(self, faults: Faults, seconds: float, step_s: float, card: Optional[Card] = None) -> Any:
        made = SimulatedMachine(card or Card(), faults)
        meter = make_meter(made.driver(None), made.clock, not faults.no_counter, 0.1, 1.0)
        job = SimulatedJob(made.clock, 1000 * seconds + 1000, 200.0, 1.0)
        job.launch()
        made.clock.advance(0.234)
        meter.begin()
        while made.clock.now < seconds:
            meter.poll()
            made.clock.sleep(step_s)
        return meter

    def test_counter_gives_the_true_power(self) -> None:
        for step_s in (0.0002, 0.003, 0.02):
            with self.subTest(step_s=step_s):
                meter = self.run_meter(Faults(power_noise=0), 8.0, step_s)
                self.assertGreaterEqual(len(meter.marks), 6)
                self.assertAlmostEqual(mean_power_w(meter.marks), 200.0, delta=200 * step_s / 5 + 0.3)
                for power_w in block_powers_w(meter.marks):
                    self.assertAlmostEqual(power_w, 200.0, delta=200 * step_s + 1.0)

    def test_counter_is_read_seldom(self) -> None:
        made = SimulatedMachine()
        driver = made.driver(None)
        meter = make_meter(driver, made.clock, True, 0.1, 1.0)
        with mock.patch.object(driver, "energy_j", wraps=driver.energy_j) as read:
            while made.clock.now < 10:
                meter.poll()
                made.clock.sleep(0.001)
        self.assertLess(read.call_count, 250)  # of 10,000 polls; a reading takes the driver milliseconds

    def test_power_is_integrated(self) -> None:
        meter = self.run_meter(Faults(no_counter=True, power_noise=0), 8.0, 0.003)
        self.assertAlmostEqual(mean_power_w(meter.marks), 200.0, delta=0.5)

    def test_a_power_reading_holds_until_the_next(self) -> None:
        made = SimulatedMachine(faults=Faults(no_counter=True))
        driver = made.driver(None)
        with mock.patch.object(driver, "power_w", side_effect=[100.0, 300.0, 50.0]):
            meter = make_meter(driver, made.clock, False, 0.1, 1.0)
            for pause_s in (2.0, 5.0, 0.0):
                meter.poll()
                made.clock.sleep(pause_s)
        self.assertEqual([mark.energy_j for mark in meter.marks], [0.0, 200.0, 1700.0])

    def test_stuck_counter(self) -> None:
        with self.assertRaisesRegex(Refusal, r"has stood still for 3[.\d]* s; --energy power"):
            self.run_meter(Faults(stuck_from_s=2.0), 10.0, 0.003)

    def test_counter_that_goes_backwards(self) -> None:
        with self.assertRaisesRegex(Refusal, r"went backwards, from [\d.]+ to [\d.]+ J"):
            self.run_meter(Faults(backwards_from_s=2.0), 10.0, 0.003)

    def test_update_rate_is_what_is_seen(self) -> None:
        for tick_s in (0.02, 0.1, 0.25):
            made = SimulatedMachine(Card(tick_s=tick_s))
            observer = Observer(made.driver(None), made.clock, True)
            while made.clock.now < 5:
                observer.poll()
                made.clock.sleep(0.001)
            self.assertAlmostEqual(observer.update_s(), tick_s, delta=0.004)
            self.assertAlmostEqual(observer.mean_power_w(), made.card.idle_w, delta=0.05)

    def test_a_value_that_never_changes_has_no_rate(self) -> None:
        changes = Changes()
        for k in range(5):
            changes.note(float(k), 3.0)
        self.assertIsNone(changes.update_s())
        self.assertIsNone(changes.shortest_s())


class Points(unittest.TestCase):
    def test_figures_are_the_cards(self) -> None:
        result = point(Faults(latency_noise=0.01, power_noise=0.02), latency_ms=7.0, power_w=180.0)
        self.assertAlmostEqual(result.latency_ms, 7.0, delta=0.02)
        self.assertAlmostEqual(result.p95_ms, 7.0 * (1 + 1.645 * 0.01), delta=0.012)
        self.assertAlmostEqual(result.latency_variation, 0.01, delta=0.001)
        self.assertAlmostEqual(result.power_w, 180.0, delta=0.5)
        self.assertAlmostEqual(result.energy_j, 180.0 * 0.007, delta=0.01)
        self.assertEqual(result.windows, 1)
        self.assertEqual(result.sm_clock_mhz, 1410.0)
        self.assertGreater(result.batches, 700)

    def test_integrated_power_gives_the_same(self) -> None:
        result = point(Faults(no_counter=True))
        self.assertAlmostEqual(result.power_w, 200.0, delta=1.0)

    def test_long_batches_get_a_longer_window(self) -> None:
        result = point(Faults(), latency_ms=2000.0, power_w=240.0)
        self.assertEqual(result.batches, 10)
        self.assertAlmostEqual(result.power_w, 240.0, delta=3.0)
        self.assertAlmostEqual(result.energy_j, 480.0, delta=6.0)

    def test_a_forward_pass_that_waits_for_the_card(self) -> None:
        """Its launches hold the polling up; the figures must be no worse for it, and nothing is repeated."""
        for latency_ms in (50.0, 90.0, 130.0, 250.0, 400.0):
            with self.subTest(latency_ms=latency_ms):
                result = point(Faults(waits_for_card=True), latency_ms=latency_ms, settings=Settings())
                self.assertAlmostEqual(result.latency_ms / latency_ms, 1, delta=0.005)
                self.assertAlmostEqual(result.power_w, 200.0, delta=0.8)
                self.assertLess(result.power_variation, 0.01)
                self.assertAlmostEqual(result.energy_j / (0.2 * latency_ms), 1, delta=0.01)
                self.assertEqual(result.windows, 1)

    def test_noise_is_waited_out(self) -> None:
        result = point(Faults(noisy_until_s=9.0))  # warm-up, one noisy window, the beginning of another
        self.assertEqual(result.windows, 3)
        self.assertLess(result.latency_variation, 0.05)

    def test_drift_is_waited_out(self) -> None:
        result = point(Faults(drift_per_s=0.1, drift_until_s=8.0))
        self.assertGreater(result.windows, 1)
        self.assertAlmostEqual(result.latency_ms, 5.0 * 1.8, delta=0.05)

    def test_a_point_that_stays_noisy_is_refused(self) -> None:
        with self.assertRaisesRegex(PointRefused, r"varies too much in 4 windows \(latency (19|20)\.\d %"):
            point(Faults(noisy_until_s=math.inf))

    def test_repeats_are_counted(self) -> None:
        for repeats in (0, 1, 3):
            made = SimulatedMachine(Card(), Faults(noisy_until_s=math.inf))
            driver = made.driver(None)
            meter = make_meter(driver, made.clock, True, 0.1, 1.0)
            with self.assertRaises(PointRefused):
                measure(SimulatedJob(made.clock, 5.0, 200.0, 2.0), driver, made.clock, meter,
                        Settings(wait_s=0.001, repeats=repeats))
            self.assertAlmostEqual(made.clock.now, 1 + 5 * (repeats + 1), delta=0.5 + 0.2 * repeats)

    def test_power_that_wanders_is_refused(self) -> None:
        with self.assertRaisesRegex(PointRefused, r"power \d"):
            point(Faults(power_noise=0.12), latency_ms=1500.0)

    def test_the_limit_is_the_limit(self) -> None:
        faults = Faults(latency_noise=0.08)
        with self.assertRaises(PointRefused):
            point(faults)
        self.assertEqual(point(faults, settings=Settings(wait_s=0.001, max_variation=0.1)).windows, 1)


class Thermal(unittest.TestCase):
    """Alpha and resistance come back within 3 %, though temperatures are whole degrees and a tenth of a second old."""

    def series(self, card: Card, steps: thermal.Steps, faults: Optional[Faults] = None) -> thermal.Series:
        made = SimulatedMachine(card, faults or Faults())
        job = SimulatedJob(made.clock, 5.0, card.busy_w, 1.0)
        return thermal.record(job, made.driver(None), made.clock, not made.faults.no_counter, steps, lambda what: None)

    def check(self, card: Card, fit: thermal.Fit) -> None:
        self.assertAlmostEqual(fit.alpha_per_s / card.alpha_per_s, 1, delta=0.03)
        self.assertAlmostEqual(fit.resistance_k_per_w * card.ha_w_per_k, 1, delta=0.03)
        self.assertAlmostEqual(fit.time_constant_s * card.alpha_per_s, 1, delta=0.03)
        heat_capacity = card.ha_w_per_k / card.alpha_per_s
        self.assertAlmostEqual(fit.heat_capacity_j_per_k / heat_capacity, 1, delta=0.05)
        self.assertAlmostEqual(fit.environment_c, card.environment_c - 0.5, delta=0.5)  # readings are rounded down
        self.assertLess(fit.residual_c, 0.4)
        self.assertLess(fit.alpha_low_per_s, fit.alpha_per_s)
        self.assertGreater(fit.alpha_high_per_s, fit.alpha_per_s)

    def test_infercools_constants(self) -> None:
        card = Card()
        series = self.series(card, thermal.Steps(10, 20, 20))
        self.check(card, thermal.fit(series))
        self.assertAlmostEqual(series.power_update_s or 0, 0.1, delta=0.005)
        self.assertAlmostEqual(sum(series.power_w) * thermal.GRID_S, 30 * card.idle_w + 20 * card.busy_w, delta=40)

    def test_an_air_cooled_card(self) -> None:
        card = Card(alpha_per_s=0.02, ha_w_per_k=4.0, environment_c=25.0, tick_s=0.5)
        self.check(card, thermal.fit(self.series(card, thermal.Steps(20, 120, 120))))

    def test_without_an_energy_counter(self) -> None:
        card = Card(alpha_per_s=0.1, ha_w_per_k=5.0)
        self.check(card, thermal.fit(self.series(card, thermal.Steps(10, 40, 40), Faults(no_counter=True))))

    def test_noisy_readings_stay_in_the_range_that_is_told(self) -> None:
        """A degree of noise in every reading, and surroundings that warm up by half a degree a minute."""
        for seed in (1, 2, 3):
            made = SimulatedMachine(Card(), Faults(power_noise=0.05), seed)
            driver, told = made.driver(None), {}

            def noisy_c() -> float:
                world = made.clock
                if world.next_tick not in told:
                    told[world.next_tick] = math.floor(world.told[2] + world.now / 120 + world.random.gauss(0, 1))
                return float(told[world.next_tick])

            with mock.patch.object(driver, "temperature_c", noisy_c):
                fit = thermal.fit(thermal.record(SimulatedJob(made.clock, 5.0, 250.0, 1.0), driver, made.clock, True,
                                                 thermal.Steps(20, 40, 40), lambda what: None))
            self.assertLess(fit.alpha_low_per_s, 0.51)
            self.assertGreater(fit.alpha_high_per_s, 0.51)
            self.assertAlmostEqual(fit.alpha_per_s, 0.51, delta=0.51 * 0.15)
            self.assertAlmostEqual(fit.resistance_k_per_w * 13, 1, delta=0.05)
            self.assertGreater(fit.residual_c, 0.8)  # and what one mass does not explain is told

    def test_every_reading_is_kept(self) -> None:
        series = self.series(Card(), thermal.Steps(2, 4, 4))
        self.assertEqual(set(series.readings), {"energy_j", "power_w", "temperature_c"})
        power = series.readings["power_w"]
        self.assertGreater(len(power.values), 35)  # under load each tick of the driver brings another
        self.assertEqual(power.at_s, sorted(power.at_s))
        self.assertAlmostEqual(max(power.values), 250.0, delta=10)
        self.assertEqual(set(self.series(Card(), thermal.Steps(2, 4, 4), Faults(no_counter=True)).readings),
                         {"power_w", "temperature_c"})

    def test_counter_that_fails(self) -> None:
        with self.assertRaisesRegex(Refusal, r"counter has stood still for 3"):
            self.series(Card(), thermal.Steps(2, 8, 4), Faults(stuck_from_s=4.0))
        with self.assertRaisesRegex(Refusal, "counter went backwards"):
            self.series(Card(), thermal.Steps(2, 4, 4), Faults(backwards_from_s=4.0))

    def test_exact_readings_give_exact_constants(self) -> None:
        alpha, resistance, environment_c = 2.0, 0.08, 21.0
        decay = math.exp(-alpha * thermal.GRID_S)
        power_w = [250.0 if 200 <= k < 600 or 700 <= k < 720 else 40.0 for k in range(1000)]
        temperature_c = [30.0]
        for watts in power_w[:-1]:
            steady_c = environment_c + resistance * watts
            temperature_c.append(steady_c + (temperature_c[-1] - steady_c) * decay)
        fit = thermal.fit(thermal.Series(power_w, temperature_c, None, None, 0.0))
        self.assertAlmostEqual(fit.alpha_per_s, alpha, places=4)
        self.assertAlmostEqual(fit.resistance_k_per_w, resistance, places=6)
        self.assertAlmostEqual(fit.heat_capacity_j_per_k, 1 / (alpha * resistance), places=3)
        self.assertAlmostEqual(fit.environment_c, environment_c, places=4)
        self.assertLess(fit.largest_residual_c, 1e-4)

    def test_too_little_warmth(self) -> None:
        card = Card(ha_w_per_k=200.0)
        with self.assertRaisesRegex(Refusal, r"temperature by [\d.]+ C, too little"):
            thermal.fit(self.series(card, thermal.Steps(2, 4, 4)))

    def test_temperature_that_ignores_the_power(self) -> None:
        count = 2000
        power = [250.0 if 500 <= k < 1000 else 50.0 for k in range(count)]
        falling = thermal.Series(power, [60.0 - 0.01 * k for k in range(count)], None, None, 0.0)
        with self.assertRaisesRegex(Refusal, "does not follow the power"):
            thermal.fit(falling)

    def test_linear_systems(self) -> None:
        found = thermal.solve([[0.0, 2.0, 1.0], [1.0, 0.0, 0.0], [3.0, 1.0, -1.0]], [7.0, 1.0, 1.0])
        for value, wanted in zip(found or [], [1.0, 5 / 3, 11 / 3]):
            self.assertAlmostEqual(value, wanted)
        self.assertIsNone(thermal.solve([[1.0, 2.0], [2.0, 4.0]], [1.0, 2.0]))


class Words(unittest.TestCase):
    """What is read from the command line and from the driver's names."""

    def test_batches(self) -> None:
        self.assertEqual(plan.read_batches("1,2,4..128"), [1, 2, 4, 8, 16, 32, 64, 128])
        self.assertEqual(plan.read_batches("3,1,3"), [1, 3])
        self.assertEqual(plan.read_batches("1..6"), [1, 2, 4])
        for wrong in ("", "0", "1,x", "4..2", "1..", "-1", "2000", "1.5"):
            with self.assertRaisesRegex(Refusal, "--batches"):
                plan.read_batches(wrong)

    def test_models_of_the_library(self) -> None:
        self.assertEqual([model.key for model in models.choose("all")], [
            "efficientnetv2-b3", "efficientnetv2-s", "inception-resnet-v2", "inception-v3", "mobilenetv2",
            "mobilenetv3-large", "mobilenetv3-small", "nasnet-mobile", "resnetv2-50", "resnetv2-152",
            "efficientnet-b1", "efficientnet-b3", "efficientnet-b5", "efficientnet-b7", "albert-v2-base",
            "albert-v2-large", "albert-v2-xlarge", "albert-v2-xxlarge", "bert-large", "gpt2-xl", "resnet-152",
            "densenet-121", "ssd300-vgg16", "whisper-large-v2", "gpt-j-6b"])
        self.assertEqual([model.key for model in models.choose("gpt2-xl, mobilenetv2,gpt2-xl")],
                         ["gpt2-xl", "mobilenetv2"])
        self.assertEqual(models.choose("none"), [])
        with self.assertRaisesRegex(Refusal, "no model 'resnet'; known are efficientnetv2-b3"):
            models.choose("mobilenetv2,resnet")

    def test_names_are_those_of_the_shipped_tables(self) -> None:
        shipped = set()
        folder = Path(resultfile.__file__).resolve().parent.parent
        for table in ("carbondis.csv", "clover.csv"):
            with open(folder / table, newline="", encoding="utf-8") as file:
                shipped |= {(row["model"], row["variant"]) for row in csv.DictReader(file)}
        measured = {(model.name, model.variant) for model in models.MODELS}
        self.assertEqual({pair for pair in shipped if pair[0] != "yolov5"} - measured, set())

    def test_gpu_types(self) -> None:
        for card, name in (("NVIDIA H200", "H200"), ("NVIDIA GeForce RTX 4090", "RTX-4090"),
                           ("NVIDIA A100-SXM4-40GB", "A100-SXM4-40GB"), ("Tesla V100-SXM2-16GB", "V100-SXM2-16GB"),
                           ("NVIDIA RTX PRO 6000 Blackwell Server Edition", "RTX-PRO-6000-Blackwell"),
                           ("Tesla T4", "T4-measured"), ("X" * 40, "X" * 23)):
            self.assertEqual(resultfile.gpu_type(card), name)

    def test_durations(self) -> None:
        self.assertEqual([plan.duration(s) for s in (4, 89, 300, 6500)], ["4 s", "89 s", "5 min", "1 h 48 min"])

    def test_text_is_cut_between_characters(self) -> None:
        self.assertEqual(resultfile.cut("2 °C", 3), "2 ")


class Runs(unittest.TestCase):
    """Whole runs through the command line."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "own.csv"

    def run_cli(self, words: List[str], faults: Optional[Faults] = None, card: Optional[Card] = None,
                out: bool = True) -> Tuple[int, str]:
        """The exit status and what was said."""
        said = io.StringIO()
        place = ["--out", str(self.out)] if out else []
        with contextlib.redirect_stderr(said):
            status = cli.main(words + place, SimulatedMachine(card or Card(), faults or Faults()))
        return status, said.getvalue()

    def refused(self, status: int, pattern: str, words: List[str], **keywords: Any) -> None:
        """One sentence, with the program's name, and this status."""
        found, said = self.run_cli(words, **keywords)
        lines = [line for line in said.splitlines() if line.startswith("measure_gpu: ")]
        self.assertEqual((found, len(lines)), (status, 1), said)
        self.assertRegex(lines[0], pattern)

    def rows(self) -> List[Dict[str, str]]:
        with open(self.out, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(line for line in file if not line.startswith("#")))

    def head(self) -> Dict[str, str]:
        lines = self.out.read_text(encoding="utf-8").splitlines()
        return dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))

    # --- a good run -------------------------------------------------------------------------------------------

    def test_figures_of_a_run(self) -> None:
        status, said = self.run_cli(["--models", "resnetv2-50,efficientnet-b7", "--batches", "1,64"])
        self.assertEqual(status, 0, said)
        self.assertEqual([(row["model"], row["variant"], row["batch"]) for row in self.rows()],
                         [("resnetv2-50", "base", "1"), ("resnetv2-50", "base", "64"), ("efficientnet", "b7", "1"),
                          ("efficientnet", "b7", "64")])
        card = Card()
        for row in self.rows():
            key = "resnetv2-50" if row["variant"] == "base" else "efficientnet-b7"
            model, batch = models.choose(key)[0], int(row["batch"])
            latency_ms = simulated.true_latency_ms(model, batch)
            power_w = simulated.true_power_w(card, batch)
            self.assertAlmostEqual(float(row["latency_ms"]) / latency_ms, 1, delta=0.005)
            self.assertAlmostEqual(float(row["power_w"]) / power_w, 1, delta=0.005)
            self.assertAlmostEqual(float(row["energy_j"]) / (latency_ms * power_w / 1000), 1, delta=0.01)
            self.assertAlmostEqual(float(row["memory_gb"]), 0.5 + model.parameters_m * 0.004 + 0.05 * batch, delta=0.01)
            self.assertLess(float(row["latency_cv_pct"]), 1)
            self.assertEqual(row["clock_mhz"] + row["accuracy"], "")
            self.assertEqual(row["provenance"], "modelled")
            self.assertTrue(row["source"].startswith("SIMULATED, no GPU: measure_gpu 1, 2026-01-02, tf32, simulated"))
            self.assertLess(len(row["source"]), 160)
        self.assertIn("next: wattif import profile", said)

    def test_head_says_what_is_needed_to_trust_it(self) -> None:
        self.run_cli(SMALL + ["--ambient", "24.5"])
        head = self.head()
        self.assertIn("SIMULATED", head["script"])
        self.assertRegex(head["gpu"], r"^NVIDIA Simulated X1 \(GPU-00000000\), 80 GB, power limit 300 W$")
        self.assertEqual(head["driver"], "000.00, CUDA 0.0")
        self.assertEqual(head["libraries"], "simulated 1.0")
        self.assertEqual(head["precision"], "tf32")
        self.assertEqual(head["started"], "2026-01-02T03:04:05Z")
        self.assertEqual(head["ambient"], "24.5 C, as stated")
        self.assertRegex(head["idle"], r"^46\.7 W at 33 C with a context")
        self.assertRegex(head["updates"], r"^the energy counter every 0\.1(0\d)? s, as seen under load$")
        self.assertRegex(head["measured as"], "refused above 5 % variation")
        self.assertEqual(head["other use"], "none")
        device = json.loads(head["device"])
        self.assertEqual((device["gpu"], device["memory_gb"], device["power_limit_w"], device["max_clock_mhz"],
                          device["mig"]), ("Simulated-X1", 80.0, 300.0, 1500.0, True))
        self.assertAlmostEqual(device["idle_power_w"], 46.7, delta=0.02)
        self.assertRegex(device["source"], "SIMULATED.*ambient 24.5 C")
        self.assertLess(len(device["source"]), 256)

    def test_the_same_run_gives_the_same_file(self) -> None:
        self.run_cli(SMALL)
        first = self.out.read_bytes()
        self.out.unlink()
        with mock.patch("importlib.util.find_spec", side_effect=lambda name: name == "torch" or None):
            self.run_cli(SMALL)  # whatever libraries this machine has
        self.assertEqual(self.out.read_bytes(), first)

    def test_models_that_are_not_here_or_do_not_fit(self) -> None:
        status, said = self.run_cli(["--models", "nasnet-mobile,gpt-j-6b,efficientnet-b7", "--batches", "1,64,128"],
                                    card=Card(memory_gb=5.0))
        self.assertEqual(status, 0)
        self.assertIn("skipped nasnet-mobile: no installed library has it (looked for pretrainedmodels)", said)
        self.assertIn("skipped gpt-j-6b: the model needs more than the 5 GB of this device", said)
        self.assertIn("skipped efficientnet-b7: from batch 128 on, because batch 128 needs more than the 5 GB", said)
        self.assertEqual([row["batch"] for row in self.rows()], ["1", "64"])
        self.assertEqual(self.head()["skipped gpt-j-6b"], "the model needs more than the 5 GB of this device")

    def test_nothing_at_all(self) -> None:
        status, said = self.run_cli(["--models", "nasnet-mobile"])
        self.assertEqual(status, 1)
        self.assertIn("nothing could be measured", said)
        self.assertFalse(self.out.exists())

    def test_refused_points_are_not_in_the_table(self) -> None:
        status, said = self.run_cli(SMALL, faults=Faults(latency_noise=0.2))
        self.assertEqual(status, 1)
        self.assertEqual(said.count("refused resnetv2-50"), 2)

    def test_slices_and_names(self) -> None:
        facts = machine.GpuFacts("NVIDIA H100 80GB HBM3", "MIG-1", "3g", 39.5, 80.0, 700.0, 1980.0, True, "1", "2")
        with mock.patch.object(simulated.SimulatedDriver, "facts", lambda driver: facts):
            self.run_cli(SMALL)
            self.assertEqual({(row["gpu"], row["slice"]) for row in self.rows()}, {("H100-80GB-HBM3", "3g")})
            self.assertEqual(self.head()["slice"], "3g, 39.5 GB, as found")
            self.assertIn("of the whole card", self.head()["energy"])
            self.assertEqual(json.loads(self.head()["device"])["memory_gb"], 80.0)
        self.out.unlink()
        self.run_cli(SMALL + ["--gpu", "Mine"])
        self.assertEqual({row["gpu"] for row in self.rows()}, {"Mine"})

    def test_thermal_steps(self) -> None:
        status, said = self.run_cli(["--models", "none", "--thermal", "--thermal-steps", "5,15,15"])
        self.assertEqual(status, 0, said)
        self.assertRegex(said, r"thermal: alpha 0\.(4[89]|5[0-4])\d* per s .*InferCool has alpha 0\.51")
        document = json.loads((self.folder / "own.thermal.json").read_text(encoding="utf-8"))
        self.assertIn("SIMULATED", document["script"])
        self.assertAlmostEqual(document["fit"]["alpha_per_s"], 0.51, delta=0.03)
        self.assertAlmostEqual(document["fit"]["resistance_k_per_w"], 1 / 13, delta=0.005)
        self.assertEqual(len(document["power_w"]), len(document["temperature_c"]))
        self.assertFalse(self.out.exists())
        self.assertEqual(set(document["readings"]["temperature_c"]), {"at_s", "values"})
        self.refused(2, "own.thermal.json exists", ["--models", "none", "--thermal"])
        status, said = self.run_cli(["--models", "none", "--thermal", "--resume"])
        self.assertEqual((status, "own.thermal.json is there already" in said), (0, True), said)

    def test_thermal_that_cannot_be_fitted_keeps_its_readings(self) -> None:
        status, said = self.run_cli(SMALL + ["--thermal", "--thermal-steps", "3,3,3"], card=Card(ha_w_per_k=300.0))
        self.assertEqual(status, 0, said)
        document = json.loads((self.folder / "own.thermal.json").read_text(encoding="utf-8"))
        self.assertIsNone(document["fit"])
        self.assertIn("too little for a fit", self.head()["thermal"])

    # --- one sentence each ------------------------------------------------------------------------------------

    def test_places_that_cannot_be_written(self) -> None:
        self.out.write_text("mine", encoding="utf-8")
        self.refused(2, r"--out: .*own\.csv exists; --resume goes on with it", SMALL)
        self.assertEqual(self.out.read_text(encoding="utf-8"), "mine")
        self.refused(2, "own.csv is no file of this script", SMALL + ["--resume"])
        self.out = self.folder
        self.refused(2, "is a directory", SMALL)
        self.out = self.folder / "none" / "x.csv"
        self.refused(2, "there is no folder", SMALL)

    def test_usage(self) -> None:
        self.refused(2, "--out is missing", SMALL, out=False)
        self.refused(2, "no model 'x'", ["--models", "x"])
        self.refused(2, "leaves nothing to do", ["--models", "none"])
        self.refused(2, "--max-cv", SMALL + ["--max-cv", "0"])
        self.refused(2, "--precision", SMALL + ["--precision", "int8"])
        self.refused(2, "--thermal-steps", SMALL + ["--thermal-steps", "1,2"])
        self.refused(2, "--gpu", SMALL + ["--gpu", "a name of far too many bytes"])
        for wrong in ("nan", "warm", "400"):
            self.refused(2, "--ambient", SMALL + ["--ambient", wrong])
        self.refused(2, "no GPU '7'", SMALL + ["--device", "7"])

    def test_another_process(self) -> None:
        faults = Faults(stranger_from_s=0.0)
        self.refused(2, r"another process is using this card: process 4321 with 3 GB, the card is busy for 12 % of the "
                        r"time; .*--shared", SMALL, faults=faults)
        status, said = self.run_cli(SMALL + ["--shared"], faults=faults)
        self.assertEqual(status, 0, said)
        self.assertRegex(self.head()["other use"], "measured with --shared beside process 4321")

    def test_a_process_that_comes_before_the_first_point(self) -> None:
        for faults in (Faults(stranger_from_s=8.0), Faults(companion=True)):
            self.refused(2, "another process came onto the card.*; nothing was measured yet", SMALL, faults=faults)
            self.assertEqual(self.run_cli(SMALL + ["--shared"], faults=faults)[0], 0)
            self.out.unlink()

    def test_a_card_without_room_for_anything(self) -> None:
        self.refused(3, "the context needs more than the 80 GB of this device; nothing was measured yet", SMALL,
                     faults=Faults(memory_full=True))
        self.refused(3, "the card failed: CUDA error: an illegal memory access was encountered; nothing", SMALL,
                     faults=Faults(cuda_error_from_s=20.0))

    def test_a_process_that_comes_in_the_middle(self) -> None:
        self.refused(2, "another process came onto the card: process 4321.*holds 1 measured point, .*--resume", SMALL,
                     faults=Faults(stranger_from_s=34.0))
        self.assertEqual(len(self.rows()), 1)

    def test_counters(self) -> None:
        self.refused(3, "went backwards.*nothing was measured yet", SMALL, faults=Faults(backwards_from_s=31.0))
        self.refused(3, "went backwards.*holds 1 measured point", SMALL, faults=Faults(backwards_from_s=38.0))
        self.out.unlink()
        self.refused(3, r"has stood still for 3(\.\d+)? s", SMALL, faults=Faults(stuck_from_s=0.0))
        self.refused(3, "has stood still for 3", SMALL, faults=Faults(stuck_from_s=31.0))
        self.refused(2, "has no energy counter", SMALL + ["--energy", "counter"], faults=Faults(no_counter=True))
        status, _ = self.run_cli(SMALL + ["--energy", "power"], faults=Faults(stuck_from_s=0.0))
        self.assertEqual(status, 0)
        self.assertEqual(self.head()["energy"], "the power reading, integrated")
        self.assertRegex(self.head()["updates"], r"^the power reading every 0\.1(0\d)? s, as seen under load$")
        self.out.unlink()
        self.refused(3, "the power reading stands still at 70 W, whether the card works or not", SMALL,
                     faults=Faults(no_counter=True, power_stuck=True))
        status, _ = self.run_cli(SMALL, faults=Faults(power_stuck=True))  # the counter is enough
        self.assertEqual(status, 0)

    def test_card_that_fails(self) -> None:
        self.refused(3, "the card failed at resnetv2-50: CUDA error: an illegal memory access was encountered; .*holds "
                        "1 measured point", SMALL, faults=Faults(cuda_error_from_s=38.0))

    def test_full_disk(self) -> None:
        full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        with mock.patch("os.fsync", side_effect=full):
            self.refused(3, r"cannot write .*own\.csv: No space left on device; nothing was measured yet", SMALL)
        with mock.patch("os.fsync", side_effect=[None, full]):
            self.refused(3, r"No space left on device; .*holds 1 measured point, .*--resume", SMALL)
        self.assertEqual(len(self.rows()), 1)
        self.assertEqual(os.listdir(self.folder), ["own.csv"])  # and nothing half-written beside it

    def test_without_libraries(self) -> None:
        with mock.patch("importlib.util.find_spec", return_value=None), \
                self.assertRaisesRegex(Refusal, "torch is not installed for .*pip install torch"):
            machine.RealMachine().require()
        broken = ImportError("libcudart.so.12: cannot open shared object file\nmore")
        with mock.patch("importlib.import_module", side_effect=broken), \
                self.assertRaisesRegex(Refusal, "installed but does not load: libcudart.so.12: cannot open [a-z ]*$"):
            runner.import_torch()

    # --- interrupted, gone on with ----------------------------------------------------------------------------

    def test_interrupted_and_gone_on_with(self) -> None:
        words = ["--models", "resnetv2-50,mobilenetv2", "--batches", "1,8"]
        self.refused(130, r"stopped; nothing was measured yet", words, faults=Faults(interrupt_at_s=20.0))
        self.refused(130, r"stopped; .*own\.csv holds 2 measured points, .*--resume goes on", words,
                     faults=Faults(interrupt_at_s=46.0))
        before = self.rows()
        self.assertEqual(len(before), 2)
        self.refused(130, "stopped; .*holds 2 measured points", words + ["--resume"], faults=Faults(interrupt_at_s=1.0))
        head = self.head()
        status, said = self.run_cli(words + ["--resume"])
        self.assertEqual(status, 0, said)
        self.assertIn("2 points measured, 2 were there already", said)
        self.assertEqual(self.rows()[:2], before)
        self.assertEqual([row["model"] for row in self.rows()], ["resnetv2-50"] * 2 + ["mobilenetv2"] * 2)
        self.assertEqual(self.head()["idle"], head["idle"])
        self.assertEqual(self.head()["device"], head["device"])
        self.assertIn("resumed", self.head())
        status, said = self.run_cli(words + ["--resume"])
        self.assertEqual((status, "0 points measured, 4 were there already" in said), (0, True), said)

    def test_refused_points_are_tried_again(self) -> None:
        self.run_cli(SMALL, faults=Faults(noisy_until_s=55.0))
        self.assertEqual([row["batch"] for row in self.rows()], ["8"])
        self.assertIn("refused resnetv2-50, batch 1", self.head())
        status, _ = self.run_cli(SMALL + ["--resume"])
        self.assertEqual(status, 0)
        self.assertEqual(sorted(row["batch"] for row in self.rows()), ["1", "8"])
        self.assertNotIn("refused resnetv2-50, batch 1", self.head())

    def test_another_set_up_is_not_gone_on_with(self) -> None:
        self.run_cli(["--models", "resnetv2-50", "--batches", "1"])
        self.refused(2, "was measured with precision 'tf32', now it is 'fp16'",
                     SMALL + ["--resume", "--precision", "fp16"])
        self.refused(2, "calls this GPU 'Simulated-X1'", SMALL + ["--resume", "--gpu", "Other"])
        self.refused(2, "was measured with measured as", SMALL + ["--resume", "--seconds", "9"])

    # --- the plan ---------------------------------------------------------------------------------------------

    def plan_lines(self, words: List[str]) -> List[str]:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), mock.patch("importlib.util.find_spec", return_value=None):
            self.assertEqual(cli.main(words + ["--dry-run"]), 0)
        return printed.getvalue().splitlines()

    def test_dry_run(self) -> None:
        lines = self.plan_lines(["--batches", "1..128"])
        self.assertIn("200 points: batch 1, 2, 4, 8, 16, 32, 64, 128 of", lines)
        self.assertIn("nothing on the card is changed: no clocks, no power limit, no MIG layout, no reset", lines)
        self.assertIn("about 26 min if every point is steady at once and fits the card's memory", lines)
        lines = self.plan_lines(SMALL + ["--thermal", "--seconds", "10"])
        self.assertIn("about 8 min if every point is steady at once and fits the card's memory", lines)
        self.assertIn("then the thermal steps: idle 60 s, load 180 s, idle 180 s", lines)
        self.assertEqual(os.listdir(self.folder), [])

    def test_plan_of_what_is_installed(self) -> None:
        here = ("torch", "timm")
        made = plan.make_plan(models.choose("inception-v3,ssd300-vgg16"), [1, 2], Settings(), None,
                              lambda name: name in here)
        self.assertEqual([entry.library for entry in made.entries], ["timm", None])
        self.assertEqual(made.points(), 2)
        self.assertIn("skipped: torchvision is not installed", "\n".join(made.lines()))

    def test_the_time_it_takes_is_the_time_it_says(self) -> None:
        made = SimulatedMachine()
        with contextlib.redirect_stderr(io.StringIO()):
            cli.main(["--models", "resnetv2-50", "--batches", "1..32", "--out", str(self.out)], made)
        said = plan.make_plan(models.choose("resnetv2-50"), [1, 2, 4, 8, 16, 32], Settings(), None,
                              made.installed).total_s()
        self.assertAlmostEqual(made.clock.now / said, 1, delta=0.2)


class NvmlError(Exception):
    def __init__(self, value: int) -> None:
        super().__init__(f"error {value}")
        self.value = value


class FakeNvml(types.ModuleType):
    """As much of nvidia-ml-py as the profiler uses, with a card that is divided or not."""

    NVMLError = NvmlError
    NVML_SUCCESS, NVML_ERROR_NOT_SUPPORTED, NVML_ERROR_NO_PERMISSION, NVML_ERROR_NOT_FOUND = 0, 3, 4, 6
    NVML_ERROR_FUNCTION_NOT_FOUND = 13
    NVML_CLOCK_SM, NVML_TEMPERATURE_GPU, NVML_FI_DEV_POWER_INSTANT = 1, 0, 186

    def __init__(self, count: int = 1, slices: Optional[Dict[str, Tuple[int, int]]] = None, driver: bool = True,
                 instant: bool = True) -> None:
        super().__init__("pynvml")
        self.count, self.slices, self.driver, self.instant = count, slices, driver, instant
        self.lost = False

    def nvmlInit(self) -> None:
        if not self.driver:
            raise NvmlError(12)

    def nvmlDeviceGetCount(self) -> int:
        return self.count

    def nvmlDeviceGetHandleByIndex(self, index: int) -> str:
        if index >= self.count:
            raise NvmlError(2)
        return "card"

    def nvmlDeviceGetHandleByUUID(self, uuid: str) -> str:
        if uuid in (self.slices or {}):
            return uuid
        if uuid != "GPU-1":
            raise NvmlError(6)
        return "card"

    def nvmlDeviceIsMigDeviceHandle(self, handle: str) -> bool:
        return handle.startswith("MIG")

    def nvmlDeviceGetDeviceHandleFromMigDeviceHandle(self, handle: str) -> str:
        return "card"

    def nvmlDeviceGetMigMode(self, handle: str) -> List[int]:
        if self.slices is None:
            raise NvmlError(3)
        return [1, 1]

    def nvmlDeviceGetMaxMigDeviceCount(self, handle: str) -> int:
        return 7

    def nvmlDeviceGetMigDeviceHandleByIndex(self, handle: str, index: int) -> str:
        if index >= len(self.slices or {}):
            raise NvmlError(6)
        return list(self.slices or {})[index]

    def nvmlDeviceGetAttributes(self, handle: str) -> Any:
        gpu, compute = (self.slices or {})[handle]
        return types.SimpleNamespace(gpuInstanceSliceCount=gpu, computeInstanceSliceCount=compute)

    def nvmlDeviceGetName(self, handle: str) -> bytes:
        return b"NVIDIA H200"

    def nvmlDeviceGetUUID(self, handle: str) -> str:
        return "GPU-1" if handle == "card" else handle

    def nvmlDeviceGetMemoryInfo(self, handle: str) -> Any:
        return types.SimpleNamespace(total=(140 if handle == "card" else 17) * 2**30, used=2**30)

    def nvmlDeviceGetEnforcedPowerLimit(self, handle: str) -> int:
        return 700000

    def nvmlDeviceGetMaxClockInfo(self, handle: str, kind: int) -> int:
        return 1980

    def nvmlSystemGetDriverVersion(self) -> str:
        return "580.1"

    def nvmlSystemGetCudaDriverVersion_v2(self) -> int:
        return 13010

    def nvmlDeviceGetTotalEnergyConsumption(self, handle: str) -> int:
        assert handle == "card"  # a MIG device has no meter of its own
        raise NvmlError(15 if self.lost else 3)

    def nvmlDeviceGetFieldValues(self, handle: str, fields: List[int]) -> List[Any]:
        value = types.SimpleNamespace(uiVal=76543)
        return [types.SimpleNamespace(nvmlReturn=0 if self.instant else 3, value=value)]

    def nvmlDeviceGetPowerUsage(self, handle: str) -> int:
        return 70000

    def nvmlDeviceGetComputeRunningProcesses(self, handle: str) -> List[Any]:
        return [types.SimpleNamespace(pid=7, usedGpuMemory=None)]


class Nvml(unittest.TestCase):
    def driver(self, fake: FakeNvml, device: Optional[str] = None, visible: str = "") -> NvmlDriver:
        with mock.patch.dict(sys.modules, {"pynvml": fake}), \
                mock.patch.dict(os.environ, {"CUDA_VISIBLE_DEVICES": visible}):
            return NvmlDriver(device)

    def test_a_whole_card(self) -> None:
        driver = self.driver(FakeNvml())
        facts = driver.facts()
        self.assertEqual((facts.name, facts.uuid, facts.slice, facts.mig), ("NVIDIA H200", "GPU-1", "whole", False))
        self.assertEqual((facts.memory_gb, facts.power_limit_w, facts.max_clock_mhz), (140.0, 700.0, 1980.0))
        self.assertEqual((facts.driver, facts.cuda), ("580.1", "13.1"))
        self.assertIsNone(driver.energy_j())
        self.assertEqual(driver.power_w(), 76.543)
        self.assertEqual(self.driver(FakeNvml(instant=False)).power_w(), 70.0)
        self.assertEqual([process.pid for process in driver.processes() or []], [7])

    def test_mig_devices_are_taken_as_they_are_found(self) -> None:
        one = {"MIG-a": (1, 1)}
        two = {"MIG-a": (1, 1), "MIG-b": (3, 3)}
        facts = self.driver(FakeNvml(slices=one)).facts()
        self.assertEqual((facts.slice, facts.uuid, facts.memory_gb, facts.card_memory_gb, facts.mig),
                         ("1g", "MIG-a", 17.0, 140.0, True))
        self.assertEqual(self.driver(FakeNvml(slices=two), "MIG-b").facts().slice, "3g")
        self.assertEqual(self.driver(FakeNvml(slices=two), visible="MIG-b,MIG-a").facts().slice, "3g")
        with self.assertRaisesRegex(Refusal, "is divided; .*--device UUID.*: 1g MIG-a, 3g MIG-b"):
            self.driver(FakeNvml(slices=two))
        with self.assertRaisesRegex(Refusal, "in MIG mode but has no MIG device"):
            self.driver(FakeNvml(slices={}))
        with self.assertRaisesRegex(Refusal, "a compute instance of 1 slices in a GPU instance of 3"):
            self.driver(FakeNvml(slices={"MIG-c": (3, 1)}))

    def test_nothing_but_reading_is_asked_of_the_driver(self) -> None:
        source = Path(nvml.__file__).read_text(encoding="utf-8")
        asked = set(re.findall(r"\bnvml(?:Init|Shutdown|Device|System|Unit|Gpu|Compute|Vgpu)\w*", source))
        self.assertGreater(len(asked), 20)
        self.assertEqual({name for name in asked if not re.match(r"nvml(Init$|DeviceGet|DeviceIs|SystemGet)", name)},
                         set())

    def test_refusals(self) -> None:
        with self.assertRaisesRegex(Refusal, "no NVIDIA driver answers here"):
            self.driver(FakeNvml(driver=False))
        with self.assertRaisesRegex(Refusal, "the driver knows no GPU"):
            self.driver(FakeNvml(count=0))
        for wrong in ("3", "GPU-9", "nonsense"):
            with self.assertRaisesRegex(Refusal, f"there is no GPU '{wrong}'"):
                self.driver(FakeNvml(), wrong)
        fake = FakeNvml()
        driver = self.driver(fake)
        fake.lost = True
        with self.assertRaisesRegex(Refusal, "the driver failed: error 15"):
            driver.energy_j()


class Libraries(unittest.TestCase):
    """Which library builds a model, with libraries that exist in these tests alone."""

    def build(self, key: str, **libraries: Any) -> Tuple[Any, str]:
        names = ("timm", "torchvision", "transformers", "pretrainedmodels")
        with mock.patch.dict(sys.modules, {name: libraries.get(name) for name in names}):
            return models.build(models.choose(key)[0])

    def test_the_first_that_has_it(self) -> None:
        timm = types.SimpleNamespace(is_model=lambda name: name == "resnet152", create_model=lambda name, **_: name)
        vision = types.SimpleNamespace(models=types.SimpleNamespace(
            densenet121=lambda weights: "vision", detection=types.SimpleNamespace()))
        self.assertEqual(self.build("resnet-152", timm=timm, torchvision=vision), ("resnet152", "timm"))
        self.assertEqual(self.build("densenet-121", timm=timm, torchvision=vision), ("vision", "torchvision"))
        with self.assertRaisesRegex(NotHere, r"looked for timm and torchvision"):
            self.build("mobilenetv2", timm=timm, torchvision=vision)
        with self.assertRaisesRegex(NotHere, r"looked for pretrainedmodels"):
            self.build("nasnet-mobile", timm=timm)

    def test_transformers_from_configurations(self) -> None:
        library = types.SimpleNamespace(AlbertConfig=lambda **shape: shape,
                                        AlbertForQuestionAnswering=lambda configuration: configuration)
        shape, name = self.build("albert-v2-xxlarge", transformers=library)
        self.assertEqual((name, shape["hidden_size"], shape["intermediate_size"]), ("transformers", 4096, 16384))
        with self.assertRaises(NotHere):
            self.build("gpt2-xl", transformers=library)

    def test_what_libraries_throw(self) -> None:
        for error, wanted in ((RuntimeError("CUDA out of memory. Tried"), DoesNotFit),
                              (RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling"), DoesNotFit),
                              (RuntimeError("CUDA error: unspecified\nmore"), Refusal), (TypeError("no"), NotHere)):
            with self.assertRaises(wanted), runner._Guard("batch 8", 24.0):
                raise error

    def test_memory_that_runs_out_between_batches(self) -> None:
        full = RuntimeError("CUDA out of memory. Tried to allocate 2 GiB")
        job = runner.TorchJob(mock.MagicMock(), mock.Mock(side_effect=full), runner._Guard("batch 8", 24.0))
        with self.assertRaisesRegex(DoesNotFit, "batch 8 needs more than the 24 GB"):
            job.launch()


if __name__ == "__main__":
    unittest.main()
