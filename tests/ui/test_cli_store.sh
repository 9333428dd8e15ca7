#!/usr/bin/env bash
# A damaged store on the command line: what is damaged is refused by its name and the store's, doctor names it, and what is
# whole goes on. And backup: a copy of one instant, or none.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash
store=$work/own.db
damage() { sqlite3 "$store" "$1" || fail "sqlite3: $1"; }
fresh() {
    rm -f "$store"*
    cp "$work/whole.db" "$store"
}
command -v sqlite3 >/dev/null || { echo "sqlite3 is not installed"; exit 77; }

# The library is read anew by every repair: a small one, which is read at once.
bash tests/support/small_library.sh "$WATTIF_DATA" "$work/small" runs || fail "no small library"
export WATTIF_DATA=$work/small
expect 0 "$wattif" --db "$work/whole.db" run carbondis-set1 --save mine
expect 0 "$wattif" --db "$work/whole.db" run carbondis-set1 --format json
cp "$work/out" "$work/right.json"
fresh
expect 0 "$wattif" --db "$store" doctor
prints '^ok +damage +none'

# Whatever a scenario needs: the store is named, not only the place in the scenario.
profile="(SELECT version_id FROM item WHERE kind = 'profile' AND name = 'inception-v3')"
damage "UPDATE profile_row SET latency_ms = latency_ms * (1 + 3e-16) WHERE k = 3 AND version_id = $profile"
refuse 3 "^wattif: $store: profile 'inception-v3' in this store is damaged.*wattif doctor" "$wattif" --db "$store" run carbondis-set1
refuse 3 "^wattif: $store: profile" "$wattif" --db "$store" export profile inception-v3
"$wattif" --db "$store" show scenario carbondis-set1 >"$work/scenario.json"
"$wattif" --db "$store" validate "$work/scenario.json" >"$work/out" 2>&1 && fail "a scenario without its profile is valid"
grep -q "$store: profile 'inception-v3' in this store is damaged" "$work/out" || fail "validate does not name the store"
expect 1 "$wattif" --db "$store" doctor
prints "^FAULT +damage +profile 'inception-v3' is damaged"
expect 0 "$wattif" --db "$store" run clover-images --format json
fresh
damage "UPDATE device SET idle_power_w = idle_power_w + 1"
refuse 3 "^wattif: $store: device '.*' in this store is damaged" "$wattif" --db "$store" run carbondis-set1
fresh
damage "UPDATE trace_sample SET g_per_kwh = g_per_kwh + 1"
refuse 3 "^wattif: $store: trace 'us-cal-ciso-2022-direct' in this store is damaged" "$wattif" --db "$store" run carbondis-set1

# What can be worked out again is found too, and goes unused meanwhile.
fresh
expect 0 "$wattif" --db "$store" run clover-images --policy configure=oracle --set hours=0.2
damage "UPDATE kept SET bytes = x'00' WHERE id = (SELECT max(id) FROM kept)"
damage "INSERT INTO kept (kind, key, bytes, made_at, seal) VALUES ('answer', 'k', x'00', '', '0123456789abcdef')"
damage "UPDATE meta SET value = 'another' WHERE key = 'library_hash'"
expect 1 "$wattif" --db "$store" doctor
prints "^FAULT +damage +derived input '[a-z]+ [0-9a-f]+' is damaged"
prints "^FAULT +damage +cached answer 'k' is damaged"
prints "^FAULT +damage +the note of which library fills the store is damaged"

# A copy has everything; where it cannot be, its path is named and nothing is left behind.
fresh
expect 0 "$wattif" --db "$store" backup "$work/copy.db"
says "$store copied to $work/copy.db"
quiet_out
[[ $(stat -c %a "$work/copy.db") == 600 ]] || fail "others may read the copy"
expect 0 "$wattif" --db "$work/copy.db" doctor
expect 0 "$wattif" --db "$work/copy.db" run carbondis-set1 --format json
cmp -s "$work/out" "$work/right.json" || fail "the copy gives another answer"
expect 0 "$wattif" --db "$work/copy.db" show run mine
[[ $(find "$work" -name 'copy.db*' | wc -l) -eq 1 ]] || fail "something lies beside the copy"
refuse 3 "^wattif: $work/nowhere/copy.db: the copy cannot be put there: No such file" "$wattif" --db "$store" backup "$work/nowhere/copy.db"
refuse 2 "is no file" "$wattif" --db "$store" backup "$work"
# What a copy left that was killed goes with the next one to the same place; what is held, or another's, stays.
cp "$store" "$work/copy.db.wattif-dead00" && echo other >"$work/copy.db.abcdef" && cp "$store" "$work/copy.db.wattif-held00"
exec 7<"$work/copy.db.wattif-held00" && flock 7
expect 0 "$wattif" --db "$store" backup "$work/copy.db"
[[ ! -e $work/copy.db.wattif-dead00 && -e $work/copy.db.abcdef && -e $work/copy.db.wattif-held00 ]] || fail "the wrong copies are gone"
exec 7<&-
rm "$work/copy.db.wattif-held00" "$work/copy.db.abcdef"
refuse 2 "is the store itself" "$wattif" --db "$store" backup "$store"
refuse 2 "needs FILE" "$wattif" --db "$store" backup
mkdir "$work/behind" # through a link goes what it names, which stays a link
ln -s behind/real.db "$work/link.db"
refuse 2 "a link that leads nowhere" "$wattif" --db "$store" backup "$work/link.db"
[[ -z $(ls -A "$work/behind") ]] || fail "a refused backup left something"
echo old >"$work/behind/real.db"
expect 0 "$wattif" --db "$store" backup "$work/link.db"
[[ -L $work/link.db && $(ls -A "$work/behind") == real.db ]] || fail "the link was replaced"
expect 0 "$wattif" --db "$work/link.db" show run mine

