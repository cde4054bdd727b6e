/* Text that goes into a page of HTML. Whoever named a bot is not trusted: nothing that comes
 * through here can be anything but text, neither in an element, nor in a quoted attribute, nor in a
 * block of JSON. Broken UTF-8, control characters and those that turn or hide writing become
 * U+FFFD.
 *
 * Errors of the stream wait for whoever closes it. */
#ifndef BROADSIDE_REPORT_HTML_H
#define BROADSIDE_REPORT_HTML_H

#include "base/text.h"

#include <stdio.h>

/* For elements and for attributes in quotes; a newline becomes a blank. */
void html_text(FILE *file, const char *text);

/* For <pre>: newlines and tabs stay. */
void html_lines(FILE *file, struct slice text);

/* A JSON string with its quotes, for <script type="application/json">; newlines stay. */
void html_json(FILE *file, struct slice text);

/* 1234567 as 1,234,567. */
void html_count(FILE *file, uint64_t count);

/* Day and minute, UTC. */
void html_date(FILE *file, int64_t seconds);

/* What a Content-Security-Policy calls a script or a style sheet: sha256-BASE64. */
struct html_hash {
    char text[64];
};
struct html_hash html_hash(const void *data, size_t size);

#endif
