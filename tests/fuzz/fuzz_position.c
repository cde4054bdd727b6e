/* Any text as a position: it is parsed, or rejected with a message. A parsed position is counted or
 * sampled on a small budget; every result is a probability and agrees with the answers given. The
 * first byte chooses the rules. */
#include "infer/position.h"
#include "infer/posterior.h"

#include "support/play.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct infer_budget small = {200000, 2, 2, 0};

static void check_cell(const struct posterior *posterior, const struct view *view, int cell)
{
    const struct evidence *evidence = posterior_evidence(posterior);
    double chance = posterior_probability(posterior, cell), sinks = 0;

    assert(chance >= 0 && chance <= 1 + 1e-9);
    assert(posterior_error(posterior, cell) >= 0);
    for (int i = 0; i < evidence->classes; i++)
        sinks += posterior_sinks(posterior, i, cell);
    assert(sinks >= 0 && sinks <= chance + 1e-9);
    if (!posterior_is_exact(posterior))
        return;
    assert(posterior_error(posterior, cell) == 0);
    assert(posterior_cover(posterior, cell) <= posterior_layouts(posterior));
    if (cellset_has(&view->tracking.shot, cell))
        assert(posterior_cover(posterior, cell) ==
               (evidence->answer[cell] == ANSWER_MISS ? 0 : posterior_layouts(posterior)));
}

static void infer(const struct view *view)
{
    static struct posterior *posterior;
    struct message message = {""};
    struct rng rng;
    int best;

    if (!posterior)
        posterior = posterior_new();
    assert(posterior);
    posterior_clear(posterior);
    rng_seed(&rng, 1);
    if (posterior_update(posterior, view, &small, &rng, &message) != OK) {
        assert(message.text[0] != '\0');
        return;
    }
    assert(!posterior_is_exact(posterior) || posterior_layouts(posterior) > 0);
    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        check_cell(posterior, view, cell);
    best = posterior_best(posterior);
    assert(best == NO_CELL || !cellset_has(&view->tracking.shot, best));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const choices[][2] = {
        {"classic", ""},
        {"russian", ""},
        {"tournament", ""},
        {"advanced", "touch=no"},
        {"grid20", ""},
        {"classic", "board=6x6;fleet=3,2,2;announce=none"},
        {"classic", "board=6x6;fleet=3,2,2;announce=unnamed"},
        {"classic", "board=6x6;fleet=3,2,1x2;announce=each-hit;touch=no"},
    };
    enum { CHOICES = sizeof choices / sizeof choices[0] };
    static struct rules parsed[CHOICES];
    static struct view view;
    struct message message = {""};
    struct slice text;

    if (size == 0)
        return 0;
    text = (struct slice){(const char *)data + 1, size - 1};
    if (position_parse(text, rules_choose(data[0], choices, CHOICES, parsed), &view, &message) ==
        OK)
        infer(&view);
    else
        assert(message.text[0] != '\0');
    return 0;
}
