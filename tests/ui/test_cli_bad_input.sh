#!/usr/bin/env bash
# Bad input on the command line and in files: one message with the place, status 2, nothing lost.
source tests/ui/cli_support.bash
set1=("$wattif" run carbondis-set1)

# Options.
refuse 2 "cit.*abc" "${set1[@]}" --set cit=abc
refuse 2 "cit.*11" "${set1[@]}" --set cit=11
refuse 2 "cit" "${set1[@]}" --set cit=nan
refuse 2 "cit" "${set1[@]}" --set cit
refuse 2 "cit" "${set1[@]}" --set cit=0,8
refuse 2 "no knob 'cti'; did you mean 'cit'" "${set1[@]}" --set cti=1
refuse 2 "start" "${set1[@]}" --at 1h:trace=act-gas
refuse 2 "start" "${set1[@]}" --at 1h:profile_scale.job1=2
refuse 2 "." "${set1[@]}" --at cit=1
refuse 2 "." "${set1[@]}" --at tomorrow:cit=1
refuse 2 "fleet" "${set1[@]}" --at 1h:policy.route=highperf
refuse 2 "route" "${set1[@]}" --policy rote=carbondis
refuse 2 "carbondis" "${set1[@]}" --policy route=carbondiss
refuse 2 "LAYER=NAME" "${set1[@]}" --policy carbondis
refuse 2 "no-such-trace" "${set1[@]}" --set trace=no-such-trace
refuse 2 "seed" "${set1[@]}" --seed -1
refuse 2 "job9" "${set1[@]}" --set slo_ms.job9=100
refuse 2 "replace" "${set1[@]}" --replace

refuse 2 "water_c changes nothing here: nothing is cooled by water" "$wattif" sweep carbondis-set1 --vary water_c=20:45:5
sed 's/"load": *[0-9.]*/"load": 20/; s/"hours": *null/"hours": 1024/; s/"requests": *[0-9]*/"requests": null/; s/"mean_gap_ms": *[0-9.]*/"mean_gap_ms": 0.001/' \
    <("$wattif" show scenario carbondis-fig2) >"$work/years.json"
refuse 2 "years here; give --yes" "$wattif" run "$work/years.json"
refuse 2 "years here; give --yes" "$wattif" compare "$work/years.json" carbondis-set1
sed 's/"load": *[0-9.]*/"load": 20/; s/"hours": *null/"hours": 1024/; s/"requests": *[0-9]*/"requests": null/; s/"mean_gap_ms": *[0-9.]*/"mean_gap_ms": 0.001/' \
    <("$wattif" show scenario carbondis-set1) >"$work/layers.json"
refuse 2 "years here; give --yes" "$wattif" attribute "$work/layers.json" --policy place=infercool --set cooling=water

# Scenario files. Each is the preset with one thing wrong; the message names the place in it.
"$wattif" show scenario carbondis-set1 >"$work/good.json" || fail "no preset to break"
broken() {
    local pattern=$1 script=$2
    sed "$script" "$work/good.json" >"$work/bad.json"
    if cmp -s "$work/good.json" "$work/bad.json"; then
        fail "the preset has nothing to break by $script"
        return
    fi
    expect 2 "$wattif" run "$work/bad.json"
    quiet_out
    says "$pattern"
    [[ -s $work/err ]] || fail "no message: $script"
}
broken '/sead' 's/"seed": *1/"sead": 1/'
broken 'efficientnetv2-b9' 's/efficientnetv2-b3/efficientnetv2-b9/'
broken '(line|:)[ ]*[0-9]+' '0,/"mean_gap_ms": *[0-9]*/s//"mean_gap_ms": NaN/'
broken '/apps/0/arrivals/mean_gap_ms' '0,/"mean_gap_ms": *[0-9]*/s//"mean_gap_ms": 0/'
broken '/apps/0/arrivals/mean_gap_ms' '0,/"mean_gap_ms": *[0-9]*/s//"mean_gap_ms": -5/'
broken '/hours' 's/"hours": *null/"hours": 876600/'
broken '/apps/0/requests' '0,/"requests": *[0-9]*/s//"requests": "many"/'
broken '/format' 's/"format": *1/"format": 2/'
broken '/start' 's/2022-01-13T20:00:00Z/2022-02-30T20:00:00Z/'
broken 'trace' 's/us-cal-ciso-2022-direct/nowhere-2022/'
broken '/policies/route' 's/"route": *"carbondis"/"route": "carbondiss"/'
broken 'seed' 's/"seed": *1/"seed": 1, "seed": 2/'
broken '1e999|finite|number' 's/"warmup_s": *0/"warmup_s": 1e999/'

# A path in the message, once for each file; a job without a profile is no scenario to keep either.
sed 's/"sead": *1/"seed": 1/; s/efficientnetv2-b3/efficientnetv2-b9/; s/us-cal-ciso-2022-direct/nowhere-2022/' \
    "$work/good.json" >"$work/lost.json"
