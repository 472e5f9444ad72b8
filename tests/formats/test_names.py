"""URIs that are names, not links: of namespaces, DTDs, schemas, types, properties and relations."""

import random
import re

import pytest
from tests.scanners import Scanner

from uri_extract import extract, extract_soup, extract_text
from uri_extract.markup.html.scanner import HtmlScanner
from uri_extract.markup.xml.scanner import XmlScanner
from uri_extract.rows.details import Origin
from uri_extract.scan import kernels

N = "http://n.example/"
LINK = "http://l.example/"

# In all documents, names begin with N, and links with LINK.
TEXTS = [
    f'xmlns="{N}"',
    f"xmlns='{N}'",
    f"xmlns={N} b",
    f'xmlns = "{N}"',
    f'xmlns\n=\n"{N}" xmlns:p_1="{N}p"',
    f'<a XMLNS:V="{N}">',
    f'"<svg xmlns=\\"{N}\\">"',
    f'"<svg xmlns=\\"{N}\\">"'.replace("/", "\\/").replace("http:\\/\\/n.example\\/", f"{N}"),
    f'<svg xmlns=3D"{N}">',
    f'axmlns="{LINK}" xmlnsx="{LINK}" x:xmlns="{LINK}" xmlns-p="{LINK}" xmln="{LINK}"',
    f'{{"xmlns": "{N}", "xmlns:x" : "{N}x", xmlns:"{N}y"}}',
    f"{{xmlns\n:\n'{N}'}}" + f'"{{\\"xmlns\\":\\"{N}\\"}}"',
    f'{{"url": "{LINK}", "axmlns": "{LINK}", "xmlns-x": "{LINK}", xmln: "{LINK}", a:"{LINK}"}}',
    f'createElementNS("{N}", "a"); e.setAttributeNS(\n  \'{N}x\', "x:href", "{LINK}")',
    f'e.setAttributeNS(null, "href", "{LINK}"); e.setAttribute("{LINK}"); DNS("{LINK}"); NS("{LINK}"); aNs("{LINK}")',
    f'xmlns "{LINK}" see xmlns: {LINK} and "xmlns", "{LINK}" and href="{LINK}"',
    f'<!DOCTYPE html PUBLIC "-//N//DTD X//EN" "{N}x.dtd">',
    f"<!doctype html\n public '-//N//DTD X//EN'\n '{N}x.dtd'>",
    f'<!DOCTYPE html SYSTEM "{N}x.dtd">',
    f'<!DOCTYPE html PUBLIC "{N}public">',
    f'<!ENTITY % iso SYSTEM "{N}iso.ent">',
    f'<!ENTITY\t%\niso PUBLIC "-//N//X//EN" "{N}iso.ent">',
    f'<!NOTATION gif PUBLIC "-//N//X//EN" "{N}gif">',
    f'<!ENTITY chapter SYSTEM "{LINK}chapter.xml"> <!ENTITY figure PUBLIC "-//N//X//EN" "{LINK}f.png" NDATA png>',
    f'<!ENTITY value "{LINK}"> SYSTEM "{LINK}" PUBLIC "a" "{LINK}" the DOCTYPE html SYSTEM "{LINK}"',
    f'said "{LINK}" and "x" "{LINK}" and \'{LINK}\' "{LINK}',
    f'"{LINK}" = "{LINK}"="{LINK}"',
    f'@namespace "{N}"; @namespace svg \'{N}svg\';@NAMESPACE url({N}a); @namespace\nm url( "{N}m" )',
    f'namespace "{LINK}"; @namespaces "{LINK}"; @namespace a b "{LINK}"; url({LINK}) @namespace "x" "{LINK}"',
]

