/* What tests of drawing share: a canvas as text, to compare with what it should look like. */
#ifndef WATTIF_TESTS_CANVAS_TEXT_H
#define WATTIF_TESTS_CANVAS_TEXT_H

#include "tui/term/canvas.h"
#include "tui/term/writer.h"

#include <stdio.h>
#include <stdlib.h>

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

#define assert_canvas(canvas, expected)                                                                      \
    do {                                                                                                     \
        char *got = canvas_to_text(canvas);                                                                  \
        assert_string_equal(got, expected);                                                                  \
        free(got);                                                                                           \
    } while (0)

#endif
