"""The answer review after Akinator: the object, answers that differ from the deck, and learning it."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.ui.akinator import Answers, akinator, begin, give, read_out
from tests.ui.harness import Golden
from tests.ui.playing import (
    app_in,
    bar_asks,
    hotseat_of,
    kinds,
    on,
    result_of,
    seated,
    sees,
    shown,
    sit,
    table_of,
    until,
)
from tui_arena.core.events import Kind
from tui_arena.data import Catalogue
from tui_arena.games.akinator.rules import MEANINGS
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.questions.meaning import Is
from tui_arena.questions.reading.understanding import understand
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.boards.question_board import AnswerKeys
from tui_arena.ui.result.answer_review import Answered, ReviewedAnswer, _missed, review_answers
from tui_arena.ui.result.presenter import load_result
from tui_arena.ui.result.review_screen import AnswerReviewScreen, LessonDialog, answer_review_of
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.table import screen
from tui_arena.ui.table.screen import TableScreen

KETTLE = (
    ("Is it alive?", "n"),
    ("Is it an animal?", "y"),
    ("Is it made of metal?", "y"),
    ("This is a guess -- are you thinking of a kettle?", "n"),
    ("Is it a kitchen tool?", "p"),
    ("Can you hold it in one hand?", "d"),
)


SMALL = """# knowledge: things
entity\taliases\tfacts
hammer\t\ttool metal wood handheld
cat\t\tanimal mammal alive fur
bread\t\tfood edible soft
car\t\tvehicle metal wheels size:7
rose\t\tplant flower alive
piano\t\tinstrument wood size:7-8
moon\t\tplace old size:10
sock\t\tclothing soft fabric
"""
"""A deck so small that a few questions are enough."""


@pytest.fixture(autouse=True)
def _steady_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "clock", lambda _: "01:23")


async def lost(pilot: Pilot[None], app: ArenaApp, *pairs: tuple[str, str]) -> SessionRunner:
    """Use up all questions, until the person is asked for the object."""
    runner = await read_out(pilot, app, app.paths.config, *pairs)
    await until(pilot, lambda: runner.over and hotseat_of(runner).current is not None)
    await pilot.pause()
    return runner


async def tell(pilot: Pilot[None], app: ArenaApp, what: str) -> ResultScreen:
    table_of(app).bar.field.value = what
    await pilot.press("enter")
    return await result_of(pilot, app)


async def opened(pilot: Pilot[None], app: ArenaApp) -> AnswerReviewScreen:
    await pilot.press("d")
    await on(pilot, AnswerReviewScreen, lambda s: s.read is not None)
    await pilot.pause()
    assert isinstance(app.screen, AnswerReviewScreen)
    return app.screen


async def lesson(pilot: Pilot[None], app: ArenaApp) -> LessonDialog:
    """Open the dialog with the short questions."""
    await pilot.press("t")
    await on(pilot, LessonDialog, lambda s: s.asked is not None)
    assert isinstance(app.screen, LessonDialog)
    return app.screen


async def taught(pilot: Pilot[None], app: ArenaApp, keys: str = "nnnnn") -> list[str]:
    """Teach what it was, with an answer by key to each short question; gives the questions."""
    dialog = await lesson(pilot, app)
    asked: list[str] = []
    for n, key in enumerate(keys):

        def ready(told: int = n) -> bool:
            over = app.screen is not dialog  # a small deck has fewer questions that fit
            return over or (dialog.answers == told and dialog.query_one(AnswerKeys).hears)

        await until(pilot, ready)
        if app.screen is not dialog:
            break
        assert dialog.asked is not None
        asked.append(dialog.asked.question)
        await pilot.press(key)
    await until(pilot, lambda: "Now I know" in shown(app) or "Nothing was added" in shown(app))
    return asked


@pytest.mark.thorough
async def test_what_it_was_is_asked_and_answers_are_checked(tmp_path: Path, golden: Golden) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await lost(pilot, app, *KETTLE)
        assert "What was it?" in " ".join(shown(app).replace("│", " ").split())
        await tell(pilot, app, "a kettle | tea kettle")
        assert runner.play.state.misjudged
        assert "KETTLE" in shown(app)
        assert (
            "kettle: 1 of your answers differs from what I know. Press t to correct me, d to see the answers."
            in " ".join(shown(app).split())
        )
        screen = await opened(pilot, app)
        assert screen.read is not None
        lines = screen.read.answer_review.lines
        assert [(line.question, line.said, line.known, line.kind) for line in lines[:1]] == [
            ("Is it an animal?", "yes", "no", "differs")
        ]
        assert [line.kind for line in lines] == sorted(
            (line.kind for line in lines), key=["differs", "near", "open", "same"].index
        )
        assert "≠  2 Is it an animal?" in shown(app)
        assert "Question 4 guessed a kettle, but the answer was no." in shown(app)
        await golden(pilot, "akinator_afterword_80x24")
        await pilot.press("escape")
        await on(pilot, ResultScreen)


@pytest.mark.thorough
async def test_who_tells_nothing_can_tell_it_later(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await lost(pilot, app, *KETTLE[:2])
        await pilot.press("enter")
        await result_of(pilot, app)
        assert kinds(app, runner.session.id)[-1] != "reply"
        assert "Nobody said what it was. Press d to tell me now." in shown(app)
        await opened(pilot, app)
        await pilot.press("t")
        await pilot.pause()
        await pilot.press(*"ketle", "enter")
        await until(pilot, lambda: "Did you mean kettle?" in " ".join(shown(app).split()))
        assert kinds(app, runner.session.id)[-1] != "reply"
        await pilot.press("left", "left", "t", "enter")
        await sees(pilot, "I do know kettle, but one answer led me astray.")
        assert kinds(app, runner.session.id)[-1] == "reply"
        app.store.load(runner.session.id).fold(app.catalogue.game("akinator").game)


@pytest.mark.thorough
async def test_an_odd_name_that_is_told_later_is_taken_when_it_is_given_again(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await lost(pilot, app, *KETTLE[:2])
        await pilot.press("escape", "escape")
        await result_of(pilot, app)
        await opened(pilot, app)
        await pilot.press("t")
        await pilot.pause()
        await pilot.press(*"ketle", "enter")
        await sees(pilot, "Did you mean")
        await pilot.press("enter")
        await sees(pilot, "Ketle? That's new to me.")
        assert kinds(app, runner.session.id)[-1] == "reply"


@pytest.mark.thorough
async def test_a_slip_is_asked_about_where_no_deck_is_named_at_the_table_and_later(tmp_path: Path) -> None:
    cast = {"setter": read_player("human:Ada"), "guesser": read_player("bot:easy")}
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, Opening("akinator", cast, {"max_turns": 1}, None, None, 7))
        assert runner.play.setup.source is None
        await pilot.press("enter", "n")
        await until(pilot, lambda: runner.over and bar_asks(app))
        await pilot.press(*"lighthose", "enter")
        await until(pilot, lambda: "Did you mean lighthouse?" in table_of(app).bar.notice)
        await pilot.press("escape", "escape")
        await result_of(pilot, app)
        await opened(pilot, app)
        await pilot.press("t")
        await pilot.pause()
        await pilot.press(*"lighthose", "enter")
        await until(pilot, lambda: "Did you mean lighthouse?" in " ".join(shown(app).split()))


@pytest.mark.thorough
async def test_nothing_is_written_without_being_asked_for(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await lost(pilot, app, *KETTLE[:3])
        await tell(pilot, app, "theorbo")
        assert "Theorbo? That's new to me." in shown(app)
        await lesson(pilot, app)
        await pilot.press("escape")
        await on(pilot, ResultScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert not (app.paths.config / "decks").exists()


def row(app: ArenaApp, deck: str) -> dict[str, str]:
    """The last row of a deck of the user's own."""
    lines = (app.paths.config / "decks" / f"{deck}.tsv").read_text("utf-8").splitlines()
    header = next(line for line in lines if not line.startswith("#"))
    return dict(zip(header.split("\t"), lines[-1].split("\t"), strict=True))


