/* Frames, questions, texts and lists: the parts that all screens use. */
#include "tui/screen_internal.h"

#include "tui/term_text.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { BOX_ROW = 10, BOX_MARGIN = 6, EDIT_SIZE = 256, LINE_SIZE = 4096, LIST_ROW = 3 };
enum { QUIET = 200 }; /* milliseconds; longer than between the repeats of a key held down */

int screen_clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

bool screen_put_cut(int row, int column, int columns, enum style style, const char *text)
{
    if (term_width(text) <= columns) {
        term_put(row, column, style, text);
        return true;
    }
    column += term_put_within(row, column, columns - 3, style, text);
    term_put(row, column, style, "...");
    return false;
}

void screen_frame(const struct screen *screen, const char *title, const char *right,
                  const struct key_hint *hints)
{
    int width = right ? term_width(right) + 2 : 0;

    screen_put_cut(0, 1, term_columns() - width - 2, STYLE_TITLE, title);
    if (right)
        term_put(0, term_columns() - width + 1, STYLE_TITLE, right);
    for (int column = 0; column < term_columns(); column++)
        term_put(1, column, STYLE_DIM, term_glyph(GLYPH_LINE));
    keyboard_draw(screen->keyboard, term_rows() - 2, term_columns(), hints);
}

/* --- questions ---------------------------------------------------------------------------------*/

struct question_box {
    const struct page *below;
    const char *question, *answer, *keys;
};

/* The end of a text that is too long for its row, where the player types. */
static const char *end_of(const char *text, int columns)
{
    while (term_width(text) > columns)
        do
            text++;
        while (((unsigned char)*text & 0xc0) == 0x80);
    return text;
}

static void draw_box(void *state)
{
    const struct question_box *box = state;
    const char *texts[] = {box->question, box->answer, box->keys};
    struct term_area area = {0, 0, 0, 0};

    for (int i = 0; i < 3; i++)
        if (term_width(texts[i]) > area.columns)
            area.columns = term_width(texts[i]);
    area.columns = screen_clamp(area.columns, 0, term_columns() - BOX_MARGIN);
    texts[1] = end_of(box->answer, area.columns);
    for (int i = 0; i < 3; i++)
        area.rows += term_text_rows(texts[i], area.columns);
    area.row = screen_clamp((term_rows() - area.rows) / 2, 1, BOX_ROW);
    area.column = (term_columns() - area.columns) / 2;
    if (box->below)
        box->below->draw(box->below->state);
    for (int row = area.row - 1; row <= area.row + area.rows; row++)
        for (int column = area.column - 2; column < area.column + area.columns + 2; column++)
            term_put(row, column, STYLE_CHOSEN, " ");
    for (int i = 0; i < 3; i++)
        term_text_put(&area, STYLE_CHOSEN, texts[i]);
}

static bool is_letter(const struct input *input, const char *letters)
{
    return input->kind == INPUT_CHARACTER && strchr(letters, input->text[0]);
}

static bool is_cancel(const struct input *input)
{
    return input->kind == INPUT_INTERRUPT ||
           (input->kind == INPUT_KEY && input->key == TERM_KEY_ESCAPE);
}

/* Ctrl-C means no, or leaves at once if this asks whether to quit. */
static enum screen_result confirm(const struct page *page, const char *question, bool asks_to_quit,
                                  bool *yes)
{
    struct question_box box = {page, question, "",
                               asks_to_quit ? "y yes   n no   Ctrl-C quit" : "y yes   n no"};
    struct page over = {draw_box, &box};
    struct input input;

    do {
        term_ask(&over, -1, &input);
        *yes = is_letter(&input, "yY");
        if (input.kind == INPUT_END || (input.kind == INPUT_INTERRUPT && asks_to_quit))
            return SCREEN_END;
    } while (!*yes && !is_cancel(&input) && !is_letter(&input, "nN"));
    return SCREEN_BACK;
}

enum screen_result screen_confirm(const struct page *page, const char *question, bool *yes)
{
    return confirm(page, question, false, yes);
}

enum screen_result screen_confirm_write(const struct page *page, const char *path, bool *yes)
{
    char question[EDIT_SIZE + 64];
    struct stat status;

