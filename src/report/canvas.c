/* Everything is drawn into memory and written at the end. cairo puts the date into a PDF; it is
 * removed, so the same picture gives the same file. */
#include "report/canvas.h"

#ifdef HAVE_CAIRO

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cairo-pdf.h>

#include "base/outfile.h"
#include "base/text.h"
#include "report/picture.h"

enum { MOST_BYTES = 64 << 20, PNG_SCALE = 2 };

static const double PDF_SCALE = 0.75; /* points per pixel */

/* --- the text of an SVG ------------------------------------------------------------------------*/

static bool is_svg(const struct canvas *canvas)
{
    return canvas->format == CANVAS_SVG;
}

static void put(struct canvas *canvas, struct buffer *to, const char *text)
{
    if (!canvas->error)
        canvas->error = buffer_put(to, text);
}

/* A coordinate, without needless zeros. */
static void put_number(struct canvas *canvas, struct buffer *to, const char *before, double number)
{
    char text[64];
    char *end = text + snprintf(text, sizeof text, "%s%.2f", before, number);

    while (end[-1] == '0')
        *--end = '\0';
    if (end[-1] == '.')
        end[-1] = '\0';
    put(canvas, to, text);
}

static void put_colour(struct canvas *canvas, const char *name)
{
    char text[48];

    snprintf(text, sizeof text, " %s=\"#%06x\"", name, (unsigned)canvas->colour);
    put(canvas, &canvas->bytes, text);
}

static void put_attribute(struct canvas *canvas, const char *name, double number)
{
    put(canvas, &canvas->bytes, " ");
    put(canvas, &canvas->bytes, name);
    put_number(canvas, &canvas->bytes, "=\"", number);
    put(canvas, &canvas->bytes, "\"");
}

static void put_escaped(struct canvas *canvas, const char *text)
{
    for (; *text; text++) {
        const char *escaped = *text == '<'   ? "&lt;"
                              : *text == '>' ? "&gt;"
                              : *text == '&' ? "&amp;"
                              : *text == '"' ? "&quot;"
                                             : NULL;

        if (escaped)
            put(canvas, &canvas->bytes, escaped);
        else if (!canvas->error)
            canvas->error = buffer_append(&canvas->bytes, text, 1);
    }
}

static void put_title(struct canvas *canvas, const char *title)
{
    put(canvas, &canvas->bytes, "<title>");
    put_escaped(canvas, canvas_clean(title).text);
    put(canvas, &canvas->bytes, "</title>\n");
}

/* Where DejaVu Sans is missing, Verdana has almost the same widths. */
static void begin_svg(struct canvas *canvas, double width, double height)
{
    char head[320];

    snprintf(head, sizeof head,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
             "viewBox=\"0 0 %.0f %.0f\" "
             "font-family=\"'DejaVu Sans', Verdana, Geneva, sans-serif\">\n",
             width, height, width, height);
    put(canvas, &canvas->bytes, head);
    if (canvas->title && canvas->title[0])
        put_title(canvas, canvas->title);
    canvas_colour(canvas, 0xffffff);
    canvas_fill_rectangle(canvas, 0, 0, width, height);
}

/* Writes the path as an element; `name` is the attribute that gets the colour. */
static void put_path(struct canvas *canvas, const char *name)
{
    bool is_line = strcmp(name, "stroke") == 0;

    put(canvas, &canvas->bytes, "<path d=\"");
    put(canvas, &canvas->bytes, canvas->trace.length ? canvas->trace.data : "");
    put(canvas, &canvas->bytes, is_line ? "\" fill=\"none\"" : "\"");
    put_colour(canvas, name);
    if (is_line)
        put_attribute(canvas, "stroke-width", canvas->line_width);
    if (is_line && canvas->is_round)
        put(canvas, &canvas->bytes, " stroke-linejoin=\"round\"");
    for (int i = 0; is_line && i < canvas->dashes; i++)
        put_number(canvas, &canvas->bytes, i ? " " : " stroke-dasharray=\"", canvas->dash[i]);
    put(canvas, &canvas->bytes, is_line && canvas->dashes ? "\"/>\n" : "/>\n");
}

