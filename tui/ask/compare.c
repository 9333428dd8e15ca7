/* Runs side by side: a sentence for each that is held against the base, what was asked of it, a row a metric
 * with the differences, what its seeds say, and what the difference in carbon is made of. All rows are judged
 * together, so that a difference is larger than the noise on the screen where it is in a file. */
#include "tui/ask/compare.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/media/rows.h"
#include "tui/report/account_report.h"
#include "tui/words/contrast.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 128, CHANGES = 1024, COLUMNS = 1 + 2 * CONTRAST_RUNS, DOTS = 100 };

struct compare_telling {
    const struct comparison_told *told;
    struct account *account;
    struct contrast_row *rows, *seeds; /* of all metrics, in `shown` and over seeds */
    size_t n_rows, n_seeds;
    const struct waterfall *ledger[CONTRAST_RUNS]; /* of one draw, rounded; NULL: not known */
};

/* Carbon is told in these, in the table and in its parts. */
static const double unit_g = 0.001;

static bool is_held(const struct compare_telling *telling, size_t k)
{
    const struct comparison_told *told = telling->told;
    return k != told->shown->base && (told->other == CONTRAST_RUNS || told->other == k);
}

/* "C − A". */
static const char *pair_of(const struct compare_telling *telling, size_t k)
{
    return text(&telling->account->arena, "%c − %c", contrast_letter(k),
                contrast_letter(telling->told->shown->base));
}

/* --- the rows --- */

struct taking {
    struct contrast_row *rows;
    size_t n, room;
};

static void take(void *context, const struct contrast_row *row)
{
    struct taking *taking = context;
    if (taking->n < taking->room)
        taking->rows[taking->n++] = *row;
}

static struct contrast_row *collect(const struct contrast *contrast, size_t *n, struct account *account)
{
    struct taking taking = {.room = contrast->n ? sweep_columns(&contrast->runs[contrast->base].sweep) : 0};
    *n = 0;
    if (contrast_seeds(contrast) == 0)
        return NULL;
    taking.rows = arena_alloc(&account->arena, taking.room * sizeof *taking.rows);
    if (!taking.rows || !contrast_each_row(contrast, SHOWN_NEVER, take, &taking))
        account->arena.lacked = true;
    *n = taking.n;
    return taking.rows;
}

static const struct contrast_row *find(const struct contrast_row *rows, size_t n, enum metric metric)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].column.metric == metric)
            return &rows[i];
    return NULL;
}

/* --- cells --- */

/* Digits after the point that tell a row's differences and their intervals. */
static int digits_of(const struct contrast *contrast, const struct contrast_row *row)
{
    int digits = metric_infos[row->column.metric].digits;
    for (size_t k = 0; k < contrast->n; k++) {
        int own = metric_mean_digits(row->column.metric, row->pairings[k].delta, row->pairings[k].ci95);
        int value = contrast_seeds(contrast) > 1 && isnan(row->pairings[k].ci95)
                        ? metric_mean_digits(row->column.metric, row->values[k], NAN)
                        : digits;
        own = own > value ? own : value;
        digits = own > digits ? own : digits;
    }
    return digits;
}

/* Where room is short: a tenth of a gram. */
static int brief_digits(const struct contrast *contrast, const struct contrast_row *row)
{
    int digits = digits_of(contrast, row);
    return digits < 0 || (metric_infos[row->column.metric].unit == UNIT_G && digits > 1) ? 1 : digits;
}

/* "carbon total g", "job1 p95 ms". */
static struct account_cell label_of(const struct compare_telling *telling, struct sweep_column column)
{
    const struct contrast *contrast = telling->told->shown;
    const struct metric_info *info = &metric_infos[column.metric];
    const char *unit = metric_units[info->unit].symbol;
    bool of_app = metric_scope_of(column.metric) == METRIC_OF_APP;
    const char *lead = of_app ? contrast->runs[contrast->base].sweep.base.apps[column.part].name
                              : metric_groups[info->group].label;
    bool said = !of_app && metric_groups[info->group].key[0] == '\0', known = strstr(info->title, unit);
    return account_words(telling->account,
                         info->group == METRIC_GROUP_CARBON && column.metric != METRIC_CARBON ? TONE_QUIET
                                                                                              : TONE_PLAIN,
                         text(&telling->account->arena, "%s%s%s%s%s", said ? "" : lead, said ? "" : " ",
                              info->title, known ? "" : " ", known ? "" : unit));
}

