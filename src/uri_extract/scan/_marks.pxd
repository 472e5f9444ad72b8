# Tests which of 64 bytes are in a set, as bits of an integer, with SSSE3 instructions on 16 bytes at once.
#
# A set is 16 bytes (classes.marks_of): bit m of byte n is set if the byte with upper half m and lower half n is in it.
# Without SSSE3, or with an unknown compiler, `marks_known` returns 0, and no other function may be called.

cdef extern from *:
    """
    #if defined(__GNUC__) && defined(__x86_64__)
    #include <tmmintrin.h>
    #define MARKS __attribute__((target("ssse3")))

    static inline int marks_known(void) { return __builtin_cpu_supports("ssse3") != 0; }

    /* Bit n of the result: byte n is not in the set. The upper half of an ASCII byte is one of eight rows. */
    MARKS static inline __attribute__((always_inline))
    unsigned long long outside(__m128i bytes, __m128i row, __m128i set) {
        const __m128i in = _mm_and_si128(_mm_shuffle_epi8(set, bytes), row);
        return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(in, _mm_setzero_si128()));
    }
    MARKS static inline __attribute__((always_inline)) __m128i row_of(__m128i bytes) {
        const __m128i rows = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0);
        return _mm_shuffle_epi8(rows, _mm_and_si128(_mm_srli_epi16(bytes, 4), _mm_set1_epi8(15)));
    }
    /* masks[0]: which of 64 bytes are not in the first set; the others: which of 32 are not in theirs. */
    MARKS static inline void mark(const unsigned char *data, const unsigned char *sets, unsigned long long *masks) {
        const __m128i *bytes = (const __m128i *)data, *of = (const __m128i *)sets;
        const __m128i a = _mm_loadu_si128(bytes), b = _mm_loadu_si128(bytes + 1);
        const __m128i c = _mm_loadu_si128(bytes + 2), d = _mm_loadu_si128(bytes + 3);
        const __m128i in_a = row_of(a), in_b = row_of(b);
        const __m128i first = _mm_loadu_si128(of), second = _mm_loadu_si128(of + 1);
        const __m128i third = _mm_loadu_si128(of + 2), fourth = _mm_loadu_si128(of + 3);
        masks[0] = outside(a, in_a, first) | outside(b, in_b, first) << 16
            | outside(c, row_of(c), first) << 32 | outside(d, row_of(d), first) << 48;
        masks[1] = outside(a, in_a, second) | outside(b, in_b, second) << 16;
        masks[2] = outside(a, in_a, third) | outside(b, in_b, third) << 16;
        masks[3] = outside(a, in_a, fourth) | outside(b, in_b, fourth) << 16;
    }
    /* Bit n of the result: the nth of 64 bytes is `byte`. */
    static inline unsigned long long mark_byte(const unsigned char *data, char byte) {
        const __m128i *bytes = (const __m128i *)data, all = _mm_set1_epi8(byte);
        const unsigned a = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(bytes), all));
        const unsigned b = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(bytes + 1), all));
        const unsigned c = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(bytes + 2), all));
        const unsigned d = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(bytes + 3), all));
        return (a | b << 16) | (unsigned long long)(c | d << 16) << 32;
    }
    #else
    static inline int marks_known(void) { return 0; }
    static inline unsigned long long mark_byte(const unsigned char *data, char byte) { return 0; }
    static inline void mark(const unsigned char *data, const unsigned char *sets, unsigned long long *masks) {}
    #endif

    static inline int count_marks(unsigned long long mask) {
        mask -= mask >> 1 & 0x5555555555555555;
        mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333);
        return ((mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56;
    }
    #if defined(__GNUC__)
    static inline int first_mark(unsigned long long mask) { return __builtin_ctzll(mask); }
    static inline int last_mark(unsigned long long mask) { return 63 - __builtin_clzll(mask); }
    #else
    static inline int first_mark(unsigned long long mask) { return 0; }
    static inline int last_mark(unsigned long long mask) { return 0; }
    #endif
    """
    bint marks_known() noexcept
    void mark(const unsigned char *data, const unsigned char *sets, unsigned long long *masks) noexcept
    unsigned long long mark_byte(const unsigned char *data, char byte) noexcept
    int count_marks(unsigned long long mask) noexcept
    int first_mark(unsigned long long mask) noexcept
    int last_mark(unsigned long long mask) noexcept
