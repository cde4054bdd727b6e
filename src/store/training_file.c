/* See training_file.h. The old text is copied as it is. */
#include "store/training_file.h"

#include "store/text_file.h"
#include "store/user_files.h"

static const char head[] =
    "# Answers to puzzles of 'broadside train'. Date of the answer (UTC), puzzle, shot, score.\n";

enum error training_file_read(struct buffer *text, struct message *message)
{
    char path[USER_FILE_SIZE];
    enum error error = user_file_path(USER_FILE_TRAINING, path, message);

    return error ? error : text_file_read(path, text, message);
}

static enum error put_result(const char *path, const struct training_result *result,
                             struct buffer *text, struct message *message)
{
    char line[TRAINING_LINE_SIZE];
    struct writer writer;
    enum error error = text->length == 0 ? buffer_put(text, head) : OK;

    writer_init(&writer, line, sizeof line);
    training_print_line(result, &writer);
    if (!error && text->data[text->length - 1] != '\n') /* edited by hand */
        error = buffer_put(text, "\n");
    if (!error)
        error = buffer_put(text, line);
    return error ? error_set(error, message, "%s: %s", path,
                             error == ERR_FULL ? "the file is too large" : "out of memory")
                 : OK;
}

enum error training_file_add(const struct training_result *result, struct buffer *text,
                             struct message *message)
{
    char path[USER_FILE_SIZE];
    struct training_result found;
    int lock;
    enum error error = user_file_prepare(USER_FILE_TRAINING, path, message);

    if (error)
        return error;
    lock = text_file_lock(path);
    error = text_file_read(path, text, message);
    if (!error &&
        !training_find((struct slice){text->data, text->length}, result->puzzle, &found)) {
        error = put_result(path, result, text, message);
        if (!error)
            error = text_file_replace(path, text, message);
    }
    text_file_unlock(lock);
    return error;
}