static void put_point(struct canvas *canvas, const char *command, double x, double y)
{
    put_number(canvas, &canvas->trace, command, x);
    put_number(canvas, &canvas->trace, " ", y);
}

/* --- files -------------------------------------------------------------------------------------*/

static cairo_status_t append(void *closure, const unsigned char *data, unsigned length)
{
    struct canvas *canvas = closure;

    return buffer_append(&canvas->bytes, data, length) == OK ? CAIRO_STATUS_SUCCESS
                                                             : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *pdf_surface(struct canvas *canvas, double width, double height)
{
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(append, canvas, width * PDF_SCALE, height * PDF_SCALE);

    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "broadside");
    if (canvas->title)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE,
                                       canvas_clean(canvas->title).text);
    return surface;
}

static void paint_white(cairo_t *cr)
{
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
}

enum error canvas_begin(struct canvas *canvas, const char *path, double width, double height,
                        const char *title, struct message *message)
{
    enum error error = picture_check(path, message);
    double scale = 1;

    *canvas = (struct canvas){.path = path, .title = title};
    if (error != OK)
        return error;
    buffer_init(&canvas->bytes, MOST_BYTES);
    buffer_init(&canvas->trace, MOST_BYTES);
    switch (text_lower(path[strlen(path) - 2])) { /* picture_check accepts only these three */
    case 'v':
        canvas->format = CANVAS_SVG;
        canvas->surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
        begin_svg(canvas, width, height);
        break;
    case 'd':
        canvas->format = CANVAS_PDF;
        canvas->surface = pdf_surface(canvas, width, height);
        scale = PDF_SCALE;
        break;
    default:
        canvas->format = CANVAS_PNG;
        canvas->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(width * PNG_SCALE),
                                                     (int)(height * PNG_SCALE));
        scale = PNG_SCALE;
    }
    canvas->cr = cairo_create(canvas->surface);
    cairo_scale(canvas->cr, scale, scale);
    paint_white(canvas->cr);
    return OK;
}

void canvas_begin_image(struct canvas *canvas, cairo_surface_t *image)
{
    *canvas = (struct canvas){.format = CANVAS_IMAGE, .cr = cairo_create(image)};
    paint_white(canvas->cr);
}

cairo_status_t canvas_end_image(struct canvas *canvas)
{
    cairo_status_t status = cairo_status(canvas->cr);

    cairo_destroy(canvas->cr);
    return status;
}

static enum error write_bytes(const struct canvas *canvas, struct message *message)
{
    struct outfile output;
    enum error error = outfile_open(&output, canvas->path, message);

    if (error != OK)
        return error;
    outfile_write(&output, canvas->bytes.data, canvas->bytes.length);
    return outfile_commit(&output, message);
}

enum error canvas_end(struct canvas *canvas, struct message *message)
{
    cairo_status_t status = cairo_status(canvas->cr);
    enum error error;

