/* A run as a command line: the line is split as a shell splits it, read by the options' own reader and
 * applied as `run` applies it, and must give the scenario again, field by field and as JSON; what no option
 * can say is refused. Last, the program itself is asked: the line that the view sends to the clipboard prints
 * the bytes of the run on the screen, and the other line draws this frame. */
#include "tests/support/random_scenario.h"
#include "tests/support/slow_build.h"
#include "tests/unit/store/store_folder.h"
#include "tests/unit/tui/desk_support.h"

#include "store/json/scenario_json.h"
#include "store/json/summary_json.h"
#include "tui/cli/run/simulate.h"

enum { WORDS_MAX = 600 };

/* --- reading a line back --- */

/* As a shell: blanks part words, single quotes keep what is in them, a backslash keeps the next character and
 * swallows a newline. In place; returns how many words. */
static int split(char *line, char **words)
{
    int n = 0;
    char *from = line, *to = line;
    while (*from) {
        while (*from == ' ' || (*from == '\\' && from[1] == '\n'))
            from += *from == ' ' ? 1 : 2;
        if (!*from)
            break;
        assert_true(n < WORDS_MAX);
        words[n++] = to;
        while (*from && *from != ' ') {
            if (*from == '\'') {
                for (from++; *from != '\''; from++)
                    *to++ = *from;
                from++;
            } else {
                from += *from == '\\';
                *to++ = *from++;
            }
        }
        from += *from == ' ';
        *to++ = 0;
    }
    return n;
}

/* Applies the options of `wattif run NAME ...` to the base and compares. */
static void expect_leads(const char *line, const struct scenario *base, const struct scenario *wanted)
{
    char *copy = strdup(line), *words[WORDS_MAX];
    int n = split(copy, words), next;
    DEFER(options_free) struct options options = {0};
    DEFER(scenario_free) struct scenario reached;
    const struct command *run = command_find("run");
    assert_true(n >= 3);
    assert_string_equal(words[0], "wattif");
    assert_string_equal(words[1], "run");
    assert_true(scenario_copy(&reached, base));
    if (!options_read(&options, (struct option_tables){run->options, global_options}, n, words, 2, false,
                      &next, &err) ||
        !simulate_apply_options(&reached, &options, &err))
        fail_msg("%s\n%s: %s", line, err.place, err.message);
    assert_int_equal(options.n_words, 1);
    DEFER(memory_leave) char *left = scenario_to_text(&reached), *right = scenario_to_text(wanted);
    if (strcmp(left, right) != 0 || scenario_difference(&reached, wanted))
        fail_msg("%s\ngives another scenario (%s)", line, scenario_difference(&reached, wanted));
    free(copy);
}

static char *line_from(const struct scenario *base, const struct scenario *wanted, int width,
                       struct error *error)
{
    DEFER(run_line_free) struct run_line line = {0};
    char *text = NULL;
    assert_true(run_line_add(&line, "", "wattif") && run_line_add(&line, "", "run") &&
                run_line_add(&line, "", "a name's file.json"));
    if (run_line_add_changes(&line, base, wanted, error))
        text = run_line_text(&line, width);
    else
        assert_int_equal(line.n, 3);
    return text;
}

/* --- times --- */

FACT(test_times_survive)
{
    static const int64_t grids[] = {1, NS_PER_US, NS_PER_MS, NS_PER_S, 60 * NS_PER_S, NS_PER_HOUR};
    uint64_t key = random_key(3, RANDOM_TEST, 0), draw = 0;
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(1, 20000, 10);
    for (int i = 0; i < 60000; i++) {
        int64_t grid = grids[i % 6], most = 1024 * NS_PER_HOUR / grid, read;
        int64_t t_ns = (int64_t)(random_unit(key, draw++) * (double)most) * grid;
        char text[32];
        run_line_time(t_ns, text, sizeof text);
        if (!scenario_parse_time(&scenario, text, &read, NULL) || read != t_ns)
            fail_msg("%lld ns became %s", (long long)t_ns, text);
    }
    char text[32];
    run_line_time(5400 * NS_PER_S, text, sizeof text);
    assert_string_equal(text, "1h30m");
    run_line_time(5400 * NS_PER_S + 1, text, sizeof text);
    assert_string_equal(text, "5400.000000001");
    run_line_time(0, text, sizeof text);
    assert_string_equal(text, "0");
}

