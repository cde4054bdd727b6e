/* Frames, questions, texts and lists: what is the same on every screen. */
#include "tui/screen_internal.h"

#include "tui/term_text.h"

#include <stdio.h>
#include <string.h>

enum { BOX_ROW = 10, EDIT_SIZE = 256, LINE_SIZE = 4096 };

int screen_frame(const struct screen *screen, const char *title, const struct key_hint *hints)
{
    int row = term_rows() - 2;

    term_put(0, 1, STYLE_TITLE, title);
    for (int column = 0; column < term_columns(); column++)
        term_put(1, column, STYLE_DIM, term_glyph(GLYPH_LINE));
    keyboard_draw(screen->keyboard, row, hints);
    return row;
}

/* --- questions -------------------------------------------------------------------------------- */

struct question_box {
    const struct page *below;
    const char *question, *answer, *keys;
};

static void draw_box(void *state)
{
    const struct question_box *box = state;
    int width = term_width(box->question), first;

    if (term_width(box->answer) > width)
        width = term_width(box->answer);
    if (term_width(box->keys) > width)
        width = term_width(box->keys);
    width = width > TERM_COLUMNS - 4 ? TERM_COLUMNS - 4 : width;
    first = (TERM_COLUMNS - width) / 2 - 1;
    box->below->draw(box->below->state);
    for (int row = BOX_ROW - 1; row <= BOX_ROW + (box->answer[0] ? 3 : 2); row++)
        for (int column = first - 1; column < first + width + 3; column++)
            term_put(row, column, STYLE_CHOSEN, " ");
    term_put_within(BOX_ROW, first + 1, width, STYLE_CHOSEN, box->question);
    term_put_within(BOX_ROW + 1, first + 1, width, STYLE_CHOSEN, box->answer);
    term_put_within(BOX_ROW + (box->answer[0] ? 2 : 1), first + 1, width, STYLE_CHOSEN, box->keys);
}

enum screen_result screen_confirm(const struct screen *screen, const struct page *page,
                                  const char *question, bool *yes)
{
    struct question_box box = {page, question, "", "y yes   n no"};
    struct page over = {draw_box, &box};
    struct input input;

    (void)screen;
    *yes = false;
    for (;;) {
        term_ask(&over, -1, &input);
        if (input.kind == INPUT_END)
            return SCREEN_END;
        *yes = input.kind == INPUT_CHARACTER && (input.text[0] == 'y' || input.text[0] == 'Y');
        if (*yes || input.kind == INPUT_INTERRUPT ||
            (input.kind == INPUT_CHARACTER && (input.text[0] == 'n' || input.text[0] == 'N')) ||
            (input.kind == INPUT_KEY && input.key == KEY_ESCAPE))
            return SCREEN_BACK;
    }
}

enum screen_result screen_interrupt(const struct screen *screen, const struct page *page,
                                    bool *leave)
{
    return screen_confirm(screen, page, "Leave Broadside? A game under way is kept.", leave);
}

/* --- waiting ---------------------------------------------------------------------------------- */

enum screen_result screen_wait(const struct screen *screen, const struct page *page)
{
    static const enum action known[] = {ACTION_CONFIRM, ACTION_NONE};
    struct input input;

    for (;;) {
        bool leave = false;
        enum screen_result result = SCREEN_BACK;

        term_ask(page, -1, &input);
        if (input.kind == INPUT_END)
            return SCREEN_END;
        if (keyboard_action(screen->keyboard, &input, known) == ACTION_CONFIRM)
            return SCREEN_BACK;
        if (input.kind == INPUT_INTERRUPT)
            result = screen_interrupt(screen, page, &leave);
        if (result != SCREEN_BACK || leave)
            return result == SCREEN_BACK ? SCREEN_QUIT : result;
    }
}

static void draw_sentence(void *state)
{
    term_put_within(term_rows() / 2, 4, term_columns() - 8, STYLE_TITLE, state);
}

enum screen_result screen_hand_over(const struct screen *screen, const char *name, const char *what)
{
    char sentence[NAME_SIZE + 128];
    struct page page = {draw_sentence, sentence};

    snprintf(sentence, sizeof sentence, "%s, press %s %s.", name,
             keyboard_label(screen->keyboard, ACTION_CONFIRM), what);
    return screen_wait(screen, &page);
}

/* --- a line of text --------------------------------------------------------------------------- */

