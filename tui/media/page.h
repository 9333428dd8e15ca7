/* A page of HTML while it is written. Text from anywhere is written by page_text(), which lets no character
 * of it be markup or command a terminal that shows the file; markup itself is constant text of this program.
 */
#ifndef WATTIF_TUI_MEDIA_PAGE_H
#define WATTIF_TUI_MEDIA_PAGE_H

#include "engine/base/error.h"

#include <stdio.h>

struct page {
    FILE *out;   /* whose owner asks ferror */
    int n_plots; /* so far, for their ids */
    int n_tables;
    const char *heading; /* that tables and figures without a title of their own stand under; or NULL */
    bool starved;        /* memory ran out for something that was to stand on it */
};

/* Was there memory? Where there was none, the page is starved from here on. */
bool page_fed(struct page *page, bool there);

/* Constant markup, as it is. */
void page_markup(struct page *page, const char *markup);
/* Text, inert. */
void page_text(struct page *page, const char *text);
/* A number as print sets it: a minus as wide as a plus. */
void page_number(struct page *page, const char *text);
void page_print(struct page *page, const char *format, ...) PRINTF_LIKE(2, 3);
/* <NAME>text</NAME>, where `tag` may bring attributes: "td class=\"n\"". */
void page_element(struct page *page, const char *tag, const char *text);

/* <section id=...><h2>; page_end_section. */
void page_begin_section(struct page *page, const char *id, const char *title);
void page_end_section(struct page *page);
/* A heading within a section. */
void page_heading(struct page *page, const char *title);
/* A paragraph in the quiet voice of notes. */
void page_note(struct page *page, const char *text);

/* Of a table or figure: its title, or where that is "" the heading above, which is not drawn twice; a screen
 * reader has it both times. */
void page_title(struct page *page, const char *tag, const char *title);
const char *page_name(const struct page *page, const char *title);

/* Tables: a caption, columns with heads, cells row by row. A column that is `number` is set flush right. The
 * first cell of a row is its head. */
struct page_column {
    const char *title;
    bool number;
};
struct page_table {
    const struct page_column *columns;
    size_t n, at;
};
void page_begin_table(struct page *page, struct page_table *table, const char *caption,
                      const struct page_column *columns, size_t n);
/* The next cell; NULL: not known. `mark` is "", or a class of its own: "good", "bad". */
void page_cell(struct page *page, struct page_table *table, const char *text, const char *mark);
void page_end_table(struct page *page, struct page_table *table);

#endif
