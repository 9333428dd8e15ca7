/* The sections of a report, in their order. Each prints itself, heading and all, or nothing where it is not
 * present. */
#ifndef WATTIF_TUI_REPORT_SECTIONS_H
#define WATTIF_TUI_REPORT_SECTIONS_H

#include "tui/media/page.h"
#include "tui/report/report_page.h"

#define OF(command) (1u << REPORT_##command)

struct section {
    unsigned commands; /* OF(RUN) | ...: which reports have it */
    const char *id, *title;
    bool (*present)(const struct report_page *report); /* NULL: always */
    void (*print)(struct page *page, const struct report_page *report);
    void (*tell)(struct account *account, const struct report_page *report); /* in the place of print */
};
extern const struct section sections[];
extern const size_t n_sections;

/* run_tables.c */
void section_cards(struct page *page, const struct report_page *report);
void tell_service(struct account *account, const struct report_page *report);
void tell_ledger(struct account *account, const struct report_page *report);
void tell_gpus(struct account *account, const struct report_page *report);
void tell_metrics(struct account *account, const struct report_page *report);
bool seeds_present(const struct report_page *report);
/* " Over 20 seeds ...", behind the sentence of the first. */
void seeds_sentence(const struct report_page *report, char *out, size_t size);
void section_seeds(struct page *page, const struct report_page *report);
/* run_figures.c */
void section_figures(struct page *page, const struct report_page *report);
/* run_origin.c */
bool differs_present(const struct report_page *report);
void tell_differs(struct account *account, const struct report_page *report);
bool decisions_present(const struct report_page *report);
void tell_decisions(struct account *account, const struct report_page *report);
void section_origin(struct page *page, const struct report_page *report);
/* sweep_report.c */
void section_trade(struct page *page, const struct report_page *report);
void tell_configurations(struct account *account, const struct report_page *report);
void section_inputs(struct page *page, const struct report_page *report);
void section_repeat(struct page *page, const struct report_page *report);

/* What a report is held against: its second run, or NULL. */
static inline const struct page_run *report_reference(const struct report_page *report)
{
    return report->report->command == REPORT_RUN && report->n_runs > 1 ? &report->runs[1] : NULL;
}

#endif
