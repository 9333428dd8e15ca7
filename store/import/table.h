/* Tables as others write them: any CSV with a column of times and a column of numbers whose header says what
 * they are, in whatever language, order, date style and unit. Which columns they are is guessed from the
 * header and the first row; a guess that could go two ways is a fault that says how to decide it. */
#ifndef WATTIF_STORE_IMPORT_TABLE_H
#define WATTIF_STORE_IMPORT_TABLE_H

#include "store/import/csv_reader.h"

#include <stdint.h>

struct import_options;

enum { TABLE_ISO_SIZE = 48, TABLE_UNIT_SIZE = 16 };
enum table_column { TABLE_TIME, TABLE_VALUE, TABLE_CLOCK, TABLE_COLUMNS };
enum table_about { TABLE_OF_INTENSITIES, TABLE_OF_LOADS };

/* How a table is to be read. */
struct table {
    bool day_first;             /* of dates with the year last */
    bool two_orders;            /* no date of the file's beginning tells that */
    double unit_s;              /* of times that are numbers; 0: they are dates */
    double factor;              /* an intensity is the cell's times this, in g/kWh */
    char unit[TABLE_UNIT_SIZE]; /* as --unit or the header says it; "": they do not */
    double per_s;               /* a load is a rate for so many seconds; 0: a count of each step */
    bool stated;                /* that, by --as */
};

/* Finds the columns. `certain`: what it is about was said, so that one column of numbers is enough. False: it
 * is no such table, or, with a fault, it could be read in two ways. */
bool table_guess(struct csv_reader *reader, enum table_about about, bool certain,
                 const struct import_options *options, struct table *table, int *column);

/* The time of this row in ISO 8601, for civil_parse; `zoned`: it says its zone. False: it is no time. */
bool table_instant(const struct csv_reader *reader, const int *column, const struct table *table,
                   char iso[TABLE_ISO_SIZE], bool *zoned);

/* The same of a text: dates with - / or . between year, month and day, the year first or last; a clock with
 * or without seconds, AM and PM; Z, UTC, GMT or an offset; of "A - B" the A; seconds or milliseconds since
 * 1970. */
bool table_instant_text(const char *text, bool day_first, char iso[TABLE_ISO_SIZE], bool *zoned);

/* --- units of carbon intensity in a text, as headers spell them: "gCO2eq/kWh", "(lbs/kWh)", "kg_per_kwh",
 * "metric tons CO2e per MWh" --- */

/* Mass by energy is an intensity; mass by time are emissions, which say nothing of a kilowatt-hour. */
enum unit_said { UNIT_UNSAID, UNIT_INTENSITY, UNIT_EMISSIONS };

/* What the text says; of an intensity also what one of it is in g/kWh, and its plain spelling, "lb/MWh". */
enum unit_said unit_find(const char *text, double *g_per_kwh, char *shown, size_t size);

/* The range of a grid's mean and, where nothing says the unit, of every value. */
#define UNIT_LEAST 1.0
#define UNIT_MOST 2000.0
/* Units in which a mean of so much would be a grid's, with the option that says so: "kg/kWh? --unit kg/kWh;
 * lb/kWh? --unit lb/kWh"; "" none. Returns `out`. */
char *unit_likely(double mean, char *out, size_t size);

#endif
