/* Stop by stop, on a scenario that goes along with what is opened and turned: a knob of another fleet exists
 * only once the fleet is there. */
#include "store/lessons/lessons.h"

#include "engine/answers/live_text.h"
#include "engine/base/text.h"
#include "engine/explore/prepare.h"
#include "engine/model/knob.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool lecture_scenario(const struct lecture *lecture, struct store *store, struct scenario *scenario,
                      int *number, struct error *error)
{
    const struct lecture_line *set[LECTURE_LINES];
    char run_name[64];
    *number = lecture->scenario_line;
    if (lecture->form == LECTURE_DEMO) { /* a saved run or a path as well */
        struct faults *faults = calloc(1, sizeof *faults);
        if (!faults)
            return error_no_memory(error);
        bool found = store_resolve_scenario(store, lecture->scenario, scenario, run_name, faults, error);
        if (!found && faults->count > 0)
            *error = *faults_first(faults);
        free(faults);
        return found;
    }
    if (!store_load_scenario(store, lecture->scenario, scenario, error))
        return false;
    int n = lecture_lines(lecture, -1, LINE_SET, set);
    for (int i = 0; i < n; i++)
        if (!scenario_turn(scenario, set[i]->text, NULL, error)) {
            *number = set[i]->number;
            scenario_free(scenario);
            return false;
        }
    return true;
}

struct checking {
    const struct lecture *lecture;
    struct store *store;
    const struct lecture_words *words;
    struct faults *faults;
    struct scenario scenario; /* as far as the steps so far have brought it; owned while known */
    bool known;
    int stop;
};

#define FAULT(line, ...) lecture_fault(checking->lecture, (line)->number, checking->faults, __VA_ARGS__)

static void tell(struct checking *checking, int number, const struct error *error)
{
    char place[ERROR_PLACE];
    faults_add_error(checking->faults, error_place(place, checking->lecture->path, ":%d", number), error);
}

/* --- names --- */

static void open_scenario(struct checking *checking, const char *word, int number)
{
    struct lecture opened = *checking->lecture;
    struct error error = {0};
    int at;
    opened.scenario = word;
    if (checking->known)
        scenario_free(&checking->scenario);
    checking->known = lecture_scenario(&opened, checking->store, &checking->scenario, &at, &error);
    if (!checking->known)
        tell(checking, number > 0 ? number : at, &error);
}

/* `set` of a demo. Names are told as the panel shows them, too, so only those that resolve are looked at
 * closely. */
static void check_set(struct checking *checking, const struct lecture_line *line, const char *rest)
{
    struct knob_ref refs[KNOB_TARGETS_MAX];
    struct knob_value value;
    struct error error = {0};
    char name[96];
    size_t n = strcspn(rest, "= ");
    text_print(name, sizeof name, "%.*s", (int)n, rest);
    const char *text = rest + n + strspn(rest + n, "= ");
    int found = knob_resolve_all(&checking->scenario, name, refs, &error);
    if (found == 0 || !*text) {
        if (found > 0)
            error_set(&error, ERROR_INPUT, NULL, "set takes a knob and a value: set cit 0.8");
        tell(checking, line->number, &error);
        return;
    }
    for (int i = 0; i < found; i++)
        if (!knob_parse(&checking->scenario, refs[i], text, &value, &error)) {
            tell(checking, line->number, &error);
            return;
        } else
            knob_begin(&checking->scenario, refs[i], &value, NULL);
}

/* A step of a demo: what follows these words names something. */
static void check_step(struct checking *checking, const struct lecture_line *line)
{
    static const char *const verbs[] = {"open ", "set ", "knob "};
    struct knob_ref refs[KNOB_TARGETS_MAX];
    struct error error = {0};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        size_t n = strlen(verbs[i]);
        if (strncmp(line->text, verbs[i], n) != 0)
            continue;
        const char *rest = line->text + n + strspn(line->text + n, " ");
        if (i == 0)
            open_scenario(checking, rest, line->number);
        else if (checking->known && i == 1)
            check_set(checking, line, rest);
        else if (checking->known && knob_resolve_all(&checking->scenario, rest, refs, &error) == 0)
            tell(checking, line->number, &error);
    }
}

static void check_point(struct checking *checking, const struct lecture_line *line)
{
    struct knob_ref knob;
    struct error error = {0};
    if (line->point == POINT_KNOB && !knob_resolve(&checking->scenario, line->text, &knob, &error))
        tell(checking, line->number, &error);
    if (line->point == POINT_PANEL && !checking->words->is_panel(line->text))
        FAULT(line, "there is no panel '%s'", line->text);
}

/* What a lesson sets, or what does its task. */
static void check_turn(struct checking *checking, const struct lecture_line *line)
{
    struct error error = {0};
    const char *rest;
    enum turn_kind kind = turn_kind_of(line->text, &rest);
    if (kind == TURN_SETTING && !scenario_turn(&checking->scenario, rest, NULL, &error))
        tell(checking, line->number, &error);
    if (kind == TURN_OPEN && !checking->words->is_view(rest))
        FAULT(line, "there is no view '%s'; `wattif screen --help` names them", rest);
    if (kind == TURN_FOCUS && !checking->words->is_panel(rest))
        FAULT(line, "there is no panel '%s'", rest);
}

