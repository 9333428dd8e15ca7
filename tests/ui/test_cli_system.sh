#!/usr/bin/env bash
# What the system does to a program: full disks, closed streams, a home that cannot be written, a comma locale.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash

expect 0 "$wattif" list traces
cp "$work/out" "$work/traces"

# A full disk below stdout is a system failure with a message.
if [[ -w /dev/full ]]; then
    "$wattif" run carbondis-set1 >/dev/full 2>"$work/err"
    [[ $? -eq 3 ]] || fail "status on /dev/full"
    grep -q 'cannot write the output: No space left' "$work/err" || fail "no message on /dev/full"
    "$wattif" list traces --format json >/dev/full 2>"$work/err"
    [[ $? -eq 3 ]] || fail "status of list on /dev/full"
    "$wattif" --help >/dev/full 2>"$work/err"
    [[ $? -eq 3 ]] || fail "status of help on /dev/full"
    "$wattif" export trace us-cal-ciso-2022-direct >/dev/full 2>"$work/err"
    [[ $? -eq 3 ]] || fail "status of export on /dev/full"
    [[ $(wc -l <"$work/err") -eq 1 ]] || fail "not one message of export on /dev/full"
    expect 3 "$wattif" export trace us-cal-ciso-2022-direct --out /dev/full
else
    echo "skipped: no /dev/full"
fi

# Closed streams. The store must never get the number of a closed descriptor.
"$wattif" list traces >&- 2>"$work/err"
[[ $? -eq 3 ]] || fail "status with stdout closed"
"$wattif" run nothing 2>&- >"$work/out"
[[ $? -eq 2 ]] || fail "status with stderr closed"
"$wattif" list traces <&- >"$work/out" 2>"$work/err" || fail "status with stdin closed"
cmp -s "$work/out" "$work/traces" || fail "other output with stdin closed"
"$wattif" list traces <&- >&- 2>&-
"$wattif" list traces >"$work/out" || fail "the store does not open after closed streams"
cmp -s "$work/out" "$work/traces" || fail "the store is damaged by closed streams"

# A reader that goes away: no message, no failure.
for _ in 1 2 3 4 5; do
    "$wattif" show profile inception-v3 2>"$work/err" | head -1 >/dev/null
    status=${PIPESTATUS[0]}
    [[ $status -eq 0 ]] || fail "status $status after the reader went away"
    [[ ! -s $work/err ]] || fail "a message after the reader went away: $(head -1 "$work/err")"
done

# A file-size limit is a write error, not a signal. (The store's files are larger than the limit already.)
(
    ulimit -f 1
    "$wattif" --quiet run carbondis-set1 --save limited >/dev/null 2>"$work/err"
)
status=$?
[[ $status -eq 3 ]] || fail "status $status under a file-size limit"
[[ -s $work/err ]] || fail "no message under a file-size limit"
expect 0 "$wattif" list runs --format csv
grep -q '^limited,' "$work/out" && fail "a run that could not be saved is listed"

# A page is written in many pieces: the reason is told, however early it failed, and nothing is left of it.
expect 0 "$wattif" run carbondis-fig2 --save paged
(
    ulimit -f 100
    "$wattif" export run paged --format html --out "$work/paged.html" 2>"$work/err"
)
status=$?
[[ $status -eq 3 ]] || fail "status $status of a page under a file-size limit"
grep -q 'paged.html: cannot write: File too large' "$work/err" || fail "another reason: $(head -1 "$work/err")"
[[ -z $(find "$work" -maxdepth 1 -name 'paged.html*') ]] || fail "a part of a page is left"

