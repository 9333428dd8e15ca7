/* Stop by stop. */
#include "tui/desk/recital.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "tui/desk/player.h"
#include "tui/term/painter.h"
#include "tui/term/text.h"
#include "tui/words/metric_words.h"
#include "tui/words/print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- demos. Times come from the demo alone: pauses, what it plays, and a moment for each step --- */

enum { WIDTH = 78 };
static const double step_s = 0.8, frame_s = 0.1; /* between steps that are seen; of what plays */

/* --- casts --- */

struct cast {
    FILE *out;
    double at_s;
    struct painter painter;
};

/* The first frame clears the screen; the others say what has changed. */
static const char first[] = "\033[?25l\033[0m\033[2J\033[H";

/* What was collected is one line, without the blanks that are for people. */
static void put_line(struct cast *cast, struct json_writer *writer)
{
    char *text = json_writer_take(writer);
    if (text) {
        size_t n = strcspn(text, "\n");
        fwrite(text, 1, n, cast->out);
        fputc('\n', cast->out);
    }
    free(text);
}

static void put_event(struct cast *cast, const char *bytes)
{
    struct json_writer writer = {0};
    json_begin_array(&writer, NULL, true);
    json_number(&writer, NULL, floor(cast->at_s * 1000 + 0.5) / 1000);
    json_string(&writer, NULL, "o");
    json_string(&writer, NULL, bytes);
    json_end_array(&writer);
    put_line(cast, &writer);
}

/* --- what is told --- */

/* Words in lines, continued under where the first began. */
static void print_wrapped(FILE *out, const char *lead, const char *text)
{
    char line[4 * WIDTH];
    int indent = text_width(lead), column = indent;
    print(out, "%s", lead);
    while (*text) {
        size_t n = strcspn(text, " ");
        text_print(line, sizeof line, "%.*s", (int)n, text);
        int w = text_width(line);
        bool broken = column > indent && column + 1 + w > WIDTH;
        if (broken)
            print(out, "\n%*s", indent, "");
        column = broken ? indent : column;
        print(out, "%s%s", column > indent ? " " : "", line);
        column += w + (column > indent);
        text += n + strspn(text + n, " ");
    }
    print(out, "\n");
}

static void tell(const struct recital *recital, const struct desk *desk, int stop)
{
    const struct lecture *demo = &desk->player->lecture;
    const struct lecture_line *choices[LECTURE_LINES];
    char lead[32], told[PLAYER_TEXT];
    int n = lecture_lines(demo, stop, LINE_CHOICE, choices);
    if (!recital->out)
        return;
    text_print(lead, sizeof lead, "%2d/%d  ", stop + 1, demo->n_stops);
    text_copy(told, sizeof told, player_here(desk->player)->told);
    /* Without the marks of what was filled in. */
    char *out = told;
    for (const char *at = told; *at; at++)
        if (*at != *FILL_MARK)
            *out++ = *at;
    *out = '\0';
    print_wrapped(recital->out, lead, told);
    for (int i = 0; i < n; i++)
        print_line(recital->out, "       %c  %s", 'a' + i, choices[i]->text);
}

/* All that is told here is so, and the question has one right answer, which is returned. */
static int hold(const struct desk *desk, int question, unsigned kinds, struct faults *faults)
{
    const struct lecture *lecture = &desk->player->lecture;
    struct expression_facts facts = player_facts(desk);
    int right = question >= 0 ? lecture_right(lecture, question, &facts, faults) : -1;
    lecture_check_known(lecture, desk->player->at, kinds, &facts, faults);
    lecture_check_claims(lecture, desk->player->at, &facts, faults);
    return right;
}

/* The answer to the question of the stop before, now that it is there; and all that is told here. */
static bool look_at_claims(struct recital *recital, const struct desk *desk, int stop)
{
    const struct lecture_line *choices[LECTURE_LINES];
    struct faults *faults = calloc(1, sizeof *faults);
    if (!faults)
        return false;
    int right = hold(desk, stop - 1, 1U << LINE_CAPTION | 1U << LINE_PREDICT, faults);
    if (right >= 0 && recital->out) {
        lecture_lines(&desk->player->lecture, stop - 1, LINE_CHOICE, choices);
        print_line(recital->out, "       %c was right: %s", 'a' + right, choices[right]->text);
    }
    for (size_t i = 0; i < faults->count && i < FAULTS_KEPT; i++)
        print_line(stderr, "%s: %s", faults->kept[i].place, faults->kept[i].message);
    recital->n_untrue += (int)faults->count;
    free(faults);
    return true;
}

