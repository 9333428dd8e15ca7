/* A thread for each write: they are rare, and so nothing is left to shut down. */
#include "tui/explorer/session_writer.h"

#include <stdlib.h>

static void *write_it(void *argument)
{
    struct session_writer *writer = argument;
    writer->written = session_file_write(writer->file, writer->folder, writer->text, &writer->error);
    atomic_store(&writer->done, true);
    return NULL;
}

void session_writer_start(struct session_writer *writer, struct session_file *file, const char *folder,
                          char *text)
{
    writer->busy = true;
    writer->error = (struct error){0};
    writer->file = file;
    writer->folder = folder;
    writer->text = text;
    atomic_store(&writer->done, false);
    writer->joined = pthread_create(&writer->thread, NULL, write_it, writer) != 0;
    if (writer->joined) /* no thread to be had: then here */
        write_it(writer);
}

enum session_writing session_writer_ask(struct session_writer *writer, struct error *error)
{
    if (!writer->busy)
        return WRITING_NOTHING;
    if (!atomic_load(&writer->done))
        return WRITING_STILL;
    session_writer_wait(writer);
    writer->busy = false;
    free(writer->text);
    writer->text = NULL;
    if (error)
        *error = writer->error;
    return writer->written ? WRITING_DONE : WRITING_FAILED;
}

void session_writer_wait(struct session_writer *writer)
{
    if (!writer->busy || writer->joined)
        return;
    pthread_join(writer->thread, NULL);
    writer->joined = true;
}
