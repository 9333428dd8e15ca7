/* Traces with gaps through export and import: the text holds few of the missing samples, yet step, start,
 * length, every sample and every gap come back. Small grids are tried in every pattern of gaps. */
#include "store/import/import.h"
#include "tests/unit/store/store_folder.h"

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

/* Exports a trace and imports that, which must give the same trace and hash; the text (caller frees). */
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
