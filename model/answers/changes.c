#include "changes.h"

#include <string.h>

const struct ga_change ga_changes[] = {
#define GA_CHANGED(answer, since, commit, what) {GA_A_##answer, since, what},
#include "changes.def"
#undef GA_CHANGED
};
const size_t ga_n_changes = sizeof ga_changes / sizeof *ga_changes;

unsigned ga_version_of(size_t answer, const char *started_utc) {
    unsigned version = 0;
    for (size_t i = 0; i < ga_n_changes; i++)
        version += ga_changes[i].answer == answer && strcmp(ga_changes[i].since, started_utc) <= 0;
    return version;
}
