/* A lesson is gone through with the tutor that a student has: each question is answered, each task done by
 * its solution. */
#include "tui/explorer/tutor.h"

#include "tui/words/lesson_words.h"

#include <string.h>

struct playing {
    struct tutor tutor;
    struct faults *faults;
    uint64_t generation; /* of the scenario whose run is there */
    int seeds, runs;
};

#define FAULT(line, ...) lecture_fault(&playing->tutor.lesson, (line)->number, playing->faults, __VA_ARGS__)

/* The run, and the one that it is held against where the lesson asks of that, are there. */
static bool wait_for_run(struct playing *playing, struct error *error)
{
    struct explorer *explorer = playing->tutor.explorer;
    if (playing->generation != explorer->document.generation) {
        bool asks = lecture_asks_reference(&playing->tutor.lesson, -1) && explorer_has_baseline(explorer);
        explorer_refer_to(explorer, asks ? REFERENCE_BASELINE : REFERENCE_NONE, false);
        explorer_wait_shown(explorer, NULL);
        if (!result_is_finished(explorer->results.current)) {
            *error = explorer->results.current->error;
            return false;
        }
        if (asks && !explorer_slot(explorer, SLOT_B))
            return error_set(error, ERROR_SYSTEM, NULL, "what the run is held against cannot run");
        playing->generation = explorer->document.generation;
        playing->runs += 1 + asks;
    }
    tutor_update(&playing->tutor);
    return true;
}

/* For how many seeds, from the scenario's on, a condition is so: with each at every moment that it asks of.
 */
static bool count_seeds(struct playing *playing, const struct lecture_line *line, int seeds, int *n,
                        struct error *error)
{
    struct explorer *explorer = playing->tutor.explorer;
    const struct expression_facts known = tutor_facts(&playing->tutor);
    struct expression when;
    bool good = expression_parse(&when, line->condition, strlen(line->condition), error);
    *n = 0;
    for (int seed = 0; good && seed < seeds; seed++) {
        struct expression_facts facts = {.seen = known.seen, .context = known.context};
        struct result *results[MOMENTS] = {0};
        for (int moment = 0; good && moment < MOMENTS; moment++) {
            const struct model *model = known.of[moment].source.model;
            struct scenario scenario;
            if (!model || (moment != MOMENT_NOW && !expression_asks(&when, (enum expression_moment)moment)))
                continue;
            good = scenario_copy(&scenario, &model->scenario) || error_no_memory(error);
            if (!good)
                break;
            scenario.seed += (uint64_t)seed;
            results[moment] = explorer_simulate(explorer, JOB_ASKED, &scenario, NULL, 0, error);
            scenario_free(&scenario);
            good = results[moment] != NULL;
            playing->runs++;
        }
        jobs_wait(explorer->results.jobs);
        for (int moment = 0; moment < MOMENTS; moment++) {
            facts_know(&facts, (enum expression_moment)moment, results[moment]);
            if (good && results[moment] && !result_is_finished(results[moment])) {
                *error = results[moment]->error;
                good = false;
            }
        }
        *n += good && line_holds(line, &facts);
        for (int moment = 0; moment < MOMENTS; moment++)
            result_release(results[moment]);
    }
    return good;
}

/* What it turns, and what came of it. */
static bool play_answer(struct playing *playing, struct error *error)
{
    struct tutor *tutor = &playing->tutor;
    const struct lecture_line *lines[LECTURE_LINES];
    int stop = tutor->step, n;
    struct expression_facts facts = tutor_facts(tutor);
    lecture_check_known(&tutor->lesson, stop, 1U << LINE_CAPTION | 1U << LINE_PREDICT, &facts,
                        playing->faults);
    if (tutor_asks(tutor))
        tutor_answer(tutor, 0, error);
    else if (!tutor_step(tutor)->turned)
        tutor_next(tutor, error);
    if (error->kind != ERROR_NONE || !wait_for_run(playing, error))
        return false;
    facts = tutor_facts(tutor);
    lecture_check_known(&tutor->lesson, stop, 1U << LINE_REVEAL, &facts, playing->faults);
    lecture_check_claims(&tutor->lesson, stop, &facts, playing->faults);
    int right = lecture_right(&tutor->lesson, stop, &facts, playing->faults);
    if (right >= 0 && playing->seeds > 1) {
        tutor_lines(tutor, LINE_CHOICE, lines);
        if (!count_seeds(playing, lines[right], playing->seeds, &n, error))
            return false;
        if (10 * n < 9 * playing->seeds)
            FAULT(lines[right], "'%s' is right for %d of %d seeds", lines[right]->text, n, playing->seeds);
    }
    int claims = tutor_lines(tutor, LINE_EXPECT, lines);
    for (int i = 0; i < claims; i++) {
        const struct lecture_line *line = lines[i];
        if (!count_seeds(playing, line, line->seeds, &n, error))
            return false;
        if (n < line->least || n > line->most)
            FAULT(line, "'%s' holds for %d of %d seeds, not for %d to %d", line->condition, n, line->seeds,
                  line->least, line->most);
    }
    return true;
}

static bool play_task(struct playing *playing, struct error *error)
{
    struct tutor *tutor = &playing->tutor;
    struct tutor_step *now = &tutor->steps[tutor->step];
    const struct lecture_line *until = lecture_line(&tutor->lesson, tutor->step, LINE_UNTIL);
    struct expression_facts facts = tutor_facts(tutor);
    if (!until)
        return true;
    lecture_check_known(&tutor->lesson, tutor->step, 1U << LINE_TASK | 1U << LINE_HINT | 1U << LINE_STATE,
                        &facts, playing->faults);
    if (line_holds(until, &facts))
        FAULT(until, "'%s' is so before anything is done", until->condition);
    now->done = false;
    now->hinted = true;
    if (!tutor_hint(tutor, error) || !wait_for_run(playing, error))
        return false;
    facts = tutor_facts(tutor);
    lecture_check_known(&tutor->lesson, tutor->step, 1U << LINE_STATE, &facts, playing->faults);
    if (!line_holds(until, &facts))
        FAULT(until, "'%s' %s after the solution", until->condition, line_outcome(until, &facts));
    now->done = true;
    return true;
}

bool lesson_play(struct store *store, struct lecture *lesson, int seeds, int *runs, struct faults *faults,
                 struct error *error)
{
    struct playing playing = {.faults = faults, .seeds = seeds};
    struct tutor *tutor = &playing.tutor;
    struct scenario scenario;
    size_t before = faults->count;
    if (!store_load_scenario(store, lesson->scenario, &scenario, error)) {
        lecture_free(lesson);
        return false;
    }
    struct explorer *explorer = explorer_create(store_catalog(store), store_shelf(store), &scenario,
                                                (struct recorded){0}, -1, 0, error);
    scenario_free(&scenario);
    if (!explorer || !tutor_begin(tutor, explorer, store, lesson, error)) {
        explorer_free(explorer);
        lecture_free(lesson);
        return false;
    }
    bool good = wait_for_run(&playing, error);
    for (int stop = 0; good && stop < tutor->lesson.n_stops; stop++) {
        good = play_answer(&playing, error) && play_task(&playing, error);
        if (good)
            tutor_next(tutor, error);
    }
    if (!good && error->kind == ERROR_INPUT) /* what it turns cannot run */
        lecture_fault(&tutor->lesson, tutor->lesson.lines[tutor->lesson.stops[tutor->step].said].number,
                      faults, "%s", error->message);
    *runs = playing.runs;
    tutor_end(tutor, true);
    explorer_free(explorer);
    return good && faults->count == before;
}
