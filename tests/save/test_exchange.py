"""Session files: what is accepted, what is refused with which message, and round trips."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.attacks import ALL, acts, shown
from tests.save.sessions import CATALOGUE, GOLDEN, read, reply, through, unfinished_with_setter, won
from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.config import BadFile
from tui_arena.save.exchange.schema import MAX_PARTS, MAX_SESSION, parse
from tui_arena.save.exchange.session_files import (
    MAX_UNDOS,
    read_document,
    read_file,
    read_session,
    same,
)

CASES = Cases(__file__)


def refusal(raw: Any) -> str:
    with pytest.raises(BadFile) as found:
        read_document(raw, "case.json", CATALOGUE)
    text = str(found.value)
    assert text.startswith("case.json: ")
    assert "\n" not in text
    assert len(text) < 400
    return text


def spot_of(raw: Any, path: str) -> tuple[Any, Any]:
    """The object or list at a dotted path, and the last key or place of the path."""
    *parents, last = path.split(".")
    for name in parents:
        raw = raw[int(name)] if isinstance(raw, list) else raw[name]
    return raw, int(last) if isinstance(raw, list) else last


def with_(path: str, value: Any, raw: dict[str, Any] | None = None) -> dict[str, Any]:
    """A session, if none is given the won one, with one value put at a dotted path."""
    raw = raw or won()
    spot, last = spot_of(raw, path)
    spot[last] = value
    return raw


def without(path: str) -> dict[str, Any]:
    raw = won()
    spot, last = spot_of(raw, path)
    del spot[last]
    return raw


# known answers


@pytest.mark.parametrize("path", sampled(GOLDEN, 4), ids=lambda p: p.stem)
def test_a_known_case_scores_as_known(path: Path) -> None:
    case = json.loads(path.read_text())
    found = read(case["session"])
    assert found.play.outcome().result == case["expected"]["result"]
    for name, value in case["expected"]["metrics"].items():
        assert found.metrics[name] == pytest.approx(value, abs=1e-6), name
    assert found.differences == ()


# shape


WRONG = (
    (with_("events.0.type", "x" * 65), "$.events[0].type: Expected `str` of length <= 64"),
    (
        with_("events.1", reply("opinion", "yes", 2)),
        "guesser/opinion isn't asked for here; open: guesser/guess",
    ),
    (
        with_("events", [*won()["events"], reply("guess", "slate", 3)]),
        "isn't asked for here; the session is over",
    ),
)


def spoilt(path: str, value: Any) -> Any:
    """The won session with a value at a path, or without what is there (`-`); without a path, the value alone."""
    if not path:
        return value
    return without(path[1:]) if path.startswith("-") else with_(path, value)


@each(
    *(
        (spoilt(path, value), says)
        for path, says, value in CASES["a_file_that_is_wrong_is_refused_with_its_place"]
    ),
    *WRONG,
)
def test_a_file_that_is_wrong_is_refused_with_its_place(raw: Any, says: str) -> None:
    assert says in refusal(raw)


def test_a_setter_that_is_still_to_give_its_word_needs_no_secret() -> None:
    raw = without("setup.secret")
    raw |= {"events": [], "seats": {"setter": {"player": "human"}, **raw["seats"]}}
    assert read(raw).play.asks()[0].name == "target"


def test_more_events_than_allowed_are_refused_before_they_are_looked_at() -> None:
    assert "100001 events; at most 100000" in refusal(with_("events", [None] * 100_001))


def test_a_file_can_not_make_the_fold_take_hours() -> None:
    events = [reply("guess", "slate", 1)]
    for i in range(MAX_UNDOS + 1):
        events.append({"seq": 2 * i + 2, "type": "undone", "to": 0})
        events.append(reply("guess", "slate", 2 * i + 3))
    assert f"more than {MAX_UNDOS} undos" in refusal(with_("events", events))


# text


@pytest.mark.parametrize("attack", sampled(ALL, 5), ids=shown)
def test_no_text_of_a_file_acts_on_a_terminal(attack: str) -> None:
    raw = won(note=attack)
    raw["id"] = attack
    raw["seats"]["guesser"]["name"] = attack
    raw["seats"]["guesser"]["model"] = attack
    raw["events"].insert(0, reply("guess", attack, 1, thinking=attack, why=attack))
    raw["events"].insert(1, {"seq": 2, "type": f"unknown {attack[:40]}", "said": [{attack: attack}]})
    raw["events"].insert(2, {"seq": 3, "type": "draft", "seat": "guesser", "text": attack})
    for seq, row in enumerate(raw["events"], 1):
        row["seq"] = seq
    raw["messages"] = {"sha256:1": [{"role": "user", "content": attack}]}
    raw[f"key {attack}"] = attack
    if "crane" in attack.replace("-", ""):
        raw["setup"]["secret"] = {"word": "zonal"}
        raw["events"] = raw["events"][:-1]
    out = through(raw)
    assert not acts(json.dumps(out, ensure_ascii=False).replace("\\n", "").replace("\\t", ""))
    assert not _any_acts(out)
    assert through(out) == out, "what was cleaned once stays as it is"


def _any_acts(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_any_acts, (*value, *value.values())))
    if isinstance(value, list):
        return any(map(_any_acts, value))
    return isinstance(value, str) and acts(value)


def test_what_cleaning_drops_is_counted() -> None:
    raw = won()
    raw["events"][0]["why"] = "ab\x1b[2Jcd"
    raw["seats"]["guesser"]["name"] = "A\x00da"
    dropped = read(raw).dropped
    assert (dropped.texts, dropped.characters) == (2, 5)
    assert not read(won()).dropped


def test_a_reply_is_cut_at_64_kb() -> None:
    raw = won()
    raw["events"].insert(0, reply("guess", "x" * 70_000, 1))
    raw["events"][1]["seq"], raw["events"][2]["seq"] = 2, 3
    found = read(raw)
    assert len(found.session.events[0]["text"]) == 64 * 1024
    assert found.dropped.characters == 70_000 - 64 * 1024


def test_two_keys_that_cleaning_makes_one_are_refused() -> None:
    assert "two keys" in refusal(with_("setup.secret", {"word": "crane", "wo\x00rd": "slate"}))


# JSON


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("  \n ", "is empty"),
        ("{", "not JSON"),
        (json.dumps(won())[:-20], "may be truncated"),
        ("hello", "not JSON"),
        ("{'a': 1}", "not JSON"),
        ('{"a": NaN}', "NaN isn't a JSON number"),
        ('{"a": -Infinity}', "-Infinity isn't a JSON number"),
        ('{"a": 1e999}', "too big"),
        (f'{{"a": {2**53 + 1}}}', "2^53"),
        (f'{{"a": -{2**53 + 1}}}', "2^53"),
        ('{"a": ' + "9" * 5000 + "}", "2^53"),
        ("[" * 100_000, "nested deeper"),
        ('{"a": 1, "a": 2}', "the key 'a' appears twice"),
        ('{"format": "tui-arena-session", "version": 1, "setup": {"x": 1, "x": 1}}', "'x' appears twice"),
    ],
    ids=lambda v: shown(v) if isinstance(v, str) else "",
)
def test_json_that_means_different_things_to_different_programs_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadFile, match=r"^case\.json: ") as found:
        read_document(parse(text, "case.json"), "case.json", CATALOGUE)
    assert says in str(found.value)
    assert len(str(found.value)) < 300


def test_nesting_that_json_allows_but_nobody_needs_is_refused() -> None:
    deep: Any = "x"
    for _ in range(80):
        deep = [deep]
    assert "nested deeper than 64 levels" in refusal(with_("note", deep) | {"deep": deep})


def test_a_file_over_20_mb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    path.write_text("[\n" + " " * MAX_SESSION + "]")
    assert list(read_file(str(path), CATALOGUE)) == [f"{path}: more than 20 MB; no session is that long"]


def test_an_endless_line_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl"
    path.write_text('{"a": "' + "x" * (MAX_SESSION + 5) + '"}')
    assert "more than 20 MB" in str(next(read_file(str(path), CATALOGUE)))


def test_bytes_that_are_no_utf8_are_replaced_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "latin.json"
    path.write_bytes(json.dumps(won()).replace("Ada", "X").encode().replace(b'"X"', b'"Ren\xe9"'))
    found = read_session(path, CATALOGUE)
    assert found.session.seats["guesser"]["name"].startswith("Ren\ufffd")
    assert found.dropped.texts == 1


def test_a_byte_order_mark_is_no_fault_but_utf_16_is_no_json(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_text(json.dumps(won() | {"big": [2**53, -(2**53)]}), encoding="utf-8-sig")
    assert read_session(path, CATALOGUE).session.id == "one"
    path.write_text(json.dumps(won()), encoding="utf-16")
    assert "not JSON" in str(next(read_file(str(path), CATALOGUE)))


# files


def test_a_file_may_hold_one_document_an_array_or_a_document_a_line(tmp_path: Path) -> None:
    one, other = won(), won() | {"id": "two"}
    texts = {
        "one.json": json.dumps(one),
        "pretty.json": json.dumps(one, indent=1),
        "array.json": json.dumps([one, other]),
        "lines.jsonl": f"{json.dumps(one)}\n\n{json.dumps(other)}\n",
        "lines.txt": f"{json.dumps(one)}\n{json.dumps(other)}",
        "one.jsonl": json.dumps(one),
    }
    places = {}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        found = list(read_file(str(tmp_path / name), CATALOGUE))
        places[name] = [f if isinstance(f, str) else f.place.removeprefix(f"{tmp_path}/") for f in found]
    assert places == {
        "one.json": ["one.json"],
        "pretty.json": ["pretty.json"],
        "array.json": ["array.json [0]", "array.json [1]"],
        "lines.jsonl": ["lines.jsonl line 1", "lines.jsonl line 3"],
        "lines.txt": ["lines.txt line 1", "lines.txt line 2"],
        "one.jsonl": ["one.jsonl line 1"],
    }


def test_a_bad_line_does_not_hide_the_good_ones(tmp_path: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    path.write_text(f"{{\n{json.dumps(won())}\n[]\n{json.dumps(won())[:50]}\n")
    found = list(read_file(str(path), CATALOGUE))
    assert [isinstance(f, str) for f in found] == [True, False, True, True]
    assert str(found[0]).startswith(f"{path} line 1: not JSON")
    assert str(found[2]) == f"{path} line 3: isn't a JSON object; name a session file instead"


@each("missing.json", ".", "a\0b", "x" * 300)
def test_a_file_that_can_not_be_opened_is_a_sentence(name: str, *, tmp_path: Path) -> None:
    found = list(read_file(f"{tmp_path}/{name}", CATALOGUE))
    assert len(found) == 1
    assert isinstance(found[0], str)


# what counts


def test_options_are_read_from_the_file_then_the_preset_then_the_default() -> None:
    options = read(won(preset="clembench-2") | {"events": []}).session.setup.options
    assert (options["form"], options["reprompts"], options["max_guesses"]) == ("strict", 0, 6)
    raw = won(preset="clembench-2")
    raw["setup"]["options"]["form"] = "lenient"
    assert read(raw).session.setup.options["form"] == "lenient"


def test_a_word_list_that_is_not_here_leaves_unknown_words_to_the_file() -> None:
    raw = won(words="mine@0123456789ab")
    raw["events"][0] = reply("guess", "qqqqq", 1)
    found = read(raw)
    assert found.play.outcome().result == "won"
    assert found.metrics["guesses"] == 2
    assert "word list mine@0123456789ab isn't installed here" in found.notes[0]
    raw["events"][0]["fault"] = "unknown_word"
    assert read(raw).metrics["guesses"] == 1


def test_own_values_that_agree_are_no_difference() -> None:
    raw = through(won())
    assert {"counts", "metrics"} <= raw.keys()
    raw["events"][0] |= {"status": "played"}
    raw["events"].append({"seq": 3, "type": "ended", "outcome": {"result": "won", "winners": ["guesser"]}})
    raw["metrics"]["closeness_gain"] += 1e-8
    raw["metrics"]["my_own"] = 3
    raw["counts"]["guesser"]["cost_usd"] = None
    assert read(raw).differences == ()


@each(
    ("events.0.status", "rejected"),
    ("events.0.fault", "rule"),
    ("events.2.outcome.result", "lost"),
    ("events.2.outcome.winners", []),
    ("events.2.outcome.cause", "guesser: rule"),
    ("counts.guesser.requests", 3),
    ("counts.setter", {"requests": 1}),
    ("metrics.speed", 50),
    ("metrics.closeness", [25]),
    ("metrics.guesses", None),
)
def test_an_own_value_that_differs_is_reported_with_its_place(path: str, value: Any) -> None:
    raw: Any = through(won())
    ended = {"result": "won", "winners": ["guesser"], "cause": None}
    raw["events"].append({"seq": 3, "type": "ended", "outcome": ended})
    assert read(raw).differences == ()
    found = [d.to_json() for d in read(with_(path, value, raw)).differences]
    assert len(found) == 1
    assert found[0]["file"] in (value, 1)
    assert found[0]["place"].replace("[", ".").replace("]", "").startswith(path)


def test_time_and_tokens_are_compared_only_where_every_reply_says_them() -> None:
    raw = won()
    raw["counts"] = {"guesser": {"seconds": 4.1, "input_tokens": 90}}
    raw["events"][0] |= {"seconds": 1.0, "usage": {"input_tokens": 40}}
    assert read(raw).differences == ()
    raw["events"][1] |= {"seconds": 1.0, "usage": {"input_tokens": 50}}
    assert [str(d) for d in read(raw).differences] == [
        "counts.guesser.seconds is 4.1 in the file, but was computed as 2.0"
    ]


def test_unknown_keys_and_event_types_come_back() -> None:
    raw = won(custom={"a": [1, None, 2.5]}, nothing=None)
    raw |= {"title": "mine", "empty": None, "started": "2026-11-21T10:00:00Z"}
    raw["events"][0] |= {"colour": "red", "at": "2026-11-21T10:00:01Z", "thinking": None}
    raw["events"].insert(1, {"seq": 2, "type": "weather", "mood": {"sun": True}})
    raw["events"][2]["seq"] = 3
    raw["metrics"] = {"mine": 1, "speed": 100}
    raw["counts"] = {"guesser": {"seconds": 4.1, "hats": 2}}
    raw["messages"] = {"sha256:1": [{"role": "user", "content": "hi", "name": "x"}]}
    out = through(raw)
    for key in ("title", "empty", "started", "events", "messages", "seats", "id"):
        assert out[key] == raw[key], key
    assert {k: out["setup"][k] for k in ("custom", "nothing", "secret")} == {
        "custom": {"a": [1, None, 2.5]},
        "nothing": None,
        "secret": {"word": "crane"},
    }
    assert out["metrics"]["mine"] == 1
    assert out["counts"]["guesser"] | raw["counts"]["guesser"] == out["counts"]["guesser"]


def test_sessions_are_the_same_by_set_up_and_replies() -> None:
    one, other = read(won()).session, read(won() | {"title": "x", "started": "2026-11-21"}).session
    assert same(one, other)
    changed = won()
    changed["events"][0]["text"] = "stale"
    assert not same(one, read(changed).session)
    assert not same(one, read(won(seed=4)).session)


def test_only_what_the_contract_needs_is_needed() -> None:
    raw = won()
    raw["seats"] = {"guesser": {}, "setter": {"player": None, "name": "Ada"}}
    raw["events"].append({"type": "ended", "outcome": {}})
    found = read(raw)
    assert (found.play.outcome().result, found.differences) == ("won", ())
    assert json.loads(json.dumps(through(raw)))["seats"] == raw["seats"]
    kept = {name: raw[name] for name in ("format", "version", "game", "setup")}
    events = [{key: row[key] for key in ("type", "seat", "ask", "text")} for row in won()["events"][:2]]
    assert read(kept | {"events": events}).metrics == found.metrics
    assert [row["seq"] for row in through(kept | {"events": events})["events"]] == [1, 2]


def test_sessions_are_the_same_whatever_stands_between_their_replies() -> None:
    raw = won()
    raw["events"] = [
        reply("guess", "slate", 1),
        {"seq": 2, "type": "undone", "to": 0},
        reply("guess", "crane", 3),
    ]
    spread = won()
    spread["events"] = [
        {"seq": 1, "type": "weather"},
        reply("guess", "slate", 2),
        {"seq": 5, "type": "undone", "to": 1},
        reply("guess", "crane", 9),
    ]
    assert same(read(raw).session, read(spread).session)
    spread["events"][2]["to"] = 2
    assert not same(read(raw).session, read(spread).session), "this undo takes nothing back"


@each(
    ({}, ["unknown_word", None]),
    ({"status": None}, ["unknown_word", None]),
    ({"status": "played"}, [None, None]),
)
def test_without_a_list_a_word_is_looked_up_where_the_file_has_no_status(
    more: dict[str, Any], kinds: list[str | None]
) -> None:
    raw = won()
    raw["setup"].pop("words", None)
    raw["events"] = [reply("guess", "zzzzz", 1) | more, reply("guess", "crane", 2)]
    assert [step.fault.kind if step.fault else None for step in read(raw).play.steps] == kinds


def test_the_tables_view_can_not_be_taken_in_again() -> None:
    raw = unfinished_with_setter() | {"view": "table"}
    assert "export it with --secrets" in refusal(raw)


@each("[]", "{}")
def test_a_small_file_of_very_many_parts_does_not_fill_the_memory(part: str) -> None:
    text = "[" + ",".join([part] * MAX_PARTS) + "]"
    for raw in (text, text.encode()):
        with pytest.raises(BadFile, match=r"^x\.json: more than 1000000 lists and objects"):
            parse(raw, "x.json")
    assert len(parse("[" + ",".join([part] * 1000) + "]", "x.json")) == 1000
