#!/usr/bin/env bash
# The files that the program makes: who may read them, what becomes of those that they replace, and that none is written
# through a link that somebody else has put there.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash

mode() { stat -c %a "$1"; }
has_mode() { [[ $(mode "$2") == "$1" ]] || fail "$2 has mode $(mode "$2") instead of $1"; }

small=$work/small # a library of which a new store is filled at once, and that anybody may read
chmod 755 "$work"
bash tests/support/small_library.sh "$WATTIF_DATA" "$small"
whole=$WATTIF_DATA
export WATTIF_DATA=$small

# The store and the folders made for it are their owner's alone, whatever the umask lets through.
for mask in 000 022 077; do
    home=$work/private-$mask
    mkdir -p "$home"
    (umask $mask && XDG_DATA_HOME=$home/data expect 0 "$wattif" list traces)
    has_mode 700 "$home/data"
    has_mode 700 "$home/data/wattif"
    has_mode 600 "$home/data/wattif/wattif.db"
done
(umask 000 && expect 0 "$wattif" --db "$work/named.db" list traces)
has_mode 600 "$work/named.db"
mkfifo "$work/script"
new_store "$work/log/wattif/wattif.db"
[[ ! -e $work/log/wattif/wattif.db ]] || chmod 600 "$work/log/wattif/wattif.db"
(umask 000 && WATTIF_DATA=$whole XDG_DATA_HOME=$work/log exec "$wattif" --script "$work/script" carbondis-set1) >"$work/held" 2>&1 &
exec {script}<>"$work/script" # as long as it is open, the store is
printf 'wait\n' >&$script
log=$work/log/wattif/wattif.db-wal
for _ in {1..600}; do
    [[ -e $log && -e ${log%wal}shm ]] && break
    sleep 0.1
done
[[ -e $log ]] || cat "$work/held"
has_mode 600 "$log"
has_mode 600 "${log%wal}shm"
exec {script}>&-
while jobs -r | grep -q .; do # it may come to its script only now
    # shellcheck disable=SC2016 # the inner shell expands it
    timeout 1 bash -c ': >"$1"' _ "$work/script" || true
done
wait
ln -s "$work/elsewhere.db" "$work/link.db" # leads nowhere: the store is made there
(umask 000 && expect 0 "$wattif" --db "$work/link.db" list traces)
has_mode 600 "$work/elsewhere.db"
mkdir -p "$work/mine" && chmod 755 "$work/mine" # what is there already keeps its mode
expect 0 "$wattif" --db "$work/mine/x.db" list traces
has_mode 755 "$work/mine"
chmod 640 "$work/mine/x.db"
expect 0 "$wattif" --db "$work/mine/x.db" list traces
has_mode 640 "$work/mine/x.db"

export WATTIF_DATA=$whole

# What export writes replaces the content, never the file that somebody made.
out=$work/out.d
mkdir "$out"
export_to() { expect 0 "$wattif" export scenario carbondis-set1 --out "$1"; }
is_exported() { cmp -s "$1" "$out/new" || fail "$1 is not what was exported"; }
alone() { # nothing temporary is left
    local left
    left=$(find "$out" -name '*.??????' ! -name 'hidden.*')
    [[ -z $left ]] || fail "left behind: $left"
}
(umask 027 && export_to "$out/new")
has_mode 640 "$out/new"
for mode in 600 644 755; do
    echo old >"$out/kept" && chmod $mode "$out/kept"
    (umask 000 && export_to "$out/kept")
    has_mode $mode "$out/kept"
    is_exported "$out/kept"
done
echo old >"$out/aim" && ln -s aim "$out/soft"
inode=$(stat -c %i "$out/aim")
export_to "$out/soft"
[[ -L $out/soft ]] || fail "a symbolic link was replaced by a file"
is_exported "$out/aim"
[[ $(stat -c %i "$out/aim") != "$inode" ]] || fail "a file with one name was written in place"
ln -s nothing-yet "$out/early"
export_to "$out/early"
[[ -L $out/early ]] || fail "a symbolic link that led nowhere was replaced by a file"
is_exported "$out/nothing-yet"
yes old | head -c 100000 >"$out/one" && ln "$out/one" "$out/two"
export_to "$out/one"
is_exported "$out/one"
is_exported "$out/two"
[[ $(stat -c %h "$out/one") == 2 ]] || fail "a file with two names lost one"
if [[ $(id -u) -eq 0 ]]; then
    echo old >"$out/theirs" && chown 65534:65534 "$out/theirs" && chmod 640 "$out/theirs"
    export_to "$out/theirs"
    [[ $(stat -c %u:%g:%a "$out/theirs") == 65534:65534:640 ]] || fail "the owner was not kept: $(stat -c %u:%g:%a "$out/theirs")"
    is_exported "$out/theirs"
    if command -v setpriv >/dev/null; then
        echo old >"$out/locked" && chmod 444 "$out/locked"
        cp "$wattif" "$work/wattif-copy"
        chmod 755 "$work" && chmod 777 "$out"
        expect 2 setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nowhere "WATTIF_DATA=$small" "XDG_DATA_HOME=$work/none" "$work/wattif-copy" \
            export scenario carbondis-set1 --out "$out/locked"
        says 'locked: cannot write there: Permission denied'
        [[ $(cat "$out/locked") == old ]] || fail "a file that may not be written was replaced"
    fi
fi
alone

# What cannot be written whole leaves what was there, of one name or of two.
echo old >"$out/short" && echo old >"$out/pair" && ln "$out/pair" "$out/pair2"
for name in short pair fresh; do
    (
        ulimit -f 64
        "$wattif" export trace us-cal-ciso-2022-direct --out "$out/$name" >"$work/out" 2>"$work/err"
    )
    [[ $? -eq 3 ]] || fail "status under a file-size limit"
    says "$name: writing failed: File too large"
done
[[ $(cat "$out/short" "$out/pair") == $'old\nold' ]] || fail "an export that failed changed what was there"
[[ ! -e $out/fresh ]] || fail "an export that failed left a file"
alone

# The session's file: a link under its temporary name is not followed.
state=$XDG_STATE_HOME/wattif
mkdir -p "$state"
echo precious >"$work/victim"
if command -v script >/dev/null; then
    cat >"$work/plant" <<PLANT
ln -s "$work/victim" "$state/session-\$\$.json.new"
exec "$wattif" carbondis-set1
PLANT
    { sleep 2; printf -- '-'; sleep 2; printf 'q'; sleep 1; printf 'y'; sleep 1; } |
        TERM=xterm-256color timeout 60 script -qec "bash '$work/plant'" /dev/null >/dev/null 2>&1
    [[ $(cat "$work/victim") == precious ]] || fail "the session was written through a link"
    find "$state" -name 'session-*' ! -perm 600 | grep -q . && fail "a session file that others may read"
    [[ -z $(find "$state" -type l) ]] || fail "the link stands where the session should"
else
    echo "skipped: a session needs script(1)"
fi
finish
