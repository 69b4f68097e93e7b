// Handlers in a table of function pointers: after a stop nothing is counted any more.
// options: --property unreach-call
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum state { IDLE, RUNNING, STOPPED };

static enum state state = IDLE;
static int events;

static void on_start(void) {
    if (state == IDLE) {
        state = RUNNING;
    }
}

static void on_tick(void) {
    if (state == RUNNING) {
        events++;
    }
}

static void on_stop(void) {
    state = STOPPED;
}

static void (*const handlers[])(void) = {on_start, on_tick, on_stop};

int main(void) {
    int seen = 0;
    for (int i = 0; i < 5; i++) {
        int kind = __VERIFIER_nondet_int();
        if (kind < 0 || kind > 2) {
            continue;
        }
        if (state == STOPPED) {
            seen = 1;
        }
        int before = events;
        handlers[kind]();
        if (seen && events != before) {
            reach_error();
        }
    }
    return 0;
}