    *yes = true;
    if (lstat(path, &status) != 0)
        return SCREEN_BACK;
    snprintf(question, sizeof question, "%s already exists. Overwrite it?", path);
    return screen_confirm(page, question, yes);
}

enum screen_result screen_confirm_delete(const struct page *page, const struct screen_item *game,
                                         bool *yes)
{
    char question[sizeof game->text + 64];

    snprintf(question, sizeof question, "Delete this unfinished game? %s", game->text);
    return screen_confirm(page, question, yes);
}

enum screen_result screen_ask(const struct screen *screen, const struct page *page,
                              int milliseconds, const enum action *known,
                              struct screen_event *event)
{
    const struct session *session = screen->flow ? screen->flow->session : NULL;
    bool is_unsaved = session && session_save_error(session);
    enum screen_result result = SCREEN_BACK;
    bool quit = false;

    term_ask(page, milliseconds, &event->input);
    event->action = keyboard_action(screen->keyboard, &event->input, known);
    if (event->input.kind == INPUT_END)
        return SCREEN_END;
    if (event->input.kind == INPUT_INTERRUPT)
        result = confirm(page,
                         is_unsaved ? "Quit Broadside? The game is NOT saved yet."
                                    : "Quit Broadside? A game in progress is saved.",
                         true, &quit);
    return quit ? SCREEN_QUIT : result;
}

/* --- waiting -----------------------------------------------------------------------------------*/

enum screen_result screen_wait(const struct screen *screen, const struct page *page)
{
    static const enum action known[] = {ACTION_CONFIRM, ACTION_NONE};
    enum screen_result result;
    struct screen_event event;

    do
        result = screen_ask(screen, page, -1, known, &event);
    while (result == SCREEN_BACK && event.action != ACTION_CONFIRM);
    return result;
}

static enum screen_result discard(const struct screen *screen, const struct page *page,
                                  int milliseconds)
{
    static const enum action known[] = {ACTION_NONE};
    enum screen_result result;
    struct screen_event event;

    do
        result = screen_ask(screen, page, milliseconds, known, &event);
    while (result == SCREEN_BACK && event.input.kind != INPUT_TIMEOUT);
    return result;
}

enum screen_result screen_discard_keys(const struct screen *screen, const struct page *page)
{
    return discard(screen, page, QUIET);
}

enum screen_result screen_discard_earlier(const struct screen *screen, const struct page *page)
{
    return discard(screen, page, 0);
}

static void draw_sentence(void *state)
{
    struct term_area area = {term_rows() / 2, 4, 3, term_columns() - 8};

    term_text_put(&area, STYLE_TITLE, state);
}

enum screen_result screen_hand_over(const struct screen *screen, const char *name, const char *what)
{
    char sentence[NAME_SIZE + 128] = "";
    struct page page = {draw_sentence, sentence};
    enum screen_result result = screen_discard_keys(screen, &page);

    snprintf(sentence, sizeof sentence, "%s, press %s %s.", name,
             keyboard_label(screen->keyboard, ACTION_CONFIRM), what);
    if (result == SCREEN_BACK)
        result = screen_wait(screen, &page);
    return result == SCREEN_BACK ? screen_discard_earlier(screen, &page) : result;
}

/* --- a line of text ----------------------------------------------------------------------------*/

/* Removes the last character, which may have several bytes. */
static void erase_character(char *text)
{
    size_t length = strlen(text);

    while (length > 0 && ((unsigned char)text[--length] & 0xc0) == 0x80)
        ;
    text[length] = '\0';
}

enum screen_result screen_edit(const struct page *page, const char *question, char *text,
                               size_t size, bool *done)
{
    char edited[EDIT_SIZE], shown[EDIT_SIZE + 2];
    struct question_box box = {page, question, shown,
                               "Enter confirm   Escape cancel   Ctrl-U clear"};
    struct page over = {draw_box, &box};
    struct input input;
    size_t length;

    *done = false;
    size = size < sizeof edited ? size : sizeof edited;
    snprintf(edited, size, "%s", text);
    for (;;) {
        snprintf(shown, sizeof shown, "%s_", edited);
        term_ask(&over, -1, &input);
        if (input.kind == INPUT_END)
            return SCREEN_END;
        if (is_cancel(&input))
            return SCREEN_BACK;
        if (input.kind == INPUT_KEY && input.key == TERM_KEY_ENTER)
            break;
        if (input.kind == INPUT_KEY &&
            (input.key == TERM_KEY_BACKSPACE || input.key == TERM_KEY_DELETE))
            erase_character(edited);
        if (input.kind == INPUT_KEY && input.key == TERM_KEY_ERASE)
            edited[0] = '\0';
        length = strlen(edited);
        if (input.kind == INPUT_CHARACTER && length + strlen(input.text) < size)
            snprintf(edited + length, size - length, "%s", input.text);
    }
    snprintf(text, size, "%s", edited);
    *done = true;
    return SCREEN_BACK;
}

