/* Printed formats. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#include <inttypes.h>
#include <stdio.h>
int main() {
  int64_t a=-5;
  uint8_t b=200;
  printf("%" PRId64 " %" PRIu8 " %" PRIx32 "\n",a,b,(uint32_t)255);
  printf("%5d|%-5d|%05d|%+d|%x|%X|%o|%c|%s|%%|%u|%ld|%lld|%zu|%hhd|%hd\n",1,2,3,4,255,255,8,'c',"str",5u,6L,7LL,sizeof(int),(char)-1,(short)-2);
  printf("%.2f %e %g %8.3f\n",1.5,2.5,0.1,3.14159);
  printf("%p\n",(void*)0);
  printf("%3s|%-3s|%.1s|%*d\n","a","b","cde",4,7);
  return 0;
}
