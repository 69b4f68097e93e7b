/* Runs programs with all inputs, each run from the same initial state, and prints what happens.
 *
 * A batch of programs is compiled together with this file. Sanitizers call the handlers below, which
 * tell what went wrong; where a run cannot go on, it ends there. With ORACLE_FORK each run is a
 * process of its own, which the sanitizer of addresses ends if it finds something. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

enum { OVERFLOW = 1, DIVISION = 2, SHIFT = 4, BOUNDS = 8, MEMORY = 16, LEAK = 32, OTHER = 64,
       ERROR = 128, TOO_MANY = 256 };
enum { MAX_DIGITS = 64, MAX_LIVE = 256, MAX_SITES = 64, MAX_VALUES = 24, MAX_RUNS = 4096 };

struct site {
    char kind; /* s, u or f; 0 if no run came here */
    int64_t least, greatest;
    double least_float, greatest_float;
    uint64_t all_ones, any_ones;
    int count; /* of different values; one more than fits if there are more */
    int64_t values[MAX_VALUES];
};

/* Not part of what is restored between runs. */
static struct state {
    sigjmp_buf end;
    unsigned digits[MAX_DIGITS], radix[MAX_DIGITS];
    unsigned length, position;
    unsigned kinds;
    void *live[MAX_LIVE];
    unsigned live_count;
    struct site sites[MAX_SITES];
    char *data, *bss;
} *state;

static void end_with(unsigned kind) {
    state->kinds |= kind;
    siglongjmp(state->end, 1);
}

long long oracle_input(long long low, unsigned count) {
    unsigned at = state->position++;
    if (at >= MAX_DIGITS) end_with(TOO_MANY);
    if (at >= state->length) {
        state->length = at + 1;
        state->digits[at] = 0;
        state->radix[at] = count;
    }
    return low + state->digits[at];
}

/* The next inputs; 0 if there are no others. */
static int next_inputs(void) {
    while (state->length > 0) {
        if (++state->digits[state->length - 1] < state->radix[state->length - 1]) return 1;
        state->length--;
    }
    return 0;
}

void reach_error(void) { end_with(ERROR); }
void oracle_exit(int status) { end_with(0); }
void oracle_abort(void) { end_with(0); }
void __VERIFIER_assume(int condition) { if (!condition) end_with(0); }

static struct site *seen(int number, char kind, int64_t value) {
    struct site *site = &state->sites[number];
    if (!site->kind) {
        site->kind = kind;
        site->least = site->greatest = value;
        site->all_ones = ~(uint64_t)0;
    }
    site->all_ones &= (uint64_t)value;
    site->any_ones |= (uint64_t)value;
    if (site->count > MAX_VALUES) return site;
    for (int i = 0; i < site->count; i++) if (site->values[i] == value) return site;
    if (site->count < MAX_VALUES) site->values[site->count] = value;
    site->count++;
    return site;
}

void oracle_signed(int number, long long value) {
    struct site *site = seen(number, 's', value);
    if (value < site->least) site->least = value;
    if (value > site->greatest) site->greatest = value;
}

void oracle_unsigned(int number, unsigned long long value) {
    struct site *site = seen(number, 'u', (int64_t)value);
    if (value < (uint64_t)site->least) site->least = (int64_t)value;
    if (value > (uint64_t)site->greatest) site->greatest = (int64_t)value;
}

void oracle_float(int number, double value) {
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int first = !state->sites[number].kind;
    struct site *site = seen(number, 'f', bits);
    if (first) site->least_float = site->greatest_float = value;
    if (!(value >= site->least_float)) site->least_float = value;
    if (!(value <= site->greatest_float)) site->greatest_float = value;
}

void *oracle_malloc(size_t size) {
    void *memory = malloc(size);
    if (memory && state->live_count < MAX_LIVE) state->live[state->live_count++] = memory;
    return memory;
}

static void forget(void *memory) {
    for (unsigned i = 0; i < state->live_count; i++)
        if (state->live[i] == memory) state->live[i] = state->live[--state->live_count];
}

void *oracle_calloc(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory && state->live_count < MAX_LIVE) state->live[state->live_count++] = memory;
    return memory;
}

void *oracle_realloc(void *old, size_t size) {
    void *memory = realloc(old, size);
    if (old && memory) forget(old);
    if (memory && state->live_count < MAX_LIVE) state->live[state->live_count++] = memory;
    return memory;
}

void oracle_free(void *memory) {
    free(memory);
    if (memory) forget(memory);
}

/* What the sanitizer of undefined behaviour calls. */
struct type { uint16_t kind, info; };
struct location { const char *file; uint32_t line, column; };
struct overflow { struct location at; struct type *type; };
struct shifted { struct location at; struct type *left, *right; };

