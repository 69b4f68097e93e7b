// What a float becomes that does not fit the integer, C does not say, and gcc has several answers: the
// verdict is about runs up to there.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
int main(void) {
    if ((int)2147483648.0f != 2147483647) reach_error();
    return 0;
}
