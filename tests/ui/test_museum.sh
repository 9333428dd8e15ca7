#!/usr/bin/env bash
# The museum: one store of each schema that was ever released, made by the program of its time (tests/museum/add.sh). Each is opened;
# its runs have the bytes that they had then, run again, can be compared, and outlive a repair.
source tests/ui/cli_support.bash
for tool in sqlite3 python3; do
    command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done
bash tests/support/small_library.sh "$WATTIF_DATA" "$work/small" runs || fail "no small library"
export WATTIF_DATA=$work/small

# holds RUN...: each column that these runs had when the store was made is what was written down then.
holds() {
    for run in "$@"; do
        "$wattif" --db "$store" export run "$run" --format csv >"$work/$run.csv" 2>"$work/err" || fail "$name: $run does not open: $(cat "$work/err")"
        python3 tests/museum/columns.py "$run" <"$work/$run.csv" | sort >"$work/columns"
        other=$(grep "^$run " "tests/museum/$name.txt" | sort | comm -23 - "$work/columns")
        [[ -z $other ]] || fail "$name: $run is another one: $other"
    done
}

for packed in tests/museum/*.db.gz; do
    name=$(basename "$packed" .db.gz) store=$work/$(basename "$packed" .gz)
    gunzip -c "$packed" >"$store"
    expect 0 "$wattif" --db "$store" list runs --format csv
    prints '^first,' && prints '^searched,'
    expect 0 "$wattif" --db "$store" doctor
    prints '^ok +damage +none'
    holds first searched
    # What today's engine makes of the same inputs. Where an engine that is meant to differ comes, this line goes for the stores before.
    expect 0 "$wattif" --db "$store" run first --save again --quiet
    expect 0 "$wattif" --db "$store" export run again --format csv
    cmp -s "$work/out" "$work/first.csv" || fail "$name: run again, first comes to something else"
    expect 0 "$wattif" --db "$store" compare first again searched
    sqlite3 "$store" "UPDATE run_app SET p95_ms = 1 WHERE run_id = (SELECT id FROM run WHERE name = 'first')"
    refuse 3 "run 'first' in this store is damaged" "$wattif" --db "$store" show run first
    expect 0 "$wattif" --db "$store" doctor --repair
    prints "run 'first' is lost; run its scenario again"
    prints '^ok +damage +none'
    holds searched
    expect 0 "$wattif" --db "$store" run searched
done
finish
