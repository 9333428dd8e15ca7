/* A player has the runs of the moments that expressions ask of; a run that did not change is not made
 * again. */
#include "store/lessons/lessons.h"

#include "engine/answers/live_text.h"
#include "engine/explore/prepare.h"
#include "engine/sim/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN_MAX = 8 };

/* A scenario and what came of it; the same at several moments where nothing changed. */
struct played {
    int references;
    struct model *model; /* a reference; its scenario is what was played */
    struct summary summary;
};

struct player {
    const struct lecture *lesson;
    struct store *store;
    struct shelf *shelf;
    struct jobs *jobs;
    bool asks_reference;
    struct played *of[MOMENTS]; /* references; NULL: not yet */
    int stop, runs, seeds;
    int n_seen;
    const char *seen[SEEN_MAX]; /* in this step */
    struct faults *faults;
};

/* --- runs --- */

static void forget(struct played **played)
{
    if (*played && --(*played)->references == 0) {
        model_release((*played)->model);
        free(*played);
    }
    *played = NULL;
}

/* Runs a scenario as this moment. */
static bool play(struct player *player, enum expression_moment moment, const struct scenario *scenario,
                 struct error *error)
{
    struct run_options options = {.snapshots = false, .record = false};
    struct played *next = calloc(1, sizeof *next);
    player->runs++;
    if (!next)
        return error_no_memory(error);
    next->references = 1;
    next->model = model_create(scenario, store_catalog(player->store), error);
    bool ready = next->model &&
                 prepare_with(player->jobs, next->model, player->shelf, &(struct derive_options){0}, error);
    struct run *run = ready ? run_create(next->model, NULL, options, error) : NULL;
    if (!run) {
        forget(&next);
        return false;
    }
    run_all(run);
    run_summary(run, &next->summary);
    run_free(run);
    forget(&player->of[moment]);
    player->of[moment] = next;
    return summary_finite(&next->summary, error);
}

/* What is now is also this. */
static void keep_as(struct player *player, enum expression_moment moment)
{
    forget(&player->of[moment]);
    player->of[moment] = player->of[MOMENT_NOW];
    player->of[moment]->references++;
}

static bool play_reference(struct player *player, struct error *error)
{
    struct baseline baseline;
    struct scenario scenario;
    const struct scenario *now = &player->of[MOMENT_NOW]->model->scenario;
    if (!player->asks_reference)
        return true;
    forget(&player->of[MOMENT_REFERENCE]);
    if (!scenario_copy(&scenario, now))
        return error_no_memory(error);
    bool good =
        !scenario_become_baseline(&scenario, &baseline) || play(player, MOMENT_REFERENCE, &scenario, error);
    scenario_free(&scenario);
    return good;
}

static bool play_now(struct player *player, const struct scenario *scenario, struct error *error)
{
    return play(player, MOMENT_NOW, scenario, error) && play_reference(player, error);
}

/* --- asking --- */

static bool was_seen(const void *context, const char *name)
{
    const struct player *player = context;
    for (int i = 0; i < player->n_seen; i++)
        if (strcmp(player->seen[i], name) == 0)
            return true;
    return false;
}

static struct expression_facts facts_of(const struct player *player)
{
    struct expression_facts facts = {.seen = was_seen, .context = player};
    for (int moment = 0; moment < MOMENTS; moment++) {
        const struct played *played = player->of[moment];
        if (!played)
            continue;
        facts.of[moment].scenario = &played->model->scenario;
        facts.of[moment].source = (struct metric_source){.summary = &played->summary, .model = played->model};
    }
    return facts;
}

static bool holds(const struct player *player, const struct lecture_line *line)
{
    struct expression_facts facts = facts_of(player);
    return line_holds(line, &facts);
}

#define FAULT(line, ...) lecture_fault(player->lesson, (line)->number, player->faults, __VA_ARGS__)

