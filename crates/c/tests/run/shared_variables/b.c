extern int c;
extern int arr[4];
int d=9;
extern int only;
int bump(void) {
  c++;
  arr[2]++;
  only=2;
  return c;
}
