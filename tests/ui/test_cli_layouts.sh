#!/usr/bin/env bash
# MIG layouts on the command line: --set, --at and edits of a scenario change them, and what cannot be is
# refused with what there is instead.
source tests/ui/cli_support.bash

cat >"$work/cut.json" <<'END'
{"format": 1, "name": "cut", "seed": 1, "trace": "act-gas", "start": "2022-01-14T00:00:00Z", "hours": 0.25,
 "fleets": {"f": {"gpus": [
   {"name": "gpu0", "type": "A100-40GB", "idle_w": 35.8, "pods": ["4g:images/b5", "3g:images/b7"]},
   {"name": "gpu1", "type": "A100-40GB", "idle_w": 35.8}]}},
 "apps": [{"name": "images", "model": "efficientnet", "variant": "b7",
           "arrivals": {"kind": "exponential", "mean_gap_ms": 2000}, "batch": {"kind": "fixed", "size": 8}}],
 "policies": {"route": "fifo-pull", "share": "mig"}, "power": "staux", "p_oi_w": 1}
END
expect 0 "$wattif" validate "$work/cut.json"
cut=("$wattif" run "$work/cut.json")

# Which GPU was out for how long, and whether the mix follows.
outage() { grep -o "\"$1\".*\"outage_s\": [0-9.]*" "$work/out" | sed 's/.*: //'; }
expect 0 "${cut[@]}" --format json
prints '"mig": \[4, 3\]'
prints '"auxiliary": [0-9]*\.[0-9]'
[[ $(outage gpu0) == 0 ]] || fail "an outage without a change"
expect 0 "${cut[@]}" --set mig.gpu0=7g:images/b1 --set mig.gpu1=7g:images/b1 --format json
prints '"mig": \[7\]'
prints '"accuracy": 78.8,'
expect 0 "${cut[@]}" --at 5m:mig.gpu0=4g:images/b5,2g:images/b1,1g:- --format json
[[ $(outage gpu0) == 10 ]] || fail "a cut takes 10 s, not $(outage gpu0)"
prints '"knob": "mig.gpu0", "value": "4g:images/b5,2g:images/b1,1g:-"'
cp "$work/out" "$work/at.json"
sed 's|"p_oi_w": 1|"p_oi_w": 1, "edits": [{"t_s": 300, "knob": "mig.gpu0", "value": "4g:images/b5,2g:images/b1,1g:-"}]|' \
    "$work/cut.json" >"$work/edited.json"
expect 0 "$wattif" run "$work/edited.json" --format json
cmp -s "$work/out" "$work/at.json" || fail "an edit in the file is another run than --at"

# What cannot be, and what there is instead.
refuse 2 "4g, does not fit.*there are 4g 3g, 4g 2g 1g and 4g 1g 1g 1g" "${cut[@]}" --set mig.gpu0=4g:images,4g:images
refuse 2 "'5g' is no MIG slice; there are 1g, 2g, 3g, 4g and 7g" "${cut[@]}" --at 5m:mig.gpu0=5g:images
refuse 2 "slice 7g, variant b9; there are b1, b3, b5 and b7" "${cut[@]}" --set mig.gpu0=7g:images/b9
refuse 2 "edits/0/value.*no variant 'b9'.*there are b1, b3, b5 and b7" "${cut[@]}" --at 5m:mig.gpu0=7g:images/b9
refuse 2 "no app 'sounds'; there are images, and - for none" "${cut[@]}" --at 5m:mig.gpu0=7g:sounds
refuse 2 "no GPU 'gpu9'.*there are gpu0 and gpu1" "${cut[@]}" --at 5m:mig.gpu9=7g:images
refuse 2 "begins as a whole.*: mig.gpu1=7g:images" "${cut[@]}" --at 5m:mig.gpu1=7g:images
refuse 2 "slice and an app" "${cut[@]}" --set mig.gpu0=7g
refuse 2 "fifo-pull and own-queue" "${cut[@]}" --set policy.route=round-robin --at 5m:mig.gpu0=7g:images
refuse 2 "no GPU here can be cut.*share 'mig'" "$wattif" run carbondis-set1 --set mig=7g:job1
refuse 2 "only under 'mig'" "$wattif" run carbondis-set1 --set mig.high=7g:job1

# A row below what power staux counts apart from it.
sed 's/"idle_w": 35.8, "pods"/"idle_w": 80, "pods"/' "$work/cut.json" >"$work/floor.json"
refuse 2 "its power law counts 81 W.*lower p_oi_w" "$wattif" run "$work/floor.json"
finish
