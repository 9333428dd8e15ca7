#!/usr/bin/env bash
# Pods on the command line and by hand: levels, moves, constraints and what is said of them; in the view a pod is held over
# another GPU, let go of, and taken back.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/script_support.bash

# Two GPUs with pods that can move.
cp tests/ui/pods.json "$work/dumps"
pods=("$wattif" run "$work/dumps/pods.json")

expect 0 "${pods[@]}" --at 30:pod.images/1=gpu1 --format json
prints '"migrations": ?[{]'
prints '"pod": "images/1", "from": "gpu0", "to": "gpu1", "reason": "edit"'
expect 0 "${pods[@]}" --set reassignment_level=3 --format json
prints '"place": "infercool"'
prints '"reassignment_level": 3'
refuse 2 "--policy place=k8s contradicts --set reassignment_level=3" "${pods[@]}" --set reassignment_level=3 --policy place=k8s
refuse 2 "between 0 and 1 is from the start only" "${pods[@]}" --at 5:reassignment_level=1
refuse 2 "no pod 'images/9'; there are images/1 to images/3 and small/1 to small/2" "${pods[@]}" --set pod.images/9=gpu1
refuse 2 "partitions of 2g, which pod images/1 takes, are on gpu0 and gpu1" "${pods[@]}" --set pod.images/1=gpu1:2
expect 0 "${pods[@]}" --set reassignment_level=2 --set cooling=none
says 'place infercool changes nothing: no GPU has a temperature'

# More pods than partitions; constraints, of which the last cannot be met beside the others.
sed 's/"count": 3/"count": 5/' "$work/dumps/pods.json" >"$work/many.json"
expect 1 "$wattif" validate "$work/many.json"
prints "/apps/0/pods: 5 pods on partitions of 2g, of which fleet 'two' has 4 for app 'images'"
sed 's/"idle_w": 30, "up/"node": "n0", &/; s/"gpu1", "type": "A100-40GB"/&, "node": "n1"/
     s/"count": 3/"count": 2/; s/"knobs": {/&"reassignment_level": 1, /
     s/"hours": 0.2,/&\n"affinity": [{"kind": "NodeAffinity", "app": "small", "node": "n1"},\n{"kind": "PodAntiAffinity", "app": "images", "with": "small"},\n{"kind": "PodAffinity", "app": "images", "with": "small"}],/' \
    "$work/dumps/pods.json" >"$work/bound.json"
expect 0 "$wattif" run "$work/bound.json" --format json
prints '"node": "n1", "met": true'
says '/affinity/2, PodAffinity of images with small, is left out: it cannot be met beside those before it'

# By hand: what it says, the edit, and back.
script 120x40 pods.json <<'STEPS'
screen-dump first.txt
pods
key enter
key down
screen-dump held.txt
key enter
run-command
screen-dump moved.txt
key esc
undo
wait
screen-dump back.txt
STEPS
grep -q 'images/1 in the hand' "$work/dumps/held.txt" || fail "the view does not say which pod is in the hand"
grep -qE 'the hottest: gpu0 [0-9.]+ C, then gpu[01] [0-9.]+ C: cooler' "$work/dumps/held.txt" || fail "no forecast"
grep -qE 'pod.images/1=gpu1:[01]' "$work/dumps/moved.txt" || fail "the move is no edit of pod.images/1"
diff "$work/dumps/first.txt" "$work/dumps/back.txt" >/dev/null || fail "undo does not give the first frame"
finish
