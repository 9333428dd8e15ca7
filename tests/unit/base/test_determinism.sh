#!/bin/bash
# Builds test_determinism.c with gcc and clang, with and without optimisation and fused multiply-add, and runs it:
# every build must give the hashes that are written in it, and works out the ziggurats for itself. Run from the repository root.
set -eu

flags="-std=c17 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -ffp-contract=off -I."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

builds=("-O0" "-O2")
if grep -qw fma /proc/cpuinfo 2>/dev/null && grep -qw avx2 /proc/cpuinfo; then
    builds+=("-O2 -mfma -mavx2" "-O3 -march=native")
fi

compilers=()
for compiler in gcc clang; do
    if command -v "$compiler" >/dev/null; then
        compilers+=("$compiler")
    fi
done
if [ ${#compilers[@]} -eq 0 ]; then
    echo "skipped: neither gcc nor clang is installed"
    exit 77
fi

failed=0
for compiler in "${compilers[@]}"; do
    for options in "${builds[@]}"; do
        # shellcheck disable=SC2086
        $compiler $flags $options tools/ziggurat.c engine/base/detmath.c -lm -o "$work/ziggurat"
        "$work/ziggurat" "$work/tables.c"
        # shellcheck disable=SC2086
        $compiler $flags $options tests/{support/main,unit/base/test_determinism}.c engine/base/{random,detmath}.c "$work/tables.c" \
            -lcmocka -lm -o "$work/program"
        if "$work/program" test_determinism.c >"$work/log" 2>&1; then
            echo "$compiler $options: the same bits"
        else
            echo "$compiler $options: other bits"
            cat "$work/log"
            failed=1
        fi
    done
done
exit $failed
