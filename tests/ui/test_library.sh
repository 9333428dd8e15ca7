#!/bin/bash
# The library view: every kind is shown with a plot and its facts; an import shows what it will do and every fault before
# anything is written; what was imported is deleted and brought back, what came with wattif is not; what leaves as a file is
# what `wattif export` prints.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/script_support.bash

shown() { grep -qE -- "$1" "$work/dumps/library.txt" || { fail "the screen lacks /$1/ ($doing)"; head -40 "$work/dumps/library.txt"; }; }
# look < steps: ends with a dump.
look() { { echo library; cat; echo 'screen-dump library.txt'; } >"$work/look"; script 120x40 <"$work/look"; }
keys() { for key in "$@"; do echo "key $key"; done; }
lists() { "$wattif" list "$1" --format json | grep -q "\"name\": \"$2\""; }

doing='kinds'
look </dev/null
shown '\[Traces\]'
shown '▌● us-cal-ciso-2022-direct'
shown 'mean 196.0  min 53.1  max 349.0'
shown 'licence  ODbL'
look < <(keys tab)
shown '\[Profiles\]'
shown 'latency in ms over batch'
shown 'rows     384: 384 modelled'
look < <(keys tab tab; keys / ; echo 'type servegen-m-large'; keys enter)
shown 'requests/s over time'
shown 'rate     mean .*, min .*, max .* requests/s in 2016 steps'
shown 'requests 236 892 827 in 14 d'
shown 'no gaps'
look < <(keys tab tab tab)
shown '\[Scenarios\]'
shown '▌● carbondis-set1'
look < <(keys tab tab tab "'")
shown 'Your fleet'

doing='lessons, demos and themes'
look < <(keys tab tab tab tab)
shown '\[Lessons\]'
shown 'same-joule +6 steps'
shown '2 What will be different\?'
shown 'licence +MIT'
look < <(keys tab tab tab tab x)
shown 'exported to .*same-joule.lesson'
cmp -s datasets/lessons/same-joule.lesson "$work/dumps/same-joule.lesson" || fail "an exported lesson is not its file"
look < <(keys tab tab tab tab delete)
shown 'same-joule comes with wattif and stays'
look < <(keys tab tab tab tab enter)
shown 'Why the same joule is not the same gram ─'
look < <(keys S-tab S-tab)
shown '\[Demos\]'
shown 'takes +[0-9]+ minutes in its own time, 18 stops'
shown '15 One part is left: the slow clocks of talk'
look < <(keys S-tab; keys /; echo 'type light'; keys enter)
shown '\[Themes\]'
shown 'ground +#fbfaf7'
look < <(keys S-tab; keys /; echo 'type light'; keys enter enter)
shown 'theme light; .theme = light. in wattif.conf keeps it'

doing='a lesson of one'"'"'s own'
sed 's/^name same-joule/name my-joule/' datasets/lessons/same-joule.lesson >"$work/dumps/mine.lesson"
sed 's/^scenario carbondis-set1/scenario nowhere/' "$work/dumps/mine.lesson" >"$work/dumps/bad.lesson"
look < <(keys I; echo 'type bad.lesson'; keys enter enter)
shown 'a lesson, Why the same joule'
shown "bad.lesson:[0-9]+: there is no scenario 'nowhere'"
look < <(keys I; echo 'type mine.lesson'; keys enter enter)
shown '\[Lessons\]'
shown '▌ +my-joule yours'
lists lessons my-joule || fail "the lesson was not imported"
cp datasets/demos/all-five.demo "$work/dumps/"
look < <(keys I; echo 'type all-five.demo'; keys enter enter)
shown '.:demo all-five.demo. plays it where it lies'

