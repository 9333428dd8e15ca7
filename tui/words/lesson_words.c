/* A panel is what an action "panel-NAME" focuses. */
#include "tui/words/lesson_words.h"

#include "tui/words/view_names.h"

#include <stdio.h>

enum action lesson_panel_action(const char *name)
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

const struct lesson_words lesson_words = {is_view, is_panel};
