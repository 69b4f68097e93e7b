use super::super::lexer::{Lexer, RawToken};
use super::*;
use crate::source::with_text;
use proptest::prelude::*;

fn rewritten(text: &[u8]) -> Result<Rewritten, LexError> {
    let tokens: Result<Vec<RawToken>, LexError> = Lexer::new(text).collect();
    rewrite(text, &tokens?)
}

/// Checks the rewritten text, and that the parser accepts it.
fn check(text: &str, expected: &str) {
    let found = rewritten(text.as_bytes()).unwrap();
    assert_eq!(found.text.trim_end(), expected);
    with_text("a.i", text.as_bytes(), |_| ()).unwrap_or_else(|error| panic!("{text}: {error}"));
}

/// Checks that the parser accepts a text that needs no rewriting.
fn check_same(text: &str) {
    check(text, text);
}

#[test]
fn omitted_operands() {
    check("int x = a ?: b ;", "int x = a ? __lemmatic_omitted : b ;");
    check("int x = a ? : b ? c : d ;", "int x = a ? __lemmatic_omitted : b ? c : d ;");
}

#[test]
fn words_of_c23() {
    check("bool b = true ;", "_Bool b = ( ( _Bool ) 1 ) ;");
    check("int * p = nullptr ;", "int * p = ( ( void * ) 0 ) ;");
    check("static_assert ( 1 ) ;", "_Static_assert ( 1 , \"\" ) ;");
    check("thread_local int x ;", "_Thread_local int x ;");
    check("int x = 1'000'000 + 0x7f'ff ;", "int x = 1000000 + 0x7fff ;");
    // They are names in programs that declare them.
    check_same("typedef int bool ; bool b ;");
    check_same("enum { false , true } ; int x = true ;");
    check_same("struct bool { int true ; } ; int nullptr ; int * p = & nullptr ;");
    check_same("int f ( int auto_ ) { int static_assert = 1 ; return static_assert ; }");
}

#[test]
fn types_that_the_parser_does_not_know() {
    check("__int128 a ; unsigned __int128 b ;", "_Decimal128x a ; unsigned _Decimal128x b ;");
    check("__uint128_t a ;", "unsigned _Decimal128x a ;");
    check("__float128 a = 1.5Q ;", "_Float128 a = 1.5f128 ;");
    check("static __thread int x ;", "static _Thread_local int x ;");
    check("__typeof__ ( x ) y ; typeof ( int ) z ;", "__typeof ( x ) y ; __typeof ( int ) z ;");
    check(
        "typedef int T ; typeof ( T * const ) x ;",
        "typedef int T ; __typeof ( const T * const ) x ;",
    );
    check("typedef int T ; typeof ( T ( * ) ( int ) ) x ;", {
        "typedef int T ; __typeof ( const T ( * ) ( int ) ) x ;"
    });
    check("void f ( void ) { __auto_type x = 1 ; }", "void f ( void ) { _Decimal64x x = 1 ; }");
    check("__const__ int x ;", "const int x ;");
    check_same(
        "_Float64 a ; _Float32x b ; _Complex double c ; _Atomic ( int ) d ; _Atomic int e ;",
    );
    check_same("_Noreturn void f ( int * __restrict p , int * __restrict__ q ) ;");
}

#[test]
fn parts_of_complex_numbers() {
    let check_part = |operand: &str, expected: &str| {
        check(
            &format!("void f ( void ) {{ __real__ {operand} ; }}"),
            &format!("void f ( void ) {{ __lemmatic_real_part ( {expected} ; }}"),
        );
    };
    check_part("z", "z )");
    check_part("z * 2", "z ) * 2");
    check_part("- z + w", "- z ) + w");
    check_part("( z ) + w", "( z ) ) + w");
    check_part("( z + w ) [ 1 ] . m -> n ++ = 1", "( z + w ) [ 1 ] . m -> n ++ ) = 1");
    check_part("f ( x ) , 1", "f ( x ) ) , 1");
    check_part("( float ) z . m + 1", "( float ) z . m ) + 1");
    check_part("( _Complex float ) 1.0i", "( _Complex float ) 1.0i )");
    check_part("( struct s ) { 1 } . m * 2", "( struct s ) { 1 } . m ) * 2");
    check_part("* ( int * ) ( p ) = 3", "* ( int * ) ( p ) ) = 3");
    check(
        "int f ( void ) { return - __imag z == ++ __imag__ * p ; }",
        "int f ( void ) { return - __lemmatic_imaginary_part ( z ) == \
         ++ __lemmatic_imaginary_part ( * p ) ; }",
    );
    check("__complex__ double z ; __complex int n ;", "_Complex double z ; _Complex int n ;");
}

