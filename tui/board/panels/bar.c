/* The top bar: what runs, on which grid data, and when the cursor is. The basis of the carbon trace is never
 * dropped, only shortened (rule 9 of guides/screens); names give way to it. */
#include "tui/board/panels/panels.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/model/names.h"
#include "tui/words/action.h"
#include "tui/words/facts.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <string.h>

/* What the trace is, from the fullest to the shortest form; the first that fits is shown. */
enum { TRACE_FORMS = 5 };

static void tell_trace(const struct carbon_trace *trace, int year, struct arena *texts,
                       const char *forms[TRACE_FORMS])
{
    const char *title = trace->title, *repeated = strstr(title, carbon_basis_names[trace->basis]);
    size_t n = strlen(title);
    if (repeated > title && repeated[strlen(carbon_basis_names[trace->basis])] == 0)
        n = (size_t)(repeated - 1 - title); /* titles that end in the basis need not say it twice */
    char every[48];
    trace_resolution(trace, every, sizeof every);
    const char *kind = trace->kind == KIND_UNKNOWN ? "kind n/a" : carbon_kind_names[trace->kind];
    const char *basis = trace->basis == BASIS_UNKNOWN ? "basis n/a" : carbon_basis_names[trace->basis];
    const char *dash = strrchr(trace->zone, '-'), *zone = dash && strlen(dash) > 3 ? dash + 1 : trace->zone;
    if (trace->n <= 1) /* a constant has no year, and its place is none */
        zone = text(texts, "%.0f g/kWh", trace->samples[0]);
    forms[3] = text(texts, "%s, %s, %s", kind, basis, every);
    forms[0] = text(texts, "%.*s · %s", (int)n, title, forms[3]);
    forms[2] = text(texts, "%s: %s", zone, forms[3]);
    forms[1] = trace->n <= 1 ? forms[2] : text(texts, "%s %d: %s", zone, year, forms[3]);
    forms[4] = text(texts, "%s, %s", trace->kind == KIND_AVERAGE ? "avg" : kind, basis);
}

static int draw_clock(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct explorer *explorer = scene->explorer;
    const char *elsewhere = "", *play = "";
    /* Date and time of the cursor, with the zone, as fine as the plots; the date is dropped first. */
    int64_t start_s = explorer->document.scenario.start_s, t_ns = explorer->time.cursor_ns;
    char date[FORMAT_SIZE] = "";
    int digits = scene_clock_digits(scene), least = rect.w >= 100 ? CLOCK_SECONDS : CLOCK_MINUTES;
    if (rect.w >= 100)
        format_date(date, scene->cursor_s, scene->offset_s);
    else if (rect.w >= 60 && scene_has_days(scene))
        clock_day(date, start_s, t_ns, scene->offset_s);
    const char *gap = rect.w >= 100 ? "  " : *date ? " " : "";
    const char *here =
        text(&canvas->texts, "%s%s%s %s", date, gap,
             clock_format(FORMAT_ROOM, start_s, t_ns, scene->offset_s, digits > least ? digits : least),
             format_zone(FORMAT_ROOM, scene->offset_s));
    /* "  23:50:00 UTC": the same instant in the zone that is not shown, or "". */
    int32_t offset_s;
    if (explorer_other_offset(explorer, t_ns, &offset_s) && rect.w >= 150)
        elsewhere =
            text(&canvas->texts, "  %s %s", format_clock(FORMAT_ROOM, scene->cursor_s, offset_s, true),
                 format_zone(FORMAT_ROOM, offset_s));
    if (rect.w >= 60)
        play = text(&canvas->texts, explorer->time.playing ? "▶ %.0f×  " : "paused  ", explorer->time.speed);
    int end = rect.x + rect.w, x = end - 1 - text_width(play) - text_width(here) - text_width(elsewhere),
        start = x;
    part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_TEXT), ROLE_BAR), play);
    canvas_spot(canvas, (struct rect){start, rect.y, x - start, 1}, SPOT_ACTION, ACTION_PLAY);
    canvas_spot(canvas, (struct rect){x, rect.y, end - x, 1}, SPOT_ACTION, ACTION_CLOCK);
    part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), here);
    part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), elsewhere);
    return start;
}

/* "carbondis-set1", of a saved run "night shift (carbondis-set1)", in at most `room` columns; returns the
 * column after it. Where room is short the scenario's name goes if the run's begins with it, as those that
 * were suggested do; else the run's is cut, as long as enough of it is left to know it by. */
static int draw_name(const struct scene *scene, int x, int y, int room, struct canvas *canvas)
{
    enum { KNOWN_BY = 8 };
    const struct scenario *scenario = &scene->explorer->document.scenario;
    const char *run = explorer_run_name(scene->explorer),
               *tail = text(&canvas->texts, " (%s)", scenario->name);
    struct style style = style_on(style_of(ROLE_TEXT), ROLE_BAR);
    int end = x + (room > 0 ? room : 0), run_end = end - text_width(tail);
    bool fits = text_width(run) <= run_end - x,
         repeats = strncmp(run, scenario->name, strlen(scenario->name)) == 0;
    if (*run && (fits || (!repeats && run_end - x >= KNOWN_BY))) {
        part_span(canvas, &x, run_end, y, style, run);
        part_span(canvas, &x, end, y, style, tail);
        return x;
    }
    part_span(canvas, &x, end, y, style, *run ? run : scenario->name);
    /* " · serving, vision, talk" of a scenario with pools, where there is room for all of it. */
    char list[NAME_LIST_SIZE];
    names_of_pools(scenario, list, sizeof list);
    const char *pools = text(&canvas->texts, " · %s", list);
    if (scenario->n_pools > 0 && text_width(pools) <= end - x)
        part_span(canvas, &x, end, y, style, pools);
    return x;
}

void panel_bar(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    canvas_fill(canvas, rect, ' ', style_on(style_of(ROLE_TEXT), ROLE_BAR));
    int end = draw_clock(scene, rect, canvas) - 2, x = rect.x + 1;
    const char *forms[TRACE_FORMS];
    tell_trace(&scene->now->result->model->trace,
               civil_from_unix(scene->explorer->document.scenario.start_s).year, &canvas->texts, forms);
    if (rect.w >= 50) {
        part_span(canvas, &x, end, rect.y, style_on(style_bold(ROLE_TITLE), ROLE_BAR), "wattif");
        int from = x += 2, room = end - x - 2 - text_width(forms[TRACE_FORMS - 1]);
        x = draw_name(scene, x, rect.y, room, canvas);
        canvas_spot(canvas, (struct rect){from, rect.y, x - from, 1}, SPOT_ACTION, ACTION_SCENARIOS);
        x += 2;
    }
    canvas_spot(canvas, (struct rect){x, rect.y, end - x, 1}, SPOT_ACTION, ACTION_TRACES);
    part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ROLE_BAR),
              text_fitting(forms, TRACE_FORMS, end - x));
}
