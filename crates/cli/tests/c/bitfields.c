// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
struct f { unsigned a : 3; int b : 5; unsigned c : 9; } x;
int main(void) {
    x.a = 9;
    x.b = 17;
    x.c = 511;
    x.c++;
    if (x.a != 1 || x.b != -15 || x.c != 0) reach_error();
    x.a--;
    x.a--;
    if (x.a != 7 || x.b != -15) reach_error();
    return 0;
}
