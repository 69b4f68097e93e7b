// A pool of eight blocks with a free list of indices, in four steps of any user.
// BUG: a block can be released twice, and is then given to two users.
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern bool __VERIFIER_nondet_bool(void);

#define BLOCKS 8
#define STEPS 4
#define NONE (-1)

static struct {
    int next[BLOCKS];
    bool used[BLOCKS];
    int first;
} pool;

static void pool_init(void) {
    for (int i = 0; i < BLOCKS; i++) {
        pool.next[i] = i + 1 < BLOCKS ? i + 1 : NONE;
    }
    pool.first = 0;
}

static int pool_take(void) {
    int block = pool.first;
    if (block != NONE) {
        assert(!pool.used[block]);
        pool.first = pool.next[block];
        pool.used[block] = true;
    }
    return block;
}

static void pool_release(int block) {
#ifdef BUG
    if (block < 0 || block >= BLOCKS) {
#else
    if (block < 0 || block >= BLOCKS || !pool.used[block]) {
#endif
        return;
    }
    pool.used[block] = false;
    pool.next[block] = pool.first;
    pool.first = block;
}

int main(void) {
    pool_init();
    for (int step = 0; step < STEPS; step++) {
        if (__VERIFIER_nondet_bool()) {
            int block = pool_take();
            assert(block >= 0 && block < BLOCKS);
        } else {
            pool_release(__VERIFIER_nondet_int());
        }
    }
    return 0;
}
