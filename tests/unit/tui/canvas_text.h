/* What tests of drawing share: a canvas as text, to compare with what it should look like. */
#ifndef WATTIF_TESTS_CANVAS_TEXT_H
#define WATTIF_TESTS_CANVAS_TEXT_H

#include "tui/term/writer.h"
#include "tests/support/test.h"

/* malloc'ed text, one line a row. */
static inline char *canvas_to_text(const struct canvas *canvas)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    writer_text(canvas, out);
    fclose(out);
    return text;
}

/* A hash over all cells and the cursor: equal frames have equal hashes. */
static inline uint64_t canvas_hash(const struct canvas *canvas)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (int i = 0; i < canvas->w * canvas->h; i++) {
        const struct cell *cell = &canvas->cells[i];
        uint64_t word =
            (uint64_t)cell->glyph << 24 | (uint64_t)cell->fg << 16 | (uint64_t)cell->bg << 8 | cell->attrs;
        hash = (hash ^ word) * UINT64_C(1099511628211);
    }
    hash = (hash ^ (uint64_t)(unsigned)canvas->cursor_x) * UINT64_C(1099511628211);
    return (hash ^ (uint64_t)(unsigned)canvas->cursor_y) * UINT64_C(1099511628211);
}

#define assert_canvas(canvas, expected)                                                                      \
    do {                                                                                                     \
        char *got = canvas_to_text(canvas);                                                                  \
        assert_string_equal(got, expected);                                                                  \
        free(got);                                                                                           \
    } while (0)

#endif