static struct account_cell value_of(const struct compare_telling *telling, const struct contrast_row *row,
                                    size_t k)
{
    enum metric metric = row->column.metric;
    char full[CELL], brief[CELL];
    double value = row->values[k];
    if (isnan(value))
        return account_words(telling->account, TONE_QUIET, "–");
    metric_format_digits(metric, value, digits_of(telling->told->shown, row), full, sizeof full);
    metric_format_digits(metric, value, brief_digits(telling->told->shown, row), brief, sizeof brief);
    bool missed = metric == METRIC_SLO_MET && value == 0;
    return account_number(telling->account, missed ? TONE_BAD : TONE_PLAIN, value, full, brief);
}

/* Grams are rounded so that the parts of the ledger add up. */
static double delta_of(const struct compare_telling *telling, const struct contrast_row *row, size_t k)
{
    const struct waterfall *ledger = telling->ledger[k];
    const struct metric_info *info = &metric_infos[row->column.metric];
    for (int i = 0; ledger && info->group == METRIC_GROUP_CARBON && i < ledger->n; i++)
        if (strcmp(ledger->bars[i].name, info->title) == 0)
            return (double)ledger->bars[i].units * unit_g;
    return row->pairings[k].delta * metric_units[info->unit].factor;
}

/* What run k differs by in a metric: "−18.4 ± 0.3 better, larger than the noise", "−3 better in this draw",
 * "identical"; in short "−18.4 better". */
static struct account_cell difference_of(const struct compare_telling *telling,
                                         const struct contrast *contrast, const struct contrast_row *row,
                                         size_t k)
{
    struct arena *arena = &telling->account->arena;
    const struct pairing *pairing = &row->pairings[k];
    enum metric metric = row->column.metric;
    const char *verdict = contrast_verdict_word(pairing->verdict);
    double factor = metric_units[metric_infos[metric].unit].factor, shown = delta_of(telling, row, k);
    bool draw = contrast_is_one_draw(contrast, k), seeds = !isnan(pairing->p);
    int judged = pairing_sign(pairing, metric), digits = digits_of(contrast, row);
    char number[FORMAT_SIZE];
    if (isnan(pairing->delta))
        return account_words(telling->account, TONE_QUIET, "–");
    if (pairing->verdict == PAIRING_IDENTICAL)
        return account_words(telling->account, TONE_PLAIN, "identical");
    digits = digits < 0 ? 1 : digits;
    bool none = fabs(shown) < 0.5 * pow(10, -digits); /* none that is better */
    bool told = !none && judged != 0 && (seeds || contrast_seeds(contrast) < 2);
    const char *good = !told ? "" : judged > 0 ? " better" : " worse";
    const char *full = format_signed(number, shown, digits);
    if (!isnan(pairing->ci95))
        full = text(arena, "%s ± %.*f", full, digits, pairing->ci95 * factor);
    full = text(arena, "%s%s%s%s%s%s%s", full, good, told && draw ? " in this draw" : "",
                !*verdict ? ""
                : told    ? ", "
                          : " ",
                verdict, seeds && pairing->none ? "; no interval: " : "",
                seeds && pairing->none ? pairing->none : "");
    struct account_cell cell = account_number(telling->account,
                                              !told || draw ? TONE_PLAIN
                                              : judged > 0  ? TONE_GOOD
                                                            : TONE_BAD,
                                              shown, full, NULL);
    int fewer = brief_digits(contrast, row);
    double least = pow(10, -fewer);
    const char *brief = !none && fabs(shown) < 0.5 * least ? text(arena, "<%.*f", fewer, least)
                                                           : format_signed(number, shown, fewer);
    cell.brief = text(arena, "%s%s", brief, pairing->verdict == PAIRING_NOISE ? " noise" : good);
    return cell;
}

/* --- sentences --- */

