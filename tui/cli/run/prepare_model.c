/* Whoever has measured a configuration looks at the clock; one of them at a time writes the line, over the
 * one before. */
#include "tui/cli/run/prepare_model.h"

#include "tui/cli/run/patience.h"
#include "tui/words/format.h"
#include "tui/words/print.h"

#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

enum { SHOW_AFTER_MS = 500, SHOW_EVERY_MS = 100 };

struct progress_line {
    const struct model *model;
    _Atomic int per_mille;
    _Atomic int64_t due_ms; /* of the next line */
    _Atomic bool shown;
};

static int64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void show(void *context)
{
    struct progress_line *line = context;
    char count[FORMAT_SIZE];
    int64_t now_ms = clock_ms(), due_ms = atomic_load(&line->due_ms);
    if (now_ms < due_ms || !atomic_compare_exchange_strong(&line->due_ms, &due_ms, now_ms + SHOW_EVERY_MS))
        return;
    atomic_store(&line->shown, true);
    fputc('\r', stderr);
    print(stderr, "measuring BASE and %s configurations, %d %%",
          format_count(count, model_clover(line->model)->n_graphs), atomic_load(&line->per_mille) / 10);
    fflush(stderr);
}

bool prepare_model(const struct invocation *invocation, struct model *model, struct shelf *shelf, int jobs,
                   struct error *error)
{
    struct progress_line line = {.model = model, .due_ms = clock_ms() + SHOW_AFTER_MS};
    struct derive_options options = {.progress = &line.per_mille, .context = &line};
    struct jobs *queue = jobs_create(jobs_helpers(jobs), -1, error);
    if (!queue)
        return false;
    if (patience_shown(invocation))
        options.tell = show;
    bool good = prepare_with(queue, model, shelf, &options, error);
    jobs_free(queue);
    if (atomic_load(&line.shown))
        fputs("\r\033[K", stderr);
    return good;
}
