#!/usr/bin/env bash
# Every rule of test_structure.sh, broken once: a small tree in which all hold, then one file more that breaks one, and the
# breach is named with its place. A rule that no case here breaks is a fault too.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0
tried=''
fail() {
    printf 'FAIL %s\n' "$*"
    faults=$((faults + 1))
}

tree() { # an empty house
    rm -rf "$work/tree"
    mkdir -p "$work"/tree/{engine/{base,model,physics,policy,sim,answers,account,explore,claims},store,tests,datasets,dev}
    mkdir -p "$work"/tree/tui/{term,words,explorer,widgets,media,ask,board,views,desk,cli}
    printf '/* main */\n' >"$work/tree/tui/main.c"
}

# RULE FILE TEXT: a tree with this file is refused for this rule, at this file, and for nothing else. Files of different names
# are tried in one tree: each is to be named once, under its own rule.
expected=''
breaks() {
    local rule=$1 file=$2 text=$3
    [ ! -e "$work/tree/$file" ] || try
    mkdir -p "$work/tree/$(dirname "$file")"
    printf '%b' "$text" >"$work/tree/$file"
    expected+="$rule: $file"$'\n'
    tried+="$rule"$'\n'
}
try() {
    local out breach
    out=$(bash "$here/test_structure.sh" "$work/tree") && fail "passes: $expected"
    while IFS= read -r breach; do
        [ "$(grep -cF "$breach" <<<"$out")" -eq 1 ] || fail "not said once: $breach, but: $out"
    done <<<"${expected%$'\n'}"
    [ "$(grep -c . <<<"$out")" -eq "$(grep -c . <<<"$expected.")" ] || fail "more is said than is broken: $out"
    expected=''
    tree
}
include() { printf '#include "%s"\\n' "$1"; }

tree
bash "$here/test_structure.sh" "$work/tree" >"$work/out" || fail "the empty house: $(cat "$work/out")"

breaks 'the engine includes only the engine' engine/sim/a.c "$(include store/store.h)"
breaks 'the engine uses no library' engine/sim/a.c '#include <cjson/cJSON.h>\n'
breaks 'the store does not know the interface' store/a.c "$(include tui/words/format.h)"
breaks 'curses lives in tui/term/term.c alone' tui/term/painter.c '#include <ncursesw/ncurses.h>\n'
breaks 'SQL lives in the store alone' tui/cli/a.c '#include <sqlite3.h>\n'
breaks 'includes start at the root of the repository' tests/a.c "$(include format.h)"

below=''
for folder in base model physics policy sim answers account explore claims; do
    [ -z "$below" ] || breaks "engine/$below may not look up" "engine/$below/a.c" "$(include "engine/$folder/a.h")"
    below=$folder
done

