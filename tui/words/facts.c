/* Words for a trace's basis and resolution, and text for terminals without Unicode. */
#include "tui/words/facts.h"

#include "engine/base/civil.h"
#include "tui/words/format.h"
#include "tui/term/glyphs.h"
#include "tui/term/text.h"

#include <stdio.h>
#include <string.h>

void trace_resolution(const struct carbon_trace *trace, char *out, size_t size)
{
    char step[32];
    if (trace->n == 1)
        snprintf(out, size, "constant");
    else if (trace->step_s == 3600)
        snprintf(out, size, "hourly");
    else if (trace->step_s == 1800)
        snprintf(out, size, "half-hourly");
    else {
        duration_format(trace->step_s, step, sizeof step);
        snprintf(out, size, "every %s", step);
    }
}

void trace_facts(const struct carbon_trace *trace, char *out, size_t size)
{
    char resolution[48];
    trace_resolution(trace, resolution, sizeof resolution);
    snprintf(out, size, "%s, %s, %s", format_carbon_kind(trace), format_carbon_basis(trace), resolution);
}

void text_for_locale(char *out, size_t size, const char *text, int ascii)
{
    size_t used = 0;
    while (*text && used + 5 < size) {
        uint32_t glyph = utf8_next(&text);
        const char *pair = ascii ? glyph_ascii_pair(glyph) : NULL;
        if (pair)
            used += (size_t)utf8_put((uint32_t)*pair++, out + used);
        glyph = pair ? (uint32_t)*pair : ascii ? glyph_ascii(glyph) : glyph;
        used += (size_t)utf8_put(glyph, out + used);
    }
    out[used] = '\0';
}

void text_bar(char *out, size_t size, double share, int width, int ascii)
{
    enum glyph_set set = ascii ? GLYPHS_ASCII : GLYPHS_BLOCK;
    int eighths = (int)(share * width * 8 + 0.5);
    size_t used = 0;
    for (int cell = 0; cell < width && used + 5 < size; cell++) {
        int level = eighths - 8 * cell;
        level = level < 0 ? 0 : level > 8 ? 8 : level;
        if (level > 0)
            used += (size_t)utf8_put(glyph_left(set, level), out + used);
    }
    out[used] = '\0';
}