static void tell_sentence(const struct compare_telling *telling, size_t k)
{
    static const int widths[] = {0, 198, 118, 78};
    enum { FORMS = sizeof widths / sizeof *widths };
    const struct comparison_told *told = telling->told;
    const struct contrast *shown = told->shown;
    size_t base = shown->base;
    const struct recording *then = told->runs[base].recording, *now = told->runs[k].recording;
    const struct model *models[] = {told->runs[base].model, told->runs[k].model};
    const char *why_not = contrast_why_not_of(shown, base, k), *forms[FORMS];
    const struct scenario *scenario = &shown->runs[base].sweep.base;
    const struct contrast_row *carbon = find(telling->seeds, telling->n_seeds, METRIC_CARBON);
    struct gap gap = {0};
    struct headline headline;
    struct contrast_sentence sentence = {
        .base = base,
        .other = k,
        .models = {models[0], models[1]},
        .gap = &gap,
        .lots = scenario_draws_lots(scenario) || scenario_draws_lots(&shown->runs[k].sweep.base) || why_not,
        .judged = contrast_is_judged(shown, base, k),
        .why_not = why_not,
        .seeds = contrast_seeds(told->seeds),
        .seeds_wanted = told->wanted,
        .start_s = scenario->start_s,
        .offset_s = models[0] ? carbon_trace_offset(&models[0]->trace, scenario->start_s) : 0};
    if (then && now && telling->n_rows > 0) {
        gap = gap_of(then, now);
        sentence.then = &then->summary;
        sentence.now = &now->summary;
        sentence.apart = contrast_apart_of(shown, base, k);
    }
    if (carbon && sentence.seeds > 1) {
        sentence.pairing = carbon->pairings[k];
        sentence.base_mean = carbon->values[base];
    }
    for (size_t i = 0; i < FORMS; i++) {
        contrast_headline(&headline, &sentence, widths[i]);
        forms[i] = text(&telling->account->arena, "%s", headline.text);
    }
    account_say_forms(telling->account,
                      headline.sense == SENSE_BETTER  ? TONE_GOOD
                      : headline.sense == SENSE_WORSE ? TONE_BAD
                                                      : TONE_STRONG,
                      0, forms, FORMS);
}

/* "B  CARBONDIS, differs in CIT 0.80 from the start", which is what a run is in words. */
static void tell_run(const struct compare_telling *telling, size_t k)
{
    static const int widths[] = {0, 150, 80, 40};
    enum { FORMS = sizeof widths / sizeof *widths };
    const struct comparison_told *told = telling->told;
    const struct contrast *shown = told->shown;
    const struct model *base = told->runs[shown->base].model;
    struct account *account = telling->account;
    const char *forms[FORMS];
    char changes[CHANGES] = "";
    for (size_t i = 0; i < FORMS; i++) {
        if (k != shown->base &&
            !contrast_changes(shown, k, base ? &base->trace : NULL, widths[i], changes, sizeof changes))
            account->arena.lacked = true;
        bool said = k == shown->base || strcmp(changes, shown->runs[k].name) == 0; /* it is called so */
        forms[i] = text(&account->arena, "%c  %s%s%s", contrast_letter(k), shown->runs[k].name,
                        said ? "" : ", differs in ",
                        said       ? ""
                        : *changes ? changes
                                   : "nothing that a knob says");
    }
    account_say_forms(account, (enum tone)(TONE_RUN + k), 0, forms, FORMS);
    const char *inputs = told->runs[k].inputs;
    if (inputs && *inputs)
        account_say(account, TONE_BAD, 0, text(&account->arena, "%c: %s", contrast_letter(k), inputs));
}

static void tell_basis(const struct compare_telling *telling)
{
    const struct contrast *shown = telling->told->shown;
    struct account *account = telling->account;
    char full[CONTRAST_UNPAIRED], brief[CONTRAST_UNPAIRED];
    const char *const forms[] = {full, brief};
    contrast_unpaired(shown, false, full, sizeof full);
    contrast_unpaired(shown, true, brief, sizeof brief);
    account_say_forms(account, TONE_BAD, 0, forms, 2);
    if (!contrast_same_apps(shown))
        account_say(account, TONE_BAD, 1,
                    "Their apps are not the same ones, so only the whole runs are compared.");
    account_say(account, TONE_QUIET, 0, contrast_basis(shown, full, sizeof full));
    if (account->last)
        account->last->audience = FOR_TEXT | FOR_PAGES; /* a screen says it over its seeds */
}

/* --- tables --- */

/* What a screen has room for: the whole run, and of each app how far it is from its SLO. */
static bool is_weighed(const struct compare_telling *telling, const struct contrast_row *row)
{
    const struct metric_info *info = &metric_infos[row->column.metric];
    bool any = false;
    for (size_t k = 0; k < telling->told->shown->n; k++)
        any |= row->values[k] != 0 && !isnan(row->values[k]);
    if (metric_scope_of(row->column.metric) == METRIC_OF_APP)
        return row->column.metric == METRIC_APP_OF_SLO;
    bool telling_all = info->unit == UNIT_FLAG || row->column.metric == METRIC_ACCURACY;
    return any && (info->shown == SHOWN_MAIN || info->shown == SHOWN_NONZERO || telling_all) &&
           row->column.metric != METRIC_TRACE_ENDED;
}

