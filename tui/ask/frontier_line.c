/* What the frontier varies, as it is typed: "cit=0.6:1.4:0.05 seeds=3 refine=12". */
#include "tui/ask/frontier.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "tui/explorer/choices.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 3, REFINE = 12, REFINE_MAX = 1000 };

/* The axes of the sweep that is told; else the knob in focus over its slider, or the clocks that there are
 * where they are not as far from one another, or the schemes of its layer that can run here. */
void frontier_suggest(const struct ask *ask, char *out, size_t size)
{
    const struct explorer *explorer = ask->explorer;
    const struct sweep_values *of = explorer_sweep(explorer);
    const struct sweep *sweep = of ? of->sweep : NULL;
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    const struct knob_info *info = &knob_infos[knob.id];
    char name[KNOB_NAME_SIZE];
    const char *between = "=";
    out[0] = 0;
    for (size_t a = 0; sweep && a < sweep->n_axes; a++) {
        char *axis = sweep_axis_text(&sweep->axes[a]);
        text_append(out, size, "%s ", axis ? axis : sweep->axes[a].knob);
        free(axis);
    }
    if (sweep)
        text_append(out, size, "seeds=%zu", sweep->replicates);
    if (sweep || explorer->focus.n_knobs == 0)
        return;
    knob_name(&explorer->document.scenario, knob, name, sizeof name);
    if (info->type == TYPE_NUMBER && info->step > 0) {
        struct knob_slider slider = explorer_slider(explorer, knob);
        double rungs[CLOCKS_MAX];
        size_t n = explorer_rungs(explorer, knob, rungs);
        if (slider.step > 0)
            text_print(out, size, "%s=%g:%g:%g", name, slider.least, slider.most, slider.step);
        for (size_t i = 0; slider.step == 0 && i < n; i++)
            text_append(out, size, "%s%s%.9g", i ? "," : name, i ? "" : "=", rungs[i]);
        text_append(out, size, " seeds=%d refine=%d", SEEDS, REFINE);
    }
    if (!knob_is_scheme(knob))
        return;
    struct choice *choices = calloc(CHOICES_MAX, sizeof *choices);
    size_t n = choices ? explorer_list_choices(explorer, choices) : 0;
    text_print(out, size, "%s", name);
    for (size_t i = 0; i < n; i++)
        if (knob_same(choices[i].knob, knob) && !*choices[i].fault) {
            text_append(out, size, "%s%s", between, choices[i].value.text);
            between = ",";
        }
    text_append(out, size, " seeds=%d", SEEDS);
    free(choices);
}

/* "seeds=5", "refine=12" among the axes: true where it is that word. False too with a message: no number that
 * it takes. */
static bool read_count(const char *word, const char *name, size_t least, size_t most, size_t *count,
                       bool *good, struct error *error)
{
    double number;
    size_t n = strlen(name);
    if (strncmp(word, name, n) != 0 || word[n] != '=')
        return false;
    *good = text_to_number(word + n + 1, &number) && number >= (double)least && number <= (double)most &&
            number == floor(number);
    if (*good)
        *count = (size_t)number;
    else
        error_set(error, ERROR_INPUT, "", "%s: it takes %zu to %zu", word, least, most);
    return true;
}

/* The axes of the line, the seeds, and what may be added. False with a message; frees the sweep then. */
static bool read_line(const struct ask *ask, const char *line, struct sweep *sweep, size_t *refine,
                      struct error *error)
{
    char copy[ASK_ARGUMENT], *rest = copy;
    text_print(copy, sizeof copy, "%s", line);
    if (!sweep_create(sweep, &ask->explorer->document.scenario, 1, error))
        return false;
    bool good = true;
    *refine = 0;
    for (const char *word; good && (word = strtok_r(rest, " ", &rest));)
        if (!read_count(word, "seeds", 1, SWEEP_REPLICATES_MAX, &sweep->replicates, &good, error) &&
            !read_count(word, "refine", 0, REFINE_MAX, refine, &good, error))
            good = sweep_vary(sweep, word, error);
    if (good && sweep->n_axes == 0)
        good = error_set(error, ERROR_INPUT, "", "type what to vary, as in cit=.8:1.2:.05 seeds=3 refine=12");
    good = good && sweep_check(sweep, error);
    if (!good)
        sweep_free(sweep);
    return good;
}

enum ask_entered frontier_begin(struct ask *ask, const char *line, char said[ASK_SAID], struct error *error)
{
    enum { NS_A_REQUEST = 100 };
    struct frontier *own = ask->state;
    const struct result *now = ask->explorer->results.current;
    struct sweep sweep;
    char count[FORMAT_SIZE], time[32];
    size_t refine;
    if (!read_line(ask, line, &sweep, &refine, error))
        return ASK_REFUSED;
    size_t points = sweep_points(&sweep);
    bool fits = points <= SWEEPING_MAX;
    if (points > SWEEPING_MANY && (!fits || own->confirmed != points)) {
        double ns = (double)points * (double)now->recording->summary.requests * NS_A_REQUEST; /* on a core */
        duration_format(ns / 1e9 / jobs_processors(), time, sizeof time);
        text_print(
            said, ASK_SAID,
            fits ? "%s runs, about %s: Enter again begins them"
                 : "%s runs, about %s: more than the screen holds; `wattif sweep` writes them to a file",
            format_count(count, (int64_t)points), time);
        own->confirmed = points;
        sweep_free(&sweep);
        return fits || error_set(error, ERROR_INPUT, "", "%s", said) ? ASK_STAYS : ASK_REFUSED;
    }
    if (!explorer_sweep_begin(ask->explorer, &sweep, error))
        return ASK_REFUSED;
    own->refine = refine;
    own->begun = explorer_sweep_number(ask->explorer);
    ask->waits = true;
    clock_gettime(CLOCK_MONOTONIC, &own->began);
    own->began_at = 0;
    return ASK_LEAVES;
}

bool frontier_stop(struct ask *ask, char said[ASK_SAID])
{
    char done[FORMAT_SIZE];
    if (!explorer_sweep_runs(ask->explorer))
        return false;
    explorer_sweep_stop(ask->explorer);
    text_print(said, ASK_SAID, "stopped; the %s runs that are done stay",
               format_count(done, (int64_t)explorer_sweep_done(ask->explorer)));
    return true;
}
