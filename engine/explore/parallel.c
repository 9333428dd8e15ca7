/* Threads take the next index from one counter until none is left. */
#include "engine/explore/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

struct crew {
    _Atomic size_t next;
    size_t n;
    void (*work)(void *context, size_t index);
    void *context;
};

static void *crew_work(void *argument)
{
    struct crew *crew = argument;

    for (;;) {
        size_t index = atomic_fetch_add_explicit(&crew->next, 1, memory_order_relaxed);
        if (index >= crew->n)
            return NULL;
        crew->work(crew->context, index);
    }
}

int parallel_processors(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);

    return online < 1 ? 1 : online > PARALLEL_JOBS_MAX ? PARALLEL_JOBS_MAX : (int)online;
}

void parallel_for(size_t n, int jobs, void (*work)(void *context, size_t index), void *context)
{
    struct crew crew = {.n = n, .work = work, .context = context};
    pthread_t threads[PARALLEL_JOBS_MAX];
    int wanted = jobs < 1 ? parallel_processors() : jobs > PARALLEL_JOBS_MAX ? PARALLEL_JOBS_MAX : jobs;
    int started = 0;

    while (started + 1 < wanted && (size_t)started + 1 < n &&
           pthread_create(&threads[started], NULL, crew_work, &crew) == 0)
        started++;
    crew_work(&crew);
    while (started > 0)
        pthread_join(threads[--started], NULL);
}