static void rub_out(char *text)
{
    size_t length = strlen(text);

    while (length > 0 && ((unsigned char)text[--length] & 0xc0) == 0x80)
        ; /* a whole character */
    text[length] = '\0';
}

enum screen_result screen_edit(const struct screen *screen, const struct page *page,
                               const char *question, char *text, size_t size, bool *done)
{
    char edited[EDIT_SIZE], shown[EDIT_SIZE + 2];
    struct question_box box = {page, question, shown, "Enter done   Escape back"};
    struct page over = {draw_box, &box};
    struct input input;

    (void)screen;
    *done = false;
    snprintf(edited, sizeof edited < size ? sizeof edited : size, "%s", text);
    for (;;) {
        snprintf(shown, sizeof shown, "%s_", edited);
        term_ask(&over, -1, &input);
        if (input.kind == INPUT_END)
            return SCREEN_END;
        if (input.kind == INPUT_INTERRUPT || (input.kind == INPUT_KEY && input.key == KEY_ESCAPE))
            return SCREEN_BACK;
        if (input.kind == INPUT_KEY && input.key == KEY_RUB_OUT)
            rub_out(edited);
        if (input.kind == INPUT_CHARACTER && strlen(edited) + strlen(input.text) < size &&
            strlen(edited) + strlen(input.text) < sizeof edited)
            memcpy(edited + strlen(edited), input.text, strlen(input.text) + 1);
        if (input.kind == INPUT_KEY && input.key == KEY_RETURN)
            break;
    }
    snprintf(text, size, "%s", edited);
    *done = true;
    return SCREEN_BACK;
}

/* --- texts ------------------------------------------------------------------------------------ */

struct pager {
    const struct screen *screen;
    const char *title, *text;
    int first;
};

static int pager_room(void)
{
    return term_rows() - 5;
}

static int pager_lines(const struct pager *pager)
{
    return term_text_rows(pager->text, term_columns() - 2);
}

static int last_first(const struct pager *pager)
{
    int lines = pager_lines(pager);

    return lines > pager_room() ? lines - pager_room() : 0;
}

static void draw_pager(void *state)
{
    static const struct key_hint hints[] = {
        {ACTION_UP, ""},      {ACTION_DOWN, "scroll"},
        {ACTION_PAGE_UP, ""}, {ACTION_PAGE_DOWN, "by pages"},
        {ACTION_START, ""},   {ACTION_END, "to the ends"},
        {ACTION_BACK, NULL},  {ACTION_NONE, NULL},
    };
    static const struct key_hint only_back[] = {{ACTION_BACK, NULL}, {ACTION_NONE, NULL}};
    struct pager *pager = state;
    struct slice rest = slice_of(pager->text), line;
    int number = 0, last = last_first(pager), lines = pager_lines(pager);

    pager->first = pager->first > last ? last : pager->first;
    screen_frame(pager->screen, pager->title, last > 0 ? hints : only_back);
    for (; term_text_wrap(&rest, term_columns() - 2, &line); number++) {
        char copy[LINE_SIZE];

        snprintf(copy, sizeof copy, "%.*s", (int)line.length, line.text);
        if (number >= pager->first && number < pager->first + pager_room())
            term_put(2 + number - pager->first, 1, STYLE_PLAIN, copy);
    }
    if (last > 0)
        term_format(0, term_columns() - 16, STYLE_DIM, "%d to %d of %d", pager->first + 1,
                    pager->first + pager_room() < lines ? pager->first + pager_room() : lines,
                    lines);
}

enum screen_result screen_pager(const struct screen *screen, const char *title, const char *text)
{
    static const enum action known[] = {ACTION_UP,    ACTION_DOWN, ACTION_PAGE_UP, ACTION_PAGE_DOWN,
                                        ACTION_START, ACTION_END,  ACTION_CONFIRM, ACTION_BACK,
                                        ACTION_QUIT,  ACTION_NONE};
    struct pager pager = {screen, title, text, 0};
    struct page page = {draw_pager, &pager};
    struct input input;

