
/* ----- Floats -----
   This text stands for three: `__lemmatic_real` is `float`, `double` or `long double`, and `_R` is the
   letter of the type at the end of names. Special values are as IEEE 754 has them. Other results of
   functions that are not exact are open within the range that the function has. */

/* Any number between two. */
static __lemmatic_real __lemmatic_range_R(__lemmatic_real low, __lemmatic_real high) {
    __lemmatic_rough("a function that is not exact");
    __lemmatic_real result = __lemmatic_any_real_R();
    __lemmatic_assume(result >= low && result <= high);
    return result;
}

static int __lemmatic_is_infinite_R(__lemmatic_real x) {
    return x == __builtin_inf_R() || x == -__builtin_inf_R();
}

/* Exponents, like that of the logarithm, have fewer digits than this number. */
static __lemmatic_real __lemmatic_exponents_R(void) {
    return sizeof(__lemmatic_real) == 4 ? 300 : sizeof(__lemmatic_real) == 8 ? 1100 : 16500;
}

static __lemmatic_real __lemmatic_quarter_R(void) { return 1.57079632679489661923L; }
static __lemmatic_real __lemmatic_half_R(void) { return 3.14159265358979323846L; }

/* A function that rises through the origin. */
static __lemmatic_real __lemmatic_odd_R(__lemmatic_real x, __lemmatic_real most) {
    if (x == 0 || x != x) return x;
    return x > 0 ? __lemmatic_range_R(0, most) : __lemmatic_range_R(-most, 0);
}

static __lemmatic_real __lemmatic_power_of_R(__lemmatic_real x) {
    if (x != x) return x;
    if (__lemmatic_is_infinite_R(x)) return x > 0 ? x : 0;
    if (x == 0) return 1;
    return x > 0 ? __lemmatic_range_R(1, __builtin_inf_R()) : __lemmatic_range_R(0, 1);
}
__lemmatic_real __lemmatic_exp_R(__lemmatic_real x) { return __lemmatic_power_of_R(x); }
__lemmatic_real __lemmatic_exp2_R(__lemmatic_real x) { return __lemmatic_power_of_R(x); }
__lemmatic_real __lemmatic_exp10_R(__lemmatic_real x) { return __lemmatic_power_of_R(x); }

__lemmatic_real __lemmatic_expm1_R(__lemmatic_real x) {
    if (x == 0 || x != x) return x;
    if (__lemmatic_is_infinite_R(x)) return x > 0 ? x : -1;
    return x > 0 ? __lemmatic_range_R(0, __builtin_inf_R()) : __lemmatic_range_R(-1, 0);
}

__lemmatic_real __lemmatic_log_R(__lemmatic_real x) {
    if (x != x || x < 0) return __builtin_nan_R("");
    if (x == 0) return -__builtin_inf_R();
    if (x == 1) return 0;
    if (__lemmatic_is_infinite_R(x)) return x;
    return x > 1 ? __lemmatic_range_R(0, __lemmatic_exponents_R())
                 : __lemmatic_range_R(-__lemmatic_exponents_R(), 0);
}
__lemmatic_real __lemmatic_log2_R(__lemmatic_real x) { return __lemmatic_log_R(x); }
__lemmatic_real __lemmatic_log10_R(__lemmatic_real x) { return __lemmatic_log_R(x); }

__lemmatic_real __lemmatic_log1p_R(__lemmatic_real x) {
    if (x != x || x < -1) return __builtin_nan_R("");
    if (x == -1) return -__builtin_inf_R();
    if (x == 0 || __lemmatic_is_infinite_R(x)) return x;
    return __lemmatic_odd_R(x, __lemmatic_exponents_R());
}

__lemmatic_real __lemmatic_sin_R(__lemmatic_real x) {
    if (x != x || __lemmatic_is_infinite_R(x)) return __builtin_nan_R("");
    return x == 0 ? x : __lemmatic_range_R(-1, 1);
}
__lemmatic_real __lemmatic_cos_R(__lemmatic_real x) {
    if (x != x || __lemmatic_is_infinite_R(x)) return __builtin_nan_R("");
    return x == 0 ? 1 : __lemmatic_range_R(-1, 1);
}
__lemmatic_real __lemmatic_tan_R(__lemmatic_real x) {
    if (x != x || __lemmatic_is_infinite_R(x)) return __builtin_nan_R("");
    return x == 0 ? x : __lemmatic_range_R(-__builtin_inf_R(), __builtin_inf_R());
}
void __lemmatic_sincos_R(__lemmatic_real x, __lemmatic_real *sine, __lemmatic_real *cosine) {
    *sine = __lemmatic_sin_R(x);
    *cosine = __lemmatic_cos_R(x);
}

