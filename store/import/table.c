/* Headers are compared without case, blanks and underscores, and words in them are looked for in the
 * languages of the larger grid operators. What decides between several columns is how much of the header
 * fits; equally good ones are for the user to choose from. */
#include "store/import/table.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "store/store.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HEADER_SIZE = 160, AHEAD = 1 << 16, WORD_POINTS = 4, UNIT_POINTS = 3, HINT_POINTS = 1 };

/* --- times --- */

/* One to `most` digits; moves behind them. */
static bool take_number(const char **text, int most, int *value)
{
    int n = 0;
    for (*value = 0; n < most && isdigit((unsigned char)**text); n++, ++*text)
        *value = *value * 10 + (**text - '0');
    return n > 0 && !isdigit((unsigned char)**text);
}

static bool take_any(const char **text, const char *of)
{
    if (!**text || !strchr(of, **text))
        return false;
    ++*text;
    return true;
}

static void skip_blanks(const char **text)
{
    while (**text == ' ')
        ++*text;
}

struct date_time {
    int year, month, day, hour, minute, second;
};

/* "13:00", "13:00:00.0", "1:00 PM". */
static bool take_clock(const char **text, struct date_time *at)
{
    const char *start;
    if (!take_number(text, 2, &at->hour) || !take_any(text, ":") || !take_number(text, 2, &at->minute))
        return false;
    if (take_any(text, ":") && !take_number(text, 2, &at->second))
        return false;
    if (take_any(text, "."))
        while (**text == '0')
            ++*text;
    start = *text;
    skip_blanks(text);
    bool pm = strncasecmp(*text, "pm", 2) == 0;
    if (!pm && strncasecmp(*text, "am", 2) != 0) {
        *text = start;
        return true;
    }
    *text += 2;
    at->hour = at->hour % 12 + (pm ? 12 : 0);
    return true;
}

/* To "Z", "+01:00" or "". */
static bool take_zone(const char **text, char zone[8])
{
    int hours, minutes = 0;
    zone[0] = '\0';
    skip_blanks(text);
    if (!**text)
        return true;
    static const char *const utc[] = {"Z", "UTC", "GMT"};
    for (size_t k = 0; k < sizeof utc / sizeof *utc; k++)
        if (strcasecmp(*text, utc[k]) == 0) {
            text_copy(zone, 8, "Z");
            *text += strlen(*text);
            return true;
        }
    char sign = **text;
    if (!take_any(text, "+-"))
        return false;
    const char *start = *text;
    if (strspn(start, "0123456789") == 4) { /* +0100 */
        hours = (start[0] - '0') * 10 + start[1] - '0';
        minutes = (start[2] - '0') * 10 + start[3] - '0';
        *text += 4;
    } else if (!take_number(text, 2, &hours) || (take_any(text, ":") && !take_number(text, 2, &minutes))) {
        return false;
    }
    text_print(zone, 8, "%c%02d:%02d", sign, hours % 100, minutes % 100);
    return **text == '\0';
}

bool table_instant_text(const char *text, bool day_first, char iso[TABLE_ISO_SIZE], bool *zoned)
{
    struct date_time at = {0};
    char from[TABLE_ISO_SIZE], zone[8];
    int64_t unix_s;
    skip_blanks(&text);
    text_copy(from, sizeof from, text);
    char *until = strstr(from, " - ");
    if (until)
        *until = '\0';
    for (size_t n = strlen(from); n > 0 && from[n - 1] == ' '; n--)
        from[n - 1] = '\0';
    text = from;
    *zoned = true;
    /* Seconds since 1970 have ten digits since 2001, milliseconds thirteen. */
    size_t digits = strspn(text, "0123456789");
    if ((digits == 10 || digits == 13) && !text[digits] && text_to_int64(text, &unix_s)) {
        civil_format(digits == 13 ? unix_s / 1000 : unix_s, iso, TABLE_ISO_SIZE);
        return civil_parse(iso, &unix_s); /* not of a year beyond the calendar's */
    }
    int a, b, c;
    if (!take_number(&text, 4, &a) || !take_any(&text, "-/.") || !take_number(&text, 2, &b) ||
        !take_any(&text, "-/.") || !take_number(&text, 4, &c))
        return false;
    bool year_first = a > 31;
    at.year = year_first ? a : c;
    at.month = year_first || day_first ? b : a;
    at.day = year_first ? c : day_first ? a : b;
    if (!(at.year >= 1000))
        return false;
    if (!take_any(&text, "T"))
        skip_blanks(&text);
    if (isdigit((unsigned char)*text) && !take_clock(&text, &at))
        return false;
    if (!take_zone(&text, zone))
        return false;
    *zoned = *zone != '\0';
    text_print(iso, TABLE_ISO_SIZE, "%04d-%02d-%02dT%02d:%02d:%02d%s", at.year, at.month, at.day, at.hour,
               at.minute, at.second, zone);
    return civil_parse(iso, &unix_s);
}

