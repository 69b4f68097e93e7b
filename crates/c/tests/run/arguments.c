/* The arguments of main. */
#include <stdio.h>
int main(int argc, char **argv) {
    int n = 0;
    while (argv[n]) n++;
    printf("%d %d\n", argc == n, argc);
    return 0;
}
