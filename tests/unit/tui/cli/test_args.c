/* The command line below the commands: options, their tables, settings, listings, flat rows, Student's t. */
#include "store/json/json.h"
#include "tui/cli/flatten.h"
#include "tui/cli/help.h"
#include "tui/media/rows.h"
#include "tui/desk/screen_render.h"
#include "tests/support/test.h"

#include <unistd.h>

static const struct option_info own[] = {{"set", "K=V", "", true},
                                         {"seed", "N", "", false},
                                         {"check", NULL, "", false},
                                         {"format", "text|json|csv", "", false},
                                         {NULL, NULL, NULL, false}};
static const struct option_info global[] = {
    {"quiet", NULL, "", false}, {"db", "FILE", "", false}, {NULL, NULL, NULL, false}};
static const struct option_tables tables = {own, global};

/* Reads a NULL-terminated list of arguments. */
static bool read_list(struct options *options, struct error *error, char **argv)
{
    int argc = 0;
    while (argv[argc])
        argc++;
    *options = (struct options){0};
    *error = (struct error){0};
    return options_read(options, tables, argc, argv, 0, false, NULL, error);
}
#define READ(options, error, ...) read_list(options, error, (char *[]){__VA_ARGS__, NULL})

static void assert_refused(char **argv, const char *part)
{
    DEFER(options_free) struct options options;
    struct error error;
    assert_false(read_list(&options, &error, argv));
    assert_int_equal(error.kind, ERROR_INPUT);
    assert_or(strstr(error.message, part), "'%s' does not say '%s'", error.message, part);
}
#define REFUSED(part, ...) assert_refused((char *[]){__VA_ARGS__, NULL}, part)

FACT(test_both_spellings_are_the_same)
{
    DEFER(options_free) struct options options;
    int64_t seed = 0;
    assert_true(READ(&options, &err, "--seed=12", "word", "--set", "a=1", "--set=b=2=3", "--quiet"));
    assert_true(options_integer(&options, "seed", 0, 100, &seed, &err));
    assert_int_equal(seed, 12);
    assert_int_equal(options.n_words, 1);
    assert_string_equal(options.words[0], "word");
    assert_string_equal(options.items[1].value, "a=1");
    assert_string_equal(options.items[2].value, "b=2=3");
    assert_true(options_has(&options, "quiet"));
    assert_false(options_has(&options, "check"));
}

FACT(test_two_dashes_end_the_options)
{
    DEFER(options_free) struct options options;
    assert_true(READ(&options, &err, "--check", "--", "--quiet", "-x", "-"));
    assert_int_equal(options.n_words, 3);
    assert_string_equal(options.words[0], "--quiet");
    assert_string_equal(options.words[2], "-");
    assert_false(options_has(&options, "quiet"));
}

FACT(test_stops_at_the_first_word)
{
    char *argv[] = {"wattif", "--db", "run", "run", "--seed", "3", NULL};
    DEFER(options_free) struct options options = {0};
    struct option_tables only_global = {NULL, global};
    int next = 0;
    assert_true(options_read(&options, only_global, 6, argv, 1, true, &next, &err));
    assert_int_equal(next, 3);
    assert_string_equal(options_get(&options, "db"), "run");
    assert_true(options_read(&options, tables, 6, argv, next + 1, false, &next, &err));
    assert_string_equal(options_get(&options, "seed"), "3");
    assert_int_equal(options.n_words, 0);
}

FACT(test_faults_say_what_to_do)
{
    REFUSED("did you mean --seed?", "--sead", "1");
    REFUSED("--help lists them", "--bananas");
    REFUSED("--seed needs a value", "--seed");
    REFUSED("--check takes no value", "--check=1");
    REFUSED("given twice", "--seed", "1", "--seed=2");
    REFUSED("none of text, json, csv", "--format", "xml");
    REFUSED("none of text, json, csv", "--format=");
    REFUSED("options are long", "-x");
}

FACT(test_integers_are_checked)
{
    static char *const bad[] = {"", "x", "1.5", "0", "11", "-1", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        DEFER(options_free) struct options options;
        int64_t value = 7;
        assert_true(READ(&options, &err, "--seed", bad[i]));
        assert_false(options_integer(&options, "seed", 1, 10, &value, &err));
        assert_int_equal(value, 7);
        assert_has(err.message, "from 1 to 10");
    }
}