__lemmatic_real __lemmatic_asin_R(__lemmatic_real x) {
    if (x != x || x < -1 || x > 1) return __builtin_nan_R("");
    return __lemmatic_odd_R(x, __lemmatic_quarter_R());
}
__lemmatic_real __lemmatic_acos_R(__lemmatic_real x) {
    if (x != x || x < -1 || x > 1) return __builtin_nan_R("");
    return x == 1 ? 0 : __lemmatic_range_R(0, __lemmatic_half_R());
}
__lemmatic_real __lemmatic_atan_R(__lemmatic_real x) {
    return __lemmatic_odd_R(x, __lemmatic_quarter_R());
}
__lemmatic_real __lemmatic_atan2_R(__lemmatic_real y, __lemmatic_real x) {
    if (x != x || y != y) return __builtin_nan_R("");
    if (y == 0 && x > 0) return y;
    __lemmatic_real most = __lemmatic_half_R();
    if (y > 0) return __lemmatic_range_R(0, most);
    return y < 0 ? __lemmatic_range_R(-most, 0) : __lemmatic_range_R(-most, most);
}

__lemmatic_real __lemmatic_sinh_R(__lemmatic_real x) {
    return __lemmatic_is_infinite_R(x) ? x : __lemmatic_odd_R(x, __builtin_inf_R());
}
__lemmatic_real __lemmatic_cosh_R(__lemmatic_real x) {
    if (x != x) return x;
    if (__lemmatic_is_infinite_R(x)) return __builtin_inf_R();
    return x == 0 ? 1 : __lemmatic_range_R(1, __builtin_inf_R());
}
__lemmatic_real __lemmatic_tanh_R(__lemmatic_real x) {
    if (__lemmatic_is_infinite_R(x)) return x > 0 ? 1 : -1;
    return __lemmatic_odd_R(x, 1);
}
__lemmatic_real __lemmatic_asinh_R(__lemmatic_real x) {
    return __lemmatic_is_infinite_R(x) ? x : __lemmatic_odd_R(x, __lemmatic_exponents_R());
}
__lemmatic_real __lemmatic_acosh_R(__lemmatic_real x) {
    if (x != x || x < 1) return __builtin_nan_R("");
    if (__lemmatic_is_infinite_R(x)) return x;
    return x == 1 ? 0 : __lemmatic_range_R(0, __lemmatic_exponents_R());
}
__lemmatic_real __lemmatic_atanh_R(__lemmatic_real x) {
    if (x != x || x < -1 || x > 1) return __builtin_nan_R("");
    if (x == 1 || x == -1) return x > 0 ? __builtin_inf_R() : -__builtin_inf_R();
    return __lemmatic_odd_R(x, __lemmatic_exponents_R());
}

__lemmatic_real __lemmatic_cbrt_R(__lemmatic_real x) {
    return __lemmatic_is_infinite_R(x) ? x : __lemmatic_odd_R(x, __builtin_inf_R());
}
__lemmatic_real __lemmatic_hypot_R(__lemmatic_real x, __lemmatic_real y) {
    if (__lemmatic_is_infinite_R(x) || __lemmatic_is_infinite_R(y)) return __builtin_inf_R();
    if (x != x || y != y) return __builtin_nan_R("");
    x = __builtin_fabs_R(x);
    y = __builtin_fabs_R(y);
    if (x == 0 || y == 0) return x + y;
    return __lemmatic_range_R(x > y ? x : y, __builtin_inf_R());
}
__lemmatic_real __lemmatic_erf_R(__lemmatic_real x) {
    if (__lemmatic_is_infinite_R(x)) return x > 0 ? 1 : -1;
    return __lemmatic_odd_R(x, 1);
}
__lemmatic_real __lemmatic_erfc_R(__lemmatic_real x) {
    if (x != x) return x;
    if (__lemmatic_is_infinite_R(x)) return x > 0 ? 0 : 2;
    return x == 0 ? 1 : x > 0 ? __lemmatic_range_R(0, 1) : __lemmatic_range_R(1, 2);
}

