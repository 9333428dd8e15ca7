#!/usr/bin/env bash
# Nothing that was offered is lost: commands and their options, actions, keys, views, settings, knobs, schemes, terms, formulas,
# lessons, scenarios, keys of JSON and columns of CSV. tests/ui/offered.txt began as what this script told of be654b21, before the
# house was rebuilt; a line that is there and not told any more is a fault, and one that was taken away on purpose stands there
# with a reason: `- LINE # REASON`. UPDATE_OFFERED=1 adds what is new and takes nothing away.
[ "${SLOW_BUILD:-0}" != 1 ] || exit 77 # each command starts a process
source tests/ui/cli_support.bash
list=$PWD/tests/ui/offered.txt

# manual: a line for each term of the manual page, by its section: option, action and its keys, view, setting, ...
manual() {
    "$wattif" help man | python3 -c '
import re, sys
lines = [re.sub(r"\\f[RBI]|\\:|\\&", "", line).replace("\\-", "-") for line in sys.stdin.read().splitlines()]
section = part = ""
for i, line in enumerate(lines):
    if line.startswith(".SH "):
        section, part = line[4:].lower(), ""
    elif line.startswith(".SS "):
        part = line[4:].split(" ")[0]
        if section == "commands":
            print("command", part)
    elif line == ".TP":
        words = lines[i + 1].split(" ")
        if section == "keys":
            print("action", words[-1])
            for key in words[:-1]:
                print("key", key, words[-1])
        elif section == "commands":
            print("option", part, words[0])
            for choice in words[1].split("|") if len(words) > 1 and words[0] in ("--view", "--format") else []:
                print("choice", part, words[0], choice)
        else:
            print(section.split(" ")[0], words[0])
'
    # What `keys = old` binds.
    sed -n '/keymap_old.*= {/,/};/p' tui/words/action.c | grep -o '"[^"]*"' | tr -d '"' | sed 's/^/key /'
}

lists() {
    local kind
    for kind in scenarios policies knobs traces profiles workloads themes experiments lessons demos terms; do
        "$wattif" list $kind --format csv 2>/dev/null | python3 -c '
import csv, sys
rows = list(csv.reader(sys.stdin))
kind = sys.argv[1]
for head in rows[0]:
    print("column list", kind, head)
for row in rows[1:]:
    print(kind, row[0] if kind != "policies" else " ".join(row[:2]))
' $kind
    done
    "$wattif" calc | awk 'NR > 1 && NF > 2 { print "formula", $1 }'
}

# told NAME COMMAND...: the keys of its JSON, the columns of its CSV.
told() {
    local name=$1
    shift
    "$wattif" --quiet "$@" --format json 2>/dev/null | python3 -c '
import json, sys
def walk(value, path):
    if isinstance(value, dict):
        for key, inner in value.items():
            print("json", sys.argv[1], path + key)
            walk(inner, path + key + ".")
    elif isinstance(value, list):
        for inner in value:
            walk(inner, path)
text = sys.stdin.read()
try:
    walk(json.loads(text), "")
except ValueError: # a line for each
    for line in text.splitlines():
        walk(json.loads(line), "")
' "$name"
    "$wattif" --quiet "$@" --format csv 2>/dev/null | grep -v '^#' | head -1 | tr ',' '\n' | sed "s/^/column $name /"
}

offered() {
    manual
    lists
    told run run all-five
    told run run clover-teaching
    told run run infercool-table5d
    told replicate run etf-tx2 --replicate 2
    told compare compare carbondis-set1
    told attribute attribute carbondis-set1-contended --policy tune=carbon-tuned
    told sweep sweep carbondis-set1 --vary cit=.8,1 --replicate 2
    told export export run kept
    told calc calc breakeven
    for view in scenarios fleet pods library lessons traces runs edits compare inspector annealer start explain provenance \
        response map schemes tornado frontier; do
        told "view-$view" screen carbondis-set1 --view $view --cursor 30m
    done
}

"$wattif" --quiet run carbondis-set1 --save kept >/dev/null 2>&1
offered | sed -E '/^(json|column) /s/\.[0-9]+/.N/g; s/(knobs|settings)[.](slo_ms|profile_scale|clock_mhz|mig|weight)[.].*/\1.\2.NAME/' |
    LC_ALL=C sort -u >"$work/offered" # what there are several of is told once
[[ $(wc -l <"$work/offered") -gt 800 ]] || fail "only $(wc -l <"$work/offered") things are told"
[[ -n ${UPDATE_OFFERED:-} ]] && {
    { grep '^- ' "$list"; { grep -vE '^- ' "$list"; cat "$work/offered"; } | LC_ALL=C sort -u; } >"$work/list"
    cp "$work/list" "$list"
}
sed -n 's/^- \(.*\) # .*/\1/p' "$list" | LC_ALL=C sort >"$work/gone"
grep -v '^- ' "$list" | LC_ALL=C sort | comm -23 - "$work/offered" | comm -23 - "$work/gone" >"$work/lost"
while read -r line; do
    fail "this is not offered any more: $line"
done <"$work/lost"
! comm -12 "$work/gone" "$work/offered" | grep . || fail "these are said to be gone"
! grep '^- ' "$list" | grep -v ' # ' || fail "these are gone without a reason"
finish
