"""Hostile input as data: units that are repeated, and fragments from which more units are made."""

import random

#: Units that are repeated up to the size of the test. Each makes a look-back, a look-ahead or a second try long.
SHAPES = (
    # consecutive anchors and brackets
    "::::", "((((", "[", "{", "'", "&", "<", '"', "|", "<a:", "a:a:a:", '":', "<:", "URL:", "URL: ", "< URL:",
    "<URL:a:",
    # schemes that are accepted or rejected because of later text
    "tel:", "mailto:", "data:", "urn:x:", "sip:", "cid:", "file:", "http:", ",http:", "\\nhttp:", "data:;",
    "data:,", "sip:a:", "tag:a.a.a.a.a.a.", "pkcs11:a=", "magnet:?", "info:a/", "nih:a;", "geo:1,", "tel:1-",
    "matrix:u/", "matrix://", "news:a.", "1;1;1m:", "sip:,[@", "mailto:a@b[", "data:,{", "urn:ab:c{",
    # hosts
    "http://", "http:///", "http://a@", "http://a..", "http://a:", "http://[", "http://[:", "http://[::1]",
    "http://-", "file:///", "ldap:///", "a://", "ab://a.b:", "http://\xe9", "http://" + 60 * "a.",
    "http://" + 80 * "a" + "_/",
    "http://a<b>", "http://a<b>b</b>", "http://a.b\u200bc", "http://a/\u200b", "http://a&#46;", "http://a(b@",
    "{A}http://a.b/c{A}",
    # tokens that may continue, or contain another token
    "http://a.b ", "http://a.b/[", "http://a.b/{", "http://a.b/?[", "http://a.b/(", "http://a.b/)",
    "http://a.b/c(d ", "http://a.b/c(d ) ", "http://a.b/'cd ", "http:\\/\\/a.b\\/c/.", "http:\\/\\/a.b\\/c",
    "http://a.b/'", "http://a.b/|", "http://a.b/|aaaaaaaaaaaaaaaaaaa", "http://a.b/,",
    "http://a.b/,aaaaaaaaaaa", "http://a.b/;", "http://a.b/&lt", "http://a.b/&quot", "http://a.b/[1",
    "http://a.b/[/", "http://a.b/.....", "http://a.b/:::::", "[http://a.b/[", "{http://a.b/{", "(http://a.b/(",
    "'http://a.b/'", "|http://a.b/|", "**http://a.b/**",
    # unclosed brackets and quotation marks
    "<http://a.b/", "<http://a.b ", "<http://a.b/ x ", '"http://a.b ', '"http://a.b/ x ', "<URL: http://a.b/ ",
    "<ab://a.b ",
    # labels, templates, escapes, words beyond ASCII
    "http://a.b/c[d]", "http://a.b/?c=d[e]", "http://a.b/[c]/", "?c=[d]&", "http://a.b\\:/", "http://a\\.b",
    "http://a.**b", "_http://a.b ", "_http://a.b/c_", "_http://a.b/\\_", "\\_http://a.b", "\\(lahttp://a.b\\(ra",
    "http://a.b/c\u5317", "http://a.b/c\u5317 ", "http://a.b/c,\u5317x", 4 * "http://a.b/c\u5317" + " ",
    18 * "http://a.b/c\u5317" + " ", "http://a.b/c\u2013d", "http://a.b/\u5317\uff1fx", '"http://a.b/c /d ?e',
    '"http://a.b/c /d" ', "<http://a.b/c d e ", "= http://a.b/c|d =",
    # ends of lines
    "http://a.b\n", "http://a.b/\n", "http://a.b/x\n", "http://a.b/-\n", "http://a.b/x-\n", "http://a.b/?\n",
    "http://a.b/x.\n", "http://a.b/\n\n", "http://a.b/\n \n", "http://a.b/ \n", "http:\n//", "http:/\n",
    "http:/\n/", "<http://a.b/\n", '"http://a.b/\n', "<ab://a.b\n", "<ab://a.b/\n", "<http:\n", "<http:\n//",
    "<http:/\n/", "<http://a.b/\nx\n", "<http://a.b/\n\n", "<http://a.b/**\n", "<http://a.b/=\n",
    "<http://a.b/\r\n", '"http://a.b/\nx/\n', "http://x-\nmailto:a@b-\n", "http://a.b/x\nmailto:a@b.c-\n",
    "ftp://a.b/-\ntel:12-\n", "http://a.b/\na/b/c\n",
    "#' http://a.b/c/\n#' d/e\n", "xhttp://\na.b/c\n", "http://l.a.b/p/\nx-a.b/", "http://a.b/c/\n12345678.1@",
    "> > http://a.b/c-\n> d\n> > e\n", "http://a.b/?c\n1&a=b\n",
    # reply marks and comment signs
    "> ", "> > > \n", "> http://a.b/\n", "> <http://a.b/\n", "> <http://a.b/\n> \n", "| | http://a.b/x-\n",
    "# http://a.b/-\n", " * http://a.b/x/\n", "// <http://a.b/\n", "> > > > <http://a.b/x\n> > > > ",
    # page breaks
    "\n", "\f", "\n\n\f", "\f\n", "[Page 1]\n", "<http://a.b/\n\n\f\n", "<http://a.b/ [Page 1]\n",
    "<http://a.b/ [Page 1]\n\n", "<http://a.b/[Page 1]\n;\n]\n", "<http://a.b/\n[Page 1]\n",
    "<ab://a.b/\n[Page 1]\n", "<http:// [Page 1]\n\n", '"http://a.b/[Page 1]\n;\n]\n',
    "<http://a.b/\n\n [Page 1]\n\f\nx\n\n", "<http://a.b/\n\f\n\n", "\n [Page 1]\n\f<http:/\n\n",
    # blanks
    " ", "\t", "http://" + 60 * " ", 60 * " " + "http:", "URL:" + 62 * " ",
    # literals of programs and message catalogs
    ' "http://"\n"', ' "http://"\n"a.a', ' "x http://a.b/c."\n"html', '#~ "http://a.b/"\n',
    '"http://a.b/" \\\n', ' "http://a.b/" ||\n', '#~| "x http://"\n#~| "a.b"',
    # patterns and emphasis
    "http://a.b/*)", "*a http://a.b/*)\n", "a http://a.b/*) ", "* (http://a.b/**)\n",
    "<" + 62 * " " + "URL:" + 62 * " " + "ab:", "<http://a.b" + 70 * " ", "http://a.b/" + 70 * " " + "\n",
    "<http://a.b/\n" + 70 * " ",
    # long words
    "a", "/", "-", "%", ".", 64 * "a" + ":", 64 * "a" + "://", 65 * "a" + "://", 64 * "m" + ":",
    # bytes that are not text
    "\0", "http://a.b/\0", "<http://a.b/\0", "\x1b[31mhttp:", "http://a.b/\u3002", b"\xff", b"\xc3",
    b"http://\xc3", b"http://a.b/\xe2\x80", b"<http://a.b/\xf0\x9f\x98", b"\x80\x81:", b"http:\xe9//",
)  # fmt: skip

