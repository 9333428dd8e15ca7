#!/usr/bin/env bash
# Reports: one page of HTML that repeats what it tells to the byte, in another home, whatever names mean there; what a hand has
# changed in it is said and run; nothing in it is live, whatever names a scenario has; and a browser finds no fault with it.
[ "${SLOW_BUILD:-0}${WATTIF_LONG:-}" != 1 ] || exit 77 # under the sanitizers with --long alone: each command starts a process
source tests/ui/cli_support.bash

# elsewhere COMMAND...: in another home, whose store holds the library and nothing else.
elsewhere() { XDG_DATA_HOME=$work/elsewhere XDG_STATE_HOME=$work/elsewhere-state "$@"; }
new_store "$work/elsewhere/wattif/wattif.db"

# same_json WHAT REPORT FILE: the report, run elsewhere, prints these bytes and says so.
same_json() {
    elsewhere expect 0 "$wattif" run "$2" --format json
    cmp -s "$work/out" "$3" || fail "$1: the report does not repeat its run"
    says "the result is the report's, byte for byte"
    [[ $(sha256sum <"$3" | cut -d' ' -f1) == "$(sed -n 's/.*"result_sha256": "\([0-9a-f]*\)".*/\1/p' "$2")" ]] ||
        fail "$1: the hash in the report is not that of the result"
}

# --- on a terminal a page tells what is being simulated, as the other formats do ---

