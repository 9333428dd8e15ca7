#!/bin/bash
# Demos: each shipped one is played to its end and every claim in it holds; one that stops being true is told with its line.
# Going back, and back from "let me try", shows what was shown before, to the letter. A cast is JSON line by line, the same
# every time, and ends in the last frame. A session that was saved as a demo leads to the same run. Faults have their place.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/script_support.bash

demos=datasets/demos
cheap=fallacy-etf # a second of simulation in all

# --- the shipped ones ---

expect 0 "$wattif" list demos --format json
for file in "$demos"/*.demo; do
    name=${file##*/}
    name=${name%.demo}
    grep -q "\"$name\"" "$work/out" || fail "$name is not listed"
done
shipped=("$demos"/*.demo)
[[ ${#shipped[@]} -ge 4 ]] || fail "fewer than four demos"
for file in "$demos"/*.demo; do
    name=${file##*/}
    name=${name%.demo}
    expect 0 "$wattif" validate "$file"
    prints 'without faults'
    [[ ${SLOW_BUILD:-0} == 1 && $name != "$cheap" ]] && continue
    expect 0 "$wattif" --demo "$name"
    quiet_err
    grep -q '…' "$work/out" && fail "$name: a number is not known where it is told"
    stops=$(grep -cE '^(caption|predict) ' "$file")
    prints "^ ?$stops/$stops  "
    asked=$(grep -c '^predict ' "$file")
    [[ $(grep -c 'was right:' "$work/out") -eq $asked ]] || fail "$name: not every question is answered"
    minutes=$("$wattif" list demos --format json | awk -v name="\"$name\"," '$2 == name { on = 1 } on && /minutes/ { print int($2); exit }')
    [[ $minutes -ge 4 && $minutes -le 6 ]] || fail "$name takes $minutes minutes"
done

# --- a claim that does not hold, an answer that is not one ---

sed 's/^expect apps.resnet.energy_share > 0.75/expect apps.resnet.energy_share > 0.95/' "$demos/$cheap.demo" >"$work/false.demo"
line=$(grep -n '^expect apps.resnet.energy_share > 0.95' "$work/false.demo" | cut -d: -f1)
expect 1 "$wattif" --demo "$work/false.demo"
says "false.demo:$line: 'apps.resnet.energy_share > 0.95' is not so"
sed 's/^choice More than three quarters if .*/choice More if apps.resnet.energy_share > 2/' "$demos/$cheap.demo" >"$work/none.demo"
expect 1 "$wattif" --demo "$work/none.demo"
says 'choices are right after'

# --- the reference is the scenario's, also after a change and beside a pinned run ---

cat >"$work/reference.demo" <<'END'
wattif-demo 1
title One reference
scenario carbondis-set1
caption HIGHPERF takes the A100 for every request, as it is held against.
expect reference.high_end_uses = reference.requests
pin
apply-mode
set cit 0.8
caption CarbonDIS with another threshold is held against the same.
expect reference.high_end_uses = reference.requests
expect high_end_uses > before.high_end_uses and before.high_end_uses < reference.high_end_uses
expect abs(against(carbon_g.total)) > 5
END
expect 0 "$wattif" --demo "$work/reference.demo"

# --- back and forth ---

frames() { # NAME...: a dump at each
    local name
    for name in "$@"; do
        echo "screen-dump $name.txt"
        echo demo-next
    done
}
{
    echo "demo $cheap"
    frames f1 f2 f3 f4
    for name in b4 b3 b2; do # from the fifth
        echo demo-back
        echo "screen-dump $name.txt"
    done
    echo demo-next
    echo "screen-dump n3.txt"
    printf '%s\n' demo-try 'set load 2' scenarios 'key enter' undo undo 'open carbondis-set1' 'set cit 0.5' pin 'lesson noise' 'key enter' demo-return
    echo "screen-dump t3.txt"
    echo demo-next
    echo "screen-dump n4.txt"
    echo demo-first
    echo "screen-dump b1.txt"
} >"$work/walk"
script 120x40 --no-ahead <"$work/walk"
for pair in f4:b4 f3:b3 f2:b2 f3:n3 f3:t3 f4:n4 f1:b1; do
    diff "$work/dumps/${pair%:*}.txt" "$work/dumps/${pair#*:}.txt" >"$work/diff" || { fail "$pair differ"; head -8 "$work/diff"; }
done
grep -qE 'is right: |[Rr]ight' "$work/dumps/f4.txt" || fail "the answer is not revealed"
cmp -s "$work/dumps/f3.txt" "$work/dumps/f4.txt" && fail "nothing moves"

