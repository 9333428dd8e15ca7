#!/usr/bin/env bash
# One frame for every answer (CN-29): each sentence that a question prints is held against the rows of the same question. Every
# number in it is one of theirs, a change of one against the run as it is or against what it is held against, or how many rows
# there are; and a change that is told as less, more or with a sign has that sign there.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash
cd "$work" || exit 1
export LC_ALL=C.UTF-8
for question in $(sed -nE 's/^QUESTION_ROW\([A-Z]+, "([a-z]+)".*/\1/p' "$OLDPWD/tui/words/views.def"); do
    short=(carbondis-set1 --set hours=.25)
    [[ $question != contribution ]] || short=(all-five --set hours=.1) # shares need two layers
    # of one choice, where there are several: rows are those of the first
    case $question in contribution | doubt | starts | tornado) short+=(--metric carbon_g.total) ;; esac
    expect 0 "$wattif" "$question" "${short[@]}" --quiet
    cp "$work/out" "$question.txt"
    expect 0 "$wattif" "$question" "${short[@]}" --format json --quiet
    cp "$work/out" "$question.json"
done
python3 - ./*.json <<'END_OF_PYTHON' || fail "a sentence is not that of its rows"
import json, re, sys

NUMBER = re.compile(r"(?<![\w.])([−+-]?)(\d{1,3}(?: \d{3})+|\d+)(\.\d+)?")

def cells(row):
    """Each number of a row, with its key; what is nested too."""
    for key, value in row.items() if isinstance(row, dict) else enumerate(row):
        if isinstance(value, (dict, list)):
            yield from ((f"{key}.{k}", v) for k, v in cells(value))
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            yield str(key), float(value)

def tables(told):
    return [value for value in told.values() if isinstance(value, list) and value and isinstance(value[0], dict)]

def candidates(told):
    """What a number may be: (value, whether it is a change)."""
    found = [(value, False) for _, value in cells(told)]
    for key, value in list(told.items()):
        then = told.get(f"{key}.reference")
        if then and value is not None:
            found += [(100 * (value / then - 1), True), (value - then, True)]
    for rows in tables(told):
        found += [(len(rows), False), (len(rows) - 1, False)]
        for key in rows[0]:
            values = [str(row.get(key)) for row in rows]
            found += [(values.count(one), False) for one in set(values)]
        home = [row for row in rows if row.get("here") or row.get("kind") == "here"] or rows[:1] + rows[-1:]
        for row in rows:
            own = dict(cells(row))
            for base in [dict(cells(one)) for one in home] + [own]:
                for key, value in own.items():
                    for other in (key, "reference", "reference." + key, "mean"):
                        then = base.get(other)
                        if then:
                            found += [(100 * (value / then - 1), True), (100 * value / then, True), (value - then, True)]
    scaled = [(value * factor, change) for value, change in found for factor in (1, 100, 1e-3, 1 / 3.6e6)]
    return scaled

def words_of(told):
    """Numbers that stand in names and settings of the rows: "CIT 0.85"."""
    return set(NUMBER.findall(json.dumps(told, ensure_ascii=False)))

failed = 0
for name in sys.argv[1:]:
    told = json.load(open(name))
    known, named = candidates(told), {(whole, part) for _, whole, part in words_of(told)}
    lines = open(name.replace(".json", ".txt")).read().split("\n")[1:]
    for line in lines:
        if not line or line.startswith("  ") or line.startswith("▸"):
            continue # a table
        for sign, whole, part in NUMBER.findall(re.sub(r"(job|app) \d", "", line)):
            number = float(whole.replace(" ", "") + part)
            slack = 0.5001 * 10 ** -(len(part) - 1 if part else 0)
            near = [(value, change) for value, change in known if abs(abs(value) - number) <= slack]
            signed = [value for value, change in near if not sign or (value < 0) == (sign in "−-") or value == 0]
            if not signed and (whole, part) not in named:
                failed += 1
                print(f"{name}: {sign}{whole}{part} is not in the rows, or not so: {line}", file=sys.stderr)
sys.exit(failed > 0)
END_OF_PYTHON
finish
