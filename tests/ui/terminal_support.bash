# What tests in a real terminal share: a tmux server of their own, of which $socket names the one in use, and waiting for what it
# shows. Sourced after cli_support.bash; $doing says what is being tried, for the report.
# shellcheck shell=bash disable=SC2154 # wattif, work, doing: cli_support.bash and the test
mkdir -p "$XDG_CONFIG_HOME/wattif"
printf 'board = full\n' >"$XDG_CONFIG_HOME/wattif/wattif.conf" # what these tests look for stands on it
t() { tmux -L "$socket" -f /dev/null "$@"; }

# holds_soon COMMAND...: waits for it to succeed; a minute, because the machine may be busy with much else. What follows on
# something that never came will not come either, so that is not waited for as long.
patience_s=60
holds_soon() {
    local end=$((SECONDS + patience_s))
    until "$@"; do
        ((SECONDS < end)) || { patience_s=4; return 1; }
        sleep 0.05
    done
}
until_true() {
    holds_soon "$@" || fail "never: $* ($doing)"
}

shows() { t capture-pane -p 2>/dev/null | grep -qE -- "$1"; }
hides() { ! shows "$1"; }
# until_screen PATTERN: waits for it to show.
until_screen() {
    holds_soon shows "$1" && return 0
    fail "never saw /$1/ ($doing)"
    t capture-pane -p | head -40
    return 1
}
# escape PATTERN: leaves what shows it and waits until that is gone. A key sent at once would make Alt and that key.
escape() {
    t send-keys Escape
    until_true hides "$1"
}
# What keeps a process busy, in ticks of 10 ms.
cpu_of() { awk '{print $14 + $15}' "/proc/$1/stat"; }
idles() { # PID: it uses next to nothing for two seconds
    local before
    before=$(cpu_of "$1")
    sleep 2
    [[ $(($(cpu_of "$1") - before)) -le 1 ]]
}
is_gone() { ! kill -0 "$1" 2>/dev/null; }
