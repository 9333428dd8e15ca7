#include "tui/ask/ask.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/explorer/choices.h"
#include "tui/report/account_report.h"
#include "tui/words/difference.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool question_open(struct ask *ask, const struct question_of *question, struct explorer *explorer,
                   struct store *store, bool of_sweep, const char *line, struct error *error)
{
    struct question_plan plan = {.priority = JOB_ASKED};
    *ask = (struct ask){.question = question,
                        .explorer = explorer,
                        .store = store,
                        .of_sweep = of_sweep,
                        .seen = SIZE_MAX,
                        .phi_fair = NAN,
                        .generation = explorer->document.generation,
                        .against = explorer_reference(explorer),
                        .filter = "",
                        .chosen = ACCOUNT_NO_STEP};
    text_copy(ask->argument, sizeof ask->argument, line);
    account_begin(&ask->account, question->name, question->title);
    ask->state = needed(calloc(1, question->state_size));
    bool asked = question->plan(ask, &plan, error) &&
                 (plan.n == 0 || seeding_open(&ask->seeding, explorer, &plan, error));
    if (asked && (question->one_seed || ask->seeds > 0))
        ask->seeding.wanted = ask->seeds > 0 ? ask->seeds : 1;
    ask->seeding.asked = ask->seeds > 0;
    if (!asked)
        question_close(ask);
    return asked;
}

void question_close(struct ask *ask)
{
    if (ask->seeding.plan)
        seeding_close(&ask->seeding, ask->explorer);
    if (ask->state && ask->question->free)
        ask->question->free(ask);
    free(ask->state);
    account_free(&ask->account);
    ask->state = NULL;
}

void question_retell(struct ask *ask)
{
    ask->seen = SIZE_MAX;
}

/* Rows that have a step stay where their words have the filter's in them: their cells', and the first that
 * are told of them. */
static void narrow(struct ask *ask)
{
    struct account *account = &ask->account;
    for (struct account_part *part = account->parts; part && *ask->filter; part = part->next) {
        size_t kept = 0;
        for (size_t i = 0; i < part->n_rows && account_is_for(part, FOR_PEOPLE); i++) {
            const struct account_row *row = &part->rows[i];
            const char *words = row->about ? row->about->text : "";
            for (size_t k = part->n_columns; row->cells && k-- > 0;)
                if (row->cells[k].kind == ACCOUNT_WORDS && *row->cells[k].shown)
                    words = text(&account->arena, "%s %s", row->cells[k].shown, words);
            if (row->cells && (row->step == ACCOUNT_NO_STEP || text_fits(ask->filter, words)))
                part->rows[kept++] = *row;
        }
        part->n_rows = account_is_for(part, FOR_PEOPLE) ? kept : part->n_rows;
    }
}

/* The choice stays on its row, wherever that stands now. */
static void find_chosen(struct ask *ask)
{
    const struct account_row *row = account_step(&ask->account, ask->section, ask->step);
    size_t steps = account_steps(&ask->account, ask->section);
    if (ask->question->best_first && !ask->moved)
        ask->step = 0;
    else if (ask->chosen != ACCOUNT_NO_STEP && !(row && row->step == ask->chosen)) {
        size_t found = account_find_step(&ask->account, ask->section, ask->chosen);
        ask->step = found == ACCOUNT_NO_STEP ? ask->step : found;
    }
    if (ask->step >= steps)
        ask->step = steps ? steps - 1 : 0;
}

