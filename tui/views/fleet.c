/* The fleet editor: a scenario of one's own as tables of its GPUs, its apps and its settings. Enter types
 * into a cell; whatever is typed is the draft at once, so its faults and what it comes to are seen while
 * typing, and Esc takes it back. Nothing is explored or saved before the user says so. */
#include "engine/account/account.h"
#include "tui/views/fleet.h"

#include "engine/base/text.h"
#include "tui/term/key.h"
#include "tui/widgets/prompt.h"
#include "tui/widgets/list.h"
#include "tui/widgets/parts.h"
#include "tui/words/format.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PAGE = 8 };

/* --- opening --- */

static void clamp(struct fleet_view *fleet)
{
    for (int t = 0; t < FLEET_TABLES; t++) {
        int n = fleet->draft.n_rows[t];
        fleet->row[t] = part_clamp(fleet->row[t], 0, n > 0 ? n - 1 : 0);
    }
}

static void fleet_close(struct host *host, void *state)
{
    struct fleet_view *fleet = state;
    (void)host;
    fleet_lost_leave(&fleet->lost);
    fleet_shelf_close(&fleet->shelf);
    fleet_draft_close(&fleet->draft);
    free(fleet->choices.names);
    free(fleet->pasted);
    free(fleet->heard);
}

/* What is explored, or a scenario of the library by its name. */
static bool begin(struct host *host, struct fleet_view *fleet, const char *name, struct error *error)
{
    const struct scenario *explored = &host->explorer->document.scenario;
    struct scenario scenario;
    if (!*name || strcmp(name, explored->name) == 0) {
        text_print(fleet->from, sizeof fleet->from, "%s", explored->name);
        return fleet_draft_open(&fleet->draft, host->explorer, explored, error);
    }
    if (!host->store)
        return error_set(error, ERROR_INPUT, "", "there is no store to copy it from");
    if (!store_load_scenario(host->store, name, &scenario, error))
        return false;
    text_print(fleet->from, sizeof fleet->from, "%s", name);
    bool good = fleet_draft_open(&fleet->draft, host->explorer, &scenario, error);
    scenario_free(&scenario);
    return good;
}

/* --- a draft that was left behind --- */

char *fleet_offer_text(const struct fleet_view *fleet, char *out, size_t size)
{
    return text_print(
        out, size,
        "A draft made from %s was left behind on %s: Enter takes it back, Del forgets it, Esc leaves it for the next time.",
        fleet->lost.from, format_left_at(FORMAT_ROOM, fleet->lost.written_s));
}

/* The draft begins anew as a copy of what the lost one was made from; if that is gone, of what is explored.
 */
static bool take_lost(struct host *host, struct fleet_view *fleet, struct error *error)
{
    struct error unheard = {0};
    fleet_draft_close(&fleet->draft);
    fleet->draft = (struct fleet_draft){.explorer = host->explorer};
    if (!begin(host, fleet, fleet->lost.from, &unheard)) {
        fleet_draft_close(&fleet->draft);
        fleet->draft = (struct fleet_draft){.explorer = host->explorer};
        if (!begin(host, fleet, "", error))
            return false;
    }
    return fleet_take_back(&fleet->draft, fleet->lost.text, error);
}

static unsigned offer_action(struct host *host, struct fleet_view *fleet, enum action_id action)
{
    struct error error = {0};
    char from[64];
    switch (action) {
    case ACTION_LIST_ACCEPT:
        text_print(from, sizeof from, "%s", fleet->lost.from);
        if (!take_lost(host, fleet, &error)) {
            message_say_error(host->message, &error);
            return fleet->draft.opened ? REPLY_DONE : REPLY_DONE | REPLY_CLOSE;
        }
        fleet_shelf_begin(&fleet->shelf, &fleet->lost.file);
        fleet->lost.file.path[0] = '\0'; /* the shelf's from now on */
        fleet_lost_leave(&fleet->lost);
        message_say(host->message, false, "the draft is back; u goes back to %s as it was", from);
        break;
    case ACTION_LIST_DELETE:
        fleet_lost_forget(&fleet->lost);
        fleet_shelf_begin(&fleet->shelf, NULL);
        message_say(host->message, false, "forgotten");
        break;
    case ACTION_BACK:
    case ACTION_QUIT:
        fleet_lost_leave(&fleet->lost);
        fleet_shelf_begin(&fleet->shelf, NULL);
        break;
    default:
        return action == ACTION_EXPLAIN ? 0 : REPLY_DONE;
    }
    fleet->mode = FLEET_BROWSE;
    clamp(fleet);
    return REPLY_DONE;
}

