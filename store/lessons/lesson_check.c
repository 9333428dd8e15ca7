/* Step by step, on a scenario that goes along with what the lesson and its solutions turn: a knob of another
 * fleet exists only once the fleet is there. */
#include "store/lessons/lesson_play.h"

#include "engine/answers/live_text.h"
#include "engine/base/text.h"
#include "engine/explore/prepare.h"
#include "engine/model/knob.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEY_SIZE = 64, POINTER_SIZE = 96 };

static const char *const turn_words[] = {"", "open ", "focus "};

enum lesson_turn lesson_turn_kind(const char *turn, const char **rest)
{
    for (int kind = TURN_OPEN; kind <= TURN_FOCUS; kind++) {
        size_t n = strlen(turn_words[kind]);
        if (strncmp(turn, turn_words[kind], n) == 0) {
            *rest = turn + n;
            return (enum lesson_turn)kind;
        }
    }
    *rest = turn;
    return TURN_SETTING;
}

bool lesson_scenario(const struct lesson *lesson, struct store *store, struct scenario *scenario,
                     struct error *error)
{
    struct error inner = {0};
    char place[KEY_SIZE];
    if (!store_load_scenario(store, lesson->scenario, scenario, &inner))
        return error_set(error, inner.kind, "/scenario", "%s", inner.message);
    for (int i = 0; i < lesson->set.n; i++)
        if (!scenario_turn(scenario, lesson->set.of[i], NULL, &inner)) {
            scenario_free(scenario);
            snprintf(place, sizeof place, "/set/%d", i);
            return error_set(error, inner.kind, place, "%s", inner.message);
        }
    return true;
}

static bool text_asks(const char *text, enum expression_moment moment)
{
    struct live_piece piece;
    struct expression expression;
    while (live_text_next(&text, &piece, NULL))
        if (piece.is_value && expression_parse(&expression, piece.text, piece.n, NULL) &&
            expression_asks(&expression, moment))
            return true;
    return false;
}

bool lesson_asks_reference(const struct lesson *lesson)
{
    char key[48];
    for (int s = 0; s < lesson->n_steps; s++) {
        const struct lesson_step *step = &lesson->steps[s];
        const struct expression *expression;
        const char *text;
        for (int i = 0; (expression = lesson_step_expression(step, i, key)); i++)
            if (expression_asks(expression, MOMENT_REFERENCE))
                return true;
        for (int i = 0; lesson_step_text(step, i, &text, key); i++)
            if (text_asks(text, MOMENT_REFERENCE))
                return true;
    }
    return false;
}

/* --- what is named --- */

struct checking {
    const struct lesson *lesson;
    const struct lesson_words *words;
    struct scenario scenario; /* as it is at this step; owned */
    int step;
    struct faults *faults;
};

static void fault(struct checking *checking, const char *key, const char *message)
{
    char pointer[POINTER_SIZE];
    snprintf(pointer, sizeof pointer, "/steps/%d%s", checking->step, key);
    faults_add(checking->faults, pointer, "%s", message);
}

static void fault_name(struct checking *checking, const char *key, const char *what, const char *name,
                       const char *list)
{
    char message[256];
    text_print(message, sizeof message, "there is no %s '%s'%s", what, name, list);
    fault(checking, key, message);
}

static void check_seen(struct checking *checking, const char *key, const char *name)
{
    if (!checking->words->is_view(name) && !checking->words->is_panel(name))
        fault_name(checking, key, "view or panel", name, "; `wattif screen --help` names the views");
}

static void check_points(struct checking *checking, const struct lesson_step *step)
{
    char key[KEY_SIZE];
    struct knob_ref knob;
    for (int i = 0; i < step->n_points; i++) {
        const struct lesson_point *point = &step->points[i];
        struct error error = {0};
        snprintf(key, sizeof key, "/at/%d", i);
        if (point->kind == POINT_KNOB && !knob_resolve(&checking->scenario, point->name, &knob, &error))
            fault(checking, key, error.message);
        if (point->kind == POINT_PANEL && !checking->words->is_panel(point->name))
            fault_name(checking, key, "panel", point->name, "");
    }
}

static void check_turns(struct checking *checking, const char *name, const struct lesson_turns *turns)
{
    char key[KEY_SIZE];
    for (int i = 0; i < turns->n; i++) {
        struct error error = {0};
        const char *rest;
        snprintf(key, sizeof key, "%s/%d", name, i);
        enum lesson_turn kind = lesson_turn_kind(turns->of[i], &rest);
        if (kind == TURN_SETTING && !scenario_turn(&checking->scenario, rest, NULL, &error))
            fault(checking, key, error.message);
        if (kind == TURN_OPEN && !checking->words->is_view(rest))
            fault_name(checking, key, "view", rest, "; `wattif screen --help` names them");
        if (kind == TURN_FOCUS && !checking->words->is_panel(rest))
            fault_name(checking, key, "panel", rest, "");
    }
}

