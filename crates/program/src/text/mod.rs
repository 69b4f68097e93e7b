//! The text form of programs, in files named `*.prog`.
//!
//! ```text
//! machine lp64
//!
//! global &limit "limit" : i32 in 4 align 4 = { 0: #x0000000a } @ "count.c":1:5
//!
//! entry function main at &main () returns r {
//!   register r : i32
//!   register x "x" : i32 @ "count.c":3:7
//!   b0:
//!     choose x input "__VERIFIER_nondet_int" @ "count.c":3:11
//!     load r &limit
//!     branch (bvslt x r) b1 b2
//!   b1:
//!     check no-overflow "x + 1" holds (bvslt x #x7fffffff)
//!     x := (bvadd x #x00000001)
//!     goto b0
//!   b2:
//!     r := #x00000000
//!     return
//! }
//! ```
//!
//! ```text
//! file      = "machine" ( "ilp32" | "lp64" ) { note | global | function }
//! note      = "note" string [ span ]
//! global    = "global" object [ "=" "{" [ value { "," value } ] "}" ] [ span ]
//! value     = offset ":" term
//! object    = address [ string ] ":" layout "align" number [ "readonly" ]
//! function  = [ "entry" ] "function" name "at" address "(" [ name { "," name } ] ")"
//!             [ "returns" name ] [ span ] "{" { register | local } { block } "}"
//! register  = "register" name [ string ] ":" type [ span ]
//! local     = "object" object [ span ]
//! type      = "truth" | "pointer" | "i" width | "u" width | "f16" | "f32" | "f64" | "x87" | "f128"
//!           | "float" "(" exponent "," significand ")"
//! layout    = type "in" size | "bytes" "(" size ")" | "array" "(" count "," layout ")"
//!           | "record" "(" size ")" "{" [ field { "," field } ] "}"
//! field     = offset string layout
//! block     = "b" number ":" { statement [ span ] } jump [ span ]
//! statement = name ":=" term | "choose" name choice string
//!           | "assume" term | "check" property string condition | "load" name term
//!           | "store" term term | "offset" name term term | "copy" term term term
//!           | "fill" term term term | "begin" address | "end" address
//!           | "forget" name | "bind" term address
//!           | "allocate" name ( "heap" | "stack" ) [ "zeroed" ] term
//!           | "object-size" name term | "free" term
//!           | "call" [ name ":=" ] name "(" terms ")" | "call-at" [ name ":=" ] term "(" terms ")"
//!           | "print" term "(" terms ")" | "unsupported" string
//! choice    = "input" | "external" | "uninitialised" | "order" | "volatile"
//! condition = "holds" term | ( "readable" | "writable" ) term term term | "freeable" term
//!           | "all-freed" | "all-tracked" | "tracked-so-far"
//! jump      = "goto" block | "branch" term block block | "return" | "halt"
//! span      = "@" string ":" line ":" column
//! ```
//!
//! The string after the name of a register or object is its name in the source. With braces, bytes
//! without a value are zero; without braces, the object is arbitrary. A function without blocks is
//! not defined. Terms and names are those of SMT-LIB, and comments those of [`model::text`].

mod parser;
mod printer;
mod statements;

pub use model::ParseError;
pub use parser::{parse, parse_into};
pub use printer::StatementDisplay;
