/* The headline: one case for each rule of its grammar, and the cut at a clause at every width. */
#include "tui/term/text.h"
#include "tui/words/headline.h"
#include "tests/support/test.h"

static struct summary make(double grams, double share1, double share2)
{
    struct summary summary = {
        .horizon_s = 15000, .overloaded_at_s = (double)NAN, .carbon_total_g = grams, .n_apps = 2};
    const double shares[] = {share1, share2};
    for (int app = 0; app < 2; app++) {
        snprintf(summary.apps[app].name, sizeof summary.apps[app].name, "job%d", app + 1);
        summary.apps[app].slo_ms = 200;
        summary.apps[app].tail_ms = 2 * shares[app];
        summary.apps[app].slo_met = shares[app] <= 100;
    }
    return summary;
}

/* A run by itself; against another; against one of other quality on the same GPUs. */
static struct headline_input alone(const char *subject, const struct summary *run)
{
    return (struct headline_input){.percentile = 95, .subject = subject, .summary = run};
}

static struct headline_input against(const char *subject, const struct summary *run, const char *name,
                                     const struct summary *other)
{
    struct headline_input input = alone(subject, run);
    input.reference_name = name;
    input.reference = other;
    return input;
}

static struct headline_input traded(const char *subject, const struct summary *run, const char *name,
                                    const struct summary *other, double accuracy_change)
{
    struct headline_input input = against(subject, run, name, other);
    input.mixed = true;
    input.accuracy_change = accuracy_change;
    input.accounting = "same fleet";
    return input;
}

static struct headline say(const struct headline_input *input, int width)
{
    struct headline headline;
    headline_make(&headline, input, width);
    return headline;
}

FACT(test_alone)
{
    struct summary run = make(247.8, 92, 60);
    struct headline_input input = alone("CARBONDIS", &run);
    assert_string_equal(say(&input, 0).text,
                        "CARBONDIS emits 247.8 g in 4 h 10; all p95 SLOs met, job 1 closest at 92 %.");
    input.so_far = true;
    assert_true(strncmp(say(&input, 0).text, "So far CARBONDIS emits", 22) == 0);
}

/* Where apps take turns fairness leads, with what it costs behind it, the requests of whoever lost most
 * before all else; a run as fair as the other is told by its carbon. */
FACT(test_fairness_leads)
{
    struct summary fair = make(80, 0, 0), other = make(100, 0, 0);
    for (int app = 0; app < 2; app++)
        fair.apps[app].slo_ms = other.apps[app].slo_ms = (double)NAN;
    fair.apps[0].finished = 700;
    other.apps[0].finished = fair.apps[1].finished = other.apps[1].finished = 1000;
    fair.fair_system = 0.42;
    other.fair_system = 0.226;
    struct headline_input input = against("ETF", &fair, "TF", &other);
    input.topic = TOPIC_FAIRNESS;
    assert_string_equal(
        say(&input, 0).text,
        "▲ ETF is fairer than TF, job 1 served 30.0 % less, 20.0 % less carbon; worst fairness 0.420 instead of 0.226.");
    assert_int_equal(say(&input, 0).sense, SENSE_BETTER);
    assert_string_equal(say(&input, 55).text, "▲ ETF is fairer than TF, job 1 served 30.0 % less.");
    struct headline_input back = against("TF", &other, "ETF", &fair);
    back.topic = TOPIC_FAIRNESS;
    assert_string_equal(
        say(&back, 0).text,
        "▼ TF is less fair than ETF, 25.0 % more carbon; worst fairness 0.226 instead of 0.420.");
    other.fair_system = fair.fair_system;
    assert_string_equal(say(&input, 0).text,
                        "▼ ETF emits 20.0 % less carbon than TF, job 1 served 30.0 % less.");
}

