//! The types of library functions that the compiler knows without a declaration.

use super::Analyser;
use super::error::Result;
use super::link::Entity;
use crate::hir::{FloatType, FnId, FunctionType, IntType, Tuple, Ty, Type};
use program::Span;

/// Names by signature: the result, then the parameters. `v` void, `i` int, `u` unsigned, `l` long,
/// `k` unsigned long, `L` long long, `U` unsigned long long, `h` unsigned short, `z` `size_t`,
/// `p` `void *`, `s` `char *`, `b` `_Bool`, `f` float, `d` double, `D` long double, `m`, `c` and `C` complex
/// numbers of these, `.` variable arguments.
const FUNCTIONS: &[(&str, &str)] = &[
    ("v", "abort"),
    ("vi", "exit _exit _Exit"),
    ("pz", "malloc alloca"),
    ("pzz", "calloc aligned_alloc"),
    ("ppz", "realloc"),
    ("vp", "free"),
    ("pppz", "memcpy memmove mempcpy"),
    ("ppiz", "memset memchr"),
    ("pppzz", "__builtin___memcpy_chk __builtin___memmove_chk"),
    ("ppizz", "__builtin___memset_chk"),
    ("sssz", "__builtin___strcpy_chk __builtin___strcat_chk"),
    ("ssszz", "__builtin___strncpy_chk __builtin___strncat_chk"),
    ("ippz", "memcmp"),
    ("vpz", "bzero"),
    ("zs", "strlen"),
    ("zsz", "strnlen"),
    ("iss", "strcmp strcasecmp strcoll"),
    ("issz", "strncmp strncasecmp"),
    ("sss", "strcpy strcat stpcpy strstr strpbrk"),
    ("sssz", "strncpy strncat stpncpy"),
    ("ssi", "strchr strrchr index rindex"),
    ("ss", "strdup"),
    ("ssz", "strndup"),
    ("zss", "strspn strcspn"),
    ("is.", "printf scanf"),
    ("iss.", "sprintf sscanf"),
    ("iszs.", "snprintf"),
    ("ips.", "fprintf fscanf"),
    ("is", "puts"),
    (
        "ii",
        "putchar abs isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper",
    ),
    ("ll", "labs"),
    ("LL", "llabs"),
    (
        "dd",
        "fabs sqrt floor ceil round trunc rint nearbyint exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh cbrt logb",
    ),
    (
        "ff",
        "fabsf sqrtf floorf ceilf roundf truncf rintf nearbyintf expf exp2f logf log2f log10f sinf cosf tanf asinf acosf atanf cbrtf logbf",
    ),
    ("DD", "fabsl sqrtl floorl ceill roundl truncl rintl nearbyintl"),
    ("ddd", "fmod pow atan2 fmin fmax fdim hypot copysign remainder nextafter"),
    ("fff", "fmodf powf atan2f fminf fmaxf fdimf hypotf copysignf remainderf nextafterf"),
    ("DDD", "fmodl powl fminl fmaxl fdiml copysignl remainderl nextafterl"),
    ("dddd", "fma"),
    ("ffff", "fmaf"),
    ("ld", "lround lrint"),
    ("lf", "lroundf lrintf"),
    ("Ld", "llround llrint"),
    ("Lf", "llroundf llrintf"),
    ("ddi", "ldexp scalbn"),
    ("ffi", "ldexpf scalbnf"),
    ("fm", "crealf cimagf"),
    ("dc", "creal cimag"),
    ("DC", "creall cimagl"),
    ("mm", "conjf"),
    ("cc", "conj"),
    ("CC", "conjl"),
    ("hh", "__builtin_bswap16"),
    ("uu", "__builtin_bswap32"),
    ("UU", "__builtin_bswap64"),
    ("iu", "__builtin_clz __builtin_ctz __builtin_popcount __builtin_parity"),
    ("ik", "__builtin_clzl __builtin_ctzl __builtin_popcountl __builtin_parityl"),
    ("iU", "__builtin_clzll __builtin_ctzll __builtin_popcountll __builtin_parityll"),
    ("ii", "__builtin_ffs __builtin_clrsb"),
    ("il", "__builtin_ffsl __builtin_clrsbl"),
    ("iL", "__builtin_ffsll __builtin_clrsbll"),
    ("v", "__builtin_trap __builtin_unreachable __builtin_abort __sync_synchronize"),
    ("vp.", "__builtin_prefetch"),
    ("pu", "__builtin_return_address __builtin_frame_address"),
    ("pz", "__builtin_alloca"),
    ("pzz", "__builtin_alloca_with_align"),
    ("v", "__CPROVER_atomic_begin __CPROVER_atomic_end"),
    ("vb", "__CPROVER_assume __CPROVER_cover __ESBMC_assume"),
    ("vbs", "__CPROVER_assert __CPROVER_precondition __CPROVER_postcondition"),
    ("vs.", "__CPROVER_fence __CPROVER_input __CPROVER_output __CPROVER_printf"),
    ("vp", "__CPROVER_havoc_object"),
    ("vpz", "__CPROVER_havoc_slice"),
    ("pzb", "__CPROVER_allocate"),
    ("ii", "__CPROVER_abs"),
    ("ll", "__CPROVER_labs"),
    ("LL", "__CPROVER_llabs"),
    ("ff", "__CPROVER_fabsf"),
    ("dd", "__CPROVER_fabs"),
    ("DD", "__CPROVER_fabsl"),
    ("fff", "__CPROVER_fmodf __CPROVER_remainderf"),
    ("ddd", "__CPROVER_fmod __CPROVER_remainder"),
    ("DDD", "__CPROVER_fmodl __CPROVER_remainderl"),
    (
        "bf",
        "__CPROVER_isnanf __CPROVER_isinff __CPROVER_isfinitef __CPROVER_isnormalf __CPROVER_signf",
    ),
    (
        "bd",
        "__CPROVER_isnand __CPROVER_isinfd __CPROVER_isfinited __CPROVER_isnormald __CPROVER_signd",
    ),
    (
        "bD",
        "__CPROVER_isnanld __CPROVER_isinfld __CPROVER_isfiniteld __CPROVER_isnormalld __CPROVER_signld",
    ),
    (
        "iff",
        "__CPROVER_isgreaterf __CPROVER_isgreaterequalf __CPROVER_islessf __CPROVER_islessequalf __CPROVER_islessgreaterf __CPROVER_isunorderedf",
    ),
    (
        "idd",
        "__CPROVER_isgreaterd __CPROVER_isgreaterequald __CPROVER_islessd __CPROVER_islessequald __CPROVER_islessgreaterd __CPROVER_isunorderedd",
    ),
];

