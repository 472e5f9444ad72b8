"""An object store on loopback that answers some requests with 503, a body that ends too early, or a wrong length."""

import hashlib
import http.server
import random
import re
import threading
import time
from contextlib import contextmanager, suppress

FAULTS = {"refused": 0.05, "truncated": 0.01, "wrong length": 0.001}


class Store(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        server = self.server
        with server.lock:
            server.requests.append((self.command, self.path, self.headers.get("Range")))
            chosen = server.dice.random()
            server.waiting += 1
            server.most_waiting = max(server.most_waiting, server.waiting)
        time.sleep(server.latency)
        with server.lock:
            server.waiting -= 1
        fault, start = None, 0.0
        for name, rate in FAULTS.items():
            start += rate * server.rate
            if fault is None and chosen < start:
                fault = name
        path = server.directory / self.path.lstrip("/")
        if fault == "refused" or not path.is_file():
            self.send_response(503 if fault else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        data = path.read_bytes()
        size = len(data)
        ranged = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        if ranged:
            first, last = int(ranged[1]), min(int(ranged[2]), size - 1)
            data = data[first : last + 1]
        self.send_response(206 if ranged else 200)
        if ranged:
            self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.send_header("ETag", hashlib.sha256(path.read_bytes()).hexdigest()[:16])
        self.send_header("Accept-Ranges", "bytes")
        self.send_header(
            "Content-Length", str(max(0, len(data) + (chosen_length(chosen) if fault == "wrong length" else 0)))
        )
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data[: len(data) // 2] if fault == "truncated" else data)
        self.close_connection = fault is not None

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *_):
        pass

    def handle(self):
        with suppress(OSError):  # the client was killed
            super().handle()


def chosen_length(number):
    """Return by how much a length is wrong."""
    return int(number * 1e9) % 2001 - 1000 or 1


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        pass


@contextmanager
def serving(directory, seed=0, rate=0.0, latency=0.0):
    """Serve the files of a directory; ``rate`` multiplies that of each fault. The URL is ``.url``."""
    with _Server(("127.0.0.1", 0), Store) as server:
        server.directory, server.rate, server.latency = directory, rate, latency
        server.dice, server.lock, server.requests = random.Random(seed), threading.Lock(), []
        server.waiting = server.most_waiting = 0
        server.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
