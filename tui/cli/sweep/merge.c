/* `wattif merge DIR`: joins the shards of a sweep to what one process would have written, to the byte; or
 * says which are missing, in the words that submit them again. */
#include "tui/cli/command.h"
#include "tui/cli/sweep/sweep_out.h"

#include "engine/base/text.h"
#include "store/file.h"
#include "tui/words/print.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_SIZE = 4096 };

struct shards {
    size_t n;                    /* of how many; 0: none has been read */
    struct sweep_table **tables; /* [n]; NULL: missing */
    size_t read;
};

static struct sweep_table *any(const struct shards *shards)
{
    size_t i = 0;
    while (!shards->tables[i])
        i++;
    return shards->tables[i];
}

/* Does it belong to the others? */
static bool check(const struct shards *shards, const struct sweep_table *table, const char *path,
                  struct error *error)
{
    const struct sweep_head *head = &table->head;
    if (head->shards == 0) {
        error_set(error, ERROR_INPUT, path, "is a whole sweep, not a shard; take it out of the folder");
        return false;
    }
    if (table->n < sweep_head_rows(head))
        return error_set(error, ERROR_INPUT, path,
                         "is cut off after %zu of %zu rows; remove it and run shard %zu again", table->n,
                         sweep_head_rows(head), head->shard);
    if (shards->n && head->shards != shards->n)
        return error_set(error, ERROR_INPUT, path,
                         "is one of %zu shards, others here are of %zu; keep one kind in the folder",
                         head->shards, shards->n);
    if (shards->n && !sweep_head_same(&any(shards)->head, head))
        return error_set(
            error, ERROR_INPUT, path,
            "is of another sweep than the others here (scenario, ranges, inputs or version differ)");
    if (shards->n && shards->tables[head->shard - 1])
        return error_set(error, ERROR_INPUT, path, "shard %zu is here twice; remove one of the files",
                         head->shard);
    return true;
}

static bool add(struct shards *shards, const char *path, struct error *error)
{
    struct sweep_table *table = sweep_table_read(path, error);
    bool good = table && check(shards, table, path, error);
    if (good && !shards->n) { /* the first says how many there are */
        shards->tables = needed(calloc(table->head.shards, sizeof *shards->tables));
        shards->n = table->head.shards;
    }
    if (!good) {
        sweep_table_free(table);
        return false;
    }
    shards->tables[table->head.shard - 1] = table;
    shards->read++;
    return true;
}

static int is_shard(const struct dirent *entry)
{
    size_t n = strlen(entry->d_name);
    return strncmp(entry->d_name, "shard-", 6) == 0 && n > 4 && strcmp(entry->d_name + n - 4, ".csv") == 0;
}

/* In the order of their names, so that messages are the same everywhere. */
static bool read_folder(struct shards *shards, const char *folder, struct error *error)
{
    struct dirent **entries = NULL;
    char path[SWEEP_PATH_SIZE];
    int n = scandir(folder, &entries, is_shard, alphasort);
    bool good = n >= 0 || error_set(error, ERROR_INPUT, folder, "cannot be read: %s", strerror(errno));
    bool first = true;
    for (int i = 0; i < n; i++) {
        struct error fault = {0};
        bool taken = (path_join(path, sizeof path, folder, entries[i]->d_name) ||
                      error_set(&fault, ERROR_INPUT, folder, "this path is too long")) &&
                     add(shards, path, &fault);
        free(entries[i]);
        if (taken)
            continue;
        if (!first)
            report_error(error); /* the last is for who called */
        *error = fault;
        first = good = false;
    }
    free(entries);
    return good &&
           (n > 0 ||
            error_set(error, ERROR_INPUT, folder,
                      "holds no shard-*.csv; `wattif sweep ... --shard I/N --out %s` writes them", folder));
}

/* "3,17,40-42", as sbatch --array takes it. */
static bool check_missing(const struct shards *shards, const char *folder, struct error *error)
{
    char list[LIST_SIZE] = "";
    for (size_t i = 0; i < shards->n; i++) {
        size_t last = i;
        if (shards->tables[i])
            continue;
        while (last + 1 < shards->n && !shards->tables[last + 1])
            last++;
        text_append(list, sizeof list, "%s%zu", *list ? "," : "", i + 1);
        if (last > i)
            text_append(list, sizeof list, "-%zu", last + 1);
        i = last;
    }
    return !*list || error_set(error, ERROR_INPUT, folder,
                               "%zu of %zu shards are missing; submit them again with --array=%s",
                               shards->n - shards->read, shards->n, list);
}

/* Point i is row i / n of shard i % n. */
static const double *row_of(const struct shards *shards, size_t point)
{
    const struct sweep_table *table = shards->tables[point % shards->n];
    return table->values + point / shards->n * table->columns;
}

static bool write_file(const struct shards *shards, const struct sweep_head *head, const char *path,
                       struct error *error)
{
    struct sweep_out out;
    size_t n = sweep_points(&head->sweep);
    bool good = sweep_out_open(&out, head, path, false, error);
    for (size_t i = 0; good && out.file && i < n; i++)
        good = sweep_out_row(&out, i, row_of(shards, i), error);
    good = good && (!out.file || sweep_out_publish(&out, error));
    sweep_out_close(&out);
    return good;
}

static int print_whole(const struct invocation *invocation, const struct shards *shards,
                       const struct sweep_head *head)
{
    size_t n = sweep_points(&head->sweep), columns = sweep_columns(&head->sweep);
    enum listing_format format = (enum listing_format)invocation_choice(invocation, "format");
    double *values = calloc(n, columns * sizeof *values);
    for (size_t i = 0; values && i < n; i++)
        memcpy(values + i * columns, row_of(shards, i), columns * sizeof *values);
    bool good = values && sweep_print(head, values, format, invocation_ascii(invocation), stdout);
    free(values);
    return good ? EXIT_DONE : report_no_memory();
}

static int merge(const struct invocation *invocation, const struct shards *shards)
{
    struct sweep_head head = any(shards)->head; /* its sweep is the shard's own still */
    const char *path = invocation_prints_out(invocation) ? NULL : invocation_option(invocation, "out");
    struct error error = {0};
    head.shard = head.shards = 0;
    if (path && !write_file(shards, &head, path, &error))
        return report_error(&error);
    return path && invocation->globals.quiet ? EXIT_DONE : print_whole(invocation, shards, &head);
}

int command_merge(struct invocation *invocation)
{
    struct shards shards = {0};
    struct error error = {0};
    const char *folder = invocation->args[0];
    bool good = read_folder(&shards, folder, &error) && check_missing(&shards, folder, &error);
    int status = good ? merge(invocation, &shards) : report_error(&error);
    for (size_t i = 0; i < shards.n; i++)
        sweep_table_free(shards.tables[i]);
    free(shards.tables);
    return status;
}
