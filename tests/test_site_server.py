"""The server of the site: types, policy, caching, ports, and what it does not serve."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sitelib import SiteError, server
from sitelib.generator import MARK, POLICY, policy_for, with_policy
from synthetic_course import write

PAGE = f"<!doctype html><html><head>{MARK}<script>one()</script></head></html>"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    write(folder / "index.html", with_policy(PAGE, "index.html"))
    for name in ("a.js", "a.mjs", "a.css", "a.wasm", "a.whl", "a.json", "a.svg", "a.vtt", "a.py"):
        write(folder / name, name)
    write(folder / "python" / "data.bin", "0123")
    write(folder / "app" / "chunk-ABCD2345.js", "")
    write(tmp_path / "secret.txt", "mine")
    return folder


@pytest.fixture
def port(site: Path) -> Iterator[int]:
    with server.make_server(site, 0) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield running.server_address[1]
        running.shutdown()
        thread.join()


def get(port: int, path: str, **fields: str) -> tuple[int, dict[str, str], str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers=fields)
    response = connection.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders()}
    text = response.read().decode()
    connection.close()
    return response.status, headers, text


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("index.html", "text/html; charset=utf-8"),
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"),
        ("a.wasm", "application/wasm"),
        ("a.whl", "application/zip"),
        ("a.json", "application/json"),
        ("a.svg", "image/svg+xml"),
        ("a.vtt", "text/vtt; charset=utf-8"),
        ("a.py", "text/plain; charset=utf-8"),
        ("python/data.bin", "application/octet-stream"),
    ],
)
def test_types_do_not_depend_on_the_machine(port: int, name: str, kind: str) -> None:
    status, headers, _ = get(port, f"/{name}")
    assert (status, headers["content-type"]) == (200, kind)
    assert headers["x-content-type-options"] == "nosniff"


def test_a_page_comes_with_its_own_policy_and_all_else_with_the_strictest(port: int) -> None:
    for path in ("/", "/index.html", "/?x=1"):
        assert get(port, path)[1]["content-security-policy"] == policy_for(PAGE)
    for path in ("/a.js", "/missing"):
        assert get(port, path)[1]["content-security-policy"] == POLICY.format("")
    assert "sha256-" in policy_for(PAGE) and "sha256-" not in POLICY.format("")


def test_only_names_with_a_hash_are_kept_for_ever(port: int) -> None:
    headers = get(port, "/app/chunk-ABCD2345.js")[1]
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    headers = get(port, "/a.js")[1]
    assert headers["cache-control"] == "no-cache"
    again = get(port, "/a.js", **{"If-Modified-Since": headers["last-modified"]})
    assert again[0] == 304 and again[2] == ""


@pytest.mark.parametrize(
    ("path", "hashed"),
    [
        ("bundle.77dd0ce9.min.js", True),
        ("worker-QWERTY23.js", True),
        ("pyodide.asm.wasm", False),
        ("code-completions.js", False),
        ("site.js", False),
    ],
)
def test_what_looks_like_a_hash(path: str, hashed: bool) -> None:
    assert ("immutable" in server.cache_control(path)) == hashed


@pytest.mark.parametrize("path", ["/python/", "/../secret.txt", "/%2e%2e/secret.txt", "/no/"])
def test_what_is_not_a_page_is_not_there(port: int, path: str) -> None:
    status, _, text = get(port, path)
    assert status == 404 and "mine" not in text and "data.bin" not in text


def test_a_folder_without_its_slash_is_sent_there(port: int, site: Path) -> None:
    write(site / "en" / "index.html", "")
    status, headers, _ = get(port, "/en")
    assert (status, headers["location"]) == (301, "/en/")


@pytest.mark.parametrize(
    ("host", "status"),
    [("127.0.0.1:9", 200), ("localhost", 200), ("localhost:80", 200), ("evil.example", 421)],
)
def test_only_this_machine_is_served_by_its_own_names(port: int, host: str, status: int) -> None:
    assert get(port, "/a.js", Host=host)[0] == status


def test_a_port_that_is_taken_is_not_used(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with server.make_server(site, 0) as first:
        taken = first.server_address[1]
        with server.make_server(site, taken) as second:
            assert taken < second.server_address[1] < taken + server.PORTS_TRIED
            assert second.server_address[0] == "127.0.0.1"


def test_no_port_is_free(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PORTS_TRIED", 1)
    with server.make_server(site, 0) as first:
        taken = first.server_address[1]
        with pytest.raises(SiteError, match=f"ports {taken} to {taken} are taken: .*--port"):
            server.make_server(site, taken)


def test_serving_says_where_and_ends_with_ctrl_c(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(self: server.Server) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(server.Server, "serve_forever", interrupted)
    with server.make_server(site, 0) as first:
        taken = first.server_address[1]
        assert server.run_server(site, taken, open_browser=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"port {taken} is taken: using ")
    number = lines[0].rpartition(" ")[2]
    assert lines[1] == f"the course is at http://127.0.0.1:{number}/ (Ctrl-C ends this)"


# --- parts of files, as films are asked for -----------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "part", "text"),
    [
        ("bytes=0-", "bytes 0-3/4", "0123"),
        ("bytes=1-2", "bytes 1-2/4", "12"),
        ("bytes=2-99", "bytes 2-3/4", "23"),
        ("bytes=-1", "bytes 3-3/4", "3"),
        ("bytes=-99", "bytes 0-3/4", "0123"),
    ],
)
def test_a_part_of_a_file(port: int, asked: str, part: str, text: str) -> None:
    status, headers, got = get(port, "/python/data.bin", Range=asked)
    assert (status, headers["content-range"], got) == (206, part, text)
    assert headers["content-length"] == str(len(text))
    assert headers["content-type"] == "application/octet-stream"


def test_a_part_beyond_the_end(port: int) -> None:
    status, headers, text = get(port, "/python/data.bin", Range="bytes=4-")
    assert (status, headers["content-range"], text) == (416, "bytes */4", "")


@pytest.mark.parametrize(
    "asked", ["bytes=2-1", "bytes=0-1,3-3", "bytes=-", "lines=0-1", "bytes=a-b"]
)
def test_what_is_no_part_is_answered_with_the_whole_file(port: int, asked: str) -> None:
    status, headers, text = get(port, "/python/data.bin", Range=asked)
    assert (status, headers["accept-ranges"], text) == (200, "bytes", "0123")


def test_a_part_of_a_file_that_has_changed_is_not_sent(port: int) -> None:
    modified = get(port, "/python/data.bin")[1]["last-modified"]
    whole = {"Range": "bytes=1-2", "If-Range": "Thu, 01 Jan 1970 00:00:00 GMT"}
    assert get(port, "/python/data.bin", **whole)[::2] == (200, "0123")
    same = {"Range": "bytes=1-2", "If-Range": modified}
    assert get(port, "/python/data.bin", **same)[::2] == (206, "12")


@pytest.mark.parametrize(("error", "said"), [(BrokenPipeError(), False), (ValueError(), True)])
def test_a_browser_that_breaks_off_is_no_error(
    site: Path, capsys: pytest.CaptureFixture[str], error: Exception, said: bool
) -> None:
    with server.make_server(site, 0) as running:
        try:
            raise error
        except Exception:
            running.handle_error(None, ("127.0.0.1", 1))
    assert ("Traceback" in capsys.readouterr().err) == said