bool question_update(struct ask *ask, bool hurried, struct error *error)
{
    const struct explorer *explorer = ask->explorer;
    bool other = ask->question->held && ask->against != explorer_reference(explorer);
    const struct account_row *row = account_step(&ask->account, ask->section, ask->step);
    ask->chosen = ask->question->across ? ACCOUNT_NO_STEP : row ? row->step : ask->chosen;
    if (ask->question->follow)
        ask->question->follow(ask);
    else if (other || ask->generation != explorer->document.generation) {
        struct ask was = *ask;
        question_close(ask);
        if (!question_open(ask, was.question, was.explorer, was.store, was.of_sweep, was.argument, error))
            return false;
        ask->filter = was.filter;
        ask->section = was.section;
        ask->step = was.step;
        ask->lane = was.lane;
        ask->left = was.left;
        ask->chosen = was.chosen;
        ask->settled = was.settled;
        ask->moved = was.moved;
    }
    bool finished = result_is_finished(explorer->results.current);
    ask->seen = finished == ask->finished ? ask->seen : SIZE_MAX;
    ask->finished = finished;
    size_t done = seeding_done(&ask->seeding), all = seeding_size(&ask->seeding);
    seeding_update(&ask->seeding, ask->explorer, hurried, ask->question->seed_requests);
    if (ask->seeding.asked)
        all = all / ask->seeding.n * ask->seeding.wanted;
    ask->news = ask->seen != done;
    if (ask->news) {
        ask->seen = done;
        account_free(&ask->account);
        account_begin(&ask->account, ask->question->name, ask->question->title);
        if (done < all)
            ask->account.progress = text(&ask->account.arena, "%zu of %zu runs", done, all);
        ask->question->tell(ask);
        ask->whole = false;
        must_be(!ask->account.arena.lacked);
        if (ask->section >= ask->account.n_sections)
            ask->section = 0;
        if (!ask->question->move)
            narrow(ask);
        find_chosen(ask);
    }
    row = ask->question->about ? account_step(&ask->account, ask->section, ask->step) : NULL;
    if (row && !row->about)
        ask->question->about(ask, row->step);
    return true;
}

struct account *question_whole(struct ask *ask)
{
    if (ask->question->rows && !ask->whole)
        ask->question->rows(ask);
    must_be(!ask->account.arena.lacked);
    ask->whole = true;
    return &ask->account;
}

bool question_report(struct ask *ask, struct store *store, FILE *out, struct error *error)
{
    size_t seeds = seeding_whole(&ask->seeding);
    const char *command = ask->question->command ? ask->question->command : ask->question->name;
    if (ask->question->report)
        return ask->question->report(ask, store, out, error);
    if (ask->of_sweep)
        return error_set(error, ERROR_INPUT, "", "the report of a sweep is that of `wattif sweep`");
    if (!ask_is_over(ask))
        return error_set(error, ERROR_INPUT, "",
                         "a report is of all runs of a question; they are still being simulated");
    return account_report_print(question_whole(ask), command, &ask->explorer->document.scenario,
                                seeds > 1 ? seeds : 0, store, out, error);
}

double question_value(const struct ask *ask, enum metric metric, size_t i)
{
    size_t whole = seeding_whole(&ask->seeding), n = whole > 0 ? whole : 1;
    double sum = 0;
    for (size_t seed = 0; seed < n; seed++) {
        const struct answer *answer = seeding_answer(&ask->seeding, i, seed);
        sum += answer ? answer_metric(answer, metric, 0) : (double)NAN;
    }
    return sum / (double)n;
}

const char *question_run(const struct ask *ask, const struct scenario *scenario, struct arena *arena)
{
    const char *source = explorer_source(ask->explorer),
               *word = *source ? source : ask->explorer->document.scenario.name, *said = "";
    struct scenario named;
    struct run_line line = {0};
    struct error unsaid = {0};
    char run_name[64];
    struct faults *faults = needed(calloc(1, sizeof *faults));
    bool good = ask->store && store_resolve_scenario(ask->store, word, &named, run_name, faults, &unsaid);
    free(faults);
    must_be(good || !error_is_no_memory(&unsaid));
    if (!good)
        return said;
    must_be(run_line_add(&line, "", "wattif") && run_line_add(&line, "", "run") &&
            run_line_add(&line, "", word));
    if (run_line_add_changes(&line, &named, scenario, &unsaid)) {
        char *text_of_line = needed(run_line_text(&line, 0));
        said = text(arena, "%s", text_of_line);
        free(text_of_line);
    }
    must_be(!error_is_no_memory(&unsaid));
    run_line_free(&line);
    scenario_free(&named);
    return said;
}

enum ask_entered question_enter(struct ask *ask, size_t step, size_t lane, char said[ASK_SAID],
                                struct error *error)
{
    size_t row = account_find_step(&ask->account, ask->section, step);
    if (row == ACCOUNT_NO_STEP) {
        error_set(error, ERROR_INPUT, "", "there is no row of this yet");
        return ASK_REFUSED;
    }
    ask->step = row;
    ask->lane = lane;
    return ask->question->enter(ask, step, said, error);
}

