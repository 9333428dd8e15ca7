/* Accounts: what an answer looks like before anybody draws it. Whoever has an answer (a question of many
 * runs, a comparison, a run itself) tells it once, as an account: a headline, then parts in the order in
 * which they matter. Media write accounts (tui/media/): as a screen, as text, as HTML, as CSV and as JSON. So
 * an account has no widths, no colours, no markup and no place on a screen; and a medium knows no metric, no
 * knob and no scheme.
 *
 * A cell holds what people read ("−812.3 ±4.1 g"), where it is short ("−812.3 g"), and what machines read
 * (-812.3). A column has a title for people, a key with its unit for machines, or both; a part is for people,
 * for machines, or for both.
 *
 * Parts may be told once for each of several choices (the metrics of a contribution): a section is what one
 * choice comes to. A screen shows the section that is chosen, a page all of them.
 *
 * Everything lies in the account's arena and is freed with it. When memory runs out the account has failed:
 * it takes what it is given, and no medium writes it. */
#ifndef WATTIF_ACCOUNT_ACCOUNT_H
#define WATTIF_ACCOUNT_ACCOUNT_H

#include "engine/base/arena.h"

/* What a value or a sentence means to whoever reads it: a medium gives it a colour. */
enum tone {
    TONE_PLAIN,
    TONE_STRONG,
    TONE_QUIET,
    TONE_GOOD,
    TONE_BAD,
    TONE_EDIT,               /* as the user has set it */
    TONE_RUN,                /* of a run beside others, and so on for each: as its curve is drawn */
    TONE_APP = TONE_RUN + 16 /* likewise of an app */
};

enum account_cell_kind {
    ACCOUNT_NONE, /* not known, or nothing to say */
    ACCOUNT_WORDS,
    ACCOUNT_NUMBER,
    ACCOUNT_FLAG, /* for machines: true where the value is not 0 */
    ACCOUNT_BARS,
    ACCOUNT_SPANS
};

/* A bar from zero; what it is the mean of, a dot each. A cell of two has its two ends: the first is light. */
struct account_bar {
    double length;
    bool light;
    double half_width;  /* of its 95 % interval; NAN: none */
    const double *dots; /* [n_dots]; NAN: no dot */
    size_t n_dots;
    const char *shown; /* what its length reads as, on the account's arena; NULL: nothing */
    enum tone tone;
    const char *name; /* where it has one of its own beside what its row says, "C − A"; or NULL */
};

/* What lies on an axis from 0 to 1, of which the cell's value is marked; its sign stands where it begins. */
struct account_span {
    double from, to;
    enum tone tone;
    bool strong;
    char sign; /* or 0 */
};

struct account_cell {
    enum account_cell_kind kind;
    enum tone tone;
    const char *shown;              /* what people read; NULL: nothing */
    const char *brief;              /* where that has no room; NULL: as shown */
    double value;                   /* of a number, what machines read */
    const struct account_bar *bars; /* [n_bars] of ACCOUNT_BARS; in a plane the dots of its seeds */
    size_t n_bars;
    const struct account_span *spans; /* [n_bars] of ACCOUNT_SPANS */
    /* of a point of a curve: the band around it (least_shown NULL: none), and what it differs by from the one
     * marked as here, or NULL */
    double least, greatest;
    const char *least_shown, *greatest_shown, *change;
    enum tone change_tone;
};

/* A paragraph of what is told of a row while it is chosen. */
struct account_about {
    enum tone tone;
    const char *text;
    struct account_about *next;
};

struct account_column {
    const char *title; /* for people; NULL: not for them. "" has no head */
    const char *key;   /* for machines, with its unit: "delta_ci95"; NULL: not for them */
    bool number;       /* set flush right */
    int digits;        /* of a number that is told bare, for people; < 0: the shortest that reads back */
    bool once;         /* what the row above says too is left out on a screen */
    int rank;          /* 0: always there; else where room is short the highest goes first */
    size_t lane; /* of a row with several steps, which of them its cell stands for, from 1 on; 0: of none */
};

/* What may be done with a row: a number of whoever told the account. */
#define ACCOUNT_NO_STEP ((size_t)-1)

/* A set of bits. Of a plane also: nothing is better in both; the user was there; it is a step of a way, which
 * leads there from the row before; it was added near the front; its
 * name stands in a plane only while it is chosen. */
enum account_mark {
    MARK_HERE = 1,
    MARK_USUAL = 2,
    MARK_FRONT = 4,
    MARK_BEEN = 8,
    MARK_STEP = 16,
    MARK_JOINED = 32,
    MARK_ADDED = 64,
    MARK_NAMELESS = 128
};
struct account_row {
    double place;  /* of a table that is curves: where it lies on their axis, 0..1, ascending; of a matrix:
                    * of which cell it tells, counted down its columns */
    unsigned mark; /* likewise: the one in force, the default */
    struct account_cell *cells; /* [n_columns]; NULL: it is the heading of those below */
    const char *heading; /* of one with a step: it stands for rows that are not told, or may be left out */
    size_t step;
    struct account_about *about;
};