# What was explored before a demo is there again after it: the scenario, its edits, what can be undone.
printf '%s\n' 'set cit 0.8' 'screen-dump mine.txt' "demo $cheap" demo-next demo-next demo-next 'key esc' \
    'screen-dump again.txt' undo 'screen-dump undone.txt' >"$work/over"
script 120x40 --no-ahead <"$work/over"
for name in mine again; do
    sed '$d' "$work/dumps/$name.txt" >"$work/$name" # without the row of messages
done
diff "$work/mine" "$work/again" >"$work/diff" || { fail "a demo leaves something behind"; head -8 "$work/diff"; }
grep -q 'CARBONDIS emits' "$work/dumps/undone.txt" || fail "what was done before the demo cannot be undone after it"

# The answers, the views that a demo opens, a mark under which a view is open, a screen that is too small.
cat >"$work/dumps/views.demo" <<'DEMO'
wattif-demo 1
title Views
scenario carbondis-set1
size 120x40
caption One
response
caption Two, under a view
key left
caption Three, in it
key esc
caption Four {cit} and {{braces}
  over two lines
DEMO
printf '%s\n' 'demo views.demo' 'screen-dump v1.txt' demo-next 'screen-dump v2.txt' demo-next 'screen-dump v3.txt' demo-next \
    'screen-dump v4.txt' demo-back 'screen-dump w3.txt' demo-back 'screen-dump w2.txt' >"$work/views"
script 120x40 --no-ahead <"$work/views"
for n in 2 3; do
    diff "$work/dumps/v$n.txt" "$work/dumps/w$n.txt" >"$work/diff" || { fail "back to a stop under a view shows something else"; head -8 "$work/diff"; }
done
grep -q 'Response' "$work/dumps/v2.txt" || fail "the view of a step is not open at its stop"
grep -q 'Four 1 and {braces} over two lines' "$work/dumps/v4.txt" || fail "a caption is not put together"
script 80x24 --no-ahead <<<$'demo views.demo\nscreen-dump small.txt'
grep -q 'made for a screen of 120x40, this one has 80x24' "$work/dumps/small.txt" || fail "no word of the smaller screen"
for size in 1x1 20x5 39x9 40x10 60x15 200x60; do
    printf '%s\n' "resize $size" 'demo views.demo' demo-next demo-next demo-back 'screen-dump any.txt' 'key esc'
done >"$work/sizes"
script 1x1 --no-ahead <"$work/sizes"

# --- casts ---

cat >"$work/short.demo" <<'DEMO'
wattif-demo 1
title A short one
scenario carbondis-set1
caption One "quoted"
time-start
speed 3600
play 1
caption Two: a second of an hour, in ten frames
set cit 0.8
caption Three
pause 7
DEMO
expect 0 "$wattif" --demo "$work/short.demo" --cast "$work/a.cast" --no-ahead --size 120x40 --glyphs ascii
expect 0 "$wattif" --demo "$work/short.demo" --cast "$work/b.cast" --no-ahead --size 120x40 --glyphs ascii --quiet
quiet_err
cmp -s "$work/a.cast" "$work/b.cast" || fail "the same demo gives two casts"
# A signal in the middle of one leaves what was there and nothing else, where the system has files without a name.
if python3 -c "import os; os.open('$work', os.O_TMPFILE | os.O_RDWR)" 2>/dev/null; then
    mkdir "$work/killed" && echo old >"$work/killed/long.cast"
    sed 's/^play 1/play 600/' "$work/short.demo" >"$work/long.demo"
    for signal in TERM KILL; do
        "$wattif" --demo "$work/long.demo" --cast "$work/killed/long.cast" --no-ahead --size 80x24 >/dev/null 2>&1 &
        pid=$!
        for ((i = 0; i < 600; i++)); do # until it is being written
            [[ $(find "/proc/$pid/fd" -lname "$work/killed/*" 2>/dev/null) ]] && break
            sleep 0.05
        done
        ((i < 600)) || fail "no cast was begun"
        kill -"$signal" "$pid"
        wait "$pid" 2>/dev/null
        [[ $(ls -A "$work/killed") == long.cast ]] || fail "SIG$signal leaves $(ls -A "$work/killed")"
        [[ $(cat "$work/killed/long.cast") == old ]] || fail "SIG$signal leaves half a cast"
    done
fi
head -1 "$work/a.cast" | grep -q '^{"version": 2, "width": 120, "height": 40,' || fail "the head of a cast"
if command -v python3 >/dev/null; then
    python3 - "$work/a.cast" "$work/bytes" <<'PY' || fail "a cast is no asciinema file"
import json, sys
lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
assert lines.pop() == "", "ends in a line end"
head = json.loads(lines[0])
assert head["version"] == 2 and isinstance(head["width"], int)
last = 0
with open(sys.argv[2], "wb") as out:
    for line in lines[1:]:
        at, kind, data = json.loads(line)
        assert kind == "o" and at >= last, line[:40]
        last = at
        out.write(data.encode())
assert len(lines) > 14 and 20 < last < 40, f"{len(lines)} lines, {last} s"
PY
    if command -v tmux >/dev/null && [[ -s $work/bytes ]]; then
        source tests/ui/terminal_support.bash
        socket=demos$$
        # shellcheck disable=SC2034 # terminal_support.bash says it
        doing="playing a cast"
        t new-session -d -x 120 -y 40 "cat '$work/bytes'; sleep 60"
        until_screen 'Three'
        t capture-pane -p | sed 's/ *$//' >"$work/played.txt"
        t kill-server
        script 120x40 --no-ahead --glyphs ascii <<<"demo $work/short.demo"$'\ndemo-next\ndemo-next\nscreen-dump last.txt'
        diff "$work/dumps/last.txt" "$work/played.txt" >"$work/diff" || { fail "a cast does not end in the last frame"; head -8 "$work/diff"; }
    fi
fi
refuse 2 'cast records a demo' "$wattif" --cast "$work/c.cast"
refuse 2 'c.cast: cannot write there' "$wattif" --demo "$cheap" --cast "$work/none/c.cast"
refuse 2 "leave 'all-five' out" "$wattif" --demo "$cheap" all-five
expect 2 "$wattif" --demo "$work/dumps/broken.demo" --cast "$work/d.cast"
[[ ! -e $work/d.cast ]] || fail "a demo that cannot be played leaves a cast"

# --- a session as a demo ---

cat >"$work/session" <<'STEPS'
goto 14:00
set cit 0.8
goto 15:00
set load 1.2
apply-mode
set slo_scale 1.1
apply-mode
goto 14:00
set cit 0.9
goto 15:00
unset load
set policy.route dybatch
goto 13:30
save-demo mine
export mine.json
STEPS
script 100x30 --no-ahead <"$work/session"
expect 0 "$wattif" validate "$work/dumps/mine.demo"
expect 0 "$wattif" --demo "$work/dumps/mine.demo"
n=$(grep -c '^caption' "$work/dumps/mine.demo")
{ echo 'demo mine.demo'; for ((i = 1; i < n; i++)); do echo demo-next; done; printf 'demo-try\nexport replayed.json\n'; } >"$work/replay"
script 100x30 --no-ahead <"$work/replay"
for name in mine replayed; do
    sed -n '/"knobs"/,/"carbon_g"/p' "$work/dumps/$name.json" >"$work/$name.part"
done
[[ -s $work/mine.part ]] || fail "nothing to compare a session by"
diff "$work/mine.part" "$work/replayed.part" >"$work/diff" || { fail "a session played again is another run"; head -8 "$work/diff"; }
script 100x30 <<<$'set cit 0.8\nsave-demo mine'
[[ -e $work/dumps/mine-2.demo ]] || fail "a session is saved over another"

# What was looked at is in it, too: pins, the reference, views with their cursor and knob. What came to nothing is not: a
# view opened again at once, a panel that was passed by, presenter mode and back, what was looked at of a change undone.
cat >"$work/looked" <<'STEPS'
goto 13:00
knob load
response
back
response
back
set cit 0.8
pin
set load 1.2
panel-latency
panel-intensity
key tab
presenter
presenter
map
back
reference-next
undo
goto 15:00
inspector
back
set cit 0.9
save-demo looked
screen-dump looked.txt
STEPS
script 120x40 --no-ahead <"$work/looked"
grep -vE '^(#|$|caption|size|title)' "$work/dumps/looked.demo" >"$work/steps.told"
cat >"$work/steps.right" <<'STEPS'
wattif-demo 1
scenario carbondis-set1
goto 1h
knob load
response
back
goto 1h
set cit 0.8
pin
panel-carbon
reference-next
goto 3h
knob load
inspector
back
goto 3h
set cit 0.9
goto 3h
STEPS
diff "$work/steps.right" "$work/steps.told" >"$work/diff" || { fail "what was looked at is told wrongly"; cat "$work/diff"; }
expect 0 "$wattif" validate "$work/dumps/looked.demo"
n=$(grep -c '^caption' "$work/dumps/looked.demo")
{ echo 'demo looked.demo'; for ((i = 1; i < n; i++)); do echo demo-next; done; printf 'demo-try\nscreen-dump relooked.txt\n'; } >"$work/replay"
script 120x40 --no-ahead <"$work/replay"
for name in looked relooked; do
    sed -n '2,6p' "$work/dumps/$name.txt" | cut -c1-72 >"$work/$name.head" # the sentence and the cards
done
diff "$work/looked.head" "$work/relooked.head" >"$work/diff" || { fail "a session played again is held against another run"; cat "$work/diff"; }
sed 's/^knob load/knob laod/' "$work/dumps/looked.demo" >"$work/laod.demo"
expect 1 "$wattif" validate "$work/laod.demo"
prints "laod.demo:[0-9]+: .*did you mean 'load'"

# --- faults ---

cat >"$work/bad.demo" <<'DEMO'
wattif-demo 1
title Faults
titel Faults
scenario carbondis-set1
set cti 0.8
caption {carbon_g.total
expect carbon_g.total <
undo twice
DEMO
expect 1 "$wattif" validate "$work/bad.demo"
while IFS='|' read -r line message; do
    grep -qE "bad.demo:$line: .*$message" "$work/out" || fail "line $line lacks /$message/"
done <<'FAULTS'
3|no step 'titel'; did you mean 'title'
6|brace is opened
7|column
8|takes nothing
8|seen by nobody
FAULTS
# A key that saves is known where nothing is open; where something may be, it is refused when it is played, and nothing is
# written: not by a popup, the prompt, a list, or the end of the program.
printf '%s\n' 'wattif-demo 1' 'title Keys' 'scenario carbondis-set1' 'set load 1.1' 'key s' 's' 'key x' 'caption So' >"$work/keys.demo"
expect 1 "$wattif" validate "$work/keys.demo"
prints "keys.demo:5: the key s is save here: .*leave the line out"
prints 'keys.demo:6: the key s is save'
prints 'keys.demo:7: the key x is export'
mkdir -p "$work/writes"
"$wattif" list runs >"$work/runs.before"
while read -r what steps; do
    { printf '%s\n' 'wattif-demo 1' 'title Writes' 'scenario carbondis-set1'; tr ';' '\n' <<<"$steps"; echo 'caption So'; } >"$work/writes.demo"
    (cd "$work/writes" && "$wattif" --demo "$work/writes.demo" >"$work/out" 2>"$work/err")
    [[ $? -eq 2 ]] || fail "a demo may $what: $steps"
    grep -q "writes.demo:[0-9]*: a demo shows, it writes and ends nothing: $what is left out" "$work/err" || fail "it is not said that $what is left out: $(<"$work/err")"
done <<'WAYS'
save inspector;key s
save key :;type save mine;key enter
save key :;type sav;key enter
export map;key x
library-import library;key I
library-export library;key x
list-delete runs;key delete
list-undo library;key u
list-rename runs;key =
fleet-save fleet;key s
fleet-editor fleet;key {
save-demo key :;type save-demo mine;key enter
lesson key :;type lesson noise;key enter
quit key :;type quit;key enter
WAYS
[[ -z $(ls -A "$work/writes") ]] || fail "a demo wrote $(ls "$work/writes")"
"$wattif" list runs | cmp -s - "$work/runs.before" || fail "a demo saved a run"

printf '%s\n' 'wattif-demo 1' 'title Faults' 'scenario carbondis-set1' 'set cti 0.8' 'set cit fast' 'caption {carbon_g.totl}' \
    'caption So' 'open nowhere' 'caption End' >"$work/worse.demo"
expect 1 "$wattif" validate "$work/worse.demo"
prints "worse.demo:4: .*did you mean 'cit'"
prints 'worse.demo:5: .*no number'
prints 'worse.demo:6: .*carbon_g.totl'
prints "worse.demo:8: .*'nowhere'"
expect 2 "$wattif" --demo "$work/worse.demo"
says 'worse.demo:4'
for text in '' 'wattif-demo 2' 'title x' $'wattif-demo 1\ntitle x\nscenario carbondis-set1'; do
    printf '%s\n' "$text" >"$work/head.demo"
    expect 1 "$wattif" validate "$work/head.demo"
    prints 'head.demo:1: '
done
printf 'wattif-demo 1\0\n' >"$work/head.demo"
expect 1 "$wattif" validate "$work/head.demo"
refuse 2 "did you mean 'all-five'" "$wattif" --demo all-fvie
refuse 2 'list demos' "$wattif" --demo nothing-like-it
refuse 2 'nowhere.demo' "$wattif" --demo nowhere.demo
script 80x24 --no-ahead <<<$'demo views.demo' # one that is there
echo 'demo nowhere.demo' >"$work/steps"
refuse 2 'steps:1: .*nowhere.demo' "$wattif" carbondis-set1 --script "$work/steps" --size 80x24

finish
