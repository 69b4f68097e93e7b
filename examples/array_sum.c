// The sum of every incx-th element. With a stride of zero, i is 0 again after each turn.
// options: --property termination --function array_sum
// expect: FALSE(termination)
long array_sum(long *x, int n, int incx)
{
  int i, end = n * incx;
  long sum = 0;
  for (i = 0; incx < 0 ? i >= end : i <= end; i += incx)
    sum += x[i];
  return sum;
}
