/* File names as text. Nothing here looks at the disk. */
#ifndef BROADSIDE_BASE_PATH_H
#define BROADSIDE_BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* The part after the last slash; points into `path`. */
const char *path_base(const char *path);

/* Writes the folder that holds `path`: "." if there is no slash, "/" for files in the root. False
 * if it does not fit. */
bool path_folder(const char *path, char *folder, size_t size);

/* Is `path` the folder itself or below it? Both are absolute and without "..". */
bool path_is_below(const char *path, const char *folder);

#endif
