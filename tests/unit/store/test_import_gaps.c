/* Traces with gaps through export and import: the text holds few of the missing samples, yet step, start,
 * length, every sample and every gap come back. Small grids are tried in every pattern of gaps. */
#include "store/import/import.h"
#include "tests/unit/store/store_support.h"

#define HEADER "timestamp,ci_gco2_per_kwh\n"

enum { START_S = 1640995200, PATTERN_MAX = 14 }; /* 2022-01-01T00:00:00Z */

static struct faults faults;

static void import_or_fail(const char *text, size_t n, struct import_result *result)
{
    DEFER(input_close) struct input input;
    memset(&faults, 0, sizeof faults);
    assert_true(input_from_memory(&input, text, n, "f.csv", NULL));
    if (!import_read(&input, STORE_TRACE, NULL, result, &faults))
        fail_msg("%s: %s\n%.1000s", faults.kept[0].place, faults.kept[0].message, text);
    assert_int_equal(result->n, 1);
}

static void assert_same_trace(const struct carbon_trace *a, const struct carbon_trace *b)
{
    assert_int_equal(a->start_s, b->start_s);
    assert_int_equal(a->step_s, b->step_s);
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->missing, b->missing);
    for (size_t k = 0; k < a->n; k++)
        if (isnan(a->samples[k]) != isnan(b->samples[k]) ||
            (!isnan(a->samples[k]) && a->samples[k] != b->samples[k]))
            fail_msg("sample %zu was %g and is %g", k, a->samples[k], b->samples[k]);
}

/* Exports a trace and imports that, which must give the same trace and hash; returns the text (caller
 * frees). */
static char *round_trip(const struct item *item)
{
    char *text = NULL, before[HASH_TEXT_SIZE], after[HASH_TEXT_SIZE];
    size_t n = 0;
    struct sink sink = {.file = open_memstream(&text, &n)};
    DEFER(import_result_free) struct import_result result;
    assert_non_null(sink.file);
    item_write(&sink, item);
    assert_int_equal(fclose(sink.file), 0);
    import_or_fail(text, n, &result);
    assert_same_trace(&item->as.trace, &result.items[0].as.trace);
    item_hash(item, before);
    item_hash(&result.items[0], after);
    assert_string_equal(before, after);
    return text;
}

/* What is imported, the grid that it must give ('x' a value, '.' a gap), and the rows that are exported. */
static const struct {
    const char *name, *rows;
    int32_t step_s;
    const char *grid, *exported;
} cases[] = {
    {"leading and trailing gaps are no part of the trace",
     "2022-01-01T00:00Z,\n2022-01-01T01:00Z,5\n2022-01-01T02:00Z,6\n2022-01-01T03:00Z,\n", 3600, "xx",
     "2022-01-01T01:00:00Z,5\n2022-01-01T02:00:00Z,6\n"},
    {"every other sample, which alone would double the step",
     "2022-01-01T00:00Z,1\n2022-01-01T00:30Z,\n2022-01-01T01:00Z,2\n2022-01-01T01:30Z,\n2022-01-01T02:00Z,"
     "3\n",
     1800, "x.x.x",
     "2022-01-01T00:00:00Z,1\n2022-01-01T00:30:00Z,\n2022-01-01T01:00:00Z,2\n2022-01-01T01:30:00Z,\n"
     "2022-01-01T02:00:00Z,3\n"},
    {"gaps of one and of two, whose samples alone would leave the grid",
     "2022-01-01T00:00Z,1\n2022-01-01T01:00Z,\n2022-01-01T02:00Z,2\n2022-01-01T04:00Z,3\n2022-01-01T05:00Z,\n"
     "2022-01-01T06:00Z,\n2022-01-01T07:00Z,4\n",
     3600, "x.x.x..x",
     "2022-01-01T00:00:00Z,1\n2022-01-01T01:00:00Z,\n2022-01-01T02:00:00Z,2\n2022-01-01T03:00:00Z,\n"
     "2022-01-01T04:00:00Z,3\n2022-01-01T05:00:00Z,\n2022-01-01T07:00:00Z,4\n"},
    {"one pair far apart", "2022-01-01T00:00Z,1\n2022-01-01T01:00Z,\n2022-01-01T09:00Z,2\n", 3600,
     "x........x", "2022-01-01T00:00:00Z,1\n2022-01-01T01:00:00Z,\n2022-01-01T09:00:00Z,2\n"},
    {"no gap, no empty cell", "2022-01-01T00:00Z,1\n2022-01-01T00:05Z,2\n2022-01-01T00:10Z,3\n", 300, "xxx",
     "2022-01-01T00:00:00Z,1\n2022-01-01T00:05:00Z,2\n2022-01-01T00:10:00Z,3\n"},
    {"a file of one row is constant", "2022-01-01T00:30Z,490\n", 3600, "x", "2022-01-01T00:30:00Z,490\n"},
};

