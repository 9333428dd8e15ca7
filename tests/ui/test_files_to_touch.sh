#!/usr/bin/env bash
# How many files does it take to add one thing of each kind? A copy of the tree gets one more of each, by nothing but new files
# and rows; the files that each took are counted against what README promises; the copy is built, and the new things are found
# in help, lists, completion, man page, JSON and on the screen, and they work.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[ "${SLOW_BUILD:-0}" = 0 ] || exit 77 # the same in every build: once is enough
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tree=$folder/tree
mkdir "$tree"
cp -r engine store tui "$tree"
mkdir "$tree/datasets"
ln -s "$PWD"/datasets/* "$tree/datasets"
rm "$tree"/datasets/{papers,lessons}
cp -r datasets/{papers,lessons} "$tree/datasets"
ln -s "$PWD/themes" "$tree"
status=0
export XDG_STATE_HOME=$folder XDG_CONFIG_HOME=$folder WATTIF_DATA=$tree

fail() {
    printf 'FAIL: %s\n' "$*"
    status=1
}

# --- adding ---

touched=''
new() { # FOLDER NAME: a new file, from stdin
    cat >"$tree/$1/$2"
    touched+=$1/$2$'\n'
}
row() { # FILE PATTERN: stdin goes before the first line that matches
    local line
    line=$(grep -nE -m1 -- "$2" "$tree/$1" | cut -d: -f1)
    [ -n "$line" ] || fail "$1 has no line like $2"
    sed -i "$((line - 1))r /dev/stdin" "$tree/$1"
    touched+=$1$'\n'
}
change() { # FILE SED
    cp "$tree/$1" "$folder/before"
    sed -i -E "$2" "$tree/$1"
    ! cmp -s "$folder/before" "$tree/$1" || fail "$1: nothing to change for $2"
    touched+=$1$'\n'
}
took() { # KIND FILES
    local n
    n=$(printf '%s' "$touched" | sort -u | wc -l)
    [ "$n" -eq "$2" ] || fail "$1 took $n files, not $2: $(printf '%s' "$touched" | sort -u | tr '\n' ' ')"
    touched=''
}

row engine/model/knobs.def '^KNOB_ROW\(PUE,' <<'E1'
KNOB_ROW(TWICE, .name = "twice", .symbol = "twice",
         .scopes = RUN, .when = WHEN_LIVE, NUMBER(plain, "x", 1, 9, 1, 9, 1, 1),
         .group = "ledger", .role = ROLE_DOUBT, .help = "Facility energy, so many times.")
E1
change engine/sim/ledger.c 's/state->knobs\.number\[KNOB_PUE\] - 1/state->knobs.number[KNOB_PUE] * state->knobs.number[KNOB_TWICE] - 1/'
took 'a live number knob' 2

row engine/model/policies.def '^POLICY_ROW\(HIGHPERF,' <<'E1'
POLICY_ROW(FIRST_POD, BEHIND(router, route_first_pod), .layer = LAYER_ROUTE, .name = "first-pod", .title = "FIRST POD", .queues = QUEUES_ALWAYS,
           .help = "Every request to the first instance of its app.")
E1
new engine/policy/route first_pod.c <<'E1'
/* first-pod: always the first instance. */
#include "engine/policy/route/pull.h"

static struct action on_arrival(const struct view *view, void *state, int app)
{
    (void)state;
    int wrong = view->knobs->number[KNOB_TWICE] > 8 ? -1 : view->model->apps[app].all[0];
    return action_send(app, wrong, REASON_IN_TURN);
}

static struct action on_idle(const struct view *view, void *state, int instance)
{
    (void)view;
    (void)state;
    (void)instance;
    return action_hold();
}

static struct action on_scan(const struct view *view, void *state)
{
    (void)state;
    return oldest_scan(view, REASON_FIFO);
}

const struct router route_first_pod = {.on_arrival = on_arrival, .on_idle = on_idle, .on_scan = on_scan};
E1
took 'a router' 2

cat >>"$tree/engine/answers/metric.def" <<'E1'
METRIC(ADDED, APP, "added_w", "added_w", "added W", UNIT_W, 2, METRIC_LESS, SHOWN_MAIN, IN_APP(busy_s))
E1
touched=engine/answers/metric.def$'\n'
took 'a metric that is a field of the summary' 1

change engine/model/scenario.h 's/^    double repartition_s, reload_s;/    double patience_s;\n&/'
row engine/model/scenario_fields.c '^    \{"repartition_s"' <<'E1'
    {"patience_s", NUMBER_AT(scenario, patience_s), .initial = 4, FIELD_RANGE(0, 60, "s"), .what = "patience",
     .said = SAID_IF_OTHER, POWER_ASPECT},