bool table_instant(const struct csv_reader *reader, const int *column, const struct table *table,
                   char iso[TABLE_ISO_SIZE], bool *zoned)
{
    char both[TABLE_ISO_SIZE];
    const char *day = csv_reader_cell(reader, column[TABLE_TIME]);
    if (column[TABLE_CLOCK] < 0)
        return table_instant_text(day, table->day_first, iso, zoned);
    text_print(both, sizeof both, "%s %s", day, csv_reader_cell(reader, column[TABLE_CLOCK]));
    return table_instant_text(both, table->day_first, iso, zoned);
}

/* --- which of day and month comes first --- */

/* The next date with the year last, as its two first numbers; moves behind it. */
static bool next_date(const char **text, const char *end, int *a, int *b, bool *dots)
{
    for (const char *at = *text; at < end; at++) {
        bool begins = isdigit((unsigned char)*at) && (at == *text || !isalnum((unsigned char)at[-1]));
        const char *to = at;
        int year;
        if (!begins || !take_number(&to, 2, a))
            continue;
        char separator = *to;
        if (!take_any(&to, "-/.") || !take_number(&to, 2, b) || *to != separator || !take_any(&to, "-/.") ||
            !take_number(&to, 4, &year) || year < 1000)
            continue;
        *dots = separator == '.';
        *text = to;
        return true;
    }
    return false;
}

/* A number above 12 is a day; else what changes from one date to the next is; else who writes AM and PM
 * writes the month first. */
static void find_date_order(struct table *table, const char *text, size_t n, enum date_order said)
{
    char *copy = said == DATES_TELL ? malloc(n + 1) : NULL;
    int a, b, last_a = 0, last_b = 0, first_moves = 0, second_moves = 0;
    bool dots = false;
    table->day_first = said != DATES_MDY;
    table->two_orders = false;
    if (!copy)
        return;
    memcpy(copy, text, n);
    copy[n] = '\0';
    const char *at = copy;
    while (next_date(&at, copy + n, &a, &b, &dots)) {
        if (dots || a > 12 || b > 12) {
            table->day_first = dots || a > 12;
            free(copy);
            return;
        }
        table->two_orders |= a != b;
        first_moves += last_a > 0 && a != last_a;
        second_moves += last_a > 0 && b != last_b;
        last_a = a;
        last_b = b;
    }
    bool twelve = false; /* a clock of twelve hours: AM or PM behind digits */
    for (at = copy; *at && !twelve; at++) {
        const char *word = at + 1 + (at[1] == ' ');
        twelve = isdigit((unsigned char)*at) &&
                 (strncasecmp(word, "am", 2) == 0 || strncasecmp(word, "pm", 2) == 0) &&
                 !isalnum((unsigned char)word[2]);
    }
    if (first_moves != second_moves || twelve) {
        table->day_first = first_moves > second_moves;
        table->two_orders = false;
    }
    free(copy);
}

/* --- headers --- */

/* In lower case, without blanks and underscores. */
static void normalise(const char *header, char out[HEADER_SIZE])
{
    size_t used = 0;
    for (; *header && used + 1 < HEADER_SIZE; header++)
        if (*header != ' ' && *header != '_')
            out[used++] = (char)tolower((unsigned char)*header);
    out[used] = '\0';
}

static bool has_word(const char *header, const char *const *words)
{
    for (; *words; words++)
        if (strstr(header, *words))
            return true;
    return false;
}

static bool is_word(const char *header, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(header, *words) == 0)
            return true;
    return false;
}

/* What a load may be for; longer ones first. */
static const struct {
    const char *text;
    double per_s;
} load_units[] = {
    {"/second", 1}, {"/sec", 1},      {"/minute", 60},   {"/min", 60},      {"/hour", 3600},
    {"/h", 3600},   {"/s", 1},        {"rps", 1},        {"qps", 1},        {"rpm", 60},
    {"rate(", 1},   {"persecond", 1}, {"perminute", 60}, {"perhour", 3600}, {"persec", 1},
};