/* --- random ways from one scenario to another --- */

static void random_value(struct dice *dice, const struct scenario *scenario, struct knob_ref knob,
                         struct knob_value *value)
{
    static const char *const arrivals[] = {"poisson-gap", "exponential", "fixed-gap"};
    static const char *const traces[] = {"flat", "steps", "gap"};
    const struct knob_info *info = &knob_infos[knob.id];
    const char *word = knob.id == KNOB_POLICY  ? policy_infos[dice_below(dice, POLICY_COUNT)].name
                       : knob.id == KNOB_FLEET ? scenario->fleets[dice_below(dice, scenario->n_fleets)].name
                       : knob.id == KNOB_ARRIVALS     ? dice_pick(dice, arrivals)
                       : knob.id == KNOB_CD_DISPATCH  ? (dice_chance(dice, 50) ? "adopted" : "literal")
                       : knob.id == KNOB_POWER        ? power_model_names[dice_below(dice, POWER_MODEL_COUNT)]
                       : knob.id == KNOB_CLOVER_H     ? (dice_chance(dice, 50) ? "adopted" : "paper")
                       : knob.id == KNOB_CLOVER_SCOPE ? (dice_chance(dice, 50) ? "replicated" : "per-gpu")
                       : knob.id == KNOB_TRACE        ? dice_pick(dice, traces)
                                                      : "";
    *value = (struct knob_value){0};
    text_copy(value->text, sizeof value->text, word);
    if (knob.id == KNOB_GPUS)
        value->number = 1 + dice_below(dice, 6);
    else if (knob.id == KNOB_START)
        value->number = 1640995200 + dice_below(dice, 100000);
    else if (!*word) {
        value->number = dice_chance(dice, 50)
                            ? dice_between(dice, info->slider_min > info->min ? info->slider_min : info->min,
                                           info->slider_max)
                            : info->min + info->step * dice_below(dice, 20);
        if ((knob.id == KNOB_SLO_MS || knob.id == KNOB_HOURS) && dice_chance(dice, 20))
            value->number = (double)NAN;
    }
}

/* One change that the dashboard can make; what the scenario refuses is left out. */
static void random_change(struct dice *dice, struct scenario *scenario)
{
    enum knob_id id = (enum knob_id)dice_below(dice, KNOB_COUNT);
    enum knob_scope scope = knob_widest(id);
    struct knob_ref knob = knob_of(id, scope == SCOPE_APP     ? dice_below(dice, scenario->n_apps)
                                       : scope == SCOPE_LAYER ? dice_below(dice, LAYER_COUNT)
                                                              : 0);
    struct knob_value value;
    random_value(dice, scenario, knob, &value);
    int64_t t_ns = dice_chance(dice, 50) ? dice_below(dice, 8) * NS_PER_HOUR / 2
                                         : (int64_t)dice_between(dice, 0, 3.6e12);
    if (dice_chance(dice, 50))
        knob_set(scenario, knob, &value, NULL);
    else
        scenario_edit(scenario, t_ns, knob, &value, NULL);
}