E1
took 'a field of a scenario' 2

row tui/cli/calc/etf.c '^const struct calc calc_etf' <<'E1'
static bool evaluate_twice(struct calc_sheet *sheet)
{
    calc_put(sheet, "y", 2 * calc_of(sheet, "x"));
    return true;
}
E1
row tui/cli/calc/etf.c '^    \{\.name = "etf"' <<'E1'
    {.name = "twice", .title = "two times x", .source = "none", .formula = "y = 2 x", .example = "x=3",
     .keys = {{"x", 0, 1e9, .help = "any"}}, .steps = {"2 x {x} = {y = 2 * x}"}, .evaluate = evaluate_twice},
E1
took 'a formula' 1

row store/import/importers.def '^IMPORTER_ROW\(scenario\)' <<<'IMPORTER_ROW(never)'
new store/import never.c <<'E1'
/* A format that is asked for by its name. */
#include "store/import/import.h"

const struct importer importer_never = {
    .name = "never", .kind = STORE_TRACE, .help = "a format of its own"};
E1
took 'an importer' 2

row tui/words/views.def '^ASKED_ROW\(QUIT,' <<'E1'
VIEW_ROW(GREETING, "greeting", "greeting", GROUP_VIEWS, "M-g", "a greeting", view_greeting, "a greeting")
E1
new tui/views greeting.c <<'E1'
/* A page with a line on it. */
#include "tui/views/view.h"

static void draw(const struct host *host, const void *state, struct canvas *canvas)
{
    (void)host;
    (void)state;
    canvas_text(canvas, 0, 0, -1, style_of(ROLE_TEXT), "a page of its own");
}

const struct view_ops view_greeting = {.contexts = CONTEXT_LIST, .no_rows = "it is a greeting", .state_size = 1, .draw = draw};
E1
took 'a view' 2

row tui/words/views.def '^ASKED_ROW\(QUIT,' <<'E1'
QUESTION_ROW(THRICE, "thrice", "thrice", GROUP_VIEWS, "M-t", "three times the load", thrice, "three times the load")
E1
new tui/ask thrice.c <<'E1'
/* Three times the load: what that emits. */
#include "tui/ask/ask.h"

#include <stdlib.h>

static void thrice_let_go(void *context)
{
    scenario_free(context);
    free(context);
}

static bool thrice_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    (void)i;
    return scenario_copy(scenario, context) || error_set(error, ERROR_SYSTEM, "", "out of memory");
}

static bool thrice_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    struct scenario *scenario = calloc(1, sizeof *scenario);
    if (!scenario || !scenario_copy(scenario, &ask->explorer->document.scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    *plan = (struct question_plan){1, JOB_ASKED, false, thrice_scenario, scenario, thrice_let_go};
    return knob_set(scenario, knob_of_run(KNOB_LOAD), &(struct knob_value){.number = 3}, error);
}

static void thrice_tell(struct ask *ask)
{
    static const struct account_column columns[] = {{.title = "load", .key = "load"}, {.title = "carbon", .key = "carbon_g.total", .number = true}};
    const struct answer *answer = seeding_answer(&ask->seeding, 0, 0);
    struct account *account = &ask->account;
    account_say(account, TONE_STRONG, 0, "What three times the load emits:");
    account_table(account, FOR_ALL, NULL, columns, 2);
    account_row(account, 0);
    account_put(account, account_words(account, TONE_PLAIN, "thrice"));
    double grams = answer ? answer_metric(answer, METRIC_CARBON, 0) : 0;
    account_put(account, account_number(account, TONE_PLAIN, grams, text(&account->arena, "%.1f g", grams), NULL));
}

static enum ask_entered thrice_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    (void)ask, (void)step, (void)said, (void)error;
    return ASK_STAYS;
}

const struct question_of question_thrice = {
    .name = "thrice", .title = "Thrice", .enters = "stay", .lanes = 1, .state_size = 1, .plan = thrice_plan, .tell = thrice_tell, .enter = thrice_enter};
E1
took 'a question' 2

row tui/words/actions.def '^ACTION_ROW\(QUIT,' <<<'ACTION_ROW(GREET, "greet", GROUP_TAKE, "M-h", "say hello")'
change tui/desk/desk_actions.c 's/^    if \(action == ACTION_BACK \|\| action == ACTION_QUIT\)$/    if (action == ACTION_GREET) {\n        message_say(\&desk->message, false, "an action of its own");\n        return REPLY_DONE;\n    }\n&/'
took 'an action' 2

