#!/bin/bash
# Golden screens: scripts on a canvas, compared with tests/ui/golden/*. UPDATE_GOLDEN=1 rewrites them: read the diff. The
# dashboard in its sizes and states, then every view; the main ones in every glyph set, in mono with its attributes, and a
# few with their colours. Slow builds draw the dashboard alone: the unit tests draw all views there, at many sizes.
source tests/ui/script_support.bash

turn=$'-\n-\n-\n-\n' # CIT from 1.00 to 0.80, from 13:00 on, where the dashboard opens

views=" resume " # it reads what a killed wattif left, which scripts never do: test_session.sh

# view NAME SIZE OPTIONS... < steps: like golden; the view of that name counts as seen.
view() {
    local name=$1 size=$2
    shift 2
    views+="$name "
    golden "$name-$size.txt" "$size" "$@"
}

# each PREFIX "SIZES" "NAMES" OPTIONS...: the views of these names, one after the other in one script, each in these sizes;
# behind them the steps of $more.
more=
each() {
    local prefix=$1 name names size sizes
    read -ra sizes <<<"$2"
    read -ra names <<<"$3"
    shift 3
    for name in "${names[@]}"; do
        printf 'resize %s\n%s\n' "${sizes[0]}" "${name/palette/command}"
        for size in "${sizes[@]}"; do
            printf 'resize %s\nscreen-dump %s\n' "$size" "$prefix$name-$size.txt"
        done
        echo 'key esc'
    done >"$work/each"
    printf '%s' "$more" >>"$work/each"
    script "${sizes[0]}" "$@" <"$work/each"
    for name in "${names[@]}"; do
        for size in "${sizes[@]}"; do
            compare "$prefix$name-$size.txt"
        done
    done
    views+="${names[*]} "
}

# --- the dashboard ---

for size in 80x24 120x40 200x60 66x20 40x10; do
    printf 'resize %s\nscreen-dump first-%s.txt\n' $size $size
done >"$work/first"
script 80x24 <"$work/first"
for size in 80x24 120x40 200x60 66x20 40x10; do
    compare first-$size.txt
done
"$wattif" carbondis-set1 --size 80x24 2>&1 </dev/null | cmp -s - "$work/dumps/first-80x24.txt" || fail "without a script the first screen is another"
script 120x40 <<STEPS
${turn}screen-dump turned-120x40.txt
resize 80x24
screen-dump turned-80x24.txt
resize 120x40
scheme-next
screen-dump scheme-120x40.txt
STEPS
for name in turned-80x24 turned-120x40 scheme-120x40; do
    compare $name.txt
done
if [[ ${THINNED:-0} == 1 ]]; then
    echo "skipped: the other golden screens are left to optimised builds (CMAKE_BUILD_TYPE=Release)"
    finish
fi
# Another size of two, and other places in them, where what they have worked out is there already.
more='resize 120x40
response
key left
key left
key left
key left
screen-dump response-120x40.txt
key esc
map
key left
key left
screen-dump map-120x40.txt
key esc
'
each '' '100x30 80x24' 'response tornado map schemes demos scenarios traces start provenance reproduce help'
more=
compare response-120x40.txt
compare map-120x40.txt
each '' 100x30 'inspector save export themes palette'
each '' 80x24 inspector
each '' '120x40 80x24' 'why best beside what-if learn boards smallest'
each '' 120x40 advise
script 80x24 <<<$'advise\nkey tab\nscreen-dump advise-line-80x24.txt\ntype goal=late carbon_g.total<=1 cit\nkey enter\nwait\nscreen-dump advise-none-80x24.txt'
compare advise-line-80x24.txt
compare advise-none-80x24.txt
view welcome 80x24 carbondis-set1 --welcome --board calm <<<wait

