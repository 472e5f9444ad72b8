# The settings of glibc's heap, where the C library is glibc.

cdef extern from *:
    """
    #if defined(__GLIBC__)
    #include <malloc.h>
    static void keep(int large, int end) {
        mallopt(M_MMAP_THRESHOLD, large);
        mallopt(M_TRIM_THRESHOLD, end);
    }
    #else
    static void keep(int large, int end) {
        (void)large;
        (void)end;
    }
    #endif
    """
    void keep(int large, int end)