rank=$(($(grep -c '^DEAL_ROW' tui/board/panels.def) + 1)) # the last one to get a row
row tui/board/panels.def '^PANEL_ROW\(AXIS,' <<E1
PANEL_ROW(GREETING, 0, NONE, NEED_NOTHING, STILL, panel_greeting)
DEAL_ROW(GREETING, $rank, 1, 1, HEIGHTS(1, 1, 1, 1, 1), HEIGHTS(1, 1, 1, 1, 1))
E1
new tui/board/panels greeting.c <<'E1'
/* A panel of one row. */
#include "tui/board/panels/panels.h"

void panel_greeting(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    (void)scene;
    canvas_text(canvas, rect.x, rect.y, rect.w, style_of(ROLE_TEXT), "a panel of its own");
}
E1
took 'a panel that rows are dealt out to' 2

change datasets/papers/etf.json '0,/^    \{"id"/s//    {"id": "ET-99", "source": "nowhere", "claim": "Seven is more than six", "expected": "more",\n     "holds": "7 > 6", "obtained": "a claim of its own, by {7 - 6}", "why": "It is one more."},\n&/'
took 'a claim of a known paper' 1

new datasets/papers sixth.json <<'E1'
{
  "number": 6, "prefix": "SX", "title": "A sixth paper", "fixes": ["load"],
  "keeps": {"total_g": "carbon_g.total"},
  "trials": {"at": {"set": "scenario=carbondis-set1 hours=0.1", "vary": ["load=0.5,1"]}},
  "claims": [
    {"id": "SX-1", "source": "nowhere", "claim": "More requests emit more", "expected": "more", "shown": "at(1)",
     "holds": "total_g(at(1)) > total_g(at(0))", "obtained": "{total_g(at(1)) / total_g(at(0)):2} times"}
  ]
}
E1
took 'a paper without schemes of its own' 1

new datasets/lessons mine.lesson < <(sed 's/^name .*/name mine/; /^number/d' datasets/lessons/cit-trade-off.lesson)
took 'a lesson' 1

# --- building: all at once, not optimised ---

# What the build makes first (CMakeLists.txt): ids of the tables' rows, and the layers of the ziggurats.
objects=$folder/objects
mkdir "$objects" "$tree/made"
ids() { # OUT ROW PREFIX TABLE
    cmake -DOUT="$tree/made/$1" -DROW="$2" -DPREFIX="$3" -DTABLES="$tree/$4" -P tools/row_ids.cmake || fail "no ids of $4"
}
ids knob_ids.h KNOB_ROW KNOB engine/model/knobs.def
ids policy_ids.h POLICY_ROW POLICY engine/model/policies.def
ids metric_ids.h METRIC METRIC engine/answers/metric.def
ids metric_group_ids.h METRIC_GROUP METRIC_GROUP engine/answers/metric.def
"${CC:-cc}" -ffp-contract=off -I"$tree" tools/ziggurat.c engine/base/detmath.c -lm -o "$folder/ziggurat"
"$folder/ziggurat" "$tree/made/ziggurat_tables.c"
wattif=$folder/wattif
# shellcheck disable=SC2317 # xargs calls it
compile() { # by the same names in every folder, so that a cache of the compiler knows what it has compiled before
    # shellcheck disable=SC2086 # no word where there is no cache
    ${CMAKE_C_COMPILER_LAUNCHER:-} "${CC:-cc}" -std=c17 -O0 -w -ffp-contract=off -DWATTIF_VERSION='"0"' -D_POSIX_C_SOURCE=200809L \
        -D_XOPEN_SOURCE=700 -I. -isystem /usr/include/cjson -c "$1" -o "$2/${1//\//_}.o"
}
export -f compile
(cd "$tree" && find engine made store tui -name '*.c' -print0 |
    xargs -0 -P "$(nproc)" -I{} bash -c 'compile "$@"' _ {} "$objects") || fail "the tree with one more of each does not build"