HTML = [
    f'<!DOCTYPE html PUBLIC "-//W3C//DTD X//EN" "{N}x.dtd"><html xmlns="{N}" xmlns:v="{N}v"><body>',
    f"<html xmlns={N}><html xmlns={N}2><a href={LINK}>",
    f"<head profile='{N}a {N}b'><link rel=profile href={LINK}>",
    f"<p itemscope itemtype='{N}a {N}b' itemprop='name {N}c' itemid={LINK}>",
    f"<body vocab={N} prefix='og: {N}og# a: {N}a'><p typeof='a:b {N}t' property={N}p resource={LINK} datatype={N}d>",
    f"<svg xmlns='{N}' xmlns:xlink='{N}x'><a xlink:href={LINK} xlink:role={N} xlink:arcrole={N}arc /></svg>",
    f"<!--[if mso]><v:rect xmlns:v='{N}' href='{LINK}'><p itemtype={N}><![endif]-->",
    f"<!-- <svg xmlns='{N}'> --><script>x = \"<svg xmlns='{N}'>\"; y = '{LINK}'</script>",
    f"<script>a = {{xmlns: '{N}', 'xmlns:x':'{N}x', url: '{LINK}'}}; b = '{{\"xmlns\": \"{N}\"}}'</script>",
    f"<script>b.createElementNS('{N}', 'a').setAttributeNS('{N}x', 'x:href', '{LINK}')</script>",
    f"<a href={LINK}ns>{LINK}ns</a><meta property=og:url content={LINK}>",
    f"<tr xmlns='{N}'><td xmlns:o='{N}'>",
    f"<style>@namespace url({N});@namespace svg url('{N}svg'); @namespace a '{N}a'; b {{ c: url({LINK}) }}</style>",
]

XML = [
    f"<a xmlns='{N}' xmlns:b='{N}b' href='{LINK}'/>",
    f"<?xml-model href='{N}x.rng' schematypens='{N}'?>"
    f"<?xml-stylesheet schematypens='{LINK}'?><?xml-stylesheet href='{LINK}x.css'?><a/>",
    f"<a xsi:schemaLocation='{N}a {N}a.xsd' xsi:noNamespaceSchemaLocation='{N}b.xsd'/>",
    f"<schema targetNamespace='{N}' xmlns='{N}'><import namespace='{N}' schemaLocation='{LINK}'/></schema>",
    f"<a:b targetNamespace='{N}' nsURI='{N}' datatypeLibrary='{N}' ns='{N}' uri='{LINK}'/>",
    f"<a xlink:href='{LINK}' xlink:role='{N}' xlink:arcrole='{N}'/>",
    f"<rdf:RDF><rdf:Description rdf:about='{LINK}'><x rdf:datatype='{N}'>1</x><y rdf:resource='{LINK}'/>"
    f"<rdf:type rdf:resource='{N}'/></rdf:Description></rdf:RDF>",
    f"<Relationships><Relationship Type='{N}' Target='{LINK}' TargetMode='External'/></Relationships>",
    f"<rdf:RDF xmlns:cc='http://creativecommons.org/ns#' xmlns:dc='http://purl.org/dc/elements/1.1/'>"
    f"<cc:Work rdf:about='{LINK}'><dc:type rdf:resource='{N}'/><cc:license rdf:resource='{LINK}'/></cc:Work>"
    f"<cc:License><cc:permits rdf:resource='{N}'/><cc:requires rdf:resource='{N}'/></cc:License></rdf:RDF>",
    f"<svg><foreignObject requiredFeatures='{N}a {N}b' requiredExtensions='{N}' a='{LINK}'/><a href='{LINK}'/></svg>",
    f"<feed xmlns='http://www.w3.org/2005/Atom'><link rel='{N}' href='{LINK}'/><category scheme='{LINK}'/></feed>",
    f"<catalog><system systemId='{N}' uri='{LINK}'/><uri name='{N}' uri='{LINK}'/></catalog>",
    f"<html xmlns='http://www.w3.org/1999/xhtml'><p itemtype='{N}' property='{N}'><a href='{LINK}'/></p></html>",
    f"<!DOCTYPE a PUBLIC '-//N//X//EN' '{N}x.dtd' [<!ENTITY % p SYSTEM '{N}p'> %p; <!ENTITY c SYSTEM '{LINK}'>]><a/>",
]


def kinds(found):
    """Return for each reference (True if it is reported as a name, True if it should be)."""
    return [
        (each.kind == "namespace", N in each.reference) for each in found if re.search(r"[nl]\.example", each.reference)
    ]


def assert_told_apart(found):
    named = kinds(found)
    assert named
    assert all(is_name == wanted for is_name, wanted in named), [(each.kind, each.reference) for each in found]


@pytest.mark.parametrize("variant", sorted(kernels))
@pytest.mark.parametrize("text", TEXTS)
def test_text_before_a_uri_may_mark_it_as_the_name_of_a_namespace(text, variant):
    for chunk in (1, 3, len(text)):
        scanner = Scanner(kernel=kernels[variant])
        data = text.encode()
        found = [each for at in range(0, len(data), chunk) for each in scanner.feed(data[at : at + chunk])]
        found += scanner.close()
        assert_told_apart(found)
        assert len(kinds(found)) == len(re.findall(r"http:", text))


