#!/usr/bin/env bash
# Sweeps: the same bytes in one process, in several threads, in shards and after a kill; what is missing, doubled or of
# another sweep is named; nothing is written over; a shard opens no store; the script for Slurm does what it says.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash

cd "$work" || exit 1
axes=(--vary cit=.9:1.1:.1 --vary "policy.route=carbondis,dybatch" --replicate 2)
sweep=("$wattif" sweep carbondis-set1 "${axes[@]}")

# --- one process ---
expect 0 "${sweep[@]}" --out one.csv
prints 'carbondis-set1: 6 configurations, 2 seeds each, 12 runs'
prints '^  0\.9 +dybatch '
prints 'Least carbon with every limit kept in every seed: cit='
[[ ! -e one.csv.part ]] || fail "a part is left of a whole sweep"
grep -c '^[0-9]' one.csv | grep -qx 12 || fail "not 12 rows"
expect 0 "${sweep[@]}" --format csv --jobs 1
cmp "$work/out" one.csv || fail "one thread prints other bytes"
expect 0 "${sweep[@]}" --jobs 3 --out three.csv --quiet
quiet_out
cmp three.csv one.csv || fail "three threads write other bytes"

# A row is what `run` gives.
expect 0 "$wattif" run carbondis-set1 --policy route=dybatch --set cit=1 --seed 2 --format csv
carbon=$(field carbon_g.total "$work/out")
p95=$(field apps.0.p95_ms "$work/out")
awk -F, -v carbon="$carbon" -v p95="$p95" '/^#/ { next }
    !names { for (i = 1; i <= NF; i++) at[$i] = i; names = 1; next }
    $1 == 1 && $2 == "dybatch" && $3 == 2 { found = $at["carbon_g.total"] == carbon && $at["apps.0.p95_ms"] == p95 }
    END { exit !found }' one.csv || fail "the row is not what run prints"
expect 0 "${sweep[@]}" --format json
python3 - "$work/out" one.csv <<'END' || fail "the JSON is not the CSV"
import csv, json, sys
sweep = json.load(open(sys.argv[1]))
rows = list(csv.DictReader(line for line in open(sys.argv[2]) if not line.startswith("#")))
assert len(sweep["points"]) == len(rows) == 12 and len(sweep["configurations"]) == 6
for point, row in zip(sweep["points"], rows):
    assert point["seed"] == int(row["seed"]) and point["set"]["cit"] == float(row["cit"])
    for key, value in point["metrics"].items():
        assert (row[key] == "") if value is None else value == float(row[key]), key
for i, configuration in enumerate(sweep["configurations"]):
    two = [float(row["carbon_g.total"]) for row in rows[2 * i:2 * i + 2]]
    assert abs(configuration["metrics"]["carbon_g.total"]["mean"] - sum(two) / 2) < 1e-9
    assert configuration["slo_met_share"] == sum(row["slo_met"] == "1" for row in rows[2 * i:2 * i + 2]) / 2
assert any(c["front"] for c in sweep["configurations"])
END

# --- ended by a signal ---
# interrupt NUMBER NAME COMMAND...: sends it once the file NAME* is there, or a second has passed where none is ("").
interrupt() {
    local number=$1 name=$2 status pid
    shift 2
    called=$*
    set -m # or the shell has it ignore SIGINT
    "$@" >"$work/out" 2>"$work/err" </dev/null &
    pid=$!
    set +m
    if [[ $name ]]; then until compgen -G "$name*" >"$work/seen"; do sleep .05; done; else sleep 1; fi
    kill "-$number" "$pid"
    wait "$pid" 2>"$work/told"
    status=$?
    [[ $status -eq $((128 + number)) ]] || fail "status $status after signal $number: $called"
    [[ $(wc -l <"$work/err") -eq 1 ]] || fail "more than one line after signal $number: $called"
}
long=("$wattif" sweep clover-teaching --vary lambda=.1:.9:.1 --replicate 20)
interrupt 2 half.csv. "${long[@]}" --out half.csv
says '^wattif: interrupted; half\.csv\.part goes on with --resume$'
[[ ! -e half.csv && -s half.csv.part ]] || fail "an interrupted sweep has its name, or lost its part"
interrupt 15 halves/shard "${long[@]}" --out halves --shard 1/2
says '^wattif: interrupted; halves/shard-0*1-of-0*2\.csv is not written$'
[[ -z $(ls halves) ]] || fail "an interrupted shard leaves something: $(ls halves)"
interrupt 2 '' "${long[@]}"
says '^wattif: interrupted$'
quiet_out
interrupt 2 '' "$wattif" attribute all-five --replicate 20 --out half.txt
says '^wattif: interrupted; half\.txt is not written$'
interrupt 1 '' "$wattif" reproduce
says '^wattif: interrupted$'
quiet_out
[[ -z $(compgen -G 'half.txt*') ]] || fail "an interrupted attribution leaves something"

