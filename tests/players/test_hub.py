"""Downloading a model from a hub that redirects, breaks off, refuses and lies."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stub_hub import StubHub
from tests.tables import Cases
from tui_arena.config import BadFile
from tui_arena.players.models import hub, shelf
from tui_arena.players.models.hub import Downloaded, DownloadFailed, download

CASES = Cases(__file__)

CONTENT = b"GGUF" + bytes(range(256)) * 4096
TOKEN = "hf_canary0123456789abcdef"


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_ENDPOINT", "HF_TOKEN", "HF_HUB_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(hub, "PAUSE", 0.0)


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Iterator[StubHub]:
    with StubHub(CONTENT) as found:
        monkeypatch.setenv("HF_ENDPOINT", found.url)
        yield found


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


async def got(stub: StubHub, folder: Path) -> list[Downloaded]:
    """Download the file, and check it. Returns what was told meanwhile."""
    told: list[Downloaded] = []
    path = await download(stub.model, folder, told.append)
    assert path.read_bytes() == CONTENT
    assert names(folder) == [stub.model.file]
    return told


async def failed(stub: StubHub, folder: Path) -> str:
    with pytest.raises(DownloadFailed) as caught:
        await download(stub.model, folder, lambda _: None)
    assert not (folder / stub.model.file).exists()
    return str(caught.value)


async def test_the_hub_alone_gets_the_token_and_a_signed_address_is_kept(
    tmp_path: Path, stub: StubHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    told = await got(stub, tmp_path)
    assert [one["authorization"] for one in stub.asked] == [f"Bearer {TOKEN}"]
    assert [one for one in stub.fetched if "authorization" in one] == []
    assert told[-1] == Downloaded(len(CONTENT), len(CONTENT), note="checking the file")
    await got(stub, tmp_path)
    assert len(stub.asked) == 1, "what is here isn't fetched again"


@pytest.mark.parametrize("tag", ['"of-the-server"', '"changed"'])
async def test_what_breaks_off_is_continued_unless_the_server_has_another_file(
    tmp_path: Path, stub: StubHub, tag: str
) -> None:
    def hear(now: Downloaded) -> None:
        if now.done == 300_000 and not now.note:
            stub.tag = tag
            stub.release()

    stub.held_at, stub.cuts = 300_000, [0]
    path = await download(stub.model, tmp_path, hear)
    assert path.read_bytes() == CONTENT
    asked = [(one.get("range"), one.get("if-range")) for one in stub.fetched]
    assert asked == [(None, None), ("bytes=300000-", '"of-the-server"')]


async def test_a_part_that_is_removed_meanwhile_ends_the_download(tmp_path: Path, stub: StubHub) -> None:
    def hear(now: Downloaded) -> None:
        if now.done == 300_000 and not now.note:
            stub.model.part(tmp_path).remove()
            stub.release()

    stub.held_at = 300_000
    with pytest.raises(DownloadFailed, match="was removed during the download"):
        await download(stub.model, tmp_path, hear)
    assert names(tmp_path) == []
    assert len(stub.fetched) == 1


async def test_cancelling_keeps_what_came_and_a_part_of_another_file_is_not_continued(
    tmp_path: Path, stub: StubHub
) -> None:
    stub.held_at = 400_000
    task = asyncio.create_task(download(stub.model, tmp_path, lambda _: None))
    part = stub.model.part(tmp_path)
    while part.size < 400_000:  # noqa: ASYNC110  (a thread writes it)
        await asyncio.sleep(0)
    with pytest.raises(DownloadFailed, match="already being downloaded in another window"):
        await download(stub.model, tmp_path, lambda _: None)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert part.size == 400_000
    assert stub.model.part(tmp_path).size == 400_000
    part.sha256 = "0" * 64
    assert part.size == 0
    stub.release()
    await got(stub, tmp_path)
    assert stub.fetched[-1]["range"] == "bytes=400000-"


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "application/octet-stream"])
async def test_a_log_in_page_costs_nothing_of_what_has_come(tmp_path: Path, stub: StubHub, kind: str) -> None:
    """A hotel's network answers every request with a page of its own and status 200."""
    with (part := stub.model.part(tmp_path)).opened():
        part.append(CONTENT[:400_000])
    stub.hub_first = [(200, {"Content-Type": kind})]
    assert "does this network want you to log in?" in await failed(stub, tmp_path)
    assert stub.model.part(tmp_path).size == 400_000
    await got(stub, tmp_path)
    assert stub.fetched[-1]["range"] == "bytes=400000-"


