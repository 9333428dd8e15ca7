"""PyTorch: models with random weights on the card, their batches between device events.

Latency is the time on the card from the event before a batch's first kernel to the one after its last. Batches are
launched ahead (`point` keeps a queue), so that the time of a busy card does not include waiting for Python; a model
whose kernels are launched more slowly than they run shows that, as it would in a server.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Callable, ContextManager, Dict, Tuple

from .errors import SYSTEM_FAILED, DoesNotFit, NotHere, Refusal, first_line
from .machine import GpuFacts, Job, LoadedModel
from .models import Model, build

GIB = 2**30
BURN_SIDE = 8192  # of the square matrices of the thermal load
NO_MEMORY = ("out of memory", "ALLOC_FAILED")  # the latter from cuBLAS and cuDNN
PACKAGES = ("torch", "torchvision", "timm", "transformers", "nvidia-ml-py")


def package_version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "of unknown version"


def import_torch() -> Any:
    """A library that is there may still lack what it is linked with."""
    try:
        return importlib.import_module("torch")
    except (ImportError, OSError) as error:
        raise Refusal(f"PyTorch is installed but does not load: {first_line(error)}", SYSTEM_FAILED) from None


class TorchJob:
    """A function that queues the kernels of one batch."""

    def __init__(self, torch: Any, run: Callable[[], None], guard: _Guard) -> None:
        self._torch = torch
        self._run = run
        self._guard = guard

    def launch(self) -> Tuple[Any, Any]:
        with self._guard:
            begin = self._torch.cuda.Event(enable_timing=True)
            end = self._torch.cuda.Event(enable_timing=True)
            begin.record()
            self._run()
            end.record()
            return begin, end

    def finished(self, token: Tuple[Any, Any]) -> bool:
        return bool(token[1].query())

    def elapsed_ms(self, token: Tuple[Any, Any]) -> float:
        begin, end = token
        return float(begin.elapsed_time(end))

    def memory_gb(self) -> float:
        return float(self._torch.cuda.max_memory_reserved()) / GIB


class TorchModel:
    def __init__(self, runner: TorchRunner, model: Model) -> None:
        self._runner = runner
        self._input = model.input
        self._dtype = runner.torch.float16 if runner.precision == "fp16" else runner.torch.float32
        self._network, library = self._build(model)
        self.library = f"{library} {package_version(library)}"
        self._forward = self._without_box_selection if model.key.startswith("ssd") else self._network

    def _build(self, model: Model) -> Tuple[Any, str]:
        """Made on the card, which is quick; in the host's memory where only half precision fits the card."""
        try:
            return self._make(model, self._runner.made_on_card())
        except DoesNotFit:
            if self._runner.precision != "fp16":
                raise
        self._runner.free_memory()
        return self._make(model, contextlib.nullcontext())

    def _make(self, model: Model, place: ContextManager[Any]) -> Tuple[Any, str]:
        with self._runner.guard("the model"):
            with place:
                network, library = build(model)
            return network.eval().to(dtype=self._dtype).to(device="cuda"), library

    def _without_box_selection(self, images: Any) -> Any:
        """An SSD up to its boxes and scores: choosing among them depends on the values, which are random here."""
        features = self._network.backbone(images)
        return self._network.head(list(features.values()))

    def _arguments(self, batch: int) -> Dict[str, Any]:
        """One batch of random input, as keyword or (under "") positional arguments."""
        torch = self._runner.torch
        if self._input.kind == "image":
            size = self._input.size
            return {"": torch.randn(batch, 3, size, size, device="cuda", dtype=self._dtype)}
        if self._input.kind == "tokens":
            return {"input_ids": torch.randint(0, 20000, (batch, self._input.size), device="cuda")}
        return {  # 30 s of audio through the encoder, one step of the decoder
            "input_features": torch.randn(batch, 80, 3000, device="cuda", dtype=self._dtype),
            "decoder_input_ids": torch.full((batch, 1), 50258, device="cuda"),
            "use_cache": False,
        }

    def job(self, batch: int) -> Job:
        torch = self._runner.torch
        self._runner.free_memory()
        torch.cuda.reset_peak_memory_stats()
        guard = self._runner.guard(f"batch {batch}")
        with guard:
            arguments = self._arguments(batch)
            positional = [arguments.pop("")] if "" in arguments else []

            def run() -> None:
                with torch.inference_mode():
                    self._forward(*positional, **arguments)

            run()
            torch.cuda.synchronize()
        return TorchJob(torch, run, guard)

    def close(self) -> None:
        self._forward = self._network = None
        self._runner.free_memory()


