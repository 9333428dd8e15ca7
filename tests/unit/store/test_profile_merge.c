/* Two tables of one model: whose rows stay, and what a table that was measured with random weights takes from
 * the one that was there, which knows the accuracies. */
#include "store/library/library.h"
#include "tests/support/test.h"

static struct item table(const struct profile_row *rows, size_t n, const char *metric)
{
    struct item item = {.kind = ITEM_PROFILE, .source = "a file"};
    struct profile_set *set = &item.as.profile;
    strcpy(set->model, "m");
    strcpy(set->accuracy_metric, metric);
    set->n = n;
    set->rows = calloc(n, sizeof *rows);
    assert_non_null(set->rows);
    memcpy(set->rows, rows, n * sizeof *rows);
    return item;
}

#define ROW(GPU, SLICE, VARIANT, ACCURACY)                                                                   \
    {                                                                                                        \
        .gpu = GPU, .slice = SLICE, .variant = VARIANT, .batch = 1, .latency_ms = 1, .power_w = 1,           \
        .clock_mhz = NAN, .accuracy = ACCURACY, .memory_gb = NAN                                             \
    }

static const struct profile_row library[] = {
    ROW("A100", "whole", "b1", 78.8), ROW("A100", "1g", "b1", 78.8),   ROW("A100", "whole", "b3", 81.6),
    ROW("A100", "1g", "b3", 80.0),    ROW("A100", "whole", "b5", NAN),
};

FACT(test_accuracy_is_the_variants)
{
    const struct profile_row own[] = {
        ROW("Own", "whole", "b1", NAN), /* the library's rows agree */
        ROW("Own", "whole", "b3", NAN), /* they differ */
        ROW("Own", "whole", "b5", NAN), /* none knows it */
        ROW("Own", "whole", "b7", NAN), /* nobody has the variant */
        ROW("Own", "1g", "b1", 77.0),   /* the file says it itself */
        ROW("Own", "2g", "b1", NAN),
    };
    DEFER(item_free) struct item old = table(library, 5, "top1_pct"), item = table(own, 6, "");
    size_t kept;
    assert_true(profile_merge(&item, &old, &kept, &err));
    const struct profile_set *set = &item.as.profile;
    assert_int_equal(kept, 5);
    assert_int_equal(set->n, 11);
    for (size_t k = 0; k < 5; k++) {
        assert_string_equal(set->rows[k].slice, library[k].slice);
        assert_true(set->rows[k].accuracy == library[k].accuracy || isnan(library[k].accuracy));
    }
    assert_true(set->rows[5].accuracy == 78.8);
    for (size_t k = 6; k < 9; k++)
        assert_true(isnan(set->rows[k].accuracy));
    assert_true(set->rows[9].accuracy == 77.0);
    assert_true(set->rows[10].accuracy == 78.8);
    assert_string_equal(set->accuracy_metric, "top1_pct");
}

FACT(test_curves_that_the_file_has_are_its_own)
{
    const struct profile_row own[] = {ROW("A100", "whole", "b1", NAN), ROW("A100", "1g", "b1", NAN)};
    DEFER(item_free) struct item old = table(library, 2, "top1_pct"), item = table(own, 2, "");
    size_t kept;
    assert_true(profile_merge(&item, &old, &kept, &err)); /* nothing stays: the file alone speaks */
    assert_int_equal(kept, 0);
    assert_int_equal(item.as.profile.n, 2);
    assert_true(isnan(item.as.profile.rows[0].accuracy));
    assert_string_equal(item.as.profile.accuracy_metric, "");
}
