"""What strangers send to a port: bytes by name, for whatever listens by HTTP and web sockets here."""

from __future__ import annotations

import asyncio
import gzip
import random
import struct
from contextlib import suppress

METHODS = (*"GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PRI get".split(), "X" * 9000)
PATHS = (
    "/",
    "//",
    "/../../../etc/passwd",
    "/%2e%2e/%2e%2e/people.py",
    "/..%5c..%5croom.js",
    "/room.js/",
    "/room.js%00.html",
    "/socket/../room.js",
    "/ws?x=" + "y" * 4000,
    "/" + "a" * 20000,
    "/\xff\xfe",
    "http://evil.example/",
    "*",
    "",
    "/room.js?" + "&".join(f"a{n}={n}" for n in range(2000)),
    "/socket#BCDF",
)
FRAMES = {"text": 1, "binary": 2, "close": 8, "ping": 9, "pong": 10, "reserved": 3, "control": 11}


def frame(kind: int, data: bytes = b"", *, first: int = 0x80, masked: bool = True, told: int = -1) -> bytes:
    """A web socket's frame. `first`: the flags of the first byte; `told`: the size that it says it has."""
    size, mask = len(data) if told < 0 else told, b"\x01\x02\x03\x04"
    if size < 126:
        head = struct.pack("!BB", first | kind, size | (0x80 if masked else 0))
    elif size < 65536:
        head = struct.pack("!BBH", first | kind, 126 | (0x80 if masked else 0), size)
    else:
        head = struct.pack("!BBQ", first | kind, 127 | (0x80 if masked else 0), size)
    if not masked:
        return head + data
    every = (mask * (len(data) // 4 + 1))[: len(data)]
    return head + mask + (int.from_bytes(data) ^ int.from_bytes(every)).to_bytes(len(data))


def request(host: str, method: str = "GET", path: str = "/", *lines: str, body: bytes = b"") -> bytes:
    """A request to a host."""
    head = "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {host}", *lines))
    return head.encode("latin-1") + b"\r\n\r\n" + body


def upgrade(host: str, path: str, *lines: str, origin: bool = True) -> bytes:
    """The request for a web socket."""
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    own = (f"Origin: http://{host}",) if origin else ()
    asks = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key)
    return request(host, "GET", path, *own, *asks, *lines)