async def test_a_server_that_asks_for_a_pause_gets_it(tmp_path: Path, stub: StubHub) -> None:
    stub.hub_first = [(429, {"Retry-After": "0"}), (503, {})]
    stub.files_first = [(500, {})]
    told = await got(stub, tmp_path)
    assert [one.note.partition(";")[0] for one in told if "again" in one.note] == [
        "127.0.0.1 won't take more requests for now",
        "127.0.0.1 is having trouble",
        "localhost is having trouble",
    ]
    stub.hub_first = [(429, {"Retry-After": "3000"})]
    assert (await failed(stub, tmp_path / "b")).endswith(
        "won't take more requests for now; it asks for a pause of 50 min"
    )


@pytest.mark.parametrize(("answer", "said"), CASES["what_a_hub_refuses_is_said_in_a_sentence"])
async def test_what_a_hub_refuses_is_said_in_a_sentence(
    tmp_path: Path,
    stub: StubHub,
    monkeypatch: pytest.MonkeyPatch,
    answer: tuple[int, dict[str, str]],
    said: str,
) -> None:
    if answer[0] == 403:
        monkeypatch.setenv("HF_TOKEN", TOKEN)
    stub.hub_first = [answer]
    why = await failed(stub, tmp_path)
    assert said.replace("HUB", stub.url) in why
    assert TOKEN not in why
    assert names(tmp_path) == []


async def test_circles_lies_and_wrong_files_leave_nothing(tmp_path: Path, stub: StubHub) -> None:
    right, whole = dict(stub.linked), stub.content
    stub.hub_first = [(302, {"Location": stub.url}) for _ in range(20)]
    assert "keeps redirecting us" in await failed(stub, tmp_path)
    stub.hub_first = []
    for header, text in (("X-Linked-Size", "17"), ("X-Linked-ETag", f'"{"0" * 64}"')):
        stub.linked = {**right, header: text}
        assert "isn't the file that the shelf names" in await failed(stub, tmp_path)
    stub.linked, model = right, stub.model
    for content, said in (
        (whole[:-1] + b"!", "its SHA-256 is different"),
        (whole + b"!", "sent more than 1.0 MB; nothing was kept"),
    ):
        stub.content = content
        with pytest.raises(DownloadFailed, match=said):
            await download(model, tmp_path, lambda _: None)
        assert names(tmp_path) == []


async def test_a_full_disk_is_told_and_what_fits_is_kept(
    tmp_path: Path, stub: StubHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, hard))
    try:
        assert f"{tmp_path}: can't be written" in await failed(stub, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert stub.model.part(tmp_path).size == 500_000
    monkeypatch.setattr(shelf, "free_room", lambda _: 200_000_000)
    assert "more on this disk, but only 200 MB is free" in await failed(stub, tmp_path)
    monkeypatch.setattr(shelf, "_memory", lambda: 1_000_000_000)
    assert "needs about 1.3 GB of memory, but this machine has 1.0 GB" in await failed(stub, tmp_path)
    monkeypatch.undo()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ENDPOINT", stub.url)
        await got(stub, tmp_path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("HF_ENDPOINT=hub.example", "HF_ENDPOINT isn't an address"),
        (f"HF_ENDPOINT=https://me:{TOKEN}@hub.example", "HF_ENDPOINT isn't an address"),
        ("HF_HUB_OFFLINE=1", "HF_HUB_OFFLINE is set"),
        ("http_proxy=http://127.0.0.1:9", "the proxy refused the connection"),
    ],
)
async def test_what_the_variables_say_is_done(
    tmp_path: Path, stub: StubHub, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    name, _, text = name.partition("=")
    if name == "http_proxy":
        monkeypatch.setenv("HF_ENDPOINT", "http://hub.invalid")
    monkeypatch.setenv(name, text)
    why = await failed(stub, tmp_path)
    assert said in why
    assert TOKEN not in why
    assert stub.asked == []


async def test_a_proxy_is_used_and_no_token_goes_over_plain_http(
    tmp_path: Path, stub: StubHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", stub.url)
    monkeypatch.setenv("HF_ENDPOINT", "http://hub.invalid")
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    assert "isn't at http://hub.invalid/some/small-GGUF any more" in await failed(stub, tmp_path)
    assert [one["host"] for one in stub.asked] == ["hub.invalid"]
    assert "authorization" not in stub.asked[0]


def test_the_shelf_can_be_read_and_says_all_of_each_model() -> None:
    models = shelf.shelf()
    assert 4 <= len(models) <= 5
    assert [m.bytes for m in models.values()] == sorted(m.bytes for m in models.values())
    for model in models.values():
        assert len(model.sha256) == 64
        assert len(model.revision) == 40
        assert model.file.endswith(".gguf")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, "SHELF", Path("nowhere.toml"))
        with pytest.raises((BadFile, OSError)):
            shelf.shelf()
