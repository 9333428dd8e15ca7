/* The judges of CarbonDIS' motivation, CD-1 to CD-4: the traces, and one model on one card. */
#include "engine/claims/carbondis/judge.h"

#include "engine/physics/carbon.h"

#include <math.h>

/* January 2022, UTC. */
#define JANUARY INT64_C(1640995200)
enum { JANUARY_HOURS = 744 };

/* The present samples of January 2022: mean, least, greatest. False with a message when the trace is missing.
 */
static bool january(const struct evidence *evidence, const char *name, double *mean, double *least,
                    double *most, struct judgement *judgement)
{
    struct error error = {0};
    const struct carbon_trace *trace =
        evidence->inputs->catalog->trace(evidence->inputs->catalog->context, name, &error);
    double sum = 0;
    int n = 0;

    if (!trace) {
        judgement->verdict = VERDICT_UNTESTABLE;
        judgement_say(judgement, "%s", error.message);
        return false;
    }
    *least = INFINITY;
    *most = -INFINITY;
    size_t first = carbon_trace_index(trace, JANUARY);
    for (size_t k = first; k < trace->n && k < first + JANUARY_HOURS * 3600u / (unsigned)trace->step_s; k++) {
        double value = trace->samples[k];
        if (isnan(value))
            continue;
        sum += value;
        n++;
        *least = fmin(*least, value);
        *most = fmax(*most, value);
    }
    *mean = n > 0 ? sum / n : 0;
    return true;
}

void judge_cd1(const struct evidence *evidence, struct judgement *judgement)
{
    static const char *const traces[] = {"au-nsw-2022-direct", "ca-on-2022-direct",
                                         "us-cal-ciso-2022-direct"};
    static const char *const zones[] = {"AUS-NSW", "CAN-ON", "US-CAL"};
    double lowest = INFINITY, highest = 0;
    bool varies = true;

    for (int i = 0; i < 3; i++) {
        double mean, least, most;
        if (!january(evidence, traces[i], &mean, &least, &most, judgement))
            return;
        judgement_say(judgement, "%s%s %.0f to %.0f, mean %.0f g/kWh", i > 0 ? "; " : "", zones[i], least,
                      most, mean);
        varies = varies && most >= 1.5 * least;
        lowest = fmin(lowest, mean);
        highest = fmax(highest, mean);
    }
    judgement_say(judgement, "; greatest mean %.1f times the least", highest / lowest);
    judge_decide(judgement, varies && highest >= 2 * lowest);
    if (judgement->verdict == VERDICT_HOLDS)
        judgement_explain(
            judgement, "The shipped traces are of direct emissions and hourly; the paper's are half-hourly.");
}

static double fig2_half_g(const struct evidence *evidence)
{
    return carbondis_fig2(evidence, FIG2_HALF_P4)->total_g +
           carbondis_fig2(evidence, FIG2_HALF_A100)->total_g;
}

static bool fig2_overloaded(const struct evidence *evidence, struct judgement *judgement)
{
    const struct carbondis_outcome *all[4];

    for (int i = 0; i < 4; i++)
        all[i] = carbondis_fig2(evidence, (enum fig2)i);
    return judge_overloaded(all, 4, judgement);
}

void judge_cd2(const struct evidence *evidence, struct judgement *judgement)
{
    const struct carbondis_outcome *p4 = carbondis_fig2(evidence, FIG2_P4);
    const struct carbondis_outcome *a100 = carbondis_fig2(evidence, FIG2_A100);
    double half = fig2_half_g(evidence);

    if (fig2_overloaded(evidence, judgement))
        return;
    judgement_say(judgement, "P4 %.2f g, half-half %.2f g, A100 %.2f g (ratios to A100: %.3f, %.3f, 1)",
                  p4->total_g, half, a100->total_g, p4->total_g / a100->total_g, half / a100->total_g);
    judgement_say(judgement, "; busy for %.0f %% and %.0f %% of the time", 100 * p4->busy_low,
                  100 * a100->busy_high);
    judge_decide(judgement, p4->total_g < half && half < a100->total_g);
    judgement_explain(
        judgement,
        "Half-half is the first half of the requests on a P4, then the second half on an A100, each billed for its own half (CD-X6).");
    if (judgement->verdict != VERDICT_HOLDS)
        judgement_explain(
            judgement,
            "What the P4 draws for its requests is more than what the A100 draws more between them.");
    else if (p4->busy_low < 0.5 && a100->busy_high < 0.5)
        judgement_explain(judgement, "Both cards wait for most of the time, so that idle power decides.");
    judgement_explain(
        judgement,
        "Grams are not comparable: the paper gives neither batch sizes nor the start of this run, and a free choice of them is no reproduction.");
}

