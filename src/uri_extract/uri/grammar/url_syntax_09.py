r"""draft-fielding-url-syntax-09 (1997) Appendix A, rule by rule: each production, then the constant with
its name.

Two slips of the draft are read as its text has them: ``server`` closes a bracket more than it opens (§4.3.1
says that the user and the port may be omitted), and a ``hostname`` is any label followed by dots.
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

# path          = [ "/" ] path_segments
PATH = r"/? (?&path_segments)"

# path_segments = segment *( "/" segment )
PATH_SEGMENTS = r"(?&segment) (?: / (?&segment) )*"

# segment       = *pchar *( ";" param )
SEGMENT = r"(?&pchar)* (?: ; (?&param) )*"

# param         = *pchar
PARAM = r"(?&pchar)*"

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
