#!/bin/bash
# The fleet editor: what is edited in it is, byte for byte, what the same edit of the JSON by hand gives, and so is the run of
# it; each kind of fault is told where it is and nothing faulty is saved; a text that comes back from $EDITOR is taken or kept;
# a CSV is taken whole or not at all; the least number of GPUs is the one that `wattif run --set gpus=N --check` finds.
# shellcheck disable=SC2016 # what an editor's script says is for it to expand
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/script_support.bash

# shown PATTERN / absent PATTERN: in the dump.
shown() { grep -qE -- "$1" "$work/dumps/fleet.txt" || { fail "the screen lacks /$1/ ($doing)"; head -40 "$work/dumps/fleet.txt"; }; }
absent() { ! grep -qE -- "$1" "$work/dumps/fleet.txt" || fail "the screen has /$1/ ($doing)"; }
# edit < steps: on carbondis-set1; ends with a dump.
edit() { { echo fleet; cat; echo 'screen-dump fleet.txt'; } >"$work/edit"; script 120x40 <"$work/edit"; }
keys() { for key in "$@"; do echo "key $key"; done; }
times() { for ((i = 0; i < $1; i++)); do echo "key $2"; done; }
value() { printf 'key enter\nkey C-u\ntype %s\n' "$1"; } # into the cell in focus
slo() { keys tab; times 4 right; } # of the first app

doing='the same by hand'
edit < <(
    keys +                                 # another P4 like low1
    slo; value 350; keys enter
    keys tab down down down down; value 3; keys enter # how many are in use, taken back
    keys u s C-u; echo 'type edited'; keys enter
)
expect 0 "$wattif" show scenario edited
cp "$work/out" "$work/edited.json"
expect 0 "$wattif" show scenario carbondis-set1
sed 's/"name": "carbondis-set1"/"name": "edited"/; s/"slo_ms": 290/"slo_ms": 350/
     s/^\( *\){"name": "low1",\(.*\)},$/&\n\1{"name": "low6",\2},/' "$work/out" >"$work/hand.json"
# The other fleets of the preset have a low1 too: by hand only the first one is meant.
awk '/"name": "low6"/ && seen++ { next } { print }' "$work/hand.json" >"$work/hand1.json"
diff "$work/hand1.json" "$work/edited.json" >"$work/diff" || { fail "edited and by hand differ:"; head -20 "$work/diff"; }
expect 0 "$wattif" run edited --format json
cp "$work/out" "$work/edited.run"
expect 0 "$wattif" run "$work/hand1.json" --format json
cmp -s "$work/out" "$work/edited.run" || fail "the runs differ ($doing)"

doing='a copy from the list of scenarios'
script 120x40 <<<$'scenarios\nkey /\ntype teaching\nkey enter\nkey \'\nscreen-dump fleet.txt'
shown 'a copy of clover-teaching'

doing='what is removed leaves nothing that names it'
edit < <(keys tab delete; keys ']')
shown 'Apps: 4'
absent '×|there is no app'
shown 'fleet high, 2 of 3'
shown '1   high1 +A100-40GB +(→|│)'
edit < <(keys tab delete u)
shown 'Apps: 5'
edit < <(keys S-tab)
shown '━ Run ━'

doing='a choice is begun anew'
edit < <(keys right right enter; echo 'type a10g'; keys enter)
shown '▌  1   low1 +A10G'
edit < <(keys tab tab; times 7 down; keys enter down)
shown 'highperf  lowenergy'
shown 'own-queue'

doing='a load in a form of others'
printf 'hour,requests\n2025-03-24 00:00,9161\n2025-03-24 01:00,8062\n' >"$work/dumps/hours.csv"
edit < <(keys ,; echo 'type hours.csv'; keys enter)
shown 'job1 follows hours'
shown 'job1 .* rates +hours'
edit < <(keys ,)
shown 'is the load of job1'

doing='nothing was changed'
edit < <(keys !)
shown 'nothing is changed yet'

doing='saving one of one'"'"'s own'
edit < <(keys + s C-u; echo 'type own'; keys enter)
script 120x40 <<<$'open own\nfleet\nkey +\nkey s\nscreen-dump fleet.txt'
shown 'save in the library as: own +│'

# faulty PATTERN < keys: what is typed is told to be wrong, in the words of whoever reads scenarios; Esc takes it back.
faulty() {
    { cat; echo 'screen-dump typed.txt'; keys esc; } >"$work/typed"
    edit <"$work/typed"
    grep -qE -- "$1" "$work/dumps/typed.txt" || { fail "no fault /$1/ while typing"; tail -12 "$work/dumps/typed.txt"; }
    shown 'unchanged'
    absent '×'
}
doing='faults while typing'
faulty "GPU low1, type: there is no GPU type 'P5'" < <(keys right right; value P5)
faulty "'many' is no number of GPUs" < <(value many)
faulty 'must have 1 to 128 GPUs' < <(value 999)
faulty 'name' < <(keys right; value low2)
faulty "app job1, SLO: .*-1 is out of range" < <(slo; value -1)
faulty "app job1, SLO: must be a number" < <(slo; value soon)
faulty "app job1, model: there is no profile of a model 'x'" < <(keys tab right; value x)
faulty "app job1, arrivals: must be one of" < <(keys tab right right; value often)
faulty "run, trace: there is no trace 'nowhere'" < <(keys tab tab; value nowhere)
faulty "run, start: .*" < <(keys tab tab down; value yesterday)
doing='another kind of arrivals asks for what it needs'
edit < <(keys tab right right; value closed-loop; keys enter)
shown 'app job1, load: is missing|clients'
shown '× 1 fault: it cannot run yet'
doing='what has faults is not saved'
edit < <(keys tab right; value x; keys enter s C-u; echo 'type faulty'; keys enter)
shown 'it has faults'
expect 2 "$wattif" show scenario faulty

