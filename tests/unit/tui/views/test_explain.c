/* What is this? No screen shows an abbreviation or a sign without an entry; the numbers of an explanation are
 * those of the run; the box follows focus, filter and mouse, and covers nothing of what it explains while it
 * can. */
#include "tests/support/slow_build.h"
#include "tests/unit/tui/picker_support.h"
#include "tui/board/explain.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include "store/claims/papers.h"

#include <ctype.h>
#include <strings.h>

/* --- no word without an entry --- */

/* Names that tables of their own have: what a library holds, schemes, knobs, models, actions, claims. */
enum { NAMES_SIZE = 1 << 20 };
static char names[NAMES_SIZE];

static void know(const char *name)
{
    size_t n = strlen(names);
    assert_true(n + strlen(name) + 2 < NAMES_SIZE);
    snprintf(names + n, NAMES_SIZE - n, "%s\n", name);
}

static void know_library(void)
{
    for (int kind = 0; kind < STORE_KIND_COUNT; kind++) {
        struct store_list list = {0};
        assert_true(store_list(store, (enum store_kind)kind, &list, &err));
        for (size_t i = 0; i < list.n; i++) {
            know(list.items[i].name);
            know(list.items[i].title);
            know(list.items[i].detail);
        }
        free(list.items);
    }
}

static void know_tables(void)
{
    for (int i = 0; i < POLICY_COUNT; i++) {
        know(policy_infos[i].name);
        know(policy_infos[i].title);
        know(policy_infos[i].paper ? policy_infos[i].paper : "");
    }
    for (int i = 0; i < KNOB_COUNT; i++) {
        know(knob_infos[i].name);
        know(knob_infos[i].symbol);
    }
    for (int i = 0; i < ACTION_COUNT; i++)
        know(action_infos[i].keys);
    for (int i = 0; i < METRIC_GROUPS; i++)
        know(metric_groups[i].key);
    DEFER(papers_close) struct papers papers;
    assert_true(papers_open(&papers, getenv("WATTIF_DATA"), NULL));
    for (const struct paper *const *paper = papers.all; *paper; paper++)
        for (size_t i = 0; i < (*paper)->n_expectations; i++)
            know((*paper)->expectations[i].source);
    know("CarbonDIS wattif PgUp PgDn node01 node02"); /* nodes are named by their scenario */
}

