"""Documents, with their references and targets."""

OWN = "http://own.example/d/page"
ATOM = "http://www.w3.org/2005/Atom"
XHTML = "http://www.w3.org/1999/xhtml"
SVG = "http://www.w3.org/2000/svg"


# A document, and (element, attribute, reference) of each reference.
FOUND = [
    ("", []),
    # unknown vocabularies: values with the syntax of a URI, and the attributes href and src
    (
        "<a x='x' b='http://h.example/' c='a b' d='//h.example' e='x:y'/>",
        [("a", "b", "http://h.example/"), ("a", "d", "//h.example")],
    ),
    (
        "<a href='x'><B Src='y?a&amp;b'/><c href='#d'/><e conref='f.dita#g/h'/></a>",
        [("a", "href", "x"), ("B", "Src", "y?a&b"), ("c", "href", "#d"), ("e", "conref", "f.dita#g/h")],
    ),
    # but not templates, words, or attributes in another namespace
    ("<a href='{$b}'><c src='${d}/e'/><f src='{{ g }}'/><h href=''/><i src='two words'/><j k:href='l'/></a>", []),
    ("<a href='http://h.example/{b}'/>", [("a", "href", "http://h.example/{b}")]),
    ("<rss><item src='s'/><enclosure url='{u}'/></rss>", [("item", "src", "s"), ("enclosure", "url", "{u}")]),
    ("<a href='x\ny' src=' z\t'/>", [("a", "src", "z")]),  # after normalisation it contains a blank
    ("<ulink url='x'/><other url='y'/>", [("ulink", "url", "x")]),
    (
        "<map><topicref href='a.dita'/><navref mapref='b.ditamap'/><keydef keys='k' href='c.dita'/></map>",
        [("topicref", "href", "a.dita"), ("navref", "mapref", "b.ditamap"), ("keydef", "href", "c.dita")],
    ),
    (
        "<jnlp codebase='http://h.example/'><icon href='relative/to/that'/></jnlp>",
        [("jnlp", "codebase", "http://h.example/")],
    ),
    (
        "<fo:root><fo:basic-link external-destination='url(a)'/><fo:external-graphic src=\"url('b')\"/>"
        "<fo:external-graphic src='c.png'/><fo:block background-image='url(d)'/></fo:root>",
        [
            ("fo:basic-link", "external-destination", "a"),
            ("fo:external-graphic", "src", "b"),
            ("fo:external-graphic", "src", "c.png"),
            ("fo:block", "background-image", "d"),
        ],
    ),
    (
        "<ds:Signature><ds:Reference URI='#a'/><ds:RetrievalMethod URI='b'/>"
        "<xenc:CipherReference URI='c/d'/><ds:Object URI='e'/></ds:Signature>",
        [("ds:Reference", "URI", "#a"), ("ds:RetrievalMethod", "URI", "b"), ("xenc:CipherReference", "URI", "c/d")],
    ),
    (
        "<wml><card onenterforward='a'><go href='b.wml?c=$(d)'/><img src='e.wbmp'/></card></wml>",
        [("card", "onenterforward", "a"), ("go", "href", "b.wml?c=$(d)"), ("img", "src", "e.wbmp")],
    ),
    ("<a>http://h.example/?a&amp;b</a>", [("a", None, "http://h.example/?a&b")]),
    (
        "<a>http://h.example/?a&amp;b <b/> http://g.example/</a>",
        [("a", None, "http://h.example/?a&b"), (None, None, "http://g.example/")],
    ),
    ("<a x:href='y'/>", []),
    ("<a title='see http://h.example/ now'/>", [(None, None, "http://h.example/")]),
    ("<a title='see http://h.example/'/>", [(None, None, "http://h.example/")]),
    ("<a match='//title' b='//h.example/c'/>", [("a", "b", "//h.example/c")]),
    ("<html><a title='http://h.example/'/></html>", [(None, None, "http://h.example/")]),
    ("<!-- http://h.example/?a&amp;b --><a/>", [(None, None, "http://h.example/?a&amp;b")]),
    ("<a><![CDATA[http://h.example/?a&amp;b]]></a>", [("a", None, "http://h.example/?a&amp;b")]),
    # character references, and only the five predefined entities
    ("<r><a b='http://h.example/&#x41;&#66;&lt;&apos;&quot;'/></r>", [("a", "b", "http://h.example/AB<'\"")]),
    ("<a b='http://h.example/&copy;&copy=1&eacute;&#0;'/>", [("a", "b", "http://h.example/&copy;&copy=1&eacute;&#0;")]),
    # XLink, XInclude, RDF, schemas in any vocabulary
    (
        "<a xmlns:l='http://www.w3.org/1999/xlink' l:href='x' l:role='http://r.example/' l:arcrole='y' l:title='z'/>",
        [(None, None, "http://www.w3.org/1999/xlink"), ("a", "l:href", "x"), ("a", "l:role", "http://r.example/")],
    ),
    ("<a xlink:href='x'/>", [("a", "xlink:href", "x")]),  # the prefix is undeclared, but has its usual meaning
    ("<xi:include href='x' parse='xml'/>", [("xi:include", "href", "x")]),
    (
        "<a xsi:schemaLocation='urn:x:y s.xsd'/>",
        [("a", "xsi:schemaLocation", "urn:x:y"), ("a", "xsi:schemaLocation", "s.xsd")],
    ),
    (
        "<rdf:RDF><x:y rdf:about='a'><x:z rdf:resource='b'/></x:y></rdf:RDF>",
        [("x:y", "rdf:about", "a"), ("x:z", "rdf:resource", "b")],
    ),
    (
        "<xsl:stylesheet><xsl:import href='x'/><xsl:value-of select='y'/></xsl:stylesheet>",
        [("xsl:import", "href", "x")],
    ),
    ("<?xml-stylesheet type='text/css' href='s.css?a&amp;b'?><a/>", [("?xml-stylesheet", "href", "s.css?a&b")]),
    ("<?xml-model href='s.rng' type='application/xml'?><a/>", [("?xml-model", "href", "s.rng")]),
    ("<?xml-stylesheets href='s.css'?><?php href='x'?><a/>", []),
    # Atom
    (
        f'<feed xmlns="{ATOM}"><id> tag:e.example,2003:x\n</id><link href="l"/><icon>i.png</icon><author>'
        "<uri>u</uri></author></feed>",
        [("id", None, "tag:e.example,2003:x"), ("link", "href", "l"), ("icon", None, "i.png"), ("uri", None, "u")],
    ),
    (f'<f:feed xmlns:f="{ATOM}"><f:logo>l</f:logo><logo>m</logo></f:feed>', [("f:logo", None, "l")]),
    (
        f'<entry xmlns="{ATOM}"><content src="c"/><title type="html">&lt;a href="x?a&amp;amp;b">t&lt;/a>'
        "</title></entry>",
        [("content", "src", "c"), ("a", "href", "x?a&b")],
    ),
    (
        f'<entry xmlns="{ATOM}"><summary>&lt;a href="x"></summary><content type="xhtml">'
        f'<div xmlns="{XHTML}"><a href="y"/></div></content></entry>',
        [("a", "href", "y")],
    ),
    # RSS
    (
        "<rss><channel><link>http://h.example/a?b&amp;c</link><image><url>i</url></image></channel></rss>",
        [("link", None, "http://h.example/a?b&c"), ("url", None, "i")],
    ),
    (
        "<rss><link><![CDATA[ http://h.example/a?b&amp;c ]]></link></rss>",
        [("link", None, "http://h.example/a?b&amp;c")],
    ),
    (
        "<rss><link>http://h.example/<!-- x -->a</link><link></link><link/><link> </link></rss>",
        [("link", None, "http://h.example/a")],
    ),
    ("<rss><link>no link</link><link>to <b>http://h.example/</b></link></rss>", [("b", None, "http://h.example/")]),
    (
        "<rss><guid>g</guid><guid isPermaLink='false'>g</guid>"
        "<guid isPermaLink='false'>tag:a.example,2003:g</guid></rss>",
        [("guid", None, "g"), ("guid", None, "tag:a.example,2003:g")],
    ),
    (
        "<rss><item><enclosure url='u.mp3'/><source url='s'>t</source><comments>c#d</comments></item></rss>",
        [("enclosure", "url", "u.mp3"), ("source", "url", "s"), ("comments", None, "c#d")],
    ),
    (
        "<rss><description>&lt;img src='i.png'&gt; http://h.example/?a&amp;amp;b</description></rss>",
        [("img", "src", "i.png"), ("description", None, "http://h.example/?a&b")],
    ),
    (
        "<rss><description><![CDATA[<a href='x'>]]>]]&gt;<![CDATA[<b><a href='y'>]]></description></rss>",
        [("a", "href", "x"), ("a", "href", "y")],
    ),
    (
        "<rss><description>see http://h.example/?a&amp;b</description></rss>",
        [("description", None, "http://h.example/?a&b")],
    ),
    ("<rss><content:encoded>&lt;p style=&quot;background:url(b)&quot;></content:encoded></rss>", [("p", "style", "b")]),
    # sitemaps, OPML, WebDAV, RFCs, packages
    (
        "<urlset><url><loc>\n l \n</loc><image:image><image:loc>i</image:loc></image:image>"
        "<xhtml:link href='x'/></url></urlset>",
        [("loc", None, "l"), ("image:loc", None, "i"), ("xhtml:link", "href", "x")],
    ),
    (
        '<urlset xmlns="https://www.sitemaps.org/schemas/sitemap/0.9/"><url><loc>l</loc></url></urlset>',
        [("loc", None, "l")],
    ),
    (
        "<opml><outline xmlUrl='f' htmlUrl='h' text='t'/></opml>",
        [("outline", "xmlUrl", "f"), ("outline", "htmlUrl", "h")],
    ),
    ("<D:multistatus xmlns:D='DAV:'><D:href>/a/</D:href></D:multistatus>", [("D:href", None, "/a/")]),
    (
        "<rfc><eref target='e'/><xref target='x'/><reference target='r'/></rfc>",
        [("eref", "target", "e"), ("reference", "target", "r")],
    ),
    (
        "<Relationships><Relationship Target='a/b.xml' Type='http://t.example/'/></Relationships>",
        [("Relationship", "Target", "a/b.xml"), ("Relationship", "Type", "http://t.example/")],
    ),
    # XHTML: elements without raw text, and empty-element tags
    (
        f'<html xmlns="{XHTML}"><script src="s"/><title/><a href="x">t</a></html>',
        [("script", "src", "s"), ("a", "href", "x")],
    ),
    (f'<h:html xmlns:h="{XHTML}"><h:a ping="x"/><a ping="y"/></h:html>', [("h:a", "ping", "x")]),
    (
        "<html><img srcset='a 1x, b 2x' src='c'/><p style='b:url(d)' title='e'/></html>",
        [("img", "srcset", "a"), ("img", "srcset", "b"), ("img", "src", "c"), ("p", "style", "d")],
    ),
    (
        "<html><meta http-equiv='Refresh' content='0;url=x'/><meta content='0;url=y'/></html>",
        [("meta", "content", "x")],
    ),
    ("<html><style>a{b:url(x)}</style></html>", [("style", "", "x")]),
    # SVG
    (
        f'<svg xmlns="{SVG}"><use href="#a"/><rect fill="url(#b)" style="c:url(d)" e="f"/></svg>',
        [("use", "href", "#a"), ("rect", "fill", "#b"), ("rect", "style", "d")],
    ),
    (
        "<svg><style><![CDATA[@import 'a?b&amp;c'; d{e:url(f)}]]></style></svg>",
        [("style", "", "a?b&amp;c"), ("style", "", "f")],
    ),
    (
        "<svg><style>@import 'a?b&amp;c'</style><p:style xmlns:p='p'>@import 'x'</p:style></svg>",
        [("style", "", "a?b&c")],
    ),
    (
        "<!DOCTYPE svg [<!ENTITY ns_svg 's'>]><svg xmlns='&ns_svg;' xmlns:xlink='&ns_xlink;'><path fill='url(#a)'/>"
        "<use xlink:href='#b'/></svg>",
        [("path", "fill", "#a"), ("use", "xlink:href", "#b")],
    ),
    (
        f'<svg xmlns="{SVG}"><a href="x" ping="y z"/><set to="url(#a)"/><animate values="url(#b);none;url(#c)"/></svg>',
        [
            ("a", "href", "x"),
            ("a", "ping", "y"),
            ("a", "ping", "z"),
            ("set", "to", "#a"),
            ("animate", "values", "#b"),
            ("animate", "values", "#c"),
        ],
    ),
    # external entities: the system identifier is relative to the document's own URI; references in it are not decoded
    (
        "<!DOCTYPE a SYSTEM 'a.dtd' [<!ENTITY b SYSTEM 'c.xml?d&amp;e'>\n<!-- <!ENTITY f SYSTEM 'g'> --><!ENTITY % h "
        "SYSTEM \"i\"><!ENTITY j SYSTEM 'k' NDATA l><!ENTITY m PUBLIC '-//n' 'o'><!ENTITY p 'q'>]><a/>",
        [("!ENTITY", "SYSTEM", "c.xml?d&amp;e"), ("!ENTITY", "SYSTEM", "i"), ("!ENTITY", "SYSTEM", "k")],
    ),
    # namespaces: nested, undeclared again, declared after their use
    (f'<a><b xmlns="{ATOM}"><generator uri="x"/></b><generator uri="y"/></a>', [("generator", "uri", "x")]),
    (
        f'<feed xmlns="{ATOM}"><generator uri="x"/><a xmlns=""><generator uri="y"/><b xmlns="{ATOM}">'
        '<generator uri="z"/></b></a><generator uri="w"/></feed>',
        [("generator", "uri", "x"), ("generator", "uri", "z"), ("generator", "uri", "w")],
    ),
    (f'<x><generator uri="x" xmlns="{ATOM}"/><generator uri="y"/></x>', [("generator", "uri", "x")]),
    (
        f'<x><generator xmlns="{ATOM}" uri="x"><generator uri="y"></generator></generator><generator uri="z"/></x>',
        [("generator", "uri", "x"), ("generator", "uri", "y")],
    ),
    # not well-formed
    ("<rss><item><link>x</item><enclosure url=u></rss>", [("link", None, "x"), ("enclosure", "url", "u")]),
    (
        "<rss><enclosure url='a?b&c' url='d'/><p>1 < 2</p><link>x?a&b</link></rss>",
        [("enclosure", "url", "a?b&c"), ("link", None, "x?a&b")],
    ),
    ("<rss><!-- <link>x</link> http://h.example/", [(None, None, "http://h.example/")]),
    ("<rss><link>http://h.example/", [("link", None, "http://h.example/")]),
    ("text <a b='http://h.example/'/>", [("a", "b", "http://h.example/")]),
]

