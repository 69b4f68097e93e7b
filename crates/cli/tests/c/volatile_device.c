// Two reads of a register differ, but what was read stays.
// options: --property unreach-call,assertion
// expect: TRUE
extern void reach_error(void);
struct device { volatile unsigned status; unsigned count; } device = { 0, 0 };
int main(void) {
  struct device *d = &device;
  for (int i = 0; i < 3; i++) {
    unsigned status = d->status;
    if (status & 1u) d->count++;
    if ((status & 1u) != (status & 1u) || d->count > 3) reach_error();
  }
  return 0;
}
