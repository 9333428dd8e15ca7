#!/bin/bash
# The dashboard in a real terminal (tmux): start, resize down to one cell, quit, signals, a crash, suspend, paste, the mouse,
# hang-up, idle CPU, poor terminals, colours. State is polled with a deadline; the socket is this test's own.
if ! command -v tmux >/dev/null; then
    echo "SKIP: tmux is not installed, so nothing was tried in a real terminal"
    exit 77
fi
source tests/ui/cli_support.bash
source tests/ui/terminal_support.bash
export LC_ALL=C.UTF-8 TZ=UTC
sockets=0
socket=wattif-test-$$-0 # a fresh one for each start: a server needs a moment to go
trap 'tmux -L "$socket" kill-server 2>/dev/null; rm -rf "$work"' EXIT
"$wattif" list scenarios >/dev/null 2>&1 # the store exists

state() { t display -p '#{alternate_on} #{mouse_any_flag} #{cursor_flag}'; }
in_state() { [[ $(state) == "$1" ]]; }
until_state() {
    holds_soon in_state "$1" || fail "the terminal is in state '$(state)' instead of '$1' ($doing)"
}

fresh_server() {
    t kill-server 2>/dev/null
    sockets=$((sockets + 1))
    socket=wattif-test-$$-$sockets
}

