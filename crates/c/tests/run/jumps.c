/* Jumps. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
int main() {
  int i=0;
  {
    int x=1;
    i+=x;
    goto mid;
  }
  i=100;
  mid:P(i);
  for(i=0;;i++) {
    if(i==3)goto out;
  }
  out:P(i);
  i=0;
  loop:i++;
  if(i<4)goto loop;
  P(i);
  switch(i) {
    case 4:goto c5;
    case 5:c5:P(5);
    break;
  }
  goto inside;
  if(0) {
    inside:P(6);
  } while(1) {
    goto brk;
  }
  brk:;
  int n=2;
  retry:{int v=n;if(v--){n=v;goto retry;}}P(n);
  return 0;
}
