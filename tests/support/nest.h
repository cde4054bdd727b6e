/* A home of its own for a test that keeps files: an empty folder under TMPDIR, which is HOME and
 * the working directory until the end, with no XDG variable set. For use as set-up and tear-down.
 */
#ifndef TESTS_SUPPORT_NEST_H
#define TESTS_SUPPORT_NEST_H

int nest_enter(void **state);
int nest_leave(void **state); /* removes everything */

const char *nest_path(void);

/* Small things that tests of files do. `nest_write` makes the file hold just these bytes. */
void nest_write(const char *path, const void *bytes, unsigned long size);
long nest_read(const char *path, char *bytes, unsigned long size); /* -1 if there is none */
int nest_mode(const char *path); /* permissions, -1 if not there */

#endif
