"""The command line."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from typing import Any, NoReturn, Optional, Sequence

from .errors import DONE, INTERRUPTED, Refusal
from .machine import Machine, RealMachine
from .models import MODELS, choose
from .plan import BATCHES, Plan, make_plan, read_batches
from .point import Settings
from .progress import Progress
from .resultfile import GPU_BYTES
from .session import Options, Session
from .thermal import Steps

EPILOG = f"""models: {', '.join(model.key for model in MODELS)}

Exit status: 0 done, 1 nothing could be measured, 2 bad usage or input, 3 the system failed, 130 interrupted."""


def percent(text: str) -> float:
    value = float(text)
    if not 0 < value < 100:
        raise argparse.ArgumentTypeError(f"{text} is not above 0 and below 100")
    return value / 100


def seconds(text: str) -> float:
    value = float(text)
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"{text} s is not above 0 and up to an hour")
    return value


def temperature(text: str) -> float:
    value = float(text)
    if not -50 <= value <= 150:
        raise argparse.ArgumentTypeError(f"{text} C is outside -50 to 150")
    return value


def steps(text: str) -> Steps:
    parts = text.split(",")
    if len(parts) != 3:
        raise argparse.ArgumentTypeError(f"'{text}' is not three durations: IDLE,LOAD,IDLE in seconds")
    return Steps(*(seconds(part) for part in parts))


def gpu_name(text: str) -> str:
    if not 0 < len(text.encode()) <= GPU_BYTES:
        raise argparse.ArgumentTypeError(f"'{text}' is not 1 to {GPU_BYTES} bytes long")
    return text


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Refusal(f"{message}; --help lists the options")


def make_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="measure_gpu.py", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measures latency, power and energy of models on this machine's GPU, for `wattif import profile`.")
    add = parser.add_argument
    add("--models", default="all", metavar="A,B", help="all (default), none (with --thermal), or some of those below")
    add("--batches", default=",".join(map(str, BATCHES)), metavar="LIST", help="as 1,2,4..128, which is the default")
    add("--out", type=Path, metavar="FILE", help="the CSV to write")
    add("--precision", choices=("fp32", "tf32", "fp16"), default="tf32", help="default tf32; fp32 on cards without it")
    add("--device", metavar="N|UUID", help="the card or MIG device; default: the first that is visible")
    add("--gpu", type=gpu_name, metavar="NAME", help="the GPU type in wattif; default: from the card's name")
    add("--ambient", type=temperature, metavar="C", help="the temperature of the air or water at the card, to be noted")
    add("--seconds", type=seconds, default=Settings.window_s, metavar="S", help="the window of a point (default 5)")
    add("--max-cv", type=percent, default=Settings.max_variation, metavar="PERCENT",
        help="the coefficient of variation above which a point is repeated, then refused (default 5)")
    add("--repeats", type=int, choices=range(0, 21), default=Settings.repeats, metavar="N",
        help="of a point that varies too much (default 3)")
    add("--energy", choices=("auto", "counter", "power"), default="auto",
        help="the driver's energy counter, or its power reading integrated; default: the counter where there is one")
    add("--thermal", action="store_true", help="also idle, load, idle: fit the card's thermal constants")
    add("--thermal-steps", type=steps, default=Steps(), metavar="S,S,S", help="default 60,180,180")
    add("--shared", action="store_true", help="measure although another process uses the card")
    add("--resume", action="store_true", help="go on with FILE: what it holds is not measured again")
    add("--dry-run", action="store_true", help="print the plan and the time it takes; touch nothing")
    return parser


def plan_of(arguments: argparse.Namespace, machine: Machine) -> Plan:
    settings = Settings(window_s=arguments.seconds, max_variation=arguments.max_cv, repeats=arguments.repeats)
    models = choose(arguments.models)
    if not models and not arguments.thermal:
        raise Refusal("--models none leaves nothing to do without --thermal")
    return make_plan(models, read_batches(arguments.batches), settings,
                     arguments.thermal_steps if arguments.thermal else None, machine.installed)


def options_of(arguments: argparse.Namespace) -> Options:
    if arguments.out is None:
        raise Refusal("--out is missing: name the file to write, as --out h200.csv")
    return Options(out=arguments.out, precision=arguments.precision, device=arguments.device, gpu=arguments.gpu,
                   ambient_c=arguments.ambient, energy=arguments.energy, shared=arguments.shared,
                   resume=arguments.resume)


def interrupt(number: int, frame: Any) -> None:
    raise KeyboardInterrupt


def main(words: Sequence[str], machine: Optional[Machine] = None) -> int:
    """`machine` is for the tests; without it everything is real."""
    progress = Progress(sys.stderr)
    session: Optional[Session] = None
    if machine is None:
        machine = RealMachine()
        signal.signal(signal.SIGTERM, interrupt)
    try:
        arguments = make_parser().parse_args(words)
        plan = plan_of(arguments, machine)
        if arguments.dry_run:
            print("\n".join(plan.lines()))
            return DONE
        session = Session(machine, options_of(arguments), plan, progress)
        return session.run()
    except Refusal as refusal:
        progress.say(f"measure_gpu: {refusal}")
        return refusal.status
    except KeyboardInterrupt:
        progress.say(f"measure_gpu: stopped; {session.left() if session else 'nothing was measured yet'}")
        return INTERRUPTED
