/* The action table and key maps. The defaults are parsed from the same text that a config line would have. */
#include "tui/words/action.h"

#include "tui/term/key.h"

#include <stdio.h>
#include <string.h>

const char *const action_group_titles[GROUP_COUNT] = {
    "Time",          "Knobs",      "Policies",      "Reference",  "Panels",           "Open",
    "Take away",     "Display",    "Ask",           "In lists",   "In the inspector", "In the MIG editor",
    "In maps",       "In compare", "In saved runs", "In lessons", "In demos",         "In your fleet",
    "In the library"};

const unsigned action_group_contexts[GROUP_COUNT] = {
    [GROUP_TIME] = CONTEXT_DASHBOARD,
    [GROUP_KNOBS] = CONTEXT_DASHBOARD,
    [GROUP_POLICIES] = CONTEXT_DASHBOARD,
    [GROUP_REFERENCE] = CONTEXT_DASHBOARD,
    [GROUP_SCREENS] = CONTEXT_DASHBOARD,
    [GROUP_VIEWS] = CONTEXT_EVERYWHERE,
    [GROUP_TAKE] = CONTEXT_EVERYWHERE,
    [GROUP_DISPLAY] = CONTEXT_EVERYWHERE,
    [GROUP_INTENTIONS] = CONTEXT_DASHBOARD,
    [GROUP_LIST] = CONTEXT_LIST,
    [GROUP_INSPECTOR] = CONTEXT_INSPECTOR,
    [GROUP_MIG] = CONTEXT_MIG,
    [GROUP_PLANE] = CONTEXT_PLANE,
    [GROUP_COMPARE] = CONTEXT_COMPARE,
    [GROUP_RUNS] = CONTEXT_RUNS,
    [GROUP_LESSON] = CONTEXT_LESSON,
    [GROUP_DEMO] = CONTEXT_DEMO,
    [GROUP_FLEET] = CONTEXT_FLEET,
    [GROUP_LIBRARY] = CONTEXT_LIBRARY,
};

const struct action_info action_infos[ACTION_COUNT] = {
#define ACTION_ROW(id, name, group, keys, help) {name, group, keys, help},
#include "tui/words/actions.def"
};

const struct prompt_command_info prompt_command_infos[PROMPT_COUNT] = {
#define COMMAND_ROW(id, name, argument, help) {name, argument, help},
#include "tui/words/actions.def"
};

enum action_id action_find(const char *name)
{
    for (int i = 0; i < ACTION_COUNT; i++)
        if (strcmp(action_infos[i].name, name) == 0)
            return (enum action_id)i;
    return ACTION_NONE;
}

enum prompt_command prompt_command_find(const char *name)
{
    for (int i = 0; i < PROMPT_COUNT; i++)
        if (strcmp(prompt_command_infos[i].name, name) == 0)
            return (enum prompt_command)i;
    return PROMPT_COUNT;
}

bool action_outlasts(enum action_id action)
{
    static const enum action_id which[] = {ACTION_SAVE,           ACTION_EXPORT,         ACTION_QUIT,
                                           ACTION_FLEET_SAVE,     ACTION_FLEET_CSV,      ACTION_FLEET_EDITOR,
                                           ACTION_LIBRARY_IMPORT, ACTION_LIBRARY_EXPORT, ACTION_RUNS_TAG,
                                           ACTION_RUNS_NOTE,      ACTION_LIST_RENAME};
    for (size_t i = 0; i < sizeof which / sizeof *which; i++)
        if (which[i] == action)
            return true;
    return false;
}

/* A lesson notes how far one has come. */
bool prompt_command_outlasts(enum prompt_command command)
{
    return command == PROMPT_SAVE_AS || command == PROMPT_EXPORT_AS || command == PROMPT_DEMO_AS ||
           command == PROMPT_LESSON_OF;
}

static unsigned context_of(enum action_id action)
{
    return action_group_contexts[action_infos[action].group];
}

/* Frees the key where the action would take it, then gives it to the action. What is for everywhere takes it
 * from every context, or a more special action would still win there. */
