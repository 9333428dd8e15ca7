/* Whatever walks the rows and needs no document. */
#include "engine/base/field.h"

#include "engine/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIELD_PLACE_SIZE = 256 };

static const char *at(const struct field *field, const void *base)
{
    return (const char *)base + field->offset;
}

static const struct field_range *range_of(const struct field *field)
{
    return field->range ? field->range : &field->own;
}

/* What it is where the document says nothing. */
static double field_initial(const struct field *field)
{
    return field->range && field->nullable ? (double)NAN : range_of(field)->initial;
}

double field_number(const struct field *field, const void *base)
{
    const void *from = at(field, base);
    switch (field->type) {
    case FIELD_NUMBER:
        return *(const double *)from;
    case FIELD_INT64:
        return (double)*(const int64_t *)from;
    case FIELD_BOOL:
        return *(const bool *)from;
    case FIELD_INT32:
    case FIELD_CHOICE:
    case FIELD_INDEX:
        return *(const int32_t *)from;
    default:
        return (double)NAN;
    }
}

void field_set_number(const struct field *field, void *base, double value)
{
    char *to = (char *)base + field->offset;
    switch (field->type) {
    case FIELD_NUMBER:
        *(double *)(void *)to = value;
        break;
    case FIELD_INT64:
        *(int64_t *)(void *)to = (int64_t)value;
        break;
    case FIELD_BOOL:
        *(bool *)(void *)to = value != 0;
        break;
    case FIELD_INT32:
    case FIELD_CHOICE:
    case FIELD_INDEX:
        *(int32_t *)(void *)to = (int32_t)value;
        break;
    default:
        break;
    }
}

bool field_applies(const struct field_table *table, const struct field *field, const void *base)
{
    if (field->kinds == 0)
        return true;
    int kind = (int)field_number(&table->fields[0], base);
    return kind >= 0 && kind < 32 && (field->kinds >> kind & 1);
}

const struct field *field_find(const struct field_table *table, const char *key)
{
    for (size_t i = 0; i < table->n; i++)
        if (table->fields[i].key && strcmp(table->fields[i].key, key) == 0)
            return &table->fields[i];
    return NULL;
}

bool fields_have(const struct field_table *table, const char *key, const void *base)
{
    const struct field *field = field_find(table, key);
    return field && field_applies(table, field, base);
}

void fields_init(const struct field_table *table, void *base)
{
    memset(base, 0, table->size);
    for (size_t f = 0; f < table->n; f++) {
        const struct field *field = &table->fields[f];
        void *to = (char *)base + field->offset;
        if (field->type == FIELD_PART)
            fields_init(field->part, to);
        else if (field->type == FIELD_INDEX)
            field_set_number(field, base, -1);
        for (size_t i = 0; field->type == FIELD_INDICES && i < field->size; i++)
            ((int *)to)[i] = -1;
        for (size_t i = 0; field->type == FIELD_NUMBERS && i < field->size; i++)
            ((double *)to)[i] = NAN;
        for (size_t i = 0; field->type == FIELD_PARTS && i < field->size; i++)
            fields_init(field->part, (char *)to + i * field->part->size);
        if (field->type == FIELD_TEXT && field->text)
            text_copy(to, field->size, field->text);
        if (field_initial(field) != 0) /* or NAN */
            field_set_number(field, base, field_initial(field));
    }
}

bool field_takes(const struct field *field, double value)
{
    if (field->type == FIELD_CHOICE)
        return value >= 0 && value < (double)field->size;
    const struct field_range *range = range_of(field);
    if (!(range->min < range->max) || (field->nullable && isnan(value)))
        return true;
    return value >= range->min && value <= range->max && (!field->whole || value == floor(value));
}

char *field_refusal(const struct field *field, double value, char *out, size_t size)
{
    const struct field_range *range = range_of(field);
    const char *unit = range->unit ? range->unit : "";
    if (field->refusal)
        return text_print(out, size, "%s", field->refusal);
    return text_print(out, size, "%s takes %s to %s%s%s, not %s", field->what ? field->what : field->key,
                      TEXT_NUMBER(range->min), TEXT_NUMBER(range->max), *unit ? " " : "", unit,
                      isnan(value) ? "NaN" : TEXT_NUMBER(value));
}

void fields_check(const struct field_table *table, const void *base, const char *place, struct faults *faults)
{
    char inner[FIELD_PLACE_SIZE];
    for (size_t i = 0; i < table->n; i++) {
        const struct field *field = &table->fields[i];
        if (field->type == FIELD_PART) {
            snprintf(inner, sizeof inner, "%s/%s", place, field->key);
            fields_check(field->part, at(field, base), inner, faults);
        } else if (field->key && field_applies(table, field, base) &&
                   !field_takes(field, field_number(field, base))) {
            double value = field_number(field, base);
            char whole[FIELD_PLACE_SIZE], why[FIELD_PLACE_SIZE];
            snprintf(whole, sizeof whole, "%s/%s", place, field->key);
            faults_add(faults, whole, "%s", field_refusal(field, value, why, sizeof why));
        }
    }
}

