cpdef bint is_http(str media_type)
cpdef long long length_of(str text)

cpdef long long place_of(ByteStream stream, long long first) except? -2
