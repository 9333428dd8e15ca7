# What the tests of scripted screens share, on top of cli_support.bash. Sourced, never run.
source tests/ui/cli_support.bash
export LC_ALL=C.UTF-8 TZ=UTC
golden=$PWD/tests/ui/golden
mkdir -p "$work/dumps"

# script SIZE [SCENARIO] OPTIONS... < steps: runs the steps on a canvas; dumps land in $work/dumps. Without a name on
# carbondis-set1, which is there at once.
script() {
    local size=$1 status
    shift
    [[ ${1:--} == -* ]] && set -- carbondis-set1 "$@"
    cat >"$work/steps"
    (cd "$work/dumps" && "$wattif" "$@" --script "$work/steps" --size "$size") >"$work/out" 2>"$work/err" </dev/null
    status=$?
    if [[ $status -ne 0 ]]; then
        fail "status $status: --size $size $*"
        head -3 "$work/err"
        return 1
    fi
}

# compare NAME: the dump against its golden file. UPDATE_GOLDEN=1 rewrites that: read the diff.
compare() {
    local name=$1
    if [[ -n ${UPDATE_GOLDEN:-} ]]; then
        cp "$work/dumps/$name" "$golden/$name" || fail "there is no $name"
    elif ! diff -u "$golden/$name" "$work/dumps/$name" >"$work/diff" 2>&1; then
        fail "$name differs from its golden file (UPDATE_GOLDEN=1 rewrites it)"
        head -20 "$work/diff"
    fi
}

# golden NAME SIZE [SCENARIO] OPTIONS... < steps: the screen after the steps against its golden file.
golden() {
    local name=$1 size=$2
    shift 2
    { cat; echo "screen-dump $name"; } >"$work/golden-steps"
    script "$size" "$@" <"$work/golden-steps" && compare "$name"
}
