/* Why: the last decisions up to the cursor, each in one sentence with the operands of the rule that decided.
 * In a narrow column only the last one. Where layouts are searched for, what the last searches kept; where
 * pods move, the move of the last minute. Above all of it what a scheme answered in vain. */
#include "tui/board/panels/panels.h"

#include "engine/answers/remarks.h"
#include "engine/answers/forecast.h"
#include "engine/answers/choice.h"
#include "engine/policy/evaluation.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/format.h"
#include "tui/words/scheme_words.h"
#include "tui/term/text.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SEARCH_SIZE = 160 };

/* "14:05:00.118", "14:05:00". */
static char *instant_text(const struct scene *scene, int64_t t_ns, int digits, char out[FORMAT_SIZE])
{
    return clock_format(out, scene->explorer->document.scenario.start_s, t_ns, scene->offset_s, digits);
}

static void target_name(const struct scene *scene, const struct decision *decision, char *out, size_t size)
{
    const struct model *model = scene->now->result->model;
    int gpu = decision->here.gpu;
    snprintf(out, size, "?");
    if (gpu >= 0)
        format_gpu(out, size, model, gpu);
}

/* The operands that made the difference, in so many columns: how late it would have been, or the grid against
 * the threshold, in plain words and with the terms where both have room. */
static const char *describe_operands(const struct decision *decision, int columns, struct arena *texts)
{
    enum choice_branch branch = choice_carbondis_branch(decision);
    if (branch == CHOICE_LATE && decision->deadline_ns > 0)
        return text(texts, "%.0f ms too late", ns_to_ms(choice_estimated_late_ns(decision)));
    if ((branch != CHOICE_DIRTY && branch != CHOICE_CLEAN) || isnan(decision->cir))
        return "";
    const char *const forms[] = {
        text(texts, "grid now %.2f × usual (CIR), dirty above %.2f (CIT)", decision->cir, decision->cit),
        text(texts, "%.2f × usual, dirty above %.2f", decision->cir, decision->cit),
        text(texts, "CIR %.2f %s CIT %.2f", decision->cir, branch == CHOICE_DIRTY ? ">" : "≤",
             decision->cit)};
    return text_fitting(forms, 3, columns);
}

/* --- what a search kept --- */

/* The scheme that searches, the layouts that it kept, and what it answered: "grid −26 % to 147 g/kWh, 7
 * tries". */
static void describe_search(const struct scene *scene, const struct event_search *search,
                            char kept[SEARCH_SIZE], char because[SEARCH_SIZE])
{
    const struct recording *recording = scene->now->result->recording;
    const struct evaluation *end = recording_evaluation(recording, search->kept);
    search_print_graph(recording, &end->graph, kept, SEARCH_SIZE);
    if (search->trigger == TRIGGER_INTENSITY && search->ci_before > 0)
        snprintf(because, SEARCH_SIZE, "grid %s%.0f %% to %.0f g/kWh",
                 search->ci < search->ci_before ? "−" : "+", 100 * fabs(search->ci / search->ci_before - 1),
                 search->ci);
    else
        text_copy(because, SEARCH_SIZE, search_reason_word(search->trigger));
    if (search->n_tries > 0)
        text_append(because, SEARCH_SIZE, ", %d tr%s", search->n_tries, search->n_tries == 1 ? "y" : "ies");
}

static const char *searching_scheme(const struct scene *scene)
{
    const struct model *model = scene->now->result->model;
    return policy_infos[scenario_pool_policy(&model->scenario, model_told_pool(model), LAYER_CONFIGURE)]
        .title;
}

/* --- which pod went where --- */

/* In the minute before the cursor. */
static const struct pod_move *last_move(const struct scene *scene)
{
    return move_at(scene->now->result->recording, scene->explorer->time.cursor_ns, 60 * NS_PER_S);
}

/* Does the newest search say more than the newest request? That was merely the next in turn. */
static bool search_leads(const struct scene *scene)
{
    return scene->n_configured > 0 &&
           (scene->n_why == 0 || scene->why[scene->n_why - 1].reason == REASON_PULL);
}

/* Where what a search answered may end, if all of it has no room: the tries go first, then where the grid
 * came to. */
static const char *const shorter[] = {", ", " to "};
enum { SHORTER = sizeof shorter / sizeof *shorter };

