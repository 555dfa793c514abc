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

#if defined(__x86_64__)

__attribute__((target("avx512f,avx512bw"))) static void masks_widest(
    const uint8_t *bytes, size_t blocks, uint8_t a, uint8_t b, uint8_t c, uint64_t *masks) {
    const __m512i all_a = _mm512_set1_epi8((char)a);
    const __m512i all_b = _mm512_set1_epi8((char)b);
    const __m512i all_c = _mm512_set1_epi8((char)c);
    for (size_t block = 0; block < blocks; block++, bytes += 64, masks += 3) {
        const __m512i here = _mm512_loadu_si512((const void *)bytes);
        masks[0] = _mm512_cmpeq_epi8_mask(here, all_a);
        masks[1] = _mm512_cmpeq_epi8_mask(here, all_b);
        masks[2] = _mm512_cmpeq_epi8_mask(here, all_c);
    }
}

__attribute__((target("avx2"))) static inline uint64_t equal_wide(
    __m256i low, __m256i high, __m256i all) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, all))
        | (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, all)) << 32;
}

__attribute__((target("avx2"))) static void masks_wide(
    const uint8_t *bytes, size_t blocks, uint8_t a, uint8_t b, uint8_t c, uint64_t *masks) {
    const __m256i all_a = _mm256_set1_epi8((char)a);
    const __m256i all_b = _mm256_set1_epi8((char)b);
    const __m256i all_c = _mm256_set1_epi8((char)c);
    for (size_t block = 0; block < blocks; block++, bytes += 64, masks += 3) {
        const __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
        const __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
        masks[0] = equal_wide(low, high, all_a);
        masks[1] = equal_wide(low, high, all_b);
        masks[2] = equal_wide(low, high, all_c);
    }
}

#endif

void cbits_masks(
    const uint8_t *bytes, size_t blocks, uint8_t a, uint8_t b, uint8_t c, uint64_t *masks) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bw")) return masks_widest(bytes, blocks, a, b, c, masks);
    if (__builtin_cpu_supports("avx2")) return masks_wide(bytes, blocks, a, b, c, masks);
#endif
    for (; blocks > 0; blocks--, bytes += 64, masks += 3) {
        masks[0] = cbits_equal64(bytes, a);
        masks[1] = cbits_equal64(bytes, b);
        masks[2] = cbits_equal64(bytes, c);
    }
}
