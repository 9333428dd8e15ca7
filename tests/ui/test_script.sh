#!/bin/bash
# What scripts of the dashboard show and say: a turn with its ghost, the scheme switch, undo back to the first frame, other
# bases, playing, every size from 1x1, and the faults of scripts by file and line. Pictures are in test_golden.sh, single
# actions in test_actions.sh.
source tests/ui/script_support.bash

# It opens where the intensity first changes; a turn there shows: the ghost, the headline, the edit; then the scheme; then
# all of it undone.
script 120x40 <<'STEPS'
screen-dump before.txt
turn-down
turn-down
-
key -
screen-dump turned.txt
scheme-next
screen-dump scheme.txt
undo
undo
wait
screen-dump after.txt
STEPS
diff "$work/dumps/before.txt" "$work/dumps/after.txt" >/dev/null || fail "undoing everything does not give the first frame"
grep -qE 'CIT 0.80 from 13:00 emits [1-9][0-9.]* % less carbon than before' "$work/dumps/turned.txt" ||
    fail "the headline does not say what the turn does"
grep -q ' before  *│' "$work/dumps/turned.txt" || fail "the carbon panel does not name the ghost"
grep -q 'vs CARBONDIS' "$work/dumps/scheme.txt" || fail "the scheme switch has no reference"

# Within the fleet a scheme switches at the cursor; one that runs on another fleet acts from the start and says so.
script 120x40 <<'STEPS'
set policy.route dybatch
screen-dump dybatch.txt
set policy.route lowenergy
screen-dump lowenergy.txt
undo
screen-dump back.txt
set policy.route dybatch
goto 14:00
set policy.route lowenergy
screen-dump swept.txt
undo
goto 13:00
screen-dump back-again.txt
STEPS
grep -qE 'DYBATCH from 13:00 emits .* than CARBONDIS' "$work/dumps/dybatch.txt" || fail "the switch is not at the cursor"
grep -q 'another fleet: applied from the start of the run' "$work/dumps/lowenergy.txt" || fail "no word of the other fleet"
grep -q 'edits on the way that it cannot have are gone' "$work/dumps/swept.txt" || fail "no word of the edits that are gone"
grep -q 'CARBONDIS emits' "$work/dumps/back.txt" || fail "undo does not take the switch back"
head -6 "$work/dumps/dybatch.txt" | diff - <(head -6 "$work/dumps/back-again.txt") >/dev/null ||
    fail "undo does not bring the switch on the way back"

# So does a level of InferCool between 0 and 1, which places pods as the run begins: nobody has to type a flag.
script 120x40 infercool-k8s <<'STEPS'
turn-up
wait
screen-dump level.txt
STEPS
grep -q 'applied from the start of the run' "$work/dumps/level.txt" || fail "the level does not begin with the run by itself"

# Another basis: no grams are compared.
script 120x40 <<'STEPS'
set trace us-cal-ciso-2022-lca
screen-dump basis.txt
STEPS
grep -q 'Do not compare grams of this run and its reference: .*different bases, lca and direct' "$work/dumps/basis.txt" || fail "bases are compared"
grep -qE '[0-9] k?g (better|worse)' "$work/dumps/basis.txt" && fail "a difference in grams is judged across bases"

# The trade-off in three keys, typed at once, before the map is simulated: the same as with patience.
script 120x40 <<'STEPS'
type M[[
screen-dump typed.txt
key esc
type M
type [
type [
screen-dump patient.txt
STEPS
grep -q 'CIT 0.95 emits 213.6 g, 5.7 % less than CARBONDIS; late 30 against 0; every SLO met' "$work/dumps/typed.txt" ||
    fail "three keys do not tell the trade-off"
cmp "$work/dumps/typed.txt" "$work/dumps/patient.txt" || fail "keys that come before the map is whole walk elsewhere"

# The filter of the help page, the completion of the prompt, zooming and back, playing, and the extreme sizes.
script 100x30 <<'STEPS'
screen-dump opened.txt
help
type undo
screen-dump help-filtered.txt
key esc
command
type set loa
key tab
screen-dump completed.txt
key esc
zoom-in
zoom-in
zoom-out
zoom-out
screen-dump zoomed-out.txt
time-start
play
advance 30
screen-dump played.txt
resize 1x1
screen-dump tiny.txt
resize 300x100
screen-dump huge.txt
STEPS
grep -q ' u  *undo$' "$work/dumps/help-filtered.txt" || fail "the filter of the help page loses what matches"
grep -q 'redo' "$work/dumps/help-filtered.txt" && fail "the filter of the help page shows what does not match"
grep -q '│ : set load  ' "$work/dumps/completed.txt" || fail "Tab does not complete a knob"
cmp -s "$work/dumps/opened.txt" "$work/dumps/zoomed-out.txt" || fail "zooming in and out gives another frame"
grep -q '▶ 60× .* 12:30:00' "$work/dumps/played.txt" || fail "30 s at 60× are not half an hour"
[[ $(wc -l <"$work/dumps/tiny.txt") -eq 1 ]] || fail "1x1 has not one line"
[[ $(wc -l <"$work/dumps/huge.txt") -eq 100 ]] || fail "300x100 has not 100 lines"

# A value is typed with the knob's row in sight.
script 100x30 <<'STEPS'
=
type 0.8
screen-dump typed.txt
key enter
screen-dump taken.txt
STEPS
grep -q '▌set cit ' "$work/dumps/typed.txt" || fail "the row of the knob is gone while its value is typed"
grep -q 'CIT 0.80 from 13:00 emits' "$work/dumps/taken.txt" || fail "the typed value is not taken"

# No line is wider than the screen.
for size in 80x24 120x40 200x60; do
    script $size <<<"screen-dump first-$size.txt"
    [[ $(wc -L <"$work/dumps/first-$size.txt") -le ${size%x*} ]] || fail "a line of $size is too wide"
done

# Faults: file and line.
printf 'wait\nfly\n' >"$work/bad"
expect 2 "$wattif" carbondis-set1 --script "$work/bad"
says 'bad:2.*fly'
for line in 'goto nowhere' 'set cit abc' 'speed 0'; do
    printf 'wait\n%s\n' "$line" >"$work/bad"
    expect 2 "$wattif" carbondis-set1 --script "$work/bad"
    says "bad:2: "
done

# A line is a line, however long: the end of a long comment is no command, that of a long word is not dropped.
long=$(printf '%2000s' '' | tr ' ' x)
printf '# %s %s\nsave %s\nfly' "${long:0:509}" "save it" "$long" >"$work/bad"
expect 2 "$wattif" carbondis-set1 --script "$work/bad"
says 'bad:2: save: what follows is longer than 199 bytes'
printf '#%s\n# %s fly\nwait\n' "$long$long" "${long:0:509}" >"$work/bad"
expect 0 "$wattif" carbondis-set1 --script "$work/bad"
printf 'wait\nwait\0fly\n' >"$work/bad"
expect 2 "$wattif" carbondis-set1 --script "$work/bad"
says 'bad:2: this line holds a NUL byte'
expect 2 "$wattif" carbondis-set1 --script "$work"
says 'cannot be read'
expect 2 "$wattif" carbondis-set1 --script "$work/missing"
expect 2 "$wattif" carbondis-set1 --theme nope --script "$work/steps"

finish
