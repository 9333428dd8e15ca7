/* Actions and the keys bound to them, from the one table actions.def. */
#ifndef WATTIF_TUI_WORDS_ACTION_H
#define WATTIF_TUI_WORDS_ACTION_H

#include "engine/base/error.h"

#include <stdint.h>

enum action_group {
    GROUP_TIME,
    GROUP_KNOBS,
    GROUP_POLICIES,
    GROUP_REFERENCE,
    GROUP_SCREENS,
    GROUP_VIEWS,
    GROUP_TAKE,
    GROUP_DISPLAY,
    GROUP_INTENTIONS,
    GROUP_LIST,
    GROUP_INSPECTOR,
    GROUP_MIG,
    GROUP_PLANE,
    GROUP_COMPARE,
    GROUP_RUNS,
    GROUP_LESSON,
    GROUP_DEMO,
    GROUP_FLEET,
    GROUP_LIBRARY,
    GROUP_COUNT
};

/* Where keys are taken: a set of bits, the more special the greater. A key is looked up among the actions of
 * the open view first, those of that view alone before those of lists, then among those for everywhere. */
enum action_context {
    CONTEXT_EVERYWHERE = 1,
    CONTEXT_DASHBOARD = 2,
    CONTEXT_LIST = 4,
    CONTEXT_INSPECTOR = 8,
    CONTEXT_MIG = 16,
    CONTEXT_PLANE = 64,
    CONTEXT_COMPARE = 128,
    CONTEXT_RUNS = 256,
    CONTEXT_LESSON = 512,
    CONTEXT_DEMO = 1024,
    CONTEXT_FLEET = 2048,
    CONTEXT_LIBRARY = 4096
};
extern const unsigned action_group_contexts[GROUP_COUNT];

extern const char *const action_group_titles[GROUP_COUNT];

#define ACTION_ROW(id, ...) ACTION_##id,
enum action_id {
#include "tui/words/actions.def"
    ACTION_COUNT,
    ACTION_NONE = ACTION_COUNT
};
#define COMMAND_ROW(id, ...) PROMPT_##id,
enum prompt_command {
#include "tui/words/actions.def"
    PROMPT_COUNT
};

struct action_info {
    const char *name;
    enum action_group group;
    const char *keys; /* default keys, separated by blanks */
    const char *help;
};
struct prompt_command_info {
    const char *name, *argument, *help;
};

extern const struct action_info action_infos[ACTION_COUNT];
extern const struct prompt_command_info prompt_command_infos[PROMPT_COUNT];

/* ACTION_NONE, PROMPT_COUNT if there is none of that name. */
enum action_id action_find(const char *name);
enum prompt_command prompt_command_find(const char *name);

/* What it does outlasts a demo: it writes to the store or to a file, or ends the program. A demo does none of
 * it. Of lists not all: what is removed from the runs or the library is, an edit is not (desk/player.h). */
bool action_outlasts(enum action_id action);
bool prompt_command_outlasts(enum prompt_command command);

enum { BINDINGS_MAX = 384 };

struct keymap {
    int n;
    struct {
        uint32_t key;
        enum action_id action;
    } bindings[BINDINGS_MAX];
};

/* The default keys of the table. */
void keymap_init(struct keymap *keymap);
/* "KEY ACTION" as a config line has it; a key has one action in each context, the last bound. "KEY none"
 * frees a key everywhere. */
bool keymap_bind(struct keymap *keymap, const char *line, const char *place, struct error *error);
/* What `keys = old` binds: the letters that lists and forms had before a letter meant one thing everywhere.
 */
enum { KEYMAP_OLD = 29 };
extern const char *const keymap_old[KEYMAP_OLD];
/* The action of a key where these contexts apply; CONTEXT_EVERYWHERE always does. */
enum action_id keymap_find(const struct keymap *keymap, unsigned contexts, uint32_t key);
/* The first keys of an action as labels, "← h"; out is "" if none. */
void keymap_labels(const struct keymap *keymap, enum action_id action, int max, char *out, size_t size);
/* The first of them, for a sentence: "%s removes it", keymap_key(keymap, ACTION_LIST_DELETE).text. */
struct key_text {
    char text[32];
};
struct key_text keymap_key(const struct keymap *keymap, enum action_id action);

#endif
