/* Initialisers that replace parts of what others gave before. */
#include <stdio.h>

struct named { char name[6]; int number; };
struct pair { int x, y; };
struct outer { struct pair pair; int z; };
struct flexible { int n; char text[]; };

static struct named first[] = {{{"foo"}, 1}, [0].name[0] = 'b'};
static struct named second[] = {{{"foo"}, 1}, [0] = {.name[0] = 'b'}};
static struct named third[] = {{{"foobar"}, 1}, [0].name = {"a"}, [0].number = 2};
static struct named fourth[] = {{{"foobar"}, 1}, [0].name = "c"};
static int cube[][2][4] = {[2 ... 4][0 ... 1][2 ... 3] = 1, [2] = 2, [2][0][2] = 3};
static int rows[2][2] = {{1, 2}, {3, 4}, [0] = 5};
static int ranges[5][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}, [1 ... 3] = 20, [4] = {30}};
static int anew[4][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, [1 ... 2] = {9}};
static struct pair pairs[2] = {{1, 2}, {3, 4}, [1] = 5};
static struct outer outer = {{1, 2}, 3, .pair = 9};
static struct outer outers[] = {[0 ... 1] = {{1, 2}, 3}, [0].pair = {7}, [1].pair.x = 8};
static int sized[] = (int[3]){1};
static struct flexible changed = {.n = 1, .text = "abcd", .text[0] = '2'};
static struct flexible sparse = {.n = 1, .text[2] = 'a'};
static struct flexible downwards = {.n = 1, .text[2] = 'c', .text[1] = 'x', .text[0] = 'a', .text[1] = 'b'};

static void show(const char *name, const void *object, unsigned size) {
  const unsigned char *bytes = object;
  printf("%s:", name);
  for (unsigned i = 0; i < size; i++) printf(" %d", bytes[i]);
  printf("\n");
}
#define SHOW(object) show(#object, &object, sizeof object)

static void locals(int n) {
  struct named first[] = {{{"foo"}, n}, [0].name[0] = 'b'};
  struct named second[] = {{{"foobar"}, n}, [0] = {.name[0] = 'b'}};
  struct named third[] = {{{"foobar"}, n}, [0].name = "c"};
  int rows[2][2] = {{n, n + 1}, {3, 4}, [0] = 5};
  int ranges[5][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}, [1 ... 3] = 20, [4] = {n}};
  SHOW(first[0].name);
  SHOW(first[0].number);
  SHOW(second[0].name);
  SHOW(second[0].number);
  SHOW(third[0].name);
  SHOW(rows);
  SHOW(ranges);
}

int main(void) {
  SHOW(first[0].name);
  SHOW(first[0].number);
  SHOW(second[0].name);
  SHOW(second[0].number);
  SHOW(third[0].name);
  SHOW(third[0].number);
  SHOW(fourth[0].name);
  SHOW(fourth[0].number);
  SHOW(cube);
  SHOW(rows);
  SHOW(ranges);
  SHOW(anew);
  SHOW(pairs);
  SHOW(outer);
  SHOW(outers);
  SHOW(sized);
  show("changed", changed.text, 5);
  show("sparse", sparse.text, 3);
  show("downwards", downwards.text, 3);
  locals(17);
  return 0;
}