static void try_ways(const struct scenario *base, struct dice *dice)
{
    struct scenario wanted;
    assert_true(scenario_copy(&wanted, base));
    int changes = dice_below(dice, 14);
    for (int i = 0; i < changes; i++)
        random_change(dice, &wanted);
    if (dice_chance(dice, 30)) /* of the fleet that stays in force: no option reaches another's */ {
        /* A law, or auxiliary power, of a GPU's own. */
        enum knob_id id = dice_chance(dice, 50) ? KNOB_POWER : KNOB_P_OI_W;
        struct knob_ref knob = knob_of_gpu(id, dice_below(dice, scenario_gpus(&wanted)));
        struct knob_value value;
        random_value(dice, &wanted, knob, &value);
        assert_true(knob_set(&wanted, knob, &value, NULL));
    }
    if (dice_chance(dice, 30))
        wanted.seed = (uint64_t)dice_below(dice, 1000) * UINT64_C(12345678901234567);
    if (wanted.n_edits > base->n_edits && base->n_edits == 0 && dice_chance(dice, 50))
        scenario_unedit(&wanted, dice_below(dice, wanted.n_edits));
    static struct faults faults;
    if (!scenario_validate(&wanted, &faults)) { /* a run cut shorter than its edits: nothing runs it */
        scenario_free(&wanted);
        return;
    }
    DEFER(memory_leave)
    char *text = line_from(base, &wanted, dice_chance(dice, 50) ? 0 : 20 + dice_below(dice, 100), &err);
    if (text)
        expect_leads(text, base, &wanted);
    else if (base->n_edits == 0)
        fail_msg("no line: %s", err.message);
    scenario_free(&wanted);
}

FACT(test_lines_lead_to_the_scenario)
{
    for (uint64_t seed = 1; seed <= THINNED(300, 3000); seed++) {
        struct dice dice = dice_of(seed);
        DEFER(scenario_free) struct scenario base = carbondis_scenario(1 + dice_below(&dice, 5), 20000, 100);
        for (int i = dice_below(&dice, 4); i > 0; i--)
            random_change(&dice, &base);
        while (base.n_edits > 0 && dice_chance(&dice, 80))
            scenario_unedit(&base, 0);
        try_ways(&base, &dice);
    }
    for (uint64_t seed = 1; seed <= THINNED(60, 500); seed++) {
        static struct random_case made;
        struct dice dice = dice_of(seed + 5000);
        random_case_make(&made, seed);
        try_ways(&made.scenario, &dice);
        random_case_free(&made);
    }
}

FACT(test_what_no_option_says_is_refused)
{
    DEFER(scenario_free) struct scenario base = carbondis_scenario(2, 20000, 100), wanted;
    assert_true(scenario_apply_at(&base, "1h:cit=0.8", &err));
    assert_true(scenario_copy(&wanted, &base));
    scenario_unedit(&wanted, 0);
    assert_null(line_from(&base, &wanted, 0, &err));
    assert_has(err.message, "options only add edits");
    scenario_free(&wanted);
    assert_true(scenario_copy(&wanted, &base));
    wanted.apps[1].batch.mean += 1;
    assert_null(line_from(&base, &wanted, 0, &err));
    assert_has(err.message, "the apps");
    scenario_free(&wanted);
    assert_true(scenario_copy(&wanted, &base));
    strcpy(wanted.fleets[1].gpus[0].type, "T4");
    assert_null(line_from(&base, &wanted, 0, &err));
    assert_has(err.message, "the fleets");
}

/* A real shell splits it into the same words, and no line is wider than asked where a break was possible. */
FACT(test_quoting_is_the_shells)
{
    static const char *const words[] = {"it's",           "a b", "$HOME",    "back\\slash", "\"q\"", "",
                                        "plain/x-1.json", "*",   "new\nline"};
    DEFER(run_line_free) struct run_line line = {0};
    char path[300], command[4000], got[4000] = "", wanted[4000] = "";
    assert_true(run_line_add(&line, "", "printf") && run_line_add(&line, "", "[%s]"));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_true(run_line_add(&line, "", words[i]));
        snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "[%s]", words[i]);
    }
    for (int width = 0; width <= 40; width += 20) {
        DEFER(memory_leave) char *text = run_line_text(&line, width);
        snprintf(path, sizeof path, "%s", write_text("line.sh", text));
        snprintf(command, sizeof command, "sh '%s'", path);
        FILE *pipe = popen(command, "r");
        got[fread(got, 1, sizeof got - 1, pipe)] = 0;
        assert_int_equal(pclose(pipe), 0);
        assert_string_equal(got, wanted);
    }
}

