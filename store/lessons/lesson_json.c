/* The reader: tables say which keys the objects have; expressions and live texts are parsed as they are read,
 * so that a fault has the place of its text. Whether what is named exists is asked in lesson_check.c. */
#include "store/lessons/lesson.h"

#include "engine/answers/live_text.h"
#include "engine/base/text.h"
#include "engine/base/visible.h"
#include "store/import/import.h"
#include "store/json/json_fields.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const lesson_point_names[POINT_KINDS] = {"knob", "panel", "cards"};

#define TEXT(s, m) TEXT_AT(s, m), .said = SAID_IF_OTHER
#define ELSEWHERE(name)                                                                                      \
    {                                                                                                        \
        name, FIELD_ELSEWHERE                                                                                \
    }

static const struct field head_rows[] = {{"name", TEXT_AT(lesson, name), .required = true},
                                         {"title", TEXT_AT(lesson, title), .required = true},
                                         {"summary", TEXT_AT(lesson, summary), .required = true},
                                         {"source", TEXT(lesson, source)},
                                         {"number", INT32_AT(lesson, number), FIELD_RANGE(0, 1000, "")},
                                         {"scenario", TEXT_AT(lesson, scenario), .required = true},
                                         ELSEWHERE("format"),
                                         ELSEWHERE("set"),
                                         ELSEWHERE("steps")};
static const struct field_table head_fields = FIELD_TABLE(head_rows, lesson);

static const struct field step_rows[] = {{"text", TEXT_AT(lesson_step, text), .required = true},
                                         {"question", TEXT(lesson_step, question)},
                                         {"reveal", TEXT(lesson_step, reveal)},
                                         ELSEWHERE("at"),
                                         ELSEWHERE("choices"),
                                         ELSEWHERE("turn"),
                                         ELSEWHERE("task"),
                                         ELSEWHERE("holds")};
static const struct field_table step_fields = FIELD_TABLE(step_rows, lesson_step);

static const struct field task_rows[] = {{"text", TEXT_AT(lesson_step, task), .required = true},
                                         {"state", TEXT(lesson_step, state)},
                                         {"hint", TEXT(lesson_step, hint)},
                                         ELSEWHERE("until"),
                                         ELSEWHERE("solution")};
static const struct field_table task_fields = FIELD_TABLE(task_rows, lesson_step);

static const struct field choice_rows[] = {{"text", TEXT_AT(lesson_choice, text), .required = true},
                                           {"why", TEXT(lesson_choice, why)},
                                           ELSEWHERE("when")};
static const struct field_table choice_fields = FIELD_TABLE(choice_rows, lesson_choice);

/* --- parts --- */

/* Calls `read` for each member of an array of at most `most`; returns how many there are, at most that. */
static int each(const cJSON *object, const char *key, int most, struct json_place *place,
                void (*read)(const cJSON *json, void *context, int index, struct json_place *place),
                void *context)
{
    const cJSON *array = json_array(object, key, place), *item;
    int n = array ? cJSON_GetArraySize(array) : 0, index = 0;
    if (n > most)
        json_fault(place, key, "has %d; a lesson has room for %d here", n, most);
    n = n < most ? n : most;
    size_t before = json_pointer_push(place->pointer, sizeof place->pointer, key);
    cJSON_ArrayForEach(item, array)
    {
        size_t inner = json_pointer_push_index(place->pointer, sizeof place->pointer, index);
        if (index < n)
            read(item, context, index, place);
        place->pointer[inner] = '\0';
        index++;
    }
    place->pointer[before] = '\0';
    return n;
}

static void read_turn(const cJSON *json, void *context, int index, struct json_place *place)
{
    struct lesson_turns *turns = context;
    if (!cJSON_IsString(json))
        json_fault(place, NULL, "must be a text in quotes, such as \"cit=0.8\"");
    else if (!text_copy(turns->of[index], LESSON_LINE, json->valuestring))
        json_fault(place, NULL, "is longer than %d bytes", LESSON_LINE - 1);
}

static void read_turns(const cJSON *object, const char *key, struct lesson_turns *turns,
                       struct json_place *place)
{
    turns->n = each(object, key, LESSON_TURNS, place, read_turn, turns);
}

static void read_expression(const cJSON *json, const char *key, struct expression *expression,
                            struct json_place *place)
{
    struct error error = {0};
    if (!cJSON_IsString(json))
        json_fault(place, key, "must be an expression in quotes, such as \"carbon_g.total < 250\"");
    else if (!expression_parse(expression, json->valuestring, strlen(json->valuestring), &error))
        json_fault(place, key, "%s", error.message);
}

