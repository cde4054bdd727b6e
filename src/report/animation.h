/* A game as an animated GIF of its heat map, one frame per move. It loops, with a pause on the last
 * frame.
 *
 * The caller ends an animation with exactly one of animation_finish, which writes the file, and
 * animation_abandon, which discards it. Both free the animation. */
#ifndef BROADSIDE_REPORT_ANIMATION_H
#define BROADSIDE_REPORT_ANIMATION_H

#include "report/heat_picture.h"

struct animation;

/* For boards of this size, with room to explain sweeps and hints if there may be any. The path ends
 * in .gif (see picture_animation_check). */
enum error animation_new(const char *path, int width, int height, bool sightings,
                         struct animation **animation, struct message *message);

/* Adds a frame that stays for `delay` hundredths of a second. All frames have the same scale, from
 * 0 to 1; the picture's own is not used. After an error, call animation_abandon. */
enum error animation_add(struct animation *animation, const struct heat_picture *heat, int delay,
                         struct message *message);

/* ERR_RANGE if there are no frames. Frees the animation even if it fails. */
enum error animation_finish(struct animation *animation, struct message *message);
void animation_abandon(struct animation *animation); /* NULL is allowed */

#endif
