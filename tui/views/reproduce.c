/* Published claims: at the left each with its verdict, at the right what the chosen one expects, what came
 * out, under which conditions it does, and why. What is known comes from the store's cache; the hundreds of
 * runs behind a paper are made behind the screen once Enter asks for them. Enter on a claim that has come out
 * one way or the other opens the run that proves or breaks it. Formulas that are checked by arithmetic are
 * counted, and lie behind one row. */
#include "engine/account/account.h"
#include "tui/views/picker.h"

#include "engine/base/text.h"
#include "tui/explorer/claims.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_W = 46, LONG_W = 100, ID_W = 7, COLUMN_W = 3, HEADING_SIZE = 160 };

struct row {
    int paper;
    size_t place;                          /* among the expectations of all papers */
    const struct expectation *expectation; /* NULL: it stands for the formulas of all papers */
};

struct reproduce {
    struct row *rows; /* owned */
    bool unfolded;
    int claims, holding, unknown, formulas, coming_out;
    char heading[HEADING_SIZE];
};

/* A verdict as a sign; -1: it is not known. */
static const char *sign_of(int verdict)
{
    static const char *const signs[VERDICT_COUNT] = {"●", "○", "·"};
    return verdict < 0 ? " " : signs[verdict];
}

static enum role role_of(int verdict)
{
    static const enum role roles[VERDICT_COUNT] = {ROLE_GOOD, ROLE_BAD, ROLE_DIM};
    return verdict < 0 ? ROLE_DIM : roles[verdict];
}

static int verdict_of(const struct finding *finding)
{
    return finding ? finding->verdicts[0] : -1;
}

/* --- the list --- */

static int add_rows(const struct papers *papers, struct reproduce *own, int n, bool formulas)
{
    size_t place = 0;
    for (int p = 0; papers->all[p]; p++)
        for (size_t i = 0; i < papers->all[p]->n_expectations; i++, place++) {
            const struct expectation *expectation = &papers->all[p]->expectations[i];
            if (expectation->formula == formulas)
                own->rows[n++] = (struct row){p, place, expectation};
        }
    return n;
}

static bool reproduce_load(struct host *host, struct picker *picker, const char *argument,
                           struct error *error)
{
    struct reproduce *own = picker->own;
    if (!explorer_ask_claims(host->explorer, host->store, error))
        return false;
    const struct papers *papers = explorer_papers(host->explorer);
    free(own->rows);
    own->rows = calloc(papers->n_expectations + 1, sizeof *own->rows);
    if (!own->rows)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    picker->n = add_rows(papers, own, 0, false);
    own->rows[picker->n++] = (struct row){0};
    picker->n = add_rows(papers, own, picker->n, true);
    for (int i = 0; i < picker->n && *argument; i++)
        if (own->rows[i].expectation && strcmp(own->rows[i].expectation->id, argument) == 0)
            picker->at = i;
    return true;
}

static void reproduce_unload(struct host *host, struct picker *picker)
{
    (void)host;
    free(((struct reproduce *)picker->own)->rows);
}

static const char *reproduce_match(const struct picker *picker, int item)
{
    const struct row *row = &((const struct reproduce *)picker->own)->rows[item];
    return row->expectation ? row->expectation->claim : "formulas";
}

static bool reproduce_folded(const struct picker *picker, int item)
{
    const struct reproduce *own = picker->own;
    const struct expectation *expectation = own->rows[item].expectation;
    return expectation && expectation->formula && !own->unfolded;
}

static void draw_fold(const struct reproduce *own, struct rect rect, enum role ground, struct canvas *canvas)
{
    char text[64];
    int x = rect.x + 1;
    snprintf(text, sizeof text, "%s %d of %d formulas come out", own->unfolded ? "▾" : "▸", own->coming_out,
             own->formulas);
    part_span(canvas, &x, rect.x + rect.w, rect.y, style_on(style_of(ROLE_DIM), ground), text);
}

static void reproduce_row(const struct host *host, const struct picker *picker, int item, struct rect rect,
                          enum role ground, struct canvas *canvas)
{
    const struct row *row = &((const struct reproduce *)picker->own)->rows[item];
    if (!row->expectation) {
        draw_fold(picker->own, rect, ground, canvas);
        return;
    }
    int verdict = verdict_of(explorer_finding(host->explorer, row->place));
    int x = rect.x, end = rect.x + rect.w;
    bool chosen = item == picker_item(picker);
    part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_TEXT), ground), row->expectation->id);
    x = rect.x + ID_W;
    part_span(canvas, &x, end, rect.y, style_on(style_bold(role_of(verdict)), ground), sign_of(verdict));
    x = rect.x + ID_W + 2;
    enum role role = verdict < 0 ? ROLE_DIM : ROLE_TEXT;
    part_span(canvas, &x, end, rect.y, style_on(chosen ? style_bold(ROLE_TITLE) : style_of(role), ground),
              row->expectation->claim);
}