/* What holds for all rows of a section, for machines. */
struct account_fact {
    const char *key;
    struct account_cell cell;
    size_t section; /* as of a part */
    struct account_fact *next;
};

/* A set of bits. What is for pages alone is folded there until somebody opens it. */
enum account_audience {
    FOR_TEXT = 1,
    FOR_SCREENS = 2,
    FOR_PAGES = 4,
    FOR_MACHINES = 8,
    FOR_PEOPLE = FOR_TEXT | FOR_SCREENS | FOR_PAGES,
    FOR_ALL = FOR_PEOPLE | FOR_MACHINES
};

enum part_kind {
    PART_SENTENCE, /* one paragraph, for people */
    PART_TABLE,
    PART_DRAWING /* the place of what whoever shows the account draws itself, which takes what is left */
};

struct account_part {
    enum part_kind kind;
    enum account_audience audience;
    size_t section;    /* 0: of every choice; else 1 + the number of the choice */
    const char *title; /* of a table, its caption; or NULL */
    const char *note;  /* of a table, what its caption goes on with: "beyond the sum of both"; or NULL */
    enum tone tone;    /* of a sentence */
    const char *text;  /* the sentence */
    const char *const
        *briefer; /* shorter forms of a sentence where a row has no room for it, NULL ends them */
    bool curves; /* a table whose columns of numbers are curves over its rows: a screen draws them, of as many
                  * columns as there is room for, and says all of the row that is chosen */
    bool stairs; /* there is nothing between two rows */
    bool scales; /* the bars of each row have a scale of their own */
    /* A table that is a matrix, of which each row tells one cell: a screen draws the last column of numbers
     * as heat, and says all of the row that is chosen; a page and text have those numbers alone. */
    size_t n_down, n_across; /* its size; n_down 0: it is none */
    const char *const *down; /* what its rows are called */
    const char **across;     /* its columns: "Jan 3", of which a screen says the first word once */
    bool by_sign;            /* colours are by sign around 0; else from the least to the greatest */
    /* A table that is a plane, of which each row tells a point by its first cell: a name, bad where a limit
     * is broken, brief where the way that leads there has been named. A row without a step is not chosen. */
    size_t x, y;  /* the columns of what lies across and up; both 0: it is none */
    bool flows;   /* its rows stand in as many columns as there is room for; it is left out as a whole */
    bool goes_on; /* for machines its rows are more of the table before, which has the same keys */
    bool aside;   /* a wide screen sets it beside what comes before it */
    bool list;    /* what follows tells of its row: a wide screen sets it at the left of that */
    int rank;     /* as of a column: 0 is always there */
    size_t n_columns, n_rows, rows_room, filled; /* `filled`: cells of the last row */
    struct account_column *columns;
    struct account_row *rows;
    struct account_part *next;
};

struct account_section {
    const char *title; /* "carbon" */
    const char *key;   /* by which a command line chooses it: "carbon_g.total"; or NULL */
    const char *note;  /* what its title goes on with where it stands below another: "226.6 g"; or "" */
    struct account_section *next;
};

struct account {
    struct arena
        arena; /* its `lacked`: the account has failed; text(&account->arena, ...) builds what is told */
    const char *name;     /* of the question: "contribution" */
    const char *title;    /* "What each layer is worth" */
    const char *of;       /* the scenario: "all-five" */
    const char *over;     /* over what: "each of 5 layers, one draw of luck" */
    const char *page;     /* what a page of it is called, before the scenario's name; NULL: as its title */
    const char *asked;    /* the line that it was asked of, where a page has to repeat it; NULL: none */
    const char *progress; /* "12 of 32 runs"; "": nothing more comes */
    struct account_section *sections;
    size_t n_sections, section; /* the one that is told now, as of a part */
    bool tells;                 /* most of a wide screen is for what is told of the row that is chosen */
    bool is_no;                 /* what was looked for is not there: as a command's answer it is a no */
    bool others; /* below the choice that is shown the tables of the others follow as far as there is room */
    struct account_fact *facts;
    struct account_part *parts;
    struct account_part *last;
    char *json; /* the object that a contract asks for, in the place of the parts; owned; or NULL */
};

/* `name` and `title` are copied. It is zeroed first. */
void account_begin(struct account *account, const char *name, const char *title);
void account_free(struct account *account);

/* What follows is told of this choice; after account_end_sections of all of them again. NULL: out of memory.
 */
struct account_section *account_begin_section(struct account *account, const char *title);
void account_end_sections(struct account *account);

