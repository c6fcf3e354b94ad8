"""A public hub of model files, with the server elsewhere that has the files, both on loopback.

    with StubHub(content) as hub:
        ...  # HF_ENDPOINT=hub.url; hub.model is the file as a model of the shelf
        hub.asked, hub.fetched  # the headers that came to the hub and to the server of files

The hub answers as huggingface.co does: a redirect with the size and SHA-256 of the file to a signed address at
another host. The server of files knows ranges and ETags.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self

import tomli_w
from msgspec.structs import asdict

from tui_arena.players.models.shelf import ShelfModel

SIGNED = "/blob?response=a%2Fb%3D%22c%22&Signature=x~y%2Bz__"
"""An address that only works as it is: every escape counts."""
Answer = tuple[int, dict[str, str]]
PATIENCE = 60.0


class StubHub:
    """The hub and its server of files; a context manager that runs both in threads."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.sha256 = hashlib.sha256(content).hexdigest()
        self.asked: list[dict[str, str]] = []
        self.fetched: list[dict[str, str]] = []
        self.hub_first: list[Answer] = []
        """What the hub answers first instead of the redirect, a status and headers each."""
        self.files_first: list[Answer] = []
        """What the server of files answers first instead of the file."""
        self.tag = '"of-the-server"'
        self.linked: dict[str, str] = {
            "X-Linked-Size": str(len(content)),
            "X-Linked-ETag": f'"{self.sha256}"',
        }
        self.cuts: list[int] = []
        """After how many bytes each of the next answers breaks off."""
        self.held_at: int | None = None
        """After how many bytes the next answer stops without an end, until `release`; None: it doesn't."""
        self._released = threading.Event()
        self._servers: list[ThreadingHTTPServer] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._servers[0].server_port}"

    @property
    def elsewhere(self) -> str:
        return f"http://localhost:{self._servers[1].server_port}{SIGNED}"

    @property
    def model(self) -> ShelfModel:
        return ShelfModel(
            name="small",
            title="A small one",
            maker="Somebody",
            licence="Apache-2.0",
            repository="some/small-GGUF",
            revision="abc123",
            file="small-q4.gguf",
            bytes=len(self.content),
            sha256=self.sha256,
            good_for="tests",
        )

    def write_shelf(self, path: Path) -> Path:
        """Write a shelf that has only this model."""
        facts = {name: value for name, value in asdict(self.model).items() if name != "name"}
        path.write_text(tomli_w.dumps({"model": {"small": facts}}))
        return path

    def release(self) -> None:
        self._released.set()

    def __enter__(self) -> Self:
        for answer in (self._answer_as_hub, self._answer_as_files):
            server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(answer))
            threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
            self._servers.append(server)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
        for server in self._servers:
            server.shutdown()
            server.server_close()

    def _answer_as_hub(self, request: BaseHTTPRequestHandler) -> None:
        self.asked.append({name.lower(): text for name, text in request.headers.items()})
        whole = "/some/small-GGUF/resolve/abc123/small-q4.gguf"
        if self.hub_first:
            status, headers = self.hub_first.pop(0)
        elif request.path != whole:
            status, headers = 404, {"X-Error-Code": "EntryNotFound"}
        else:
            status, headers = 302, {**self.linked, "Location": self.elsewhere}
        _send(request, status, headers)

    def _answer_as_files(self, request: BaseHTTPRequestHandler) -> None:
        headers = {name.lower(): text for name, text in request.headers.items()}
        self.fetched.append(headers)
        if self.files_first:
            _send(request, *self.files_first.pop(0))
            return
        if request.path != SIGNED:
            _send(request, 403, {})
            return
        first = 0
        if "range" in headers and headers.get("if-range", self.tag) == self.tag:
            first = int(headers["range"].removeprefix("bytes=").removesuffix("-"))
        total, rest = len(self.content), self.content[first:]
        more = {"Content-Range": f"bytes {first}-{total - 1}/{total}"} if first else {}
        request.send_response(206 if first else 200)
        for name, text in {**more, "ETag": self.tag, "Content-Length": str(len(rest))}.items():
            request.send_header(name, text)
        request.end_headers()
        if self.held_at is not None:
            request.wfile.write(rest[: self.held_at])
            request.wfile.flush()
            rest, self.held_at = rest[self.held_at :], None
            self._released.wait(PATIENCE)
        if self.cuts:
            rest = rest[: self.cuts.pop(0)]
            request.close_connection = True
        request.wfile.write(rest)


def _send(request: BaseHTTPRequestHandler, status: int, headers: dict[str, str]) -> None:
    request.send_response(status)
    for name, text in {**headers, "Content-Length": "0"}.items():
        request.send_header(name, text)
    request.end_headers()


def _handler(answer: Callable[[BaseHTTPRequestHandler], None]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            try:
                answer(self)
            except ConnectionError:  # the download was stopped
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    return Handler
