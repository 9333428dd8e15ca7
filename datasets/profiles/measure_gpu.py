#!/usr/bin/env python3
"""Measure what the models of wattif's library cost on the GPU of this machine.

    python3 datasets/profiles/measure_gpu.py --models all --out h200.csv
    wattif import profile h200.csv

Needs PyTorch, nvidia-ml-py and whichever of torchvision, timm and transformers have the models; --dry-run needs
none of them. Nothing on the card is changed. The parts are in gpu_profiler/, METHOD.md says what the figures mean.
"""

import sys

sys.dont_write_bytecode = True  # datasets/ is data: it is installed and read as it is

from gpu_profiler.cli import main  # noqa: E402  (after the line above on purpose)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
