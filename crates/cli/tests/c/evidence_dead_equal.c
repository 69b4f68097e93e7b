// An invariant of a variable that is dead in the program speaks of one that equals it.
// options: --property valid-memsafety --engine ic3cfa
// expect: TRUE
_Bool __VERIFIER_nondet_bool(void);
struct s1 { int m2; unsigned long m3; };
union u4 { unsigned m5[2]; unsigned char m6[8]; };
static unsigned g7 = 1;
long long va8(int p9, ...) {
    long long sum11 = 0;
    for (int i12 = 0; i12; i12++) {
    }
    return sum11;
}
int f13(int p14) {
    return va8(1, (int)p14);
}
static int f21(int p15, unsigned char p16, union u4 p17) {
    unsigned short v18[3] = {6 >= ((unsigned long)p17.m6[(unsigned long long)sizeof(unsigned char) % 8] >= p16 >> (p15 & 31)) ? p15 + 1 : (int)((float)4.0 - (float)p15), 3, 4 ? sizeof(int) % 4 : 3};
    int v19 = f13(v18[(unsigned)f13(p16 >> (g7 & 31)) % 3]);
    return (long long)p17.m5[(unsigned long)2 & 1];
}
int t22(int p23) {
    return p23 + 0;
}
int t24(int p25) {
    return p25 ^ 7;
}
int (*table26[2])(int) = {t22, t24};
int f27(int p28, int p29) {
    return table26[p28 & 1](p29);
}
int main(void) {
    _Bool in30 = __VERIFIER_nondet_bool();
    _Bool in31 = __VERIFIER_nondet_bool();
    static unsigned v32[2][2] = {{[0] = 5, [1] = 2}};
    struct s1 v33[2] = {[0] = (struct s1){5}, [1] = {in31, (!(v32[in31 & 1][1] != in30) ? in31 : v32[f27(g7, in30 - 2) != 5 & 3][sizeof(in31) & 3]) | 2 ^ in30}};
    int v34 = f21(1, v32[1][1 - g7 & 1], (union u4){{[1] = (unsigned long)(g7 >> 12), [0] = v33[1].m2 + (in30 - 3)}});
    long long x35 = in31 |= g7;
    _Bool *v36 = &in31;
    struct s1 v37 = (struct s1){.m3 = 2, .m2 = 6};
    struct s1 v38 = {(unsigned long long)(in31 + 2), *v36};
    v34 = f27(v34, f21(v38.m2, 5, (union u4){v34, (x35 * 4 > (3 & v37.m2) || 1 % ((*v36 & 7) + 1) < 6 ? 6 : 5) - (unsigned char)v36[0]}));
    return 0;
}
