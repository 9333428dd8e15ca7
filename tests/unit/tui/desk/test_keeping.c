/* Keeping what was found: saving under a name, the list of saved runs, export, and the question before
 * leaving. All through the keys that a user presses; what the store and the files hold afterwards is read
 * back by other means. */
#include "tests/support/simulate.h"
#include "tests/unit/tui/stored_desk_support.h"

#include <cjson/cJSON.h>

/* As `wattif export run` prints it. */
static char *exported_run(const char *name)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_or(store_export(store, STORE_RUN, name, "json", out, &err), "%s", err.message);
    fclose(out);
    return text;
}

/* --- saving --- */

FACT_AT_STORED(test_save_suggests_a_name_and_keeps_the_note, small_desk(120, 40, false))
{
    desk_obeys(desk, "set cit 0.8");
    double carbon_g = desk->scene.now->total.carbon_total_g;
    desk_plays(desk, "s");
    assert_shows(desk, "Save this run", "carbondis-set1 CIT 0.80");
    assert_true(desk_is_typing(desk));
    desk_plays(desk, "tab 'does it pay?' enter");
    assert_int_equal(desk->n_views, 0);
    assert_shows(desk, "saved as carbondis-set1 CIT 0.80; r: compare, open");
    struct saved_run *run = store_load_run(store, "carbondis-set1 CIT 0.80", NULL);
    assert_non_null(run);
    assert_string_equal(run->note, "does it pay?");
    assert_true(run->recording->summary.carbon_total_g == carbon_g);
    assert_int_equal(run->scenario.n_edits, 1);
    saved_run_free(run);
    desk_plays(desk, "s"); /* the name is taken now: the next one is suggested */
    assert_shows(desk, "carbondis-set1 CIT 0.80 2");
    desk_plays(desk, "esc");
    assert_int_equal(count_runs(), 1);
}

/* A letter begins another name; a key that moves keeps the one that was suggested, to be gone on with. */
FACT_AT_STORED(test_typing_takes_the_place_of_the_suggestion, small_desk(120, 40, false))
{
    desk_plays(desk, "s");
    assert_shows(desk, "carbondis-set1 CARBONDIS", "Typing begins another name");
    desk_type(desk, "mine");
    assert_true(desk_shows(desk, "name  mine ") && !desk_shows(desk, "Typing begins another name"));
    desk_plays(desk, "enter");
    assert_string_equal(desk->message.text, "saved as mine; r: compare, open");
    desk_plays(desk, "s end ' at noon' enter");
    assert_string_equal(desk->message.text, "saved as carbondis-set1 CARBONDIS at noon; r: compare, open");
}

static void name_it(struct desk *desk, const char *name)
{
    desk_plays(desk, "s C-u");
    desk_type(desk, name);
}

/* Enter asks, y replaces; Enter again, Esc or another key do not. */
FACT_AT_STORED(test_replacing_is_confirmed_by_another_key, small_desk(100, 30, false))
{
    name_it(desk, "mine");
    desk_plays(desk, "enter");
    DEFER(memory_leave) char *first = exported_run("mine");
    desk_obeys(desk, "set load 2");
    name_it(desk, "mine");
    assert_shows(desk, "Enter asks before it is replaced");
    desk_plays(desk, "enter");
    assert_shows(desk, "y replaces it");
    desk_plays(desk, "enter enter enter");
    char *still = exported_run("mine");
    assert_string_equal(first, still);
    free(still);
    desk_plays(desk, "x"); /* any other key goes back, and is not typed */
    assert_false(desk_shows(desk, "y replaces it") || desk_shows(desk, "minex"));
    desk_plays(desk, "enter esc");
    assert_int_equal(desk->n_views, 1);
    assert_false(desk_shows(desk, "y replaces it"));
    desk_plays(desk, "enter");
    desk_key(desk, KEYCODE_PASTE_BEGIN);
    desk_type(desk, "y");
    desk_key(desk, KEYCODE_PASTE_END);
    still = exported_run("mine");
    assert_string_equal(first, still); /* a paste confirms nothing */
    free(still);
    desk_plays(desk, "enter y");
    assert_int_equal(desk->n_views, 0);
    DEFER(memory_leave) char *second = exported_run("mine");
    assert_string_not_equal(first, second);
    assert_int_equal(count_runs(), 1);
}