/* A paragraph; none, NULL, for "". `rank` 0 stands however little room there is. Texts are copied. */
struct account_part *account_say(struct account *account, enum tone tone, int rank, const char *words);
/* The same with `n` forms, from the one that says all to the shortest; a form that is "" ends them. */
void account_say_forms(struct account *account, enum tone tone, int rank, const char *const *forms, size_t n);

/* A place for a drawing, on screens. */
void account_drawing(struct account *account, int rank);

/* The same for some alone. */
void account_say_to(struct account *account, enum account_audience audience, enum tone tone, int rank,
                    const char *words);

/* What holds for all rows, for machines. */
void account_fact(struct account *account, const char *key, struct account_cell cell);

/* A table; columns are copied, the texts in them are not. Its cells follow row by row (account_row, then
 * account_put as often as there are columns); a row that is not filled ends in cells that are not known. */
struct account_part *account_table(struct account *account, enum account_audience audience, const char *title,
                                   const struct account_column *columns, size_t n);
/* One for machines alone, whose columns are called so. */
void account_keys(struct account *account, const char *title, const char *const *keys, size_t n);
/* One more column; its texts are copied. Rows come after the last. */
void account_column(struct account *account, struct account_column column);
void account_row(struct account *account, size_t step);
/* Where the row lies on the axis of curves, and how it is marked. */
void account_place(struct account *account, double place, unsigned mark);
/* The table is a matrix; texts are not copied, nor is `down`. */
void account_matrix(struct account *account, const char *const *down, size_t n_down,
                    const char *const *across, size_t n_across, bool by_sign);
/* A row that heads those below it. */
void account_heading(struct account *account, const char *words);
/* A row that stands for others, which are told below it while it is open: its step opens and closes it. */
void account_fold(struct account *account, size_t step, bool open, const char *words);
/* One more paragraph of what is told of the last row while it is chosen; none for "". */
void account_about(struct account *account, enum tone tone, const char *words);
/* The same of the i-th step, once all has been told. */
void account_about_step(struct account *account, size_t section, size_t i, enum tone tone, const char *words);
void account_put(struct account *account, struct account_cell cell);
/* The same, into a new row where the last has all its cells. */
void account_add(struct account *account, struct account_cell cell);
/* The next cells so, whose texts are copied. To people a bare
 * number is told as its column has it, a flag as yes or no, and what is not known, or "", as "-". */
void account_cells(struct account *account, const struct account_cell *cells, size_t n);
#define ACCOUNT_ADD(account, ...)                                                                            \
    account_cells(account, (const struct account_cell[]){__VA_ARGS__},                                       \
                  sizeof((const struct account_cell[]){__VA_ARGS__}) / sizeof(struct account_cell))

/* Cells. Texts are copied; NULL is a cell that says nothing. */
struct account_cell account_words(struct account *account, enum tone tone, const char *words);
/* Both forms, and the number itself. */
struct account_cell account_number(struct account *account, enum tone tone, double value, const char *shown,
                                   const char *brief);
struct account_cell account_said(const char *words); /* plain words that are not copied; or NULL */
struct account_cell account_bare(double value);      /* for machines alone, as are the next two */
struct account_cell account_flag(bool value);
struct account_cell account_value(struct account *account,
                                  const char *words); /* a number where the text is one */
/* Lengths that are infinite are not drawn. */
struct account_cell account_bars(struct account *account, const struct account_bar *bars, size_t n);
struct account_cell account_spans(struct account *account, double mark, const struct account_span *spans,
                                  size_t n);

/* The rows that screens show of a section, and of what is told of all, that have a step: how many, and the
 * i-th; NULL: there are fewer. */
size_t account_steps(const struct account *account, size_t section);
const struct account_row *account_step(const struct account *account, size_t section, size_t i);
/* Which of them has this step; ACCOUNT_NO_STEP: none. */
size_t account_find_step(const struct account *account, size_t section, size_t step);
/* The table that the i-th step is in, and which steps it has: from *first to before *end. NULL: none. */
const struct account_part *account_table_of(const struct account *account, size_t section, size_t i,
                                            size_t *first, size_t *end);
/* From the i-th step so many columns of its matrix on, or to the nearest cell before that. */
size_t account_across(const struct account *account, size_t section, size_t i, int columns);
/* From the i-th step to the next along the front of its plane, `on` to more of what lies across; i: there is
 * none. */
size_t account_along(const struct account *account, size_t section, size_t i, bool on);

/* Which choice has this key or this title; ACCOUNT_EVERY: none. */
#define ACCOUNT_EVERY ((size_t)-1)
size_t account_find_section(const struct account *account, const char *name);

/* Is it for this audience, for anybody of it? */
static inline bool account_is_in(const struct account_part *part, size_t section)
{
    return part->section == 0 || part->section == section + 1;
}
static inline bool account_is_for(const struct account_part *part, enum account_audience audience)
{
    return (part->audience & audience) != 0;
}

#endif