FACT(test_choices)
{
    DEFER(options_free) struct options options;
    char name[16];
    assert_true(READ(&options, &err, "--format", "csv"));
    assert_int_equal(options_choice(&options, "format", 0), 2);
    assert_int_equal(options_choice(&options, "set", 5), 5);
    assert_true(options_choice_name("text|json|csv", 1, name, sizeof name));
    assert_string_equal(name, "json");
    assert_false(options_choice_name("text|json|csv", 3, name, sizeof name));
    assert_false(options_choice_name("FILE", 0, name, sizeof name));
}

/* Words of every length and any bytes: reads or refuses, never crashes, and loses no argument. */
FACT(test_random_arguments)
{
    static char *const pieces[] = {"--seed", "--seed=1", "--set", "--set=", "--",      "-", "-h",
                                   "--=",    "--quiet",  "x",     "",       "--seed=", "=", "---"};
    uint64_t random = 1;
    for (int round = 0; round < 20000; round++) {
        char *argv[8];
        int argc = 0;
        DEFER(options_free) struct options options = {0};
        struct error error = {0};
        for (random = random * 6364136223846793005u + 1442695040888963407u; argc < (int)(random >> 60) % 8;
             argc++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            argv[argc] = pieces[(random >> 33) % (sizeof pieces / sizeof pieces[0])];
        }
        bool ok = options_read(&options, tables, argc, argv, 0, false, NULL, &error);
        assert_true(ok || error.message[0]);
        assert_true(options.n_items + options.n_words <= (size_t)argc);
    }
}

static bool is_named(const struct option_info *table, const char *name)
{
    for (; table->name; table++)
        if (strcmp(table->name, name) == 0)
            return true;
    return false;
}

FACT(test_the_table_is_whole)
{
    for (const struct command *command = commands; command->name; command++) {
        assert_ptr_equal(command_find(command->name), command);
        assert_non_null(command->run);
        assert_true(command->summary[0] && command->example[0]);
        assert_memory_equal(command->example, "wattif ", 7);
        assert_true(command->words_max < 0 || command->words_min <= command->words_max);
        for (const struct option_info *option = command->options; option->name; option++) {
            assert_false(is_named(global_options, option->name));
            assert_false(is_named(option + 1, option->name));
            assert_int_equal(option->help[strlen(option->help) - 1], '.');
        }
    }
    assert_null(command_find("compere"));
}

static const char *argument_of(const struct option_info *table, const char *name)
{
    for (; table->name; table++)
        if (strcmp(table->name, name) == 0)
            return table->argument;
    return NULL;
}

static void assert_same_names(const char *argument, const char *const *names, int n)
{
    char name[32];
    for (int k = 0; k < n; k++) {
        assert_true(options_choice_name(argument, k, name, sizeof name));
        assert_string_equal(name, names[k]);
    }
    assert_false(options_choice_name(argument, n, name, sizeof name));
}

/* Choices are passed on by their position, so their order must be that of the names they stand for. */
FACT(test_choices_are_in_the_order_of_their_names)
{
    const struct option_info *screen = command_find("screen")->options;
    const char *views[2 + VIEW_COUNT] = {"dashboard", "presenter"};
    for (int view = 0; view < VIEW_COUNT; view++)
        views[2 + view] = view_names[view].name;
    assert_same_names(argument_of(screen, "view"), views, 2 + VIEW_COUNT);
    assert_same_names(argument_of(screen, "format"), screen_format_names, SCREEN_FORMAT_COUNT);
    assert_same_names(argument_of(global_options, "color"), color_mode_names, COLOR_MODE_COUNT);
    assert_same_names(setting_infos[SETTING_COLOR].choices, color_mode_names, COLOR_MODE_COUNT);
    assert_same_names(setting_infos[SETTING_GLYPHS].choices, glyph_set_names, GLYPH_SET_COUNT);
}

/* Everything a user can type stands in help, man page and completions. */
FACT(test_help_names_everything)
{
    for (int form = 0; form < 4; form++) {
        static const char *const shells[] = {"bash", "zsh", "fish"};
        DEFER(memory_leave) char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);
        if (form < 3)
            assert_true(completion_print(shells[form], file));
        else
            manpage_print(file);
        fclose(file);
        for (const struct command *command = commands; command->name; command++) {
            assert_non_null(strstr(text, command->name));
            for (const struct option_info *option = command->options; option->name; option++) {
                char dashed[40];
                snprintf(dashed, sizeof dashed,
                         form == 2   ? "-l %s"
                         : form == 3 ? "\\-\\-%.4s"
                                     : "--%s",
                         option->name);
                char *dash = form == 3 ? strchr(dashed + 4, '-') : NULL;
                if (dash)
                    *dash = '\0';
                assert_non_null(strstr(text, dashed));
            }
        }
    }
    assert_false(completion_print("csh", stderr));
}

