/* What the files cgroup*.c share. */
#ifndef BROADSIDE_GUEST_CGROUP_INTERNAL_H
#define BROADSIDE_GUEST_CGROUP_INTERNAL_H

#include "guest/cgroup.h"

/* Writes or reads a file of a folder with one system call. Async-signal-safe. False with errno. */
bool cgroup_write_file(const char *folder, const char *file, const char *text);
bool cgroup_read_file(const char *folder, const char *file, char *text, size_t size);

/* cgroup_place.c: where groups can be created. Looked up once. */
struct cgroup_place {
    struct cgroup parent;   /* of all groups; empty folders for missing parts */
    struct message missing; /* "" if nothing is missing */
};
const struct cgroup_place *cgroup_place(void);

/* Creates a group below a parent. */
enum error cgroup_create_below(const struct cgroup *parent, const struct cgroup_limits *limits,
                               struct cgroup *group, struct message *message);

enum { CGROUP_NAME = 96 };
/* The beginning of the names of all groups of this arena. */
void cgroup_name_prefix(char name[CGROUP_NAME]);

#endif
