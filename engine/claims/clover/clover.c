/* Clover as a table: every claim of its evaluation (CL-1 .. CL-19) and every checkable number of the spec
 * (CL-N1 .. CL-N26), the sweeps that tell how far a claim carries, and the paper itself. Where a claim does
 * not come out, its row says why. */
#include "engine/claims/clover/clover.h"

#define CLAIM(number) .id = "CL-" #number, .judge = judge_cl##number
#define ARITHMETIC(number) .id = "CL-" #number, .numbers = compute_cl_##number
#define NUMBER(number) .id = "CL-N" #number, .numbers = compute_cl_n##number

static const struct expectation expectations[] = {
    {CLAIM(1), .source = "Clover Fig. 2",
     .claim =
         "On four whole GPUs some mix of variants saves over 60 % carbon at less than 5 % accuracy loss, "
         "over 80 % at 10 %",
     .expected =
         "for the figure's unnamed application, so for at least one of three: more than 60 % saved at "
         "less than 5 % lost, more than 80 % at at most 10 %, at a load that uses BASE 85 %",
     .why = {[VERDICT_DEVIATES] =
                 "Idle power bounds it: four cards draw 180 W without a request, so at this load "
                 "images and detection can save at most 58 %, language 81 %. Where no card ever "
                 "rests, so that only a request's own energy counts, language passes both marks by "
                 "its rows alone; EfficientNet and YOLOv5 do not, because 280 and 167 ms of every "
                 "request are the host's and hold the card whatever the variant."}},
    {CLAIM(2), .source = "Clover Fig. 3",
     .claim = "The same variant on finer slices: less carbon a request, longer latency",
     .expected = "without rest, largest variant of each application: carbon of [7g] > [4g,2g,1g] > seven 1g, "
                 "latency the other way round; for at least one of them (the figure's is not named) seven 1g "
                 "take 30 % less than [7g] (to 5 points)",
     .why = {[VERDICT_HOLDS] =
                 "Power is drawn once for the card and shared by all slices (staux), so seven "
                 "slices that never rest earn more of it. At the load of BASE, where slices rest, "
                 "most of the gain is gone: a card rests less often the more slices it has, and "
                 "idle plus auxiliary power are most of what it draws."}},
    {CLAIM(3), .source = "Clover Fig. 4 and 8", .claim = "Carbon intensity differs by region and season",
     .expected =
         "it moves by more than 200 g/kWh within 12 h; the means of California and Britain in the "
         "same month, and the ranges of California's March and September, are a quarter apart or more",
     .why = {[VERDICT_HOLDS] = "Clover's own three traces, from its artifact, hourly."}},
    {ARITHMETIC(4), .source = "Clover Fig. 6",
     .claim = "lambda .1, C_base 1000: A is preferred at ci 500, B at ci 100, and where they part",
     .expected = "A 4.4 over B 2.2; B 7.0 over A 6.0; equal at 225 g/kWh"},
    {CLAIM(5), .source = "Clover Fig. 9",
     .claim = "CLOVER saves over 75 % carbon against BASE in each application at 2 to 4 % accuracy loss, and "
              "its p95 is below BASE's",
     .expected = "consolidated: saved more than 75 %, lost at most 4 %, p95 below BASE's; mean of the three "
                 "80 % and 3 % (as printed, or better)",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "Carbon comes out in all three, p95 for images and language. (1) The loss is the "
                 "objective's own choice: ORACLE loses as much, because at lambda 0.5 one per cent "
                 "of carbon is worth one of accuracy; and on two cards no layout of detection that "
                 "meets the SLO loses less than 8.9 %, by the accuracies of the public "
                 "repositories. "
                 "At lambda 0.1, the artifact's, images and language lose about 2 % (CL-19). (2) "
                 "On two GPUs three of four layouts of detection cannot carry this load, and BASE, "
                 "with which CLOVER begins, carries under a quarter of it; each that is tried "
                 "leaves a queue, and more than 5 % of the requests meet one. Where ten cards of "
                 "BASE are used 22 %, as in the artifact, p95 is below BASE's for all."}},
    {CLAIM(6), .source = "Clover Fig. 10",
     .claim = "CO2OPT saves most and is least accurate; CLOVER saves within 5 % of it and is the closest to "
              "ORACLE",
     .expected = "in both accountings and each application: CO2OPT's saving and loss the greatest of five "
                 "schemes, CLOVER's saving at most 5 points below it, and of all but ORACLE CLOVER the "
                 "nearest to ORACLE in the plane of saving and loss",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "Images and language come out in both accountings, and all three at the "
                 "artifact's load. For detection ORACLE is all but CO2OPT (on two GPUs it even "
                 "saves a tenth of a point more), so CO2OPT is nearer to it than a search that "
                 "ends early; on ten GPUs that search saves 5.1 points less than CO2OPT. With 20 "
                 "misses and 20 min a search instead of 5 and 5, its mean objective there comes "
                 "from 12 % behind ORACLE's to 4 %."}},
    {CLAIM(7), .source = "Clover Fig. 10",
     .claim = "Detection and language: CLOVER beats BLOVER in carbon and in accuracy",
     .expected = "saves more and loses less than BLOVER, for both, in both accountings", .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "CLOVER saves more, but at a greater loss, and has the greater objective for it "
                 "(CL-9): at lambda 0.5 the layouts that win are those with small variants. Being "
                 "better on both axes is nothing that equation 3 asks for."}},
    {CLAIM(8), .source = "Clover Fig. 10",
     .claim = "Images: CLOVER is about as accurate as BLOVER and saves clearly more",
     .expected = "accuracy within 0.5 points, at least 2 points more saved, in both accountings",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "On the same fleet it comes out. On two GPUs all schemes lie within three points "
                 "of carbon of each other, for the idle power that most of a same fleet's saving "
                 "is about is gone."}},
    {CLAIM(9), .source = "Clover Fig. 11",
     .claim = "Objective over time: ORACLE >= CLOVER >= BLOVER > CO2OPT; CLOVER is on ORACLE most of the "
              "time, farthest from it in hour 0, and comes closer",
     .expected =
         "means over 48 h in that order; within 1 of ORACLE in more than half of the hours; the "
         "greatest gap in hour 0; gap in hours 0 > 24 > 47 (in both accountings and each application)",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "ORACLE, CLOVER and BLOVER follow in this order. CO2OPT does not come last: it "
                 "measures nothing, and what it loses in accuracy it gains in carbon at lambda "
                 "0.5; with C_base at 500 g/kWh, where carbon weighs less, it does come last for "
                 "language and on two GPUs. On the same fleet CLOVER stops on local bests, since "
                 "five misses among a hundred neighbours end a search: with 20 misses and 20 min "
                 "the gap of detection falls from 12 to 4 %."}},
    {CLAIM(10), .source = "Clover Fig. 12a",
     .claim = "Of 48 h CLOVER optimises for 1.2 %, BLOVER for 2.3 %; both start above 2.5 %, CLOVER falls "
              "fastest",
     .expected = "images, both accountings: CLOVER at most 1.2 % and less than BLOVER; both above 2.5 % in "
                 "the first 8 h; from first to last 8 h CLOVER's falls by the greater part",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "The number of searches is the trace's: it moves by more than 5 % some 27 times. "
                 "Each measures three to five layouts that take 33 s on average (10 s outage, 20 s "
                 "window, settling), over 60 s where a queue has to be served first, as on two "
                 "GPUs. 1.2 % would be 21 s each (CL-X13); windows of 5 s bring images on the same "
                 "fleet to 1.3 %."}},
    {CLAIM(11), .source = "Clover Fig. 12b",
     .claim = "CLOVER evaluates less than half as many configurations as BLOVER; 60 % of them meet the SLA",
     .expected = "images, both accountings: measured fewer than half of BLOVER's, at least 60 % compliant",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "Both stop by the same rule, five misses or 5 min, so both measure about four "
                 "layouts a search; BLOVER's are mostly late, as published. That CLOVER needs half "
                 "as many would follow only if its searches ended sooner. The compliant share "
                 "comes out on the same fleet; on two GPUs many layouts cannot carry the load "
                 "(CL-5)."}},
    {CLAIM(12), .source = "Clover Fig. 13",
     .claim = "The first search is blind, the second better on both axes, the last ends on ORACLE after four "
              "evaluations",
     .expected = "images, both accountings: first search: most violate, it keeps the only compliant one; "
                 "second: most comply, it keeps less carbon and more accuracy; last: four evaluations, all "
                 "compliant, objective in the last hour within 1 of ORACLE's",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "Same fleet: BASE itself complies and half of its neighbours do, so the first "
                 "search is not blind; the second keeps more accuracy at the same carbon; the last "
                 "is on ORACLE, by looking up what it knows. On two GPUs the first searches find "
                 "nothing that complies, for BASE left a queue (CL-5), and keep what is least "
                 "late; they do improve on both axes, and the last is on ORACLE."}},
    {CLAIM(13), .source = "Clover Fig. 14a",
     .claim = "A larger lambda loses more accuracy and saves more carbon (at 100 g/kWh)",
     .expected = "images, consolidated, hours at 90 to 110 g/kWh: from lambda 0.1 to 0.9 the means of five "
                 "seeds never go against it from one to the next, and each seed with it from end to end",
     .simulated = true,
     .why = {[VERDICT_HOLDS] = "ORACLE's choice is monotone in lambda by equation 3, and CLOVER follows it. "
                               "With one seed alone the luck of a search can be greater than the difference "
                               "between neighbouring values."}},
    {CLAIM(14), .source = "Clover Fig. 14b",
     .claim = "With accuracy loss limited to 0.2 .. 0.8 % CLOVER still saves 60 to 75 %",
     .expected = "consolidated, limits 0.2, 0.4, 0.6, 0.8 %: at least 55 % saved (CL-X5), the loss within "
                 "the limit, in each application; the same fleet is told, too",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "Out of reach for the derived profiles: on two GPUs every layout that meets the "
                 "SLO loses at least 1.3 % (images), 1.8 % (language) or 8.9 % (detection), so "
                 "none is compliant and the least late is kept. On ten GPUs the largest variant "
                 "has to serve nearly all, which leaves little to save: ORACLE saves 22 % of "
                 "images at 0.8 %. What is lost beyond a limit there is lost by layouts that a "
                 "search measures in passing."}},
    {CLAIM(15), .source = "Clover Fig. 15",
     .claim = "The same load on 10, 4 and 2 GPUs: BASE violates with fewer than 10, CLOVER meets BASE's p95 "
              "even with 2",
     .expected = "p95 over that of BASE on ten: BASE on 4 and 2 above 1, CLOVER on 10, 4 and 2 at most 1",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "With 10 and 4 GPUs it comes out, with 2 for images and language. For detection "
                 "on two the searches' own queues are over 5 % of the requests (CL-5), although "
                 "there are layouts that meet the SLO. At the artifact's load it comes out "
                 "throughout."}},
    {CLAIM(16), .source = "Clover Fig. 16",
     .claim = "Over 60 % saved in all applications and all three traces with limited loss",
     .expected = "consolidated, California in March and in September, Britain in March: more than 60 % saved "
                 "at at most 4 % lost",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "More than 75 % is saved in every trace. The loss comes out for images; for the "
                 "others it is the objective's own choice at lambda 0.5, and no layout of "
                 "detection on two GPUs that meets the SLO loses less than 8.9 % (CL-5)."}},
    {ARITHMETIC(17), .source = "Clover section 5.2.1",
     .claim = "6.77e-3 g saved a request, 25 M requests a day", .expected = "169.25 kg a day, about 170 kg"},
    {CLAIM(18), .source = "Clover section 1", .claim = "CLOVER is within 5 % of ORACLE",
     .expected = "both accountings, each application: mean objective at most 5 % below ORACLE's, saving at "
                 "most 5 points below",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "On two GPUs, and for images and language on ten, it comes out. Detection on ten: "
                 "searches stop on local bests (CL-9). The paper's graph over all GPUs moves one "
                 "GPU at a time: in 27 searches it comes within 3 % of ORACLE on two GPUs, but stays "
                 "7 to 25 % behind on ten."}},
    {CLAIM(19), .source = "Clover's artifact",
     .claim = "Loss below 4 %, carbon below 25 % of BASE's, p95 always below BASE's",
     .expected = "consolidated, lambda 0.1 (the artifact's): lost less than 4 %, saved more than 75 %, p95 "
                 "below BASE's over 48 h and in every hour",
     .simulated = true,
     .why = {[VERDICT_DEVIATES] =
                 "The saving comes out for all, the loss for images and language: on two GPUs "
                 "every layout of detection that meets the SLO loses at least 8.9 % (7.8 % at the "
                 "artifact's load). p95: where the wanted layouts take two cards near to their "
                 "limit, those tried beside them leave queues (CL-5). At the artifact's load images "
                 "and language meet it in every hour."}},
    {NUMBER(1), .source = "Clover Fig. 1", .claim = "ordered MIG configurations / multisets of slices",
     .expected = "19 / 14"},
    {NUMBER(2), .source = "Clover Fig. 1", .claim = "configurations with 1 .. 7 slices",
     .expected = "1, 2, 3, 5, 4, 3, 1"},
    {NUMBER(3), .source = "Clover Fig. 6, Eq. 3", .claim = "f of A at ci 500, 100", .expected = "4.4, 6.0"},
    {NUMBER(4), .source = "Clover Fig. 6, Eq. 3 (CL-X1)", .claim = "f of B at ci 500, 100",
     .expected = "2.2, 7.0"},
    {NUMBER(5), .source = "Clover Eq. 3", .claim = "f of A, B at ci 300", .expected = "5.2, 4.6"},
    {NUMBER(6), .source = "Clover Eq. 3", .claim = "ci at which A and B are equal", .expected = "225"},
    {NUMBER(7), .source = "Clover Eq. 3", .claim = "lambda .5: f of A, B at ci 500; at 100",
     .expected = "38, 19; 46, 43"},
    {NUMBER(8), .source = "Clover Eq. 2 and 3", .claim = "f of BASE at ci 350, C_base 200, E 1, lambda .5",
     .expected = "-37.5"},
    {NUMBER(9), .source = "Clover Eq. 4", .claim = "h at f 38, L 90 / 125, L_tail 100",
     .expected = "-38 / -30.4"},
    {NUMBER(10), .source = "Clover Eq. 4 (CL-X2)", .claim = "h at f -5, L 200, L_tail 100: paper / adopted",
     .expected = "2.5 / 10"},
    {NUMBER(11), .source = "Clover Eq. 5",
     .claim = "probability of moving for the worse: dh .7, T .5; dh 1, T 1; dh 2.5, T .85; dh 1, T .1",
     .expected = "0.2465969639; 0.3678794412; 0.05280357033; 4.539992976e-5"},
    {NUMBER(12), .source = "Clover section 4.2 (CL-X3)", .claim = "T after 0, 1, 10, 18, 25 steps",
     .expected = "1, 0.95, 0.5, 0.1, 0.1"},
    {NUMBER(13), .source = "Clover Eq. 1", .claim = "30 % EfficientNet-B7 + 70 % B1: accuracy; its change",
     .expected = "80.48; -4.644549763 %"},
    {NUMBER(14), .source = "Clover Eq. 1", .claim = "accuracy change of EfficientNet B1, B3, B5",
     .expected = "-6.63507109, -3.909952607, -1.303317536 %"},
    {NUMBER(15), .source = "Clover Eq. 1", .claim = "accuracy change of ALBERT base, large, xlarge",
     .expected = "-8.574610245, -5.456570156, -2.115812918 %"},
    {NUMBER(16), .source = "Clover section 4.2",
     .claim = "slices only, distance of {4,3} {4,2,1}; {3,3} {4,3}; {2,2,2,1} {2,2,1,1,1}; {3,1,1,1,1} "
              "{3,2,2}",
     .expected = "3; 2; 3; 6"},
    {NUMBER(17), .source = "Clover Fig. 7", .claim = "distance of G1 and G2", .expected = "2"},
    {NUMBER(18), .source = "Clover Fig. 7", .claim = "distance of G1 and G4; G2 and G4", .expected = "3; 5"},
    {NUMBER(19), .source = "Clover section 4.2", .claim = "distance of BASE and CO2OPT on ten GPUs",
     .expected = "80"},
    {NUMBER(20), .source = "Clover section 4.1",
     .claim = "raw points (x_p, x_v) of one GPU at V = 1, 2, 3, 4", .expected = "19, 562, 5853, 34276"},
    {NUMBER(21), .source = "Clover section 4.2", .claim = "graphs of one GPU at V = 1, 2, 3, 4",
     .expected = "14, 109, 438, 1282"},
    {NUMBER(22), .source = "Clover section 4.2", .claim = "two GPUs at V = 2: raw points / graphs",
     .expected = "315844 / 1972"},
    {NUMBER(23), .source = "Clover section 4.2", .claim = "multisets of slices of 2 / 3 GPUs",
     .expected = "74 / 254"},
    {NUMBER(24), .source = "Clover section 4.2",
     .claim = "pairs of the multisets of one GPU that are neighbours by their slices alone",
     .expected = "50 of 91"},
    {NUMBER(25), .source = "Clover section 5.2.1", .claim = "25 M requests at 6.77e-3 g",
     .expected = "169250 g"},
    {NUMBER(26), .source = "Clover section 4.2",
     .claim = "last search at 200: searches at 210 / 210.01 / 189.9", .expected = "0 / 1 / 1"},
};

