"""Ask Chromium for the links of HTML documents, scripting off: ``python corpora/ask_browser.py <in.jsonl >out.jsonl``.

An input line is an object with ``id`` and ``html``. Two members are added to it: ``base``, the document's ``baseURI``,
and ``links``, which has ``[element, attribute, value, resolved, namespace]`` for every attribute that may hold a
reference, in tree order, also in templates. The text of a style element has no attribute. ``resolved`` is the value of
the browser's own property, if there is one; the namespace is empty for HTML. Documents are served as UTF-8 at
:data:`URL`.
"""

from __future__ import annotations

import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from typing import Any

from uri_extract.markup.html.attributes import ATTRIBUTES

#: The URL at which the browser sees each document.
URL = "http://own.example/d/page"
# The query runs in an isolated world, because scripts of the page do not run.
_QUESTION = """(names => {
  const links = [], own = {formaction: 'formAction', codebase: 'codeBase', longdesc: 'longDesc', usemap: 'useMap'};
  const walk = root => { for (const each of root.querySelectorAll('*')) {
    const element = each.localName.toLowerCase();
    const namespace = each.namespaceURI.endsWith('xhtml') ? '' : each.namespaceURI;
    for (const {name, value} of each.attributes) {
      const attribute = name.toLowerCase(), resolved = each[own[attribute] || attribute];
      const known = ['href', 'src', 'action', 'formaction', 'cite', 'data', 'poster', 'longdesc', 'codebase'];
      if (names.includes(attribute) || attribute === 'http-equiv') links.push([element, attribute, value,
        known.includes(attribute) && typeof resolved === 'string' ? resolved : null, namespace]);
    }
    if (element === 'style') links.push(
      [element, null, [...each.childNodes].filter(n => n instanceof Text).map(n => n.data).join(''), null, namespace]);
    if (each.content instanceof DocumentFragment) walk(each.content);
  }};
  walk(document);
  return [document.baseURI, links];
})"""


class _Pages(http.server.BaseHTTPRequestHandler):
    body = b""

    def do_GET(self) -> None:
        found = self.path == URL
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(self.body) if found else 0))
        self.end_headers()
        if found:
            self.wfile.write(self.body)

    def log_message(self, *_: object) -> None:
        pass


class _Browser:
    """A Chromium process, controlled through pipes with JSON messages that end in NUL."""

    def __init__(self, proxy: str, folder: str) -> None:
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        command = (
            f"exec {shutil.which('chromium')} --headless --no-sandbox --disable-gpu --remote-debugging-pipe "
            f"--user-data-dir={folder} --proxy-server={proxy} 3<&{to_read} 4>&{to_write} 2>/dev/null"
        )
        self._process = subprocess.Popen(["sh", "-c", command], pass_fds=(to_read, to_write))
        os.close(to_read)
        os.close(to_write)
        self._unread, self._number = b"", 0
        self._session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Page.enable")
        self.ask("Emulation.setScriptExecutionDisabled", value=True)

    def _message(self) -> Any:
        while b"\0" not in self._unread:
            self._unread += os.read(self._in, 1 << 20) or sys.exit("the browser is gone")
        message, _, self._unread = self._unread.partition(b"\0")
        return json.loads(message)

    def ask(self, method: str, until: str | None = None, **parameters: object) -> Any:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        message |= {"sessionId": self._session} if self._session else {}
        os.write(self._out, json.dumps(message).encode() + b"\0")
        result = None
        while result is None or until:
            answer = self._message()
            until = None if answer.get("method") == until else until
            if answer.get("id") == self._number:
                result = answer["result"]
        return result

    def links(self) -> list[Any]:
        self.ask("Page.navigate", until="Page.loadEventFired", url=URL)
        frame = self.ask("Page.getFrameTree")["frameTree"]["frame"]["id"]
        world = self.ask("Page.createIsolatedWorld", frameId=frame)["executionContextId"]
        question = f"{_QUESTION}({json.dumps(sorted(ATTRIBUTES))})"
        answer = self.ask("Runtime.evaluate", expression=question, contextId=world, returnByValue=True)
        return list(answer["result"]["value"])

    def close(self) -> None:
        self.ask("Browser.close")
        self._process.wait()


def main() -> None:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Pages)  # the browser's proxy
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = _Browser(f"http://127.0.0.1:{server.server_port}", folder)
        for line in sys.stdin:
            case = json.loads(line)
            _Pages.body = case["html"].encode()
            case["base"], case["links"] = browser.links()
            print(json.dumps(case, ensure_ascii=False), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
