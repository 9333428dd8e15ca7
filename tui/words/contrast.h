/* Runs side by side in words: what a metric is called, what a difference is worth, what a run was asked that
 * another was not. `wattif compare` and the view of that name say it with these. */
#ifndef WATTIF_TUI_WORDS_CONTRAST_H
#define WATTIF_TUI_WORDS_CONTRAST_H

#include "engine/answers/gap.h"
#include "engine/explore/contrast.h"
#include "tui/words/headline.h"

/* 'A' for run 0. */
enum { CONTRAST_UNPAIRED = 800 };
static inline char contrast_letter(size_t k)
{
    return (char)('A' + (int)k);
}

/* "", "identical", "larger than the noise", "within the noise": how people read a verdict. */
const char *contrast_verdict_word(enum pairing_verdict verdict);

/* What the rows are worth: "Means over 20 seeds, which are luck of arrivals; differences are taken seed by
 * seed, ..."; "One draw of luck ...". Returns `out`. */
char *contrast_basis(const struct contrast *contrast, char *out, size_t size);

/* What was asked of run k that was not asked of the base: "CIT 0.80, load 0.50 from 14:30, HIGHPERF from the
 * start"; "" for nothing that a knob says. In at most `width` columns (0: no limit), if the first fits: the
 * others are counted. `trace` as in difference_list. False, and "": out of memory. */
bool contrast_changes(const struct contrast *contrast, size_t k, const struct carbon_trace *trace, int width,
                      char *out, size_t size);

/* The object that the contract of `wattif compare` has: the runs, whether and why they are not paired, how
 * many seeds, a row a metric. malloc'ed; NULL when out of memory. */
char *contrast_json(const struct contrast *contrast);

/* What a line-up is said of. */
struct contrast_sentence {
    size_t base, other;               /* whose letters are said */
    const struct summary *then, *now; /* of base and other; NULL: not known yet */
    const struct model *models[2];    /* theirs, for their limits; or NULL */
    const struct gap *gap;
    const char *apart; /* why their grams say nothing of each other (carbon_apart); or NULL */
    bool lots;         /* one draw proves nothing: a scheme draws lots, or their requests are not the same */
    bool judged;       /* contrast_is_judged: seeds can tell */
    const char *why_not; /* they are not paired; or NULL */
    size_t seeds, seeds_wanted;
    struct pairing pairing; /* of carbon, over the seeds */
    double base_mean;       /* of the base's carbon over them */
    int64_t start_s;        /* for clock times */
    int32_t offset_s;
};

/* "▼ B emits 21.5 % less carbon than A, all 64.6 g of it after 14:30; both keep every limit; 20 seeds (luck
 * of arrivals): -21.8 to -21.1 %, larger than the noise." In at most `width` columns (0: no limit), cut at a
 * clause. Of runs of another length or other requests: "Not the same length: B 2 h 05, A 4 h 10; per request
 * B emits 49.3 % less", for their grams say nothing. */
void contrast_headline(struct headline *headline, const struct contrast_sentence *sentence, int width);

/* Where in time a difference of so many grams arises: "all 23.8 g after 15:00", "83 % of it between 14:00 and
 * 15:10", "all along". */
void contrast_when(const struct gap *gap, double delta_g, int64_t start_s, int32_t offset_s, char *out,
                   size_t size);

/* Who is not paired with the base, and why: "Not paired, because their load is not the same: a difference may
 * come from that." Of more than two runs which are paired and which not; brief: without what follows from it.
 * Returns `out`, "" where all are paired. */
char *contrast_unpaired(const struct contrast *contrast, bool brief, char *out, size_t size);

#endif
