/* The palette behind `:`: a line to type into and below it everything that can be run: actions with their
 * keys, commands, knobs with their values, schemes, grids, types of GPUs, themes, scenarios and saved runs.
 * What is typed finds them by the beginnings of words of their name, of what they do, or of what somebody
 * would ask for; a single letter finds its key, too. Enter runs what is typed when that is a command with
 * what it takes, else the chosen row; a row that takes more is put into the line first. Nothing here knows
 * what a command does: a line is run as a script's would be. */
#include "tui/views/palette.h"

#include "engine/base/text.h"
#include "engine/model/scenario.h"
#include "tui/term/display.h"
#include "tui/term/key.h"
#include "tui/term/theme.h"
#include "tui/widgets/prompt.h"
#include "tui/widgets/list.h"
#include "tui/widgets/parts.h"
#include "tui/words/action.h"
#include "tui/words/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* While nothing is typed: what was used lately (0 is the last), doors in their order, knobs, the rest. */
enum { RANK_DOOR = HOST_USED, RANK_KNOB = RANK_DOOR + ACTION_COUNT, RANK_REST };

/* --- what there is --- */

static struct palette_entry *add(struct palette *palette, const char *help, bool takes_more)
{
    must_be(array_grow(&palette->entries, (size_t)palette->n, sizeof *palette->entries));
    struct palette_entry *entry = &palette->entries[palette->n++];
    *entry = (struct palette_entry){.help = help,
                                    .brief = "",
                                    .asked = "",
                                    .family = DOOR_FAMILIES,
                                    .takes_more = takes_more,
                                    .rank = RANK_REST};
    return entry;
}

struct knob_list {
    struct palette *palette;
    const struct explorer *explorer;
};

static bool add_knob(void *context, struct knob_ref knob)
{
    struct knob_list *list = context;
    const struct scenario *scenario = &list->explorer->document.scenario;
    char name[64], value[64];
    knob_name(scenario, knob, name, sizeof name);
    if (knob_is_scheme(knob)) {
        for (int p = 0; p < POLICY_COUNT; p++) {
            if ((int)policy_infos[p].layer != knob.layer)
                continue;
            struct palette_entry *entry = add(list->palette, policy_infos[p].help, false);
            text_print(entry->line, sizeof entry->line, "set %s %s", name, policy_infos[p].name);
        }
        return true;
    }
    struct knob_value now = explorer_value(list->explorer, knob);
    struct palette_entry *entry = add(list->palette, knob_infos[knob.id].help, true);
    entry->rank = RANK_KNOB;
    knob_format(knob, &now, value, sizeof value);
    text_print(entry->line, sizeof entry->line, "set %s", name);
    text_print(entry->right, sizeof entry->right, "%s", value);
    return true;
}

/* A command with its argument. */
static void add_whole(struct palette *palette, const char *help, const char *command, const char *argument)
{
    struct palette_entry *entry = add(palette, help, false);
    text_print(entry->line, sizeof entry->line, "%s %s", command, argument);
}

static void add_stored(struct palette *palette, const char *command, const struct store_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        add_whole(palette, list->items[i].title, command, list->items[i].name);
}

/* What was run from here lately comes first again, whatever it is, and stays where it belongs as well. */
static void add_lately(struct palette *palette, const struct host *host)
{
    for (int k = 0; k < HOST_USED && palette->n_lately < PALETTE_LATELY; k++)
        for (int i = 0; *host->used[k] && i < palette->n; i++) {
            struct palette_entry *entry;
            if (strcmp(palette->entries[i].line, host->used[k]) != 0)
                continue;
            struct palette_entry used = palette->entries[i];
            entry = add(palette, used.help, used.takes_more);
            *entry = used;
            entry->lately = true;
            entry->rank = palette->n_lately++;
            break;
        }
}

/* --- searching --- */

