"""Random documents of fragments of syntax, and the records that each variant of the kernels finds in them.

As a program it prints one line for each document: ``python -m tests.formats.fragments SEED COUNT``.
"""

import hashlib
import random
import sys

from uri_extract import Scanner

_REFERENCES = (
    *("http://a/", "https://b.example/x?y=1", "mailto:a@b.example", "//c/d", "/e", "f g", "www.x.example", "a.b/c"),
    *("http://m\u00fcnchen.example/", "http:", "data:,x", "http://x.example/a_(b)", "&#58;", "&#x3A;", "&colon;"),
)
_SIGNS = (
    *("&amp;", "&", "&#", "&lt;", "&quot;", "'", '"', "<", ">", "=", "/", ":", "#", "?", "|", "\\", "\n", "\r\n"),
    *("\t", " ", "\xa0", "\u00e9", "\0", "[", "]", "{", "}", "(", ")", "!", "-", "--", ";", ",", "\u2028", "url("),
)
_TAGS = (
    *("<a href=", "<a href='", '<a href="', "<a b='", "<a ", "</a>", "/>", "'>", '">', "'/>", "b='/='", "title='"),
    *("xml:base='", "xmlns:x='http://www.w3.org/1999/xlink'", "x:href='", "xlink:href='", "<base href='", "<style>"),
    *("</style>", "<script>", "</script>", "<svg>", "</svg>", "<!--", "-->", "<!", "<?", "?>", "<![CDATA[", "]]>"),
)
_HTML = (
    *("<img srcset='", "<title>", "</title>", "<textarea>", "<template>", "<p style='", "@import '", "url('", "0;url="),
    *("<meta http-equiv=refresh content='", "<!--[if IE]>", "<![endif]-->", "<iframe srcdoc='", "<area ping='"),
    *("<object codebase='", "data='", "<math>", "<plaintext>", "<foreignObject>", "<table>", "<select>", "<body"),
)
_XML = (
    *("<rss>", "<link>", "</link>", "<guid isPermaLink='false'>", "</guid>", "<description>", "</description>"),
    *("<html xmlns='http://www.w3.org/1999/xhtml'>", "<svg xmlns='http://www.w3.org/2000/svg'>", "<!DOCTYPE a ["),
    *("<content type='html'>", "</content>", "<?xml-stylesheet href='", "<!ENTITY e '", "]>", "&e;", "<x:y>", "</x:y>"),
    *("<feed xmlns='http://www.w3.org/2005/Atom'>", "<url>", "</url>", "<loc>", "</loc>", "xmlns='"),
)
_MAIL = (
    *("From: a@b.example\n", "Content-Type: text/html\n", "Content-Type: multipart/mixed; boundary=q\n", "\n--q\n"),
    *("Content-Transfer-Encoding: quoted-printable\n", "Content-Transfer-Encoding: base64\n", "aHR0cDovL2EvYg==\n"),
    *("\n--q--\n", "=\n", "=3D", "=3A//", "\n\n", "List-Unsubscribe: <http://a/b>\n", "Content-Location: x/y\n"),
    *("Content-ID: <a@b>\n", "cid:a@b", "Message-ID: <m@x>\n", "> ", "\nFrom x@y Mon Jan  1 00:00:00 2024\n"),
)
_TEXT = (
    "<http://a.example/",
    "> ",
    "\n> ",
    "http://long.example/path/",
    "-\n",
    "<URL:",
    "\f",
    "hxxp://a[.]b",
    "\u3002",
)
_MARKDOWN = (
    *("[a](b)", "![a](", "[a]: b", "](", "`", "```\n", "    ", "- ", "1. ", "> ", "\n\n", "<a href=b>", "<!--", "-->"),
    *("# ", "\t", "***\n", "<div>\n", "<pre>", "---\n", "'", "<b c='", "| a |\n"),
)
_LIGHTWEIGHT = (
    *(
        "`a <b>`_",
        "``",
        "`",
        ".. _a: b\n",
        ".. image:: a\n",
        "   :target: b\n",
        "::\n\n  ",
        ".. code:: a\n",
        "\n\n",
        "__ ",
    ),
    *(
        "link:a[b]",
        "xref:a#b[c]",
        "<<a.adoc#b,c>>",
        "image::a[]",
        ":a: b\n",
        "{a}/c[d]",
        "----\n",
        "http://a.example/[",
        "]",
    ),
    *(
        "[[file:a][b]]",
        "[[",
        "]]",
        "][",
        "#+begin_src\n",
        "#+end_src\n",
        "#+include: a\n",
        "[[File:a|b]]",
        "[http://a b]",
    ),
    *(
        "<nowiki>",
        "</nowiki>",
        "<gallery>\nFile:a\n",
        "</gallery>",
        "\\href{a}{b}",
        "\\url{",
        "}",
        "{",
        "%",
        "url = {http://a",
    ),
    *(
        "\n.UR http://a.example/\\:b\n",
        "\n.UE\n",
        "\n.Pq Lk http://a.example/ ",
        "\n.Mt a@b.example\n",
        "\\:",
        "\\-",
        "\\fI",
        "\\(ti",
        "\\\n",
    ),
)
_POOLS = {
    "text/markdown": (*_REFERENCES, *_SIGNS, *_MARKDOWN, *_MARKDOWN),
    **dict.fromkeys(
        ("text/x-rst", "text/asciidoc", "text/org", "text/x-wiki", "text/x-tex", "text/troff"),
        (*_REFERENCES, *_SIGNS, *_LIGHTWEIGHT, *_LIGHTWEIGHT),
    ),
    "text/html": (*_REFERENCES, *_SIGNS, *_TAGS, *_HTML),
    "application/xml": (*_REFERENCES, *_SIGNS, *_TAGS, *_XML),
    "application/xhtml+xml": (*_REFERENCES, *_TAGS, *_XML, *_HTML),
    "image/svg+xml": (*_REFERENCES, *_SIGNS, *_TAGS, *_TAGS),
    "message/rfc822": (*_REFERENCES, *_SIGNS, *_TAGS, *_MAIL, *_MAIL),
    "application/mbox": (*_REFERENCES, *_SIGNS, *_MAIL, *_MAIL),
    "text/plain": (*_REFERENCES, *_SIGNS, *_TEXT, *_TEXT),
}


def document(seed):
    """Return the media type, the bytes and the options of a document."""
    of = random.Random(seed)
    media_type = of.choice(sorted(_POOLS))
    text = "".join(of.choices(_POOLS[media_type], k=of.choice((3, 6, 12, 30))))
    data = text.encode("utf-8" if of.random() < 0.8 else "cp1252", "replace")
    options = {"base": of.choice((None, "http://h.example/d/e"))}
    options |= {name: True for name in ("suffix", "refang", "mail_addresses") if of.random() < 0.15}
    return media_type, data, options


def found_in(media_type, data, options, chunk):
    """Return the records of a document read in chunks of ``size`` bytes."""
    problems = []
    scanner = Scanner(media_type, on_problem=problems.append, **options)
    found = [each for at in range(0, len(data), chunk) for each in scanner.feed(data[at : at + chunk])]
    found += scanner.close()
    return [each.as_dict() for each in found], sorted(map(repr, problems))


def main(seed, count):
    """Print a line for each of ``count`` documents, beginning with that of ``seed``."""
    for number in range(seed, seed + count):
        kind, data, options = document(number)
        digests = [
            hashlib.md5(repr(found_in(kind, data, options, chunk)).encode("utf-8", "replace")).hexdigest()
            for chunk in (len(data), 1, 7)
        ]
        print(number, *digests)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