enum screen_result screen_edit_value(const char *question, char *value, size_t size, bool *done)
{
    char text[EDIT_SIZE];
    enum screen_result result;
    bool is_done;

    snprintf(text, sizeof text, "%s", value);
    result = screen_edit(NULL, question, text, size < sizeof text ? size : sizeof text, &is_done);
    if (done)
        *done = is_done;
    if (is_done && slice_trim(slice_of(text)).length > 0)
        text_printable(value, size, text);
    return result;
}

/* --- texts -------------------------------------------------------------------------------------*/

struct pager {
    const struct screen *screen;
    const char *title, *text;
    int first;
};

static int pager_rows(void)
{
    return term_rows() - 5;
}

static int pager_lines(const struct pager *pager)
{
    struct term_text text = {.rest = slice_of(pager->text)};
    struct slice line;
    int lines = 0, indent;

    while (term_text_next(&text, term_columns() - 2, &line, &indent))
        lines++;
    return lines;
}

/* The first line in view when the end of the text is shown. */
static int pager_end(const struct pager *pager)
{
    int lines = pager_lines(pager);

    return lines > pager_rows() ? lines - pager_rows() : 0;
}

static void draw_pager(void *state)
{
    static const struct key_hint hints[] = {
        {ACTION_UP, ""},      {ACTION_DOWN, "scroll"},
        {ACTION_PAGE_UP, ""}, {ACTION_PAGE_DOWN, "page"},
        {ACTION_START, ""},   {ACTION_END, "top/bottom"},
        {ACTION_BACK, NULL},  {ACTION_NONE, NULL},
    };
    static const struct key_hint only_back[] = {{ACTION_BACK, NULL}, {ACTION_NONE, NULL}};
    struct pager *pager = state;
    struct term_text text = {.rest = slice_of(pager->text)};
    struct slice line;
    int end = pager_end(pager), lines = pager_lines(pager), indent;
    char right[48] = "";

    pager->first = screen_clamp(pager->first, 0, end);
    if (end > 0)
        snprintf(right, sizeof right, "lines %d-%d of %d", pager->first + 1,
                 pager->first + screen_clamp(pager_rows(), 0, lines), lines);
    screen_frame(pager->screen, pager->title, right, end > 0 ? hints : only_back);
    for (int number = 0; term_text_next(&text, term_columns() - 2, &line, &indent); number++) {
        char copy[LINE_SIZE];

        snprintf(copy, sizeof copy, "%.*s", (int)line.length, line.text);
        if (number >= pager->first && number < pager->first + pager_rows())
            term_put(2 + number - pager->first, 1 + indent, STYLE_PLAIN, copy);
    }
}

enum screen_result screen_pager(const struct screen *screen, const char *title, const char *text)
{
    static const enum action known[] = {ACTION_UP,    ACTION_DOWN, ACTION_PAGE_UP, ACTION_PAGE_DOWN,
                                        ACTION_START, ACTION_END,  ACTION_CONFIRM, ACTION_BACK,
                                        ACTION_QUIT,  ACTION_NONE};
    struct pager pager = {screen, title, text, 0};
    struct page page = {draw_pager, &pager};
    struct screen_event event;
    enum screen_result result;

    while ((result = screen_ask(screen, &page, -1, known, &event)) == SCREEN_BACK)
        switch (event.action) {
        case ACTION_UP:
            pager.first--;
            break;
        case ACTION_DOWN:
            pager.first++;
            break;
        case ACTION_PAGE_UP:
            pager.first -= pager_rows() - 1;
            break;
        case ACTION_PAGE_DOWN:
            pager.first += pager_rows() - 1;
            break;
        case ACTION_START:
            pager.first = 0;
            break;
        case ACTION_END:
            pager.first = pager_end(&pager);
            break;
        case ACTION_NONE:
            break;
        default:
            return SCREEN_BACK;
        }
    return result;
}