static const char *write_temporary(const char *text)
{
    static char path[] = "/tmp/wattif-conf-XXXXXX";
    memcpy(path + sizeof path - 7, "XXXXXX", 6);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    return path;
}

FACT(test_settings_read_what_they_write)
{
    static struct settings settings, again;
    settings_init(&settings);
    const char *path =
        write_temporary("\xef\xbb\xbf# comment\n\n theme = my theme \r\nglyphs=ascii\nbind  C-x   quit\n");
    assert_true(settings_read(&settings, path, true, &err));
    unlink(path);
    assert_string_equal(settings.value[SETTING_THEME], "my theme");
    assert_string_equal(settings.value[SETTING_GLYPHS], "ascii");
    assert_string_equal(settings.value[SETTING_COLOR], "auto");
    assert_int_equal(settings.n_bindings, 1);
    assert_string_equal(settings.bindings[0].key, "C-x");
    assert_string_equal(settings.bindings[0].action, "quit");
    assert_int_equal(settings.bindings[0].line, 5);
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    settings_write(&settings, file);
    fclose(file);
    path = write_temporary(text);
    free(text);
    settings_init(&again);
    assert_true(settings_read(&again, path, true, &err));
    unlink(path);
    assert_memory_equal(again.value, settings.value, sizeof again.value);
    assert_string_equal(again.bindings[0].action, "quit");
}