    for (;;) {
        bool leave = false;
        enum screen_result result = SCREEN_BACK;
        int first = pager.first;

        term_ask(&page, -1, &input);
        switch (keyboard_action(screen->keyboard, &input, known)) {
        case ACTION_UP:
            first--;
            break;
        case ACTION_DOWN:
            first++;
            break;
        case ACTION_PAGE_UP:
            first -= pager_room() - 1;
            break;
        case ACTION_PAGE_DOWN:
            first += pager_room() - 1;
            break;
        case ACTION_START:
            first = 0;
            break;
        case ACTION_END:
            first = last_first(&pager);
            break;
        case ACTION_CONFIRM:
        case ACTION_BACK:
        case ACTION_QUIT:
            return SCREEN_BACK;
        default:
            break;
        }
        pager.first = first < 0 ? 0 : first;
        if (input.kind == INPUT_INTERRUPT)
            result = screen_interrupt(screen, &page, &leave);
        if (input.kind == INPUT_END || result == SCREEN_END)
            return SCREEN_END;
        if (leave)
            return SCREEN_QUIT;
    }
}

/* --- lists ------------------------------------------------------------------------------------ */

struct list_page {
    const struct screen *screen;
    const char *title;
    const struct screen_item *item;
    int count, chosen;
};

/* Below the list is room for the chosen item where its line is too short for it. */
static int list_room(void)
{
    return term_rows() - 7;
}

static int list_first(const struct list_page *list)
{
    int room = list_room(), first = list->chosen - room / 2;

    if (list->count <= room || first < 0)
        return 0;
    return first > list->count - room ? list->count - room : first;
}

static void draw_listed(const char *text, int row, bool is_chosen)
{
    enum style style = is_chosen ? STYLE_CHOSEN : STYLE_PLAIN;
    struct term_area below = {term_rows() - 4, 3, 2, term_columns() - 4};

    term_put(row, 1, STYLE_TITLE, is_chosen ? term_glyph(GLYPH_ARROW) : " ");
    if (term_width(text) <= term_columns() - 4) {
        term_put(row, 3, style, text);
        return;
    }
    term_put(row, 3 + term_put_within(row, 3, term_columns() - 7, style, text), style, "...");
    if (is_chosen)
        term_text_put(&below, STYLE_PLAIN, text);
}

static void draw_list(void *state)
{
    static const struct key_hint hints[] = {{ACTION_UP, ""},
                                            {ACTION_DOWN, "move"},
                                            {ACTION_CONFIRM, "choose"},
                                            {ACTION_BACK, NULL},
                                            {ACTION_NONE, NULL}};
    const struct list_page *list = state;
    int first = list_first(list);

    screen_frame(list->screen, list->title, hints);
    for (int i = first; i < list->count && i - first < list_room(); i++)
        draw_listed(list->item[i].text, 3 + i - first, i == list->chosen);
}

enum screen_result screen_list(const struct screen *screen, const char *title,
                               const struct screen_item *items, int count, int *chosen)
{
    static const enum action known[] = {ACTION_UP,      ACTION_DOWN, ACTION_START, ACTION_END,
                                        ACTION_CONFIRM, ACTION_BACK, ACTION_QUIT,  ACTION_NONE};
    struct list_page list = {screen, title, items, count, 0};
    struct page page = {draw_list, &list};
    struct input input;

    *chosen = -1;
    for (;;) {
        bool leave = false;
        enum screen_result result = SCREEN_BACK;

        term_ask(&page, -1, &input);
        switch (keyboard_action(screen->keyboard, &input, known)) {
        case ACTION_UP:
            list.chosen -= list.chosen > 0;
            break;
        case ACTION_DOWN:
            list.chosen += list.chosen + 1 < count;
            break;
        case ACTION_START:
            list.chosen = 0;
            break;
        case ACTION_END:
            list.chosen = count > 0 ? count - 1 : 0;
            break;
        case ACTION_CONFIRM:
            *chosen = count > 0 ? list.chosen : -1;
            return SCREEN_BACK;
        case ACTION_BACK:
        case ACTION_QUIT:
            return SCREEN_BACK;
        default:
            break;
        }
        if (input.kind == INPUT_MOUSE && input.row >= 3 && input.row < 3 + list_room() &&
            input.row - 3 + list_first(&list) < count) {
            *chosen = input.row - 3 + list_first(&list);
            return SCREEN_BACK;
        }
        if (input.kind == INPUT_INTERRUPT)
            result = screen_interrupt(screen, &page, &leave);
        if (input.kind == INPUT_END || result == SCREEN_END)
            return SCREEN_END;
        if (leave)
            return SCREEN_QUIT;
    }
}
