/* Error records: what is cut is marked, counts go on after the list is full, kinds map to exit statuses. */
#include "tests/support/test.h"

FACT(test_set_fills_and_returns_false)
{
    assert_false(error_set(&err, ERROR_INPUT, "trace.csv:12", "column %d is %s", 3, "missing"));
    assert_int_equal(err.kind, ERROR_INPUT);
    assert_string_equal(err.place, "trace.csv:12");
    assert_string_equal(err.message, "column 3 is missing");
    assert_false(error_set(&err, ERROR_SYSTEM, NULL, "100 %%"));
    assert_string_equal(err.place, "");
    assert_string_equal(err.message, "100 %");
    assert_false(error_set(NULL, ERROR_INPUT, "x", "no record to fill"));
}

FACT(test_long_text_is_cut_and_marked)
{
    struct error error;
    char text[2 * sizeof error.message];
    for (size_t length = 0; length < sizeof text; length++) {
        memset(text, 'x', length);
        text[length] = '\0';
        error_set(&error, ERROR_INPUT, text, "%s", text);
        const struct {
            const char *text;
            size_t size;
        } field[] = {{error.place, sizeof error.place}, {error.message, sizeof error.message}};
        for (size_t i = 0; i < 2; i++) {
            size_t kept = strlen(field[i].text), whole = length < field[i].size;
            assert_int_equal(kept, whole ? length : field[i].size - 1);
            assert_int_equal(kept >= 3 && strcmp(field[i].text + kept - 3, "...") == 0, !whole);
        }
    }
}

FACT(test_exit_status)
{
    assert_int_equal(error_exit_status(&(struct error){.kind = ERROR_NONE}), 0);
    assert_int_equal(error_exit_status(&(struct error){.kind = ERROR_INPUT}), 2);
    assert_int_equal(error_exit_status(&(struct error){.kind = ERROR_SYSTEM}), 3);
}

FACT(test_faults_count_all_and_keep_the_first)
{
    static struct faults faults;
    char expected[32];
    for (int i = 0; i < 3 * FAULTS_KEPT; i++)
        faults_add(&faults, "/apps/0", "fault %d", i);
    assert_int_equal(faults.count, 3 * FAULTS_KEPT);
    for (int i = 0; i < FAULTS_KEPT; i++) {
        snprintf(expected, sizeof expected, "fault %d", i);
        assert_string_equal(faults.kept[i].message, expected);
        assert_string_equal(faults.kept[i].place, "/apps/0");
        assert_int_equal(faults.kept[i].kind, ERROR_INPUT);
    }
}

/* Whatever the path, what follows it is whole; a long path loses its beginning, at a character. */
FACT(test_a_place_keeps_where_in_the_file)
{
    char path[400], place[ERROR_PLACE + 1], within[] = ":12:3";
    for (size_t n = 0; n < 130; n++) {
        memset(place, '#', sizeof place);
        for (size_t i = 0; i < n; i++)
            memcpy(path + 3 * i, "日", 4);
        path[3 * n] = '\0';
        assert_ptr_equal(error_place(place, path, ":%d:%d", 12, 3), place);
        assert_int_equal(place[ERROR_PLACE], '#');
        size_t kept = strlen(place) - strlen(within);
        bool whole = 3 * n + strlen(within) < ERROR_PLACE;
        assert_string_equal(place + kept, within);
        assert_true(whole ? kept == 3 * n : kept > ERROR_PLACE - 16 && strncmp(place, "...", 3) == 0);
        assert_int_equal((kept - (whole ? 0 : 3)) % 3, 0);
        assert_memory_equal(place + (whole ? 0 : 3), path + 3 * n - (kept - (whole ? 0 : 3)),
                            kept - (whole ? 0 : 3));
    }
}
