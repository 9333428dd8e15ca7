#!/usr/bin/env bash
# What comments and documents say about files and citations is true: every file that one names is there, every rule that one
# cites is explained in docs/REFERENCES.md, and nothing is explained there that nobody cites. Each breach is one line with its
# place. `test_documents.sh FOLDER` looks at another tree, which is how it is tried on breaches of its own.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/unit/breaches_support.bash
source "$here/breaches_support.bash"
cd "${1:-$here/../..}" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What people read. Tests of the house's own rules name files on purpose that are not there.
texts() {
    find engine store tui tests datasets docs themes -type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.sh' -o -name '*.py' \
        -o -name '*.sql' -o -name '*.md' -o -name '*.json' \) 2>/dev/null |
        grep -vE '^tests/(ui/golden/|unit/test_(structure|documents)[a-z_]*\.sh$)'
    find . -maxdepth 1 -name '*.md' -type f | sed 's|^\./||'
}
texts | sort >"$work/texts"

# --- files ---

# Names that stand for others: LAYER, NAME, and mine, which is the reader's own.
made_up='(^|/)([A-Z]+|mine)(\.[a-z]+)?(/|$)'

# By their path from the root, with or without a last slash; a star stands for some name.
missing_path() {
    local place path
    while IFS= read -r place; do
        path=${place##*:}
        path=${path%.}
        [[ $path =~ $made_up ]] || compgen -G "${path%/}" >/dev/null || printf '%s\n' "$place"
    done
}
refuse "no such file" < <(xargs -r grep -nHoP '(?<![\w./$}<-])(engine|store|tui|datasets|docs|themes|tests)/[\w.*/-]*[\w*/]' \
    <"$work/texts" | missing_path)

# By their name alone, in comments and documents: "clover_rule.h".
find . -path ./.git -prune -o -path ./build -prune -o -type f -print | sed 's|.*/||' | sort -u >"$work/names"
names_in_comments() {
    # shellcheck disable=SC2016 # the dollars are awk's
    xargs -r awk '
        FNR == 1 { document = FILENAME ~ /\.md$/; comment = document }
        {
            text = $0
            if (!document && comment && sub(/\*\/.*/, "", text)) comment = 0
            else if (!document && !comment) {
                if (!sub(/^.*\/\*/, "", text)) next
                comment = !sub(/\*\/.*/, "", text)
            }
            while (match(text, /[A-Za-z_0-9.<\/*]*[A-Za-z_0-9]\.(c|h|def)([^A-Za-z_0-9(]|$)/)) {
                word = substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
                sub(/[^A-Za-z_0-9]$/, "", word)
                if (word !~ /[<\/*]/) print FILENAME ":" FNR ":" word
            }
        }'
}
missing_name() {
    local place
    while IFS= read -r place; do
        [[ ${place##*:} =~ $made_up ]] || grep -qxF -- "${place##*:}" "$work/names" || printf '%s\n' "$place"
    done
}
refuse "no file of this name" < <(grep -E '\.([ch]|def|md)$' "$work/texts" | names_in_comments | missing_name)

# What a document links to, from where it lies.
dead_links() {
    local place file link
    while IFS= read -r place; do
        file=${place%%:*} link=${place##*](}
        link=${link%)}
        [[ $link == *:* || -e $(dirname "$file")/${link%%#*} ]] || printf '%s\n' "$place"
    done
}
refuse "a link that leads nowhere" < <(grep '\.md$' "$work/texts" | xargs -r grep -noHP '\]\([^)#]+\)' | dead_links)

# Every figure that JSON and CSV have is explained where people look for it.
output=docs/OUTPUT.md
[ ! -f "$output" ] || refuse "$output does not explain" < <(sed -nE 's/^METRIC\(\w+, \w+, "([^"]+)".*/\1/p' engine/answers/metric.def |
    while IFS= read -r key; do grep -qE "\`([a-z_]+(\[\])?\.)?$key\`" "$output" || echo "$key"; done)

# --- citations ---

# CD-13, CO-C6, CL-N21, CO-N9c: a paper's letters, perhaps what kind of entry, its number. 99 is none: tests ask for it.
id='(CD|CL|CO|ET|UF|IC)-[XNC]?[0-9]+[a-z]?'
references=docs/REFERENCES.md

# Ids one a line, ranges ("CL-N3 .. CL-N8", "CL-1 to CL-3") with all that lies between.
ids() {
    grep -oE "\b$id( (\.\.|to) $id)?\b" | awk '
        !/ / { print; next }
        {
            match($1, /[0-9]+/); kind = substr($1, 1, RSTART - 1); from = substr($1, RSTART) + 0
            match($3, /[0-9]+/); to = substr($3, RSTART) + 0
            if (substr($3, 1, RSTART - 1) != kind) { print $1; print $3; next }
            for (n = from; n <= to; n++) print kind n
        }' | grep -vE -- '-99$' | sort -u
}
grep -v "^$references$" "$work/texts" | xargs -r cat | ids >"$work/cited"
# What is explained stands in a cell of a table that holds nothing else.
[ ! -f "$references" ] || grep '^|' "$references" | tr '|' '\n' | grep -E "^ *$id(, $id)* *$" | ids >"$work/explained"
touch "$work/explained"
refuse "$references does not explain" < <(comm -23 "$work/cited" "$work/explained")
refuse "$references explains what nothing cites" < <(comm -13 "$work/cited" "$work/explained")

conclude documents "every file and citation is there"
