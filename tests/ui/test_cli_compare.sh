#!/usr/bin/env bash
# Comparing runs: the values are those of `run`, the intervals those of the differences seed by seed; saved runs are told from
# their recordings; what cannot be paired is said.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash

cd "$work" || exit 1
expect 0 "$wattif" run carbondis-set1 --save a --quiet
expect 0 "$wattif" run carbondis-set1 --policy route=dybatch --save b --quiet

# --- saved runs, as they are ---
expect 0 "$wattif" compare a b --format json
cp "$work/out" saved.json
expect 0 "$wattif" run a --format json
cp "$work/out" a.json
expect 0 "$wattif" run b --format json
python3 - saved.json a.json "$work/out" <<'END' || fail "saved runs are not compared as they are"
import json, sys
both, a, b = (json.load(open(name)) for name in sys.argv[1:])
rows = {row["metric"]: row for row in both["differences"]}
assert both["runs"] == ["a", "b"] and both["paired"] and both["why_not"] is None and both["n"] == 1
for key, x, y in (("carbon_g.total", a["carbon_g"]["total"], b["carbon_g"]["total"]),
                  ("apps.0.p95_ms", a["apps"][0]["p95_ms"], b["apps"][0]["p95_ms"])):
    row = rows[key]
    assert row["values"] == [x, y] and row["delta"] == [y - x] and row["delta_ci95"] is None
    assert row["verdict"] is None and row["better"] == "b", row
assert rows["horizon_s"]["verdict"] == "identical" and rows["horizon_s"]["better"] is None
assert rows["violations"]["better"] == "a"
END
expect 0 "$wattif" compare a b
prints '^B  b, differs in DYBATCH from the start$'
prints '^One draw of luck'
prints '^  carbon total g +226\.605 +187\.255 +−39\.350 better'
expect 0 "$wattif" compare a a --format json
! grep -q '"verdict": [^"]*null' "$work/out" || fail "a run is not identical with itself"

# --- seed by seed ---
expect 0 "$wattif" compare a b --replicate 5 --format json --jobs 1
cp "$work/out" five.json
expect 0 "$wattif" compare a b --replicate 5 --format json --jobs 3
cmp "$work/out" five.json || fail "three threads compare otherwise"
expect 0 "$wattif" run carbondis-set1 --replicate 5 --format json
cp "$work/out" a.json
expect 0 "$wattif" run carbondis-set1 --policy route=dybatch --replicate 5 --format json
python3 - five.json a.json "$work/out" <<'END' || fail "the intervals are not those of the differences"
import json, math, sys
both, a, b = (json.load(open(name)) for name in sys.argv[1:])
row = {row["metric"]: row for row in both["differences"]}["carbon_g.total"]
deltas = [y["carbon_g"]["total"] - x["carbon_g"]["total"] for x, y in zip(a["replicates"], b["replicates"])]
mean = sum(deltas) / 5
half = 2.7764 * math.sqrt(sum((d - mean) ** 2 for d in deltas) / 4 / 5)
assert both["n"] == 5 and abs(row["delta"][0] - mean) < 1e-9 and abs(row["delta_ci95"][0] - half) < 1e-4 * half
assert row["verdict"] == "real" and row["verdicts"] == ["real"]
END
expect 0 "$wattif" compare a b carbondis-set1 --set cit=.9 carbondis-set1 --at 1h:cit=2 --replicate 2
prints '^C  carbondis-set1 \(3\), differs in CIT 0\.90 from the start$'
prints '^D  .*, differs in CIT 2\.00 from '
prints 'D − A'
expect 0 "$wattif" compare --set pue=1.5 a b --format json
[[ $(grep -A1 '"metric": "carbon_g.facility"' "$work/out" | grep -c '\[0') -eq 0 ]] ||
    fail "an option before the first run is not of all"
expect 0 "$wattif" compare a b --replicate 2 --format csv
prints '^metric,run,value,delta,delta_ci95,verdict$'
prints '^carbon_g.total,b,[0-9.]+,-[0-9.]+,[0-9.e-]+,real$'

# --- the view's rows and JSON are those of the command, to the byte, over its twenty seeds ---
expect 0 "$wattif" compare a b --replicate 20 --format csv
cp "$work/out" "$work/rows.csv"
expect 0 "$wattif" screen a b --view compare --format csv
cmp "$work/rows.csv" "$work/out" || fail "the view compares otherwise than the command"
expect 0 "$wattif" compare a b --replicate 20 --format json
cp "$work/out" "$work/rows.json"
expect 0 "$wattif" screen a b --view compare --format json
cmp "$work/rows.json" "$work/out" || fail "the view's JSON is not the command's"
prints '"n": 20' && prints '"schema": 1' && prints '^    \{"kind": "trace", "name": "[^"]+", "hash": "[0-9a-f]{64}"\}'