/// Functions among them that never return.
const NO_RETURN: &[&str] =
    &["abort", "exit", "_exit", "_Exit", "__builtin_trap", "__builtin_unreachable"];

fn signature(name: &str) -> Option<&'static str> {
    let mut rows = FUNCTIONS.iter();
    let row = rows.find(|(_, names)| names.split(' ').any(|known| known == name));
    row.map(|&(signature, _)| signature)
}

impl Analyser<'_> {
    /// A function that the compiler declares implicitly. `__builtin_f` is the library's `f` if that
    /// exists, and a function of its own where the program has a variable of that name.
    pub(super) fn library_function(&mut self, name: &str, span: Span) -> Result<Option<FnId>> {
        let plain = name.strip_prefix("__builtin_").filter(|plain| signature(plain).is_some());
        let library_name = plain.unwrap_or(name);
        let Some(signature) = signature(library_name) else { return Ok(None) };
        let is_var = |name: &str| matches!(self.linker.find(name), Some(Entity::Var(_)));
        let name = if is_var(library_name) { name } else { library_name };
        // A declaration of the user takes precedence.
        if let Some(Entity::Function(id)) = self.linker.find(name) {
            return Ok(Some(id));
        }
        let ty = self.signature_type(signature);
        let id = self.link_function(name, ty, false, span)?;
        self.functions[id.index()].noreturn |= NO_RETURN.contains(&library_name);
        Ok(Some(id))
    }

    /// Whether a function is known by its name never to return.
    pub(super) fn is_known_noreturn(name: &str) -> bool {
        NO_RETURN.contains(&name)
    }

    fn signature_type(&mut self, signature: &str) -> Ty {
        let mut types = Vec::new();
        let mut variadic = false;
        for letter in signature.chars() {
            match self.letter_type(letter) {
                Some(ty) => types.push(ty),
                None => variadic = true,
            }
        }
        let result = types.remove(0);
        let function = FunctionType { result, params: types, variadic, unprototyped: false };
        self.types.intern(Type::Function(function))
    }

    pub(super) fn letter_type(&mut self, letter: char) -> Option<Ty> {
        let machine = self.types.machine();
        let ty = match letter {
            'v' => return Some(self.common.void),
            'p' => return Some(self.common.void_pointer),
            's' => return Some(self.common.char_pointer),
            'b' => Type::Bool,
            'i' => Type::Int(IntType::INT),
            'u' => Type::Int(IntType::UINT),
            'h' => Type::Int(IntType::SHORT.unsigned()),
            'l' => Type::Int(IntType::long(machine)),
            'k' => Type::Int(IntType::long(machine).unsigned()),
            'L' => Type::Int(IntType::LLONG),
            'U' => Type::Int(IntType::LLONG.unsigned()),
            'z' => Type::Int(IntType::size(machine)),
            'f' => Type::Float(FloatType::Float),
            'd' => Type::Float(FloatType::Double),
            'D' => Type::Float(FloatType::LongDouble),
            'm' | 'c' | 'C' => {
                let part = match letter {
                    'm' => 'f',
                    'c' => 'd',
                    _ => 'D',
                };
                let part = self.letter_type(part)?;
                return Some(self.types.tuple(Tuple::Complex(part)));
            }
            _ => return None,
        };
        Some(self.types.intern(ty))
    }
}
