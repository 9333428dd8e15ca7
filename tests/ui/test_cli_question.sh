#!/bin/bash
# Questions on the command line (tui/ask/ask.h): each view that is one is a command of its name, whose text, CSV and JSON are
# those of the view, for any number of threads; its page repeats itself; what cannot be asked is refused before anything is run.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash
cd "$work" || exit 1
export LC_ALL=C.UTF-8
short=(carbondis-set1 --set hours=.25)

for question in $(sed -nE 's/^QUESTION_ROW\([A-Z]+, "([a-z]+)".*/\1/p' "$OLDPWD/tui/words/views.def"); do
    expect 0 "$wattif" "$question" --help
    prints '--replicate N'
    expect 0 "$wattif" help man
    prints "^[.]SS $question SCENARIO"
    refuse 2 'nowhere' "$wattif" "$question" nowhere
    refuse 2 'replicate.*2 to 40' "$wattif" "$question" "${short[@]}" --replicate 41
done

# The rows are those of the view, which has five seeds where requests are few.
expect 0 "$wattif" screen "${short[@]}" --view tornado --format csv
cp "$work/out" view.csv
expect 0 "$wattif" tornado "${short[@]}" --replicate 5 --format csv --jobs 1
cmp "$work/out" view.csv || fail "the command tells otherwise than the view"
expect 0 "$wattif" tornado "${short[@]}" --replicate 5 --format csv --jobs 3 --out threads.csv
cmp threads.csv view.csv || fail "three threads tell otherwise"

# --jobs is how many threads work, whatever takes it: with 3 there are two more than with 1.
most_threads() { # WORD...: as many as the program ever has
    local n most=0
    "$wattif" "$@" >/dev/null &
    while n=$(awk '/^Threads/ { print $2 }' "/proc/$!/status" 2>/dev/null) && [ -n "$n" ]; do
        [ "$n" -le "$most" ] || most=$n
    done
    wait $! && echo "$most"
}
for command in 'run carbondis-set1 --replicate 60' 'sweep carbondis-set1 --vary cit=.8:1.2:.01 --yes' 'compare carbondis-set1 carbondis-set2 --replicate 20' \
    'attribute all-five --set hours=.1' 'response carbondis-set1' 'schemes carbondis-set1'; do
    read -ra words <<<"$command"
    one=$(most_threads "${words[@]}" --seed 2 --jobs 1) three=$(most_threads "${words[@]}" --seed 3 --jobs 3)
    [ $((three - one)) -eq 2 ] || fail "$command: $one threads with --jobs 1, $three with --jobs 3"
done

# Text of one metric, those of another by its key or as it is called.
expect 0 "$wattif" tornado "${short[@]}"
prints '^carbon is [0-9.]+ g; one seed: each is one draw of luck$'
prints '^  ci 1\.00 +0\.9 +−10\.0 % +█+ +1\.1 +\+10\.0 %$'
expect 0 "$wattif" tornado "${short[@]}" --metric violations
cp "$work/out" late.txt
prints '^late is [0-9]+; '
expect 0 "$wattif" tornado "${short[@]}" --metric late
cmp "$work/out" late.txt || fail "late is not violations"
refuse 2 "metric: 'latency' is none of carbon_g.total, .*violations" "$wattif" tornado "${short[@]}" --metric latency

# JSON names what was run by its hash, and a page repeats it.
expect 0 "$wattif" tornado "${short[@]}" --replicate 2 --format json
cp "$work/out" told.json
python3 - told.json <<'END' || fail "the JSON lacks what was run"
import json, sys
told = json.load(open(sys.argv[1]))
assert told["schema"] == 1 and told["scenario"] == "carbondis-set1" and told["seed"] == 1 and told["seeds"] == 2
assert all(len(one["hash"]) == 64 for one in told["inputs"]) and {"trace", "profile"} <= {one["kind"] for one in told["inputs"]}
assert all(row["seeds"] == 2 for row in told["rows"] if row["verdict"])
END
expect 0 "$wattif" tornado "${short[@]}" --replicate 2 --format html
cp "$work/out" page.html
grep -q '<h1>What matters: ' page.html || fail "the page has no title"
expect 0 "$wattif" run page.html --format json
cmp "$work/out" told.json || fail "the page does not repeat itself"
says 'byte for byte'
refuse 2 'report of a tornado, not of one run' "$wattif" screen page.html

# An atlas is a calendar of numbers, in colours on a page; its rows are those of the view, starts and then grids.
expect 0 "$wattif" atlas "${short[@]}"
prints '^ +Mon +Tue +Wed +Thu +Fri +Sat +Sun$'
prints '^  Jan 10 ( +[−+]?[0-9.]+ %){7}$'
prints '^  ● California .* 12:00 '
expect 0 "$wattif" atlas "${short[@]}" --format html
grep -q '<td class="n h[1-7]">' "$work/out" || fail "no cell of the calendar has a colour"
expect 0 "$wattif" screen "${short[@]}" --view atlas --format csv
cp "$work/out" view.csv
expect 0 "$wattif" atlas "${short[@]}" --format csv
cmp "$work/out" view.csv || fail "the command has another atlas than the view"
[ "$(cut -d, -f1 view.csv | uniq | tr '\n' ' ')" = 'kind start grid ' ] || fail "an atlas is not starts and then grids"

