"""A page as a WAT record has it: its links as JSON, as the parser of webarchive-commons extracts them."""

from __future__ import annotations

import json
from html.parser import HTMLParser

# The attributes that ExtractingParseObserver of webarchive-commons reads as links of the body, by element.
LINKS = {
    "a": ("href",), "area": ("href",), "blockquote": ("cite",), "body": ("background",), "button": ("formaction",),
    "del": ("cite",), "embed": ("src",), "form": ("action",), "frame": ("src", "longdesc"), "iframe": ("src",),
    "img": ("src", "longdesc"), "input": ("src", "formaction"), "ins": ("cite",), "q": ("cite",),
}  # fmt: skip
HEAD = {"link": ("Link", "href"), "script": ("Scripts", "src")}


class Page(HTMLParser):
    """Collects the links and the metadata of a page for a WAT record."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.head: dict = {"Link": [], "Scripts": [], "Metas": []}
        self.links: list[dict] = []
        self.open: dict | None = None

    def handle_starttag(self, tag, attributes):
        values = {}
        for name, value in attributes:
            values.setdefault(name, value or "")
        if tag == "base" and "href" in values:
            self.head.setdefault("Base", values["href"])
        if tag == "meta":
            self.head["Metas"].append(values)
        if tag in HEAD and HEAD[tag][1] in values:
            where, name = HEAD[tag]
            more = {key: values[key] for key in ("rel", "type") if key in values}
            self.head[where].append({"path": f"{tag.upper()}@/{name}", "url": values[name], **more})
        for name in LINKS.get(tag, ()):
            if name in values:
                link = {"path": f"{tag.upper()}@/{name}", "url": values[name]}
                if tag == "img" and "alt" in values:
                    link["alt"] = values["alt"]
                self.links.append(link)
                if tag == "a":
                    self.open = link

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        if tag == "a":
            self.open = None

    def handle_data(self, data):
        if self.open is not None:
            self.open["text"] = self.open.get("text", "") + data


def wat(html: str, target: str, headers: dict[str, str] | None = None, *, target_first: bool = False) -> bytes:
    """Return the payload of a WAT record of a page."""
    page = Page()
    page.feed(html)
    page.close()
    metadata = {
        "Response-Message": {"Status": "200", "Version": "HTTP/1.1", "Reason": "OK"},
        "Headers": headers or {},
        "HTML-Metadata": {"Head": page.head, "Links": page.links},
    }
    envelope = {
        "Payload-Metadata": {"HTTP-Response-Metadata": metadata, "Actual-Content-Type": "application/http"},
        "WARC-Header-Metadata": {
            "WARC-Type": "response",
            "WARC-Record-ID": "<urn:uuid:11111111-2222-3333-4444-555555555555>",
            "WARC-Target-URI": target,
        },
    }
    if target_first:
        envelope = dict(reversed(envelope.items()))
    record = {"Container": {"Compressed": True, "Filename": "crawl.warc.gz", "Offset": "432"}, "Envelope": envelope}
    return json.dumps(record, separators=(",", ":")).encode()
