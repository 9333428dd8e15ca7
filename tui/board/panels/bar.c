/* The top bar: what runs, on which grid data, and when the cursor is. The basis of the carbon trace is never
 * dropped, only shortened (rule 9 of guides/screens); names give way to it. */
#include "tui/board/panels/panels.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/model/names.h"
#include "tui/words/action.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <string.h>

static const char *resolution(const struct carbon_trace *trace, char *out, size_t size)
{
    if (trace->n <= 1)
        snprintf(out, size, "constant");
    else if (trace->step_s == 3600)
        snprintf(out, size, "hourly");
    else if (trace->step_s == 1800)
        snprintf(out, size, "half-hourly");
    else
        snprintf(out, size, "every %d min", trace->step_s / 60);
    return out;
}

/* From the fullest to the shortest form; the first that fits is shown. */
enum { TRACE_FORMS = 5 };

static void describe_trace(const struct carbon_trace *trace, int year, int form, char *out, size_t size)
{
    char every[32], title[96];
    snprintf(title, sizeof title, "%s", trace->title);
    char *repeated = strstr(title, carbon_basis_names[trace->basis]);
    if (repeated > title && repeated[strlen(carbon_basis_names[trace->basis])] == 0)
        repeated[-1] = 0; /* titles that end in the basis need not say it twice */
    resolution(trace, every, sizeof every);
    const char *kind = trace->kind == KIND_UNKNOWN ? "kind n/a" : carbon_kind_names[trace->kind];
    const char *basis = trace->basis == BASIS_UNKNOWN ? "basis n/a" : carbon_basis_names[trace->basis];
    const char *dash = strrchr(trace->zone, '-'), *zone = dash && strlen(dash) > 3 ? dash + 1 : trace->zone;
    char constant[32];
    text_print(constant, sizeof constant, "%.0f g/kWh", trace->samples[0]);
    form = form == 1 && trace->n <= 1 ? 2 : form; /* a constant has no year, and its place is none */
    zone = trace->n <= 1 ? constant : zone;
    switch (form) {
    case 0:
        snprintf(out, size, "%s · %s, %s, %s", title, kind, basis, every);
        break;
    case 1:
        snprintf(out, size, "%s %d: %s, %s, %s", zone, year, kind, basis, every);
        break;
    case 2:
        snprintf(out, size, "%s: %s, %s, %s", zone, kind, basis, every);
        break;
    case 3:
        snprintf(out, size, "%s, %s, %s", kind, basis, every);
        break;
    default:
        snprintf(out, size, "%s, %s", trace->kind == KIND_AVERAGE ? "avg" : kind, basis);
    }
}

static int draw_clock(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    char here[160], elsewhere[128], play[32] = "";
    /* Date and time of the cursor, with the zone, as fine as the plots; the date is dropped first. */
    int columns = rect.w;
    int64_t start_s = explorer->document.scenario.start_s, t_ns = explorer->time.cursor_ns;
    char clock[FORMAT_SIZE], date[FORMAT_SIZE] = "", zone[FORMAT_SIZE];
    int digits = scene_clock_digits(scene), least = columns >= 100 ? CLOCK_SECONDS : CLOCK_MINUTES;
    clock_format(clock, start_s, t_ns, scene->offset_s, digits > least ? digits : least);
    if (columns >= 100)
        format_date(date, scene->cursor_s, scene->offset_s);
    else if (columns >= 60 && scene_has_days(scene))
        clock_day(date, start_s, t_ns, scene->offset_s);
    const char *gap = columns >= 100 ? "  " : *date ? " " : "";
    snprintf(here, sizeof here, "%s%s%s %s", date, gap, clock, format_zone(zone, scene->offset_s));
    /* "  23:50:00 UTC": the same instant in the zone that is not shown, or "". */
    char *out = elsewhere;
    int32_t offset_s;
    bool differs = explorer_other_offset(scene->explorer, scene->explorer->time.cursor_ns, &offset_s);
    out[0] = 0;
    if (rect.w >= 150 && differs)
        snprintf(out, sizeof elsewhere, "  %s %s", format_clock(FORMAT_ROOM, scene->cursor_s, offset_s, true),
                 format_zone(FORMAT_ROOM, offset_s));
    if (rect.w >= 60)
        snprintf(play, sizeof play, explorer->time.playing ? "▶ %.0f×  " : "paused  ", explorer->time.speed);
    int end = rect.x + rect.w, x = end - 1 - text_width(play) - text_width(here) - text_width(elsewhere),
        start = x;
    part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_TEXT), ROLE_BAR), play);
    canvas_spot(canvas, (struct rect){start, rect.y, x - start, 1}, SPOT_ACTION, ACTION_PLAY);
    canvas_spot(canvas, (struct rect){x, rect.y, end - x, 1}, SPOT_ACTION, ACTION_CLOCK);
    part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), here);
    part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), elsewhere);
    return start;
}