/* Who gains is told with who pays. */
FACT(test_both_sides_of_a_shift)
{
    struct summary fair = make(80, 60, 60), other = make(100, 60, 60);
    fair.apps[0].finished = 700;
    fair.apps[1].finished = 1300;
    other.apps[0].finished = other.apps[1].finished = 1000;
    fair.fair_system = 0.42;
    other.fair_system = 0.226;
    struct headline_input input = against("ETF", &fair, "TF", &other);
    input.topic = TOPIC_FAIRNESS;
    assert_non_null(strstr(say(&input, 0).text,
                           "than TF, job 1 served 30.0 % less, job 2 30.0 % more, 20.0 % less carbon"));
    assert_string_equal(say(&input, 62).text,
                        "▲ ETF is fairer, job 1 served 30.0 % less, job 2 30.0 % more.");
    assert_string_equal(say(&input, 50).text, "▲ ETF is fairer, job 1 30 % less, job 2 30 % more.");
}

/* What a run costs comes before what else it gains, and before what it could gain, at every width. */
FACT(test_the_largest_price_comes_first)
{
    struct summary cool = make(100.5, 60, 60), hot = make(100, 60, 60);
    cool.temp_max_c = 41.677;
    hot.temp_max_c = 45.142;
    struct headline_input input = against("INFERCOOL", &cool, "KUBERNETES", &hot);
    input.topic = TOPIC_TEMPERATURE;
    assert_non_null(strstr(
        say(&input, 0).text,
        "▼ INFERCOOL keeps the hottest GPU 3.5 K cooler than KUBERNETES, 0.5 % more carbon, at 41.7 C; water could be 3.5 K warmer, which would save 14 % of cooling; all p95"));
    for (int width = 68; width <= 200; width++) {
        struct headline headline = say(&input, width);
        assert_true(text_width(headline.text) <= width);
        assert_has(headline.text, "more carbon");
        assert_memory_equal(headline.text + headline.price_at, "0.5 % more carbon", headline.price_n);
    }
    struct headline_input back = against("KUBERNETES", &hot, "INFERCOOL", &cool), leads = back;
    assert_has(say(&back, 0).text, "less carbon than INFERCOOL, hottest GPU 3.5 K hotter; all");
    leads.topic = TOPIC_TEMPERATURE; /* what leads is no price as well */
    assert_has(say(&leads, 0).text, "hottest GPU 3.5 K hotter than INFERCOOL, at 45.1 C; 0.5 % less");
    back.heat_is_kept = true; /* by a controller, at its limit */
    assert_null(strstr(say(&back, 0).text, "hotter"));
    hot.arrived = 1000;
    hot.apps[0].violations = 77;
    assert_has(say(&back, 0).text, "less carbon than INFERCOOL, 77 more late; all p95");
}

/* Of several layers none has earned the difference: their parts say who has, once they are known. */
FACT(test_the_cluster_and_its_parts)
{
    struct summary run = make(63.2, 60, 60), off = make(100, 60, 60);
    struct headline_input input = against(HEADLINE_CLUSTER, &run, "with " BASELINE_OFF, &off);
    input.brief_reference = "with nothing on";
    assert_string_equal(say(&input, 78).text,
                        "▼ This cluster emits 36.8 % less carbon than with nothing switched on.");
    input.parts = "CLOVER −897 g, clocks −222 g; CARBONDIS costs 60 g";
    assert_non_null(
        strstr(say(&input, 0).text,
               "switched on; CLOVER −897 g, clocks −222 g; CARBONDIS costs 60 g; all p95 SLOs met"));
    input.reference = &run;
    assert_has(say(&input, 0).text, "Identical to the run with nothing switched on: ");
}

