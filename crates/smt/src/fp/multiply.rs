//! Products.

use super::add::add_to_product;
use super::mode::Mode;
use super::pattern::Unpacked;
use super::round::{Exact, Rounded};
use super::shift::zeros_above;
use term::{FloatFormat, Term, TermStore};

/// The bit pattern of the product.
pub(super) fn multiply(
    store: &mut TermStore,
    format: FloatFormat,
    mode: Mode,
    a: &Unpacked,
    b: &Unpacked,
) -> Term {
    let product = exact_product(store, a, b);
    let Unpacked { nan, infinite, zero, negative, exponent, significand } = product;
    let magnitude = Exact { negative, exponent, significand }.round(store, format, mode);
    Rounded { nan, infinite, zero, negative, magnitude }.pack(store, format)
}

/// The bit pattern of `a · b + c`, rounded once.
pub(super) fn fused_multiply_add(
    store: &mut TermStore,
    format: FloatFormat,
    mode: Mode,
    [a, b, c]: &[Unpacked; 3],
) -> Term {
    let product = exact_product(store, a, b);
    add_to_product(store, format, mode, &product, c)
}

/// The product with all bits of its significand.
fn exact_product(store: &mut TermStore, a: &Unpacked, b: &Unpacked) -> Unpacked {
    let width = store.width(a.significand);
    let (x, y) =
        (zeros_above(store, width, a.significand), zeros_above(store, width, b.significand));
    let product = store.bv_mul(x, y);
    // The product of two numbers below two is below four.
    let carry = store.bit(2 * width - 1, product);
    let low = store.extract(2 * width - 2, 0, product);
    let zero = store.bv(1, 0);
    let shifted = store.concat(low, zero);
    let significand = store.ite(carry, product, shifted);
    let exponent = a.exponent.add(store, b.exponent).increment_if(store, carry);

    let some_infinite = store.or(&[a.infinite, b.infinite]);
    let some_zero = store.or(&[a.zero, b.zero]);
    let undefined = store.and(&[some_infinite, some_zero]);
    Unpacked {
        nan: store.or(&[a.nan, b.nan, undefined]),
        infinite: some_infinite,
        zero: some_zero,
        negative: store.xor(a.negative, b.negative),
        exponent,
        significand,
    }
}
