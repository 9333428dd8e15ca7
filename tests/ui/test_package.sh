#!/usr/bin/env bash
# At home: the Debian package and `cmake --install` hold the program, its data with their licences, the manual page and the
# completions that the program writes, each where a system looks for it; what is installed runs from there without the clone.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # what is installed is the optimised program
source tests/ui/cli_support.bash
unset WATTIF_DATA WATTIF_SEEDED
source_tree=$PWD

for tool in cmake gzip; do
    command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done

# whole ROOT PREFIX ZSH DATA: everything is in its place below ROOT.
whole() {
    local root=$1$2 file
    for file in bin/wattif share/man/man1/wattif.1.gz share/bash-completion/completions/wattif "share/zsh/$3/_wattif" \
        share/fish/vendor_completions.d/wattif.fish share/doc/wattif/copyright share/doc/wattif/changelog.gz \
        share/doc/wattif/docs/SCENARIOS.md share/wattif/themes/default.json share/wattif/datasets/carbon/LICENSE \
        share/wattif/datasets/carbon/SOURCES.md share/wattif/datasets/profiles/measurements/LICENSE \
        share/wattif/datasets/workloads/SOURCES.md share/wattif/datasets/scenarios/all-five.json; do
        [[ -s $root/$file ]] || fail "$file is not installed below $2"
    done
    [[ -z $(find "$root/share/wattif" -name '*.[ch]' -o -name '__pycache__') ]] || fail "sources are installed as data"
    diff -rq "$source_tree/datasets/scenarios" "$root/share/wattif/datasets/scenarios" || fail "other scenarios are installed"
    gzip -dc "$root/share/man/man1/wattif.1.gz" | cmp - <("$wattif" help man) || fail "the manual page is not the program's own"
    for shell in bash:share/bash-completion/completions/wattif zsh:"share/zsh/$3/_wattif" \
        fish:share/fish/vendor_completions.d/wattif.fish; do
        cmp "$root/${shell#*:}" <("$wattif" help "${shell%%:*}") || fail "the completion of ${shell%%:*} is not the program's own"
    done
    (cd "$root/share/doc/wattif" && grep -ohP '\]\(\K[^)#:]+(?=\))' README.md | xargs ls >/dev/null) || fail "README links to what is not installed"
    bash -n "$root/share/bash-completion/completions/wattif" || fail "bash does not read its completion"
}

# runs PROGRAM: without the clone, in an empty home, with what lies beside it.
runs() {
    local home
    home=$(mktemp -d "$work/home-XXXXXX")
    (cd / && HOME=$home XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state XDG_CONFIG_HOME=$home/config \
        expect 0 "$1" run carbondis-set1 --format json && cp "$work/out" "$home/result.json")
    cmp -s "$home/result.json" "$work/result.json" || fail "$1 gives another result than the program of the clone"
    (cd / && HOME=$home XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state expect 0 "$1" --paths)
    grep -q '^library .*/share/wattif$' "$work/out" || fail "$1 reads its library elsewhere"
}

WATTIF_DATA=$source_tree expect 0 "$wattif" run carbondis-set1 --format json
cp "$work/out" "$work/result.json"

# --- cmake --install ---

expect 0 cmake --install "$WATTIF_BUILD" --prefix "$work/prefix"
whole "" "$work/prefix" site-functions
runs "$work/prefix/bin/wattif"
expect 0 cmake --install "$WATTIF_BUILD" --prefix "$work/prefix" # once more over it
whole "" "$work/prefix" site-functions

# --- the Debian package ---

if ! command -v cpack >/dev/null || ! command -v dpkg-shlibdeps >/dev/null; then
    echo "skipped: no Debian package can be made here (cpack, dpkg-dev)"
    finish
fi
expect 0 cpack -G DEB -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip -B "$work/package" --config "$WATTIF_BUILD/CPackConfig.cmake"
package=$(find "$work/package" -maxdepth 1 -name 'wattif_*_*.deb')
[[ -f $package ]] || { fail "no package was made"; finish; }
control() { dpkg-deb --field "$package" "$1"; }
[[ $(control Package) == wattif && $(control Version) == $("$wattif" --version | cut -d' ' -f2) ]] || fail "the package is another one"
for library in libc6 libcjson1 libcsv3 libncursesw6 libsqlite3-0; do
    control Depends | grep -qE "(^|, )$library( |,|$)" || fail "the package does not depend on $library: $(control Depends)"
done
dpkg-deb --contents "$package" | awk '$1 ~ /^d/ && $1 != "drwxr-xr-x" || $1 ~ /^-/ && $1 !~ /^-rwxr-xr-x$|^-rw-r--r--$/ || $2 != "root/root"' >"$work/odd"
[[ ! -s $work/odd ]] || fail "files of the package have another mode or owner: $(head -1 "$work/odd")"
if command -v lintian >/dev/null; then
    lintian --fail-on error --allow-root "$package" >"$work/lintian" 2>/dev/null || fail "lintian: $(grep '^E:' "$work/lintian" | head -1)"
fi

# Installed by dpkg below a root of its own, which takes root; else it is unpacked there.
mkdir "$work/root"
if [[ $(id -u) -eq 0 ]]; then
    mkdir -p "$work/root/var/lib/dpkg/"{info,updates}
    : >"$work/root/var/lib/dpkg/status"
    dpkg --root="$work/root" --force-depends --install "$package" >"$work/out" 2>&1 || fail "dpkg does not install it: $(tail -1 "$work/out")"
    dpkg --root="$work/root" --force-depends --verify wattif >"$work/out" 2>&1
    [[ ! -s $work/out ]] || fail "what dpkg has installed is not what it verifies: $(head -1 "$work/out")"
else
    dpkg-deb -x "$package" "$work/root"
fi
whole "$work/root" /usr vendor-completions
[[ $(readelf -S "$work/root/usr/bin/wattif" | grep -c '\.debug_info') -eq 0 ]] || fail "the program in the package is not stripped"
runs "$work/root/usr/bin/wattif"
if [[ $(id -u) -eq 0 ]]; then
    dpkg --root="$work/root" --force-depends --purge wattif >"$work/out" 2>&1
    [[ -z $(find "$work/root" -path "*/usr/*" -type f) ]] || fail "something is left when the package is purged"
fi
finish