static void read_needed(const cJSON *object, const char *key, struct expression *expression,
                        struct json_place *place)
{
    const cJSON *json = json_member(object, key);
    if (json)
        read_expression(json, key, expression, place);
    else
        json_fault(place, key, "is missing");
}

/* "knob cit", or {"at": "knob cit", "label": "the knob"}. */
static void read_point(const cJSON *json, void *context, int index, struct json_place *place)
{
    struct lesson_point *point = &((struct lesson_step *)context)->points[index];
    bool object = cJSON_IsObject(json);
    const cJSON *what = object ? json_member(json, "at") : json,
                *label = object ? json_member(json, "label") : NULL;
    const char *text = cJSON_IsString(what) ? what->valuestring : "";
    size_t n = strcspn(text, " ");
    int kind = 0;
    while (kind < POINT_KINDS &&
           (strlen(lesson_point_names[kind]) != n || strncmp(lesson_point_names[kind], text, n) != 0))
        kind++;
    if (kind == POINT_KINDS || (text[n] == 0) != (kind == POINT_CARDS)) {
        json_fault(place, NULL, "must be \"knob NAME\", \"panel NAME\" or \"cards\"");
        return;
    }
    point->kind = (enum lesson_point_kind)kind;
    if (!text_copy(point->name, sizeof point->name, text[n] ? text + n + 1 : ""))
        json_fault(place, NULL, "is longer than %zu bytes", sizeof point->name - 1);
    if (label && (!cJSON_IsString(label) || text_fault(label->valuestring) ||
                  !text_copy(point->label, sizeof point->label, label->valuestring)))
        json_fault(place, "label", "must be a short text");
}

static void read_choice(const cJSON *json, void *context, int index, struct json_place *place)
{
    struct lesson_choice *choice = &((struct lesson_step *)context)->choices[index];
    if (json_read_fields(json, &choice_fields, choice, place))
        read_needed(json, "when", &choice->when, place);
}

static void read_count(const cJSON *json, const char *key, int most, int *value, struct json_place *place)
{
    const cJSON *member = json_member(json, key);
    double number = member && cJSON_IsNumber(member) ? member->valuedouble : -1;
    if (number != floor(number) || number < 0 || number > most)
        json_fault(place, key, "must be a whole number from 0 to %d", most);
    else
        *value = (int)number;
}

/* "EXPRESSION", or {"seeds": 20, "least": 16, "most": 19, "when": "EXPRESSION"}. */
static void read_hold(const cJSON *json, void *context, int index, struct json_place *place)
{
    struct lesson_hold *hold = &((struct lesson_step *)context)->holds[index];
    if (!cJSON_IsObject(json)) {
        read_expression(json, NULL, &hold->when, place);
        return;
    }
    read_needed(json, "when", &hold->when, place);
    read_count(json, "seeds", LESSON_SEEDS, &hold->seeds, place);
    read_count(json, "least", hold->seeds, &hold->least, place);
    read_count(json, "most", hold->seeds, &hold->most, place);
    if (hold->seeds == 0 || hold->least > hold->most)
        json_fault(place, NULL, "takes so many seeds, and of these least to most");
}

static void read_task(const cJSON *object, struct lesson_step *step, struct json_place *place)
{
    const cJSON *task = json_object(object, "task", place);
    if (!task)
        return;
    size_t before = json_pointer_push(place->pointer, sizeof place->pointer, "task");
    json_read_fields(task, &task_fields, step, place);
    read_needed(task, "until", &step->until, place);
    read_turns(task, "solution", &step->solution, place);
    if (step->solution.n == 0)
        json_fault(place, "solution",
                   "is missing: what does the task, such as [\"cit=0.8\"], so that it can be tried");
    place->pointer[before] = '\0';
}

/* Faults of live texts, at the text that has them. */
static void check_texts(const struct lesson_step *step, struct json_place *place)
{
    const char *text;
    char key[48];
    for (int i = 0; lesson_step_text(step, i, &text, key); i++) {
        struct error error = {0};
        size_t before = strlen(place->pointer);
        text_append(place->pointer, sizeof place->pointer, "%s", key);
        if (!live_text_check(text, NULL, &error))
            json_fault(place, NULL, "%s", error.message);
        place->pointer[before] = '\0';
    }
}

