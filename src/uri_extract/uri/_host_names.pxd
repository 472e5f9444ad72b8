cpdef str to_punycode(str label)
cpdef str from_punycode(bytes encoded)
cpdef str u_label(str label)
