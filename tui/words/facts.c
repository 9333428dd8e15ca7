/* Words for a trace's basis and resolution, and text for terminals without Unicode. */
#include "tui/words/facts.h"

#include "engine/base/civil.h"
#include "engine/base/units.h"
#include "tui/term/text.h"
#include "tui/words/format.h"

#include <math.h>
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

/* --- outlook --- */

void outlook_describe(const struct outlook *outlook, const struct carbon_trace *trace, int64_t start_s,
                      int64_t length_ns, bool with_cit, char *out, size_t size)
{
    char length[32], range[48], against[128] = "";
    if (!outlook->known) {
        snprintf(out, size, "No run can start here: the trace has no sample at or before this instant.");
        return;
    }
    duration_format(ns_to_s(length_ns), length, sizeof length);
    snprintf(range, sizeof range, "%.2f", outlook->least);
    if (outlook->greatest - outlook->least >= 0.005)
        snprintf(range + strlen(range), sizeof range - strlen(range), " to %.2f", outlook->greatest);
    if (with_cit) {
        char cit[32], clock[FORMAT_SIZE];
        int64_t at_s = start_s + outlook->crossing_ns / NS_PER_S;
        /* "CIT 1.00", or "CIT" where it is not one number. */
        if (outlook->cit_changes)
            snprintf(cit, sizeof cit, "CIT");
        else
            snprintf(cit, sizeof cit, "CIT %.2f", outlook->cit);
        format_clock(clock, at_s, carbon_trace_offset(trace, at_s),
                     outlook->crossing_ns / NS_PER_S % 60 != 0);
        if (outlook->crossings == 0)
            snprintf(against, sizeof against, outlook->above ? ", above %s throughout" : ", never above %s",
                     cit);
        else if (outlook->crossings == 1)
            snprintf(against, sizeof against,
                     outlook->above ? ", falls to %s or below at %s" : ", rises above %s at %s", cit, clock);
        else
            snprintf(against, sizeof against, ", crosses %s %d times, first at %s", cit, outlook->crossings,
                     clock);
    }
    snprintf(out, size, "CIR %s over %s%s", range, length, against);
}

/* --- a year of it --- */

static void name_spot(const struct year *year, const struct year_spot *spot, char *out, size_t size)
{
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    if (year->seasons)
        snprintf(out, size, "%02d:00 in %s", spot->hour, months[spot->month - 1]);
    else
        snprintf(out, size, "%02d:00", spot->hour);
}

void year_describe(const struct year *year, const struct carbon_trace *trace, char *out, size_t size)
{
    char clean[48], dirty[48], times[48] = "";
    if (isnan(year->mean)) {
        snprintf(out, size, "It has no sample at all.");
        return;
    }
    if (trace->n == 1 || !(year->greatest > year->least)) {
        snprintf(out, size, "Constant: %.0f g/kWh at any time.", year->mean);
        return;
    }
    name_spot(year, &year->cleanest, clean, sizeof clean);
    name_spot(year, &year->dirtiest, dirty, sizeof dirty);
    if (year->cleanest.mean > 0)
        snprintf(times, sizeof times, ", %.1f times as much", year->dirtiest.mean / year->cleanest.mean);
    snprintf(out, size, "Cleanest at %s (%.0f g/kWh), dirtiest at %s (%.0f%s).", clean, year->cleanest.mean,
             dirty, year->dirtiest.mean, times);
}