/* Another program holds the store: one sentence, the name stays, and the next try works. */
FACT_WITH_STORE(test_a_locked_store)
{
    sqlite3 *other;
    DEFER(desk_leave) struct desk *desk = small_desk(120, 30, false);
    assert_int_equal(sqlite3_open(store_path(store), &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    name_it(desk, "patience");
    desk_plays(desk, "enter");
    assert_int_equal(desk->n_views, 1);
    assert_shows(desk, "the store is locked by another program", "patience");
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    desk_plays(desk, "enter");
    assert_int_equal(desk->n_views, 0);
    assert_int_equal(count_runs(), 1);
}

FACT_WITH_STORE(test_save_without_a_store_and_by_command)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 20000, 300);
    DEFER(desk_leave) struct desk *desk = desk_on(&scenario, 80, 24);
    static const char *const keys[] = {"s", "r"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        desk_plays(desk, keys[i]);
        assert_int_equal(desk->n_views, 0);
        assert_true(desk->message.bad && strstr(desk->message.text, "there is no store"));
    }
    desk_leave(&desk);
    desk = small_desk(80, 24, false);
    desk_command(desk, "save by hand");
    assert_string_equal(desk->message.text, "saved as by hand; r: compare, open");
    desk_command(desk, "save by hand");
    assert_true(desk->message.bad);
    assert_int_equal(count_runs(), 1);
}

/* --- the list of runs --- */

static void save_as(struct desk *desk, const char *change, const char *name)
{
    char line[80];
    desk_obeys(desk, change);
    snprintf(line, sizeof line, "save %s", name);
    desk_command(desk, line);
    assert_false(desk->message.bad);
}

FACT_AT_STORED(test_deleted_run_comes_back_to_the_byte, small_desk(120, 40, false))
{
    save_as(desk, "set cit 0.8", "alpha");
    save_as(desk, "set load 2", "beta");
    DEFER(memory_leave) char *alpha = exported_run("alpha"), *beta = exported_run("beta");
    desk_plays(desk, "r g delete");
    assert_shows(desk, "Deleted ", "u brings it back.");
    desk_plays(desk, "delete");
    assert_shows(desk, "No saved runs yet. On the dashboard s saves");
    desk_plays(desk, "u u");
    DEFER(memory_leave) char *again = exported_run("alpha"), *too = exported_run("beta");
    assert_string_equal(alpha, again);
    assert_string_equal(beta, too);
    assert_shows(desk, "alpha", "beta");
    desk_plays(desk, "u");
    assert_shows(desk, "nothing was deleted");
    desk_plays(desk, "/ 'alph'");
    desk_plays(desk, "enter enter"); /* keeps the filter, takes the only one that is left of the list */
    assert_int_equal(desk->n_views, 0);
    assert_has(desk->message.text, "opened the saved run alpha");
    assert_int_equal(desk->explorer->document.scenario.n_edits, 1);
    desk_plays(desk, "r g delete esc");
    assert_int_equal(count_runs(), 1); /* now it is gone for good */
}

/* What was deleted must not take a new run of that name with it. */
FACT_WITH_STORE(test_save_over_the_list_under_a_deleted_name)
{
    struct desk *desk = small_desk(120, 40, false);
    save_as(desk, "set cit 0.8", "alpha");
    desk_plays(desk, "r delete");
    name_it(desk, "alpha");
    assert_false(desk_shows(desk, "There is a run of that name"));
    desk_plays(desk, "enter");
    assert_shows(desk, "Saved runs", "▌  alpha");
    desk_plays(desk, "esc");
    assert_int_equal(count_runs(), 1);
    desk_leave(&desk);
    assert_int_equal(count_runs(), 1);
}

FACT_AT_STORED(test_rename, small_desk(120, 40, false))
{
    save_as(desk, "set cit 0.8", "alpha");
    save_as(desk, "set load 2", "beta");
    desk_plays(desk, "r / 'alpha' esc = C-u 'beta' enter");
    assert_true(desk->message.bad); /* there is one; the field stays open */
    assert_true(desk_is_typing(desk));
    desk_plays(desk, "' two' enter");
    assert_false(desk_is_typing(desk));
    assert_shows(desk, "▌  beta two");
    struct saved_run *run = store_load_run(store, "beta two", NULL);
    assert_non_null(run);
    saved_run_free(run);
    desk_plays(desk, "= 'zzz' esc");
    assert_true(desk_shows(desk, "▌  beta two") && !desk_shows(desk, "zzz"));
    assert_int_equal(count_runs(), 2);
}

