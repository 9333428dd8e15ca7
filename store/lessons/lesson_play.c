/* A player has the runs of the moments that expressions ask of; a run that did not change is not made again.
 */
#include "store/lessons/lesson_play.h"

#include "engine/answers/live_text.h"
#include "engine/base/text.h"
#include "engine/explore/prepare.h"
#include "engine/sim/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN_MAX = 8, POINTER_SIZE = 96 };

/* One moment: a scenario and what came of it. */
struct played {
    bool there;
    struct scenario scenario; /* owned */
    struct model *model;      /* a reference */
    struct summary *summary;  /* owned */
};

struct player {
    const struct lesson *lesson;
    struct store *store;
    struct shelf *shelf;
    struct jobs *jobs;
    const struct lesson_told *told;
    bool asks_reference;
    struct played of[MOMENTS];
    int step, runs, seeds;
    int n_seen;
    const char *seen[SEEN_MAX]; /* in this step */
    struct faults *faults;
};

/* --- runs --- */

static void forget(struct played *played)
{
    if (!played->there)
        return;
    scenario_free(&played->scenario);
    model_release(played->model);
    free(played->summary);
    *played = (struct played){0};
}

static bool simulate(struct player *player, struct played *played, struct error *error)
{
    struct run_options options = {.snapshots = false, .record = false};
    played->model = model_create(&played->scenario, store_catalog(player->store), error);
    if (!played->model ||
        !prepare_with(player->jobs, played->model, player->shelf, &(struct derive_options){0}, error))
        return false;
    struct run *run = run_create(played->model, NULL, options, error);
    if (!run)
        return false;
    run_all(run);
    run_summary(run, played->summary);
    run_free(run);
    return summary_finite(played->summary, error);
}

/* Runs a scenario (copied) as this moment. */
static bool play(struct player *player, enum expression_moment moment, const struct scenario *scenario,
                 struct error *error)
{
    struct played next = {.there = true, .summary = malloc(sizeof *next.summary)};
    if (player->told)
        player->told->step(player->told->context, player->step, player->runs);
    player->runs++;
    if (!next.summary || !scenario_copy(&next.scenario, scenario)) {
        free(next.summary);
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    }
    bool good = simulate(player, &next, error);
    forget(&player->of[moment]);
    player->of[moment] = next;
    return good;
}

/* What is now is also this. */
static bool keep_as(struct player *player, enum expression_moment moment, struct error *error)
{
    const struct played *now = &player->of[MOMENT_NOW];
    struct played kept = {.there = true, .summary = malloc(sizeof *kept.summary)};
    if (!kept.summary || !scenario_copy(&kept.scenario, &now->scenario)) {
        free(kept.summary);
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    }
    *kept.summary = *now->summary;
    kept.model = model_retain(now->model);
    forget(&player->of[moment]);
    player->of[moment] = kept;
    return true;
}

static bool play_reference(struct player *player, struct error *error)
{
    struct baseline baseline;
    struct scenario scenario;
    const struct scenario *now = &player->of[MOMENT_NOW].scenario;
    if (!player->asks_reference)
        return true;
    forget(&player->of[MOMENT_REFERENCE]);
    if (!scenario_copy(&scenario, now))
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
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
        const struct played *played = &player->of[moment];
        if (!played->there)
            continue;
        facts.of[moment].scenario = &played->scenario;
        facts.of[moment].source = (struct metric_source){.summary = played->summary, .model = played->model};
    }
    return facts;
}

static bool holds(const struct player *player, const struct expression *expression)
{
    struct expression_facts facts = facts_of(player);
    return expression_holds(expression, &facts);
}

static void fault(const struct player *player, const char *key, const char *format, ...) PRINTF_LIKE(3, 4);
static void fault(const struct player *player, const char *key, const char *format, ...)
{
    char pointer[POINTER_SIZE], message[400];
    va_list arguments;
    va_start(arguments, format);
    text_vprint(message, sizeof message, format, arguments);
    va_end(arguments);
    snprintf(pointer, sizeof pointer, "/steps/%d%s", player->step, key);
    faults_add(player->faults, pointer, "%s", message);
}

/* " (carbon_g.total is 223.6, ...)": the operands of a comparison that is not so would be told by whoever has
 * more room; the numbers that names come to are enough to see why. */
static void tell_value(const struct player *player, const struct expression *expression, char *out,
                       size_t size)
{
    struct expression_facts facts = facts_of(player);
    struct expression_value value = expression_evaluate(expression, &facts);
    text_print(out, size, "%s", isnan(value.number) && !value.is_text ? "is not known" : "is not so");
}

/* --- what a step says --- */

/* Every number of a text is known by now. */
static void check_known(const struct player *player, const char *key, const char *text)
{
    struct expression_facts facts = facts_of(player);
    struct live_piece piece;
    struct expression expression;
    while (live_text_next(&text, &piece, NULL)) {
        if (!piece.is_value || !expression_parse(&expression, piece.text, piece.n, NULL))
            continue;
        struct expression_value value = expression_evaluate(&expression, &facts);
        if (!value.is_text && isnan(value.number))
            fault(player, key, "{%.*s} is not known here", (int)piece.n, piece.text);
    }
}

