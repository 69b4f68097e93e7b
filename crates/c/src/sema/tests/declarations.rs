use super::{check, check_global, unit};
use program::Machine;

/// Compares the type of the last variable or function.
fn check_type(text: &str, expected: &str) {
    let unit = unit(Machine::Lp64, text);
    let var = unit.vars.last().map(|var| var.ty);
    let ty = unit.functions.last().map(|function| function.ty).or(var).expect("a declaration");
    assert_eq!(unit.types.show(ty).to_string(), expected, "{text}");
}

#[test]
fn declarators_read_from_the_inside() {
    for (text, expected) in [
        ("int x;", "int"),
        ("unsigned long int long x;", "ullong"),
        ("short unsigned x;", "ushort"),
        ("signed char x;", "schar"),
        ("char x;", "char"),
        ("unsigned __int128 x;", "uint128"),
        ("long double x;", "long double"),
        ("__float128 x;", "__float128"),
        ("int *x[3];", "int*[3]"),
        ("int (*x)[3];", "int[3]*"),
        ("int x[2][3];", "int[2][3]"),
        ("int (*x)(char, ...);", "int(char, ...)*"),
        ("int (*x[2])(void);", "int()*[2]"),
        ("int f();", "int( ?)"),
        ("void f(int a[3], int g(void));", "void(int*, int()*)"),
        ("int (*f(int a))(long);", "int(long)*(int)"),
        ("int (f)(int a) { return a; }", "int(int)"),
        ("char *(f)(int a) { return 0; }", "char*(int)"),
        ("f(a, b) char a; { return a; }", "int(char, int ?)"),
        ("typedef int T; T x;", "int"),
        ("typedef int A[]; A x = {1, 2};", "int[2]"),
        ("__typeof__(1 + 1L) x;", "long"),
        ("int y; __typeof__(y) *x;", "int*"),
        ("typedef short T; __typeof__(T) x;", "short"),
        ("typedef int T __attribute__((__mode__(__DI__))); T x;", "long"),
        ("enum e { A, B } x;", "uint"),
        ("enum e { A = -1 } x;", "int"),
        ("enum e { A = 0x100000000 } x;", "ulong"),
        ("enum __attribute__((packed)) e { A, B } x;", "uchar"),
        ("int n; int x[sizeof(n) * 2];", "int[8]"),
        ("__builtin_va_list x;", "va_list"),
        ("int f(int); int f();", "int(int)"),
        ("int f(); int f(char *);", "int(char*)"),
    ] {
        check_type(text, expected);
    }
}

#[test]
fn enumerators_are_ints_where_they_can() {
    check("enum { A, B = 10, C, D = C - 20 }; int f(void) { return D; }", "{ return -9; }");
    check("enum { A = 0x80000000 }; unsigned f(void) { return A; }", "{ return 2147483648u; }");
}

#[test]
fn declarations_of_one_name_agree() {
    check_global("extern int a[]; int a[3];", "int[3] a");
    check_global("int a[];", "int[1] a");
    check_global("int x; int x = 3; int x;", "int x = {@0 3}");
    check_global("struct s *p; struct s { int a; } v;", "struct s v");
}

#[test]
fn scopes_hide_and_end() {
    check(
        "int x; void f(int y) { long x; { char x; x = y; } x = y; }",
        "{ long x; { char x; (x = [char]y); } (x = [long]y); }",
    );
    check(
        "struct s { int a; }; int f(void) { struct s { char c; } v; return sizeof v; }",
        "{ struct s v; return 1; }",
    );
    check(
        "int x; int f(void) { char x; { extern int x; return x; } }",
        "{ char x; { return x; } }",
    );
    check("int f(void) { static int n = 3; return n++; }", "{ return n++<int>; }");
}

#[test]
fn variable_lengths_are_evaluated_once() {
    check(
        "void f(int n) { int a[n]; a[0] = sizeof a; }",
        "{ #0 = [ulong]n; int[#0] a; (a[0] = [int](#0 * 4ul)); }",
    );
    check(
        "void f(int n, int a[n][n + 1]) { a[1][2] = 0; }",
        "{ #0 = [ulong](n + 1); [ulong]n; (*(a +p 1)[2] = 0); }",
    );
    check(
        "unsigned long f(int n) { return sizeof(char[n]); }",
        "{ return ({ #0 = [ulong]n; (#0 * 1ul); }); }",
    );
    check("void g(int n, int a[n]); void f(void) { g(1, 0); }", "{ g(1, 0:int*); }");
}
