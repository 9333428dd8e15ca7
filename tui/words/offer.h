/* What may stand on a slice (engine/answers/offers.h) in words. */
#ifndef WATTIF_TUI_WORDS_OFFER_H
#define WATTIF_TUI_WORDS_OFFER_H

#include "engine/answers/offers.h"

#include <stddef.h>

/* "images b5", or "b5" where all offers are of one app; out needs OFFER_NAME bytes. */
enum { OFFER_NAME = 64 };
void offer_name(const struct offers *offers, const struct scenario *scenario, int offer, char *out);

/* Why it cannot stand on such a slice: "b7 needs 6.2 GB, a 1g slice has 5"; "" where it fits. */
void offer_reason(const struct offers *offers, const struct scenario *scenario, int offer,
                  enum mig_slice slice, char *out, size_t size);

#endif
