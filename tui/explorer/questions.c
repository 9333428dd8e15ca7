/* A run that is simulated writes into its own place of what is coming, on its thread; the screen's thread
 * takes it from there, into the question and into the ring of kept answers. So whoever reads a question sees
 * it grow only between two pumps. */
#include "tui/explorer/questions.h"

#include "engine/explore/campaign.h"
#include "tui/explorer/explorer.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct answer {
    uint64_t hash;  /* of the scenario */
    int references; /* the screen's thread's, once it was taken */
    struct summary summary;
    size_t begins[METRIC_COUNT + 1]; /* where a metric's values begin: one, or one for each app or GPU */
    double values[];
};

/* What a run that is simulated comes to: the one or the other. */
struct arrival {
    _Atomic(struct answer *) answer;
    _Atomic(char *) fault;
};

struct question {
    struct question *next;
    struct question_plan plan;
    bool forgotten;
    atomic_bool lacked; /* memory, for one of its runs */
    size_t done;
    uint64_t *hashes;        /* [n] */
    struct answer **answers; /* [n] */
    char **faults;           /* [n], malloc'ed */
    size_t n_missing;
    size_t *missing;           /* [n_missing]: the runs that are simulated, ascending */
    struct arrival *arrivals;  /* [n_missing] */
    struct campaign *campaign; /* of those; NULL: nothing is simulated, or any more */
};

/* Of an explorer. */
struct questions {
    struct question *first; /* those asked, and those called off whose runs have not come back */
    size_t n_kept, oldest;  /* kept[oldest] gives way once all places are taken */
    struct answer *kept[ANSWERS_KEPT];
};

/* --- answers --- */

static int parts_of(const struct summary *summary, int metric)
{
    enum metric_scope scope = metric_scope_of((enum metric)metric);
    return scope == METRIC_OF_APP ? summary->n_apps : scope == METRIC_OF_GPU ? summary->n_gpus : 1;
}

/* NULL when out of memory. */
static struct answer *answer_create(uint64_t hash, const struct model *model, const struct summary *summary)
{
    struct metric_source source = {.summary = summary, .model = model};
    size_t n = 0, at = 0;
    for (int metric = 0; metric < METRIC_COUNT; metric++)
        n += (size_t)parts_of(summary, metric);
    struct answer *answer = malloc(sizeof *answer + n * sizeof *answer->values);
    if (!answer)
        return NULL;
    answer->hash = hash;
    answer->references = 1;
    answer->summary = *summary;
    for (int metric = 0; metric < METRIC_COUNT; metric++) {
        answer->begins[metric] = at;
        for (int part = 0; part < parts_of(summary, metric); part++)
            answer->values[at++] = metric_value((enum metric)metric, &source, part);
    }
    answer->begins[METRIC_COUNT] = at;
    return answer;
}

void answer_release(struct answer *answer)
{
    if (answer && --answer->references == 0)
        free(answer);
}

static struct answer *answer_retain(struct answer *answer)
{
    answer->references++;
    return answer;
}

const struct summary *answer_summary(const struct answer *answer)
{
    return &answer->summary;
}

double answer_metric(const struct answer *answer, enum metric metric, int part)
{
    size_t n = answer->begins[metric + 1] - answer->begins[metric];
    return part >= 0 && (size_t)part < n ? answer->values[answer->begins[metric] + (size_t)part]
                                         : (double)NAN;
}

/* --- what is kept --- */

/* A new reference, or NULL. */
static struct answer *recall(const struct questions *questions, uint64_t hash)
{
    for (size_t i = 0; i < questions->n_kept; i++)
        if (questions->kept[i]->hash == hash)
            return answer_retain(questions->kept[i]);
    return NULL;
}

static void keep(struct questions *questions, struct answer *answer)
{
    size_t at = questions->n_kept;
    if (at < ANSWERS_KEPT) {
        questions->n_kept++;
    } else {
        at = questions->oldest;
        questions->oldest = (at + 1) % ANSWERS_KEPT;
        answer_release(questions->kept[at]);
    }
    questions->kept[at] = answer_retain(answer);
}

static struct questions *begin(struct explorer *explorer)
{
    struct results *results = &explorer->results;
    if (!results->questions)
        results->questions = needed(calloc(1, sizeof *results->questions));
    return results->questions;
}

