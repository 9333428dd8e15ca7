/* Where numbers come from: shares of energy by the kind of profile row it rests on, what could not be done as
 * asked, and what the grid data is and is not. */
#include "tui/board/panels/panels.h"

#include "engine/base/text.h"
#include "tui/term/text.h"
#include "tui/words/format.h"
#include "engine/answers/remarks.h"
#include "tui/widgets/parts.h"

/* What is measured beyond idle power, below this share of energy, is not seen in the number. */
static const double UNSEEN = 0.005;

void panel_provenance(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct carbon_trace *trace = &scene->now->result->model->trace;
    const double *share = scene->now->total.provenance;
    int x = rect.x + 1, w = rect.w - 2, y = rect.y + 1;
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, "Where numbers come from", "", false);
    if (!scene->now->seen_finished)
        return;
    static const char *const marks[PROVENANCE_COUNT] = {" ", "÷", "~", "*", "?"},
                             *const rest_on[PROVENANCE_COUNT] = {"measured", "worked out", "from a model",
                                                                 "calibrated", "stated"};
    for (int kind = PROVENANCE_COUNT - 1; kind >= 0 && y < rect.y + rect.h - 1; kind--) {
        int at = x;
        if (!(share[kind] > 0))
            continue;
        double percent = 100 * scene->now->total.provenance[kind];
        bool only = summary_only_idle_is_measured(&scene->now->total);
        bool seen = kind != PROVENANCE_MEASURED || summary_measured_beyond_idle(&scene->now->total) >= UNSEEN;
        const char *rest = seen ? "" : only ? " (all of it idle)" : " (nearly all idle)";
        const char *words = text(&canvas->texts, " %.0f %% of energy %s%s", percent, rest_on[kind], rest);
        if (text_width(words) + 1 > w) /* and its sign */
            words = text(&canvas->texts, " %.0f %% %s%s", percent, rest_on[kind],
                         seen   ? ""
                         : only ? " (all idle)"
                                : " (idle)");
        part_span(canvas, &at, x + w, y, style_bold(ROLE_PROVENANCE), marks[kind]);
        part_span(canvas, &at, x + w, y++, style_of(ROLE_TEXT), words);
    }
    /* As many as leave a row for the grid. */
    int row = y;
    struct rect place = (struct rect){x, rect.y, w, rect.h};
    struct remark remarks[REMARKS_MAX];
    int n = remarks_list(scene->now->result->model, &scene->now->total, remarks);
    for (int k = 0; k < n && row < place.y + place.h - 1; k++) {
        int at = place.x;
        part_span(canvas, &at, place.x + place.w, row, style_bold(ROLE_PROVENANCE), "! ");
        part_span(canvas, &at, place.x + place.w, row++, style_of(ROLE_TEXT), remarks[k].brief);
    }
    y = row;
    /* As much of it as its rows hold: no clause is cut. */
    struct rect area = (struct rect){x + 2, y, w - 2, rect.y + rect.h - y};
    enum { FORMS = 4 };
    const char *marginal = trace->kind == KIND_AVERAGE ? ", not marginal" : "";
    char grid[128];
    int form = 0;
    do
        text_print(grid, sizeof grid, "%s%s, %s%s%s", form < 3 ? "grid: " : "", format_carbon_kind(trace),
                   format_carbon_basis(trace), form < 2 ? marginal : "", form < 1 ? "; stepwise" : "");
    while (part_wrap_rows(area.w, grid) > area.h && ++form < FORMS);
    part_wrap(canvas, area, style_of(ROLE_DIM), grid);
}
