/* Escapes text for HTML. Names of bots are not trusted: whatever they contain is only text, in an
 * element, in a quoted attribute and in a block of JSON. Broken UTF-8, control characters,
 * direction marks and invisible characters become U+FFFD.
 *
 * Write errors are left to the caller, who closes the file. */
#ifndef BROADSIDE_REPORT_HTML_H
#define BROADSIDE_REPORT_HTML_H

#include "base/text.h"

#include <stdio.h>

/* For elements and quoted attributes; a newline becomes a space. */
void html_text(FILE *file, const char *text);

/* For <pre>: newlines and tabs are kept. */
void html_lines(FILE *file, struct slice text);

/* A JSON string with its quotes, for <script type="application/json">; newlines are kept. */
void html_json(FILE *file, struct slice text);

/* The same without quotes, for a string of several parts. */
void html_json_part(FILE *file, struct slice text);

/* 1234567 as 1,234,567. */
void html_count(FILE *file, uint64_t count);

/* Day and minute, UTC. */
void html_date(FILE *file, int64_t seconds);

/* Bytes as text, and how a Content-Security-Policy names a script or a style sheet:
 * sha256-BASE64. */
void html_base64(FILE *file, struct slice bytes);
void html_hash(FILE *file, struct slice bytes);

#endif