golden dybatch-120x40.txt 120x40 <<<'set policy.route dybatch'
golden misses-120x40.txt 120x40 <<<$'set load 2\nset slo 0.5'
golden pinned-120x40.txt 120x40 <<<"$turn"pin$'\nset load 1.2'
golden play-100x30.txt 100x30 <<<$'time-start\nplay\nadvance 30'

# zoom N: to the N-th level around an hour
zoom() {
    echo 'goto 14:00'
    for ((i = 0; i < $1; i++)); do
        echo zoom-in
    done
}
golden zoom-100x30.txt 100x30 < <(zoom 2)
golden zoom-minute-120x40.txt 120x40 < <(zoom 7)
golden zoom-second-120x40.txt 120x40 < <(zoom 12)

panels=(knobs intensity carbon latency use cluster running)
for panel in "${panels[@]}"; do
    printf 'panel-%s\nkey enter\nscreen-dump full-%s-120x40.txt\nkey enter\n' "$panel" "$panel"
done >"$work/panels"
script 120x40 <"$work/panels"
for panel in "${panels[@]}"; do
    compare "full-$panel-120x40.txt"
done
golden full-knobs-80x24.txt 80x24 <<<$'panel-knobs\nkey enter'
golden full-knobs-200x60.txt 200x60 <<<$'panel-knobs\nkey enter'
grep -n '…' "$work/dumps/full-knobs-200x60.txt" && fail "the table of all knobs cuts words where there is room"
golden full-cluster-80x24.txt 80x24 <<<$'panel-cluster\nkey enter'
golden cdf-120x40.txt 120x40 <<<panel-form
golden cdf-80x24.txt 80x24 <<<panel-form
golden cdf-full-120x40.txt 120x40 <<<$'panel-form\nkey enter'
golden cdf-window-120x40.txt 120x40 <<<$'goto 13:30\nzoom-in\nzoom-in\npanel-form\npanel-form'

each '' '80x24 120x40 200x60' 'fleet library presenter'
golden ascii-presenter-120x40.txt 120x40 --glyphs ascii <<<$'presenter\npanel-use'
script 80x24 <<'STEPS'
demo fallacy-etf
demo-next
demo-next
demo-down
screen-dump demo-80x24.txt
resize 200x60
screen-dump demo-200x60.txt
resize 120x40
screen-dump demo-120x40.txt
demo-next
screen-dump demo-answer-120x40.txt
STEPS
for name in demo-{80x24,120x40,200x60} demo-answer-120x40; do
    compare "$name.txt"
done
golden demo-try-100x30.txt 100x30 <<<$'demo fallacy-etf\ndemo-try\nset load 0.7'

# --- the views ---

script 120x40 <<<$'tornado\nscreen-dump tornado-120x40.txt\nresize 200x60\nkey down\nkey down\nkey down\nscreen-dump tornado-200x60.txt'
compare tornado-120x40.txt
compare tornado-200x60.txt
for size in 80x24 120x40 200x60; do
    view compare $size <<<$'pin\nset cit 0.8\ncompare'
done
for glyphs in ascii block; do
    golden $glyphs-compare-120x40.txt 120x40 --glyphs $glyphs <<<$'pin\nset cit 0.8\ncompare\nkey %'
done
view frontier 120x40 <<<$'frontier\nkey enter\nwait\nkey right'
view frontier 80x24 <<<$'frontier\nkey enter\nwait\nkey right'
view inspector 120x40 <<<$'set cit 0.8\ngoto 13:10\ninspector\nkey n'
view explain 80x24 <<<explain
view explain 120x40 <<<$'set cit 0.8\nexplain\ntype slowest'
view explain 200x60 <<<$'panel-carbon\nexplain'
view palette 80x24 <<<$'command\ntype set c'
golden prompt-100x30.txt 100x30 <<<$'command\ntype set ci\nkey tab'
golden value-100x30.txt 100x30 <<<$'set load 1.5\n=\ntype 0'
view edits 100x30 <<<"$turn"$'goto 14:00\nset load 1.5\nedits'
golden edits-none-80x24.txt 80x24 <<<edits
view command 100x30 <<<"$turn"$'set policy.route dybatch\nrun-command'
view command 80x24 <<<run-command
view quit 100x30 <<<"$turn"$'key q'
view quit 80x24 <<<"$turn"$'set load 1.5\nkey q'
golden help-filter-100x30.txt 100x30 <<<$'help\ntype zoom'

