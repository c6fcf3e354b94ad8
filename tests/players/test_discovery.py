"""Models that are found without being configured."""

import asyncio
import gzip
import json
import socket
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

import pytest

from tests.tables import each
from tui_arena.players.models import registry
from tui_arena.players.models.registry import Served, servers, spare_name

OLLAMA = {"object": "list", "data": [{"id": "llama3.2:3b", "object": "model", "owned_by": "library"}]}
Raw = Callable[[socket.socket], None]


def says(body: str | bytes, status: str = "200 OK", *headers: str) -> Raw:
    """A server that gives this answer."""
    raw = body if isinstance(body, bytes) else body.encode()
    head = "\r\n".join([f"HTTP/1.1 {status}", *headers, "", ""]).encode()
    return lambda peer: peer.sendall(head + raw)


def lists(*names: object, **more: object) -> Raw:
    return says(json.dumps({"data": [{"id": name, **more} for name in names]}))


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server here may answer late on a busy machine."""
    monkeypatch.setattr(registry, "PATIENCE", 60.0)


@contextmanager
def listening(answer: Raw) -> Iterator[tuple[int, list[bytes]]]:
    """A server on a free loopback port, and what it was sent."""
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    peer = server.accept()[0]
                except OSError:
                    return
                with peer:
                    asked.append(peer.recv(65536))
                    with suppress(OSError):
                        answer(peer)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1], asked
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        return int(server.getsockname()[1])


async def test_a_server_is_found_with_its_models() -> None:
    with listening(says(json.dumps(OLLAMA))) as (port, asked):
        found = await servers([free_port(), port])
    assert found == [Served(f"http://127.0.0.1:{port}/v1", "Ollama", ("llama3.2:3b",))]
    assert asked[0].startswith(b"GET /v1/models HTTP/1.1\r\n")
    assert b"authorization" not in asked[0].lower()
    assert b"accept-encoding: identity\r\n" in asked[0].lower()


@pytest.mark.parametrize(
    ("owner", "usual", "kind"),
    [
        ("organization_owner", None, "LM Studio"),
        ("llamacpp", None, "llama.cpp"),
        ("vllm", None, "vLLM"),
        ("somebody", None, "a server"),
        (None, None, "a server"),
        (None, "vLLM", "vLLM"),
    ],
)
async def test_the_kind_is_told_by_what_the_server_says_or_else_by_its_port(
    owner: str | None, usual: str | None, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(lists("m", owned_by=owner)) as (port, _):
        monkeypatch.setattr(registry, "PORTS", {port: usual} if usual else {})
        assert [one.kind for one in await servers([port])] == [kind]


async def test_a_body_in_chunks_is_read() -> None:
    body = json.dumps(OLLAMA).encode()
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:9], body[9:])) + b"0\r\n\r\n"
    with listening(says(chunks, "200 OK", "Transfer-Encoding: chunked")) as (port, _):
        assert [one.models for one in await servers([port])] == [("llama3.2:3b",)]


@pytest.mark.parametrize(
    ("pack", "coding"), [(gzip.compress, "gzip"), (zlib.compress, "deflate"), (gzip.compress, "x-gzip")]
)
async def test_a_list_that_is_compressed_all_the_same_is_read(
    pack: Callable[[bytes], bytes], coding: str
) -> None:
    packed = says(pack(json.dumps(OLLAMA).encode()), "200 OK", f"Content-Encoding: {coding}")
    with listening(packed) as (port, _):
        assert [one.models for one in await servers([port])] == [("llama3.2:3b",)]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(lambda: gzip.compress(b"[" * 40_000_000), id="without-end"),
        pytest.param(lambda: gzip.compress(b"{}")[:9], id="cut"),
        pytest.param(lambda: b"{}", id="not-packed"),
    ],
)
async def test_a_list_that_is_packed_badly_or_without_end_is_no_list(body: Callable[[], bytes]) -> None:
    with listening(says(body(), "200 OK", "Content-Encoding: gzip")) as (port, _):
        assert await servers([port]) == []


async def test_a_server_that_wants_a_key_is_named_without_models() -> None:
    with listening(says("{}", "401 Unauthorized")) as (port, _):
        assert await servers([port]) == [
            Served(f"http://127.0.0.1:{port}/v1", "a server", (), wants_key=True)
        ]


@pytest.mark.parametrize(
    "answer",
    [
        says(""),
        says("<html>hello</html>"),
        says("[]"),
        says('{"data": 7}'),
        says('{"data": [{"id": 7}]}'),
        says('{"data": [{"name": "m"}]}'),
        says('{"models": []}'),
        says("{" * 100_000),
        says(b'{"data": [{"id": "\xff"}]}'),
        says(json.dumps(OLLAMA), "404 Not Found"),
        says(json.dumps(OLLAMA), "500 Internal Server Error"),
        says(json.dumps(OLLAMA), "200 OK", "Content-Length: 5000"),
        says("zz\r\n", "200 OK", "Transfer-Encoding: chunked"),
        says("f" * 30 + "\r\nx", "200 OK", "Transfer-Encoding: chunked"),
        says("{}", "200 OK", "Content-Length: " + "9" * 20),
        says('{"x":' * 100_000 + "1" + "}" * 100_000),
        lambda peer: peer.sendall(b"SSH-2.0-OpenSSH_9.2\r\n"),
        lambda peer: peer.sendall(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500),
        lambda peer: peer.sendall(b"\0\xff" * 5000),
        lambda peer: peer.close(),
    ],
)
async def test_what_is_no_list_of_models_is_left_out(answer: Raw) -> None:
    with listening(answer) as (port, _):
        assert await servers([port]) == []


async def test_a_redirect_is_not_followed() -> None:
    with listening(lists("elsewhere")) as (other, asked):
        with listening(says("", "302 Found", f"Location: http://127.0.0.1:{other}/v1/models")) as (port, _):
            assert await servers([port]) == []
        assert asked == []


async def test_a_list_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = 0

    def flood(peer: socket.socket) -> None:
        nonlocal sent
        peer.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            sent += peer.send(b" " * 65536)

    with listening(flood) as (port, _):
        assert await servers([port]) == []
    assert sent < 64 * 1024 * 1024


async def test_servers_that_hang_or_drip_are_waited_for_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "PATIENCE", 2.0)
    over = threading.Event()

    def hang(_: socket.socket) -> None:
        over.wait()

    def drip(peer: socket.socket) -> None:
        while not over.wait(0.02):
            peer.sendall(b"H")

    with (
        listening(hang) as (a, _),
        listening(drip) as (b, _),
        listening(lists("m")) as (c, _),
    ):
        try:
            async with asyncio.timeout(60):
                found = await servers([a, b, c])
        finally:
            over.set()
    assert [one.models for one in found] == [("m",)]


async def test_names_that_are_not_plain_or_too_many_are_left_out() -> None:
    odd = ("", " blank", "es\x1b[31mcape", "two\nlines", "bi\u202edi", "x" * 300, "good")
    with listening(lists("good", *odd)) as (port, _):
        assert [one.models for one in await servers([port])] == [("good",)]
    with listening(lists(*(f"m{i}" for i in range(1000)))) as (port, _):
        assert len((await servers([port]))[0].models) == registry.MOST_MODELS


@each(
    ("llama3.2:3b", (), "llama3.2-3b"),
    ("library/llama3.2:3b", ("llama3.2-3b", "llama3.2-3b-2"), "llama3.2-3b-3"),
    ("openai/gpt-4o", (), "gpt-4o"),
    ("///", (), "model"),
    ("ü" * 90, (), "model"),
    ("x" * 90, (), "x" * 36),
)
def test_a_spare_name_for_a_model(model: str, taken: tuple[str, ...], name: str) -> None:
    assert spare_name(model, taken) == name
