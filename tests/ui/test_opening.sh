#!/usr/bin/env bash
# The first key of a newcomer: every scenario of the library opens on a knob whose first step up changes the
# first sentence; no message names an option of the command line; presenter mode has the same knob in hand.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/script_support.bash

in_hand() { grep -o '▌[A-Za-z][^ ]*' "$work/dumps/$1"; }
for file in datasets/scenarios/*.json; do
    name=$(basename "$file" .json)
    script 120x40 "$name" --no-ahead <<'STEPS'
screen-dump before.txt
key m
screen-dump hall.txt
key m
turn-up
screen-dump after.txt
STEPS
    first=$(sed -n 2p "$work/dumps/after.txt")
    [[ $first != "$(sed -n 2p "$work/dumps/before.txt")" ]] || fail "$name: the first key does not change the headline"
    [[ $first != ' = '* ]] || fail "$name: the first key does nothing: $first"
    [[ $(tail -1 "$work/dumps/after.txt") != *--[a-z]* ]] || fail "$name: a message names an option"
    # The water's controller is in hand with what it has set, and a step begins there: 30 C is what it began with.
    [[ $name != all-five ]] || grep -q '▌water  *39 C' "$work/dumps/after.txt" || fail "a step of water under a controller does not begin at what it has set"
    [[ $(in_hand before.txt | head -1) == "$(in_hand hall.txt | tail -1)" ]] || fail "$name: presenter mode has another knob in hand"
done

# A knob that is not there is refused with its place.
sed 's/"seed"/"opens_on": "wter_c", &/' datasets/scenarios/carbondis-set1.json >"$work/opens.json"
"$wattif" validate "$work/opens.json" 2>&1 | grep -q "/opens_on: no knob 'wter_c'; did you mean 'water_c'" || fail "it opens on no knob"

# What nobody reads, and what a wide setting does not reach, is told where it is typed.
script 120x40 carbondis-set1 <<<$'set water_c 40\nscreen-dump unread.txt'
tail -1 "$work/dumps/unread.txt" | grep -q 'water_c 40 changes nothing: nothing is cooled by water here' || fail "a knob that nobody reads is turned without a word"
script 120x40 fallacy-gpt-whisper <<<$'set clock_mhz 870\nscreen-dump hidden.txt'
tail -1 "$work/dumps/hidden.txt" | grep -q 'clock_mhz 870 changes nothing: all that it is about have a narrower one' || fail "a hidden knob is turned without a word"
finish
