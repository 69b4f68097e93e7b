// Values of initialisers that are smaller than the cells of the model, larger, or across two.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define check(...) if (!(__VA_ARGS__)) reach_error()

union word { unsigned char c[4]; short s[2]; int i; };
union word whole = {.c = {1, 2, 3, 4}}, part = {.c = {0, 2}}, last = {.c = {[3] = 7}};
union word many[3] = {{.c = {1}}, {.s = {0x102, 0x304}}, {.c = {5, 6, 7, 8}}};
struct holder { char tag; union word w; short rest; } holders[2] =
    {{1, {.s = {2, 3}}, 4}, {5, {.c = {6, 0, 7}}, 8}};
struct fields { unsigned a : 3, b : 7; int : 0; unsigned c : 9; };
union { struct fields f; long long all; } bits = {{5, 100, 300}};
union { char text[8]; long long all; } text = {"abc"};
int wide[] = L"\x1234\xabcd";
struct { char c; int i; } __attribute__((packed)) packed[2] = {{1, 0x02030405}, {6, 0x0708090a}};
int x = 9;
union { int *p; long long all; } address = {&x};
struct { int *first, *second; } __attribute__((packed)) pair = {&x, &x + 1};

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), k = 0;
    while (k < n) k++;
    check(whole.i == 0x04030201 && part.i == 0x200 && last.i == 0x07000000);
    k = n % 3;
    check(many[k].i == (k == 0 ? 1 : k == 1 ? 0x3040102 : 0x8070605));
    k = n % 2;
    check(holders[k].w.i == (k ? 0x70006 : 0x30002));
    check(holders[k].tag == (k ? 5 : 1) && holders[k].rest == (k ? 8 : 4));
    check(bits.all == 0x12c00000325 && bits.f.b == 100);
    check(text.all == 0x636261);
    check(wide[k] == (k ? 0xabcd : 0x1234) && L"\x1234"[0] == 0x1234);
    check(packed[k].c == (k ? 6 : 1) && packed[k].i == (k ? 0x0708090a : 0x02030405));
    unsigned char *bytes = (unsigned char *)packed;
    check(bytes[n % 10] == (unsigned char[]){1, 5, 4, 3, 2, 6, 10, 9, 8, 7}[n % 10]);
    check(*address.p == 9 && pair.first == &x && pair.second == &x + 1);
    return 0;
}
