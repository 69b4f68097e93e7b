use super::{check_expr, check_expr_on};
use program::Machine;

const VARS: &str = "char c; unsigned char uc; short s; int i; unsigned u; long l; unsigned long ul;
    long long ll; unsigned long long ull; float f1; double d; long double ld; _Bool b;
    int *p; char *q; void *v; const char *cq; int a[3]; int m[2][3];
    struct s { int x; unsigned b3 : 3; unsigned b32 : 32; unsigned long long b40 : 40; int t[2]; } st, *sp;
    struct s get(void); int fn(int, ...); enum e { A, B = 5, C } en;";

#[test]
fn literals_have_the_first_type_that_holds_them() {
    for (text, lp64, ilp32) in [
        ("1", "1", "1"),
        ("2147483647", "2147483647", "2147483647"),
        ("2147483648", "2147483648l", "2147483648ll"),
        ("0x80000000", "2147483648u", "2147483648u"),
        ("0xffffffffffffffff", "18446744073709551615ul", "18446744073709551615ull"),
        ("9223372036854775807", "9223372036854775807l", "9223372036854775807ll"),
        ("9223372036854775808", "9223372036854775808w", "9223372036854775808ull"),
        ("1u", "1u", "1u"),
        ("4294967296u", "4294967296ul", "4294967296ull"),
        ("1l", "1l", "1l"),
        ("2147483648l", "2147483648l", "2147483648ll"),
        ("1ull", "1ull", "1ull"),
        ("017", "15", "15"),
        ("0b101", "5", "5"),
        ("'a'", "97", "97"),
        (r"'\xff'", "-1", "-1"),
        (r"'\377'", "-1", "-1"),
        (r"'\n'", "10", "10"),
        ("'ab'", "24930", "24930"),
        (r"L'\x100'", "256", "256l"),
        ("u'a'", "97:ushort", "97:ushort"),
        (r"'\0'", "0", "0"),
        ("-2147483648", "-2147483648l", "-2147483648ll"),
    ] {
        check_expr_on(Machine::Lp64, "", text, lp64);
        check_expr_on(Machine::Ilp32, "", text, ilp32);
    }
}

#[test]
fn float_literals_are_rounded_once() {
    for (text, expected) in [
        ("1.5", "1.5"),
        ("0.1f", "0.10000000149011612f"),
        ("1e3L", "1000.0l"),
        ("0x1.8p3", "12.0"),
        ("0x.1p-4f", "0.00390625f"),
        ("1e400", "inf"),
        ("1e-400", "0.0"),
        ("1e99999999999999999999", "inf"),
        (".5", "0.5"),
        ("1.", "1.0"),
        ("16777217.0f", "16777216.0f"),
        ("-0.0", "-0.0"),
    ] {
        check_expr("", text, expected);
    }
}

