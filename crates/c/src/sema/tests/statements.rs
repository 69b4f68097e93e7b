use super::check;

#[test]
fn control_flow_keeps_its_shape() {
    for (text, expected) in [
        ("if (i) i = 1; else ;", "if (i) (i = 1); else ;"),
        ("while (i--) continue;", "while (i--<int>) continue;"),
        ("do { break; } while (p);", "do { break; } while (p);"),
        ("for (int j = 0; j < 3; j++) ;", "for (int j = {@0 0}; (j < 3); j++<int>) ;"),
        ("for (;;) break;", "for (;;) break;"),
        (
            "switch (c) { case 'a': case 1 ... 3: break; default: i = 1; }",
            "switch ([int]c) { case 97: case 1 ... 3: break; default: (i = 1); }",
        ),
        ("switch (u) { case -1: ; }", "switch (u) { case 4294967295: ; }"),
        ("goto end; end: ;", "goto L0; L0: ;"),
        ("again: if (i) goto again;", "L0: if (i) goto L0;"),
        ("return;", "return;"),
        ("return g();", "g(); return;"),
        ("i = ({ int t = i; t + 1; });", "(i = ({ int t = {@0 i}; (t + 1); }));"),
        ("({ if (i) ; });", "({ if (i) ; });"),
        ("int a, *b = &a;", "int a; int* b = {@0 &a};"),
        ("asm volatile(\"\" : : : \"memory\");", ";"),
        ("asm(\"\" : \"+r\"(i));", ";"),
        ("asm(\"nop\");", ";"),
        ("asm(\"hlt\");", "unsupported<inline assembly>;"),
        // `i` and `u` may share a register.
        ("asm(\"incl %0; addl %1,%0\" : \"+r\"(i) : \"r\"(u));", "unsupported<inline assembly>;"),
        // The value of `i` afterwards depends on what the compiler left of it.
        ("asm(\"\" : \"=m\"(i));", "unsupported<inline assembly>;"),
        ("asm(\"incl %0\" : \"=m\"(i));", "unsupported<inline assembly>;"),
        // Bit 8 of the operand if the number is an immediate, otherwise a bit of the next word.
        ("asm(\"btsl %1,%0\" : \"+m\"(i) : \"Ir\"(40));", "unsupported<inline assembly>;"),
        ("asm(\"mov\" : \"=r\"(i));", "unsupported<inline assembly>;"),
        ("asm goto(\"jmp %l0\" : : : : x); x: ;", "unsupported<inline assembly that jumps>; L0: ;"),
        ("void *l = &&x; x: goto *l;", "void* l = {@0 [void*]&[label x]}; L0: goto *l;"),
        ("{ __label__ x; x: goto x; } x: goto x;", "{ ; L0: goto L0; } L1: goto L1;"),
        ("({ x: i; });", "({ L0: i; });"),
    ] {
        let source =
            format!("int i; char c; unsigned u; int *p; void g(void); void f(void) {{ {text} }}");
        check(&source, &format!("{{ {expected} }}"));
    }
}

#[test]
fn results_are_converted() {
    check("char f(int i) { return i; }", "{ return [char]i; }");
    check("_Bool f(int *p) { return p; }", "{ return [_Bool]p; }");
}

#[test]
fn variable_arguments_have_builtins() {
    check(
        "int f(int n, ...) { __builtin_va_list l, m; __builtin_va_start(l, n);
            __builtin_va_copy(m, l); int x = __builtin_va_arg(l, int); __builtin_va_end(l);
            return x; }",
        "{ va_list l; va_list m; va_start(l); va_copy(m, l); int x = {@0 va_arg(l, int)}; \
            va_end(l); return x; }",
    );
}