/* Two saved runs of one scheme are told apart by their names. */
FACT_AT_STORED(test_two_saved_runs_go_by_their_names, small_desk(120, 40, false))
{
    save_as(desk, "set load 1.5", "first of two");
    save_as(desk, "set load 1.2", "second of two");
    desk_obeys(desk, "open first of two");
    desk_action(desk, ACTION_PIN);
    desk_obeys(desk, "open second of two");
    const char *headline = desk->scene.headline.text;
    if (!strstr(headline, "second of two emits") || !strstr(headline, "than pinned first of two"))
        fail_msg("%s", headline);
    desk_does(desk, ACTION_UNPIN);
    assert_null(strstr(desk->scene.headline.text, "of two")); /* against a scheme, the scheme counts */
}

/* The preview's differences are those of the two summaries; equal is said, too. */
FACT_WITH_STORE(test_preview_compares_with_what_is_on_screen)
{
    char text[64];
    DEFER(desk_leave) struct desk *desk = small_desk(120, 40, false);
    save_as(desk, "set slo_scale 1.1", "base");
    double base_g = desk->scene.now->total.carbon_total_g;
    desk_plays(desk, "r");
    assert_shows(desk, "= carbon identical", "= slowest p95 identical",
                 "unchanged: it replays byte for byte");
    desk_plays(desk, "esc g");
    desk_action(desk, ACTION_APPLY_MODE);
    desk_obeys(desk, "set ci_scale 2");
    double now_g = desk->scene.now->total.carbon_total_g;
    desk_plays(desk, "r");
    snprintf(text, sizeof text, "▼ %.1f %% carbon, better", 100 * (1 - base_g / now_g));
    assert_or(desk_shows(desk, text), "the preview lacks '%s'", text);
    desk_plays(desk, "esc");
    desk_obeys(desk, "set trace us-cal-ciso-2022-lca");
    desk_plays(desk, "r");
    assert_shows(desk, "not compared: their carbon");
    assert_false(desk_shows(desk, "% carbon"));
}

/* --- export --- */

/* Reads a whole file into memory. */
static char *slurp(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_or(file, "%s does not exist", path);
    char *text = calloc(1, 1 << 20);
    size_t n = fread(text, 1, (1 << 20) - 1, file);
    assert_true(n > 0);
    fclose(file);
    return text;
}

static void enter_folder(char *before, size_t size)
{
    assert_non_null(getcwd(before, size));
    assert_int_equal(chdir(folder), 0);
}

FACT_WITH_STORE(test_export_is_the_screen_under_the_popup)
{
    char before[512];
    DEFER(desk_leave) struct desk *desk = small_desk(100, 30, false);
    DEFER(memory_leave) char *screen = canvas_to_text(&desk->canvas);
    enter_folder(before, sizeof before);
    desk_plays(desk, "x");
    assert_shows(desk, "wattif-carbondis-set1-dashboard.html");
    desk_plays(desk, "down down enter");
    assert_has(desk->message.text, "/wattif-carbondis-set1-dashboard.txt");
    DEFER(memory_leave) char *text = slurp("wattif-carbondis-set1-dashboard.txt");
    assert_string_equal(text, screen);
    desk_plays(desk, "esc x down down enter x down down enter"); /* nothing is written over */
    char *second = slurp("wattif-carbondis-set1-dashboard-2.txt"),
         *third = slurp("wattif-carbondis-set1-dashboard-3.txt");
    assert_has(desk->message.text, "-3.txt");
    assert_null(strstr(third, "Export what is on screen"));
    desk->message.text[0] = 0;
    desk_command(desk, "help");
    desk_draw(desk);
    desk_command(desk, "export");
    assert_true(desk_top_view(desk)->id == VIEW_EXPORT);
    desk_plays(desk, "down enter");
    assert_has(desk->message.text, "wattif-carbondis-set1-help.svg");
    DEFER(memory_leave) char *svg = slurp("wattif-carbondis-set1-help.svg");
    assert_memory_equal(svg, "<svg ", 5);
    assert_has(svg, "</svg>");
    assert_int_equal(chdir(before), 0);
    free(second);
    free(third);
}