class _Guard:
    """Whatever the libraries throw becomes one of the profiler's own: too little memory, a card that fails, or a model
    that this version of its library cannot run."""

    def __init__(self, what: str, memory_gb: float) -> None:
        self._what = what
        self._memory_gb = memory_gb

    def __enter__(self) -> None: ...

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if not isinstance(error, Exception) or isinstance(error, (DoesNotFit, NotHere, Refusal)):
            return
        line = first_line(error)
        if isinstance(error, RuntimeError) and any(words in line for words in NO_MEMORY):
            raise DoesNotFit(f"{self._what} needs more than the {self._memory_gb:.4g} GB of this device") from None
        if isinstance(error, RuntimeError) and "CUDA error" in line:
            raise Refusal(f"CUDA failed at {self._what}: {line}", SYSTEM_FAILED) from None
        raise NotHere(f"its library cannot run {self._what}: {line}") from None


class TorchRunner:
    def __init__(self, precision: str, facts: GpuFacts) -> None:
        # CUDA then sees this device and no other; it must be said before PyTorch first looks.
        os.environ["CUDA_VISIBLE_DEVICES"] = facts.uuid
        self.torch = torch = import_torch()
        self._facts = facts
        if not torch.cuda.is_available():
            raise Refusal(f"PyTorch {torch.__version__} sees no GPU: it is built for CUDA {torch.version.cuda}, the "
                          f"driver serves CUDA {facts.cuda}", SYSTEM_FAILED)
        old = torch.cuda.get_device_capability() < (8, 0)
        self.precision = "fp32" if precision == "tf32" and old else precision
        torch.backends.cuda.matmul.allow_tf32 = self.precision == "tf32"
        torch.backends.cudnn.allow_tf32 = self.precision == "tf32"
        torch.manual_seed(1)

    def libraries(self) -> Dict[str, str]:
        found = {"Python": platform.python_version()}
        for name in PACKAGES:
            try:
                found[name] = version(name)
            except PackageNotFoundError:
                continue
        found["cuDNN"] = str(self.torch.backends.cudnn.version())
        return found

    def guard(self, what: str) -> _Guard:
        return _Guard(what, self._facts.memory_gb)

    def made_on_card(self) -> ContextManager[Any]:
        """New tensors are made on the card; before PyTorch 2 there is no such context."""
        on_card: ContextManager[Any] = self.torch.device("cuda")
        return on_card if hasattr(on_card, "__enter__") else contextlib.nullcontext()

    def free_memory(self) -> None:
        gc.collect()
        self.torch.cuda.empty_cache()

    def open_context(self) -> None:
        with self.guard("the context"):
            self.torch.zeros(1, device="cuda")
            self.torch.cuda.synchronize()

    def load(self, model: Model) -> LoadedModel:
        return TorchModel(self, model)

    def burn(self) -> Job:
        torch = self.torch
        guard = self.guard("the thermal load")
        with guard:
            left = torch.randn(BURN_SIDE, BURN_SIDE, device="cuda", dtype=torch.float16)
            right = torch.randn(BURN_SIDE, BURN_SIDE, device="cuda", dtype=torch.float16)
            result = torch.empty_like(left)

        def run() -> None:
            torch.matmul(left, right, out=result)

        return TorchJob(torch, run, guard)
