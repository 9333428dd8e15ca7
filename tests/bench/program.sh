#!/usr/bin/env bash
# What the whole program costs: from its start to a complete first frame with a store that exists, the processor time of a
# dashboard that is paused and up to date, and how well many runs use two cores. Exit 1 if a must is missed. Usage: program.sh WATTIF
set -euo pipefail
wattif=$1 repeats=9 status=0
five=$(dirname "$0")/all-five-2.json # all-five as it was while these rows were first measured: the same work
folder=$(mktemp -d)
trap 'tmux -L "wattif-bench-$$" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT
export XDG_STATE_HOME=$folder XDG_CONFIG_HOME=$folder

frame() { "$wattif" --db "$folder/bench.db" screen carbondis-set1 --size 120x36 >"$folder/frame"; }

# report RUN: the page of a saved run, with what the run is held against simulated for it.
# shellcheck disable=SC2317 # called by name
report() { "$wattif" --db "$folder/bench.db" export run "$1" --format html --out "$folder/report.html" --quiet; }

# The page of a run that is not saved: run and reference are simulated beside each other.
# shellcheck disable=SC2317 # called by name
fresh_report() { "$wattif" --db "$folder/bench.db" run "$five" --format html --quiet >"$folder/report.html"; }

# Milliseconds of wall-clock time that a command takes, the median of the repeats.
median_ms() {
    local start i
    for ((i = 0; i < repeats; i++)); do
        start=${EPOCHREALTIME/[.,]/}
        "$@"
        echo $((${EPOCHREALTIME/[.,]/} - start))
    done | sort -n | awk -v middle=$(((repeats + 1) / 2)) 'NR == middle { printf "%.1f", $1 / 1000 }'
}

# Milliseconds until a terminal has the first frame of what `wattif` alone opens, the median of the repeats: so many bytes are
# most of it. A frame shows what is simulated by then.
first_paint_ms() {
    local start i
    for ((i = 0; i < repeats; i++)); do
        start=${EPOCHREALTIME/[.,]/}
        coproc terminal {
            exec env TERM=xterm-256color script -qec "stty rows 36 cols 120; exec '$wattif' --db '$folder/bench.db'" /dev/null 2>&1
        }
        LC_ALL=C IFS='' read -r -d '' -N 8000 <&"${terminal[0]}"
        echo $((${EPOCHREALTIME/[.,]/} - start))
        # shellcheck disable=SC2154 # coproc sets it
        kill -KILL "$terminal_PID"
        wait "$terminal_PID" || true
    done 2>/dev/null | sort -n | awk -v middle=$(((repeats + 1) / 2)) 'NR == middle { printf "%.1f", $1 / 1000 }'
}

# Seconds that every published experiment takes, in a store that knows none.
reproduce_s() {
    local start=${EPOCHREALTIME/[.,]/}
    "$wattif" --db "$folder/bench.db" reproduce --jobs 2 --format json >"$folder/reproduce" || true # some deviate
    awk -v us=$((${EPOCHREALTIME/[.,]/} - start)) 'BEGIN { printf "%.1f", us / 1e6 }'
}

# Ticks of processor time that a paused dashboard takes in three seconds.
paused_ticks() {
    local pid before after
    tmux -L "wattif-bench-$$" -f /dev/null new-session -d -x 120 -y 36 "exec '$wattif' --db '$folder/bench.db' carbondis-set1"
    sleep 2
    pid=$(tmux -L "wattif-bench-$$" list-panes -F '#{pane_pid}')
    before=$(awk '{ print $14 + $15 }' "/proc/$pid/stat")
    sleep 3
    after=$(awk '{ print $14 + $15 }' "/proc/$pid/stat")
    echo $((after - before))
}

# on_threads CLOCK JOBS WHAT: microseconds that it takes on so many threads, start and end of the program included, on the
# clock (R) or of processor time (U and S); what it prints is kept, by its threads.
# So many seeds that the start of the program, a hundredth of a second of one core, counts for little.
# shellcheck disable=SC2317 # called by name
many_seeds() { "$wattif" --db "$folder/bench.db" run carbondis-set1 --replicate 1600 --yes --jobs "$1" --format json; }
# shellcheck disable=SC2317
thousand_points() {
    "$wattif" --db "$folder/bench.db" sweep carbondis-set1 --vary cit=.5:1.49:.01 --replicate 10 --yes --jobs "$1" --format csv
}
# shellcheck disable=SC2317
contribution() { "$wattif" --db "$folder/bench.db" attribute "$five" --jobs "$1" --format json; }
on_threads() {
    local TIMEFORMAT='%R %U %S'
    { time "$3" "$2" >"$folder/$3-$2" 2>"$folder/err"; } 2>&1 | awk -v clock="$1" '{ printf "%d\n", 1e6 * (clock == "R" ? $1 : $2 + $3) }'
}

