/* Frames are drawn by cairo and mapped to a fixed palette, so that all frames share one palette and
 * the same game gives the same file. After the first frame only the rectangle that changed is
 * written. A frame is written when the next one is added, because the last frame gets a longer
 * delay. */
#include "report/animation.h"

#include "report/picture.h"

#if defined HAVE_CAIRO && defined HAVE_GIFLIB

#include "base/outfile.h"
#include "report/canvas.h"
#include "report/heat_picture_internal.h"
#include "report/scale.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

enum {
    COLOURS = 64,
    GREYS = 13,
    TINTS = 5,       /* per coloured ink, from full to nearly white */
    REST = 300,      /* least delay of the last frame, in hundredths of a second */
    KNOWN_CUBE = 64, /* shades per channel in the cache of nearest colours */
};

struct animation {
    struct outfile output;
    GifFileType *gif;
    ColorMapObject *palette;
    cairo_surface_t *surface;
    struct heat_picture_plan plan;
    int board_width, board_height, width, height;
    int frames, delay; /* frames added, and the delay of the last one, which is not yet written */
    GifByteType *shown, *next;
    uint8_t found[KNOWN_CUBE * KNOWN_CUBE * KNOWN_CUBE]; /* palette index + 1 */
};

static int write_bytes(GifFileType *gif, const GifByteType *data, int size)
{
    struct animation *animation = gif->UserData;

    outfile_write(&animation->output, data, (size_t)size);
    return animation->output.reason ? 0 : size;
}

/* The library fails if it cannot write, or has no memory. */
static enum error failed(const struct animation *animation, struct message *message)
{
    int reason = animation->output.reason;

    return error_set(reason ? ERR_IO : ERR_MEMORY, message, "%s: %s", animation->output.path,
                     reason ? strerror(reason) : "out of memory");
}

static uint32_t mixed(uint32_t rgb, double white)
{
    uint32_t result = 0;

    for (int shift = 0; shift <= 16; shift += 8) {
        double part = rgb >> shift & 255;

        result |= (uint32_t)(part + (255 - part) * white + 0.5) << shift;
    }
    return result;
}

static void set_colour(ColorMapObject *palette, int index, uint32_t rgb)
{
    palette->Colors[index] = (GifColorType){.Red = (GifByteType)(rgb >> 16),
                                            .Green = (GifByteType)(rgb >> 8),
                                            .Blue = (GifByteType)rgb};
}

/* The shades of heat, greys from black to white, and tints of the coloured inks. */
static void fill_palette(ColorMapObject *palette)
{
    static const uint32_t inks[] = {HEAT_HIT, HEAT_CHOSEN, HEAT_SEEN};
    int next = 0;

    for (int i = 0; i < SCALE_SHADES; i++)
        set_colour(palette, next++, scale_heat(i / (SCALE_SHADES - 1.0)));
    set_colour(palette, next++, HEAT_KNOWN);
    for (int i = 0; i < GREYS - 1; i++)
        set_colour(palette, next++, mixed(0x000000, i / (GREYS - 2.0)));
    for (size_t ink = 0; ink < sizeof inks / sizeof inks[0]; ink++)
        for (int i = 0; i < TINTS; i++)
            set_colour(palette, next++, mixed(inks[ink], i / (double)TINTS));
    assert(next == COLOURS);
}

static int square(int a)
{
    return a * a;
}

