#include "CBits.h"

#include <string.h>

// The first and the last byte of the text and one between are looked for in many places at once;
// where all three stand, the text is compared.

#if defined(__x86_64__)

#include <immintrin.h>

__attribute__((target("avx2"))) static size_t find_wide(
    const uint8_t *bytes, size_t start, size_t end, const uint8_t *text, size_t count) {
    const size_t last = count - 1, middle = last / 2;
    const __m256i first_byte = _mm256_set1_epi8((char)text[0]);
    const __m256i middle_byte = _mm256_set1_epi8((char)text[middle]);
    const __m256i last_byte = _mm256_set1_epi8((char)text[last]);
    for (size_t base = start; base < end; base += 32) {
        const uint8_t *here = bytes + base;
        const __m256i a = _mm256_loadu_si256((const __m256i *)here);
        const __m256i b = _mm256_loadu_si256((const __m256i *)(here + middle));
        const __m256i c = _mm256_loadu_si256((const __m256i *)(here + last));
        const __m256i all = _mm256_and_si256(
            _mm256_and_si256(_mm256_cmpeq_epi8(a, first_byte), _mm256_cmpeq_epi8(b, middle_byte)),
            _mm256_cmpeq_epi8(c, last_byte));
        for (uint32_t places = (uint32_t)_mm256_movemask_epi8(all); places; places &= places - 1) {
            const size_t place = base + (size_t)__builtin_ctz(places);
            if (place >= end) return end;
            if (memcmp(bytes + place, text, count) == 0) return place;
        }
    }
    return end;
}

#endif

static size_t find_plain(
    const uint8_t *bytes, size_t start, size_t end, const uint8_t *text, size_t count) {
    const size_t last = count - 1, middle = last / 2;
    for (size_t base = start; base < end; base += 64) {
        uint64_t places = cbits_equal64(bytes + base + last, text[last])
            & cbits_equal64(bytes + base + middle, text[middle]);
        if (places) places &= cbits_equal64(bytes + base, text[0]);
        for (; places; places &= places - 1) {
            const size_t place = base + (size_t)__builtin_ctzll(places);
            if (place >= end) return end;
            if (memcmp(bytes + place, text, count) == 0) return place;
        }
    }
    return end;
}

size_t cbits_find(
    const uint8_t *bytes, size_t start, size_t end, const uint8_t *text, size_t count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return find_wide(bytes, start, end, text, count);
#endif
    return find_plain(bytes, start, end, text, count);
}