# A map has the rows of the view, and its points as a plot on a page.
expect 0 "$wattif" map "${short[@]}"
prints '^Nothing is better in both than '
prints '^  HIGHPERF +[0-9.]+ +[0-9]'
expect 0 "$wattif" map "${short[@]}" --format html
prints 'nothing is better in both' && prints '<svg '
expect 0 "$wattif" screen "${short[@]}" --view map --format csv
cp "$work/out" view.csv
expect 0 "$wattif" map "${short[@]}" --format csv
cmp "$work/out" view.csv || fail "the command has another map than the view"

# What seeds come to is what `run --replicate` and `compare --replicate` say.
expect 0 "$wattif" replicate "${short[@]}" --replicate 5
prints 'against HIGHPERF over 5 seeds, (more than|within what) luck does'
expect 0 "$wattif" replicate "${short[@]}" --replicate 5 --format csv
cp "$work/out" seeds.csv
expect 0 "$wattif" run "${short[@]}" --replicate 5 --format json
cp "$work/out" run.json
expect 0 "$wattif" compare "${short[@]}" --policy route=highperf "${short[@]}" --replicate 5 --format json
cp "$work/out" pair.json
python3 - <<'END' || fail "replicate tells otherwise than run and compare"
import csv, json
row = next(row for row in csv.DictReader(open("seeds.csv")) if row["metric"] == "carbon g")
mean = json.load(open("run.json"))["summary"]["carbon_g.total"]
pair = next(one for one in json.load(open("pair.json"))["differences"] if one["metric"] == "carbon_g.total")
near = lambda a, b: abs(a - b) <= 1e-9 * abs(b)
assert near(float(row["mean"]), mean["mean"]) and near(float(row["ci95"]), mean["ci95"])
assert near(float(row["delta"]), pair["delta"][0]) and near(float(row["delta_ci95"]), pair["delta_ci95"][0])
END

# The smallest fleet is a run of its own, which keeps every limit; a smaller one does not.
expect 0 "$wattif" smallest carbondis-set1
prints '^5 of 6 GPUs keep every limit: 5 P4, carbon [^;]* against all 6, in each of 5 seeds; 63 of 63 mixes tried[.]$'
prints '^wattif run carbondis-set1 --set gpus=5$' && prints '^61 of 63 mixes cannot run; '
refuse 2 'replicate.*2 to 40' "$wattif" smallest carbondis-set1 --replicate 1
expect 0 "$wattif" smallest carbondis-set1 --format csv --replicate 2
cp "$work/out" fleets.csv
expect 0 "$wattif" run carbondis-set1 --set gpus=5 --check --replicate 2 --format json
python3 - "$work/out" <<'END' || fail "the smallest fleet is another run"
import csv, json, sys
first = next(csv.DictReader(open("fleets.csv")))
assert first["gpus"] == "5" and first["limits_kept"] == "true"
assert abs(float(first["carbon_g.total"]) - json.load(open(sys.argv[1]))["summary"]["carbon_g.total"]["mean"]) < 1e-9
END
# A pool of Clover's goes without GPUs that BASE has, against which its tail and carbon are measured; they stay behind the others.
sed 's/"hours": [0-9.]*/"hours": 0.02/' "$WATTIF_DATA/datasets/scenarios/all-five.json" >five.json
expect 1 "$wattif" smallest ./five.json --replicate 2 # no mix keeps every limit: the answer is no
prints '^None of [0-9]* mixes of its 13 GPUs keeps every limit' && prints '^ *12  serving 1 A100-40GB [+] vision 1 .* [0-9.]* g '
refuse 2 'one GPU: there is no smaller one' "$wattif" smallest etf-a10g

# A knob's curves are the view's, too; a question of all knobs takes none, and one that has its seeds takes none.
for format in csv json; do
    expect 0 "$wattif" screen "${short[@]}" --view response --knob load --format $format
    cp "$work/out" view
    expect 0 "$wattif" response "${short[@]}" --knob load --format $format
    cmp "$work/out" view || fail "the command has other curves than the view ($format)"
done
expect 0 "$wattif" response "${short[@]}"
prints '^  CIT 1\.00 +[0-9.]+ g +[0-9]+  ●  ┼$'
prints '^less carbon than HIGHPERF '
expect 0 "$wattif" response "${short[@]}" --format json
prints '"tipping_points"' && prints '"inputs"'
expect 0 "$wattif" response "${short[@]}" --format html
prints 'Across: ' && prints '<h1>Where the knob leads: '
refuse 2 'knob: tornado is of all knobs' "$wattif" tornado "${short[@]}" --knob cit
refuse 2 'knob: .*did you mean' "$wattif" response "${short[@]}" --knob lode
refuse 2 'replicate: response has the seeds that it needs' "$wattif" response "${short[@]}" --replicate 2

# Another command's rows for the same question.
expect 0 "$wattif" run infercool-k8s --set hours=.05 --policy place=infercool --policy tune=carbon-tuned --save warm
for format in text csv json html; do
    expect 0 "$wattif" attribute warm --replicate 3 --format $format
    cp "$work/out" attribute
    expect 0 "$wattif" contribution warm --replicate 3 --format $format
    cmp "$work/out" attribute || fail "contribution tells otherwise than attribute ($format)"
done
refuse 2 'only route is at work' "$wattif" contribution carbondis-set1

finish