/* The palette's colour nearest to a pixel. */
static int nearest(struct animation *animation, uint32_t rgb)
{
    int red = rgb >> 16 & 255, green = rgb >> 8 & 255, blue = rgb & 255, best = 0;
    int least = 1 << 30;
    uint8_t *found =
        &animation->found[((red >> 2) * KNOWN_CUBE + (green >> 2)) * KNOWN_CUBE + (blue >> 2)];

    if (*found)
        return *found - 1;
    for (int i = 0; i < COLOURS; i++) {
        const GifColorType *colour = &animation->palette->Colors[i];
        int distance = 3 * square(colour->Red - red) + 6 * square(colour->Green - green) +
                       square(colour->Blue - blue);

        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    *found = (uint8_t)(best + 1);
    return best;
}

static void release(struct animation *animation)
{
    int ignored;

    if (animation->gif)
        EGifCloseFile(animation->gif, &ignored);
    GifFreeMapObject(animation->palette);
    cairo_surface_destroy(animation->surface);
    free(animation->shown);
    free(animation->next);
    free(animation);
}

void animation_abandon(struct animation *animation)
{
    if (!animation)
        return;
    if (animation->gif) { /* before the file it writes to is closed */
        int ignored;

        EGifCloseFile(animation->gif, &ignored);
        animation->gif = NULL;
    }
    outfile_abandon(&animation->output);
    release(animation);
}

/* The head of the file: version, size, palette, and the block that makes it loop forever. */
static bool put_head(struct animation *animation)
{
    static const GifByteType forever[] = {1, 0, 0};
    GifFileType *gif = animation->gif;

    EGifSetGifVersion(gif, true);
    return EGifPutScreenDesc(gif, animation->width, animation->height, 6, 0, animation->palette) ==
               GIF_OK &&
           EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(gif, sizeof forever, forever) == GIF_OK &&
           EGifPutExtensionTrailer(gif) == GIF_OK;
}

enum error animation_new(const char *path, int width, int height, bool sightings,
                         struct animation **animation, struct message *message)
{
    enum error error = picture_animation_check(path, message);
    struct animation *made;
    size_t pixels;
    int failure;

    *animation = NULL;
    if (error != OK)
        return error;
    made = calloc(1, sizeof *made);
    if (!made)
        return error_set(ERR_MEMORY, message, "%s: out of memory", path);
    made->plan = heat_picture_frame_plan(width, height, sightings);
    made->board_width = width;
    made->board_height = height;
    made->width = (int)made->plan.width;
    made->height = (int)made->plan.height;
    pixels = (size_t)made->width * (size_t)made->height;
    made->shown = malloc(pixels);
    made->next = malloc(pixels);
    made->palette = GifMakeMapObject(COLOURS, NULL);
    made->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, made->width, made->height);
    error = outfile_open(&made->output, path, message);
    if (error != OK) {
        release(made);
        return error;
    }
    if (made->shown && made->next && made->palette &&
        cairo_surface_status(made->surface) == CAIRO_STATUS_SUCCESS) {
        fill_palette(made->palette);
        made->gif = EGifOpen(made, write_bytes, &failure);
    }
    if (!made->gif || !put_head(made)) {
        animation_abandon(made);
        return error_set(ERR_MEMORY, message, "%s: out of memory", path);
    }
    *animation = made;
    return OK;
}

struct changed_area {
    int left, top, right, bottom; /* right and bottom are exclusive */
};

/* The area in which the next frame differs from the one shown; one pixel if nothing does. */
static struct changed_area changed_area(const struct animation *animation)
{
    struct changed_area area = {animation->width, animation->height, 0, 0};

    for (int y = 0; y < animation->height; y++) {
        const GifByteType *shown = animation->shown + (size_t)y * (size_t)animation->width;
        const GifByteType *next = animation->next + (size_t)y * (size_t)animation->width;

        for (int x = 0; x < animation->width; x++) {
            if (shown[x] == next[x])
                continue;
            area.left = x < area.left ? x : area.left;
            area.right = x >= area.right ? x + 1 : area.right;
            area.top = y < area.top ? y : area.top;
            area.bottom = y + 1;
        }
    }
    return area.right == 0 ? (struct changed_area){0, 0, 1, 1} : area;
}

