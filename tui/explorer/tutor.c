/* A step goes through its parts in order: text, question, what the lesson turns, what came of it, task. Each
 * is due once the one before it is over and the run is complete. */
#include "tui/explorer/tutor.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/file.h"
#include "tui/words/metric_words.h"
#include "tui/words/lesson_words.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- moments --- */

static void forget(struct result **moment)
{
    result_release(*moment);
    *moment = NULL;
}

/* The run as it is now, once it is complete; before that nothing. */
static void keep_now(const struct tutor *tutor, struct result **moment)
{
    struct result *now = tutor->explorer->results.current;
    if (!*moment && result_is_finished(now))
        *moment = result_retain(now);
}

static bool was_seen(const void *context, const char *name)
{
    const struct tutor *tutor = context;
    for (int i = 0; i < tutor->n_seen; i++)
        if (strcmp(tutor->seen[i], name) == 0)
            return true;
    return false;
}

struct expression_facts tutor_facts(const struct tutor *tutor)
{
    struct explorer *explorer = tutor->explorer;
    const struct scenario *now = &explorer->document.scenario;
    struct expression_facts facts = {.seen = was_seen, .context = tutor};
    const struct result *const runs[MOMENTS] = {[MOMENT_NOW] = explorer->results.current,
                                                [MOMENT_REFERENCE] = explorer_slot(explorer, SLOT_B),
                                                [MOMENT_START] = tutor->start,
                                                [MOMENT_BEFORE] = tutor->before};
    for (int moment = 0; moment < MOMENTS; moment++)
        facts_know(&facts, (enum expression_moment)moment, runs[moment]);
    facts.of[MOMENT_NOW].scenario = facts.of[MOMENT_REFERENCE].scenario = now;
    return facts;
}

static void fill(const struct tutor *tutor, const char *text, char out[TUTOR_TEXT])
{
    struct expression_facts facts = tutor_facts(tutor);
    fill_text(text, &facts, out, TUTOR_TEXT);
}

/* --- what is asked of it --- */

int tutor_lines(const struct tutor *tutor, enum line_kind kind,
                const struct lecture_line *lines[LECTURE_LINES])
{
    return lecture_lines(&tutor->lesson, tutor->step, kind, lines);
}

const char *tutor_text(const struct tutor *tutor, enum line_kind kind)
{
    return lecture_text(&tutor->lesson, tutor->step, kind);
}

const struct tutor_step *tutor_step(const struct tutor *tutor)
{
    return &tutor->steps[tutor->step];
}

bool tutor_is_away(const struct tutor *tutor)
{
    return strcmp(tutor->explorer->document.scenario.name, tutor->lesson.scenario) != 0;
}

/* The run is not complete: what came of it is not known yet. */
static bool waits_for_run(const struct tutor *tutor)
{
    const struct results *results = &tutor->explorer->results;
    bool asks = lecture_asks_reference(&tutor->lesson, -1) && explorer_has_baseline(tutor->explorer);
    return !result_is_finished(results->current) || !tutor->start ||
           (asks && !explorer_slot(tutor->explorer, SLOT_B));
}

bool tutor_asks(const struct tutor *tutor)
{
    return *tutor_text(tutor, LINE_PREDICT) && tutor_step(tutor)->answered < 0;
}

bool tutor_is_at_base(const struct tutor *tutor)
{
    return tutor->explorer->document.history.done <= tutor->base;
}

int tutor_changes(const struct tutor *tutor)
{
    int n = tutor->explorer->document.history.done - tutor->base;
    return n > 0 ? n : 0;
}

char *tutor_state(const struct tutor *tutor, char *out, size_t size)
{
    char state[TUTOR_TEXT];
    bool done = tutor_step(tutor)->done;
    fill(tutor, tutor_text(tutor, LINE_STATE), state);
    const char *word = done ? "done" : waits_for_run(tutor) ? "simulating" : "not yet";
    return text_print(out, size, "%s%s%s", state, *state ? ", " : "", word);
}

/* --- a step --- */