/* --- the preview --- */

/* "○ deviates   CarbonDIS Fig. 8" */
static void put_verdict(struct lines *lines, const struct expectation *expectation, int verdict)
{
    int x = lines->rect.x, end = lines->rect.x + lines->rect.w, y = lines->rect.y + lines->y;
    char text[48];
    if (lines_left(lines) == 0)
        return;
    text_print(text, sizeof text, "%s %s", sign_of(verdict),
               verdict < 0 ? "not simulated yet" : verdict_names[verdict]);
    part_span(lines->canvas, &x, end, y, popup_bold(role_of(verdict)), text);
    part_span(lines->canvas, &x, end, y, popup_style(ROLE_DIM), "   ");
    part_span(lines->canvas, &x, end, y, popup_style(ROLE_DIM), expectation->source);
    lines->y++;
}

/* The points at which a claim is told by itself: the presets, then each variant that could tell. */
struct columns {
    int n, points[VARIANTS_MAX + 1];
    char names[VARIANTS_MAX + 1][LABEL_SIZE]; /* "profiles fig2", "exp., fig2" */
};

static struct columns columns_of(const struct finding *finding)
{
    struct columns columns = {.n = 1, .names = {"as shipped"}};
    for (struct finding_variant at = {0}; finding_next_variant(finding, &at);) {
        const char *label = at.sweep->label;
        columns.points[columns.n] = at.point;
        text_print(columns.names[columns.n++], LABEL_SIZE, "%s%s%s", label ? label : at.sweep->knob,
                   label ? "" : " ", label ? "" : at.value);
    }
    return columns;
}

/* A name, then a sign for each column. */
static void put_signs(struct lines *lines, const char *name, const uint8_t *verdicts,
                      const struct columns *columns)
{
    int y = lines->rect.y + lines->y, end = lines->rect.x + lines->rect.w;
    if (lines_left(lines) == 0)
        return;
    lines->y++;
    for (int c = 0; c < columns->n; c++) {
        int verdict = verdicts[columns->points[c]], x = lines->rect.x + c * COLUMN_W;
        part_span(lines->canvas, &x, end, y, popup_bold(role_of(verdict)), sign_of(verdict));
    }
    int x = lines->rect.x + columns->n * COLUMN_W;
    part_span(lines->canvas, &x, end, y, popup_style(ROLE_TEXT), name);
}

/* The verdicts of the whole claim and of its parts, as shipped and under each variant; below them what the
 * columns are. */
static void put_table(struct lines *lines, const struct finding *finding)
{
    struct columns columns = columns_of(finding);
    char names[(VARIANTS_MAX + 1) * (LABEL_SIZE + 4)] = "";
    size_t used = 0;
    if (finding->n_parts == 0 && columns.n == 1)
        return;
    lines_gap(lines);
    put_signs(lines, "the claim", finding->verdicts, &columns);
    for (int p = 0; p < finding->n_parts; p++)
        put_signs(lines, finding->parts[p], finding->part_verdicts[p], &columns);
    for (int c = 0; c < columns.n; c++) {
        text_print(names + used, sizeof names - used, "%s%s", c > 0 ? " | " : "columns: ", columns.names[c]);
        used += strlen(names + used);
    }
    if (columns.n > 1)
        lines_wrap(lines, popup_style(ROLE_DIM), names);
}

/* What Enter does, in the last row. */
static void put_run(struct lines *lines, const struct finding *finding)
{
    char text[160];
    size_t used = 0;
    int index = finding_trial(finding);
    if (index < 0)
        return;
    struct trial trial = finding->paper->trials[index];
    text_print(text, sizeof text, "Enter: %s", trial.scenario);
    used = strlen(text);
    for (int i = 0; i < SETTINGS_MAX && trial.settings[i]; i++) {
        text_print(text + used, sizeof text - used, ", %s", trial.settings[i]);
        used += strlen(text + used);
    }
    lines_put(lines, popup_style(ROLE_DIM), text);
}

/* How many rows a fact may take, so that each of the others has some. */
static int rows_for(const struct lines *lines, int share)
{
    int rows = lines_left(lines) * share / 100;
    return rows < 1 ? 1 : rows;
}

