#!/bin/bash
# Writes what every command prints, over all scenarios, and every view in three sizes, into a folder, one file each: recorded
# before a change that is to alter no output and after it, `diff -r` shows what it did alter. The slowest (reproduce) is last.
#   WATTIF_BUILD=build/release tests/ui/outputs.sh FOLDER [PATTERN]     only the files whose name matches
set -u
wattif=$(realpath "${WATTIF_BUILD:-build/release}")/wattif
data=$PWD
mkdir -p "${1:?a folder}" && cd "$1" || exit 3
pattern=${2:-.}
export WATTIF_DATA=$data LC_ALL=C.UTF-8 TZ=UTC NO_COLOR=1 XDG_CONFIG_HOME=$PWD/.config SOURCE_DATE_EPOCH=1000000000
"$wattif" --db "$PWD/.store.db" run carbondis-set1 --save kept >/dev/null 2>&1
scenarios=$("$wattif" --db .store.db list scenarios --format csv | tail -n +2 | cut -d, -f1)

# say NAME ARGUMENTS...: one line of the list of work.
say() {
    local name=$1
    shift
    [[ $name =~ $pattern ]] && printf '%s\t%s\n' "$name" "$*"
}
commands() {
    for command in run compare sweep attribute merge list show export import validate calc reproduce screen lesson doctor backup help; do
        say "help-$command" "$command" --help
    done
    say help-all --help
    say help-man help man
    for shell in bash zsh fish; do say "help-$shell" help "$shell"; done
    for format in text csv json; do
        for kind in scenarios policies knobs traces profiles workloads themes experiments lessons demos terms; do
            say "list-$kind.$format" list $kind --format $format
        done
    done
    for format in text json; do
        say "calc.$format" calc --format $format
        for formula in $("$wattif" calc | awk 'NR > 1 && NF > 2 { print $1 }'); do
            say "calc-$formula.$format" calc "$formula" --format $format
        done
    done
    for scenario in $scenarios; do
        say "show-$scenario" show scenario "$scenario"
        say "validate-$scenario" validate "$data/datasets/scenarios/$scenario.json"
        for format in text csv json html; do
            say "run-$scenario.$format" run "$scenario" --format $format
            say "compare-$scenario.$format" compare "$scenario" --format $format
        done
        for size in 80x24 120x40 200x60; do say "screen-$scenario-$size" screen "$scenario" --size $size; done
    done
    for scenario in carbondis-set1 clover-teaching etf-tx2 infercool-table5a; do
        for format in text csv json; do
            say "replicate-$scenario.$format" run "$scenario" --replicate 3 --format $format
            say "sweep-$scenario.$format" sweep "$scenario" --vary load=.8,1 --replicate 2 --format $format
        done
    done
    for format in text csv json html; do
        say "compare-2.$format" compare carbondis-set1 carbondis-set1 --policy route=dybatch --format $format
        say "compare-seeds.$format" compare carbondis-set1 --replicate 3 --format $format
        say "compare-apart.$format" compare carbondis-set1 carbondis-set2 --format $format
        say "attribute.$format" attribute all-five --format $format
        say "attribute-seeds.$format" attribute infercool-k8s --set water=auto --replicate 2 --format $format
        say "frontier.$format" sweep carbondis-set1 --vary cit=.6:1.4:.2 --vary policy.route=carbondis,dybatch --replicate 2 --format $format
        say "saved.$format" export run kept --format $format
    done
    for view in presenter inspector annealer mig-editor pods response tornado schemes contribution map frontier scenarios fleet library traces \
        start atlas demos edits runs compare lessons provenance command themes save export palette explain help quit lesson-leave import resume; do
        for scenario in carbondis-set1 clover-teaching all-five; do
            for size in 80x24 120x40 200x60; do say "view-$view-$scenario-$size" screen $scenario --view $view --size $size --cursor 30m; done
            for format in csv json html; do say "view-$view-$scenario.$format" screen $scenario --view $view --format $format; done
        done
    done
    for format in text csv json; do say "reproduce.$format" reproduce --format $format; done
}
# shellcheck disable=SC2317 # called by xargs
one() {
    local name=${1%%$'\t'*} words=${1#*$'\t'}
    # shellcheck disable=SC2086 # the words are words
    "$wattif" --db "$PWD/.store.db" $words >"$name" 2>"$name.err" </dev/null
    echo "status $?" >>"$name.err"
}
export -f one
export wattif
# shellcheck disable=SC2016 # the inner shell expands it
commands | xargs -d '\n' -P "$(nproc)" -I{} bash -c 'one "$1"' _ {}