@pytest.mark.thorough
async def test_five_short_questions_are_asked_at_the_end_and_kept(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await lost(pilot, app, *KETTLE[:3])
        await tell(pilot, app, "theorbo | long lute")
        asked = await taught(pilot, app, "ynpod")
        assert len(set(asked)) == 5
        assert "Now I know theorbo" in shown(app)
        saved = app.store.load(runner.session.id)
        told = [event for event in saved.events if event.type == Kind.TOLD]
        assert [(event["seat"], event["question"]) for event in told] == [("setter", text) for text in asked]
        assert [event["text"] for event in told] == ["yes", "no", "probably yes", "probably no", "don't know"]
        result = await app.in_thread(load_result, app.catalogue, app.store, runner.session.id)
        again = answer_review_of(app.catalogue, result)
        assert again is not None
        assert again.line == "I could learn more about theorbo.", "it is new to the genie only once"
        learned = row(app, "mine")
        assert (learned["entity"], learned["aliases"], learned["difficulty"]) == (
            "theorbo",
            "long lute",
            "easy",
        )
        assert {"-alive", "animal", "metal"} <= set(learned["facts"].split())
        knowledge = app.catalogue.deck("mine", app.catalogue.game("akinator")).deck.knowledge
        assert knowledge is not None
        assert knowledge.answer(knowledge.numbers["theorbo"], "metal") == "yes"
        assert len(knowledge) > 1000, "a new deck of one's own holds all things too"
        first = understand(asked[0], knowledge)
        assert isinstance(first, Is)
        assert knowledge.answer(knowledge.numbers["theorbo"], first.question) == "yes"
        screen = await opened(pilot, app)
        assert screen.read is not None
        assert [line.question for line in screen.read.answer_review.lines if line.number > 3] == asked


@pytest.mark.thorough
async def test_who_has_enough_ends_the_questions_and_it_is_learned(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await lost(pilot, app, *KETTLE[:3])
        await tell(pilot, app, "theorbo")
        dialog = await lesson(pilot, app)
        await pilot.press("y")
        await until(pilot, lambda: dialog.answers == 1)
        await pilot.press("escape")
        await sees(pilot, "Now I know theorbo")


@pytest.mark.thorough
async def test_what_it_knows_already_is_changed_only_when_one_agrees(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await lost(pilot, app, *KETTLE[:3])
        await tell(pilot, app, "kettle")
        text = " ".join(shown(app).split())
        assert "I do know kettle, but one answer led me astray. “Is it an animal?” You said yes" in text
        assert "t to correct me" in text
        assert "had no idea" not in text
        await pilot.press("t")
        await until(pilot, lambda: "I know kettle already." in " ".join(shown(app).split()))
        await pilot.press("enter")
        await on(pilot, ResultScreen)
        assert not (app.paths.config / "decks").exists()
        await pilot.press("t")
        await until(pilot, lambda: "I know kettle already." in " ".join(shown(app).split()))
        await pilot.press("right", "enter")
        await until(pilot, lambda: "I've changed what I know about kettle" in " ".join(shown(app).split()))
        assert "~animal" in row(app, "mine")["facts"].split()


@pytest.mark.thorough
async def test_what_several_people_say_grows_sure(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        said = []
        for keys in ("yyy", "nyy", "nyy"):
            pairs = [(question, key) for (question, _), key in zip(KETTLE[1:3], keys, strict=False)]
            await lost(pilot, app, *pairs)
            await tell(pilot, app, "theorbo")
            await taught(pilot, app, "ddddd")
            facts = row(app, "mine")["facts"].split()
            said.append(sorted({"animal", "~animal", "-animal", "metal"} & set(facts)))
            await pilot.press("escape")
            await pilot.pause()
        assert said == [["animal", "metal"], ["metal", "~animal"], ["-animal", "metal"]]


@pytest.mark.thorough
async def test_a_deck_that_can_not_be_added_to_is_a_sentence(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        folder = app.paths.config / "decks"
        folder.mkdir(parents=True)
        (folder / "mine.tsv").write_text("word\tgroup\npride\thigh\n", "utf-8")
        await lost(pilot, app, *KETTLE[:1])
        await tell(pilot, app, "theorbo")
        await taught(pilot, app)
        text = " ".join(shown(app).split())
        assert "Nothing was added: the deck has no column `entity`" in text
        assert (folder / "mine.tsv").read_text("utf-8") == "word\tgroup\npride\thigh\n"


@pytest.mark.thorough
async def test_watched_bots_are_not_offered_to_teach(tmp_path: Path) -> None:
    table = akinator(setter="bot:hard", guesser="bot:easy", options={"max_turns": 3}, seed=3)
    async with app_in(tmp_path) as (app, pilot):
        app.open_table(table, watch=True)
        result = await result_of(pilot, app)
        assert result.result is not None
        assert result.result.play.state.revealed
        screen = await opened(pilot, app)
        assert screen.lesson is None
        assert "Teach me" not in shown(app)


@pytest.mark.thorough
async def test_what_was_taught_is_found_the_next_time(tmp_path: Path, catalogue: Catalogue) -> None:
    """A new thing, with the answers that are true of an accordion."""
    knowledge = catalogue.deck("things", catalogue.game("akinator")).deck.knowledge
    assert knowledge is not None
    answers = Answers(knowledge, like="accordion", name="bandoneon")
    async with app_in(tmp_path) as (app, pilot):
        deck = app.paths.config / "decks" / "mine.tsv"
        deck.parent.mkdir(parents=True)
        deck.write_text(SMALL, "utf-8")
        table = akinator(deck="mine", guesser="bot:hard", options={"max_turns": 10})
        runner = await sit(pilot, app, table)
        await answers.give_all(pilot, app, runner)
        assert not runner.play.state.won
        await until(pilot, lambda: hotseat_of(runner).current is not None)
        await tell(pilot, app, "bandoneon")
        await taught(pilot, app)
        assert "Now I know bandoneon" in shown(app)
        assert deck.read_text("utf-8").startswith(SMALL)
        await pilot.press("p")
        await on(pilot, TableScreen)
        again = await seated(pilot, app)
        assert again.session.setup.deck != runner.session.setup.deck
        await answers.give_all(pilot, app, again)
        assert again.play.state.won
        assert again.play.state.entity == "bandoneon"


@pytest.mark.thorough
async def test_what_was_learned_is_played_with_from_then_on(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        plain = akinator(deck=None, options={"max_turns": 3})
        runner = await sit(pilot, app, plain)
        assert runner.session.setup.deck is None
        await begin(pilot, app)
        for _ in range(3):
            await give(pilot, app, runner, "n")
        await until(pilot, lambda: runner.over and hotseat_of(runner).current is not None)
        await tell(pilot, app, "theorbo")
        await taught(pilot, app)
        app.open_table(plain)
        await on(pilot, TableScreen)
        again = await seated(pilot, app)
        assert str(again.session.setup.deck).startswith("learned@")


def test_who_was_led_astray_names_one_answer_and_counts_the_others() -> None:
    lines = [
        ReviewedAnswer(1, "Is it alive?", "no", "yes", "differs"),
        ReviewedAnswer(2, "Is it big?", "yes", "no", "differs"),
    ]
    alone = "I do know cat, but one answer led me astray. “Is it alive?” You said no; I'd have said yes."
    assert _missed("cat", lines[:1], "") == alone
    assert _missed("cat", lines, "Is it big?").startswith(
        "I do know cat, but one answer led me astray, and 1 more differs. “Is it big?”"
    )


@pytest.mark.parametrize(
    ("typed", "answers", "written"),
    [
        ("jack of the north", [("Is it a person or a character?", "yes")], "Jack of the North"),
        ("a dentist's aunt", [("Is it a job, like a doctor or a farmer?", "yes")], "a dentist's aunt"),
        ("McTavish", [("Is it a person or a character?", "yes")], "McTavish"),
        ("theorbo", [("Is it a person or a character?", "no")], "theorbo"),
        ("sherlock holmes", [], "Sherlock Holmes"),
    ],
)
def test_somebody_gets_capitals(typed: str, answers: list[tuple[str, str]], written: str) -> None:
    deck = Catalogue().deck("anything", Catalogue().game("akinator")).deck
    said = [Answered(question, answer, MEANINGS[answer]) for question, answer in answers]
    assert review_answers([typed], said, deck, {}, mine=True).name == written
