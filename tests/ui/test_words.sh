#!/usr/bin/env bash
# The words of every screen of 80 columns: each dashboard, calm and full, and every view of some scenarios. No word has lost
# its vowels: what stands for a name of the scenario, a knob, a scheme or a model is its beginning, or the short name that the
# scenario gives it. No abbreviation is without a row of the glossary. No two names of one thing stand in one frame.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each scenario starts a process
source tests/ui/script_support.bash

# frames SCENARIO VIEW...: of a run of some minutes, and of the views that it does not refuse.
frames() {
    local name=$1 key view hours=0.02
    [[ $name != etf-arrivals ]] || hours=0.2 # its apps join one after the other
    sed -E 's/"hours": ([0-9.]+|null)/"hours": '"$hours"'/' "datasets/scenarios/$name.json" >"$work/$name.json"
    {
        printf 'screen-dump %s-full.txt\nboard-next\nboard-next\nscreen-dump %s-calm.txt\n' "$name" "$name"
        for key in ${2:+1 4 6 8 9 '&' '%' '^'}; do # panels in full size
            printf 'key %s\nkey enter\nscreen-dump %s-panel-%s.txt\nkey esc\n' "$key" "$name" "$key"
        done
        for view in "${@:2}"; do
            printf 'key :\ntype %s\nkey enter\nscreen-dump %s-%s.txt\nkey esc\nkey esc\nkey esc\n' "$view" "$name" "$view"
        done
    } >"$work/steps"
    (cd "$work/dumps" && "$wattif" "$work/$name.json" --no-ahead --script "$work/steps" --size 80x24) >"$work/out" 2>"$work/err" </dev/null ||
        fail "the frames of $name: $(head -3 "$work/err")"
}

mapfile -t views < <(sed -nE 's/^(VIEW|QUESTION|OWN)_ROW\([A-Z_]+, "[a-z-]+", "([a-z-]+)".*/\2/p' tui/words/views.def)
for file in datasets/scenarios/*.json; do
    case $file in
    *carbondis-set1.json) frames carbondis-set1 "${views[@]/starts/schemes}" ;; # that simulates every scheme on twelve days
    *etf-tx2.json) frames etf-tx2 inspector schemes fleet edits provenance command ;;
    *infercool-k8s.json) frames infercool-k8s pods mig-editor explain schemes ;;
    *clover-teaching.json) frames clover-teaching annealer ;;
    *) frames "$(basename "$file" .json)" ;;
    esac
done
[[ $(ls "$work/dumps" | wc -l) -gt 80 ]] || fail "$(ls "$work/dumps" | wc -l) frames alone"

python3 - "$work/dumps"/*.txt <<'END' || fail "a word that a stranger would not understand"
import glob, json, os, re, sys

read = lambda path: open(path, encoding="utf-8").read()
rows = read("tui/words/glossary.def")
forms = [form for row in re.findall(r'\.forms = "([^"]*)"', rows) for form in row.split("|")]
scenarios = [json.loads(read(path)) for path in glob.glob("datasets/scenarios/*.json")]
names = {word for s in scenarios for word in [s["name"]] + [a[k] for a in s["apps"] for k in ("name", "model", "short") if k in a]
         + [p["name"] for p in s.get("pools", [])] + [g[k] for f in s["fleets"].values() for g in f["gpus"] for k in ("name", "node") if k in g]}
for table in ("knobs", "policies"):
    names |= set(re.findall(r'\.(?:name|title|symbol|brief) = "([^"]*)"', read(f"engine/model/{table}.def")))
names |= {os.path.basename(path).rsplit(".", 1)[0] for folder in ("carbon", "profiles", "workloads", "lessons", "demos")
          for path in glob.glob(f"datasets/{folder}/**", recursive=True)} | {os.path.basename(p)[:-5] for p in glob.glob("themes/*.json")}
named = {word.lower() for name in names for word in re.split(r"[^A-Za-z0-9]+", name) + [name] if word}
terms = {word for form in forms for word in re.findall(r"[A-Za-z_][A-Za-z0-9_]*", form)} | {form for form in forms}
plain = {"drawn", "last", "why", "by", "my", "try", "tries"} # English that looks like a name without its vowels, or has none
units = {"ms", "min", "kw", "wh", "kwh", "mhz", "gb", "kb", "mb", "mw", "pct", "std", "vs", "hrs", "nth", "th", "rd", "nd", "st", "px"}
# Two names of one thing.
synonyms = [("worst p95", "slowest"), ("╌ history", "× usual"), ("Tmax", "hottest GPU"),
            ("vs SLO", "of its limit"), (" q 0", " wait"), ("saved a request", "emits"), ("acc. loss none", "no limit")]

def skeleton(word):
    return re.sub("[aeiou]", "", word[1:])

def lost_vowels(word):
    """Of which name is this not the beginning, but what is left of it without some of its vowels?"""
    if len(word) < 4 or word in plain or any(known.startswith(word) for known in named):
        return None
    for name in named:
        same = name[0] == word[0] and len(skeleton(word)) >= 2 and skeleton(name).startswith(skeleton(word))
        letters = iter(name)
        if same and len(word) < len(name) and len(name) >= 6 and all(letter in letters for letter in word):
            return name

failed = 0
def bad(path, why, line=""):
    global failed
    failed += 1
    print(f"{os.path.basename(path)}: {why}: {line.strip()}", file=sys.stderr)

for path in sys.argv[1:]:
    frame = read(path)
    lines = frame.split("\n")[:-2] # the last row names keys
    for one, other in synonyms:
        if one in frame and other in frame:
            bad(path, f"'{one}' and '{other}' are one thing")
    for line in lines:
        for hit in re.finditer(r"(?<![\w…/.$⠀-⣿])[A-Za-z][A-Za-z0-9_]*(?![\w…/])", line):
            word, small = hit.group(), hit.group().lower()
            cut = line[hit.end():hit.end() + 1] in "│┌└┐┘─" or line[max(0, hit.start() - 1):hit.start()] in "│┘└"
            name = lost_vowels(small)
            if name and word not in terms and not cut:
                bad(path, f"'{word}' is '{name}' without its vowels", line)
            elif word.islower() and len(word) > 1 and not re.search("[aeiouy0-9]", word) and not cut and not {word, word.upper()} & terms and small not in units | plain and not any(known.startswith(small) for known in named):
                bad(path, f"'{word}' has no vowel and no row of the glossary", line)
            elif re.fullmatch(r"[A-Z]{2,}s?|p\d+", word) and not cut and not re.fullmatch("[IVX]+", word):
                if not {word, word.rstrip("s"), re.sub(r"\d+", "#", word)} & terms and small not in named:
                    bad(path, f"'{word}' has no row of the glossary", line)
sys.exit(failed > 0)
END
finish