# --- what noise comes to: rows are judged together, draws of their own by Welch, counts keep their digits ---
expect 0 "$wattif" compare carbondis-set1 carbondis-set1 --policy route=highperf --replicate 20
prints '^Means over 20 seeds, which are luck of arrivals; .* Larger than the noise of 20 seeds: at 5 % over all rows together\.'
prints '^  late +0\.2 +0\.0 +−0\.2 within the noise; no interval: many seeds agree$'
prints '^  job1 p95 ms .* −212\.0 better, larger than the noise; no interval: many seeds agree$'
prints '^  carbon total g .*\+28\.570 ± 0\.027 worse, larger than the noise$'
! grep -qE ' [-−]0(\.0*)? |real' "$work/out" || fail "a zero with a sign, or a word too strong"
expect 0 "$wattif" compare carbondis-set1 --seed 1 carbondis-set1 --seed 101 --replicate 5
prints 'other draws of the same requests are held mean against mean'
prints '^  carbon total g .* ± [0-9.]+ within the noise$'
! grep -qE 'better|worse' "$work/out" || fail "noise is better or worse"
expect 0 "$wattif" compare carbondis-set1 --seed 1 carbondis-set1 --seed 101 --replicate 5 --format json
! grep -qE '"better": "|"verdict": "real"' "$work/out" || fail "noise is better"
expect 0 "$wattif" compare carbondis-set1 carbondis-set1 --set cit=.9 --replicate 4 --format html
[[ $(grep -o '<circle class="seed"' "$work/out" | wc -l) -eq 16 ]] || fail "not a dot for each seed of four metrics"
expect 0 "$wattif" run carbondis-set1-contended --replicate 5
prints '^  job2 p95 ms +[0-9.]+ +none: many seeds agree +[0-9.]+ +[0-9.]+$'
prints 'at most half of the seeds, or ten, came to different values'

# --- what is not the same ---
says_why() { # REASON OPTION...
    local reason=$1
    shift
    expect 0 "$wattif" compare carbondis-set1 carbondis-set1 "$@" --replicate 2 --format json
    grep -q '"paired": false' "$work/out" || fail "paired all the same: $*"
    grep -qE "\"why_not\": \".*$reason" "$work/out" || fail "no reason /$reason/: $*"
    ! grep -q '"verdict": "\(real\|noise\)"' "$work/out" || fail "a verdict all the same: $*"
    expect 0 "$wattif" compare carbondis-set1 carbondis-set1 "$@"
    prints "^Not paired, because .*$reason"
}
says_why 'load' --set load=2
says_why 'length' --set hours=1
expect 0 "$wattif" compare carbondis-set1 carbondis-set1 --set cit=2 carbondis-set1 --set load=2 --replicate 2
prints '^B is paired with A; C is not, because their load is not the same: a difference may come from that\.'
expect 0 "$wattif" compare carbondis-set1 carbondis-set1 --set cit=2 carbondis-set1 --set load=2 --replicate 2 --format json
python3 - "$work/out" <<'PY' || fail "B has no interval, or C has one"
import json, sys
carbon = json.load(open(sys.argv[1]))["differences"][0]
assert carbon["delta_ci95"][0] is not None and carbon["delta_ci95"][1] is None, carbon
assert carbon["verdicts"][0] in ("real", "noise", "identical") and carbon["verdicts"][1] is None, carbon
PY
expect 0 "$wattif" compare carbondis-set1 carbondis-set1 --set load=2 carbondis-set1 --set load=2 --set cit=2
prints '^B and C are not paired with A, because their load is not the same; B and C are paired with one another: '
expect 0 "$wattif" compare carbondis-set1 carbondis-set1 --seed 7
prints '^Not paired, because .*seeds'
prints '^  carbon total g .* (better|worse) in this draw$'
says_why 'profiles' --set profiles=keras
expect 0 "$wattif" compare carbondis-set1 carbondis-set2
prints 'only the whole runs are compared'

# --- side by side on a screen ---
expect 0 "$wattif" screen a b --view compare --size 160x45
[[ $(wc -l <"$work/out") -eq 45 ]] || fail "not 45 rows"
prints 'B emits 17\.4 % less carbon than A, all 39\.3 g before 15:0.; both keep every limit; 20 seeds \(luck of arrivals\): .* larger than the noise\.'
prints 'differs in DYBATCH from the start'
prints 'Difference B − A'
prints 'What it is made of carbon, g, by ledger part'
prints '^.*active .* −54\.696$'
expect 0 "$wattif" screen a b carbondis-set1 --view compare --size 120x40 --format svg
prints '<svg'
expect 0 "$wattif" screen a carbondis-set2 --view compare --size 120x40
prints 'Not paired, because '
refuse 2 'compare alone' "$wattif" screen a b
refuse 2 'first run alone' "$wattif" screen a b --set cit=2 --view compare
refuse 2 'no saved run' "$wattif" screen a nowhere --view compare
refuse 2 'nothing to compare with|no reference' "$wattif" screen a --set policy.route=highperf --view compare

refuse 2 'compare needs' "$wattif" compare
expect 0 "$wattif" compare a # alone: against its reference
prints '^A  HIGHPERF$'
prints '^B  a, differs in CARBONDIS from the start$'
refuse 2 'one word too many' "$wattif" compare a b a b a
refuse 2 "no|nowhere" "$wattif" compare a nowhere
refuse 2 'no knob' "$wattif" compare a b --set cti=1
refuse 2 'replicate' "$wattif" compare a b --replicate 1
finish