static void reproduce_preview(const struct host *host, const struct picker *picker, int item,
                              struct rect rect, struct canvas *canvas)
{
    const struct row *row = &((const struct reproduce *)picker->own)->rows[item];
    struct lines lines = {canvas, rect, 0};
    if (!row->expectation) {
        lines_wrap(
            &lines, popup_style(ROLE_TEXT),
            "Numbers of the papers that follow from their own formulas, computed by the functions that the engine itself uses. Enter lists them.");
        return;
    }
    const struct finding *finding = explorer_finding(host->explorer, row->place);
    bool tall = rect.h >= 20;
    lines_wrap(&lines, popup_bold(ROLE_TITLE), row->expectation->claim);
    put_verdict(&lines, row->expectation, verdict_of(finding));
    if (tall)
        lines_gap(&lines);
    lines_fact(&lines, "expected", rows_for(&lines, 40), row->expectation->expected);
    if (!finding) {
        const char *fault = explorer_claims_fault(host->explorer);
        const struct paper *paper = explorer_papers(host->explorer)->all[row->paper];
        char text[240];
        lines_gap(&lines);
        if (fault)
            lines_wrap(&lines, popup_style(ROLE_BAD), fault);
        text_print(
            text, sizeof text,
            "Enter simulates what %s claims (%s), behind the screen and after everything else; what comes out is kept.",
            paper->title, strcmp(paper->prefix, "CD") == 0 ? "some ten seconds" : "some minutes");
        if (explorer_claims_progress(host->explorer).paper != row->paper)
            lines_wrap(&lines, popup_style(ROLE_TEXT), text);
        return;
    }
    lines_fact(&lines, "obtained", rows_for(&lines, tall ? 40 : 50), finding->obtained);
    lines_fact(&lines, "why", rows_for(&lines, tall ? 60 : 100), finding_why(finding));
    struct turned turned;
    char told[256];
    for (int k = 0; finding_turn(finding, k, &turned); k++) {
        turned_print(&turned, told, sizeof told);
        lines_fact(&lines, "turned", 2, told);
    }
    /* Over how many starts, or seeds, the claim itself holds. */
    struct held held;
    for (int s = 0; s < finding->paper->n_sweeps; s++)
        if (finding_held(finding, s, &held))
            lines_factf(&lines, "holds in", "%d of %d %s", held.holds, held.of, held.phrase);
    /* How its numbers spread over the starts, beside the preset's own: "Set 1, %: here -11.2, over 24 January
     * starts median -22.1, -26.4 to -5.7". */
    for (int s = 0; s < finding->paper->n_sweeps; s++)
        for (int m = 0; finding->paper->sweeps[s].shape == SWEEP_SHARE && m < finding->n_measures; m++) {
            struct spread spread;
            if (finding_spread(finding, s, m, &spread))
                lines_factf(&lines, "spread", "%s: here %.1f; over %d %s median %.1f, %.1f to %.1f",
                            finding->measures[m], finding->values[m][0], spread.n,
                            finding->paper->sweeps[s].phrase, spread.median, spread.least, spread.most);
        }
    put_table(&lines, finding);
    put_run(&lines, finding);
}

/* --- taking one --- */

/* The scenario of the trial, as the library has it. */
static bool load_scenario(void *context, const char *name, struct scenario *scenario, struct error *error)
{
    return store_load_scenario(context, name, scenario, error);
}

static unsigned open_run(struct host *host, const struct finding *finding, int index)
{
    struct experiment_inputs inputs = {.scenario = load_scenario, .context = host->store};
    struct scenario scenario;
    struct error error = {0};
    bool opened = experiment_scenario(finding->paper, &inputs, index, &scenario, &error);
    if (opened) {
        opened = explorer_open(host->explorer, &scenario, (struct recorded){0}, &error);
        scenario_free(&scenario);
    }
    if (!opened) {
        message_say_error(host->message, &error);
        return REPLY_DONE;
    }
    explorer_name_source(host->explorer, finding->paper->trials[index].scenario);
    message_say(host->message, false, "the run of %s, which %s; u goes back to what was open",
                finding->expectation->id, verdict_names[finding->verdicts[0]]);
    return REPLY_DONE | REPLY_CLOSE;
}