/* Each part that is due is said once. */
static void say(struct tutor *tutor)
{
    const struct lecture_line *choices[LECTURE_LINES];
    struct tutor_step *now = &tutor->steps[tutor->step];
    bool waits = waits_for_run(tutor);
    if (!now->said) {
        fill(tutor, tutor_text(tutor, LINE_CAPTION), now->text);
        now->said = !waits;
    }
    bool due = now->turned && !now->revealed && !waits && !tutor_asks(tutor);
    if (!due)
        return;
    struct expression_facts facts = tutor_facts(tutor);
    now->right = lecture_right(&tutor->lesson, tutor->step, &facts, NULL);
    tutor_lines(tutor, LINE_CHOICE, choices);
    fill(tutor, tutor_text(tutor, LINE_REVEAL), now->reveal);
    if (now->answered >= 0 && now->answered != now->right)
        fill(tutor, choices[now->answered]->note, now->why);
    fill(tutor, tutor_text(tutor, LINE_TASK), now->task);
    fill(tutor, tutor_text(tutor, LINE_HINT), now->hint);
    now->revealed = true;
    now->done = !*tutor_text(tutor, LINE_TASK);
}

bool tutor_update(struct tutor *tutor)
{
    struct tutor_step *now = &tutor->steps[tutor->step];
    if (tutor_is_away(tutor))
        return false;
    /* What the lesson sets belongs to its scenario: nothing that it says is about the run without. */
    if (tutor->lesson.stops[0].said > 0 && tutor_is_at_base(tutor))
        explorer_drop_before(tutor->explorer);
    keep_now(tutor, &tutor->start);
    keep_now(tutor, &tutor->before);
    say(tutor);
    if (!now->revealed || now->done || waits_for_run(tutor))
        return false;
    struct expression_facts facts = tutor_facts(tutor);
    now->done = line_holds(lecture_line(&tutor->lesson, tutor->step, LINE_UNTIL), &facts);
    return now->done;
}

void tutor_see(struct tutor *tutor, const char *name)
{
    if (!was_seen(tutor, name) && tutor->n_seen < TUTOR_SEEN)
        text_copy(tutor->seen[tutor->n_seen++], sizeof tutor->seen[0], name);
}

/* Out of memory it has no mark: then its words come back, and the run stays. */
static void leave_step(struct tutor *tutor)
{
    struct tutor_step *now = &tutor->steps[tutor->step];
    if (tutor_is_away(tutor))
        return;
    bookmark_free(now->left);
    now->left = bookmark_take(tutor->explorer);
}

/* What a step says is held against what stands beside it: so that is what it was, too. */
static bool come_back(struct tutor *tutor, struct error *error)
{
    const struct tutor_step *now = &tutor->steps[tutor->step];
    return !now->left || bookmark_return(now->left, tutor->explorer, false, error);
}

static bool enter(struct tutor *tutor, int step, struct error *error)
{
    tutor->step = step;
    tutor->furthest = step > tutor->furthest ? step : tutor->furthest;
    tutor->n_seen = 0;
    struct tutor_step *now = &tutor->steps[step];
    if (now->said)
        return come_back(tutor, error);
    forget(&tutor->before);
    now->turned = !lecture_line(&tutor->lesson, step, LINE_SET);
    tutor_update(tutor);
    return true;
}

/* --- turning --- */

/* What a step sets, or (-1) the lesson before its first. */
static bool turn(struct tutor *tutor, int step, enum line_kind kind, struct error *error)
{
    const struct lecture_line *turns[LECTURE_LINES];
    const char *settings[LECTURE_LINES], *rest;
    int n = 0, n_turns = lecture_lines(&tutor->lesson, step, kind, turns);
    for (int i = 0; i < n_turns; i++) {
        if (turn_kind_of(turns[i]->text, &rest) == TURN_SETTING)
            settings[n++] = rest;
        else
            tutor_see(tutor, rest);
    }
    return n == 0 || explorer_assign(tutor->explorer, settings, n, error);
}

/* What the lesson turns in this step. */
static bool turn_step(struct tutor *tutor, struct error *error)
{
    struct tutor_step *now = &tutor->steps[tutor->step];
    if (now->turned)
        return true;
    now->turned = turn(tutor, tutor->step, LINE_SET, error);
    return now->turned;
}

bool tutor_answer(struct tutor *tutor, int choice, struct error *error)
{
    struct tutor_step *now = &tutor->steps[tutor->step];
    const struct lecture_line *choices[LECTURE_LINES];
    if (!tutor_asks(tutor) || choice < 0 || choice >= tutor_lines(tutor, LINE_CHOICE, choices))
        return false;
    if (!turn_step(tutor, error))
        return false;
    now->answered = now->marked = choice;
    tutor_update(tutor);
    return true;
}

