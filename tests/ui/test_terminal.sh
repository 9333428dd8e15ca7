#!/bin/bash
# The dashboard in a real terminal (tmux): start, resize down to one cell, quit, signals, a crash, suspend, paste, hang-up, idle
# CPU, poor terminals. State is polled with a deadline; the socket is this test's own.
if ! command -v tmux >/dev/null; then
    echo "SKIP: tmux is not installed, so nothing was tried in a real terminal"
    exit 77
fi
source tests/ui/cli_support.bash
export LC_ALL=C.UTF-8 TZ=UTC
sockets=0
socket=wattif-test-$$-0 # a fresh one for each start: a server needs a moment to go
trap 'tmux -L "$socket" kill-server 2>/dev/null; rm -rf "$work"' EXIT
t() { tmux -L "$socket" -f /dev/null "$@"; }
"$wattif" list scenarios >/dev/null 2>&1 # the store exists

# until_screen PATTERN: waits up to 8 s for it to show.
until_screen() {
    local i
    for ((i = 0; i < 160; i++)); do
        t capture-pane -p 2>/dev/null | grep -qE -- "$1" && return 0
        sleep 0.05
    done
    fail "never saw /$1/ ($doing)"
    t capture-pane -p | head -30
    return 1
}
state() { t display -p '#{alternate_on} #{mouse_any_flag} #{cursor_flag}'; }
until_state() {
    local i
    for ((i = 0; i < 100; i++)); do
        [[ $(state) == "$1" ]] && return 0
        sleep 0.05
    done
    fail "the terminal is in state '$(state)' instead of '$1' ($doing)"
}

fresh_server() {
    t kill-server 2>/dev/null
    sockets=$((sockets + 1))
    socket=wattif-test-$$-$sockets
}

# start [ENVIRONMENT...]: a shell that runs the dashboard and then tells how the terminal is left.
start() {
    fresh_server
    cat >"$work/session" <<SESSION
stty -a >"$work/before"
env $* sh -c 'echo \$\$ >"$work/pid"; exec "$wattif"'
echo "status \$?" >"$work/after.status"
stty -a >"$work/after"
echo left the dashboard
exec cat
SESSION
    rm -f "$work/after" "$work/after.status"
    t new-session -d -x 80 -y 24 "bash $work/session"
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
until_screen 'every SLO is met'

doing='idle'
pid=$(pid_of_wattif)
sleep 0.5
cpu() { awk '{print $14 + $15}' "/proc/$pid/stat"; }
before=$(cpu)
sleep 2
[[ $(($(cpu) - before)) -le 1 ]] || fail "paused, it used $(($(cpu) - before)) ticks of CPU in two seconds"

doing='paste into the prompt'
t send-keys :
until_screen '^ :'
t set-buffer $'goto 14:30\nquit'
t paste-buffer -p
until_screen ':goto 14:30 quit'
t send-keys Escape

doing='turn'
t send-keys - -
until_screen 'CIT 0.90'
t send-keys u
until_screen 'less carbon than HIGHPERF'

doing='suspend'
fresh_server
cat >"$work/job" <<JOB
set -m
"$wattif" &
fg >/dev/null
echo stopped with \$?
read -r word
fg >/dev/null
echo left the dashboard
exec cat
JOB
t new-session -d -x 80 -y 24 "bash -i $work/job"
until_screen 'CARBONDIS emits'
t send-keys C-z
until_screen 'stopped with'
until_state '0 0 1'
t send-keys Enter
until_screen 'CARBONDIS emits'
t send-keys q
until_screen 'left the dashboard'

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

doing='the terminal goes away'
start
until_screen 'CARBONDIS emits'
pid=$(pid_of_wattif)
t kill-server
for ((i = 0; i < 100; i++)); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.05
done
kill -0 "$pid" 2>/dev/null && { fail "it lives on without a terminal"; kill -9 "$pid"; }

doing='terminals'
for term in vt100 linux xterm xterm-256color tmux-256color xterm-direct; do
    infocmp "$term" >/dev/null 2>&1 || { echo "note: no terminfo for $term here"; continue; }
    start TERM=$term
    until_screen 'emits 9\.6|emits [0-9.]+ % less'
    t send-keys q
    left_sane
done
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

[[ $failures -eq 0 ]]
