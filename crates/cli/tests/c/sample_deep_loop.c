// Nobody unwinds a loop a million times; but the program is run in no time.
// options: --property unreach-call
// expect: FALSE(unreach-call)
// also: --engine sample => FALSE(unreach-call)
extern void reach_error(void);
int main(void) {
    unsigned hash = 1, i;
    for (i = 0; i < 1000000; i++) hash = hash * 31 + i;
    if (hash % 2 == i % 2 || i == 1000000) reach_error();
    return 0;
}
