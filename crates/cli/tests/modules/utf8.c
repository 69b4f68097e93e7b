// Whatever is encoded as UTF-8 decodes to the same character.
// BUG: the decoder forgets the highest bits of characters of four bytes.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static size_t encode(uint32_t c, unsigned char *out) {
    if (c < 0x80) {
        out[0] = (unsigned char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (unsigned char)(0xC0 | c >> 6);
        out[1] = (unsigned char)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (unsigned char)(0xE0 | c >> 12);
        out[1] = (unsigned char)(0x80 | (c >> 6 & 0x3F));
        out[2] = (unsigned char)(0x80 | (c & 0x3F));
        return 3;
    }
    out[0] = (unsigned char)(0xF0 | c >> 18);
    out[1] = (unsigned char)(0x80 | (c >> 12 & 0x3F));
    out[2] = (unsigned char)(0x80 | (c >> 6 & 0x3F));
    out[3] = (unsigned char)(0x80 | (c & 0x3F));
    return 4;
}

static uint32_t decode(const unsigned char *in, size_t size) {
    static const unsigned char mask[] = {
        0, 0x7F, 0x1F, 0x0F,
#ifdef BUG
        0x03,
#else
        0x07,
#endif
    };
    uint32_t c = in[0] & mask[size];
    for (size_t i = 1; i < size; i++) {
        c = c << 6 | (in[i] & 0x3F);
    }
    return c;
}

int main(void) {
    uint32_t c = __VERIFIER_nondet_uint();
    if (c > 0x10FFFF) {
        return 0;
    }
    unsigned char bytes[4];
    size_t size = encode(c, bytes);
    assert(size >= 1 && size <= 4);
    assert(decode(bytes, size) == c);
    return 0;
}
