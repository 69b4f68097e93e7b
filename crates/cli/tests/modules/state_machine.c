// A door that a state machine opens, closes and locks for ever; it never moves while it is locked.
// BUG: the motor is not stopped when the door is locked half open.
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, OPENING, OPEN, CLOSING, LOCKED };
enum event { BUTTON, LIMIT, LOCK, UNLOCK, TICK };

struct door {
    enum state state;
    bool motor;
    int position; // 0 is closed, 100 is open
};

static void handle(struct door *d, enum event event) {
    switch (d->state) {
    case CLOSED:
        if (event == BUTTON) {
            d->state = OPENING;
            d->motor = true;
        } else if (event == LOCK) {
            d->state = LOCKED;
        }
        break;
    case OPENING:
        if (event == TICK && d->position < 100) {
            d->position += 5;
        }
        if (d->position == 100) {
            d->state = OPEN;
            d->motor = false;
        } else if (event == BUTTON) {
            d->state = CLOSING;
        }
#ifdef BUG
        else if (event == LOCK) {
            d->state = LOCKED;
        }
#endif
        break;
    case OPEN:
        if (event == BUTTON) {
            d->state = CLOSING;
            d->motor = true;
        }
        break;
    case CLOSING:
        if (event == TICK && d->position > 0) {
            d->position -= 5;
        }
        if (d->position == 0) {
            d->state = CLOSED;
            d->motor = false;
        } else if (event == BUTTON) {
            d->state = OPENING;
        }
        break;
    case LOCKED:
        if (event == UNLOCK) {
            d->state = CLOSED;
        }
        break;
    }
}

int main(void) {
    struct door d = {CLOSED, false, 0};
    for (;;) {
        int event = __VERIFIER_nondet_int();
        if (event < BUTTON || event > TICK) {
            continue;
        }
        handle(&d, (enum event)event);
        assert(d.state != LOCKED || !d.motor);
        assert(d.position >= 0 && d.position <= 100);
    }
}