FACT_WITH_STORE(test_export_under_a_typed_name)
{
    char before[512];
    DEFER(desk_leave) struct desk *desk = small_desk(100, 30, false);
    enter_folder(before, sizeof before);
    desk_plays(desk, "x tab C-u");
    desk_type(desk, "mine.json"); /* the name decides, not the row */
    desk_plays(desk, "enter");
    char *text = slurp("mine.json");
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    cJSON_Delete(json);
    free(text);
    desk_plays(desk, "x tab C-u 'mine.pdf' enter");
    assert_true(desk->message.bad && strstr(desk->message.text, "must end in .svg"));
    desk_plays(desk, "esc esc");
    desk_command(desk, "export no/such/folder/a.svg");
    assert_true(desk->message.bad && strstr(desk->message.text, "cannot be written"));
    desk_command(desk, "export a");
    assert_true(desk->message.bad && strstr(desk->message.text, "the name tells the format"));
    desk_command(desk, "export a.ansi");
    assert_false(desk->message.bad);
    text = slurp("a.ansi");
    assert_has(text, "\033[");
    free(text);
    assert_int_equal(chdir(before), 0);
}

/* Every row has every column, what is no time is a number or nothing, and rate x width adds up to the run. */
FACT_WITH_STORE(test_csv_adds_up_to_the_run)
{
    size_t size;
    char *names[CELLS_MAX], *cells[CELLS_MAX], *save;
    DEFER(desk_leave) struct desk *desk = small_desk(120, 40, false);
    desk_obeys(desk, "set cit 0.8");
    DEFER(memory_leave) char *text = desk_export(desk, EXPORT_CSV, &size);
    char *line = strtok_r(text, "\n", &save);
    int n = row_cells(line, names), rows = 0;
    int total = row_column(names, n, "carbon_g_per_h"), width = row_column(names, n, "width_s");
    int uses = row_column(names, n, "high_end_uses_per_min"), late = row_column(names, n, "late_requests");
    double grams = 0, starts = 0, misses = 0;
    for (; (line = strtok_r(NULL, "\n", &save)); rows++) {
        assert_int_equal(row_cells(line, cells), n);
        for (int i = 0; i < n; i++) {
            double value;
            assert_true(i == 1 || !*cells[i] || text_to_number(cells[i], &value));
        }
        grams += strtod(cells[total], NULL) * strtod(cells[width], NULL) / 3600;
        starts += strtod(cells[uses], NULL) * strtod(cells[width], NULL) / 60;
        misses += strtod(cells[late], NULL);
    }
    const struct summary *summary = &desk->explorer->results.current->recording->summary;
    int64_t expected_uses = 0, expected_misses = 0;
    for (int a = 0; a < summary->n_apps; a++) {
        expected_uses += summary->apps[a].high_end_uses;
        expected_misses += summary->apps[a].violations;
    }
    assert_int_equal(rows, recording_count(desk->explorer->results.current->recording));
    assert_close(grams, summary->carbon_total_g, 1e-5 * summary->carbon_total_g);
    assert_close(starts, (double)expected_uses, 0.01);
    assert_close(misses, (double)expected_misses, 0.01);
    row_column(names, n, "reference_carbon_g_per_h");
}

static double number_at(const cJSON *json, const char *object, const char *key)
{
    const cJSON *value = cJSON_GetObjectItem(cJSON_GetObjectItem(json, object), key);
    assert_or(cJSON_IsNumber(value), "%s.%s is no number", object, key);
    return value->valuedouble;
}

FACT_WITH_STORE(test_json_is_the_report_and_the_view)
{
    size_t size;
    DEFER(desk_leave) struct desk *desk = small_desk(120, 40, false);
    desk_commands(desk, "goto 4m", "set cit 0.8");
    desk_does(desk, ACTION_ZOOM_IN);
    DEFER(memory_leave) char *text = desk_export(desk, EXPORT_JSON, &size);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    assert_close(number_at(json, "view", "cursor_s"), 240, 1e-9);
    assert_close(number_at(json, "view", "window_from_s"), ns_to_s(desk->explorer->time.from_ns), 1e-6);
    assert_string_equal(cJSON_GetObjectItem(json, "headline")->valuestring, desk->scene.headline.text);
    const cJSON *run = cJSON_GetObjectItem(json, "run");
    assert_string_equal(cJSON_GetObjectItem(run, "scenario")->valuestring, "carbondis-set1");
    assert_close(cJSON_GetObjectItem(cJSON_GetObjectItem(run, "carbon_g"), "total")->valuedouble,
                 desk->scene.now->total.carbon_total_g, 1e-6);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(run, "edits")), 1);
    cJSON_Delete(json);
}

/* Another fleet is on its way and the screen has not been drawn since: what is exported is what it shows,
 * with the GPUs of that run. */
