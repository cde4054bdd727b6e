/* A progress display on standard error, drawn by its own thread while the caller works.
 *
 * On a terminal it is redrawn in place. Without a terminal nothing is drawn, unless the updates are
 * meant for a program and are appended as lines. All functions accept NULL, which progress_start
 * returns when there is nothing to draw. */
#ifndef BROADSIDE_REPORT_PROGRESS_H
#define BROADSIDE_REPORT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct progress;

struct progress_display {
    /* Writes one or more whole lines. Called from the display's thread, with the lock held. */
    void (*write)(const void *context, double seconds, FILE *file);
    const void *context;
    FILE *file;      /* NULL: standard error */
    int interval_ms; /* 0: five times a second */
    bool appends;    /* adds lines instead of redrawing them */
    bool stays;      /* the last state stays on the terminal; otherwise it is erased */
};

/* One line for the display: a bar, the count and the time left at the average pace so far. */
struct progress_bar {
    const char *unit; /* "games" */
    uint64_t total;
    uint64_t (*done)(const void *context); /* called from the display's thread */
    const void *context;
};
void progress_bar_write(const void *bar, double seconds, FILE *file);

struct progress *progress_start(const struct progress_display *display);

/* The bar must outlive the display. */
struct progress *progress_start_bar(const struct progress_bar *bar);

/* Draws the last state, or erases the display, and ends the thread. */
void progress_stop(struct progress *progress);

/* What `write` reads changes only between these two. */
void progress_lock(struct progress *progress);
void progress_unlock(struct progress *progress);

#endif