static int compare_shown(const struct palette *palette, int a, int b)
{
    const struct palette_entry *x = &palette->entries[a], *y = &palette->entries[b];
    int difference = *palette->prompt.text ? y->score - x->score : 0;
    difference = difference ? difference : x->rank - y->rank;
    return difference ? difference : a - b;
}

/* What kind of match it is; 0: none. Best is the key of a single letter, then a name that has the words that
 * are typed, then a command whose argument is being typed, then a door that tells of them, or has them among
 * its other words, then whatever else does. */
enum match { MATCH_NONE, MATCH_TOLD, MATCH_ASKED, MATCH_DOOR, MATCH_COMMAND, MATCH_NAME, MATCH_KEY };

static enum match match_of(const struct palette_entry *entry, const char *text)
{
    const char *told[] = {entry->line, entry->help, entry->brief, entry->asked};
    size_t n = strlen(entry->line);
    if (*text && strcmp(entry->right, text) == 0 && !entry->takes_more)
        return MATCH_KEY;
    if (door_fits(text, told, 1))
        return MATCH_NAME;
    if (entry->takes_more && strncmp(text, entry->line, n) == 0 && text[n] == ' ')
        return MATCH_COMMAND;
    if (door_fits(text, told, 3))
        return *entry->asked ? MATCH_DOOR : MATCH_TOLD;
    return door_fits(text, told, 4) ? MATCH_ASKED : MATCH_NONE;
}

/* Of commands the longest comes first, so that `set cit` is before `set`; of names those that begin with it.
 */
static int score_of(const struct palette_entry *entry, const char *text)
{
    enum { BETTER = 1000 };
    enum match match = *text ? match_of(entry, text) : MATCH_KEY;
    if (match == MATCH_NONE || (entry->lately && *text))
        return -1;
    int begins = match == MATCH_NAME && strncasecmp(entry->line, text, strlen(text)) == 0;
    return (int)match * BETTER + (match == MATCH_COMMAND ? (int)strlen(entry->line) : begins);
}

/* Insertion keeps the order of equals, and the list is short. */
static void search(struct palette *palette)
{
    palette->n_shown = palette->at = palette->top = 0;
    palette->chose = false;
    for (int i = 0; i < palette->n; i++) {
        struct palette_entry *entry = &palette->entries[i];
        entry->score = score_of(entry, palette->prompt.text);
        if (entry->score < 0)
            continue;
        int at = palette->n_shown++;
        for (; at > 0 && compare_shown(palette, palette->shown[at - 1], i) > 0; at--)
            palette->shown[at] = palette->shown[at - 1];
        palette->shown[at] = i;
    }
}

