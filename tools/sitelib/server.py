"""Serving the built site to this machine, as a static host would: same types, same policy."""

from __future__ import annotations

import io
import os
import re
import sys
import threading
import webbrowser
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sitelib import SiteError
from sitelib.generator import POLICY
from sitelib.ranges import part_of

HOST = "127.0.0.1"
PORTS_TRIED = 20
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".py": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".toml": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".mp4": "video/mp4",
    ".vtt": "text/vtt; charset=utf-8",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
    ".zip": "application/zip",
    ".woff2": "font/woff2",
    "": "application/octet-stream",
}
HASHED = re.compile(r"[.-]([A-Z0-9]{8}|[0-9a-f]{8})\.(min\.)?(js|css|map)$")
PAGE_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


class Server(ThreadingHTTPServer):
    allow_reuse_address = os.name != "nt"  # there it would share a port that is taken

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Browsers break off the loading of films all the time: that is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(SimpleHTTPRequestHandler):
    """Files of the site, with the headers that they need."""

    extensions_map = TYPES
    protocol_version = "HTTP/1.1"
    server_version = "course"
    sys_version = ""

    def end_headers(self) -> None:
        path = urlsplit(self.path).path
        self.send_header("Content-Security-Policy", self._policy())
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Cache-Control", cache_control(path))
        super().end_headers()

    def send_head(self) -> Any:
        # A name that leads elsewhere on this machine asks for a page by another host's name.
        if not is_ours(self.headers.get("Host", "")):
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "This server serves this machine only")
            return None
        file = Path(self.translate_path(self.path))
        part = self._part(file)
        return super().send_head() if part is None else self._send_part(file, part)

    def _part(self, file: Path) -> range | None:
        """The bytes that are asked for, where not the whole file is."""
        header = self.headers.get("Range")
        if self.command != "GET" or header is None or not file.is_file():
            return None
        about = file.stat()
        known = self.headers.get("If-Range")
        if known is not None and known != self.date_time_string(about.st_mtime):
            return None  # what the browser has is of another file
        return part_of(header, about.st_size)

    def _send_part(self, file: Path, part: range) -> Any:
        """Without this films cannot be wound forward, and Safari plays none."""
        content = file.read_bytes()
        if not part:
            self.send_response(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
            self.send_header("Content-Range", f"bytes */{len(content)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        self.send_response(HTTPStatus.PARTIAL_CONTENT)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Range", f"bytes {part.start}-{part.stop - 1}/{len(content)}")
        self.send_header("Content-Length", str(len(part)))
        self.send_header("Last-Modified", self.date_time_string(file.stat().st_mtime))
        self.end_headers()
        return io.BytesIO(content[part.start : part.stop])

    def list_directory(self, path: Any) -> None:
        """A folder without a page is not there."""
        self.send_error(HTTPStatus.NOT_FOUND, "There is no such page")

    def log_message(self, format: str, *args: Any) -> None:
        """Only what went wrong is worth a line."""

    def log_error(self, format: str, *args: Any) -> None:
        print(f"{self.path}: {format % args}", file=sys.stderr)

    def _policy(self) -> str:
        """The policy that a page states itself, or one without inline scripts."""
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if file.suffix == ".html" and file.is_file():
            found = PAGE_POLICY.search(file.read_bytes())
            if found is not None:
                return found[1].decode("ascii")
        return POLICY.format("")


def is_ours(host: str) -> bool:
    """Whether a Host header names this machine."""
    name = host.rpartition(":")[0] if re.search(r":\d+$", host) else host
    return name in (HOST, "localhost")


def cache_control(path: str) -> str:
    """Names with a hash never change; the rest is asked for again, and mostly not sent again."""
    if HASHED.search(path):
        return "public, max-age=31536000, immutable"
    return "no-cache"


def make_server(site: Path, port: int) -> Server:
    """A server on this port, or on the next that is free.

    Raises:
        SiteError: if none of them is free.
    """

    def handler(*args: Any) -> Handler:
        return Handler(*args, directory=str(site))

    for number in range(port, port + PORTS_TRIED if port else 1):
        try:
            return Server((HOST, number), handler)
        except (OSError, OverflowError):
            continue
    raise SiteError(f"ports {port} to {port + PORTS_TRIED - 1} are taken: name another with --port")


def run_server(site: Path, port: int, *, open_browser: bool) -> int:
    """Serve until Ctrl-C."""
    server = make_server(site, port)
    number = server.server_address[1]
    if port not in (0, number):
        print(f"port {port} is taken: using {number}")
    address = f"http://{HOST}:{number}/"
    print(f"the course is at {address} (Ctrl-C ends this)", flush=True)
    if open_browser:
        threading.Timer(0.3, webbrowser.open, [address]).start()
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("\nstopped")
    return 0
