"""`tui-arena models`: listing, adding, testing and removing; and that no key gets into any output."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, Ran
from tests.gguf_bytes import TEMPLATE, VOCABULARY, metadata
from tests.keyrings import MemoryKeyring, WeakKeyring, system_keyring
from tests.stub_server import StubServer
from tests.warm import Warm
from tui_arena.config import keys, read_models
from tui_arena.config.files import Paths
from tui_arena.config.keys import KEY_VARIABLES
from tui_arena.players.models import local, registry

KEY = "sk-canary-3f9c1d77aa02"


@pytest.fixture(autouse=True)
def nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """No installed package brings a model, and no key is in the environment."""
    monkeypatch.setattr("tui_arena.players.models.registry.brought", dict)
    for variable in KEY_VARIABLES.values():
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def gguf(tmp_path: Path) -> Path:
    path = tmp_path / "my model.gguf"
    path.write_bytes(b"GGUF, or so it says")
    return path


def saved(home: Path) -> Any:
    """The content of the models file."""
    book, faults = read_models(Paths.find(str(home)))
    assert faults == []
    return book


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


# adding


def test_a_model_is_added_and_the_next_step_named(run: Command, home: Path) -> None:
    ran = run("models", "add", "gpt", "openai/gpt-5-mini")
    assert ran.status == 0
    assert ran.out.splitlines() == [
        "added gpt: openai/gpt-5-mini",
        "the variable OPENAI_API_KEY isn't set here; put the key in it, or run `tui-arena models key OPENAI_API_KEY`",
        "next: tui-arena models test gpt",
        "      tui-arena play wordle --seat guesser=model:gpt",
    ]
    assert saved(home).entries["gpt"].model == "openai/gpt-5-mini"


def test_every_option_gets_into_the_file(run: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    line = """models add "my llama" llama3.2:3b --base-url http://127.0.0.1:11434/v1 --key-env MY_KEY
        --temperature 0.7 --top-p 0.9 --max-tokens 300 --set seed=7 --set stop=END --set logprobs=true
        --set reasoning_effort=low --persona "You are Ada." --prompt terse --timeout 60 --stall 9.5
        --input-price 0.1 --output-price 0.4 --plain --road litellm --concurrency 2 --per-minute 30"""
    ran = run(*shlex.split(line))
    assert ran.status == 0, ran.err
    assert "tui-arena models test 'my llama'" in ran.out
    assert "--seat 'guesser=model:my llama'" in ran.out
    entry = saved(home).entries["my llama"]
    assert (entry.model, entry.base_url, entry.key_env) == (
        "llama3.2:3b",
        "http://127.0.0.1:11434/v1",
        "MY_KEY",
    )
    assert entry.sampling == {
        "temperature": 0.7,
        "top_p": 0.9,
        "max_tokens": 300,
        "seed": 7,
        "stop": ["END"],
        "logprobs": True,
        "reasoning_effort": "low",
    }
    assert (entry.persona, entry.prompt, entry.structured) == ("You are Ada.", "terse", "off")
    assert entry.road == run("models", "--json").json["models"][-1]["road"] == "litellm"
    assert (entry.timeout, entry.stall, entry.input_price, entry.output_price) == (60, 9.5, 0.1, 0.4)
    limit = saved(home).limits["127.0.0.1:11434"]
    assert (limit.concurrency, limit.per_minute, limit.tokens_per_minute) == (2, 30, None)
    assert KEY.encode() not in everything_in(home)


def test_texts_to_stop_at_are_kept_and_sent_as_a_list(run: Command, home: Path, stub: StubServer) -> None:
    for name, given, kept in (
        ("a", r'["\n", "END"]', ["\n", "END"]),
        ("b", r'"\n"', ["\n"]),
        ("c", "5", ["5"]),
        ("d", "[END]", ["[END]"]),
    ):
        run("models", "add", name, "ok", "--base-url", stub.url, "--set", f"stop={given}")
        assert saved(home).entries[name].sampling == {"stop": kept}, given
    assert run("models", "test", "a", "--game", "taboo").status == 0
    assert all(body["stop"] == ["\n", "END"] for body in stub.requests)


def test_limits_of_a_provider_are_changed_one_by_one(run: Command, home: Path) -> None:
    for line in ("a openai/a --concurrency 3", "b openai/b --per-minute 9", "c openai/c"):
        run("models", "add", *line.split())
    limit = saved(home).limits["openai"]
    assert (limit.concurrency, limit.per_minute) == (3, 9)


def test_a_model_is_listed_replaced_if_that_is_said_and_removed(run: Command, home: Path) -> None:
    ran = run("models")
    assert (ran.status, "no models yet" in ran.out, "keys found: none" in ran.out) == (0, True, True)
    assert not home.exists(), "looking makes nothing"
    run("models", "add", "gpt", "openai/a")
    again = run("models", "add", "gpt", "openai/b")
    assert (again.status, "there is already a model 'gpt'; replace it" in again.complaint) == (2, True)
    assert saved(home).entries["gpt"].model == "openai/a"
    assert run("models", "add", "gpt", "openai/b", "--replace").status == 0
    assert saved(home).entries["gpt"].model == "openai/b"
    assert run("models", "remove", "gpt").out == "removed gpt\n"
    assert (saved(home).entries, run("models", "remove", "gpt").status) == ({}, 2)


def test_a_file_is_added_by_its_whole_path(
    run: Command, home: Path, gguf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(gguf.parent)
    monkeypatch.setattr(local, "available", lambda: False)
    ran = run("models", "add", "mine", "--gguf", gguf.name, "--context", "2048")
    assert ran.status == 0
    assert "pip install xllamacpp" in ran.out
    entry = saved(home).entries["mine"]
    assert (entry.gguf, entry.context) == (gguf, 2048)


def test_a_file_without_a_chat_template_is_told(run: Command, home: Path, gguf: Path) -> None:
    gguf.write_bytes(metadata(VOCABULARY))
    base = "mine is a base model: it has no chat template, so it continues text and follows no instructions"
    assert base in run("models", "add", "mine", "--gguf", str(gguf)).out
    assert base in run("models").out
    assert run("models", "--json").json["models"][0]["base"] is True
    doctor = run("doctor")
    assert doctor.status == 0
    assert "- model mine: a base model" in doctor.out
    gguf.write_bytes(metadata({**VOCABULARY, TEMPLATE: "{{ messages }}"}))
    assert "base model" not in run("models").out + run("doctor").out
    assert run("models", "--json").json["models"][0]["base"] is False


@pytest.mark.parametrize(
    "line",
    [
        f"add x openai/a --key-env {KEY}",
        "add x openai/a --key-env gsk_canaryA1b2C3d4E5f6",
        f"add {KEY} openai/a",
        f"add x {KEY}",
        f"add x openai/a --base-url http://me:{KEY}@127.0.0.1/v1",
        f"add x openai/a --base-url http://127.0.0.1/v1?api_key={KEY}",
        f"add x openai/a --set api_key={KEY}",
        f"add x openai/a --set {KEY}",
        f"test {KEY}",
        f"test openai/{KEY}",
        f"remove {KEY}",
    ],
)
def test_a_key_in_the_wrong_place_is_refused_and_not_repeated(run: Command, home: Path, line: str) -> None:
    ran = run("models", *shlex.split(line))
    assert ran.status == 2
    assert "canary" not in ran.out + ran.err
    assert ran.complaint
    assert b"canary" not in everything_in(home)


def test_a_broken_file_of_models_is_told_of_and_left(run: Command, home: Path) -> None:
    path = Paths.find(str(home)).models_file
    path.parent.mkdir(parents=True)
    path.write_text("[model.x\n")
    ran = run("models")
    assert ran.status == 0
    assert "models.toml" in ran.err
    assert run("models", "--json").json["notices"]
    assert run("models", "add", "y", "openai/a").status == 2
    assert path.read_text() == "[model.x\n"


# listing


def test_models_and_the_names_of_keys_are_listed(
    run: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MISTRAL_API_KEY", KEY)
    run("models", "add", "big", "mistral/mistral-large-latest")
    run("models", "add", "gpt", "openai/gpt-5-mini")
    ran = run("models")
    assert [line.split() for line in ran.out.splitlines()[1:3]] == [
        ["big", "mistral/mistral-large-latest", "MISTRAL_API_KEY", "not", "yet"],
        ["gpt", "openai/gpt-5-mini", "OPENAI_API_KEY", "(not", "set)", "not", "yet"],
    ]
    assert "keys found: MISTRAL_API_KEY (mistral)" in ran.out
    listed = run("models", "--json")
    assert "canary" not in ran.out + ran.err + listed.out + listed.err
    assert listed.json["keys"] == [{"provider": "mistral", "variable": "MISTRAL_API_KEY"}]
    assert [one["key"] for one in listed.json["models"]] == [
        {"variable": "MISTRAL_API_KEY", "set": True},
        {"variable": "OPENAI_API_KEY", "set": False},
    ]
    assert listed.json["servers"] is None


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_list_is_a_word_for_it(run: Command, options: tuple[str, ...]) -> None:
    run("models", "add", "gpt", "openai/a")
    listed = run("models", "list", *options)
    assert listed.status == 0
    assert listed.out == run("models", *options).out
    assert "gpt" in listed.out


def test_servers_are_looked_for_when_asked(
    run: Command, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_arena.cli.models.servers", lambda: registry.servers([stub.port]))
    run("models", "add", "mine", "ok", "--base-url", stub.url)
    ran = run("models", "--look")
    assert f"a server at {stub.url}" in ran.out
    assert "  ok: here as mine\n" in ran.out
    assert f"  plain: tui-arena models add plain plain --base-url {stub.url}\n" in ran.out
    assert run("models", "--look", "--json").json["servers"] == [
        {
            "base_url": stub.url,
            "kind": "a server",
            "models": ["ok", "plain", "hang", "401"],
            "wants_key": False,
        }
    ]
    stub.stop()
    assert "no servers found on this machine" in run("models", "--look").out


# testing


def test_a_model_that_answers(run: Command, stub: StubServer) -> None:
    def models(*arguments: str) -> Ran:
        return run("models", *arguments)

    models("add", "Bob", "ok", "--base-url", stub.url, "--input-price", "1", "--output-price", "2")
    with Warm("models", "test", "Bob", "--json") as command:
        ran = Ran(*command.ended())
    assert (ran.status, ran.err) == (0, "")
    assert ran.json["name"] == "Bob"
    assert ran.json["ok"] is True
    assert set(ran.json["forms"].values()) == {"follows"}
    forms = len(ran.json["forms"])
    assert ran.json["cost_usd"] == pytest.approx((1 + forms) * (20 + 2 * 7) / 1e6)
    listed = models("--json").json
    assert listed["ready"][-1] == "Bob"
    assert listed["models"][-1]["trial"] == {k: v for k, v in ran.json.items() if k not in ("name", "road")}
    assert ran.json["road"] == listed["models"][-1]["road"] == "direct"
    assert f"{forms} of {forms}" in models().out
    models("add", "Bob", "plain", "--base-url", stub.url, "--replace")
    assert "Bob" not in models("--json").json["ready"], "it means another model now"


def test_a_test_is_told_in_lines(run: Command, stub: StubServer) -> None:
    run("models", "add", "Bob", "say:no", "--base-url", stub.url)
    ran = run("models", "test", "Bob")
    assert ran.status == 0
    name, first, second, asked, _, title, head, *forms = ran.out.splitlines()
    assert asked == "how we ask its server: asked for plain text, not JSON"
    assert name == "Bob (say:no), asked directly"
    assert first.startswith("answered in ")
    assert first.endswith(" tokens/s")
    assert second.endswith(" tokens, cost n/a")
    assert (title, head.split()) == ("Wordle", ["reply", "form"])
    asks = ["target", "it", "proposal", "it", "opinion", "guess", "it"]
    assert [line.split()[0] for line in forms[:7]] == asks, "what it said stands below what doesn't fit"
    assert forms[1].strip() == "it said: no"
    assert {"Twenty Questions", "Akinator"} <= set(forms)
    assert "opinion   follows" in ran.out


def test_what_a_server_does_not_take_is_listed_and_can_be_forgotten(run: Command, stub: StubServer) -> None:
    run("models", "add", "Bob", "no-schema", "--base-url", stub.url)
    run("models", "test", "Bob", "--game", "wordle")
    told = "asked for plain text, not JSON"
    assert f"Bob: {told} (`tui-arena models forget Bob` makes it ask again)" in run("models").out
    (listed,) = [one for one in json.loads(run("models", "--json").out)["models"] if one["name"] == "Bob"]
    assert (listed["rungs"], listed["trial"]["rungs"]) == (["schema"], ["schema"])
    assert run("models", "forget", "Bob").out == f"Bob: forgot {told}\n"
    assert run("models", "forget", "Bob").out == "Bob: nothing to forget\n"
    assert told not in run("models").out


def test_a_test_says_which_marks_it_set_aside(run: Command, stub: StubServer) -> None:
    run("models", "add", "Bob", "thinks:think", "--base-url", stub.url)
    ran = run("models", "test", "Bob", "--game", "wordle")
    assert "ignored in its replies: <think>" in ran.out
    assert re.search(
        r"its first word after \d+\.\d\d s, (its first thought after \d+\.\d\d s, )?\S+ tokens", ran.out
    )
    assert "guess     follows" in ran.out


def test_a_model_that_does_not_answer(
    run: Command, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOBS_KEY", KEY)
    run("models", "add", "Bob", "401", "--base-url", stub.url, "--key-env", "BOBS_KEY")
    ran = run("models", "test", "Bob")
    assert (ran.status, ran.out) == (1, "")
    assert "Bob: " in ran.complaint
    assert "the variable BOBS_KEY" in ran.complaint
    again = run("models", "test", "Bob", "--json")
    assert again.status == 1
    assert json.loads(again.out)["ok"] is False
    assert KEY not in ran.err + again.out + again.err
    assert "failed" in run("models").out
    assert stub.headers[0]["authorization"] == f"Bearer {KEY}"
    stub.stop()
    gone = run("models", "test", "Bob")
    assert (gone.status, "is the server running" in gone.complaint) == (1, True)


def test_a_model_string_is_tested_without_being_added(home: Path) -> None:
    for line, status, says in (
        ("models test mistral/none", 1, "put it in the variable MISTRAL_API_KEY"),
        ("models test dog/cat", 1, "dog/cat"),
        ("run wordle --seat guesser=model:what-is-this", 2, "'what-is-this' doesn't name a provider"),
    ):
        with Warm(*line.split()) as command:
            ran = Ran(*command.ended())
        assert (ran.status, ran.out, says in ran.complaint) == (status, "", True), line
    assert not home.exists(), "nothing is kept of it"


# the doctor


def test_the_doctor_looks_at_models(
    run: Command, home: Path, gguf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MISTRAL_API_KEY", KEY)
    run("models", "add", "mine", "--gguf", str(gguf))
    run("models", "add", "gpt", "openai/a", "--key-env", "NOWHERE_SET")
    sound = run("doctor")
    assert sound.status == 0
    assert "configured: mine, gpt" in sound.out
    assert "keys found: MISTRAL_API_KEY\n" in sound.out
    assert "the variable NOWHERE_SET isn't set here" in sound.out
    gguf.unlink()
    broken = run("doctor")
    assert broken.status == 1
    assert "! model mine: there's no file" in broken.out
    assert KEY not in sound.out + broken.out


def test_a_key_goes_into_the_keyring_and_out_of_it(run: Command, home: Path) -> None:
    ring = MemoryKeyring()
    with system_keyring(ring):
        ran = run("models", "key", "groq", stdin=f"{KEY}\n")
        assert (ran.status, ran.out) == (0, "the key GROQ_API_KEY is now in the system's keyring\n")
        assert ring.kept == {(keys.SERVICE, "GROQ_API_KEY"): KEY}
        assert saved(home).keyring == ("GROQ_API_KEY",)
        assert "GROQ_API_KEY (groq)" in run("models").out
        assert run("models", "key", "MY_KEY", stdin="two words\n").status == 2
        assert run("models", "key", KEY).status == 2
        assert run("models", "key", "GROQ_API_KEY", "--remove").status == 0
        assert (ring.kept, saved(home).keyring) == ({}, ())
    assert KEY not in ran.out + ran.err
    assert KEY.encode() not in everything_in(home)


def test_without_a_keyring_that_can_be_trusted_no_key_is_taken(run: Command, home: Path) -> None:
    with system_keyring(WeakKeyring()):
        ran = run("models", "key", "groq", stdin=f"{KEY}\n")
    assert ran.status == 2
    assert "no keyring that encrypts keys; you can use a variable instead" in ran.err
    assert saved(home).keyring == ()