/* Names of this run. */
static void know_run(const struct desk *desk)
{
    const struct model *model = desk->explorer->results.current->model;
    const struct scenario *scenario = &desk->explorer->document.scenario;
    for (int gpu = 0; gpu < model->n_gpus; gpu++) {
        know(model->gpus[gpu].name);
        know(model->gpus[gpu].type);
    }
    for (int app = 0; app < scenario->n_apps; app++) {
        know(scenario->apps[app].name);
        know(scenario->apps[app].short_name);
    }
    for (int pool = 0; pool < scenario->n_pools; pool++)
        know(scenario->pools[pool].name);
    const struct recording *recording = desk->explorer->results.current->recording;
    for (int i = 0; i < recording->n_variants; i++)
        know(recording->variants[i]);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Two capitals or more, or letters and digits, small and capital, mixed. A number with a unit is none. */
static bool is_abbreviation(const char *word, size_t n)
{
    int capitals = 0, mixed = 0;
    for (size_t i = 0; i < n; i++) {
        capitals += isupper((unsigned char)word[i]) != 0;
        mixed += word[i] == '_' || (i > 0 && islower((unsigned char)word[i - 1]) &&
                                    (isupper((unsigned char)word[i]) || isdigit((unsigned char)word[i])));
    }
    return !isdigit((unsigned char)word[0]) && (capitals >= 2 || mixed > 0);
}

/* A word of a name as it stands; of words in small letters also a part. */
static bool is_name(const char *word, size_t n)
{
    bool capitals = isupper((unsigned char)word[0]) && n > 1 && isupper((unsigned char)word[1]);
    for (const char *name = names; *name; name += strcspn(name, "\n") + 1) {
        size_t length = strcspn(name, "\n");
        for (size_t i = 0; i < length; i++) {
            bool whole = (i == 0 || !is_word(name[i - 1])) && (i + n >= length || !is_word(name[i + n]));
            if (i + n <= length && (whole || !capitals) && strncasecmp(name + i, word, n) == 0)
                return true;
        }
    }
    return false;
}

/* "METHOD.md", "owner/repository": where a source lies. */
static bool is_path(const char *after)
{
    return *after == '/' || strncmp(after, ".md", 3) == 0;
}

static bool is_drawing(const char *at)
{
    const unsigned char *c = (const unsigned char *)at;
    bool boxes = c[0] == 0xE2 && ((c[1] == 0x94) || (c[1] == 0x95) || (c[1] == 0x96 && c[2] < 0xA0));
    bool braille = c[0] == 0xE2 && c[1] >= 0xA0 && c[1] <= 0xA3;
    return boxes || braille;
}

/* Where a popup or a rule cuts a word there is a frame beside it, where a column does an ellipsis. */
static bool is_cut(const char *line, size_t at, size_t n)
{
    const char *before = line + at, *after = line + at + n;
    return (at >= 3 && (is_drawing(before - 3) || strncmp(before - 3, "…", 3) == 0)) || is_drawing(after) ||
           strncmp(after, "…", 3) == 0;
}

/* Letters with accents are letters. */
static bool is_accent(const char *at)
{
    return (unsigned char)at[0] == 0xC3 && (unsigned char)at[1] != 0x97 && (unsigned char)at[1] != 0xB7;
}

static int missing;

/* Every row but the last, whose words name keys. */
static void check_screen(const struct desk *desk, const char *name)
{
    char screen[128], *text = canvas_to_text(&desk->canvas), *line = text;
    snprintf(screen, sizeof screen, "%s at %dx%d", name, desk->canvas.w, desk->canvas.h);
    for (int y = 0; y < desk->canvas.h - 1; y++) {
        char *end = strchr(line, '\n');
        assert_non_null(end);
        *end = 0;
        struct glossary_hit hit;
        bool any = glossary_next(line, 0, &hit);
        for (size_t at = 0; line[at];) {
            if (any && at >= hit.at + hit.length)
                any = glossary_next(line, hit.at + hit.length, &hit);
            if (any && at >= hit.at && at < hit.at + hit.length) {
                at++;
                continue;
            }
            size_t n = 1;
            bool sign = (unsigned char)line[at] >= 0x80;
            while (sign ? ((unsigned char)line[at + n] & 0xC0) == 0x80
                        : is_word(line[at]) && is_word(line[at + n]))
                n++;
            bool bad = sign ? !is_drawing(line + at) && !is_accent(line + at)
                            : is_abbreviation(line + at, n) && !is_name(line + at, n) &&
                                  !is_cut(line, at, n) && !is_path(line + at + n);
            if (bad) {
                missing++;
                print_error("no entry for '%.*s' in %s: %s\n", (int)n, line + at, screen, line);
            }
            at += n;
        }
        line = end + 1;
    }
    free(text);
}

static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* The scenario of this name, no longer than so. */
static void open_short(struct desk *desk, const char *name, double hours)
{
    struct display_options display = {.glyphs = GLYPHS_BRAILLE, .no_ahead = true};
    DEFER(scenario_free) struct scenario scenario = preset(store, name);
    scenario.hours = isnan(scenario.hours) || scenario.hours > hours ? hours : scenario.hours;
    struct desk_options options = desk_options_for(store, &scenario, &display);
    open_with(desk, &options, 120, 40);
}

static void check_dashboard(const char *name)
{
    DEFER(desk_close) struct desk desk;
    open_short(&desk, name, 0.2);
    know_run(&desk);
    for (int i = 0; i < SIZES; i++) {
        assert_true(desk_resize(&desk, sizes[i][0], sizes[i][1], &err));
        desk_draw(&desk);
        check_screen(&desk, name);
    }
}

FACT(test_every_dashboard_is_in_the_glossary)
{
    struct store_list list = {0};
    know_library();
    know_tables();
    assert_true(store_list(store, STORE_SCENARIO, &list, &err));
    for (size_t i = 0; i < list.n; i += THINNED(4, 1))
        check_dashboard(list.items[i].name);
    free(list.items);
    assert_int_equal(missing, 0);
}

static void check_views(const char *scenario)
{
    struct desk desk;
    open_library(&desk, scenario);
    know_run(&desk);
    for (int view = 0; view < VIEW_COUNT; view++) {
        char name[128];
        if (!desk_open_view(&desk, (enum view_id)view, ""))
            continue;
        snprintf(name, sizeof name, "the view %s of %s", view_names[view].name, scenario);
        for (int i = 0; i < THINNED(1, SIZES); i++) {
            assert_true(desk_resize(&desk, sizes[i][0], sizes[i][1], NULL));
            desk_draw(&desk);
            check_screen(&desk, name);
        }
        while (desk.n_views > 0)
            desk_close_view(&desk);
    }
    desk_close(&desk);
}

FACT(test_every_view_is_in_the_glossary)
{
    missing = 0;
    check_views("carbondis-set1");
    if (!SLOW_BUILD) {
        check_views("etf-tx2");
        check_views("infercool-k8s");
    }
    assert_int_equal(missing, 0);
}

/* --- what the tables must have for the dashboard --- */

FACT_AT(test_every_place_and_card_has_words, desk_for_test(200, 60))
{
    const struct scene *scene = &desk->scene;
    struct shown shown = {scene, &desk->canvas, VIEW_COUNT};
    static struct thing things[THINGS_MAX];
    int n = things_list(&shown, things), regions = 0, places = 0, knobs = 0, cards = 0;
    enum metric metrics[PANEL_CARDS];
    for (int region = 0; region < REGION_COUNT; region++)
        regions += layout_has(&scene->layout, (enum region)region);
    for (int i = 0; i < n; i++) {
        places += things[i].subject.kind == SUBJECT_PLACE;
        knobs += things[i].subject.kind == SUBJECT_KNOB;
        cards += things[i].subject.kind == SUBJECT_METRIC;
    }
    assert_int_equal(places, regions);
    assert_int_equal(knobs, scene->explorer->focus.n_knobs);
    assert_int_equal(cards, panel_strip_metrics(scene, metrics));
}

/* --- numbers --- */

static const char *fact(const struct explanation *told, const char *label)
{
    for (int i = 0; i < told->n; i++)
        if (strcmp(told->facts[i].label, label) == 0)
            return told->facts[i].text;
    return "";
}

static struct explanation explain_of(const struct desk *desk, enum subject_kind kind, int which)
{
    struct explanation told;
    struct thing thing = things_elsewhere(&desk->scene, (struct subject){kind, which});
    explain_thing(&desk->scene, &thing, &told);
    return told;
}

static void check_begins(const char *text, const char *with)
{
    assert_or(strncmp(text, with, strlen(with)) == 0, "'%s' does not begin with '%s'", text, with);
}

/* Of the finished run's own summary, not of the scene that the explanation is made from. */
FACT_AT(test_numbers_are_the_summary_s, desk_for_test(120, 40))
{
    char value[METRIC_WORDS_SIZE];
    desk_obeys(desk, "set load 1.4");
    const struct result *result = desk->explorer->results.current;
    struct metric_source source = {.summary = &result->recording->summary, .model = result->model};
    for (int i = 0; i < METRIC_COUNT; i++) {
        double now =
            glossary_has_metric((enum metric)i) ? metric_value((enum metric)i, &source, 0) : (double)NAN;
        struct explanation told = explain_of(desk, SUBJECT_METRIC, i);
        if (!isnan(now))
            check_begins(fact(&told, "whole run"), metric_words_value((enum metric)i, now, value));
    }
    for (int i = 0; i < TERM_COUNT; i++) {
        enum metric metric = glossary_metric(glossary_terms[i].metric);
        double now = metric == METRIC_COUNT ? (double)NAN : metric_value(metric, &source, 0);
        struct explanation told = explain_of(desk, SUBJECT_TERM, i);
        if (!isnan(now) && metric_infos[metric].unit != UNIT_FLAG)
            check_begins(fact(&told, "whole run"), metric_words_value(metric, now, value));
    }
}

FACT_AT(test_a_ratio_is_worked_out_before_your_eyes, desk_for_test(120, 40))
{
    char expected[96], label[32], clock[FORMAT_SIZE];
    struct grid_now grid = explorer_grid(desk->explorer, desk->explorer->time.cursor_ns);
    struct explanation told = explain_of(desk, SUBJECT_TERM, TERM_CIR);
    snprintf(label, sizeof label, "at %s",
             format_clock(clock, desk->scene.cursor_s, desk->scene.offset_s, false));
    snprintf(expected, sizeof expected, "CIR = CI / ACI = %.0f / %.0f = %.2f", grid.ci, grid.aci, grid.cir);
    check_begins(fact(&told, label), expected);
}

/* The knob panel's own forecast, in a sentence; the value as it was turned. */
FACT_AT(test_a_knob_tells_value_and_step, desk_for_test(120, 40))
{
    desk_obeys(desk, "set cit 0.8");
    struct explanation told = explain_of(desk, SUBJECT_KNOB, KNOB_CIT);
    assert_string_equal(fact(&told, "now"), "0.80, default 1.00, turned by you");
    check_begins(fact(&told, "step down"), "0.75: ");
    check_begins(fact(&told, "step up"), "0.85: ");
    assert_null(strstr(fact(&told, "step up"), "being simulated"));
    told = explain_of(desk, SUBJECT_TERM, TERM_CIT); /* the word means the knob */
    assert_string_equal(fact(&told, "now"), "0.80, default 1.00, turned by you");
}

/* Of several pools: the watts are those of all GPUs, and the accuracy, which no mean over metrics of their
 * own tells, is that of the app that a scheme spends it of. */
FACT(test_numbers_over_pools)
{
    DEFER(desk_close) struct desk desk;
    char expected[64];
    double watts = 0;
    if (SLOW_BUILD)
        skip();
    open_short(&desk, "all-five", 0.1);
    desk_settle(&desk);
    struct explanation told = explain_of(&desk, SUBJECT_PLACE, PLACE_CLUSTER);
    assert_true(desk.scene.has_instant);
    for (int gpu = 0; gpu < desk.scene.now->total.n_gpus; gpu++)
        watts += desk.scene.instant.power_w[gpu];
    snprintf(expected, sizeof expected, "%.0f W, all GPUs together", watts);
    assert_string_equal(told.facts[1].text, expected);
    told = explain_of(&desk, SUBJECT_METRIC, METRIC_ACCURACY);
    snprintf(expected, sizeof expected, "images %.2f top-1", desk.scene.now->total.apps[0].accuracy);
    check_begins(fact(&told, "whole run"), expected);
}

/* Degrees differ by kelvin: per cent of a Celsius scale mean nothing. */
FACT(test_temperatures_differ_by_kelvin)
{
    char change[METRIC_WORDS_SIZE];
    assert_string_equal(metric_words_change(METRIC_TEMP_MAX, 52.2, 44.8, change), "+7.4 K");
    assert_string_equal(metric_words_change(METRIC_TEMP_MAX, 44.8, 44.8, change), "=");
    assert_string_equal(metric_words_change(METRIC_LATE, 0.6, 0, change), "+1"); /* a mean over seeds */
}

/* --- the view --- */

/* What opens is found by what somebody wants, says how it opens, and Enter goes there. */
FACT(test_it_finds_what_opens)
{
    static const struct {
        const char *typed;
        int down; /* behind the word itself */
        const char *shows, *view;
    } asked[] = {{"shapley", 1, "opens      C, or by :contribution", NULL}, /* one layer: it would not open */
                 {"calendar", 0, "begun on every day of the trace", "atlas"},
                 {"sweep", 0, "A sweep: every combination", "frontier"},
                 {"lesson", 0, "Guided tours of a few steps", NULL}}; /* nor this, without a store */
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        DEFER(desk_leave) struct desk *desk = desk_for_test(80, 24);
        desk_type(desk, "??");
        desk_type(desk, asked[i].typed);
        for (int down = 0; down < asked[i].down; down++)
            desk_key(desk, key_parse("down"));
        desk_draw(desk);
        assert_or(desk_shows(desk, asked[i].shows), "'%s' does not find it", asked[i].typed);
        desk_key(desk, key_parse("enter"));
        if (asked[i].view)
            assert_string_equal(desk_screen_name(desk), asked[i].view);
    }
}

