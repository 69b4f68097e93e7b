/* Functions of the library on strings and memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    char a[20] = "hello", b[20], *p;
    strcpy(b, a); strcat(b, " world"); printf("%s %d %d\n", b, (int)strlen(b), (int)sizeof "abc");
    printf("%d %d %d\n", strcmp(a, b) < 0, strcmp("b", "a") > 0, strncmp(a, b, 5));
    p = strchr(b, 'w'); printf("%s %s %d\n", p, strrchr(b, 'o'), strchr(a, 'z') == 0);
    printf("%s\n", strstr(b, "lo w"));
    strncpy(a, "xyz", 5); printf("%s %d\n", a, a[4]);
    memset(a, 'q', 3); memmove(a + 1, a, 6); printf("%s\n", a);
    printf("%d %d\n", memcmp("abc", "abd", 3) < 0, memcmp("abc", "abd", 2));
    p = strdup("copy"); p[0] = toupper(p[0]); printf("%s\n", p); free(p);
    printf("%d %d %d\n", (int)strspn("aabbc", "ab"), (int)strcspn("hello", "lo"), (int)strnlen("abc", 2));
    char t[] = "a,b;c"; for (p = strtok(t, ",;"); p; p = strtok(0, ",;")) printf("[%s]", p);
    printf("\n%d %d %d\n", atoi(" -42x"), !!isdigit('7'), !!isalpha('7'));
    int n[6] = { 5, 3, 9, -1, 7, 3 }; qsort(n, 6, sizeof *n, order);
    for (int i = 0; i < 6; i++) printf("%d ", n[i]);
    int key = 7; printf("%d\n", (int)((int *)bsearch(&key, n, 6, sizeof *n, order) - n));
    int *z = calloc(4, sizeof *z); printf("%d %d\n", z[0], z[3]); free(z);
    char l[] = { "tail" "ed" }; printf("%s %d\n", l, (int)sizeof l);
    printf("%d\n", (int)((char *)memchr("abcd", 'c', 4) - "abcd") >= 0 || 1);
    puts("done"); putchar('!'); putchar('\n');
    return 0;
}
