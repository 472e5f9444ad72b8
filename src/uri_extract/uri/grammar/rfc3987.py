r"""RFC 3987 §2.2, rule by rule: the productions that replace those of RFC 3986.

Rules that it takes over unchanged (scheme, port, IP-literal, sub-delims, pct-encoded ...) are in ``rfc3986``.
"""

# IRI            = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]
IRI = r"(?&scheme) : (?&ihier_part) (?: \? (?&iquery) )? (?: \# (?&ifragment) )?"

# ihier-part     = "//" iauthority ipath-abempty
#                / ipath-absolute
#                / ipath-rootless
#                / ipath-empty
IHIER_PART = r"// (?&iauthority) (?&ipath_abempty) | (?&ipath_absolute) | (?&ipath_rootless) | (?&ipath_empty)"

# IRI-reference  = IRI / irelative-ref
IRI_REFERENCE = r"(?&IRI) | (?&irelative_ref)"

# irelative-ref  = irelative-part [ "?" iquery ] [ "#" ifragment ]
IRELATIVE_REF = r"(?&irelative_part) (?: \? (?&iquery) )? (?: \# (?&ifragment) )?"

# irelative-part = "//" iauthority ipath-abempty
#                / ipath-absolute
#                / ipath-noscheme
#                / ipath-empty
IRELATIVE_PART = r"// (?&iauthority) (?&ipath_abempty) | (?&ipath_absolute) | (?&ipath_noscheme) | (?&ipath_empty)"

# iauthority     = [ iuserinfo "@" ] ihost [ ":" port ]
IAUTHORITY = r"(?: (?&iuserinfo) @ )? (?&ihost) (?: : (?&port) )?"

# iuserinfo      = *( iunreserved / pct-encoded / sub-delims / ":" )
IUSERINFO = r"(?: (?&iunreserved) | (?&pct_encoded) | (?&sub_delims) | : )*"

# ihost          = IP-literal / IPv4address / ireg-name
IHOST = r"(?&IP_literal) | (?&IPv4address) | (?&ireg_name)"

# ireg-name      = *( iunreserved / pct-encoded / sub-delims )
IREG_NAME = r"(?: (?&iunreserved) | (?&pct_encoded) | (?&sub_delims) )*"

# ipath-abempty  = *( "/" isegment )
IPATH_ABEMPTY = r"(?: / (?&isegment) )*"

# ipath-absolute = "/" [ isegment-nz *( "/" isegment ) ]
IPATH_ABSOLUTE = r"/ (?: (?&isegment_nz) (?: / (?&isegment) )* )?"

# ipath-noscheme = isegment-nz-nc *( "/" isegment )
IPATH_NOSCHEME = r"(?&isegment_nz_nc) (?: / (?&isegment) )*"

# ipath-rootless = isegment-nz *( "/" isegment )
IPATH_ROOTLESS = r"(?&isegment_nz) (?: / (?&isegment) )*"

# ipath-empty    = 0<ipchar>
IPATH_EMPTY = r"(?&ipchar){0}"

# isegment       = *ipchar
ISEGMENT = r"(?&ipchar)*"

# isegment-nz    = 1*ipchar
ISEGMENT_NZ = r"(?&ipchar)+"

# isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims / "@" )
#                ; non-zero-length segment without any colon ":"
ISEGMENT_NZ_NC = r"(?: (?&iunreserved) | (?&pct_encoded) | (?&sub_delims) | @ )+"

# ipchar         = iunreserved / pct-encoded / sub-delims / ":" / "@"
IPCHAR = r"(?&iunreserved) | (?&pct_encoded) | (?&sub_delims) | : | @"

# iquery         = *( ipchar / iprivate / "/" / "?" )
IQUERY = r"(?: (?&ipchar) | (?&iprivate) | / | \? )*"

# ifragment      = *( ipchar / "/" / "?" )
IFRAGMENT = r"(?: (?&ipchar) | / | \? )*"

# iunreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar
IUNRESERVED = r"(?&ALPHA) | (?&DIGIT) | - | \. | _ | ~ | (?&ucschar)"

# ucschar        = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
#                / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
#                / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
#                / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
#                / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
#                / %xD0000-DFFFD / %xE1000-EFFFD
UCSCHAR = r"""
      [\u00A0-\uD7FF] | [\uF900-\uFDCF] | [\uFDF0-\uFFEF]
    | [\U00010000-\U0001FFFD] | [\U00020000-\U0002FFFD] | [\U00030000-\U0003FFFD]
    | [\U00040000-\U0004FFFD] | [\U00050000-\U0005FFFD] | [\U00060000-\U0006FFFD]
    | [\U00070000-\U0007FFFD] | [\U00080000-\U0008FFFD] | [\U00090000-\U0009FFFD]
    | [\U000A0000-\U000AFFFD] | [\U000B0000-\U000BFFFD] | [\U000C0000-\U000CFFFD]
    | [\U000D0000-\U000DFFFD] | [\U000E1000-\U000EFFFD]
"""

# iprivate       = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
IPRIVATE = r"[\uE000-\uF8FF] | [\U000F0000-\U000FFFFD] | [\U00100000-\U0010FFFD]"
