/* What the judges of CarbonDIS share. */
#include "engine/claims/carbondis/judge.h"

#include "engine/base/text.h"

#include <string.h>

void judge_decide(struct judgement *judgement, bool holds)
{
    judgement->verdict = holds ? VERDICT_HOLDS : VERDICT_DEVIATES;
}

bool judge_overloaded(const struct carbondis_outcome *const *outcomes, int n, struct judgement *judgement)
{
    for (int i = 0; i < n; i++) {
        if (!outcomes[i]->overloaded)
            continue;
        judgement->verdict = VERDICT_UNTESTABLE;
        judgement_say(judgement, "a run of this comparison was overloaded and ended early");
        return true;
    }
    return false;
}

bool judge_any_overloaded(const struct evidence *evidence, struct judgement *judgement)
{
    const struct carbondis_outcome *all[SETS * SCHEMES];

    for (int i = 0; i < SETS * SCHEMES; i++)
        all[i] = carbondis_of(evidence, i / SCHEMES, (enum scheme)(i % SCHEMES));
    return judge_overloaded(all, SETS * SCHEMES, judgement);
}

double judge_worst_share(const struct carbondis_outcome *outcome, const char **name)
{
    double worst = 0;

    for (int j = 0; j < outcome->n_jobs; j++) {
        double share = outcome->jobs[j].tail_ms / outcome->jobs[j].slo_ms;
        if (share > worst || j == 0) {
            worst = share;
            *name = outcome->jobs[j].name;
        }
    }
    return worst;
}

int judge_count_missed(const struct carbondis_outcome *outcome)
{
    int missed = 0;

    for (int j = 0; j < outcome->n_jobs; j++)
        missed += !outcome->jobs[j].slo_met;
    return missed;
}

double judge_high_share(const struct carbondis_outcome *outcome)
{
    double uses = 0, finished = 0;

    for (int j = 0; j < outcome->n_jobs; j++) {
        uses += (double)outcome->jobs[j].high_uses;
        finished += (double)outcome->jobs[j].finished;
    }
    return finished > 0 ? 100 * uses / finished : 0;
}

void judge_say_set(struct judgement *judgement, int set)
{
    judgement_say(judgement, "%sSet %d: ", set > 0 ? "; " : "", set + 1);
}

void judge_say_tail(struct judgement *judgement, const struct carbondis_outcome *outcome, enum scheme scheme)
{
    const char *name = "";
    double share = judge_worst_share(outcome, &name);
    int missed = judge_count_missed(outcome);

    judgement_say(judgement, "%s %s", carbondis_scheme_names[scheme], missed == 0 ? "meets all" : "misses");
    for (int j = 0; j < outcome->n_jobs; j++)
        if (!outcome->jobs[j].slo_met)
            judgement_say(judgement, " %s", outcome->jobs[j].name);
    judgement_say(judgement, " (worst %s at %.2f of its SLA)", name, share);
}

void names_add(struct names *names, const char *name)
{
    if (names->n < JOBS)
        names->names[names->n++] = name;
}

const char *names_print(const struct names *names, char out[NAMES_SIZE])
{
    size_t used = 0;

    out[0] = '\0';
    for (int i = 0; i < names->n; i++) {
        const char *before = i == 0 ? "" : i + 1 == names->n ? " and " : ", ";
        text_print(out + used, NAMES_SIZE - used, "%s%s", before, names->names[i]);
        used += strlen(out + used);
    }
    return out;
}
