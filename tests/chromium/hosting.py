"""A host that knows nothing of the site: files under some path, and no header of its own."""

from __future__ import annotations

import contextlib
import functools
import tempfile
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from sitelib.server import HOST, TYPES

PATH = "somebody/course"


class Handler(SimpleHTTPRequestHandler):
    """HTTP/1.0: with the server every connection ends, and nothing can be asked any more."""

    extensions_map = TYPES

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # what is there offline comes from elsewhere
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """The browser says what was not found."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 100  # a page asks for more at once than the five that may wait otherwise

    def handle_error(self, request: Any, address: Any) -> None:
        """A page that is closed does not wait for its files."""


class Host:
    """A server of the site, until it is ended.

    Attributes:
        address: of the site's first page, with a slash at its end.
    """

    def __init__(self, folder: Path) -> None:
        self._server = Server((HOST, 0), functools.partial(Handler, directory=str(folder)))
        self.address = f"http://{HOST}:{self._server.server_port}/{PATH}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def end(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextlib.contextmanager
def hosted(site: Path) -> Iterator[Host]:
    """The site under a path, as somebody's pages have it who has several projects on one host."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / PATH
        place.parent.mkdir(parents=True)
        place.symlink_to(site, target_is_directory=True)
        host = Host(Path(folder))
        try:
            yield host
        finally:
            host.end()
