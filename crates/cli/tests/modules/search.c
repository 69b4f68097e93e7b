// Binary search in an array of any length: no index is out of bounds, and no sum overflows.
// BUG: the upper end of the range counts as an element.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int search(const int *sorted, int size, int wanted) {
    int low = 0, high = size;
    while (low < high) {
#ifdef BUG
        int middle = low + (high - low + 1) / 2;
#else
        int middle = low + (high - low) / 2;
#endif
        if (sorted[middle] < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

int main(void) {
    int size = __VERIFIER_nondet_int();
    if (size <= 0 || size > INT_MAX / (int)sizeof(int)) {
        return 0;
    }
    int *numbers = malloc((size_t)size * sizeof *numbers);
    if (!numbers) {
        return 0;
    }
    for (int i = 0; i < size; i++) {
        numbers[i] = __VERIFIER_nondet_int();
    }
    int found = search(numbers, size, __VERIFIER_nondet_int());
    assert(found >= 0 && found <= size);
    free(numbers);
    return 0;
}