# start [ENVIRONMENT...]: a shell that runs the dashboard and then tells how the terminal is left.
start() {
    fresh_server
    rm -rf "${XDG_STATE_HOME:?}" # what the last one was killed with is not offered
    cat >"$work/session" <<SESSION
stty -a >"$work/before"
env $* sh -c 'echo \$\$ >"$work/pid"; exec "$wattif" carbondis-set1'
echo "status \$?" >"$work/after.status"
stty -a >"$work/after"
echo left the dashboard
exec cat
SESSION
    rm -f "$work/after" "$work/after.status"
    t new-session -d -x "${columns:-80}" -y "${rows:-24}" "bash $work/session"
}
# report CODE X Y M|m: what a terminal says about the mouse, as an SGR report; X and Y count from 1.
report() {
    local text=$'\033'"[<$1;$2;$3$4" hex=() i
    for ((i = 0; i < ${#text}; i++)); do hex+=("$(printf %x "'${text:i:1}")"); done
    t send-keys -H "${hex[@]}"
}
# place TEXT: X and Y, from 1, of the first cell that shows it.
place() {
    local line before y=0
    while IFS= read -r line; do
        y=$((y + 1))
        before=${line%%"$1"*}
        [[ $before == "$line" ]] || { echo $((${#before} + 1)) $y; return; }
    done < <(t capture-pane -p)
}
pid_of_wattif() { cat "$work/pid"; }

left_sane() {
    until_screen 'left the dashboard' || return
    until_state '0 0 1'
    diff "$work/before" "$work/after" >/dev/null || fail "stty differs afterwards ($doing)"
}

doing='start and quit'
start
until_screen 'CARBONDIS emits .* less carbon than HIGHPERF'
[[ $(state) == 1* ]] || fail "not on the alternate screen"
t send-keys q
left_sane
grep -qx 'status 0' "$work/after.status" || fail "quit gives $(cat "$work/after.status")"

doing='resize'
start
until_screen 'CARBONDIS emits'
for size in '30 8' '1 1' '41 11' '200 60' '79 23' '25 22' '120 40'; do
    t resize-window -x "${size% *}" -y "${size#* }"
done
until_screen 'whole run'
t resize-window -x 30 -y 8
until_screen 'needs 40x10'
t resize-window -x 80 -y 24
until_screen 'all p95 SLOs met'

doing='idle'
until_true idles "$(pid_of_wattif)"

doing='paste into the prompt'
t send-keys :
until_screen '│ :'
t set-buffer $'goto 14:30\nquit'
t paste-buffer -p
until_screen ': goto 14:30 quit'
doing='resize with a popup open'
t resize-window -x 30 -y 8
t resize-window -x 120 -y 40
until_screen '│ : goto 14:30 quit'
t resize-window -x 80 -y 24
until_screen '│ : goto 14:30 quit'
escape '│ :'
doing='paste into a filter'
t send-keys F1
until_screen 'type to filter'
t set-buffer $'zoo\nq'
t paste-buffer -p
until_screen 'showing only: zoo q'
escape 'showing only'
doing='a paste where nothing is typed'
until_screen 'whole run'
t send-keys -H 1b 5b 32 30 30 7e 71 71 0d 1b 5b 32 30 31 7e # the marks of a paste around qq
t set-buffer $'qy?' # the terminal itself has been asked for marks
t paste-buffer -p
t send-keys 3
until_screen '3 Carbon'

doing='turn'
t send-keys - -
until_screen 'CIT 0.90'
t send-keys u
until_screen 'less carbon than HIGHPERF'

doing='resize while playing'
t send-keys g Space
until_screen '▶ 60×'
for size in '60 20' '200 60' '80 24'; do
    t resize-window -x "${size% *}" -y "${size#* }"
done
until_screen '▶ 60×'
t send-keys Space
until_screen 'paused'

doing='stopped without being asked'
pid=$(pid_of_wattif)
kill -STOP "$pid"
t resize-window -x 100 -y 30
kill -CONT "$pid"
until_screen '^ wattif +carbondis-set1.{60,}'
[[ $(state) == '1 1 '* ]] || fail "after CONT the terminal is in state '$(state)'"

doing='suspend'
fresh_server
cat >"$work/job" <<JOB
set -m
"$wattif" carbondis-set1 &
fg >/dev/null
echo stopped with \$?
read -r word
fg >/dev/null
echo left the dashboard
exec cat
JOB
rm -rf "${XDG_STATE_HOME:?}"
t new-session -d -x 80 -y 24 "bash -i $work/job"
until_screen 'CARBONDIS emits'
t send-keys : # a popup that takes pastes is open
until_screen '│ :'
t send-keys C-z
until_screen 'stopped with'
until_state '0 0 1'
t resize-window -x 100 -y 30
t send-keys Enter
until_screen '│ :'
until_screen '^ wattif +carbondis-set1.{60,}'
[[ $(state) == '1 1 '* ]] || fail "after fg the terminal is in state '$(state)'"
escape '│ :'
until_screen 'CARBONDIS emits'
t send-keys q
until_screen 'left the dashboard'

doing='the mouse'
columns=120 rows=40 start
until_screen 'all simulated' # until then the axis may end later than the run
[[ $(t display -p '#{mouse_button_flag} #{mouse_sgr_flag}') == '1 1' ]] || fail "no reports of drags in SGR are asked for"
read -r x _ <<<"$(place '3 Carbon')"
report 0 $((x + 8)) 17 M # in the carbon plot
report 32 $((x + 20)) 17 M
report 0 $((x + 20)) 17 m
report 32 $((x + 5)) 17 M # after the release: no drag
until_screen '^ wattif .* 13:[123][1-9]:[0-9]{2} UTC-8'
read -r x y <<<"$(place '●')"
report 0 "$x" "$y" M # the slider of CIT
report 32 1 "$y" M
report 32 2 "$y" M
report 0 2 "$y" m
until_screen 'CIT 0\.60 from 13:[123]'
t send-keys u
until_screen 'less carbon than HIGHPERF'
read -r x y <<<"$(place '4 Tail')"
report 0 "$x" "$y" M
report 0 "$x" "$y" m
report 0 "$x" "$y" M # a double click
report 0 "$x" "$y" m
until_screen '^━ 4 .*Tail latency'
t send-keys Escape
until_screen '6 Cluster'
t send-keys F4
until_screen 'mouse off'
[[ $(state) == '1 0 '* ]] || fail "mouse off, but the terminal is in state '$(state)'"
t send-keys q
left_sane
unset columns rows

doing='the clipboard'
start
until_screen 'CARBONDIS emits'
t set -g set-clipboard on # tmux takes what programs send
t send-keys y
until_screen 'wattif run carbondis-set1'
until_screen "sent to the terminal's clipboard"
[[ $(t show-buffer) == *'wattif run carbondis-set1'* ]] || fail "in the clipboard is: $(t show-buffer)"
escape "sent to the terminal's clipboard"
until_screen 'CARBONDIS emits'
t send-keys q
left_sane

doing='a repeated key'
start
until_screen 'CARBONDIS emits'
t send-keys -N 200 +
until_screen 'CIT 1\.40'
t send-keys -N 200 - && t send-keys +
until_screen 'CIT 0\.65'
t send-keys u
until_screen 'less carbon than HIGHPERF'
t send-keys q
left_sane

for signal in TERM INT HUP QUIT; do
    doing="kill -$signal"
    start
    until_screen 'CARBONDIS emits' || continue
    kill -$signal "$(pid_of_wattif)"
    left_sane
done

for signal in SEGV ABRT BUS; do
    doing="kill -$signal"
    start ASAN_OPTIONS=handle_segv=0:handle_abort=0:handle_sigbus=0
    until_screen 'CARBONDIS emits' || continue
    ulimit -c 0
    kill -$signal "$(pid_of_wattif)"
    left_sane
    grep -qx 'status 0' "$work/after.status" && fail "a crash gives status 0"
done

doing='kill -9'
start
until_screen 'CARBONDIS emits' && t send-keys - && until_screen 'CIT 0\.95'
session_is_written() { compgen -G "$XDG_STATE_HOME/wattif/session-*.json" >/dev/null; }
until_true session_is_written  # a moment after the last key
kill -9 "$(pid_of_wattif)" # nobody can restore the terminal then, but nothing is lost
until_true test -e "$work/after.status"
fresh_server
t new-session -d -x 80 -y 24 "$wattif carbondis-set1"
until_screen 'ended unexpectedly'

doing='the terminal goes away'
start
until_screen 'CARBONDIS emits'
pid=$(pid_of_wattif)
t kill-server
until_true is_gone "$pid" || kill -9 "$pid"

doing='terminals'
for term in vt100 linux xterm xterm-256color tmux-256color screen-256color xterm-direct; do
    infocmp "$term" >/dev/null 2>&1 || { echo "note: no terminfo for $term here"; continue; }
    start TERM=$term
    until_screen 'emits 9\.6|emits [0-9.]+ % less'
    t send-keys q
    left_sane
done
doing='colours'
# colours ENVIRONMENT: which kinds of colour are on the screen: 5 of 256, 2 direct.
colours() {
    start "$@"
    until_screen 'emits [0-9.]+ % less'
    t capture-pane -pe | grep -oE '[34]8;[25];' | cut -c4 | sort -u | tr -d '\n'
}
[[ $(colours TERM=xterm-256color) == 5 ]] || fail "no colours of 256"
[[ $(colours TERM=xterm-256color COLORTERM=truecolor) == 2 ]] || fail "COLORTERM=truecolor is not believed"
[[ $(colours TERM=screen-256color COLORTERM=truecolor) == 5 ]] || fail "COLORTERM is believed in screen"
[[ $(colours TERM=xterm-256color NO_COLOR=1) == '' ]] || fail "NO_COLOR=1 and yet there are colours"
if [[ -n ${WATTIF_COMMA_LOCALE_PATH:-} ]]; then
    doing='a locale with a decimal comma'
    start LOCPATH="$WATTIF_COMMA_LOCALE_PATH" LC_ALL=de_DE.UTF-8
    until_screen 'emits [0-9]+\.[0-9] % less'
    t send-keys q
    left_sane
fi
doing='a locale without UTF-8'
start LC_ALL=C
until_screen '^ v CARBONDIS emits'
until_screen '^= 1 Knobs  [0-9]+ of [0-9]+ =='
t send-keys q
left_sane

for name in no-such-terminal dumb; do
    doing="TERM=$name"
    start TERM=$name ASAN_OPTIONS=detect_leaks=0 # curses itself forgets a block then
    until_screen "'$name' is no terminal that can be drawn on"
    until_screen 'left the dashboard'
    grep -qx 'status 2' "$work/after.status" || fail "TERM=$name gives $(cat "$work/after.status")"
done

# The card of the first start is there before a store is made; where none can be, the message follows it.
doing='the first start, without a library'
mkdir -p "$work/new"
XDG_DATA_HOME=$work/new WATTIF_DATA=$work/new TERM=xterm-256color script -qec "stty rows 24 cols 80; exec '$WATTIF_BUILD/wattif'" "$work/new/typescript" \
    </dev/null >/dev/null 2>&1 && fail 'no library, and it ends well'
grep -A 200 'lesson of ten minutes' "$work/new/typescript" | grep -q 'holds no library' || fail 'no card before the message'

[[ $failures -eq 0 ]]