doing='names'
edit < <(keys tab; value first; keys enter)
shown 'low1 .* first' # its GPU follows
edit < <(keys s C-u; echo 'type carbondis-set1'; keys enter)
shown 'comes with wattif'

doing='rows'
edit < <(keys tab; echo fleet-duplicate; keys delete; times 1 u)
shown 'Apps: 6'
edit < <(keys delete)
shown 'GPUs: 5 '
edit < <(echo fleet-add; echo 'type T4'; keys enter)
shown 'GPUs: 7 '
shown 'low6 .*T4'
edit < <(keys ']')
shown 'in fleet .*, 2 of 3'

doing='leaving asks once'
edit < <(keys + esc)
shown 'Esc again lets go of it'
edit < <(keys + esc esc)
shown '1 Knobs'

doing='fewer GPUs'
edit < <(printf 'fleet-smallest\nwait\n')
shown '5 of 6 GPUs keep every limit: 5 P4'
edit < <(keys + _)
shown 'asked of what runs: ! tries this draft'

# --- CSV by its path ---

doing='CSV'
printf 'timestamp_s,requests_per_s\n0,1.5\n600,2\n1200,0.5\n' >"$work/dumps/load.csv"
printf 'timestamp_s,requests_per_s\n0,1.5\n600,lots\n1200,-1\n' >"$work/dumps/bad.csv"
printf 'timestamp,ci_gco2_per_kwh\n2026-11-01T00:00:00Z,100\n2026-11-01T01:00:00Z,300\n' >"$work/dumps/grid.csv"
edit < <(keys ,; echo 'type bad.csv'; keys enter)
shown 'bad.csv: nothing was applied'
shown "bad.csv:3:5: .*'lots' is no number"
shown 'bad.csv:4:6: '
shown 'unchanged'
expect 0 "$wattif" list workloads
grep -qw bad "$work/out" && fail "a faulty CSV was imported"
edit < <(keys ,; echo 'type nowhere.csv'; keys enter)
shown 'nowhere.csv: nothing was applied'
edit < <(keys tab down ,; echo 'type load.csv'; keys enter)
shown 'job2 .*rates .*load'
shown 'job2 follows load, and the run is as long: 0.5 h'
edit < <(keys ,; echo 'type grid.csv'; keys enter)
shown 'trace +grid'
shown 'start +2026-11-01T00:00:00Z'

# --- the editor ---

editor() { printf '#!/bin/sh\n%s\n' "$1" >"$work/editor"; chmod +x "$work/editor"; export EDITOR=$work/editor; unset VISUAL; }
kept() { find "$XDG_STATE_HOME/wattif" -name 'draft-*.json' 2>/dev/null; }
doing='the editor'
editor 'sed -i "s/\"slo_ms\": 290/\"slo_ms\": 410/" "$1"'
edit < <(keys '{'; echo wait)
shown 'taken from the editor'
shown 'job1 .* 410 ms'
[[ -z $(kept) ]] || fail "the text that was taken is kept as well"
editor ':'
edit < <(keys '{'; echo wait)
shown 'nothing was changed in the editor'
shown 'unchanged'
editor 'exit 3'
edit < <(keys '{'; echo wait)
shown 'the editor ended with status 3: nothing was applied'
shown 'unchanged'
[[ -s $(kept) ]] || fail "the text is not kept ($doing)"
rm -f "$XDG_STATE_HOME"/wattif/draft-*
editor 'echo "{ \"name\": }" >"$1"'
edit < <(keys '{'; echo wait)
shown 'json:1:11: .*nothing was applied'
shown 'unchanged'
grep -q '{ "name": }' "$(kept)" || fail "the broken text is not kept"
rm -f "$XDG_STATE_HOME"/wattif/draft-*
editor 'sed -i s/P4/P5/ "$1"'
edit < <(keys '{'; echo wait)
shown "json:[0-9]+:/fleets/hetero/gpus/0/type: there is no GPU type 'P5'"
shown 'unchanged'
rm -f "$XDG_STATE_HOME"/wattif/draft-*
doing='what was kept is gone on with'
editor 'if grep -q "{ broken" "$1"; then cp "$1.good" "$1"; else cp "$1" "$1.good"; sed -i s/290/420/ "$1.good"; echo "{ broken" >"$1"; fi'
edit < <(keys '{'; echo wait; keys '{'; echo wait)
shown 'taken from the editor'
shown 'job1 .* 420 ms'
export EDITOR=$work/no-such-editor
edit < <(keys '{'; echo wait)
shown 'there is no such editor'

finish