static bool is_main(const struct compare_telling *telling, const struct contrast_row *row)
{
    (void)telling;
    return metric_infos[row->column.metric].shown == SHOWN_MAIN;
}

static bool is_other(const struct compare_telling *telling, const struct contrast_row *row)
{
    return !is_main(telling, row);
}

static struct account_part *
tell_rows(const struct compare_telling *telling, enum account_audience audience, const char *title,
          bool (*has)(const struct compare_telling *, const struct contrast_row *))
{
    const struct contrast *shown = telling->told->shown;
    struct account *account = telling->account;
    struct account_column columns[COLUMNS] = {{.title = "metric"}};
    size_t n = 1;
    for (size_t k = 0; k < shown->n; k++)
        columns[n++] =
            (struct account_column){.title = text(&account->arena, "%c", contrast_letter(k)), .number = true};
    for (size_t k = 0; k < shown->n; k++)
        if (is_held(telling, k))
            columns[n++] = (struct account_column){.title = pair_of(telling, k)};
    struct account_part *part = account_table(account, audience, title, columns, n);
    for (size_t i = 0; i < telling->n_rows; i++) {
        const struct contrast_row *row = &telling->rows[i];
        if (!has(telling, row))
            continue;
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account, label_of(telling, row->column));
        for (size_t k = 0; k < shown->n; k++)
            account_put(account, value_of(telling, row, k));
        for (size_t k = 0; k < shown->n; k++)
            if (is_held(telling, k))
                account_put(account, difference_of(telling, shown, row, k));
    }
    return part;
}

/* What other seeds say of the metrics that are weighed first, a dot each. */
static void tell_seeds(const struct compare_telling *telling, int rank)
{
    static const enum metric weighed[] = {METRIC_CARBON, METRIC_ENERGY, METRIC_WORST_OF_SLO, METRIC_LATE,
                                          METRIC_ACCURACY};
    const struct comparison_told *told = telling->told;
    const struct contrast *seeds = told->seeds;
    struct account *account = telling->account;
    struct account_column columns[COLUMNS] = {{.title = ""}};
    size_t n = 1, have = contrast_seeds(seeds);
    for (size_t k = 0; k < seeds->n; k++)
        if (is_held(telling, k))
            columns[n++] =
                (struct account_column){.title = told->other < seeds->n ? "" : pair_of(telling, k)};
    columns[n++] = (struct account_column){.title = ""};
    struct account_part *part = account_table(account, FOR_SCREENS | FOR_PAGES, "Is it noise?", columns, n);
    if (!part)
        return;
    part->scales = part->aside = true;
    part->rank = rank;
    const char *paired =
        told->other < seeds->n && !contrast_why_not_of(seeds, seeds->base, told->other) ? " paired" : "";
    part->note = have < told->wanted ? text(&account->arena, "%zu of %zu%s seeds", have, told->wanted, paired)
                                     : text(&account->arena, "%zu%s seeds, 95 %%", have, paired);
    for (size_t i = 0; i < sizeof weighed / sizeof *weighed; i++) {
        const struct contrast_row *row = find(telling->seeds, telling->n_seeds, weighed[i]);
        struct account_bar bars[CONTRAST_RUNS];
        double dots[CONTRAST_RUNS][DOTS], factor = metric_units[metric_infos[weighed[i]].unit].factor;
        size_t n_bars = 0;
        if (!row)
            continue;
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account, label_of(telling, row->column));
        for (size_t k = 0; k < seeds->n; k++) {
            const struct pairing *pairing = &row->pairings[k];
            if (!is_held(telling, k))
                continue;
            struct account_cell cell = difference_of(telling, seeds, row, k);
            account_put(account, cell);
            size_t n_dots = contrast_differences(seeds, row->column, k, dots[n_bars], DOTS);
            if (pairing->verdict == PAIRING_IDENTICAL || n_dots == 0)
                continue;
            for (size_t dot = 0; dot < n_dots; dot++)
                dots[n_bars][dot] *= factor;
            bars[n_bars] = (struct account_bar){.length = pairing->delta * factor,
                                                .light = true,
                                                .half_width = pairing->ci95 * factor,
                                                .dots = dots[n_bars],
                                                .n_dots = n_dots,
                                                .shown = cell.shown,
                                                .name = pair_of(telling, k),
                                                .tone = cell.tone};
            n_bars++;
        }
        account_put(account, account_bars(account, bars, n_bars));
    }
}

