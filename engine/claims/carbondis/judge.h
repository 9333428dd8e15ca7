/* What the judges of CarbonDIS share: runs that cannot be compared, the job nearest to its SLA, and how a
 * set, a scheme and a list of jobs are told. */
#ifndef WATTIF_CLAIMS_CARBONDIS_JUDGE_H
#define WATTIF_CLAIMS_CARBONDIS_JUDGE_H

#include "engine/claims/carbondis/carbondis.h"

void judge_decide(struct judgement *judgement, bool holds);

/* Carbon of runs that were cut short cannot be compared: says so, untestable. */
bool judge_overloaded(const struct carbondis_outcome *const *outcomes, int n, struct judgement *judgement);
bool judge_any_overloaded(const struct evidence *evidence, struct judgement *judgement);

/* The job nearest to its SLA or farthest beyond, as a share of it. */
double judge_worst_share(const struct carbondis_outcome *outcome, const char **name);
int judge_count_missed(const struct carbondis_outcome *outcome);
/* How much of its requests a run served on the high-end GPU, in percent. */
double judge_high_share(const struct carbondis_outcome *outcome);

/* "Set 1: ", with what parts it from the one before. */
void judge_say_set(struct judgement *judgement, int set);
/* "DYBATCH misses job1 job3 (worst job1 at 1.22 of its SLA)" */
void judge_say_tail(struct judgement *judgement, const struct carbondis_outcome *outcome, enum scheme scheme);

/* Names as people list them: "job1, job2 and job4". */
struct names {
    int n;
    const char *names[JOBS];
};
enum { NAMES_SIZE = 192 };
void names_add(struct names *names, const char *name);
const char *names_print(const struct names *names, char out[NAMES_SIZE]);

#endif