# Own fleets, the library, and a file before it is imported.
golden fleet-typed-80x24.txt 80x24 <<<$'fleet\nkey right\nkey right\nkey enter\nkey C-u\ntype P'
golden fleet-faults-120x40.txt 120x40 <<<$'fleet\nkey right\nkey 0\nkey tab\nkey right\nkey 0'
golden library-profiles-120x40.txt 120x40 <<<$'library\nkey tab'
golden library-workloads-80x24.txt 80x24 <<<$'library\nkey tab\nkey tab'
printf 'timestamp,ci_gco2_per_kwh,zone\n2026-01-01T00:00:00Z,100,A\n2026-01-01T01:00:00Z,lots,A\n' >"$work/dumps/grid.csv"
for size in 80x24 120x40; do
    view import $size <<<$'library\nkey I\ntype grid.csv\nkey enter'
done
golden mono-fleet-100x30.ansi 100x30 --color never <<<fleet

# Saved runs show when they were saved: that column is masked.
script 100x30 <<<$'save as it comes\n'"$turn"'save CIT 0.80'
script 100x30 <<<$'runs\nscreen-dump runs-100x30.txt\nresize 80x24\nscreen-dump runs-80x24.txt'
for size in 100x30 80x24; do
    sed -i -E 's/[0-9]{2}:[0-9]{2}( +)│$/--:--\1│/; s/saved( +)[-0-9]{10} [0-9]{2}:[0-9]{2}/saved\1---------- --:--/' \
        "$work/dumps/runs-$size.txt"
    views+="runs "
    compare runs-$size.txt
done
new_store "$XDG_DATA_HOME/wattif/wattif.db"

# --- a lesson: asked, answered, a task on the way, a view over it, and how it is left ---

for size in 80x24 120x40; do
    script $size <<STEPS
lessons
screen-dump lessons-$size.txt
key esc
lesson cit-trade-off
key enter
screen-dump lesson-asked-$size.txt
key b
turn-up
screen-dump lesson-$size.txt
map
screen-dump lesson-map-$size.txt
key esc
key esc
screen-dump lesson-leave-$size.txt
STEPS
    for name in lessons lesson-asked lesson lesson-map lesson-leave; do
        compare $name-$size.txt
    done
done
script 200x60 <<<$'lesson cit-trade-off\nkey enter\nkey b\nscreen-dump lesson-200x60.txt'
compare lesson-200x60.txt
golden ascii-lesson-120x40.txt 120x40 --glyphs ascii <<<$'lesson cit-trade-off\nkey enter\nkey a'
golden mono-lesson-80x24.ansi 80x24 --color never <<<$'lesson cit-trade-off\nkey enter\nkey a'
views+="lessons lesson lesson-leave "

# --- the atlas: 364 starts ---

script 80x24 <<<$'atlas\nscreen-dump atlas-80x24.txt\nresize 120x40\nkey tab\nkey down\nscreen-dump atlas-120x40.txt'
compare atlas-80x24.txt
compare atlas-120x40.txt
views+="atlas "

# --- Clover: in one script, because everything beside one run of 48 h takes seconds ---