"${CC:-cc}" "$objects"/*.o -o "$wattif" -lncursesw -ltinfo -lsqlite3 -lcjson -lcsv -lpthread -lm

# --- finding ---

db=$folder/wattif.db
find_in() { # WHAT WHERE ARGUMENTS...: the pattern is in what the program prints
    local pattern=$1
    shift
    "$wattif" --db "$db" "$@" >"$folder/out" 2>&1 || true
    grep -qE -- "$pattern" "$folder/out" || fail "\`wattif $*\` does not show: $pattern"
}
number() { # KEY ARGUMENTS...
    local key=$1
    shift
    "$wattif" --db "$db" "$@" --format json | grep -oE "\"$key\": *[0-9.e+-]+" | head -1 | grep -oE '[0-9.e+-]+$'
}
small=(--set load=20)

find_in '^twice ' list knobs
find_in '^  thrice  +[0-9.]+ g$' thrice carbondis-set1 "${small[@]}"
find_in '^load,carbon_g.total$' thrice carbondis-set1 "${small[@]}" --format csv
find_in 'What three times the load emits' screen carbondis-set1 "${small[@]}" --view thrice
find_in '<h1>Thrice: ' thrice carbondis-set1 "${small[@]}" --format html
find_in 'wattif thrice SCENARIO' thrice --help
find_in '"twice": 3' run carbondis-set1 "${small[@]}" --set twice=3 --format json
find_in 'twice 99 is not within 1\.\.9|1 ?(to|\.\.) ?9' run carbondis-set1 --set twice=99
once=$(number facility run carbondis-set1 "${small[@]}" --set pue=1.5)
more=$(number facility run carbondis-set1 "${small[@]}" --set pue=1.5 --set twice=2)
awk -v once="$once" -v more="$more" 'BEGIN { exit !(once > 0 && more > 3.99 * once && more < 4.01 * once) }' ||
    fail "twice=2 at PUE 1.5 makes 2 of 0.5 of the facility's energy: $once, then $more"
find_in 'first-pod' list policies
find_in '"route": "first-pod"' run carbondis-set1 "${small[@]}" --policy route=first-pod --format json
wrong=(run carbondis-set1 "${small[@]}" --set hours=0.1 --policy route=first-pod --set twice=9)
find_in 'route first-pod: all answers refused .*, a start at 0.* s: a request of job[0-9] on no instance' "${wrong[@]}"
find_in '"notes": \[' "${wrong[@]}" --format json
status_of=0
"$wattif" --db "$db" "${wrong[@]}" --check >"$folder/out" 2>&1 || status_of=$?
[ "$status_of" -eq 1 ] && grep -q 'every answer of policy route was refused' "$folder/out" || fail "a scheme that is refused throughout passes --check: $status_of"
# A metric is a key, a column, a line of text and of replicates, and a column of runs saved in a store that knew of none.
find_in '"added_w": ' run carbondis-set1 "${small[@]}" --format json
find_in 'apps\.0\.added_w' run carbondis-set1 "${small[@]}" --format csv
find_in '  added W( |$)' run carbondis-set1 "${small[@]}"
find_in '^  job1 added W  ' run carbondis-set1 "${small[@]}" --replicate 2
cp "$WATTIF_SEEDED" "$folder/older.db"
"$wattif" --db "$folder/older.db" run carbondis-set1 "${small[@]}" --save a >/dev/null 2>&1 || fail "a run with the new metric is not saved"
stored=$(sqlite3 "$folder/older.db" "SELECT min(added_w) > 1 FROM run_app" 2>&1)
[ "$stored" = 1 ] ||
    fail "the new metric of a saved run is not in the store: $stored"
"$wattif" --db "$db" show scenario carbondis-set1 | sed 's/"seed"/"patience_s": 9, &/' >"$folder/mine.json"
find_in 'a scenario without faults' validate "$folder/mine.json"
"$wattif" --db "$db" import scenario "$folder/mine.json" --name mine >/dev/null 2>&1 || fail "a scenario with the new field is not imported"
find_in '"patience_s": 9' show scenario mine
sed -i 's/"patience_s": 9/"patience_s": 99/' "$folder/mine.json"
find_in '/patience_s' validate "$folder/mine.json"
find_in '^twice ' calc
find_in 'y += 6|6$' calc twice x=3
echo x >"$folder/unknown"
find_in 'never \(a format of its own\)' import trace "$folder/unknown"
find_in 'a claim of its own, by 1' reproduce ET-99
find_in 'SX-1 +holds' reproduce SX
find_in '^mine ' list lessons
find_in '^until +violations' show lesson mine
find_in 'a page of its own' screen carbondis-set1 "${small[@]}" --view greeting
find_in 'a panel of its own' screen carbondis-set1 "${small[@]}" --size 160x50
printf 'greet\nscreen-dump %s\n' "$folder/dump" >"$folder/script"
"$wattif" --db "$db" --script "$folder/script" --size 120x40 carbondis-set1 >/dev/null
grep -q 'an action of its own' "$folder/dump" || fail "the new action does not run in a script"
for words in 'say hello' 'a greeting'; do
    find_in "$words" screen carbondis-set1 "${small[@]}" --view help --size 160x200
done
find_in 'twice=' help bash
find_in 'route=first-pod' help bash
find_in 'greeting' help bash
find_in 'greeting' help man
exit $status