void panel_bar(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct model *model = scene->now->result->model;
    canvas_fill(canvas, rect, ' ', style_on(style_of(ROLE_TEXT), ROLE_BAR));
    int end = draw_clock(scene, rect, canvas) - 2, x = rect.x + 1, form = 0;
    int year = civil_from_unix(scene->explorer->document.scenario.start_s).year;
    char text[256];
    describe_trace(&model->trace, year, TRACE_FORMS - 1, text, sizeof text);
    if (rect.w >= 50) {
        part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), "wattif");
        x += 2;
        /* Draws it into the columns before `end` and leaves the trace's shortest form its room. */
        char name[160];
        int from = *&x;
        /* "carbondis-set1", of a saved run "night shift (carbondis-set1)". Where room is short the scenario's
         * name goes if the run's begins with it, as those that were suggested do; else the run's is cut, as
         * long as enough of it is left to know it by. */
        int room = end - *&x - 2 - text_width(text);
        enum { KNOWN_BY = 8 };
        const char *scenario = scene->explorer->document.scenario.name,
                   *run = explorer_run_name(scene->explorer);
        char tail[80];
        snprintf(tail, sizeof tail, " (%s)", scenario);
        int left = room - text_width(tail);
        bool fits = text_width(run) <= left, repeats = strncmp(run, scenario, strlen(scenario)) == 0;
        if (*run && (fits || (!repeats && left >= KNOWN_BY))) {
            snprintf(name, sizeof name, "%s", run);
            text_cut(name, sizeof name, left);
            size_t used = strlen(name);
            snprintf(name + used, sizeof name - used, "%s", tail);
        } else {
            snprintf(name, sizeof name, "%s", *run ? run : scenario);
            text_cut(name, sizeof name, room > 0 ? room : 0);
            size_t used = strlen(name);
            /* " · serving, vision, talk" of a scenario with pools, where there is room for all of it; else
             * "". */
            int own_room = room - text_width(name);
            char *out = name + used;
            size_t size = sizeof name - used;
            char list[NAME_LIST_SIZE];
            names_of_pools(&scene->explorer->document.scenario, list, sizeof list);
            text_print(out, size, " · %s", list);
            if (scene->explorer->document.scenario.n_pools == 0 || text_width(out) > own_room)
                out[0] = 0;
        }
        part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_TEXT), ROLE_BAR), name);
        canvas_spot(canvas, (struct rect){from, rect.y, *&x - from, 1}, SPOT_ACTION, ACTION_SCENARIOS);
        x += 2;
    }
    do
        describe_trace(&model->trace, year, form, text, sizeof text);
    while (text_width(text) > end - x && ++form < TRACE_FORMS);
    canvas_spot(canvas, (struct rect){x, rect.y, end - x, 1}, SPOT_ACTION, ACTION_TRACES);
    part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ROLE_BAR), text);
}
