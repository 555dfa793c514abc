/// Inline wrappers for processor instructions that Swift has no spelling for, each with a plain
/// fallback, and a search built of them. A function whose name ends in 64 reads exactly 64 bytes from its pointer.
#ifndef CBITS_H
#define CBITS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// A bit for each of the 64 bytes at `bytes` that equals `wanted`; bit 0 is the first byte.
static inline uint64_t cbits_equal64(const uint8_t *bytes, uint8_t wanted) {
#if defined(__SSE2__)
    const __m128i *blocks = (const __m128i *)bytes;
    const __m128i all = _mm_set1_epi8((char)wanted);
    uint64_t a = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(blocks), all));
    uint64_t b = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(blocks + 1), all));
    uint64_t c = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(blocks + 2), all));
    uint64_t d = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(blocks + 3), all));
    return a | b << 16 | c << 32 | d << 48;
#else
    uint64_t bits = 0;
    for (int i = 0; i < 64; i++) bits |= (uint64_t)(bytes[i] == wanted) << i;
    return bits;
#endif
}

/// A bit for each of the 64 bytes at `bytes` that is not ASCII.
static inline uint64_t cbits_high64(const uint8_t *bytes) {
#if defined(__SSE2__)
    const __m128i *blocks = (const __m128i *)bytes;
    uint64_t a = (uint32_t)_mm_movemask_epi8(_mm_loadu_si128(blocks));
    uint64_t b = (uint32_t)_mm_movemask_epi8(_mm_loadu_si128(blocks + 1));
    uint64_t c = (uint32_t)_mm_movemask_epi8(_mm_loadu_si128(blocks + 2));
    uint64_t d = (uint32_t)_mm_movemask_epi8(_mm_loadu_si128(blocks + 3));
    return a | b << 16 | c << 32 | d << 48;
#else
    uint64_t bits = 0;
    for (int i = 0; i < 64; i++) bits |= (uint64_t)(bytes[i] >> 7) << i;
    return bits;
#endif
}

/// A bit for each of the 64 bytes at `bytes` that equals `a`, `b` or `c`.
static inline uint64_t cbits_any64(const uint8_t *bytes, uint8_t a, uint8_t b, uint8_t c) {
#if defined(__SSE2__)
    const __m128i *blocks = (const __m128i *)bytes;
    const __m128i all_a = _mm_set1_epi8((char)a);
    const __m128i all_b = _mm_set1_epi8((char)b);
    const __m128i all_c = _mm_set1_epi8((char)c);
    uint64_t bits = 0;
    for (int i = 0; i < 4; i++) {
        const __m128i block = _mm_loadu_si128(blocks + i);
        const __m128i hit = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(block, all_a), _mm_cmpeq_epi8(block, all_b)),
            _mm_cmpeq_epi8(block, all_c));
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(hit) << (16 * i);
    }
    return bits;
#else
    return cbits_equal64(bytes, a) | cbits_equal64(bytes, b) | cbits_equal64(bytes, c);
#endif
}

/// For each of some blocks of 64 bytes three words: a bit for each byte that equals `a`, `b`, `c`; as
/// `cbits_equal64` gives them, with whatever the processor has for it.
void cbits_masks(
    const uint8_t *bytes, size_t blocks, uint8_t a, uint8_t b, uint8_t c, uint64_t *masks);

/// The first place from `start` on and before `end` where a text of `count` bytes, at least one,
/// begins; `end` if there is none. Reads up to 64 bytes past the last byte that a text could have.
size_t cbits_find(
    const uint8_t *bytes, size_t start, size_t end, const uint8_t *text, size_t count);

/// Asks for the cache line at an address that is about to be written; any address will do.
static inline void cbits_prefetch(const void *address) {
#if defined(__GNUC__)
    __builtin_prefetch(address, 1, 1);
#else
    (void)address;
#endif
}

#endif
