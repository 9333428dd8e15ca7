#!/usr/bin/env bash
# What must be measured before a run of the command line: it is, once; the store has it the next time; neither threads nor the
# store change a byte; and a load that BASE cannot carry is refused.
source tests/ui/cli_support.bash
store=(--db "$work/derived.db")
short=(--set hours=0.25 --format json)
new_store "$work/derived.db"
new_store "$work/other.db"
kept() { sqlite3 "$work/derived.db" "SELECT total(kind = 'base') || ' ' || total(kind = 'table') FROM kept"; }

if ! command -v sqlite3 >/dev/null; then
    echo "skipped: sqlite3 is not installed"
    exit 77
fi

# ORACLE's table of 438 configurations, from nothing and from the store.
oracle=("$wattif" "${store[@]}" run clover-detection --policy configure=oracle "${short[@]}")
expect 0 "${oracle[@]}" --jobs 1
quiet_err
cp "$work/out" "$work/first"
[[ $(kept) == "1.0 1.0" ]] || fail "BASE and the table are not kept once each: $(kept)"
expect 0 "${oracle[@]}"
cmp -s "$work/out" "$work/first" || fail "from the store the run is another"
[[ $(kept) == "1.0 1.0" ]] || fail "measured again: $(kept)"
expect 0 "$wattif" --db "$work/other.db" run clover-detection --policy configure=oracle "${short[@]}" --jobs 2
cmp -s "$work/out" "$work/first" || fail "with two threads the run is another"

# Damage is measured again.
sqlite3 "$work/derived.db" "UPDATE kept SET bytes = x'00'"
expect 0 "${oracle[@]}"
cmp -s "$work/out" "$work/first" || fail "after damage the run is another"

# A weight measures nothing anew, fewer GPUs the table alone, a load all.
expect 0 "${oracle[@]}" --set lambda=0.9
[[ $(kept) == "1.0 1.0" ]] || fail "lambda=0.9 was measured: $(kept)"
expect 0 "${oracle[@]}" --set gpus=9
[[ $(kept) == "1.0 2.0" ]] || fail "gpus=9: not the table alone: $(kept)"
expect 0 "$wattif" "${store[@]}" run clover-images --set load=0.5 "${short[@]}"
[[ $(kept) == "2.0 2.0" ]] || fail "load=0.5: not BASE alone: $(kept)"

# Replicates: each seed has its own, the first is kept, and threads change nothing.
for jobs in 1 2; do
    expect 0 "$wattif" "${store[@]}" run clover-images --replicate 4 --jobs $jobs "${short[@]}"
    quiet_err
    cp "$work/out" "$work/replicates-$jobs"
done
cmp -s "$work/replicates-1" "$work/replicates-2" || fail "replicates depend on the number of threads"
[[ $(kept) == "3.0 2.0" ]] || fail "replicates: not the first seed's alone: $(kept)"

# Without a table it takes no time; too much load is said at once.
refuse 2 "/knobs/load: BASE cannot carry this load.*busy for 110 %.*lower load" "$wattif" "${store[@]}" run clover-images --set load=1.3
refuse 2 "BASE cannot carry this load" "$wattif" "${store[@]}" run clover-images --set load=1.3 --replicate 2
expect 0 "$wattif" "${store[@]}" run clover-images --at 0.1h:load=1.3 "${short[@]}"
finish