/* How well a header says what is looked for; 0: not at all. */
static int points_of(const char *header, enum table_about about, const struct import_options *options)
{
    static const char *const intensity[] = {"intensi", "co2", "co\xE2\x82\x82", "carbon", "emission", "emisi",
                                            "ghg",     NULL};
    static const char *const intensity_short[] = {"ci", "ci(t)", NULL};
    static const char *const load[] = {"request", "quer",     "calls",      "hits",    "invocation",
                                       "load",    "rps",      "qps",        "traffic", "petic",
                                       "anfrage", "arrivals", "throughput", NULL};
    static const char *const load_short[] = {"req", "reqs", "count", "rate", "n", "jobs", NULL};
    static const char *const bases[BASIS_COUNT][4] = {
        [BASIS_LCA] = {"lca", "life", NULL}, [BASIS_DIRECT] = {"direct", "operational", NULL}};
    char plain[HEADER_SIZE], shown[TABLE_UNIT_SIZE];
    double factor;
    int points = 0;
    normalise(header, plain);
    if (about == TABLE_OF_LOADS) {
        points += has_word(plain, load) || is_word(plain, load_short) ? WORD_POINTS : 0;
        return points;
    }
    bool measured = unit_find(header, &factor, shown, sizeof shown) == UNIT_INTENSITY;
    points += has_word(plain, intensity) || is_word(plain, intensity_short) ? WORD_POINTS : 0;
    points += measured ? UNIT_POINTS : 0;
    if (points == 0)
        return 0;
    if (options->basis != BASIS_UNKNOWN && has_word(plain, bases[options->basis]))
        points += HINT_POINTS;
    bool forecast = strstr(plain, "forecast") != NULL;
    return points + (forecast == options->use_forecast ? HINT_POINTS : 0);
}

/* --- columns --- */

static bool is_number(const struct csv_reader *reader, int column)
{
    double value;
    return csv_reader_number(reader, column, &value);
}

/* What a column of numbers calls itself, in seconds; 0: it is none of times. */
static double number_unit_s(const char *header)
{
    static const struct {
        const char *word;
        double unit_s;
    } units[] = {{"hour", 3600},   {"minute", 60},  {"second", 1},   {"timestamps", 1}, {"times", 1},
                 {"hours", 3600},  {"minutes", 60}, {"seconds", 1},  {"h", 3600},       {"hora", 3600},
                 {"stunde", 3600}, {"heure", 3600}, {"min", 60},     {"sec", 1},        {"s", 1},
                 {"time", 1},      {"t", 1},        {"timeh", 3600}, {"time(h)", 3600}, {"time(s)", 1},
                 {"day", 86400}};
    char plain[HEADER_SIZE];

    normalise(header, plain);
    for (size_t k = 0; k < sizeof units / sizeof *units; k++)
        if (strcmp(plain, units[k].word) == 0)
            return units[k].unit_s;
    return 0;
}

static const char *what_of(enum table_about about)
{
    return about == TABLE_OF_LOADS ? "requests" : "intensities";
}

/* "--column 'a', --column 'b'" of the columns that could be meant, as many as there is room for. */
static char *list_columns(const struct csv_reader *reader, const bool *meant, char *out, size_t size)
{
    int n = (int)csv_reader_columns(reader);
    *out = '\0';
    for (int k = 0; k < n && strlen(out) + 64 < size; k++)
        if (meant[k])
            text_append(out, size, "%s--column '%s'", *out ? ", " : "",
                        TEXT_BRIEF(csv_reader_name(reader, k)));
    return out;
}

/* The column of numbers. -1: there is none; -2: a fault says why not. */
static int find_values(struct csv_reader *reader, enum table_about about, bool certain,
                       const struct import_options *options, const int *column)
{
    int n = (int)csv_reader_columns(reader), best = -1, most = 0, numbers = 0, ties = 0;
    bool tied[CSV_CELLS_MAX] = {false}, number[CSV_CELLS_MAX] = {false};
    char list[320];
    for (int k = 0; k < n; k++) {
        bool filled = *csv_reader_cell(reader, k) != '\0';
        if (k == column[TABLE_TIME] || k == column[TABLE_CLOCK] || (filled && !is_number(reader, k)))
            continue;
        const char *header = csv_reader_name(reader, k);
        bool other =
            points_of(header, about == TABLE_OF_LOADS ? TABLE_OF_INTENSITIES : TABLE_OF_LOADS, options) > 0;
        int points = points_of(header, about, options);
        number[k] = filled && !other;
        numbers += number[k];
        if (points > most) {
            most = points;
            best = k;
            memset(tied, 0, sizeof tied);
            ties = 0;
        }
        tied[k] = points > 0 && points == most;
        ties += tied[k];
    }
    if (options->column) {
        int named = csv_reader_column(reader, options->column);
        if (named < 0)
            csv_reader_fault_at(reader, 1, "there is no column '%s'; there are %s",
                                TEXT_BRIEF(options->column), list_columns(reader, number, list, sizeof list));
        return named >= 0 ? named : -2;
    }
    if (ties > 1) {
        csv_reader_fault_at(reader, 1,
                            "%d columns could hold the %s; say which: %s (on the screen: the field 'column')",
                            ties, what_of(about), list_columns(reader, tied, list, sizeof list));
        return -2;
    }
    if (best < 0 && certain && numbers > 0) {
        csv_reader_fault_at(
            reader, 1,
            "no column says that it holds the %s; say which does: %s (on the screen: the field 'column')",
            what_of(about), list_columns(reader, number, list, sizeof list));
        return -2;
    }
    return best;
}

