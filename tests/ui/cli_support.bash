# What the tests of the command line share: a home of their own and a few words to expect things with.
# Sourced, never run.
set -u
wattif=$WATTIF_BUILD/wattif
work=$(mktemp -d "${TMPDIR:-/tmp}/wattif-cli-XXXXXX")
trap 'rm -rf "$work"' EXIT
export HOME=$work/home
export XDG_DATA_HOME=$HOME/data XDG_CONFIG_HOME=$HOME/config XDG_STATE_HOME=$HOME/state
mkdir -p "$HOME" "$XDG_CONFIG_HOME"
unset NO_COLOR COLORTERM
failures=0

# new_store FILE: a store that holds the library and nothing else, copied from that of all tests (tests/CMakeLists.txt)
# because the sanitizers make it slow; without that, wattif makes it when it needs it.
new_store() {
    rm -f "$1"*
    mkdir -p "${1%/*}"
    [[ ! -r ${WATTIF_SEEDED:-} ]] || cp "$WATTIF_SEEDED" "$1"
}
new_store "$XDG_DATA_HOME/wattif/wattif.db"

if [[ ! -x $wattif ]]; then
    echo "FAIL: $wattif is not built"
    exit 1
fi

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# expect STATUS COMMAND...: runs it; stdout goes to $work/out, stderr to $work/err.
expect() {
    local wanted=$1 status
    shift
    called=$*
    "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    if [[ $status -ne $wanted ]]; then
        fail "status $status instead of $wanted: $called"
        head -5 "$work/err"
    fi
}

# What the last command printed.
prints() { grep -qE -- "$1" "$work/out" || fail "stdout lacks /$1/: $called"; }
says() { grep -qE -- "$1" "$work/err" || { fail "stderr lacks /$1/: $called"; head -3 "$work/err"; }; }
quiet_out() { [[ ! -s $work/out ]] || fail "something on stdout: $called"; }
quiet_err() { [[ ! -s $work/err ]] || { fail "something on stderr: $called"; head -3 "$work/err"; }; }

# refuse STATUS PATTERN COMMAND...: nothing on stdout, one message on stderr that says PATTERN.
refuse() {
    local status=$1 pattern=$2
    shift 2
    expect "$status" "$@"
    quiet_out
    says "$pattern"
    [[ $(wc -l <"$work/err") -eq 1 ]] || fail "$(wc -l <"$work/err") messages instead of one: $called"
    grep -q '^wattif: ' "$work/err" || fail "the message does not begin with the program's name: $called"
}

# field KEY FILE: one cell of a one-row CSV.
field() {
    awk -F, -v key="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == key) at = i }
                         NR == 2 && at { print $at }' "$2"
}

finish() {
    if [[ $failures -gt 0 ]]; then
        echo "$failures failed"
        exit 1
    fi
    echo "all passed"
    exit 0
}
