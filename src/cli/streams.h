/* The standard streams: before anything else is opened, and how wide the output is. */
#ifndef BROADSIDE_CLI_STREAMS_H
#define BROADSIDE_CLI_STREAMS_H

/* Opens the descriptors 0 to 2 that are closed, so that no other file gets their numbers and
 * receives what is meant for a stream. Reading such a stream finds its end; writing to it fails.
 *
 * Makes standard error non-blocking if it is a pipe or a terminal: output that nobody reads, or a
 * terminal stopped with Ctrl-S, must not stop a tournament. What does not fit is lost. */
void streams_prepare(void);

/* The columns of the terminal that standard output goes to; 0 if it goes elsewhere. */
int streams_columns(void);

#endif
