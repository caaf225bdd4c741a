/* run.csv: what a run was, as key,value. A key may stand more than once (argument). */
#ifndef GA_RUNFILE_H
#define GA_RUNFILE_H

#include <stdbool.h>

#include "status.h"

enum { GA_RUNFILE_MOST = 2048, GA_KEY = 64, GA_VALUE = 1024 };

/* The key that says `yes` where an emulator ran the kernels. Not to be taken for the column `native`, which has `emulated`
 * where a compiler makes a loop of an atomic. */
#define GA_RUNFILE_EMULATED "device_emulated"

struct ga_runfile {
    unsigned n;
    unsigned n_lost; /* lines that found no room; ga_runfile_write refuses them */
    char key[GA_RUNFILE_MOST][GA_KEY];
    char value[GA_RUNFILE_MOST][GA_VALUE];
};

/* Sets a key, in its old place if it has one. add: always a further line. Values are cut at
 * GA_VALUE - 1 characters. */
void ga_runfile_set(struct ga_runfile *file, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ga_runfile_add(struct ga_runfile *file, const char *key, const char *value);

/* The first line of that key, if there is one. */
void ga_runfile_remove(struct ga_runfile *file, const char *key);

/* out: the first value of the key, NULL if there is none. */
const char *ga_runfile_get(const struct ga_runfile *file, const char *key);
/* out: the value as a number, 0 if there is none or it is no number. */
double ga_runfile_number(const struct ga_runfile *file, const char *key);

/* out: whether an emulator ran the kernels. */
bool ga_runfile_is_emulated(const struct ga_runfile *file);

/* Whether its times are a GPU's. in: path: of the file. err: GA_USAGE if it does not say what ran, or that it was the stand-in
 * or an emulator. */
enum ga_status ga_runfile_is_gpu(const struct ga_runfile *file, const char *path,
                                 struct ga_err *err);

/* err: GA_FILE; GA_USAGE naming file and line for what is no key,value. */
enum ga_status ga_runfile_write(const struct ga_runfile *file, const char *path,
                                struct ga_err *err);
enum ga_status ga_runfile_read(struct ga_runfile *file, const char *path, struct ga_err *err);

#endif
