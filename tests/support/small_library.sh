#!/usr/bin/env bash
# small_library.sh DATA FOLDER [runs]: FOLDER becomes a data folder with a few things of every kind from the library in DATA, the
# scenario carbondis-set1 and the traces act-gas and act-coal among them. A store is filled from it in a hundredth of the time;
# anybody may read it, also where DATA is closed to others. With `runs` it has all that carbondis-set1 and clover-images need to run.
set -euo pipefail
from=$1/datasets to=$2/datasets

# rows TABLE PATTERN: the head of the table and its rows that the pattern meets
rows() { awk -v pattern="$2" 'NR == 1 || $0 ~ pattern' "$from/$1" >"$to/$1"; }

mkdir -p "$to"/{carbon,profiles,scenarios,workloads}
scenarios=(carbondis-set1)
models='inception-v3'
traces=(act-gas act-coal)
if [ "${3:-}" = runs ]; then
    scenarios+=(clover-images)
    models=$(grep -oh '"model": *"[^"]*"' "$from"/scenarios/{carbondis-set1,clover-images}.json | cut -d'"' -f4 | paste -sd'|')
    traces+=(us-cal-ciso-2022-direct us-cal-ciso-2021-03-clover-unknown)
    rows profiles/clover.csv ",($models),"
fi
rows carbon/index.csv "^($(IFS='|' && echo "${traces[*]}")),"
rows profiles/carbondis.csv ",whole,($models),"
rows workloads/index.csv '^servegen-mm-image,'
traces=("${traces[@]/#/carbon/}") scenarios=("${scenarios[@]/#/scenarios/}")
for file in carbon/zones.csv profiles/devices.csv workloads/servegen-mm-image.csv "${traces[@]/%/.csv}" "${scenarios[@]/%/.json}"; do
    cp "$from/$file" "$to/$file"
done
head -n 1 "$from/profiles/sets.csv" >"$to/profiles/sets.csv"
chmod -R a+rX "$2"