/* What a condition that should be so comes to instead. */
static const char *outcome(const struct player *player, const struct lecture_line *line)
{
    struct expression_facts facts = facts_of(player);
    struct expression expression;
    if (!expression_parse(&expression, line->condition, strlen(line->condition), NULL))
        return "is not known";
    struct expression_value value = expression_evaluate(&expression, &facts);
    return isnan(value.number) && !value.is_text ? "is not known" : "is not so";
}

/* --- what a step says --- */

/* Every number of a text, of a line or NULL, is known by now. */
static void check_known(const struct player *player, const struct lecture_line *line, const char *text)
{
    struct expression_facts facts = facts_of(player);
    struct live_piece piece;
    struct expression expression;
    while (line && live_text_next(&text, &piece, NULL)) {
        if (!piece.is_value || !expression_parse(&expression, piece.text, piece.n, NULL))
            continue;
        struct expression_value value = expression_evaluate(&expression, &facts);
        if (!value.is_text && isnan(value.number))
            FAULT(line, "{%.*s} is not known here", (int)piece.n, piece.text);
    }
}

static void check_kind(const struct player *player, enum line_kind kind)
{
    check_known(player, lecture_line(player->lesson, player->stop, kind),
                lecture_text(player->lesson, player->stop, kind));
}

/* The same with another seed, at every moment. */
static bool holds_for_seed(struct player *player, const struct lecture_line *line, int seed, bool *so,
                           struct error *error)
{
    struct player other = *player;
    struct expression when;
    bool good = expression_parse(&when, line->condition, strlen(line->condition), error);
    memset(other.of, 0, sizeof other.of);
    for (int moment = 0; good && moment < MOMENTS; moment++) {
        struct scenario scenario;
        if (!player->of[moment] ||
            (moment != MOMENT_NOW && !expression_asks(&when, (enum expression_moment)moment)))
            continue;
        good = scenario_copy(&scenario, &player->of[moment]->model->scenario) || error_no_memory(error);
        if (!good)
            break;
        scenario.seed += (uint64_t)seed;
        good = play(&other, (enum expression_moment)moment, &scenario, error);
        scenario_free(&scenario);
    }
    *so = good && holds(&other, line);
    player->runs = other.runs;
    for (int moment = 0; moment < MOMENTS; moment++)
        forget(&other.of[moment]);
    return good;
}

/* The right choice of this run is the right one in nine of ten seeds. */
static bool check_choices(struct player *player, struct error *error)
{
    const struct lecture_line *choices[LECTURE_LINES],
        *question = lecture_line(player->lesson, player->stop, LINE_PREDICT);
    int right = 0, at = -1, n = 0,
        n_choices = lecture_lines(player->lesson, player->stop, LINE_CHOICE, choices);
    for (int i = 0; i < n_choices; i++) {
        bool so = holds(player, choices[i]);
        right += so;
        at = so ? i : at;
        check_known(player, choices[i], choices[i]->note);
    }
    if (n_choices > 0 && right != 1)
        FAULT(question, "%d of the %d choices are right after this step's turn; one must be", right,
              n_choices);
    if (right != 1 || player->seeds < 2)
        return true;
    for (int seed = 0; seed < player->seeds; seed++) {
        bool so;
        if (!holds_for_seed(player, choices[at], seed, &so, error))
            return false;
        n += so;
    }
    if (10 * n < 9 * player->seeds)
        FAULT(choices[at], "'%s' is right for %d of %d seeds", choices[at]->text, n, player->seeds);
    return true;
}

/* --- what a step does --- */

