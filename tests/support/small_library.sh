#!/usr/bin/env bash
# small_library.sh DATA FOLDER [runs]: FOLDER becomes a data folder with a few things of every kind from the library in DATA, the
# scenario carbondis-set1 and the traces act-gas and act-coal among them. A store is filled from it in a hundredth of the time;
# anybody may read it, also where DATA is closed to others. With `runs` it has all that carbondis-set1 needs to run.
set -euo pipefail
from=$1/datasets to=$2/datasets

# rows TABLE PATTERN: the head of the table and its rows that the pattern meets
rows() { awk -v pattern="$2" 'NR == 1 || $0 ~ pattern' "$from/$1" >"$to/$1"; }

mkdir -p "$to"/{carbon,profiles,scenarios,workloads}
needs='inception-v3'
traces='act-gas|act-coal'
if [ "${3:-}" = runs ]; then
    needs=$(grep -o '"model": *"[^"]*"' "$from/scenarios/carbondis-set1.json" | cut -d'"' -f4 | paste -sd'|')
    traces+='|us-cal-ciso-2022-direct'
    cp "$from/carbon/us-cal-ciso-2022-direct.csv" "$to/carbon/"
fi
rows carbon/index.csv "^($traces),"
rows profiles/carbondis.csv ",whole,($needs),"
rows workloads/index.csv '^servegen-mm-image,'
for file in carbon/{zones,act-gas,act-coal}.csv profiles/devices.csv workloads/servegen-mm-image.csv scenarios/carbondis-set1.json; do
    cp "$from/$file" "$to/$file"
done
head -n 1 "$from/profiles/sets.csv" >"$to/profiles/sets.csv"
chmod -R a+rX "$2"