#[test]
fn characters_of_names() {
    check("int a$b , $ ;", "int a__dollar__b , __dollar__ ;");
    check("int é , \\u00E9f ;", "int __lemmatic_ue9_ , __lemmatic_ue9_f ;");
    check(
        "struct ä { int é ; } x __attribute__((aligned(É))) ;",
        "struct __lemmatic_ue4_ { int __lemmatic_ue9_ ; } x \
         __attribute__ (( aligned ( __lemmatic_uc9_ ) )) ;",
    );
}

#[test]
fn attributes_of_types_follow_the_type() {
    check(
        "struct __attribute__((packed)) s { char c ; int i ; } x ;",
        "struct s { char c ; int i ; } __attribute__ (( packed )) x ;",
    );
    check(
        "struct __attribute__((__packed__, aligned(8), unused)) { int i ; } ;",
        "struct { int i ; } __attribute__ (( __packed__ , aligned ( 8 ) )) ;",
    );
    check("struct __attribute__((packed)) s ;", "struct s ;");
    check(
        "enum __attribute__ ( ( packed ) ) e { A } ;",
        "enum e { A } __attribute__ (( packed )) ;",
    );
    check(
        "struct s { struct __attribute__((packed)) t { int i ; } t ; } ;",
        "struct s { struct t { int i ; } __attribute__ (( packed )) t ; } ;",
    );
    check(
        "typedef struct s { int i ; } __attribute__((packed)) s_t ;",
        "typedef struct s { int i ; } __attribute__ (( packed )) s_t ;",
    );
}

#[test]
fn attributes_elsewhere() {
    check(
        "void f ( void ) { switch ( x ) { case 1 : g ( ) ; __attribute__((fallthrough)); case 2 : ; } }",
        "void f ( void ) { switch ( x ) { case 1 : g ( ) ; ; case 2 : ; } }",
    );
    check("void f ( void ) { l : __attribute__((unused)) ; }", "void f ( void ) { l : ; }");
    check("enum e { A __attribute__((deprecated)) = 1 } ;", "enum e { A = 1 } ;");
    check("extern int f ( void ) __attribute__((nothrow, leaf)) ;", "extern int f ( void ) ;");
    check(
        "void f ( void ) __attribute__ ((noreturn)) ;",
        "void f ( void ) __attribute__ (( noreturn )) ;",
    );
    check(
        "int x __attribute__((aligned(__alignof__(int)))) ;",
        "int x __attribute__ (( aligned ( __alignof__ ( int ) ) )) ;",
    );
    check(
        "int x __attribute__((aligned(__alignof(__float128)))) ;",
        "int x __attribute__ (( aligned ( __alignof ( _Float128 ) ) )) ;",
    );
    check(
        "struct s { int x : 3 __attribute__((packed)) ; } ;",
        "struct s { int x : 3 __attribute__ (( packed )) ; } ;",
    );
    check(
        "typedef int v __attribute__((mode(DI))) ; int * __attribute__((aligned(4))) p ;",
        "typedef int v __attribute__ (( mode ( DI ) )) ; int * __attribute__ (( aligned ( 4 ) )) p ;",
    );
}

#[test]
fn alignments_of_members() {
    check(
        "struct s { char c ; _Alignas ( 8 ) int x ; const _Alignas ( int * ) char d ; } ;",
        "struct s { char c ; __attribute__ (( __lemmatic_alignas ( sizeof ( 8 ) ) )) int x ; \
         const __attribute__ (( __lemmatic_alignas ( sizeof ( int * ) ) )) char d ; } ;",
    );
    check_same("_Alignas ( 8 ) int x ; void f ( void ) { _Alignas ( int ) char c ; }");
}

