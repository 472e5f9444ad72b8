r"""RFC 2396 Appendix A, rule by rule: each production, and under it the constant that bears its name."""

# URI-reference = [ absoluteURI | relativeURI ] [ "#" fragment ]
URI_REFERENCE = r"(?: (?&absoluteURI) | (?&relativeURI) )? (?: \# (?&fragment) )?"

# absoluteURI   = scheme ":" ( hier_part | opaque_part )
ABSOLUTEURI = r"(?&scheme) : (?: (?&hier_part) | (?&opaque_part) )"

# relativeURI   = ( net_path | abs_path | rel_path ) [ "?" query ]
RELATIVEURI = r"(?: (?&net_path) | (?&abs_path) | (?&rel_path) ) (?: \? (?&query) )?"

# hier_part     = ( net_path | abs_path ) [ "?" query ]
HIER_PART = r"(?: (?&net_path) | (?&abs_path) ) (?: \? (?&query) )?"

# opaque_part   = uric_no_slash *uric
OPAQUE_PART = r"(?&uric_no_slash) (?&uric)*"

# uric_no_slash = unreserved | escaped | ";" | "?" | ":" | "@" |
#                 "&" | "=" | "+" | "$" | ","
URIC_NO_SLASH = r"(?&unreserved) | (?&escaped) | ; | \? | : | @ | & | = | \+ | \$ | ,"

# net_path      = "//" authority [ abs_path ]
NET_PATH = r"// (?&authority) (?&abs_path)?"

# abs_path      = "/"  path_segments
ABS_PATH = r"/ (?&path_segments)"

# rel_path      = rel_segment [ abs_path ]
REL_PATH = r"(?&rel_segment) (?&abs_path)?"

# rel_segment   = 1*( unreserved | escaped |
#                     ";" | "@" | "&" | "=" | "+" | "$" | "," )
REL_SEGMENT = r"(?: (?&unreserved) | (?&escaped) | ; | @ | & | = | \+ | \$ | , )+"

# scheme        = alpha *( alpha | digit | "+" | "-" | "." )
SCHEME = r"(?&alpha) (?: (?&alpha) | (?&digit) | \+ | - | \. )*"

# authority     = server | reg_name
AUTHORITY = r"(?&server) | (?&reg_name)"

# reg_name      = 1*( unreserved | escaped | "$" | "," |
#                     ";" | ":" | "@" | "&" | "=" | "+" )
REG_NAME = r"(?: (?&unreserved) | (?&escaped) | \$ | , | ; | : | @ | & | = | \+ )+"

# server        = [ [ userinfo "@" ] hostport ]
SERVER = r"(?: (?: (?&userinfo) @ )? (?&hostport) )?"

# userinfo      = *( unreserved | escaped |
#                    ";" | ":" | "&" | "=" | "+" | "$" | "," )
USERINFO = r"(?: (?&unreserved) | (?&escaped) | ; | : | & | = | \+ | \$ | , )*"

# hostport      = host [ ":" port ]
HOSTPORT = r"(?&host) (?: : (?&port) )?"

# host          = hostname | IPv4address
HOST = r"(?&hostname) | (?&IPv4address)"

# hostname      = *( domainlabel "." ) toplabel [ "." ]
HOSTNAME = r"(?: (?&domainlabel) \. )* (?&toplabel) \.?"

# domainlabel   = alphanum | alphanum *( alphanum | "-" ) alphanum
DOMAINLABEL = r"(?&alphanum) | (?&alphanum) (?: (?&alphanum) | - )* (?&alphanum)"

# toplabel      = alpha | alpha *( alphanum | "-" ) alphanum
TOPLABEL = r"(?&alpha) | (?&alpha) (?: (?&alphanum) | - )* (?&alphanum)"

# IPv4address   = 1*digit "." 1*digit "." 1*digit "." 1*digit
IPV4ADDRESS = r"(?&digit)+ \. (?&digit)+ \. (?&digit)+ \. (?&digit)+"

# port          = *digit
PORT = r"(?&digit)*"

# path          = [ abs_path | opaque_part ]
PATH = r"(?: (?&abs_path) | (?&opaque_part) )?"

# path_segments = segment *( "/" segment )
PATH_SEGMENTS = r"(?&segment) (?: / (?&segment) )*"

# segment       = *pchar *( ";" param )
SEGMENT = r"(?&pchar)* (?: ; (?&param) )*"

# param         = *pchar
PARAM = r"(?&pchar)*"

# pchar         = unreserved | escaped |
#                 ":" | "@" | "&" | "=" | "+" | "$" | ","
PCHAR = r"(?&unreserved) | (?&escaped) | : | @ | & | = | \+ | \$ | ,"

# query         = *uric
QUERY = r"(?&uric)*"

# fragment      = *uric
FRAGMENT = r"(?&uric)*"

# uric          = reserved | unreserved | escaped
URIC = r"(?&reserved) | (?&unreserved) | (?&escaped)"

# reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" |
#                 "$" | ","
RESERVED = r"; | / | \? | : | @ | & | = | \+ | \$ | ,"

# unreserved    = alphanum | mark
UNRESERVED = r"(?&alphanum) | (?&mark)"

# mark          = "-" | "_" | "." | "!" | "~" | "*" | "'" |
#                 "(" | ")"
MARK = r"- | _ | \. | ! | ~ | \* | ' | \( | \)"

# escaped       = "%" hex hex
ESCAPED = r"% (?&hex) (?&hex)"

# hex           = digit | "A" | "B" | "C" | "D" | "E" | "F" |
#                         "a" | "b" | "c" | "d" | "e" | "f"
HEX = r"(?&digit) | [A-Fa-f]"

# alphanum      = alpha | digit
ALPHANUM = r"(?&alpha) | (?&digit)"

# alpha         = lowalpha | upalpha
ALPHA = r"[a-z] | [A-Z]"

# digit         = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
#                 "8" | "9"
DIGIT = r"[0-9]"