/* --- places --- */

bool fleet_column_shown(const struct fleet_view *fleet, enum fleet_table table, int column)
{
    return fleet_columns[table][column].choice != CHOICE_POOLS ||
           draft_count(&fleet->draft.json, "/pools") > 0;
}

static void fleet_update(struct host *host, void *state)
{
    struct fleet_view *fleet = state;
    fleet_draft_follow(&fleet->draft);
    fleet_shelf_follow(&fleet->shelf, &fleet->draft, fleet->from);
    clamp(fleet);
    struct fleet_layout layout = fleet_divide(host->canvas->w, host->canvas->h, fleet);
    for (int t = 0; t < FLEET_TABLES; t++) {
        int rows = layout.tables[t].h - fleet_head_rows((enum fleet_table)t);
        fleet->top[t] = part_scrolled(fleet->row[t], fleet->draft.n_rows[t], rows > 0 ? rows : 1);
    }
}

/* --- moving --- */

static void step_column(struct fleet_view *fleet, int step)
{
    enum fleet_table table = fleet->table;
    int column = fleet->column[table];
    if (table == FLEET_RUN)
        return;
    do
        column += step;
    while (column >= 0 && column < fleet_n_columns[table] && !fleet_column_shown(fleet, table, column));
    if (column >= 0 && column < fleet_n_columns[table])
        fleet->column[table] = column;
}

/* Past the end of a table lies the next. */
static void step_row(struct fleet_view *fleet, int step)
{
    int to = fleet->row[fleet->table] + step, n = fleet->draft.n_rows[fleet->table];
    if (to >= n && step == 1 && fleet->table < FLEET_RUN) {
        fleet->table++;
        fleet->row[fleet->table] = 0;
    } else if (to < 0 && step == -1 && fleet->table > FLEET_GPUS) {
        fleet->table--;
        fleet->row[fleet->table] = fleet->draft.n_rows[fleet->table] - 1;
    } else {
        fleet->row[fleet->table] = to;
    }
    clamp(fleet);
}

/* --- a cell --- */

static struct fleet_cell cell_in_focus(const struct fleet_view *fleet)
{
    enum fleet_table table = fleet->table;
    return fleet_cell(&fleet->draft, table, fleet->row[table], fleet->column[table]);
}

static void list_choices(struct host *host, struct fleet_view *fleet, const struct fleet_cell *cell)
{
    free(fleet->choices.names);
    fleet->choices = fleet_cell_choices(&fleet->draft, cell, host->store);
    if (fleet->choices.fault.kind)
        text_print(fleet->fault, sizeof fleet->fault, "%s", fleet->choices.fault.message);
    fleet->choice = -1;
    fleet->fresh = fleet->choices.n > 0 && cell->of->type != DRAFT_SLICES;
}

static bool put(struct fleet_view *fleet, const char *text)
{
    struct error error = {0};
    enum fleet_table table = fleet->table;
    bool good = fleet_put(&fleet->draft, table, fleet->row[table], fleet->column[table], text, &error);
    text_print(fleet->fault, sizeof fleet->fault, "%s", good ? "" : error.message);
    return good;
}

/* What is typed, spelt as the choice that it is. */
static const char *typed_choice(const struct fleet_view *fleet)
{
    for (size_t i = 0; i < fleet->choices.n; i++)
        if (strcasecmp(fleet->choices.names[i], fleet->line.text) == 0)
            return fleet->choices.names[i];
    return fleet->line.text;
}

