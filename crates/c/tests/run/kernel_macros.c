/* Kernel macros. */
#include <stdio.h>
#define P(...) printf("%s = %lld\n", #__VA_ARGS__, (long long)(__VA_ARGS__))
#define max(a,b) ({typeof(a)_a=(a);typeof(b)_b=(b);_a>_b?_a:_b;})
#define min_t(t,a,b) ({t __x=(a);t __y=(b);__x<__y?__x:__y;})
#define container_of(p,t,m) ({const typeof(((t*)0)->m)*__p=(p);(t*)((char*)__p-__builtin_offsetof(t,m));})
#define swap(a,b) do{typeof(a)t_=(a);(a)=(b);(b)=t_;}while(0)
#define ARRAY_SIZE(a) (sizeof(a)/sizeof((a)[0])+sizeof(struct{int:-!!(__builtin_types_compatible_p(typeof(a),typeof(&(a)[0])));})*0)
struct in{int x;};struct out{int a;struct in i;};int main(){int i=3;P(max(i++,2));P(i);P(max(max(1,5),max(2,3)));P(min_t(unsigned,-1,5));struct out o={1,{2}};P(container_of(&o.i,struct out,i)->a);int a=1,b=2;swap(a,b);P(a);int arr[5];P(ARRAY_SIZE(arr));P(({int r;if(a>1)r=1;else r=2;r;})+({int r=5;r;}));P(max(1.5,1)*2);const int ci=4;P(max(ci,3));int k=({int z=0;for(int q=0;q<3;q++){if(q==2)continue;z+=q+1;}z;});P(k);return 0;}
