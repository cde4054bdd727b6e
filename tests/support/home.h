/* An empty home folder for a test that writes files. It is below TMPDIR, and is HOME and the
 * working directory while the test runs; the XDG variables are unset. For use as set-up and
 * tear-down. */
#ifndef TESTS_SUPPORT_HOME_H
#define TESTS_SUPPORT_HOME_H

int home_enter(void **state);
int home_leave(void **state); /* removes everything */

const char *home_path(void);

/* Whole files. */
void home_write(const char *path, const void *bytes, unsigned long size);
long home_read(const char *path, char *bytes, unsigned long size); /* -1 if it does not exist */
int home_mode(const char *path); /* permissions, -1 if it does not exist */

#endif