static struct answer *note(struct questions *questions, uint64_t hash, const struct model *model,
                           const struct summary *summary)
{
    struct answer *answer = needed(answer_create(hash, model, summary));
    keep(questions, answer);
    return answer;
}

struct answer *explorer_note(struct explorer *explorer, const struct model *model,
                             const struct summary *summary)
{
    uint64_t hash = scenario_fingerprint(&model->scenario);
    struct answer *known = recall(begin(explorer), hash);
    return known ? known : note(explorer->results.questions, hash, model, summary);
}

/* The run explored is an answer, too, where it was simulated here and has finished. */
static struct answer *find(struct explorer *explorer, uint64_t hash)
{
    const struct result *current = explorer->results.current;
    struct answer *known = recall(begin(explorer), hash);
    if (known || !result_is_finished(current) || !current->job ||
        scenario_fingerprint(&current->model->scenario) != hash)
        return known;
    return note(explorer->results.questions, hash, current->model, &current->recording->summary);
}

struct answer *explorer_recall(struct explorer *explorer, const struct scenario *scenario)
{
    return find(explorer, scenario_fingerprint(scenario));
}

/* --- the campaign's side: on any thread --- */

static bool make_scenario(void *context, size_t index, struct scenario *scenario, struct error *error)
{
    const struct question *question = context;
    return question->plan.scenario(question->plan.context, question->missing[index], scenario, error);
}

static bool keep_run(void *context, size_t index, const struct model *model,
                     const struct recording *recording, const struct summary *summary, struct error *error)
{
    struct question *question = context;
    struct answer *answer = answer_create(question->hashes[question->missing[index]], model, summary);
    (void)recording;
    if (!answer)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    atomic_store_explicit(&question->arrivals[index].answer, answer, memory_order_release);
    return true;
}

static void keep_fault(void *context, size_t index, const struct error *error)
{
    struct question *question = context;
    char *fault = strdup(error->message);
    if (!fault || error_is_no_memory(error))
        atomic_store(&question->lacked, true);
    free(atomic_exchange_explicit(&question->arrivals[index].fault, fault, memory_order_acq_rel));
}

/* --- asking --- */

static void question_free(struct question *question)
{
    for (size_t i = 0; i < question->plan.n; i++) {
        answer_release(question->answers[i]);
        free(question->faults[i]);
    }
    if (question->plan.free_context)
        question->plan.free_context(question->plan.context);
    free(question->hashes);
    free(question->answers);
    free(question->faults);
    free(question->missing);
    free(question->arrivals);
    free(question);
}

static struct question *question_create(const struct question_plan *plan)
{
    struct question *question = needed(calloc(1, sizeof *question));
    size_t n = plan->n + 1; /* calloc of nothing may be NULL */
    question->plan = *plan;
    question->hashes = needed(calloc(n, sizeof *question->hashes));
    question->answers = needed(calloc(n, sizeof *question->answers));
    question->faults = needed(calloc(n, sizeof(char *)));
    question->missing = needed(calloc(n, sizeof *question->missing));
    question->arrivals = needed(calloc(n, sizeof *question->arrivals));
    return question;
}

/* What is known of run i; else it is missing. */
static void look_up(struct explorer *explorer, struct question *question, size_t i)
{
    struct scenario scenario;
    struct error error = {0};
    if (!question->plan.scenario(question->plan.context, i, &scenario, &error)) {
        must_not_lack(&error);
        question->faults[i] = needed(strdup(error.message));
        question->done++;
        return;
    }
    uint64_t hash = scenario_fingerprint(&scenario);
    scenario_free(&scenario);
    question->hashes[i] = hash;
    question->answers[i] = find(explorer, hash);
    if (question->answers[i])
        question->done++;
    else
        question->missing[question->n_missing++] = i;
}

static bool simulate_missing(struct explorer *explorer, struct question *question, struct error *error)
{
    struct campaign_plan plan = {.n = question->n_missing,
                                 .priority = question->plan.priority,
                                 .catalog = explorer->catalog,
                                 .shelf = explorer->results.shelf,
                                 .share = true,
                                 .context = question,
                                 .scenario = make_scenario,
                                 .keep = keep_run,
                                 .fault = keep_fault};
    if (plan.n == 0 || question->plan.known_only)
        return true;
    question->campaign = campaign_begin(&plan, explorer->results.jobs, error);
    return question->campaign != NULL;
}

