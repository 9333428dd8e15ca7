/* A panel is what an action "panel-NAME" focuses; a step of a demo is an action, a command or a key. A demo
 * is played, not trusted: it writes no file, and does not end the program. What keys lead to where a view may
 * be open is known when it is played alone (player_refuses). */
#include "tui/words/lesson_words.h"

#include "engine/base/text.h"
#include "engine/explore/result.h"
#include "tui/term/key.h"
#include "tui/term/text.h"
#include "tui/words/view_names.h"

#include <stdio.h>
#include <string.h>

/* What a reader takes in beside the plots, how long he looks first, and how long he thinks about a question.
 */
static const double letters_per_s = 12, settling_s = 4, thinking_s = 6;

enum action_id lesson_panel_action(const char *name)
{
    char action[96];
    snprintf(action, sizeof action, "panel-%s", name);
    return action_find(action);
}

static bool is_view(const char *name)
{
    return view_find(name) != VIEW_COUNT;
}

static bool is_panel(const char *name)
{
    return lesson_panel_action(name) != ACTION_NONE;
}

/* --- steps of a demo --- */

static bool is_refused(const char *word)
{
    static const char *const others[] = {"screen-dump", "resize", "advance", "demo", "demos"};
    enum action_id action = action_find(word);
    enum prompt_command command = prompt_command_find(word);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], word) == 0)
            return true;
    return (action != ACTION_NONE && action_outlasts(action)) ||
           (command != PROMPT_COUNT && prompt_command_outlasts(command));
}

bool step_opens_nothing(const char *word)
{
    static const char *const commands[] = {"set",   "unset", "knob",   "goto",
                                           "speed", "theme", "glyphs", "wait"};
    enum action_id action = action_find(word);
    enum action_group group = action == ACTION_NONE ? GROUP_COUNT : action_infos[action].group;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i], word) == 0)
            return true;
    return group == GROUP_TIME || group == GROUP_REFERENCE || group == GROUP_SCREENS ||
           group == GROUP_DISPLAY || (group == GROUP_KNOBS && action != ACTION_TYPE_VALUE);
}

/* Where the dashboard alone is open, it is known what a key does there. */
static void judge_key(const char *name, bool *bare, char *message, size_t size)
{
    struct keymap keymap;
    uint32_t key = key_parse(name);
    if (key == KEYCODE_NONE) {
        text_print(message, size, "there is no such key; keys are a, C-a, f1, left, pgup, tab ...");
        return;
    }
    keymap_init(&keymap);
    enum action_id action = keymap_find(&keymap, CONTEXT_DASHBOARD, key);
    if (*bare && action != ACTION_NONE && is_refused(action_infos[action].name))
        text_print(message, size,
                   "the key %s is %s here: a demo shows, it writes and ends nothing; leave the line out",
                   TEXT_BRIEF(name), action_infos[action].name);
    else
        *bare &= action != ACTION_NONE && step_opens_nothing(action_infos[action].name);
}

struct step step_of(const char *line)
{
    static const char *const own[] = {"wait", "key", "type", "screen-dump", "resize", "advance"};
    const char *after = line;
    size_t n = strcspn(line, " ");
    struct step step = {.kind = STEP_WAIT, .rest = line + n + strspn(line + n, " ")};
    text_print(step.word, sizeof step.word, "%.*s", (int)n, line);
    step.command = prompt_command_find(step.word);
    step.action = action_find(step.word);
    while (step.kind < STEP_OTHER && strcmp(own[step.kind], step.word) != 0)
        step.kind++;
    if (step.kind == STEP_OTHER && utf8_next(&after) && *after == 0) {
        step.kind = STEP_KEY;
        step.rest = line;
    }
    return step;
}

static void judge(const char *line, const char *const *others, size_t n_others, bool *bare, char *message,
                  size_t size)
{
    const char *names[64 + ACTION_COUNT + PROMPT_COUNT];
    size_t n_names = 0;
    const struct step step = step_of(line);
    const char *word = step.word;
    bool command = step.command != PROMPT_COUNT, action = step.action != ACTION_NONE;
    if (step.kind == STEP_KEY) {
        judge_key(step.rest, bare, message, size);
    } else if (step.kind == STEP_TYPE) {
        *bare = false;
    } else if (is_refused(word)) {
        text_print(message, size, "%s is for scripts: a demo shows, it writes and ends nothing", word);
    } else if (!*step.rest && command && !action) {
        text_print(message, size, "%s needs %s", word, prompt_command_infos[step.command].argument);
    } else if (*step.rest && !command && action) {
        text_print(message, size, "%s takes nothing behind it", word);
    } else if (command || action || step.kind == STEP_WAIT) {
        *bare &= step_opens_nothing(word);
    } else {
        for (size_t i = 0; i < n_others; i++)
            names[n_names++] = others[i];
        for (int i = 0; i < PROMPT_COUNT; i++)
            names[n_names++] = prompt_command_infos[i].name;
        for (int i = 0; i < ACTION_COUNT; i++)
            names[n_names++] = action_infos[i].name;
        const char *nearest = text_nearest(word, names, n_names);
        if (nearest)
            text_print(message, size, "no step '%s'; did you mean '%s'?", TEXT_BRIEF(word), nearest);
        else
            text_print(message, size, "no step '%s'; docs/LESSONS.md and the `?` page list them",
                       TEXT_BRIEF(word));
    }
}

const struct lecture_words lesson_words = {is_view, is_panel, judge};

/* --- how long a demo takes --- */

double demo_stay_s(const struct lecture *demo, int stop)
{
    const struct lecture_line *pause = lecture_line(demo, stop, LINE_PAUSE),
                              *said = &demo->lines[demo->stops[stop].said];
    if (pause)
        return pause->seconds;
    return settling_s + (double)text_width(said->text) / letters_per_s +
           (said->kind == LINE_PREDICT ? thinking_s : 0);
}

double demo_length_s(const struct lecture *demo)
{
    double sum = 0;
    for (int stop = 0; stop < demo->n_stops; stop++)
        sum += demo_stay_s(demo, stop);
    for (int i = 0; i < demo->n_lines; i++)
        sum += demo->lines[i].kind == LINE_PLAY ? demo->lines[i].seconds : 0;
    return sum;
}

void facts_know(struct expression_facts *facts, enum expression_moment moment, const struct result *result)
{
    if (!result_is_finished(result))
        return;
    facts->of[moment].scenario = &result->model->scenario;
    facts->of[moment].source =
        (struct metric_source){.summary = &result->recording->summary, .model = result->model};
}
