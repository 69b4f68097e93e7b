int replaced(int a) { return a + 30; }
extern int other, variable;
int alias(int);
int from_b(void) { other++; return variable * 100 + alias(1) + replaced(2); }