static unsigned begin_cell(struct host *host, struct fleet_view *fleet)
{
    struct fleet_cell cell = cell_in_focus(fleet);
    if (!cell.has)
        return host_say(host,
                        "this kind has no such thing; another column to the left says which kind it is");
    if (strlen(cell.text) >= PROMPT_SIZE)
        return host_say(host, "this is too long for a cell; %s opens the whole as JSON",
                        keymap_key(host->keymap, ACTION_FLEET_EDITOR).text);
    /* Names of several are numbered anew: they begin empty. */
    bool names = fleet->table == FLEET_GPUS && strcmp(cell.of->key, "name") == 0 &&
                 fleet->draft.rows[FLEET_GPUS][fleet->row[FLEET_GPUS]].n > 1;
    list_choices(host, fleet, &cell);
    prompt_start(&fleet->line, names ? "" : cell.text);
    fleet->fault[0] = 0;
    fleet->mode = FLEET_CELL;
    return REPLY_DONE;
}

static unsigned end_cell(struct host *host, struct fleet_view *fleet, bool keep)
{
    if (keep && *fleet->fault)
        return host_refuse(host, "%s", fleet->fault);
    (keep ? fleet_keep : fleet_revert)(&fleet->draft);
    fleet->mode = FLEET_BROWSE;
    fleet->fault[0] = 0;
    clamp(fleet);
    return REPLY_DONE;
}

/* The next choice that goes with what was typed; a text that is itself one goes on to the others. */
static void step_choice(struct fleet_view *fleet, int step)
{
    int n = (int)fleet->choices.n, at = fleet->choice;
    bool taken = false;
    for (int i = 0; i < n; i++)
        if (strcmp(fleet->choices.names[i], fleet->line.text) == 0) {
            at = i;
            taken = true;
        }
    if (n == 0)
        return;
    if (!taken)
        at = step > 0 ? -1 : n;
    for (int looked = 0; looked < n; looked++) {
        at = (at + step + n) % n;
        if (taken || text_fits(fleet->line.text, fleet->choices.names[at]))
            break;
        if (looked == n - 1)
            return;
    }
    fleet->choice = at;
    fleet->fresh = true;
    prompt_start(&fleet->line, fleet->choices.names[at]);
    put(fleet, fleet->line.text);
}

/* The next value of a cell without typing: one GPU more, the next name. */
static unsigned step_value(struct host *host, struct fleet_view *fleet, int step)
{
    struct fleet_cell cell = cell_in_focus(fleet);
    if (cell.has && fleet->table == FLEET_GPUS && !*cell.of->key) {
        int n = fleet->draft.rows[FLEET_GPUS][fleet->row[FLEET_GPUS]].n + step;
        text_print(cell.text, sizeof cell.text, "%d", n);
        if (n < 1)
            return host_say(host, "%s removes the row", keymap_key(host->keymap, ACTION_LIST_DELETE).text);
        if (!put(fleet, cell.text))
            return host_refuse(host, "%s", fleet->fault);
        fleet_keep(&fleet->draft);
        return REPLY_DONE;
    }
    list_choices(host, fleet, &cell);
    if (!cell.has || fleet->choices.n == 0)
        return host_say(host, "there are no names to choose from here; Enter types a value");
    prompt_start(&fleet->line, cell.text);
    step_choice(fleet, step);
    return end_cell(host, fleet, true);
}

/* --- rows --- */

typedef bool change_rows(struct fleet_draft *draft, enum fleet_table table, int row, struct error *error);

static bool changed(struct host *host, struct fleet_view *fleet, change_rows *change)
{
    struct error error = {0};
    bool good = change(&fleet->draft, fleet->table, fleet->row[fleet->table], &error);
    if (!good)
        message_say_error(host->message, &error);
    clamp(fleet);
    return good;
}