# Little memory, the stack's too: what is asked for comes, or status 3 and one message; nothing dies on the way.
little_memory() {
    local limit status trial
    for trial in clover-images:{20,28,40,52} all-five:{28,34,60,70}; do
        limit=${trial#*:}000
        (
            ulimit -c 0
            ulimit -v "$limit" 2>/dev/null || exit 0
            exec "$wattif" --quiet screen "${trial%:*}" >/dev/null 2>"$work/err"
        )
        status=$?
        [[ $status -eq 0 || $status -eq 3 ]] || fail "status $status of a screen of ${trial%:*} in $limit KiB"
        [[ $status -eq 0 || $(wc -l <"$work/err") -eq 1 ]] || fail "not one message about memory: $(head -3 "$work/err")"
    done
}
little_memory

# A library of which a new store is filled at once: the whole one takes seconds under the sanitizers.
small=$work/small
small_library() { [[ -d $small ]] || bash tests/support/small_library.sh "$WATTIF_DATA" "$small" runs || fail "no small library"; }

# A home that cannot be written, as someone who is not root: the library works in memory, saving is refused.
readonly_home() {
    local run=()
    if [[ $(id -u) -eq 0 ]]; then
        command -v setpriv >/dev/null || { echo "skipped: read-only home needs setpriv"; return; }
        run=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    fi
    mkdir -p "$work/locked"
    chmod 755 "$work"
    chmod 555 "$work/locked"
    cp "$wattif" "$work/wattif-copy"
    "${run[@]}" test -r "$WATTIF_DATA/datasets/carbon/index.csv" || { echo "skipped: the data folder is not readable to others"; return; }
    small_library # it is read anew by each of them
    run+=(env "WATTIF_DATA=$small" "HOME=$work/locked" "XDG_DATA_HOME=$work/locked/data" "XDG_CONFIG_HOME=$work/locked/config" "XDG_STATE_HOME=$work/locked/state")
    expect 0 "${run[@]}" "$work/wattif-copy" run carbondis-set1 --format csv
    cp "$work/out" "$work/locked.csv"
    "$wattif" run carbondis-set1 --format csv | cmp -s - "$work/locked.csv" || fail "a read-only home changes the result"
    expect 3 "${run[@]}" "$work/wattif-copy" run carbondis-set1 --save x --format csv
    says 'read-only|cannot'
    expect 0 "${run[@]}" "$work/wattif-copy" screen carbondis-set1
    expect 0 "${run[@]}" "$work/wattif-copy" --paths
    prints 'in memory'
    # A store that exists but may not be written opens as it is.
    mkdir -p "$work/shared/wattif"
    cp "$XDG_DATA_HOME/wattif/wattif.db" "$work/shared/wattif/"
    chmod 555 "$work/shared" "$work/shared/wattif"
    chmod 444 "$work/shared/wattif/wattif.db"
    expect 0 "${run[@]}" "WATTIF_DATA=$WATTIF_DATA" "XDG_DATA_HOME=$work/shared" "$work/wattif-copy" list traces
    cmp -s "$work/out" "$work/traces" || fail "a read-only store lists other traces"
    chmod -R u+w "$work/locked" "$work/shared"
}
readonly_home

# No home at all.
expect 0 env -u HOME -u XDG_DATA_HOME -u XDG_CONFIG_HOME -u XDG_STATE_HOME "$wattif" list knobs

# A comma locale changes no byte that is read or written.
comma_locale() {
    local path=${WATTIF_COMMA_LOCALE_PATH:-}
    if [[ -z $path ]] && command -v localedef >/dev/null; then
        path=$work/locale
        mkdir -p "$path"
        localedef -i de_DE -f UTF-8 "$path/de_DE.UTF-8" >/dev/null 2>&1 || path=
    fi
    [[ -n $path ]] || { echo "skipped: no comma locale (WATTIF_COMMA_LOCALE_PATH)"; return; }
    local comma=(env "LOCPATH=$path" LC_ALL=de_DE.UTF-8)
    [[ $("${comma[@]}" printf '%.1f' 1,5 2>/dev/null) == 1,5 ]] || { echo "skipped: de_DE.UTF-8 does not load from $path"; return; }
    for format in text json csv; do
        "$wattif" run carbondis-set1 --set cit=0.85 --at 5400.5:load=1.25 --format $format >"$work/point" 2>&1
        "${comma[@]}" "$wattif" run carbondis-set1 --set cit=0.85 --at 5400.5:load=1.25 --format $format >"$work/comma" 2>&1
        cmp -s "$work/point" "$work/comma" || fail "a comma locale changes run --format $format"
    done
    for words in "show scenario carbondis-set1" "show trace us-cal-ciso-2022-direct" "list knobs" "calc energy latency_ms=13.89 power_w=68.17" \
        "export trace us-cal-ciso-2022-direct" "screen carbondis-set1"; do
        read -ra call <<<"$words"
        "$wattif" "${call[@]}" >"$work/point" 2>&1
        "${comma[@]}" "$wattif" "${call[@]}" >"$work/comma" 2>&1
        cmp -s "$work/point" "$work/comma" || fail "a comma locale changes $words"
    done
    expect 2 "${comma[@]}" "$wattif" run carbondis-set1 --set cit=0,85
    small_library
    expect 0 env "WATTIF_DATA=$small" "XDG_DATA_HOME=$work/plain" "$wattif" list traces
    cp "$work/out" "$work/plain.txt"
    expect 0 "${comma[@]}" env "WATTIF_DATA=$small" "XDG_DATA_HOME=$work/fresh" "$wattif" list traces
    cmp -s "$work/out" "$work/plain.txt" || fail "a store made under a comma locale differs"
}
comma_locale

# An unknown terminal is bad usage, said before anything is drawn.
if command -v script >/dev/null; then
    # (ncurses itself leaks a little when it meets an unknown terminal.)
    ASAN_OPTIONS=detect_leaks=0 TERM=no-such-terminal script -qec "'$wattif' carbondis-set1" /dev/null >"$work/out" 2>&1 </dev/null
    status=$?
    [[ $status -eq 2 ]] || fail "status $status with an unknown TERM"
else
    echo "skipped: an unknown TERM needs script(1)"
fi
finish
