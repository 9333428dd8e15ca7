#!/usr/bin/env bash
# The first key of a newcomer: every scenario of the library opens on a knob whose first step up changes the
# first sentence; no message names an option of the command line; presenter mode has the same knob in hand.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/script_support.bash

in_hand() { grep -o '▌[A-Za-z][^ ]*' "$work/dumps/$1"; }
for file in datasets/scenarios/*.json; do
    name=$(basename "$file" .json)
    case $name${WATTIF_LONG:-} in # whole days are left to --long
    all-five) hours=9 ;;
    clover-*[!1]) hours=12 ;;
    infercool-*[!1]) hours=0.05 ;;
    *) hours='\1' ;;
    esac
    sed -E "s/\"hours\": ([0-9.]+)/\"hours\": $hours/" "$file" >"$work/dumps/$name.json"
    script 120x40 "./$name.json" --no-ahead --board calm <<'STEPS'
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

# --- boards ---

# The calm one has three cards, three panels and a few knobs, which all act; every other is a key away.
script 80x24 carbondis-set1-contended --board calm <<'STEPS'
screen-dump calm.txt
panel-full
screen-dump knobs.txt
panel-full
board-next
screen-dump full.txt
board-next
screen-dump hall.txt
STEPS
grep -q '13 more: Enter' "$work/dumps/calm.txt" || fail "the calm board does not say how many knobs there are besides"
grep -q 'SLO 3' "$work/dumps/knobs.txt" || fail "in full size not every knob is listed"
! grep -q 'energy\|A100 /m' "$work/dumps/calm.txt" && grep -q 'A100 /m' "$work/dumps/full.txt" || fail "calm and full are no different boards"
grep -q 'B board\|m back' "$work/dumps/hall.txt" || fail "behind the last board there is no hall"

# Each knob that the calm board shows moves the headline by a step of it.
for file in "$work"/dumps/*.json; do
    name=$(basename "$file" .json)
    case $name${WATTIF_LONG:-} in # half a minute is left to --long
    all-five | clover-language) continue ;;
    esac
    "$wattif" tornado "$file" --format csv >"$work/tornado.csv"
    for lever in $(sed -nE 's/.*"levers": "([^"]*)".*/\1/p' "$file"); do
        [[ $lever == policy.* ]] || awk -F, -v lever="$lever" '$2 == lever && $9 != 0 { acts = 1 } END { exit !acts }' "$work/tornado.csv" ||
            fail "the calm board of $name shows $lever, whose step moves nothing"
    done
done

# What opens where nothing is named: each panel that it shows answers to a step of some knob that it shows.
opening=$("$wattif" --help | sed -nE 's/.*the dashboard; without argument, ([a-z0-9-]+)$/\1/p')
[[ -f $work/dumps/$opening.json ]] || fail "nothing is said to open first: '$opening'"
knobs=$(sed -nE 's/.*"levers": "([^"]*)".*/\1/p' "$work/dumps/$opening.json")
{
    for knob in $knobs; do
        printf 'knob %s\nturn-up\nscreen-dump %s.txt\nundo\n' "$knob" "$knob"
    done
} | script 120x40 "./$opening.json" --no-ahead --board calm
# panel NUMBER FILE: its rows, without the columns beside it and the cursor.
panel() { sed -nE "/─ $1 /,/─ [2-9^%&] .*─/{ s/^[^│├]*[│├]//; s/│[^│]*\$//; s/[│┊]/ /g; p; }" "$work/dumps/$2.txt" | sed '1d; $d'; }
first=${knobs%% *} # a step of it lays the panels out as a step of each other: where none differs, none acts
for number in $(grep -oE '─ [2-57-9^%&] ' "$work/dumps/$first.txt" | tr -d '─ '); do
    [[ $number != '^' ]] || number='\^'
    answers=''
    for knob in $knobs; do
        [[ $(panel "$number" "$first") == "$(panel "$number" "$knob")" ]] || answers+=" $knob"
    done
    [[ -n $answers ]] || fail "$opening opens first, and its panel $number answers to none of: $knobs"
done

# What is opened next opens on its own knob, with as few of them as the board has: a saved run, too.
script 80x24 carbondis-set1-contended --board calm --no-ahead <<'STEPS'
save few
open clover-teaching
screen-dump other.txt
open few
presenter
presenter
screen-dump saved.txt
presenter
key esc
screen-dump back.txt
STEPS
in_hand other.txt | grep -q '▌lambda' || fail "the second scenario does not open on its own knob but on $(in_hand other.txt)"
grep -q ' 4 of 17 ' "$work/dumps/saved.txt" || fail "a saved run lists other knobs than its board: $(grep -o 'Knobs .* of [0-9]*' "$work/dumps/saved.txt")"
cmp -s "$work/dumps/saved.txt" "$work/dumps/back.txt" || fail "Esc does not leave the hall"

