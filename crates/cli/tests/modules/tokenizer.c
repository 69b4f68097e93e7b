// A tokenizer for the punctuation, numbers and strings of JSON, on any text of up to six characters.
// BUG: a string that is not closed is read past the end of the text.
#include <assert.h>
#include <ctype.h>
#include <stddef.h>

extern char __VERIFIER_nondet_char(void);

#define LENGTH 6

enum kind { END, PUNCTUATION, NUMBER, STRING, WRONG };

struct token {
    enum kind kind;
    size_t start, length;
};

static struct token next_token(const char *text, size_t size, size_t at) {
    while (at < size && (text[at] == ' ' || text[at] == '\n')) {
        at++;
    }
    struct token t = {END, at, 0};
    if (at == size) {
        return t;
    }
    switch (text[at]) {
    case '{': case '}': case '[': case ']': case ':': case ',':
        t.kind = PUNCTUATION;
        t.length = 1;
        return t;
    case '"':
        at++;
#ifdef BUG
        while (text[at] != '"') {
#else
        while (at < size && text[at] != '"') {
#endif
            at++;
        }
        t.kind = at < size ? STRING : WRONG;
        t.length = at - t.start + (at < size);
        return t;
    default:
        while (at < size && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        t.length = at - t.start;
        t.kind = t.length ? NUMBER : WRONG;
        return t;
    }
}

int main(void) {
    char text[LENGTH];
    for (size_t i = 0; i < LENGTH; i++) {
        text[i] = __VERIFIER_nondet_char();
    }
    size_t at = 0;
    for (;;) {
        struct token t = next_token(text, LENGTH, at);
        if (t.kind == END || t.kind == WRONG) {
            break;
        }
        assert(t.length > 0);
        assert(t.start + t.length <= LENGTH);
        at = t.start + t.length;
    }
    return 0;
}
