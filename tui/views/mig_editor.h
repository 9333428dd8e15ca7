/* The MIG editor's state and what its files share: the view (mig_editor.c) keeps the draft and asks for
 * forecasts; drawing (mig_editor_draw.c, mig_editor_draw_forecast.c) only reads. Where things are on the
 * canvas is worked out once, for drawing and for the mouse. */
#ifndef WATTIF_TUI_VIEWS_MIG_EDITOR_H
#define WATTIF_TUI_VIEWS_MIG_EDITOR_H

#include "tui/views/view.h"
#include "tui/explorer/mig_draft.h"

enum mig_list { MIG_LIST_CUTS, MIG_LIST_OFFERS };
/* Forecasts: as the GPUs are, and as they are to be, for the same requests. */
enum mig_forecast_of { FORECAST_NOW, FORECAST_NEW };

struct mig_editor {
    struct offers offers;
    struct mig_draft draft;
    int gpu;
    bool changing;            /* a change of it is under way: "now" is what that leads to */
    bool whole;               /* the GPU begins whole: it can be cut from the start only */
    bool from_start;          /* else from the cursor on */
    bool all;                 /* all GPUs that can be cut alike, else this one */
    bool manual;              /* switch configure to manual with it, where another scheme is in force */
    enum policy_id configure; /* in force at that instant */
    enum mig_list focus;
    int order[MIG_CUTS];       /* the list of cuts */
    int64_t t_ns;              /* the cursor's, that it was opened at */
    uint64_t generation;       /* of the scenario that it shows */
    struct question *asked[2]; /* for the forecasts; owned; NULL: none */
    struct standstill forecasts[2];
    char fault[512]; /* why there is no forecast of the draft, or "" */
};

/* The instant that the draft would act from. */
static inline int64_t mig_editor_t_ns(const struct mig_editor *editor)
{
    return editor->from_start ? 0 : editor->t_ns;
}
static inline bool mig_editor_overridden(const struct mig_editor *editor)
{
    return policy_is_clover(editor->configure);
}

/* What the draft is held against: how the GPU is cut, or what the change under way leads to. */
static inline const char *mig_editor_now(const struct mig_editor *editor)
{
    return editor->changing ? "soon" : "now";
}

/* How many GPUs the draft is for. */
int mig_editor_count(const struct explorer *explorer, const struct mig_editor *editor);

/* Where things are inside the popup; an empty rectangle has no room. */
struct mig_editor_layout {
    struct rect inside;
    struct rect now, strip, facts; /* the GPU as it is, as it is to be, and in words */
    struct rect cuts, offers;      /* the lists, with their title rows */
    struct rect forecast, options;
    int label_w, part_w;      /* of the strips: what stands before them, columns of an eighth of the memory */
    int cuts_top, offers_top; /* the first rows shown of the lists */
};
struct mig_editor_layout mig_editor_divide(const struct canvas *canvas, const struct mig_editor *editor);
/* The columns of slice k in the strip. */
struct rect mig_editor_slice(const struct mig_editor_layout *layout, int config, int k);
/* Where the draft's cut stands in the list. */
int mig_editor_chosen_cut(const struct mig_editor *editor);

enum { MIG_EDITOR_W = 100, MIG_EDITOR_H = 34 };

void mig_editor_draw(const struct host *host, const void *state, struct canvas *canvas);
void mig_editor_draw_forecast(const struct host *host, const struct mig_editor *editor, struct rect rect,
                              struct canvas *canvas);

#endif
