
/* ----- Complex floats -----
   As `library_floats.c`, this text stands for three; `MODE` is the letter of the type in gcc's own library,
   and `__lemmatic_wide` is `double` in place of `float`.
   Products and quotients are rounded as that library does it (gcc 12 and later). For ILP32 it computes with
   more digits than `float` and `double` have, unless it is inlined; so only results that do not depend on that
   are modelled there. */

__lemmatic_real __lemmatic_creal_R(__lemmatic_real _Complex z) { return __real__ z; }
__lemmatic_real __lemmatic_cimag_R(__lemmatic_real _Complex z) { return __imag__ z; }
__lemmatic_real _Complex __lemmatic_conj_R(__lemmatic_real _Complex z) { return ~z; }

static __lemmatic_real __lemmatic_size_R(__lemmatic_real x) { return x < 0 ? -x : x; }

static int __lemmatic_is_finite_R(__lemmatic_real x) {
    return x == x && !__lemmatic_is_infinite_R(x);
}

/* Zero instead of NaN. gcc keeps the sign, but it makes no difference to the results. */
static __lemmatic_real __lemmatic_zero_if_nan_R(__lemmatic_real x) { return x == x ? x : 0; }

/* One if a number is infinite, otherwise zero, with its sign. */
static __lemmatic_real __lemmatic_boxed_R(__lemmatic_real x) {
    return __builtin_copysign_R(__lemmatic_is_infinite_R(x) ? 1 : 0, __lemmatic_zero_if_nan_R(x));
}

/* Whether intermediate results may have more digits than their type. */
static int __lemmatic_has_excess_digits_R(void) {
    return sizeof(void *) == 4 && sizeof(__lemmatic_real) <= 8;
}

/* Whether a number is one of the few eighths with sums and products that every type represents. */
static int __lemmatic_is_small_R(__lemmatic_real x) {
    return x >= -256 && x <= 256 && 8 * x == (int)(8 * x);
}

/* Fails unless sums and products of numbers are exact. */
static void __lemmatic_require_exact_R(
        __lemmatic_real a, __lemmatic_real b, __lemmatic_real c, __lemmatic_real d) {
    if (__lemmatic_has_excess_digits_R()
        && !(__lemmatic_is_small_R(a) && __lemmatic_is_small_R(b)
             && __lemmatic_is_small_R(c) && __lemmatic_is_small_R(d)))
        __lemmatic_unsupported("the digits of a product or quotient of complex numbers");
}

/* The quotient, if it does not depend on digits. Both numbers are of the type, or floats in double. */
static __lemmatic_real __lemmatic_ratio_R(__lemmatic_wide x, __lemmatic_wide y) {
    __lemmatic_real result = x / y;
    if (__lemmatic_has_excess_digits_R() && y != 0 && result != (long double)x / y)
        __lemmatic_unsupported("the digits of a quotient of complex numbers");
    return result;
}

/* (a + bi) * (c + di). If both parts are NaN, infinities are recovered. */
__lemmatic_real _Complex __lemmatic___mulMODEc3(
        __lemmatic_real a, __lemmatic_real b, __lemmatic_real c, __lemmatic_real d) {
    __lemmatic_require_exact_R(a, b, c, d);
    __lemmatic_real ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    __lemmatic_real x = ac - bd, y = ad + bc;
    if (x != x && y != y) {
        int again = 0;
        if (__lemmatic_is_infinite_R(a) || __lemmatic_is_infinite_R(b)) {
            a = __lemmatic_boxed_R(a);
            b = __lemmatic_boxed_R(b);
            c = __lemmatic_zero_if_nan_R(c);
            d = __lemmatic_zero_if_nan_R(d);
            again = 1;
        }
        if (__lemmatic_is_infinite_R(c) || __lemmatic_is_infinite_R(d)) {
            c = __lemmatic_boxed_R(c);
            d = __lemmatic_boxed_R(d);
            a = __lemmatic_zero_if_nan_R(a);
            b = __lemmatic_zero_if_nan_R(b);
            again = 1;
        }
        if (!again
            && (__lemmatic_is_infinite_R(ac) || __lemmatic_is_infinite_R(bd)
                || __lemmatic_is_infinite_R(ad) || __lemmatic_is_infinite_R(bc))) {
            a = __lemmatic_zero_if_nan_R(a);
            b = __lemmatic_zero_if_nan_R(b);
            c = __lemmatic_zero_if_nan_R(c);
            d = __lemmatic_zero_if_nan_R(d);
            again = 1;
        }
        if (again) {
            x = __builtin_inf_R() * (a * c - b * d);
            y = __builtin_inf_R() * (a * d + b * c);
        }
    }
    return __builtin_complex(x, y);
}

