#!/bin/bash
# The fleet editor in a real terminal (tmux): the user's editor has the terminal while it runs, is interrupted and stopped
# without harm to wattif, and gives the terminal back as it was; a CSV that is pasted is taken whole or not at all, and never
# as keys.
if ! command -v tmux >/dev/null; then
    echo "SKIP: tmux is not installed, so nothing was tried in a real terminal"
    exit 77
fi
source tests/ui/cli_support.bash
source tests/ui/terminal_support.bash
export LC_ALL=C.UTF-8 TZ=UTC
socket=wattif-fleet-$$
trap 'tmux -L "$socket" kill-server 2>/dev/null; rm -rf "$work"' EXIT
state() { t display -p '#{alternate_on} #{mouse_any_flag} #{cursor_flag}'; }
# shellcheck disable=SC2317 # called by name
in_state() { [[ $(state) == "$1" ]]; }

# An editor that says what it was given, waits for a line, and does what that says.
cat >"$work/editor" <<'EDITOR'
#!/bin/sh
echo "editing $(basename "$1")"
stty -a | grep -q ' icanon' && echo 'the terminal is cooked'
trap 'echo interrupted' INT
until read -r word; do :; done
case $word in
change) sed -i 's/"slo_ms": 290/"slo_ms": 444/' "$1" ;;
break) echo '{ broken' >"$1" ;;
fail) exit 5 ;;
esac
EDITOR
chmod +x "$work/editor"

doing='the editor'
cat >"$work/session" <<SESSION
stty -a >"$work/before"
EDITOR=$work/editor VISUAL= "$wattif" carbondis-set1
stty -a >"$work/after"
echo left the dashboard
exec cat
SESSION
t new-session -d -x 120 -y 40 "bash $work/session"
until_screen 'CARBONDIS emits'
before=$(state)
t send-keys O
until_screen 'Your fleet +a copy of carbondis-set1'
t send-keys '{'
until_screen 'editing draft-carbondis-set1'
until_screen 'the terminal is cooked'
[[ $(state) == '0 0 1' ]] || fail "the editor has a terminal in state '$(state)'"
t send-keys C-c
until_screen 'interrupted'
t send-keys change Enter
until_screen 'taken from the editor'
until_true in_state "$before"
until_screen '444 ms'
doing='the mouse after the editor'
t resize-window -x 100 -y 30
until_screen 'taken from the editor|Your fleet'
t resize-window -x 120 -y 40
doing='an editor that fails'
t send-keys '{'
until_screen 'editing draft'
t send-keys fail Enter
until_screen 'the editor ended with status 5: nothing was applied'
until_true in_state "$before"
doing='broken JSON'
t send-keys '{'
until_screen 'editing draft'
t send-keys break Enter
until_screen 'json:1:3: .*nothing was applied'
until_screen '444 ms'
grep -q '{ broken' "$XDG_STATE_HOME"/wattif/draft-*.json || fail "the text is not kept"

doing='a faulty paste'
t set-buffer $'timestamp_s,requests_per_s\n0,1\n60,qqq\n120,-5\n'
t paste-buffer -p
until_screen 'what was pasted: nothing was applied'
until_screen "pasted:3:4: .*'qqq' is no number"
until_screen 'pasted:4:5: '
until_screen '1 change'
doing='a paste'
t set-buffer $'timestamp_s,requests_per_s\n0,1\n60,3\n120,2\n'
t paste-buffer -p
until_screen 'job1 follows carbondis-set1-load'
until_screen 'job1 .*rates'
t set-buffer 'one line'
t paste-buffer -p
until_screen 'a pasted CSV has a header and rows'
doing='a path with faults stays in its line'
printf 'timestamp_s,requests_per_s\n0,x\n' >"$work/bad.csv"
t send-keys ,
t send-keys "$work/bad.csv" Enter
until_screen "bad.csv: nothing was applied"
until_screen "bad.csv:2:3: .*'x' is no number"
t send-keys C-u o s
until_screen 'or its path: os'
escape 'or its path'
doing='a paste into a cell'
t send-keys Tab Enter C-u
t set-buffer $'sho\nrt'
t paste-buffer -p
until_screen 'sho rt'
escape 'sho rt'
doing='leaving'
t send-keys q
until_screen 'Esc again lets go of it'
t send-keys q
until_screen '1 Knobs'
t send-keys q
until_screen 'left the dashboard'
diff "$work/before" "$work/after" >/dev/null || fail "stty differs afterwards"


# A draft outlives whatever ends wattif: it is offered by the next start and by the editor, until it is saved or dropped.
doing='a draft that was left behind'
state=$XDG_STATE_HOME/wattif
drafts() { find "$state" -name 'fleet-*.json' 2>/dev/null | wc -l; }
# shellcheck disable=SC2317 # called by name
has_drafts() { [[ $(drafts) -eq $1 ]]; }
begin() { # in a terminal of its own
    socket=wattif-fleet-$$-$1
    t new-session -d -x 120 -y 40 "echo \$\$ >$work/pid; exec $wattif carbondis-set1"
    until_screen "$2"
}
t kill-server
rm -f "$state"/*
begin a 'CARBONDIS emits'
t send-keys O
until_screen 'Your fleet +a copy of carbondis-set1'
t send-keys +
until_screen '1 change'
until_true has_drafts 1
kill -9 "$(cat "$work/pid")"
until_true is_gone "$(cat "$work/pid")"
begin b 'a draft made from carbondis-set1 was left behind'
t send-keys O
until_screen 'Enter takes it back, Del forgets it'
t send-keys Escape
until_screen 'unchanged'
has_drafts 1 || fail "a draft that was left for the next time is gone"
t send-keys Escape
until_screen 'CARBONDIS emits'
t send-keys O
until_screen 'Enter takes it back, Del forgets it'
t send-keys Enter
until_screen 'the draft is back'
until_screen 'low1, …'
t send-keys u
until_screen 'unchanged'
until_true has_drafts 0
t send-keys C-r
until_screen '1 change'
until_true has_drafts 1
t send-keys s
until_screen 'save in the library as: carbondis-set1-mine'
t send-keys Enter
until_screen 'saved and opened carbondis-set1-mine'
until_true has_drafts 0
doing='a draft that a hang-up ends, and one that is forgotten'
t send-keys O
until_screen 'Your fleet'
t send-keys +
until_screen '1 change'
until_true has_drafts 1
kill -HUP "$(cat "$work/pid")"
until_true is_gone "$(cat "$work/pid")"
has_drafts 1 || fail "a hang-up loses the draft"
begin c 'wattif was stopped|was left behind'
t send-keys Escape
until_screen 'CARBONDIS emits'
t send-keys O
until_screen 'Enter takes it back, Del forgets it'
t send-keys DC
until_screen 'forgotten'
has_drafts 0 || fail "a draft that was forgotten is still there"
doing='a damaged draft'
t send-keys Escape
until_screen 'CARBONDIS emits'
echo '{"kind": "wattif fleet draft"}' >"$state/fleet-1.json"
t send-keys O
until_screen 'Your fleet'
until_screen 'unchanged'
[[ -f $state/fleet-1.json.bad ]] || fail "a damaged draft is not set aside"
t kill-server
finish
