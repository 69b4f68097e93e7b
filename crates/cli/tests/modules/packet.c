// Options in a packet: type, length, value. Whatever comes in, nothing outside of the packet is read.
// BUG: the length of an option is believed.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define MAX_PACKET 12
#define MAX_VALUE 4

struct option {
    uint8_t type, length;
    uint8_t value[MAX_VALUE];
};

// Reads the option at `at`, and returns where the next one starts, or 0 if this one is malformed.
static size_t parse_option(const uint8_t *packet, size_t size, size_t at, struct option *out) {
    if (size - at < 2) {
        return 0;
    }
    out->type = packet[at];
    out->length = packet[at + 1];
#ifdef BUG
    if (out->length > size - at) {
#else
    if (out->length > MAX_VALUE || out->length > size - at - 2) {
#endif
        return 0;
    }
    memcpy(out->value, packet + at + 2, out->length);
    return at + 2 + out->length;
}

int main(void) {
    uint8_t packet[MAX_PACKET];
    size_t size = __VERIFIER_nondet_uint();
    if (size > MAX_PACKET) {
        return 0;
    }
    for (size_t i = 0; i < size; i++) {
        packet[i] = __VERIFIER_nondet_uchar();
    }
    size_t at = 0;
    unsigned options = 0;
    while (at < size) {
        struct option o;
        at = parse_option(packet, size, at, &o);
        if (at == 0) {
            break;
        }
        options++;
        assert(at <= size);
    }
    assert(options <= MAX_PACKET / 2);
    return 0;
}