#: A beginning, and the unit that is repeated after it.
UNCLOSED = (
    ("<http://a.b/", "some words of a text that goes on\n"),
    ("<http://a.b/", "word\n"),
    ("<http://a.b/", "[Page 1]\n"),
    ("<http://a.b/", "\n"),
    ("<http://a.b/", "\n\f"),
    ("<http://a.b", " "),
    ("<http://a.b/\n", "a"),
    ('"http://a.b/', "some words of a text that goes on\n"),
    ('"http://a.b/', "a/\n"),
    ('"http://a.b/', "a"),
    ("<URL:a:", "a"),
    ("http://a.b/", "a"),
    ("http://a.b/[", "a"),
    ("http://a.b/\n", "a"),
    ("http://a.b/-\n", "a"),
    ("http://a.b/-\n", "a1"),
    ("http://a.b/x\n", "a"),
    ("http://", "a"),
    ("http://", "a."),
    ("http://[", ":"),
    ("mailto:", "a"),
    ("data:", "a"),
    ("data:,", "a"),
    ("> ", "> "),
)

#: The worst units found by a search over repeated fragments. They look ahead twice as far as they advance.
SEARCHED = (
    "http://a.b/" + 90 * " " + "URL:URL:a.bhttp:.<http://a.b/\n.",
    "ftp://a.b/_\nURL:http:x" + 30 * "a" + "xab:" + 30 * "a" + "tel:@" + 30 * " " + "URL:" + 30 * " " + "URL:<a://b/  ",
    60 * " " + "\fURL:URL:_<http://a.b/=\nx",
    "12<http://a.b/x\n" + 60 * "a" + "ftp://a.b/# ab:@=a@b.c",
    "_http:commailto:news:<http://a.b/\n" + 30 * "a" + "comsip:%41#" + 30 * " " + "http:",
    "<http://a.b/\n" + 30 * "a" + "tel:-" + 60 * "a" + "mailto:|www.",
)  # fmt: skip

#: Fragments of references and of the text around them.
FRAGMENTS = (
    "http:", "http://", "https://a.example/", "http://a.b/", "<http://a.b/", '"http://a.b/', "ftp://a.b/",
    "www.", "//", "/", "-\n", "a.b", "mailto:", "tel:", "data:", "urn:", "ab:", "file:", "sip:", "news:", "Tel",
    "URL:", "URL: ", "12", "a@b.c", "x", "\n", "\n", "\n\n", "\r\n", "\t", "\f", " ", " ", "   ", "> ",
    "\n> ", "> > ", "# ", " * ", "// ", "[Page 1]",
    "<", ">", '"', "[", "]", "{", "}", "(", ")", "'", "|", ",", ";", "&", "?", "=", "#", ".",
    ":", "@", "-", "_", "*", "\\n", "\x1b[31m", "\0",
    "**", "&lt;", "%41", "/c.html", "com", "net", "word", "html", "\xe9", "\u3002",
)  # fmt: skip


def repeated(unit, size):
    """Return ``size`` bytes of the repeated unit."""
    unit = unit if isinstance(unit, bytes) else unit.encode()
    return (unit * (size // len(unit) + 1))[:size]


def random_documents(seed, count, longest=60):
    """Yield documents of a few hundred bytes, the same for the same seed; some contain bytes that are not text."""
    dice = random.Random(seed)
    for number in range(count):
        document = bytearray("".join(dice.choices(FRAGMENTS, k=dice.randint(2, longest))).encode())
        for _ in range(3 if number % 5 == 0 else 0):
            document[dice.randrange(len(document))] = dice.randrange(256)
        yield bytes(document)


def random_units(seed, count):
    """Return random units to repeat."""
    dice = random.Random(seed)
    return ["".join(dice.choices(FRAGMENTS, k=dice.randint(1, 9))) for _ in range(count)]
