"""What a copy of a paper's prompts lacks, and that the page, the games and the check say the same."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tables import each
from tui_arena.data import Catalogue
from tui_arena.data.files import PROMPTS
from tui_arena.players.models.prompt_check import (
    FILE,
    CheckedPrompt,
    check_variant,
    known_slots,
    printed_prompts,
)
from tui_arena.players.models.prompts import slot_fault

GAMES = Catalogue().games
PRINTED = [(game, ask) for game, info in GAMES.items() for ask in printed_prompts(info)]
PAGE = (PROMPTS / "README.md").read_text("utf-8")
JUDGE = "# system\n\n# ask\nIt is {{entity_field}}. {{question_field}}\n"
GUESSER = "# system\n\n# start\nFind it.\n\n# ask\n{{?nudge}}Name it.\n"


def write(user: Path, name: str, text: str) -> None:
    path = user / "prompts" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def checked(user: Path, game: str = "entity", variant: str = "published") -> dict[str, CheckedPrompt]:
    return {one.ask: one for one in check_variant(Catalogue(user), GAMES[game], variant)}


@each(*PRINTED)
def test_what_a_paper_prints_has_a_place_here(game: str, ask: str) -> None:
    info, told = GAMES[game], printed_prompts(GAMES[game])[ask]
    known = known_slots(Catalogue(), info, ask)
    assert set(told["slots"]) <= known
    assert set(told["sections"]) <= {"system", "start", "ask", *Catalogue().prompt(info, ask).sections}
    assert set(told) == {"where", "sections", "slots"}
    folder = PAGE[PAGE.index(f"`prompts/{game}/`") :]
    row = next(line for line in folder.splitlines() if f"{ask}.published.md` |" in line)
    slots = [part.strip() for part in row.split("|")][-2]
    assert re.findall(r"`([a-z_]+)`", slots) == told["slots"]


def test_the_page_names_no_file_that_is_not_checked() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `") and ".published.md` |" in line]
    assert len(rows) == len(PRINTED)
    for paper in {GAMES[game].published["prompts"]["paper"] for game, _ in PRINTED}:
        title, number = paper.split(", ", 1)[1].removesuffix(")").split(" (arXiv ")
        assert (title.split(" (")[0] in PAGE, f"arxiv.org/abs/{number}" in PAGE) == (True, True)


@each(*[game for game, info in GAMES.items() if printed_prompts(info)])
def test_every_published_row_says_whose_words_the_prompts_are(game: str) -> None:
    assert any("in this program's own words" in told for told in GAMES[game].published["differs"])


@each(*GAMES)
def test_shipped_prompts_have_no_fault(game: str) -> None:
    catalogue = Catalogue()
    for path in (GAMES[game].folder / "prompts").glob("*.md"):
        ask, _, variant = path.stem.partition(".")
        known = known_slots(catalogue, GAMES[game], ask)
        for name, text in catalogue.own_sections(GAMES[game], ask, variant).sections.items():
            assert slot_fault(name, text, known) is None
        assert {one.ask: one.broken for one in check_variant(catalogue, GAMES[game], variant)}.get(
            ask, ()
        ) == ()


def test_a_whole_copy_lacks_nothing(tmp_path: Path) -> None:
    assert {one.missing for one in checked(tmp_path).values()} == {(FILE,)}
    write(tmp_path, "entity/question.published.md", GUESSER)
    write(tmp_path, "entity/answer.published.md", JUDGE)
    assert {ask: one.state for ask, one in checked(tmp_path).items()} == {
        "question": "fine",
        "answer": "fine",
    }


def test_what_is_lost_is_named(tmp_path: Path) -> None:
    write(tmp_path, "entity/question.published.md", "# start\nFind it.\n\n# fault.rule\nNo. {{nudge}}\n")
    found = checked(tmp_path)
    assert found["question"].missing == ("section `# system`", "section `# ask`", "slot {{nudge}}")
    assert (found["question"].state, found["answer"].missing) == ("missing", (FILE,))


@each(
    (GUESSER + "{{entty}}", "section `# ask`, line 2: {{entty}} isn't a slot; allowed: "),
    (GUESSER + "{{ nudge }}", "braces that aren't a slot"),
    (
        GUESSER + "# sytem\nx",
        "section `# sytem`: isn't used; allowed: system, start, ask, fault.",
    ),
)
def test_what_cannot_be_used_is_said(text: str, says: str, *, tmp_path: Path) -> None:
    write(tmp_path, "entity/question.published.md", text)
    one = checked(tmp_path)["question"]
    assert one.state == "broken"
    assert any(says in told for told in one.broken)


def test_a_file_of_no_ask_is_not_overlooked(tmp_path: Path) -> None:
    write(tmp_path, "entity/quesion.published.md", GUESSER)
    one = checked(tmp_path)["quesion"]
    assert one.broken == (
        "Twenty Questions has no ask of that name; allowed: answer, candidates, coach, entity, hit, mind, question",
    )


def test_other_variants_are_looked_at_where_they_have_a_file(tmp_path: Path) -> None:
    write(tmp_path, "wordle/guess.mine.md", "# system\nBe brief.\n")
    assert {ask: one.state for ask, one in checked(tmp_path, "wordle", "mine").items()} == {"guess": "fine"}


def test_the_digest_of_a_variant_counts_what_it_asks_beside_the_game(tmp_path: Path) -> None:
    catalogue, entity = Catalogue(tmp_path), GAMES["entity"]
    write(tmp_path, "entity/question.published.md", GUESSER)
    plain, before = (catalogue.prompt_digest(entity, "guesser", one) for one in ("", "published"))
    write(tmp_path, "entity/candidates.published.md", "# ask\nFive things?\n")
    assert catalogue.prompt_digest(entity, "guesser", "published") != before != plain
    assert catalogue.prompt_digest(entity, "guesser") == plain == Catalogue().prompt_digest(entity, "guesser")
