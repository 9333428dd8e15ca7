/* A contrast as `wattif compare` prints it, and the view exports it: long rows in CSV, in JSON a row a
 * metric. */
#include "tui/words/contrast.h"

#include "store/json/json.h"

#include <math.h>
#include <stdlib.h>

enum { KEY_SIZE = 96 };

/* --- CSV --- */

struct telling {
    const struct contrast *contrast;
    struct sheet *sheet;
};

static void tell_row(void *context, const struct contrast_row *row)
{
    const struct telling *telling = context;
    const struct contrast *contrast = telling->contrast;
    struct sheet *sheet = telling->sheet;
    char key[KEY_SIZE];
    metric_key(row->column.metric, row->column.part, key, sizeof key);
    for (size_t k = 0; k < contrast->n; k++) {
        const struct pairing *pairing = &row->pairings[k];
        bool held = k != contrast->base;
        bool judged = held && pairing->verdict != PAIRING_UNKNOWN;
        sheet_text(sheet, key);
        sheet_text(sheet, contrast->runs[k].name);
        sheet_number(sheet, row->values[k]);
        sheet_number(sheet, held ? pairing->delta : (double)NAN);
        sheet_number(sheet, held ? pairing->ci95 : (double)NAN);
        sheet_text(sheet, judged ? pairing_verdict_names[pairing->verdict] : NULL);
    }
}

/* --- JSON --- */

struct writing {
    const struct contrast *contrast;
    struct json_writer *writer;
};

/* Of every run but the base, in their order. */
static void put_pairings(const struct writing *writing, const char *key, const struct contrast_row *row,
                         void (*put)(struct json_writer *writer, const struct pairing *pairing))
{
    json_begin_array(writing->writer, key, true);
    for (size_t k = 0; k < writing->contrast->n; k++)
        if (k != writing->contrast->base)
            put(writing->writer, &row->pairings[k]);
    json_end_array(writing->writer);
}

static void put_delta(struct json_writer *writer, const struct pairing *pairing)
{
    json_number(writer, NULL, pairing->delta);
}

static void put_interval(struct json_writer *writer, const struct pairing *pairing)
{
    json_number(writer, NULL, pairing->ci95);
}

static const char *name_of(enum pairing_verdict verdict)
{
    return verdict == PAIRING_UNKNOWN ? NULL : pairing_verdict_names[verdict];
}

static void put_verdict(struct json_writer *writer, const struct pairing *pairing)
{
    json_string(writer, NULL, name_of(pairing->verdict));
}

static void put_row(void *context, const struct contrast_row *row)
{
    const struct writing *writing = context;
    const struct contrast *contrast = writing->contrast;
    struct json_writer *writer = writing->writer;
    char key[KEY_SIZE];
    metric_key(row->column.metric, row->column.part, key, sizeof key);
    json_begin_object(writer, NULL);
    json_string(writer, "metric", key);
    json_begin_array(writer, "values", true);
    for (size_t k = 0; k < contrast->n; k++)
        json_number(writer, NULL, row->values[k]);
    json_end_array(writer);
    put_pairings(writing, "delta", row, put_delta);
    if (contrast_seeds(contrast) > 1 && contrast_has_pair(contrast))
        put_pairings(writing, "delta_ci95", row, put_interval);
    else
        json_null(writer, "delta_ci95");
    json_string(writer, "better", contrast_best(contrast, row));
    json_string(writer, "verdict", name_of(contrast_verdict(contrast, row)));
    put_pairings(writing, "verdicts", row, put_verdict);
    json_end_object(writer);
}

static char *make_json(const struct contrast *contrast)
{
    struct json_writer writer = {0};
    struct writing writing = {contrast, &writer};
    bool known = contrast->n > 0;
    const char *why = known ? contrast_why_not(contrast) : NULL;
    json_begin_object(&writer, NULL);
    json_begin_array(&writer, "runs", false);
    for (size_t k = 0; k < contrast->n; k++)
        json_string(&writer, NULL, contrast->runs[k].name);
    json_end_array(&writer);
    json_string(&writer, "base", known ? contrast->runs[contrast->base].name : NULL);
    json_bool(&writer, "paired", known && !why);
    json_string(&writer, "why_not", why);
    json_uint(&writer, "n", known ? contrast_seeds(contrast) : 0);
    json_begin_array(&writer, "differences", false);
    bool good = !known || contrast_each_row(contrast, SHOWN_NEVER, put_row, &writing);
    json_end_array(&writer);
    json_end_object(&writer);
    char *text = json_writer_take(&writer);
    if (good)
        return text;
    free(text);
    return NULL;
}

/* --- both --- */

void contrast_tell(const struct contrast *contrast, struct sheet *sheet)
{
    static const char *const columns[] = {"metric", "run", "value", "delta", "delta_ci95", "verdict"};
    struct telling telling = {contrast, sheet};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        sheet_column(sheet, columns[i]);
    bool good = contrast->n == 0 || /* nothing is known yet */
                contrast_each_row(contrast, SHOWN_NEVER, tell_row, &telling);
    sheet_set_json(sheet, good ? make_json(contrast) : NULL);
}
