cdef class Context:
    cdef int level
    cdef const unsigned char *data
    cdef unsigned long long *slots  # the tables of numbered names
    cdef public int ending          # the element whose text the run is
    cdef public int place           # HTML, SVG, MathML, or HTML in one of these


cdef class Runs(Context):
    cdef int escape, state
    cdef public object table    # the rows, as an array for readers
    cdef public Py_ssize_t pos  # everything before it is settled: the current tag or run begins here


cdef class Tokenizer(Runs):
    cdef public Py_ssize_t count       # the number of finished rows
    cdef unsigned long long seen  # its attributes, one bit for each number up to 63,
    cdef unsigned long long seen_high  # and from 64 on
