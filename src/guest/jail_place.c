/* See jail_place.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "guest/jail_place.h"

#include "base/path.h"
#include "guest/jail_internal.h"
#include "guest/run_folder.h"

#include <stdio.h>
#include <stdlib.h>

/* A bot that shares its folder must not see the copies of others, nor talk to other jails. */
static enum error check_shared(const char *folder, struct message *message)
{
    char real[PATH_MAX];

    if (realpath(folder, real) && run_folder_is_below(real))
        return error_set(ERR_IO, message,
                         "a guest would see all of %s, including temporary files of other guests; "
                         "put the bot into a separate folder",
                         slice_quote(slice_of(real)).text);
    return private_copy_check_shared(folder, message);
}

/* Makes the copy that a guest plays with. Programs of the system are not copied: every jail sees
 * them anyway. */
static enum error copy_bot(const struct launch *launch, struct jail_place *place,
                           struct message *message)
{
    char path[PATH_MAX];

    if (launch->is_file)
        return private_copy_make_file(launch->extra_file, &copy_limits_play, &place->copy, message);
    if (path_is_below(launch->folder, "/usr"))
        return OK;
    if (!launch->only_file)
        return private_copy_make(launch->folder, &copy_limits_play, 0, &place->copy, message);
    if (snprintf(path, sizeof path, "%s/%s", launch->folder, launch->only_file) >= (int)sizeof path)
        return error_set(ERR_IO, message, "the path is too long");
    return private_copy_make_file(path, &copy_limits_play, &place->copy, message);
}

static enum error make_copy(const struct launch *launch, struct jail_place *place,
                            struct message *message)
{
    enum error error;

    if (launch->writes_folder)
        return private_copy_make(launch->folder, &copy_limits_build, place->user, &place->copy,
                                 message);
    error = copy_bot(launch, place, message);
    if (error != ERR_FULL && !(error == ERR_JAIL && launch->unsafe))
        return error;
    /* All its processes share the files. */
    return launch->is_file || launch->only_file ? OK : check_shared(launch->folder, message);
}

enum error jail_place_make(struct launch *launch, struct jail_place *place, struct message *message)
{
    const struct jail_support *support = jail_support();
    enum error error;

    *place = (struct jail_place){.user = 0};
    if (!support->has_namespaces)
        return OK;
    if (support->switches_user) {
        place->user = jail_user_take(support);
        if (place->user == 0)
            return error_set(ERR_JAIL, message, "no user number is free for another jail");
    }
    error = make_copy(launch, place, message);
    if (error) {
        jail_place_release(place);
        return error;
    }
    launch->user = place->user;
    if (launch->is_file)
        launch->file_copy = place->copy.file[0] ? place->copy.file : NULL;
    else
        launch->folder_copy = place->copy.folder[0] ? place->copy.folder : NULL;
    return OK;
}

enum error jail_place_check(const struct jail_place *place, uint64_t more, struct message *message)
{
    if (!place->copy.folder[0])
        return OK;
    return private_copy_check(&place->copy, &copy_limits_build, more, message);
}

enum error jail_place_keep(const struct jail_place *place, const struct launch *launch,
                           struct message *message)
{
    if (!launch->writes_folder || !place->copy.folder[0])
        return OK;
    return private_copy_write_back(&place->copy, launch->folder, &copy_limits_build, message);
}

void jail_place_release(struct jail_place *place)
{
    private_copy_remove(&place->copy);
    if (place->user != 0)
        jail_user_release(place->user);
    place->user = 0;
}
