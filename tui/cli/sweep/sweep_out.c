/* A row is on its way to the disk when the next point begins: a kill costs at most the row in the middle of
 * being written, which is cut off when the sweep goes on. */
#include "tui/cli/sweep/sweep_out.h"

#include "engine/base/text.h"
#include "engine/explore/sweep_sum.h"
#include "store/json/json.h"
#include "tui/media/text.h"
#include "tui/report/report_page.h"
#include "tui/words/must.h"
#include "tui/words/print.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static bool cannot_write(const char *path, int code, struct error *error)
{
    return error_set(error, ERROR_SYSTEM, path, "cannot write: %s", strerror(code));
}

static bool is_there(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

/* --- what is there already --- */

/* The rows of a table that is this sweep, or the same shard of it. */
static bool take_rows(struct sweep_out *out, struct sweep_table *table)
{
    const struct sweep_head *head = &table->head;
    if (!sweep_head_same(out->head, head) || out->head->shard != head->shard ||
        out->head->shards != head->shards)
        return false;
    out->there = table->n;
    out->rows = table->values;
    table->values = NULL;
    return true;
}

/* The bytes up to the last line that is whole. */
static bool cut_torn_line(const char *path, struct error *error)
{
    FILE *file = fopen(path, "r+");
    long end = 0, at = 0;
    int c;
    if (!file)
        return cannot_write(path, errno, error);
    while ((c = getc(file)) != EOF) {
        at++;
        end = c == '\n' ? at : end;
    }
    bool good = !ferror(file) && ftruncate(fileno(file), end) == 0;
    int code = errno;
    fclose(file);
    return good || cannot_write(path, code, error);
}

/* --- a new one --- */

static bool write_head(struct sweep_out *out, struct error *error)
{
    char *text = needed(sweep_head_text(out->head));
    bool good = fputs(text, out->file) >= 0 && fflush(out->file) == 0;
    int code = errno;
    free(text);
    return good || cannot_write(out->part, code, error);
}

/* Never through a link, and never a file that is there. */
static bool make_file(struct sweep_out *out, int fd, struct error *error)
{
    out->file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (out->file)
        return write_head(out, error);
    int code = errno;
    if (fd >= 0)
        close(fd);
    return error_set(error, code == ENOSPC || code == EIO ? ERROR_SYSTEM : ERROR_INPUT, out->path,
                     "cannot write there: %s", strerror(code));
}

static bool open_whole(struct sweep_out *out, bool resume, struct error *error)
{
    text_print(out->part, sizeof out->part, "%s.part", out->path);
    bool begun = is_there(out->part);
    if (begun && !resume)
        return error_set(
            error, ERROR_INPUT, out->part,
            "a sweep into this file was begun and has not ended: go on with --resume, or remove it");
    if (begun) {
        struct sweep_table *table =
            cut_torn_line(out->part, error) ? sweep_table_read(out->part, error) : NULL;
        if (!table)
            return false;
        bool same = take_rows(out, table);
        sweep_table_free(table);
        if (!same)
            return error_set(error, ERROR_INPUT, out->part,
                             "is of another sweep; give the options that it was begun with, or remove it");
        out->file = fopen(out->part, "a");
        return out->file || cannot_write(out->part, errno, error);
    }
    return make_file(out, open(out->part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666), error);
}

static bool open_shard(struct sweep_out *out, struct error *error)
{
    text_print(out->part, sizeof out->part, "%s.XXXXXX", out->path);
    int fd = mkstemp(out->part);
    if (fd >= 0)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    mode_t mask = umask(0);
    umask(mask);
    if (fd >= 0)
        fchmod(fd, 0666 & ~mask);
    return make_file(out, fd, error);
}

static bool name_file(struct sweep_out *out, const char *path, struct error *error)
{
    const struct sweep_head *head = out->head;
    if (!*path)
        return error_set(error, ERROR_INPUT, "--out", "names no file");
    if (head->shards && mkdir(path, 0777) != 0 && errno != EEXIST)
        return error_set(error, ERROR_INPUT, path, "cannot make this folder: %s", strerror(errno));
    int n = head->shards ? snprintf(out->path, sizeof out->path, "%s/shard-%06zu-of-%06zu.csv", path,
                                    head->shard, head->shards)
                         : snprintf(out->path, sizeof out->path, "%s", path);
    return (n > 0 && (size_t)n < sizeof out->path) ||
           error_set(error, ERROR_INPUT, "--out", "this path is too long");
}

bool sweep_out_open(struct sweep_out *out, const struct sweep_head *head, const char *path, bool resume,
                    struct error *error)
{
    *out = (struct sweep_out){.head = head};
    if (!name_file(out, path, error))
        return false;
    if (is_there(out->path)) {
        /* A file of that name: this sweep and whole, or an error. */
        struct error inner = {0};
        struct sweep_table *table = sweep_table_read(out->path, &inner);
        bool unread = !table && inner.kind != ERROR_INPUT, same = table && take_rows(out, table);
        sweep_table_free(table);
        if (unread) /* what is there cannot be told */
            return error_set(error, inner.kind, inner.place, "%s", inner.message);
        if (same && out->there == sweep_head_rows(out->head))
            return true;
        return error_set(error, ERROR_INPUT, out->path,
                         same ? "is this sweep, but not whole; remove it and sweep again"
                              : "is there already and is not this sweep; give another name, or remove it");
    }
    return head->shards ? open_shard(out, error) : open_whole(out, resume, error);
}

bool sweep_out_row(struct sweep_out *out, size_t point, const double *values, struct error *error)
{
    sweep_file_write_row(out->file, &out->head->sweep, point, values);
    return fflush(out->file) == 0 || cannot_write(out->part, errno, error);
}

bool sweep_out_publish(struct sweep_out *out, struct error *error)
{
    bool good = fflush(out->file) == 0 && fsync(fileno(out->file)) == 0;
    int code = errno;
    if (fclose(out->file) != 0 && good) {
        good = false;
        code = errno;
    }
    out->file = NULL;
    if (good && rename(out->part, out->path) != 0) {
        good = false;
        code = errno;
    }
    return good || cannot_write(out->path, code, error);
}

void sweep_out_close(struct sweep_out *out)
{
    if (out->file) {
        fclose(out->file);
        if (out->head->shards)
            unlink(out->part);
    }
    free(out->rows);
    *out = (struct sweep_out){0};
}

/* --- printing --- */

/* For people a line a configuration, with what is weighed against each other; whoever computes with a sweep
 * gets every metric of every point. */

static bool print_text(const struct sweep_values *of, bool ascii, FILE *file)
{
    enum { SAID_SIZE = 672 };
    const struct sweep *sweep = of->sweep;
    struct account account;
    char said[SAID_SIZE];
    size_t configurations = sweep_configurations(sweep);
    account_begin(&account, "sweep", "");
    account.of = sweep->base.name;
    account.over = text(&account.arena, "%zu configuration%s, %zu seed%s each, %zu runs", configurations,
                        configurations == 1 ? "" : "s", sweep->replicates, sweep->replicates == 1 ? "" : "s",
                        sweep_points(sweep));
    bool good = sweep_report_tell(&account, of, SIZE_MAX);
    sweep_report_sentence(of, said, sizeof said);
    account_say(&account, TONE_PLAIN, 0, said);
    good = good && media_text(&account, ACCOUNT_EVERY, ascii, file);
    account_free(&account);
    return good;
}

static bool print_json(const struct sweep_head *head, const struct sweep_values *of, FILE *file)
{
    char *text = sweep_report_json(head, of->values);
    if (text) {
        print_document(file, text);
        fputc('\n', file);
    }
    free(text);
    return text != NULL;
}

/* --- the file itself --- */

static bool print_csv(const struct sweep_head *head, const struct sweep_values *of, FILE *file)
{
    size_t n = sweep_columns(of->sweep);
    char *text = sweep_head_text(head);
    if (!text)
        return false;
    print_document(file, text);
    free(text);
    for (size_t i = 0; i < sweep_points(of->sweep); i++)
        sweep_file_write_row(file, of->sweep, i, of->values + i * n);
    return true;
}

bool sweep_print(const struct sweep_head *head, const double *values, enum listing_format format, bool ascii,
                 FILE *file)
{
    struct sweep_values of = {&head->sweep, values};
    switch (format) {
    case LISTING_JSON:
        return print_json(head, &of, file);
    case LISTING_CSV:
        return print_csv(head, &of, file);
    default:
        return print_text(&of, ascii, file);
    }
}