# At the first sight of a term of the panel that gets the focus its plain form stands below, once in a session, and Why has its own.
script 120x40 carbondis-set1 --board full <<<$'panel-latency\nscreen-dump sight1.txt\npanel-latency\nscreen-dump sight2.txt\npanel-latency\nscreen-dump sight3.txt'
tail -1 "$work/dumps/sight2.txt" | grep -q 'p95: That many of 100 requests took no longer' || fail "p95 is not told at its first sight: $(tail -1 "$work/dumps/sight2.txt")"
tail -qn 1 "$work/dumps"/sight[13].txt | grep 'p95' && fail "p95 is told twice"
grep -q '0.85 × usual, dirty above 1.00' "$work/dumps/sight1.txt" || fail "Why has bare terms"

# No key changes nothing without saying why, on a dashboard that has just opened.
script 80x24 carbondis-set1-contended --no-ahead --board calm <<<'screen-dump still.txt'
for key in {a..z} {A..Z} {0..9} '!' '"' '%' '&' "'" '(' ')' '*' '+' ',' '-' '.' '/' ':' ';' '<' '=' '>' '?' '@' '[' ']' \
    '^' '_' '`' '{' '|' '}' '~' space enter tab esc up down left right pgup pgdn home end f1 f2 f5 f9 backspace; do
    [[ $key == q ]] && continue
    script 80x24 carbondis-set1-contended --no-ahead --board calm < <(printf 'key %s\nscreen-dump key.txt\n' "$key")
    ! cmp -s "$work/dumps/still.txt" "$work/dumps/key.txt" || fail "the key $key changes nothing and does not say why"
done

# A board of one's own: what is not known is named, the rest is shown.
printf 'board mine = panels carbon heat latency; cards late carbon own\nboard more = cards cost; knob few\n' >"$work/own.conf"
script 120x40 carbondis-set1 --config "$work/own.conf" --board mine <<<$'screen-dump own.txt'
grep -q "own.conf:1: the board mine is shown without 'heat', :2: more without 'cost', 'knob', 'few': not known" "$work/dumps/own.txt" || fail "an unknown panel or card of a board is not named"
grep -q '^  late requests  *│ carbon *$' "$work/dumps/own.txt" || fail "the cards are not those of the board"
grep -nE '━|─ [2-9] ' "$work/dumps/own.txt" | grep -q '3 Carbon.*' || fail "the panels are not those of the board"
grep -q '6 Cluster' "$work/dumps/own.txt" && fail "a board shows the cluster that it does not name"

# One that cannot be read, and a board or theme that is not there, are told with file and line, as every line of it is.
while IFS='|' read -r line why; do
    printf '# mine\n%s\n' "$line" >"$work/wrong.conf"
    refuse 2 "$work/wrong.conf:2: $why" "$wattif" screen carbondis-set1 --config "$work/wrong.conf"
done <<'END'
board mine|a board is .board NAME = panels PANEL
board calm = knobs all|the board 'calm' is built in: take another name
board a-name-of-more-than-twenty-three = knobs all|'a-name-of-more-than-twenty-three' is too long for a board's name: 23 bytes
board = nosuch|there is no board 'nosuch'; there are calm, full
theme = nosuch|no theme 'nosuch'
END
refuse 2 "^wattif: --board: there is no board 'other'" "$wattif" screen carbondis-set1 --config "$work/wrong.conf" --theme default --board other

# One with more than the terminal has rows for shows what fits, in its order, and says so of the rest.
printf 'board tall = panels running carbon use latency intensity accuracy temperature\n' >"$work/tall.conf"
script 80x24 carbondis-set1 --config "$work/tall.conf" --board tall <<<$'screen-dump tall.txt\n7\nscreen-dump rest.txt'
grep -oE '─ [2-9] ' "$work/dumps/tall.txt" | tr -d '─ \n' | grep -qE '^3542$' || fail "a board larger than the terminal does not show what fits in its order"
tail -1 "$work/dumps/rest.txt" | grep -q 'no room here; Enter shows it' || fail "a panel that a board names and a terminal has no room for is said to be no part of it"

# In the list a board is shown while the cursor is on it, and what is switched makes it one of one's own, which B finds.
script 120x40 carbondis-set1 --board full <<<$'boards\nkey g\nscreen-dump looked.txt\nkey down\nscreen-dump back.txt\nkey down\nkey space\nkey esc\nboard-next\nboard-next\nboard-next\nboard-next\nscreen-dump again.txt'
grep -q '5 A100 use' "$work/dumps/looked.txt" && fail "a board under the cursor is not shown"
grep -q '5 A100 use' "$work/dumps/back.txt" || fail "the board in force does not come back"
tail -1 "$work/dumps/again.txt" | grep -q 'board mine' && ! grep -q '2 Grid' "$work/dumps/again.txt" || fail "a changed board is lost when another is shown"