/* What makes it one of its kind is asked for at once. */
static unsigned add_row(struct host *host, struct fleet_view *fleet)
{
    const char *asks = fleet->table == FLEET_GPUS ? "type" : "model";
    if (!changed(host, fleet, fleet_add))
        return REPLY_DONE;
    fleet->row[fleet->table]++;
    for (int k = 0; k < fleet_n_columns[fleet->table]; k++) {
        const char *key = fleet_columns[fleet->table][k].key;
        if (key && strcmp(key, asks) == 0)
            fleet->column[fleet->table] = k;
    }
    clamp(fleet);
    return begin_cell(host, fleet);
}

static bool is_gpu_type(const struct host *host, const char *name)
{
    struct error unlisted = {0};
    size_t n = 0;
    char(*types)[24] = host->store && *name ? store_list_gpu_types(host->store, &n, &unlisted) : NULL;
    bool found = false;
    for (size_t i = 0; i < n; i++)
        found = found || strcmp(types[i], name) == 0;
    free(types);
    return found;
}

/* What is explored, a scenario of the library by its name, or what is explored with one GPU of a type more.
 */
static bool fleet_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct fleet_view *fleet = state;
    fleet->choice = -1;
    fleet->draft.explorer = host->explorer;
    fleet->heard = needed(calloc(1, sizeof *fleet->heard));
    bool type = is_gpu_type(host, argument);
    if (!begin(host, fleet, type ? "" : argument, error)) {
        fleet_close(host, fleet);
        return false;
    }
    bool kept = host->session && host->session->kept;
    if (kept && fleet_lost_find(&fleet->lost))
        fleet->mode = FLEET_OFFER;
    else if (kept)
        fleet_shelf_begin(&fleet->shelf, NULL);
    if (type && fleet->mode != FLEET_OFFER) {
        add_row(host, fleet);
        prompt_start(&fleet->line, argument); /* Enter takes it */
    }
    return true;
}

/* That is asked of what runs: a draft is to be tried first. */
static unsigned ask_smallest(struct host *host, const struct fleet_view *fleet)
{
    const struct fleet_draft *draft = &fleet->draft;
    if (!draft->valid || scenario_difference(&draft->scenario, &host->explorer->document.scenario))
        return host_say(host, "the smallest fleet is asked of what runs: %s tries this draft, then %s asks",
                        keymap_key(host->keymap, ACTION_FLEET_OPEN).text,
                        keymap_key(host->keymap, ACTION_FLEET_SMALLEST).text);
    host_open(host, VIEW_SMALLEST, "");
    return REPLY_DONE;
}

static unsigned take_back(struct host *host, struct fleet_view *fleet, bool undo)
{
    if (!(undo ? fleet_undo : fleet_redo)(&fleet->draft))
        message_say(host->message, false, undo ? "nothing to undo" : "nothing to redo");
    fleet->heard_of[0] = 0;
    clamp(fleet);
    return REPLY_DONE;
}

/* What is the user's own is saved as a new version of itself. */
static unsigned ask_name(struct host *host, struct fleet_view *fleet)
{
    char name[PROMPT_SIZE];
    struct store_facts facts;
    struct error unheard = {0};
    text_print(name, sizeof name, "%s", fleet->from);
    if (host->store && store_item_facts(host->store, STORE_SCENARIO, name, &facts, &unheard) && facts.builtin)
        text_append(name, sizeof name, "-mine");
    prompt_propose(&fleet->line, name);
    fleet->fault[0] = 0;
    fleet->mode = FLEET_NAME;
    return REPLY_DONE;
}

static unsigned ask_file(struct fleet_view *fleet)
{
    prompt_start(&fleet->line, "");
    fleet->fault[0] = fleet->heard_of[0] = 0;
    fleet->mode = FLEET_FILE;
    return REPLY_DONE;
}

/* What was changed is not thrown away by one key. */
static unsigned leave(struct host *host, struct fleet_view *fleet)
{
    if (!fleet_is_changed(&fleet->draft) || fleet->leaving) {
        fleet_shelf_drop(&fleet->shelf);
        return 0;
    }
    fleet->leaving = true;
    return host_say(
        host, "this draft is not in the library: %s saves it, %s tries it unsaved, Esc again lets go of it",
        keymap_key(host->keymap, ACTION_FLEET_SAVE).text, keymap_key(host->keymap, ACTION_FLEET_OPEN).text);
}