struct question *explorer_ask(struct explorer *explorer, const struct question_plan *plan,
                              struct error *error)
{
    struct question *question = question_create(plan);
    for (size_t i = 0; i < plan->n; i++)
        look_up(explorer, question, i);
    if (!simulate_missing(explorer, question, error)) {
        question_free(question);
        return NULL;
    }
    struct questions *questions = begin(explorer);
    question->next = questions->first;
    questions->first = question;
    return question;
}

static void unlink_question(struct questions *questions, struct question *question)
{
    struct question **at = &questions->first;
    while (*at != question)
        at = &(*at)->next;
    *at = question->next;
    question_free(question);
}

/* What runs comes back later: a pump frees the question then. */
void explorer_forget(struct explorer *explorer, struct question *question)
{
    if (!question)
        return;
    question->forgotten = true;
    if (question->campaign)
        campaign_call_off(question->campaign);
    else
        unlink_question(explorer->results.questions, question);
}

/* --- what has come --- */

/* True if run number k of those missing has. */
static bool take_arrival(struct questions *questions, struct question *question, size_t k)
{
    struct arrival *arrival = &question->arrivals[k];
    size_t i = question->missing[k];
    struct answer *answer = atomic_exchange_explicit(&arrival->answer, NULL, memory_order_acq_rel);
    char *fault = atomic_exchange_explicit(&arrival->fault, NULL, memory_order_acq_rel);
    bool news = (answer || fault) && !question->answers[i] && !question->faults[i];
    if (news)
        question->done++;
    if (answer)
        keep(questions, answer);
    if (answer && !question->answers[i])
        question->answers[i] = answer;
    else
        answer_release(answer);
    if (fault && !question->faults[i])
        question->faults[i] = fault;
    else
        free(fault);
    return news;
}

static bool take(struct questions *questions, struct question *question)
{
    bool news = false;
    if (!question->campaign)
        return false;
    bool over = campaign_is_over(question->campaign);
    for (size_t k = 0; k < question->n_missing; k++)
        news |= take_arrival(questions, question, k);
    if (over) {
        struct error error = {0}; /* that the system failed is no point's fault */
        campaign_end(question->campaign, &error);
        question->campaign = NULL;
        must_not_lack(&error);
        news = true;
    }
    return news && !question->forgotten;
}

bool explorer_take_questions(struct explorer *explorer)
{
    struct questions *questions = explorer->results.questions;
    bool news = false;
    for (struct question *question = questions ? questions->first : NULL, *next; question; question = next) {
        next = question->next;
        news |= take(questions, question);
        must_be(!atomic_load(&question->lacked));
        if (question->forgotten && !question->campaign)
            unlink_question(questions, question);
    }
    return news;
}

bool explorer_questions_busy(const struct explorer *explorer)
{
    const struct questions *questions = explorer->results.questions;
    const struct question *question = questions ? questions->first : NULL;
    while (question && !question->campaign)
        question = question->next;
    return question != NULL;
}

void explorer_drop_questions(struct explorer *explorer)
{
    struct questions *questions = explorer->results.questions;
    if (!questions)
        return;
    for (struct question *question = questions->first; question; question = question->next)
        if (question->campaign)
            campaign_call_off(question->campaign);
    while (questions->first) {
        struct question *question = questions->first;
        if (question->campaign)
            campaign_end(question->campaign, NULL);
        question->campaign = NULL;
        for (size_t k = 0; k < question->n_missing; k++)
            take_arrival(questions, question, k);
        unlink_question(questions, question);
    }
    for (size_t i = 0; i < questions->n_kept; i++)
        answer_release(questions->kept[i]);
    free(questions);
    explorer->results.questions = NULL;
}

/* --- reading one --- */

size_t question_size(const struct question *question)
{
    return question->plan.n;
}

const struct answer *question_answer(const struct question *question, size_t i)
{
    return question->answers[i];
}

const char *question_fault(const struct question *question, size_t i)
{
    return question->faults[i];
}

size_t question_done(const struct question *question)
{
    return question->done;
}

bool question_is_over(const struct question *question)
{
    return !question->campaign;
}
