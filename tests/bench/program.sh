#!/usr/bin/env bash
# What the whole program costs: from its start to a complete first frame with a store that exists, the processor time of a
# dashboard that is paused and up to date, and how well many runs use two cores. Exit 1 if a must is missed. Usage: program.sh WATTIF
set -euo pipefail
wattif=$1 repeats=9 status=0
folder=$(mktemp -d)
trap 'tmux -L "wattif-bench-$$" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT
export XDG_STATE_HOME=$folder XDG_CONFIG_HOME=$folder

frame() { "$wattif" --db "$folder/bench.db" screen carbondis-set1 --size 120x36 >"$folder/frame"; }

# Milliseconds of wall-clock time, the median of the repeats.
first_frame_ms() {
    local start i
    for ((i = 0; i < repeats; i++)); do
        start=${EPOCHREALTIME/[.,]/}
        frame
        echo $((${EPOCHREALTIME/[.,]/} - start))
    done | sort -n | awk -v middle=$(((repeats + 1) / 2)) 'NR == middle { printf "%.1f", $1 / 1000 }'
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

# Microseconds of wall-clock time that a hundred seeds take on so many threads.
replicates_us() { # JOBS
    local start=${EPOCHREALTIME/[.,]/}
    "$wattif" --db "$folder/bench.db" run carbondis-set1 --replicate 100 --jobs "$1" --format json >"$folder/replicates-$1"
    echo $((${EPOCHREALTIME/[.,]/} - start))
}

# Seconds of a sweep of a thousand points on so many threads.
sweep_s() { # JOBS
    local start=${EPOCHREALTIME/[.,]/}
    "$wattif" --db "$folder/bench.db" sweep carbondis-set1 --vary cit=.5:1.49:.01 --replicate 10 --yes --jobs "$1" --format csv \
        >"$folder/sweep-$1"
    awk -v us=$((${EPOCHREALTIME/[.,]/} - start)) 'BEGIN { printf "%.2f", us / 1e6 }'
}

# Seconds until the atlas of a year, with every grid, is on the screen.
atlas_s() {
    local start=${EPOCHREALTIME/[.,]/}
    "$wattif" --db "$folder/bench.db" screen carbondis-set1 --view atlas --size 120x36 >"$folder/atlas"
    awk -v us=$((${EPOCHREALTIME/[.,]/} - start)) 'BEGIN { printf "%.2f", us / 1e6 }'
}

# One thread's time over twice that of two, start and end of the program included: the median of paired repeats.
share_of_two_cores() {
    local i
    for ((i = 0; i < repeats; i++)); do
        echo "$(replicates_us 1) $(replicates_us 2)"
    done | awk '{ print $1 / (2 * $2) }' | sort -n | awk -v middle=$(((repeats + 1) / 2)) 'NR == middle { printf "%.3f", $1 }'
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
verdict "start to a complete first frame, ms" "$(first_frame_ms)" 150
if command -v tmux >/dev/null; then
    verdict "paused for 3 s, ticks of processor time" "$(paused_ticks)" 2
fi
if [ "$(nproc)" -ge 2 ]; then
    reach "a hundred seeds: share of two cores that is used" "$(share_of_two_cores)" 0.95
    cmp "$folder/replicates-1" "$folder/replicates-2" || status=1
    one=$(sweep_s 1) two=$(sweep_s 2)
    verdict "a sweep of 1,000 points on two cores, s" "$two" 8
    reach "    share of two cores that it uses" "$(awk -v one="$one" -v two="$two" 'BEGIN { printf "%.3f", one / (2 * two) }')" 0.95
    cmp "$folder/sweep-1" "$folder/sweep-2" || status=1
    verdict "the atlas: 364 starts and 33 grids, s" "$(atlas_s)" 4
fi
exit $status
