#!/usr/bin/env bash
# The contract of the command line: streams, exit statuses, help, lists, shows.
source tests/ui/cli_support.bash

# Help and version need no store and no home.
expect 0 env -i "$wattif" --version
prints '^wattif [0-9]+\.[0-9]+\.[0-9]+$'
quiet_err
expect 0 env -i "$wattif" --help
prints 'usage: wattif \[SCENARIO\|RUN\]'
quiet_err
commands='run compare sweep merge list show export import validate calc reproduce screen doctor backup help'
for command in $commands; do
    expect 0 "$wattif" --help
    prints "^  $command "
    expect 0 "$wattif" "$command" --help
    prints "^usage: wattif $command"
    quiet_err
done
expect 0 "$wattif" run --help
for option in set at policy seed replicate jobs check save replace format; do
    prints "^  --$option"
done
expect 0 "$wattif" help man
if command -v groff >/dev/null; then
    for width in 60n 78n 120n; do
        [[ -z $(groff -man -Tutf8 -ww -rLL=$width "$work/out" 2>&1 >/dev/null) ]] || fail "the manual page has warnings at $width"
    done
fi
prints '^\.TH WATTIF 1'
for command in $commands; do
    prints "^\.SS $command"
done
expect 0 "$wattif" help bash
bash -n "$work/out" || fail "the bash completion does not parse"
# completes EXPECTED WORD...: what bash offers for the last word.
completes() {
    local wanted=$1
    shift
    local found
    found=$(PATH=$WATTIF_BUILD:$PATH bash -c 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wattif; echo "${COMPREPLY[*]}"' \
        "$work/completion" "$@")
    # shellcheck disable=SC2053 # a pattern
    [[ $found == $wanted ]] || fail "completing '$*' gives '$found' instead of '$wanted'"
}
cp "$work/out" "$work/completion"
completes 'run response replicate reproduce*' wattif r
completes 'json' wattif run x --format j
completes 'json' wattif run x --format = j
completes 'carbondis' wattif run x --policy route = carb
completes 'dedicated' wattif run x --policy share = de
completes 'route.vision=carbondis' wattif run all-five --policy route.vision=carb
completes 'highperf' wattif run all-five --policy route.vision = highp
completes 'highperf' wattif screen --size 80x24 all-five --policy route.talk = highp
completes '' wattif run carbondis-set1 --policy route.vision
completes '* configure.talk=*' wattif run all-five --policy conf
completes '*carbondis-set1*' wattif run carbon
completes '--check' wattif run x --ch
completes 'traces themes terms' wattif list t
completes 'scenario' wattif show sc
completes 'us-cal-ciso-2022-direct us-cal-ciso-2022-lca' wattif show trace us-cal-ciso-2022
completes 'Shapley' wattif show term Sha
completes 'same-joule' wattif export lesson same
completes '' wattif import trace us-cal
completes 'table' wattif import trace x.csv --as tab
completes 'idle-power' wattif lesson idle
completes 'CD-N1 CD-N1*' wattif reproduce CD-N1
completes 'idle-carbon' wattif calc idle
completes 'cit= *' wattif attribute all-five --set ci
completes 'phi=' wattif sweep etf-tx2 --vary ph
completes 'carbondis' wattif sweep carbondis-set1 --policy route = carb
completes 'high-contrast' wattif --theme high
completes 'carbondis-clover' wattif --demo carbondis
completes 'lambda' wattif screen all-five --knob lam
# What the other shells are given parses, where there is such a shell.
for shell in zsh fish; do
    expect 0 "$wattif" help $shell
    ! command -v $shell >/dev/null || $shell -n "$work/out" || fail "$shell does not read its completion"
done
expect 0 "$wattif" help fish
prints "seen_subcommand_from show; and __fish_seen_subcommand_from trace' -x -a"
prints "seen_subcommand_from run' -l set .* -x -a 'cit= .*gpus="
prints "seen_subcommand_from sweep' -l policy .* -x -a '.*route=carbondis .*tune=fixed"
prints "seen_subcommand_from screen' -l view .* -x -a '.*inspector"

# Bad usage: status 2, one message, what to do.
refuse 2 "no option --sed; did you mean --(set|seed)" "$wattif" run carbondis-set1 --sed 1
refuse 2 "no option --bananas" "$wattif" --bananas
refuse 2 "run needs SCENARIO" "$wattif" run
refuse 2 "one word too many" "$wattif" run a b
refuse 2 "no such command 'lst'; did you mean 'list'" "$wattif" lst
refuse 2 "none of text, json, csv" "$wattif" run carbondis-set1 --format xml
refuse 2 "no list 'trace'; did you mean 'traces'" "$wattif" list trace
refuse 2 "no kind 'traec'" "$wattif" show traec x
refuse 2 "size" "$wattif" --size 0x10
refuse 2 "size" "$wattif" --size 80
refuse 2 "given twice" "$wattif" run carbondis-set1 --seed 1 --seed 2
refuse 2 "carbondis-set3" "$wattif" run carbondis-set3
says "carbondis-set1|carbondis-set2"
refuse 2 "nowhere.json" "$wattif" run ./nowhere.json

# Lists: a text table, a JSON array of objects with a name, CSV with a header.
for list in scenarios policies knobs traces profiles workloads runs themes experiments lessons terms; do
    expect 0 "$wattif" list $list
    quiet_err
    expect 0 "$wattif" list $list --format json
    head -c 1 "$work/out" | grep -q '\[' || fail "no array: $called"
    n=$(grep -c '"name":' "$work/out")
    expect 0 "$wattif" list $list --format csv
    head -1 "$work/out" | grep -qE '(^|,)name(,|$)' || fail "no name column: $called"
    [[ $(($(wc -l <"$work/out") - 1)) -eq $n ]] || fail "JSON and CSV differ in length: $called"
    [[ $list == runs || $n -gt 0 ]] || fail "nothing in the list: $called"
done
expect 0 "$wattif" list scenarios --format csv
for scenario in carbondis-set1 carbondis-set1-contended carbondis-set2 carbondis-fig2; do
    prints "^$scenario,"
done
expect 0 "$wattif" list traces --format csv
for trace in us-cal-ciso-2021-direct us-cal-ciso-2022-direct us-cal-ciso-2022-lca au-nsw-2022-direct ca-on-2022-lca gb-2022-lca \
    de-2022-lca fr-2022-lca se-2022-lca pl-2022-lca us-tex-erco-2022-lca us-mida-pjm-2022-lca za-2022-lca act-gas; do
    prints "^$trace,"
done

# The glossary: a term by any of its forms, in either case; a scheme and a knob's sign are terms, too.
for term in CIR cir F_S p99 DYBATCH PUE '▼' gCO2eq/kWh; do
    expect 0 "$wattif" show term "$term"
    prints '^term +[^ ]'
    prints '^source +[^ ]'
done
refuse 2 "no term 'lamda'; did you mean 'lambda'" "$wattif" show term lamda
refuse 2 "no term ''" "$wattif" show term ''

# Shows: the trace's basis and kind are always there; a scenario is what run reads.
expect 0 "$wattif" show trace us-cal-ciso-2022-direct
prints '^kind +average'
prints '^basis +direct'
prints '^resolution +hourly'
prints '^licence +[^ ]'
expect 0 "$wattif" show trace act-gas
prints 'constant'
expect 0 "$wattif" show profile inception-v3
prints '81\.64.*measured'
expect 0 "$wattif" show knob cit
prints 'live'
expect 0 "$wattif" show policy carbondis
prints 'route=carbondis'
refuse 2 "no knob 'cti'; did you mean 'cit'" "$wattif" show knob cti
refuse 2 "us-cal" "$wattif" show trace us-cal-ciso-2022-drect
expect 0 "$wattif" show scenario carbondis-set1
cp "$work/out" "$work/once.json"
expect 0 "$wattif" show scenario "$work/once.json"
cmp -s "$work/out" "$work/once.json" || fail "print, read, print gives other bytes"
expect 0 "$wattif" validate "$work/once.json"
prints 'without faults'

# Settings: the file is read, a fault is named with its line, the command line wins.
printf 'glyphs = ascii\nmouse = off\nbind x quit\n' >"$XDG_CONFIG_HOME/own.conf"
expect 0 "$wattif" --config "$XDG_CONFIG_HOME/own.conf" --glyphs block --dump-config
prints '^glyphs = block$'
prints '^mouse = off$'
prints '^bind x quit$'
printf 'theme = default\nglyph = ascii\n' >"$XDG_CONFIG_HOME/bad.conf"
refuse 2 'bad.conf:2: .*did you mean glyphs' "$wattif" --config "$XDG_CONFIG_HOME/bad.conf" list knobs
refuse 2 'none.conf' "$wattif" --config "$XDG_CONFIG_HOME/none.conf" list knobs
expect 0 "$wattif" --paths
prints "^store +$XDG_DATA_HOME/wattif/wattif.db$"
prints "^library "
expect 0 "$wattif" doctor
prints '^ok +wattif'
prints '^ok +traces +[0-9]+'

# Without a terminal: the text frame, and exactly the rows asked for.
expect 0 "$wattif" carbondis-set1
[[ $(wc -l <"$work/out") -eq 24 ]] || fail "$(wc -l <"$work/out") lines instead of 24: $called"
expect 0 "$wattif" screen carbondis-set1 --size 120x40
[[ $(wc -l <"$work/out") -eq 40 ]] || fail "$(wc -l <"$work/out") lines instead of 40: $called"
expect 0 "$wattif" screen carbondis-set1 --format svg --cursor 2h
prints '<svg'
refuse 2 "cursor|time" "$wattif" screen carbondis-set1 --cursor yesterday

# What views draw, as rows, of a run and of the file of a sweep: hundreds of runs, which under the sanitizers the tests of
# the views make one by one.
rows_of_views() {
    expect 0 "$wattif" sweep carbondis-set1 --vary cit=0.8,1,1.2 --vary policy.route=carbondis,highperf --out "$work/s.csv" --quiet
    for view in map frontier tornado; do
        expect 0 "$wattif" screen "$work/s.csv" --view $view
        [[ $(wc -l <"$work/out") -eq 24 ]] || fail "--view $view of a sweep is not 24 lines"
        expect 0 "$wattif" screen "$work/s.csv" --view $view --format csv
        prints 'carbon_g\.total'
        expect 0 "$wattif" screen "$work/s.csv" --view $view --format json
        prints "\"view\": \"$view\""
    done
    expect 0 "$wattif" screen carbondis-set1 --view map --format csv
    prints '^scheme,HIGHPERF,policy\.route=highperf,255\.1750441405947,0,true,false,true$'
    expect 0 "$wattif" screen carbondis-set1 --set hours=.25 --view tornado
    ! grep -q '…' "$work/out" || fail "the tornado is cut at 80 columns"
    expect 0 "$wattif" screen carbondis-set1 --set hours=.25 --view tornado --size 120x40 # where there is room, with intervals
    prints '± ?0\.[0-9]+( %)?$'
    expect 0 "$wattif" screen carbondis-set1 --view response --format json
    prints '"knob": "cit"'
    prints '"verdict": "less_carbon", "against": "HIGHPERF", "app": null, "holds": "everywhere", "value": null, "fails_at": null'
    expect 0 "$wattif" screen etf-tx2 --set hours=.05 --view response --format json # nobody there has an SLO
    prints '"verdict": "less_carbon", "against": "TMUX-TF"'
    ! grep -q '"verdict": "slo_met"' "$work/out" || fail "an app without an SLO meets it"
    expect 0 "$wattif" screen carbondis-set1 --view response --knob load --format json
    prints '"knob": "load"'
    prints '"verdict": "less_carbon", "against": "HIGHPERF", "app": null, "holds": "up to", "value": 1\.[0-9]+, "fails_at": 1\.'
    refuse 2 'knob: .*did you mean' "$wattif" screen carbondis-set1 --view response --knob lode
    refuse 2 'knob: trace cannot be turned' "$wattif" screen carbondis-set1 --view response --knob trace
    expect 0 "$wattif" screen carbondis-set1 --view response --format csv
    prints '^value,here,default,carbon_g\.total,carbon_g\.total\.least,carbon_g\.total\.greatest,violations,'
    refuse 2 'start nor trace.*vary start=' "$wattif" screen "$work/s.csv" --view atlas
    refuse 2 'help has no rows, because it lists keys.*csv has the curves' "$wattif" screen carbondis-set1 --view help --format csv
    expect 0 "$wattif" sweep carbondis-set1 --vary trace=se-2022-lca,gb-2022-lca --out "$work/g.csv" --quiet
    expect 0 "$wattif" screen "$work/g.csv" --view atlas --format csv
    prints '^grid,se-2022-lca,2022-01-13T20:00:00Z,Thu 13 Jan 2022,24\.'
}
[[ ${THINNED:-0} == 1 ]] || rows_of_views
refuse 2 "theme" "$wattif" screen carbondis-set1 --theme nosuch

# The calculator keeps its own help.
expect 0 "$wattif" calc energy latency_ms=18 power_w=81.64
prints '1469\.52'
expect 0 "$wattif" calc energy --help
prints 'latency_ms'
expect 2 "$wattif" calc energy latency_ms=18
quiet_out
finish
