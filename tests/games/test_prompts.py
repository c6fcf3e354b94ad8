"""What holds for the prompts of every game: their variants, their marks, and what each seat plays for."""

from tests.conformance import CATALOGUE
from tests.games.prompts import FAULTS
from tests.games.steps import begin
from tests.tables import Cases, each

CASES = Cases(__file__)

VARIANTS = CASES["VARIANTS"]
MARKS = CASES["MARKS"]
GOALS = CASES["GOALS"]
SECRETS = {"taboo": {"word": "crane"}}


@each(*VARIANTS)
def test_the_variants_there_are(game: str) -> None:
    info = CATALOGUE.game(game)
    for ask, variants in VARIANTS[game].items():
        assert CATALOGUE.prompt_variants(info, ask) == ["", *variants.split()], ask


@each(*[(game, ask) for game, marks in MARKS.items() for ask in marks])
def test_who_thinks_first_marks_the_last_line(game: str, ask: str) -> None:
    mark = MARKS[game][ask]
    sections = CATALOGUE.prompt(CATALOGUE.game(game), ask, "steps").sections
    line = sections["ask"].splitlines()[-1]
    if game == "entity":
        assert mark in line
        assert sections["system"].splitlines()[-1].startswith(mark)
        return
    assert line.startswith(mark if game == "bluffing" else f"{mark} …")
    if game == "connections":
        assert "Think step by step" in sections["ask"]
    else:
        assert f"`{mark}`" in sections["system"].split("\n\n")[-1]
    for kind in FAULTS:
        assert f"`{mark}" in sections[f"fault.{kind}"]


@each(*GOALS)
def test_what_each_seat_plays_for_is_said_in_the_same_words(game: str) -> None:
    info, play = CATALOGUE.game(game), begin(game, SECRETS.get(game), {})
    for seat, goal in GOALS[game].items():
        assert play.view(seat).facts["goal"] == goal
        assert goal in info.how_to_play()
