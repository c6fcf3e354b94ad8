"""score, import, export, schema over real files and a real save file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.attacks import ALL, acts, shown
from tests.cli.conftest import Command, flat
from tests.save.sessions import GOLDEN, reply, unfinished_with_setter, won
from tests.thorough import sampled
from tui_arena.data import Catalogue, demo_files

File = Callable[..., str]


# score


def test_people_are_told_what_came_out(run: Command, session_file: File) -> None:
    told = run("score", session_file()).out
    assert told.startswith(f"{session_file()}: wordle, won")
    assert "guesses 2" in told
    assert run("run", "wordle", "--sessions", "1", "--seed", "1").out.startswith("Wordle: 1 session in ")
    assert run("schema").json["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_every_known_case_through_the_command(run: Command) -> None:
    ran = run("score", "--json", "--strict", *map(str, GOLDEN))
    assert (ran.status, ran.err) == (0, "")
    scored = {s["file"]: s for s in ran.json["sessions"]}
    assert len(scored) == len(GOLDEN) > 0
    for path in GOLDEN:
        expected, one = json.loads(path.read_text())["expected"], scored[str(path)]
        assert one["outcome"]["result"] == expected["result"]
        for name, value in expected["metrics"].items():
            assert one["metrics"][name] == pytest.approx(value, abs=1e-6)


def test_score_reads_standard_input_and_saves_nothing(run: Command, home: Path) -> None:
    ran = run("score", "-", "--json", stdin=json.dumps(won()))
    assert ran.json == {
        "sessions": [
            {
                "file": "standard input",
                "id": "one",
                "game": "wordle",
                "outcome": {"result": "won", "winners": ["guesser"], "cause": None},
                "metrics": ran.json["sessions"][0]["metrics"],
                "counts": ran.json["sessions"][0]["counts"],
                "differences": [],
            }
        ],
        "faults": [],
    }
    assert ran.json["sessions"][0]["metrics"]["guesses"] == 2
    assert ran.json["sessions"][0]["counts"]["guesser"]["requests"] == 2
    assert not home.exists()


def aloud(*texts: str) -> dict[str, Any]:
    """A session of a model that said these texts."""
    rows = [reply("guess", text, seq) for seq, text in enumerate(texts, 1)]
    return {**won(), "seats": {"guesser": {"player": "model", "name": "m"}}, "events": rows}


@pytest.mark.parametrize(
    ("texts", "where"),
    [
        (("[THINK]a bird?[/THINK]\nguess: slate", "crane"), [1]),
        (("slate", "a bird?</thinking>\nguess: crate", "[THINK]so[/THINK]\nguess: crane"), [2, 3]),
        (("<think>a bird?</think>slate", "guess: crane\n</s>"), []),
    ],
)
def test_score_names_replies_in_which_reasoning_was_played(
    run: Command, session_file: File, texts: Sequence[str], where: list[int]
) -> None:
    name = session_file(**aloud(*texts))
    (one,) = run("score", "--json", "--strict", name).json["sessions"]
    assert one["outcome"]["result"] == "won"
    assert one.get("reasoning_played", []) == where
    told = run("score", name).out
    assert ("reasoning_played" in told) is bool(where)
    if where:
        replies = "1 reply" if len(where) == 1 else "2 replies"
        assert f"  reasoning_played: {replies}, the first in event {where[0]}, played reasoning" in told
    run("import", name)
    (row,) = run("sessions", "--json").json["sessions"]
    assert ("reasoning_played" in row["flags"]) is bool(where)
    imported = run("stats", "wordle", "--json", "--include", "imported").json["games"]["wordle"]
    assert len(imported) == (0 if where else 1)
    for kinds in ("imported,reasoning_played", "all"):
        (line,) = run("stats", "wordle", "--json", "--include", kinds).json["games"]["wordle"]
        assert line["sessions"] == 1
    (saved,) = run("export", "--all", "--format", "jsonl").out.splitlines()
    assert [row["text"] for row in json.loads(saved)["events"]][: len(texts)] == list(texts), (
        "never rewritten"
    )


def test_strict_fails_on_a_difference_and_names_it(run: Command, session_file: File) -> None:
    path = session_file(metrics={"speed": 50, "guesses": 2})
    assert run("score", path).status == 0
    ran = run("score", path, "--strict", "--json")
    assert ran.status == 1
    assert ran.json["sessions"][0]["differences"] == [{"place": "metrics.speed", "file": 50, "computed": 100}]
    assert "metrics.speed is 50 in the file, but was computed as 100" in run("score", path).out


def test_what_needs_a_deck_that_is_not_here_is_no_difference(run: Command, tmp_path: Path) -> None:
    session = json.loads((GOLDEN[0].parent / "entity_win_t6.json").read_text())["session"]
    session["metrics"] = {"names": 7, "turns": 6}
    path = tmp_path / "elsewhere.json"
    for deck, differences in (("mine@0123456789ab", []), ("things-1", ["names"])):
        session["setup"]["deck"] = deck
        path.write_text(json.dumps(session))
        ran = run("score", str(path), "--strict", "--json")
        found = [d["place"] for d in ran.json["sessions"][0]["differences"]]
        assert (ran.status, found) == (bool(differences), [f"metrics.{name}" for name in differences])


def test_figures_that_follow_the_reading_of_questions_alone_are_no_difference(
    run: Command, tmp_path: Path
) -> None:
    session = json.loads((GOLDEN[0].parent / "entity_win_t6.json").read_text())["session"]
    by_reading = Catalogue().game("entity").by_reading
    assert by_reading >= set("direct_guesses first_direct_guess early_guesses redundant inconsistent".split())
    path = tmp_path / "earlier.json"
    path.write_text(json.dumps(session))
    computed = run("score", str(path), "--json").json["sessions"][0]["metrics"]
    for names in (set(computed), by_reading, set(computed) - by_reading):
        path.write_text(json.dumps(session | {"metrics": dict.fromkeys(names, 77)}))
        ran = run("score", str(path), "--strict", "--json")
        found = {d["place"] for d in ran.json["sessions"][0]["differences"]}
        assert (ran.status, found) == (
            int(names != by_reading),
            {f"metrics.{name}" for name in names - by_reading},
        )


def test_a_bad_file_among_good_ones_is_told_and_the_good_ones_scored(
    run: Command, session_file: File, tmp_path: Path
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    ran = run("score", session_file(), str(folder), session_file("two.json", id="two"), "--json")
    assert ran.status == 2
    assert [s["id"] for s in ran.json["sessions"]] == ["one", "two"]
    assert ran.complaint.startswith(f"{folder}: is a folder without a published log")


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "is empty"), (json.dumps(won() | {"game": "go"}), "no game 'go'; games are wordle")],
)
@pytest.mark.parametrize("command", ["score", "import"])
def test_a_file_that_can_not_be_used_is_one_line(
    text: str, says: str, command: str, run: Command, tmp_path: Path
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    ran = run(command, str(path))
    assert ran.status == 2
    assert ran.complaint.startswith(f"{path}: ")
    assert says in ran.complaint


@pytest.mark.parametrize("attack", sampled(ALL, 5), ids=shown)
def test_an_attack_goes_through_score_import_show_and_export_and_harms_nobody(
    attack: str, run: Command, session_file: File, tmp_path: Path
) -> None:
    path = session_file(
        id=attack,
        seats={"guesser": {"player": "human", "name": attack}},
        setup={"options": {"variant": "classic"}, "secret": {"word": "zonal"}, "run": attack},
        events=[
            reply("guess", f"x {attack}", 1),
            {"seq": 2, "type": "paused", "why": attack, "seat": attack},
            {"seq": 3, "type": f"x {attack[:40]}"},
            {"seq": 4, "type": "resigned", "seat": "guesser"},
        ],
        note=attack,
    )
    heard = [run("score", path), run("score", path, "--json"), run("import", path)]
    assert heard[2].status == 0, heard[2].err
    heard += [run("sessions"), run("sessions", "--json"), run("stats", "--include", "all")]
    number = json.loads(heard[4].out)["sessions"][0]["id"]
    heard += [
        run("show", "--", number),
        run("export", "--", number),
        run("export", "--all", "--format", "md"),
    ]
    heard += [run("export", "--all", "--format", "csv"), run("score", f"{tmp_path}/{attack[:80]}")]
    for ran in heard:
        assert not acts(ran.out)
        assert not acts(ran.err)
    assert [ran.status for ran in heard] == [0] * 10 + [2]


# import


def test_import_saves_and_says_under_which_id(run: Command, session_file: File) -> None:
    path = session_file()
    ran = run("import", path)
    assert (ran.status, ran.out) == (0, f"{path}: imported as one\n1 imported\n")
    (row,) = run("sessions", "--json").json["sessions"]
    assert (row["id"], row["result"], row["flags"]) == ("one", "won", ["imported"])


def test_an_id_is_given_where_there_is_none_or_another_session_has_it(
    run: Command, session_file: File
) -> None:
    run("import", session_file())
    again = run("import", session_file())
    assert "one with the same set-up and replies" in again.out
    assert again.out.endswith("0 imported, 1 skipped\n")
    setup = {"options": {"variant": "classic", "max_guesses": 3}, "secret": {"word": "crane"}}
    taken = run("import", session_file(setup=setup)).out
    assert "its id one belongs to another session, so it got a new one" in taken
    assert "it had no id" in run("import", session_file(id=None, title="x", setup=setup | {"seed": 3})).out
    ids = {row["id"] for row in run("sessions", "--json").json["sessions"]}
    assert sorted(map(len, ids)) == [3, 26, 26]


def test_import_counts_what_cleaning_dropped_and_reports_differences(
    run: Command, session_file: File
) -> None:
    ran = run("import", session_file(note="a\x00b", metrics={"speed": 1}))
    assert "cleaning changed 1 text and removed 1 characters" in ran.out
    assert "differs: metrics.speed is 1 in the file, but was computed as 100" in ran.out


def test_the_demos_come_in_flagged_and_only_once(run: Command) -> None:
    assert run("import", "--demos").out.endswith(f"{len(demo_files())} imported\n")
    rows = run("sessions", "--json").json["sessions"]
    assert all("demo" in row["flags"] for row in rows)
    assert run("import", "--demos").out.endswith(f"0 imported, {len(demo_files())} skipped\n")


# export


def test_export_import_export_is_the_same_text(run: Command, tmp_path: Path) -> None:
    run("import", "--demos")
    first = run("export", "--all", "--format", "jsonl").out
    (tmp_path / "all.jsonl").write_text(first)
    elsewhere = ("--data-dir", str(tmp_path / "elsewhere"))
    run("import", str(tmp_path / "all.jsonl"), *elsewhere)
    assert run("export", "--all", "--format", "jsonl", *elsewhere).out == first


def test_an_unfinished_session_is_exported_as_the_table_sees_it_and_marked_when_not(
    run: Command, session_file: File
) -> None:
    run("import", session_file(**unfinished_with_setter()))
    assert "zonal" not in run("export", "open").out
    assert "zonal" not in run("show", "open").out
    assert "peeked" not in run("sessions", "--json").json["sessions"][0]["flags"]
    assert "zonal" in run("show", "open", "--secrets").out
    assert "peeked" in run("sessions", "--json").json["sessions"][0]["flags"]
    whole = run("export", "open", "--secrets").json
    assert [row["type"] for row in whole["events"]].count("peeked") == 1
    assert "zonal" not in run("export", "open").out


def test_export_to_a_named_file(run: Command, session_file: File, tmp_path: Path) -> None:
    run("import", session_file())
    path = tmp_path / "out.json"
    ran = run("export", "one", "--out", str(path))
    assert (ran.status, ran.out, ran.err) == (0, "", f"written to {path}\n")
    assert json.loads(path.read_text())["id"] == "one"
    assert (
        run("export", "one", "--out", str(tmp_path)).complaint
        == f"{tmp_path}: is a folder; name a file in it"
    )
    missing = run("export", "one", "--out", str(tmp_path / "no" / "x.json"))
    assert (missing.status, missing.complaint) == (
        2,
        f"{tmp_path}/no/x.json: can't be written (No such file or directory)",
    )


def test_a_session_that_is_missing_leaves_the_named_file_as_it_was(
    run: Command, session_file: File, tmp_path: Path
) -> None:
    run("import", session_file())
    path = tmp_path / "out.json"
    path.write_text("old")
    assert run("export", "one", "nothing", "--out", str(path)).status == 2
    assert path.read_text() == "old"


def test_sessions_are_exported_by_game_run_and_filter(run: Command, home: Path) -> None:
    ran = run("run", "wordle", "--sessions", "2", "--repetitions", "2", "--seed", "1", "--json").json
    run("run", "taboo", "--sessions", "1", "--seed", "1")

    chosen = ("--all", "--game wordle", f"--run {ran['run']}", "--game wordle --where repetition=2")
    assert [len(flat(run, *options.split())) for options in chosen] == [5, 4, 4, 2]
    assert flat(run, "--where", "player=nobody") == []
    assert run("export", "--all", "abc").status == 2
    assert (
        "guesser.model: guesser: the model's name as its provider knows it"
        in run("export", "--describe", "--game", "wordle").out
    )


def test_replies_are_exported_a_row_each(run: Command, tmp_path: Path) -> None:
    first, second = (run("run", "taboo", "--seed", seed, "--json").json["run"] for seed in "12")

    def rows(*options: str) -> list[dict[str, str]]:
        ran = run("export", "--format", "replies", *options)
        assert ran.status == 0, ran.err
        return list(csv.DictReader(io.StringIO(ran.out)))

    [one] = flat(run, "--run", first)
    asked = sum(int(value) for name, value in one.items() if name.endswith(".requests"))
    found = rows("--run", first)
    assert len([row for row in found if row["session"] == one["id"]]) == asked
    both = rows("--run", first, "--run", second)
    assert {row["run"] for row in both} == {first, second}
    assert both == [*found, *rows("--run", second)]
    assert {row["seat"] for row in rows("--run", first, "--where", "seat=guesser")} == {"guesser"}
    assert rows("--all", "--slower", "1000") == rows("--all", "--dropped") == rows("--all", "--cut") == []
    assert {row["status"] for row in rows("--all", "--fault", "any")} <= {"rejected"}
    ran = run("export", "--all", "--format", "replies.jsonl", "--out", str(tmp_path / "r.jsonl"))
    assert ran.status == 0
    assert len((tmp_path / "r.jsonl").read_text().splitlines()) == len(both)
    described = run("export", "--describe", "--format", "replies").out.splitlines()
    assert [line.partition(":")[0] for line in described] == list(found[0])
    refused = run("export", "--all", "--cut")
    assert (refused.status, "--format replies" in refused.err) == (2, True)


def test_what_holds_for_all_logs_of_a_program_is_told_once(run: Command, tmp_path: Path) -> None:
    for name in ("Kettle", "Umbrella"):
        text = f"item: {name}\nTurn 0, User: Say yes or no.\nTurn 1, Assistant: Is it alive?\nTurn 1, User: Yes.\nTurn 2, Assistant: Is it a {name}?\nTurn 2, User: Bingo!\n"
        (tmp_path / f"{name}.txt").write_text(text)
    for command in ("score", "import"):
        ran = run(command, str(tmp_path), str(tmp_path))
        assert ran.status == 0
        assert ran.err.count("counts the task of each game") == 1
    assert "yes" not in ran.out, "the published count less one is the one here"


def test_a_csv_for_excel_begins_with_the_mark_of_its_encoding(run: Command, tmp_path: Path) -> None:
    run("run", "wordle", "--sessions", "1", "--seed", "1")
    plain = run("export", "--all", "--format", "flat").out
    assert run("export", "--all", "--format", "flat", "--excel").out == f"\ufeff{plain}"
    assert run("export", "--all", "--format", "csv", "--excel", "--out", str(tmp_path / "a.csv")).status == 0
    assert (tmp_path / "a.csv").read_bytes().startswith(b"\xef\xbb\xbfid,")
    for form in ("md", "parquet", "rewards"):
        assert "--excel only works with CSV" in run("export", "--all", "--format", form, "--excel").complaint


def test_a_deck_goes_from_one_folder_to_another(run: Command, home: Path, tmp_path: Path) -> None:
    assert run("deck").out.startswith("you have nothing of your own yet")
    (home / "config" / "decks").mkdir(parents=True)
    (home / "config" / "decks" / "birds.tsv").write_text("word\ncrane\n")
    assert run("deck").out == "birds\n"
    pack = str(tmp_path / "birds.pack")
    assert "with birds" in run("deck", "pack", pack, "birds").out
    assert "already exists" in run("deck", "pack", pack, "--all").complaint
    other = str(tmp_path / "other")
    assert run("deck", "unpack", pack, "--data-dir", other).out.split() == ["decks/birds.tsv", "new"]
    played = run("run", "wordle", "--deck", "birds", "--sessions", "1", "--json", "--data-dir", other)
    assert played.status == 0
    (home / "config" / "decks" / "birds.tsv").write_text("word\nheron\n")
    refused = run("deck", "unpack", pack)
    assert refused.status == 2
    assert "would replace what's there; nothing was imported. Give --replace to allow it" in refused.complaint
    assert run("deck", "unpack", pack, "--replace").out.split() == ["decks/birds.tsv", "replaced"]


def test_a_file_that_is_no_pack_is_one_line(run: Command, tmp_path: Path) -> None:
    other = tmp_path / "other.pack"
    other.write_text("no pack")
    ran = run("deck", "unpack", str(other))
    assert (ran.status, "isn't a pack, or is damaged" in ran.complaint) == (2, True)
