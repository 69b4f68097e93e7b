use super::{check, check_global};

const TYPES: &str = "struct p { int x, y; }; struct q { char c; struct p p[2]; short s; };
    union u { char c; int i; struct p p; }; struct b { unsigned a : 3, b : 5; int : 4; int c : 2; };
    struct an { int a; union { int b; struct { int c, d; }; }; };";

#[test]
fn values_find_their_places() {
    for (text, expected) in [
        ("int v = 3;", "int v = {@0 3}"),
        ("int v = {3};", "int v = {@0 3}"),
        ("long v = 'a';", "long v = {@0 97l}"),
        ("int v[] = {1, 2, 3};", "int[3] v = {@0 1, @4 2, @8 3}"),
        ("int v[2][2] = {{1}, {2, 3}};", "int[2][2] v = {@0 1, @8 2, @12 3}"),
        ("int v[2][2] = {1, 2, 3};", "int[2][2] v = {@0 1, @4 2, @8 3}"),
        ("int v[] = {[2] = 1, 5, [0] = 7};", "int[4] v = {@0 7, @8 1, @12 5}"),
        ("int v[6] = {[1 ... 3] = 9, 8};", "int[6] v = {@4 9, @8 9, @12 9, @16 8}"),
        ("struct p v = {.y = 1, .x = 2};", "struct p v = {@0 2, @4 1}"),
        ("struct p v = {y: 1};", "struct p v = {@4 1}"),
        (
            "struct q v = {1, {{2, 3}, {4}}, 5};",
            "struct q v = {@0 1:char, @4 2, @8 3, @12 4, @20 5:short}",
        ),
        (
            "struct q v = {1, 2, 3, 4, 5, 6};",
            "struct q v = {@0 1:char, @4 2, @8 3, @12 4, @16 5, @20 6:short}",
        ),
        ("struct q v = {.p[1].y = 1, 2};", "struct q v = {@16 1, @20 2:short}"),
        ("struct q v = {.p = {[1] = {7}}, 2};", "struct q v = {@12 7, @20 2:short}"),
        ("struct p v[] = {1, 2, 3};", "struct p[2] v = {@0 1, @4 2, @8 3}"),
        ("struct p v[2] = {[1].y = 4};", "struct p[2] v = {@12 4}"),
        ("union u v = {.p = {1, 2}, .i = 3};", "union u v = {@0 3}"),
        ("union u v = {.p.x = 1, .p.y = 2};", "union u v = {@0 1, @4 2}"),
        ("struct q v = {1, 2, 3, .p = {{7}}};", "struct q v = {@0 1:char, @4 7}"),
        ("unsigned v = -1.5;", "uint v = {@0 0u}"),
        ("union u v = {1};", "union u v = {@0 1:char}"),
        ("union u v = {.p = {1, 2}};", "union u v = {@0 1, @4 2}"),
        ("union u v[] = {{.i = 1}, {2}};", "union u[2] v = {@0 1, @8 2:char}"),
        ("struct b v = {1, 2, 3};", "struct b v = {@0.0:3 1u, @0.3:5 2u, @1.4:2 3}"),
        ("struct an v = {.d = 1, .a = 2};", "struct an v = {@0 2, @8 1}"),
        ("struct an v = {1, {2}};", "struct an v = {@0 1, @4 2}"),
        ("struct an v = {1, 2};", "struct an v = {@0 1, @4 2}"),
        (r#"char v[] = "ab";"#, r#"char[3] v = {@0 "ab\x00"}"#),
        (r#"char v[2] = "ab";"#, r#"char[2] v = {@0 "ab"}"#),
        (r#"char v[5] = {"ab"};"#, r#"char[5] v = {@0 "ab\x00\x00\x00"}"#),
        (r#"char v[][3] = {"a", "b"};"#, r#"char[2][3] v = {@0 "a\x00\x00", @3 "b\x00\x00"}"#),
        (r#"char *v = "a";"#, r#"char* v = {@0 "a\x00"&}"#),
        ("int v[2] = {1, 2, 3};", "int[2] v = {@0 1, @4 2}"),
        ("int v[3] = {};", "int[3] v = {}"),
        ("int a[4]; int *v = a + 2;", "int* v = {@0 (a& +p 2)}"),
        ("int v = 2 * 3 + (1 << 4);", "int v = {@0 22}"),
        ("double v = 1 / 4.0;", "double v = {@0 0.25}"),
        ("float v = 1;", "float v = {@0 1.0f}"),
        ("void g(void); void (*v)(void) = g;", "void()* v = {@0 g}"),
        ("struct p v = (struct p){1, 2};", "struct p v = {@0 1, @4 2}"),
        ("unsigned char v = -1;", "uchar v = {@0 255:uchar}"),
        ("int *v = (int[]){1, 2};", "int* v = {@0 [literal]&}"),
        ("unsigned long v = (unsigned long)&((struct q *)0)->s;", "ulong v = {@0 20ul}"),
    ] {
        check_global(&format!("{TYPES} {text}"), expected);
    }
}

#[test]
fn local_values_need_not_be_constant() {
    check(
        "struct p { int x, y; }; void f(struct p a, int i) { struct p b[2] = {a, i, 3}; }",
        "{ struct p[2] b = {@0 a, @8 i, @12 3}; }",
    );
    check(
        "struct p { int x, y; }; struct p g(void); void f(void) { struct p a = g(); }",
        "{ struct p a = {@0 g()}; }",
    );
    check("void f(void) { int x = x; }", "{ int x = {@0 x}; }");
    check(
        "struct p { int x, y; }; void g(struct p *); void f(int i) { g(&(struct p){.y = i}); }",
        "{ g(&(struct p){@4 i}); }",
    );
}
