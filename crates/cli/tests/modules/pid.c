// A PID controller with a limited integral: whatever it measures, its output stays within limits.
// BUG: the integral is limited on one side only.
#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);

#define LIMIT 100.0f

struct pid {
    float integral, previous;
};

static float clamp(float x, float limit) {
#ifdef BUG
    return x > limit ? limit : x;
#else
    return x > limit ? limit : x < -limit ? -limit : x;
#endif
}

static float pid_step(struct pid *p, float error) {
    p->integral = clamp(p->integral + 0.1f * error, LIMIT);
    float slope = error - p->previous;
    p->previous = error;
    float output = 2.0f * error + 0.5f * p->integral + 0.2f * slope;
    return output > LIMIT ? LIMIT : output < -LIMIT ? -LIMIT : output;
}

int main(void) {
    struct pid p = {0.0f, 0.0f};
    for (;;) {
        float error = __VERIFIER_nondet_float();
        if (!(error >= -1000.0f && error <= 1000.0f)) {
            continue;
        }
        float output = pid_step(&p, error);
        assert(p.integral >= -LIMIT && p.integral <= LIMIT);
        assert(output >= -LIMIT && output <= LIMIT);
    }
}