/* --- input --- */

static bool fleet_typing(const void *state)
{
    enum fleet_mode mode = ((const struct fleet_view *)state)->mode;
    return mode != FLEET_BROWSE && mode != FLEET_OFFER;
}

static unsigned fleet_text(struct host *host, void *state, uint32_t key)
{
    struct fleet_view *fleet = state;
    (void)host;
    if (fleet->mode == FLEET_CELL && fleet->fresh && key >= ' ' && key < KEYCODE_UP)
        prompt_start(&fleet->line, "");
    fleet->fresh = false;
    prompt_key(&fleet->line, key);
    fleet->fault[0] = 0;
    fleet->choice = -1;
    if (fleet->mode == FLEET_CELL)
        put(fleet, typed_choice(fleet));
    return REPLY_DONE;
}

static unsigned typing_action(struct host *host, struct fleet_view *fleet, enum action_id action)
{
    unsigned result = 0;
    switch (action) {
    case ACTION_LIST_ACCEPT: {
        char text[PROMPT_SIZE];
        text_print(text, sizeof text, "%s", fleet->line.text);
        if (fleet->mode == FLEET_CELL)
            return end_cell(host, fleet, true);
        return fleet->mode == FLEET_NAME ? fleet_finish(host, fleet, text)
                                         : fleet_take_file(host, fleet, text);
    }
    case ACTION_LIST_TAB:
        result = fleet->mode == FLEET_CELL ? end_cell(host, fleet, true) : REPLY_DONE;
        if (fleet->mode == FLEET_BROWSE)
            step_column(fleet, 1);
        return result;
    case ACTION_BACK:
    case ACTION_QUIT:
        if (fleet->mode == FLEET_CELL)
            return end_cell(host, fleet, false);
        fleet->mode = FLEET_BROWSE;
        return REPLY_DONE;
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        if (fleet->mode == FLEET_CELL)
            step_choice(fleet, action == ACTION_LIST_DOWN ? 1 : -1);
        return REPLY_DONE;
    default:
        if (!field_action(&fleet->line, action))
            return 0;
        fleet->fresh = false;
        if (fleet->mode == FLEET_CELL)
            put(fleet, typed_choice(fleet));
        return REPLY_DONE;
    }
}

static unsigned move_action(struct fleet_view *fleet, enum action_id action)
{
    int steps = list_steps(action, PAGE);
    if (steps) {
        step_row(fleet, steps);
        return REPLY_DONE;
    }
    switch (action) {
    case ACTION_LIST_LEFT:
    case ACTION_LIST_RIGHT:
        step_column(fleet, action == ACTION_LIST_LEFT ? -1 : 1);
        return REPLY_DONE;
    case ACTION_LIST_TAB:
    case ACTION_FLEET_TABLE_BEFORE:
        fleet->table = (enum fleet_table)(
            ((int)fleet->table + (action == ACTION_LIST_TAB ? 1 : -1) + FLEET_TABLES) % FLEET_TABLES);
        return REPLY_DONE;
    default:
        return 0;
    }
}

