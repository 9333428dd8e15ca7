/* A cell of a CSV: quoted where it must be, harmless where it is shown, and hashed as it is. */
#include "store/library/hash.h"
#include "tests/support/test.h"

FACT(test_a_cell_is_shown_safely_and_hashed_as_it_is)
{
    static const struct {
        const char *text, *shown, *hashed;
    } cells[] = {{"plain", "plain", "plain"},
                 {"", "", ""},
                 {"-", "-", "-"},
                 {"-1.5", "-1.5", "-1.5"},
                 {"a,\"b\"", "\"a,\"\"b\"\"\"", "\"a,\"\"b\"\"\""},
                 {" a\n", "\" a\n\"", "\" a\n\""},
                 {"=1+1", "'=1+1", "=1+1"},
                 {"@a,b", "\"'@a,b\"", "\"@a,b\""},
                 {"a\033b\xC2\x9B", "a\\u001bb\\u009b", "a\033b\xC2\x9B"}};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        char *text = NULL, got[HASH_TEXT_SIZE], expected[HASH_TEXT_SIZE];
        size_t size = 0;
        struct hash hash, wanted;
        struct sink sink = {.file = open_memstream(&text, &size), .hash = &hash};
        assert_non_null(sink.file);
        hash_init(&hash);
        sink_cell(&sink, cells[i].text);
        hash_finish(&hash, got);
        fclose(sink.file);
        assert_string_equal(text, cells[i].shown);
        free(text);
        hash_init(&wanted);
        hash_update(&wanted, cells[i].hashed, strlen(cells[i].hashed));
        hash_finish(&wanted, expected);
        assert_string_equal(got, expected);
    }
}
