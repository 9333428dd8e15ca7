/* The names of the views, from views.def. */
#include "tui/words/view_names.h"

#include <string.h>

const struct view_name view_names[VIEW_COUNT] = {
#define VIEW_ROW(id, view, name, group, keys, help, ops, shows) {view, ACTION_##id, shows},
#define ASKED_ROW(id, view, ops, shows) {view, ACTION_NONE, shows},
#include "tui/words/views.def"
};

enum view_id view_find(const char *name)
{
    int view = 0;
    while (view < VIEW_COUNT && strcmp(view_names[view].name, name) != 0)
        view++;
    return (enum view_id)view;
}

enum view_id view_of_action(enum action action)
{
    int view = 0;
    while (view < VIEW_COUNT && view_names[view].action != action)
        view++;
    return (enum view_id)view;
}
