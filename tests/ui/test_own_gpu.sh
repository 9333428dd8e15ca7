#!/usr/bin/env bash
# One's own GPU, from the measurement to a run: a file that measure_gpu.py writes (of a simulated card, which every line
# of it says) is imported, listed, shown, exported, imported elsewhere, and used by a scenario.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash

if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    echo "skipped: there is no python3 of version 3.9 or later, which measure_gpu.py is written for"
    exit 77
fi
own=$work/own.csv
measure=(python3 -W error tests/unit/datasets/simulated_gpu.py)

expect 0 "${measure[@]}" --models efficientnetv2-b3,efficientnetv2-s,inception-resnet-v2,inception-v3,mobilenetv2 --out "$own" \
    --ambient 24
[[ $(grep -c '^Simulated-X1,whole,' "$own") -eq 40 ]] || fail "not every point of five models at eight batches is there"
refuse_measure() { # PATTERN WORD...
    local pattern=$1
    shift
    expect 2 "${measure[@]}" "$@"
    quiet_out
    says "^measure_gpu: .*$pattern"
}
refuse_measure 'exists; --resume' --models mobilenetv2 --out "$own"
refuse_measure "no model 'mobilenet'" --models mobilenet --out "$work/x.csv"

# Three stores that know nothing of it yet.
for name in own other third; do
    new_store "$work/$name.db"
done
wattif_own=("$wattif" --db "$work/own.db")

# Into the library: the curves stand beside those that were there, and the GPU is known.
expect 1 "${wattif_own[@]}" validate <(sed 's/"idle_power_w"/"idle_watts"/' "$own")
prints 'idle_watts: unknown key'
expect 0 "${wattif_own[@]}" validate "$own"
prints '40 rows for 5 models, GPU type Simulated-X1 \(idle 46.7 W\)'
expect 0 "${wattif_own[@]}" import profile "$own"
prints '40 rows for 5 models'
says 'rows of other GPUs, slices or variants stay as they were'
grep -q 'hidden by this import' "$work/err" && fail "an import that hides nothing says that it does"
expect 0 "${wattif_own[@]}" list profiles
prints '^inception-v3 .*A100-40GB, P4, Simulated-X1, T4; measured, modelled'
expect 0 "${wattif_own[@]}" show profile inception-v3
prints '^A100-40GB +whole +base +128 '
prints '^Simulated-X1 +whole +base +128 .*SIMULATED, no GPU: measure_gpu 1, 2026-01-02, tf32, .*p95 .* ms, cv .* %, .* J, '
expect 0 "${wattif_own[@]}" list profiles --format json
cp "$work/out" "$work/listed.json"

# Out of it and into another one: the same bytes, and the GPU has come along.
expect 0 "${wattif_own[@]}" export profile mobilenetv2 --out "$work/once.csv"
grep -q '^# device: {"gpu": "Simulated-X1", .*"idle_power_w": 46.7, .*SIMULATED, no GPU by measure_gpu.py 1 on 2026-01-02' \
    "$work/once.csv" || fail "the export does not say what the GPU is"
expect 0 "$wattif" --db "$work/other.db" import profile "$work/once.csv"
expect 0 "$wattif" --db "$work/other.db" export profile mobilenetv2 --out "$work/twice.csv"
cmp "$work/once.csv" "$work/twice.csv" || fail "an export that was imported is exported differently"
expect 0 "${wattif_own[@]}" import profile "$own"
expect 0 "${wattif_own[@]}" list profiles --format json
sed 's/"changed_at": "[^"]*"//' "$work/out" | cmp -s - <(sed 's/"changed_at": "[^"]*"//' "$work/listed.json") ||
    fail "importing the same file again changes the library"

# A scenario uses it at once, beside a GPU of the library.
"${wattif_own[@]}" show scenario carbondis-set1 | sed 's/A100-40GB/Simulated-X1/; s/"carbondis-set1"/"mine"/; s/"requests": 20000/"requests": 2000/' \
    >"$work/mine.json"
grep -q 'Simulated-X1' "$work/mine.json" || fail "the preset has no A100-40GB to replace"
expect 0 "${wattif_own[@]}" validate "$work/mine.json"
expect 0 "${wattif_own[@]}" run "$work/mine.json" --format json
prints '"requests": 10000'
prints '"type": "Simulated-X1"|"Simulated-X1"'
expect 2 "$wattif" --db "$work/third.db" run "$work/mine.json"
says "no GPU type 'Simulated-X1'"

# The file that is shipped of a real card is one of these.
expect 0 "$wattif" --db "$work/third.db" import profile datasets/profiles/measurements/h200.csv
prints '35 rows for 10 models, GPU type H200 \(idle 119.2 W\)'

# Clover's models too, on slices (here the whole card's figures under their names): how accurate a variant is, the library
# knows from its other GPUs, since random weights have no accuracy.
expect 0 "${measure[@]}" --models efficientnet-b1,efficientnet-b3,efficientnet-b5,efficientnet-b7 --batches 1..8 \
    --gpu H200-141GB --out "$work/whole.csv"
for slice in 1g 2g 3g 4g 7g; do
    sed -n "s/,whole,/,$slice,/p" "$work/whole.csv"
done >"$work/rows"
{ grep -v ',whole,' "$work/whole.csv" && cat "$work/rows"; } >"$work/slices.csv"
expect 0 "${wattif_own[@]}" import profile "$work/slices.csv"
expect 0 "${wattif_own[@]}" show profile efficientnet
prints '^H200-141GB +1g +b1 +1 .* 78\.8 '
"${wattif_own[@]}" show scenario clover-images |
    sed 's/A100-40GB/H200-141GB/; s/"clover-images"/"sliced"/; s/"hours": 48/"hours": 1/' >"$work/sliced.json"
expect 0 "${wattif_own[@]}" run "$work/sliced.json" --format json

# A profile of a GPU that nobody has described says what is missing.
printf 'batch,latency_ms,power_w\n1,10,80\n2,12,90\n' >"$work/bare.csv"
expect 0 "${wattif_own[@]}" import profile "$work/bare.csv" --gpu Unheard --model mine
says "no scenario can use 'Unheard' yet, because its idle power is not known"
sed -i '1i # device: {"gpu": "Unheard", "idle_power_w": 20}' "$work/bare.csv"
expect 0 "${wattif_own[@]}" import profile "$work/bare.csv" --gpu Unheard --model mine
quiet_err
finish