static void check_expression(struct checking *checking, const char *key, const struct expression *expression)
{
    struct error error = {0};
    char name[64];
    if (!expression_check(expression, &checking->scenario, &error))
        fault(checking, key, error.message);
    for (int i = 0; expression_seen(expression, i, name, sizeof name); i++)
        check_seen(checking, key, name);
}

/* --- numbers that are written --- */

/* The next number in a text that is not asked of the run and is no part of a word ("p95", "A100", "GPT-4").
 */
static bool next_number(const char **text, bool *inside, double *number, char digits[32])
{
    const char *at = *text;
    char before = 0;
    for (; *at; before = *at++) {
        *inside = *inside ? *at != '}' : *at == '{';
        if (*inside || !isdigit((unsigned char)*at))
            continue;
        size_t n = strspn(at, "0123456789");
        if (at[n] == '.' && isdigit((unsigned char)at[n + 1]))
            n += 1 + strspn(at + n + 1, "0123456789");
        bool word = isalpha((unsigned char)before) || before == '-' || before == '_' || (before & 0x80) ||
                    isalpha((unsigned char)at[n]);
        snprintf(digits, 32, "%.*s", n < 31 ? (int)n : 31, at);
        at += n - 1;
        if (!word && text_to_number(digits, number)) {
            *text = at + 1;
            return true;
        }
    }
    *text = at;
    return false;
}

static bool turns_have(const struct lesson_turns *turns, double number)
{
    char digits[32];
    double value;
    for (int i = 0; i < turns->n; i++) {
        const char *text = strchr(turns->of[i], '=');
        bool inside = false;
        while (text && next_number(&text, &inside, &value, digits))
            if (fabs(value - number) <= 1e-9 * fabs(number))
                return true;
    }
    return false;
}

static bool step_has(const struct lesson_step *step, double number)
{
    char key[48];
    const struct expression *expression;
    for (int i = 0; (expression = lesson_step_expression(step, i, key)); i++)
        if (expression_has_number(expression, number))
            return true;
    for (int i = 0; i < step->n_holds; i++)
        if (step->holds[i].seeds > 0 && (step->holds[i].seeds == number || step->holds[i].least == number ||
                                         step->holds[i].most == number))
            return true;
    return turns_have(&step->turns, number) || turns_have(&step->solution, number);
}

static bool is_held(const struct checking *checking, double number)
{
    bool held = turns_have(&checking->lesson->set, number);
    for (int s = 0; s <= checking->step && !held; s++)
        held = step_has(&checking->lesson->steps[s], number);
    return held;
}

static void check_text(struct checking *checking, const char *key, const char *text)
{
    struct error error = {0};
    char digits[32], message[256];
    bool inside = false;
    double number;
    if (!live_text_check(text, &checking->scenario, &error))
        fault(checking, key, error.message);
    while (next_number(&text, &inside, &number, digits))
        if (!is_held(checking, number)) {
            text_print(
                message, sizeof message,
                "nothing holds the number %s: ask the run for it in braces, or let an expression of `holds` have it",
                digits);
            fault(checking, key, message);
        }
}

/* --- the whole --- */

static void check_step(struct checking *checking, const struct lesson_step *step)
{
    const struct expression *expression;
    const char *text;
    char key[48];
    check_points(checking, step);
    check_turns(checking, "/turn", &step->turns);
    for (int i = 0; (expression = lesson_step_expression(step, i, key)); i++)
        check_expression(checking, key, expression);
    for (int i = 0; lesson_step_text(step, i, &text, key); i++)
        check_text(checking, key, text);
    check_turns(checking, "/task/solution", &step->solution);
}

static bool can_run(const struct scenario *scenario, struct store *store, struct error *error)
{
    struct model *model = model_create(scenario, store_catalog(store), error);
    bool good = model && prepare_look_up(model, NULL, error);
    model_release(model);
    return good;
}

bool lesson_check(const struct lesson *lesson, struct store *store, const struct lesson_words *words,
                  struct faults *faults)
{
    struct checking checking = {.lesson = lesson, .words = words, .faults = faults};
    struct error error = {0};
    size_t before = faults->count;
    if (!lesson_scenario(lesson, store, &checking.scenario, &error)) {
        faults_add_error(faults, error.place, &error);
        return false;
    }
    if (!can_run(&checking.scenario, store, &error))
        faults_add_error(faults, "/set", &error);
    for (; checking.step < lesson->n_steps && faults->count == before; checking.step++)
        check_step(&checking, &lesson->steps[checking.step]);
    scenario_free(&checking.scenario);
    return faults->count == before;
}