/* Why the limit is met or missed where the paper has it otherwise. */
static void explain_fig2(double p4, double half, double a100, bool calibrated, struct judgement *judgement)
{
    if (p4 > 1 && calibrated)
        judgement_explain(
            judgement,
            "That the P4 misses it is by construction: these profiles were fitted to this very figure.");
    if (p4 <= 1)
        judgement_explain(
            judgement,
            "The P4 meets the limit, too: it needs %.2f of it. The paper gives no batch sizes for this figure, so those of the same model in Table V are taken.",
            p4);
    if (half > 1)
        judgement_explain(judgement, "In half-half the P4's half takes the mean beyond the limit.");
    if (a100 > 1)
        judgement_explain(judgement, "The A100 needs %.2f of the limit.", a100);
}

void judge_cd3(const struct evidence *evidence, struct judgement *judgement)
{
    const struct carbondis_job *p4 = carbondis_fig2(evidence, FIG2_P4)->jobs;
    const struct carbondis_job *a100 = carbondis_fig2(evidence, FIG2_A100)->jobs;
    const struct carbondis_job *low = carbondis_fig2(evidence, FIG2_HALF_P4)->jobs;
    const struct carbondis_job *high = carbondis_fig2(evidence, FIG2_HALF_A100)->jobs;
    double n = (double)low->finished + (double)high->finished;
    double half = (low->mean_ms * (double)low->finished + high->mean_ms * (double)high->finished) / n;
    double limit = p4->slo_ms;

    judgement_say(
        judgement,
        "mean latency: P4 %.1f ms, half-half %.1f ms, A100 %.1f ms; %.2f, %.2f and %.2f of the limit, %.0f ms",
        p4->mean_ms, half, a100->mean_ms, p4->mean_ms / limit, half / limit, a100->mean_ms / limit, limit);
    judge_decide(judgement, p4->mean_ms > limit && half <= limit && a100->mean_ms <= limit);
    judgement_measure(judgement, p4->mean_ms, "P4, ms");
    explain_fig2(p4->mean_ms / limit, half / limit, a100->mean_ms / limit,
                 carbondis_fig2(evidence, FIG2_P4)->calibrated, judgement);
}

void judge_cd4(const struct evidence *evidence, struct judgement *judgement)
{
    struct error error = {0};
    const struct catalog *catalog = evidence->inputs->catalog;
    const struct carbon_trace *trace = catalog->trace(catalog->context, "us-cal-ciso-2022-direct", &error);
    double least = INFINITY, most = 0;
    int crossings = 0, above = 0, n = 0;
    bool was = false;

    if (!trace) {
        judgement->verdict = VERDICT_UNTESTABLE;
        judgement_say(judgement, "%s", error.message);
        return;
    }
    size_t first = carbon_trace_index(trace, JANUARY);
    for (size_t k = first + 1; k < trace->n && k < first + JANUARY_HOURS; k++) {
        if (isnan(trace->samples[k]))
            continue;
        double cir = carbon_cir(trace->samples[k], carbon_trace_history_mean(trace, k, NULL));
        bool is = cir > 1;
        crossings += n > 0 && is != was;
        above += is;
        was = is;
        least = fmin(least, cir);
        most = fmax(most, cir);
        n++;
    }
    judgement_say(judgement, "CIR from %.2f to %.2f, above 1 in %.0f %% of %d hours, crossing 1 %d times",
                  least, most, 100.0 * above / n, n, crossings);
    judgement_explain(
        judgement,
        "ACI is the mean of the samples of the year so far (CD-X14), so CIR begins at 1 and then follows the Californian day.");
    judge_decide(judgement,
                 least < 0.9 && most > 1.1 && crossings >= 31 && above * 5 >= n && above * 5 <= 4 * n);
}
