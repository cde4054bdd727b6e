/* Programs that run bots written in common languages, and where to get them. */
#ifndef BROADSIDE_GUEST_RUNTIME_H
#define BROADSIDE_GUEST_RUNTIME_H

/* What to say after the name of a program that is not there: ` (Debian package nodejs)`, or nothing
 * if it is not known. `program` may be a path. */
enum { RUNTIME_NOTE = 64 };
const char *runtime_note(const char *program, char note[RUNTIME_NOTE]);

#endif