__lemmatic_real __lemmatic_pow_R(__lemmatic_real x, __lemmatic_real y) {
    if (y == 0 || x == 1) return 1;
    if (x != x || y != y) return __builtin_nan_R("");
    __lemmatic_real size = __builtin_fabs_R(x), infinite = __builtin_inf_R();
    int is_whole = __builtin_trunc_R(y) == y;
    int is_odd = !__lemmatic_is_infinite_R(y) && is_whole && __builtin_fmod_R(y, 2) != 0;
    int is_negative = is_odd && (x < 0 || (x == 0 && 1 / x < 0));
    if (__lemmatic_is_infinite_R(y)) {
        if (size == 1) return 1;
        return (size > 1) == (y > 0) ? infinite : 0;
    }
    __lemmatic_real result;
    if (x == 0 || size == infinite) {
        result = (size == 0) == (y < 0) ? infinite : 0;
    } else if (x < 0 && !is_whole) {
        return __builtin_nan_R("");
    } else if (size == 1) {
        result = 1;
    } else if ((size > 1) == (y > 0)) {
        result = __lemmatic_range_R(1, infinite);
    } else {
        result = __lemmatic_range_R(0, 1);
    }
    return is_negative ? -result : result;
}

/* Two to a power that is a normal number. */
static __lemmatic_real __lemmatic_two_to_R(int n);
/* The exponent of a number that is normal. */
static int __lemmatic_exponent_R(__lemmatic_real x);

/* The exponents of normal numbers, and the digits. */
static int __lemmatic_highest_R(void) {
    return sizeof(__lemmatic_real) == 4 ? 127 : sizeof(__lemmatic_real) == 8 ? 1023 : 16383;
}
static int __lemmatic_precision_R(void) {
    return sizeof(__lemmatic_real) == 4 ? 24 : sizeof(__lemmatic_real) == 8 ? 53 : 64;
}

/* Only the last step may round: those before it leave the number normal. */
__lemmatic_real __lemmatic_scalbn_R(__lemmatic_real x, int n) {
    const int most = __lemmatic_highest_R(), digits = __lemmatic_precision_R();
    for (int i = 0; i < 2 && n > most; i++) {
        x *= __lemmatic_two_to_R(most);
        n -= most;
    }
    for (int i = 0; i < 2 && n < 1 - most; i++) {
        x *= __lemmatic_two_to_R(digits + 1 - most);
        n += most - 1 - digits;
    }
    return x * __lemmatic_two_to_R(n > most ? most : n < 1 - most ? 1 - most : n);
}
__lemmatic_real __lemmatic_ldexp_R(__lemmatic_real x, int n) { return __lemmatic_scalbn_R(x, n); }
__lemmatic_real __lemmatic_scalbln_R(__lemmatic_real x, long n) {
    return __lemmatic_scalbn_R(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}

/* The exponent of a number that is neither zero nor infinite. */
static int __lemmatic_logarithm_R(__lemmatic_real x) {
    const int digits = __lemmatic_precision_R();
    if (__builtin_fabs_R(x) >= __lemmatic_two_to_R(1 - __lemmatic_highest_R()))
        return __lemmatic_exponent_R(x);
    return __lemmatic_exponent_R(x * __lemmatic_two_to_R(digits)) - digits;
}

__lemmatic_real __lemmatic_frexp_R(__lemmatic_real x, int *exponent) {
    *exponent = 0;
    if (x == 0) return x;
    if (x != x || __lemmatic_is_infinite_R(x)) {
        *exponent = __lemmatic_any_int();
        return x;
    }
    *exponent = __lemmatic_logarithm_R(x) + 1;
    return __lemmatic_scalbn_R(x, -*exponent);
}
__lemmatic_real __lemmatic_significand_R(__lemmatic_real x) {
    if (x == 0 || x != x || __lemmatic_is_infinite_R(x)) return x;
    return __lemmatic_scalbn_R(x, -__lemmatic_logarithm_R(x));
}
__lemmatic_real __lemmatic_logb_R(__lemmatic_real x) {
    if (x == 0) return -__builtin_inf_R();
    if (x != x) return x;
    return __lemmatic_is_infinite_R(x) ? __builtin_inf_R() : __lemmatic_logarithm_R(x);
}
/* Values of glibc for zero, infinity and NaN. */
int __lemmatic_ilogb_R(__lemmatic_real x) {
    if (x == 0 || x != x) return -2147483647 - 1;
    return __lemmatic_is_infinite_R(x) ? 2147483647 : __lemmatic_logarithm_R(x);
}