/* A sign can be typed or pasted; and a word that shares its entry with others keeps its name. */
FACT_AT(test_a_sign_is_found_by_itself, desk_for_test(120, 40))
{
    desk_type(desk, "??");
    desk_strikes(desk, 0xF7);
    assert_true(desk_shows(desk, "derived rows") && desk_shows(desk, "/ ÷ 1 found"));
    desk_strikes(desk, key_parse("backspace"));
    assert_shows(desk, "type to find");
}

/* The page of keys has every action, the doors first. */
FACT_AT(test_the_keys_are_all_there, desk_for_test(200, 60))
{
    bool named[ACTION_COUNT] = {false};
    desk_acts(desk, ACTION_HELP);
    assert_shows(desk, "Why is it so?");
    for (int page = 0; page < 40; page++) {
        for (int action = 0; action < ACTION_COUNT; action++)
            named[action] = named[action] || desk_shows(desk, action_infos[action].help) ||
                            desk_shows(desk, door_brief((enum action_id)action));
        desk_strikes(desk, key_parse("pgdn"));
    }
    assert_shows(desk, "single requests over the SLO"); /* the last line */
    for (int action = 0; action < ACTION_COUNT; action++)
        if (!named[action] && strlen(action_infos[action].help) < 36)
            fail_msg("no line has '%s'", action_infos[action].help);
}

