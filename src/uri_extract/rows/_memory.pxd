# C functions that Cython does not declare, or declares with another type.

from cpython.object cimport PyTypeObject

from uri_extract.rows._stored cimport Shared, Values


cdef extern from *:
    """
    /* Return a tuple of a subtype of tuple. Its fields are not set, and the garbage collector does not track it. */
    static inline PyObject *new_tuple(PyTypeObject *type, Py_ssize_t count) {
        PyTupleObject *made = PyObject_GC_NewVar(PyTupleObject, type, count);
    #if PY_VERSION_HEX >= 0x030E0000
        if (made) made->ob_hash = -1;  /* not computed yet */
    #endif
        return (PyObject *)made;
    }
    /* Set a field. Call it in the order of the fields, so that after an error the tuple has all those before. */
    static inline int put_field(PyObject *made, Py_ssize_t place, PyObject *field) {
        Py_INCREF(field);
        PyTuple_SET_ITEM(made, place, field);
        return 0;
    }
    /* Set the objects of a new occurrence, which has none to release. A macro, as its struct is declared later. */
    #define set_objects(made, reference, text, origin, common) ( \\
        Py_INCREF(reference), Py_INCREF(reference), (made)->own_reference = (made)->own_raw = (reference), \\
        Py_INCREF(text), (made)->own_text = (text), Py_INCREF(origin), (made)->own_origin = (origin), \\
        Py_INCREF(common), (made)->shared = (common))
    /* Return an object whose attributes are not set. */
    static inline PyObject *new_object(PyTypeObject *type) {
        return PyType_IS_GC(type) ? PyType_GenericAlloc(type, 0) : _PyObject_New(type);
    }
    /* Remove the last bytes object of a list and return a slice of it. If nothing else refers to the object, the slice
       reuses its memory, which is faster than to allocate memory and load it into the caches. */
    static inline PyObject *cut_out(PyObject *held, Py_ssize_t begin, Py_ssize_t end) {
        Py_ssize_t last = PyList_GET_SIZE(held) - 1;
        PyObject *data = PyList_GET_ITEM(held, last);
        Py_INCREF(data);
        if (PyList_SetSlice(held, last, last + 1, NULL) < 0) {
            Py_DECREF(data);
            return NULL;
        }
    #ifndef Py_GIL_DISABLED
        if (Py_REFCNT(data) == 1 && end - begin > 1) {  /* Python shares objects of one byte */
            memmove(PyBytes_AS_STRING(data), PyBytes_AS_STRING(data) + begin, end - begin);
            _PyBytes_Resize(&data, end - begin);
            return data;
        }
    #endif
        PyObject *slice = PyBytes_FromStringAndSize(PyBytes_AS_STRING(data) + begin, end - begin);
        Py_DECREF(data);
        return slice;
    }
    static inline int is_ascii(const unsigned char *data, Py_ssize_t size) {
        unsigned long long bits = 0, word;
        Py_ssize_t at = 0;
        for (; at + 8 <= size; at += 8) {
            memcpy(&word, data + at, 8);
            bits |= word;
        }
        for (; at < size; at++) bits |= data[at];
        return !(bits & 0x8080808080808080ULL);
    }
    """
    bytes cut_out(list held, Py_ssize_t begin, Py_ssize_t end)
    bint is_ascii(const unsigned char *data, Py_ssize_t size)
    object new_tuple(PyTypeObject *type, Py_ssize_t count)
    int put_field(object made, Py_ssize_t place, object field)
    void set_objects(Values made, object reference, object text, object origin, Shared common)
    object new_object(PyTypeObject *type)


cdef extern from "Python.h":
    # As new_tuple(), but tracked by the garbage collector.
    object new_tracked_tuple "PyType_GenericAlloc" (PyTypeObject *type, Py_ssize_t count)
    void PyObject_GC_UnTrack(object made)
    str PyUnicode_New(Py_ssize_t size, Py_UCS4 largest)
    str PyUnicode_DecodeFSDefaultAndSize(const char *name, Py_ssize_t size)
