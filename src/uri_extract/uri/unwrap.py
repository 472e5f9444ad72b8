"""Recover the original URI of a link that a mail filter, redirector, click counter or archive has rewritten."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from uri_extract._compat._typing import Final, NamedTuple
from uri_extract.limits import MAX_ENCODINGS, MAX_REWRITERS
from uri_extract.uri import url_parser
from uri_extract.uri._backend import is_valid
from uri_extract.uri.components import Reference, string_of
from uri_extract.uri.percent import Encoder, decode_to_bytes

# -- Services that replace links by links to themselves, and the place of the original URI in these --------------------
#
# A rewriter is listed if its links lead to that URI and contain it: mail filters, redirectors of sites, click counters,
# caches and archives. Pages that share, preview or translate a URI are not listed, because they have content of their
# own; neither are shorteners, whose links do not contain the URI.
#
# The formats are from public descriptions, and from links in mail and web archives; no service was contacted.

#: The encoding of the URI: none or percent-encoding, perhaps several times; base64; hexadecimal; those of Proofpoint
#: URL Defense 2 and 3; without the scheme, which is "https".
PERCENT, BASE64, HEXADECIMAL, DEFENSE_2, DEFENSE_3, HTTPS = (
    *("percent", "base64", "hexadecimal", "defense-2", "defense-3", "https"),
)  # fmt: skip


class Rewriter(NamedTuple):
    """A service: its hosts, and the place of the URI in its links, after the authority.

    ``hosts`` are names separated by blanks. A name that begins with a full stop matches any name that ends with it, and
    one that ends in ``.*`` matches that name in any country (``google.*``: google.com, google.de, google.co.nz).
    ``path`` is a pattern for the text after the authority. The URI is the group of that pattern, or the value of the
    first of ``parameters`` that the query has.

    >>> Rewriter("Click counter", "go.example.org", parameters=("url",)).encoding
    'percent'
    """

    service: str
    hosts: str
    path: str = ""
    parameters: tuple[str, ...] = ()
    encoding: str = PERCENT


# Up to the URI in a path: "http", perhaps with the colon and slashes encoded.
_URI = r"(https?(?::|%3[Aa]).*)"

REWRITERS: Final = (
    # Mail filters.
    Rewriter("Microsoft Safe Links", ".safelinks.protection.outlook.com .safelinks.protection.office365.us "
             ".safelinks.protection.partner.outlook.cn .safelinks.eop-tm2.outlook.com", parameters=("url",)),
    Rewriter("Proofpoint URL Defense 1", "urldefense.proofpoint.com urldefense.com urldefense.us", r"/v1/url\?",
             ("u",)),
    Rewriter("Proofpoint URL Defense 2", "urldefense.proofpoint.com urldefense.com urldefense.us", r"/v2/url\?",
             ("u",), DEFENSE_2),
    Rewriter("Proofpoint URL Defense 3", "urldefense.proofpoint.com urldefense.com urldefense.us", r"/v3/__(.*)",
             encoding=DEFENSE_3),
    Rewriter("Barracuda Link Protection", "linkprotect.cudasvc.com", r"/url\?", ("a",)),
    Rewriter("Mimecast", ".mimecast.com .mimecastprotect.com", r"/[^?]*\?", ("url", "u")),
    Rewriter("Cisco Secure Email", "secure-web.cisco.com", f"/[^/?#]*/{_URI}"),
    Rewriter("Trend Micro", ".trendmicro.com .trendmicro.eu", parameters=("url",)),
    Rewriter("Symantec Click-time", "clicktime.symantec.com clicktime.cloud.postoffice.net", parameters=("u",)),
    Rewriter("Trellix", "protect.fireeye.com protect2.fireeye.com protect.trellix.com", r"/(?:v1/)?url\?", ("u",)),
    Rewriter("Check Point", "protect.checkpoint.com url.avanan.click protect.avanan.click", r"/v2/___(.*?)___\."),
    Rewriter("Sophos", ".protection.sophos.com", r"/\?", ("u",), BASE64),
    Rewriter("Zix", "link.zixcentral.com", parameters=("u",)),
    Rewriter("Edgewave", "redirect.edgewave.com redirect.redcondor.net", parameters=("url", "u")),
    Rewriter("Intermedia LinkSafe", "url.emailprotection.link", r"/\?", ("url",)),
    Rewriter("Mailguard", "console.mailguard.com.au", parameters=("u", "url")),
    # Redirectors of sites, for their outgoing links.
    Rewriter("Google", "google.*", r"/(?:[a-z]+/)?url\?", ("q", "url")),
    Rewriter("Google Images", "google.*", r"/imgres\?", ("imgurl",)),
    Rewriter("Google Alerts", "google.*", r"/alerts/[a-z/]*\?", ("url",)),
    Rewriter("Google Ads", "google.* .googleadservices.com .doubleclick.net", r"[^?]*/[ai]?clk\b",
             ("adurl",)),
    Rewriter("Google Ads", ".doubleclick.net", r"[^?]*/(?:pcs/click|clk;|click)", ("adurl",)),
    Rewriter("Blogger", "blogger.com .blogger.com", r"/b/[a-z-]+\?", ("continue",)),
    Rewriter("YouTube", "youtube.com .youtube.com", r"/redirect\?", ("q",)),
    Rewriter("Facebook", "l.facebook.com lm.facebook.com www.facebook.com facebook.com", r"/l\.php\?", ("u",)),
    Rewriter("Instagram", "l.instagram.com", r"/\?", ("u",)),
    Rewriter("Messenger", "l.messenger.com", r"/l\.php\?", ("u",)),
    Rewriter("Threads", "l.threads.com l.threads.net", r"/\?", ("u",)),
    Rewriter("LinkedIn", "linkedin.com .linkedin.com",
             r"/(?:redir/redirect|redirect|safety/go|slink|authwall|leo)\b[^?]*\?", ("url", "sessionRedirect")),
    Rewriter("Reddit", "out.reddit.com", r"/[^?]*\?", ("url",)),
    Rewriter("Reddit mail", "click.redditmail.com", r"/CL0/([^/?#]*)"),
    Rewriter("Slack", "slack-redir.net .slack-redir.net", r"/link\?", ("url",)),
    Rewriter("Steam", "steamcommunity.com", r"/linkfilter/?\?", ("u", "url")),
    Rewriter("Tumblr", "t.umblr.com", r"/redirect\?", ("z",)),
    Rewriter("VK", "vk.com m.vk.com away.vk.com vk.ru", r"/away(?:\.php)?\?", ("to",)),
    Rewriter("OK", "ok.ru m.ok.ru", r"/dk\?", ("st.link", "st.rfn")),
    Rewriter("DeviantArt", "deviantart.com .deviantart.com", r"/users/outgoing\?(.*)"),
    Rewriter("Disqus", "disq.us .disq.us", r"/(?:url)?\?", ("url",)),
    Rewriter("Pocket", "getpocket.com", r"/redirect\?", ("url",)),
    Rewriter("DuckDuckGo", "duckduckgo.com .duckduckgo.com", r"/(?:l|iu)/\?", ("uddg", "u")),
    Rewriter("Bing", "bing.com .bing.com", r"/(?:ck/a|aclick)\b[^?]*\?", ("u",), BASE64),
    Rewriter("Yahoo search", "r.search.yahoo.com .search.yahoo.com", r"/[^?#]*?/RU=([^/?#]*)"),
    Rewriter("Yahoo", ".yahoo.com .yahoo.co.jp .yahoo.co.uk .yahoo.de .yahoo.fr .yahoo.it .yahoo.es .yahoo.ca",
             r"[^*]*\*-?(https?(?::|%3[Aa]).*)"),
    Rewriter("Yahoo mail", "ecp.yusercontent.com", r"/mail\?", ("url",)),
    Rewriter("AOL", "aol.com .aol.com", r"/redir(?:\.adp)?\?", ("_url", "url", "urn")),
    Rewriter("Mozilla add-ons", "outgoing.prod.mozaws.net prod.outgoing.prod.webservices.mozgcp.net",
             f"/v1/[0-9a-f]+/{_URI}"),
    Rewriter("Medium", "medium.com", r"/r/\?", ("url",)),
    Rewriter("Substack images", "substackcdn.com", f"/image/fetch/[^?#]*?/{_URI}"),
    Rewriter("Cloudinary", "res.cloudinary.com", f"/[^/?#]+/image/fetch/(?:[^?#]*?/)?{_URI}"),
    Rewriter("Dereferer", "dereferer.org www.dereferer.org dereferer.me anonym.to anonym.es nullrefer.com href.li "
             "hiderefer.com refer.today", r"/\??(.*)"),
    Rewriter("Zhihu", "link.zhihu.com", r"/\?", ("target",)),
    Rewriter("CSDN", "link.csdn.net", r"/\?", ("target",)),
    Rewriter("Juejin", "link.juejin.cn link.juejin.im", r"/?\?", ("target",)),
    Rewriter("Jianshu", "link.jianshu.com www.jianshu.com", r"/?(?:go-wild)?\?", ("t", "url")),
    Rewriter("Gitee", "gitee.com", r"/link\?", ("target",)),
    Rewriter("OSChina", "www.oschina.net my.oschina.net", r"/(?:action/GoToLink|link)\?", ("url",)),
    Rewriter("Douban", "www.douban.com", r"/link2/?\?", ("url",)),
    Rewriter("Weibo", "weibo.cn weibo.com", r"/sinaurl\?", ("u", "toasturl")),
    Rewriter("Tencent", "c.pc.qq.com mail.qq.com", r"/[^?]*\?", ("pfurl", "gourl")),
    Rewriter("Naver", "cr.naver.com", parameters=("u",)),
    Rewriter("HelloGitHub", "hellogithub.com", r"/(?:[a-z]{2}/)?periodical/statistics/click/?\?", ("target",)),
    Rewriter("Hacker News reader", "hn.premii.com", parameters=("url",)),
    # Click counters.
    Rewriter("Amazon SES", ".awstrack.me", r"/[A-Z]+[0-9]/([^/?#]*)"),
    Rewriter("Skimlinks", "go.redirectingat.com go.skimresources.com redirect.viglink.com", parameters=("url", "u")),
    Rewriter("Impact", ".evyy.net .sjv.io .pxf.io .ojrq.net .7eer.net .i8h.net", parameters=("u",)),
    Rewriter("Rakuten LinkSynergy", "click.linksynergy.com", parameters=("murl", "RD_PARM1")),
    Rewriter("Awin", "awin1.com .awin1.com", parameters=("ued", "p")),
    Rewriter("CJ", ".anrdoezrs.net .dpbolvw.net .jdoqocy.com .kqzyfj.com .tkqlhce.com", parameters=("url",)),
    Rewriter("CJ", ".anrdoezrs.net .dpbolvw.net .jdoqocy.com .kqzyfj.com .tkqlhce.com", f"/links/[^?#]*?/{_URI}"),
    Rewriter("ShareASale", ".shareasale.com shareasale.com", parameters=("urllink",)),
    Rewriter("eBay", "rover.ebay.com", parameters=("mpre",)),
    Rewriter("Tradedoubler", "clk.tradedoubler.com clkuk.tradedoubler.com clkde.tradedoubler.com", parameters=("url",)),
    Rewriter("Partnerize", "prf.hn", f"/click/[^?#]*?/destination:{_URI}"),
    Rewriter("Adobe Advertising", ".everesttech.net", parameters=("url",)),
    # Caches and proxies.
    Rewriter("Google AMP", "google.*", "/amp/s/(.*)", encoding=HTTPS),
    Rewriter("Google AMP Cache", ".cdn.ampproject.org .bing-amp.com .ampproject.net", "/[civ]/s/(.*)", encoding=HTTPS),
    Rewriter("GitHub Camo", "camo.githubusercontent.com", "/[0-9a-f]+/([0-9a-f]+)", encoding=HEXADECIMAL),
    Rewriter("Gmail images", ".googleusercontent.com", r"/[^#]*#(.*)"),
    Rewriter("weserv", "images.weserv.nl wsrv.nl", parameters=("url",)),
    # Archives: the capture of a URI.
    Rewriter("Internet Archive", "web.archive.org wayback.archive.org web-beta.archive.org",
             r"/(?:web/)?(?:[0-9]{1,14}|\*)(?:[a-z]{2}_|\*)?/" + _URI),
    Rewriter("Archive-It", "wayback.archive-it.org", r"/[a-z0-9]+/[0-9]{1,14}(?:[a-z]{2}_)?/" + _URI),
    Rewriter("archive.today", "archive.today archive.ph archive.is archive.li archive.vn archive.fo archive.md",
             f"/(?:o/[0-9A-Za-z]+/|newest/|oldest/|timegate/|[0-9.-]{{4,17}}/)?{_URI}"),
    Rewriter("UK Web Archive", "webarchive.nationalarchives.gov.uk www.webarchive.org.uk",
             r"/(?:ukgwa/|wayback/archive/|wayback/en/archive/)?[0-9]{1,14}(?:[a-z]{2}_)?/" + _URI),
    Rewriter("Arquivo.pt", "arquivo.pt", r"/(?:noFrame/replay|wayback)/[0-9]{1,14}(?:[a-z]{2}_)?/" + _URI),
    Rewriter("Library of Congress", "webarchive.loc.gov", r"/(?:all|[a-z0-9]+)/[0-9]{1,14}(?:[a-z]{2}_)?/" + _URI),
    Rewriter("Perma.cc", "perma-archives.org", f"/(?:warc|media)/[^?#]*?/{_URI}"),
)  # fmt: skip


# -- The original URL behind a rewritten link --------------------------------------------------------------------------

#: A scheme, an authority without userinfo and port, and the rest.
PARTS = re.compile(r"https?://(?:[^/?#@]*@)?([^/?#:@]+)(?::[0-9]*)?(.*)", re.IGNORECASE | re.DOTALL)
#: The separator of query parameters: HTML writes "&amp;", and a few servers accept ";".
SEPARATOR = re.compile(r"&(?:amp;)?|;(?=[A-Za-z_.]+=)")
# The schemes that are unwrapped: not scripts or data.
_SCHEME = re.compile(r"https?:/", re.IGNORECASE)
# Archives and filters merge two slashes into one, as servers do in a path.
_SINGLE_SLASH = re.compile(r"https?:/(?!/)", re.IGNORECASE)
_WITH_HOST = re.compile(r"https?://[^/?#]", re.IGNORECASE)
_NO_ENCODING = re.compile(r"%(?![0-9A-Fa-f]{2})")
# Country-code domains, in some countries with a second-level domain.
_COUNTRY = re.compile(r"(?:com|[a-z]{2}|com?\.[a-z]{2})\Z")
# The most labels of a rewriter's host that are compared.
_MOST_LABELS = max(host.count(".") for rewriter in REWRITERS for host in rewriter.hosts.split())
# Characters that a URI may have unencoded (RFC 3986 Appendix A). Brackets only delimit a host.
_KEPT = Encoder(frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%"))
# Proofpoint URL Defense 3: "*" is one character of the encoded text, "**" with one of these is a run, of two or more.
_RUN_LENGTHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_RUN = re.compile(r"\*(\*[A-Za-z0-9_-])?")


def unwrap(uri: str | Reference) -> str | None:
    """Return the URI inside the link of a known rewriter; None for any other link.

    Nested rewriters are removed too, so ``unwrap()`` of the result is None. Nothing is fetched: the result depends only
    on the text. It is a valid ``http`` or ``https`` URI; None if the link does not contain one, or has more than
    :data:`~uri_extract.limits.MAX_REWRITERS` nested rewriters. :mod:`uri_extract.uri.unwrap` lists the rewriters.

    >>> unwrap("https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1&sa=D")
    'https://example.org/a?b=1'
    >>> unwrap("https://example.org/url?q=https%3A%2F%2Fexample.com%2F") is None
    True
    """
    return _unwrapped(string_of(uri))


@lru_cache(maxsize=4)  # both a record and its hazards need it
def _unwrapped(uri: str) -> str | None:
    found: str | None = None
    inner = _once(uri)
    for _ in range(MAX_REWRITERS):
        if inner is None:
            break
        found = inner[0]
        inner = _once(found)
    return found if inner is None else None


def service_of(uri: str) -> str | None:
    """Return the name of the service whose link :func:`unwrap` unwraps; of nested ones the outer; None for other links.

    >>> service_of("https://www.google.com/url?q=https%3A%2F%2Fexample.org%2F")
    'Google'
    """
    found = _once(uri) if unwrap(uri) else None
    return found[1] if found else None


def _once(uri: str) -> tuple[str, str] | None:
    """Return the URI inside a link, and the name of the service."""
    parts = PARTS.match(uri)
    if parts is None:
        return None
    rest = parts[2]
    for rewriter, pattern in _rewriters_of(parts[1].lower().rstrip(".")):
        at = pattern.match(rest)
        if at is None:
            continue
        values = _values(rest, rewriter.parameters) if rewriter.parameters else [at[1]]
        for value in values:
            inner = _decoded(value, rewriter)
            if inner is not None:
                return inner, rewriter.service
    return None


def _values(rest: str, names: tuple[str, ...]) -> list[str]:
    """Return the values of the named parameters that the query has, in the order of ``names``."""
    query = rest.partition("?")[2].partition("#")[0]
    if not query:
        query = rest.partition(";")[2]  # "clk;1234;5678;adurl=..."
    found: dict[str, str] = {}
    for pair in SEPARATOR.split(query):
        name, _, value = pair.partition("=")
        found.setdefault(name.lower(), value)
    return [found[name.lower()] for name in names if found.get(name.lower())]


def _decoded(value: str, rewriter: Rewriter) -> str | None:
    encoding = rewriter.encoding
    octets: bytes | None
    if encoding == DEFENSE_3:
        octets = _from_defense_3(value)
    elif encoding == DEFENSE_2:
        octets = decode_to_bytes(value.replace("-", "%").replace("_", "/"))
    elif encoding == HEXADECIMAL:
        octets = bytes.fromhex(value) if len(value) % 2 == 0 else None
    elif encoding == BASE64:
        octets = from_base64(decode_to_bytes(value).decode("latin-1"))
    else:
        octets = decode_to_bytes(value) if rewriter.parameters else value.encode("utf-8", "surrogatepass")
        if encoding == HTTPS:
            octets = b"https://" + octets
        for _ in range(MAX_ENCODINGS):
            if _SCHEME.match(octets[:8].decode("latin-1")):
                break
            octets = decode_to_bytes(octets.decode("utf-8", "surrogateescape"))
    return None if octets is None else as_uri(octets)


def as_uri(octets: bytes) -> str | None:
    """Return octets as a valid URI, with other characters percent-encoded; None if they are not one."""
    text = _KEPT(octets.strip(b"\t\n\r\f "))
    if _SINGLE_SLASH.match(text):
        text = text.replace(":/", "://", 1)
    if not _WITH_HOST.match(text):
        return None
    text = _NO_ENCODING.sub("%25", text)
    if not is_valid(text, "URI"):
        url = url_parser.target(text, None)
        if url is None or not is_valid(url, "URI"):
            return None
        text = url
    return text


def from_base64(value: str) -> bytes | None:
    """Return the octets of base64 in either alphabet; None if it is invalid. Bing puts "a1" before it."""
    from base64 import urlsafe_b64decode
    from binascii import Error

    if value[:2] == "a1":
        value = value[2:]
    value = value.rstrip("=").replace("+", "-").replace("/", "_")
    try:
        return urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except (Error, ValueError):
        return None


def _from_defense_3(value: str) -> bytes | None:
    """Return the decoded ``URI__;BASE64!!...$``: the characters in base64 replace the asterisks of the URI."""
    written, _, encoded = value.rpartition("__;") if "__;" in value else (value.removesuffix("__"), "", "")
    replaced = from_base64(encoded.partition("!")[0])
    if replaced is None:
        return None
    text = decode_to_bytes(written).decode("utf-8", "surrogateescape")
    characters = replaced.decode("utf-8", "surrogateescape")
    pieces: list[str] = []
    done = begin = 0
    for run in _RUN.finditer(text):
        count = _RUN_LENGTHS.index(run[1][1]) + 2 if run[1] else 1
        if begin + count > len(characters):
            break
        pieces += (text[done : run.start()], characters[begin : begin + count])
        begin += count
        done = run.end()
    pieces.append(text[done:])
    return "".join(pieces).encode("utf-8", "surrogateescape")


@lru_cache(maxsize=64)
def _rewriters_of(host: str) -> list[tuple[Rewriter, re.Pattern[str]]]:
    """Return the rewriters that a host may belong to, with their patterns."""
    exact, endings, countries = _index()
    found = list(exact.get(host, ()))
    labels = host.split(".")
    for i in range(max(1, len(labels) - _MOST_LABELS), len(labels)):
        found += endings.get("." + ".".join(labels[i:]), ())
    for i in range(max(0, len(labels) - 3), len(labels) - 1):
        if labels[i] in countries and _COUNTRY.match(".".join(labels[i + 1 :])):
            found += countries[labels[i]]
    return found


_Found = dict[str, list[tuple[Rewriter, "re.Pattern[str]"]]]


@cache
def _index() -> tuple[_Found, _Found, _Found]:
    """Return the rewriters by exact host, by the ending of the host, and by the name before a country-code domain."""
    exact: _Found = {}
    endings: _Found = {}
    countries: _Found = {}
    for rewriter in REWRITERS:
        compiled = (rewriter, re.compile(rewriter.path, re.DOTALL))
        for host in rewriter.hosts.split():
            if host.endswith(".*"):
                if not host.startswith("."):
                    countries.setdefault(host[:-2], []).append(compiled)
            else:
                (endings if host.startswith(".") else exact).setdefault(host, []).append(compiled)
    return exact, endings, countries