def requests(host: str) -> dict[str, bytes]:
    """Attacks that are requests, or nearly."""
    dice = random.Random(7)
    get = f"GET / HTTP/1.1\r\nHost: {host}\r\n".encode()
    out = {f"method {method[:9]}": request(host, method) for method in METHODS}
    out |= {f"path {n} {path[:12]!r}": request(host, "GET", path) for n, path in enumerate(PATHS)}
    out |= {f"noise {n}": dice.randbytes(dice.randrange(1, 3000)) for n in range(30)}
    out |= {
        f"cut after {n}": request(host, "POST", "/", "Content-Length: 9", body=b"x" * 9)[:n]
        for n in range(0, 90, 9)
    }
    out |= {
        "nothing": b"",
        "a line end": b"\r\n",
        "a thousand line ends": b"\r\n" * 1000,
        "zeros": b"\0" * 5000,
        "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
        "HTTP/2 by upgrade": request(
            host,
            "GET",
            "/",
            "Connection: Upgrade, HTTP2-Settings",
            "Upgrade: h2c",
            "HTTP2-Settings: AAMAAABk",
        ),
        "HTTP/0.9": b"GET /\r\n",
        "HTTP/1.0": b"GET / HTTP/1.0\r\n\r\n",
        "HTTP/9.9": b"GET / HTTP/9.9\r\n\r\n",
        "no version": b"GET / HTTP\r\n\r\n",
        "TLS": bytes.fromhex("16030100c8010000c40303") + dice.randbytes(192),
        "SSH": b"SSH-2.0-OpenSSH_9.6\r\n",
        "SOCKS": b"\x05\x01\x00",
        "no host": b"GET / HTTP/1.1\r\n\r\n",
        "two hosts": get + b"Host: evil.example\r\n\r\n",
        "no end of the headers": get + b"X: " + b"y" * 3000,
        "a header without an end": get + b"X: " + b"y" * 200_000,
        "many headers": get + b"".join(b"X-%d: y\r\n" % n for n in range(3000)) + b"\r\n",
        "a folded header": get + b"X: y\r\n z\r\n\r\n",
        "a header without a name": get + b": y\r\n\r\n",
        "a blank in a name": get + b"X Y: z\r\n\r\n",
        "a zero in a header": get + b"X: \0\r\n\r\n",
        "bare returns": get.replace(b"\r\n", b"\r") + b"\r\r",
        "bare line feeds": get.replace(b"\r\n", b"\n") + b"\n",
        "two lengths": get.replace(b"GET", b"POST") + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        "length and chunks": get.replace(b"GET", b"POST")
        + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /room.js HTTP/1.1\r\n\r\n",
        "length below zero": get.replace(b"GET", b"POST") + b"Content-Length: -1\r\n\r\n",
        "a length too big": get.replace(b"GET", b"POST") + b"Content-Length: " + b"9" * 40 + b"\r\n\r\n",
        "a slow body": get.replace(b"GET", b"POST") + b"Content-Length: 100\r\n\r\nx",
        "a slow body to a reset": request(host, "POST", "/reset", "Content-Length: 100", body=b"{"),
        "no end of chunks": get.replace(b"GET", b"POST") + b"Transfer-Encoding: chunked\r\n\r\n5\r\nabc",
        "a bad chunk": get.replace(b"GET", b"POST") + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n",
        "a chunk extension": get.replace(b"GET", b"POST")
        + b"Transfer-Encoding: chunked\r\n\r\n1;"
        + b"x" * 100_000,
        "an endless trailer": get.replace(b"GET", b"POST")
        + b"Transfer-Encoding: chunked\r\n\r\n0\r\n"
        + b"X: y\r\n" * 5000,
        "an unknown encoding": get.replace(b"GET", b"POST") + b"Transfer-Encoding: cow\r\n\r\n",
        "a bomb": request(
            host, "POST", "/reset", "Content-Encoding: gzip", f"Content-Length: {len(BOMB)}", body=BOMB
        ),
        "continue": get.replace(b"GET", b"POST") + b"Expect: 100-continue\r\nContent-Length: 5\r\n\r\n",
        "expect something else": get + b"Expect: cows\r\n\r\n",
        "a range": request(host, "GET", "/room.js", "Range: bytes=0-1,5-6,-9999999999"),
        "three hundred at once": request(host) * 300,
        "one and garbage": request(host) + dice.randbytes(500),
        "deep JSON": request(host, "POST", "/step", "Content-Length: 60000", body=b"[" * 60000),
        "much JSON": request(
            host, "POST", "/step", f"Content-Length: {2 << 20}", body=b'"' + b"x" * (2 << 20) + b'"'
        ),
        "a megabyte of garbage": dice.randbytes(1 << 20),
    }
    return out


BOMB = gzip.compress(b"\0" * (16 << 20))
"""16 MB in 16 kB."""


def upgrades(host: str, path: str, *, origin: bool) -> dict[str, bytes]:
    """Attacks that ask for a web socket, wrongly."""
    good = upgrade(host, path, origin=origin)
    return {
        f"upgrade: {name}": data
        for name, data in {
            "another version": good.replace(b"Version: 13", b"Version: 99"),
            "no version": good.replace(b"Sec-WebSocket-Version: 13\r\n", b""),
            "no key": good.replace(b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", b""),
            "a bad key": good.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"\xff" * 40),
            "a short key": good.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"eA=="),
            "no connection": good.replace(b"Connection: Upgrade\r\n", b""),
            "by post": good.replace(b"GET", b"POST", 1),
            "with a body": good.replace(b"\r\n\r\n", b"\r\nContent-Length: 5\r\n\r\nhello"),
            "with a body to come": good.replace(b"\r\n\r\n", b"\r\nContent-Length: 500\r\n\r\nhello"),
            "by HTTP/1.0": good.replace(b"HTTP/1.1", b"HTTP/1.0", 1),
            "to the page": good.replace(path.encode(), b"/", 1),
            "two of them": good + good,
            "many extensions": good.replace(
                b"\r\n\r\n", b"\r\nSec-WebSocket-Extensions: " + b"permessage-deflate, " * 300 + b"x\r\n\r\n"
            ),
            "a window of 99": good.replace(
                b"\r\n\r\n",
                b"\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=99\r\n\r\n",
            ),
            "protocols": good.replace(b"\r\n\r\n", b"\r\nSec-WebSocket-Protocol: a, b, \xe4\r\n\r\n"),
            "and nothing else": good,
            "and half a frame": good + frame(1, b"hello")[:4],
            "and noise": good + random.Random(8).randbytes(3000),
        }.items()
    }


