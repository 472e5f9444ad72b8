cpdef bint has_meta(bytes data) noexcept
