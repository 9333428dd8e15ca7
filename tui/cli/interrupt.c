/* One thread waits for the signals, which are blocked in all others: so it may print, lock and remove, what
 * no signal handler may. */
#include "tui/cli/interrupt.h"

#include "engine/base/text.h"
#include "tui/words/print.h"

#include <unistd.h>

static void *wait_for_one(void *context)
{
    struct interrupt *own = context;
    int number = 0;
    if (sigwait(&own->signals, &number) != 0 || number == SIGRTMIN)
        return NULL;
    pthread_mutex_lock(&own->lock);
    if (*own->temporary)
        unlink(own->temporary);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr); /* over the line of progress */
    print_line(stderr, "wattif: interrupted%s%s%s%s", *own->file ? "; " : "", own->file,
               *own->file ? " " : "", *own->file ? own->told : "");
    fflush(stderr);
    pthread_sigmask(SIG_UNBLOCK, &own->signals, NULL);
    raise(number);
    return NULL;
}

/* One that is ignored already, as under nohup, stays so. */
void interrupt_begin(struct interrupt *interrupt)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction now;
    sigemptyset(&interrupt->signals);
    sigaddset(&interrupt->signals, SIGRTMIN); /* from interrupt_end */
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sigaction(ends[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            sigaddset(&interrupt->signals, ends[i]);
    pthread_sigmask(SIG_BLOCK, &interrupt->signals, &interrupt->before);
    pthread_mutex_init(&interrupt->lock, NULL);
    interrupt->waits = pthread_create(&interrupt->thread, NULL, wait_for_one, interrupt) == 0;
    if (!interrupt->waits)
        pthread_sigmask(SIG_SETMASK, &interrupt->before, NULL);
}

void interrupt_end(struct interrupt *interrupt)
{
    if (!interrupt->waits)
        return;
    pthread_kill(interrupt->thread, SIGRTMIN);
    pthread_join(interrupt->thread, NULL);
    pthread_mutex_destroy(&interrupt->lock);
    pthread_sigmask(SIG_SETMASK, &interrupt->before, NULL);
    interrupt->waits = false;
}

void interrupt_leaves(struct interrupt *interrupt, const char *file, const char *told, const char *temporary)
{
    if (!interrupt->waits)
        return;
    pthread_mutex_lock(&interrupt->lock);
    text_copy(interrupt->file, sizeof interrupt->file, file ? file : "");
    text_copy(interrupt->temporary, sizeof interrupt->temporary, file ? temporary : "");
    interrupt->told = told;
    pthread_mutex_unlock(&interrupt->lock);
}
