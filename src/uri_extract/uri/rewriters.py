"""Services that replace links by links to themselves, and the place of the original URI in these.

A rewriter is listed if its links lead to that URI and contain it: mail filters, redirectors of sites, click counters,
caches and archives. Pages that share, preview or translate a URI are not listed, because they have content of their
own; neither are shorteners, whose links do not contain the URI.

The formats are from public descriptions, and from links in mail and web archives; no service was contacted.
"""

from __future__ import annotations

from uri_extract._compat._typing import Final, NamedTuple

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