breaks 'tui/term includes only what is below it' tui/term/a.c "$(include tui/words/action.h)"
breaks 'tui/words includes only what is below it' tui/words/a.c "$(include tui/term/canvas.h)"
breaks 'tui/explorer includes only what is below it' tui/explorer/a.c "$(include tui/term/canvas.h)"
breaks 'tui/widgets includes only what is below it' tui/widgets/a.c "$(include tui/explorer/explorer.h)"
breaks 'tui/media includes only what is below it' tui/media/a.c "$(include tui/report/report_page.h)"
breaks 'tui/ask includes only what is below it' tui/ask/a.c "$(include tui/media/canvas.h)"
breaks 'tui/report includes only what is below it' tui/report/a.c "$(include tui/board/scene.h)"
breaks 'tui/board includes only what is below it' tui/board/a.c "$(include tui/views/view.h)"
breaks 'tui/views includes only what is below it' tui/views/a.c "$(include tui/desk/desk.h)"
breaks 'tui/views includes only what is below it' tui/views/a.c "$(include tui/board/layout.h)"
breaks 'tui/desk includes only what is below it' tui/desk/a.c "$(include tui/cli/command.h)"
breaks 'tui/cli includes only what is below it' tui/cli/a.c "$(include tui/desk/desk.h)"
breaks 'a question draws nothing' tui/ask/a.c 'void f(struct canvas *canvas)\n{\n    canvas_clear(canvas);\n}\n'
breaks 'a medium knows what is drawn, not what it is of' tui/media/a.c 'int f(void)\n{\n    return METRIC_CARBON;\n}\n'
breaks 'tui/cli/ includes only what is below it' tui/cli/a.c "$(include tui/cli/run/simulate.h)"
breaks 'tui/cli/calc includes only what is below it' tui/cli/calc/a.c "$(include tui/cli/run/simulate.h)"
breaks 'tui/cli/run includes only what is below it' tui/cli/run/a.c "$(include tui/cli/sweep/compare_print.h)"
breaks 'tui/cli/sweep includes only what is below it' tui/cli/sweep/a.c "$(include tui/cli/library/lessons.h)"
breaks 'tui/cli/library includes only what is below it' tui/cli/library/a.c "$(include tui/cli/calc/calc.h)"
breaks "a view's functions are called as their slots are" tui/views/a.c 'struct view_ops view_a = {\n    .draw = b_draw,\n};\n'
breaks 'nothing lies at the top of tui but main' tui/a.c ''
breaks 'term knows only base and how JSON is read' tui/term/a.c "$(include engine/model/scenario.h)"
breaks 'widgets know nothing of runs' tui/widgets/a.c "$(include engine/sim/run.h)"
breaks 'a tag has two meanings' store/a.c 'struct a {\n    int b;\n};\nstatic union a {\n    int c;\n} d;\n'
breaks "the explorer's fields are written in tui/explorer alone" tui/desk/a.c 'void f(struct desk *desk)\n{\n    desk->explorer->time.cursor_ns = 0;\n}\n'

breaks 'what is printed goes through print.h' tui/cli/a.c 'void f(const char *name)\n{\n    printf("%s", name);\n}\n'
breaks 'no options in what the dashboard says' tui/views/a.c 'const char *const text = "leave it out, or give it with --set";\n'
breaks 'the engine does no input or output' engine/sim/a.c 'void f(void)\n{\n    puts("x");\n}\n'
breaks 'the engine knows no clock' engine/sim/a.c 'long f(void)\n{\n    return time(0);\n}\n'
breaks 'no mutable globals' store/a.c 'static int count;\n'
breaks 'longer than its lines' store/a.c "void f(void)\\n{\\n$(printf '    g();\\n%.0s' {1..61})}\\n"
breaks 'longer than 900 lines' store/a.c "$(printf 'int f(void);\\n%.0s' {1..901})"
breaks 'finished work leaves no note to itself' store/a.c '/* TO''DO */\n'
breaks 'switched off code' store/a.c '#if 0\n#endif\n'
breaks 'nothing under the G''PL' store/a.c '/* GP''L */\n'
breaks 'a test that leaves something out is in the list SLOW' tests/unit/test_a.c '#if SLOW_BUILD\n#endif\n'
breaks 'a test that tries fewer cases is in the list THINNED' tests/unit/test_b.c 'enum { CASES = THINNED(1, 2) };\n'

try

# Each rule's name stands behind `refuse` or `room`; what a variable completes is tried above for each of its values.
sed 's/""//' "$here/test_structure.sh" | sed -nE 's/^.*refuse "([^"$]*)".*/\1/p; s/^room ([a-z]+) .*/tui\/\1 includes only what is below it/p' |
    while IFS= read -r rule; do
        grep -qxF "$rule" <<<"$tried" || printf '%s\n' "$rule"
    done >"$work/untried"
[ -s "$work/untried" ] && fail "no case breaks: $(cat "$work/untried")"

[ "$faults" -eq 0 ] && echo "each rule is held" && exit 0
exit 1
