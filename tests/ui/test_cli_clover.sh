#!/usr/bin/env bash
# Clover's scenarios on the command line: they are listed, shown and validated; the knobs and schemes explain
# themselves; what cannot be is refused with what there is instead; `gpus` cuts the fleet.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash

expect 0 "$wattif" list scenarios --format csv
for scenario in clover-images clover-language clover-detection clover-teaching; do
    prints "^$scenario,"
done
for scenario in clover-images clover-language clover-detection clover-teaching; do
    expect 0 "$wattif" validate "datasets/scenarios/$scenario.json"
    expect 0 "$wattif" show scenario $scenario
    cmp -s "$work/out" "datasets/scenarios/$scenario.json" || fail "show gives another text than $scenario.json"
done
expect 0 "$wattif" show knob lambda
prints '^range +0 to 1$'
prints '^default +0.5$'
expect 0 "$wattif" show knob gpus
prints 'first so many'
expect 0 "$wattif" show policy oracle
prints '^policy +ORACLE: --policy configure=oracle$'
expect 0 "$wattif" list policies --format csv
for scheme in manual base co2opt blover clover oracle; do
    prints "configure.*$scheme|$scheme.*configure"
done

# What cannot be, and what there is instead.
images=("$wattif" run clover-images)
refuse 2 "lambda: 1.5 is out of range; it takes 0 to 1" "${images[@]}" --set lambda=1.5
refuse 2 "gpus: 11 is out of range; fleet 'ten' has 10" "${images[@]}" --set gpus=11
refuse 2 "neither replicated nor per-gpu" "${images[@]}" --set clover_scope=each
refuse 2 "clover needs the route fifo-pull" "${images[@]}" --policy route=least-loaded
refuse 2 "Clover needs fifo-pull" "${images[@]}" --at 1h:policy.route=own-queue
refuse 2 "oracle looks up layouts that every GPU repeats.*set clover_scope to replicated" \
    "${images[@]}" --policy configure=oracle --set clover_scope=per-gpu
refuse 2 "gpu7.*not in the run, which has the first 4" "${images[@]}" --set gpus=4 --at 1h:mig.gpu7=7g:images/b7
refuse 2 "clover_scope is a start knob" "${images[@]}" --at 1h:clover_scope=per-gpu
refuse 2 "clover changes layouts of slices, and GPU 'gpu3' begins as a whole" "${images[@]}" --set mig.gpu3=whole
refuse 2 "clover cuts GPUs into MIG slices, and not 'low1'.*only under 'mig'" \
    "$wattif" run carbondis-set1 --policy route=fifo-pull --policy configure=clover
sed 's/"type": "A100-40GB"/"type": "P4"/' datasets/scenarios/clover-images.json >"$work/p4.json"
expect 1 "$wattif" validate "$work/p4.json"
grep -q "a P4 cannot be cut into MIG slices; of these it is known: A100-40GB" "$work/out" "$work/err" ||
    fail "a P4 under Clover is not explained"
sed 's/"ged": 4/"gde": 4/' datasets/scenarios/clover-images.json >"$work/ged.json"
expect 1 "$wattif" validate "$work/ged.json"
grep -q "/clover/gde.*did you mean 'ged'" "$work/out" "$work/err" || fail "a strange key is not named"

# What the inputs cannot give is told by validate as by run.
sed 's/"mean_gap_ms": [0-9.]*/"mean_gap_ms": 1/' datasets/scenarios/clover-images.json >"$work/much.json"
head -1 datasets/profiles/clover.csv >"$work/blind.csv"
awk -F, -v OFS=, '$3 == "efficientnet" { $3 = "blind"; if ($4 == "b1") $9 = ""; print }' \
    datasets/profiles/clover.csv >>"$work/blind.csv"
expect 0 "$wattif" import profile "$work/blind.csv"
sed 's/"model": "efficientnet"/"model": "blind"/' datasets/scenarios/clover-images.json >"$work/blind.json"
for refused in "much.json BASE cannot carry this load" "blind.json gives variant 'b1' no accuracy"; do
    refuse 2 "${refused#* }" "$wattif" run "$work/${refused%% *}"
    expect 1 "$wattif" validate "$work/${refused%% *}"
    sed 's/^wattif: //' "$work/err" | grep -qF "${refused#* }" || prints "${refused#* }"
