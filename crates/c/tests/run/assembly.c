/* Instructions of x86 between C, as kernels and libraries have them. */
#include <stdio.h>

struct counter {
  volatile int value;
};

static unsigned long bitmap[4];
static unsigned char small = 200;

static void add(struct counter *counter, int by) {
  __asm__ volatile("lock; addl %1,%0" : "+m"(counter->value) : "ir"(by));
}

static int add_and_tell(struct counter *counter, int by) {
  int old = by;
  __asm__ volatile("lock xaddl %0, %1" : "+r"(old), "+m"(counter->value) : : "memory");
  return old + by;
}

static int drop(struct counter *counter) {
  unsigned char is_zero;
  __asm__ volatile("lock; decl %0; sete %1" : "+m"(counter->value), "=qm"(is_zero) : : "memory");
  return is_zero != 0;
}

static int is_negative_after(struct counter *counter, int by) {
  unsigned char is_negative;
  __asm__ volatile("addl %2,%0; sets %1" : "+m"(counter->value), "=q"(is_negative) : "ir"(by));
  return is_negative;
}

static void set_bit(int number, volatile unsigned long *bits) {
  __asm__ volatile(".section .note.places,\"a\"\n.balign 4\n.long 671f - .\n.previous\n671:\n\tlock; bts %1,%0"
                   : "+m"(*bits)
                   : "r"(number)
                   : "memory");
}

static int test_and_clear_bit(int number, volatile unsigned long *bits) {
  int old;
  __asm__ volatile("lock; btr %2,%1\n\tsbb %0,%0" : "=r"(old), "+m"(*bits) : "r"(number) : "memory");
  return old;
}

static int test_bit(int number, const volatile unsigned long *bits) {
  int old;
  __asm__ volatile("bt %2,%1\n\tsbb %0,%0" : "=r"(old) : "m"(*bits), "r"(number));
  return old;
}

static int compare_and_exchange(int *place, int old, int new) {
  int before;
  __asm__ volatile("lock; cmpxchgl %2,%1" : "=a"(before), "+m"(*place) : "r"(new), "0"(old) : "memory");
  return before;
}

static unsigned char exchange_byte(signed char *place, unsigned char old, unsigned char new) {
  unsigned char same;
  __asm__ volatile("cmpxchgb %3,%1; sete %0" : "=q"(same), "+m"(*place), "+a"(old) : "q"(new));
  return same;
}

static short exchange(short *place, short new) {
  __asm__ volatile("xchgw %0,%1" : "=r"(new), "+m"(*place) : "0"(new) : "memory");
  return new;
}

static unsigned swap(unsigned value) {
  __asm__("bswap %0" : "=r"(value) : "0"(value));
  return value;
}

static unsigned sum_with_carry(unsigned a, unsigned b, unsigned char *carry) {
  __asm__("add{l %[more],%[sum]| sum, more}\n\tsetc %[carry]"
          : [sum] "+&r"(a), [carry] "=q"(*carry)
          : [more] "r"(b));
  return a;
}

static int less(unsigned a, unsigned b) {
  unsigned char result;
  __asm__("cmpl %2, %1 # compares\n\tsetb %0" : "=q"(result) : "r"(a), "r"(b));
  return result;
}

static int both_zero(int a, int b) {
  unsigned char result;
  __asm__("orl %2,%1; setz %0" : "=q"(result), "+&r"(a) : "r"(b));
  return result;
}

int main(void) {
  struct counter counter = {5};
  add(&counter, 4);
  add(&counter, -1);
  printf("%d\n", counter.value);
  int more = add_and_tell(&counter, -7);
  printf("%d %d\n", more, counter.value);
  printf("%d", drop(&counter));
  printf(" %d\n", counter.value);
  printf("%d", is_negative_after(&counter, -1));
  printf(" %d\n", is_negative_after(&counter, 2147483647));

  set_bit(0, bitmap);
  set_bit(40, bitmap);
  set_bit(100, bitmap);
  set_bit(-1, bitmap + 1);
  for (unsigned i = 0; i < 4; i++) printf("%lx ", bitmap[i]);
  printf("%d %d", test_bit(40, bitmap), test_bit(41, bitmap));
  printf(" %d", test_and_clear_bit(40, bitmap));
  printf(" %d\n", test_and_clear_bit(40, bitmap));

  int word = 3;
  printf("%d", compare_and_exchange(&word, 3, 9));
  printf(" %d", word);
  printf(" %d", compare_and_exchange(&word, 3, 11));
  printf(" %d\n", word);
  signed char byte = -1;
  printf("%d", exchange_byte(&byte, 255, 128));
  printf(" %d", byte);
  printf(" %d\n", exchange_byte(&byte, 127, 1));
  short half = -5;
  short old = exchange(&half, 300);
  printf("%d %d %x\n", old, half, swap(0x12345678));

  unsigned char carry;
  unsigned sum = sum_with_carry(4000000000u, 300000000u, &carry);
  printf("%u %d", sum, carry);
  sum = sum_with_carry(1, 2, &carry);
  printf(" %u %d\n", sum, carry);
  printf("%d %d %d %d\n", less(1, 4294967295u), less(2, 2), both_zero(0, 0), both_zero(0, 8));

  __asm__("incb %0" : "+m"(small));
  __asm__("negb %0; notb %0" : "+m"(small));
  printf("%d\n", small);
  __asm__ volatile("rep; nop" : : : "memory");
  __asm__ volatile("1: pause\n\tnop; lfence");

  int *pointer = &word, *other = 0;
  __asm__("mov %1,%0" : "=r"(other) : "r"(pointer));
  *other = 77;
  printf("%d\n", word);
  return 0;
}