FACT(test_cases_by_hand)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        DEFER(import_result_free) struct import_result result;
        char file[512];
        print_message("%s\n", cases[i].name);
        snprintf(file, sizeof file, "%s%s", HEADER, cases[i].rows);
        import_or_fail(file, strlen(file), &result);
        const struct carbon_trace *trace = &result.items[0].as.trace;
        assert_int_equal(trace->step_s, cases[i].step_s);
        assert_int_equal(trace->n, strlen(cases[i].grid));
        for (size_t k = 0; k < trace->n; k++)
            assert_int_equal(isnan(trace->samples[k]) != 0, cases[i].grid[k] == '.');
        DEFER(memory_leave) char *text = round_trip(&result.items[0]);
        assert_memory_equal(text, HEADER, sizeof HEADER - 1);
        assert_string_equal(text + sizeof HEADER - 1, cases[i].exported);
    }
}

/* Bit k of `present` says whether sample k + 1 is there; the first and the last always are. */
FACT(test_every_pattern_of_gaps)
{
    static const int32_t steps[] = {1, 300, 3600, 86400};
    double samples[PATTERN_MAX];
    for (size_t n = 2; n <= PATTERN_MAX; n++) {
        for (uint32_t present = 0; present < UINT32_C(1) << (n - 2); present++) {
            struct item item = {
                .kind = ITEM_TRACE,
                .as.trace = {.start_s = START_S, .step_s = steps[present % 4], .n = n, .samples = samples}};
            for (size_t k = 0; k < n; k++) {
                bool there = k == 0 || k == n - 1 || present >> (k - 1) & 1;
                samples[k] = there ? 100 + (double)k * 0.1 : NAN;
                item.as.trace.missing += !there;
            }
            free(round_trip(&item));
        }
    }
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Few samples on a grid of many: the text is as short as what was read. */
FACT(test_long_gaps_are_short_texts)
{
    static const struct {
        const char *file;
        int32_t step_s;
        size_t n, lines;
    } wide[] = {
        {HEADER "2022-01-01T00:00:00Z,1\n2022-01-01T00:00:01Z,\n2022-04-26T17:46:39Z,2\n", 1, IMPORT_ROWS_MAX,
         4},
        {HEADER "1900-01-01T00:00:00Z,1\n1900-01-01T01:00:00Z,\n2200-12-31T23:00:00Z,2\n", 3600, 2638512, 4},
    };
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        DEFER(import_result_free) struct import_result result;
        import_or_fail(wide[i].file, strlen(wide[i].file), &result);
        assert_int_equal(result.items[0].as.trace.step_s, wide[i].step_s);
        assert_int_equal(result.items[0].as.trace.n, wide[i].n);
        assert_int_equal(result.items[0].as.trace.missing, wide[i].n - 2);
        DEFER(memory_leave) char *text = round_trip(&result.items[0]);
        assert_int_equal(count_lines(text), wide[i].lines);
    }
}

FACTS_BETWEEN(make_folder, remove_folder)
