"""EDA's text logs become sessions with their questions, answers and published figures.

`eda_logs.jsonl` holds facts of logs that were published: 43 of the 150 that github.com/Khooshrin/ml-entity-deduction-arena
has on its branch `khooshrin` (commit 0e3b10a), where vicuna-7b-v1.3 asks: all that were won, all with the end of an
older log in them, and every sixth of the others. Each row has the item, the answers by their first letter (`!` for a
hit) and the figures that the program's own `eval_result.py` computes. `remains` are the lines that an older log left:
`20?` a question of turn 20, `20n` its answer, and an empty text the end of a line. The sentences are made up here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.save.sessions import CATALOGUE
from tests.tables import each
from tests.thorough import sampled
from tui_arena.save.exchange.reading import read_input
from tui_arena.save.exchange.session_files import Incoming, import_session
from tui_arena.save.store import SessionQuery, Store

TASK = "Find the thing. Only ask what can be answered by 'yes', 'no' or 'maybe'."
PEOPLE = "Find the celebrity. Only ask what can be answered by 'Yes.', 'No.' or 'Dunno.'."


def log(item: str, *talk: str, task: str = TASK) -> str:
    """A log as that program writes it; `talk`: questions and answers in turn."""
    lines = [f"item: {item}", f"Turn 0, User: {task}"]
    for i, text in enumerate(talk):
        lines.append(f"Turn {i // 2 + 1}, {('Assistant', 'User')[i % 2]}: {text}")
    return "\n".join(lines) + "\n"


LOGS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("eda_logs.jsonl").read_text().splitlines()
]
ANSWERS = {"y": "Yes.", "n": "No.", "m": "Maybe.", "!": "Bingo!"}


def published(row: dict[str, Any]) -> str:
    """A log with the facts of one that was published, and made-up questions."""
    answers = row["answers"]
    talk: list[str] = []
    for n, answer in enumerate(answers, 1):
        question = (
            f"Is it {row['item'].split(' |')[0]}?" if answer == "!" else f"Is it number {n} on the list?"
        )
        last, next_is_last = n == 20, n == 19 and len(answers) == 20
        talk.append(question + " Is it right?" * last)
        talk.append(ANSWERS[answer] + " You must guess now, what's it?" * next_is_last)
    return log(row["item"], *talk) + "".join(remains(one) for one in row.get("remains", ()))


def remains(line: str) -> str:
    """A line of an older log that was longer."""
    turn, what = line[:-1], line[-1:]
    if not what:
        return "e made up here?\n"
    return f"Turn {turn}, " + ("Assistant: Is it old?" if what == "?" else f"User: {ANSWERS[what]}") + "\n"


WON = log(
    "Umbrella|Parasol", "Is it alive?", "No.", "Does it keep you dry?", "Yes.", "Is it an umbrella?", "Bingo!"
)
LOST = log(
    "Kettle",
    *(part for n in range(18) for part in (f"Is it number {n} on the list?", "No.")),
    "Is it used daily?",
    "Maybe. You must guess now, what's it?",
    "A toaster? Is it right?",
    "No.",
)


def read(text: str, path: Path) -> Incoming:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    (found,) = read_input(str(path), CATALOGUE)
    assert isinstance(found, Incoming), found
    return found


def refusal(path: Path) -> str:
    (told,) = read_input(str(path), CATALOGUE)
    assert isinstance(told, str)
    return told


def test_a_game_that_was_won_is_won_by_the_rules_with_the_figures_of_the_paper(tmp_path: Path) -> None:
    found = read(WON, tmp_path / "vicuna-13b_vanilla" / "Umbrella.txt")
    assert found.play.outcome().result == "won"
    assert (found.differences, found.notes) == ((), ())
    figures = found.metrics
    assert [figures[name] for name in ("success", "turns", "yes", "score")] == [1, 3, 1, 1]
    session = found.session
    assert session.setup.secret == {"entity": "Umbrella", "aliases": ["Parasol"]}
    assert session.setup.options["answers"] == "yes/no/maybe"
    assert session.seats["guesser"]["name"] == "vicuna-13b"
    assert session.extra["published"]["by"] == "eda"
    assert [event["text"] for event in session.events] == [
        "Is it alive?", "No.", "Does it keep you dry?", "Yes.", "Is it an umbrella?",
    ]  # fmt: skip


@pytest.mark.parametrize("row", sampled(LOGS, 5), ids=lambda row: f"{row['item']}-{row['session']}")
def test_a_published_log_has_the_figures_that_its_own_program_computes(
    row: dict[str, Any], tmp_path: Path
) -> None:
    name = row["item"].replace(" | ", " _ ")
    found = read(
        published(row), tmp_path / "vicuna-7b-v1.3_hf" / f"_session_{row['session']}" / f"{name}.TXT"
    )
    theirs = row["scores"]
    assert [str(one) for one in found.differences] == row.get("differs", [])
    if "differs" not in row:
        assert {name: found.metrics[name] for name in theirs} == theirs
    assert found.play.outcome().result == ("won" if theirs["success"] else "lost")
    answers = [event["text"][0].lower() for event in found.session.events if event["ask"] == "answer"]
    assert "".join(answers) == row["answers"].rstrip("!")
    assert [note.split(" from ")[0] for note in found.notes] == ["an older log's leftovers are ignored"] * (
        "remains" in row
    )
    assert found.session.setup.repetition == row["session"] + 1
    assert found.session.seats["guesser"]["name"] == "vicuna-7b-v1.3"


@pytest.mark.parametrize(
    ("text", "result", "said", "told"),
    [
        (LOST + "n 20, User: Maybe.\n", "lost", (-1, "No."), "an older log's leftovers are ignored from line 43 on"),
        (log("Umbrella", "Is it a brolly?", "Bingo!"), "unfinished", (0, "Is it a brolly?"),
         "metrics.success is 1 in the file, but was computed as 0"),
        (log("Umbrella", "Is it an umbrella?", "No.", "Is it a tent?", "No."), "won", (0, "Is it an umbrella?"),
         "the log continues after the game ends by the rules here"),
        (log("Umbrella", "Hm.\nIs it alive?", "No.", "Is it an umbrella?", "Bingo!"), "won", (0, "Hm.\nIs it alive?"), ""),
        (log("Umbrella", "Is it alive?", "No.", "Is it wet?"), "unfinished", (2, "Is it wet?"),
         "the log ends with a question that nobody answered"),
    ],
    ids=["leftovers", "bingo", "earlier", "lines", "question"],
)  # fmt: skip
def test_what_is_odd_in_a_log_is_read_as_far_as_the_rules_go_and_named(
    text: str, result: str, said: tuple[int, str], told: str, tmp_path: Path
) -> None:
    found = read(text, tmp_path / "a.txt")
    assert found.play.outcome().result == result
    assert found.session.events[said[0]]["text"] == said[1]
    heard = [*found.notes, *map(str, found.differences)]
    assert any(one.startswith(told) for one in heard) if told else heard == []


def test_a_yes_on_a_line_of_its_own_is_counted_by_nobody(tmp_path: Path) -> None:
    """A judge may answer in several lines; the published count reads those that begin an answer."""
    text = LOST.replace("Turn 1, User: No.", "Turn 1, User: No.\n\nYes.").replace("Maybe.", "Yes.")
    found = read(text, tmp_path / "a.txt")
    assert found.metrics["yes"] == 1
    assert [str(one) for one in found.differences] == [
        "events[1].status is 'played' in the file, but was computed as 'rejected'"
    ]


def test_a_game_that_was_lost_has_what_the_program_added_left_out(tmp_path: Path) -> None:
    found = read(LOST, tmp_path / "Kettle.txt")
    assert found.play.outcome().result == "lost"
    assert found.differences == ()
    assert found.metrics["turns"] == 20
    texts = [event["text"] for event in found.session.events]
    assert texts[-4:] == ["Is it used daily?", "Maybe.", "A toaster?", "No."]


def test_people_are_asked_of_with_dunno_and_a_session_is_a_repetition(tmp_path: Path) -> None:
    text = log("Frida Kahlo", "Is she alive?", "Dunno.", "Is it Frida Kahlo?", "Bingo!", task=PEOPLE)
    found = read(text, tmp_path / "gpt-4_vanilla" / "_session_2" / "Frida Kahlo.txt")
    assert found.session.setup.options["answers"] == "yes/no/dunno"
    assert found.session.setup.repetition == 3
    assert found.session.seats["guesser"]["name"] == "gpt-4"
    assert found.play.outcome().result == "won"


def test_figures_beside_the_log_are_compared_and_named_with_both_readings(tmp_path: Path) -> None:
    table = "File,Num_Turns,Success,Num_Yes,Score\nAverage,3.0,1.0,2.0,1.0\nUmbrella,4.0,1.0,2.0,0.5\n"
    (tmp_path / "metrics.csv").write_text(table)
    told = [str(one) for one in read(WON, tmp_path / "Umbrella.txt").differences]
    assert told == [
        "metrics.turns is 4 in the file, but was computed as 3",
        "metrics.score is 0.5 in the file, but was computed as 1.0",
    ]


def test_a_folder_gives_its_logs_and_passes_other_texts_by(tmp_path: Path, store: Store) -> None:
    read(WON, tmp_path / "run_a" / "Umbrella.txt")
    read(LOST, tmp_path / "run_a" / "Kettle.txt")
    (tmp_path / "run_a" / "notes.txt").write_text("not a log")
    (tmp_path / "run_a" / "link.txt").symlink_to(tmp_path / "run_a" / "Umbrella.txt")
    found = [one for one in read_input(str(tmp_path), CATALOGUE) if isinstance(one, Incoming)]
    assert len(found) == 2
    for one in (*found, *found):
        import_session(store, one)
    rows = list(store.every(SessionQuery()))
    assert {row.result for row in rows} == {"won", "lost"}
    assert all("imported" in row.flags for row in rows)
    assert len(rows) == 2


@each(
    ("", "its first line must be item: NAME"),
    ("Turn 0, User: x\n", "its first line must be item: NAME"),
    ("item: \nTurn 0, User: x\n", "line 1 doesn't name an item"),
    ("item: a\n", "has no question; the log may be truncated"),
    ("item: a\nTurn 0, User: x\n", "has no question; the log may be truncated"),
    (
        "item: a\nhello\n",
        "line 2 doesn't begin a message; it should begin with Turn 0, User:",
    ),
    (
        "item: a\nTurn 0, User: x\nTurn 1, User: yes\n",
        "line 3 doesn't begin a message; it should begin with Turn 1, Assistant:",
    ),
    (
        "item: a\nTurn 0, User: x\nTurn 1, Assistant: y?\nTurn 2, Assistant: z?\n",
        "line 4 doesn't begin a message; it should begin with Turn 1, User:",
    ),
    (log("a thing", *(["Is it?", "No."] * 41)), "41 questions; at most 40 are allowed here"),
)
def test_a_log_of_another_shape_is_refused_with_its_place(text: str, says: str, *, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text)
    told = refusal(path)
    assert told.startswith(f"{path}: ")
    assert says in told


@each(b"item: \xff\xfe\nTurn 0, User: x", b"item: a\x00\x1b[31m\nTurn 1", b"item:" + b"|" * 90000)
def test_nonsense_is_a_sentence(raw: bytes, *, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(raw)
    told = refusal(path)
    assert "\n" not in told
    assert "\x1b" not in told


def test_a_table_without_numbers_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "metrics.csv").write_text("File,Num_Turns\nUmbrella,many\n")
    (tmp_path / "Umbrella.txt").write_text(WON)
    assert "metrics.csv: the row of Umbrella has no number" in refusal(tmp_path / "Umbrella.txt")
