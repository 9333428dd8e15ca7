#!/usr/bin/env bash
# wattif run: the three formats say the same, totals add up, five schemes run, replicates do not depend on threads, and a run
# can be saved, listed, shown, exported and run again.
source tests/ui/cli_support.bash

# One relative difference in awk; what EPS allows is the rounding of sums in another order.
near() { awk -v a="$1" -v b="$2" -v eps="${3:-1e-12}" 'BEGIN { d = a - b; if (d < 0) d = -d; m = a < 0 ? -a : a; exit !(d <= eps * (m + 1e-12)) }'; }

expect 0 "$wattif" run carbondis-set1 --format csv
quiet_err
cp "$work/out" "$work/base.csv"
[[ $(wc -l <"$work/out") -eq 2 ]] || fail "csv is not a header and one row"
expect 0 "$wattif" run carbondis-set1 --format csv
cmp -s "$work/out" "$work/base.csv" || fail "the same run gives other bytes"
[[ $(field requests "$work/base.csv") -eq 100000 ]] || fail "requests: $(field requests "$work/base.csv")"

# Text: the sentence first, every app and GPU, basis and provenance.
expect 0 "$wattif" run carbondis-set1
quiet_err
head -1 "$work/out" | grep -q 'CARBONDIS' || fail "no headline: $(head -1 "$work/out")"
prints 'average, direct, hourly'
prints 'measured [0-9.]+ %, derived [0-9.]+ %, modelled [0-9.]+ %'
for app in job1 job2 job3 job4 job5; do
    prints "^  $app .*(met|missed)"
done
LC_ALL=C "$wattif" run carbondis-set1 >"$work/ascii" || fail "status under LC_ALL=C"
LC_ALL=C grep -q '[^ -~]' "$work/ascii" && fail "bytes beyond ASCII under LC_ALL=C"

# Five schemes: totals add up, and each obeys its own bounds.
for scheme in carbondis highperf lowenergy dybatch random; do
    expect 0 "$wattif" run carbondis-set1 --policy route=$scheme --format csv
    csv=$work/$scheme.csv
    cp "$work/out" "$csv"
    [[ $(field policies.route "$csv") == "$scheme" ]] || fail "$scheme: route is $(field policies.route "$csv")"
    [[ $(field requests "$csv") -eq 100000 ]] || fail "$scheme: $(field requests "$csv") requests"
    parts=0
    for part in active idle auxiliary cooling facility embodied; do
        parts=$(awk -v a="$parts" -v b="$(field carbon_g.$part "$csv")" 'BEGIN { printf "%.17g", a + b }')
    done
    near "$(field carbon_g.total "$csv")" "$parts" 0 || fail "$scheme: carbon parts sum to $parts"
    sums=$(awk -v FS=, 'NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i }
        NR == 2 { for (i = 1; i <= NF; i++) {
            if (name[i] ~ /^apps\.[0-9]+\.carbon_g$/) app += $i
            if (name[i] ~ /^apps\.[0-9]+\.requests$/) n += $i
            if (name[i] ~ /^gpus\.[0-9]+\.energy_j$/) gpu += $i
            if (name[i] ~ /^apps\.[0-9]+\.time_share$/) share += $i
            if (name[i] ~ /^provenance\./) provenance += $i } }
        END { printf "%.17g %d %.17g %.17g %.17g", app, n, gpu, share, provenance }' "$csv")
    read -r app_g n gpu_j share provenance <<<"$sums"
    near "$app_g" "$(field carbon_g.active "$csv")" || fail "$scheme: apps emit $app_g g, active is $(field carbon_g.active "$csv")"
    near "$gpu_j" "$(field energy_j.it "$csv")" || fail "$scheme: GPUs used $gpu_j J, IT is $(field energy_j.it "$csv")"
    near "$share" 1 || fail "$scheme: time shares sum to $share"
    near "$provenance" 1 || fail "$scheme: provenance sums to $provenance"
    [[ $n -eq 100000 ]] || fail "$scheme: apps served $n"
done
total() { field carbon_g.total "$work/$1.csv"; }
awk -v a="$(total lowenergy)" -v b="$(total highperf)" 'BEGIN { exit !(a < b) }' || fail "LOWENERGY emits more than HIGHPERF"
cmp -s "$work/carbondis.csv" "$work/base.csv" || fail "naming the default scheme changes the run"

# Knobs: --set and --at answer; an edit at 0 is the initial value; carbon is linear in ci_scale.
expect 0 "$wattif" run carbondis-set1 --set ci_scale=2 --format csv
near "$(field carbon_g.total "$work/out")" "$(awk -v a="$(field carbon_g.total "$work/base.csv")" 'BEGIN { printf "%.17g", 2 * a }')" ||
    fail "twice the intensity is not twice the carbon"
expect 0 "$wattif" run carbondis-set1 --at 1h30m:cit=0.8 --format json
prints '"t_s": 5400'
expect 0 "$wattif" run carbondis-set1 --at 2022-01-13T21:30:00Z:cit=0.8 --format json
prints '"t_s": 5400'
expect 0 "$wattif" run carbondis-set1 --seed 2 --format csv
[[ $(field seed "$work/out") -eq 2 ]] || fail "the seed is $(field seed "$work/out")"
[[ $(field carbon_g.total "$work/out") != "$(field carbon_g.total "$work/base.csv")" ]] || fail "another seed, the same carbon"

# --check: the answer is no when an SLO is missed; the result is printed all the same.
expect 0 "$wattif" run carbondis-set1 --policy route=highperf --check
expect 0 "$wattif" run carbondis-set1
prints '^  request   carbon [0-9.]+ mg, energy [0-9.]+ J$' # what compares runs of other loads
expect 1 "$wattif" run carbondis-set1 --policy route=lowenergy --set slo_scale=0.1 --check
prints 'missed'
says 'a limit is broken: job 1 at 912 % of its SLO, and 4 more limits broken'
expect 1 "$wattif" --quiet run carbondis-set1 --policy route=lowenergy --set slo_scale=0.1 --check --format json
quiet_err

# Replicates: the same bytes for any number of threads; the first is the plain run; the mean is the mean.
expect 0 "$wattif" run carbondis-set1 --replicate 3 --jobs 1 --format json
cp "$work/out" "$work/jobs1.json"
expect 0 "$wattif" run carbondis-set1 --replicate 3 --jobs 4 --format json
cmp -s "$work/out" "$work/jobs1.json" || fail "replicates depend on --jobs"
prints '"replicates": \['
prints '"carbon_g.total": \{ *"mean": [0-9.]+, "ci95": [0-9.]+ *\}'
expect 0 "$wattif" run carbondis-set1 --replicate 3 --format csv
[[ $(wc -l <"$work/out") -eq 4 ]] || fail "three replicates are not three rows"
head -2 "$work/out" | cmp -s - "$work/base.csv" || fail "the first replicate is not the plain run"
mean=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "carbon_g.total") at = i } NR > 1 { s += $at } END { printf "%.17g", s / (NR - 1) }' "$work/out")
stated=$(grep -oE '"carbon_g.total": \{ *"mean": [0-9.]+' "$work/jobs1.json" | grep -oE '[0-9.]+$')
near "$stated" "$mean" || fail "the mean of the replicates is $mean, stated $stated"
expect 0 "$wattif" run carbondis-set1 --replicate 2
prints 'carbon g'
refuse 2 "leave --replicate out" "$wattif" run carbondis-set1 --replicate 2 --save x
refuse 2 "from 1 to" "$wattif" run carbondis-set1 --replicate 0