void tutor_mark(struct tutor *tutor, int by)
{
    struct tutor_step *now = &tutor->steps[tutor->step];
    const struct lecture_line *choices[LECTURE_LINES];
    int n = tutor_lines(tutor, LINE_CHOICE, choices);
    bool first = now->marked < 0;
    if (n > 0)
        now->marked = first ? (by > 0 ? 0 : n - 1) : (now->marked + by + n) % n;
}

bool tutor_hint(struct tutor *tutor, struct error *error)
{
    struct tutor_step *now = &tutor->steps[tutor->step];
    if (!now->revealed || now->done)
        return error_set(error, ERROR_INPUT, NULL, "there is no task to hint at; Enter goes on");
    if (!now->hinted && *tutor_text(tutor, LINE_HINT)) {
        now->hinted = true;
        return true;
    }
    if (!turn(tutor, tutor->step, LINE_SOLUTION, error))
        return false;
    tutor_update(tutor);
    return true;
}

enum tutor_went tutor_next(struct tutor *tutor, struct error *error)
{
    struct tutor_step *now = &tutor->steps[tutor->step];
    if (tutor_asks(tutor)) {
        if (now->marked < 0)
            error_set(error, ERROR_INPUT, NULL,
                      "what do you expect? a letter says so, or an arrow and Enter");
        else
            tutor_answer(tutor, now->marked, error);
        return TUTOR_STAYS;
    }
    if (!now->turned) {
        turn_step(tutor, error);
        tutor_update(tutor);
        return TUTOR_STAYS;
    }
    if (waits_for_run(tutor) || !now->revealed) {
        error_set(error, ERROR_INPUT, NULL, "the run is still being simulated");
        return TUTOR_STAYS;
    }
    if (!now->done) {
        now->skipping = !now->skipping;
        if (!now->skipping)
            turn(tutor, tutor->step, LINE_SOLUTION, error);
        tutor_update(tutor);
        return TUTOR_STAYS;
    }
    if (tutor->step + 1 == tutor->lesson.n_stops)
        return TUTOR_FINISHED;
    leave_step(tutor);
    enter(tutor, tutor->step + 1, error);
    return TUTOR_WENT_ON;
}

bool tutor_back(struct tutor *tutor, struct error *error)
{
    if (tutor->step == 0)
        return false;
    leave_step(tutor);
    tutor->step--;
    come_back(tutor, error);
    return true;
}

void tutor_leave(struct tutor *tutor, bool keep)
{
    tutor->leaving = keep ? TUTOR_KEEPS : TUTOR_DROPS;
}

bool tutor_resume(struct tutor *tutor, struct error *error)
{
    struct explorer *explorer = tutor->explorer;
    if (!tutor->start)
        return error_set(error, ERROR_INPUT, NULL, "the lesson had not begun; leave it and start it again");
    if (!explorer_open(explorer, &tutor->start->model->scenario, (struct recorded){0}, error))
        return false;
    tutor->base = explorer->document.history.done;
    return true;
}

int tutor_reset(struct tutor *tutor, struct error *error)
{
    int n = 0;
    while (!tutor_is_at_base(tutor) && explorer_undo(tutor->explorer, error))
        n++;
    return n;
}

/* --- beginning and ending --- */

bool tutor_begin(struct tutor *tutor, struct explorer *explorer, struct store *store, struct lecture *lesson,
                 struct error *error)
{
    *tutor = (struct tutor){.explorer = explorer,
                            .lesson = *lesson,
                            .opened = explorer->document.history.done,
                            .from_start = explorer->document.from_start};
    tutor->steps = calloc((size_t)lesson->n_stops, sizeof *tutor->steps);
    *lesson = (struct lecture){0};
    struct scenario scenario;
    const struct scenario *now = &explorer->document.scenario;
    bool good = tutor->steps ? store || error_set(error, ERROR_INPUT, NULL,
                                                  "there is no store to open the lesson's scenario from")
                             : error_no_memory(error);
    if (good && store_load_scenario(store, tutor->lesson.scenario, &scenario, error)) {
        bool is_open = strcmp(now->name, scenario.name) == 0 && !scenario_difference(now, &scenario);
        good = is_open || explorer_open(explorer, &scenario, (struct recorded){0}, error);
        scenario_free(&scenario);
        if (good)
            explorer_name_source(explorer, tutor->lesson.scenario);
        good = good && turn(tutor, -1, LINE_SET, error);
    } else {
        good = false;
    }
    if (!good) {
        lecture_free(&tutor->lesson);
        free(tutor->steps);
        return false;
    }
    for (int i = 0; i < tutor->lesson.n_stops; i++)
        tutor->steps[i].marked = tutor->steps[i].answered = tutor->steps[i].right = -1;
    tutor->base = explorer->document.history.done;
    explorer_act_from_start(explorer, true);
    enter(tutor, 0, error);
    return true;
}