# A document, and the targets of its relative references.
BASES = [
    ("<a xml:base='http://b.example/c/'><d xlink:href='x'/></a>", ["http://b.example/c/x"]),
    # the xml:base of an element applies to its own attributes (XML Base §4.2)
    ("<a xml:base='http://b.example/c/' xlink:href='x'/>", ["http://b.example/c/x"]),
    ("<a xlink:href='x' xml:base='http://b.example/c/'/>", ["http://b.example/c/x"]),
    # and is resolved against the base of the parent
    (
        "<a xml:base='/e/'><b xml:base='f/g' xlink:href='x'><c xml:base='..' xlink:href='y'/></b>"
        "<b xlink:href='z'/></a>",
        ["http://own.example/e/", "http://own.example/e/f/g", "http://own.example/e/f/x", "http://own.example/e/",
         "http://own.example/e/y", "http://own.example/e/z"],
    ),
    ("<a><b xml:base='/e/'/><b xlink:href='x'/></a>", ["http://own.example/e/", "http://own.example/d/x"]),
    ("<a xml:base=''><b xlink:href=''/></a>", [OWN, OWN]),
    ("<a xml:base='/e/#f'><b xlink:href='#g'/></a>", ["http://own.example/e/#f", "http://own.example/e/#g"]),
    ("<a xml:base='/e f/\u00e9/'><b xlink:href='g'/></a>",
     ["http://own.example/e%20f/%C3%A9/", "http://own.example/e%20f/%C3%A9/g"]),
    # missing end tags
    ("<a><b xml:base='/e/'><c><c></b><d xlink:href='x'/></a>", ["http://own.example/e/", "http://own.example/d/x"]),
    ("<a><b xml:base='/e/'><b><b/></b><d xlink:href='x'/></b><d xlink:href='x'/></a>",
     ["http://own.example/e/", "http://own.example/e/x", "http://own.example/d/x"]),
    ("<a><b xml:base='/e/'><c xml:base='f/'></b><d xlink:href='x'/></a>",
     ["http://own.example/e/", "http://own.example/e/f/", "http://own.example/d/x"]),
    # text, instructions, escaped HTML
    ("<!DOCTYPE html [<!ENTITY e SYSTEM 'f'>]><html><base href='/a/'/></html>",
     ["http://own.example/d/f", "http://own.example/a/"]),
    (f"<feed xmlns='{ATOM}' xml:base='/e/'><icon>i</icon><entry xml:base='f/'>"
     "<summary type='html'>&lt;a href='x'></summary>"
     "</entry><?xml-stylesheet href='s'?></feed>",
     ["http://own.example/e/", "http://own.example/e/i", "http://own.example/e/f/", "http://own.example/e/f/x",
      "http://own.example/e/s"]),
    ("<?xml-stylesheet href='s'?><a xml:base='/e/'/>", ["http://own.example/d/s", "http://own.example/e/"]),
    ("<rss xml:base='/e/'><description>&lt;base href='/f/'>&lt;a href='x'></description></rss>",
     ["http://own.example/e/", "http://own.example/f/", "http://own.example/f/x"]),
    # the base element of XHTML, before and after references, and with xml:base, which browsers ignore
    ("<html><base href='/a/'/><a href='x'/></html>", ["http://own.example/a/", "http://own.example/a/x"]),
    ("<html><a href='x'/><p xml:base='z/'><a href='y'/></p><base href='/a/'/><p xml:base='z/'><a href='y'/></p></html>",
     ["http://own.example/a/x", "http://own.example/a/z/y", "http://own.example/a/", "http://own.example/a/z/y"]),
    ("<html><template><p><template><base href='/t/'/></template></p><base href='/t/'/></template><a href='x'/></html>",
     ["http://own.example/t/", "http://own.example/t/", "http://own.example/d/x"]),
    ("<html><template/><base href='/a/'/><template xml:base='/e/'><a href='x'/></template><a href='y'/></html>",
     ["http://own.example/a/", "http://own.example/e/x", "http://own.example/a/y"]),
    (f"<html xmlns='{XHTML}'><svg xmlns='{SVG}'><base href='/s/'/></svg><base href='/a/'/><a href='x'/></html>",
     ["http://own.example/s/", "http://own.example/a/", "http://own.example/a/x"]),
    (f"<feed xmlns='{ATOM}'><content><base xmlns='{XHTML}' href='/a/'/></content><link href='x'/></feed>",
     ["http://own.example/a/", "http://own.example/d/x"]),
    (f"<svg xmlns='{SVG}'><use href='u'/><foreignObject><base xmlns='{XHTML}' href='/a/'/></foreignObject></svg>",
     ["http://own.example/a/u", "http://own.example/a/"]),
    (f"<feed xmlns='{ATOM}'><link href='x'/><base xmlns='' href='/a/'/><link href='y'/></feed>",
     ["http://own.example/d/x", "http://own.example/a/", "http://own.example/d/y"]),
    ("<html><object codebase='/c' data='d' classid='e'/><base href='/a/'/></html>",
     ["http://own.example/c", "http://own.example/a/d", "http://own.example/c/e", "http://own.example/a/"]),
    ("<html><form action=''/><base href='/a/'/></html>", [OWN, "http://own.example/a/"]),
]  # fmt: skip

LARGE = (
    f'<feed xmlns="{ATOM}" xmlns:l="http://www.w3.org/1999/xlink" xml:base="http://b.example/z/">\r\n'
    '<title>Tides &amp; http://t.example/?a&amp;b</title>\n'
    "<link\n href='a&#10;b\u00e9?x&amp;y' title='t http://q.example/'/>caf\u00e9 http://caf\u00e9.example/\u00e9\n"
    "<id>\n \u00e9:x <!-- http://k.example/ --></id><icon> i&amp;\u00e9 </icon><logo><![CDATA[\nl&amp;]]>\n</logo>\n"
    ""
    "<summary type='html'>&lt;p>\u00e9&lt;/p>\n&lt;a\nhref='h?a&amp;amp;b\u00e9'> http://w.example/\u00e9&lt;/a>\n</summary>\n"
    "<content type='html'><![CDATA[<img\nsrc='i.png'>]]>&#32;<![CDATA[http://v.example/ "
    "<style>@import\n'i.css';</style>]]></content>\n"
    "<entry xml:base='e/'><link href='x'/><a l:href='y'>http://e.example/&lt;</a></entry></feed>"
)  # fmt: skip