# --- times ---
days=(--vary start=2022-01-13T20:00Z:2022-01-15T20:00Z:1d)
expect 0 "$wattif" sweep carbondis-set1 "${days[@]}" --set hours=.25 --out days.csv
expect 0 "$wattif" sweep carbondis-set1 --vary start=2022-01-13T20:00Z,2022-01-14T20:00Z,2022-01-15T20:00Z \
    --set hours=.25 --format csv
cmp <(grep -v '^#' "$work/out" | cut -d, -f2-) <(grep -v '^#' days.csv | cut -d, -f2-) ||
    fail "days by a step are not days by name"
grep -c '^2022-01-1[345]T20:00:00Z,' days.csv | grep -qx 3 || fail "not three days"
refuse 2 'takes a step, as in FROM:TO:1d' "$wattif" sweep carbondis-set1 --vary start=2022-01-13:2022-01-15
refuse 2 'whole seconds' "$wattif" sweep carbondis-set1 --vary start=2022-01-13:2022-01-15:1500ms
refuse 2 'more than 100000 values' "$wattif" sweep carbondis-set1 --vary start=2022-01-13:2022-01-15:1
refuse 2 'FROM:TO:STEP' "$wattif" sweep carbondis-set1 --vary start=2022-01-15:2022-01-13:1d

# --- shards ---
# A shard reads a store that is named as it is; without one it reads the library.
frozen=(--db "$XDG_DATA_HOME/wattif/wattif.db")
for n in 1 3 5; do
    for ((i = 1; i <= n; i++)); do
        expect 0 "${sweep[@]}" "${frozen[@]}" --shard "$i/$n" --out "shards$n"
        quiet_out
    done
    expect 0 "$wattif" merge "shards$n" --out "merged$n.csv" --quiet
    cmp "merged$n.csv" one.csv || fail "$n shards join to other bytes"
done
expect 0 "$wattif" merge shards3 --format csv
cmp "$work/out" one.csv || fail "merge prints other bytes"
expect 0 "$wattif" merge shards3
prints '6 configurations, 2 seeds each'
before=$(stat -c %Y.%i shards3/shard-000002-of-000003.csv)
expect 0 "${sweep[@]}" "${frozen[@]}" --shard 2/3 --out shards3
[[ $(stat -c %Y.%i shards3/shard-000002-of-000003.csv) == "$before" ]] || fail "a shard that was whole was run again"

# A shard makes no store, and needs none.
expect 0 env XDG_DATA_HOME="$work/nowhere" "${sweep[@]}" --shard 1/5 --out alone
[[ ! -e $work/nowhere ]] || fail "a shard has made a store"
cmp alone/shard-000001-of-000005.csv shards5/shard-000001-of-000005.csv || fail "without a store a shard is other bytes"