static void bind_key(struct keymap *keymap, uint32_t key, enum action_id action)
{
    int kept = 0;
    unsigned taken =
        action == ACTION_NONE || context_of(action) == CONTEXT_EVERYWHERE ? ~0U : context_of(action);
    for (int i = 0; i < keymap->n; i++)
        if (keymap->bindings[i].key != key || !(context_of(keymap->bindings[i].action) & taken))
            keymap->bindings[kept++] = keymap->bindings[i];
    keymap->n = kept;
    if (action == ACTION_NONE || keymap->n == BINDINGS_MAX)
        return;
    keymap->bindings[keymap->n].key = key;
    keymap->bindings[keymap->n++].action = action;
}

void keymap_init(struct keymap *keymap)
{
    keymap->n = 0;
    for (int action = 0; action < ACTION_COUNT; action++) {
        char keys[64], *save = NULL;
        snprintf(keys, sizeof keys, "%s", action_infos[action].keys);
        for (char *word = strtok_r(keys, " ", &save); word; word = strtok_r(NULL, " ", &save))
            bind_key(keymap, key_parse(word), (enum action_id)action);
    }
}

const char *const keymap_old[KEYMAP_OLD] = {
    "l demo-next",   "h demo-back",    "t demo-try",     "a demo-alone",      "h list-left",
    "l list-right",  "D list-delete",  "t list-adopt",   "e list-rename",     "c scenario-copy",
    "a mig-all",     "m mig-manual",   "M front-best",   "E front-take",      "t front-table",
    "X across-next", "w compare-cut",  "b compare-base", "o compare-open",    "S runs-sort",
    "t runs-tag",    "N runs-note",    "a fleet-add",    "d fleet-duplicate", "m fleet-smallest",
    "v fleet-csv",   "e fleet-editor", "o fleet-open",   "i library-import",
};

bool keymap_bind(struct keymap *keymap, const char *line, const char *place, struct error *error)
{
    char key_word[32], action_word[64], rest[2];
    if (sscanf(line, "%31s %63s %1s", key_word, action_word, rest) != 2)
        return error_set(error, ERROR_INPUT, place, "write `bind KEY ACTION`, for example `bind C-p play`");
    uint32_t key = key_parse(key_word);
    if (key == KEYCODE_NONE)
        return error_set(error, ERROR_INPUT, place,
                         "no key '%s'; keys are a, C-a, f1, left, pgup, space, tab ...", key_word);
    enum action_id action = strcmp(action_word, "none") == 0 ? ACTION_NONE : action_find(action_word);
    if (action == ACTION_NONE && strcmp(action_word, "none") != 0)
        return error_set(error, ERROR_INPUT, place, "no action '%s'; the `?` page lists them", action_word);
    bind_key(keymap, key, action);
    return true;
}

enum action_id keymap_find(const struct keymap *keymap, unsigned contexts, uint32_t key)
{
    enum action_id found = ACTION_NONE;
    unsigned best = 0; /* contexts are in order: the more special, the greater */
    for (int i = 0; i < keymap->n; i++) {
        enum action_id action = keymap->bindings[i].action;
        unsigned context = context_of(action) & (contexts | CONTEXT_EVERYWHERE);
        if (keymap->bindings[i].key != key || context <= best)
            continue;
        best = context;
        found = action;
    }
    return found;
}

struct key_text keymap_key(const struct keymap *keymap, enum action_id action)
{
    struct key_text key;
    keymap_labels(keymap, action, 1, key.text, sizeof key.text);
    return key;
}

void keymap_labels(const struct keymap *keymap, enum action_id action, int max, char *out, size_t size)
{
    size_t used = 0;
    out[0] = 0;
    for (int i = 0; i < keymap->n && max > 0; i++) {
        char label[16];
        if (keymap->bindings[i].action != action)
            continue;
        key_label(keymap->bindings[i].key, label, sizeof label);
        if (used + strlen(label) + 2 > size)
            return;
        used += (size_t)snprintf(out + used, size - used, "%s%s", used ? " " : "", label);
        max--;
    }
}