static bool same_numbers(const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i])))
            return false;
    return true;
}

/* The first of an array of parts, in the struct itself or pointed at; *n: how many. */
static const char *parts_of(const struct field *field, const void *base, int *n)
{
    const char *parts = at(field, base);
    *n = *(const int *)((const char *)base + field->count);
    return field->size == 0 ? *(const char *const *)(const void *)parts : parts;
}

static bool same_parts(const struct field *field, const void *a, const void *b)
{
    int n, n_other;
    const char *one = parts_of(field, a, &n), *other = parts_of(field, b, &n_other);
    for (int i = 0; n == n_other && i < n; i++)
        if (!fields_same(field->part, one + (size_t)i * field->part->size,
                         other + (size_t)i * field->part->size))
            return false;
    return n == n_other;
}

bool field_same(const struct field *field, const void *a, const void *b)
{
    const void *one = at(field, a), *other = at(field, b);
    switch (field->type) {
    case FIELD_OTHER:
        return true;
    case FIELD_TEXT:
        return strcmp(one, other) == 0;
    case FIELD_INT64:
        return *(const int64_t *)one == *(const int64_t *)other;
    case FIELD_INDICES:
        return memcmp(one, other, field->size * sizeof(int)) == 0;
    case FIELD_NUMBERS:
        return same_numbers(one, other, field->size);
    case FIELD_PART:
        return fields_same(field->part, one, other);
    case FIELD_PARTS:
        return same_parts(field, a, b);
    default:
        return same_numbers(&(double){field_number(field, a)}, &(double){field_number(field, b)}, 1);
    }
}

/* --- hashes --- */

/* Short, as scenarios are thousands of words; each step is one to one, so a word that differs shows. */
static uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash = ((hash ^ word) + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 32);
}

uint64_t field_hash_number(uint64_t hash, double value)
{
    uint64_t bits;
    double plain = isnan(value) ? (double)NAN : value + 0.0;
    memcpy(&bits, &plain, sizeof bits);
    return hash_word(hash, bits);
}

uint64_t field_hash_text(uint64_t hash, const char *text)
{
    size_t n = strlen(text);
    uint64_t word = 0;
    for (size_t i = 0; i < n; i += sizeof word, word = 0) {
        memcpy(&word, text + i, n - i < sizeof word ? n - i : sizeof word);
        hash = hash_word(hash, word);
    }
    return hash_word(hash, ~(uint64_t)n); /* "ab", "c" is not "a", "bc" */
}

uint64_t field_hash(const struct field *field, const void *base, uint64_t hash)
{
    const void *value = at(field, base);
    switch (field->type) {
    case FIELD_OTHER:
        return hash;
    case FIELD_TEXT:
        return field_hash_text(hash, value);
    case FIELD_INT64:
        return hash_word(hash, (uint64_t) * (const int64_t *)value);
    case FIELD_INDICES:
        for (size_t i = 0; i < field->size; i++)
            hash = field_hash_number(hash, ((const int *)value)[i]);
        return hash;
    case FIELD_NUMBERS: /* mostly of knobs that nobody turns */
        for (size_t i = 0; i < field->size; i++)
            if (!isnan(((const double *)value)[i]))
                hash = field_hash_number(hash_word(hash, i), ((const double *)value)[i]);
        return hash_word(hash, field->size);
    case FIELD_PART:
        return fields_hash(field->part, value, hash);
    case FIELD_PARTS: {
        int n;
        const char *parts = parts_of(field, base, &n);
        hash = field_hash_number(hash, n);
        for (int i = 0; i < n; i++)
            hash = fields_hash(field->part, parts + (size_t)i * field->part->size, hash);
        return hash;
    }
    default:
        return field_hash_number(hash, field_number(field, base));
    }
}

uint64_t fields_hash(const struct field_table *table, const void *base, uint64_t hash)
{
    for (size_t i = 0; i < table->n; i++)
        hash = field_hash(&table->fields[i], base, hash);
    return hash;
}

/* --- what was said --- */

bool field_is_initial(const struct field *field, const void *base)
{
    double initial = field->type == FIELD_INDEX ? -1 : field_initial(field),
           value = field_number(field, base);
    if (field->type == FIELD_TEXT)
        return strcmp(at(field, base), field->text ? field->text : "") == 0;
    if (field->type == FIELD_PART)
        return fields_are_initial(field->part, at(field, base));
    return same_numbers(&value, &initial, 1);
}

bool fields_are_initial(const struct field_table *table, const void *base)
{
    for (size_t i = 0; i < table->n; i++)
        if (!field_is_initial(&table->fields[i], base))
            return false;
    return true;
}

bool fields_same(const struct field_table *table, const void *a, const void *b)
{
    for (size_t i = 0; i < table->n; i++)
        if (!field_same(&table->fields[i], a, b))
            return false;
    return true;
}
