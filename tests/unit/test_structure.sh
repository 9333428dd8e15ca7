#!/usr/bin/env bash
# The rules of the house, held by reading the sources: who may include whom, no files or terminal in the engine, curses in
# one place, no mutable globals, short functions and files, nothing left for later. Each breach is one line with its place.
# An argument names another tree than this one (test_structure_rules.sh breaks each rule once).
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/unit/breaches_support.bash
source "$here/breaches_support.bash"
cd "${1:-$here/../..}" || exit 1

sources() { find "$@" -type f -name '*.[ch]' 2>/dev/null | sort; }
search() { # PATTERN FOLDER...: file:line:text of every match in the C sources
    local pattern=$1
    shift
    sources "$@" | xargs -r grep -nHP -- "$pattern"
}

# The house: tui -> store -> engine, and inside the engine each folder only includes itself and those before it.
library='[<"](sqlite3|csv|cJSON|cjson/cJSON|n?curses[a-z]*|ncursesw/.*|term)\.h[>"]'
refuse "the engine includes only the engine" < <(search '^#\s*include\s+"(?!engine/)' engine)
refuse "the engine uses no library" < <(search "^#\s*include\s+$library" engine)
refuse "the store does not know the interface" < <(search '^#\s*include\s+"(?!engine/|store/)' store)
refuse "curses lives in tui/term/term.c alone" < <(search '^#\s*include\s+[<"](ncursesw/)?n?curses' engine store tui tests |
    grep -v '^tui/term/term\.c:')
refuse "SQL lives in the store alone" < <(search '^#\s*include\s+[<"]sqlite3\.h' engine tui)
refuse "includes start at the root of the repository" < <(search '^#\s*include\s+"(?!engine/|store/|tui/|tests/|datasets/)' \
    engine store tui tests datasets)

above=''
for folder in claims explore account answers sim policy physics model base; do
    [ -z "$above" ] || refuse "engine/$folder may not look up" < <(search "^#\s*include\s+\"engine/($above)/" "engine/$folder")
    above=${above:+$above|}$folder
done

# The interface in rooms: term <- widgets <- board <- views <- desk; words draws nothing, explorer neither, and the command line
# knows of the screen only how to open it. A view looks at the board through its scene. Nothing lies at the top but main.
draws_nothing='term/(text|glyphs|key)\.h'
room() { # NAME WHAT-ITS-FILES-MAY-INCLUDE
    refuse "tui/$1 includes only what is below it" < <(search "^#\s*include\s+\"tui/(?!$1/|$2)" "tui/$1")
}
room term '$'
room words "$draws_nothing"
room explorer "words/|term/text\.h"
room widgets 'term/|words/'
room media 'term/|words/|widgets/(parts|chart|heat|scatter)\.h'
room report 'words/|media/'
room ask 'words/|explorer/|report/(account_report|report_page|told)\.h|media/rows\.h'
room board 'term/|words/|explorer/|widgets/|report/|media/(plane|rows)\.h|ask/map\.h'
room views 'term/|words/|explorer/|widgets/|ask/(ask|compare|inspector)\.h|media/(canvas|rows)\.h|report/([a-z]+_report|report_page)\.h|board/(scene|export|things|explain)\.h'
room desk 'term/|words/|explorer/|widgets/|board/|views/|ask/ask\.h'
room cli 'words/|ask/|media/|report/(told|[a-z]+_report|report_page)\.h|term/(text|glyphs|theme|display)\.h|desk/(dashboard|recital|screen_render)\.h'
# Its own rooms: what all commands stand on knows none of them, and only those of many runs and of the store know how one is run.
# A question draws nothing, and a medium knows no metric, no knob and no scheme.
refuse "a question draws nothing" < <(search 'canvas_|"[^"]*<[a-z]|%-?\*s' tui/ask)
refuse "a medium knows what is drawn, not what it is of" < <(search 'METRIC_|KNOB_|POLICY_|LAYER_' tui/media)
for pair in ':calc|run|sweep|library' 'calc:run|sweep|library' 'run:calc|sweep|library' 'sweep:calc|library' 'library:calc|sweep'; do
    refuse "tui/cli/${pair%%:*} includes only what is below it" < <(search "^#\s*include\s+\"tui/cli/(${pair#*:})/" "tui/cli/${pair%%:*}" |
        if [ -n "${pair%%:*}" ]; then cat; else grep -E '^tui/cli//?[^/]*:'; fi)