void question_begin_metric(struct ask *ask, enum metric metric)
{
    char key[96];
    struct account_section *section = account_begin_section(&ask->account, metric_words_name(metric, 24));
    metric_key(metric, 0, key, sizeof key);
    if (section)
        section->key = text(&ask->account.arena, "%s", key);
}

/* --- on the command line --- */

#define VIEW_ROW(id, view, name, group, keys, help, ops, shows)
#define QUESTION_ROW(id, view, name, group, keys, help, asked, shows)                                        \
    extern const struct question_of question_##asked;
#include "tui/words/views.def"

const struct question_of *question_find(const char *name)
{
    static const struct question_of *const questions[] = {
#define VIEW_ROW(id, view, name, group, keys, help, ops, shows)
#define QUESTION_ROW(id, view, name, group, keys, help, asked, shows) &question_##asked,
#include "tui/words/views.def"
    };
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strcmp(questions[i]->name, name) == 0)
            return questions[i];
    return NULL;
}

bool question_begin(struct ask *ask, const struct question_of *question, struct store *store,
                    const struct scenario *scenario, const struct question_asking *asking,
                    struct error *error)
{
    const struct focus *focus;
    const char *knob = asking->knob;
    struct knob_ref ref;
    struct error inner = {0};

    struct explorer *explorer = explorer_create(store_catalog(store), store_shelf(store), scenario,
                                                (struct recorded){0}, -1, asking->threads, error);
    if (!explorer)
        return false;
    explorer_name_source(explorer, asking->source);
    focus = &explorer->focus;
    if (knob && !question->follow)
        error_set(error, ERROR_INPUT, "--knob", "%s is of all knobs", question->name);
    else if (knob && !knob_resolve(scenario, knob, &ref, &inner))
        error_set(error, ERROR_INPUT, "--knob", "%s", inner.message);
    else if (knob) {
        explorer_favour(explorer, ref);
        if (focus->n_knobs == 0 || !explorer_same_knob(focus->knobs[focus->at], ref))
            error_set(error, ERROR_INPUT, "--knob", "%s cannot be turned along a range here", knob);
    }
    if (error->kind) {
        explorer_free(explorer);
        return false;
    }
    explorer_wait_shown(explorer, NULL);
    bool ran = result_is_finished(explorer->results.current);
    if (!ran)
        *error = explorer->results.current->error;
    if (ran && question_open(ask, question, explorer, store, false, asking->line, error))
        return true;
    explorer_free(explorer);
    return false;
}

bool question_finish(struct ask *ask, size_t seeds, void (*show)(size_t done, size_t all),
                     struct error *error)
{
    const struct timespec nap = {.tv_nsec = NS_PER_S / 10};
    struct seeding *seeding = &ask->seeding;
    bool follows = ask->question->follow != NULL, own = follows || !seeding->plan;
    char line[ASK_ARGUMENT], said[ASK_SAID];
    if (ask->question->begin && !seeding->plan) {
        ask->question->suggest(ask, line, sizeof line);
        if (ask->question->begin(ask, line, said, error) == ASK_REFUSED)
            return false;
    }
    seeds = seeding->asked ? seeding->wanted : seeds;
    seeding->wanted = own ? 0 : seeds;
    if (own && seeds > 1 && !ask->question->seeded)
        return error_set(error, ERROR_INPUT, "--replicate", "%s has the seeds that it needs",
                         ask->question->name);
    int idle = 0; /* what memory failed for never comes: the queue stands still, and nothing is told anew */
    while ((seeding_whole(seeding) < seeding->wanted || ask->waits) && idle < 3) {
        if (show)
            nanosleep(&nap, NULL);
        else
            jobs_wait(ask->explorer->results.jobs);
        explorer_pump(ask->explorer, follows);
        if (!question_update(ask, false, error))
            return false;
        if (show && (!follows || ask->of > 0))
            show(follows ? ask->done : seeding_done(seeding),
                 follows ? ask->of : seeding_size(seeding) / seeding->n * seeds);
        idle = jobs_busy(ask->explorer->results.jobs) || ask->news ? 0 : idle + 1;
    }
    must_be(idle < 3 && (own || seeding->wanted == seeds));
    return true;
}

void question_end(struct ask *ask)
{
    struct explorer *explorer = ask->explorer;
    question_close(ask);
    explorer_free(explorer);
}
