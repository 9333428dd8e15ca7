/* CarbonDIS as a table: every claim of its evaluation (CD-1 .. CD-21) and every checkable number of the spec
 * (CD-N1 .. CD-N24), the sweeps that tell how far a claim carries, and the paper itself. Where a claim does
 * not come out, its row says why; tests/paper holds the verdicts of the presets. */
#include "engine/claims/carbondis/carbondis.h"

#define CLAIM(number) .id = "CD-" #number, .judge = judge_cd##number
#define NUMBER(number) .id = "CD-N" #number, .numbers = compute_cd_n##number

static const struct expectation expectations[] = {
    {CLAIM(1), .source = "CarbonDIS Fig. 1",
     .claim = "Carbon intensity varies greatly in time and between regions (January 2022)",
     .expected = "in each of AUS-NSW, CAN-ON and US-CAL the greatest value is at least 1.5 times the least; "
                 "the greatest regional mean is at least twice the least",
     .why = {[VERDICT_HOLDS] = "The shipped direct-emission traces of January 2022. They are hourly; the "
                               "paper's are half-hourly."}},
    {CLAIM(2), .source = "CarbonDIS Fig. 2a",
     .claim = "MobileNetV3-Large: P4 alone emits least, A100 alone most, half-half lies between",
     .expected = "P4 9.32 g < half-half 12.65 g < A100 14.56 g (ratios to A100: 0.640, 0.869, 1); the order "
                 "is asserted, not the grams (CD-X6)",
     .simulated = true,
     .why = {[VERDICT_HOLDS] =
                 "Idle power decides: 55 W against 25 W for 200 ms between requests of which each card is "
                 "busy for a fraction. The order follows for any P4 profile whose energy a request does not "
                 "eat that difference. Grams are not comparable: the paper gives neither batch sizes nor the "
                 "start of this run, and a free choice of them is no reproduction."}},
    {CLAIM(3), .source = "CarbonDIS Fig. 2b",
     .claim = "P4 alone misses the latency limit; A100 alone and half-half meet it",
     .expected = "mean latency: P4 above 100 ms, A100 and half-half at most 100 ms", .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "A100 and half-half meet the limit, and so does the P4: the paper gives no batch sizes for "
                 "this figure, and with those of the same model in Table V (Set 2, job 1) the modelled P4 "
                 "profile of MobileNetV3-Large needs some 60 ms. A P4 1.75 to 2.5 times slower, or batches "
                 "as much larger, would miss 100 ms while half-half still meets it."}},
    {CLAIM(4), .source = "CarbonDIS Fig. 4b", .claim = "CIR swings around 1 (US-CAL, January 2022)",
     .expected = "CIR below 0.9 and above 1.1, crossing 1 at least daily, on either side of it for at least "
                 "20 % of the time",
     .why = {[VERDICT_HOLDS] =
                 "ACI is the mean of the samples of the year so far (CD-X14), so CIR starts at 1 and swings "
                 "with the Californian day: solar hours below, evening and night above."}},
    {CLAIM(5), .source = "CarbonDIS Fig. 6", .claim = "CARBONDIS and HIGHPERF meet every SLA in both sets",
     .expected = "p95 at most the SLA for all five jobs of both sets under both schemes", .simulated = true,
     .why = {[VERDICT_HOLDS] = "The adopted reading re-decides a waiting request (CD-X7). With nearly "
                               "regular gaps almost nothing waits, so the literal reading gives the same "
                               "p95; the two part only when low-end GPUs queue."}},
    {CLAIM(6), .source = "CarbonDIS Fig. 6", .claim = "HIGHPERF stays far below the SLAs",
     .expected = "p95 of every job at most half of its SLA, in both sets", .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "Nine of ten jobs stay below a fifth of their SLA. Job 2 of Set 2 (MobileNetV3-Small, SLA "
                 "20 ms) does not: the only published A100 rows (Inception-V3, Table III) show 13.5 ms that "
                 "no batch size avoids, the profile law keeps that fixed cost for every model, and it alone "
                 "is 0.68 of 20 ms. A smaller fixed cost for small models would make the claim hold; it is "
                 "not published. profile_scale acts on low-end GPUs and cannot help."}},
    {CLAIM(7), .source = "CarbonDIS Fig. 6",
     .claim = "LOWENERGY has the worst tail latency and violates SLAs",
     .expected = "in both sets it misses at least one SLA and its worst p95 / SLA is the greatest of the "
                 "five schemes",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "In Set 2 it holds. In Set 1 LOWENERGY is the worst scheme too, but at 0.90 of the tightest "
                 "SLA it misses none: the gaps of the named generator are nearly regular (CD-X15), so hardly "
                 "a request waits and p95 is that of the P4 profile alone. A P4 20 % slower, or exponential "
                 "arrivals, bring the violations that the paper shows."}},
    {CLAIM(8), .source = "CarbonDIS Fig. 6",
     .claim = "DYBATCH misses at least job 1 in both sets; RANDOM misses at least one job",
     .expected = "DYBATCH: p95 of job 1 above its SLA in both sets; RANDOM: at least one p95 above its SLA "
                 "in both sets",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "In the modelled profiles the A100 is 5 to 12 times as fast as the P4 (1 to 9 times as fast "
                 "as the T4) and, though it takes 84 to 90 % of all requests under DYBATCH, only 12 to 15 % "
                 "busy: nothing competes for it. And where LOWENERGY, without an A100, already meets job 1's "
                 "SLA (CD-7), a scheme that adds one will not miss it. The published misses need low-end "
                 "GPUs that miss alone and a high-end GPU that is contested: it holds from twice the low-end "
                 "latencies on."}},
    {CLAIM(9), .source = "CarbonDIS Fig. 7",
     .claim = "Job 1 of Set 1: DYBATCH serves many requests faster than CARBONDIS yet misses the SLA; only "
              "CARBONDIS and HIGHPERF meet it",
     .expected =
         "median of DYBATCH below that of CARBONDIS; p95 at most 290 ms under CARBONDIS and HIGHPERF alone",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "The first half holds: three quarters of DYBATCH's requests end within 25 ms, CARBONDIS "
                 "spreads them up to the SLA. But no scheme misses the 290 ms, for the reasons of CD-7 and "
                 "CD-8; at 1.75 to 2 times the P4 latencies all of Fig. 7 appears."}},
    {CLAIM(10), .source = "CarbonDIS Fig. 8",
     .claim = "HIGHPERF has the lowest active, the highest idle and the highest total carbon",
     .expected = "of the five schemes, in both sets", .simulated = true,
     .why = {[VERDICT_HOLDS] = "Five A100s idle at 275 W against 180 or 205 W, while a request costs 0.2 to "
                               "0.85 times the energy on an A100: active carbon is least and idle carbon "
                               "most, and at these loads idle time prevails."}},
    {CLAIM(11), .source = "CarbonDIS Fig. 8",
     .claim = "LOWENERGY has the lowest total and the lowest idle carbon",
     .expected = "of the five schemes, in both sets", .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "Idle carbon and all of Set 2 are as published. In Set 1 DYBATCH emits less in total: a "
                 "request costs 8 to 39 J on the P4 and 3 to 8 J on the A100, so the 86 % that DYBATCH moves "
                 "save more than the A100's 55 W of idle power cost. The P4 line is Table III continued "
                 "(3.74 ms an image at 89 W), scaled by each model's work; at 0.8 of it or less LOWENERGY is "
                 "the lowest, as published."}},
    {CLAIM(12), .source = "CarbonDIS Fig. 8",
     .claim = "Total carbon: LOWENERGY < DYBATCH < CARBONDIS < RANDOM < HIGHPERF",
     .expected = "this order in both sets", .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "Set 2 has the published order. In Set 1 two neighbours change places: DYBATCH falls below "
                 "LOWENERGY because the P4 profile is costly (CD-11), and RANDOM, which moves a fifth of all "
                 "requests to the A100, ends half a percent below CARBONDIS, which moves a tenth at this "
                 "start because only 1.2 of 4.2 hours have CIR above 1."}},
    {CLAIM(13), .source = "CarbonDIS Fig. 8", .claim = "CARBONDIS emits less than HIGHPERF",
     .expected = "Set 1: -16.21 %; Set 2: -11.22 % (to 2 points)", .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "Both savings are inside the idle bound (CD-X17). What the low-end GPUs' extra energy takes "
                 "from the bound is 24.9 points in Set 1 (published 18.3) and 7.4 in Set 2 (14.3), as if the "
                 "modelled P4 cost more and the modelled T4 less than the measured ones. Set 1 alone comes "
                 "out at profile_scale 0.8, at CIT 0.9 (-15.8 %), and at starts where about a third of the "
                 "requests find CIR above 1; over the January starts it runs from -3 to -28 %. Set 2 stays "
                 "between -13.7 and -22.9 % at all of them. CIT and start are not given (CD-X8, CD-X14)."}},
    {CLAIM(14), .source = "CarbonDIS Fig. 8", .claim = "CARBONDIS emits slightly more than DYBATCH",
     .expected = "Set 1: +5.39 %; Set 2: +4.72 % (to 2 points)", .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "Set 2 comes out. In Set 1 the difference is the price of serving a request on the P4 "
                 "instead of the A100, and the modelled P4 is costly (CD-11); where CIR is above 1 "
                 "throughout, CARBONDIS decides as DYBATCH does and the difference is 0, so any value from 0 "
                 "to a third is obtained by choosing the start or CIT, which the paper does not give."}},
    {CLAIM(15), .source = "CarbonDIS section V-B2", .claim = "The saving over HIGHPERF is bigger in Set 1",
     .expected = "saving in Set 1 above that in Set 2", .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "The published reasons (longer gaps, a smaller idle power of the P4) are there: they are "
                 "the bounds, 34.5 and 25.5 %. But in Set 1 the modelled P4 takes more of it than the T4 in "
                 "Set 2 (CD-13), and at this start most of Set 1 falls into hours with CIR below 1. It holds "
                 "at 16 of 24 other starts, and for low-end GPUs twice as fast."}},
    {CLAIM(16), .source = "CarbonDIS Fig. 9",
     .claim = "DYBATCH uses the high-end GPU more often than CARBONDIS, for every job",
     .expected = "more uses for each of the five jobs, in both sets", .simulated = true,
     .why =
         {[VERDICT_HOLDS] =
              "Where CIR is at most 1, CARBONDIS leaves the A100 to requests that would be late; DYBATCH "
              "never lets it idle while a request waits. At starts with CIR above 1 throughout, CARBONDIS "
              "decides as DYBATCH does and the counts are equal, not smaller: hence the share of starts."}},
    {CLAIM(17), .source = "CarbonDIS section V-B3",
     .claim = "CARBONDIS uses the high-end GPU more while carbon intensity is high",
     .expected = "share of requests served by it greater while CIR > 1 than else, in each set that sees both",
     .simulated = true,
     .why = {[VERDICT_HOLDS] = "Step 5 of the algorithm: above CIT every request may take the high-end GPU, "
                               "below it only one that would be late. The share is of requests that arrive "
                               "in those hours, so that jobs which end early do not count."}},
    {CLAIM(18), .source = "CarbonDIS Fig. 10a",
     .claim = "Raising CIT lowers the use of the high-end GPU, per job and in total (Set 1)",
     .expected = "at CIT 0.8, 0.9, 1, 1.1, 1.2: never more from one to the next, less at the end, for each "
                 "job and the sum",
     .simulated = true,
     .why = {[VERDICT_HOLDS] =
                 "The start was chosen for it: CIR climbs through 0.85, 0.89, 0.97, 1.04 and 1.12, so each "
                 "threshold of the sweep moves one hour. At starts whose CIR does not pass all of them, a "
                 "job that has ended by then keeps its number of uses."}},
    {CLAIM(19), .source = "CarbonDIS Fig. 10b",
     .claim = "Raising CIT raises active, lowers idle and raises total carbon (Set 1)",
     .expected =
         "at CIT 0.8, 0.9, 1, 1.1, 1.2: never against it from one to the next, with it from end to end",
     .simulated = true,
     .why = {[VERDICT_HOLDS] =
                 "A request kept on a P4 costs more energy than on the A100 and leaves the A100 idle for as "
                 "long as it would have been busy there; the P4s' idle time falls by more."}},
    {CLAIM(20), .source = "CarbonDIS Fig. 10c",
     .claim = "Raising CIT lowers the violations of job 1 and of all jobs; those of jobs 2 to 5 rise "
              "slightly (Set 1)",
     .expected = "from CIT 0.8 to 1.2: fewer for job 1 and in total, not fewer for each of jobs 2 to 5",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "Job 1 and the sum fall as published. Jobs 2 to 5 have no violation to gain: with nearly "
                 "regular gaps their p95 is at most three quarters of the SLA on the P4 alone; job 3 even "
                 "loses the two that it has at CIT 0.8, where the A100 is shared by all. Under exponential "
                 "arrivals jobs 2 to 5 do rise and job 1 falls, but they rise by more than it falls, so that "
                 "the sum rises."}},
    {CLAIM(21), .source = "CarbonDIS abstract",
     .claim = "Up to 16 % less carbon than HIGHPERF with all SLAs met",
     .expected = "the better set saves 16 % (to 2 points) and CARBONDIS meets every SLA", .simulated = true,
     .why = {[VERDICT_DEVIATES] = "All SLAs are met in both sets. The best saving is that of Set 2 and "
                                  "passes 16 % by a hair more than the two points allowed; the set that "
                                  "should carry it, Set 1, saves less for the reasons of CD-13."}},
    {NUMBER(1), .source = "CarbonDIS Eq. 1, Table III", .claim = "E of Inception-V3 on P4 at batch 1 / 2 / 6",
     .expected = "1469.52 / 1770.72 / 3280.42 mJ"},
    {NUMBER(2), .source = "CarbonDIS Eq. 1, Table III", .claim = "E of Inception-V3 on T4 at batch 1 / 3 / 6",
     .expected = "885.36 / 1536.72 / 2539.80 mJ"},
    {NUMBER(3), .source = "CarbonDIS Eq. 1, Table III",
     .claim = "E of Inception-V3 on A100 at batch 1 / 2 / 6",
     .expected = "946.8813 / 1006.5221 / 1594.859 mJ"},
    {NUMBER(4), .source = "CarbonDIS Tables II and III",
     .claim = "energy above idle, L (P - IP), at batch 6: P4 / T4 / A100",
     .expected = "2355.42 / 1639.80 / 805.609 mJ"},
    {NUMBER(5), .source = "CarbonDIS Eq. 2", .claim = "1.46952 J at 207.13 g/kWh",
     .expected = "8.4550466e-5 g"},
    {NUMBER(6), .source = "CarbonDIS Eq. 2", .claim = "1.594859 J at 605.59 g/kWh",
     .expected = "2.682862949e-4 g"},
    {NUMBER(7), .source = "CarbonDIS Eq. 4", .claim = "one hour idle at 207.13 g/kWh: A100 / P4",
     .expected = "11.39215 / 5.17825 g"},
    {NUMBER(8), .source = "CarbonDIS Eq. 4", .claim = "T4 idle for 1800 s at 605.59 g/kWh",
     .expected = "9.08385 g"},
    {NUMBER(9), .source = "CarbonDIS Eq. 4", .claim = "A100 idle for 1800 s at 180, then 1800 s at 240 g/kWh",
     .expected = "11.55 g"},
    {NUMBER(10), .source = "CarbonDIS Algorithm 1 lines 1-3", .claim = "history 200, 220, 180; CCI 240",
     .expected = "ACI 200, CIR 1.2; next ACI 210"},
    {NUMBER(11), .source = "CarbonDIS Algorithm 1 lines 1-3", .claim = "empty history, CCI 300",
     .expected = "ACI 300, CIR 1"},
    {NUMBER(12), .source = "CarbonDIS Eq. 3, nearest rank",
     .claim = "p95 of 1..20 / 1..100 / 1..10 / {5, 1, 9, 3}", .expected = "19 / 95 / 10 / 9"},
    {NUMBER(13), .source = "CarbonDIS Eq. 3, nearest rank", .claim = "rank of p95 for n = 20000",
     .expected = "19000"},
    {NUMBER(14), .source = "CarbonDIS Algorithm 1 lines 11-13",
     .claim = "AT 10, LC 0.5, CT 10.2, EL 0.4, CIR 0.9, CIT 1, high-end free",
     .expected = "ESFT 10.6 > EXFT 10.5: K=0"},
    {NUMBER(15), .source = "CarbonDIS Algorithm 1 lines 14-15", .claim = "the same, high-end busy",
     .expected = "K=1"},
    {NUMBER(16), .source = "CarbonDIS Algorithm 1 lines 16-18",
     .claim = "AT 10, LC 0.5, CT 10.05, EL 0.4, CIR 1.1, CIT 1, high-end free", .expected = "K=0"},
    {NUMBER(17), .source = "CarbonDIS Algorithm 1 lines 19-20", .claim = "the same, high-end busy",
     .expected = "K=1"},
    {NUMBER(18), .source = "CarbonDIS Algorithm 1 lines 21-22",
     .claim = "AT 10, LC 0.5, CT 10.05, EL 0.4, CIR 0.95, CIT 1, high-end free", .expected = "K=1"},
    {NUMBER(19), .source = "CarbonDIS Algorithm 1, ties",
     .claim = "ESFT = EXFT exactly (AT 0, LC 0.5, CT 0.25, EL 0.25), CIR = CIT = 1, high-end free",
     .expected = "K=1"},
    {NUMBER(20), .source = "CarbonDIS section IV-B", .claim = "estimate for batch 4 after 28, 29 and 33 ms",
     .expected = "30 ms"},
    {NUMBER(21), .source = "CarbonDIS Fig. 8",
     .claim = "implied DYBATCH / HIGHPERF: 0.8379/1.0539, 0.8878/1.0472",
     .expected = "0.7950469684, 0.8477845684"},
    {NUMBER(22), .source = "CarbonDIS Table V", .claim = "mean gap of Set 1 / Set 2",
     .expected = "548 / 462 ms"},
    {NUMBER(23), .source = "CarbonDIS Table II",
     .claim = "total idle power: HIGHPERF / heterogeneous Set 1 / Set 2 / LOWENERGY Set 1 / Set 2",
     .expected = "275 / 180 / 205 / 125 / 150 W"},
    {NUMBER(24), .source = "CarbonDIS Table IV",
     .claim = "coefficient of variation: 69.23/207.13, 83.67/605.59",
     .expected = "33.42345387 % / 13.81627834 %"},
};

