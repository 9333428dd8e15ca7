/* The hour is the sweep's (TEST_LONG_S in tests). */
#include "tui/cli/run/patience.h"

#include "engine/answers/forecast.h"
#include "engine/base/text.h"
#include "engine/explore/jobs.h"
#include "tui/words/print.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static const double long_s = 3600, year_s = 365.25 * 86400;

void patience_print(double seconds, char *out, size_t size)
{
    if (seconds < 90)
        text_print(out, size, "%.0f s", seconds);
    else if (seconds < 5400)
        text_print(out, size, "%.0f min", seconds / 60);
    else if (seconds < 2 * 86400)
        text_print(out, size, "%.1f h", seconds / 3600);
    else if (seconds < 2 * year_s)
        text_print(out, size, "%.0f days", seconds / 86400);
    else
        text_print(out, size, "%.3g years", seconds / year_s);
}

bool patience_shown(const struct invocation *invocation)
{
    return !invocation->globals.quiet && isatty(STDERR_FILENO);
}

void patience_tell(size_t done, size_t n)
{
    fputs("\r\033[K", stderr);
    if (done < n)
        fprintf(stderr, "%zu of %zu runs", done, n);
    fflush(stderr);
}

int patience_ask(const struct invocation *invocation, size_t runs, double seconds)
{
    char duration[64], answer[16] = "", what[48];
    patience_print(seconds, duration, sizeof duration);
    if (options_has(&invocation->options, "yes"))
        return EXIT_DONE;
    text_print(what, sizeof what, runs == 1 ? "this is one run" : "these are %zu runs", runs);
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
        return report_usage("%s, about %s here; give --yes to run %s, or %s", what, duration,
                            runs == 1 ? "it" : "them",
                            runs == 1 ? "fewer hours or less load" : "fewer values");
    print(stderr, "%c%s, about %s here. Run %s? [y/N] ", *what - 'a' + 'A', what + 1, duration,
          runs == 1 ? "it" : "them");
    fflush(stderr);
    bool yes = fgets(answer, sizeof answer, stdin) && (*answer == 'y' || *answer == 'Y');
    return yes ? EXIT_DONE : EXIT_NO;
}

static double seconds_of(const struct model *model, size_t runs, int jobs)
{
    double threads = fmin((double)runs, jobs ? jobs : jobs_processors());
    return outlay_s(model) * (double)runs / fmax(1, threads);
}

int patience_check(const struct invocation *invocation, const struct model *model, size_t runs, int jobs)
{
    double seconds = seconds_of(model, runs, jobs);
    return seconds > long_s ? patience_ask(invocation, runs, seconds) : EXIT_DONE;
}

bool patience_allows(const struct invocation *invocation, const struct model *model, size_t runs, int jobs,
                     struct error *error)
{
    char duration[64];
    runs = runs > 0 ? runs : 1;
    double seconds = seconds_of(model, runs, jobs);
    patience_print(seconds, duration, sizeof duration);
    return seconds <= long_s || options_has(&invocation->options, "yes") ||
           error_set(error, ERROR_INPUT, NULL,
                     "%zu run%s of '%s' would take about %s here; give --yes to compare all the same", runs,
                     runs > 1 ? "s" : "", model->scenario.name, duration);
}
