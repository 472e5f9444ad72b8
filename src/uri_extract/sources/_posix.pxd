# Opening, reading and identifying a file without objects for what is asked of the system.

cdef extern from *:
    """
    #ifdef _WIN32
    #define HAS_POSIX 0
    static PyObject *content_or_descriptor(PyObject *path, Py_ssize_t most) {
        (void)path;
        (void)most;
        Py_RETURN_NONE;
    }
    static PyObject *device_and_inode(PyObject *file) {
        (void)file;
        Py_RETURN_NONE;
    }
    #else
    #define HAS_POSIX 1
    #include <errno.h>
    #include <fcntl.h>
    #include <sys/stat.h>
    #include <unistd.h>

    static PyObject *content_or_descriptor(PyObject *path, Py_ssize_t most) {
        PyObject *name = NULL, *data = NULL;
        struct stat status;
        Py_ssize_t size, count = 0, some;
        char first;  /* files of the system that are made when they are read have no size */
        int file, is_small, flags = O_RDONLY | O_CLOEXEC;
        if (!PyUnicode_FSConverter(path, &name)) return NULL;
        if (PySys_Audit("open", "OOi", path, Py_None, flags) < 0) {
            Py_DECREF(name);
            return NULL;
        }
        do {
            Py_BEGIN_ALLOW_THREADS
            file = open(PyBytes_AS_STRING(name), flags);
            is_small = file >= 0 && !fstat(file, &status) && S_ISREG(status.st_mode) && status.st_size <= most
                && (status.st_size > 0 || !pread(file, &first, 1, 0));
            Py_END_ALLOW_THREADS
        } while (file < 0 && errno == EINTR && !PyErr_CheckSignals());
        Py_DECREF(name);
        if (file < 0) return PyErr_Occurred() ? NULL : PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, path);
        if (!is_small) return PyLong_FromLong(file);
        size = (Py_ssize_t)status.st_size;
        data = PyBytes_FromStringAndSize(NULL, size);
        while (data && count < size) {
            Py_BEGIN_ALLOW_THREADS
            some = read(file, PyBytes_AS_STRING(data) + count, size - count);
            Py_END_ALLOW_THREADS
            if (some == 0) {  /* it became shorter meanwhile */
                _PyBytes_Resize(&data, count);
                break;
            }
            if (some > 0) count += some;
            else if (errno != EINTR || PyErr_CheckSignals()) {
                if (!PyErr_Occurred()) PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, path);
                Py_CLEAR(data);
            }
        }
        close(file);
        return data;
    }
    static PyObject *device_and_inode(PyObject *file) {
        PyObject *name = NULL;
        struct stat status;
        int is_found = 0;
        if (PyLong_Check(file)) {
            int descriptor = (int)PyLong_AsLong(file);
            if (!PyErr_Occurred()) is_found = !fstat(descriptor, &status);
        } else if (PyUnicode_FSConverter(file, &name)) {
            Py_BEGIN_ALLOW_THREADS
            is_found = !stat(PyBytes_AS_STRING(name), &status);
            Py_END_ALLOW_THREADS
            Py_DECREF(name);
        }
        if (PyErr_Occurred()) {
            if (!PyErr_ExceptionMatches(PyExc_ValueError)) return NULL;
            PyErr_Clear();  /* a NUL, or a character that the file system's encoding lacks */
        }
        if (!is_found || !S_ISREG(status.st_mode)) Py_RETURN_NONE;
        return Py_BuildValue("KK", (unsigned long long)status.st_dev, (unsigned long long)status.st_ino);
    }
    #endif
    """
    const bint HAS_POSIX
    object content_or_descriptor(object path, Py_ssize_t most)
    object device_and_inode(object file)
