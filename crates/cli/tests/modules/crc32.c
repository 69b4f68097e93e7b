// CRC-32 by table and bit by bit agree on all messages of two bytes.
// BUG: the loop that makes the table has one step too few.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define POLYNOMIAL 0xEDB88320u

static uint32_t table[256];

static void make_table(void) {
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
#ifdef BUG
        for (int k = 0; k < 7; k++) {
#else
        for (int k = 0; k < 8; k++) {
#endif
            c = c & 1 ? POLYNOMIAL ^ (c >> 1) : c >> 1;
        }
        table[n] = c;
    }
}

static uint32_t crc_by_table(const uint8_t *data, size_t size) {
    uint32_t c = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++) {
        c = table[(c ^ data[i]) & 0xFF] ^ (c >> 8);
    }
    return ~c;
}

static uint32_t crc_by_bits(const uint8_t *data, size_t size) {
    uint32_t c = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++) {
        c ^= data[i];
        for (int k = 0; k < 8; k++) {
            c = (c >> 1) ^ (POLYNOMIAL & -(c & 1));
        }
    }
    return ~c;
}

int main(void) {
    uint8_t message[2] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
    make_table();
    assert(crc_by_table(message, sizeof message) == crc_by_bits(message, sizeof message));
    return 0;
}
