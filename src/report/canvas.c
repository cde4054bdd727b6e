/* Everything is drawn into memory and written at the end. cairo puts the date into a PDF and a
 * per-process counter into an SVG; both are removed, so the same picture gives the same file. */
#include "report/canvas.h"

#ifdef HAVE_CAIRO

#include <string.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "base/outfile.h"
#include "base/text.h"
#include "report/picture.h"

enum { MOST_BYTES = 64 << 20, PNG_SCALE = 2 };

static const double PDF_SCALE = 0.75; /* points per pixel */

static cairo_status_t append(void *closure, const unsigned char *data, unsigned length)
{
    struct canvas *canvas = closure;

    return buffer_append(&canvas->bytes, data, length) == OK ? CAIRO_STATUS_SUCCESS
                                                             : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *svg_surface(struct canvas *canvas, double width, double height)
{
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(append, canvas, width, height);

    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    return surface;
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

enum error canvas_begin(struct canvas *canvas, const char *path, double width, double height,
                        const char *title, struct message *message)
{
    enum error error = picture_check(path, message);
    double scale = 1;

    *canvas = (struct canvas){.path = path, .title = title};
    if (error != OK)
        return error;
    buffer_init(&canvas->bytes, MOST_BYTES);
    switch (text_lower(path[strlen(path) - 2])) { /* picture_check accepts only these three */
    case 'v':
        canvas->format = CANVAS_SVG;
        canvas->surface = svg_surface(canvas, width, height);
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
    canvas_white(canvas->cr);
    return OK;
}

/* Adds the escaped title to the SVG, for browsers and screen readers. */
static enum error put_title(struct buffer *svg, const char *title)
{
    struct canvas_clean clean = canvas_clean(title);
    enum error error = buffer_put(svg, "\n<title>");

    for (const char *c = clean.text; *c && error == OK; c++) {
        const char *escaped = *c == '<'   ? "&lt;"
                              : *c == '>' ? "&gt;"
                              : *c == '&' ? "&amp;"
                              : *c == '"' ? "&quot;"
                                          : NULL;

        error = escaped ? buffer_put(svg, escaped) : buffer_append(svg, c, 1);
    }
    return error == OK ? buffer_put(svg, "</title>") : error;
}

/* Removes cairo's counter from the name of the first group, and adds a title. */
static enum error finish_svg(struct canvas *canvas)
{
    static const char counter[] = " id=\"surface";
    const char *data = canvas->bytes.data, *head = strstr(data, "<svg"), *rest;
    struct buffer svg;
    enum error error;

    head = head ? strchr(head, '>') : NULL;
    if (!head)
        return ERR_IO;
    rest = strstr(head, counter);
    buffer_init(&svg, MOST_BYTES);
    error = buffer_append(&svg, data, (size_t)(head + 1 - data));
    if (error == OK && canvas->title && canvas->title[0])
        error = put_title(&svg, canvas->title);
    if (error == OK && rest) {
        error = buffer_append(&svg, head + 1, (size_t)(rest - head - 1));
        rest += sizeof counter - 1;
        rest += strspn(rest, "0123456789\"");
    }
    if (error == OK)
        error = buffer_put(&svg, rest ? rest : head + 1);
    buffer_release(&canvas->bytes);
    canvas->bytes = svg;
    return error;
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
    enum error error = OK;

    if (status == CAIRO_STATUS_SUCCESS && canvas->format == CANVAS_PNG)
        status = cairo_surface_write_to_png_stream(canvas->surface, append, canvas);
    cairo_destroy(canvas->cr);
    cairo_surface_finish(canvas->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(canvas->surface);
    cairo_surface_destroy(canvas->surface);

    if (status != CAIRO_STATUS_SUCCESS)
        error = status == CAIRO_STATUS_NO_MEMORY ? ERR_MEMORY : ERR_IO;
    else if (canvas->format == CANVAS_SVG)
        error = finish_svg(canvas);
    if (error != OK)
        error_set(error, message, "%s: cannot draw the picture: %s", canvas->path,
                  cairo_status_to_string(status ? status : CAIRO_STATUS_NO_MEMORY));
    else
        error = write_bytes(canvas, message);
    buffer_release(&canvas->bytes);
    return error;
}

void canvas_white(cairo_t *cr)
{
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
}

void canvas_colour(cairo_t *cr, uint32_t rgb)
{
    cairo_set_source_rgb(cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                         (rgb & 255) / 255.0);
}

void canvas_font(cairo_t *cr, double size, bool bold)
{
    cairo_font_options_t *options = cairo_font_options_create();

    /* Letters have the same shape and width at every size and in every format. */
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cr, options);
    cairo_font_options_destroy(options);
    cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
}

double canvas_text_width(cairo_t *cr, const char *text)
{
    cairo_text_extents_t extents;

    cairo_text_extents(cr, text, &extents);
    return extents.x_advance;
}

void canvas_text(cairo_t *cr, double x, double y, double align, const char *text)
{
    cairo_move_to(cr, align > 0 ? x - align * canvas_text_width(cr, text) : x, y);
    cairo_show_text(cr, text);
    cairo_new_path(cr);
}

void canvas_text_fit(cairo_t *cr, double x, double y, double align, double most, const char *text)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    char cut[sizeof(struct canvas_clean) + sizeof ellipsis];
    size_t length = strlen(text);

    if (length > sizeof(struct canvas_clean) - 1)
        length = sizeof(struct canvas_clean) - 1;
    snprintf(cut, sizeof cut, "%.*s", (int)length, text);
    while (length > 0 && canvas_text_width(cr, cut) > most) {
        do
            length--;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80);
        while (length > 0 && text[length - 1] == ' ')
            length--;
        snprintf(cut, sizeof cut, "%.*s%s", (int)length, text, ellipsis);
    }
    canvas_text(cr, x, y, align, cut);
}

void canvas_heading(cairo_t *cr, double x, double y, double size, double least, double most,
                    const char *text)
{
    canvas_font(cr, size, true);
    while (size > least && canvas_text_width(cr, text) > most)
        canvas_font(cr, --size, true);
    canvas_text_fit(cr, x, y, 0, most, text);
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