/* An SLO is about a percentile; which one is said, so that late single requests are no contradiction. */
FACT(test_the_percentile_is_named)
{
    struct summary run = make(247.8, 92, 60);
    struct headline_input input = alone("CARBONDIS", &run);
    input.percentile = 99.9;
    assert_string_equal(say(&input, 0).text,
                        "CARBONDIS emits 247.8 g in 4 h 10; all p99.9 SLOs met, job 1 closest at 92 %.");
    input.percentile = 0; /* apps have different ones */
    assert_has(say(&input, 0).text, "all tail SLOs met");
    input.percentile = 99;
    run.n_apps = 1;
    assert_has(say(&input, 0).text, "; p99 SLO met, job 1");
    run = make(247.8, 99.96, 60);
    assert_has(say(&input, 0).text, "closest at 99.9 %"); /* not "met at 100 %" */
    run = make(247.8, 250, 60);
    assert_string_equal(say(&input, 0).text, "○ Job 1 misses its p99 SLO, 250 %.");
}

/* A percentage of thousands says nothing: from ten times the SLO on it is counted in SLOs. */
FACT(test_far_beyond_the_slo)
{
    struct summary run = make(247.8, 250000, 60);
    struct headline_input input = alone("LOWENERGY", &run);
    struct headline headline = say(&input, 0);
    assert_string_equal(headline.text, "○ Job 1 misses its p95 SLO, 2 500× the limit.");
    run = make(247.8, 999, 60);
    assert_string_equal(say(&input, 0).text, "○ Job 1 misses its p95 SLO, 999 %.");
}

FACT(test_difference)
{
    struct summary run = make(247.8, 92, 60), other = make(301.6, 23, 9);
    struct headline_input input = against("CARBONDIS", &run, "HIGHPERF", &other);
    struct headline headline = say(&input, 0);
    assert_string_equal(
        headline.text,
        "▼ CARBONDIS emits 17.8 % less carbon than HIGHPERF; all p95 SLOs met, job 1 closest at 92 %.");
    assert_int_equal(headline.sense, SENSE_BETTER);
    assert_memory_equal(headline.text + headline.mark_at, "17.8 % less", headline.mark_n);
    input.summary = &other;
    input.reference = &run;
    headline = say(&input, 0);
    assert_true(strncmp(headline.text, "▲", 3) == 0);
    assert_int_equal(headline.sense, SENSE_WORSE);
    assert_memory_equal(headline.text + headline.mark_at, "21.7 % more", headline.mark_n);
}

/* As many grams are neither less nor more. */
FACT(test_the_same_grams)
{
    struct summary run = make(250, 40, 20), other = make(250, 41, 20);
    struct headline_input input = against("ROUND-ROBIN", &run, "LEAST-LOADED", &other);
    assert_has(say(&input, 0).text, "= ROUND-ROBIN emits as much carbon as LEAST-LOADED; all");
    assert_int_equal(say(&input, 0).sense, SENSE_NEUTRAL);
}

/* Grams of a run that takes twice as long: it is said that it does. */
FACT(test_another_length)
{
    struct summary run = make(360, 40, 20), other = make(247.8, 92, 60);
    run.horizon_s = 30000;
    struct headline_input input = against("load 0.50", &run, "before load 1.00", &other);
    assert_has(say(&input, 0).text, "more carbon than before load 1.00, in 8 h 20 instead of 4 h 10;");
    assert_has(say(&input, 55).text, "more carbon, a longer run.");
    input.so_far = true;
    assert_null(strstr(say(&input, 0).text, "instead of"));
    input.so_far = false;
    run.horizon_s = 15100; /* the last requests end a little later: not worth a word */
    assert_null(strstr(say(&input, 0).text, "instead of"));
}

FACT(test_a_miss_leads)
{
    struct summary run = make(228.6, 104, 60), other = make(301.6, 23, 9);
    struct headline_input input = against("DYBATCH", &run, "HIGHPERF", &other);
    struct headline headline = say(&input, 0);
    assert_string_equal(headline.text,
                        "○ Job 1 misses its p95 SLO, 104 %; carbon is 24.2 % lower than HIGHPERF.");
    assert_int_equal(headline.sense, SENSE_WORSE);
    run = make(228.6, 104, 160);
    assert_string_equal(
        say(&input, 0).text,
        "○ 2 of 2 p95 SLOs missed, job 2 by most, 160 %; carbon is 24.2 % lower than HIGHPERF.");
    run = make(228.6, 100.3, 60);
    assert_has(say(&input, 0).text, "100.3 %");
}