#[test]
fn packing_pragmas() {
    check(
        "#pragma pack(push, 1)\nstruct a { int i ; } ;\n#pragma pack(pop)\nstruct b { int i ; } ;",
        "struct a { int i ; } __attribute__ ((__lemmatic_pack ( 1 ))) ; struct b { int i ; } ;",
    );
    check("#pragma pack(2)\nenum e { A } ;\n#pragma pack()\nunion u { int i ; } ;", {
        "enum e { A } ; union u { int i ; } ;"
    });
}

#[test]
fn assembler() {
    check(
        "void f ( void ) { asm volatile (\"nop\" : : : \"memory\") ; asm ( \"nop\" ) ; }",
        "void f ( void ) { __asm__ volatile ( \"nop\" : : : \"memory\" ) ; __asm__ ( \"nop\" ) ; }",
    );
    check(
        "void f ( void ) { asm volatile goto (\"jmp %l0\" : : \"r\" (x) : : l) ; l : ; }",
        "void f ( void ) { __asm__ ( \"goto\" ) ; l : ; }",
    );
    check("int f ( void ) asm ( \"g\" ) ;", "int f ( void ) __asm__ ( \"g\" ) ;");
    let text = "int x ; asm(\"nop\"); int y ;";
    check(text, "int x ; int y ;");
    assert_eq!(rewritten(text.as_bytes()).unwrap().file_scope_asm, [8]);
}

#[test]
fn jumps_to_computed_labels() {
    check(
        "void f ( void ) { void * p = && l ; goto * p ; l : x ++ && y ; }",
        "void f ( void ) { void * p = __lemmatic_label_address ( \"l\" ) ; __lemmatic_goto ( p ) ; \
         l : x ++ && y ; }",
    );
    check_same("int x = ( struct s ) { 1 } . a && y ;");
    check(
        "void f ( void ) { goto * ( a ? && l : t [ 1 ] ) ; l : ; }",
        "void f ( void ) { __lemmatic_goto ( ( a ? __lemmatic_label_address ( \"l\" ) : t [ 1 ] ) ) ; \
         l : ; }",
    );
    check(
        "void f ( void ) { __label__ a , b ; a : ; b : ; }",
        "void f ( void ) { __lemmatic_labels ( \"a\" , \"b\" ) ; a : ; b : ; }",
    );
    check("void f ( void ) { l : }", "void f ( void ) { l : ; }");
}

#[test]
fn builtins_on_types() {
    check(
        "int x = __builtin_types_compatible_p ( int * , struct s ) ;",
        "int x = __builtin_types_compatible_p ( sizeof ( int * ) , sizeof ( struct s ) ) ;",
    );
    check(
        "int x = __alignof__ ( y ) + _Alignof ( int ) ;",
        "int x = _Alignof ( volatile __typeof ( y ) ) + _Alignof ( __typeof ( int ) ) ;",
    );
    check(
        "int x = __alignof__ y . a [ 1 ] -> b + 1 ;",
        "int x = _Alignof ( volatile __typeof ( y . a [ 1 ] -> b ) ) + 1 ;",
    );
    check_same("int x = __builtin_offsetof ( struct s , a . b [ 1 ] ) ;");
    check_same("int x = __builtin_va_arg ( ap , int * ) ;");
    check_same("int x = _Generic ( y , int : 1 , default : 2 ) ;");
}

#[test]
fn declarations() {
    check("main ( ) { }", "int main ( ) { }");
    check("[[noreturn]] void f ( ) ;", "_Noreturn void f ( ) ;");
    check("[[maybe_unused, gnu::unused]] int x [[deprecated (\"old\")]] ;", "int x ;");
    check("static x ; const y = 1 , z ;", "int static x ; int const y = 1 , z ;");
    check(
        "void f ( ) { extern g ( ) ; register i ; }",
        "void f ( ) { int extern g ( ) ; int register i ; }",
    );
    for typed in [
        "typedef int T ; static T x ; extern T ( * f ) ( void ) ;",
        "int const x = 1 ;",
        "struct s { int a ; } const x = { 1 } ;",
    ] {
        check_same(typed);
    }
    check("static f ( a ) char a ; { }", "int static f ( a ) char a ; { }");
    check("int x ; main ( ) { } g ( ) { }", "int x ; int main ( ) { } int g ( ) { }");
    check_same("struct s { int i ; } f ( ) { }");
    check_same("int f ( a , b ) int a ; char b ; { return a ; }");
    check("; ; int x ; ;", "int x ; ;");
    check("_Static_assert ( 1 ) ;", "_Static_assert ( 1 , \"\" ) ;");
    check_same("_Static_assert ( 1 , \"no\" ) ;");
    check("__extension__ typedef long l ;", "typedef long l ;");
    check("int a <: 2 :> ;", "int a [ 2 ] ;");
}

