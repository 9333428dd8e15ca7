#include "tui/words/claim_words.h"

#include "engine/base/text.h"

enum { WHEN_SIZE = 1024, PARTS_TOLD = 3 };

const char *claim_holds_when(const struct finding *finding, int part, struct arena *arena)
{
    char out[WHEN_SIZE];
    return finding_holds_when(finding, part, out, sizeof out) ? text(arena, "%s", out) : NULL;
}

/* "Set 1, %: here -11.2; over 24 January starts mean -13.9, median -12.6, -28.1 to -3.0" */
static const char *spread_words(const struct finding *finding, int s, struct arena *arena)
{
    const struct claim_sweep *sweep = &finding->paper->sweeps[s];
    struct spread spread;
    const char *said = "";
    for (int m = 0; sweep->shape == SWEEP_SHARE && m < finding->n_measures; m++)
        if (finding_spread(finding, s, m, &spread))
            said = text(arena, "%s%s%s: here %.2f; over %d %s mean %.2f, median %.2f, %.2f to %.2f", said,
                        *said ? ". " : "", finding->measures[m], finding->values[m][0], spread.n,
                        sweep->phrase, spread.mean, spread.median, spread.least, spread.most);
    return said;
}

size_t claim_facts(const struct finding *finding, struct arena *arena, struct claim_fact *facts)
{
    const struct expectation *expectation = finding->expectation;
    const char *when = claim_holds_when(finding, -1, arena), *parts = "";
    char words[WHEN_SIZE];
    struct held held;
    struct turned turned;
    size_t n = 0;
    for (int s = 0; s < finding->paper->n_sweeps; s++) /* one start with one seed is one draw */
        if (finding_held(finding, s, &held))
            facts[n++] = (struct claim_fact){"verdict", text(arena, "%s here, and in %d of %d %s",
                                                             verdict_names[finding->verdicts[0]], held.holds,
                                                             held.of, held.phrase)};
    facts[n++] = (struct claim_fact){"source", expectation->source};
    facts[n++] = (struct claim_fact){"expected", expectation->expected};
    facts[n++] = (struct claim_fact){"obtained", finding->obtained};
    for (struct finding_variant at = {0}; finding_next_variant(finding, &at);)
        facts[n++] =
            (struct claim_fact){at.sweep->label ? at.sweep->label : at.value, finding->variants[at.k]};
    if (when)
        facts[n++] = (struct claim_fact){"holds", when};
    for (int p = 0; p < finding->n_parts; p++)
        parts = text(arena, "%s%s%s %s", parts, p > 0 ? "; " : "", finding->parts[p],
                     verdict_names[finding->part_verdicts[p][0]]);
    if (finding->n_parts > 0)
        facts[n++] = (struct claim_fact){"parts", parts};
    for (int p = 0; p < finding->n_parts && finding->n_parts <= PARTS_TOLD; p++)
        if (finding_part_differs(finding, p) && (when = claim_holds_when(finding, p, arena)))
            facts[n++] = (struct claim_fact){finding->parts[p], when};
    for (int s = 0; s < finding->paper->n_sweeps && n < CLAIM_FACTS / 2; s++) {
        const char *said = spread_words(finding, s, arena);
        if (*said)
            facts[n++] = (struct claim_fact){"spread", said};
    }
    facts[n++] = (struct claim_fact){"why", finding_why(finding)};
    for (int k = 0; finding_turn(finding, k, &turned); k++) {
        turned_print(&turned, words, sizeof words);
        facts[n++] = (struct claim_fact){"turned", text(arena, "%s", words)};
    }
    return n;
}
