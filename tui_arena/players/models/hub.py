"""Downloads the file of a model on the shelf from a public hub that works like huggingface.co.

The hub answers with the file's size and SHA-256 and redirects us to the server that has the file. An earlier
download is continued (`Range`, `If-Range`). After a break, or if a server asks for a pause, the download waits
and tries again. The variables `HF_ENDPOINT`, `HF_TOKEN`, `HF_HUB_OFFLINE` and those of proxies mean the same as
in the hub's own programs.

Law: the token is sent only to the hub, and never over plain HTTP, except on this machine. Only the file that the
shelf names is kept. Cancelling returns at once and keeps the bytes that have come.
"""

from __future__ import annotations

import asyncio
import errno
import os
import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

import aiohttp
from yarl import URL

from tui_arena.config import hide, key_of, redact
from tui_arena.config.files import file_digest
from tui_arena.config.model_files import BeingWritten, PartFile
from tui_arena.core.language.sentences import time_left
from tui_arena.players.models.direct_client import LOOPBACK, REDIRECTS, proxy_for
from tui_arena.players.models.failures import retry_after
from tui_arena.players.models.guard import origin
from tui_arena.players.models.shelf import ShelfModel, lacking, megabytes

HUB = "https://huggingface.co"
CONNECT, STALL = 20.0, 30.0
"""Seconds to connect, and seconds of silence after which a connection counts as broken."""
MOST_REDIRECTS = 6
TRIES = 5
"""How often a download is tried again if no more bytes come."""
PAUSE = 1.0
"""Seconds before the second try; each further pause is twice as long."""
LONGEST_PAUSE = 120.0
"""The longest pause, in seconds, that a server may ask for; after a longer one the download fails."""
GONE = frozenset({"RepoNotFound", "RevisionNotFound", "EntryNotFound"})
"""The hub's error codes for a file that isn't there, whatever the status."""
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
PIECE = 1024 * 1024
RECENT = 8.0
"""The seconds over which the speed is measured."""
_SHA256 = re.compile(r"[0-9a-f]{64}")
_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+)")


class DownloadFailed(Exception):
    """A download failed, with a sentence. The next download continues after the bytes that have come."""


class _Interrupted(Exception):
    """A failure that may be over soon, with a sentence and the seconds that the server asks us to wait."""

    def __init__(self, why: str, wait: float | None = None) -> None:
        super().__init__(why)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Downloaded:
    """The progress of a download."""

    done: int
    total: int
    speed: float | None = None
    """Bytes per second in the last seconds; None if that isn't known yet."""
    note: str = ""
    """What the download waits for; empty while bytes come."""

    @property
    def progress_line(self) -> str:
        """The state in words."""
        parts = [f"{megabytes(self.done).removesuffix(' MB')} of {megabytes(self.total)}"]
        if self.note:
            parts.append(self.note)
        elif self.speed:
            parts.append(f"{self.speed / 1e6:.1f} MB/s")
            parts.append(time_left(1.0, int(self.speed), self.total - self.done))
        return ", ".join(part for part in parts if part)

    def bar(self, width: int, full: str = "#", empty: str = ".") -> str:
        """A progress bar of `width` signs."""
        done = width * self.done // self.total
        return full * done + empty * (width - done)


Hear = Callable[[Downloaded], object]


def endpoint() -> str:
    """The address of the hub. Raises DownloadFailed if HF_ENDPOINT isn't an address."""
    text = os.environ.get("HF_ENDPOINT", "").strip().rstrip("/") or HUB
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1) and "@" not in text
    except ValueError:
        good = False
    if not good or not text.isprintable():
        raise DownloadFailed(
            f"HF_ENDPOINT isn't an address, or it contains a password; give an address such as {HUB}"
        )
    return text


async def download(model: ShelfModel, folder: Path, hear: Hear) -> Path:
    """Download a model's file to a folder, unless it is there already. Returns its path. Raises DownloadFailed.

    `hear` gets the progress after each piece, perhaps hundreds of times a second.
    """
    part = model.part(folder)
    try:
        if part.target.exists():
            hear(Downloaded(model.bytes, model.bytes, note="checking the file"))
            if await asyncio.to_thread(file_digest, part.target) == model.sha256:
                return part.target
        if why := lacking(model, folder):
            raise DownloadFailed(why)
        if os.environ.get("HF_HUB_OFFLINE", "").strip().lower() in ("1", "on", "yes", "true"):
            raise DownloadFailed("HF_HUB_OFFLINE is set, so nothing is downloaded; unset it to download")
        with part.opened():
            await _Download(model, part, endpoint(), hear).run()
        part.complete()
    except BeingWritten as error:
        raise DownloadFailed(str(error)) from None
    except OSError as error:
        more = "; free some space" if error.errno in FULL else ""
        raise DownloadFailed(f"{folder}: can't be written ({error.strerror}){more}") from None
    return part.target