static bool palette_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct palette *palette = state;
    (void)error;
    struct knob_list list = {palette, host->explorer};
    struct error unlisted = {0}; /* a store that cannot be listed has nothing to open */
    if (host->store && !(store_list(host->store, STORE_SCENARIO, &palette->scenarios, &unlisted) &&
                         store_list(host->store, STORE_TRACE, &palette->traces, &unlisted) &&
                         store_list(host->store, STORE_RUN, &palette->runs, &unlisted)))
        message_say_error(host->message, &unlisted);
    struct door doors[ACTION_COUNT];
    palette->n_doors = door_list(doors);
    for (int a = 0; a < ACTION_COUNT; a++) {
        const struct action_info *info = &action_infos[a];
        if (!(action_group_contexts[info->group] & (CONTEXT_DASHBOARD | CONTEXT_EVERYWHERE)) ||
            a == ACTION_PALETTE || a == ACTION_BACK)
            continue;
        struct palette_entry *entry = add(palette, info->help, false);
        entry->asked = door_asked(info->name);
        /* A door is known by its place among them. */
        enum action_id action = (enum action_id)a;
        for (int i = 0; i < palette->n_doors; i++)
            if (doors[i].action == action) {
                entry->family = doors[i].family;
                entry->brief = doors[i].brief;
                entry->rank = RANK_DOOR + i;
            }
        snprintf(entry->line, sizeof entry->line, "%s", info->name);
        keymap_labels(host->keymap, (enum action_id)a, 1, entry->right, sizeof entry->right);
    }
    for (int c = 0; c < PROMPT_COUNT; c++) {
        const struct prompt_command_info *info = &prompt_command_infos[c];
        struct palette_entry *entry = add(palette, info->help, true);
        entry->asked = door_asked(info->name);
        snprintf(entry->line, sizeof entry->line, "%s", info->name);
        text_print(entry->right, sizeof entry->right, "%s", info->argument);
    }
    knob_each(&host->explorer->document.scenario, add_knob, &list);
    char names[64][32];
    int n = theme_list(host->data_dir, names, 64);
    for (int i = 0; i < n; i++)
        add_whole(palette, "change the theme", "theme", names[i]);
    add_stored(palette, "open", &palette->scenarios);
    add_stored(palette, "traces", &palette->traces);
    add_stored(palette, "open", &palette->runs);
    size_t n_types = 0;
    char(*types)[24] = host->store ? store_list_gpu_types(host->store, &n_types, &unlisted) : NULL;
    for (size_t i = 0; i < n_types; i++)
        add_whole(palette, "one GPU of this type more, in the fleet", "fleet", types[i]);
    free(types);
    add_lately(palette, host);
    palette->shown = needed(malloc((size_t)(palette->n + 1) * sizeof *palette->shown));
    prompt_start(&palette->prompt, argument);
    search(palette);
    return true;
}

static void palette_close(struct host *host, void *state)
{
    struct palette *palette = state;
    (void)host;
    free(palette->entries);
    free(palette->shown);
    free(palette->scenarios.items);
    free(palette->traces.items);
    free(palette->runs.items);
}

static void palette_update(struct host *host, void *state)
{
    struct palette *palette = state;
    int rows = palette_page(host->canvas), n = palette_n_rows(palette, host->canvas);
    palette->at = palette->at >= n && n > 0 ? n - 1 : palette->at; /* the screen grew: it is a menu now */
    if (palette->at < palette->top)
        palette->top = palette->at;
    if (palette->at >= palette->top + rows)
        palette->top = palette->at - rows + 1;
}

/* --- completing a word --- */

enum { CANDIDATES = 256 };

/* They go by where the word under the cursor stands: commands and actions first, then what the command takes.
 */
struct candidates {
    int n;
    char names[CANDIDATES][64];
};

static void offer(struct candidates *candidates, const char *name, const char *word)
{
    if (strncmp(name, word, strlen(word)) == 0 && candidates->n < CANDIDATES)
        text_copy(candidates->names[candidates->n++], sizeof candidates->names[0], name);
}

struct knob_search {
    struct candidates *candidates;
    const struct scenario *scenario;
    const char *word;
};

static bool offer_knob(void *context, struct knob_ref knob)
{
    struct knob_search *search = context;
    char name[96];
    knob_name(search->scenario, knob, name, sizeof name);
    offer(search->candidates, name, search->word);
    return true;
}

/* Candidates for word number `index` of a line whose first two words are given. */
static void collect(struct candidates *candidates, int index, char words[3][64], const char *word,
                    const struct scenario *scenario, const char *data_dir)
{
    candidates->n = 0;
    if (index == 0) {
        for (int i = 0; i < PROMPT_COUNT; i++)
            offer(candidates, prompt_command_infos[i].name, word);
        for (int i = 0; i < ACTION_COUNT; i++)
            if (prompt_command_find(action_infos[i].name) == PROMPT_COUNT)
                offer(candidates, action_infos[i].name, word);
        return;
    }
    enum prompt_command command = prompt_command_find(words[0]);
    if ((command == PROMPT_SET || command == PROMPT_KNOB) && index == 1) {
        struct knob_search search = {candidates, scenario, word};
        knob_each(scenario, offer_knob, &search);
    } else if (command == PROMPT_SET && index == 2) {
        const char *knob = words[1];
        const char *layer = strncmp(knob, "policy.", 7) == 0 ? knob + 7 : NULL;
        for (int i = 0; layer && i < POLICY_COUNT; i++)
            if (policy_infos[i].layer == layer_find(layer))
                offer(candidates, policy_infos[i].name, word);
    } else if (command == PROMPT_THEME && index == 1) {
        char names[64][32];
        int n = theme_list(data_dir, names, 64);
        for (int i = 0; i < n; i++)
            offer(candidates, names[i], word);
    } else if (command == PROMPT_GLYPH_SET && index == 1) {
        for (int i = GLYPHS_BRAILLE; i < GLYPH_SET_COUNT; i++)
            offer(candidates, glyph_set_names[i], word);
    }
}

