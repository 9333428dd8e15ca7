#!/usr/bin/env bash
# Limits: what a sweep recommends is the least carbon of what keeps every limit by each run's own JSON, run by run; what
# the water's controller of every preset keeps; --check exits by all limits.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash

# recommended SCENARIO AXIS...: the sweep's sentence against a run for each configuration.
recommended() {
    local scenario=$1
    shift
    expect 0 "$wattif" sweep "$scenario" "$@"
    cp "$work/out" "$work/sweep.txt"
    expect 0 "$wattif" sweep "$scenario" "$@" --format json
    python3 - "$work" "$wattif" "$scenario" <<'END' || fail "not the best that keeps its limits: sweep $scenario $*"
import json, subprocess, sys
work, wattif, scenario = sys.argv[1:]
sweep, said = json.load(open(work + "/out")), open(work + "/sweep.txt").read().strip().splitlines()[-1]
kept, broken, ok = {}, {}, True
for own in sweep["configurations"]:
    name = ", ".join(f"{k}={v}" for k, v in own["set"].items())
    runs = []
    for seed in range(sweep["replicates"]):
        command = [wattif, "run", scenario, "--check", "--format", "json", "--seed", str(sweep["seed"] + seed)]
        for k, v in own["set"].items():
            command += ["--set", f"{k}={v}"]
        made = subprocess.run(command, capture_output=True, text=True)
        run = json.loads(made.stdout)
        if (made.returncode == 0) != all(row["kept"] for row in run["limits"]):
            sys.exit(f"{name}: --check and the limits differ")
        runs.append(run)
    rows = [row for run in runs for row in run["limits"] if not row["kept"]]
    share = sum(all(row["kept"] for row in run["limits"]) for run in runs) / len(runs)
    if share != own["limits_kept_share"]:
        sys.exit(f"{name}: {share} of its seeds keep the limits, not {own['limits_kept_share']}")
    mean = sum(run["carbon_g"]["total"] for run in runs) / len(runs)
    if rows:
        broken[name] = max(-row["margin"] / abs(row["limit"]) for row in rows)
    else:
        kept[name] = mean
def expect(wanted):
    if wanted not in said:
        sys.exit(f"'{wanted}' is not in '{said}'")
places = {}  # by what is not chosen
for own in sweep["configurations"]:
    names = [f"{k}={v}" for k, v in own["set"].items()]
    world = ", ".join(one for one in names if one.split("=")[0] in ("sot_c", "slo_scale"))
    choice = ", ".join(one for one in names if one.split("=")[0] not in ("sot_c", "slo_scale"))
    places.setdefault(world, {})[", ".join(names)] = choice
for world, names in places.items() if len(places) > 1 else ():
    best = min((name for name in names if name in kept), key=kept.get, default=None)
    expect(f"at {world} with {names[best]}, {kept[best]:.3f} g" if best else f"at {world} nothing keeps them")
if not kept:
    expect(f"nearest comes {min(broken, key=broken.get)}: ")
elif len(places) == 1:
    expect(f"kept in every seed: {min(kept, key=kept.get)}, ")
END
}
recommended infercool-k8s --vary water_c=20:45:5 --vary reassignment_level=0,3
grep -q ' water_c=45, reassignment_level=3, ' "$work/sweep.txt" || fail "not what keeps 60 C"
grep -q 'hottest GPU C' "$work/sweep.txt" || fail "the sweep has no column of temperatures"
recommended infercool-k8s --vary water_c=43:45:1 --vary sot_c=53,55 # nothing keeps it, at neither place
recommended infercool-k8s --vary water_c=43:45:1 --vary sot_c=53,60 # nor at one of them
recommended carbondis-set1 --vary slo_scale=0.6,1 --vary policy.route=carbondis,dybatch,lowenergy --replicate 2

# The controller keeps its limit on every preset under water.
for scenario in all-five infercool-{k8s,table5a,table5b,table5c,table5d}; do
    for level in 0 3; do
        expect 0 "$wattif" run "$scenario" --set water=auto --set reassignment_level=$level --check
        prints '^  limits +all [0-9]+ kept$'
    done
done

# Or it says why not, and --check exits by it.
expect 1 "$wattif" run infercool-table5d --set water=auto --set sot_c=50 --check
says 'a limit is broken: gpu01 1\.[0-9] K over the safe 50 C for up to 5 min, and 3 more limits broken$'
says 'water=auto was taken by surprise, gpu01 1\.'
expect 1 "$wattif" run infercool-k8s --replicate 2 --set sot_c=44 --check
says '2 of 2 seeds break a limit'
exit $((failures > 0))