static void draw_narrow_search(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct event_search *search = &scene->configured[scene->n_configured - 1];
    char kept[SEARCH_SIZE], because[SEARCH_SIZE];
    struct rect below = {rect.x + 1, rect.y + 1, rect.w - 1, rect.h - 1};
    describe_search(scene, search, kept, because);
    const char *words = text(&canvas->texts, "%s: %s; %s", searching_scheme(scene), kept, because);
    for (int way = 0; way < SHORTER && part_wrap_rows(below.w, words) > below.h; way++) {
        char *end = strstr(because, shorter[way]);
        if (end)
            *end = 0;
        words = text(&canvas->texts, "%s: %s; %s", searching_scheme(scene), kept, because);
    }
    part_wrap(canvas, below, style_of(ROLE_TEXT), words);
}

/* --- decisions --- */

/* "14:05:00  CLOVER keeps 4g b5: grid −26 % to 147 g/kWh, 7 tries": who did what, and why. */
struct deed {
    int64_t t_ns;
    struct style style; /* of who */
    const char *who, *does, *what, *because;
};

static void draw_deed(const struct scene *scene, const struct deed *deed, struct rect row,
                      struct canvas *canvas)
{
    int x = row.x + 1, end = row.x + row.w - 1, y = row.y;
    part_span(canvas, &x, end, y, style_of(ROLE_DIM),
              instant_text(scene, deed->t_ns, CLOCK_SECONDS, FORMAT_ROOM));
    x += row.w >= 150 ? 6 : 2; /* under the milliseconds of the others */
    part_span(canvas, &x, end, y, deed->style, deed->who);
    part_span(canvas, &x, end, y, style_of(ROLE_TEXT), deed->does);
    part_span(canvas, &x, end, y, style_bold(ROLE_TITLE), deed->what);
    part_span(canvas, &x, end, y, style_of(ROLE_TEXT), ": ");
    part_span(canvas, &x, end, y, style_of(ROLE_TEXT), deed->because);
}

/* The move, then the searches, as many as the others leave rows for, then the decisions. */
static void draw_rows(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    const struct pod_move *move = last_move(scene);
    int rows = rect.h - 1 - (move != NULL), decisions = scene->n_why;
    if (search_leads(scene) && rows == 1)
        decisions = 0;
    decisions = decisions > rows - (scene->n_configured > 0 && rows > 1)
                    ? rows - (scene->n_configured > 0 && rows > 1)
                    : decisions;
    int searches = scene->n_configured < rows - decisions ? scene->n_configured : rows - decisions;
    int y = rect.y + 1;
    if (move) {
        const struct recording *recording = scene->now->result->recording;
        char pod[64], way[96];
        move_print_pod(recording, move, pod, sizeof pod);
        move_print_way(recording, move, way, sizeof way);
        struct deed deed = {move->t_ns, style_bold(scene_app_role(move->app)), pod, " went from ",
                            way,        move_reason_sentences[move->reason]};
        draw_deed(scene, &deed, (struct rect){rect.x, y++, rect.w, 1}, canvas);
    }
    for (int i = 0; i < searches; i++) {
        const struct event_search *search = &scene->configured[scene->n_configured - searches + i];
        char kept[SEARCH_SIZE], because[SEARCH_SIZE];
        describe_search(scene, search, kept, because);
        struct deed deed = {search->end_ns, style_bold(ROLE_TITLE), searching_scheme(scene), " keeps ", kept,
                            because};
        draw_deed(scene, &deed, (struct rect){rect.x, y++, rect.w, 1}, canvas);
    }
    for (int i = 0; i < decisions; i++) {
        const struct decision *decision = &scene->why[scene->n_why - decisions + i];
        struct rect row = (struct rect){rect.x, y++, rect.w, 1};
        bool last = i == decisions - 1;
        const struct model *model = scene->now->result->model;
        enum role ground = last && scene->n_why > 1 ? ROLE_SELECTED : ROLE_BACKGROUND;
        char target[24];
        int x = row.x + 1, end = row.x + row.w - 1;
        canvas_fill(canvas, row, ' ', style_on(style_of(ROLE_TEXT), ground));
        if (ground == ROLE_SELECTED)
            canvas_put(canvas, row.x, row.y, 0x258C, style_bold(ROLE_FOCUS));
        if (row.w >= 150) {
            part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_DIM), ground),
                      instant_text(scene, decision->t_ns, CLOCK_FINEST, FORMAT_ROOM));
            x += 2;
        }
        part_span(canvas, &x, end, row.y, style_on(style_bold(scene_app_role(decision->app)), ground),
                  format_app(FORMAT_ROOM, model->apps[decision->app].name));
        part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_TEXT), ground),
                  text(&canvas->texts, " request %s → ", format_count(FORMAT_ROOM, decision->request + 1)));
        target_name(scene, decision, target, sizeof target);
        part_span(canvas, &x, end, row.y, style_on(style_bold(ROLE_TITLE), ground), target);
        part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_TEXT), ground), ": ");
        part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_TEXT), ground),
                  reason_sentences[decision->reason]);
        const char *operands = describe_operands(decision, end - x - 4, &canvas->texts);
        if (*operands && end - x > text_width(operands) + 3) {
            part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_DIM), ground), "  ");
            part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_DIM), ground), operands);
        }
    }
}

