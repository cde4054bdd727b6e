/* Any bytes as a saved game: it is resumed, or rejected with a message. A resumed game saves to a
 * complete saved game, which resumes to the same game. */
#include "session/session.h"

#include "support/patience.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct message message = {""};
    struct session *session, *again;
    struct slice saved;

    if (session_resume((struct slice){(const char *)data, size}, NULL, NULL, &session, &message) !=
        OK) {
        assert(!session && strlen(message.text) > 0);
        return 0;
    }
    saved = session_saved(session);
    assert(session_resume(saved, NULL, NULL, &again, &message) == OK);
    assert(session_saved(again).length == saved.length);
    assert(memcmp(session_saved(again).text, saved.text, saved.length) == 0);
    assert(session_verify(again, &message) == OK);
    session_free(again);
    session_free(session);
    return 0;
}
