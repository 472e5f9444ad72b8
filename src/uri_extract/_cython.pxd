# What Cython cannot say of a class.

from cpython.object cimport PyTypeObject


cdef extern from *:
    """
    /* Take the collector's header from the objects of a class: Python gives it to those of every class that it makes,
       also where neither this class nor the one it is derived from has anything to collect. Only where it is known to
       work: elsewhere they keep it, and take longer to make. */
    static inline void release_by_count(PyTypeObject *type) {
    #if PY_VERSION_HEX < 0x030F0000 && !defined(PYPY_VERSION) && !defined(GRAALVM_PYTHON)
        type->tp_flags &= ~Py_TPFLAGS_HAVE_GC;
        type->tp_traverse = NULL;
        type->tp_clear = NULL;
        type->tp_free = PyObject_Free;
    #endif
    }
    """
    void release_by_count(PyTypeObject *type)