/* The parts of the difference, rounded so that they add up to it. */
static void tell_parts(const struct compare_telling *telling, size_t k, int rank)
{
    enum { MOST = 10 };
    const struct comparison_told *told = telling->told;
    const struct account_column columns[] = {{.title = ""}, {.title = ""}, {.title = "", .number = true}};
    struct account *account = telling->account;
    size_t base = told->shown->base;
    struct waterfall waterfall;
    char full[FORMAT_SIZE], brief[FORMAT_SIZE];
    if (!told->runs[base].recording || !told->runs[k].recording || telling->n_rows == 0 ||
        contrast_apart_of(told->shown, base, k))
        return;
    const char *title =
        text(&account->arena, told->other < told->shown->n ? "What it is made of" : "What %s is made of",
             pair_of(telling, k));
    if (!waterfall_make(&waterfall, &told->runs[base].recording->summary, &told->runs[k].recording->summary,
                        told->cut)) {
        account_say(
            account, TONE_QUIET, rank,
            "A run was saved before this was kept: the parts of the difference would not add up. Open it and save it again.");
        return;
    }
    struct account_part *part = account_table(account, FOR_SCREENS | FOR_PAGES, title, columns, 3);
    if (!part)
        return;
    part->aside = true;
    part->rank = rank;
    part->note = text(&account->arena, "carbon, g, by %s%s", waterfall_cut_names[told->cut],
                      contrast_seeds(told->shown) > 1 ? ", of the first seed" : "");
    waterfall_round(&waterfall, unit_g);
    waterfall_fold(&waterfall, MOST);
    for (int i = -1; i <= waterfall.n; i++) {
        bool end = i < 0 || i == waterfall.n;
        size_t run = i < 0 ? base : k;
        double grams =
            end ? i < 0 ? waterfall.then_g : waterfall.now_g : (double)waterfall.bars[i].units * unit_g;
        enum tone tone = end          ? (enum tone)(TONE_RUN + run)
                         : grams == 0 ? TONE_QUIET
                         : grams < 0  ? TONE_GOOD
                                      : TONE_BAD;
        if (end)
            format_grams(full, grams);
        else
            format_signed(full, grams, metric_infos[METRIC_CARBON].digits);
        struct account_bar bar = {.length = grams, .half_width = NAN, .tone = tone};
        bar.shown = text(&account->arena, "%s", full);
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account, account_words(account, tone,
                                           end ? text(&account->arena, "%c", contrast_letter(run))
                                               : waterfall.bars[i].name));
        account_put(account, account_bars(account, &bar, end ? 0 : 1));
        account_put(account,
                    account_number(account, tone, grams, full, end ? full : format_signed(brief, grams, 1)));
    }
}

/* One a metric and run, as tools for statistics read them, with its difference from the base. */
static void tell_machines(const struct compare_telling *telling, const struct contrast *contrast,
                          const struct contrast_row *rows, size_t n)
{
    static const struct account_column columns[] = {{.key = "metric"},     {.key = "run"},
                                                    {.key = "value"},      {.key = "delta"},
                                                    {.key = "delta_ci95"}, {.key = "verdict"}};
    struct account *account = telling->account;
    char key[CELL];
    account_table(account, FOR_MACHINES, NULL, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < contrast->n; k++) {
            const struct pairing *pairing = &rows[i].pairings[k];
            bool held = k != contrast->base, judged = held && pairing->verdict != PAIRING_UNKNOWN;
            metric_key(rows[i].column.metric, rows[i].column.part, key, sizeof key);
            account_row(account, ACCOUNT_NO_STEP);
            account_put(account, account_words(account, TONE_PLAIN, key));
            account_put(account, account_words(account, TONE_PLAIN, contrast->runs[k].name));
            account_put(account, account_bare(rows[i].values[k]));
            account_put(account, account_bare(held ? pairing->delta : (double)NAN));
            account_put(account, account_bare(held ? pairing->ci95 : (double)NAN));
            account_put(account, account_words(account, TONE_PLAIN,
                                               judged ? pairing_verdict_names[pairing->verdict] : NULL));
        }
    account->json = contrast_json(contrast);
    account->arena.lacked |= !account->json;
}

/* --- all of it --- */