/* A frame of the cast, with all that would be seen after a moment, for so long. */
static void show(const struct recital *recital, struct desk *desk, struct cast *cast, double seconds)
{
    if (!recital->cast)
        return;
    desk_settle(desk);
    size_t n = 0;
    const char *bytes = painter_draw(&cast->painter, &desk->canvas, &desk->theme, recital->color, &n);
    char *text = bytes && n > 0 ? malloc(n + 1) : NULL;
    if (text) {
        memcpy(text, bytes, n);
        text[n] = '\0';
        put_event(cast, text);
    }
    free(text);
    cast->at_s += seconds;
}

/* The way to the next stop; in a cast each step is seen. */
static bool go(const struct recital *recital, struct desk *desk, struct cast *cast, struct error *error)
{
    do {
        player_wait(desk);
        /* Frames while the cursor runs. */
        while (recital->cast && desk->player->left_s > frame_s) {
            player_advance(desk, frame_s);
            show(recital, desk, cast, frame_s);
        }
        player_step(desk, error);
        player_wait(desk);
        if (player_stop(desk->player) < 0)
            show(recital, desk, cast, step_s);
    } while (error->kind == ERROR_NONE && (player_stop(desk->player) < 0 || desk->player->left_s > 0));
    return error->kind == ERROR_NONE;
}

static bool play_stops(struct recital *recital, struct desk *desk, struct cast *cast, struct error *error)
{
    const struct lecture *demo = &desk->player->lecture;
    for (int stop = 0; stop < demo->n_stops; stop++) {
        if (stop > 0)
            player_next(desk);
        if (!go(recital, desk, cast, error))
            return false;
        must_be(desk->scene.now->result &&
                (!explorer_reference(desk->explorer) || desk->scene.reference->result));
        must_not_lack(&desk->explorer->results.current->error);
        tell(recital, desk, stop);
        must_be(look_at_claims(recital, desk, stop));
        show(recital, desk, cast, demo_stay_s(demo, stop));
    }
    return true;
}

bool recital_run(struct recital *recital, struct desk *desk, struct error *error)
{
    const struct lecture *demo = &desk->player->lecture;
    struct cast cast = {.out = recital->cast};
    char last[48];
    if (recital->cast) {
        struct json_writer writer = {0};
        painter_init(&cast.painter, (struct painter_traits){.bright = true});
        json_begin_inline_object(&writer, NULL);
        json_int(&writer, "version", 2);
        json_int(&writer, "width", desk->canvas.w);
        json_int(&writer, "height", desk->canvas.h);
        json_string(&writer, "title", demo->title);
        json_end_object(&writer);
        put_line(&cast, &writer);
        put_event(&cast, first);
    }
    if (recital->out)
        print(recital->out, "%s\n\n", demo->title);
    *error = (struct error){0};
    bool ok = play_stops(recital, desk, &cast, error);
    if (recital->cast) {
        snprintf(last, sizeof last, "\033[0m\033[%d;1H\033[?25h", desk->canvas.h);
        put_event(&cast, last);
        painter_free(&cast.painter);
    }
    return ok;
}

/* --- lessons, with the player that a learner has --- */

struct playing {
    struct desk *desk;
    struct faults *faults;
    uint64_t generation; /* of the scenario whose run is there */
    int seeds, runs;
};

#define FAULT(line, ...)                                                                                     \
    lecture_fault(&playing->desk->player->lecture, (line)->number, playing->faults, __VA_ARGS__)

