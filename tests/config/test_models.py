"""The models file: what is accepted, what is refused with a message, and what is never written."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.attacks import ALL, acts, shown
from tests.tables import Cases, each
from tui_arena.config import (
    BadFile,
    ModelBook,
    ModelEntry,
    Paths,
    checked,
    files,
    read_models,
    with_entry,
    without,
    write_models,
)
from tui_arena.config.files import alone
from tui_arena.config.models import NAME_CHARS, Limit, as_sent, may_be_sampled, name_fault, sampling_fault

CASES = Cases(__file__)

FULL = Path(__file__).with_name("full_models.toml").read_text("utf-8")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    found = Paths.find(tmp_path)
    found.config.mkdir(parents=True)
    return found


def put(paths: Paths, text: str) -> tuple[ModelBook, list[str]]:
    paths.models_file.write_text(text, encoding="utf-8")
    return read_models(paths)


def test_all_that_a_file_may_say_is_read(paths: Paths) -> None:
    book, faults = put(paths, FULL)
    assert faults == []
    gpt = book.entries["gpt"]
    assert (gpt.model, gpt.key_env, gpt.prompt, gpt.stall) == ("openai/gpt-4o", "WORK_KEY", "terse", 10.5)
    assert gpt.sampling["stop"] == ["\n", "END"]
    assert (gpt.sampling["temperature"], gpt.input_price, gpt.provider) == (0.5, 2.5, "openai")
    assert book.entries["my box"].provider == "127.0.0.1:11434"
    tiny = book.entries["tiny"]
    assert (tiny.gguf, tiny.said_model) == (Path.home() / "tiny.gguf", "gguf/tiny.gguf")
    assert book.limits == {"openai": Limit(4, 60, 90000)}


def test_no_file_is_no_fault(paths: Paths) -> None:
    assert read_models(paths) == (ModelBook(), [])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[model.a", "no configured models"),
        ("model = 3", "model isn't a table"),
        ("[model]\na = 3", "isn't a table"),
        ('[model.a]\nmodel = "x"\ngguf = "y"', "not both"),
        ("[model.a]", "not both"),
        ('[model.a]\nmodel = "x"\ntimeout = 0', "1 to 3600"),
        ('[model.a]\nmodel = "x"\ntimeout = true', "1 to 3600"),
        ('[model.a]\nmodel = "x"\ninput_price = nan', "USD"),
        ('[model.a]\nmodel = "x"\nbase_url = "ftp://h"', "an address such as"),
        ('[model.a]\nmodel = "x"\nbase_url = "http://me:hunter22@h/v1"', "an address such as"),
        ('[model.a]\nmodel = "x"\nstructured = "on"', "auto, off, help"),
        ('[model.a]\nmodel = "x"\nsampling = { stop = [1] }', "a table of numbers"),
        ('[model.a]\nmodel = "x"\nsampling = { stop = [] }', "a table of numbers"),
        ('[model.a]\nmodel = "x"\nsampling = { stop = 5 }', "sampling: stop takes texts"),
        ('[model.a]\nmodel = "x"\nsampling = { seed = "a" }', "sampling: seed takes a whole number"),
        ('[model.a]\nmodel = "x"\nsampling = { api_base = "http://h" }', "a table of numbers"),
        ('[model."a/b"]\nmodel = "x"', "a name can have letters"),
        ('[model.a]\nmodel = "x"\nsampling = { temperature = nan }', "a table of numbers"),
        ('[model.a]\nmodel = "x"\nsampling = { seed = 1' + "0" * 30 + " }", "a table of numbers"),
        ("[limit.a]\nconcurrency = 0", "concurrency isn't allowed here"),
        ("[limit.a]\nother = 1", "other isn't allowed here"),
    ],
)
def test_what_is_wrong_is_said_and_skipped(paths: Paths, text: str, says: str) -> None:
    good = '\n[model.good]\nmodel = "openai/x"\n' if text.startswith("[model.a]\n") else "\n"
    book, faults = put(paths, text + good)
    assert len(faults) == 1
    assert says in faults[0]
    assert str(paths.models_file) in faults[0]
    assert "hunter22" not in faults[0]
    assert "a" not in book.entries
    assert ("good" in book.entries) == (good != "\n")


@pytest.mark.parametrize("table", ["model", "limit"])
@pytest.mark.parametrize("attack", [r"\u001b[2Jx", r"a\nb", r"\u202ex"])
def test_names_of_bad_intent_are_said_on_one_line(paths: Paths, table: str, attack: str) -> None:
    _, faults = put(paths, f'[{table}."{attack}"]\nmodel = ""\n"{attack}" = 1\n')
    assert faults
    assert not any(acts(fault) or "\n" in fault for fault in faults)


def test_a_key_in_the_place_of_its_name_is_not_repeated() -> None:
    with pytest.raises(BadFile) as caught:
        checked("a", {"model": "x", "key_env": "sk-live-1234567890"})
    assert "sk-live" not in str(caught.value)
    assert "never the key itself" in str(caught.value)


@pytest.mark.parametrize("key", ["model", "base_url", "key_env", "persona", "prompt", "gguf", "structured"])
def test_values_of_bad_intent_are_refused_or_harmless(key: str) -> None:
    for attack in ALL:
        values: dict[str, Any] = {key: attack} if key == "gguf" else {"model": "x", key: attack}
        said, entry = _checked(values)
        assert not acts(said), shown(attack)
        assert len(said) < 400, shown(attack)
        if entry is not None:
            assert key in ("model", "persona", "prompt", "gguf"), shown(attack)
            assert not acts(f"{entry.model}{entry.provider}{entry.said_model}{entry.prompt}"), shown(attack)


def _checked(values: dict[str, Any]) -> tuple[str, ModelEntry | None]:
    try:
        return "", checked("a", values)
    except BadFile as error:
        return str(error), None


@each(*ALL)
def test_model_strings_of_bad_intent_are_refused_or_harmless(attack: str) -> None:
    said, found = "", ""
    try:
        found = ModelBook().get(attack).model
    except BadFile as error:
        said = str(error)
    assert not acts(said + found)
    assert len(said + found) < 400


@pytest.mark.parametrize("name", ["", " a", "a ", "a/b", "ä", "a\n", "x" * (NAME_CHARS + 1)])
def test_names_have_a_form(name: str) -> None:
    assert name_fault(name)
    with pytest.raises(BadFile):
        checked(name, {"model": "x"})


@pytest.mark.parametrize(
    ("entry", "here"),
    [
        (ModelEntry("x", gguf=Path("x.gguf")), True),
        (ModelEntry("x", "ollama/llama3"), True),
        (ModelEntry("x", "openai/gpt-4o"), False),
        (ModelEntry("x", "gpt-4o"), False),
        (ModelEntry("x", "x", base_url="http://localhost:11434/v1"), True),
        (ModelEntry("x", "x", base_url="http://[::1]:8080/v1"), True),
        (ModelEntry("x", "x", base_url="http://192.168.1.7:8080/v1"), True),
        (ModelEntry("x", "x", base_url="http://desk.local:8080/v1"), True),
        (ModelEntry("x", "x", base_url="https://api.groq.com/openai/v1"), False),
        (ModelEntry("x", "x", base_url="https://8.8.8.8/v1"), False),
        (ModelEntry("x", "ollama/x", base_url="https://models.example/v1"), False),
    ],
)
def test_what_runs_on_the_users_own_machine_or_network(entry: ModelEntry, *, here: bool) -> None:
    assert entry.runs_here == here


def test_a_model_string_needs_no_entry() -> None:
    assert ModelBook().get("openai/gpt-4o") == ModelEntry("openai/gpt-4o", "openai/gpt-4o")


def test_what_is_written_is_what_was_read_and_what_it_does_not_know_stays(paths: Paths) -> None:
    before, _ = put(paths, FULL)
    after = write_models(paths, with_entry(ModelEntry("new", "openai/x", sampling={"seed": 1})))
    assert read_models(paths) == (after, [])
    assert after.entries == {**before.entries, "new": ModelEntry("new", "openai/x", sampling={"seed": 1})}
    assert after.unknown == {"other": {"a": 1}}
    assert after.entries["gpt"].unknown == {"later": "unknown here"}
    assert paths.models_file.with_suffix(".toml.bak").read_text(encoding="utf-8") == FULL
    write_models(paths, without("new"))
    assert read_models(paths)[0].entries == before.entries


def test_a_broken_file_is_never_written_over(paths: Paths) -> None:
    put(paths, "[model.a")
    with pytest.raises(BadFile, match="nothing was changed"):
        write_models(paths, with_entry(ModelEntry("new", "x")))
    assert paths.models_file.read_text(encoding="utf-8") == "[model.a"


def test_two_windows_do_not_undo_each_other(paths: Paths) -> None:
    write_models(paths, with_entry(ModelEntry("one", "x")))
    write_models(paths, with_entry(ModelEntry("two", "y")))
    assert set(read_models(paths)[0].entries) == {"one", "two"}


def test_windows_that_write_at_once_lose_nothing(paths: Paths) -> None:
    names = {f"m{i}" for i in range(16)}
    ready = threading.Barrier(len(names))

    def add(name: str) -> None:
        ready.wait()
        write_models(paths, with_entry(ModelEntry(name, "x")))

    with ThreadPoolExecutor(len(names)) as windows:
        for _ in windows.map(add, names):
            pass
    assert set(read_models(paths)[0].entries) == names


def test_a_window_that_does_not_let_go_is_not_waited_for_for_ever(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    with alone(paths.config), pytest.raises(BadFile, match="another window is changing"):
        write_models(paths, with_entry(ModelEntry("one", "x")))
    write_models(paths, with_entry(ModelEntry("two", "x")))
    assert set(read_models(paths)[0].entries) == {"two"}


@pytest.mark.parametrize(
    "name",
    ["api_key", "api_base", "base_url", "extra_headers", "custom_llm_provider", "azure_ad_secret", "mock_response",
     "num_retries", "model", "messages", "stream", "timeout", "organization"],
)  # fmt: skip
def test_sampling_never_says_who_is_asked(name: str) -> None:
    assert not may_be_sampled(name)


@pytest.mark.parametrize(
    "name", ["temperature", "top_p", "top_k", "min_p", "max_tokens", "seed", "stop", "num_ctx"]
)
def test_sampling_says_how_it_is_answered(name: str) -> None:
    assert may_be_sampled(name)


@pytest.mark.parametrize(
    ("name", "value", "sent"), CASES["a_whole_number_may_be_written_with_a_point_and_no_limit_as_minus_one"]
)
def test_a_whole_number_may_be_written_with_a_point_and_no_limit_as_minus_one(
    name: str, value: float, sent: float | None
) -> None:
    """Local servers take `max_tokens = -1`, and servers refuse `top_k = 40.0`."""
    assert (sampling_fault(name, value) is None) is (sent is not None)
    if sent is not None:
        assert repr(as_sent(name, value)) == repr(sent)