def frames() -> dict[str, bytes]:
    """Attacks on an open web socket."""
    out = {
        f"empty {name}, {'masked' if m else 'bare'}": frame(k, masked=bool(m))
        for name, k in FRAMES.items()
        for m in (0, 1)
    }
    out |= {f"flags {flags:#x}": frame(1, b"hello", first=flags) for flags in (0xC0, 0xA0, 0x90, 0xF0, 0x40)}
    out |= {
        f"text of {size} that never comes": frame(1, b"x", told=size)
        for size in (126, 65535, 65536, 1 << 31, (1 << 63) - 1, (1 << 64) - 1)
    }
    fuzz = random.Random(9)
    out |= {f"noise {n}": fuzz.randbytes(fuzz.randrange(1, 2000)) for n in range(20)}
    out |= {
        "a fragment without an end": frame(1, b"{", first=0),
        "fragments without an end": frame(1, b"{", first=0) + frame(0, b"x" * 100, first=0) * 2000,
        "an end without a beginning": frame(0, b"x"),
        "a text in a text": frame(1, b"{", first=0) + frame(1, b"}"),
        "empty fragments": frame(1, b"", first=0) + frame(0, b"", first=0) * 20000,
        "a ping in fragments": frame(9, b"x", first=0),
        "a long ping": frame(9, b"x" * 126),
        "pings": frame(9, b"x" * 125) * 20000,
        "pongs": frame(10) * 50000,
        "pings in a message": frame(1, b"{", first=0) + frame(9) * 20000,
        "compressed": frame(1, b"\xaa\x56\x00", first=0xC0),
        "a close of one byte": frame(8, b"\x03"),
        "a close with a code that there isn't": frame(8, struct.pack("!H", 999)),
        "a close that is no text": frame(8, struct.pack("!H", 1000) + b"\xff\xfe"),
        "closes": frame(8, struct.pack("!H", 1000)) * 1000,
        "a text after the close": frame(8, struct.pack("!H", 1000)) + frame(1, b"{}"),
        "no UTF-8": frame(1, b"\xff\xfe\xed\xa0\x80"),
        "half a letter": frame(1, b"\xe4"),
        "texts": frame(1, b"{}") * 20000,
        "much text": frame(1, b"x" * (3 << 20)),
        "deep": frame(1, b"[" * 8000),
        "bytes": frame(2, b"\0" * 5000),
        "HTTP again": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    }
    return {f"frame: {name}": data for name, data in out.items()}


def attacks(kind: str, host: str, path: str, *, origin: bool) -> dict[str, bytes]:
    """All `requests`, or all on `sockets`, against a server that takes web sockets at a path. `origin`: as its own page would."""
    if kind == "requests":
        return requests(host)
    opened = upgrade(host, path, origin=origin)
    sockets = {name: opened + data for name, data in frames().items()}
    return upgrades(host, path, origin=origin) | sockets


async def strike(port: int, data: bytes, address: str = "127.0.0.1") -> bytes:
    """Send something, and read until the other side ends the connection; returns what came."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    told = b""
    with suppress(ConnectionError):
        writer.write(data)
        while len(told) < 1 << 22 and (more := await reader.read(65536)):
            told += more
    writer.transport.abort()
    return told