/* --- numbers that are written --- */

/* The next number in a text that is not asked of the run and is no part of a word ("p95", "A100",
 * "GPT-4"). */
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
        text_print(digits, 32, "%.*s", (int)n, at);
        at += n - 1;
        if (!word && text_to_number(digits, number)) {
            *text = at + 1;
            return true;
        }
    }
    *text = at;
    return false;
}

/* Does this line hold a number to what comes out: a condition, its seeds, a setting? */
static bool line_has(const struct lecture_line *line, double number)
{
    struct expression expression;
    char digits[32];
    double value;
    bool inside = false;
    if (line->condition)
        return (expression_parse(&expression, line->condition, strlen(line->condition), NULL) &&
                expression_has_number(&expression, number)) ||
               (line->seeds > 0 && (line->seeds == number || line->least == number || line->most == number));
    const char *text = line->kind == LINE_SET || line->kind == LINE_SOLUTION ? strchr(line->text, '=') : NULL;
    while (text && next_number(&text, &inside, &value, digits))
        if (fabs(value - number) <= 1e-9 * fabs(number))
            return true;
    return false;
}

static void check_text(struct checking *checking, const struct lecture_line *line, const char *text)
{
    const struct lecture *lecture = checking->lecture;
    struct error error = {0};
    char digits[32], plain[LECTURE_TEXT]; /* a demo may have the sentence of the run */
    bool inside = false;
    double number;
    lecture_put_headline(text, "", plain, sizeof plain);
    if (!live_text_check(lecture->form == LECTURE_DEMO ? plain : text, &checking->scenario, &error))
        tell(checking, line->number, &error);
    while (lecture->form == LECTURE_LESSON && next_number(&text, &inside, &number, digits)) {
        bool held = false;
        for (int i = 0; i < lecture->stops[checking->stop].end && !held; i++)
            held = line_has(&lecture->lines[i], number);
        if (!held)
            FAULT(line,
                  "nothing holds the number %s: ask the run for it in braces, or let an expression of "
                  "`expect` have it",
                  digits);
    }
}

/* --- the whole --- */

/* What is told, and under which condition. */
static void check_telling(struct checking *checking, const struct lecture_line *line)
{
    if (line_is_told(line))
        check_text(checking, line, line->text);
    if (line->kind == LINE_CHOICE && *line->note)
        check_text(checking, line, line->note);
    if (line->condition) {
        struct expression expression;
        struct error error = {0};
        char name[64];
        if (expression_parse(&expression, line->condition, strlen(line->condition), NULL)) {
            if (!expression_check(&expression, &checking->scenario, &error))
                tell(checking, line->number, &error);
            for (int i = 0; expression_seen(&expression, i, name, sizeof name); i++)
                if (!checking->words->is_view(name) && !checking->words->is_panel(name))
                    FAULT(line, "there is no view or panel '%s'; `wattif screen --help` names the views",
                          name);
        }
    }
}

bool lecture_check(const struct lecture *lecture, struct store *store, const struct lecture_words *words,
                   struct faults *faults)
{
    static const struct {
        unsigned kinds;
        void (*check)(struct checking *checking, const struct lecture_line *line);
    } passes[] = {{1U << LINE_AT, check_point},
                  {1U << LINE_SET, check_turn},
                  {~0U, check_telling},
                  {1U << LINE_SOLUTION, check_turn}};
    struct checking checking = {.lecture = lecture, .store = store, .words = words, .faults = faults};
    size_t before = faults->count;
    open_scenario(&checking, lecture->scenario, 0);
    if (checking.known && lecture->form == LECTURE_LESSON) {
        struct error error = {0};
        struct model *model = model_create(&checking.scenario, store_catalog(store), &error);
        if (!model || !prepare_look_up(model, NULL, &error))
            tell(&checking, lecture->scenario_line, &error);
        model_release(model);
    }
    for (; checking.stop < lecture->n_stops; checking.stop++) {
        const struct lecture_stop *stop = &lecture->stops[checking.stop];
        for (int i = stop->first; lecture->form == LECTURE_DEMO && i < stop->said; i++)
            if (lecture->lines[i].kind == LINE_STEP)
                check_step(&checking, &lecture->lines[i]);
        if (!checking.known)
            continue;
        for (size_t pass = 0; pass < sizeof passes / sizeof *passes; pass++)
            for (int i = stop->said; i < stop->end; i++)
                if (passes[pass].kinds & 1U << lecture->lines[i].kind)
                    passes[pass].check(&checking, &lecture->lines[i]);
        if (lecture->form == LECTURE_LESSON && faults->count > before)
            break; /* what follows may hang on what is wrong here */
    }
    if (checking.known)
        scenario_free(&checking.scenario);
    return faults->count == before;
}
