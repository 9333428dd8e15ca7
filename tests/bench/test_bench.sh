#!/usr/bin/env bash
# The benches as a test: on a few seeds the plain priority-queue program and the engine come to the same totals, memory does not
# grow with the requests, every view draws its frames, and (--long) each of the others works through what it measures. Times
# are printed, not judged: a test machine may be busy; ./dev bench judges them.
set -u
status=0
for source in tests/bench/bench_*.c; do
    name=$(basename "$source" .c)
    [[ -n ${WATTIF_LONG:-} || $name == bench_@(engine|frame) ]] || continue # the others only measure
    bench=${WATTIF_BUILD:?}/tests/$name
    if [ ! -x "$bench" ]; then
        echo "skipped: $bench is not built"
        exit 77
    fi
    "$bench" --lenient 1 || status=1
done
exit $status