@dataclass(slots=True)
class _Download:
    """One download, over as many connections as it takes."""

    model: ShelfModel
    part: PartFile
    hub: str
    hear: Hear
    recent: deque[tuple[float, int]] = field(default_factory=deque)
    """The recent times at which bytes came, each with the number of bytes by then."""

    async def run(self) -> None:
        """Download the rest of the file, and check it."""
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT, sock_read=STALL)
        async with aiohttp.ClientSession(
            timeout=timeout, auto_decompress=False, cookie_jar=aiohttp.DummyCookieJar(), read_bufsize=PIECE
        ) as session:
            tries = 0
            while (had := self.part.size) < self.model.bytes:
                self._tell("connecting")
                try:
                    await self._come(session)
                    if self.part.size < self.model.bytes:
                        raise DownloadFailed(f"{self.part.path} was removed during the download; try again")
                except _Interrupted as broken:
                    tries = 0 if self.part.size > had else tries + 1
                    await self._wait(broken, tries)
        self._tell("checking the file")
        await asyncio.to_thread(self.part.flush)
        if not await asyncio.to_thread(self.part.is_right):
            self.part.restart()
            raise DownloadFailed(
                f"the download isn't {self.model.file}: its SHA-256 is different, so it was removed. Try again"
            )

    async def _wait(self, broken: _Interrupted, tries: int) -> None:
        """Wait until the next try. Raises DownloadFailed if there shouldn't be another one."""
        wait = PAUSE * 2 ** max(tries - 1, 0) if broken.wait is None else broken.wait
        if tries > TRIES or wait > LONGEST_PAUSE:
            later = f"; it asks for a pause of {wait / 60:.0f} min" if wait > LONGEST_PAUSE else ""
            raise DownloadFailed(f"{broken}{later}")
        self._tell(f"{broken}; trying again in {wait:.0f} s")
        await asyncio.sleep(wait)

    async def _come(self, session: aiohttp.ClientSession) -> None:
        """Ask for the rest of the file, and take what comes. Raises _Interrupted, DownloadFailed."""
        model = self.model
        url = f"{self.hub}/{model.repository}/resolve/{model.revision}/{quote(model.file)}"
        try:
            for _ in range(MOST_REDIRECTS + 1):
                get = session.get(
                    URL(url, encoded=True),  # a signed address is sent as it came
                    headers=self._headers(url),
                    allow_redirects=False,
                    proxy=proxy_for(url),
                )
                async with get as response:
                    self._agree(response.headers)
                    if response.status not in REDIRECTS or "location" not in response.headers:
                        self._refuse(response, url)
                        await self._take(response)
                        return
                    url = self._onward(url, response.headers["location"])
        except (aiohttp.ClientProxyConnectionError, aiohttp.ClientHttpProxyError):
            raise DownloadFailed(
                "the proxy refused the connection; is its address right (HTTPS_PROXY)?"
            ) from None
        except aiohttp.ClientConnectorCertificateError:
            raise DownloadFailed(f"{_host(url)} has no valid certificate; is the address right?") from None
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError):
            raise self._unreachable(url) from None
        except (aiohttp.InvalidURL, ValueError):
            raise DownloadFailed(f"{_host(url)} redirected us to an invalid address") from None
        except (aiohttp.ClientError, TimeoutError, ConnectionError):
            raise _Interrupted(f"the connection to {_host(url)} broke") from None
        raise DownloadFailed(f"{_host(url)} keeps redirecting us")

    def _unreachable(self, url: str) -> Exception:
        """The failure if there is no connection at all: only a download that has begun waits for the network."""
        why = f"{_host(url)} can't be reached; are you online?"
        return _Interrupted(why) if self.recent else DownloadFailed(why)

    def _headers(self, url: str) -> dict[str, str]:
        """The headers for an address; only the hub gets the token."""
        headers = {"user-agent": "tui-arena", "accept-encoding": "identity"}
        token, parts = key_of("HF_TOKEN"), urlsplit(url)
        safe = parts.scheme == "https" or parts.hostname in LOOPBACK
        if token and safe and origin(url) == origin(self.hub):
            hide(token)
            headers["authorization"] = f"Bearer {token}"
        if self.part.size:
            headers["range"] = f"bytes={self.part.size}-"
            if self.part.tag:
                headers["if-range"] = self.part.tag
        return headers

    def _onward(self, url: str, location: str) -> str:
        to = urljoin(url, location)
        parts = urlsplit(to)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise DownloadFailed(f"{_host(url)} redirected us to an invalid address")
        if url.startswith("https:") and parts.scheme == "http":
            raise DownloadFailed(f"{_host(url)} redirected us to an address without encryption")
        return to

    def _agree(self, headers: Mapping[str, str]) -> None:
        """Raise DownloadFailed if the hub says that its file isn't the file of the shelf."""
        size, tag = headers.get("x-linked-size", ""), _bare(headers.get("x-linked-etag", ""))
        other_size = size.isdecimal() and int(size) != self.model.bytes
        if other_size or (_SHA256.fullmatch(tag) and tag != self.model.sha256):
            raise DownloadFailed(
                f"{self.model.file} at the hub isn't the file that the shelf names, so nothing was downloaded; "
                "choose another model"
            )

    def _refuse(self, response: aiohttp.ClientResponse, url: str) -> None:
        """Raise DownloadFailed or _Interrupted if a response doesn't contain the file."""
        status, host, model = response.status, _host(url), self.model
        page = f"{self.hub}/{model.repository}"
        if status in (200, 206):
            return
        if status == 416:
            self.part.restart()
            raise _Interrupted(f"{host} can't continue the download")
        if status in (408, 429) or status >= 500:
            full = (
                f"{host} won't take more requests for now" if status == 429 else f"{host} is having trouble"
            )
            raise _Interrupted(full, retry_after(response.headers))
        if status in (404, 410) or response.headers.get("x-error-code", "") in GONE:
            raise DownloadFailed(f"{model.file} isn't at {page} any more; choose another model")
        if origin(url) != origin(self.hub) and self.part.size:
            raise _Interrupted(
                f"{host} won't continue the download (status {status})"
            )  # a signed address has run out
        if status in (401, 403):
            if key_of("HF_TOKEN"):
                raise DownloadFailed(
                    f"{host} doesn't give this token (HF_TOKEN) access to the file; see {page}"
                )
            raise DownloadFailed(
                f"{host} requires a login for this file: accept its conditions at {page}, and put a token in the "
                "variable HF_TOKEN"
            )
        raise DownloadFailed(f"{host} answered with status {status} instead of the file")

    async def _take(self, response: aiohttp.ClientResponse) -> None:
        """Add the bytes of a response to the part."""
        part, total = self.part, self.model.bytes
        found = _RANGE.fullmatch(response.headers.get("content-range", ""))
        fits = found is not None and (int(found[1]), int(found[2])) == (part.size, total)
        length = response.content_length
        if response.content_type == "text/html" or (
            response.status == 200 and length is not None and length < total
        ):
            raise DownloadFailed(  # before the part changes: a login page must not cost the bytes
                f"{_host(str(response.url))} sent a page instead of the file; does this network want you to log in?"
            )
        if part.size and not (response.status == 206 and fits):
            part.restart()
            if response.status == 206:
                raise _Interrupted(f"{_host(str(response.url))} continued from the wrong place")
        if not part.size:
            tag = response.headers.get("etag", "")
            part.tag = "" if tag.startswith("W/") else tag[:200]
        done = part.size
        self.recent.clear()
        self.recent.append((time.monotonic(), done))
        async for piece in response.content.iter_chunked(PIECE):
            done += len(piece)
            if done > total:
                part.restart()
                raise DownloadFailed(
                    f"{_host(str(response.url))} sent more than {megabytes(total)}; nothing was kept"
                )
            await asyncio.to_thread(part.append, piece)
            self._came(done)
        if done < total:
            raise _Interrupted(f"the connection to {_host(str(response.url))} broke")

    def _came(self, done: int) -> None:
        now = time.monotonic()
        self.recent.append((now, done))
        while now - self.recent[0][0] > RECENT:
            self.recent.popleft()
        since, before = self.recent[0]
        speed = (done - before) / (now - since) if now - since > 1 else None
        self.hear(Downloaded(done, self.model.bytes, speed))

    def _tell(self, note: str) -> None:
        self.hear(Downloaded(self.part.size, self.model.bytes, note=note))


def _host(url: str) -> str:
    """The host of an address, as a sentence names it, without a password."""
    return redact(urlsplit(url).hostname or "the hub")


def _bare(tag: str) -> str:
    """An ETag without its marks."""
    return tag.strip().removeprefix("W/").strip('"').lower()
