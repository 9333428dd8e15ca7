#!/usr/bin/env bash
# `wattif reproduce`: all expectations of CarbonDIS with the keys of the contract, ids and prefixes, the three formats, the exit
# status, and the cache.
source tests/ui/cli_support.bash

# Ids and prefixes; numbers that come out: status 0, one line each in text.
expect 0 "$wattif" reproduce CD-N
[[ $(grep -c '^CD-N[0-9]* *holds ' "$work/out") -eq 24 ]] || fail "24 numbers hold"
prints '^24 of 24 formulas come out$'
expect 0 "$wattif" reproduce CD-1 cd-n5 --format json
[[ $(grep -c '"id":' "$work/out") -eq 2 ]] || fail "CD-1 is itself, not a prefix"
refuse 2 "no expectation 'XX-1'" "$wattif" reproduce XX-1
refuse 2 "no expectation 'CD-99'" "$wattif" reproduce CD-1 CD-99
refuse 2 "none of text, json, csv" "$wattif" reproduce --format xml
if [[ ${SLOW_BUILD:-0} == 1 ]]; then
    echo "skipped: reproducing all that is simulated is left to optimised builds (CMAKE_BUILD_TYPE=Release)"
    finish
fi

# Everything, the first time and from the cache: some claims deviate, so the answer is no.
expect 1 "$wattif" reproduce CD --format json
quiet_err
cp "$work/out" "$work/first"
times >"$work/times" # processor time, because the machine may be busy with much else
used=$(awk -F'[ms ]+' 'NR == 2 { print int($1 * 60 + $2 + $3 * 60 + $4) }' "$work/times")
[[ $used -lt 360 ]] || fail "CD took $used s of processor time: more than three minutes on two cores"
for key in id kind source claim expected obtained verdict why; do
    [[ $(grep -cE "^      \"$key\": (\"|null)" "$work/first") -eq 46 ]] || fail "46 times \"$key\""
done
[[ $(grep -cE '^      "holds_when": ("|null)' "$work/first") -eq 49 ]] || fail "46 rows say when they hold, and the story three times"
for n in $(seq 1 22); do grep -q "\"id\": \"CD-$n\"" "$work/first" || fail "CD-$n is missing"; done
for n in $(seq 1 24); do grep -q "\"id\": \"CD-N$n\"" "$work/first" || fail "CD-N$n is missing"; done
grep '"verdict":' "$work/first" | grep -qvE '"(holds|deviates|untestable)"' && fail "a verdict that is none"
# Swept claims tell when they hold; closed numbers have nothing to tell.
[[ $(grep -c '"holds_when": null' "$work/first") -eq 26 ]] || fail "26 without a range (CD-1, CD-4, CD-N1 .. CD-N24)"
[[ $(grep -c '"knob": "profile_scale"' "$work/first") -eq 25 ]] || fail "20 swept by profile_scale, and the turns of 5 causes"
[[ $(grep -c '"knob": "arrivals"' "$work/first") -eq 40 ]] || fail "20 with exponential arrivals beside, and as many read literally, too"
[[ $(grep -c '"knob": "profiles"' "$work/first") -eq 45 ]] || fail "20 under the other profile sets, and under fig2 with exponential arrivals, and the turns of 5 causes"
grep -A5 '"counts"' "$work/first" | tr -d ' \n' | grep -q '"claims":{"holds":[0-9]*,"deviates":[0-9]*,"untestable":0}' || fail "no counts of claims"
[[ $(grep -c '"part": "Set 1",' "$work/first") -gt 0 ]] || fail "no parts"
grep -q '"median":' "$work/first" || fail "no spread over the starts"
grep -q '"holds_when": ".*exponential.*profile_scale.*of 24 January starts' "$work/first" || fail "no holds_when"
expect 1 "$wattif" reproduce CD --format json
cmp -s "$work/out" "$work/first" || fail "the cache changes the result"

expect 1 "$wattif" reproduce CD-13
prints '^CD-13 +deviates '
prints '^  expected +Set 1: -16\.21 %'
prints '^  exponential '
prints '^  why +'
[[ $(awk 'length > 100' "$work/out" | wc -l) -eq 0 ]] || fail "lines beyond 100 columns"
expect 1 "$wattif" reproduce CD --format csv
[[ $(head -1 "$work/out") == id,source,claim,expected,obtained,verdict,holds_when,why ]] || fail "CSV header"
[[ $(wc -l <"$work/out") -eq 47 ]] || fail "46 rows of CSV"

# Under the user's knobs; a knob that a claim sets itself, one that nobody has, a profile set that there is not.
expect 0 "$wattif" reproduce UF-1 --set clock_v_min=1
prints '^  verdict +holds here, and in 4 of 4 other seeds$'
if [[ -n ${WATTIF_LONG:-} ]]; then # all runs of CarbonDIS for one more sentence
    expect 1 "$wattif" reproduce CD-3 --set profile_scale.job1=0.5 --format json
    grep -q '"why": "The P4 meets the limit, too: it needs 0.2' "$work/out" || fail "--set changes nothing"
fi
expect 0 "$wattif" reproduce CD-3 --set profiles=fig2
prints '^CD-3 +holds '
prints 'by construction'
expect 0 "$wattif" reproduce CD-13 CD-18 --set policy.route=dybatch --set cit=0.9
prints '^CD-13 +untestable '
prints "not with your policy.route: the claim is about its own"
prints '^0 of 2 claims hold, 0 deviate, 2 untestable$'
refuse 2 "no knob 'citt'" "$wattif" reproduce CD-13 --set citt=1
refuse 2 "there is no profile set 'nonsense'; there are diffusion-full, fig2, half-draw, keras, measured-ratio, sevenths" "$wattif" reproduce CD-13 --set profiles=nonsense

# A deviating verdict never comes without its own explanation.
grep -A2 '"verdict": "deviates"' "$work/first" | grep '"why"' | grep -q 'did not come out with these inputs' &&
    fail "a deviation without an explanation"

# A new version of an input under its old name: nothing comes from the cache any more.
sed 's/^\([0-9].*\),.*/\1,200/' datasets/carbon/act-gas.csv >"$work/gas.csv"
uf6=(reproduce UF-6 --set clock_v_min=1 --format json) # UF's runs under that are in the cache since UF-1
expect 1 "$wattif" "${uf6[@]}"
cp "$work/out" "$work/before"
expect 0 "$wattif" import trace "$work/gas.csv" --name act-gas
expect 1 "$wattif" "${uf6[@]}" --jobs 1
cmp -s "$work/out" "$work/before" && fail "the cache ignores a new version of the trace"
grep -q '"why": "No cause is given, because these inputs are not the shipped ones: trace act-gas' "$work/out" ||
    fail "a cause for another trace"

finish