static void read_step(const cJSON *json, void *context, int index, struct json_place *place)
{
    struct lesson_step *step = &((struct lesson *)context)->steps[index];
    if (!json_read_fields(json, &step_fields, step, place))
        return;
    step->n_points = each(json, "at", LESSON_POINTS, place, read_point, step);
    step->n_choices = each(json, "choices", LESSON_CHOICES, place, read_choice, step);
    step->n_holds = each(json, "holds", LESSON_HOLDS, place, read_hold, step);
    read_turns(json, "turn", &step->turns, place);
    read_task(json, step, place);
    if ((*step->question != 0) != (step->n_choices > 1))
        json_fault(place, *step->question ? "choices" : "question",
                   "a question has 2 to %d choices, and choices have a question", LESSON_CHOICES);
    check_texts(step, place);
}

/* --- the whole --- */

static void read_lesson(const cJSON *json, struct lesson *lesson, struct json_place *place)
{
    const cJSON *format = json_member(json, "format");
    if (!json_read_fields(json, &head_fields, lesson, place))
        return;
    if (!format || !cJSON_IsNumber(format) || format->valuedouble < 1)
        json_fault(place, "format", "must be %d", LESSON_FORMAT);
    else if (format->valuedouble > LESSON_FORMAT)
        json_fault(place, "format", "is %.0f, made by a newer wattif; this one reads up to %d",
                   format->valuedouble, LESSON_FORMAT);
    if (!import_name_valid(lesson->name))
        json_fault(place, "name", "cannot name a lesson (letters, digits, . _ -)");
    read_turns(json, "set", &lesson->set, place);
    lesson->n_steps = each(json, "steps", LESSON_STEPS, place, read_step, lesson);
    if (lesson->n_steps == 0)
        json_fault(place, "steps", "must have 1 to %d steps", LESSON_STEPS);
}

bool lesson_from_text(const char *text, size_t n, const char *name, struct lesson *lesson,
                      struct faults *faults)
{
    size_t before = faults->count;
    struct error error = {0};
    *lesson = (struct lesson){0};
    cJSON *json = json_parse_file_text(text, n, name, &error);
    if (!json) {
        faults_add_error(faults, error.place, &error);
        return false;
    }
    struct json_place *place = calloc(1, sizeof *place);
    lesson->steps = calloc(LESSON_STEPS, sizeof *lesson->steps);
    if (!place || !lesson->steps) {
        faults_no_memory(faults, name);
    } else {
        place->faults = faults;
        if (cJSON_IsObject(json))
            read_lesson(json, lesson, place);
        else
            faults_add(faults, "", "a lesson is a JSON object");
    }
    free(place);
    json_free(json);
    if (faults->count == before)
        return true;
    for (size_t i = before; i < faults->count && i < FAULTS_KEPT; i++) {
        char at[ERROR_PLACE], *pointer = faults->kept[i].place;
        memcpy(pointer, json_place_in_text(at, name, text, n, pointer), sizeof at);
    }
    lesson_free(lesson);
    return false;
}

void lesson_free(struct lesson *lesson)
{
    free(lesson->steps);
    *lesson = (struct lesson){0};
}

/* --- walking over what a step has --- */

bool lesson_step_text(const struct lesson_step *step, int index, const char **text, char key[48])
{
    const struct {
        const char *text, *key;
    } texts[] = {{step->text, "/text"},      {step->question, "/question"}, {step->reveal, "/reveal"},
                 {step->task, "/task/text"}, {step->state, "/task/state"},  {step->hint, "/task/hint"}};
    enum { TEXTS = sizeof texts / sizeof *texts };
    if (index < TEXTS) {
        *text = texts[index].text;
        snprintf(key, 48, "%s", texts[index].key);
        return true;
    }
    index -= TEXTS;
    if (index >= 2 * step->n_choices)
        return false;
    const struct lesson_choice *choice = &step->choices[index / 2];
    *text = index % 2 ? choice->why : choice->text;
    snprintf(key, 48, "/choices/%d/%s", index / 2, index % 2 ? "why" : "text");
    return true;
}

const struct expression *lesson_step_expression(const struct lesson_step *step, int index, char key[48])
{
    if (index < step->n_choices) {
        snprintf(key, 48, "/choices/%d/when", index);
        return &step->choices[index].when;
    }
    index -= step->n_choices;
    if (index < step->n_holds) {
        snprintf(key, 48, "/holds/%d", index);
        return &step->holds[index].when;
    }
    snprintf(key, 48, "/task/until");
    return index == step->n_holds && *step->task ? &step->until : NULL;
}
