
/* ----- Jumps out of functions ----- */

/* How often `setjmp` was called. */
static unsigned long __lemmatic_jump_buffers;
/* The number of the call that a jump returns to, if one is under way, and what it returns. */
static unsigned long __lemmatic_jump;
static int __lemmatic_jump_value;

static unsigned long __lemmatic_set_jump(void *buffer) {
    *(unsigned long *)buffer = ++__lemmatic_jump_buffers;
    return __lemmatic_jump_buffers;
}

static void __lemmatic_start_jump(void *buffer, int value) {
    __lemmatic_jump = *(unsigned long *)buffer;
    __lemmatic_jump_value = value ? value : 1;
    if (!__lemmatic_jump) __lemmatic_unsupported("a jump to a buffer that was not set");
}

static unsigned long __lemmatic_jump_under_way(void) { return __lemmatic_jump; }

static int __lemmatic_land(void) {
    __lemmatic_jump = 0;
    return __lemmatic_jump_value;
}