/* The unit of intensities, by the option or the header. False with a fault. */
static bool find_unit(struct csv_reader *reader, const char *header, const struct import_options *options,
                      struct table *table)
{
    *table->unit = '\0';
    enum unit_said said = unit_find(header, &table->factor, table->unit, sizeof table->unit);
    if (said == UNIT_EMISSIONS)
        return csv_reader_fault_at(
            reader, 1,
            "column '%s' holds emissions by time, which are no intensity: divide them by the generation of the same time, or name another with --column",
            TEXT_BRIEF(header));
    return !options->unit ||
           unit_find(options->unit, &table->factor, table->unit, sizeof table->unit) == UNIT_INTENSITY ||
           csv_reader_fault_at(
               reader, 1,
               "--unit '%s' is no unit of intensity; it is g, kg, lb or t per kWh or MWh, as lb/MWh",
               TEXT_BRIEF(options->unit));
}

/* Of a load: whether its column says a rate, or was said to be one; what may be either is asked for. */
static bool find_rate(struct csv_reader *reader, const char *header, const struct import_options *options,
                      struct table *table)
{
    const char *format = options->format;
    char plain[HEADER_SIZE];
    bool rates = format && strcmp(format, "rates") == 0, counts = format && strcmp(format, "counts") == 0;
    normalise(header, plain);
    table->per_s = 0;
    for (size_t k = 0; k < sizeof load_units / sizeof *load_units && table->per_s == 0; k++)
        if (strstr(plain, load_units[k].text))
            table->per_s = load_units[k].per_s;
    table->stated = rates || counts;
    if (counts)
        table->per_s = 0;
    else if (rates && table->per_s == 0)
        table->per_s = 1;
    return table->stated || table->per_s > 0 || !(strstr(plain, "rate") || strstr(plain, "throughput")) ||
           csv_reader_fault_at(
               reader, 1,
               "'%s' may be requests a second or a count of each step; say which with --as rates or --as counts (on the screen: the field 'read as')",
               TEXT_BRIEF(header));
}

bool table_guess(struct csv_reader *reader, enum table_about about, bool certain,
                 const struct import_options *options, struct table *table, int *column)
{
    size_t n;
    const char *ahead = csv_reader_ahead(reader, AHEAD, &n);
    *table = (struct table){.factor = 1};
    find_date_order(table, ahead, n, options->dates);
    if (csv_reader_hold(reader) != 1)
        return false;
    /* The first column whose first cell is a time, and one of clocks behind a column of days. */
    int rows = (int)csv_reader_columns(reader);
    char iso[TABLE_ISO_SIZE];
    bool zoned;
    column[TABLE_TIME] = column[TABLE_CLOCK] = -1;
    table->unit_s = 0;
    for (int k = 0; k < rows && column[TABLE_TIME] < 0; k++)
        if (table_instant_text(csv_reader_cell(reader, k), table->day_first, iso, &zoned))
            column[TABLE_TIME] = k;
    for (int k = 0; about == TABLE_OF_LOADS && k < rows && column[TABLE_TIME] < 0; k++) {
        table->unit_s = number_unit_s(csv_reader_name(reader, k));
        if (table->unit_s > 0 && is_number(reader, k))
            column[TABLE_TIME] = k;
    }
    if (column[TABLE_TIME] < 0)
        return false;
    bool day_alone = !strchr(csv_reader_cell(reader, column[TABLE_TIME]), ':');
    for (int k = 0; day_alone && table->unit_s == 0 && k < rows && column[TABLE_CLOCK] < 0; k++) {
        struct date_time at = {0};
        const char *cell = csv_reader_cell(reader, k);
        if (k != column[TABLE_TIME] && take_clock(&cell, &at) && !*cell)
            column[TABLE_CLOCK] = k;
    }

    column[TABLE_VALUE] = find_values(reader, about, certain, options, column);
    if (column[TABLE_VALUE] < 0)
        return false;
    const char *header = csv_reader_name(reader, column[TABLE_VALUE]),
               *date = csv_reader_cell(reader, column[TABLE_TIME]);
    int a, b;
    bool dots;
    if (!(about == TABLE_OF_LOADS ? find_rate : find_unit)(reader, header, options, table))
        return false;
    return !table->two_orders || table->unit_s > 0 || !next_date(&date, date + strlen(date), &a, &b, &dots) ||
           csv_reader_fault_at(
               reader, 1,
               "dates such as '%s' can be read in two ways; say which with --dates dmy or --dates mdy (on the screen: the field 'dates')",
               TEXT_BRIEF(csv_reader_cell(reader, column[TABLE_TIME])));
}
