/* The picker: what views that choose from a list have in common. It keeps the choice, the filter and the part
 * of the list that is on the screen, and draws list and preview in a popup; a kind of picker says what the
 * rows are, what is beside them, and what taking one does. One kind is one file and one row of views.def:
 *
 *     static const struct picker_kind kind = {...};
 *     const struct view_ops view_traces = {.contexts = CONTEXT_LIST, PICKER_SLOTS(kind), .tell =
 * traces_tell};
 */
#ifndef WATTIF_TUI_VIEWS_PICKER_H
#define WATTIF_TUI_VIEWS_PICKER_H

#include "tui/views/view.h"
#include "tui/widgets/prompt.h"

struct picker_view {
    const struct picker_kind *kind;
    void *own; /* kind->own_size bytes, zeroed before load; what hangs on it is freed by kind->unload */
    int n;     /* items */
    int *shown, n_shown; /* those that match the filter, in order; owned */
    int at;              /* position in `shown` of the chosen one */
    int top;             /* position of the first row on the screen */
    int page;            /* rows of the list on the screen */
    struct filter filter;
    const char *texts; /* what the filter looks in: of the first item, and of each next so many bytes on */
    size_t text_step;
    uint64_t generation; /* of the scenario that was listed */
};

/* load and row are needed. `item` is 0..n-1. */
struct picker_kind {
    const char *title;
    const char *(*heading)(const struct picker_view *picker); /* instead of the title; NULL: that */
    const char *empty; /* what to say when there is nothing to choose */
    size_t own_size;
    int w, h;     /* of the popup, at most; 0: as large as is good for a long list with a preview */
    int long_h;   /* the most rows of the popup where the list is longer than h; 0: h */
    int below_h;  /* the most rows of a preview that stands below the list; 0: half */
    int list_w;   /* columns of the list where a preview stands beside it; 0: the list has all */
    int long_w;   /* the most columns of the list where the preview has enough without them; 0: list_w */
    bool follows; /* the list is about the scenario: it is read again when that has changed */
    bool live;    /* choosing shows on the dashboard behind, which then is not dimmed */
    /* Fills own and picker->n; picker->at may be set to the item that is in force. */
    bool (*load)(struct host *host, struct picker_view *picker, const char *argument, struct error *error);
    void (*unload)(struct host *host, struct picker_view *picker);
    /* What the filter looks in where load has set no texts. Lives as long as the list. */
    const char *(*match)(const struct picker_view *picker, int item);
    /* Is the item left out while nothing is filtered? NULL: none is. */
    bool (*folded)(const struct picker_view *picker, int item);
    /* Draws an item; the row is already filled with `ground`, on which everything is to be drawn. */
    void (*row)(const struct host *host, const struct picker_view *picker, int item, struct rect row,
                enum role ground, struct canvas *canvas);
    /* What stands above the columns of the list, in the row of the filter while that is empty; or NULL. */
    void (*columns)(const struct host *host, const struct picker_view *picker, struct rect row,
                    struct canvas *canvas);
    /* Called before drawing when another item is chosen: loads what the preview shows, or shows it live. */
    void (*choose)(struct host *host, struct picker_view *picker, int item);
    void (*preview)(const struct host *host, const struct picker_view *picker, int item, struct rect rect,
                    struct canvas *canvas);
    /* Enter, or a second click. Returns enum reply bits. */
    unsigned (*accept)(struct host *host, struct picker_view *picker, int item);
    /* Actions of lists that the picker itself does not take; 0: not for this kind. */
    unsigned (*act)(struct host *host, struct picker_view *picker, int item, enum action_id action);
    /* What is a kind's own comes before the picker: what a frame needs, and the actions and the mouse, where
     * 0 leaves them to the picker. */
    void (*update)(struct host *host, struct picker_view *picker);
    unsigned (*first)(struct host *host, struct picker_view *picker, enum action_id action);
    unsigned (*mouse)(struct host *host, struct picker_view *picker, int x, int y, int button);
    /* Is something else than the filter being typed? Then the keys are for `text`. */
    bool (*typing)(const struct picker_view *picker);
    unsigned (*text)(struct host *host, struct picker_view *picker, uint32_t key);
};

/* The chosen item, -1 if the list is empty. */
int picker_item(const struct picker_view *picker);
/* What a filter looks in. */
const char *picker_item_text(const struct picker_view *picker, int item);
/* The choice goes to this item, after items have changed their places. */
void picker_choose(struct picker_view *picker, int item);
/* Lists what matches again after what is folded has changed; the choice stays on its item. */
void picker_refold(struct picker_view *picker);
/* Reads the list again after it was changed; the choice stays where it is if it can. False: it cannot be
 * read, which has been said. */
bool picker_reload(struct host *host, struct picker_view *picker);

bool picker_open(struct host *host, void *state, const char *argument, struct error *error);
void picker_close(struct host *host, void *state);
void picker_update(struct host *host, void *state);
void picker_draw(const struct host *host, const void *state, struct canvas *canvas);
bool picker_typing(const void *state);
unsigned picker_text(struct host *host, void *state, uint32_t key);
unsigned picker_action(struct host *host, void *state, enum action_id action);
unsigned picker_mouse(struct host *host, void *state, int x, int y, int button);

/* The slots of a view that chooses from a list of this kind. */
#define PICKER_SLOTS(kind)                                                                                   \
    .popup = true, .state_size = sizeof(struct picker_view), .picker = &(kind), .open = picker_open,         \
    .close = picker_close, .update = picker_update, .draw = picker_draw, .typing = picker_typing,            \
    .text = picker_text, .action = picker_action, .mouse = picker_mouse

#endif