/* --- the program itself --- */

/* What `sh -c` prints with the built program as `wattif`. malloc'ed. */
static char *shell_output(const char *line, const char *more)
{
    size_t size = strlen(line) + strlen(more) + 600;
    char *command = malloc(size), *text = NULL;
    size_t n = 0;
    snprintf(command, size, "PATH='%s':$PATH; %s %s", getenv("WATTIF_BUILD"), line, more);
    FILE *pipe = popen(command, "r"), *out = open_memstream(&text, &n);
    for (int c = getc(pipe); c != EOF; c = getc(pipe))
        putc(c, out);
    fclose(out);
    assert_int_equal(pclose(pipe), 0);
    free(command);
    return text;
}

static char *summary_text(const struct desk *desk)
{
    struct json_writer writer = {0};
    const struct result *result = desk->explorer->results.current;
    summary_to_json(&writer, NULL, result->model, &result->recording->summary);
    return json_writer_take(&writer);
}

static void open_stored(struct desk *desk, struct store *store, const char *word, int columns, int rows)
{
    static struct faults faults;
    DEFER(scenario_free) struct scenario scenario;
    struct display_options display = {.glyphs = GLYPHS_BRAILLE};
    char run_name[64];
    assert_true(store_resolve_scenario(store, word, &scenario, run_name, &faults, &err));
    struct desk_options options = desk_options_for(store, &scenario, &display);
    options.origin = (struct origin){word, store_path(store), NULL};
    assert_true(desk_open(desk, &options, &err));
    assert_true(desk_resize(desk, columns, rows, &err));
    desk_settle(desk);
}

/* The clipboard's line, run, prints the run on the screen, to the byte. */
static void expect_clipboard_repeats(struct desk *desk)
{
    desk_settle(desk);
    desk_action(desk, ACTION_RUN_COMMAND);
    assert_int_equal(desk->n_views, 1);
    assert_has(desk->message.text, "clipboard");
    char *got = shell_output(desk->host.wishes.clipboard, "--quiet --format json"),
         *wanted = summary_text(desk);
    size_t n = strlen(wanted) - 2; /* behind its last member a command tells what was read */
    assert_or(strncmp(got, wanted, n) == 0 && strncmp(got + n, ",\n  \"schema\"", 12) == 0,
              "%s\ngives another result", desk->host.wishes.clipboard);
    free(got);
    free(wanted);
    desk_draw(desk);
    desk_action(desk, ACTION_LIST_ACCEPT);
    assert_int_equal(desk->n_views, 0);
}

/* The frame of a dashboard that has just been opened on this scenario, with the same cursor. malloc'ed. */
static char *frame_without_history(const struct desk *desk)
{
    DEFER(desk_close) struct desk fresh;
    struct display_options display = {.glyphs = GLYPHS_BRAILLE};
    struct desk_options options = desk_options_for(desk->store, &desk->explorer->document.scenario, &display);
    options.origin.source = explorer_source(desk->explorer);
    assert_true(desk_open(&fresh, &options, &err));
    assert_true(desk_resize(&fresh, desk->canvas.w, desk->canvas.h, &err));
    explorer_wait(fresh.explorer);
    explorer_seek(fresh.explorer, desk->explorer->time.cursor_ns);
    desk_settle(&fresh);
    char *frame = canvas_to_text(&fresh.canvas);
    return frame;
}

