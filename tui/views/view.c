/* The table of views, from views.def. */
#include "tui/views/view.h"

#include <string.h>

#define VIEW_ROW(id, name, action, ops, help) extern const struct view_ops ops;
#include "tui/views/views.def"

const struct view_info view_infos[VIEW_COUNT] = {
#define VIEW_ROW(id, name, action, ops, help) {name, action, &ops, help},
#include "tui/views/views.def"
};

enum view_id view_find(const char *name)
{
    int view = 0;
    while (view < VIEW_COUNT && strcmp(view_infos[view].name, name) != 0)
        view++;
    return (enum view_id)view;
}

enum view_id view_of_action(enum action action)
{
    int view = 0;
    while (view < VIEW_COUNT && view_infos[view].action != action)
        view++;
    return (enum view_id)view;
}