done
refuse "a view's functions are called as their slots are" < <(search '^\s+\.(open|close|update|draw|typing|text|action|mouse|load|unload|match|row|choose|preview|accept|act) = ' \
    tui/views | awk -F: '{
        view = $1; sub(/^.*\//, "", view); sub(/\.c$/, "", view); slot = $3; sub(/^ *\./, "", slot)
        name = slot; sub(/ =.*/, "", slot); sub(/^.*= /, "", name); sub(/,.*/, "", name)
        if (name != view "_" slot && name != "picker_" slot && name != "view_" slot) print }' | grep -v '^tui/views/picker\.')
refuse "nothing lies at the top of tui but main" < <(find tui -maxdepth 1 -type f ! -name main.c)
refuse "term knows only base and how JSON is read" < <(search '^#\s*include\s+"(?!engine/base/|tui/|store/json/json(_place)?\.h)' tui/term)
refuse "widgets know nothing of runs" < <(search '^#\s*include\s+"(store|engine/(sim|policy|explore|claims))/' tui/widgets)

# Text from outside leaves the program through tui/words/print.h; free are the printers of the program's own tables.
refuse "what is printed goes through print.h" < <(search '(?<!\w)(v?fprintf|v?printf)\((.*%[-*0-9.]*s|.*\barguments\))' tui/cli tui/desk |
    grep -vE '^tui/cli/(completion|help)\.c:')

# What the dashboard says, it says without options of the command line; whole commands stand in backticks. What only a command
# line can cause is told as that: the places of its options, and what `wattif screen` refuses.
refuse "no options in what the dashboard says" < <(search '"[^"`]*[ (]--[a-z]|"--[a-z]+ (?!%s"|")[^"]' \
    engine tui/words tui/explorer tui/widgets tui/board tui/views tui/desk |
    grep '^[^:]*\.c:' | grep -vE '^tui/(desk/screen_render|views/(run_command|save))\.c:|`wattif [^`]*$')

# The engine is a pure function: no files, no terminal, no clock.
refuse "the engine does no input or output" < <(search \
    '(?<![>.\w])(f?open|freopen|fdopen|openat|creat|popen|f?read|fwrite|f?puts|f?printf|f?scanf|opendir|unlink|rename|mkdir|system|getenv)\(' engine)
refuse "the engine knows no clock" < <(search '(?<![>.\w])(time|clock|clock_gettime|gettimeofday|localtime|gmtime)\(' \
    engine/base engine/model engine/physics engine/policy engine/sim engine/answers)

# One owner for whatever changes: only the terminal and main may hold state of their own.
refuse "no mutable globals" < <(search '^\s*static (?!inline\b)(?!.*\bconst\b)[^(]*(\[[^]]*\])?\s*(=[^=].*|;)\s*$' engine store tui |
    grep -v -e '^tui/term/term\.c:' -e '^tui/main\.c:')

# A struct, union or enum tag means one thing in the whole tree: what only one file knows has the fuller name.
refuse "a tag has two meanings" < <(search '^(static )?(struct|union|enum) \w+ \{' engine store tui | awk '{
        place = $1; sub(/:[a-z]*$/, "", place); tag = $2 == "struct" || $2 == "union" || $2 == "enum" ? $3 : $2
        if (tag in first) print place ": " tag ", which is at " first[tag] " already"; else first[tag] = place }')

# What is explored changes by the functions of tui/explorer, wherever the change begins.
refuse "the explorer's fields are written in tui/explorer alone" < <(search 'explorer->[][\w.>-]+\s*(\+\+|--|[-+*/|&^]?=(?!=))' tui |
    grep -v '^tui/explorer/')

# Sizes: a function fits a screen, a file has one idea.
refuse "longer than its lines" < <(sources engine store tui tests datasets | xargs -r awk '
    FNR == 1 { start = 0; most = FILENAME ~ /^(engine|store|tui)/ ? 60 : 80 }
    /^\{/ { start = FNR }
    /^\}/ && start { if (FNR - start > most + 1) printf "%s:%d: a function of %d lines\n", FILENAME, start, FNR - start - 1; start = 0 }')
refuse "longer than 900 lines" < <(sources engine store tui tests datasets | xargs -r wc -l |
    awk '$2 != "total" && $1 > 900 { printf "%s: %d lines\n", $2, $1 }')

# Finished work, free to use. (The words are put together here so that this file does not find itself.)
refuse "finished work leaves no note to itself" < <(grep -rnwE 'TO''DO|FIX''ME|XX''X|HA''CK' --include='*.[ch]' --include='*.def' \
    --include='*.sh' --include='*.sql' --include=CMakeLists.txt engine store tui tests datasets CMakeLists.txt dev 2>/dev/null)
refuse "switched off code" < <(search '^#\s*if\s+0' engine store tui tests datasets)
refuse "nothing under the G""PL" < <(search '\bA?L?G''PL' engine store tui tests datasets)

# What an optimised build runs once more is declared in tests/CMakeLists.txt, by its name there.
undeclared() { # LIST PATTERN
    find tests \( -name 'test_*.c' -o -name 'test_*.sh' \) ! -name 'test_structure*' -exec grep -lE "$2" {} + | sort |
        while read -r file; do
            sed -n "/^set($1\$/,/)/p" tests/CMakeLists.txt 2>/dev/null |
                grep -qwF "$(sed 's#^tests/##; s#\.c$##; s#[/.]#_#g' <<<"$file")" || printf '%s\n' "$file"
        done
}
refuse "a test that leaves something out is in the list SLOW" < <(undeclared SLOW SLOW_BUILD)
refuse "a test that tries fewer cases is in the list THINNED" < <(
    undeclared THINNED 'THINNED|(sizes_next|desk_next_size|desk_draw_every_size)\(')

conclude structure "every rule holds"
