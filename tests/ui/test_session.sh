#!/bin/bash
# What is kept when the dashboard ends in a way nobody wanted (tmux): killed in the middle, hung up, two at once; then a start
# that offers it, and files that are damaged, newer, or cannot be written. Scripts leave nothing behind.
if ! command -v tmux >/dev/null; then
    echo "SKIP: tmux is not installed, so no session was lost and found"
    exit 77
fi
source tests/ui/cli_support.bash
source tests/ui/terminal_support.bash
export LC_ALL=C.UTF-8 TZ=UTC
sockets=0
socket=wattif-session-$$-0
all_sockets=()
# shellcheck disable=SC2317 # called by the trap
clean_up() {
    local one
    for one in "${all_sockets[@]}"; do tmux -L "$one" kill-server 2>/dev/null; done
    rm -rf "$work"
}
trap clean_up EXIT
state=$XDG_STATE_HOME/wattif
"$wattif" list scenarios >/dev/null 2>&1 # the store exists

files() { find "$state" -name "$1" 2>/dev/null | wc -l; }
has_files() { [[ $(files "$1") -eq $2 ]]; }

# start [ENVIRONMENT...]: a fresh server that runs the dashboard (or wattif with $words), and what it said at its end.
words=carbondis-set1
start() {
    sockets=$((sockets + 1))
    socket=wattif-session-$$-$sockets
    all_sockets+=("$socket")
    t new-session -d -x 120 -y 40 "env $* sh -c 'echo \$\$ >$work/pid-$sockets; exec $wattif $words'; echo left with \$?; exec cat"
}
pid_of() { cat "$work/pid-$1"; }
ready() { until_screen 'paused .*13:00:00' && until_screen 'CARBONDIS emits'; }

doing='nothing changed, nothing kept'
start
ready
kill -9 "$(pid_of $sockets)"
until_screen 'left with'
has_files 'session-*' 0 || fail "a session without edits left a file behind"

doing='killed in the middle'
start
ready
t send-keys - - - -
until_screen 'CIT 0.80'
t send-keys ']' ']'
until_screen ' 13:01:00 UTC'
until_true has_files 'session-*' 1
until_true grep -qE '"cursor_ns": 366[0-9]{10},' "$state"/session-*.json # a moved cursor is written after a moment
kill -9 "$(pid_of $sockets)"
until_screen 'left with'
has_files 'session-*.json' 1 || fail "kill -9 leaves no session"

for words in carbondis-set2 'lesson noise'; do
    doing="not asked about over $words"
    start
    until_screen 'unsaved edits of carbondis-set1 were left behind: :resume offers them'
    t capture-pane -p | grep -q 'ended unexpectedly' && fail "the question stands over $words"
    [[ $words != lesson* ]] || until_true has_files 'session-*.json' 2 # what the lesson sets is an edit, kept after a moment
    kill -9 "$(pid_of $sockets)"
    until_screen 'left with'
done
words='--demo fallacy-etf'
start
until_screen 'space on'
t capture-pane -p | grep -q 'left behind' && fail "a demo tells of a session that was left behind"
kill -9 "$(pid_of $sockets)"
until_screen 'left with'
words=carbondis-set1
find "$state" -name 'session-*.json' -newer "$work/pid-$((sockets - 2))" -delete # the lesson's own

doing='offered, left for the next time'
start
until_screen 'wattif ended unexpectedly on .* with 1 edit of carbondis-set1'
until_screen 'CIT 0.80 from 13:00'
t send-keys R
until_screen 'this question comes first'
escape 'ended unexpectedly'
ready
t send-keys q
until_screen 'left with 0'
has_files 'session-*.json' 1 || fail "Esc does not leave it for the next time"

doing='taken back'
start
until_screen 'ended unexpectedly'
t send-keys Enter
until_screen 'carbondis-set1 is back with its 1 edit'
until_screen 'CIT +0.80'
until_screen ' 13:01:00 UTC'
has_files 'session-*.json' 1 || fail "the session taken back is not this one's own now"
kill -HUP "$(pid_of $sockets)"
until_screen 'left with'
has_files 'session-*.json' 1 || fail "a hang-up loses the session"

