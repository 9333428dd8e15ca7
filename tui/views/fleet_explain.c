/* What a cell of the fleet editor means: its column in words, which may share a word of the glossary and then
 * has its sentences, its formula and its source; what stands there, and what could. Of a scheme, what that
 * does. */
#include "tui/views/fleet.h"

#include "engine/base/text.h"
#include "engine/model/policy_table.h"
#include "tui/board/explain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void say_choices(const struct host *host, const struct fleet_draft *draft,
                        const struct fleet_cell *cell, struct explanation *out)
{
    char text[EXPLAIN_TEXT] = "";
    struct fleet_names names =
        cell->has ? fleet_cell_choices(draft, cell, host->store) : (struct fleet_names){0};
    size_t i = 0;
    for (; i < names.n && strlen(text) + strlen(names.names[i]) < EXPLAIN_TEXT / 2; i++)
        text_append(text, sizeof text, "%s%s", i ? ", " : "", names.names[i]);
    if (i < names.n)
        text_append(text, sizeof text, " and %zu more", names.n - i);
    if (names.n > 0)
        explain_say(out, cell->of->type == DRAFT_SLICES ? "such as" : "one of", "%s", text);
    if (names.fault.kind)
        explain_say(out, "one of", "%s", names.fault.message);
    free(names.names);
}

bool fleet_explain(const struct host *host, const void *state, int x, int y, struct explanation *out,
                   struct rect *where)
{
    const struct fleet_view *fleet = state;
    enum fleet_table table = fleet->table;
    int row = fleet->row[table], column = fleet->column[table];
    if (fleet->mode == FLEET_OFFER || fleet->draft.n_rows[table] == 0)
        return false;
    struct fleet_layout layout = fleet_divide(host->canvas->w, host->canvas->h, fleet);
    if (x >= 0 && !fleet_find_cell(fleet, &layout, x, y, &table, &row, &column))
        return false;
    const struct fleet_draft *draft = &fleet->draft;
    struct fleet_cell cell = fleet_cell(draft, table, row, column);
    *where = fleet_cell_rect(fleet, &layout, table, row, column);
    /* "How many GPUs are alike." */
    text_print(out->own, sizeof out->own, "%s.", cell.of->help);
    out->own[0] = (char)toupper((unsigned char)out->own[0]);
    out->meaning =
        (struct meaning){.name = "", .means = out->own, .formula = "", .source = "the scenario format"};
    text_copy(out->meaning.title, sizeof out->meaning.title, cell.of->title);
    /* What the glossary has of it: of the scheme that stands there, or of the column. */
    struct subject subject;
    bool scheme = cell.of->choice == CHOICE_SCHEMES && *cell.text;
    const char *word = scheme ? cell.text : cell.of->word;
    if (*word && glossary_find(word, &subject)) {
        struct meaning meaning = glossary_meaning(subject);
        text_append(out->own, sizeof out->own, "%s%s%s %s", scheme ? " " : "", scheme ? meaning.title : "",
                    scheme ? ":" : "", meaning.means);
        out->meaning.name = scheme ? "" : meaning.name;
        out->meaning.formula = meaning.formula;
        out->meaning.source = meaning.source;
    }
    if (table != FLEET_RUN)
        explain_say(out, "of", "%s %s", table == FLEET_GPUS ? "GPU" : "app",
                    fleet_cell(draft, table, row, table == FLEET_GPUS).text);
    /* "110 ms", "empty: none", or that this row has no such thing. */
    const char *unit = cell.unit, *empty = strstr(cell.of->help, "empty: ");
    double number;
    if (!cell.has)
        explain_say(out, "now",
                    "none: this kind has no such thing; a column to the left says which kind it is");
    else if (*cell.text)
        explain_say(out, "now", "%s%s%s", cell.text, *unit && text_to_number(cell.text, &number) ? " " : "",
                    text_to_number(cell.text, &number) ? unit : "");
    else if (empty)
        explain_say(out, "now", "empty: %.*s", (int)strcspn(empty + 7, ";"), empty + 7);
    else
        explain_say(out, "now", "empty");
    if (*unit && !*cell.text)
        explain_say(out, "unit", "%s", unit);
    say_choices(host, draft, &cell, out);
    for (size_t i = 0; i < draft->faults->count && i < FAULTS_KEPT; i++) {
        const struct fleet_place *place = &draft->places[i];
        if (place->table == table && place->row == row && (table == FLEET_RUN || place->column == column))
            explain_say(out, "fault", "%s", draft->faults->kept[i].message);
    }
    return true;
}