static bool apply(struct player *player, enum line_kind kind, struct error *error)
{
    const struct lecture_line *turns[LECTURE_LINES];
    struct scenario scenario;
    bool good = true, turned = false;
    int n = lecture_lines(player->lesson, player->stop, kind, turns);
    if (n == 0)
        return true;
    if (!scenario_copy(&scenario, &player->of[MOMENT_NOW]->model->scenario))
        return error_no_memory(error);
    for (int i = 0; good && i < n; i++) {
        const char *rest;
        if (turn_kind_of(turns[i]->text, &rest) == TURN_SETTING) {
            good = scenario_turn(&scenario, rest, NULL, error);
            turned = true;
        } else if (player->n_seen < SEEN_MAX) {
            player->seen[player->n_seen++] = rest;
        }
    }
    good = good && (!turned || play_now(player, &scenario, error));
    scenario_free(&scenario);
    return good;
}

static bool play_stop(struct player *player, struct error *error)
{
    player->n_seen = 0;
    keep_as(player, MOMENT_BEFORE);
    check_kind(player, LINE_CAPTION);
    check_kind(player, LINE_PREDICT);
    if (!apply(player, LINE_SET, error))
        return false;
    check_kind(player, LINE_REVEAL);
    if (!check_choices(player, error))
        return false;
    const struct lecture_line *expected[LECTURE_LINES];
    int n_expected = lecture_lines(player->lesson, player->stop, LINE_EXPECT, expected);
    for (int i = 0; i < n_expected; i++) {
        const struct lecture_line *line = expected[i];
        int n = 0;
        if (line->seeds == 0 && !holds(player, line))
            FAULT(line, "'%s' %s", line->condition, outcome(player, line));
        for (int seed = 0; seed < line->seeds; seed++) {
            bool so;
            if (!holds_for_seed(player, line, seed, &so, error))
                return false;
            n += so;
        }
        if (line->seeds > 0 && (n < line->least || n > line->most))
            FAULT(line, "'%s' holds for %d of %d seeds, not for %d to %d", line->condition, n, line->seeds,
                  line->least, line->most);
    }

    const struct lecture_line *until = lecture_line(player->lesson, player->stop, LINE_UNTIL);
    if (!until)
        return true;
    check_kind(player, LINE_TASK);
    check_kind(player, LINE_HINT);
    check_kind(player, LINE_STATE);
    if (holds(player, until))
        FAULT(until, "'%s' is so before anything is done", until->condition);
    if (!apply(player, LINE_SOLUTION, error))
        return false;
    check_kind(player, LINE_STATE);
    if (!holds(player, until))
        FAULT(until, "'%s' %s after the solution", until->condition, outcome(player, until));
    return true;
}

static bool play_all(struct player *player, struct error *error)
{
    struct scenario scenario;
    int line;
    if (!lecture_scenario(player->lesson, player->store, &scenario, &line, error))
        return false;
    bool good = play_now(player, &scenario, error);
    scenario_free(&scenario);
    if (good)
        keep_as(player, MOMENT_START);
    for (; good && player->stop < player->lesson->n_stops; player->stop++)
        good = play_stop(player, error);
    return good;
}

bool lesson_play(const struct lecture *lesson, struct store *store, int seeds, int *runs,
                 struct faults *faults, struct error *error)
{
    size_t before = faults->count;
    struct player player = {.lesson = lesson,
                            .store = store,
                            .seeds = seeds,
                            .faults = faults,
                            .asks_reference = lecture_asks_reference(lesson, -1),
                            .shelf = shelf_create(store_shelf(store)),
                            .jobs = jobs_create(jobs_helpers(0), -1, error)};
    bool good = player.shelf && player.jobs;
    if (!good)
        error_no_memory(error);
    good = good && play_all(&player, error);
    if (!good && error->kind == ERROR_INPUT) { /* what it turns cannot run */
        int stop = player.stop > 0 ? player.stop - 1 : 0;
        lecture_fault(lesson, lesson->lines[lesson->stops[stop].said].number, faults, "%s", error->message);
    }
    for (int moment = 0; moment < MOMENTS; moment++)
        forget(&player.of[moment]);
    jobs_free(player.jobs);
    shelf_free(player.shelf);
    *runs = player.runs;
    return good && faults->count == before;
}