FACT(test_identical)
{
    struct summary run = make(247.8, 92, 60), other = make(247.8, 92, 60);
    struct headline_input input = against("CIT 0.75", &run, "before", &other);
    input.no_effect = "next change above 0.97";
    assert_string_equal(say(&input, 0).text,
                        "= Identical to before: CIT 0.75 changes nothing here; next change above 0.97.");
    input.same_run = true; /* just pinned: it is no change that does nothing */
    assert_string_equal(say(&input, 0).text,
                        "= This is the pinned result: the next turn is compared with it.");
    other.apps[1].violations = 1;
    assert_true(strncmp(say(&input, 0).text, "= Identical", 11) != 0);
}

FACT(test_warning_leads)
{
    struct summary run = make(247.8, 104, 60), other = make(301.6, 23, 9);
    struct headline_input input = against("CARBONDIS", &run, "before", &other);
    input.warning = "Different carbon bases: do not compare grams";
    assert_string_equal(say(&input, 0).text, "Different carbon bases: do not compare grams.");
    assert_int_equal(say(&input, 0).mark_n, 0);
}

FACT(test_overload_comes_first)
{
    struct summary run = make(1, 900, 900);
    run.overloaded_at_s = 3720;
    struct headline_input input = alone("LOWENERGY", &run);
    assert_string_equal(say(&input, 0).text,
                        "○ Overloaded after 1 h 02: more requests wait than the run can hold.");
}

/* A load that the GPUs cannot carry: what waits is told, not only by how many times the SLO is missed. */
FACT(test_a_queue_that_grows)
{
    struct summary run = make(20400, 4310500, 60), base = make(10000, 90, 60);
    run.arrived = 4000000;
    run.queued = 880000;
    struct headline_input input = traded("BASE", &run, "CLOVER", &base, (double)NAN);
    assert_string_equal(
        say(&input, 0).text,
        "○ More requests come than are served: 22.0 % wait at the end, job 1 at 43 105× its p95 SLO; carbon 104 % higher than CLOVER (same fleet).");
    assert_int_equal(say(&input, 0).sense, SENSE_WORSE);
    assert_string_equal(say(&input, 79).text,
                        "○ More requests come than are served: 22.0 % wait at the end (same fleet).");
    run.queued = 400; /* a few: it is late for another reason */
    assert_has(say(&input, 0).text, "misses its p95 SLO, 43 105× the limit");
}

FACT(test_cut_at_a_clause)
{
    struct summary run = make(247.8, 92, 60), other = make(301.6, 23, 9);
    struct headline_input input = against("CARBONDIS", &run, "HIGHPERF", &other);
    for (int width = 1; width < 120; width++) {
        struct headline headline = say(&input, width);
        const char *whole =
            "▼ CARBONDIS emits 17.8 % less carbon than HIGHPERF; all p95 SLOs met, job 1 closest at 92 %.";
        size_t n = strlen(headline.text), same = 0;
        while (same < n && headline.text[same] == whole[same])
            same++;
        assert_true(text_width(headline.text) <= width || width < 3);
        assert_true(headline.text[same] == '.' || headline.text[same] == 0 || whole[same] == ' ');
        assert_true(headline.mark_at + headline.mark_n <= n);
    }
}

/* An app without an SLO, or that finished nothing, is no ground for a verdict. */
FACT(test_nothing_finished)
{
    struct summary run = make(0, NAN, NAN);
    run.apps[0].slo_met = run.apps[1].slo_met = true;
    struct headline_input input = alone("CARBONDIS", &run);
    input.so_far = true;
    assert_string_equal(say(&input, 0).text, "So far CARBONDIS emits 0.00 g in 4 h 10.");
}

