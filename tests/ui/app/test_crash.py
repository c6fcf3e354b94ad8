"""Crashes: the report holds no secret and no values, says how to resume, and exits with status 1."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.worker import WorkerFailed

from tests.ui.harness import NOON, arena_of, opened
from tests.ui.playing import lacking
from tui_arena.config import Paths
from tui_arena.ui.app import ending
from tui_arena.ui.app.app import ArenaApp

SECRET = "pride"


def broken(word: str) -> None:
    """Raise an error with the word in a local variable, in the message and in the cause."""
    hidden = word.upper()
    try:
        raise KeyError(hidden)
    except KeyError as error:
        raise ValueError(f"can't place {word}") from error


def failure() -> ValueError:
    with pytest.raises(ValueError, match="place") as caught:
        broken(SECRET)
    return caught.value


def test_the_report_says_where_and_holds_no_values() -> None:
    text = ending.report(failure(), "TableScreen", NOON)
    assert not lacking(text, "ValueError", "KeyError", "in broken")
    assert SECRET not in text.lower()


def test_the_farewell_says_how_to_go_on() -> None:
    text = ending.farewell(failure(), Path("logs/crash.log"))
    assert not lacking(text, "Continue", "crash.log")
    assert SECRET not in text.lower()
    assert "Traceback" not in text


def test_a_cause_that_leads_back_to_itself_ends() -> None:
    first, second = ValueError(), KeyError()
    first.__cause__, second.__cause__ = second, first
    assert ending.chain(first) == [first, second]


def test_no_folder_for_the_report_is_no_second_crash(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file", "utf-8")
    assert ending.save_report(failure(), "x", Paths.find(tmp_path)) is None


@pytest.mark.parametrize("beside", [False, True], ids=["in a handler", "in a worker"])
async def test_a_crash_is_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *, beside: bool
) -> None:
    async def work() -> None:
        broken(SECRET)

    async def party_state() -> None:
        async with opened(tmp_path) as (_, pilot):
            app.append(arena_of(pilot))
            if beside:
                pilot.app.run_worker(work())
            else:
                pilot.app.call_later(broken, SECRET)
            await pilot.pause()

    app: list[ArenaApp] = []
    with pytest.raises((ValueError, WorkerFailed)):
        await party_state()
    out = capsys.readouterr()
    text = out.out + out.err + app[0].ending.farewell
    (log,) = (tmp_path / "logs").glob("crash-*.log")
    assert app[0].return_code == 1
    for written in (text, log.read_text("utf-8")):
        assert SECRET not in written.lower()
    assert "in broken" in log.read_text("utf-8")
    assert "Continue" in text