FACT(test_faulty_settings_name_the_line)
{
    static const struct {
        const char *text, *line, *message;
    } cases[] = {{"theme\n", ":1", "name = value"},    {"\n\ntheem = x\n", ":3", "did you mean theme"},
                 {"glyphs = dots\n", ":1", "none of"}, {"mouse =\n", ":1", "none of"},
                 {"theme =\n", ":1", "empty"},         {"bind x\n", ":1", "bind KEY action"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct settings settings;
        settings_init(&settings);
        const char *path = write_temporary(cases[i].text);
        assert_false(settings_read(&settings, path, true, &err));
        unlink(path);
        assert_string_equal(err.place + strlen(err.place) - 2, cases[i].line);
        assert_non_null(strstr(err.message, cases[i].message));
    }
    static struct settings settings;
    assert_true(settings_read(&settings, "/nonexistent/wattif.conf", false, &err));
    assert_false(settings_read(&settings, "/nonexistent/wattif.conf", true, &err));
    assert_false(settings_read(&settings, "/tmp", true, &err));
}

static void print_listing(enum listing_format format, const char *expected)
{
    static const struct account_column columns[] = {{.title = "name", .key = "name"},
                                                    {.title = "x", .key = "x_s", .number = true, .digits = 1},
                                                    {.key = "ok"}};
    DEFER(account_free) struct account account;
    DEFER(memory_leave) char *text = NULL;
    size_t size = 0;
    account_begin(&account, "list", "");
    account_table(&account, FOR_ALL, NULL, columns, 3);
    ACCOUNT_ADD(&account, account_said("a,\"b\""), account_bare(1.25), account_flag(true),
                account_said("\033[31m\xc3\xa9"), account_bare((double)NAN), account_flag(false));
    FILE *file = open_memstream(&text, &size);
    assert_true(media_listing(&account, format, file));
    fclose(file);
    assert_string_equal(text, expected);
}

FACT(test_listings)
{
    print_listing(LISTING_TEXT, "name           x\na,\"b\"        1.2\n\\u001b[31m\xc3\xa9    -\n");
    print_listing(LISTING_CSV, "name,x_s,ok\n\"a,\"\"b\"\"\",1.25,true\n\\u001b[31m\xc3\xa9,,false\n");
    print_listing(LISTING_JSON,
                  "[\n  {\n    \"name\": \"a,\\\"b\\\"\",\n    \"x_s\": 1.25,\n    \"ok\": true\n  },\n  {\n "
                  "   \"name\": \"\\u001b[31m\xc3\xa9\",\n    \"x_s\": null,\n    \"ok\": false\n  }\n]\n");
}

/* {"a": {"b": 1.5, "c": null}, "d": [true, {"e": "x,\\"y"}], "f": []} and {"a": {"b": 2}, "g": "2^53 + 1"} */
static void fill_rows(struct flat rows[2])
{
    struct json_leaves leaves[2] = {{.take = flat_add, .context = &rows[0]},
                                    {.take = flat_add, .context = &rows[1]}};
    struct json_writer writer = {.leaves = &leaves[0]}, other = {.leaves = &leaves[1]};
    json_begin_object(&writer, NULL);
    json_begin_object(&writer, "a");
    json_number(&writer, "b", 1.5);
    json_null(&writer, "c");
    json_end_object(&writer);
    json_begin_array(&writer, "d", false);
    json_bool(&writer, NULL, true);
    json_begin_inline_object(&writer, NULL);
    json_string(&writer, "e", "x,\"y");
    json_end_object(&writer);
    json_end_array(&writer);
    json_begin_array(&writer, "f", true);
    json_end_array(&writer);
    json_end_object(&writer);
    json_begin_object(&other, NULL);
    json_begin_object(&other, "a");
    json_number(&other, "b", 2);
    json_end_object(&other);
    json_uint(&other, "g", (UINT64_C(1) << 53) + 1);
    json_end_object(&other);
    free(json_writer_take(&writer));
    free(json_writer_take(&other));
}

FACT(test_flat_rows)
{
    struct flat rows[2] = {{0}};
    fill_rows(rows);
    assert_int_equal(rows[0].n, 4);
    assert_string_equal(flat_find(&rows[0], "d.1.e", 0)->text, "x,\"y");
    assert_null(flat_find(&rows[0], "f", 0));
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_true(flat_print_csv(rows, 2, file));
    fclose(file);
    assert_string_equal(text, "a.b,a.c,d.0,d.1.e,g\n1.5,,true,\"x,\"\"y\",\n2,,,,9007199254740993\n");
    free(text);
    flat_free(&rows[0]);
    flat_free(&rows[1]);
}

/* The distribution function of Student's t by Simpson's rule: P(|T| < t) with df degrees of freedom. */
static double two_sided(double t, double df)
{
    int n = 20000;
    double h = t / n, sum = 0;
    double scale = exp(lgamma((df + 1) / 2) - lgamma(df / 2)) / sqrt(df * 3.14159265358979324);
    for (int i = 0; i <= n; i++) {
        double x = i * h, weight = i == 0 || i == n ? 1 : i % 2 ? 4 : 2;
        sum += weight * pow(1 + x * x / df, -(df + 1) / 2);
    }
    return 2 * scale * sum * h / 3;
}

FACT(test_student)
{
    assert_true(isnan(student_t975(0)));
    for (size_t df = 1; df < 400; df++) {
        double p = two_sided(student_t975(df), (double)df);
        assert_or(!(fabs(p - 0.95) > 1e-4), "df %zu: %.6f of the mass lies within t", df, p);
    }
    assert_true(fabs(student_t975(1000000) - 1.95996) < 1e-3);
}

FACT(test_luck_alone)
{
    for (size_t df = 1; df < 40; df++)
        for (double t = 0.1; t < 9; t *= 1.7)
            assert_true(fabs(student_p(t, df) - (1 - two_sided(t, (double)df))) < 1e-6);
    assert_true(fabs(student_p(-student_t975(19), 19) - 0.05) < 1e-4);
    assert_true(isnan(student_p(1, 0)) && student_p(INFINITY, 3) < 1e-300);
}

FACT(test_confidence)
{
    static const double values[] = {1, 2, 3};
    struct confidence found = confidence_of(values, 3);
    assert_true(fabs(found.mean - 2) < 1e-15);
    assert_true(fabs(found.ci95 - 4.3027 / sqrt(3)) < 1e-12);
    assert_true(fabs(found.least - 1) < 1e-15 && fabs(found.greatest - 3) < 1e-15);
    assert_true(isnan(confidence_of(values, 1).ci95));
    static const double p95[] = {480, 480, 520, 480}, both[] = {480, 480, 500, 520},
                        two[] = {480, 480, 520, 520}, one[] = {7, 7};
    assert_true(confidence_of(p95, 4).none && isnan(confidence_of(p95, 4).ci95));
    assert_true(confidence_of(one, 2).none && isnan(confidence_of(one, 2).ci95)); /* no +- 0 */
    assert_true(!confidence_of(both, 4).none && confidence_of(both, 4).ci95 > 0);
    assert_true(confidence_of(two, 4).none); /* as many as half of them distinct */
    double counts[40];
    for (int i = 0; i < 40; i++)
        counts[i] = i % 10;
    assert_true(confidence_of(counts, 40).none);
    counts[39] = 10;
    assert_true(!confidence_of(counts, 40).none);
    assert_true(isnan(confidence_of(values, 0).mean));
}
