/* The first frame clears the screen; the others say what has changed. */
#include "tui/desk/cast.h"

#include "store/json/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char first[] = "\033[?25l\033[0m\033[2J\033[H";

/* What was collected is one line, without the blanks that are for people. */
static void put_line(struct cast *cast, struct json_writer *writer)
{
    char *text = json_writer_take(writer);
    if (text) {
        size_t n = strcspn(text, "\n");
        fwrite(text, 1, n, cast->out);
        fputc('\n', cast->out);
    }
    free(text);
}

static void put_event(struct cast *cast, const char *bytes)
{
    struct json_writer writer = {0};
    json_begin_array(&writer, NULL, true);
    json_number(&writer, NULL, floor(cast->at_s * 1000 + 0.5) / 1000);
    json_string(&writer, NULL, "o");
    json_string(&writer, NULL, bytes);
    json_end_array(&writer);
    put_line(cast, &writer);
}

void cast_begin(struct cast *cast, FILE *out, int columns, int rows, const char *title)
{
    struct json_writer writer = {0};
    *cast = (struct cast){.out = out, .rows = rows};
    painter_init(&cast->painter, (struct painter_traits){.bright = true});
    json_begin_inline_object(&writer, NULL);
    json_int(&writer, "version", 2);
    json_int(&writer, "width", columns);
    json_int(&writer, "height", rows);
    json_string(&writer, "title", title);
    json_end_object(&writer);
    put_line(cast, &writer);
    put_event(cast, first);
}

void cast_frame(struct cast *cast, const struct canvas *canvas, const struct theme *theme,
                enum color_mode color, double seconds)
{
    size_t n = 0;
    const char *bytes = painter_draw(&cast->painter, canvas, theme, color, &n);
    char *text = bytes && n > 0 ? malloc(n + 1) : NULL;
    if (text) {
        memcpy(text, bytes, n);
        text[n] = '\0';
        put_event(cast, text);
    }
    free(text);
    cast->at_s += seconds;
}

bool cast_end(struct cast *cast)
{
    char last[48];
    snprintf(last, sizeof last, "\033[0m\033[%d;1H\033[?25h", cast->rows);
    put_event(cast, last);
    painter_free(&cast->painter);
    return !ferror(cast->out);
}
