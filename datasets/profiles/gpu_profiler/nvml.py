"""The NVIDIA driver through nvidia-ml-py. Only functions that read are called: nothing on the card is changed."""

from __future__ import annotations

import os
from typing import Any, Callable, List, Optional, Tuple

from .errors import SYSTEM_FAILED, Refusal
from .machine import GpuFacts, Process

GIB = 2**30


def _text(value: Any) -> str:
    """nvidia-ml-py gave bytes before version 12."""
    return value.decode() if isinstance(value, bytes) else str(value)


class NvmlDriver:
    """Readings of one card, or of the card under one MIG device."""

    def __init__(self, device: Optional[str]) -> None:
        """`device` is an index, a UUID of a card or MIG device, or None for the first visible one."""
        import pynvml

        self._nvml = pynvml
        self._open()
        card, mig = self._find(device)
        self._card = card
        self._facts = self._read_facts(card, mig)

    # --- finding the card --------------------------------------------------------------------------------------

    def _open(self) -> None:
        nvml = self._nvml
        try:
            nvml.nvmlInit()
            count = nvml.nvmlDeviceGetCount()
        except nvml.NVMLError as error:
            raise Refusal(f"no NVIDIA driver answers here ({error}); install it, or give this container the GPU",
                          SYSTEM_FAILED) from None
        if count == 0:
            raise Refusal("the driver knows no GPU on this machine", SYSTEM_FAILED)

    def _find(self, device: Optional[str]) -> Tuple[Any, Optional[Any]]:
        """The handle of the card, and of the MIG device if one is meant."""
        nvml = self._nvml
        visible = os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",")[0].strip()
        wanted = device if device is not None else visible or "0"
        try:
            if wanted.isdigit():
                handle = nvml.nvmlDeviceGetHandleByIndex(int(wanted))
            else:
                handle = self._by_uuid(wanted)
            if nvml.nvmlDeviceIsMigDeviceHandle(handle):
                return nvml.nvmlDeviceGetDeviceHandleFromMigDeviceHandle(handle), handle
        except nvml.NVMLError as error:
            raise Refusal(f"--device: there is no GPU '{wanted}' ({error}); `nvidia-smi -L` lists them") from None
        return handle, self._only_mig_device(handle, wanted)

    def _by_uuid(self, wanted: str) -> Any:
        uuid = wanted if wanted.startswith(("GPU-", "MIG-")) else "GPU-" + wanted
        try:
            return self._nvml.nvmlDeviceGetHandleByUUID(uuid)
        except TypeError:  # before version 12 it wanted bytes
            return self._nvml.nvmlDeviceGetHandleByUUID(uuid.encode())

    def _only_mig_device(self, card: Any, wanted: str) -> Optional[Any]:
        """A divided card runs nothing but its MIG devices: the one that it has, or a question which of them."""
        if not self._mig_mode(card):
            return None
        nvml = self._nvml
        found = []
        for index in range(nvml.nvmlDeviceGetMaxMigDeviceCount(card)):
            try:
                found.append(nvml.nvmlDeviceGetMigDeviceHandleByIndex(card, index))
            except nvml.NVMLError:
                continue  # this place is empty
        if not found:
            raise Refusal(f"GPU {wanted} is in MIG mode but has no MIG device, so that nothing can run on it",
                          SYSTEM_FAILED)
        if len(found) > 1:
            names = ", ".join(f"{self._slice(handle)} {_text(nvml.nvmlDeviceGetUUID(handle))}" for handle in found)
            raise Refusal(f"GPU {wanted} is divided; measure its devices one after the other with --device UUID, each "
                          f"into a file of its own: {names}")
        return found[0]

    def _mig_mode(self, card: Any) -> bool:
        try:
            return bool(self._nvml.nvmlDeviceGetMigMode(card)[0])
        except self._nvml.NVMLError:
            return False

    def _slice(self, mig: Any) -> str:
        attributes = self._nvml.nvmlDeviceGetAttributes(mig)
        gpu, compute = attributes.gpuInstanceSliceCount, attributes.computeInstanceSliceCount
        if gpu != compute:
            raise Refusal(f"a compute instance of {compute} slices in a GPU instance of {gpu}: wattif knows only GPU "
                          "instances that are one compute instance")
        return f"{gpu}g"

    # --- facts ---------------------------------------------------------------------------------------------------

    def _read_facts(self, card: Any, mig: Optional[Any]) -> GpuFacts:
        nvml = self._nvml
        what = mig if mig is not None else card
        limit_mw = self._maybe(lambda: nvml.nvmlDeviceGetEnforcedPowerLimit(card))
        clock_mhz = self._maybe(lambda: nvml.nvmlDeviceGetMaxClockInfo(card, nvml.NVML_CLOCK_SM))
        cuda = self._maybe(nvml.nvmlSystemGetCudaDriverVersion_v2) or 0
        return GpuFacts(
            name=_text(self._ask("its name", lambda: nvml.nvmlDeviceGetName(card))),
            uuid=_text(self._ask("its UUID", lambda: nvml.nvmlDeviceGetUUID(what))),
            slice="whole" if mig is None else self._slice(mig),
            memory_gb=self._ask("its memory", lambda: nvml.nvmlDeviceGetMemoryInfo(what)).total / GIB,
            card_memory_gb=self._ask("its memory", lambda: nvml.nvmlDeviceGetMemoryInfo(card)).total / GIB,
            power_limit_w=limit_mw / 1000 if limit_mw else None,
            max_clock_mhz=float(clock_mhz) if clock_mhz else None,
            mig=self._maybe(lambda: nvml.nvmlDeviceGetMigMode(card)) is not None,
            driver=_text(self._ask("its driver", nvml.nvmlSystemGetDriverVersion)),
            cuda=f"{cuda // 1000}.{cuda % 1000 // 10}",
        )

    def facts(self) -> GpuFacts:
        return self._facts

    # --- readings ------------------------------------------------------------------------------------------------

    def _maybe(self, ask: Callable[[], Any]) -> Any:
        """What the driver answers; None where the card does not support the question."""
        try:
            return ask()
        except self._nvml.NVMLError as error:
            unsupported = (self._nvml.NVML_ERROR_NOT_SUPPORTED, self._nvml.NVML_ERROR_NO_PERMISSION,
                           self._nvml.NVML_ERROR_FUNCTION_NOT_FOUND, self._nvml.NVML_ERROR_NOT_FOUND)
            if error.value in unsupported:
                return None
            raise Refusal(f"the driver failed: {error}", SYSTEM_FAILED) from None

    def _ask(self, what: str, ask: Callable[[], Any]) -> Any:
        answer = self._maybe(ask)
        if answer is None:
            raise Refusal(f"the driver does not tell {what} for this card", SYSTEM_FAILED)
        return answer

    def energy_j(self) -> Optional[float]:
        energy_mj = self._maybe(lambda: self._nvml.nvmlDeviceGetTotalEnergyConsumption(self._card))
        return None if energy_mj is None else energy_mj / 1000

    def power_w(self) -> float:
        """At this instant where the driver has that reading; the older one is a mean of a second on new cards."""
        instant = self._instant_power_mw()
        if instant is not None:
            return instant / 1000
        return float(self._ask("its power", lambda: self._nvml.nvmlDeviceGetPowerUsage(self._card))) / 1000

    def _instant_power_mw(self) -> Optional[int]:
        nvml = self._nvml
        if not hasattr(nvml, "NVML_FI_DEV_POWER_INSTANT"):
            return None
        values = self._maybe(lambda: nvml.nvmlDeviceGetFieldValues(self._card, [nvml.NVML_FI_DEV_POWER_INSTANT]))
        if not values or values[0].nvmlReturn != nvml.NVML_SUCCESS:
            return None
        return int(values[0].value.uiVal)

    def temperature_c(self) -> float:
        nvml = self._nvml
        return float(self._ask("its temperature",
                               lambda: nvml.nvmlDeviceGetTemperature(self._card, nvml.NVML_TEMPERATURE_GPU)))

    def sm_clock_mhz(self) -> float:
        nvml = self._nvml
        return float(self._ask("its clock", lambda: nvml.nvmlDeviceGetClockInfo(self._card, nvml.NVML_CLOCK_SM)))

    def busy_share(self) -> Optional[float]:
        rates = self._maybe(lambda: self._nvml.nvmlDeviceGetUtilizationRates(self._card))
        return None if rates is None else rates.gpu / 100

    def processes(self) -> Optional[List[Process]]:
        found = self._maybe(lambda: self._nvml.nvmlDeviceGetComputeRunningProcesses(self._card))
        if found is None:
            return None
        return [Process(entry.pid, None if entry.usedGpuMemory is None else entry.usedGpuMemory / GIB)
                for entry in found]

    def memory_used_gb(self) -> float:
        return float(self._ask("its memory", lambda: self._nvml.nvmlDeviceGetMemoryInfo(self._card)).used) / GIB
