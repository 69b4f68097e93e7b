// A flag that a jump leaves without a value still is 0 or 1.
// options: --property unreach-call
// expect: TRUE
extern void reach_error(void);
int main(void) {
    goto past;
    {
        _Bool flag = 1;
    past:
        if (flag != 0 && flag != 1) reach_error();
    }
    return 0;
}
