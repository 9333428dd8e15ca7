# What the tests that read the sources share: a breach of a rule is one line with its place, and at the end the test says how
# many there were. Sourced, never run.
breaches=0
# RULE: prints what comes in on stdin as breaches of it.
refuse() {
    local line
    while IFS= read -r line; do
        printf '%s: %s\n' "$1" "$line"
        breaches=$((breaches + 1))
    done
}
# NAME SENTENCE: ends the test; the sentence says that every rule holds.
conclude() {
    [ "$breaches" -eq 0 ] && echo "$1: $2" && exit 0
    echo "$1: $breaches breaches"
    exit 1
}