/* The run, and the one that it is held against where the lesson asks of that, are there. */
static bool wait_for_run(struct playing *playing, struct error *error)
{
    struct explorer *explorer = playing->desk->explorer;
    if (playing->generation != explorer->document.generation) {
        bool asks =
            lecture_asks_reference(&playing->desk->player->lecture, -1) && explorer_has_baseline(explorer);
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
    player_update(playing->desk);
    player_say(playing->desk);
    must_be(player_here(playing->desk->player)->said);
    return true;
}

/* For how many seeds, from the scenario's on, a condition is so: with each at every moment that it asks of.
 */
static bool count_seeds(struct playing *playing, const struct lecture_line *line, int seeds, int *n,
                        struct error *error)
{
    struct explorer *explorer = playing->desk->explorer;
    const struct expression_facts known = player_facts(playing->desk);
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
            must_be(scenario_copy(&scenario, &model->scenario));
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
    struct desk *desk = playing->desk;
    const struct lecture *lesson = &desk->player->lecture;
    const struct lecture_line *lines[LECTURE_LINES];
    int stop = desk->player->at, n;
    struct expression_facts facts = player_facts(desk);
    lecture_check_known(lesson, stop, 1U << LINE_CAPTION | 1U << LINE_PREDICT, &facts, playing->faults);
    if (!(player_asks(desk->player) ? player_answer(desk, 0, error) : player_turn(desk, error)) ||
        !wait_for_run(playing, error))
        return false;
    int right = hold(desk, stop, 1U << LINE_REVEAL, playing->faults);
    if (right >= 0 && playing->seeds > 1) {
        lecture_lines(lesson, stop, LINE_CHOICE, lines);
        if (!count_seeds(playing, lines[right], playing->seeds, &n, error))
            return false;
        if (10 * n < 9 * playing->seeds)
            FAULT(lines[right], "'%s' is right for %d of %d seeds", lines[right]->text, n, playing->seeds);
    }
    int claims = lecture_lines(lesson, stop, LINE_EXPECT, lines);
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
    struct desk *desk = playing->desk;
    const struct lecture *lesson = &desk->player->lecture;
    struct player_stop *now = player_here(desk->player);
    int stop = desk->player->at;
    const struct lecture_line *until = lecture_line(lesson, stop, LINE_UNTIL);
    struct expression_facts facts = player_facts(desk);
    if (!until)
        return true;
    lecture_check_known(lesson, stop, 1U << LINE_TASK | 1U << LINE_HINT | 1U << LINE_STATE, &facts,
                        playing->faults);
    if (line_holds(until, &facts))
        FAULT(until, "'%s' is so before anything is done", until->condition);
    now->done = false;
    now->hinted = true;
    if (!player_hint(desk, error) || !wait_for_run(playing, error))
        return false;
    facts = player_facts(desk);
    lecture_check_known(lesson, stop, 1U << LINE_STATE, &facts, playing->faults);
    if (!line_holds(until, &facts))
        FAULT(until, "'%s' %s after the solution", until->condition, line_outcome(until, &facts));
    now->done = true;
    return true;
}

bool lesson_play(struct store *store, struct lecture *lesson, int seeds, int *runs, struct faults *faults,
                 struct error *error)
{
    struct playing playing = {
        .desk = needed(calloc(1, sizeof *playing.desk)), .faults = faults, .seeds = seeds};
    struct desk *desk = playing.desk;
    struct scenario scenario;
    size_t before = faults->count;
    if (!store_load_scenario(store, lesson->scenario, &scenario, error)) {
        lecture_free(lesson);
        free(desk);
        return false;
    }
    struct desk_options options = desk_options_for(store, &scenario, &(struct display_options){0});
    bool good = desk_open(desk, &options, error);
    scenario_free(&scenario);
    if (!good)
        lecture_free(lesson);
    good = good && player_open(desk, lesson, true, error) && wait_for_run(&playing, error);
    for (bool more = good; more;) {
        good = play_answer(&playing, error) && play_task(&playing, error);
        more = good && desk->player->at + 1 < desk->player->lecture.n_stops;
        if (more)
            player_next(desk);
    }
    if (desk->player && !good && error->kind == ERROR_INPUT) /* what it turns cannot run */
        lecture_fault(&desk->player->lecture,
                      desk->player->lecture.lines[desk->player->lecture.stops[desk->player->at].said].number,
                      faults, "%s", error->message);
    *runs = playing.runs;
    desk_close(desk);
    free(desk);
    return good && faults->count == before;
}
