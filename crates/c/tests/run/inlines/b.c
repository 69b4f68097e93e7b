int same(int a) { return a + 1; }
int here(int);
int declared(int);
int old(int a) { return a + 4; }
int old_external(int);
static inline int own(int a) { return a + 60; }
inline int twice(int a) { return a * 2; }
extern inline int twice(int a);
int from_b(int a) { return same(a) + here(a) + declared(a) + old(a) + old_external(a) + own(a) + twice(a); }