/* Splits the text before the cursor; returns the index of the word that the cursor is in, which starts at
 * *at. */
static int split(const struct prompt *prompt, char words[3][64], const char **at)
{
    int index = 0;
    size_t n = 0;
    memset(words, 0, 3 * sizeof words[0]);
    *at = prompt->text;
    for (const char *c = prompt->text; c < prompt->text + prompt->cursor; c++) {
        if (*c == ' ') {
            index += n > 0;
            n = 0;
            *at = c + 1;
        } else if (index < 3 && n < sizeof words[0] - 1) {
            words[index][n++] = *c;
        }
    }
    return index;
}

void completion_apply(struct prompt *prompt, const struct scenario *scenario, const char *data_dir)
{
    struct candidates candidates;
    char words[3][64];
    const char *at;
    int index = split(prompt, words, &at);
    if (index > 2)
        return;
    collect(&candidates, index, words, words[index], scenario, data_dir);
    if (candidates.n == 0)
        return;
    size_t common = strlen(candidates.names[0]), have = strlen(words[index]);
    for (int i = 1; i < candidates.n; i++) {
        size_t same = 0;
        while (same < common && candidates.names[0][same] == candidates.names[i][same])
            same++;
        common = same;
    }
    prompt_insert(prompt, candidates.names[0] + have, (int)(common - have));
    if (candidates.n == 1)
        prompt_insert(prompt, " ", 1);
}

/* --- input --- */

static unsigned palette_text(struct host *host, void *state, uint32_t key)
{
    struct palette *palette = state;
    (void)host;
    bool erase = key == KEYCODE_BACKSPACE || key == 8;
    if (!prompt_key(&palette->prompt, key) && erase)
        return REPLY_DONE | REPLY_CLOSE;
    search(palette);
    return REPLY_DONE;
}

static int count_words(const char *text)
{
    int n = 0;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        text += strcspn(text, " ");
        n++;
    }
    return n;
}

/* A command with all that it takes, or an action by its whole name. */
static bool is_complete(const char *text)
{
    char word[64];
    size_t n = strcspn(text, " ");
    snprintf(word, sizeof word, "%.*s", n < 60 ? (int)n : 60, text);
    enum prompt_command command = prompt_command_find(word);
    if (command != PROMPT_COUNT)
        return count_words(text) > count_words(prompt_command_infos[command].argument) || strchr(text, '=');
    return action_find(word) != ACTION_NONE && text[n] == 0;
}

static unsigned palette_enter(struct host *host, struct palette *palette)
{
    const struct palette_entry *entry =
        palette->n_shown ? &palette->entries[palette->shown[palette->at]] : NULL;
    bool typed = !palette->chose && (is_complete(palette->prompt.text) || !entry);
    bool fits = entry && strcmp(entry->line, palette->prompt.text) == 0;
    if (!typed && entry->takes_more && !fits) {
        char line[PROMPT_SIZE];
        snprintf(line, sizeof line, "%s ", entry->line);
        prompt_start(&palette->prompt, line);
        search(palette);
        return REPLY_DONE;
    }
    host_use(host, entry ? entry->line : "");
    host->wishes.typed = typed;
    return host_run(host, typed ? palette->prompt.text : entry->line) | REPLY_CLOSE;
}