/* A scenario that is about accuracy begins with it; carbon is then what it is bought with. */
FACT(test_accuracy_leads)
{
    struct summary run = make(620, 92, 60), other = make(1000, 23, 9);
    run.n_apps = other.n_apps = 1;
    struct headline_input input = traded("CLOVER", &run, "BASE", &other, -2.1);
    input.topic = TOPIC_ACCURACY;
    assert_string_equal(
        say(&input, 0).text,
        "▼ CLOVER is 2.1 % less accurate than BASE for 38.0 % less carbon (same fleet); p95 SLO met, job 1 closest at 92 %.");
    assert_int_equal(say(&input, 0).sense, SENSE_WORSE);
    input.topic = TOPIC_CARBON;
    assert_has(say(&input, 0).text, "CLOVER emits 38.0 % less than BASE at 2.1 % less accuracy");
    input.topic = TOPIC_ACCURACY;
    input.accuracy_change = 0; /* then there is nothing to lead with */
    assert_has(say(&input, 0).text, "CLOVER emits 38.0 % less");
}

/* Mixed quality: what it costs in accuracy and the accounting belong to the saving; the accounting is
 * shortened before it goes. */
FACT(test_mixed_quality)
{
    struct summary run = make(620, 92, 60), other = make(1000, 23, 9);
    run.n_apps = other.n_apps = 1;
    struct headline_input input = traded("CLOVER", &run, "BASE", &other, -2.1);
    assert_string_equal(
        say(&input, 0).text,
        "▼ CLOVER emits 38.0 % less than BASE at 2.1 % less accuracy (same fleet); p95 SLO met, job 1 closest at 92 %.");
    assert_has(say(&input, 78).text, "at 2.1 % less accuracy (same fleet)");
    input.accounting = "consolidated: 2 GPUs for the load of 10";
    assert_has(say(&input, 0).text, "(consolidated: 2 GPUs for the load of 10)");
    assert_has(say(&input, 78).text, "(consolidated).");
    input.accuracy_change = 0;
    input.accounting = "";
    assert_true(strncmp(say(&input, 0).text, "▼ CLOVER emits 38.0 % less than BASE at the same accuracy; ",
                        strlen("▼ CLOVER emits 38.0 % less than BASE at the same accuracy; ")) == 0);
    run = other; /* the same grams, but not the same answers */
    input.accuracy_change = -1;
    assert_null(strstr(say(&input, 0).text, "Identical"));
    input.reference = NULL;
    input.accuracy_change = -4.12;
    assert_has(say(&input, 0).text, " at 4.1 % less accuracy than BASE's");
}

/* Carbon that goes against lambda is no effect of lambda: that is said before the verdict, which may go. */
FACT(test_luck)
{
    struct summary run = make(630, 38, 30), other = make(620, 38, 30);
    struct headline_input input = traded("lambda 0.90", &run, "before", &other, -0.3);
    input.luck = true;
    assert_string_equal(
        say(&input, 118).text,
        "▲ lambda 0.90 emits 1.6 % more than before at 0.3 % less accuracy (same fleet); that is the luck of random searches.");
    assert_has(say(&input, 105).text, "(same fleet); by luck of the search.");
    input.luck = false;
    assert_null(strstr(say(&input, 0).text, "luck"));
}