static unsigned fleet_action(struct host *host, void *state, enum action_id action)
{
    struct fleet_view *fleet = state;
    bool leaving = fleet->leaving;
    if (fleet->mode == FLEET_OFFER)
        return offer_action(host, fleet, action);
    if (fleet->mode != FLEET_BROWSE)
        return typing_action(host, fleet, action);
    if (action == ACTION_BACK || action == ACTION_QUIT)
        return leave(host, fleet);
    fleet->leaving = false;
    unsigned moved = move_action(fleet, action);
    clamp(fleet);
    if (moved)
        return moved;
    switch (action) {
    case ACTION_LIST_ACCEPT:
        return begin_cell(host, fleet);
    case ACTION_FLEET_MORE:
    case ACTION_FLEET_FEWER:
        return step_value(host, fleet, action == ACTION_FLEET_MORE ? 1 : -1);
    case ACTION_FLEET_EMPTY: {
        bool good = put(fleet, "");
        return end_cell(host, fleet, good);
    }
    case ACTION_FLEET_ADD:
        return add_row(host, fleet);
    case ACTION_FLEET_DUPLICATE:
        changed(host, fleet, fleet_duplicate);
        return REPLY_DONE;
    case ACTION_LIST_DELETE:
        if (changed(host, fleet, fleet_delete))
            message_say(host->message, false, "removed; u brings it back");
        return REPLY_DONE;
    case ACTION_LIST_UNDO:
    case ACTION_FLEET_REDO:
        return take_back(host, fleet, action == ACTION_LIST_UNDO);
    case ACTION_FLEET_BEFORE:
    case ACTION_FLEET_AFTER:
        if (!fleet_turn(&fleet->draft, action == ACTION_FLEET_BEFORE ? -1 : 1))
            message_say(host->message, false, "this scenario has one fleet");
        clamp(fleet);
        return REPLY_DONE;
    case ACTION_FLEET_SMALLEST:
        return ask_smallest(host, fleet);
    case ACTION_FLEET_CSV:
        return ask_file(fleet);
    case ACTION_FLEET_EDITOR:
        return fleet_ask_editor(host, fleet);
    case ACTION_FLEET_SAVE:
        return ask_name(host, fleet);
    case ACTION_FLEET_OPEN:
        return fleet_finish(host, fleet, NULL);
    default:
        fleet->leaving = leaving;
        return 0;
    }
}

/* --- the mouse --- */

bool fleet_find_cell(const struct fleet_view *fleet, const struct fleet_layout *layout, int x, int y,
                     enum fleet_table *table, int *row, int *column)
{
    struct rect places[32];
    for (int t = 0; t < FLEET_TABLES; t++) {
        struct rect rect = layout->tables[t];
        int at = fleet->top[t] + y - rect.y - fleet_head_rows((enum fleet_table)t);
        if (!rect_contains(rect, x, y) || y < rect.y + fleet_head_rows((enum fleet_table)t) ||
            at >= fleet->draft.n_rows[t])
            continue;
        *table = (enum fleet_table)t;
        *row = at;
        *column = fleet->column[t];
        fleet_place_columns(fleet, *table, rect, places);
        for (int k = 0; k < fleet_n_columns[t] && t != FLEET_RUN; k++)
            if (places[k].w > 0 && x >= places[k].x && x <= places[k].x + places[k].w)
                *column = k;
        return true;
    }
    return false;
}

static unsigned fleet_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct fleet_view *fleet = state;
    struct fleet_layout layout = fleet_divide(host->canvas->w, host->canvas->h, fleet);
    enum fleet_table table;
    int row, column;
    if (fleet->mode != FLEET_BROWSE)
        return REPLY_HANDLED;
    if (list_wheel(button)) {
        step_row(fleet, list_wheel(button));
        return REPLY_DONE;
    }
    if (button != 1 || !fleet_find_cell(fleet, &layout, x, y, &table, &row, &column))
        return REPLY_HANDLED;
    bool again = table == fleet->table && row == fleet->row[table] && column == fleet->column[table];
    fleet->table = table;
    fleet->row[table] = row;
    fleet->column[table] = column;
    return again ? begin_cell(host, fleet) : REPLY_DONE;
}

