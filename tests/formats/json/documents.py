"""JSON documents of each kind that contains documents, and the references in them."""

import base64
import json

from .wat import wat

MARKDOWN = ["Text ![i](https://md.example/i.png)\n", "and <https://md.example/a\n", "b> \u00e9\n"]
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": MARKDOWN},
        {"cell_type": "markdown", "metadata": {}, "source": 'One string: "https://one.example/?q=\u00e9".'},
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {"homepage": "https://meta.example/"},
            "source": ["import x  # https://code.example/\n", 'get("https://code.example/api")'],
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["see https://out.example/1\n"]},
                {
                    "output_type": "display_data",
                    "data": {
                        "text/html": ['<a href="/rel?a=1&amp;', 'b=2">x</a>', "<img src='i.png'>"],
                        "image/svg+xml": (
                            '<svg xmlns:xlink="http://www.w3.org/1999/xlink"><a xlink:href="s.svg"/></svg>'
                        ),
                        "image/png": "iVBORw0KGgo=",
                        "text/plain": "<Figure at https://plain.example/>",
                    },
                },
            ],
        },
    ],
    "metadata": {"kernelspec": {"name": "python3"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


def har_body(html, **more):
    return {"size": len(html), "mimeType": "text/html; charset=utf-8", "text": html, **more}


LATIN = base64.b64encode('<a href="/é">é</a><a href="p?q">'.encode("latin-1")).decode()
HAR = {
    "log": {
        "version": "1.2",
        "creator": {"name": "x", "comment": "https://creator.example/"},
        "entries": [
            {
                "startedDateTime": "2026-01-02T03:04:05.678+01:00",
                "request": {
                    "method": "POST",
                    "url": "https://h.example/d/page?x=|",
                    "headers": [
                        {"name": "Referer", "value": "https://ref.example/"},
                        {"name": "User-Agent", "value": "bot (+https://bot.example/)"},
                    ],
                    "postData": {"mimeType": "text/html", "text": "<a href='posted'>"},
                },
                "response": {
                    "headers": [
                        {"name": "Location", "value": "../next"},
                        {"value": '<style.css>; rel="preload", <https://l.example/>', "name": "Link"},
                    ],
                    "redirectURL": "/redirected",
                    "content": har_body('<a href="rel?a=1&amp;b=2">t</a> https://text.example/ä'),
                },
            },
            {
                "response": {
                    "content": {"mimeType": "text/html; charset=iso-8859-1", "text": LATIN, "encoding": "base64"},
                    "redirectURL": "",
                },
                "request": {"url": "https://second.example/a/b"},
            },
            {
                "request": {"url": "https://third.example/"},
                "response": {
                    "content": {"mimeType": "image/png", "text": "iVBORw0KGgo6Ly8AAAA=", "encoding": "base64"}
                },
            },
        ],
    }
}
CHROME = {
    "checksum": "0123",
    "roots": {
        "bookmark_bar": {
            "children": [
                {"name": "A  page", "type": "url", "url": "https://bm.example/1"},
                {
                    "children": [{"date_added": "1", "name": "In", "url": "https://bm.example/2"}],
                    "name": "Folder",
                    "type": "folder",
                },
            ],
            "name": "Bar",
            "type": "folder",
        },
        "other": {"children": [{"name": "Third", "url": "https://bm.example/3"}]},
    },
}
FIREFOX = {
    "guid": "root________",
    "title": "",
    "children": [
        {"title": "menu", "children": [{"title": "P", "uri": "https://ff.example/"}, {"uri": "place:sort=8"}]},
    ],
}
FEED = {
    "version": "https://jsonfeed.org/version/1.1",
    "home_page_url": "https://feed.example/",
    "items": [
        {
            "content_html": '<p><a href="more">x</a>',
            "content_text": "https://feed.example/text",
            "url": "https://feed.example/posts/1",
            "image": "https://feed.example/i.png",
            "attachments": [{"url": "a.mp3", "title": "Sound"}],
        }
    ],
}
ACTIVITY = {
    "@context": "https://www.w3.org/ns/activitystreams",
    "type": "Create",
    "id": "https://social.example/1",
    "object": {
        "content": '<p><a href="https://tag.example/?a=1&amp;b">#x</a><a href="rel">',
        "contentMap": {"de": "<a href='de'>"},
    },
}
PAGE = (
    '<base href="/sub/"><link rel="stylesheet" href="s.css"><script src="//cdn.example/x.js"></script>'
    '<meta property="og:image" content="https://og.example/i"><meta http-equiv=refresh content="5; url=later">'
    '<a href="a?b=1&amp;c">Text  of it</a><img src="i.png" alt="https://alt.example/"><form action=""></form>'
)
DOCUMENTS = {
    "notebook": NOTEBOOK,
    "har": HAR,
    "chrome": CHROME,
    "firefox": FIREFOX,
    "feed": FEED,
    "activity": ACTIVITY,
    "wat": json.loads(
        wat(PAGE, "https://page.example/d/", {"Location": "/there", "Server": "x (https://srv.example/)"})
    ),
}
TYPES = {"activity": "application/activity+json"}
STYLES = {
    "compact": {"separators": (",", ":")},
    "indented": {"indent": 1},
    "utf-8": {"ensure_ascii": False, "indent": 2},
}


def encoded(name, style="compact"):
    return json.dumps(DOCUMENTS[name], **STYLES[style]).encode()
