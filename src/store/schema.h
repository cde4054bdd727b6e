/* The tables of the database, as a list of steps. A file of version N has had the first N steps. A
 * step that was released never changes; later changes are new steps. */
#ifndef BROADSIDE_STORE_SCHEMA_H
#define BROADSIDE_STORE_SCHEMA_H

enum { SCHEMA_VERSION = 7 };

/* The application id in the header of the file: "Bsid". */
enum { SCHEMA_APPLICATION = 0x42736964 };

/* Several SQL statements each; all steps run in one transaction. */
extern const char *const schema_step[SCHEMA_VERSION];

#endif