static unsigned palette_choose(const struct host *host, struct palette *palette, int at)
{
    int n = palette_n_rows(palette, host->canvas);
    palette->at = part_clamp(at, 0, n > 0 ? n - 1 : 0);
    palette->chose = n > 0;
    return REPLY_DONE;
}

/* In the menu: what lies beside the chosen row; the nearest one where the other column ends sooner. */
static unsigned palette_beside(const struct host *host, struct palette *palette, bool right)
{
    struct rect own = palette_row(palette, host->canvas, palette->at);
    int best = palette->at, least = host->canvas->h;
    for (int i = palette->n_lately; i < palette_n_rows(palette, host->canvas); i++) {
        struct rect row = palette_row(palette, host->canvas, i);
        int apart = abs(row.y - own.y);
        if ((right ? row.x > own.x : row.x < own.x) && apart < least) {
            least = apart;
            best = i;
        }
    }
    return palette_choose(host, palette, best);
}

static unsigned palette_edit(struct palette *palette, uint32_t key)
{
    prompt_key(&palette->prompt, key);
    return REPLY_DONE;
}

static unsigned palette_action(struct host *host, void *state, enum action_id action)
{
    struct palette *palette = state;
    bool menu = palette_is_menu(palette, host->canvas);
    switch (action) {
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
    case ACTION_LIST_PAGE_UP:
    case ACTION_LIST_PAGE_DOWN:
        return palette_choose(host, palette, palette->at + list_steps(action, palette_page(host->canvas)));
    case ACTION_LIST_LEFT:
        return menu ? palette_beside(host, palette, false) : palette_edit(palette, KEYCODE_LEFT);
    case ACTION_LIST_RIGHT:
        return menu ? palette_beside(host, palette, true) : palette_edit(palette, KEYCODE_RIGHT);
    case ACTION_LIST_FIRST:
        return palette_edit(palette, KEYCODE_HOME);
    case ACTION_LIST_LAST:
        return palette_edit(palette, KEYCODE_END);
    case ACTION_LIST_DELETE:
        prompt_key(&palette->prompt, KEYCODE_DELETE);
        search(palette);
        return REPLY_DONE;
    case ACTION_LIST_TAB:
        completion_apply(&palette->prompt, &host->explorer->document.scenario, host->data_dir);
        search(palette);
        return REPLY_DONE;
    case ACTION_LIST_ACCEPT:
        return palette_enter(host, palette);
    default:
        return 0;
    }
}

/* A click on the list chooses, a second one takes; the menu is there to be clicked. */
static unsigned palette_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct palette *palette = state;
    if (list_wheel(button))
        return palette_choose(host, palette, palette->at + list_wheel(button));
    for (int i = 0; button == 1 && i < palette_n_rows(palette, host->canvas); i++) {
        if (!rect_contains(palette_row(palette, host->canvas, i), x, y))
            continue;
        bool again = (i == palette->at && palette->chose) || palette_is_menu(palette, host->canvas);
        palette_choose(host, palette, i);
        return again ? palette_enter(host, palette) : REPLY_DONE;
    }
    return REPLY_HANDLED;
}

static const struct hint palette_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
    {ACTION_LIST_ACCEPT, ACTION_NONE, "run", 1},
    {ACTION_LIST_TAB, ACTION_NONE, "complete", 2},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

const struct view_ops view_palette = {
    .contexts = CONTEXT_LIST,
    .popup = true,
    .state_size = sizeof(struct palette),
    .open = palette_open,
    .close = palette_close,
    .update = palette_update,
    .draw = palette_draw,
    .no_rows = "it lists commands, which have no numbers",
    .typing = view_typing,
    .text = palette_text,
    .action = palette_action,
    .mouse = palette_mouse,
    .hints = palette_hints,
    .n_hints = sizeof palette_hints / sizeof *palette_hints,
};
