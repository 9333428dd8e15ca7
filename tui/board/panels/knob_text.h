/* Knobs in words: what the panel and the table in full size both say of a knob. */
#ifndef WATTIF_TUI_BOARD_PANELS_KNOB_TEXT_H
#define WATTIF_TUI_BOARD_PANELS_KNOB_TEXT_H

#include "engine/model/knob.h"
#include "tui/board/scene.h"
#include "tui/widgets/parts.h"

#include <stdbool.h>
#include <stddef.h>

/* The knob's sign with its target, "CIT", "SLO 1", "route", in at most `columns`. */
void knob_text_label(const struct scene *scene, struct knob_ref knob, int columns, char *out, size_t size);
/* "1.00", "290 ms", "1.00×", "CARBONDIS". */
void knob_text_value(struct knob_ref knob, const struct knob_value *value, char *out, size_t size);
/* What it does, where it can with today's numbers; `brief` for a narrow column. */
void knob_text_help(const struct scene *scene, struct knob_ref knob, bool brief, char *out, size_t size);
/* "0.60–1.40 step 0.05"; "" for knobs that are no numbers. */
void knob_text_range(const struct explorer *explorer, struct knob_ref knob, char *out, size_t size);
/* "1.00×"; "" if it has no default of its own (the scenario says it). */
void knob_text_default(struct knob_ref knob, char *out, size_t size);
/* "live" or "from start". */
const char *knob_text_when(struct knob_ref knob);
/* Changed: by an edit on the time line, or from the start by the user. */
bool knob_text_edited(const struct scene *scene, struct knob_ref knob);
/* The heading of the group that it belongs to, "Grid and ledger". */
const char *knob_text_group(struct knob_ref knob);

/* The knob's slider as it stands now; `bright`: its mark stands out. */
struct slider knob_text_slider(const struct explorer *explorer, struct knob_ref knob, bool bright);

#endif
