#!/bin/bash
# The pictures in screenshots/, from the real program: each is a script of the dashboard drawn by its own SVG writer (blocks,
# braille and lines as shapes, so no font leaves gaps); the same program gives the same bytes. The first three are also
# opened in tmux and must show the same text, so that a picture is what a terminal shows. Two become PNG too where
# rsvg-convert exists.
#   tests/ui/screenshots.sh [FOLDER]     default: screenshots
set -eu
out=$(mkdir -p "${1:-screenshots}" && cd "${1:-screenshots}" && pwd)
wattif=$WATTIF_BUILD/wattif
work=$(mktemp -d "${TMPDIR:-/tmp}/wattif-shots-XXXXXX")
trap 'tmux -L "wattif-shots-$$" kill-server 2>/dev/null || true; rm -rf "$work"' EXIT
export HOME=$work XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state
export LC_ALL=C.UTF-8 TZ=UTC
unset NO_COLOR

# shot NAME SIZE [SCENARIO] OPTIONS... < steps: without a name of carbondis-set1
shot() {
    local name=$1 size=$2
    shift 2
    [[ ${1:--} == -* ]] && set -- carbondis-set1 "$@"
    { cat; echo "screen-dump $out/$name.svg"; echo "screen-dump $work/$name.ansi"; } >"$work/steps"
    "$wattif" "$@" --color direct --glyphs "${glyphs:-braille}" --script "$work/steps" --size "$size"
    echo "$out/$name.svg"
}

png() {
    command -v rsvg-convert >/dev/null || return 0
    rsvg-convert "$out/$1.svg" -o "$out/$1.png"
    echo "$out/$1.png"
}

# The same frame in a terminal: waits until it shows what the script drew.
same_in_tmux() {
    local name=$1 size=$2 i
    command -v tmux >/dev/null || return 0
    sed 's/\x1b\[[0-9;]*m//g; s/█/ /g; s/ *$//' "$work/$name.ansi" >"$work/$name.txt" # a full cell is a background there
    tmux -L "wattif-shots-$$" -f /dev/null new-session -d -x "${size%x*}" -y "${size#*x}" "$wattif"
    for ((i = 0; i < 600; i++)); do # a minute: forecasts come last
        tmux -L "wattif-shots-$$" capture-pane -p | sed 's/ *$//' >"$work/terminal.txt"
        if grep -q 'any other key: look around' "$work/terminal.txt"; then # the card that greets once
            tmux -L "wattif-shots-$$" send-keys Escape
            sleep 1
        fi
        if diff -q "$work/$name.txt" "$work/terminal.txt" >/dev/null; then
            tmux -L "wattif-shots-$$" kill-server
            sleep 0.3
            return 0
        fi
        sleep 0.1
    done
    echo "screenshots: the terminal does not show what $name.svg shows:" >&2
    diff "$work/$name.txt" "$work/terminal.txt" | head -20 >&2
    exit 1
}

for size in 80x24 120x40 200x60; do
    shot dashboard-$size $size all-five --board calm </dev/null # what wattif alone opens
    same_in_tmux dashboard-$size $size
done
png dashboard-80x24
png dashboard-120x40
shot carbondis-120x40 120x40 </dev/null
shot presenter-120x40 120x40 all-five <<<presenter
shot demo-120x40 120x40 <<<$'demo fallacy-etf\ndemo-next\ndemo-next\ndemo-down\ndemo-next'
shot schemes-120x40 120x40 all-five <<<$'schemes\nkey down\nkey down\nkey down\nkey down'
shot contribution-120x40 120x40 all-five <<<contribution
shot fleet-120x40 120x40 carbondis-set1 <<<$'fleet\nkey +\nkey tab'
shot library-120x40 120x40 <<<$'library\nkey tab'
shot map-120x40 120x40 carbondis-set1-contended <<<map
shot frontier-120x40 120x40 carbondis-set1-contended <<<$'frontier\nkey C-u\ntype cit=0.8:1.2:0.05 policy.route=carbondis,dybatch,highperf seeds=5\nkey enter'
shot cit-080-120x40 120x40 <<<$'-\n-\n-\n-'
shot highperf-120x40 120x40 <<<'set policy.route highperf'
shot misses-120x40 120x40 <<<$'set load 2\nset slo 0.5'
shot zoom-120x40 120x40 <<<$'set cit 0.8\ngoto 14:00\nzoom-in\nzoom-in\nzoom-in\nzoom-in\nzoom-in\nzoom-in\nzoom-in'
shot cdf-120x40 120x40 <<<$'-\n-\n-\n-\npanel-form\nkey enter'
shot cluster-120x40 120x40 <<<$'-\n-\n-\n-\npanel-cluster\nkey enter'
shot inspector-120x40 120x40 <<<$'-\n-\n-\n-\ngoto 13:10\ninspector'
for name in images language detection; do
    shot clover-$name-120x40 120x40 clover-$name <<<'goto 8h'
done
shot clover-images-80x24 80x24 clover-images <<<'goto 8h'
shot clover-images-200x60 200x60 clover-images <<<'goto 8h'
shot clover-oracle-120x40 120x40 clover-images <<<$'set gpus 2\napply-mode\nset policy.configure oracle\ngoto 8h'
shot mig-editor-120x40 120x40 clover-images <<<$'goto 8h30m\nmig-editor\nkey down'
shot annealer-120x40 120x40 clover-images <<<$'goto 8h30m\nannealer'
shot heat-120x40 120x40 infercool-k8s <<<$'apply-mode\nset reassignment_level 3'
shot temperatures-120x40 120x40 infercool-k8s <<<$'panel-temperature\nkey enter'
shot fairness-120x40 120x40 etf-tx2 </dev/null
shot palette-80x24 80x24 <<<$'command\ntype set c'
shot traces-120x40 120x40 <<<traces
shot start-120x40 120x40 <<<start
shot edits-100x30 100x30 <<<$'-\n-\n-\n-\ngoto 14:00\nset load 1.5\nedits'
shot help-120x40 120x40 <<<help
shot light-120x40 120x40 --theme light <<<$'-\n-\n-\n-'
glyphs=ascii shot mono-ascii-80x24 80x24 --theme mono <<<$'-\n-\n-\n-'
