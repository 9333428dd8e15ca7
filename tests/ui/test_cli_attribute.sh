#!/bin/bash
# `wattif attribute`: the shares of its JSON add up to the total and are what walking all orders gives, its sets are what
# `wattif run` gives, text, CSV and the view say the same, and what has no answer is refused with what to do.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash
cd "$work" || exit 1

# --- all-five, six minutes of it ---

expect 0 "$wattif" attribute all-five --set hours=0.1 --format json --jobs 1
cp "$work/out" five.json
expect 0 "$wattif" attribute all-five --set hours=0.1 --format json --jobs 3
cmp "$work/out" five.json || fail "three threads attribute otherwise"
python3 - five.json <<'END' || fail "the shares are not what they should be"
import itertools, json, math, sys
told = json.load(open(sys.argv[1]))
layers = [layer["layer"] for layer in told["layers"]]
assert len(layers) >= 4 and len(told["sets"]) == 2 ** len(layers), layers
assert told["replicates"] == 1 and told["scenario"] == "all-five"
keys = [metric["metric"] for metric in told["metrics"]]
assert "carbon_g.total" in keys and "worst_of_slo" in keys and "fairness.system" in keys, keys
for metric in told["metrics"]:
    value = {frozenset(one["on"]): one[metric["metric"]] for one in told["sets"]}
    none, all_on = value[frozenset()], value[frozenset(layers)]
    scale = max(abs(v) for v in value.values()) or 1
    assert metric["none"] == none and metric["all"] == all_on and metric["total"] == all_on - none
    assert abs(sum(layer["share"] for layer in metric["layers"]) - metric["total"]) <= 1e-13 * scale
    shares = dict.fromkeys(layers, 0.0)
    for order in itertools.permutations(layers):
        before = frozenset()
        for layer in order:
            shares[layer] += value[before | {layer}] - value[before]
            before |= {layer}
    for layer in metric["layers"]:
        own = frozenset([layer["layer"]])
        assert abs(layer["share"] - shares[layer["layer"]] / math.factorial(len(layers))) <= 1e-12 * scale, layer
        assert layer["alone"] == value[own] - none and layer["last"] == all_on - value[frozenset(layers) - own]
    assert len(metric["pairs"]) == len(layers) * (len(layers) - 1) // 2
    better = (lambda x: x) if metric["better"] == "more" else (lambda x: -x)
    assert all(pair["they"] is None for pair in metric["pairs"])  # CLOVER draws lots, and this is one draw
    assert "in one draw" in metric["verdict"] or "makes a difference" in metric["verdict"], metric["verdict"]
    kept = [s for s in told["sets"] if s["limits_kept"]] or told["sets"]
    assert metric["best"] == max((one[metric["metric"]] for one in kept), key=better) or \
        abs(metric["best"] - max((one[metric["metric"]] for one in kept), key=better)) <= 1e-9 * scale
END
expect 0 "$wattif" run all-five --set hours=0.1 --format json
cp "$work/out" all.json
expect 0 "$wattif" run all-five --set hours=0.1 --policy configure.serving=base --format json
python3 - five.json all.json "$work/out" <<'END' || fail "the sets are not what run gives"
import json, sys
told, everything, base = (json.load(open(name)) for name in sys.argv[1:])
layers = {layer["layer"] for layer in told["layers"]}
sets = {frozenset(one["on"]): one for one in told["sets"]}
assert sets[frozenset(layers)]["carbon_g.total"] == everything["carbon_g"]["total"]
assert sets[frozenset(layers - {"configure"})]["carbon_g.total"] == base["carbon_g"]["total"]
assert sets[frozenset(layers)]["worst_of_slo"] == everything["worst_of_slo"]
END

# --- what a controller pins is not shared out: the water follows the hottest GPU, so cooling is ---

expect 0 "$wattif" attribute all-five --set hours=0.05 --set water=fixed --format json
python3 - five.json "$work/out" <<'END' || fail "what the water pins is shared out"
import json, sys
auto, fixed = ([metric["metric"] for metric in json.load(open(name))["metrics"]] for name in sys.argv[1:])
assert "energy_j.cooling" in auto and "temperature_c.max" not in auto, auto
assert "temperature_c.max" in fixed and "energy_j.cooling" not in fixed, fixed
END