done

# Fewer GPUs are fewer GPUs, whoever configures them.
expect 0 "${images[@]}" --policy configure=manual --set slo_ms.images=900 --set hours=0.05 --set gpus=2 --format json
[[ $(grep -c '"name": "gpu' "$work/out") == 2 ]] || fail "gpus=2 leaves $(grep -c '"name": "gpu' "$work/out") GPUs"
prints '"gpus": 2'

# The report names the accuracy and its metric, where the profile has one.
expect 0 "${images[@]}" --set hours=1
prints 'images +efficientnet .* 8[0-9]\.[0-9]{2} +top-1$'

# What no configuration meets leads the report; a saved run goes by the scheme that sets its layouts.
expect 0 "${images[@]}" --set hours=2 --set slo_ms.images=1
prints '^○ No configuration meets the p95 SLO of images: the least late one runs'
expect 0 "${images[@]}" --set hours=0.5 --set gpus=1 --policy configure=oracle --set slo_ms.images=1
prints '^○ No configuration meets the p95 SLO of images: the least late one runs'
expect 0 "${images[@]}" --set hours=1 --policy configure=co2opt --save small
expect 0 "$wattif" list runs
prints '^small .*clover-images, configure co2opt, seed 1'
expect 0 "$wattif" screen carbondis-set1 --view runs --size 120x40 --format text
prints 'small .*CO2OPT +clover-images'

# The report says what is paid in accuracy and against what, the knobs that matter, and where a load begins
# and ends; replicates go by the scheme that is at work.
expect 0 "${images[@]}" --set hours=1 --set gpus=6 --save six
prints "^CLOVER emits .* at [0-9.]+ % less accuracy than BASE's \\(consolidated: 6 GPUs for the load of 10\\)"
prints '^  knobs +pue 1\.5, lambda 0\.5, gpus 6$'
expect 0 "$wattif" show run six
prints "^CLOVER emits .* at [0-9.]+ % less accuracy than BASE's"
sed 's/"arrivals": {[^}]*}/"arrivals": {"kind": "rates", "workload": "twitter-like-30min", "scale": 0.1}/' \
    datasets/scenarios/clover-images.json >"$work/load.json"
expect 0 "$wattif" run "$work/load.json" --set hours=1 --set slo_ms.images=900
prints '^  load +images: twitter-like-30min, 30 min long, from its first row on$'
prints '^warning: the load of images ends after 30 min; nothing arrives from then on$'
expect 0 "${images[@]}" --set hours=1 --replicate 2
prints '^clover-images, configure clover: 2 replicates'
prints '^  images accuracy +8[0-9]\.'
expect 0 "${images[@]}" --set hours=1 --format json
prints '"clover": \{"accuracy_change_pct": -[0-9.]+, "c_base_g_per_request": 0\.0[0-9]+, "saved_pct": -?[0-9.]+\}'

# What a step would do has no room at 80 columns for "10.00" and "+2 812": it is said shorter, not cut.
expect 0 "$wattif" screen clover-teaching --set hours=8 --size 80x24 --knob accuracy_loss_pct
prints '◂ 10 +−[0-9.]+ % \+[0-9.]+k│'
expect 0 "$wattif" compare clover-teaching clover-teaching --set hours=1 --set accuracy_loss_pct=2
prints 'differs in .*acc\. loss 2\.00 % from the start'

# A saved run beside what is on the screen: accuracy counts, and fewer GPUs are told where the library does not
# know the scenario.
sed 's/"name": "clover-images"/"name": "own"/' datasets/scenarios/clover-images.json >"$work/own.json"
expect 0 "$wattif" run "$work/own.json" --set hours=1 --set gpus=4 --policy configure=co2opt --save own-four
expect 0 "$wattif" screen clover-images --set hours=1 --policy configure=base --view runs --size 120x40
prints '◆ GPUs 4 from the start'
prints '▼ [0-9.]+ % accuracy, worse'
expect 0 "$wattif" list runs
prints '^own-four .*own, configure co2opt, 4 GPUs for the load of 10, seed 1'
expect 0 "$wattif" list scenarios
prints '^clover-images .*1 app, configure clover, trace '
finish