FACT_WITH_STORE(test_json_before_the_next_frame)
{
    size_t size;
    DEFER(desk_leave) struct desk *desk = small_desk(120, 40, false);
    desk_settle(desk);
    int n_gpus = desk->scene.now->total.n_gpus;
    desk_command(desk, "set policy.route highperf");
    assert_int_not_equal(desk->explorer->results.current->recording->n_gpus, n_gpus);
    DEFER(memory_leave) char *text = desk_export(desk, EXPORT_JSON, &size);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    const cJSON *run = cJSON_GetObjectItem(json, "run");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(run, "gpus")), n_gpus);
    assert_string_equal(cJSON_GetObjectItem(cJSON_GetObjectItem(run, "policies"), "route")->valuestring,
                        "carbondis");
    cJSON_Delete(json);
}

/* --- leaving --- */

/* Colours are no text: the preview of a coloured screen reads like the screen. */
FACT_AT_STORED(test_preview_leaves_colours_out, small_desk(120, 40, false))
{
    desk_plays(desk, "x down down");
    assert_shows(desk, "text with colours", " wattif  carbondis-set1  California");
    assert_false(desk_shows(desk, "[0;") || desk_shows(desk, "38;2;"));
}

FACT_AT_STORED(test_leaving_asks_when_something_is_not_saved, small_desk(80, 24, false))
{
    assert_true(desk_plays(desk, "q") & REPLY_QUIT); /* nothing was changed */
    desk_command(desk, "set cit 0.8");
    assert_false(desk_plays(desk, "q") & REPLY_QUIT);
    assert_shows(desk, "1 edit is not saved.", "CIT 0.80 from");
    assert_false(desk_plays(desk, "esc") & REPLY_QUIT);
    assert_int_equal(desk->n_views, 0);
    desk_key(desk, 'q');
    desk_key(desk, KEYCODE_PASTE_BEGIN);
    assert_false(desk_key(desk, 'y') & REPLY_QUIT); /* a paste answers nothing */
    desk_key(desk, KEYCODE_PASTE_END);
    assert_false(desk_plays(desk, "q q") & REPLY_QUIT); /* nor the key that asked */
    assert_true(desk_plays(desk, "y") & REPLY_QUIT);
    assert_false(desk_plays(desk, "s") & REPLY_QUIT);
    assert_shows(desk, "Save this run and leave");
    assert_true(desk_plays(desk, "enter") & REPLY_QUIT);
    assert_int_equal(count_runs(), 1);
    while (desk->n_views > 0)
        desk_close_view(desk);
    assert_true(desk_plays(desk, "q") & REPLY_QUIT); /* it is saved */
    desk_command(desk, "set load 2");
    assert_false(desk_plays(desk, "q") & REPLY_QUIT);
    assert_true(desk_shows(desk, "1 edit is not saved.")); /* the other one is in the saved run */
    desk_plays(desk, "esc u");
    assert_true(desk_plays(desk, "q") & REPLY_QUIT);
}

/* The first frame shows the list, the last of one second first, and asks for one more, with the preview. */
FACT_AT_STORED(test_list_comes_before_its_preview, small_desk(120, 40, false))
{
    save_as(desk, "set cit 0.8", "zulu");
    save_as(desk, "set load 2", "mike");
    save_as(desk, "set load 3", "november");
    assert_true(desk_open_view(desk, VIEW_RUNS, ""));
    desk_draw(desk);
    assert_shows(desk, "▌  november");
    assert_false(desk_shows(desk, "by engine"));
    assert_true(desk->host.wishes.frame);
    desk_draw(desk);
    assert_shows(desk, "by engine");
    assert_false(desk->host.wishes.frame);
}

/* Every view of this part at every size, in every glyph set. */
FACT_WITH_STORE(test_every_size_draws)
{
    static const enum view_id views[] = {VIEW_SAVE, VIEW_RUNS, VIEW_EXPORT, VIEW_QUIT, VIEW_RESUME};
    DEFER(desk_leave) struct desk *desk = small_desk(120, 40, false);
    save_as(desk, "set cit 0.8", "alpha");
    save_as(desk, "set load 2", "a name that is as long as the store takes one, to the last byte");
    desk_obeys(desk, "set pue 1.2");
    for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
        assert_true(desk_open_view(desk, views[v], ""));
        for (struct sizes at = {0}; sizes_next(&at);) {
            desk->canvas.glyphs = (enum glyph_set)(GLYPHS_BRAILLE + sizes_choose(&at, 3));
            assert_true(desk_resize(desk, at.columns, at.rows, NULL));
            desk_draw(desk);
            assert_true(desk->canvas.cursor_x < at.columns && desk->canvas.cursor_y < at.rows);
        }
        desk_close_view(desk);
    }
}