/* Writes the frame in `next` with its delay; it is then the one shown. */
static enum error flush_frame(struct animation *animation, int delay, struct message *message)
{
    GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
                                    .DelayTime = delay,
                                    .TransparentColor = NO_TRANSPARENT_COLOR};
    struct changed_area area = {0, 0, animation->width, animation->height};
    GifByteType block[4], *swap = animation->shown;
    bool good;

    if (animation->frames > 1)
        area = changed_area(animation);
    EGifGCBToExtension(&control, block);
    good =
        EGifPutExtension(animation->gif, GRAPHICS_EXT_FUNC_CODE, sizeof block, block) == GIF_OK &&
        EGifPutImageDesc(animation->gif, area.left, area.top, area.right - area.left,
                         area.bottom - area.top, false, NULL) == GIF_OK;
    for (int y = area.top; good && y < area.bottom; y++)
        good = EGifPutLine(animation->gif,
                           animation->next + (size_t)y * (size_t)animation->width + area.left,
                           area.right - area.left) == GIF_OK;
    animation->shown = animation->next;
    animation->next = swap;
    return good ? OK : failed(animation, message);
}

/* From the surface to indices of the palette. */
static void take_pixels(struct animation *animation)
{
    const unsigned char *data = cairo_image_surface_get_data(animation->surface);
    int stride = cairo_image_surface_get_stride(animation->surface);

    for (int y = 0; y < animation->height; y++)
        for (int x = 0; x < animation->width; x++) {
            uint32_t pixel;

            memcpy(&pixel, data + (size_t)y * (size_t)stride + 4 * (size_t)x, sizeof pixel);
            animation->next[(size_t)y * (size_t)animation->width + (size_t)x] =
                (GifByteType)nearest(animation, pixel & 0xffffff);
        }
}

enum error animation_add(struct animation *animation, const struct heat_picture *heat, int delay,
                         struct message *message)
{
    struct canvas canvas;
    cairo_status_t status;

    assert(heat->width == animation->board_width && heat->height == animation->board_height);
    if (animation->frames > 0) {
        enum error error = flush_frame(animation, animation->delay, message);

        if (error != OK)
            return error;
    }
    canvas_begin_image(&canvas, animation->surface);
    heat_picture_draw(&canvas, heat, &animation->plan);
    status = canvas_end_image(&canvas);
    if (status != CAIRO_STATUS_SUCCESS)
        return error_set(ERR_MEMORY, message, "%s: cannot draw a frame: %s", animation->output.path,
                         cairo_status_to_string(status));
    cairo_surface_flush(animation->surface);
    take_pixels(animation);
    animation->delay = delay < 0 ? 0 : delay > 0xffff ? 0xffff : delay;
    animation->frames++;
    return OK;
}

enum error animation_finish(struct animation *animation, struct message *message)
{
    int last = animation->delay > REST ? animation->delay : REST, closed, failure = 0;
    enum error error;

    if (animation->frames == 0)
        error = error_set(ERR_RANGE, message, "%s: the animation has no frames",
                          animation->output.path);
    else
        error = flush_frame(animation, last, message);
    if (error != OK) {
        animation_abandon(animation);
        return error;
    }
    closed =
        EGifCloseFile(animation->gif, &failure); /* writes the end, and frees even on failure */
    animation->gif = NULL;
    if (closed == GIF_OK) {
        error = outfile_commit(&animation->output, message);
    } else {
        error = failed(animation, message);
        outfile_abandon(&animation->output);
    }
    release(animation);
    return error;
}

#else

enum error animation_new(const char *path, int width, int height, bool sightings,
                         struct animation **animation, struct message *message)
{
    (void)width;
    (void)height;
    (void)sightings;
    *animation = NULL;
    return picture_animation_check(path, message);
}

enum error animation_add(struct animation *animation, const struct heat_picture *heat, int delay,
                         struct message *message)
{
    (void)animation;
    (void)heat;
    (void)delay;
    return picture_animation_check("", message);
}

enum error animation_finish(struct animation *animation, struct message *message)
{
    (void)animation;
    return picture_animation_check("", message);
}

void animation_abandon(struct animation *animation)
{
    (void)animation;
}

#endif