@pytest.mark.parametrize("document", HTML)
def test_names_in_html_are_distinguished_from_links(document):
    found = list(extract_text(document.encode(), media_type="text/html"))
    assert_told_apart(found)
    assert len(kinds(found)) == len(re.findall(r"http://[nl]\.example", document))
    scanner = HtmlScanner(origin=Origin(media_type="text/html"))
    cut = [each for byte in document.encode() for each in scanner.feed(bytes([byte]))] + scanner.close()
    assert cut == found


@pytest.mark.parametrize("document", XML)
def test_names_in_xml_are_distinguished_from_links(document):
    found = list(extract_text(document, media_type="application/xml"))
    assert_told_apart(found)
    scanner = XmlScanner(origin=Origin(media_type="application/xml"))
    cut = [each for byte in document.encode() for each in scanner.feed(bytes([byte]))] + scanner.close()
    assert cut == found


@pytest.mark.parametrize("document", HTML)
def test_a_soup_has_the_same_names(document):
    bs4 = pytest.importorskip("bs4")
    if document.startswith("<html xmlns=" + N + "><html"):  # builders drop the second attribute
        document = document.replace(f"<html xmlns={N}2>", "")
    found = extract_soup(bs4.BeautifulSoup(document, "html.parser"))
    expected = extract_text(document, media_type="text/html")
    assert sorted((each.kind, each.reference, each.rel or "") for each in found) == sorted(
        (each.kind, each.reference, each.rel or "") for each in expected
    )


def test_names_in_mail_are_distinguished_from_links():
    mail = (
        "MIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
        f'<html xmlns=3D"{N}" xmlns:o=3D"{N}o"><a href=3D"{LINK}">x</a>\n'
    )
    assert_told_apart(list(extract_text(mail, media_type="message/rfc822")))


def test_a_name_has_the_other_fields_of_the_same_reference_as_a_link():
    name, link = extract_text(
        "<a b:schemaLocation='p/../x.xsd' href='p/../x.xsd'/>".replace("b:", "xsi:").replace(" href", " xlink:href"),
        media_type="application/xml",
        base="http://b.example/",
    )
    assert (name.kind, link.kind) == ("namespace", "relative")
    for field in ("reference", "target", "valid", "errors", "hazards", "base", "base_from", "scheme", "host"):
        assert getattr(name, field) == getattr(link, field), field
    assert name.target == "http://b.example/x.xsd"
    assert name.as_dict()["kind"] == "namespace"


def test_a_relative_name_waits_for_the_base_as_a_link_does():
    found = extract_text("<p itemtype=x itemprop=y><base href=http://b.example/>", media_type="text/html")
    assert [(each.kind, each.target) for each in found] == [
        ("namespace", "http://b.example/x"),
        ("uri", "http://b.example/"),
    ]


@pytest.mark.parametrize("variant", sorted(kernels))
def test_looking_for_a_declaration_is_linear(variant):
    rng = random.Random(5)
    for unit in (
        '="http:x',
        "='' \"http://a.b/",
        'xmlns="\'"http://a.b/ ',
        'PUBLIC "" "http://a.b/',
        "=" * 9 + "http://a.b/\n",
    ):
        examined = []
        for size in (2000, 4000):
            data = "".join(unit + rng.choice(("", " ", '"', "x" * 70)) for _ in range(size)).encode()
            kernel = kernels[variant]()
            kernel.load(data, 0, 0, True)
            while kernel.scan():
                pass
            examined.append(kernel.examined / len(data))
        assert max(examined) < 12
        assert examined[1] < 1.2 * examined[0]


@pytest.mark.parametrize("media_type", ["text/html", "application/xhtml+xml"])
def test_a_declaration_of_a_namespace_in_a_style_sheet_of_markup_is_not_lost(media_type):
    sheet = f"@namespace url({N}); @namespace b url('{N}b'); c {{ d: url({LINK}) }}"
    text = f"<html xmlns='http://www.w3.org/1999/xhtml'><style>{sheet}</style></html>".encode()
    found = [(each.kind, each.reference) for each in extract(text, media_type=media_type)]
    assert found[-3:] == [("namespace", N), ("namespace", f"{N}b"), ("uri", LINK)]