#[test]
fn empty_compound_literals() {
    check("struct s x = ( struct s ) { } ;", "struct s x = ( struct s ) { 0 } ;");
    check(
        "int x = sizeof ( struct s ) { } . a + sizeof ( int ) ;",
        "int x = sizeof ( ( struct s ) { 0 } ) . a + sizeof ( int ) ;",
    );
    check_same("int * ( f ) ( void ) { }");
    check_same("void f ( void ) { if ( x ) { } while ( 0 ) { } g ( ( x ) ) ; }");
    check_same("struct s x = { } ;");
}

#[test]
fn statements_that_need_nothing() {
    check_same("void f ( void ) { switch ( x ) { case 1 ... 3 : break ; default : ; } }");
    check_same("int x = ( { int y = 1 ; y ; } ) ;");
    check_same("int a [ ] = { [ 0 ... 3 ] = 1 , [ 5 ] 2 } ; struct s b = { x : 1 , . y = 2 } ;");
    check_same("void f ( void ) { for ( int i = 0 ; i < 3 ; i ++ ) ; }");
}

fn error(text: &[u8], expected: &str) {
    let error = rewritten(text).unwrap_err();
    assert_eq!(format!("{}: {}", error.offset, error.message), expected);
}

#[test]
fn brackets_must_match() {
    error(b"int f() { ( }", "12: ')' is expected before this '}'");
    error(b"int f() { ", "8: this '{' is never closed");
    error(b"int x; }", "7: this '}' closes nothing");
}

#[test]
fn tokens_know_where_they_come_from() {
    let text = "int  x$ = a /* */ ?: 1 ;\nstruct __attribute__((packed)) s { int i ; } y ;";
    let found = rewritten(text.as_bytes()).unwrap();
    for (token, at) in
        [("x__dollar__", "x$"), ("?", "?"), ("1", "1"), ("packed", "packed"), ("y ", "y ")]
    {
        let origin = found.map.origin(found.text.find(token).unwrap());
        assert!(text[origin..].starts_with(at), "{token} comes from {:?}", &text[origin..]);
    }
    // Offsets inside a token, or in the blank after it, belong to it.
    assert_eq!(found.map.origin(2), 0);
    assert_eq!(found.map.origin(3), 0);
}

/// Pieces that the rules look for, in any order.
fn soup() -> impl Strategy<Value = String> {
    let pieces = [
        "a",
        "struct",
        "enum",
        "__attribute__",
        "((",
        "))",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "?",
        ":",
        ";",
        ",",
        "&&",
        "goto",
        "*",
        "asm",
        "volatile",
        "packed",
        "unused",
        "__label__",
        "=",
        "1.0Q",
        "\"s\"",
        "'c'",
        "__extension__",
        "_Static_assert",
        "__alignof__",
        "_Alignas",
        "sizeof",
        "typeof",
        "é",
        "\\u00e9",
        "main",
        "$",
        "++",
        "static",
        "__builtin_types_compatible_p",
        "\n#pragma pack(1)\n",
        "/* c */",
        "//\n",
        "\\\n",
        "<:",
        "int",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..40)
        .prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #[test]
    fn rewriting_keeps_origins(text in soup()) {
        if let Ok(found) = rewritten(text.as_bytes()) {
            let tokens: Vec<RawToken> = Lexer::new(text.as_bytes()).map(Result::unwrap).collect();
            for start in found.map.starts() {
                let origin = found.map.origin(start);
                prop_assert!(tokens.iter().any(|token| token.start == origin));
            }
        }
    }

    #[test]
    fn no_bytes_are_too_odd(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = rewritten(&bytes);
    }

    #[test]
    fn no_soup_is_too_odd(text in soup()) {
        let _ = with_text("a.i", text.as_bytes(), |_| ());
    }
}