static unsigned reproduce_accept(struct host *host, struct picker *picker, int item)
{
    struct reproduce *own = picker->own;
    const struct row *row = &own->rows[item];
    struct error error = {0};
    if (!row->expectation) {
        own->unfolded = !own->unfolded;
        picker_refold(picker);
        return REPLY_DONE;
    }
    const struct finding *finding = explorer_finding(host->explorer, row->place);
    int index = finding ? finding_trial(finding) : -1;
    if (index >= 0)
        return open_run(host, finding, index);
    if (finding)
        message_say(host->message, false, "%s needs no run: it follows from inputs and formulas alone",
                    row->expectation->id);
    else if (explorer_run_claims(host->explorer, row->paper, &error))
        message_say(host->message, false,
                    "the runs of %s are simulated behind the screen; Esc leaves them to it",
                    explorer_papers(host->explorer)->all[row->paper]->title);
    else
        message_say_error(host->message, &error);
    return REPLY_DONE;
}

/* --- the counts --- */

static void write_heading(const struct explorer *explorer, struct reproduce *own)
{
    struct claims_progress progress = explorer_claims_progress(explorer);
    char more[64] = "";
    if (progress.recalling)
        text_print(more, sizeof more, "; looking up what is known");
    else if (progress.paper >= 0)
        text_print(more, sizeof more, "; %s: run %zu of %zu",
                   explorer_papers(explorer)->all[progress.paper]->title, progress.done, progress.n);
    else if (own->unknown > 0)
        text_print(more, sizeof more, ", %d not simulated yet", own->unknown);
    int known = own->claims - own->unknown;
    text_print(own->heading, sizeof own->heading, "Claims: %d of %d%s hold%s; formulas: %d of %d",
               own->holding, known, own->unknown > 0 ? " simulated" : "", more, own->coming_out,
               own->formulas);
}

static const char *reproduce_heading(const struct picker *picker)
{
    return ((const struct reproduce *)picker->own)->heading;
}

static void reproduce_update(struct host *host, struct picker *picker)
{
    struct reproduce *own = picker->own;
    size_t place = 0;
    const struct papers *papers = explorer_papers(host->explorer);
    own->claims = own->holding = own->unknown = own->formulas = own->coming_out = 0;
    for (int p = 0; papers->all[p]; p++)
        for (size_t i = 0; i < papers->all[p]->n_expectations; i++, place++) {
            const struct finding *finding = explorer_finding(host->explorer, place);
            bool formula = papers->all[p]->expectations[i].formula;
            bool holds = verdict_of(finding) == VERDICT_HOLDS;
            *(formula ? &own->formulas : &own->claims) += 1;
            *(formula ? &own->coming_out : &own->holding) += holds;
            own->unknown += !formula && !finding;
        }
    write_heading(host->explorer, picker->own);
}

static const struct picker_kind reproduce_kind = {
    .title = "Published claims",
    .heading = reproduce_heading,
    .empty = "There are no claims.",
    .own_size = sizeof(struct reproduce),
    .w = 180,
    .h = 56,
    .list_w = LIST_W,
    .long_w = LONG_W,
    .load = reproduce_load,
    .unload = reproduce_unload,
    .match = reproduce_match,
    .folded = reproduce_folded,
    .row = reproduce_row,
    .preview = reproduce_preview,
    .accept = reproduce_accept,
    .update = reproduce_update,
};

static const struct hint reproduce_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
    {ACTION_LIST_ACCEPT, ACTION_NONE, "open its run", 1},
    {ACTION_LIST_FILTER, ACTION_NONE, "filter", 2},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

/* A row a claim, as far as it is known. */
static void reproduce_tell(const struct host *host, const void *state, struct account *account)
{
    static const char *const columns[] = {"id", "source", "claim", "expected", "obtained", "verdict", "why"};
    const struct picker *picker = state;
    const struct reproduce *own = picker->own;
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < picker->n; i++) {
        const struct expectation *expectation = own->rows[i].expectation;
        const struct finding *finding =
            expectation ? explorer_finding(host->explorer, own->rows[i].place) : NULL;
        if (!expectation)
            continue;
        ACCOUNT_ADD(account, account_said(expectation->id), account_said(expectation->source),
                    account_said(expectation->claim), account_said(expectation->expected),
                    account_said(finding ? finding->obtained : NULL),
                    account_said(finding ? verdict_names[verdict_of(finding)] : NULL),
                    account_said(finding ? finding_why(finding) : NULL));
    }
}

const struct view_ops view_reproduce = {
    .contexts = CONTEXT_LIST,
    PICKER_SLOTS(reproduce_kind),
    .tell = reproduce_tell,
    .hints = reproduce_hints,
    .n_hints = sizeof reproduce_hints / sizeof *reproduce_hints,
};