doing='the terminal goes away'
start
until_screen 'was stopped on'
t send-keys Enter
until_screen 'is back'
pid=$(pid_of $sockets)
t kill-server
until_true is_gone "$pid"
has_files 'session-*.json' 1 || fail "a terminal that goes away loses the session"

doing='forgotten'
start
until_screen 'was stopped on'
t send-keys DC
until_screen 'y forgets it'
has_files 'session-*.json' 1 || fail "Del alone forgets the session"
t send-keys y
until_screen 'forgotten'
has_files 'session-*.json' 0 || fail "y does not forget the session"

doing='two at once'
t send-keys - -
until_screen 'CIT 0.90'
until_true has_files 'session-*.json' 1
first=$sockets
start
ready
t capture-pane -p | grep -qE 'ended unexpectedly|was stopped on' && fail "the session of a wattif that lives is offered"
t send-keys - -
until_screen 'CIT 0.90'
until_true has_files 'session-*.json' 2
kill -9 "$(pid_of $first)"
t send-keys q
until_screen '1 edit is not saved'
t send-keys y
until_screen 'left with 0'
has_files 'session-*.json' 1 || fail "leaving does not remove one session and keep the other"

doing='damaged'
for file in "$state"/session-*.json; do
    head -c 300 "$file" >"$file.cut"
    mv "$file.cut" "$file"
done
start
until_screen 'a session that was left behind cannot be read; it is set aside as'
has_files 'session-*.json' 0 || fail "a damaged session stays in the way"
has_files '*.bad' 1 || fail "a damaged session is not kept aside"
t send-keys q
until_screen 'left with 0'

doing='newer'
echo '{"format": 99, "kind": "wattif-session", "what": "not known yet"}' >"$state/session-1.json"
start
until_screen 'a newer wattif left a session behind'
t send-keys - -
until_screen 'CIT 0.90'
t send-keys q y
until_screen 'left with 0'
grep -q '"format": 99' "$state/session-1.json" || fail "a newer session was overwritten"
rm "$state/session-1.json"

doing='a folder that cannot be written'
: >"$work/blocked"
start XDG_STATE_HOME="$work/blocked"
ready
t send-keys - -
until_screen 'edits are not kept against a crash: .*blocked.* cannot be written'
t send-keys - -
until_screen 'CIT 0.80'
t send-keys q y
until_screen 'left with 0'

# Nothing named at the first start: it greets. Then it does not, nor where the first start named something or was asked to.
doing='the card of the first start'
# greets TIMES WORDS...: that many of the starts with these words have the card.
greets() {
    local wanted=$1 n=0
    rm -rf "$state"
    for words in "${@:2}"; do
        start
        until_screen 'paused'
        until_screen 'Knobs'
        n=$((n + $(t capture-pane -p | grep -c 'a lesson of ten minutes')))
        t send-keys Escape q
        until_screen 'left with 0'
    done
    [[ $n -eq $wanted ]] || fail "the card greets $n times: $*"
}
greets 1 '' ''
greets 0 carbondis-set1 ''
greets 1 --welcome ''
words=carbondis-set1

doing='scripts'
rm -rf "$state"
printf '%s\n' 'set cit 0.8' 'set load 2' 'wait' 'quit' >"$work/steps"
expect 0 "$wattif" carbondis-set1 --script "$work/steps"
[[ ! -e $state ]] || fail "a script keeps a session"
printf '%s\n' 'set cit 0.8' 'key q' 'screen-dump '"$work/asked.txt" 'key y' 'screen-dump '"$work/never.txt" >"$work/steps"
expect 0 "$wattif" carbondis-set1 --script "$work/steps"
grep -q '1 edit is not saved' "$work/asked.txt" || fail "the key q does not ask"
[[ ! -e $work/never.txt ]] || fail "y does not leave"

finish
