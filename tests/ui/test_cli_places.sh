#!/usr/bin/env bash
# A fault is told with its file and its line, whatever looks at the file and however late the fault shows; what an option
# brought in is not blamed on the file.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash

"$wattif" show scenario carbondis-set1 >"$work/mine.json"
# line TEXT [WHICH]: where it stands in the file, the first time or the WHICH-th
line() { grep -n -- "$1" "$work/mine.json" | sed -n "${2:-1}{s/:.*//p}"; }

# broken NAME SED-SCRIPT: a copy of it with a fault
broken() { sed "$2" "$work/mine.json" >"$work/$1.json"; }
# told LINE POINTER NAME COMMAND...: the first message says where, on stderr or, of validate, on stdout
told() {
    local line=$1 pointer=$2 name=$3 status=2
    shift 3
    [[ $2 != validate ]] || status=1
    expect $status "$@"
    head -n 1 "$work/out" "$work/err" | grep -qE "(^|/)$name\.json:$line:$pointer: " ||
        { fail "not $name.json:$line:$pointer: $called"; head -n 3 "$work/out" "$work/err"; }
}
# everywhere LINE POINTER NAME: by all that read a scenario from a file
everywhere() {
    local path=$work/$3.json
    told "$@" "$wattif" validate "$path"
    told "$@" "$wattif" run "$path"
    told "$@" "$wattif" run "$path" --replicate 2
    told "$@" "$wattif" sweep "$path" --vary cit=1,2
    told "$@" "$wattif" compare "$path" carbondis-set1
    told "$@" "$wattif" compare carbondis-set1 "$path"
    told "$@" "$wattif" screen "$path"
    told "$@" "$wattif" "$path"
    told "$@" "$wattif" import scenario "$path"
}
broken value '0,/"slo_ms": [0-9]*/s//"slo_ms": -5/'
everywhere "$(line '"slo_ms"')" /apps/0/slo_ms value
broken type '0,/"P4"/s//"Z9"/'
everywhere "$(line '"P4"')" /fleets/hetero/gpus/0/type type
broken trace 's/"us-cal-ciso-2022-direct"/"nonesuch"/'
everywhere "$(line '"trace"')" /trace trace
broken model '0,/"inception-v3"/s//"nonesuch"/'
everywhere "$(line '"inception-v3"')" /apps/3/model model
broken key 's/"hours"/"ho~\/urs"/' # a key that a pointer must escape
everywhere "$(line '"hours"')" '/ho~0~1urs' key
broken missing '0,/ *"model": [^,]*,/s///' # of what is not there: the line of what it belongs in
everywhere $(($(line '"name": "job1"') - 1)) /apps/0/model missing
broken twice 's/"hours"/"trace": "act-coal", "hours"/'
everywhere "$(line '"trace"')" /trace twice

# A pipe is read only once: what came through it is kept for as long as a fault may show.
for command in "run" "screen" "compare carbondis-set1" "sweep --vary cit=1,2" ""; do
    read -ra words <<<"$command"
    for fault in "value /apps/0/slo_ms slo_ms" "trace /trace trace" "model /apps/3/model inception-v3"; do
        read -r name pointer text <<<"$fault"
        expect 2 "$wattif" "${words[@]}" <(cat "$work/$name.json")
        says "^wattif: /dev/fd/[0-9]+:$(line "\"$text\""):$pointer: "
    done
done
expect 1 "$wattif" validate <(cat "$work/value.json")
prints ":$(line '"slo_ms"'):/apps/0/slo_ms: "

# The scenario of a sweep stands on the second line of its shards, what is varied below.
(cd "$work" && "$wattif" sweep carbondis-set1 --vary cit=1,2 --shard 1/1 --out shards) || fail "no shard"
shard=$work/shards/$(ls "$work/shards")
cp "$shard" "$work/whole"
sed -i '2s/"slo_ms": *[0-9]*/"slo_ms": -5/' "$shard"
expect 2 "$wattif" merge "$work/shards"
says "^wattif: $shard:2:/apps/0/slo_ms: "
sed '3s/cit/cat/' "$work/whole" >"$shard"
expect 2 "$wattif" merge "$work/shards"
says "^wattif: $shard:3: .*cat"
sed '4s/1/x/' "$work/whole" >"$shard"
expect 2 "$wattif" merge "$work/shards"
says "^wattif: $shard:4: "

# What an option says is not the file's fault.
expect 2 "$wattif" run "$work/mine.json" --set trace=nonesuch
says '^wattif: /trace: there is no trace'
expect 2 "$wattif" run "$work/trace.json" --set trace=nowhere
says "^wattif: /trace: there is no trace 'nowhere'"

# Intensities in JSON, a theme.
printf '{"data": [\n{"from": "2018-01-20T12:00Z", "intensity": {"actual": 1}},\n{"from": "2018-01-20T12:30Z",\n"intensity": {"actual": "x"}}]}' >"$work/uk.json"
expect 1 "$wattif" validate "$work/uk.json"
prints 'uk\.json:4:/data/1/intensity/actual: '
printf '{"format": 1,\n"title": "x",\n"colors": {\n"carbonn": "red"}}' >"$work/theme.json"
expect 1 "$wattif" validate "$work/theme.json"
prints 'theme\.json:4:/colors/carbonn: '

# What shows only when the library is asked has its line also where the file was a pipe.
"$wattif" show scenario carbondis-fig2 | sed 's/"trace": "[^"]*"/"trace": "nowhere"/' >"$work/late.json"
line=$(grep -n '"trace"' "$work/late.json" | cut -d: -f1)
for command in "validate" "import scenario" "run"; do
    # shellcheck disable=SC2086 # two words
    "$wattif" $command /dev/stdin < <(cat "$work/late.json") >"$work/out" 2>&1
    grep -q "/dev/stdin:$line:/trace: there is no trace" "$work/out" || fail "wattif $command of a pipe does not name the line: $(cat "$work/out")"
done
finish
