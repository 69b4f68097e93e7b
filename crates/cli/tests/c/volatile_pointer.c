// A pointer to volatile reads any value of a plain object.
// options: --property unreach-call,assertion
// expect: FALSE(unreach-call)
extern void reach_error(void);
int poll(const volatile unsigned char *port) { return *port; }
int main(void) {
  unsigned char port = 0;
  if (poll(&port) == 200) reach_error();
  return 0;
}
