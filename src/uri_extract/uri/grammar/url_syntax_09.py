r"""draft-fielding-url-syntax-09 (1997) Appendix A, rule by rule: the productions that RFC 2396 changed or left out.

Rules that RFC 2396 took over unchanged (hostport, segment, escaped ...) are in ``rfc2396``. A slip of the draft is
read as its text describes it: ``server`` closes one bracket too many (by §4.3.1 the user and the port may be omitted).
"""

# URL-reference = [ absoluteURL | relativeURL ] [ "#" fragment ]
URL_REFERENCE = r"(?: (?&absoluteURL) | (?&relativeURL) )? (?: \# (?&fragment) )?"

# absoluteURL   = generic-URL | opaque-URL
ABSOLUTEURL = r"(?&generic_URL) | (?&opaque_URL)"

# opaque-URL    = scheme ":" *urlc
OPAQUE_URL = r"(?&scheme) : (?&urlc)*"

# generic-URL   = scheme ":" relativeURL
GENERIC_URL = r"(?&scheme) : (?&relativeURL)"

# relativeURL   = net_path | abs_path | rel_path
RELATIVEURL = r"(?&net_path) | (?&abs_path) | (?&rel_path)"

# net_path      = "//" site [ abs_path ]
NET_PATH = r"// (?&site) (?&abs_path)?"

# abs_path      = "/" rel_path
ABS_PATH = r"/ (?&rel_path)"

# rel_path      = [ path_segments ] [ "?" query ]
REL_PATH = r"(?&path_segments)? (?: \? (?&query) )?"

# scheme        = 1*( alpha | digit | "+" | "-" | "." )
SCHEME = r"(?: (?&alpha) | (?&digit) | \+ | - | \. )+"

# site          = server | authority
SITE = r"(?&server) | (?&authority)"

# authority     = *( unreserved | escaped |
#                    ";" | ":" | "@" | "&" | "=" | "+" )
AUTHORITY = r"(?: (?&unreserved) | (?&escaped) | ; | : | @ | & | = | \+ )*"

# server        = [ [ userinfo ] "@" ] hostport ]
SERVER = r"(?: (?&userinfo)? @ )? (?&hostport)"

# userinfo      = *( unreserved | escaped | ":" | ";" |
#                    "&" | "=" | "+" )
USERINFO = r"(?: (?&unreserved) | (?&escaped) | : | ; | & | = | \+ )*"

# path          = [ "/" ] path_segments
PATH = r"/? (?&path_segments)"

# pchar         = unreserved | escaped | ":" | "@" | "&" | "=" | "+"
PCHAR = r"(?&unreserved) | (?&escaped) | : | @ | & | = | \+"

# query         = *urlc
QUERY = r"(?&urlc)*"

# fragment      = *urlc
FRAGMENT = r"(?&urlc)*"

# urlc          = reserved | unreserved | escaped
URLC = r"(?&reserved) | (?&unreserved) | (?&escaped)"

# reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+"
RESERVED = r"; | / | \? | : | @ | & | = | \+"

# unreserved    = alpha | digit | mark
UNRESERVED = r"(?&alpha) | (?&digit) | (?&mark)"

# mark          = "$" | "-" | "_" | "." | "!" | "~" |
#                 "*" | "'" | "(" | ")" | ","
MARK = r"\$ | - | _ | \. | ! | ~ | \* | ' | \( | \) | ,"
