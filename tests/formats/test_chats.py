"""Exports of chats: the author and the date of the message of each reference, at any chunk size."""

import json

import pytest

from uri_extract import extract, extract_text

from .reading import in_chunks

SLACK = json.dumps(
    [
        {
            "client_msg_id": "f1",
            "type": "message",
            "text": "See <https://d.example/a?x=1&amp;y=2|the docs &amp; more> &lt;not&gt; <https://p.example/b> <@U1>",
            "user": "U02",
            "ts": "1714550400.000100",
            "blocks": [
                {"elements": [{"elements": [{"type": "link", "url": "https://b.example/?x=1&y=2", "text": "B"}]}]}
            ],
            "user_profile": {"real_name": "Ada Quay", "name": "ada"},
            "files": [{"name": "plan.pdf", "url_private": "https://files.example/plan.pdf"}],
        },
        {
            "type": "message",
            "subtype": "bot_message",
            "username": "builds",
            "ts": "1714550500.000200",
            "attachments": [
                {"title": "Build 5", "title_link": "https://ci.example/5", "text": "in https://log.example/"}
            ],
        },
        {"type": "message", "user": "U03", "ts": "soon", "text": "<mailto:a@b.example|a@b.example>"},
    ],
    indent=4,
).replace("/", "\\/")
DISCORD = json.dumps(
    {
        "guild": {"id": "1", "name": "G", "iconUrl": "https://cdn.example/icon.png"},
        "messages": [
            {
                "timestamp": "2024-05-01T10:00:00.123+00:00",
                "content": "see [the map](https://map.example/1) and <https://q.example/>",
                "author": {"name": "dora", "nickname": "Dora D", "avatarUrl": "https://cdn.example/a.png"},
                "attachments": [{"url": "https://cdn.example/f.zip", "fileName": "f.zip"}],
                "embeds": [
                    {"title": "A map", "url": "https://map.example/2", "thumbnail": {"url": "https://t.example/"}}
                ],
            },
            {"timestamp": "2024-05-01", "content": "https://end.example/", "author": {"name": "bo"}},
        ],
    }
)
_MESSAGES = [
    {
        "type": "message",
        "date": "2024-05-01T10:00:00",
        "date_unixtime": "1714550400",
        "from": "Bert",
        "text": ["At ", {"type": "link", "text": "https://a.example/x"}, {"type": "text_link", "text": "b", "href": "https://b.example/"}],
    },
    {"type": "message", "date": "2024-05-01T10:01:00", "from": "Cora", "text": "https://c.example/z"},
    {"type": "service", "date": "2024-05-01T10:02:00", "actor": "Dirk", "title": "https://d.example/"},
]  # fmt: skip
TELEGRAM = json.dumps({"name": "Quay", "type": "private_group", "id": 5, "messages": _MESSAGES}, indent=1)
ALL_OF_TELEGRAM = json.dumps({"about": "A.\n", "chats": {"list": [{"name": "Quay", "messages": _MESSAGES}]}})
PAGE = """<!DOCTYPE html>
<html>

 <head>

  <meta charset="utf-8"/>
<title>Exported Data</title>
  <link href="css/style.css" rel="stylesheet"/>
 </head>
 <body>
  <div class="message service" id="message-1"><div class="body details">1 May 2024</div></div>
  <div class="message default clearfix" id="message1">
   <div class="pull_right date details" title="01.05.2024 10:00:00 UTC+02:00">10:00</div>
   <div class="from_name">
Bert &amp; Co
   </div>
   <div class="text">see <a href="https://a.example/x">this</a></div>
  </div>
  <div class="message default clearfix joined" id="message2">
   <div class="pull_right date details" title="01.05.2024 10:01:00">10:01</div>
   <div class="forwarded body"><div class="from_name">Other</div><a href="https://b.example/y">b</a></div>
  </div>
  <div class="message service" id="message-2"><a href="https://c.example/">c</a></div>
  <div class="message default clearfix joined" id="message3">
   <div class="pull_right date details" title="once">10:01</div><a href="https://d.example/">d</a>
  </div>
 </body>
</html>
"""
ANDROID = """12/04/24, 09:15 - Messages are encrypted: https://whats.example/
12/04/24, 09:16 - Eve: http://eve.example/a
and http://eve.example/b
13/04/24, 21:16 - \u202a+49 170 1\u202c: http://f.example/c
13/04/24, 21:17 - Eve left, see http://left.example/
"""
IOS = (
    "\u200e[1/2/21, 9:15:00\u202fAM] Name N.: \u200ehttp://n.example/\r\n[1/13/21, 12:00:00 AM] ~\u00a0Gil: http://g.example/\r\n"
    "[1/14/21, 12:30:00 PM] Gil: http://g.example/2\r\n"
)
IN_DOUBT = "01/02/21, 09:15 - a: http://a.example/\n03/03/21, 09:15 - b: http://b.example/\n"
YEAR_FIRST = "2021-02-13, 9:15 p. m. - a: http://a.example/\n"

DISCORD_LINKS = [
    ("https://cdn.example/icon.png", None, None, None),
    ("https://map.example/1", "the map", "Dora D", "2024-05-01T10:00:00.123+00:00"),
    ("https://q.example/", None, "Dora D", "2024-05-01T10:00:00.123+00:00"),
    ("https://cdn.example/a.png", None, "Dora D", "2024-05-01T10:00:00.123+00:00"),
    ("https://cdn.example/f.zip", "f.zip", "Dora D", "2024-05-01T10:00:00.123+00:00"),
    ("https://map.example/2", "A map", "Dora D", "2024-05-01T10:00:00.123+00:00"),
    ("https://t.example/", None, "Dora D", "2024-05-01T10:00:00.123+00:00"),
]

