/* The environment of a program that is to be run with inputs of no particular choice: SEED says
   which. Values at the edges of types come more often than others. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t state;

__attribute__((constructor)) static void seed(void) {
    state = 0x9e3779b97f4a7c15u * (strtoull(getenv("SEED"), 0, 10) + 1);
    alarm(2); /* a program that runs for ever does nothing wrong */
}

static uint64_t bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> 5;
}

static void any(void *value, size_t size) {
    static const int64_t edges[] = {0, 1, -1, 2, 3, INT8_MIN, INT8_MAX, INT16_MIN, INT16_MAX,
                                    INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX};
    uint64_t chosen = bits() << 32 ^ bits();
    switch (bits() % 3) {
        case 0: chosen %= 10; break;
        case 1: chosen = edges[chosen % (sizeof edges / sizeof edges[0])]; break;
    }
    memcpy(value, &chosen, size);
}

#define INPUT(name, type) \
    type __VERIFIER_nondet_##name(void) { type value; any(&value, sizeof value); return value; }
INPUT(char, char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned)
INPUT(long, long)

_Bool __VERIFIER_nondet_bool(void) { return bits() % 2; }

float __VERIFIER_nondet_float(void) {
    uint32_t image = bits();
    float value;
    memcpy(&value, &image, sizeof value);
    return bits() % 2 ? value : (float)(bits() % 1024) / 512;
}

double __VERIFIER_nondet_double(void) {
    double value;
    any(&value, sizeof value);
    return bits() % 2 ? value : (double)(bits() % 1024) / 4;
}

__attribute__((weak)) void reach_error(void) {
    fputs("reach_error is called\n", stderr);
    _exit(1);
}

__attribute__((weak)) void __VERIFIER_error(void) { reach_error(); }

__attribute__((weak)) void __VERIFIER_assume(int holds) {
    if (!holds) _exit(0);
}

/* Functions that nobody knows touch no memory. */
void fill(int *p) { (void)p; }
void work(void) {}

/* The environment has no memory of its own. */
int *get(void) { return 0; }
int *lookup(void) { return 0; }