# What does not belong together.
rm shards5/shard-00000{2,3,5}-of-000005.csv
refuse 2 '3 of 5 shards are missing; submit them again with --array=2-3,5' "$wattif" merge shards5 --out never.csv
cp shards3/shard-000001-of-000003.csv shards3/shard-again.csv
refuse 2 'shard 1 is here twice' "$wattif" merge shards3 --out never.csv
head -c 300 shards3/shard-000002-of-000003.csv >shards3/shard-cut.csv
expect 2 "$wattif" merge shards3 --out never.csv # every faulty shard is named
says 'shard-again.csv: shard 1 is here twice'
says 'shard-cut.csv'
rm shards3/shard-again.csv shards3/shard-cut.csv
cp shards5/shard-000001-of-000005.csv shards3/
refuse 2 '5 shards.*of 3|3 shards.*of 5' "$wattif" merge shards3 --out never.csv
rm shards3/shard-000001-of-000005.csv
"${sweep[@]}" "${frozen[@]}" --set ci_scale=2 --shard 3/3 --out other 2>/dev/null
cp shards3/shard-000003-of-000003.csv kept.csv
cp other/shard-000003-of-000003.csv shards3/
refuse 2 'of another sweep' "$wattif" merge shards3 --out never.csv
head -n -1 kept.csv >shards3/shard-000003-of-000003.csv
refuse 2 'cut off after 3 of 4 rows' "$wattif" merge shards3 --out never.csv
sed 's/^1,carbondis/1,dybatch/' kept.csv >shards3/shard-000003-of-000003.csv
refuse 2 'shard-000003-of-000003.csv:[0-9]+: this is not the point that belongs here' "$wattif" merge shards3
mkdir empty
refuse 2 'holds no shard' "$wattif" merge empty
refuse 2 'cannot be read' "$wattif" merge nowhere
[[ ! -e never.csv && ! -e never.csv.part ]] || fail "merge has written something all the same"

# --- files ---
cp one.csv before.csv
expect 0 "${sweep[@]}" --out one.csv --quiet
refuse 2 'is not this sweep' "${sweep[@]}" --set ci_scale=2 --out one.csv
cmp one.csv before.csv || fail "a sweep was written over another"
refuse 2 'cannot write there' "${sweep[@]}" --out nowhere/x.csv

# Killed in the middle: it goes on where it was, a torn row is cut off.
head -c $(($(head -n 14 one.csv | wc -c) + 20)) one.csv >killed.csv.part
refuse 2 'go on with --resume' "${sweep[@]}" --out killed.csv
refuse 2 'of another sweep' "${sweep[@]}" --seed 7 --out killed.csv --resume
expect 0 "${sweep[@]}" --out killed.csv --resume --quiet
cmp killed.csv one.csv || fail "what went on is other bytes"
[[ ! -e killed.csv.part ]] || fail "a part is left"
if [[ ${SLOW_BUILD:-0} == 0 ]]; then
    long=("$wattif" sweep carbondis-set1 --vary cit=0.5:1.5:.005 --out long.csv --quiet --yes)
    "${long[@]}" &
    for ((i = 0; i < 200; i++)); do
        [[ $(grep -cs '^[0-9]' long.csv.part) -gt 5 ]] && break
        sleep 0.05
    done
    kill -9 $!
    wait $! 2>/dev/null
    [[ -e long.csv.part && ! -e long.csv ]] || fail "the file appears before it is whole"
    expect 0 "${long[@]}" --resume
    expect 0 "$wattif" sweep carbondis-set1 --vary cit=0.5:1.5:.005 --format csv
    cmp "$work/out" long.csv || fail "after a kill -9 it is other bytes"
fi

# --- what is asked for ---
refuse 2 'nothing is varied' "$wattif" sweep carbondis-set1
refuse 2 'no knob' "$wattif" sweep carbondis-set1 --vary cti=1
refuse 2 '20 is out of range' "$wattif" sweep carbondis-set1 --vary cit=1,20
refuse 2 'is no shard' "${sweep[@]}" --shard 4/3 --out x
refuse 2 'goes with --out' "${sweep[@]}" --shard 1/3
refuse 2 '--resume' "${sweep[@]}" --resume
refuse 2 'more than [0-9]+ runs' "$wattif" sweep carbondis-set1 --vary cit=0:10:.001 --vary slo_scale=1:10:.001
[[ ${SLOW_BUILD:-0} == 1 ]] || refuse 2 'these are 1000050 runs, about [0-9.]+ (min|h) here; give --yes' \
    "$wattif" sweep carbondis-set1 --vary cit=0:10:.0005 --vary slo_scale=1:1.49:.01