/* One setting is changed from the presets at a time. Loads are over BASE's 0.85 of the presets: the
 * artifact's 0.22 on images, 0.75 and 0.9 (CL-X14, CL-X15). Beyond the first of them only the five schemes
 * are run, of images, with other seeds of detection, too. */
static const struct sweep sweeps[] = {
    {.knob = "load", .phrase = "at load", .shape = SWEEP_VARIANTS, .n = 1, .values = {"0.26144"}},
    {.knob = "load",
     .phrase = "images at load",
     .shape = SWEEP_VARIANTS,
     .uses = clover_is_of_images,
     .n = 2,
     .values = {"0.882353", "1.058824"}},
    {.knob = "seed",
     .phrase = "other seeds (images, detection)",
     .shape = SWEEP_SHARE,
     .uses = clover_is_of_two,
     .n = 4,
     .values = {"2", "3", "4", "5"}},
    {.knob = "profile_scale",
     .phrase = "images at profile_scale",
     .shape = SWEEP_RANGES,
     .every_app = true,
     .uses = clover_is_of_images,
     .n = 4,
     .values = {"0.75", "0.9", "1.1", "1.35"}},
    {.knob = "clover.c_base_ci",
     .phrase = "images with C_base at",
     .shape = SWEEP_RANGES,
     .uses = clover_is_of_images,
     .n = 3,
     .values = {"150", "350", "500"}},
    {.knob = "clover.window_s",
     .phrase = "images with windows of s",
     .shape = SWEEP_RANGES,
     .uses = clover_is_of_images,
     .n = 3,
     .values = {"5", "10", "40"}},
};

const struct paper paper_clover = {
    .prefix = "CL",
    .title = "Clover",
    .scenarios = clover_scenarios,
    .expectations = expectations,
    .n_expectations = sizeof expectations / sizeof *expectations,
    .sweeps = sweeps,
    .n_sweeps = sizeof sweeps / sizeof *sweeps,
    .n_trials = CLOVER_TRIALS,
    .trial = clover_trial,
    .outcome_size = sizeof(struct clover_outcome),
    .measure = clover_measure,
};
