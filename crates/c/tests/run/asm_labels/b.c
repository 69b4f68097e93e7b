int b_function(int a) { return a + 100; }
int b_variable = 77;
extern int a_function(int);
static int hidden_name = 9;
int call_from_b(int a) { return a_function(a) + hidden_name; }
