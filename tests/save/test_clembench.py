"""clembench's run folders: published episodes read, scored anew, and held against what was published."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.save.episodes import EPISODES, name_of, write
from tests.save.sessions import CATALOGUE
from tests.thorough import sampled
from tui_arena.save.exchange.reading import read_input
from tui_arena.save.exchange.schema import MAX_SESSION
from tui_arena.save.exchange.session_files import Incoming, import_session
from tui_arena.save.store import SessionQuery, Store


def read(folder: Path) -> Incoming:
    (found,) = read_input(str(folder), CATALOGUE)
    assert isinstance(found, Incoming), found
    return found


@pytest.mark.parametrize("episode", sampled(EPISODES, 5), ids=name_of)
def test_a_published_episode_scores_as_published(episode: dict[str, Any], tmp_path: Path) -> None:
    found = read(write(episode, tmp_path))
    assert found.play.outcome().result == episode["result"]
    assert [str(difference) for difference in found.differences] == episode.get("differs", [])
    guesses = [turn.guess for turn in found.play.state.turns]
    assert guesses == [
        part.rpartition("/")[2].partition(":")[0]
        for turn in episode["turns"]
        for part in turn.split()
        if ":" in part
    ]


def test_thirty_episodes_of_all_variants_and_versions_are_held_against_what_was_published() -> None:
    assert len(EPISODES) >= 30
    assert {(e["version"], e["game"]) for e in EPISODES} == {
        (version, game)
        for version in (1, 2, 3)
        for game in ("wordle", "wordle_withclue", "wordle_withcritic")
    }
    assert sum("scores" in episode for episode in EPISODES) >= 20
    for (
        episode
    ) in EPISODES:  # the figures of all agree; only what a violated request is, is counted otherwise
        assert all(told.startswith("counts.") for told in episode.get("differs", []))


def test_a_log_of_the_first_version_counts_what_was_asked_and_not_parsed_as_violated(tmp_path: Path) -> None:
    episode = next(e for e in EPISODES if e["version"] == 1 and "scores" in e)
    asked, parsed = episode["scores"]["requests"]
    folder = write({**episode, "scores": {**episode["scores"], "requests": [asked + 2, parsed]}}, tmp_path)
    (folder / "scores.json").unlink()
    assert "counts.guesser.violated is 2 in the file, but was computed as 0" in map(
        str, read(folder).differences
    )


def test_an_episode_becomes_a_session_with_its_players_times_and_what_they_were_sent(tmp_path: Path) -> None:
    episode = next(e for e in EPISODES if e["word"] == "koala")
    found = read(write(episode, tmp_path))
    session = found.session
    assert session.setup.preset == "clembench-2"
    assert session.setup.secret == {"word": "koala", "clue": "a made-up hint"}
    assert session.started == "2025-02-25T10:00:01.250Z"
    for seat in ("guesser", "critic"):
        assert session.seats[seat] == {
            "player": "model",
            "name": "gpt-4o-2024-08-06",
            "model": "gpt-4o-2024-08-06",
            "sampling": {"temperature": 0.0},
        }
    first, opinion, *_ = session.events
    assert (first["ask"], opinion["ask"]) == ("proposal", "opinion")
    assert first["seconds"] == 1.5
    assert session.messages[first["messages"]] == [
        {"role": "user", "content": "Guess a word of five letters."}
    ]
    assert session.extra["published"] == {
        "by": "clembench",
        "game": "wordle_withcritic",
        "version": "2",
        "experiment": "1_medium_frequency_words_clue_with_critic",
        "episode": "episode_9",
        "run": "gpt-4o-2024-08-06-t0.0--gpt-4o-2024-08-06-t0.0",
    }


def test_an_imported_episode_is_flagged_and_skipped_the_second_time(tmp_path: Path, store: Store) -> None:
    folder = write(EPISODES[0], tmp_path)
    first, second = (import_session(store, read(folder)) for _ in range(2))
    assert (first.how, second.how) == ("imported", "skipped")
    assert first.id == second.id
    (row,) = store.every(SessionQuery())
    assert "imported" in row.flags
    assert row.result == EPISODES[0]["result"]


def test_a_figure_that_differs_is_named_with_both_readings(tmp_path: Path) -> None:
    episode = next(e for e in EPISODES if e["word"] == "month")
    folder = write(episode, tmp_path)
    change(folder / "scores.json", "turn scores", "2", "closeness score", value=9)
    marks = "h<red> o<green> i<red> s<red> t<red>"
    change(folder / "interactions.json", "Evaluation", "guess", 3, 1, value=marks)
    told = [str(difference) for difference in read(folder).differences]
    assert "metrics.closeness is [8, 9, 8, 11] in the file, but was computed as [8, 8, 8, 11]" in told
    assert any(
        one.startswith("turns[3].marks is 'grey green grey grey grey' in the file, but was") for one in told
    )


def test_a_proposal_that_was_unknown_there_is_left_out_and_named(tmp_path: Path) -> None:
    episode = next(e for e in EPISODES if e["word"] == "koala")
    turns = ["vapix? tiger/yes/zebra:rrrrg", *episode["turns"][1:]]
    found = read(write(episode | {"turns": turns}, tmp_path))
    assert found.play.outcome().result == "won"
    assert (
        "left out: the proposal vapix, which was refused there as unknown; proposals aren't looked up here"
        in found.notes
    )


def version_1(word: str, **changes: Any) -> dict[str, Any]:
    return next(e for e in EPISODES if e["version"] == 1 and e["word"] == word) | changes


def test_a_log_of_version_1_is_played_by_its_own_rules_and_says_its_version(tmp_path: Path) -> None:
    bare, strict = (read(write(version_1(word), tmp_path)).session for word in ("juice", "video"))
    assert [s.extra["published"]["version"] for s in (bare, strict)] == ["1.0", "1.6"]
    assert [s.setup.options["form"] for s in (bare, strict)] == ["lenient", "strict"]
    for session in (bare, strict):
        assert (session.setup.options["reprompts"], session.setup.options["unknown_words"]) == (2, 5)
        assert session.seats["guesser"]["sampling"] == {"temperature": 0.0}


def test_an_unknown_word_of_version_1_is_asked_again(tmp_path: Path) -> None:
    turns = ["apple:rrrry", "vapix?", *version_1("video")["turns"][1:]]
    found = read(write(version_1("video", turns=turns), tmp_path))
    assert [event.get("fault") for event in found.session.events][:3] == [None, "unknown_word", None]
    assert found.play.outcome().result == "lost"


def test_a_text_that_is_no_unicode_is_read_as_far_as_it_is(tmp_path: Path) -> None:
    folder = write(version_1("video"), tmp_path)
    change(folder / "interactions.json", "turns", 0, 0, "action", "content", value="Guess\ud800 a word.")
    session = read(folder).session
    (sent,) = session.messages[session.events[0]["messages"]]
    assert sent["content"].isprintable()
    assert "a word." in sent["content"]


def test_a_reply_that_only_the_other_program_refused_is_left_out_and_named(tmp_path: Path) -> None:
    """The reader of version 1 takes small letters only."""
    found = read(write(version_1("gloat", turns=["raven/Yes,no/snowy:rrgrr"], result="lost"), tmp_path))
    assert [event["ask"] for event in found.session.events] == ["proposal", "opinion", "guess"]
    assert [event.seq for event in found.session.events] == [1, 2, 3]
    (note,) = (note for note in found.notes if note.startswith("left out"))
    assert "refused there but would be accepted here (explanation: made up agreement: Yes)" in note


def test_a_log_that_was_cut_off_before_its_result_says_so(tmp_path: Path) -> None:
    folder = write(version_1("video"), tmp_path)
    raw = json.loads((folder / "interactions.json").read_text())
    del raw["turns"][-1][-1]
    (folder / "interactions.json").write_text(json.dumps(raw))
    assert "has no result: neither $.Evaluation (version 2) nor a last row" in refusal(folder)


def test_where_the_log_goes_on_and_the_rules_do_not_the_rest_is_left_out_and_named(tmp_path: Path) -> None:
    episode = next(e for e in EPISODES if e["word"] == "month")
    folder = write(episode | {"turns": [*episode["turns"][:-1], "!", "month:ggggg"]}, tmp_path)
    found = read(folder)
    assert found.play.outcome().result == "aborted"
    (note,) = (note for note in found.notes if note.startswith("the log continues"))
    assert "1 reply left out" in note


def test_what_the_log_holds_and_nothing_here_matches_is_named(tmp_path: Path) -> None:
    folder = write(EPISODES[0], tmp_path)
    change(folder / "scores.json", "episode scores", "Sparkle", value=3)
    change(folder / "interactions.json", "turns", 0, 0, "action", "type", value="wink")
    notes = read(folder).notes
    assert "not mapped: actions of the game master (wink)" in notes
    assert "not mapped: published figures (Sparkle)" in notes


# what can't be read


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (
            ("meta", "clem_version"),
            "4.0.1",
            "$.meta.clem_version is 4.0.1; only logs from clembench 1, 2 and 3",
        ),
        (("meta", "clem_version"), None, "$.meta.clem_version is missing"),
        (("meta", "game_name"), "taboo", "is an episode of taboo; only wordle, wordle_withclue"),
        (("turns",), "none", "$.turns must be a list"),
        (("turns",), [], "$.turns has no reply from a player"),
        (("turns", 0), 5, "$.turns[0] must be a list"),
        (("turns", 0, 1), [], "$.turns[0][1] must be an object"),
        (("turns", 0, 1, "action"), None, "$.turns[0][1].action must be an object"),
        (("turns", 0, 1, "action", "type"), 1, "$.turns[0][1].action.type must be text"),
        (("turns", 0, 1, "action", "content"), 7, "$.turns[0][1].action.content must be text"),
        (("n_turns",), 40, "$.n_turns is 40; 1 to 6 guesses are allowed here"),
        (("meta",), None, "isn't a log of clembench 1, 2 or 3"),
    ],
)
def test_a_log_of_another_shape_is_refused_with_its_place(
    path: tuple[str | int, ...], value: Any, says: str, tmp_path: Path
) -> None:
    folder = write(next(e for e in EPISODES if e["version"] == 3), tmp_path)
    change(folder / "interactions.json", *path, value=value)
    told = refusal(folder / "interactions.json")
    assert told.startswith(f"{folder / 'interactions.json'}: ")
    assert says in told


def test_a_log_that_names_no_word_is_refused(tmp_path: Path) -> None:
    folder = write(next(e for e in EPISODES if e["turns"] == ["!sleepy"]), tmp_path)
    (folder / "instance.json").unlink()
    assert "has no target_word, and there is no instance.json that has one" in refusal(folder)


@pytest.mark.parametrize(
    "name", sampled(["interactions.json", "scores.json", "requests.json", "instance.json"], 4)
)
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"turns": [[', "the file may be truncated"),
        ("[" * 5000 + "]" * 5000, "nested deeper than 64 levels"),
        ('{"a": Infinity}', "Infinity isn't a JSON number"),
        ("", "is empty"),
        ('{"a": 1, "a": 2}', "appears twice"),
        ('"text"', "must be a"),
        (" " * (MAX_SESSION + 1), "at most 20971520 are allowed"),
    ],
)
def test_a_hostile_file_of_an_episode_is_refused_with_its_name(
    name: str, text: str, says: str, tmp_path: Path
) -> None:
    folder = write(next(e for e in EPISODES if e["version"] == 3), tmp_path)
    (folder / name).write_text(text)
    told = refusal(folder)
    assert told.startswith(f"{folder / name}: ")
    assert says in told
    assert "\n" not in told


ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**30, 1.5, "", "x", [], {}, ["a"], {"a": 1}, "INVALID_FORMAT", "\ud800\x1b[2J"),
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container below a value, with each of its keys."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in pairs:
        yield value, key
        yield from places(below)


@pytest.mark.parametrize("part", sampled(range(3), 3))
@pytest.mark.parametrize("version", [1, 2, 3])
def test_any_value_at_any_place_is_a_session_or_a_sentence(version: int, part: int, tmp_path: Path) -> None:
    rng = Random(10 * version + part)
    path = write(next(e for e in EPISODES if e["version"] == version), tmp_path) / "interactions.json"
    text = path.read_text()
    for _ in range(50):
        raw = json.loads(text)
        spot, key = rng.choice(list(places(raw)))
        spot[key] = rng.choice((*ODD, *[ODD[-1]] * len(ODD)))
        path.write_text(json.dumps(raw))
        (told,) = read_input(str(path), CATALOGUE)
        assert isinstance(told, Incoming) or not {"\n", "\x1b", "\ud800"} & set(told)


@pytest.mark.parametrize("name", ["interactions.json", "scores.json", "requests.json", "instance.json"])
def test_a_link_in_a_run_folder_is_not_followed(name: str, tmp_path: Path) -> None:
    folder = write(next(e for e in EPISODES if e["version"] == 3), tmp_path)
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text("{}")
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(elsewhere)
    assert "is a link" in refusal(folder)
    (tmp_path / "again").symlink_to(folder)
    assert len(list(read_input(str(tmp_path), CATALOGUE))) == 1


def test_a_folder_with_other_games_names_them_once_and_reads_the_rest(tmp_path: Path) -> None:
    three = next(e for e in EPISODES if e["version"] == 3)
    write(three, tmp_path / "a")
    for name in "bc":
        change(write(three, tmp_path / name) / "interactions.json", "meta", "game_name", value="taboo")
    found, told = read_input(str(tmp_path), CATALOGUE)
    assert isinstance(found, Incoming)
    assert told == f"{tmp_path}: 2 episodes of games that can't be read (2 of taboo)"


def refusal(path: Path) -> str:
    (told,) = read_input(str(path), CATALOGUE)
    assert isinstance(told, str), told
    return told


def change(path: Path, *keys: str | int, value: Any) -> None:
    """Put a value at a place of a JSON file."""
    raw = json.loads(path.read_text())
    spot = raw
    for key in keys[:-1]:
        spot = spot[key]
    spot[keys[-1]] = value
    path.write_text(json.dumps(raw))
