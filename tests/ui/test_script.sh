#!/bin/bash
# Scripted screens: `wattif --script` on a canvas, compared with tests/ui/golden/*. UPDATE_GOLDEN=1 rewrites them: read the
# diff. Sizes, glyph sets, mono, a turn with its ghost, the scheme switch, undo back to the first frame, help and prompt.
source tests/ui/cli_support.bash
export LC_ALL=C.UTF-8 TZ=UTC
golden=$PWD/tests/ui/golden
mkdir -p "$golden"

# script SIZE OPTIONS... < steps: dumps land in $work/dumps
script() {
    local size=$1
    shift
    mkdir -p "$work/dumps"
    cat >"$work/steps"
    (cd "$work/dumps" && expect_in 0 "$wattif" "$@" --script "$work/steps" --size "$size")
}
expect_in() {
    local wanted=$1 status
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    [[ $status -eq $wanted ]] || { echo "FAIL: status $status: $*"; head -3 "$work/err"; touch "$work/failed"; }
}

compare() {
    local name=$1
    if [[ -n ${UPDATE_GOLDEN:-} ]]; then
        cp "$work/dumps/$name" "$golden/$name"
    elif ! diff -u "$golden/$name" "$work/dumps/$name" >"$work/diff"; then
        fail "$name differs from its golden file (UPDATE_GOLDEN=1 rewrites it)"
        head -20 "$work/diff"
    fi
}

for size in 80x24 120x40 200x60 66x20 40x10; do
    script $size <<<"screen-dump first-$size.txt"
    compare first-$size.txt
done
script 80x24 --glyphs block <<<"screen-dump block-80x24.txt"
compare block-80x24.txt
script 80x24 --glyphs ascii <<<"screen-dump ascii-80x24.txt"
compare ascii-80x24.txt
LC_ALL=C.UTF-8 grep -qP '[^\x00-\x7F]' "$work/dumps/ascii-80x24.txt" && fail "the ASCII screen has other characters"
script 120x40 --glyphs ascii <<<"screen-dump ascii-120x40.txt"
compare ascii-120x40.txt
script 80x24 --theme mono <<<"screen-dump mono-80x24.ansi"
compare mono-80x24.ansi
grep -qE $'\033\\[[0-9;]*(3[0-9]|4[0-9])' "$work/dumps/mono-80x24.ansi" && fail "the mono screen has colours"
NO_COLOR=1 script 80x24 <<<"screen-dump nocolor.ansi"
grep -qE $'\033\\[[0-9;]*(38|48);' "$work/dumps/nocolor.ansi" && fail "NO_COLOR still has colours"

# It opens where the intensity first changes; a turn there shows: the ghost, the headline, the edit; then the scheme; then
# all of it undone.
script 120x40 <<'STEPS'
screen-dump before.txt
turn-down
turn-down
-
key -
screen-dump turned-120x40.txt
resize 80x24
screen-dump turned-80x24.txt
resize 120x40
scheme-next
screen-dump scheme-120x40.txt
undo
undo
wait
screen-dump after.txt
STEPS
compare turned-120x40.txt
compare turned-80x24.txt
compare scheme-120x40.txt
diff "$work/dumps/before.txt" "$work/dumps/after.txt" >/dev/null || fail "undoing everything does not give the first frame"
grep -qE 'CIT 0.80 from 13:00 emits [1-9][0-9.]* % less carbon than before' "$work/dumps/turned-120x40.txt" ||
    fail "the headline does not say what the turn does"
grep -q ' before  *│' "$work/dumps/turned-120x40.txt" || fail "the carbon panel does not name the ghost"
grep -q 'vs CARBONDIS' "$work/dumps/scheme-120x40.txt" || fail "the scheme switch has no reference"

# Within the fleet a scheme switches at the cursor; one that runs on another fleet acts from the start and says so.
script 120x40 <<'STEPS'
set policy.route dybatch
screen-dump dybatch-120x40.txt
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
compare dybatch-120x40.txt
grep -qE 'DYBATCH from 13:00 emits .* than CARBONDIS' "$work/dumps/dybatch-120x40.txt" || fail "the switch is not at the cursor"
grep -q 'another fleet: applied from the start of the run' "$work/dumps/lowenergy.txt" || fail "no word of the other fleet"
grep -q 'switches of scheme on the way are gone' "$work/dumps/swept.txt" || fail "no word of the switches that are gone"
grep -q 'CARBONDIS emits' "$work/dumps/back.txt" || fail "undo does not take the switch back"
head -6 "$work/dumps/dybatch-120x40.txt" | diff - <(head -6 "$work/dumps/back-again.txt") >/dev/null ||
    fail "undo does not bring the switch on the way back"

# Another basis: no grams are compared.
script 120x40 <<'STEPS'
set trace us-cal-ciso-2022-lca
screen-dump basis.txt
STEPS
grep -q 'different carbon bases, lca and direct: do not compare grams' "$work/dumps/basis.txt" || fail "bases are compared"
grep -qE '[0-9] k?g (better|worse)' "$work/dumps/basis.txt" && fail "a difference in grams is judged across bases"

# Help, prompt, zoom, play.
script 100x30 <<'STEPS'
help
screen-dump help-100x30.txt
type undo
screen-dump help-filtered.txt
key esc
command
type set ci
key tab
screen-dump prompt-100x30.txt
key esc
zoom-in
zoom-in
screen-dump zoom-100x30.txt
zoom-out
zoom-out
time-start
play
advance 30
screen-dump play-100x30.txt
resize 1x1
screen-dump tiny.txt
resize 300x100
screen-dump huge.txt
STEPS
for name in help-100x30 prompt-100x30 zoom-100x30 play-100x30; do
    compare $name.txt
done
[[ $(wc -l <"$work/dumps/tiny.txt") -eq 1 ]] || fail "1x1 has not one line"
[[ $(wc -l <"$work/dumps/huge.txt") -eq 100 ]] || fail "300x100 has not 100 lines"
grep -q 'redo' "$work/dumps/help-filtered.txt" && fail "the filter of the help page shows what does not match"

# No line is wider than the screen.
for size in 80x24 120x40 200x60; do
    [[ $(wc -L <"$work/dumps/first-$size.txt") -le ${size%x*} ]] || fail "a line of $size is too wide"
done

# Faults: file and line.
printf 'wait\nfly\n' >"$work/bad"
expect 2 "$wattif" --script "$work/bad"
says 'bad:2.*fly'
for line in 'goto nowhere' 'set cit abc' 'speed 0'; do
    printf 'wait\n%s\n' "$line" >"$work/bad"
    expect 2 "$wattif" --script "$work/bad"
    says "bad:2: "
done
expect 2 "$wattif" --script "$work"
says 'cannot be read'
expect 2 "$wattif" --script "$work/missing"
expect 2 "$wattif" --theme nope --script "$work/steps"

[[ $failures -eq 0 && ! -e $work/failed ]]
