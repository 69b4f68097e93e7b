/* Atomic operations, of the standard and of gcc. */
#include <stdatomic.h>
#include <stdio.h>

_Atomic int plain = 3;
atomic_int number;
_Atomic(long) wide;
atomic_flag flag = ATOMIC_FLAG_INIT;
static int *pointer;

int main(void) {
  int expected = 7, zero = 0, other = 9, old;
  plain++;
  plain += 2;
  atomic_init(&number, 1);
  atomic_store(&number, 5);
  printf("%d %d\n", plain, atomic_load(&number));
  printf("%d", atomic_fetch_add(&number, 2));
  printf(" %d\n", atomic_exchange(&number, 7));
  printf("%d", atomic_compare_exchange_strong(&number, &expected, 9));
  printf(" %d %d\n", number, expected);
  printf("%d", atomic_compare_exchange_weak(&number, &zero, 1));
  printf(" %d %d\n", number, zero);
  printf("%d", atomic_flag_test_and_set(&flag));
  printf(" %d", atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  printf(" %d\n", atomic_flag_test_and_set(&flag));
  wide = 1;
  printf("%ld", atomic_fetch_or_explicit(&wide, 6, memory_order_relaxed));
  printf(" %ld\n", wide);
  __atomic_exchange(&expected, &other, &old, __ATOMIC_SEQ_CST);
  printf("%d %d\n", expected, old);
  int *none = 0;
  printf("%d", __atomic_compare_exchange_n(&pointer, &none, &old, 0, 5, 5));
  printf(" %d %d\n", pointer == &old, none == 0);
  /* The expectation may be the object itself. */
  printf("%d", __atomic_compare_exchange_n(&old, &old, 11, 0, 5, 5));
  printf(" %d\n", old);
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}