void tutor_end(struct tutor *tutor, bool keep)
{
    struct explorer *explorer = tutor->explorer;
    struct error error = {0};
    explorer_act_from_start(explorer, tutor->from_start);
    for (bool more = !keep; more && explorer->document.history.done > tutor->opened;)
        more = explorer_undo(explorer, &error);
    forget(&tutor->start);
    forget(&tutor->before);
    for (int i = 0; i < tutor->lesson.n_stops; i++)
        bookmark_free(tutor->steps[i].left);
    lecture_free(&tutor->lesson);
    free(tutor->steps);
    *tutor = (struct tutor){0};
}

/* --- schooling: another wattif may have written meanwhile, so before writing what it has noted is taken in
 * --- */

static struct lesson_mark *find(struct schooling *schooling, const char *name)
{
    for (int i = 0; i < schooling->n; i++)
        if (strcmp(schooling->marks[i].name, name) == 0)
            return &schooling->marks[i];
    return NULL;
}

const struct lesson_mark *schooling_find(const struct schooling *schooling, const char *name)
{
    return find((struct schooling *)schooling, name);
}

/* What was reached stays reached. */
static bool note(struct schooling *schooling, const char *name, int step, int n_steps, bool finished)
{
    struct lesson_mark *mark = find(schooling, name);
    if (!mark && schooling->n == SCHOOLING_MAX)
        return false;
    if (!mark) {
        mark = &schooling->marks[schooling->n++];
        *mark = (struct lesson_mark){0};
        text_copy(mark->name, sizeof mark->name, name);
    }
    bool news = step > mark->step || n_steps != mark->n_steps || (finished && !mark->finished);
    mark->step = step > mark->step ? step : mark->step;
    mark->n_steps = n_steps;
    mark->finished |= finished;
    return news;
}

static int whole(const cJSON *object, const char *key)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, key);
    double value = cJSON_IsNumber(member) ? member->valuedouble : 0;
    return value >= 0 && value <= 1000 ? (int)value : 0;
}

static void take_in(struct schooling *schooling)
{
    struct error ignored = {0};
    cJSON *json = *schooling->path && access(schooling->path, R_OK) == 0
                      ? json_read_file(schooling->path, &ignored)
                      : NULL;
    const cJSON *lessons = json ? cJSON_GetObjectItemCaseSensitive(json, "lessons") : NULL, *lesson;
    cJSON_ArrayForEach(lesson, lessons)
    {
        if (cJSON_IsObject(lesson) && lesson->string)
            note(schooling, lesson->string, whole(lesson, "step"), whole(lesson, "steps"),
                 cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(lesson, "finished")));
    }
    json_free(json);
}

void schooling_keep(struct schooling *schooling, const char *folder)
{
    if (!path_join(schooling->path, sizeof schooling->path, folder, "lessons.json"))
        schooling->path[0] = '\0';
    take_in(schooling);
}

bool schooling_mark(struct schooling *schooling, const char *name, int step, int n_steps, bool finished,
                    struct error *error)
{
    if (!note(schooling, name, step, n_steps, finished) || !*schooling->path)
        return true;
    take_in(schooling);
    struct json_writer writer = {0};
    json_begin_object(&writer, NULL);
    json_int(&writer, "format", SCHOOLING_FORMAT);
    json_begin_object(&writer, "lessons");
    for (int i = 0; i < schooling->n; i++) {
        const struct lesson_mark *mark = &schooling->marks[i];
        json_begin_inline_object(&writer, mark->name);
        json_int(&writer, "step", mark->step);
        json_int(&writer, "steps", mark->n_steps);
        json_bool(&writer, "finished", mark->finished);
        json_end_object(&writer);
    }
    json_end_object(&writer);
    json_end_object(&writer);
    char *text = json_writer_take(&writer);
    if (!text)
        return error_no_memory(error);
    bool good = file_replace(schooling->path, text, strlen(text), error);
    free(text);
    return good;
}