expect 1 "$wattif" validate "$work/lost.json"
prints 'lost.json:[0-9]+:/apps/0/model: there is no profile'
prints 'lost.json:[0-9]+:/trace: there is no trace'
expect 2 "$wattif" import scenario "$work/lost.json" --name lost
quiet_out
says 'lost.json:[0-9]+:/apps/0/model'
refuse 2 "lost" "$wattif" run lost
sed 's/"seed": *1/"sead": 1/' "$work/good.json" >"$work/sead.json"
expect 2 "$wattif" run "$work/sead.json"
says 'sead.json:[0-9]+:/sead: unknown key'
expect 0 "$wattif" validate <(cat "$work/good.json")
prints 'without faults'
expect 0 "$wattif" run carbondis-set1 --at 100h:cit=0.8
says 'changes nothing: the run ends at'
expect 0 "$wattif" --quiet run carbondis-set1 --at 100h:cit=0.8
quiet_err

# Places that no file can be written to, and messages that name what was typed.
refuse 2 "is a directory" "$wattif" export trace act-gas --out "$work"
refuse 2 "names no file" "$wattif" export trace act-gas --out ''
refuse 2 "policy route=carbondiss: " "${set1[@]}" --policy route=carbondiss
refuse 2 "cursor: 'soon'" "$wattif" screen carbondis-set1 --cursor soon

# Files that are no scenario at all.
head -c 100000 /dev/zero | tr '\0' '[' >"$work/deep.json"
refuse 2 "deep.json" "$wattif" run "$work/deep.json"
: >"$work/empty.json"
refuse 2 "empty" "$wattif" run "$work/empty.json"
head -c 4096 /bin/sh >"$work/binary.json"
refuse 2 "binary.json" "$wattif" run "$work/binary.json"
mkdir "$work/folder.json"
refuse 2 "folder.json" "$wattif" run "$work/folder.json"
printf '{"format": 1}' >"$work/bare.json"
expect 2 "$wattif" run "$work/bare.json"
quiet_out
printf '{"format": 1} x' >"$work/tail.json"
refuse 2 "tail.json" "$wattif" run "$work/tail.json"

# validate lists faults on stdout and says no.
sed 's/"mean_gap_ms": *[0-9]*/"mean_gap_ms": 0/' "$work/good.json" >"$work/five.json"
expect 1 "$wattif" validate "$work/five.json"
quiet_err
[[ $(grep -c mean_gap_ms "$work/out") -eq 5 ]] || fail "validate does not list every fault"
expect 0 "$wattif" validate "$work/good.json"
printf 'timestamp,ci_gco2_per_kwh\n2022-01-01T00:00:00Z,100\n2022-01-01T01:00:00Z,-5\n2022-13-01T02:00:00Z,7\n' >"$work/trace.csv"
expect 1 "$wattif" validate "$work/trace.csv"
prints ':3'
prints ':4'
expect 2 "$wattif" validate "$work/missing.csv"
quiet_out

# An import with a fault leaves the library as it was.
expect 0 "$wattif" list traces --format csv
cp "$work/out" "$work/before.csv"
for bad in 'timestamp,ci_gco2_per_kwh\n2022-01-01T00:00:00Z,abc' 'timestamp,ci_gco2_per_kwh\n2022-01-01T01:00:00Z,1\n2022-01-01T00:00:00Z,1' \
    'timestamp,ci_gco2_per_kwh\n2022-01-01T00:00:00Z,1\n2022-01-01T00:00:00Z,1' 'timestamp,temperature\n2022-01-01T00:00:00Z,1' \
    'timestamp,ci_gco2_per_kwh\n"2022-01-01T00:00:00Z,1\n' 'timestamp,ci_gco2_per_kwh\n'; do
    printf '%b\n' "$bad" >"$work/bad.csv"
    expect 2 "$wattif" import trace "$work/bad.csv" --name bad
    quiet_out
    says 'bad.csv'
done
expect 2 "$wattif" import trace "$work" --name bad
expect 2 "$wattif" import trace /bin/sh --name bad
expect 0 "$wattif" list traces --format csv
cmp -s "$work/out" "$work/before.csv" || fail "a refused import changed the library"
refuse 2 "runs are made by" "$wattif" import run x.json

# An import over a built-in name says so; the library's own file brings the built-in back.
printf 'timestamp,ci_gco2_per_kwh\n2022-01-01T00:00:00Z,7\n' >"$work/act-gas.csv"
expect 0 "$wattif" import trace "$work/act-gas.csv"
says "built-in trace 'act-gas' is hidden"
expect 0 "$wattif" import trace datasets/carbon/act-gas.csv
quiet_err
expect 0 "$wattif" show trace act-gas
prints '^basis +lca'
refuse 2 "act-gas.json.*not ending in .json" "$wattif" import trace "$work/act-gas.csv" --name act-gas.json

# A BOM and CRLF are fine.
printf '\xef\xbb\xbftimestamp,ci_gco2_per_kwh\r\n2022-01-01T00:00:00Z,100\r\n2022-01-01T01:00:00Z,110\r\n' >"$work/bom.csv"
expect 0 "$wattif" import trace "$work/bom.csv" --name bom
expect 0 "$wattif" show trace bom
prints '2 samples'
finish