/* One setting is changed from the presets at a time. Starts are 31 h apart, so that every hour of the day
 * occurs. */
static const struct sweep sweeps[] = {
    {.knob = "arrivals",
     .phrase = "with arrivals",
     .shape = SWEEP_VARIANTS,
     .n = 1,
     .values = {"exponential"}},
    {.knob = "cd_dispatch",
     .phrase = "with cd_dispatch",
     .shape = SWEEP_VARIANTS,
     .n = 1,
     .values = {"literal"}},
    {.knob = "profile_scale",
     .phrase = "at profile_scale",
     .shape = SWEEP_RANGES,
     .every_app = true,
     .n = 19,
     .values = {"0.25", "0.3", "0.35", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1", "1.1", "1.2", "1.35",
                "1.5", "1.75", "2", "2.5", "3", "4"}},
    {.knob = "start",
     .phrase = "January starts",
     .shape = SWEEP_SHARE,
     .n = 24,
     .values = {"2022-01-01T00:00:00Z", "2022-01-02T07:00:00Z", "2022-01-03T14:00:00Z",
                "2022-01-04T21:00:00Z", "2022-01-06T04:00:00Z", "2022-01-07T11:00:00Z",
                "2022-01-08T18:00:00Z", "2022-01-10T01:00:00Z", "2022-01-11T08:00:00Z",
                "2022-01-12T15:00:00Z", "2022-01-13T22:00:00Z", "2022-01-15T05:00:00Z",
                "2022-01-16T12:00:00Z", "2022-01-17T19:00:00Z", "2022-01-19T02:00:00Z",
                "2022-01-20T09:00:00Z", "2022-01-21T16:00:00Z", "2022-01-22T23:00:00Z",
                "2022-01-24T06:00:00Z", "2022-01-25T13:00:00Z", "2022-01-26T20:00:00Z",
                "2022-01-28T03:00:00Z", "2022-01-29T10:00:00Z", "2022-01-30T17:00:00Z"}},
};

static const char *const scenarios[] = {"carbondis-set1", "carbondis-set2", "carbondis-fig2", NULL};

const struct paper paper_carbondis = {
    .prefix = "CD",
    .title = "CarbonDIS",
    .scenarios = scenarios,
    .expectations = expectations,
    .n_expectations = sizeof expectations / sizeof *expectations,
    .sweeps = sweeps,
    .n_sweeps = sizeof sweeps / sizeof *sweeps,
    .n_trials = TRIALS,
    .trial = carbondis_trial,
    .outcome_size = sizeof(struct carbondis_outcome),
    .measure = carbondis_measure,
};
