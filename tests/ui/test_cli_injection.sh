#!/usr/bin/env bash
# Names, paths and files full of characters that a terminal obeys: none of them comes back on stdout or stderr, whatever the
# command, as text, JSON or CSV, and none of them gets into the store as a name.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash
cd "$work" || exit 1 # a bad word may be taken for the name of a file to make

# ESC with its commands, a bell, DEL, C1 as UTF-8 and as a bare byte, overrides and isolates of direction, a line of its own.
esc=$'\033]0;PWN\007\033[2J'
evil="a${esc}b"$'\177\302\233\302\235\342\200\256\342\201\246\233\rc'
forged="$evil"$'\n''wattif: all is well'
json_evil='a\u001b]0;PWN\u0007\u009b\u202e\u2066\u007f'

# clean COMMAND...: runs it, whatever comes of it, and looks at every character of both streams.
runs=0
clean() {
    called=$(printf '%q ' "$@")
    runs=$((runs + 1))
    "$@" >"$work/out" 2>"$work/err" </dev/null
    [[ $? -lt 4 ]] || fail "died: $called"
    for stream in out err; do
        if LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]' "$work/$stream"; then
            fail "$stream holds what a terminal obeys: $called"
            LC_ALL=C grep -aP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]' "$work/$stream" | head -2 | cat -v
        fi
        iconv -f UTF-8 -t UTF-8 "$work/$stream" >"$work/utf8" 2>&1 || fail "$stream is not UTF-8: $called"
        ! grep -q '^wattif: all is well' "$work/$stream" || fail "$stream has a line that was put into a name: $called"
    done
}
one_line() { [[ $(cat "$work/out" "$work/err" | wc -l) -eq 1 ]] || fail "more than one line: $called"; }

