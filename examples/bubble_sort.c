// Bubble sort ends: in the outer loop -c decreases, in the inner one -d.
// options: --property termination --engine termination
// expect: TRUE
extern int __VERIFIER_nondet_int(void);

int array[100];

void bubble_sort(int *array, int size)
{
  int c, d, swap;
  for (c = 0; c < size - 1; c++)
    for (d = 0; d < size - c - 1; d++)
      if (array[d] > array[d + 1]) {
        swap = array[d];
        array[d] = array[d + 1];
        array[d + 1] = swap;
      }
}

int main(void)
{
  int size = __VERIFIER_nondet_int();
  if (size < 0 || size > 100)
    return 0;
  bubble_sort(array, size);
  return 0;
}
