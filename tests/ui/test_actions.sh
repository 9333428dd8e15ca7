#!/bin/bash
# Every action is pressed, by every key that it has: after the steps of its row the key must bring something to the screen
# that was not there before. A row is `action | steps, separated by ; | what is new (a regular expression)`; a row lacking
# for an action of actions.def is a fault, and so is one for an action that is not there. The 150 starts of the program are
# left to optimised builds; under the sanitizers test_monkey.c presses the same keys.
source tests/ui/script_support.bash
export VISUAL='' EDITOR=true # which changes nothing

rows() {
    cat <<'ROWS'
time-back       | goto 14:00                     | paused .* 13:5[0-9]:
time-forward    | goto 14:00                     | paused .* 14:0[1-9]:
bucket-back     | goto 14:00; zoom-in; zoom-in   | paused .* 13:59:30
bucket-forward  | goto 14:00; zoom-in; zoom-in   | paused .* 14:00:30
minute-back     | goto 14:00                     | paused .* 13:59:00
minute-forward  | goto 14:00                     | paused .* 14:01:00
hour-back       | goto 14:00                     | paused .* 13:00:00
hour-forward    | goto 14:00                     | paused .* 15:00:00
event-next      | goto 13:30                     | paused .* 14:00:00
event-previous  | goto 13:30                     | paused .* 13:00:00
event-kind      |                                | n and N stop at intensity steps
miss-next       | open carbondis-set1; set load 2; time-start | paused .* 1[2-6]:[0-9:]*[1-9]
time-start      |                                | paused .* 12:00:00
time-end        |                                | paused .* 16:09:4
play            |                                | ▶ 60×
slower          | play                           | ▶ 10×
faster          | play                           | ▶ 300×
zoom-in         |                                | 2 h in buckets of
zoom-out        | zoom-in; zoom-in               | 2 h in buckets of
pan-back        | goto 14:00; zoom-in; zoom-in   | paused .* 13:30:00
pan-forward     | goto 14:00; zoom-in; zoom-in   | paused .* 14:30:00
clock           |                                | 21:00:00 UTC
knob-previous   |                                | ▌route
knob-next       |                                | ▌load
knob-find       |                                | ▌set cit
turn-up         |                                | CIT  *1.05
turn-down       |                                | CIT  *0.95
turn-up-5       |                                | CIT  *1.25
turn-down-5     |                                | CIT  *0.75
type-value      |                                | : set cit
knob-default    | set cit 0.8                    | CARBONDIS emits .* than HIGHPERF
next-change     |                                | ◆ CIT
apply-mode      |                                | ● start
undo            | turn-down                      | CARBONDIS emits .* than HIGHPERF
reset           | turn-down; set load 1.2        | 2 changes undone; .* brings them
redo            | turn-down; undo                | CIT  *0.95
scheme-next     |                                | HIGHPERF +▾
pin             | turn-down                      | This is the pinned result
unpin           | turn-down; pin                 | less carbon than
reference-next  | turn-down; v                   | than HIGHPERF
ghost           |                                | emits [0-9.]* g in
panel-next      |                                | ━ 2 Grid intensity
panel-previous  | panel-carbon                   | ━ 2 Grid intensity
panel-knobs     | panel-carbon                   | ━ 1 Knobs
panel-intensity |                                | ━ 2 Grid intensity
panel-carbon    |                                | ━ 3 Carbon rate
panel-latency   |                                | ━ 4 Tail latency
panel-use       |                                | ━ 5 A100 use
panel-cluster   |                                | ━ 6 Cluster
panel-running   | resize 200x60                  | ━ 7 Running total
panel-accuracy  | open mig.json                  | ━ 8 Accuracy
panel-objective | open clover.json; resize 200x60 | ━ 9 Objective f.* ORACLE -?[0-9]
panel-fairness  | open etf-tx2                   | ━ & Fairness
panel-power     | open etf-tx2; set p_oi_w 0.1; set power staux | ━ % Power +W of tx2
panel-temperature | set cooling water                | ━ \^ Temperature +C of high
panel-full      |                                | knob  *value  *range
panel-form      |                                | 4 Response times
board-next      | board-next; board-next         | 5 A100 use
presenter       |                                | m back
boards          |                                | ─ Boards
why             |                                | ─ Why is it so
what-if         |                                | ─ What if
best            |                                | ─ Which is best
beside          |                                | ─ Compare ─
learn           |                                | ─ Learn, show, take away
advise          | best                           | Best setting .*36 settings of 3 knobs
demos           |                                | ─ Demos
demo-next       | demo fallacy-etf               | Demo ●●○
demo-back       | demo fallacy-etf; demo-next    | Demo ●○○
demo-first      | demo fallacy-etf; demo-next; demo-next | Demo ●○○
demo-try        | demo fallacy-etf               | Yours: every key works
demo-return     | demo fallacy-etf; demo-try; set load 0.7 | space: on
demo-up         | demo fallacy-etf; demo-next; demo-next | ▸ It saves as before
demo-down       | demo fallacy-etf; demo-next; demo-next | ▸ It saves more
demo-alone      | demo fallacy-etf               | plays by itself, 1×
demo-slower     | demo fallacy-etf               | 0.5 times as fast
demo-faster     | demo fallacy-etf               | 2 times as fast
inspector       |                                | Inspector
annealer        |                                | Nothing was searched for
mig-editor      | open mig.json                  | ─ Cut gpu0
pods            | open pods.json                 | ─ Pods
schemes         |                                | wattif  Schemes 
tornado         |                                | Tornado .*a step of each knob
response        | what-if                        | Response .*the whole run over CIT
contribution    | open pods.json; apply-mode; set reassignment_level 3 | Contribution .*what each of 2 layers
doubt           |                                | How sure is this.*64 draws of [0-9]+ inputs
starts          |                                | Which scheme, whatever the day.*schemes on the same
replicate       |                                | Is it luck.*the whole run, [0-9]+ seed
smallest        |                                | Smallest fleet.*mixes of 1 to [0-9]+ GPUs
map             |                                | ─ Map: carbon
frontier        |                                | What to vary: KNOB
scenarios       |                                | ─ Scenarios
traces          |                                | ─ Carbon traces
start           |                                | ─ Start of the run
atlas           |                                | ━ Starts, each day at
edits           |                                | ─ Edits
runs            |                                | ─ Saved runs
provenance      |                                | What the numbers rest on.*sources
reproduce       |                                | Claims: [0-9]* of
run-command     |                                | This run as a command
themes          |                                | ─ Theme
save            |                                | ─ Save this run
export          |                                | ─ Export
command         |                                | ─ Menu
explain         | why                            | ─ What is this
help            |                                | type to filter
back            | scenarios                      | 1 Knobs
quit            | turn-down                      | ─ Leave wattif
theme-next      |                                | theme high-contrast
glyphs-next     |                                | glyphs block
mouse           |                                | mouse off
redraw          | =                              | the same
list-up         | scenarios; key down            | ▌●? *carbondis-set1([^-]|$)
list-down       | scenarios                      | ▌ *carbondis-set1-contended
list-page-up    | traces                         | ▌ .*(Constant|South Wales|Ontario)
list-page-down  | traces; list-first             | ▌ .*(Africa|India|Texas|California)
list-first      | traces                         | ▌ *coal power
list-last       | scenarios                      | ▌ *infercool-table5d
list-left       | start                          | 13 Jan 2022 11:00
list-right      | start                          | 13 Jan 2022 13:00
list-tab        | turn-down; save                | ▌note
layer-1         | set policy.tune carbon-tuned; contribution | tune alone; u goes back
layer-2         | set policy.tune carbon-tuned; contribution | route alone; u goes back
layer-3         | set policy.tune carbon-tuned; contribution | there is no layer 3: 2 are on
layer-4         | set policy.tune carbon-tuned; contribution | there is no layer 4: 2 are on
layer-5         | set policy.tune carbon-tuned; contribution | there is no layer 5: 2 are on
list-seeds      | pin; set cit 0.8; compare      | more seeds come; \+ stops them
list-accept     | scenarios; key down            | carbondis-set1-contended .* paused
list-filter     | traces                         | │ / 
list-delete     | turn-down; edits               | Edits ─.* 0 ─
list-earlier    | turn-down; edits               | ◆ 12:5
list-later      | turn-down; edits               | ◆ 13:0[0-9:]*[1-9]
list-adopt      | schemes; key down              | FIFO-PULL +▾
list-mark       | schemes                        | CARBONDIS  *A  *[0-9]
list-undo       | turn-down; edits; key delete   | Edits ─.* 1 ─
list-rename     | save a run; runs               | type the new name
late-next       | open carbondis-set1; set load 2; time-start; inspector | ms after its deadline: the A100 was busy
same-next       | inspector                      | ▌00:0
same-previous   | open carbondis-set1; inspector | ▌59:59.8
runs-mark       | save m1; runs               | A m1
runs-compare    | save m2; set cit 0.8; runs  | Difference B − A
runs-sort       | save m3; runs               | in the order of tags
runs-tag        | save m4; runs               | type tags with blanks
runs-note       | save m5; runs               | type the note
compare         | pin; set cit 0.8; beside       | Difference B − A
compare-next    | pin; set cit 0.8; compare; key g | Difference [^%]*better
compare-previous | pin; set cit 0.8; compare; key G | Difference [^%]*better
compare-cut     | pin; set cit 0.8; compare; resize 160x45 | by GPU
compare-alone   | pin; set cit 0.8; compare      | the difference alone
compare-base    | pin; set cit 0.8; compare      | A emits
compare-open    | pin; set cit 0.8; compare      | is what is explored
mig-finer       | open mig.json; mig-editor      | ▌4g b7
mig-coarser     | open mig.json; mig-editor; mig-finer | ▌7g b7
mig-gpu-previous | open mig.json; mig-editor; mig-gpu-next | ─ Cut gpu0
mig-gpu-next    | open mig.json; mig-editor      | ─ Cut gpu1
mig-all         | open mig.json; mig-editor      | all 2 GPUs alike
mig-apply-mode  | open mig.json; mig-editor      | f from the start
front-previous  | map                            | emits .* less than CARBONDIS
front-next      | open carbondis-set1; map; key [; key [ | CARBON-TUNED emits [0-9.]* g
front-best      | frontier; key enter; key right | Best under every limit
front-take      | frontier; key enter            | these settings are in force
front-table     | frontier; key enter            | setting .* carbon g .* limits kept
across-next     | frontier; key enter            | late up, carbon active g across
up-next         | map                            | carbon active g up
up-previous     | map                            | slowest app % up
mig-manual      | open mig.json; mig-editor      | layouts are set by hand already
lessons         | learn                          | ─ Lessons
lesson-next     | lesson cit-trade-off           | CIT goes down to 0.8
lesson-back     | lesson cit-trade-off; lesson-next | Five jobs share one
lesson-hint     | lesson order-of-schemes        | Press P, then Esc
fleet           |                                | Your fleet
fleet-more      | fleet                          | low1, …
fleet-fewer     | fleet; key +                   | 2 changes
fleet-empty     | fleet; key right; key right    | type: is missing
fleet-add       | fleet                          | GPUs: 7
fleet-duplicate | fleet; key tab                 | Apps: 6
fleet-redo      | fleet; key +; key u            | GPUs: 7
fleet-table-before | fleet                       | trace: carbon intensity
fleet-before    | fleet                          | 3 of 3
fleet-after     | fleet                          | 2 of 3
fleet-smallest  | fleet                          | Smallest fleet.*mixes of 1 to [0-9]+ GPUs
fleet-csv       | fleet                          | paste the CSV now
fleet-editor    | fleet                          | nothing was changed in the editor
fleet-save      | fleet                          | save in the library as: carbondis-set1-mine
fleet-open      | fleet; key +                   | opened what was changed of carbondis-set1
scenario-copy   | scenarios                      | a copy of carbondis-set1
library         |                                | \[Traces\]
library-import  | library                        | ─ Import a file
library-export  | library                        | exported to .*us-cal-ciso-2022-direct
library-kind-before | library                    | \[Themes\]
ROWS
}

# Two GPUs that can be cut, for the editor of layouts.
cat >"$work/dumps/mig.json" <<'JSON'
{
  "format": 1, "name": "mig", "seed": 1, "trace": "us-cal-ciso-2021-03-clover-unknown",
  "start": "2021-03-26T21:00:00Z", "hours": 1,
  "fleets": {"two": {"gpus": [
    {"name": "gpu0", "type": "A100-40GB", "pods": ["7g:images/b7"]},
    {"name": "gpu1", "type": "A100-40GB", "pods": ["7g:images/b7"]}
  ]}},
  "apps": [{"name": "images", "model": "efficientnet", "slo_ms": 1500, "requests": null,
            "arrivals": {"kind": "exponential", "mean_gap_ms": 300}, "batch": {"kind": "fixed", "size": 8}}],
  "policies": {"configure": "manual", "place": "none", "route": "fifo-pull", "share": "mig", "tune": "fixed"}
}
JSON

# Two GPUs with pods that can move.
cp tests/ui/pods.json "$work/dumps"

# The two before them under CLOVER, which has an objective.
sed 's/"name": "mig"/"name": "clover"/; s/"slo_ms": 1500/"slo_ms": "base"/; s/"configure": "manual"/"configure": "clover"/' \
    "$work/dumps/mig.json" >"$work/dumps/clover.json"

# An action has its row in actions.def, or that of the view which it opens in views.def: name|keys.
table() {
    sed -n 's/^ACTION_ROW([^,]*, "\([^"]*\)", [^,]*, "\([^"]*\)".*/\1|\2/p' tui/words/actions.def
    sed -n -E 's/^(VIEW|QUESTION|OWN)_ROW\([^,]*, [^,]*, "([^"]*)", [^,]*, "([^"]*)".*/\2|\3/p' tui/words/views.def
}
names() { table | cut -d'|' -f1; }
keys_of() { table | grep "^$1|" | cut -d'|' -f2; }

rows | sed 's/ *|.*//' | sort >"$work/rows"
names | sort >"$work/names"
diff "$work/names" "$work/rows" >"$work/diff" || { fail "actions and rows differ:" && cat "$work/diff"; }

# A letter has one meaning: those that several actions have, with what it means wherever it is bound.
one_meaning() {
    cat <<'LETTERS'
G|the last: list-last time-end
N|the one before: compare-previous event-previous same-previous
b|which is best: advise best front-best
c|compare: beside compare runs-compare
d|drawn in another form: compare-alone front-table panel-form
f|from now on, or from the start: apply-mode mig-apply-mode
g|the first: demo-first list-first time-start
j|down: demo-down knob-next list-down
k|up: demo-up knob-previous list-up
l|learn: learn lessons
n|the next one: compare-next event-next same-next
p|the scheme: mig-manual scheme-next
s|save: fleet-save save
u|take back: list-undo undo
v|another reference: compare-base reference-next
w|what if: response what-if
x|export: export library-export
LETTERS
}
table | while IFS='|' read -r name keys; do
    for key in $keys; do [[ $key != [A-Za-z] ]] || echo "$key $name"; done
done | LC_ALL=C sort | awk '{ names[$1] = names[$1] " " $2; n[$1]++ } END { for (key in n) if (n[key] > 1) print key names[key] }' | LC_ALL=C sort >"$work/shared"
one_meaning | sed 's/|.*:/|/' | tr -d '|' | LC_ALL=C sort | diff - "$work/shared" >"$work/diff" || { fail "letters with several meanings:" && cat "$work/diff"; }

if [[ ${THINNED:-0} == 1 ]]; then
    echo "skipped: pressing every key is left to optimised builds (CMAKE_BUILD_TYPE=Release)"
    finish
fi

# The scenario with a twentieth of its requests, so that what is worked out beside every screen costs a twentieth.
sparser='s/"requests": 20000/"requests": 1000/'
for gap in 480 750 650 590 270; do
    sparser+="; s/\"mean_gap_ms\": $gap/\"mean_gap_ms\": $((20 * gap))/"
done
"$wattif" show scenario carbondis-set1 | sed -E "$sparser" >"$work/sparse.json"

# press ACTION KEY STEPS NEW
press() {
    local action=$1 key=$2 steps=$3 new=$4
    printf '%s\nscreen-dump before.txt\nkey %s\nscreen-dump after.txt\n' "${steps//;/$'\n'}" "$key" >"$work/press"
    script 120x40 "$work/sparse.json" --no-ahead <"$work/press" || return
    if [[ $action == redraw ]]; then
        cmp -s "$work/dumps/before.txt" "$work/dumps/after.txt" || fail "drawing again gives another screen"
        return
    fi
    grep -qE -- "$new" "$work/dumps/before.txt" && fail "$action: /$new/ is on the screen before $key"
    grep -qE -- "$new" "$work/dumps/after.txt" || fail "$action: $key does not bring /$new/"
}

while IFS='|' read -r action steps new; do
    read -r action <<<"$action"
    new=$(sed 's/^ *//; s/ *$//' <<<"$new")
    read -ra keys <<<"$(keys_of "$action")"
    for key in "${keys[@]}"; do
        press "$action" "$key" "$steps" "$new"
    done
done < <(rows)

finish