# Repair: the library's own data are made anew, what else is lost is named, the rest stays, and so does the damaged file.
fresh
expect 0 "$wattif" --db "$store" doctor --repair
prints '^ok +repair +there is nothing to repair'
[[ ! -e $store.damaged ]] || fail "an undamaged store is put aside"
printf 'timestamp,ci_gco2_per_kwh\n2022-01-01T00:00Z,5\n2022-01-01T01:00Z,6\n' >"$work/t.csv"
for name in lost retitled renamed whole; do
    expect 0 "$wattif" --db "$store" import trace "$work/t.csv" --name "$name"
done
for jobs in 1 2; do # with what it is held against, on any number of threads
    expect 0 "$wattif" --db "$store" run carbondis-set1 --save second --replace --jobs $jobs
    [[ $(sqlite3 "$store" "SELECT name || scheme FROM run WHERE name GLOB 'second/*'") == second/baseline*'route highperf' ]] ||
        fail "--jobs $jobs: the baseline is not kept"
done
damage "UPDATE profile_row SET latency_ms = latency_ms * (1 + 3e-16) WHERE k = 3 AND version_id = $profile;
    UPDATE trace_sample SET g_per_kwh = 7 WHERE g_per_kwh = 6 AND version_id = (SELECT version_id FROM item WHERE name = 'lost');
    UPDATE version SET title = 'another' WHERE name = 'retitled';
    UPDATE item SET version_id = version_id + 1 WHERE name = 'renamed';
    UPDATE run_app SET p95_ms = 1 WHERE run_id = (SELECT id FROM run WHERE name = 'second')"
cp "$store" "$work/before.db"
expect 1 "$wattif" --db "$store" doctor
prints 'doctor --repair. makes the store whole'
{
    printf '%s\n' '.timeout 60000' 'BEGIN IMMEDIATE;' # whoever asks below may have it just then
    until [[ -e $work/release ]]; do sleep 0.1; done
} | sqlite3 "$store" &
holder=$!
while sqlite3 "$store" 'BEGIN IMMEDIATE; ROLLBACK' 2>/dev/null; do sleep 0.1; done
expect 3 "$wattif" --db "$store" doctor --repair
says "^wattif: $store: the store is locked by another program"
[[ ! -e $store.damaged ]] || fail "a store in use is put aside"
touch "$work/release"
wait "$holder"
expect 0 "$wattif" --db "$store" doctor --repair
prints "^note +repair +profile 'inception-v3' is the library's, and made anew"
prints "^note +repair +trace 'lost' is lost; import its file again"
prints "^note +repair +trace 'retitled' is kept: its content is whole"
prints "^note +repair +trace 'renamed' means the newest version that is whole"
prints "^note +repair +run 'second' is lost; run its scenario again"
prints "^ok +repair +the store is whole again; what it was is kept as $store.damaged$"
prints '^ok +damage +none'
expect 0 "$wattif" --db "$store" run carbondis-set1 --format json
cmp -s "$work/out" "$work/right.json" || fail "the repaired store gives another answer"
expect 0 "$wattif" --db "$store" show run mine
refuse 2 "lost" "$wattif" --db "$store" show trace lost
for name in retitled renamed whole; do
    expect 0 "$wattif" --db "$store" show trace "$name"
done
[[ $(stat -c %a "$store.damaged") == 600 ]] || fail "others may read what is kept"
[[ $(sqlite3 "$store.damaged" "SELECT p95_ms FROM run_app JOIN run ON id = run_id WHERE run.name = 'second' LIMIT 1") == 1.0 ]] ||
    fail "what is kept is not the damaged store"

# Cut off, nothing in it can be read: it is kept as it is, and a new one begun.
rm -f "$store"*
head -c 300000 "$work/whole.db" >"$store"
refuse 3 "$store: the store is damaged or cut short; .wattif doctor --repair" "$wattif" --db "$store" list runs
expect 0 "$wattif" --db "$store" doctor --repair
prints "^note +repair +.*every import and run; sqlite3's .recover may save some"
prints '^ok +damage +none'
[[ $(stat -c %s "$store.damaged") -eq 300000 ]] || fail "what was cut off is not kept as it was"
printf 'this is a text file, long enough to hold what looks like a header, and longer than a hundred bytes, by far' >"$work/text.db"
cp "$work/text.db" "$work/text.copy"
expect 2 "$wattif" --db "$work/text.db" doctor --repair
cmp -s "$work/text.db" "$work/text.copy" || fail "what is no store is changed"

# Eight first starts at once: one fills the store, the others wait for it.
starters=()
for k in 1 2 3 4 5 6 7 8; do
    "$wattif" --db "$work/first.db" list traces >"$work/first-$k" 2>"$work/first-$k.err" &
    starters+=($!)
done
for k in 1 2 3 4 5 6 7 8; do
    wait "${starters[k - 1]}" || fail "first start $k of 8: $(cat "$work/first-$k.err")"
    cmp -s "$work/first-1" "$work/first-$k" || fail "first start $k of 8 sees another library"
done
[[ $(sqlite3 "$work/first.db" 'SELECT count(*) - count(DISTINCT kind || name || hash) FROM version') -eq 0 ]] ||
    fail "eight first starts put something in twice"
finish
