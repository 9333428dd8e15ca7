/* Files in a folder of their own under $TMPDIR, gone afterwards. */
#include "tests/support/cbc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 256 };

bool cbc_is_installed(void)
{
    return system("command -v cbc >/dev/null 2>&1") == 0;
}

static bool may_be(const struct assign *assign, int pod, int g)
{
    return isfinite(assign->rise_k[pod * assign->n_gpus + g]) &&
           !(assign->fixed && assign->fixed[pod] >= 0 && assign->fixed[pod] != g);
}

/* A sum over what may be: of a pod's GPUs, or of the pods on a GPU, of one size or (-1) of any. */
static void print_sum(FILE *file, const struct assign *assign, int pod, int g, int size, bool heat)
{
    for (int k = 0; k < (pod >= 0 ? assign->n_gpus : assign->n_pods); k++) {
        int p = pod >= 0 ? pod : k, on = pod >= 0 ? k : g;
        if (may_be(assign, p, on) && (size < 0 || assign->size[p] == size))
            fprintf(file, " + %.17g x_%d_%d", heat ? assign->rise_k[p * assign->n_gpus + on] : 1, p, on);
    }
}

static void print_lp(FILE *file, const struct assign *assign)
{
    fputs("Minimize\n z: z\nSubject To\n", file);
    for (int pod = 0; pod < assign->n_pods; pod++) {
        fprintf(file, " pod_%d:", pod);
        print_sum(file, assign, pod, -1, -1, false);
        fputs(" = 1\n", file);
    }
    for (int g = 0; g < assign->n_gpus; g++) {
        fprintf(file, " warm_%d:", g);
        print_sum(file, assign, -1, g, -1, true);
        fprintf(file, " - z <= %.17g\n", -assign->base_k[g]);
        for (int s = 0; s < ASSIGN_SIZES_MAX; s++) {
            int any = 0;
            for (int pod = 0; pod < assign->n_pods; pod++)
                any += assign->size[pod] == s && may_be(assign, pod, g);
            if (any == 0)
                continue;
            fprintf(file, " free_%d_%d:", g, s);
            print_sum(file, assign, -1, g, s, false);
            fprintf(file, " <= %d\n", assign->free[g * ASSIGN_SIZES_MAX + s]);
        }
    }
    fputs("Binary\n", file);
    for (int pod = 0; pod < assign->n_pods; pod++)
        for (int g = 0; g < assign->n_gpus; g++)
            if (may_be(assign, pod, g))
                fprintf(file, " x_%d_%d\n", pod, g);
    fputs("End\n", file);
}

/* What it says: "Objective value: 9.0", and "Lower bound: 8.9" where it stopped before it had proved that. */
static bool read_answer(FILE *said, struct cbc_answer *answer)
{
    char line[512];
    *answer = (struct cbc_answer){.best_k = (double)NAN, .bound_k = (double)NAN};
    while (fgets(line, sizeof line, said)) {
        const char *best = strstr(line, "Objective value:"), *bound = strstr(line, "Lower bound:");
        if (best)
            answer->best_k = strtod(best + strlen("Objective value:"), NULL);
        if (bound)
            answer->bound_k = strtod(bound + strlen("Lower bound:"), NULL);
    }
    if (isnan(answer->bound_k))
        answer->bound_k = answer->best_k;
    return isfinite(answer->best_k);
}

bool cbc_solve(const struct assign *assign, int seconds, struct cbc_answer *answer)
{
    char folder[PATH_SIZE], path[PATH_SIZE + 16], command[2 * PATH_SIZE + 96];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/wattif-cbc-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder))
        return false;
    snprintf(path, sizeof path, "%s/place.lp", folder);
    FILE *file = fopen(path, "w");
    if (file) {
        print_lp(file, assign);
        fclose(file);
    }
    snprintf(command, sizeof command, "cbc '%s' sec %d solve 2>/dev/null", path, seconds);
    FILE *said = file ? popen(command, "r") : NULL;
    bool good = said && read_answer(said, answer);
    if (said)
        pclose(said);
    unlink(path);
    rmdir(folder);
    return good;
}
