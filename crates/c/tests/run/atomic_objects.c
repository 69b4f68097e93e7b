/* Atomic objects. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <stdatomic.h>
_Atomic int a=1;
atomic_int b=ATOMIC_VAR_INIT(2);
_Atomic struct{int x;}s;
atomic_bool f;
int main() {
  a++;
  P(a);
  a+=5;
  P(a);
  P(atomic_load(&a));
  atomic_store(&b,9);
  P(b);
  P(atomic_fetch_add(&b,3));
  P(b);
  P(atomic_exchange(&b,1));
  int e=1;
  P(atomic_compare_exchange_strong(&b,&e,7));
  P(b);
  P(atomic_compare_exchange_strong(&b,&e,8));
  P(e);
  P(__sync_fetch_and_add(&e,1));
  P(__atomic_load_n(&e,__ATOMIC_SEQ_CST));
  _Atomic int*p=&a;
  P(*p);
  P(--*p);
  a=a;
  P(sizeof(_Atomic char));
  atomic_flag g=ATOMIC_FLAG_INIT;
  P(atomic_flag_test_and_set(&g));
  P(atomic_flag_test_and_set(&g));
  atomic_flag_clear(&g);
  P(atomic_flag_test_and_set(&g));
  P(atomic_fetch_or(&b,8));
  P(atomic_fetch_sub(&b,1));
  P(b);
  return 0;
}
