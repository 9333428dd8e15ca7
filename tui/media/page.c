/* Characters that are markup become entities; those that command become visible (engine/base/glyph.h). */
#include "tui/media/page.h"

#include "engine/base/glyph.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void page_markup(struct page *page, const char *markup)
{
    fputs(markup, page->out);
}

static const char *entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void page_text(struct page *page, const char *text)
{
    char shown[VISIBLE_SIZE];
    int n;

    while ((n = visible_shown(&text, shown)) > 0) {
        const char *as = n == 1 ? entity(shown[0]) : NULL;
        if (as)
            fputs(as, page->out);
        else
            fwrite(shown, 1, (size_t)n, page->out);
    }
}

bool page_fed(struct page *page, bool there)
{
    page->starved |= !there;
    return there;
}

void page_print(struct page *page, const char *format, ...)
{
    va_list arguments, again;
    char brief[512];
    va_start(arguments, format);
    va_copy(again, arguments);
    int n = vsnprintf(brief, sizeof brief, format, arguments);
    char *text = n >= (int)sizeof brief ? malloc((size_t)n + 1) : NULL;
    if (n >= (int)sizeof brief && page_fed(page, text != NULL))
        vsnprintf(text, (size_t)n + 1, format, again);
    if (n >= 0)
        page_text(page, text ? text : brief);
    free(text);
    va_end(again);
    va_end(arguments);
}

void page_element(struct page *page, const char *tag, const char *text)
{
    fprintf(page->out, "<%s>", tag);
    page_text(page, text);
    fprintf(page->out, "</%.*s>\n", (int)strcspn(tag, " "), tag);
}

void page_begin_section(struct page *page, const char *id, const char *title)
{
    fprintf(page->out, "<section id=\"%s\">\n", id);
    page_element(page, "h2", title);
    page->heading = title;
}

void page_heading(struct page *page, const char *title)
{
    page_element(page, "h3", title);
    page->heading = title;
}

const char *page_name(const struct page *page, const char *title)
{
    return *title || !page->heading ? title : page->heading;
}

void page_title(struct page *page, const char *tag, const char *title)
{
    fprintf(page->out, *title ? "<%s>" : "<%s class=\"again\">", tag);
    page_text(page, page_name(page, title));
    fprintf(page->out, "</%s>\n", tag);
}

void page_end_section(struct page *page)
{
    page_markup(page, "</section>\n");
}

void page_note(struct page *page, const char *text)
{
    page_element(page, "p class=\"note\"", text);
}

void page_begin_table(struct page *page, struct page_table *table, const char *caption,
                      const struct page_column *columns, size_t n)
{
    *table = (struct page_table){columns, n, 0};
    page_markup(page, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    page_text(page, page_name(page, caption));
    page_markup(page, "\"><table>\n");
    page_title(page, "caption", caption);
    bool head = false;
    for (size_t i = 0; i < n; i++)
        head = head || *columns[i].title;
    page_markup(page, head ? "<thead><tr>" : "<tbody>\n");
    for (size_t i = 0; head && i < n; i++)
        page_element(page, columns[i].number ? "th scope=\"col\" class=\"n\"" : "th scope=\"col\"",
                     columns[i].title);
    page_markup(page, head ? "</tr></thead>\n<tbody>\n" : "");
    page->n_tables++;
}

void page_number(struct page *page, const char *text)
{
    bool negative = text[0] == '-' && text[1] != '\0';
    page_markup(page, negative ? "−" : "");
    page_text(page, text + negative);
}

void page_cell(struct page *page, struct page_table *table, const char *text, const char *mark)
{
    const struct page_column *column = &table->columns[table->at];
    bool head = table->at == 0;
    if (head)
        page_markup(page, "<tr>");
    fprintf(page->out, "<%s class=\"%s%s%s\">", head ? "th scope=\"row\"" : "td", column->number ? "n" : "",
            column->number && *mark ? " " : "", mark);
    if (column->number && text)
        page_number(page, text);
    else
        page_text(page, text ? text : "–");
    page_markup(page, head ? "</th>" : "</td>");
    table->at = (table->at + 1) % table->n;
    if (table->at == 0)
        page_markup(page, "</tr>\n");
}

void page_end_table(struct page *page, struct page_table *table)
{
    (void)table;
    page_markup(page, "</tbody></table></div>\n");
}