script 80x24 clover-images <<'STEPS'
screen-dump clover-first-80x24.txt
resize 120x40
presenter
screen-dump presenter-clover-120x40.txt
presenter
resize 80x24
goto 10h
screen-dump clover-80x24.txt
annealer
screen-dump annealer-80x24.txt
key esc
mig-editor
screen-dump mig-editor-80x24.txt
key esc
resize 200x60
screen-dump clover-200x60.txt
resize 120x40
screen-dump clover-120x40.txt
annealer
screen-dump annealer-120x40.txt
key esc
mig-editor
key down
screen-dump mig-editor-120x40.txt
key esc
panel-objective
key enter
screen-dump clover-full-objective-120x40.txt
key enter
panel-cluster
key enter
screen-dump clover-full-cluster-120x40.txt
STEPS
for name in {clover,annealer,mig-editor}-{80x24,120x40} clover-first-80x24 clover-200x60 {presenter-clover,clover-full-objective,clover-full-cluster}-120x40; do
    compare "$name.txt"
done
views+="annealer mig-editor "

# --- pods: one is held over another GPU ---

cp tests/ui/pods.json "$work/dumps"
for size in 80x24 120x40; do
    golden calm-$size.txt $size ./pods.json --board calm <<<wait
done
script 80x24 pods.json <<'STEPS'
pods
key enter
key down
screen-dump pods-80x24.txt
resize 120x40
screen-dump pods-120x40.txt
STEPS
compare pods-80x24.txt
compare pods-120x40.txt
views+="pods "

# --- contribution: two layers at work, and all-five ---

script 80x24 pods.json <<'STEPS'
apply-mode
set reassignment_level 3
contribution
screen-dump contribution-80x24.txt
resize 120x40
key right
key right
key right
key down
key tab
screen-dump contribution-120x40.txt
STEPS
sed 's/"hours": [0-9.]*/"hours": 0.2/' datasets/scenarios/all-five.json >"$work/dumps/short.json"
script 80x24 short.json --no-ahead <<'STEPS'
set hours 0.1
contribution
screen-dump all-five-contribution-80x24.txt
resize 120x40
screen-dump all-five-contribution-120x40.txt
resize 200x60
key right
screen-dump all-five-contribution-200x60.txt
STEPS
sed -i 's/"hours": [0-9.]*/"hours": 0.5/' "$work/dumps/short.json" # in much less no clock and no place is worth anything
golden all-five-schemes-120x40.txt 120x40 short.json --no-ahead <<<$'schemes\nkey down\nkey down\nkey down\nkey down'
for name in contribution-{80x24,120x40} all-five-contribution-{80x24,120x40,200x60}; do
    compare "$name.txt"
done
views+="contribution "
grep -n '…' "$work"/dumps/*contribution-{120x40,200x60}.txt && fail "contribution cuts a word where it could count"

# --- apps that take turns on a GPU ---

script 80x24 etf-arrivals <<<$'goto 15m\nscreen-dump etf-80x24.txt\nresize 120x40\nscreen-dump etf-120x40.txt\nkey &\nkey enter\nscreen-dump etf-full-fairness-120x40.txt\nkey enter\nresize 200x60\nscreen-dump etf-200x60.txt'
script 80x24 fallacy-sdxl-whisper <<<$'goto 1m\nscreen-dump fallacy-80x24.txt\nresize 200x60\nscreen-dump fallacy-200x60.txt'
for name in etf-80x24 etf-120x40 etf-200x60 etf-full-fairness-120x40 fallacy-80x24 fallacy-200x60; do
    compare "$name.txt"
done

# --- all-five: every layer on a pool of its own, and what `wattif` alone opens ---

cat >"$work/opens" <<'STEPS'
screen-dump all-five-80x24.txt
mig-editor
screen-dump all-five-mig-editor-80x24.txt
key esc
annealer
screen-dump all-five-annealer-80x24.txt
key esc
panel-latency
key enter
screen-dump all-five-full-latency-80x24.txt
key enter
panel-knobs
resize 120x40
screen-dump all-five-120x40.txt
mig-editor
key down
screen-dump all-five-mig-editor-120x40.txt
key esc
inspector
screen-dump all-five-inspector-120x40.txt
key esc
provenance
screen-dump all-five-provenance-120x40.txt
key esc
panel-cluster
key enter
screen-dump all-five-full-cluster-120x40.txt
key enter
panel-knobs
resize 200x60
screen-dump all-five-200x60.txt
STEPS
(cd "$work/dumps" && "$wattif" --script "$work/opens" --size 80x24) >"$work/out" 2>"$work/err" </dev/null || fail "wattif alone gives status $?"
for name in {,mig-editor-,annealer-,full-latency-}80x24 {,mig-editor-,inspector-,provenance-,full-cluster-}120x40 200x60; do
    compare "all-five-$name.txt"
done

while read -r name; do
    [[ $views == *" $name "* ]] || fail "the view $name has no golden screen"
done < <(sed -nE 's/^(VIEW|ASKED)_ROW\([^,]*, "([^"]*)".*/\2/p' tui/words/views.def)