expect 2 "$wattif" screen carbondis-set1 --board gone
grep -q "there is no board 'gone'; there are calm, full" "$work/err" || fail "a board that is not there is not told"

# One line brings the letters back that lists had before a letter meant one thing everywhere; a `bind` line wins over it.
printf 'keys = old\nbind a demos\n' >"$work/old.conf"
script 80x24 carbondis-set1 --config "$work/old.conf" <<<$'turn-down\nedits\nkey D\nscreen-dump old.txt\nfleet\nkey a\nscreen-dump own.txt'
tail -1 "$work/dumps/old.txt" | grep -q 'removed CIT' || fail "keys = old does not bring a letter back"
grep -q '─ Demos' "$work/dumps/own.txt" || fail "a binding of one's own does not win over keys = old"

# The card of the first start: its keys, and any other key does what it does anyway.
script 80x24 carbondis-set1 --welcome <<'STEPS'
screen-dump card.txt
key 1
screen-dump parts.txt
key +
screen-dump turned.txt
STEPS
grep -q '2 a lesson of ten minutes' "$work/dumps/card.txt" || fail "nothing greets"
grep -q 'What you see' "$work/dumps/parts.txt" || fail "the card does not turn over"
grep -q 'CIT  *1.05' "$work/dumps/turned.txt" && ! grep -q 'What you see' "$work/dumps/turned.txt" || fail "a key over the card is lost"

# --- the README's keys ---

# Its table of keys, and each pair of keys of its table of questions, brings what it says; none is left out here.
"$wattif" show scenario carbondis-set1 | sed -E 's/"requests": 20000/"requests": 1000/; s/("mean_gap_ms": [0-9]+)/\10/' >"$work/dumps/few.json"
sed -n '/^| question/,/^$/p' README.md | grep -oE '`[^`]` `[^`]`' | tr -d '`' >"$work/pairs"
{
    printf 'set policy.tune carbon-tuned\nkey +\nscreen-dump turned.txt\nkey u\nkey n\nscreen-dump event.txt\nkey B\nscreen-dump board.txt\nkey :\nscreen-dump menu.txt\nkey esc\n'
    while read -r first second; do
        printf 'key %s\nscreen-dump list%s.txt\nkey %s\nscreen-dump pair%s.txt\nkey esc\nkey esc\n' "$first" "$first" "$second" "$second"
    done <"$work/pairs"
} | script 120x40 ./few.json --no-ahead --board calm
grep -q 'CIT  *1.05' "$work/dumps/turned.txt" || fail "README: + turns no knob"
tail -1 "$work/dumps/event.txt" | grep -q 'here' || fail "README: n does not say what it came to"
cmp -s "$work/dumps/event.txt" "$work/dumps/board.txt" && fail "README: B shows no other board"
grep -q 'Why is it so?' "$work/dumps/menu.txt" || fail "README: : is no menu"
while read -r first second; do
    title=$(grep -F "$second " <<'TITLES' | cut -c3-
i Inspector
a Searches
w Response
W Tornado
P Schemes
C Contribution
b Best setting
F Frontier
A Atlas
R Carbon traces
_ Smallest fleet
J How sure is this
c Compare
~ What the numbers rest on
X Published claims
TITLES
    )
    [[ -n $title ]] && head -1 "$work/dumps/pair$second.txt" | grep -q "$title" || fail "README: $first $second does not open '$title'"
    [[ $first == "$second" ]] || tail -12 "$work/dumps/list$first.txt" | grep -qF " $second " || fail "README: the list of $first does not name $second"
done <"$work/pairs"

# A knob that is not there is refused with its place.
sed 's/"seed"/"opens_on": "wter_c", &/' datasets/scenarios/carbondis-set1.json >"$work/opens.json"
"$wattif" validate "$work/opens.json" 2>&1 | grep -q "/opens_on: no knob 'wter_c'; did you mean 'water_c'" || fail "it opens on no knob"

# What nobody reads, and what a wide setting does not reach, is told where it is typed.
script 120x40 carbondis-set1 <<<$'set water_c 40\nscreen-dump unread.txt'
tail -1 "$work/dumps/unread.txt" | grep -q 'water_c 40 changes nothing: nothing is cooled by water here' || fail "a knob that nobody reads is turned without a word"
script 120x40 fallacy-gpt-whisper <<<$'set clock_mhz 870\nscreen-dump hidden.txt'
tail -1 "$work/dumps/hidden.txt" | grep -q 'clock_mhz 870 changes nothing: all that it is about have a narrower one' || fail "a hidden knob is turned without a word"
finish