void panel_why(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    char instant[FORMAT_SIZE] = "";
    bool narrow = rect.w < 60;
    bool search = search_leads(scene) && (narrow || rect.h == 2);
    if (search)
        instant_text(scene, scene->configured[scene->n_configured - 1].end_ns, CLOCK_FINEST, instant);
    else if (scene->n_why > 0)
        instant_text(scene, scene->why[scene->n_why - 1].t_ns, CLOCK_FINEST, instant);
    part_title(canvas, (struct rect){rect.x, rect.y, rect.w, 1}, 0, "Why",
               rect.h > 3 && !narrow ? "the last decisions up to the cursor" : instant, false);
    struct remark refused;
    if (remark_refused(scene->now->result->model, &scene->now->total, &refused)) {
        int rows = narrow ? rect.h - 1 : 1, x = rect.x + 1;
        part_wrap(canvas, (struct rect){x, rect.y + 1, rect.w - 1, rows}, style_of(ROLE_PROVENANCE),
                  part_wrap_rows(rect.w - 1, refused.text) > rows ? refused.brief : refused.text);
        rect = (struct rect){rect.x, rect.y + rows, rect.w, rect.h - rows};
        if (rect.h < 2)
            return;
    }
    if (scene->n_why == 0 && scene->n_configured == 0 && !last_move(scene)) {
        part_wrap(canvas, (struct rect){rect.x + 1, rect.y + 1, rect.w - 1, rect.h - 1}, style_of(ROLE_DIM),
                  scene->has_instant ? "no decision in the minute before" : "known when all is simulated");
        return;
    }
    if (narrow && search) {
        draw_narrow_search(scene, rect, canvas);
    } else if (narrow && scene->n_why > 0) {
        const struct decision *decision = &scene->why[scene->n_why - 1];
        const struct model *model = scene->now->result->model;
        char target[24], because[96];
        int x = rect.x + 1, end = rect.x + rect.w, y = rect.y + 1;
        part_span(canvas, &x, end, y, style_bold(scene_app_role(decision->app)),
                  format_app(FORMAT_ROOM, model->apps[decision->app].name));
        part_span(canvas, &x, end, y, style_of(ROLE_TEXT), " → ");
        target_name(scene, decision, target, sizeof target);
        part_span(canvas, &x, end, y, style_bold(ROLE_TITLE), target);
        struct rect below = {rect.x + 1, y + 1, rect.w - 1, rect.y + rect.h - y - 1};
        const char *operands = describe_operands(decision, below.w, &canvas->texts);
        text_copy(because, sizeof because, *operands ? operands : reason_sentences[decision->reason]);
        if (part_wrap_rows(below.w, because) > below.h)
            format_reason(because, sizeof because, decision->reason, "low-end", "high-end");
        int used = part_wrap(canvas, below, style_of(ROLE_TEXT), because);
        enum provenance worst = shares_least_certain(scene->now->total.provenance);
        if (used < below.h && worst >= PROVENANCE_MODELLED) {
            int at = below.x, last = below.y + below.h - 1;
            part_span(canvas, &at, end, last, style_of(ROLE_PROVENANCE), format_provenance(worst));
            part_span(canvas, &at, end, last, style_of(ROLE_DIM),
                      text(&canvas->texts, " on %s rows", provenance_names[worst]));
        }
    } else if (!narrow) {
        draw_rows(scene, rect, canvas);
    }
}
