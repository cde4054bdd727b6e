/* Opening files of an untrusted folder without being led out of it. */
#ifndef BROADSIDE_GUEST_BENEATH_H
#define BROADSIDE_GUEST_BENEATH_H

#include <stdbool.h>

/* Like openat with O_CLOEXEC, for reading or with O_PATH, but fails with EXDEV if a link or `..`
 * leads out of the folder. Links within the folder are followed; on kernels before Linux 5.6 they
 * are refused as well (ELOOP). */
int beneath_open(int folder, const char *path, int flags);

struct stat;
bool beneath_stat(int folder, const char *path, struct stat *facts);

#endif
