/* Reports: what stands where the data of one stand is read or refused, and what is read is printed and read
 * again as the same. */
#include "store/report/report_file.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The inputs of what was read are its own; of what is printed they lie elsewhere. */
static char *print_again(struct report *report)
{
    for (size_t i = 0; i < report->n_inputs; i++)
        report->inputs[i].item = report->inputs[i].own;
    return report_text(report);
}

static struct report *parse(const char *text, size_t n)
{
    struct faults *faults = calloc(1, sizeof *faults);
    struct error error = {0};
    size_t size = strlen(report_begin) + strlen(report_middle) + n + strlen(report_end);
    char *page = malloc(size + 1);
    struct report *report = NULL;
    if (faults && page) {
        char *at = page;
        at = stpcpy(stpcpy(at, report_begin), report_middle);
        memcpy(at, text, n);
        strcpy(at + n, report_end);
        report = report_parse(page, size, "fuzz.html", faults, &error);
        if (!report && error.kind == ERROR_NONE)
            abort();
    }
    free(page);
    free(faults);
    return report;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct report *report = parse((const char *)data, size);
    char *text = report ? print_again(report) : NULL;
    if (text) {
        struct report *again = parse(text, strlen(text));
        char *same = again ? print_again(again) : NULL;
        if (!same || strcmp(same, text) != 0)
            abort();
        report_free(again);
        free(again);
        free(same);
    }
    report_free(report);
    free(report);
    free(text);
    return 0;
}
