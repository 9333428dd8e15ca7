#!/usr/bin/env bash
# Every rule of test_documents.sh, broken once: a small tree in which all hold, then one file more that breaks one, and the
# breach is named with its place.
# shellcheck disable=SC2016 # backticks are those of a document
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0
fail() {
    printf 'FAIL %s\n' "$*"
    faults=$((faults + 1))
}

tree() { # where all holds
    rm -rf "$work/tree"
    mkdir -p "$work"/tree/{engine/sim,engine/answers,store,tui,tests,datasets/papers,docs,themes}
    cat >"$work/tree/engine/sim/run.c" <<'IN'
/* A run (engine/sim/run.c, run.c); what it holds to stands in engine/sim and in themes/NAME.json (CD-2 .. CD-4). */
int run; /* CO-C6 */
const char *text = "nowhere.c is no comment";
IN
    printf '{"id": "CL-7", "claim": "a claim"}\n' >"$work/tree/datasets/papers/clover.json"
    cat >"$work/tree/docs/REFERENCES.md" <<'IN'
| id | what |
|---|---|
| CD-2, CD-3 | both | CD-4 | a third: CL-1 is only spoken of |
| CO-C6 | a conflict |
| CL-7 | a claim |
IN
    printf 'See [a file](engine/sim/run.c), `tui/`, and CL-1.\n| CL-1 | explained |\n' >"$work/tree/README.md"
    printf '| CL-1 | one |\n' >>"$work/tree/docs/REFERENCES.md"
    printf 'METRIC(IT, APP, "it_s", "it", "it")\n' >"$work/tree/engine/answers/metric.def"
    printf '`apps[].it_s`\n' >"$work/tree/docs/OUTPUT.md"
}

# RULE PLACE FILE TEXT: a tree with this at the end of the file is refused for this rule, at this place, and for nothing else.
breaks() {
    local out
    tree
    printf '%b' "$4" >>"$work/tree/$3"
    out=$(bash "$here/test_documents.sh" "$work/tree") && fail "$1: $3 passes"
    grep -qxF "$1: $2" <<<"$out" || fail "$1: not said of $2 but: $out"
    [ "$(grep -c . <<<"$out")" -eq 2 ] || fail "$3 breaks more than one rule: $out"
}

tree
bash "$here/test_documents.sh" "$work/tree" >"$work/out" || fail "the tree without a breach: $(cat "$work/out")"
breaks "no such file" "engine/sim/run.c:4:engine/sim/gone.c" engine/sim/run.c '/* see engine/sim/gone.c. */\n'
breaks "no such file" "README.md:3:tui/screens/" README.md 'In `tui/screens/`.\n'
breaks "no file of this name" "engine/sim/run.c:5:gone.h" engine/sim/run.c '/* in a comment\n * of two lines: gone.h. */\n'
breaks "no file of this name" "README.md:3:gone.def" README.md 'A row of gone.def\n'
breaks "a link that leads nowhere" "README.md:3:](gone.png)" README.md 'See [it](gone.png).\n'
breaks "docs/OUTPUT.md does not explain" "mine_ms" engine/answers/metric.def 'METRIC(MINE, RUN, "mine_ms", "mine", "mine")\n'
breaks "docs/REFERENCES.md does not explain" "CD-N9" engine/sim/run.c '/* CD-N9 */\n'
breaks "docs/REFERENCES.md does not explain" "CO-9" engine/sim/run.c '/* CO-9 */\n'
breaks "docs/REFERENCES.md does not explain" "CL-8" datasets/papers/clover.json '{"id": "CL-8"}\n'
breaks "docs/REFERENCES.md does not explain" "CD-5" engine/sim/run.c '/* CD-3 to CD-5 */\n'
breaks "docs/REFERENCES.md explains what nothing cites" "CO-7" docs/REFERENCES.md '| CO-7 | nobody asks |\n'

[ "$faults" -eq 0 ] && echo "documents: every rule refuses its breach" && exit 0
exit 1
