/* The names of the views, from views.def. */
#include "tui/words/view_names.h"

#include <string.h>
#include <strings.h>

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

enum view_id view_of_action(enum action_id action)
{
    int view = 0;
    while (view < VIEW_COUNT && view_names[view].action != action)
        view++;
    return (enum view_id)view;
}

/* --- door --- */

/* The table in its order, and a search by the beginnings of words. */

const char *const door_family_titles[DOOR_FAMILIES] = {
#define FAMILY_ROW(id, title) title,
#include "tui/words/doors.def"
};

static const struct door doors[] = {
#define DOOR_ROW(action, family, brief, asked) {ACTION_##action, DOOR_FAMILY_##family, brief},
#include "tui/words/doors.def"
};
enum { DOORS = sizeof doors / sizeof *doors };

static const struct {
    enum action_id action; /* ACTION_NONE: by its name */
    const char *name, *asked;
} asked_words[] = {
#define DOOR_ROW(action, family, brief, asked) {ACTION_##action, "", asked},
#define ALSO_ROW(name, asked) {ACTION_NONE, name, asked},
#include "tui/words/doors.def"
};

static bool has_row(enum action_id action)
{
    bool found = false;
    for (int i = 0; i < DOORS; i++)
        found |= doors[i].action == action;
    return found;
}

int door_list(struct door out[ACTION_COUNT])
{
    int n = 0;
    for (int family = 0; family < DOOR_FAMILIES; family++)
        for (int i = 0; i < DOORS; i++)
            if ((int)doors[i].family == family)
                out[n++] = doors[i];
    for (int view = 0; view < VIEW_COUNT; view++) {
        enum action_id action = view_names[view].action;
        bool list = action != ACTION_NONE && action_infos[action].group == GROUP_INTENTIONS; /* of doors */
        if (action != ACTION_NONE && action != ACTION_PALETTE && !list && !has_row(action) &&
            !*door_asked(action_infos[action].name))
            out[n++] = (struct door){action, DOOR_FAMILIES - 1, action_infos[action].help};
    }
    return n;
}

const char *door_brief(enum action_id action)
{
    for (int i = 0; i < DOORS; i++)
        if (doors[i].action == action)
            return doors[i].brief;
    return "";
}

const char *door_asked(const char *name)
{
    for (size_t i = 0; i < sizeof asked_words / sizeof *asked_words; i++) {
        enum action_id action = asked_words[i].action;
        if (strcmp(action == ACTION_NONE ? asked_words[i].name : action_infos[action].name, name) == 0)
            return asked_words[i].asked;
    }
    return "";
}

/* A letter, a digit or a part of a character beyond ASCII. */
static bool is_of_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

static bool begins_a_word(const char *text, const char *part, size_t n)
{
    for (const char *at = text; *at; at++)
        if ((at == text || !is_of_word(at[-1])) && strncasecmp(at, part, n) == 0)
            return true;
    return false;
}

bool door_fits(const char *typed, const char *const *texts, size_t n)
{
    bool any = false;
    for (typed += strspn(typed, " "); *typed; typed += strspn(typed, " ")) {
        size_t length = strcspn(typed, " ");
        bool found = false;
        for (size_t i = 0; i < n && !found; i++)
            found = begins_a_word(texts[i], typed, length);
        if (!found)
            return false;
        any = true;
        typed += length;
    }
    return any;
}