# told WHAT COMMAND...: one line of stderr says so, and is wiped at the end.
told() {
    local what=$1
    shift
    python3 - "$what" "$@" <<'END' || fail "$*: no progress on a terminal"
import os, pty, re, subprocess, sys
ours, theirs = pty.openpty()
process = subprocess.Popen(sys.argv[2:], stderr=theirs, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
os.close(theirs)
seen = b""
try:
    while chunk := os.read(ours, 4096):
        seen += chunk
except OSError: # the terminal is closed
    pass
assert process.wait() == 0, seen
assert re.search(sys.argv[1].encode(), seen), seen
assert re.search(rb"\x1b\[K(wattif: [^\r]*\r\n)*$", seen), seen
END
}
told 'simulated [0-9]+ % of the run' "$wattif" run all-five --format html
told '[12] of 3 runs' "$wattif" run carbondis-set1 --replicate 3 --jobs 1 --format html
told '[12] of 3 runs' "$wattif" compare carbondis-set1 --replicate 3 --jobs 1 --format html
told '[12] of 3 runs' "$wattif" compare carbondis-set1 --replicate 3 --jobs 1
told '[1-7] of 8 runs' "$wattif" attribute carbondis-set1-contended --policy tune=carbon-tuned --replicate 2 --jobs 1 --format html
told 'swept [12] of 3 runs' "$wattif" sweep carbondis-set1 --vary cit=.9,1,1.1 --jobs 1 --format html

# --- a saved run, its report, the same bytes elsewhere ---

while read -r name words; do
    read -ra options <<<"$words"
    expect 0 "$wattif" run "${options[@]}" --save "$name" --format json
    cp "$work/out" "$work/$name.json"
    expect 0 "$wattif" export run "$name" --format html --out "$work/$name.html"
    same_json "$name" "$work/$name.html" "$work/$name.json"
done <<'END'
plain carbondis-set1 --set cit=0.9 --at 1h30m:cit=0.8 --seed 18446744073709551615
mixed clover-teaching --set lambda=0.1
turns etf-tx2 --policy share=tmux-tf --at 60:phi=0.2
pools all-five --set hours=2
heat infercool-k8s --policy place=infercool --set reassignment_level=3 --set hours=0.1
END
[[ $(stat -c %s "$work/plain.html") -lt 1200000 ]] || fail "the report of a preset is above 1.2 MB"

# The page is the same however it is asked for, and each time.
expect 0 "$wattif" export run plain --format html
cmp -s "$work/out" "$work/plain.html" || fail "the report differs on stdout"
expect 0 "$wattif" run carbondis-set1 --set cit=0.9 --at 1h30m:cit=0.8 --seed 18446744073709551615 --format html
cmp -s "$work/out" "$work/plain.html" || fail "the report of a run that is not saved differs"
elsewhere expect 0 "$wattif" run "$work/plain.html" --format html
cmp -s "$work/out" "$work/plain.html" || fail "the report of a report differs"

# It is a scenario like any other: with options, on the screen, in a comparison.
elsewhere expect 0 "$wattif" run "$work/plain.html" --policy route=highperf --format json
prints '"route": "highperf"'
[[ $(grep -vc 'cit 0\.[89] changes nothing' "$work/err") -eq 0 ]] || fail "more is told than that HIGHPERF reads no CIT: $(cat "$work/err")"
says 'cit 0.9 changes nothing'
elsewhere expect 0 "$wattif" "$work/plain.html" --size 100x30
prints 'carbondis-set1'
elsewhere expect 0 "$wattif" compare "$work/plain.html" carbondis-set1 --format json
elsewhere expect 0 "$wattif" sweep "$work/plain.html" --vary cit=0.9,1 --format json
expect 0 "$wattif" export run plain --format svg
prints '^<svg'

# The screen writes the same page, under a name that is free.
printf 'wait\nexport %s/screen.html\nexport %s/screen.html\n' "$work" "$work" >"$work/script"
expect 0 "$wattif" --script "$work/script" carbondis-set1 --size 100x30
expect 0 "$wattif" run carbondis-set1 --format html
for file in screen screen-2; do
    cmp -s "$work/out" "$work/$file.html" || fail "$file.html, which the screen wrote, is another page"
done

# --- inputs of one's own: the report brings them along, and changes nothing of what names mean ---

{ echo 'timestamp,ci_gco2_per_kwh' && for hour in {00..23}; do echo "2022-01-13T$hour:00Z,$((100 + 10#$hour * 11))"; done; } >"$work/mine.csv"
expect 0 "$wattif" import trace "$work/mine.csv" --name mine --basis lca
expect 0 "$wattif" run carbondis-set1 --set trace=mine --set start=2022-01-13T04:00Z --save own --format json
cp "$work/out" "$work/own.json"
prints '"trace": "mine"'
prints '"basis": "lca"'
expect 0 "$wattif" export run own --format html --out "$work/own.html"
same_json "a trace that is not there" "$work/own.html" "$work/own.json"
elsewhere expect 2 "$wattif" show trace mine
sed 's/,1/,9/' "$work/mine.csv" >"$work/other.csv"
elsewhere expect 0 "$wattif" import trace "$work/other.csv" --name mine --basis direct
elsewhere expect 0 "$wattif" export trace mine
cp "$work/out" "$work/meant"
same_json "a trace that means something else" "$work/own.html" "$work/own.json"
elsewhere expect 0 "$wattif" run "$work/own.html" --save kept --format json
cmp -s "$work/out" "$work/own.json" || fail "a report that is saved is another run"
elsewhere expect 0 "$wattif" run kept --format json
cmp -s "$work/out" "$work/own.json" || fail "the run saved of a report is another run"
elsewhere expect 0 "$wattif" export trace mine
cmp -s "$work/out" "$work/meant" || fail "running a report has changed what a name means"
elsewhere expect 0 "$wattif" doctor
prints 'undamaged|sound|no damage|store'

# --- several runs ---

several() { # NAME COMMAND...
    local name=$1
    shift
    expect 0 "$@" --format json
    cp "$work/out" "$work/$name.json"
    expect 0 "$@" --format html
    cp "$work/out" "$work/$name.html"
    same_json "$name" "$work/$name.html" "$work/$name.json"
    elsewhere expect 0 "$wattif" run "$work/$name.html" --format html
    cmp -s "$work/out" "$work/$name.html" || fail "$name: the report of a report differs"
}
several compared "$wattif" compare plain own carbondis-set1 --policy route=dybatch
several paired "$wattif" compare carbondis-set1 carbondis-set1 --set cit=0.8 --replicate 3
several swept "$wattif" sweep carbondis-set1 --vary cit=0.8,1 --vary trace=mine,us-cal-ciso-2022-direct --replicate 2 --set start=2022-01-13T04:00Z
expect 0 "$wattif" run infercool-k8s --set hours=0.05 --policy place=infercool --policy tune=carbon-tuned --save warm # two layers
several worth "$wattif" attribute warm --replicate 2
refuse 2 'repeated as it is: leave --set out' "$wattif" run "$work/swept.html" --set cit=1
refuse 2 'report of a sweep, not of one run' "$wattif" sweep "$work/swept.html" --vary cit=1,2
refuse 2 'report of a contribution, not of one run' "$wattif" compare carbondis-set1 "$work/worth.html"
refuse 2 'report of a comparison, not of one run' "$wattif" screen "$work/compared.html"
expect 0 "$wattif" run "$work/compared.html" --yes --format json # whoever was asked may have said so
several seeds "$wattif" run carbondis-set1 --replicate 3
grep -q 'Over 3 seeds it emits' "$work/seeds.html" || fail "the report of three seeds says nothing of them"
elsewhere expect 0 "$wattif" run "$work/seeds.html" --seed 7 --format json # changed, it is a run like any other
prints '"seed": 7'
refuse 2 '--save keeps one run' "$wattif" run carbondis-set1 --replicate 3 --save x --format html
for jobs in 1 3; do
    expect 0 "$wattif" run carbondis-set1 --set cit=0.9 --at 1h30m:cit=0.8 --seed 18446744073709551615 --jobs $jobs --format html
    cmp -s "$work/out" "$work/plain.html" || fail "the report differs on $jobs threads"
done

# What the screen shows is what it reports: a comparison, a sweep, a contribution, each with the bytes of its command.
same_page() { # NAME
    elsewhere expect 0 "$wattif" run "$work/$1.html" --format json
    says "the result is the report's, byte for byte"
    cmp -s "$work/$1.html" "$work/out.$1" || fail "the screen and the command report another $1"
}
expect 0 "$wattif" run etf-tx2 --save fair --format json
while read -r name runs; do # not on the same requests, and seed by seed
    read -ra runs <<<"$runs"
    expect 0 "$wattif" screen "${runs[@]:0:2}" --view compare --format html
    cp "$work/out" "$work/$name.html"
    expect 0 "$wattif" compare "${runs[@]}" --format html
    cp "$work/out" "$work/out.$name"
    same_page "$name"
done <<'END'
beside plain own
paired-beside turns fair --replicate 20
END
printf '%s\n' wait frontier 'key C-u' 'type phi=0.2,0.8 seeds=2' 'key enter' wait "export $work/front.html" \
    >"$work/script"
expect 0 "$wattif" --script "$work/script" etf-tx2 --size 120x40
printf '%s\n' wait contribution wait "export $work/layers.html" >"$work/script"
expect 0 "$wattif" --script "$work/script" warm --size 120x40
expect 0 "$wattif" sweep etf-tx2 --vary phi=0.2,0.8 --replicate 2 --format html
cp "$work/out" "$work/out.front"
same_page front
# Settings tried near the front are left out, and that is said; y is the line that repeats the rest.
printf '%s\n' wait frontier 'key C-u' 'type phi=0.2,0.8 seeds=2 refine=1' 'key enter' wait wait "export $work/refined.html" \
    'key y' "screen-dump $work/line.txt" >"$work/script"
expect 0 "$wattif" --script "$work/script" etf-tx2 --size 120x40
grep -q 'of the grid, 2 configurations, .* 1 more that were tried near the front are left out' "$work/refined.html" ||
    fail "the report does not say what it leaves out"
grep -q 'without the settings that were tried near the front' "$work/line.txt" || fail "nor does the line"
read -r _ line < <(grep '^wattif sweep' "$work/line.txt") || fail "no line for the sweep"
# shellcheck disable=SC2086 # its words
expect 0 "$wattif" $line --format json
cp "$work/out" "$work/line.json"
expect 0 "$wattif" run "$work/refined.html" --format json
cmp "$work/line.json" "$work/out" || fail "the line repeats something else than the report has"
expect 0 "$wattif" attribute warm --replicate 5 --format html
cp "$work/out" "$work/out.layers"
same_page layers

# --- a hand in it ---

sed 's/"knob": "cit", "value": 0.8}/"knob": "cit", "value": 0.7}/' "$work/plain.html" >"$work/edited.html"
cmp -s "$work/plain.html" "$work/edited.html" && fail "nothing was edited"
expect 0 "$wattif" run "$work/edited.html" --format json
says 'edited.html was edited by hand, its hash no longer fits'
says 'not the one that the report was made with'
cp "$work/out" "$work/edited.json"
expect 0 "$wattif" run carbondis-set1 --set cit=0.9 --at 1h30m:cit=0.7 --seed 18446744073709551615 --format json
cmp -s "$work/out" "$work/edited.json" || fail "what an edited report holds is not what is run"
sed 's/ data-sha256="[0-9a-f]*"//' "$work/plain.html" >"$work/unhashed.html"
expect 0 "$wattif" run "$work/unhashed.html" --format json
says 'edited by hand'
sed 's/13 Jan 2022/14 Jan 2022/; s/<h2>/<h2>My /' "$work/plain.html" >"$work/retold.html" # what people read
expect 0 "$wattif" run "$work/retold.html" --format json
cmp -s "$work/out" "$work/plain.json" || fail "an edited page runs something else"
says 'retold.html says something else than was written'
says 'what people read in it was edited'
[[ $(cat "$work/err") != *'byte for byte'* ]] || fail "a page that was retold is called the report's"
python3 - "$work/plain.html" "$work/forged.html" <<'END' || fail "nothing was forged"
import hashlib, re, sys
page = open(sys.argv[1], encoding="utf-8").read() # a hand that makes both hashes anew
head, rest = page.split('<script type="application/json" id="wattif-report"', 1)
number = re.search(r"\d{2,3}\.\d(?= g)", re.sub(r"<style.*?</style>|<[^>]*>", lambda m: " " * len(m[0]), head, flags=re.S))
assert number
head = head[:number.start()] + "7" + head[number.start() + 1:] if head[number.start()] != "7" else head[:number.start()] + "8" + head[number.start() + 1:]
text = re.match(r'[^>]*>(.*?)</script>', rest, re.S)[1]
forged = re.sub(r'"page_sha256": "[0-9a-f]*"', '"page_sha256": "%s"' % hashlib.sha256(head.encode()).hexdigest(), text)
rest = rest.replace(text, forged).replace(hashlib.sha256(text.encode()).hexdigest(), hashlib.sha256(forged.encode()).hexdigest())
open(sys.argv[2], "w", encoding="utf-8").write(head + '<script type="application/json" id="wattif-report"' + rest)
END
expect 0 "$wattif" run "$work/forged.html" --format json
says 'forged.html says "'
says 'where what it carries comes to "'
says 'what people read in it was edited'
sed 's/"page_sha256": "[0-9a-f]*"/"page_sha256": ""/' "$work/plain.html" >"$work/unpaged.html"
expect 0 "$wattif" run "$work/unpaged.html" --format json
says 'unpaged.html was edited by hand'
{ cat "$work/plain.html" && echo '<p>and more</p>'; } >"$work/longer.html"
expect 0 "$wattif" run "$work/longer.html" --format json
says 'longer.html says something else than was written'
grep -q "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'" "$work/plain.html" || fail "the page may load what it likes"

spoil() { # PATTERN SED
    sed "$2" "$work/plain.html" >"$work/spoilt.html"
    refuse 2 "$1" "$wattif" run "$work/spoilt.html"
}
spoil 'is no report of wattif' 's/wattif-report/another/'
spoil 'is no report of wattif' 's/<\/script>//'
spoil 'spoilt.html' 's/"command": "run"/"command": "walk"/'
spoil 'newer wattif' 's/"report": 1/"report": 2/'
spoil 'spoilt.html.*/report' 's/"report": 1/"report": "x"/'
spoil 'spoilt.html' 's/"wattif": /"wattif" /'
spoil 'spoilt.html:/runs/0/scenario/trace' 's/"trace": "us-cal-ciso-2022-direct"/"trace": 5/'
spoil 'spoilt.html:/inputs/0' 's/ci_gco2_per_kwh\\n2/ci_gco2_per_kwh\\nx2/'
head -c 400000 "$work/plain.html" >"$work/cut.html"
refuse 2 'is no report of wattif' "$wattif" run "$work/cut.html"
: >"$work/empty.html"
refuse 2 'empty.html' "$wattif" run "$work/empty.html"
refuse 2 'nowhere.html' "$wattif" run "$work/nowhere.html"
mkdir "$work/folder.html"
refuse 2 'folder.html' "$wattif" run "$work/folder.html"
refuse 2 'end in .json or .html' "$wattif" run carbondis-set1 --save name.html

# --- where it goes ---

echo before >"$work/there.html"
chmod 640 "$work/there.html"
expect 0 "$wattif" export run plain --format html --out "$work/there.html"
cmp -s "$work/there.html" "$work/plain.html" || fail "a file that exists is not replaced"
[[ $(stat -c %a "$work/there.html") == 640 ]] || fail "a file that is replaced has another mode"
refuse 2 'cannot write there' "$wattif" export run plain --format html --out "$work/none/x.html"
refuse 2 'is a directory' "$wattif" export run plain --format html --out "$work"
echo before >"$work/whole.html"
refuse 2 'no saved run' "$wattif" export run missing --format html --out "$work/whole.html"
[[ $(cat "$work/whole.html") == before ]] || fail "a report that failed has replaced a file"
expect 3 bash -c "'$wattif' export run plain --format html >/dev/full"
refuse 2 'takes csv or json' "$wattif" export trace mine --format html

# --- any plot's numbers as CSV ---

expect 0 "$wattif" screen carbondis-set1 --view start --format csv
prints '^day,from,mean_g_per_kwh,.*hour_23_g_per_kwh$'
prints '^2022-01-13,2022-01-13T08:00:00Z,'
[[ $(wc -l <"$work/out") -ge 365 ]] || fail "the days of a year are not told"
expect 0 "$wattif" screen mixed --view annealer --format csv
prints '^kind,reason,search,'
tries=$(($(wc -l <"$work/out") - 1))
expect 0 "$wattif" export run mixed --format json
[[ $(grep -c '"search": ' "$work/out") -eq $tries ]] || fail "the view tells $tries entries of searches, the saved run others"
python3 - "$work/mixed.html" <<'END' || fail "the numbers beside a figure are no table"
import csv, io, re, sys, urllib.parse

links = re.findall(r'download="([^"]*)" href="data:text/csv;charset=utf-8,([^"]*)"', open(sys.argv[1]).read())
assert len(links) >= 7 and len({name for name, _ in links}) == len(links), [name for name, _ in links]
for name, data in links:
    rows = list(csv.reader(io.StringIO(urllib.parse.unquote(data))))
    assert len(rows) > 10 and {len(row) for row in rows} == {len(rows[0])}, name
    for row in rows[1:]:
        for cell in row[1 if rows[0][0] == "series" else 0:]:
            float(cell or 0)
END

# --- nothing in it is live ---

"$wattif" show scenario carbondis-set1 |
    python3 -c '
import json, sys
scenario = json.load(sys.stdin)
scenario["title"] = "</title></script><script>alert(1)</script><img src=x onerror=alert(2)> & \" \x27 ]]> -->"
scenario["name"] = "x<b>y&amp;"
scenario["apps"][0]["name"] = "<script>"
for fleet in scenario["fleets"].values() if isinstance(scenario["fleets"], dict) else scenario["fleets"]:
    for gpu in fleet["gpus"]:
        if gpu.get("owner") == "job1":
            gpu["owner"] = "<script>"
json.dump(scenario, sys.stdout)' >"$work/hostile.json"
expect 0 "$wattif" run "$work/hostile.json" --format json
cp "$work/out" "$work/hostile.out"
expect 0 "$wattif" run "$work/hostile.json" --format html
cp "$work/out" "$work/hostile.html"
same_json "hostile names" "$work/hostile.html" "$work/hostile.out"
! grep -qE '<img|<script>' "$work/hostile.html" || fail "a name is markup in the report"
[[ $(grep -c '<script' "$work/hostile.html") -eq 1 ]] || fail "there is another script than the data"
for command in '\\u001b[31m' '\\u009b31m' '\\u202e'; do # in what an input says of itself
    sed "s|\"source\": \"Electricity Maps|\"source\": \"$command<b>|" "$work/plain.html" >"$work/source.html"
    expect 0 "$wattif" run "$work/source.html" --format html
    grep -qF "${command#?}&lt;b&gt;" "$work/out" || fail "$command is not told in the report"
    ! grep -qP '\x1b|\xc2\x9b|\xe2\x80\xae' "$work/out" || fail "a character that commands is in the report"
done
sed 's/"title": "CarbonDIS job set 1/"title": "\\u001b[31m/' "$work/plain.html" >"$work/title.html"
refuse 2 'title.html:/runs/0/scenario/title.*control characters' "$wattif" run "$work/title.html"

# --- as a page: well-formed, alone, tables with heads, plots with words ---

check_page() {
    python3 - "$1" <<'END' || fail "$1 is no sound page"
import html.parser, re, sys

class Page(html.parser.HTMLParser):
    void = {"meta", "link", "br", "img", "path", "circle", "rect"}
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.faults, self.counts, self.now = [], set(), [], {}, {}
    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if "id" in attributes:
            if attributes["id"] in self.ids:
                self.faults.append("two ids " + attributes["id"])
            self.ids.add(attributes["id"])
        for name in ("src", "href", "action", "srcset"):
            value = attributes.get(name)
            if value and not value.startswith(("data:", "#")):
                self.faults.append(f"<{tag} {name}={value[:60]}> leads out of the file")
        if any(name.startswith("on") for name in attributes):
            self.faults.append(f"<{tag}> has a handler")
        if tag == "svg":
            for name in attributes.get("aria-labelledby", "").split():
                self.now.setdefault("labels", []).append(name)
        if tag not in self.void:
            self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.void:
            self.open.pop()
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

text = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(text)
labels = page.now.get("labels", [])
faults = page.faults + [f"no #{name}" for name in labels if name not in page.ids] + page.open
if page.counts.get("table", 0) != page.counts.get("caption", 0) or page.counts.get("th", 0) < page.counts["table"]:
    faults.append("a table without caption or heads")
if re.search(r'<caption[^>]*></caption>|aria-label=""|<title[^>]*>\W*</title>|<b[^>]*></b>', text):
    faults.append("a table or picture without a name")
if re.search(r"<desc[^>]*>[^<]*: [.]", text) or re.search(r"<title[^>]*>[^<]*, </title>", text):
    faults.append("a picture says nothing of a bar")
if len(labels) != 2 * page.counts.get("svg", 0) or page.counts.get("svg", 0) < 1:
    faults.append("a picture without words")
if re.search(r'(?:@import|url\(|https?://)', text[text.index("<style>"):text.index("</style>")]):
    faults.append("the style loads something")
if re.search(r"nan|inf(?![a-z])", " ".join(re.findall(r' d="([^"]*)"', text)), re.I):
    faults.append("a path without a number")
sys.exit("\n".join(faults) or None)
END
}
for question in tornado schemes doubt replicate smallest atlas inspector; do
    expect 0 "$wattif" "$question" carbondis-set1 --set hours=1 --format html
    cp "$work/out" "$work/$question.html"
done
for report in plain mixed turns heat own compared paired swept worth seeds beside hostile \
    tornado schemes doubt replicate smallest atlas inspector; do
    check_page "$work/$report.html"
done

# --- in a browser ---

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [[ -z $browser ]]; then
    echo "skipped: no Chromium here to load the reports in (apt-get install chromium)"
else
    for report in plain swept worth hostile; do
        for look in 1280,900 390,844; do
            HOME=$work/browser timeout 120 "$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --window-size=$look \
                --virtual-time-budget=2000 --dump-dom "file://$work/$report.html" >"$work/dom" 2>"$work/console" ||
                fail "$browser cannot load $report.html"
            ! grep -E 'CONSOLE' "$work/console" || fail "the console complains of $report.html"
            [[ $(grep -o '<svg' "$work/dom" | wc -l) -eq $(grep -o '<svg' "$work/$report.html" | wc -l) ]] ||
                fail "$report.html has other pictures in the browser"
            grep -q 'id="repeat"' "$work/dom" || fail "$report.html ends early in the browser"
        done
    done
fi

finish