static int64_t value_of(const struct type *type, unsigned long value) {
    unsigned width = 1u << (type->info >> 1);
    if (width > 64) return 1;
    int64_t wide = width > 8 * sizeof value ? *(int64_t *)value : (int64_t)value;
    if (width < 64) {
        wide = (int64_t)((uint64_t)wide << (64 - width));
        wide = type->info & 1 ? wide >> (64 - width) : (int64_t)((uint64_t)wide >> (64 - width));
    }
    return wide;
}

#define WRAPS(name) \
    void __ubsan_handle_##name(void *data, unsigned long a, unsigned long b) { state->kinds |= OVERFLOW; }
#define ENDS(name, kind) \
    void __ubsan_handle_##name(void *data, unsigned long a, unsigned long b) { end_with(kind); }
WRAPS(add_overflow)
WRAPS(sub_overflow)
WRAPS(mul_overflow)
WRAPS(negate_overflow)
ENDS(out_of_bounds, BOUNDS)
ENDS(float_cast_overflow, OTHER)
ENDS(load_invalid_value, OTHER)
ENDS(vla_bound_not_positive, OTHER)
ENDS(nonnull_arg, OTHER)

void __ubsan_handle_divrem_overflow(struct overflow *data, unsigned long a, unsigned long b) {
    end_with(value_of(data->type, b) == 0 ? DIVISION : OVERFLOW);
}

void __ubsan_handle_shift_out_of_bounds(struct shifted *data, unsigned long a, unsigned long b) {
    int64_t amount = value_of(data->right, b);
    if (amount < 0 || amount >= 1 << (data->left->info >> 1)) end_with(SHIFT);
    if (value_of(data->left, a) < 0) end_with(SHIFT);
    state->kinds |= OVERFLOW;
}

static void on_signal(int number) {
    end_with(number == SIGSEGV ? MEMORY : number == SIGPROF ? TOO_MANY : OTHER);
}

/* Sends SIGPROF after so many seconds of processor time: by the clock, a busy machine would end runs. */
static void limit_time(int seconds) {
    struct itimerval limit = { .it_value = { .tv_sec = seconds } };
    setitimer(ITIMER_PROF, &limit, 0);
}

static void run_once(int (*program)(void)) {
    state->position = 0;
    state->live_count = 0;
    if (!sigsetjmp(state->end, 1)) {
        program();
        if (state->live_count > 0) state->kinds |= LEAK;
    }
}

#ifdef ORACLE_FORK
static void run(int (*program)(void)) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        limit_time(5);
        run_once(program);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        state->kinds |= WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF ? TOO_MANY : MEMORY;
}
#else
extern char __data_start[], edata[], __bss_start[], end[];
static void run(int (*program)(void)) {
    struct state *kept = state;
    memcpy(__data_start, kept->data, edata - __data_start);
    memcpy(__bss_start, kept->bss, end - __bss_start);
    run_once(program);
    for (unsigned i = 0; i < state->live_count; i++) free(state->live[i]);
}
#endif

static void print_site(int number, const struct site *site) {
    printf("site %d %c %d %lld %lld %llu %llu %a %a", number, site->kind, site->count,
        (long long)site->least, (long long)site->greatest, (unsigned long long)site->all_ones,
        (unsigned long long)site->any_ones, site->least_float, site->greatest_float);
    for (int i = 0; i < site->count && i < MAX_VALUES; i++) printf(" %lld", (long long)site->values[i]);
    printf("\n");
}

static void run_all(int number, int (*program)(void)) {
    unsigned runs = 0;
    memset(state->sites, 0, sizeof state->sites);
    state->kinds = 0;
    state->length = 0;
    do {
        limit_time(5);
        run(program);
        limit_time(0);
        if (++runs > MAX_RUNS) state->kinds |= TOO_MANY;
    } while (!(state->kinds & TOO_MANY) && next_inputs());
    printf("program %d %u %u\n", number, state->kinds, runs);
    for (int i = 0; i < MAX_SITES; i++) if (state->sites[i].kind) print_site(i, &state->sites[i]);
}

int main(void) {
    state = mmap(0, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
#ifndef ORACLE_FORK
    static char stack[65536];
    stack_t other = { .ss_sp = stack, .ss_size = sizeof stack };
    sigaltstack(&other, 0);
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_NODEFER };
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGFPE, &action, 0);
    sigaction(SIGPROF, &action, 0);
    state->data = malloc(edata - __data_start);
    state->bss = malloc(end - __bss_start);
    memcpy(state->data, __data_start, edata - __data_start);
    memcpy(state->bss, __bss_start, end - __bss_start);
#endif
    for (int i = 0; i < oracle_count; i++) {
        run_all(i, oracle_programs[i]);
        fflush(stdout);
    }
    return 0;
}