# --- one reference: all off and the run that `compare` holds a scenario against are one; parts lead from it to the run ---

shared=0
for file in "$WATTIF_DATA"/datasets/scenarios/*.json; do
    name=$(basename "$file" .json)
    for policy in "" --policy=tune=carbon-tuned; do
        "$wattif" attribute "$name" --set hours=0.05 $policy --format json >parts.json 2>err.txt || continue
        expect 0 "$wattif" run "$name" --set hours=0.05 $policy --format json
        cp "$work/out" run.json
        expect 0 "$wattif" compare "$name" --set hours=0.05 --format json
        shared=$((shared + 1))
        python3 - parts.json run.json "$work/out" <<'END' || fail "$name $policy: parts do not lead from its reference to it"
import json, sys
parts, run, held = (json.load(open(name)) for name in sys.argv[1:])
carbon = [metric for metric in parts["metrics"] if metric["metric"] == "carbon_g.total"][0]
reference = [row["values"][0] for row in held["differences"] if row["metric"] == "carbon_g.total"][0]
near = lambda a, b: abs(a - b) <= 1e-9 * abs(b)
assert near(carbon["none"], reference), (carbon["none"], reference)
assert near(reference + sum(layer["share"] for layer in carbon["layers"]), run["carbon_g"]["total"])
END
    done
done
((shared >= 3)) || fail "only $shared scenarios have two layers at work"

# Where requests are few the view has five seeds.
expect 0 "$wattif" attribute all-five --set hours=0.02 --replicate 5 --format csv
[[ $(head -1 "$work/out") == metric,what,whose,value,ci95,verdict ]] || fail "the CSV has another head"
cp "$work/out" view.csv
expect 0 "$wattif" screen all-five --set hours=0.02 --view contribution --format csv
diff "$work/out" view.csv >differences.txt || { fail "the view tells otherwise than the command" && head -5 differences.txt; }
two=(infercool-k8s --set reassignment_level=3 --policy tune=carbon-tuned --set hours=0.02)
expect 0 "$wattif" attribute "${two[@]}" --replicate 5 --format json
cp "$work/out" view.json
expect 0 "$wattif" screen "${two[@]}" --view contribution --format json
cmp "$work/out" view.json || fail "the JSON of the view is another"

expect 0 "$wattif" attribute all-five --set hours=0.1
prints '^Carbon: [0-9.]+ g all off, [0-9.]+ g all five on: −'
prints '  configure  CLOVER +█.* −[0-9.]+ g +in this draw'
prints 'place level 3 for 0, water control auto for fixed'
prints 'tune serving CARBON-TUNED for FIXED, clock chat [0-9]+ for 1410'
prints 'Whether two layers help or fight one draw does not tell\.'
prints 'serving CLOVER for BASE'

# --- seeds ---

expect 0 "$wattif" attribute all-five --set hours=0.05 --replicate 3 --format json --jobs 2
cp "$work/out" seeds.json
python3 - seeds.json <<'END' || fail "seeds are not told"
import json, sys
told = json.load(open(sys.argv[1]))
carbon = told["metrics"][0]
assert told["replicates"] == 3 and carbon["total_ci95"] > 0 and carbon["total_verdict"] == "real"
assert abs(sum(layer["share"] for layer in carbon["layers"]) - carbon["total"]) <= 1e-12 * carbon["none"]
assert all(layer["share_verdict"] in ("real", "noise", "identical") for layer in carbon["layers"])
assert all((pair["they"] is None) == (pair["interaction_verdict"] == "noise") for pair in carbon["pairs"])
END
expect 0 "$wattif" attribute all-five --set hours=0.05 --replicate 3
prints '−[0-9.]+ ±[0-9.]+ g'
prints 'Means over 3 seeds'

# --- InferCool: its level is place's, clocks are tune's; a saved run is a scenario, too ---

expect 0 "$wattif" run infercool-k8s --set reassignment_level=3 --policy tune=carbon-tuned --set hours=0.1 --save warm
expect 0 "$wattif" attribute warm --format json
cp "$work/out" warm.json
expect 0 "$wattif" run warm --policy place=k8s --policy tune=fixed --format json
cp "$work/out" off.json
expect 0 "$wattif" run warm --policy place=k8s --format json
python3 - warm.json off.json "$work/out" <<'END' || fail "InferCool's layers are not told apart"
import json, sys
told, off, tuned = (json.load(open(name)) for name in sys.argv[1:])
assert [layer["layer"] for layer in told["layers"]] == ["place", "tune"]
assert [one["on"] for one in told["layers"][0]["switches"]] == ["INFERCOOL"], told["layers"]
heat = [metric for metric in told["metrics"] if metric["metric"] == "temperature_c.max"][0]
assert heat["better"] == "less" and heat["total"] < 0
assert abs(sum(layer["share"] for layer in heat["layers"]) - heat["total"]) < 1e-12 * heat["none"]
sets = {tuple(one["on"]): one["temperature_c.max"] for one in told["sets"]}
assert sets[()] == off["temperature_c"]["max"] and sets[("tune",)] == tuned["temperature_c"]["max"]
END

# --- another fleet is share's; a best set that keeps the limits ---

expect 0 "$wattif" attribute fallacy-sdxl-whisper --policy tune=carbon-tuned
prints 'share fleet shared for dedicated'
prints 'tune CARBON-TUNED for FIXED'
prints 'they break a limit, and the best that keeps every one is all off'
prints 'Without fleet shared the run is on fleet dedicated instead of shared'

# --- Enter opens the run behind a bar, as one change ---

cp "$OLDPWD/tests/ui/pods.json" .
cat >steps <<'STEPS'
apply-mode
set reassignment_level 3
screen-dump before.txt
contribution
key down
key enter
screen-dump opened.txt
run-command
screen-dump command.txt
key esc
undo
screen-dump after.txt
STEPS
expect 0 "$wattif" pods.json --script steps --size 120x40
grep -q 'place alone changes nothing here' opened.txt || fail "Enter does not open the run behind the bar"
grep -q 'place alone; u goes back to all on' opened.txt || fail "what was opened is not said"
grep -q -- 'policy.route=least-loaded\|policy route=least-loaded' command.txt || fail "what was opened is no command"
grep -q -- 'reassignment_level=3' command.txt || fail "the level is not place's"
diff before.txt after.txt >differences.txt || { fail "one undo does not lead back" && head -5 differences.txt; }

# --- what has no answer ---

refuse 2 'only route is at work .CARBONDIS, which is HIGHPERF when off.*wattif compare' "$wattif" attribute carbondis-set1
refuse 2 'no layer is at work|only ' "$wattif" attribute carbondis-set1 --policy route=least-loaded
refuse 2 'no .*nowhere' "$wattif" attribute nowhere
refuse 2 'replicate' "$wattif" attribute all-five --replicate 1
refuse 2 'jobs' "$wattif" attribute all-five --jobs 0
refuse 2 'cti' "$wattif" attribute all-five --set cti=1
refuse 2 'only route is at work' "$wattif" screen carbondis-set1 --view contribution
refuse 2 'BASE cannot carry this load' "$wattif" attribute all-five --set load=4 --set hours=0.1
expect 0 "$wattif" attribute infercool-k8s --set reassignment_level=3 --policy tune=carbon-tuned --set load=20 --set hours=0.05
prints 'cannot carry the load and end early'
prints 'so parts are not known'
expect 0 "$wattif" attribute infercool-k8s --set reassignment_level=3 --policy tune=carbon-tuned --set load=20 --set hours=0.05 --format json
python3 - "$work/out" <<'END' || fail "what overloads has a value"
import json, sys
told = json.load(open(sys.argv[1]))
assert all(one["overloaded"] for one in told["sets"]) and told["metrics"] == [], told
END

finish