static const struct hint *fleet_hints_now(const void *state, int *n)
{
    static const struct hint browse[] = {
        {ACTION_LIST_ACCEPT, ACTION_NONE, "type", 0},
        {ACTION_FLEET_MORE, ACTION_FLEET_FEWER, "value", 1},
        {ACTION_FLEET_ADD, ACTION_NONE, "add", 1},
        {ACTION_LIST_DELETE, ACTION_NONE, "remove", 2},
        {ACTION_FLEET_SMALLEST, ACTION_NONE, "fewer GPUs", 1},
        {ACTION_FLEET_CSV, ACTION_NONE, "CSV", 2},
        {ACTION_FLEET_EDITOR, ACTION_NONE, "JSON", 2},
        {ACTION_LIST_UNDO, ACTION_NONE, "undo", 2},
        {ACTION_FLEET_SAVE, ACTION_NONE, "save", 0},
        {ACTION_FLEET_OPEN, ACTION_NONE, "try it", 3},
        {ACTION_LIST_TAB, ACTION_NONE, "table", 3},
        {ACTION_FLEET_DUPLICATE, ACTION_NONE, "duplicate", 4},
        {ACTION_EXPLAIN, ACTION_NONE, "help", 3},
        {ACTION_BACK, ACTION_NONE, "leave", 1},
    };
    static const struct hint typing[] = {
        {ACTION_LIST_ACCEPT, ACTION_NONE, "take it", 0},
        {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
        {ACTION_LIST_TAB, ACTION_NONE, "and the next cell", 2},
        {ACTION_BACK, ACTION_NONE, "as it was", 0},
    };
    static const struct hint offer[] = {{ACTION_LIST_ACCEPT, ACTION_NONE, "take it back", 0},
                                        {ACTION_LIST_DELETE, ACTION_NONE, "forget it", 0},
                                        {ACTION_BACK, ACTION_NONE, "leave it for the next time", 0}};
    static const struct hint asked[] = {{ACTION_LIST_ACCEPT, ACTION_NONE, "go on", 0},
                                        {ACTION_BACK, ACTION_NONE, "back", 0}};
    static const struct {
        const struct hint *hints;
        int n;
    } of_modes[] = {[FLEET_BROWSE] = {browse, sizeof browse / sizeof *browse},
                    [FLEET_CELL] = {typing, sizeof typing / sizeof *typing},
                    [FLEET_OFFER] = {offer, sizeof offer / sizeof *offer},
                    [FLEET_FILE] = {asked, sizeof asked / sizeof *asked},
                    [FLEET_NAME] = {asked, sizeof asked / sizeof *asked}};
    enum fleet_mode mode = ((const struct fleet_view *)state)->mode;
    *n = of_modes[mode].n;
    return of_modes[mode].hints;
}

/* A row a cell that has something in it. */
static void fleet_tell(const struct host *host, const void *state, struct account *account)
{
    static const char *const names[] = {"table", "row", "of", "key", "value"};
    const struct fleet_view *fleet = state;
    char sentence[300];
    (void)host;
    fleet_sentence(fleet, sentence, sizeof sentence);
    account_fact(account, "what_it_comes_to", account_said(sentence));
    account_keys(account, "rows", names, sizeof names / sizeof *names);
    for (int table = 0; table < FLEET_TABLES; table++)
        for (int row = 0; row < fleet->draft.n_rows[table]; row++)
            for (int column = 0; column < fleet_n_columns[table]; column++) {
                const struct fleet_column *own = &fleet_columns[table][column];
                struct fleet_cell cell = fleet_cell(&fleet->draft, (enum fleet_table)table, row, column);
                if (!cell.has)
                    continue;
                ACCOUNT_ADD(account, account_said(fleet_table_titles[table]), account_bare(row),
                            account_said(cell.element),
                            account_said(own->part   ? own->part
                                         : *own->key ? own->key
                                                     : "count"),
                            account_value(account, cell.text));
            }
}

const struct view_ops view_fleet = {
    .contexts = CONTEXT_LIST | CONTEXT_FLEET,
    .state_size = sizeof(struct fleet_view),
    .open = fleet_open,
    .close = fleet_close,
    .update = fleet_update,
    .draw = fleet_draw,
    .explain = fleet_explain,
    .tell = fleet_tell,
    .typing = fleet_typing,
    .text = fleet_text,
    .paste = fleet_paste,
    .edited = fleet_edited,
    .action = fleet_action,
    .mouse = fleet_mouse,
    .hints_now = fleet_hints_now,
};