/* The second line of the view, without its line breaks, draws what a new dashboard shows of this. */
static void expect_frame_line_draws(struct desk *desk)
{
    static char line[4096];
    size_t used = 0;
    desk_acts(desk, ACTION_RUN_COMMAND);
    char *screen = canvas_to_text(&desk->canvas), *at = screen;
    while (strncmp(at, "wattif ", 7) != 0 || strstr(at, " screen ") > strchr(at, '\n')) {
        at = strchr(at, '\n');
        assert_non_null(at++);
    }
    for (bool more = true; more; at += strcspn(at, "\n") + 1) {
        size_t n = strcspn(at, "\n");
        while (n > 0 && at[n - 1] == ' ')
            n--;
        more = n > 0 && at[n - 1] == '\\';
        used += (size_t)snprintf(line + used, sizeof line - used, "%.*s ", (int)(n - more), at);
    }
    char *got = shell_output(line, "--quiet"), *frame = frame_without_history(desk);
    assert_or(strcmp(got, frame) == 0, "%s\ndraws another frame", line);
    free(got);
    free(screen);
    free(frame);
    desk_action(desk, ACTION_LIST_ACCEPT);
}

FACT(test_the_program_repeats_the_run)
{
    struct desk desk;
    if (!getenv("WATTIF_BUILD")) {
        print_message("skipped: WATTIF_BUILD does not say where the program is\n");
        return;
    }
    DEFER(store_leave) struct store *store = fresh_store("a store.db");
    open_stored(&desk, store, "carbondis-set1", 120, 40);
    expect_clipboard_repeats(&desk);
    desk_commands(&desk, "goto 4500.25", "set cit 0.8", "goto 2h", "set policy.route dybatch",
                  "set slo_ms.job3 700.5");
    expect_clipboard_repeats(&desk);
    expect_frame_line_draws(&desk);
    desk_commands(&desk, "set trace us-tex-erco-2022-direct", "set start 2022-03-01T10:00Z",
                  "set arrivals exponential", "set profile_scale.job4 1.25");
    expect_clipboard_repeats(&desk);
    assert_true(store_save_run(store, "evening", "", &desk.explorer->document.scenario,
                               desk.explorer->results.current->recording, false, &err));
    desk_close(&desk);
    open_stored(&desk, store, "evening", 120, 40);
    expect_clipboard_repeats(&desk);
    desk_commands(&desk, "goto 3h", "set load 1.2");
    expect_clipboard_repeats(&desk);
    assert_has(desk.host.wishes.clipboard, " run evening ");
    expect_frame_line_draws(&desk);
    explorer_remove_edit(desk.explorer, 0,
                         &err); /* of those saved: only the library's scenario leads there */
    expect_clipboard_repeats(&desk);
    assert_has(desk.host.wishes.clipboard, " run carbondis-set1 ");
    desk_close(&desk);
}

/* From a file: the path is the word; a file that lists an edit which is gone has no line. */
FACT(test_a_file_is_named_by_its_path)
{
    struct desk desk;
    if (!getenv("WATTIF_BUILD"))
        return;
    DEFER(store_leave) struct store *store = fresh_store("file.db");
    struct scenario scenario = preset(store, "carbondis-set2");
    strcpy(scenario.name, "mine");
    assert_true(scenario_apply_at(&scenario, "1h:cit=0.8", &err));
    char *text = scenario_to_text(&scenario), path[300];
    snprintf(path, sizeof path, "%s", write_text("my scenario.json", text));
    free(text);
    scenario_free(&scenario);
    open_stored(&desk, store, path, 120, 40);
    desk_commands(&desk, "goto 2h", "set cit 1.2");
    expect_clipboard_repeats(&desk);
    desk.host.wishes.clipboard[0] = 0;
    explorer_remove_edit(desk.explorer, 0, &err);
    desk_settle(&desk);
    desk_acts(&desk, ACTION_RUN_COMMAND);
    assert_string_equal(desk.host.wishes.clipboard, "");
    assert_shows(&desk, "options only add edits", "wattif export run NAME");
    desk_close(&desk);
}
