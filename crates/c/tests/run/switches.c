/* Switches on all integer types, nested, with declarations and jumps into blocks. */
#include <stdio.h>
enum state { IDLE, RUN = 7, STOP };
static const char *name(enum state s) { switch (s) { case IDLE: return "idle"; case RUN: return "run"; default: break; } return "other"; }
static int wide(long long x) { switch (x) { case -1: return 1; case 0x100000000LL: return 2; case 0: return 3; } return 4; }
static int tiny(unsigned char c) { switch (c) { case 'a' ... 'z': return 1; case 255: return 2; default: return 0; case '0': return 3; } }
static int nested(int a, int b) {
    switch (a) {
        int unused;
    case 1:
        switch (b) { case 1: return 11; case 2: break; default: return 10; }
        return 12;
    case 2: { int local = b * 2; if (local > 4) { case 3: local = 30; return local + b; } return local; }
    }
    return 0;
}
int main(void) {
    printf("%s %s %s\n", name(0), name(7), name(8));
    printf("%d %d %d %d\n", wide(-1), wide(4294967296LL), wide(0), wide(1));
    printf("%d %d %d %d %d\n", tiny('q'), tiny(255), tiny('0'), tiny(1), tiny('{'));
    printf("%d %d %d %d %d %d\n", nested(1, 1), nested(1, 2), nested(1, 3), nested(2, 1), nested(2, 3), nested(3, 5));
    for (int i = 0; i < 6; i++) { switch (i) { case 2: continue; case 4: break; default: printf("%d ", i); } }
    printf("\n");
    switch (3) default: printf("default\n");
    return 0;
}