# pairs N WHAT: one thread's processor time and two threads' time on the clock, by turns, a pair a line. What one thread waits
# for counts for nothing, so a share is told too low rather than too high.
pairs() {
    local i
    for ((i = 0; i < $1; i++)); do
        echo "$(on_threads CPU 1 "$2") $(on_threads R 2 "$2")"
    done >"$folder/pairs-$2"
}
# Of the pairs: the share of two cores that is used, and the seconds of two threads; the medians.
middle() { sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }
share_of_two_cores() { awk '{ printf "%.3f\n", $1 / (2 * $2) }' "$folder/pairs-$1" | middle; }
seconds_of_two() { awk '{ printf "%.2f\n", $2 / 1e6 }' "$folder/pairs-$1" | middle; }

# Seconds that every lesson takes, played to its end.
lessons_s() {
    local start=${EPOCHREALTIME/[.,]/}
    "$wattif" --db "$folder/bench.db" lesson --check >"$folder/lessons"
    awk -v us=$((${EPOCHREALTIME/[.,]/} - start)) 'BEGIN { printf "%.1f", us / 1e6 }'
}

# Seconds until the atlas of a year, with every grid, is on the screen.
atlas_s() {
    local start=${EPOCHREALTIME/[.,]/}
    "$wattif" --db "$folder/bench.db" screen carbondis-set1 --view atlas --size 120x36 >"$folder/atlas"
    awk -v us=$((${EPOCHREALTIME/[.,]/} - start)) 'BEGIN { printf "%.2f", us / 1e6 }'
}

verdict() { # TEXT VALUE LIMIT
    printf '  %-47s %8s  must stay below %s\n' "$1" "$2" "$3"
    if awk -v value="$2" -v limit="$3" 'BEGIN { exit !(value >= limit) }'; then
        printf 'FAILED: %s\n' "$1"
        status=1
    fi
}

reach() { # TEXT VALUE LIMIT
    printf '  %-47s %8s  must reach %s\n' "$1" "$2" "$3"
    if awk -v value="$2" -v limit="$3" 'BEGIN { exit !(value < limit) }'; then
        printf 'FAILED: %s\n' "$1"
        status=1
    fi
}

frame # makes the store
printf '\nthe program\n'
verdict "start to a complete first frame, ms" "$(median_ms frame)" 150
if command -v script >/dev/null; then
    verdict "start to the first frame of all-five, ms" "$(first_paint_ms)" 150
fi
for scenario in carbondis-set1 "$five"; do
    name=$(basename "$scenario" .json)
    "$wattif" --db "$folder/bench.db" run "$scenario" --save "report-of-$name" --quiet >"$folder/run"
    verdict "report of $name, from start to file, ms" "$(median_ms report "report-of-$name")" 300
done
verdict "report of all-five-2 simulated first, ms" "$(median_ms fresh_report)" 1000
if command -v tmux >/dev/null; then
    verdict "paused for 3 s, ticks of processor time" "$(paused_ticks)" 2
fi
if [ "$(nproc)" -ge 2 ]; then
    pairs "$repeats" many_seeds
    reach "1,600 seeds: share of two cores that is used" "$(share_of_two_cores many_seeds)" 0.95
    cmp "$folder/many_seeds-1" "$folder/many_seeds-2" || status=1
    pairs 5 thousand_points
    verdict "a sweep of 1,000 points on two cores, s" "$(seconds_of_two thousand_points)" 8
    reach "    share of two cores that it uses" "$(share_of_two_cores thousand_points)" 0.95
    cmp "$folder/thousand_points-1" "$folder/thousand_points-2" || status=1
    pairs 3 contribution
    verdict "contribution of all-five-2 on two cores, s" "$(seconds_of_two contribution)" 20
    cmp "$folder/contribution-1" "$folder/contribution-2" || status=1
    five=all-five
    pairs 3 contribution
    verdict "contribution of all-five on two cores, s" "$(seconds_of_two contribution)" 10
    verdict "the atlas: 364 starts and 33 grids, s" "$(atlas_s)" 4
    verdict "every lesson played to its end, s" "$(lessons_s)" 60
    verdict "every published experiment on two cores, s" "$(reproduce_s)" 180
fi
exit $status