/* "a and b"; of one scenario that was changed: "carbondis-set1, 3 ways". */
static const char *name_all(const struct contrast *contrast, struct arena *arena)
{
    const char *name = contrast->runs[0].name, *first = contrast->runs[0].sweep.base.name;
    bool one = true;
    for (size_t k = 1; k < contrast->n; k++) {
        one &= strcmp(contrast->runs[k].sweep.base.name, first) == 0 && strchr(contrast->runs[k].name, '(');
        name = text(arena, "%s and %s", name, contrast->runs[k].name);
    }
    return one ? text(arena, "%s, %zu ways", first, contrast->n) : name;
}

void comparison_tell(const struct comparison_told *told, struct account *account)
{
    static const int ranks[COMPARE_PAGES][4] = {{0, 1, 2, 3}, {2, 4, 3, 0}, {2, 1, 0, 3}};
    const struct contrast *shown = told->shown;
    const int *rank = ranks[told->page]; /* of the table, the seeds, the parts, the plots */
    struct compare_telling telling = {.told = told, .account = account};
    bool paired = contrast_seeds(told->seeds) > 1;
    telling.rows = collect(shown, &telling.n_rows, account);
    if (paired)
        telling.seeds = collect(told->seeds, &telling.n_seeds, account);
    for (size_t k = 0; k < shown->n && contrast_seeds(shown) == 1; k++) {
        const struct recording *then = told->runs[shown->base].recording, *now = told->runs[k].recording;
        struct waterfall *ledger =
            is_held(&telling, k) && then && now ? arena_alloc(&account->arena, sizeof *ledger) : NULL;
        if (ledger && waterfall_make(ledger, &then->summary, &now->summary, WATERFALL_LEDGER)) {
            waterfall_round(ledger, unit_g);
            telling.ledger[k] = ledger;
        }
    }
    account->of = name_all(shown, &account->arena);
    account->over =
        paired ? text(&account->arena, "whole runs, %zu seeds", contrast_seeds(told->seeds)) : "whole runs";
    for (size_t k = 0; k < shown->n; k++)
        if (is_held(&telling, k) && told->runs[k].model)
            tell_sentence(&telling, k);
    for (size_t k = 0; k < shown->n; k++)
        tell_run(&telling, k);
    tell_basis(&telling);
    if (told->fault && *told->fault)
        account_say(account, TONE_BAD, 1, text(&account->arena, "No more seeds come: %s", told->fault));
    account_drawing(account, rank[3]);
    struct account_part *part = tell_rows(&telling, FOR_SCREENS, "Whole run", is_weighed);
    if (part) {
        part->rank = rank[0];
        part->aside = true;
    }
    tell_rows(&telling, FOR_TEXT | FOR_PAGES, "Whole run", is_main);
    for (size_t k = 0; k < shown->n; k++)
        if (is_held(&telling, k))
            tell_parts(&telling, k, rank[2]);
    if (paired)
        tell_seeds(&telling, rank[1]);
    tell_rows(&telling, FOR_PAGES, "Everything else that was measured", is_other);
    if (told->machines && paired)
        tell_machines(&telling, told->seeds, telling.seeds, telling.n_seeds);
    else if (told->machines)
        tell_machines(&telling, shown, telling.rows, telling.n_rows);
}

void compare_report_tell(const struct compare_report *shown, const struct contrast *contrast,
                         struct account *account)
{
    struct comparison_told told = {.shown = contrast,
                                   .seeds = contrast,
                                   .wanted = contrast_seeds(contrast),
                                   .other = CONTRAST_RUNS,
                                   .machines = true};
    for (size_t k = 0; k < contrast->n; k++) {
        told.runs[k].recording = shown->page.runs[k].view.recording;
        told.runs[k].model = shown->page.runs[k].view.model;
    }
    account_begin(account, "compare", "Compare");
    comparison_tell(&told, account);
    account_tell_inputs(account, &shown->report);
}

bool compare_report_print(struct compare_report *shown, struct account *account, FILE *file)
{
    const char *said = "";
    for (const struct account_part *part = account->parts; part && part->tone < TONE_RUN; part = part->next)
        said = text(&account->arena, "%s%s%s", said, *said ? " " : "", part->text);
    shown->report.command = REPORT_COMPARE;
    shown->page.report = &shown->report;
    shown->page.title = account->of;
    shown->page.headline = said;
    shown->page.account = account;
    char *json = media_json_text(account);
    if (json)
        report_set_result(&shown->report, json);
    bool good = json && report_page_print(&shown->page, file);
    free(json);
    return good;
}
