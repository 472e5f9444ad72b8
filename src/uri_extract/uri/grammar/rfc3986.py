r"""RFC 3986 Appendix A, rule by rule: each production, and under it the constant that bears its name.

The constants are `regex` patterns in verbose mode; ``(?&name)`` stands for the rule of that name.
"""

# URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
URI = r"(?&scheme) : (?&hier_part) (?: \? (?&query) )? (?: \# (?&fragment) )?"

# hier-part     = "//" authority path-abempty
#               / path-absolute
#               / path-rootless
#               / path-empty
HIER_PART = r"// (?&authority) (?&path_abempty) | (?&path_absolute) | (?&path_rootless) | (?&path_empty)"

# URI-reference = URI / relative-ref
URI_REFERENCE = r"(?&URI) | (?&relative_ref)"

# absolute-URI  = scheme ":" hier-part [ "?" query ]
ABSOLUTE_URI = r"(?&scheme) : (?&hier_part) (?: \? (?&query) )?"

# relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
RELATIVE_REF = r"(?&relative_part) (?: \? (?&query) )? (?: \# (?&fragment) )?"

# relative-part = "//" authority path-abempty
#               / path-absolute
#               / path-noscheme
#               / path-empty
RELATIVE_PART = r"// (?&authority) (?&path_abempty) | (?&path_absolute) | (?&path_noscheme) | (?&path_empty)"

# scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
SCHEME = r"(?&ALPHA) (?: (?&ALPHA) | (?&DIGIT) | \+ | - | \. )*"

# authority     = [ userinfo "@" ] host [ ":" port ]
AUTHORITY = r"(?: (?&userinfo) @ )? (?&host) (?: : (?&port) )?"

# userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
USERINFO = r"(?: (?&unreserved) | (?&pct_encoded) | (?&sub_delims) | : )*"

# host          = IP-literal / IPv4address / reg-name
HOST = r"(?&IP_literal) | (?&IPv4address) | (?&reg_name)"

# port          = *DIGIT
PORT = r"(?&DIGIT)*"

# IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"
IP_LITERAL = r"\[ (?: (?&IPv6address) | (?&IPvFuture) ) \]"

# IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPVFUTURE = r"[vV] (?&HEXDIG)+ \. (?: (?&unreserved) | (?&sub_delims) | : )+"

# IPv6address   =                            6( h16 ":" ) ls32
#               /                       "::" 5( h16 ":" ) ls32
#               / [               h16 ] "::" 4( h16 ":" ) ls32
#               / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
#               / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
#               / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
#               / [ *4( h16 ":" ) h16 ] "::"              ls32
#               / [ *5( h16 ":" ) h16 ] "::"              h16
#               / [ *6( h16 ":" ) h16 ] "::"
IPV6ADDRESS = r"""
                                           (?: (?&h16) : ){6} (?&ls32)
    |                                   :: (?: (?&h16) : ){5} (?&ls32)
    | (?:                    (?&h16) )? :: (?: (?&h16) : ){4} (?&ls32)
    | (?: (?: (?&h16) : ){0,1} (?&h16) )? :: (?: (?&h16) : ){3} (?&ls32)
    | (?: (?: (?&h16) : ){0,2} (?&h16) )? :: (?: (?&h16) : ){2} (?&ls32)
    | (?: (?: (?&h16) : ){0,3} (?&h16) )? ::     (?&h16) :      (?&ls32)
    | (?: (?: (?&h16) : ){0,4} (?&h16) )? ::                    (?&ls32)
    | (?: (?: (?&h16) : ){0,5} (?&h16) )? ::                    (?&h16)
    | (?: (?: (?&h16) : ){0,6} (?&h16) )? ::
"""

# h16           = 1*4HEXDIG
H16 = r"(?&HEXDIG){1,4}"

# ls32          = ( h16 ":" h16 ) / IPv4address
LS32 = r"(?: (?&h16) : (?&h16) ) | (?&IPv4address)"

# IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
IPV4ADDRESS = r"(?&dec_octet) \. (?&dec_octet) \. (?&dec_octet) \. (?&dec_octet)"

# dec-octet     = DIGIT                 ; 0-9
#               / %x31-39 DIGIT         ; 10-99
#               / "1" 2DIGIT            ; 100-199
#               / "2" %x30-34 DIGIT     ; 200-249
#               / "25" %x30-35          ; 250-255
DEC_OCTET = r"(?&DIGIT) | [1-9] (?&DIGIT) | 1 (?&DIGIT){2} | 2 [0-4] (?&DIGIT) | 25 [0-5]"

# reg-name      = *( unreserved / pct-encoded / sub-delims )
REG_NAME = r"(?: (?&unreserved) | (?&pct_encoded) | (?&sub_delims) )*"

# path          = path-abempty    ; begins with "/" or is empty
#               / path-absolute   ; begins with "/" but not "//"
#               / path-noscheme   ; begins with a non-colon segment
#               / path-rootless   ; begins with a segment
#               / path-empty      ; zero characters
PATH = r"(?&path_abempty) | (?&path_absolute) | (?&path_noscheme) | (?&path_rootless) | (?&path_empty)"

# path-abempty  = *( "/" segment )
PATH_ABEMPTY = r"(?: / (?&segment) )*"

# path-absolute = "/" [ segment-nz *( "/" segment ) ]
PATH_ABSOLUTE = r"/ (?: (?&segment_nz) (?: / (?&segment) )* )?"

# path-noscheme = segment-nz-nc *( "/" segment )
PATH_NOSCHEME = r"(?&segment_nz_nc) (?: / (?&segment) )*"

# path-rootless = segment-nz *( "/" segment )
PATH_ROOTLESS = r"(?&segment_nz) (?: / (?&segment) )*"

# path-empty    = 0<pchar>
PATH_EMPTY = r"(?&pchar){0}"

# segment       = *pchar
SEGMENT = r"(?&pchar)*"

# segment-nz    = 1*pchar
SEGMENT_NZ = r"(?&pchar)+"

# segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
#               ; non-zero-length segment without any colon ":"
SEGMENT_NZ_NC = r"(?: (?&unreserved) | (?&pct_encoded) | (?&sub_delims) | @ )+"

# pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
PCHAR = r"(?&unreserved) | (?&pct_encoded) | (?&sub_delims) | : | @"

# query         = *( pchar / "/" / "?" )
QUERY = r"(?: (?&pchar) | / | \? )*"

# fragment      = *( pchar / "/" / "?" )
FRAGMENT = r"(?: (?&pchar) | / | \? )*"

# pct-encoded   = "%" HEXDIG HEXDIG
PCT_ENCODED = r"% (?&HEXDIG) (?&HEXDIG)"

# unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
UNRESERVED = r"(?&ALPHA) | (?&DIGIT) | - | \. | _ | ~"

# reserved      = gen-delims / sub-delims
RESERVED = r"(?&gen_delims) | (?&sub_delims)"

# gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
GEN_DELIMS = r": | / | \? | \# | \[ | \] | @"

# sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
#               / "*" / "+" / "," / ";" / "="
SUB_DELIMS = r"! | \$ | & | ' | \( | \) | \* | \+ | , | ; | ="

# Core rules of RFC 2234 §6.1.
# ALPHA         = %x41-5A / %x61-7A
ALPHA = r"[A-Za-z]"

# DIGIT         = %x30-39
DIGIT = r"[0-9]"

# HEXDIG        = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"   ; strings in ABNF are case-insensitive
HEXDIG = r"[0-9A-Fa-f]"