/* A gain keeps its price: long names give way before it does, one after the other. */
FACT(test_names_before_the_price)
{
    struct summary run = make(80.7, 70, 60), other = make(100, 70, 60);
    struct headline_input input =
        traded("CLOVER + CARBONDIS + TMUX-TF", &run, "BASE + HIGHPERF", &other, -4.04);
    input.brief_subject = "3 pools";
    input.brief_reference = "baseline";
    input.accuracy_app = "images";
    input.plural = true;
    assert_non_null(strstr(
        say(&input, 118).text,
        "▼ CLOVER + CARBONDIS + TMUX-TF emit 19.3 % less than BASE + HIGHPERF, images at 4.0 % less accuracy (same fleet)"));
    assert_string_equal(
        say(&input, 100).text,
        "▼ 3 pools emit 19.3 % less than BASE + HIGHPERF, images at 4.0 % less accuracy (same fleet).");
    assert_string_equal(say(&input, 78).text,
                        "▼ 3 pools emit 19.3 % less than baseline at 4.0 % less accuracy (same fleet).");
    for (int width = 65; width <= 200; width++) {
        struct headline headline = say(&input, width);
        assert_true(text_width(headline.text) <= width);
        assert_has(headline.text, "4.0 % less accuracy");
        assert_int_equal(headline.mark_n, strlen("19.3 % less"));
    }
    input.brief_subject = input.brief_reference = NULL; /* names that cannot be said shorter stay */
    assert_has(say(&input, 78).text, "CLOVER + CARBONDIS + TMUX-TF emit 19.3 % less at 4.0 % less accuracy");
}

/* Rule 1: where no layout meets the SLO, that leads. */
FACT(test_least_late)
{
    struct summary run = make(620, 123, 60);
    struct headline_input input = alone("CLOVER", &run);
    input.mixed = true;
    input.least_late = true;
    struct headline headline = say(&input, 0);
    assert_string_equal(
        headline.text,
        "○ No configuration meets the p95 SLO of job 1: the least late one runs, 123 % of it over the run.");
    assert_int_equal(headline.sense, SENSE_WORSE);
    assert_string_equal(say(&input, 78).text,
                        "○ No configuration meets the p95 SLO of job 1: the least late one runs.");
}

/* Apps that share a GPU against a GPU each: what it costs or saves, and the grid that turns the verdict. */
FACT(test_sharing)
{
    struct summary shared = make(112, 60, 80), dedicated = make(100, 40, 50);
    struct breakeven breakeven = {.kind = BREAKEVEN_BELOW, .ci = 39.379};
    struct headline_input input = against("Sharing", &shared, "DEDICATED", &dedicated);
    input.sharing = true;
    struct headline costs = say(&input, 0); /* the break-even is not known */
    assert_string_equal(
        costs.text,
        "▲ Sharing costs 12.0 % more carbon than DEDICATED; all p95 SLOs met, job 2 closest at 80 %.");
    assert_int_equal(costs.sense, SENSE_WORSE);
    assert_memory_equal(costs.text + costs.mark_at, "12.0 % more", costs.mark_n);
    input.breakeven = &breakeven;
    assert_has(say(&input, 0).text, "than DEDICATED; break-even at 39.4 g/kWh; all p95");
    breakeven.ci = 205.4;
    assert_has(say(&input, 0).text, "; break-even at 205 g/kWh;");
    shared.horizon_s = 30000;
    assert_has(say(&input, 0).text, "g/kWh, in 8 h 20 instead of 4 h 10;");
    input.so_far = true; /* of half a run it would be another */
    assert_null(strstr(say(&input, 0).text, "break-even"));
    input.so_far = false;
    shared = make(90, 60, 120);
    assert_has(say(&input, 0).text, "sharing saves 10.0 % carbon; break-even at 205 g/kWh");
    shared = make(90, 60, 80);
    breakeven = (struct breakeven){.kind = BREAKEVEN_ALWAYS, .ci = (double)NAN};
    struct headline saves = say(&input, 0);
    assert_has(saves.text, "▼ Sharing saves 10.0 % carbon against DEDICATED, on any grid; all p95");
    assert_int_equal(saves.sense, SENSE_BETTER);
    for (int width = 20; width < 120; width++)
        assert_true(text_width(say(&input, width).text) <= width);
}