/* The same with another seed, at every moment. */
static bool holds_for_seed(struct player *player, const struct expression *when, int seed, bool *so,
                           struct error *error)
{
    struct player other = *player;
    bool good = true;
    memset(other.of, 0, sizeof other.of);
    for (int moment = 0; good && moment < MOMENTS; moment++) {
        struct scenario scenario;
        if (!player->of[moment].there ||
            (moment != MOMENT_NOW && !expression_asks(when, (enum expression_moment)moment)))
            continue;
        good = scenario_copy(&scenario, &player->of[moment].scenario) ||
               error_set(error, ERROR_SYSTEM, NULL, "out of memory");
        if (!good)
            break;
        scenario.seed += (uint64_t)seed;
        good = play(&other, (enum expression_moment)moment, &scenario, error);
        scenario_free(&scenario);
    }
    *so = good && holds(&other, when);
    player->runs = other.runs;
    for (int moment = 0; moment < MOMENTS; moment++)
        forget(&other.of[moment]);
    return good;
}

/* The right choice of this run is the right one in nine of ten seeds. */
static bool check_choices(struct player *player, const struct lesson_step *step, struct error *error)
{
    int right = 0, at = -1, n = 0;
    char key[48];
    for (int i = 0; i < step->n_choices; i++) {
        bool so = holds(player, &step->choices[i].when);
        right += so;
        at = so ? i : at;
        snprintf(key, sizeof key, "/choices/%d/why", i);
        check_known(player, key, step->choices[i].why);
    }
    if (step->n_choices > 0 && right != 1)
        fault(player, "/choices", "%d of the %d choices are right after this step's turn; one must be", right,
              step->n_choices);
    if (right != 1 || player->seeds < 2)
        return true;
    for (int seed = 0; seed < player->seeds; seed++) {
        bool so;
        if (!holds_for_seed(player, &step->choices[at].when, seed, &so, error))
            return false;
        n += so;
    }
    if (10 * n < 9 * player->seeds)
        fault(player, "/choices", "'%s' is right for %d of %d seeds", step->choices[at].text, n,
              player->seeds);
    return true;
}

static bool check_holds(struct player *player, const struct lesson_step *step, struct error *error)
{
    char key[32], how[64];
    for (int i = 0; i < step->n_holds; i++) {
        const struct lesson_hold *hold = &step->holds[i];
        int n = 0;
        snprintf(key, sizeof key, "/holds/%d", i);
        if (hold->seeds == 0 && !holds(player, &hold->when)) {
            tell_value(player, &hold->when, how, sizeof how);
            fault(player, key, "'%s' %s", hold->when.text, how);
        }
        for (int seed = 0; seed < hold->seeds; seed++) {
            bool so;
            if (!holds_for_seed(player, &hold->when, seed, &so, error))
                return false;
            n += so;
        }
        if (hold->seeds > 0 && (n < hold->least || n > hold->most))
            fault(player, key, "'%s' holds for %d of %d seeds, not for %d to %d", hold->when.text, n,
                  hold->seeds, hold->least, hold->most);
    }
    return true;
}

/* --- what a step does --- */

static bool apply(struct player *player, const struct lesson_turns *turns, struct error *error)
{
    struct scenario scenario;
    bool good = true, turned = false;
    if (turns->n == 0)
        return true;
    if (!scenario_copy(&scenario, &player->of[MOMENT_NOW].scenario))
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    for (int i = 0; good && i < turns->n; i++) {
        const char *rest;
        if (lesson_turn_kind(turns->of[i], &rest) == TURN_SETTING) {
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

static bool play_task(struct player *player, const struct lesson_step *step, struct error *error)
{
    char how[64];
    if (!*step->task)
        return true;
    check_known(player, "/task/text", step->task);
    check_known(player, "/task/hint", step->hint);
    check_known(player, "/task/state", step->state);
    if (holds(player, &step->until))
        fault(player, "/task/until", "'%s' is so before anything is done", step->until.text);
    if (!apply(player, &step->solution, error))
        return false;
    check_known(player, "/task/state", step->state);
    if (!holds(player, &step->until)) {
        tell_value(player, &step->until, how, sizeof how);
        fault(player, "/task/until", "'%s' %s after the solution", step->until.text, how);
    }
    return true;
}

static bool play_step(struct player *player, const struct lesson_step *step, struct error *error)
{
    player->n_seen = 0;
    if (!keep_as(player, MOMENT_BEFORE, error))
        return false;
    check_known(player, "/text", step->text);
    check_known(player, "/question", step->question);
    if (!apply(player, &step->turns, error))
        return false;
    check_known(player, "/reveal", step->reveal);
    return check_choices(player, step, error) && check_holds(player, step, error) &&
           play_task(player, step, error);
}

static bool play_all(struct player *player, struct error *error)
{
    struct scenario scenario;
    if (!lesson_scenario(player->lesson, player->store, &scenario, error))
        return false;
    bool good = play_now(player, &scenario, error) && keep_as(player, MOMENT_START, error);
    scenario_free(&scenario);
    for (; good && player->step < player->lesson->n_steps; player->step++)
        good = play_step(player, &player->lesson->steps[player->step], error);
    return good;
}

bool lesson_play(const struct lesson *lesson, struct store *store, int seeds, const struct lesson_told *told,
                 struct faults *faults, struct error *error)
{
    size_t before = faults->count;
    struct player player = {.lesson = lesson,
                            .store = store,
                            .seeds = seeds,
                            .told = told,
                            .faults = faults,
                            .asks_reference = lesson_asks_reference(lesson),
                            .shelf = shelf_create(store_shelf(store)),
                            .jobs = jobs_create(jobs_helpers(0), -1, error)};
    bool good = player.shelf && player.jobs;
    if (!good)
        error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    good = good && play_all(&player, error);
    if (!good && error->kind == ERROR_INPUT) /* what it turns cannot run */
        fault(&player, "", "%s", error->message);
    for (int moment = 0; moment < MOMENTS; moment++)
        forget(&player.of[moment]);
    jobs_free(player.jobs);
    shelf_free(player.shelf);
    return good && faults->count == before;
}
