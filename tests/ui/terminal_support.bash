# What tests in a real terminal share: a tmux server of their own, of which $socket names the one in use, and waiting for what it
# shows. Sourced after cli_support.bash; $doing says what is being tried, for the report.
# shellcheck shell=bash disable=SC2154 # wattif, work, doing: cli_support.bash and the test
t() { tmux -L "$socket" -f /dev/null "$@"; }

# until_screen PATTERN: waits up to 8 s for it to show.
until_screen() {
    local i
    for ((i = 0; i < 160; i++)); do
        t capture-pane -p 2>/dev/null | grep -qE -- "$1" && return 0
        sleep 0.05
    done
    fail "never saw /$1/ ($doing)"
    t capture-pane -p | head -40
    return 1
}
# until_true COMMAND...: up to 8 s.
until_true() {
    local i
    for ((i = 0; i < 160; i++)); do
        "$@" && return 0
        sleep 0.05
    done
    fail "never: $* ($doing)"
    return 1
}