# Every command with every kind of bad word. The list of commands is the program's own.
mapfile -t commands < <("$wattif" help | awk '/^commands/ { on = 1; next } on && /^  [a-z]/ { print $1 } on && /^$/ { exit }')
[[ ${#commands[@]} -ge 10 ]] || fail "only ${#commands[@]} commands found"
words=("$forged" "$evil")
[ "${THINNED:-0}" = 0 ] || words=("$forged") # the other one is part of it
for word in "${words[@]}"; do
    clean "$wattif" "$word"
    clean "$wattif" "$word" "$word"
    clean "$wattif" "--$word"
    clean "$wattif" ./"$word"
    for global in data config theme color glyphs size script; do
        clean "$wattif" --$global "$word" list traces
    done
    clean "$wattif" --db "/nowhere/$word" list traces
    clean "$wattif" --db ":memory:" --config "$work/$word" --paths
    for command in "${commands[@]}"; do
        clean "$wattif" "$command" "$word"
        clean "$wattif" "$command" "$word" "$word"
        clean "$wattif" "$command" carbondis-set1 "$word"
        clean "$wattif" "$command" "--$word"
        clean "$wattif" "$command" carbondis-set1 --name "$word" --out "/nowhere/$word"
    done
    for kind in trace profile workload scenario run knob policy; do
        clean "$wattif" show $kind "$word"
        clean "$wattif" export $kind "$word"
        clean "$wattif" import $kind "$work/$word"
        clean "$wattif" list $kind"s" --db "/dev/null/$word"
    done
    for option in --set --at --policy --save --seed --jobs --format; do
        clean "$wattif" run carbondis-set1 $option "$word"
        clean "$wattif" run carbondis-set1 $option "cit=$word"
        clean "$wattif" run carbondis-set1 $option "$word=1"
    done
    clean "$wattif" calc carbondis "$word" "$word=1" "high=$word"
done

# Files: the messages quote what is wrong in them, wherever it stands, and their names.
folder=$work/"$forged"
mkdir -p "$folder"
printf 'timestamp,ci_gco2_per_kwh\n2020-01-01T00:00:00Z,%s\n' "$evil" >"$folder/e.csv"
printf 'timestamp,ci_gco2_per_kwh,%s\n%s,1\n' "$evil" "$evil" >"$folder/e2.csv"
printf '%s,%s\n1,2\n' "$evil" "$evil" >"$folder/e3.csv"
printf 'timestamp_s,requests_per_s\n0,%s\n' "$evil" >"$folder/e4.csv"
printf '# device: {"gpu": "%s", "idle_power_w": 50}\ngpu,model,slice,variant,batch,latency_ms,power_w\n%s,%s,%s,%s,1,2,x\n' \
    "$json_evil" "$evil" "$evil" "$evil" "$evil" >"$folder/p.csv"
printf '{"%s": 1}' "$json_evil" >"$folder/s.json"
printf '{"%s": 1' "$evil" >"$folder/s2.json"
printf '{"format": 1, "title": "%s", "name": "%s", "%s": 2, "colors": {"%s": "x"}}' "$json_evil" "$json_evil" "$json_evil" \
    "$json_evil" >"$folder/t.json"
evil_in_sed=${json_evil//\\/\\\\}
"$wattif" show scenario carbondis-set1 | sed "s/\"carbondis-set1\"/\"$evil_in_sed\"/; s/\"job1\"/\"$evil_in_sed\"/" >"$folder/n.json"
for file in "$folder"/*; do
    clean "$wattif" validate "$file"
    clean "$wattif" run "$file"
    clean "$wattif" "$file"
    clean "$wattif" screen "$file"
    clean "$wattif" screen carbondis-set1 --theme "$file"
    for kind in trace profile workload scenario; do
        clean "$wattif" import $kind "$file"
    done
done

# A file without a fault is reported in one line, whatever its path.
printf 'timestamp,ci_gco2_per_kwh\n2020-01-01T00:00:00Z,100\n2020-01-01T01:00:00Z,90\n' >"$folder/good.csv"
clean "$wattif" validate "$folder/good.csv"
one_line
clean "$wattif" import trace "$folder/good.csv"
new_store "$folder/x.db"
clean "$wattif" doctor --db "$folder/x.db"
printf 'theme = %s\nbind %s quit\n' "$evil" "$evil" >"$folder/wattif.conf"
clean "$wattif" --config "$folder/wattif.conf" --dump-config

# Such names are refused where they are given: a run's, a scenario's, an app's, a theme's, a GPU's.
for name in "$evil" $'\342\200\213' ' x' 'x ' . ..; do
    expect 2 "$wattif" run carbondis-set1 --save "$name"
    expect 2 "$wattif" import trace "$folder/good.csv" --name "$name"
done
refused() { # STATUS PATTERN COMMAND...: the fault is on either stream
    local status=$1 pattern=$2
    shift 2
    expect "$status" "$@"
    grep -qE -- "$pattern" "$work/out" "$work/err" || fail "neither stream has /$pattern/: $called"
}
for name in "$json_evil" '\u200b' ' x' 'x ' . ..; do
    quoted=${name//\\/\\\\}
    "$wattif" show scenario carbondis-set1 | sed "s/\"carbondis-set1\"/\"$quoted\"/" >"$work/name.json"
    refused 1 'name.json.*/name: must ' "$wattif" validate "$work/name.json"
    "$wattif" show scenario carbondis-set1 | sed "s/\"job1\"/\"$quoted\"/" >"$work/app.json"
    refused 1 '/apps/0/name: must ' "$wattif" validate "$work/app.json"
    printf '{"format": 1, "name": "t", "title": "%s", "colors": {}}' "$name" >"$work/theme.json"
    refused 1 '/title: must ' "$wattif" validate "$work/theme.json"
    printf '# device: {"gpu": "%s", "idle_power_w": 50}\ngpu,model,batch,latency_ms,power_w\nP4,m,1,2,3\n' "$name" >"$work/gpu.csv"
    refused 2 '/gpu: must ' "$wattif" import profile "$work/gpu.csv"
done

# A cell that a spreadsheet would compute is text in what is exported, and reads back as it was.
printf 'gpu,model,batch,latency_ms,power_w,source\n@P4,formulas,1,2,3,"=HYPERLINK(""x"")"\n' >"$work/f.csv"
expect 0 "$wattif" import profile "$work/f.csv"
expect 0 "$wattif" export profile formulas
prints "'@P4"
prints "'=HYPERLINK"
cp "$work/out" "$work/once.csv"
expect 0 "$wattif" import profile "$work/once.csv"
expect 0 "$wattif" export profile formulas
cmp -s "$work/out" "$work/once.csv" || fail "a guarded cell does not read back"
! LC_ALL=C grep -qE '(^|,)"?[=@]' "$work/out" || fail "an export holds a formula"
expect 0 "$wattif" run carbondis-set1 --format csv
prints '(^|,)-?[0-9]'

# Sweeps: files whose columns, values and names are bad, in every command and view that reads them, and folders to write to.
sweep=("$wattif" sweep carbondis-fig2 --vary load=1 --jobs 1)
expect 0 "${sweep[@]}" --out "$work/plain.csv"
python3 - "$work/plain.csv" "$folder" "$evil" <<'END'
import sys
text, folder, evil = open(sys.argv[1]).read(), sys.argv[2], sys.argv[3]
for k, (old, new) in enumerate([("load", evil), ("carbondis-fig2", evil), ("\n1,", "\n" + evil + ","), (",", "," + evil)]):
    open(f"{folder}/sweep{k}.csv", "w").write(text.replace(old, new, 1))
END
cp "$work/plain.csv" "$folder/sweep.csv"
mkdir -p "$folder/shards"
cp "$folder/sweep0.csv" "$folder/shards/shard-000001-of-000001.csv"
for file in "$folder"/sweep*.csv; do
    clean "$wattif" screen "$file" --view frontier
done
for view in map atlas tornado compare; do
    clean "$wattif" screen "$folder/sweep0.csv" --view $view
done
clean "$wattif" compare "$folder/sweep0.csv" carbondis-fig2
clean "$wattif" merge "$folder/shards"
clean "$wattif" merge "$folder"
clean "${sweep[@]}" --shard 1/1 --out "$folder/shards"
clean "${sweep[@]}" --slurm "$folder/job.sh"
clean "${sweep[@]}" --vary "$evil=1,2"
clean "${sweep[@]}" --vary "cit=$evil"
clean "$wattif" compare "$folder/n.json" carbondis-fig2
clean "$wattif" compare carbondis-fig2 "$evil"
clean "$wattif" reproduce "$evil"
clean "$wattif" backup "$folder/copy.db"
clean "$wattif" calc "$evil"
for view in "$evil" runs compare map; do
    clean "$wattif" screen carbondis-fig2 --view "$view" --set "$evil=1"
done

# Notes and tags are typed: what a terminal obeys does not get in.
expect 0 "$wattif" run carbondis-fig2 --save noted
printf 'runs\nruns-note\ntype %s\nkey enter\nruns-tag\ntype %s\nkey enter\nscreen-dump %s\n' "$evil" "$evil" "$work/noted.txt" >"$work/noted.script"
clean "$wattif" carbondis-fig2 --script "$work/noted.script"
[[ ! -e $work/noted.txt ]] || clean cat "$work/noted.txt"
clean "$wattif" show run noted

# What the store holds now is listed and shown without a command, in every format.
for kind in traces profiles workloads scenarios runs themes policies knobs; do
    for format in text json csv; do
        clean "$wattif" list $kind --format $format
    done
done
[[ $runs -gt $((150 * ${#words[@]})) ]] || fail "only $runs commands were tried"
finish
