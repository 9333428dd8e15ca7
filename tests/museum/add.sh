#!/usr/bin/env bash
# add.sh BUILD N: the store of schema N as BUILD/wattif makes it, packed, and what its runs hold. Run it from the top of the tree, once
# for each schema, with the program of the commit that releases it; tests/ui/test_museum.sh opens all of them ever after.
# It has a trace of the user's and two runs that were made with that, one of them with cuts and searches.
set -euo pipefail
wattif=$(realpath "$1")/wattif name=$PWD/tests/museum/schema-$2 from=$PWD work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bash tests/support/small_library.sh "$from" "$work/library" runs
sed -i '/us-cal/d' "$work/library/datasets/carbon/index.csv"
rm "$work"/library/datasets/carbon/us-cal*
export WATTIF_DATA=$work/library HOME=$work
printf 'timestamp,ci_gco2_per_kwh\n2022-01-01T00:00Z,350\n2022-01-01T01:00Z,250\n2022-01-01T02:00Z,420\n' >"$work/own.csv"
own=(--set start=2022-01-01T00:00Z --set trace=own --quiet)
"$wattif" --db "$work/own.db" import trace "$work/own.csv" --name own >/dev/null
"$wattif" --db "$work/own.db" run carbondis-set1 --set hours=0.03 "${own[@]}" --save first >/dev/null
"$wattif" --db "$work/own.db" run clover-images --set hours=0.06 "${own[@]}" --save searched >/dev/null
"$wattif" --db "$work/own.db" backup "$name.db"
for run in first searched; do
    "$wattif" --db "$name.db" export run $run --format csv | python3 tests/museum/columns.py $run
done >"$name.txt"
gzip -9nf "$name.db"
