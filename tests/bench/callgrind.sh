#!/usr/bin/env bash
# Instructions and simulated branch misses for each request of carbondis-set1, counted by callgrind: figures that do not
# depend on the machine's clock. Usage: callgrind.sh BENCH_ENGINE
set -euo pipefail
requests=100000
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

printf '%-8s %22s %22s\n' "" "instructions/request" "branch misses/request"
for which in engine plain floor; do
    valgrind --tool=callgrind --branch-sim=yes --collect-atstart=no --toggle-collect=subject_run \
        --callgrind-out-file="$out/$which" "$1" --once "$which" >"$out/log" 2>&1 || { cat "$out/log" >&2 && exit 3; }
    # The order of the totals is that of the line `events:`.
    awk -v which="$which" -v requests="$requests" '
        /^events:/ { for (i = 2; i <= NF; i++) column[$i] = i }
        /^(summary|totals):/ { instructions = $column["Ir"]; misses = $column["Bcm"] + $column["Bim"] }
        END { printf "%-8s %22.0f %22.2f\n", which, instructions / requests, misses / requests }' "$out/$which"
done
