/* Heat maps of a board: how likely each cell is to hold a ship, what is known already, and the shot
 * or move that was chosen; as text for a terminal and as a picture. See animation.h for a whole
 * game.
 *
 * The arrays belong to the caller and are in reading order. */
#ifndef BROADSIDE_REPORT_HEAT_PICTURE_H
#define BROADSIDE_REPORT_HEAT_PICTURE_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>

/* A rectangle of cells with an outline. Only pictures have them. */
enum heat_area_kind {
    HEAT_FOUND,  /* a sweep found a ship */
    HEAT_EMPTY,  /* a sweep found nothing */
    HEAT_SMOKED, /* a sweep found nothing, but that may be the work of smoke */
    HEAT_HINT,   /* a hint says that a ship is there */
    HEAT_MOVE,   /* the chosen move, if it is not a single shot */
    HEAT_AREA_KINDS
};
struct heat_area {
    enum heat_area_kind kind;
    int column, row, width, height;
};

struct heat_picture {
    int width, height;         /* 1 to MAX_SIDE */
    const double *probability; /* per cell 0 to 1; negative: the cell is known */
    const char *mark;          /* per cell: ' ' none, 'o' miss, '*' hit, '#' sunk, '.' water */
    const char *caption;       /* may be NULL */
    int highlight;             /* the cell of the chosen shot, or -1 */
    const struct heat_area *area;
    int areas;
};

/* Room for the largest board with colours, however it is wrapped. */
enum { HEAT_TEXT_SIZE = 65536 };

/* Caption, columns A.., rows 1.. and a line that explains the marks. A cell shows its percentage
 * (`<1` for almost 0; cells are one character wider if there is a 100) or its mark; the highlighted
 * cell is in brackets. `colour` adds shades as 256-colour codes. A board wider than `columns` is
 * printed in parts, one below the other; 0 never wraps. */
void heat_picture_print(const struct heat_picture *heat, bool colour, int columns,
                        struct writer *writer);

/* The picture, in a file that ends in .svg, .png or .pdf (see picture_check). Pictures and
 * animations have one scale of colours, from 0 to 100 %. */
enum error heat_picture_write(const struct heat_picture *heat, const char *path,
                              struct message *message);

#endif