FACT_AT(test_it_opens_on_the_focus_and_leads_on, desk_for_test(120, 40))
{
    desk_type(desk, "??");
    assert_true(desk_shows(desk, "What is this?") && desk_shows(desk, "carbon intensity threshold"));
    desk_type(desk, "pue");
    assert_shows(desk, "power usage effectiveness");
    desk_key(desk, key_parse("enter"));
    assert_int_equal(desk->n_views, 0);
    assert_int_equal(desk->explorer->focus.knobs[desk->explorer->focus.at].id, KNOB_PUE);
    desk_action(desk, ACTION_PANEL_LATENCY);
    desk_type(desk, "??");
    assert_shows(desk, "Each app's tail over a window");
    desk_type(desk, "?");
    assert_string_equal(desk_screen_name(desk), "help");
    desk_key(desk, key_parse("tab"));
    assert_string_equal(desk_screen_name(desk), "explain");
}

/* Over another view it reads that view's words. */
FACT_AT(test_it_explains_other_views, desk_for_test(120, 40))
{
    desk_does(desk, ACTION_SCHEMES);
    desk_type(desk, "?");
    assert_true(desk_shows(desk, "schemes") && desk_shows(desk, "What is this?"));
    desk_type(desk, "DYBATCH");
    assert_shows(desk, "The high-end GPU never idles while a request waits");
    desk_key(desk, key_parse("esc")); /* whatever is typed */
    assert_string_equal(desk_screen_name(desk), "schemes");
}

