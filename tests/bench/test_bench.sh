#!/usr/bin/env bash
# The bench as a test: on a few seeds the plain priority-queue program and the engine come to the same totals, and what must
# be fast is (ratios of paired processor times, so a busy machine does not matter). Only an optimised build can tell.
set -u
bench=${WATTIF_BUILD:?}/tests/bench_engine
if [ ! -x "$bench" ]; then
    echo "skipped: $bench is not built"
    exit 77
fi
exec "$bench" --repeats 5