    if (is_svg(canvas))
        put(canvas, &canvas->bytes, "</svg>\n");
    else if (status == CAIRO_STATUS_SUCCESS && canvas->format == CANVAS_PNG)
        status = cairo_surface_write_to_png_stream(canvas->surface, append, canvas);
    cairo_destroy(canvas->cr);
    cairo_surface_finish(canvas->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(canvas->surface);
    cairo_surface_destroy(canvas->surface);

    error = canvas->error;
    if (status != CAIRO_STATUS_SUCCESS)
        error = status == CAIRO_STATUS_NO_MEMORY ? ERR_MEMORY : ERR_IO;
    if (error != OK)
        error_set(error, message, "%s: cannot draw the picture: %s", canvas->path,
                  cairo_status_to_string(status ? status : CAIRO_STATUS_NO_MEMORY));
    else
        error = write_bytes(canvas, message);
    buffer_release(&canvas->bytes);
    buffer_release(&canvas->trace);
    return error;
}

void canvas_open_group(struct canvas *canvas, const char *class, const char *title)
{
    if (!is_svg(canvas))
        return;
    put(canvas, &canvas->bytes, "<g class=\"");
    put(canvas, &canvas->bytes, class);
    put(canvas, &canvas->bytes, "\">\n");
    put_title(canvas, title);
}

void canvas_close_group(struct canvas *canvas)
{
    if (is_svg(canvas))
        put(canvas, &canvas->bytes, "</g>\n");
}

/* --- shapes ------------------------------------------------------------------------------------*/

void canvas_colour(struct canvas *canvas, uint32_t rgb)
{
    canvas->colour = rgb;
    if (!is_svg(canvas))
        cairo_set_source_rgb(canvas->cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                             (rgb & 255) / 255.0);
}

void canvas_line_width(struct canvas *canvas, double width)
{
    canvas->line_width = width;
    if (!is_svg(canvas))
        cairo_set_line_width(canvas->cr, width);
}

void canvas_round_corners(struct canvas *canvas, bool is_round)
{
    canvas->is_round = is_round;
    if (!is_svg(canvas))
        cairo_set_line_join(canvas->cr, is_round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
}

void canvas_dash(struct canvas *canvas, const double *lengths, int count)
{
    canvas->dashes = count < CANVAS_DASHES ? count : CANVAS_DASHES;
    for (int i = 0; i < canvas->dashes; i++)
        canvas->dash[i] = lengths[i];
    if (!is_svg(canvas))
        cairo_set_dash(canvas->cr, canvas->dash, canvas->dashes, 0);
}

void canvas_move(struct canvas *canvas, double x, double y)
{
    if (is_svg(canvas))
        put_point(canvas, "M", x, y);
    else
        cairo_move_to(canvas->cr, x, y);
}

void canvas_line(struct canvas *canvas, double x, double y)
{
    if (is_svg(canvas))
        put_point(canvas, canvas->trace.length ? "L" : "M", x, y);
    else
        cairo_line_to(canvas->cr, x, y);
}

/* SVG gives an arc by its ends, so a circle takes two. */
void canvas_arc(struct canvas *canvas, double x, double y, double r, double from, double to)
{
    if (!is_svg(canvas)) {
        cairo_new_sub_path(canvas->cr);
        cairo_arc(canvas->cr, x, y, r, from, to);
        return;
    }
    canvas_move(canvas, x + r * cos(from), y + r * sin(from));
    for (int half = 1; half <= 2; half++) {
        double angle = from + (to - from) * half / 2;

        put_point(canvas, "A", r, r);
        put_point(canvas, " 0 0 1 ", x + r * cos(angle), y + r * sin(angle));
    }
}

void canvas_close(struct canvas *canvas)
{
    if (is_svg(canvas))
        put(canvas, &canvas->trace, "Z");
    else
        cairo_close_path(canvas->cr);
}

void canvas_rectangle(struct canvas *canvas, double x, double y, double width, double height)
{
    canvas_move(canvas, x, y);
    canvas_line(canvas, x + width, y);
    canvas_line(canvas, x + width, y + height);
    canvas_line(canvas, x, y + height);
    canvas_close(canvas);
}

void canvas_stroke_keep(struct canvas *canvas)
{
    if (is_svg(canvas))
        put_path(canvas, "stroke");
    else
        cairo_stroke_preserve(canvas->cr);
}

void canvas_fill_keep(struct canvas *canvas)
{
    if (is_svg(canvas))
        put_path(canvas, "fill");
    else
        cairo_fill_preserve(canvas->cr);
}

static void drop_path(struct canvas *canvas)
{
    if (is_svg(canvas))
        canvas->trace.length = 0;
    else
        cairo_new_path(canvas->cr);
}

void canvas_stroke(struct canvas *canvas)
{
    canvas_stroke_keep(canvas);
    drop_path(canvas);
}

void canvas_fill(struct canvas *canvas)
{
    canvas_fill_keep(canvas);
    drop_path(canvas);
}

void canvas_fill_rectangle(struct canvas *canvas, double x, double y, double width, double height)
{
    if (!is_svg(canvas)) {
        canvas_rectangle(canvas, x, y, width, height);
        canvas_fill(canvas);
        return;
    }
    put(canvas, &canvas->bytes, "<rect");
    put_attribute(canvas, "x", x);
    put_attribute(canvas, "y", y);
    put_attribute(canvas, "width", width);
    put_attribute(canvas, "height", height);
    put_colour(canvas, "fill");
    put(canvas, &canvas->bytes, "/>\n");
}

/* --- text --------------------------------------------------------------------------------------*/

void canvas_font(struct canvas *canvas, double size, bool bold)
{
    cairo_font_options_t *options = cairo_font_options_create();

    /* Letters have the same shape and width at every size and in every format. */
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(canvas->cr, options);
    cairo_font_options_destroy(options);
    cairo_select_font_face(canvas->cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(canvas->cr, size);
    canvas->font_size = size;
    canvas->is_bold = bold;
}

double canvas_text_width(const struct canvas *canvas, const char *text)
{
    cairo_text_extents_t extents;

    cairo_text_extents(canvas->cr, text, &extents);
    return extents.x_advance;
}

static void put_text(struct canvas *canvas, double x, double y, double align, const char *text)
{
    put(canvas, &canvas->bytes, "<text");
    put_attribute(canvas, "x", x);
    put_attribute(canvas, "y", y);
    put_attribute(canvas, "font-size", canvas->font_size);
    if (canvas->is_bold)
        put(canvas, &canvas->bytes, " font-weight=\"bold\"");
    if (align > 0) /* by the font that the reader has */
        put(canvas, &canvas->bytes, align < 1 ? " text-anchor=\"middle\"" : " text-anchor=\"end\"");
    put_colour(canvas, "fill");
    put(canvas, &canvas->bytes, ">");
    put_escaped(canvas, text);
    put(canvas, &canvas->bytes, "</text>\n");
}

void canvas_text(struct canvas *canvas, double x, double y, double align, const char *text)
{
    if (is_svg(canvas)) {
        put_text(canvas, x, y, align, text);
        return;
    }
    cairo_move_to(canvas->cr, align > 0 ? x - align * canvas_text_width(canvas, text) : x, y);
    cairo_show_text(canvas->cr, text);
    cairo_new_path(canvas->cr);
}

void canvas_text_fit(struct canvas *canvas, double x, double y, double align, double most,
                     const char *text)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    char cut[sizeof(struct canvas_clean) + sizeof ellipsis];
    size_t length = strlen(text);

    if (length > sizeof(struct canvas_clean) - 1)
        length = sizeof(struct canvas_clean) - 1;
    snprintf(cut, sizeof cut, "%.*s", (int)length, text);
    while (length > 0 && canvas_text_width(canvas, cut) > most) {
        do
            length--;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80);
        while (length > 0 && text[length - 1] == ' ')
            length--;
        snprintf(cut, sizeof cut, "%.*s%s", (int)length, text, ellipsis);
    }
    canvas_text(canvas, x, y, align, cut);
}

void canvas_heading(struct canvas *canvas, double x, double y, double size, double least,
                    double most, const char *text)
{
    canvas_font(canvas, size, true);
    while (size > least && canvas_text_width(canvas, text) > most)
        canvas_font(canvas, --size, true);
    canvas_text_fit(canvas, x, y, 0, most, text);
}

struct canvas_clean canvas_clean(const char *text)
{
    struct canvas_clean clean;

    text_printable(clean.text, sizeof clean.text, text ? text : "");
    /* U+FFFE and U+FFFF are valid in UTF-8 but not in XML. */
    for (char *c = clean.text; (c = strstr(c, "\xef\xbf")) != NULL; c += 3)
        if ((unsigned char)c[2] >= 0xbe)
            memset(c, '?', 3);
    return clean;
}

#endif
