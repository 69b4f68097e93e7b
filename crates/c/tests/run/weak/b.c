int f(void) { return 10; }
__attribute__((weak)) int strong_first(void) { return 20; }
int weak_variable = 30;
int strong_variable __attribute__((weak)) = 40;
int declared_weak(void) { return 50; }
int weak_array[] = {4, 5, 6};
int weak_zero = 8;
int defined_in_b = 9;
int function_of_b(void) { return 11; }
int ask_b(void) { return f() + strong_first() + weak_variable + strong_variable; }