static bool find_on_screen(const struct desk *desk, const char *word, int *x, int *y)
{
    for (*y = 0; *y < desk->canvas.h; ++*y)
        for (*x = 0; *x < desk->canvas.w; ++*x) {
            size_t n = 0;
            while (word[n] && canvas_at(&desk->canvas, *x + (int)n, *y) &&
                   canvas_at(&desk->canvas, *x + (int)n, *y)->glyph == (uint32_t)(unsigned char)word[n])
                n++;
            if (!word[n])
                return true;
        }
    return false;
}

static void click(struct desk *desk, const char *word)
{
    int x, y;
    assert_true(find_on_screen(desk, word, &x, &y));
    desk_points(desk, MOUSE_PRESS, x, y);
}

FACT_AT(test_a_click_explains_what_lies_there, desk_for_test(120, 40))
{
    desk_type(desk, "??");
    click(desk, "gCO2eq/kWh");
    assert_shows(desk, "grams for a kilowatt-hour");
    click(desk, "embodied");
    assert_shows(desk, "Counts embodied carbon of the GPUs");
    click(desk, "idle share");
    assert_shows(desk, "The part of the carbon that GPUs emit while they wait");
    assert_int_equal(desk->n_views, 1);
}

/* Of a knob and of a small panel nothing is hidden, wherever the screen has room beside it. */
FACT_AT(test_it_stands_beside_what_it_explains, desk_for_test(120, 40))
{
    int x, y;
    desk_type(desk, "??");
    assert_true(find_on_screen(desk, "CIT          1.00", &x, &y));
    desk_key(desk, key_parse("esc"));
    desk_action(desk, ACTION_PANEL_CLUSTER);
    desk_type(desk, "??");
    assert_true(find_on_screen(desk, "6 Cluster", &x, &y));
    assert_true(find_on_screen(desk, "A100 shared", &x, &y));
}

FACT_AT(test_an_unknown_word_is_refused_with_the_nearest, desk_for_test(120, 40))
{
    desk_command(desk, "explain lamda");
    assert_int_equal(desk->n_views, 0);
    assert_has(desk->message.text, "did you mean 'lambda'?");
    desk_command(desk, "explain F_S");
    desk_draw(desk);
    assert_shows(desk, "system fairness");
}

FACTS_BETWEEN(open_store, close_store)
