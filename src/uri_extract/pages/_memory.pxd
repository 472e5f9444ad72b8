# What Cython does not declare, or with another type.

from cpython.object cimport PyTypeObject


cdef extern from "Python.h":
    object PyType_GenericAlloc(PyTypeObject *type, Py_ssize_t count)
    void PyObject_GC_UnTrack(object op)