# Saved runs.
expect 0 "$wattif" run carbondis-set1 --at 2h:cit=0.8 --save mine --format csv
cp "$work/out" "$work/mine.csv"
says "saved as 'mine'"
refuse 2 "mine.*--replace|--replace.*mine" "$wattif" run carbondis-set1 --save mine
refuse 2 "carbondis-set1" "$wattif" run carbondis-set1 --save carbondis-set1 --replace
expect 0 "$wattif" list runs --format csv
prints '^mine,'
[[ $(wc -l <"$work/out") -eq 2 ]] || fail "not one saved run"
expect 0 "$wattif" show run mine
prints "saved as 'mine'"
prints 'at 2 h: cit 0.8'
expect 0 "$wattif" run mine --format csv
cmp -s "$work/out" "$work/mine.csv" || fail "a saved run, run again, gives other bytes"
expect 0 "$wattif" run carbondis-set1 --policy route=highperf --save mine --replace --format csv
expect 0 "$wattif" run mine --format csv
[[ $(field policies.route "$work/out") == highperf ]] || fail "--replace did not replace"
expect 0 "$wattif" export run mine --format json --out "$work/mine.json"
quiet_out
[[ -s $work/mine.json ]] || fail "nothing exported"
expect 0 "$wattif" export run mine --format csv
prints ','
expect 0 "$wattif" export scenario carbondis-set2 --out "$work/set2.json"
expect 0 "$wattif" run "$work/set2.json" --format csv
cp "$work/out" "$work/set2.csv"
expect 0 "$wattif" run carbondis-set2 --format csv
cmp -s "$work/out" "$work/set2.csv" || fail "an exported scenario runs differently"
refuse 2 "gone.*list runs" "$wattif" show run gone
refuse 2 "cannot write" "$wattif" export scenario carbondis-set1 --out "$work/no/such/folder.json"

# An exported trace imports again, under another name, and runs the same.
expect 0 "$wattif" export trace us-cal-ciso-2022-direct --format csv --out "$work/trace.csv"
expect 0 "$wattif" import trace "$work/trace.csv" --name again --basis direct
prints "trace 'again'"
expect 0 "$wattif" run carbondis-set1 --set trace=again --format csv
near "$(field carbon_g.total "$work/out")" "$(field carbon_g.total "$work/base.csv")" || fail "the trace changed on its way out and in"
# A saved run keeps the inputs that it was made with, and says what has changed since.
expect 0 "$wattif" run carbondis-set1 --save keeps --format json
cp "$work/out" "$work/keeps.json"
printf 'timestamp,ci_gco2_per_kwh\n2022-01-13T00:00:00Z,7\n2022-01-13T01:00:00Z,8\n' >"$work/other.csv"
expect 0 "$wattif" import trace "$work/other.csv" --name us-cal-ciso-2022-direct
expect 2 "$wattif" run carbondis-set1
says 'outside trace'
expect 0 "$wattif" run keeps --format json
says "changed since 'keeps' was saved: trace us-cal-ciso-2022-direct; the run keeps the version it used"
cmp -s "$work/out" "$work/keeps.json" || fail "a saved run is not what it was"
expect 0 "$wattif" show run keeps
prints 'changed since: trace us-cal-ciso-2022-direct'
prints 'California .*average, direct, hourly'
expect 0 "$wattif" screen keeps --size 100x30

finish