/* --- lists -------------------------------------------------------------------------------------*/

struct list_page {
    const struct screen *screen;
    const char *title;
    const struct screen_item *item;
    int count, cursor;
    bool can_delete;
};

/* Rows of the list; two more rows below it are for an item too long for its row. */
static int list_rows(void)
{
    return term_rows() - 7;
}

static int list_first(const struct list_page *list)
{
    int hidden = list->count - list_rows();

    return screen_clamp(list->cursor - list_rows() / 2, 0, hidden > 0 ? hidden : 0);
}

static void draw_item(const char *text, int row, bool is_chosen)
{
    struct term_area below = {term_rows() - 4, 3, 2, term_columns() - 4};

    term_put(row, 1, STYLE_TITLE, is_chosen ? term_glyph(GLYPH_ARROW) : " ");
    if (!screen_put_cut(row, 3, term_columns() - 4, is_chosen ? STYLE_CHOSEN : STYLE_PLAIN, text) &&
        is_chosen)
        term_text_put(&below, STYLE_PLAIN, text);
}

static void draw_list(void *state)
{
    const struct list_page *list = state;
    const struct key_hint hints[] = {{ACTION_UP, ""},
                                     {ACTION_DOWN, "move"},
                                     {ACTION_CONFIRM, "choose"},
                                     {ACTION_BACK, NULL},
                                     {list->can_delete ? ACTION_DELETE : ACTION_NONE, NULL},
                                     {ACTION_NONE, NULL}};
    int first = list_first(list);

    screen_frame(list->screen, list->title, NULL, hints);
    for (int i = first; i < list->count && i - first < list_rows(); i++)
        draw_item(list->item[i].text, LIST_ROW + i - first, i == list->cursor);
}

/* The item that was clicked on, or -1. */
static int clicked_item(const struct list_page *list, const struct input *input)
{
    int item = input->row - LIST_ROW + list_first(list);

    if (input->kind != INPUT_MOUSE || input->row < LIST_ROW ||
        input->row >= LIST_ROW + list_rows() || item >= list->count)
        return -1;
    return item;
}

enum screen_result screen_list_or_delete(const struct screen *screen, const char *title,
                                         const struct screen_item *items, int count, int *chosen,
                                         bool *deletes)
{
    static const enum action known[] = {ACTION_UP,   ACTION_DOWN,    ACTION_START,
                                        ACTION_END,  ACTION_CONFIRM, ACTION_DELETE,
                                        ACTION_BACK, ACTION_QUIT,    ACTION_NONE};
    struct list_page list = {screen, title, items, count, 0, deletes != NULL};
    struct page page = {draw_list, &list};
    struct screen_event event;
    enum screen_result result;

    list.cursor = screen_clamp(*chosen, 0, count > 0 ? count - 1 : 0);
    *chosen = -1;
    if (deletes)
        *deletes = false;
    while ((result = screen_ask(screen, &page, -1, known, &event)) == SCREEN_BACK)
        switch (event.action) {
        case ACTION_UP:
            list.cursor -= list.cursor > 0;
            break;
        case ACTION_DOWN:
            list.cursor += list.cursor + 1 < count;
            break;
        case ACTION_START:
            list.cursor = 0;
            break;
        case ACTION_END:
            list.cursor = count > 0 ? count - 1 : 0;
            break;
        case ACTION_DELETE:
            if (!deletes || count == 0)
                break;
            result = screen_confirm_delete(&page, &items[list.cursor], deletes);
            if (result != SCREEN_BACK)
                return result;
            if (!*deletes)
                break;
            *chosen = list.cursor;
            return SCREEN_BACK;
        case ACTION_CONFIRM:
            *chosen = count > 0 ? list.cursor : -1;
            return SCREEN_BACK;
        case ACTION_NONE:
            *chosen = clicked_item(&list, &event.input);
            if (*chosen >= 0)
                return SCREEN_BACK;
            break;
        default:
            return SCREEN_BACK;
        }
    return result;
}

enum screen_result screen_list(const struct screen *screen, const char *title,
                               const struct screen_item *items, int count, int *chosen)
{
    return screen_list_or_delete(screen, title, items, count, chosen, NULL);
}