#: Each export: its name, its text, and the reference, text, author and date of each link.
EXPORTS = [
    ("2024-05-01.json", SLACK, [
        ("https://d.example/a?x=1&y=2", "the docs & more", "Ada Quay", "2024-05-01T08:00:00Z"),
        ("https://p.example/b", None, "Ada Quay", "2024-05-01T08:00:00Z"),
        ("https://b.example/?x=1&y=2", "B", "Ada Quay", "2024-05-01T08:00:00Z"),
        ("https://files.example/plan.pdf", "plan.pdf", "Ada Quay", "2024-05-01T08:00:00Z"),
        ("https://ci.example/5", "Build 5", "builds", "2024-05-01T08:01:40Z"),
        ("https://log.example/", None, "builds", "2024-05-01T08:01:40Z"),
        ("mailto:a@b.example", "a@b.example", "U03", None),
    ]),
    ("G - general [1].json", DISCORD, [*DISCORD_LINKS, ("https://end.example/", None, "bo", None)]),
    ("G - log.json", DISCORD.replace("2024-05-01\"", "2024-13-41T10:00:00\""), [
        *DISCORD_LINKS, ("https://end.example/", None, "bo", None),  # there is no such day
    ]),
    *((name, text, [
        ("https://a.example/x", None, "Bert", "2024-05-01T08:00:00Z"),
        ("https://b.example/", "b", "Bert", "2024-05-01T08:00:00Z"),
        ("https://c.example/z", None, "Cora", "2024-05-01T10:01:00"),
        ("https://d.example/", None, "Dirk", "2024-05-01T10:02:00"),
    ]) for name, text in (("result.json", TELEGRAM), ("all.json", ALL_OF_TELEGRAM))),
    ("messages.html", PAGE, [
        ("css/style.css", None, None, None),
        ("https://a.example/x", "this", "Bert & Co", "2024-05-01T10:00:00+02:00"),
        ("https://b.example/y", "b", "Bert & Co", "2024-05-01T10:01:00"),
        ("https://c.example/", "c", None, None),
        ("https://d.example/", "d", "Bert & Co", None),
    ]),
    ("WhatsApp Chat.txt", ANDROID, [
        ("https://whats.example/", None, "Messages are encrypted", "2024-04-12T09:15:00"),
        ("http://eve.example/a", None, "Eve", "2024-04-12T09:16:00"),
        ("http://eve.example/b", None, "Eve", "2024-04-12T09:16:00"),
        ("http://f.example/c", None, "+49 170 1", "2024-04-13T21:16:00"),
        ("http://left.example/", None, None, "2024-04-13T21:17:00"),
    ]),
    ("_chat.txt", IOS, [
        ("http://n.example/", None, "Name N.", "2021-01-02T09:15:00"),
        ("http://g.example/", None, "Gil", "2021-01-13T00:00:00"),
        ("http://g.example/2", None, "Gil", "2021-01-14T12:30:00"),
    ]),
    ("_chat.txt", IN_DOUBT, [
        ("http://a.example/", None, "a", None), ("http://b.example/", None, "b", "2021-03-03T09:15:00"),
    ]),
    ("_chat.txt", YEAR_FIRST, [("http://a.example/", None, "a", "2021-02-13T21:15:00")]),
]  # fmt: skip


def said(found):
    return [(each.reference, each.text, each.sender, each.captured_at) for each in found]


@pytest.mark.parametrize(("name", "text", "expected"), EXPORTS)
def test_each_link_of_an_export_has_the_author_and_date_of_its_message(tmp_path, name, text, expected):
    (tmp_path / name).write_text(text, newline="")
    found = list(extract(tmp_path / name))
    assert said(found) == expected
    data = text.encode()
    assert all(data[each.start : each.end].decode() == each.raw for each in found)


@pytest.mark.parametrize(("name", "text", "expected"), EXPORTS)
def test_an_export_says_the_same_in_chunks_of_any_size(tmp_path, name, text, expected):
    (tmp_path / name).write_text(text, newline="")
    media_type = {
        "m": "text/x-telegram+html", "_": "text/x-whatsapp", "W": "text/x-whatsapp", "2": "application/x-slack+json",
        "G": "application/x-discord+json",
    }.get(name[0], "application/x-telegram+json")  # fmt: skip
    for size in (1, 2, 7, 64, 1000):
        assert said(in_chunks(text.encode(), size, media_type)) == expected, size


def test_many_messages_are_named_in_order_and_need_little_memory():
    lines = "".join(f"{day:02}.05.24, 09:15 - P{day}: http://{day}.example/\n" for day in range(1, 29)) * 500
    found = in_chunks(lines.encode(), 1 << 12, "text/x-whatsapp")
    assert len(found) == 28 * 500
    assert {(each.sender, each.captured_at) for each in found} == {
        (f"P{day}", f"2024-05-{day:02}T09:15:00") for day in range(1, 29)
    }
    assert all(each.reference == f"http://{each.sender[1:]}.example/" for each in found)


def test_a_message_with_too_much_text_keeps_its_author(monkeypatch):
    monkeypatch.setattr("uri_extract.formats.json.scanner.MAX_JSON_HELD", 1000)
    message = {"type": "message", "ts": "1714550400.1", "user": "U1", "blocks": ["x" * 1000, "http://a.example/"]}
    found = list(extract_text(json.dumps([message]), media_type="application/x-slack+json", on_problem=print))
    assert said(found) == [("http://a.example/", None, "U1", "2024-05-01T08:00:00Z")]
