#!/usr/bin/env bash
# Pools on the command line: all-five runs and meets its SLOs, its file is what is shown; a scheme and a knob are turned
# in one pool; what is wrong with pools is said with its place.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash
five=("$wattif" run all-five --set hours=2)

expect 0 "$wattif" show scenario all-five
cmp -s "$work/out" datasets/scenarios/all-five.json || fail "show gives another text than all-five.json"
cp "$work/out" "$work/good.json"
expect 0 "$wattif" validate datasets/scenarios/all-five.json
expect 0 "$wattif" run all-five --check
prints '^This cluster emits .*; all p95 SLOs met'
prints '^  limits +all [0-9]+ kept$'
prints '^  pools +serving: configure clover, route fifo-pull'
prints '^ +vision: configure manual, route carbondis'
prints '^ +talk: configure manual, route own-queue, share tmux-etf'
expect 0 "$wattif" screen all-five --size 160x45
prints 'serving +CLOVER'
prints 'vision +CARBONDIS'
prints 'talk +TMUX-ETF'
prints 'This cluster emits [0-9.]+ % less than with nothing switched on'

# One pool at a time.
expect 0 "${five[@]}" --policy route.vision=least-loaded
prints ' vision: configure manual, route least-loaded'
expect 0 "${five[@]}" --policy route.vision=highperf
prints ' vision: configure manual, route highperf'
expect 0 "${five[@]}" --set cit.vision=0.8 --at 1h:lambda.serving=0.2 --at 1h:policy.route.vision=random
prints ' serving: configure clover, '
prints ' vision: configure manual, route carbondis'

# What is used, layer by layer, pool by pool and GPU by GPU: never a default that every pool overrides.
expect 0 "${five[@]}" --format json
prints '"policies": \{"configure": "clover \+ manual", "place": "infercool", "route": "fifo-pull \+ carbondis \+ own-queue \+ round-robin", "share": "mig \+ dedicated \+ tmux-etf", "tune": "carbon-tuned \+ fixed"\}'
prints '"name": "gpu3".*"pool": "talk", "share": "tmux-etf", "tune": "fixed"'

refuse 2 "no pool 'vison'" "${five[@]}" --policy route.vison=random
refuse 2 "cit.serves: no pool 'serves'; there are serving, vision, talk and mixed" "${five[@]}" --set cit.serves=1
refuse 2 "clock_mhz.NOBODY: no GPU or app 'NOBODY'; there are the GPUs gpu0, gpu1, gpu2, t4-1, t4-2, t4-3, t4-4, t4-5, gpu3, gpu4, gpu5, gpu6 and gpu7; the apps images, tagging, filtering, sorting, screening, archive, chat, speech, drawing, ssd, yolo, diffusion and gemma" \
    "${five[@]}" --at 1h:clock_mhz.NOBODY=700
refuse 2 'placement is common to all pools' "${five[@]}" --policy place.vision=none
refuse 2 "clover needs the route fifo-pull" "${five[@]}" --policy route.serving=random
refuse 2 "'gpu3'" "${five[@]}" --policy configure.talk=clover
refuse 2 "'carbondis' chooses between low-end and high-end GPUs, but pool 'talk' has no GPU of class low for app 'chat'" \
    "${five[@]}" --policy route.talk=carbondis
refuse 2 'a fleet with pools runs as a whole' "${five[@]}" --set gpus=3
refuse 2 "runs on fleet 'high', and policy.route.talk" "${five[@]}" --policy route.talk=lowenergy --policy route.vision=highperf

broken() {
    local pattern=$1 script=$2
    sed "$script" "$work/good.json" >"$work/bad.json"
    cmp -s "$work/good.json" "$work/bad.json" && fail "the preset has nothing to break by $script"
    expect 2 "$wattif" run "$work/bad.json"
    quiet_out
    says "$pattern"
}
broken "/apps/6/pool: there is no pool 'talks'; there are serving, vision, talk and mixed" '/"name": "chat"/,/model/s/"pool": "talk"/"pool": "talks"/'
broken "/apps/6/pool: app 'chat' is in no pool" '/"name": "chat"/,/model/{/"pool"/d}'
broken "/fleets/hetero/gpus/2/pool: GPU 'gpu2' is in no pool" 's/"name": "gpu2", "type": "A100-40GB", "pool": "vision",/"name": "gpu2", "type": "A100-40GB",/'
broken "/pools/2/name: 'chat' is a pool and an app" 's/"name": "talk"/"name": "chat"/; s/"pool": "talk"/"pool": "chat"/'
broken "/pools/3: pool 'spare' has no app" 's/"pools": \[/"pools": [/; s/^      "policies": {"configure": "manual", "route": "own-queue", "share": "tmux-etf"}$/&\n    },\n    {\n      "name": "spare"/'
broken '/pools/0/policies/route: clover needs the route fifo-pull' 's/"route": "fifo-pull"/"route": "random"/'
broken '/pools/0/policies/place: placement is common' 's/{"configure": "clover",/{"place": "none", "configure": "clover",/'
broken '/pools/0/clover/gred: unknown key' 's/"ged": 4/"gred": 4/'
broken "/baseline/policy.route.vision: policy.route.vision: no scheme 'lowperf'" 's/"policy.route.vision": "highperf"/"policy.route.vision": "lowperf"/'
broken '/baseline: must be an object' 's/"baseline": {.*},/"baseline": 5,/'
broken '/pools: must be an array' 's/"pools": \[/"pools": {}, "pool": [/'

finish
