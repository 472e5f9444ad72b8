# The settings of glibc's heap, where the C library is glibc; and how much memory Linux says that this process has.

cdef extern from *:
    """
    #if defined(__GLIBC__)
    #include <malloc.h>
    #include <stdio.h>
    #include <unistd.h>
    static void keep(int large, int end) {
        mallopt(M_MMAP_THRESHOLD, large);
        mallopt(M_TRIM_THRESHOLD, end);
    }
    static void trim(void) {
        malloc_trim(0);
    }
    /* Bytes; -1 where there is no /proc. */
    static long long resident(void) {
        FILE *file = fopen("/proc/self/statm", "re");
        long long pages = -1;
        if (file == NULL)
            return -1;
        if (fscanf(file, "%*s %lld", &pages) != 1)
            pages = -1;
        fclose(file);
        return pages < 0 ? -1 : pages * sysconf(_SC_PAGESIZE);
    }
    #else
    static void keep(int large, int end) {
        (void)large;
        (void)end;
    }
    static void trim(void) {
    }
    static long long resident(void) {
        return 0;
    }
    #endif
    """
    void keep(int large, int end)
    void trim()
    long long resident()
