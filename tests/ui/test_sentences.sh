#!/usr/bin/env bash
# What views say in a sentence against the rows that they give: the order of the ends, signs and both numbers; wherever the
# cursor is, since they are of the whole run.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash
export LC_ALL=C.UTF-8 TZ=UTC

# sentence VIEW OPTIONS...: the lines below the bar, as one line.
sentence() {
    local view=$1
    shift
    "$wattif" screen carbondis-set1 --view "$view" --size 200x50 "$@" | sed -n 2,3p | tr '\n' ' ' | tr -s ' '
}
rows() { "$wattif" screen carbondis-set1 --view "$1" --format csv "${@:2}"; }

# The knob's ends, each with its own price: at the least CIT most requests are late.
said=$(sentence response --knob cit --cursor 3h) # wherever the cursor is
expected=$(rows response --knob cit | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["value"] == "" { exit }
    { last = sprintf("%.2f carbon is %.1f g, late %d", $column["value"], $column["carbon_g.total"], $column["violations"]) }
    NR == 2 { first = last }
    END { sub(/carbon is /, "", last); sub(/ /, ": ", last); printf "At CIT %s; at %s", first, last }')
[[ $said == *"$expected"* ]] || fail "response says '$said', its rows '$expected'"
# Twice the load is half the run: told by the request.
[[ $(sentence response --knob load) == *"At load 0.25 carbon a request is "*"; at 2.00: "* ]] || fail "response adds up other work"

# The longest bar of each role, with its sign, is what the sentence begins with; the order stays with the cursor.
table=$(rows tornado)
said=$(sentence tornado --cursor 4h)
base="$("$wattif" run carbondis-set1 --format json | grep -o '"total": [0-9.]*' | head -1 | grep -o '[0-9.]*')"
for role in choice world doubt; do
    while IFS=, read -r knob side percent; do
        [[ $said == *"$percent %"* ]] || fail "tornado: $knob $side is $percent %, not in '$said'"
    done < <(awk -F, -v role=$role 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["role"] == role && (!knob || knob == $column["knob"]) { knob = $column["knob"]
            percent = 100 * $column["carbon_g.total.delta"] / base
            printf "%s,%s,%s%.1f\n", knob, $column["side"], percent < 0 ? "−" : "+", percent < 0 ? -percent : percent }
        ' base="$base" <<<"$table")
done
[[ $(rows tornado --cursor 4h) == "$table" ]] || fail "the tornado goes with the cursor"

# The best of the frontier is the row that its table marks, and of a range of loads none is.
cat >"$work/steps" <<'STEPS'
frontier
key C-u
type cit=0.8,1,1.2 seeds=2
key enter
wait
screen-dump best.txt
key tab
key C-u
type load=0.5,1,2 seeds=1
key enter
wait
screen-dump world.txt
STEPS
(cd "$work" && "$wattif" carbondis-set1 --script steps --size 240x40) >/dev/null 2>&1 </dev/null || fail "the script of the frontier failed"
"$wattif" sweep carbondis-set1 --vary cit=0.8,1,1.2 --replicate 2 --format json >"$work/sweep.json"
best=$("$wattif" sweep carbondis-set1 --vary cit=0.8,1,1.2 --replicate 2 2>/dev/null | tail -1)
gain=${best#*: cit=0.8, } gain=${gain/cit=1/CIT 1.00}
grep -qF "CIT 0.80, $gain" "$work/best.txt" || fail "the frontier's best is not $best"
python3 - "$work/sweep.json" "$best" <<'END' || fail "a gain without its price: $best"
import json, re, sys
means = {one["set"]["cit"]: {key: of["mean"] for key, of in one["metrics"].items()} for one in json.load(open(sys.argv[1]))["configurations"]}
less, late, against = map(float, re.fullmatch(r".*, ([0-9.]+) % less than cit=1; late ([0-9]+) against ([0-9]+)\.", sys.argv[2]).groups())
assert abs((1 - means[0.8]["carbon_g.total"] / means[1]["carbon_g.total"]) * 100 - less) <= .05
assert abs(means[0.8]["violations"] - late) <= .5 and abs(means[1]["violations"] - against) <= .5
END
grep -q 'Nothing that was swept is a choice' "$work/world.txt" || fail "the frontier recommends a load"

# Another load is a place, and days are held against each other day by day.
last() { "$wattif" sweep carbondis-set1 "$@" 2>/dev/null | tail -1; }
[[ $(last --vary load=.5,1,2) == *'nothing is recommended'* ]] || fail "a sweep recommends a load"
[[ $(last --vary load=1,2 --vary cit=.8,1) == *': at load=1 with '*'; at load=2 with '* ]] || fail "loads are no places"
days=$(last --vary policy.tune=fixed,carbon-tuned --vary start=2022-01-15T00:00Z:2022-11-15T00:00Z:60d)
[[ $days == *"policy.tune=carbon-tuned has the least carbon"*" with policy.tune=fixed at the same: less at 6 of 6"* ]] || fail "$days"
# The ends of a curve under a knob are told apart, however close they lie.
for ((i = 0; i < 9; i++)); do echo "key up"; echo "screen-dump knob$i.txt"; done >"$work/steps"
sed 's/"hours": 1,/"hours": 0.25,/' datasets/scenarios/etf-tx2.json >"$work/etf.json"
(cd "$work" && "$wattif" ./etf.json --script steps --size 120x40) >/dev/null 2>&1 </dev/null || fail "the script of the knobs failed"
printf 'pods\nkey enter\nkey down\nscreen-dump knob9.txt\n' >"$work/steps" # what differs by rounding alone is one value
(cd "$work" && "$wattif" "$OLDPWD/tests/ui/pods.json" --script steps --size 120x40) >/dev/null 2>&1 </dev/null || fail "the script of pods failed"
grep -qE '[0-9.]+–[0-9.]+' "$work"/knob*.txt || fail "no knob has a curve with its ends"
grep -hE '( |^)([0-9.]+)–\2( |$)' "$work"/knob*.txt && fail "a curve goes from a value to the same"
grep -hE '[a-z][0-9]+\.[0-9]+–' "$work"/knob*.txt && fail "the ends of a curve cut its name"
# Under the controller the knob of the water is what the controller has set by then: a step goes from there.
"$wattif" screen all-five --no-ahead --set hours=7 --size 120x40 --knob water_c --cursor 6h | grep -qE 'water +3[0-9.]+ C auto ' || fail "the water's knob does not say what the controller has set"
finish
