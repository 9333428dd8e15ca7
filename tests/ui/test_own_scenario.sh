#!/bin/bash
# What somebody with a fleet, a load and a grid of their own does first: the file of docs/SCENARIOS.md runs as it stands, and
# what is wrong is said once.
source tests/ui/cli_support.bash
guide=docs/SCENARIOS.md

{
    echo timestamp,ci_gco2_per_kwh
    for ((h = 0; h < 24; h++)); do printf '2026-11-01T%02d:00:00Z,%d\n' "$h" $((200 + 10 * (h % 7))); done
} >"$work/my-region.csv"
printf 'timestamp_s,requests_per_s\n0,4\n3600,6\n' >"$work/my-load.csv"
expect 0 "$wattif" import trace "$work/my-region.csv"
prints 'hourly.*, kind unknown, basis unknown, no gaps$'
expect 0 "$wattif" import workload "$work/my-load.csv"
sed -n '/^{$/,/^}$/p' $guide >"$work/mine.json"
expect 0 "$wattif" validate "$work/mine.json"
expect 0 "$wattif" run "$work/mine.json" --set hours=1 --set gpus=2
prints '^CLOVER emits '
prints '^  carbon +my-region: my-region; kind unknown, basis unknown, hourly'
expect 0 "$wattif" screen "$work/mine.json" --set hours=1 --size 160x45
prints '^ wattif +mine +.*kind n/a, basis n/a, hourly'

# Each alternative that the guide names is one that the reader takes.
for arrivals in '"exponential", "mean_gap_ms": 200' '"poisson-gap", "mean_gap_ms": 200' '"fixed-gap", "mean_gap_ms": 200' \
    '"rates", "workload": "my-load", "scale": 0.5, "even": true'; do
    sed "s/{\"kind\": \"rates\", \"workload\": \"my-load\"}/{\"kind\": $arrivals}/" "$work/mine.json" >"$work/other.json"
    expect 0 "$wattif" validate "$work/other.json"
done

# A kind that there is not is one fault, not one more for each key that it may need.
sed 's/"kind": "rates"/"kind": "workload"/' "$work/mine.json" >"$work/kind.json"
expect 1 "$wattif" validate "$work/kind.json"
prints '/apps/0/arrivals/kind: must be one of .*rates'
[[ $(wc -l <"$work/out") == 1 ]] || fail "a kind that there is not gives $(wc -l <"$work/out") lines"

# A word may be a saved run or a scenario; where it is neither, both are named.
expect 2 "$wattif" run mine
says "there is no saved run and no scenario 'mine'"
finish