#[test]
fn strings_are_arrays() {
    for (text, expected) in [
        (r#""ab" "c""#, r#""abc\x00"&"#),
        (r#""\x41" "1""#, r#""A1\x00"&"#),
        (r#"sizeof "ab""#, "3ul"),
        (r#"sizeof L"ab""#, "12ul"),
        (r#"sizeof u"ab""#, "6ul"),
        (r#"*"ab""#, r#"*"ab\x00"&"#),
        (r#""ab"[1]"#, r#""ab\x00"[1]"#),
        ("sizeof __func__", "2ul"),
    ] {
        check_expr("", text, expected);
    }
}

#[test]
fn operands_are_promoted() {
    for (text, expected) in [
        ("c + c", "([int]c + [int]c)"),
        ("uc << l", "([int]uc << l)"),
        ("-b", "-[int]b"),
        ("~s", "~[int]s"),
        ("+c", "[int]c"),
        ("!p", "!p"),
        ("c++", "c++<int>"),
        ("--d", "--<double>d"),
        ("c += 1.5", "(c +=<double> 1.5)"),
        ("c <<= ll", "(c <<=<int> ll)"),
        ("u -= c", "(u -=<uint> [uint]c)"),
        ("st.b3 + 1", "([int]st.b3 + 1)"),
        ("st.b32 + 1", "(st.b32 + 1u)"),
        ("st.b40 + 1", "([uint:40]st.b40 + 1:uint:40)"),
        ("(st.b3 = 1) - 2", "([int](st.b3 = 1u) - 2)"),
        ("en + 1", "(en + 1u)"),
        ("B + 1", "(5 + 1)"),
    ] {
        check_expr(VARS, text, expected);
    }
}

#[test]
fn operands_meet_in_a_common_type() {
    for (text, expected) in [
        ("i + u", "([uint]i + u)"),
        ("i + l", "([long]i + l)"),
        ("u + l", "([long]u + l)"),
        ("l + ull", "([ullong]l + ull)"),
        ("ll + ul", "([ullong]ll + [ullong]ul)"),
        ("i + f1", "([float]i + f1)"),
        ("f1 * d", "([double]f1 * d)"),
        ("d / ld", "([long double]d / ld)"),
        ("i < u", "([uint]i < u)"),
        ("c == 'a'", "([int]c == 97)"),
        ("i && d", "(i && d)"),
        ("i ? c : u", "(i ? [uint]c : u)"),
        ("i ?: l", "([long]i ?: l)"),
    ] {
        check_expr(VARS, text, expected);
    }
    check_expr_on(Machine::Ilp32, VARS, "u + l", "([ulong]u + [ulong]l)");
    check_expr_on(Machine::Ilp32, VARS, "u + ll", "([llong]u + ll)");
}

#[test]
fn pointers_have_their_own_arithmetic() {
    for (text, expected) in [
        ("p + 1", "(p +p 1)"),
        ("c + p", "(p +p [int]c)"),
        ("p - 1", "(p -p 1)"),
        ("p - a", "(p -pp a&)"),
        ("p += c", "(p +p=<int*> [int]c)"),
        ("p++", "p++<int*>"),
        ("p == 0", "(p == 0:int*)"),
        ("p == v", "(p == [int*]v)"),
        ("v == p", "([int*]v == p)"),
        ("p < q", "(p < [int*]q)"),
        ("p == i", "(p == [int*]i)"),
        ("i ? p : 0", "(i ? p : 0:int*)"),
        ("i ? p : (void *)0", "(i ? p : 0:int*)"),
        ("i ? p : v", "(i ? [void*]p : v)"),
        ("i ? p : q", "(i ? [void*]p : [void*]q)"),
        ("i ? cq : q", "(i ? cq : q)"),
        ("p = v", "(p = [int*]v)"),
        ("p = i", "(p = [int*]i)"),
        ("i = p", "(i = [int]p)"),
        ("b = p", "(b = [_Bool]p)"),
        ("v + 1", "(v +p 1)"),
        ("a[i]", "a[i]"),
        ("2[a]", "a[2]"),
        ("p[i]", "*(p +p i)"),
        ("m[1][2]", "m[1][2]"),
        ("*m", "*m&&"),
        ("&a", "&a"),
        ("&a[1]", "&a[1]"),
        ("&*p", "p"),
        ("*&i", "*&i"),
    ] {
        check_expr(VARS, text, expected);
    }
}

#[test]
fn functions_decay_unless_they_are_called() {
    for (text, expected) in [
        ("fn(c)", "fn([int]c)"),
        ("fn(1, c, f1)", "fn(1, [int]c, [double]f1)"),
        ("(&fn)(1)", "fn(1)"),
        ("(*fn)(1)", "fn(1)"),
        ("(**fn)(1)", "fn(1)"),
        ("v = fn", "(v = [void*]fn)"),
        ("undeclared(c, f1)", "undeclared([int]c, [double]f1)"),
        ("malloc(i)", "malloc([ulong]i)"),
        ("__builtin_memcpy(p, q, 3)", "memcpy([void*]p, [void*]q, 3ul)"),
        ("__builtin_bswap32(c)", "__builtin_bswap32([uint]c)"),
    ] {
        check_expr(VARS, text, expected);
    }
}

#[test]
fn members_are_places_of_places() {
    for (text, expected) in [
        ("st.x", "st.x"),
        ("sp->t[1]", "*sp.t[1]"),
        ("get().x", "temporary(get()).x"),
        ("get().t[1]", "temporary(get()).t[1]"),
        ("(st = *sp).x", "temporary((st = *sp)).x"),
        ("(*sp).x = 1", "(*sp.x = 1)"),
        ("&sp->x", "&*sp.x"),
        ("__builtin_offsetof(struct s, t[1])", "28ul"),
        ("&((struct s *)0)->t", "&*0:struct s*.t"),
        ("(struct s){1, 2}.b3", "(struct s){@0 1, @4.0:3 2u}.b3"),
    ] {
        check_expr(VARS, text, expected);
    }
    let anonymous = "struct o { int a; union { int b; struct { char c, d; }; }; } o;";
    check_expr(anonymous, "o.d", "o...d");
}

#[test]
fn sizes_are_constants() {
    for (text, expected) in [
        ("sizeof(int)", "4ul"),
        ("sizeof a", "12ul"),
        ("sizeof(a + 0)", "8ul"),
        ("sizeof *m", "12ul"),
        ("sizeof(struct s)", "32ul"),
        ("sizeof(c + c)", "4ul"),
        ("sizeof i++", "4ul"),
        ("sizeof(void)", "1ul"),
        ("sizeof fn", "1ul"),
        ("_Alignof(double)", "8ul"),
        ("sizeof(long double)", "16ul"),
    ] {
        check_expr(VARS, text, expected);
    }
    check_expr_on(Machine::Ilp32, VARS, "_Alignof(double)", "4u");
    check_expr_on(Machine::Ilp32, VARS, "__alignof__(double)", "8u");
    check_expr_on(Machine::Ilp32, VARS, "__alignof__(unsigned long long[2])", "8u");
    check_expr_on(Machine::Ilp32, VARS, "__alignof__(int)", "4u");
    check_expr_on(Machine::Ilp32, VARS, "sizeof(long double)", "12u");
}

#[test]
fn casts_convert() {
    for (text, expected) in [
        ("(char)300", "44:char"),
        ("(unsigned char)-1", "255:uchar"),
        ("(_Bool)2", "1:_Bool"),
        ("(long)i", "(long)i"),
        ("(int)1.9", "(int)1.9"),
        ("(float)1", "1.0f"),
        ("(void)i", "(void)i"),
        ("(int *)0", "0:int*"),
        ("(char *)p", "(char*)p"),
        ("(unsigned long)p", "(ulong)p"),
        ("(int)i", "i"),
    ] {
        check_expr(VARS, text, expected);
    }
    let union = "union u { int i; float f; } u;";
    check_expr(union, "u = (union u)1.5f", "(u = (union u){@0 1.5f})");
}

#[test]
fn generic_selections_choose_by_type() {
    for (text, expected) in [
        ("_Generic(c, int: 1, char: 2, default: 3)", "2"),
        ("_Generic(u, int: 1, default: 3)", "3"),
        ("_Generic(a, int *: 1, default: 3)", "1"),
        ("__builtin_types_compatible_p(int, int)", "1"),
        ("__builtin_types_compatible_p(int, unsigned)", "0"),
        ("__builtin_types_compatible_p(int[], int[3])", "1"),
        ("__builtin_choose_expr(1, c, undeclared)", "c"),
        ("__builtin_constant_p(3 + 4)", "1"),
        ("__builtin_constant_p(i)", "0"),
    ] {
        check_expr(VARS, text, expected);
    }
}

#[test]
fn builtins_have_their_own_nodes() {
    for (text, expected) in [
        ("__builtin_expect(i == 1, 0)", "[long](i == 1)"),
        ("__builtin_add_overflow(c, l, &i)", "overflow(c + l, &i)"),
        ("__builtin_sub_overflow(i, i, p)", "overflow(i - i, p)"),
        ("__builtin_smull_overflow(i, i, &l)", "overflow([long]i * [long]i, &l)"),
        ("__sync_fetch_and_add(p, c)", "atomic<Arithmetic(Add), old>(p; [int]c)"),
        (
            "__sync_bool_compare_and_swap(&l, 0, i)",
            "atomic<CompareExchangeFlag, old>(&l; 0l, [long]i)",
        ),
        ("__atomic_load_n(p, 5)", "atomic<Load, old>(p; )"),
        ("__builtin_isnan(f1)", "__builtin_isnan(f1)"),
        ("__builtin_isless(f1, d)", "([double]f1 < d)"),
        ("__builtin_inff()", "inff"),
        ("__builtin_unreachable()", "__builtin_unreachable()"),
        ("__builtin_object_size(p, 0)", "18446744073709551615ul"),
    ] {
        check_expr(VARS, text, expected);
    }
}