/* The smallest normal number, the distance from 1 to the next number, and half of the largest number. */
static __lemmatic_real __lemmatic_least_normal_R(void) {
    return sizeof(__lemmatic_real) == 4 ? 0x1p-126L
         : sizeof(__lemmatic_real) == 8 ? 0x1p-1022L : 0x1p-16382L;
}
static __lemmatic_real __lemmatic_step_R(void) {
    return sizeof(__lemmatic_real) == 4 ? 0x1p-23L : sizeof(__lemmatic_real) == 8 ? 0x1p-52L : 0x1p-63L;
}
static __lemmatic_real __lemmatic_half_of_largest_R(void) {
    return sizeof(__lemmatic_real) == 4 ? 0x1.fffffep126L
         : sizeof(__lemmatic_real) == 8 ? 0x1.fffffffffffffp1022L : 0x1.fffffffffffffffep16382L;
}

/* The factor that keeps a quotient in range: `large` is the larger part of the divisor. */
static __lemmatic_real __lemmatic_scale_R(__lemmatic_real a, __lemmatic_real b, __lemmatic_real large) {
    __lemmatic_real least = __lemmatic_least_normal_R(), up = 1 / __lemmatic_step_R();
    __lemmatic_real moderate = __lemmatic_half_of_largest_R() * __lemmatic_step_R();
    a = __lemmatic_size_R(a);
    b = __lemmatic_size_R(b);
    large = __lemmatic_size_R(large);
    if (large < __lemmatic_step_R()) return up;
    if (large < moderate && (a < least && b < moderate || b < least && a < moderate)) return up;
    return 1;
}

/* (a + bi) / (c + di): `float` in `double`, others by Smith's method with scaling (Baudin and Smith, 2012).
   If both parts are NaN, infinities and zeros are recovered. */
__lemmatic_real _Complex __lemmatic___divMODEc3(
        __lemmatic_real a, __lemmatic_real b, __lemmatic_real c, __lemmatic_real d) {
    __lemmatic_real x, y;
    __lemmatic_require_exact_R(a, b, c, d);
    if (sizeof(__lemmatic_real) == 4) {
        __lemmatic_wide wide_a = a, wide_b = b, wide_c = c, wide_d = d;
        __lemmatic_wide divisor = wide_c * wide_c + wide_d * wide_d;
        x = __lemmatic_ratio_R(wide_a * wide_c + wide_b * wide_d, divisor);
        y = __lemmatic_ratio_R(wide_b * wide_c - wide_a * wide_d, divisor);
    } else {
        int swapped = __lemmatic_size_R(c) < __lemmatic_size_R(d);
        if (__lemmatic_size_R(swapped ? d : c) >= __lemmatic_half_of_largest_R()) {
            a = a / 2;
            b = b / 2;
            c = c / 2;
            d = d / 2;
        }
        __lemmatic_real scale = __lemmatic_scale_R(a, b, swapped ? d : c);
        a = a * scale;
        b = b * scale;
        c = c * scale;
        d = d * scale;
        __lemmatic_real small = swapped ? c : d, large = swapped ? d : c;
        __lemmatic_real ratio = __lemmatic_ratio_R(small, large), divisor = small * ratio + large;
        int precise = __lemmatic_size_R(ratio) > __lemmatic_least_normal_R();
        __lemmatic_real of_a = precise ? a * ratio : small * (a / large);
        __lemmatic_real of_b = precise ? b * ratio : small * (b / large);
        x = __lemmatic_ratio_R(swapped ? of_a + b : of_b + a, divisor);
        y = __lemmatic_ratio_R(swapped ? of_b - a : b - of_a, divisor);
    }
    if (x != x && y != y) {
        if (c == 0 && d == 0 && (a == a || b == b)) {
            x = __builtin_copysign_R(__builtin_inf_R(), c) * a;
            y = __builtin_copysign_R(__builtin_inf_R(), c) * b;
        } else if ((__lemmatic_is_infinite_R(a) || __lemmatic_is_infinite_R(b))
                   && __lemmatic_is_finite_R(c) && __lemmatic_is_finite_R(d)) {
            a = __lemmatic_boxed_R(a);
            b = __lemmatic_boxed_R(b);
            x = __builtin_inf_R() * (a * c + b * d);
            y = __builtin_inf_R() * (b * c - a * d);
        } else if ((__lemmatic_is_infinite_R(c) || __lemmatic_is_infinite_R(d))
                   && __lemmatic_is_finite_R(a) && __lemmatic_is_finite_R(b)) {
            c = __lemmatic_boxed_R(c);
            d = __lemmatic_boxed_R(d);
            x = 0 * (a * c + b * d);
            y = 0 * (b * c - a * d);
        }
    }
    return __builtin_complex(x, y);
}
