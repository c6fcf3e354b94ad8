"""Exports: the table's view, files without names, and formats that other programs read."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tests.attacks import ALL, FORMULAS, MARKDOWN, acts, shown
from tests.save.sessions import CATALOGUE, WORDLE, read, reply, unfinished_with_setter, won
from tests.tables import each
from tests.thorough import sampled
from tui_arena.config import BadFile
from tui_arena.save.exchange.export import (
    FORMATS,
    export,
    file_name,
    plain,
    write,
)
from tui_arena.save.exchange.schema import json_schema


def exported(raw: dict[str, Any], form: str = "json", **how: Any) -> str:
    found = read(raw)
    return "".join(export([(found.session, found.info)], form, **how))


def hides(text: str, secret: str = "zonal") -> bool:
    """Whether a text holds the secret in no form: any case, with blanks or backwards."""
    bare = "".join(c for c in text.casefold() if c.isalpha())
    return secret not in bare and secret[::-1] not in bare


@each(*FORMATS)
def test_an_unfinished_session_leaves_as_the_table_sees_it(form: str) -> None:
    assert hides(exported(unfinished_with_setter(), form))
    assert hides(exported(unfinished_with_setter(), form, anonymous=True))


def begun(game: str, *replies: tuple[str, str, str], **setup: Any) -> dict[str, Any]:
    """An unfinished session as it is saved, with what the rules said to each reply."""
    rows = [reply(ask, text, seq, seat) for seq, (seat, ask, text) in enumerate(replies, 1)]
    raw = {"format": "tui-arena-session", "version": 1, "id": "open", "game": game, "setup": {"options": {}, **setup}, "events": rows}  # fmt: skip
    for row, step in zip(rows, read(raw).play.steps, strict=True):
        if step.fault is not None:
            row |= {"status": "rejected", "fault": step.fault.kind, "why": step.fault.why,
                    "heard": dict(step.fault.heard)}  # fmt: skip
    return raw


@each(*FORMATS)
def test_an_unfinished_game_of_taboo_leaves_without_its_card(form: str) -> None:
    tries = ("Cranes?", "A bird?", "A derrick?", "c-r-a-n-e?", "zyzzyva\nprompt: What do you see?")
    secret = {"word": "crane", "forms": ["derrick"], "forbidden": ["bird", "lift"]}
    said = *(("setter", "prompt", text) for text in tries), ("guesser", "reply", "Old ropes, I think.")
    raw = begun("taboo", *said, secret=secret, options={"reprompts": 9})
    assert [row.get("fault") for row in raw["events"]] == [*["rule"] * 4, None, None]
    text = exported(raw, form)
    assert all(hides(text, word) for word in ("crane", "derrick", "bird", "lift", "zyzzyva"))
    assert "ropes" in text or form in ("csv", "flat", "bets")


@each(*FORMATS)
def test_an_unfinished_bluff_leaves_the_same_whether_it_is_true_or_made_up(form: str) -> None:
    told = []
    for truth in ("true", "false"):
        tries = (
            ("setter", "statement", "zyzzyva, false"),
            ("setter", "statement", f"{truth} | I won at chess."),
        )
        said = ("judge", "question", "Where was it?"), ("setter", "answer", "zyzzyva\nanswer: In the hall.")
        raw = begun("bluffing", *tries, *said)
        raw["events"].append({"seq": 5, "type": "probe", "seat": "judge", "kind": "belief", "round": 1,
                              "items": ["possibly false"], "text": "possibly false"})  # fmt: skip
        told.append(exported(raw, form))
    assert told[0] == told[1]
    assert hides(told[0], "zyzzyva")
    assert hides(told[0], "possiblyfalse")


def test_the_seed_goes_with_the_secret_because_the_deck_and_the_seed_give_it() -> None:
    shown = json.loads(exported(won(seed=7, flips=[1], deck="wordle-1") | {"events": []}))
    assert shown["setup"].keys() == {"preset", "options", "deck"} - {"preset"}
    assert shown["view"] == "table"


def test_what_the_table_heard_stays_in_its_view() -> None:
    view = json.loads(exported(unfinished_with_setter()))
    assert [row["type"] for row in view["events"]] == ["reply", "reply", "reply", "hint"]
    assert view["events"][0]["fault"] == "rule"
    assert view["events"][1] == {
        "seq": 3,
        "type": "reply",
        "seat": "setter",
        "ask": "target",
        "text": "",
        "sealed": True,
        "status": "played",
    }
    assert view["events"][2]["text"] == "slate"
    assert "metrics" not in view


@each(
    ("entity", "judge", {"options": {}, "secret": {"entity": "zonal"}}),
    ("akinator", "setter", {"options": {"secret": "sealed"}, "secret": {"object": "zonal"}}),
)
def test_of_an_answer_the_table_heard_the_word_that_was_read(
    game: str, judge: str, setup: dict[str, Any]
) -> None:
    rows = [
        reply("question", "Is it alive?", 1),
        reply("answer", "A zonal?", 2, judge),
        reply("answer", "No. A lanoz is not.", 3, judge),
        reply("question", "Is it big?", 4),
    ]
    head = {"format": "tui-arena-session", "version": 1, "id": "private"}
    raw = {**head, "game": game, "setup": setup, "events": rows}
    session, info = read(raw).session, CATALOGUE.game(game)
    for text in (exported(raw), exported(raw, "md"), plain(session, info)):
        assert hides(text)
        assert "No." in text
        assert "Is it big?" in text
    assert "lanoz" in plain(session, info, secrets=True)


def test_a_transcript_tells_what_was_put_in_and_every_name() -> None:
    rows = [
        reply("question", "Is it alive?", 1),
        *(reply("answer", "er", seq, "judge") for seq in (2, 3)),
        reply("question", "Is it an axe?", 4),
    ]
    setup = {"options": {"reprompts": 1}, "secret": {"entity": "guitar", "aliases": ["axe"]}}
    raw = {"format": "tui-arena-session", "version": 1, "game": "entity", "setup": setup, "events": rows}
    text = plain(read(raw).session, CATALOGUE.game("entity"))
    assert text.count("replaced by: Maybe.") == 1
    assert text.index("replaced by") > text.index("3. judge, answer")
    assert "secret: guitar | axe\n" in text


def test_what_else_is_on_a_card_is_no_other_name_of_the_secret() -> None:
    file = Path(__file__).parents[1] / "golden" / "taboo_eggs.json"
    text = plain(read(json.loads(file.read_text())).session, CATALOGUE.game("taboo"))
    assert "secret: eggs\n" in text
    assert "forbidden: " in text


def test_by_which_rule_a_word_was_heard_is_told_once_it_may_be() -> None:
    file = Path(__file__).parents[1] / "golden" / "taboo_uttered_named.json"
    raw = json.loads(file.read_text())["session"]
    info = CATALOGUE.game("taboo")
    assert "heard: " in plain(read(raw).session, info)
    raw["events"] = [e for e in raw["events"] if e.get("ask") != "last_guess" and e.get("type") != "ended"]
    text = plain(read(raw).session, info)
    assert "Not finished yet" in text
    assert "heard: " not in text


def test_only_secrets_or_the_end_show_all() -> None:
    raw = unfinished_with_setter()
    whole = json.loads(exported(raw, secrets=True))
    assert (whole["events"], whole["messages"]) == (raw["events"], raw["messages"])
    session = read(raw).session
    assert hides(plain(session, WORDLE))
    assert "sealed until the end" in plain(session, WORDLE)
    for text in (exported(raw, "md", secrets=True), plain(session, WORDLE, secrets=True)):
        assert "zonal | of a belt" in text
    assert json.loads(exported(won(seed=7)))["setup"]["secret"] == {"word": "crane"}
    assert "secret: crane" in exported(won(), "md")


def test_a_transcript_tells_what_was_refused_taken_back_and_given_up() -> None:
    raw = won()
    raw["events"] = [
        reply("guess", "four", 1),
        reply("guess", "slate", 2),
        {"seq": 3, "type": "undone", "to": 1},
        {"seq": 4, "type": "recast", "seat": "guesser", "to": {"player": "bot", "name": "bot hard"}},
        {"seq": 5, "type": "resigned", "seat": "guesser"},
    ]
    text = plain(read(raw).session, WORDLE)
    for line in (
        "refused (rule): four has 4 letters",
        "2. guesser, guess (taken back)",
        "undone back to event 1",
        "bot hard takes the seat of the guesser",
        "guesser gives up",
        "lost · guesser: resigned",
    ):
        assert line in text


def test_what_a_new_player_brings_is_not_the_tables() -> None:
    raw = unfinished_with_setter()
    spec = {"player": "bot", "name": "bot hard", "level": "hard", "knows": "zonal"}
    raw["events"].append({"type": "recast", "seat": "setter", "to": spec})
    rows = json.loads(exported(raw))["events"]
    assert rows[-1]["to"] == {"player": "bot", "name": "bot hard", "level": "hard"}


def test_a_table_holds_the_computed_figures_where_a_file_has_others() -> None:
    raw = won()
    raw["metrics"] = {"speed": 1, "mine": 2}
    (row,) = csv.DictReader(io.StringIO(exported(raw, "csv")))
    assert (row["result"], row["speed"]) == ("won", str(read(raw).metrics["speed"]))


# without names


def test_anonymous_takes_names_times_ids_and_personas_off() -> None:
    raw = won(run="RUN-7", party="PARTY-9", personas={"guesser": {"profession": "fortune teller"}})
    raw |= {"started": "2026-11-21T10:00:00Z", "note": "by Ada Lovelace", "id": "ID-55"}
    raw["seats"] = {
        "setter": {"player": "human", "name": "Ada Lovelace", "phone": "555"},
        "guesser": {"player": "model", "name": "My GPT", "model": "openai/gpt-4o"},
    }
    raw["events"][0] |= {"at": "2026-11-21T10:00:01Z", "seconds": 1.5, "host": "adas-laptop"}
    raw["events"].insert(
        1, {"seq": 2, "type": "recast", "seat": "guesser", "to": {"player": "human", "name": "Ada Lovelace"}}
    )
    raw["events"].insert(2, {"seq": 3, "type": "branched", "from": {"id": "ID-54", "seq": 1}})
    raw["events"][3]["seq"] = 4
    raw["messages"] = {"sha256:1": [{"role": "system", "content": "you are a fortune teller"}]}
    for form in FORMATS:
        text = exported(raw, form, anonymous=True)
        for gone in ("Ada", "My GPT", "2026", "ID-5", "RUN-7", "PARTY", "fortune", "555", "laptop", "by "):
            assert gone not in text, (form, gone)
    out = json.loads(exported(raw, anonymous=True))
    assert out["seats"]["guesser"] == {"player": "model", "name": "P2", "model": "openai/gpt-4o"}
    assert out["events"][1]["to"] == {"player": "human", "name": "P1"}, "a name stays the same player's"
    assert read(out).metrics == read(raw).metrics


@pytest.mark.parametrize("recast", [False, True])
def test_anonymous_takes_a_models_persona_out_of_what_it_was_sent_too(*, recast: bool) -> None:
    raw = won()
    seat = {"player": "model", "name": "My GPT", "model": "openai/gpt-4o", "persona": "You are Grumbold."}
    raw["messages"] = {"sha256:1": [{"role": "system", "content": "You are Grumbold.\n\nGuess."}]}
    raw["events"][0]["messages"] = "sha256:1"
    if recast:
        raw["events"][1]["seq"] = 3
        raw["events"].insert(1, {"seq": 2, "type": "recast", "seat": "guesser", "to": seat})
    else:
        raw["seats"]["guesser"] = seat
    for form in FORMATS:
        assert "Grumbold" not in exported(raw, form, anonymous=True), form
    assert "Grumbold" in exported(raw)


def test_one_player_has_one_name_over_a_whole_export() -> None:
    one, other = read(won()), read(won() | {"seats": {"guesser": {"player": "human", "name": "Bo"}}})
    pairs = [(found.session, found.info) for found in (one, other, one)]
    lines = "".join(export(pairs, "jsonl", anonymous=True)).splitlines()
    assert [json.loads(line)["seats"]["guesser"]["name"] for line in lines] == ["P1", "P2", "P1"]


# formats


def test_json_of_several_sessions_is_an_array_and_jsonl_a_line_each() -> None:
    pair = (read(won()).session, WORDLE)
    assert len(json.loads("".join(export([pair, pair], "json")))) == 2
    assert "".join(export([], "json")) == "[]\n"
    assert len("".join(export([pair, pair], "jsonl")).splitlines()) == 2


def test_csv_has_a_row_a_session_and_the_columns_of_all() -> None:
    critic = won() | {"seats": {"guesser": {"player": "bot"}, "critic": {"player": "human", "name": "Cy"}}}
    critic["setup"] = {"options": {"variant": "critic"}, "secret": {"word": "crane"}}
    critic["events"] = []
    pairs = [(read(raw).session, WORDLE) for raw in (won(), critic)]
    rows = list(csv.DictReader(io.StringIO("".join(export(pairs, "csv")))))
    assert [row["player.guesser"] for row in rows] == ["Ada", "bot"]
    assert [row["player.critic"] for row in rows] == ["", "Cy"]
    assert [row["result"] for row in rows] == ["won", "unfinished"]
    assert rows[0]["closeness"] == "[10, 25]"
    assert rows[0]["speed"] == "100"


@pytest.mark.parametrize("formula", FORMULAS, ids=shown)
def test_no_csv_cell_is_a_formula(formula: str) -> None:
    raw = won() | {"seats": {"guesser": {"player": "human", "name": formula}}, "id": formula}
    raw["started"] = formula
    rows = list(csv.reader(io.StringIO(exported(raw, "csv"))))
    assert all(not cell.startswith(("=", "+", "@", "\t")) for cell in rows[1])
    assert all(cell.lstrip("-").replace(".", "").isdigit() for cell in rows[1] if cell.startswith("-"))


@pytest.mark.parametrize("attack", [*MARKDOWN, "  ```", "# h", "\n# head\n", "&lt;b&gt;"], ids=shown)
def test_no_text_leaves_its_quote_in_markdown(attack: str) -> None:
    raw = won() | {"seats": {"guesser": {"player": "human", "name": attack}}}
    raw["events"].insert(0, reply("guess", f"x {attack}", 1))
    raw["events"][1]["seq"], raw["events"][2]["seq"] = 2, 3
    outside = [line for line in exported(raw, "md").splitlines() if not line.startswith("    ")]
    assert [line for line in outside if line.startswith("#")] == ["# Wordle: one"]
    for line in outside:
        unescaped = line.replace("\\[", "").replace("\\]", "").replace("\\<", "").replace("\\`", "")
        assert not set("[]<`&") & set(unescaped.replace("\\&", "")), line


@pytest.mark.parametrize("form", sampled(FORMATS, 7))
@pytest.mark.parametrize("attack", ALL, ids=shown)
def test_no_export_acts_on_a_terminal(attack: str, form: str) -> None:
    raw = won() | {"seats": {"guesser": {"player": "human", "name": attack}}, "note": attack}
    raw["setup"]["secret"] = {"word": "zonal"}
    raw["events"] = [reply("guess", f"{attack} x", 1)]
    assert not acts(exported(raw, form))


# the schema


@each({}, {"anonymous": True}, {"secrets": True})
def test_every_export_fits_the_json_schema(how: Any) -> None:
    Draft202012Validator.check_schema(json_schema())
    schema = Draft202012Validator(json_schema())
    for raw in (won(), unfinished_with_setter(), won(seed=3, repetition=2) | {"events": []}):
        found = read(raw)
        made = json.loads("".join(export([(found.session, found.info)], **how)))
        assert list(schema.iter_errors(made)) == []


@pytest.mark.parametrize(
    "change",
    [{"version": 2}, {"game": 3}, {"events": [{"type": "reply"}]}, {"events": [{}]}, {"setup": {}}],
    ids=str,
)
def test_the_json_schema_refuses_what_the_reader_refuses(change: dict[str, Any]) -> None:
    assert not Draft202012Validator(json_schema()).is_valid(won() | change)


# files


def test_a_files_name_says_which_session_it_is_and_nothing_to_a_shell() -> None:
    session = read(won() | {"id": "../../etc/$(rm) passwd\u202e"}).session
    assert file_name(session, "json") == "wordle-etc-rm-passwd.json"


def test_an_export_replaces_a_named_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_text("old")
    write(path, ["a", "b"])
    assert path.read_text() == "ab"
    assert list(tmp_path.iterdir()) == [path]


@each(".", "missing/out.json", "bad\x1b[2J.json", "r\u202eevil.json", "x" * 300)
def test_a_place_that_can_not_be_written_is_a_sentence(name: str, *, tmp_path: Path) -> None:
    with pytest.raises(BadFile) as found:
        write(tmp_path / name, ["x"])
    assert not acts(str(found.value))
    assert list(tmp_path.iterdir()) == []
