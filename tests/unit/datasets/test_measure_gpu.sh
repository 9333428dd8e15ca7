#!/usr/bin/env bash
# The GPU profiler against a simulated card: its figures and every way in which it refuses. No GPU and nothing beyond
# Python's own library is needed.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
[ "${SLOW_BUILD:-0}" = 0 ] || exit 77 # the same in every build: once is enough

if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    echo "skipped: there is no python3 of version 3.9 or later, which measure_gpu.py is written for"
    exit 77
fi
PYTHONDONTWRITEBYTECODE=1 python3 -W error tests/unit/datasets/measure_gpu_test.py 2>&1
