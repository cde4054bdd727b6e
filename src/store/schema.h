/* The tables of the database, as the steps that lead to them. A file of version N has had the first
 * N steps. A step that was ever released is never changed: what it lacks is a new step. */
#ifndef BROADSIDE_STORE_SCHEMA_H
#define BROADSIDE_STORE_SCHEMA_H

enum { SCHEMA_VERSION = 4, SCHEMA_READABLE = 3 /* the oldest that can be read unchanged */ };

/* In the head of the file, where SQLite keeps it for programs to know their own: "Bsid". */
enum { SCHEMA_APPLICATION = 0x42736964 };

/* SQL, several statements each; run in one transaction. */
extern const char *const schema_step[SCHEMA_VERSION];

#endif