doing='an import with faults'
printf 'timestamp,ci_gco2_per_kwh,zone\n2026-01-01T00:00:00Z,100,A\n2026-01-01T01:00:00Z,lots,A\n2025-01-01T00:00:00Z,5,A\n' >"$work/dumps/faulty.csv"
look < <(keys I; echo 'type faulty.csv'; keys enter)
shown 'a trace, read as wattif'
shown 'read as +timestamp +ci_gco2_per_kwh +not read'
shown 'row 2 .*lots'
shown "faulty.csv:3:22: .*'lots' is no number"
shown 'faulty.csv:4:'
look < <(keys I; echo 'type faulty.csv'; keys enter enter)
lists traces faulty && fail "a faulty file was imported"
look < <(keys I; echo 'type nowhere.csv'; keys enter)
shown 'nowhere.csv: '
look < <(keys I; echo 'type faulty.csv'; keys tab tab tab; echo 'type both'; keys enter)
shown 'basis: is lca or direct'

doing='an import'
printf 'timestamp,ci_gco2_per_kwh\n2026-01-01T00:00:00Z,100\n2026-01-01T01:00:00Z,120\n' >"$work/dumps/mine.csv"
look < <(keys I; echo 'type mine.csv'; keys enter)
shown 'No fault was found. Enter imports it.'
lists traces mine && fail "it was imported before that was said"
look < <(keys I; echo 'type mine.csv'; keys tab tab tab; echo 'type lca'; keys enter enter)
shown 'imported the trace mine'
shown '▌ *mine yours'
shown 'average|kind unknown'
lists traces mine || fail "it was not imported"

doing='tables of others'
printf '\xef\xbb\xbfFecha;Factor de emisi\xc3\xb3n (gCO2eq/kWh);Otro\r\n24/03/2025 00:00 +01:00;75,5;1\r\n24/03/2025 01:00 +01:00;;2\r\n24/03/2025 02:00 +01:00;62;3\r\n' >"$work/dumps/ree.csv"
look < <(keys I; echo 'type ree.csv'; keys enter)
shown 'a trace, read as table: any CSV with a column of times'
shown 'read as +time +intensity +not read'
shown '3 samples, hourly, 2025-03-23T23:00:00Z to 2025-03-24T01:00:00Z.*1'
look < <(keys I; echo 'type ree.csv'; keys tab tab tab tab tab tab tab; echo 'type Otro'; keys enter)
shown 'read as +time +not read +intensity'
expect 2 "$wattif" import trace "$work/dumps/mine.csv" --column nothing
grep -q "no column 'nothing'" "$work/err" || fail "a column that is not there is taken"

doing='deleting'
look < <(keys / ; echo 'type mine'; keys enter delete)
shown 'mine is deleted; u brings it back'
lists traces mine && fail "it is still there"
"$wattif" doctor >"$work/out" 2>&1 || fail "doctor finds damage after a deletion"
"$wattif" import trace "$work/dumps/mine.csv" >/dev/null 2>&1
look < <(keys / ; echo 'type mine'; keys enter delete u)
shown 'mine is back'
lists traces mine || fail "undo did not bring it back"
look < <(keys g delete)
shown 'comes with wattif and cannot be deleted'
look < <(keys delete)
shown 'the run on the screen uses it'

doing='a saved run keeps its version'
expect 0 "$wattif" run carbondis-set1 --set trace=mine --set start=2026-01-01T00:00:00Z --save kept
look < <(keys / ; echo 'type mine'; keys enter delete)
expect 0 "$wattif" show run kept
script 120x40 <<<$'open kept\nscreen-dump library.txt'
shown 'opened the saved run kept'

doing='export'
look < <(keys g x)
shown 'exported to .*act-coal.csv'
expect 0 "$wattif" export trace act-coal
cmp -s "$work/out" "$work/dumps/act-coal.csv" || fail "what was exported is not what wattif export prints"
look < <(keys tab tab tab x)
expect 0 "$wattif" validate "$work/dumps/carbondis-set1.json"

doing='use'
look < <(keys / ; echo 'type us-tex-erco-2022-direct'; keys enter enter)
shown 'the run is on us-tex-erco-2022-direct'
finish
