/* Figures of every operation: a row for each operation of a type, columns for each order in three blocks, by contention
 * or by scope, and three columns of bars beside them. */
#include <math.h>
#include <string.h>

#include "figure.h"

static const char orders[] = "relaxed acquire release acq_rel seq_cst";
enum { N_ORDERS = 5, FIRST_BAR = 16 };

/* One figure in the making: the rows of the table, and what is common to all of its cells. */
struct page {
    struct ga_frame *rows, *cells;
    bool by_scope;
    const char *scope, *barrier, *contention; /* where the figure has no block for them */
    const char *type, *operation;             /* of the row that is made */
    size_t n;                                 /* cells made */
    double row, type_number;
};

/* The value of an axis that a figure has no block for: the wanted one, or the table's first. */
static const char *one_of(struct ga_frame *rows, const char *column, const char *wanted) {
    struct ga_frame *const all = ga_unique(rows, column);
    if (all->n == 0 || ga_row(all, column, &wanted) < all->n)
        return wanted;
    return ga_text(all, column)[0];
}

static size_t find(struct page *page, const char *order, const char *block, const char *regime,
                   const char *barrier) {
    const char *const texts[] = {
        page->type, page->operation, page->by_scope ? block : page->scope,
        barrier,    order,           page->by_scope ? page->contention : block,
        regime};
    return ga_row(page->rows, "type operation scope barrier order contention regime", texts);
}

static void add(struct page *page, double column, double value, bool is_emulated,
                const char *operation, const char *type) {
    if (page->n == page->cells->n)
        return;
    static const char *const names[] = {"row", "type", "column", "value", "emulated"};
    const double values[] = {page->row, page->type_number, column, value, is_emulated};
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        ga_number(page->cells, names[k])[page->n] = values[k];
    ga_text(page->cells, "operation_name")[page->n] = operation;
    ga_text(page->cells, "type_name")[page->n] = type;
    page->n++;
}

static bool is_emulated(struct page *page, size_t row) {
    return ga_has(page->rows, "native") && ga_is(page->rows, row, "native", "emulated");
}

static void add_cell(struct page *page, double column, const char *order, const char *block,
                     const char *regime, bool is_rate) {
    const size_t row = find(page, order, block, regime, page->barrier);
    if (row == page->rows->n)
        return;
    const double value = is_rate ? ga_number(page->rows, "rate_ops_per_s")[row] / 1e9
                                 : ga_number(page->rows, "access_ns")[row];
    if (value > 0)
        add(page, column, value, is_emulated(page, row), ".", ".");
}

/* What a barrier adds. */
static void add_more(struct page *page, double column, const char *order, const char *block) {
    const size_t without = find(page, order, block, "dependent", "none");
    const size_t with = find(page, order, block, "dependent", "block");
    const double *const ns = ga_number(page->rows, "access_ns");
    if (without < page->rows->n && with < page->rows->n)
        add(page, column, ns[with] - ns[without], is_emulated(page, without), ".", ".");
}

static void add_row(struct page *page, const char *blocks) {
    char block[64], order[64];
    double column = 0;
    for (size_t b = 0; ga_next_word(blocks, &b, block);)
        for (size_t o = 0; ga_next_word(orders, &o, order);)
            add_cell(page, ++column, order, block, "dependent", false);
    if (page->by_scope) {
        column = FIRST_BAR;
        for (size_t b = 0; ga_next_word(blocks, &b, block);)
            add_more(page, column++, "seq_cst", block);
        return;
    }
    add_cell(page, FIRST_BAR, "relaxed", "thread", "independent", false);
    add_cell(page, FIRST_BAR + 1, "relaxed", "thread", "unused", false);
    add_cell(page, FIRST_BAR + 2, "relaxed", "device", "unused", true);
}

/* Types together, in the order of the table. */
static void add_rows(struct page *page, const char *blocks, struct ga_frame *types) {
    struct ga_frame *const operations = ga_unique(page->rows, "operation"),
                           *const pairs = ga_unique(page->rows, "type operation");
    for (size_t t = 0; t < types->n; t++) {
        page->type = ga_text(types, "type")[t];
        page->type_number = (double)t + 1;
        bool is_first = true;
        for (size_t o = 0; o < operations->n; o++) {
            page->operation = ga_text(operations, "operation")[o];
            const char *const pair[] = {page->type, page->operation};
            if (ga_row(pairs, "type operation", pair) == pairs->n)
                continue;
            page->row++;
            add(page, 0, 0, false, page->operation, is_first ? page->type : ".");
            is_first = false;
            add_row(page, blocks);
        }
    }
}

static void set_page(struct page *page, struct ga_frame *types) {
    struct ga_work *const work = page->rows->work;
    double *const column = ga_number(page->cells, "column");
    bool has_values = false;
    for (size_t i = 0; i < page->n; i++)
        has_values |= column[i] > 0;
    page->cells->n = page->n;
    if (page->row == 0)
        work->said = GA_NO_ROW;
    else if (page->by_scope && ga_unique(page->rows, "scope")->n == 1)
        work->said = "every row of this table is at one scope: run --axis scope=all measures the "
                     "others";
    else if (!has_values)
        work->said = "this table has no rows for this figure";
    ga_set_number(work, "n_rows", page->row);
    ga_set_number(work, "n_types", (double)types->n);
    ga_set_number(work, "n_barriers", (double)ga_unique(page->rows, "barrier")->n);
    ga_set_text(work, "all_at", page->by_scope ? page->contention : page->scope);
    ga_set_text(work, "barrier", page->barrier);
}

static void work_out(struct ga_work *work, bool by_scope, const char *blocks) {
    struct page page = {.by_scope = by_scope};
    page.rows = ga_frame_read(work, "global_operations.csv",
                              "operation type scope order barrier regime contention accesses "
                              "native rate_ops_per_s access_ns");
    ga_keep(page.rows, "accesses", "usual");
    page.scope = one_of(page.rows, "scope", "device");
    page.barrier = one_of(page.rows, "barrier", "none");
    page.contention = one_of(page.rows, "contention", "thread");
    struct ga_frame *const types = ga_unique(page.rows, "type");
    /* A row has its names, a cell for each order of three blocks, and three bars. */
    page.cells =
        ga_frame_make(work, ga_unique(page.rows, "type operation")->n * (3 * N_ORDERS + 4));
    add_rows(&page, blocks, types);
    set_page(&page, types);
    ga_frame_write(page.cells, "cells", "row type column value emulated operation_name type_name");
}

void ga_figure_global_operations(struct ga_work *work) {
    work_out(work, false, "thread warp device");
}

void ga_figure_global_scopes(struct ga_work *work) { work_out(work, true, "block device system"); }
