/* What was found for a published claim (engine/claims/experiment.h), as labelled facts. */
#ifndef WATTIF_TUI_WORDS_CLAIM_WORDS_H
#define WATTIF_TUI_WORDS_CLAIM_WORDS_H

#include "engine/base/arena.h"
#include "engine/claims/experiment.h"

enum { CLAIM_FACTS = 64 };
struct claim_fact {
    const char *label, *text; /* "obtained"; a variant's or a part's own name */
};
/* From the verdict over the starts to what turns have shown, on the arena. How many; [CLAIM_FACTS]. */
size_t claim_facts(const struct finding *finding, struct arena *arena, struct claim_fact *facts);

/* When the claim, or a part of it from 0 on, holds; NULL: there is nothing to say. -1: the claim. */
const char *claim_holds_when(const struct finding *finding, int part, struct arena *arena);

#endif
