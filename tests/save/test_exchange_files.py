"""Exports that are no text: Parquet, and logs for Inspect's viewer. What reads them back is marked `extras`."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.save.making import played, started, won
from tests.save.sessions import CATALOGUE, WORDLE, read
from tests.save.sessions import won as won_file
from tui_arena.config import BadFile
from tui_arena.core.session import Session
from tui_arena.save.exchange.export import FILES, export, write_files
from tui_arena.save.exchange.flat import describe
from tui_arena.save.unsigned import BET_COLUMNS, BETS_PARQUET

SESSIONS = [won(CATALOGUE, started(CATALOGUE, n)) for n in range(3)]
UNFINISHED = played(CATALOGUE, started(CATALOGUE, 9), ["slate"])


def written(form: str, path: Path, *sessions: Session, anonymous: bool = False) -> Path:
    pairs = [(one, CATALOGUE.game(one.game)) for one in sessions]
    write_files(pairs, form, path, anonymous=anonymous)
    return path


@pytest.mark.parametrize("form", FILES)
@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="the packages are here")
def test_without_its_package_a_format_names_its_extra_and_what_is_there_stays(
    form: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine"
    path.write_text("mine")
    with pytest.raises(BadFile, match=rf"pip install 'tui-arena\[{form.rpartition('.')[2]}\]'"):
        written(form, path, *SESSIONS)
    assert path.read_text() == "mine"


@pytest.mark.extras
def test_parquet_has_the_rows_of_the_flat_table_with_types_and_meanings(tmp_path: Path) -> None:
    from pyarrow import parquet

    found = parquet.read_table(written("parquet", tmp_path / "a.parquet", *SESSIONS, UNFINISHED))
    pairs = [(one, CATALOGUE.game(one.game)) for one in (*SESSIONS, UNFINISHED)]
    flat = list(csv.DictReader(io.StringIO("".join(export(pairs, "flat")))))
    assert found.column_names == list(flat[0])
    for name in found.column_names:
        for value, text in zip(found.column(name).to_pylist(), (row[name] for row in flat), strict=True):
            assert (text == "") if value is None else str(value).lower() in (text.lower(), text[1:].lower())
    kinds = {one.name: str(one.type) for one in found.schema}
    assert (kinds["seed"], kinds["score"], kinds["option.hard"], kinds["game"]) == (
        "int64",
        "double",
        "bool",
        "string",
    )
    meanings = dict(describe(found.column_names, CATALOGUE.games))
    told = {one.name: one.metadata[b"description"].decode() for one in found.schema}
    assert told == meanings


@pytest.mark.extras
def test_bets_have_types_and_meanings(tmp_path: Path) -> None:
    from pyarrow import parquet

    raw = won_file(unsigned=True)
    raw["seats"]["setter"] = {"player": "bot", "name": "bot", "level": "hard"}
    raw["events"] += [
        {"type": "verdict", "by": "Ada", "seat": "setter", "machine": False},
        {"type": "revealed"},
    ]
    found = parquet.read_table(written("bets.parquet", tmp_path / "a.parquet", read(raw).session))
    (row,) = found.to_pylist()
    assert (row["bettor"], row["player"], row["wrong"], row["chance"]) == ("Ada", "bot hard", 1, 0.0)
    assert {one.name: one.metadata[b"description"].decode() for one in found.schema} == BET_COLUMNS


@pytest.mark.extras
@pytest.mark.parametrize("form", FILES)
def test_a_file_keeps_secrets_and_names_as_every_export(form: str, tmp_path: Path) -> None:
    secret = str((UNFINISHED.setup.secret or {})["word"])
    names = {**UNFINISHED.seats, "guesser": {**UNFINISHED.seats["guesser"], "name": "Ada Lovelace"}}
    named = replace(UNFINISHED, seats=names)
    hidden = content(form, written(form, tmp_path / "a", named, anonymous=True))
    assert secret not in hidden
    assert "Ada" not in hidden
    assert named.id not in hidden
    if form != BETS_PARQUET:  # no bet was made, so no row has the secret
        over = won(CATALOGUE, started(CATALOGUE, 9))
        assert secret in content(form, written(form, tmp_path / "b", over)), "it's looked for as it's written"


def content(form: str, path: Path) -> str:
    """All that a file says, as text."""
    if form.endswith("parquet"):
        from pyarrow import parquet

        return json.dumps(parquet.read_table(path).to_pylist())
    from inspect_ai.log import read_eval_log

    return "".join(read_eval_log(str(one)).model_dump_json() for one in path.glob("*.eval"))


@pytest.mark.extras
def test_a_log_is_read_back_by_inspects_own_reader_with_talk_calls_and_scores(tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log

    raw = won_file()
    seat = {"player": "model", "name": "My GPT", "model": "openai/gpt-4o", "sampling": {"temperature": 0.5}}
    raw["seats"]["guesser"] = seat
    raw["messages"] = {"sha256:1": [{"role": "system", "content": "You guess."}]}
    usage = {"input_tokens": 12, "output_tokens": 3, "cost_usd": 0.5}
    raw["events"][0] |= {"messages": "sha256:1", "usage": usage, "sent": {"temperature": 0.5, "model": "x"}}
    one = read(raw).session
    bots = read(won_file() | {"id": "two"}).session
    folder = written("inspect", tmp_path / "logs", one, bots)
    logs = [read_eval_log(str(path)) for path in sorted(folder.glob("*.eval"))]
    assert len(logs) == 2, "the players differ"
    log = next(log for log in logs if log.eval.model == "openai/gpt-4o")
    assert (log.eval.task, log.status) == ("wordle", "success")
    assert log.samples is not None
    [sample] = log.samples
    metrics = WORDLE.compute(one.fold(WORDLE.game))
    assert sample.scores is not None
    assert log.results is not None
    for name in ("success", "guesses", "speed"):
        assert sample.scores[name].value == metrics[name]
        [score] = [score for score in log.results.scores if score.name == name]
        assert score.metrics["mean"].value == metrics[name]
    replies = [event["text"] for event in raw["events"] if event["type"] == "reply"]
    assert [m.text for m in sample.messages if m.role == "assistant"] == replies
    [call] = sample.events
    assert call.event == "model"
    assert [message.text for message in call.input] == ["You guess."]
    assert call.output.completion == replies[0]
    assert call.config.temperature == 0.5
    assert sample.model_usage["openai/gpt-4o"].total_tokens == 15


@pytest.mark.extras
def test_a_folder_that_is_there_is_not_written_into(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    with pytest.raises(BadFile, match="is there already"):
        written("inspect", tmp_path / "logs", *SESSIONS)
    assert list((tmp_path / "logs").iterdir()) == []