# --- Slurm ---
expect 0 "${sweep[@]}" --set 'pue=1.2' --slurm job.sh --tasks 2
quiet_out
bash -n job.sh || fail "the script does not parse"
grep -q '^tasks=2$' job.sh || fail "not two tasks"
grep -q '"pue": *1.2' job.sh.json || fail "the scenario beside it is not the one that was asked for"
refuse 2 'cannot write there' "${sweep[@]}" --slurm job.sh
refuse 2 'no such folder' "${sweep[@]}" --slurm nowhere/job.sh
: >taken.sh
refuse 2 'cannot write there' "${sweep[@]}" --slurm taken.sh
[[ ! -e taken.sh.json ]] || fail "a script that could not be written leaves its scenario behind"
# A stand-in runs the tasks one after the other where there is no Slurm.
mkdir bin
cat >bin/sbatch <<'END'
#!/usr/bin/env bash
# sbatch [--parsable] [--array=LIST] [--dependency=...] [--output=...] SCRIPT WORD
while [[ $1 == --* ]]; do
    [[ $1 == --array=* ]] && array=${1#--array=}
    shift
done
for i in $(sed 's/\([0-9]*\)-\([0-9]*\)/$(seq \1 \2)/g; s/,/ /g' <<<"${array:-0}" | sed 's/^/echo /' | bash); do
    SLURM_ARRAY_TASK_ID=$i "$@" >&2 || true
done
echo "7;cluster"
END
chmod +x bin/sbatch
expect 0 env PATH="$work/bin:$PATH" WATTIF="$wattif" ./job.sh
expect 0 "${sweep[@]}" --set pue=1.2 --format csv
cmp "$work/out" job.sh.csv || fail "the array joins to other bytes than one process"
rm job.sh.csv job.sh.shards/shard-000002-of-000002.csv
expect 2 env WATTIF="$wattif" ./job.sh merge
says 'submit them again with --array=2'
expect 0 env PATH="$work/bin:$PATH" WATTIF="$wattif" ARRAY=2 ./job.sh
[[ -s job.sh.csv ]] || fail "submitting what was missing does not complete it"

# What was imported comes along, as it was when the script was written.
printf 'timestamp,ci_gco2_per_kwh\n2022-01-10T00:00:00Z,100\n2022-01-17T00:00:00Z,100\n' >flat.csv
expect 0 "$wattif" import trace flat.csv --name flat --basis direct
expect 0 "$wattif" sweep carbondis-set1 --vary cit=1,2 --vary trace=flat --slurm own.sh --tasks 1
[[ -s own.sh.db ]] || fail "what was imported does not come along"
[[ ! -e job.sh.db ]] || fail "a store comes along that nobody needs"
printf 'timestamp,ci_gco2_per_kwh\n2022-01-10T00:00:00Z,900\n2022-01-17T00:00:00Z,900\n' >flat.csv
expect 0 "$wattif" sweep carbondis-set1 --vary cit=1,2 --vary trace=flat --format csv
cp "$work/out" then.csv
expect 0 "$wattif" import trace flat.csv --name flat --basis direct
expect 0 env PATH="$work/bin:$PATH" WATTIF="$wattif" ./own.sh
cmp own.sh.csv then.csv || fail "the tasks do not read what was imported when they were written"

# What --format asks for is what the file of --out holds, of every command that has both; and it appears whole or not at all.
for command in 'run carbondis-set1' 'compare carbondis-set1 carbondis-set1 --set cit=0.8' 'attribute carbondis-set1 --policy place=infercool --set cooling=water' 'sweep carbondis-set1 --vary cit=0.8,1'; do
    for format in json html; do
        read -ra words <<<"$command"
        expect 0 "$wattif" "${words[@]}" --format "$format"
        cp "$work/out" "$work/wanted"
        expect 0 "$wattif" "${words[@]}" --format "$format" --out "$work/asked.$format"
        cmp -s "$work/asked.$format" "$work/wanted" || fail "$command --format $format --out holds something else"
        [[ ! -s $work/out ]] || fail "$command --out prints beside its file"
    done
done
refuse 2 'no saved run and no scenario' "$wattif" run nowhere --out "$work/none.txt"
[[ ! -e $work/none.txt ]] || fail "a run that was refused left a file"
expect 3 "$wattif" run carbondis-set1 --out /dev/full

finish