# --- glyph sets ---

for size in 80x24 120x40; do
    golden block-$size.txt $size --glyphs block <<<"$turn"
    golden ascii-$size.txt $size --glyphs ascii <<<"$turn"
done
golden ascii-cdf-120x40.txt 120x40 --glyphs ascii <<<panel-form
golden block-cdf-120x40.txt 120x40 --glyphs block <<<panel-form
each ascii- 100x30 'inspector start palette explain' --glyphs ascii
each block- 100x30 'inspector start palette' --glyphs block
golden ascii-traces-100x30.txt 100x30 --glyphs ascii <<<$'traces\nkey /\ntype ontario'
golden ascii-full-cluster-120x40.txt 120x40 --glyphs ascii <<<$'panel-cluster\nkey enter'
LC_ALL=C.UTF-8 grep -lP '[^\x00-\x7F]' "$work"/dumps/ascii-* && fail "an ASCII screen has other characters"

# --- attributes and colours ---

# styled PREFIX "NAMES" OPTIONS...: the dashboard and these views after a turn, with their attributes.
styled() {
    local prefix=$1 name names
    read -ra names <<<"$2"
    shift 2
    {
        printf '%sscreen-dump %sdashboard-100x30.ansi\n' "$turn" "$prefix"
        for name in "${names[@]}"; do
            [[ $name != schemes ]] || echo 'set hours 0.25' # each is run with five seeds
            printf '%s\nscreen-dump %s\nkey esc\n' "$name" "$prefix$name-100x30.ansi"
        done
    } >"$work/styled"
    script 100x30 "$@" <"$work/styled"
    for name in dashboard "${names[@]}"; do
        compare "$prefix$name-100x30.ansi"
    done
}

styled mono- 'inspector edits schemes' --color never
styled mono-ascii- 'inspector edits schemes' --color never --glyphs ascii
styled color- 'inspector edits' --color direct
styled color16- '' --color 16
golden mono-80x24.ansi 80x24 --theme mono </dev/null
NO_COLOR=1 script 80x24 <<<"screen-dump mono-nocolor.ansi"
grep -lE $'\033\\[[0-9;]*(3[0-9]|4[0-9])' "$work"/dumps/mono-* && fail "a screen without colour has colours"

# Every golden file belongs to a script.
for file in "$golden"/*; do
    [[ -e $work/dumps/${file##*/} ]] || fail "no script draws ${file##*/}"
done

# No screen is wider than it should be, and none has lines to spare.
for dump in "$work"/dumps/*-*x*.txt; do
    size=${dump##*-}
    size=${size%.txt}
    [[ $(wc -L <"$dump") -le ${size%x*} && $(wc -l <"$dump") -eq ${size#*x} ]] || fail "$dump is not $size"
done

# Nothing is cut at 80x24: where there is no room for a word, it has a shorter one. In the palette and the list of claims
# rows are: what they say stands below in full.
for dump in "$work"/dumps/*-80x24.txt; do
    [[ $dump == */@(reproduce|palette)-80x24.txt ]] || ! grep -n '…' "$dump" || fail "${dump##*/}: words are cut"
done

finish
