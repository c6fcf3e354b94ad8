"""The caster of a session in play: for people and for spectators, by the app and by a model."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.table.test_runner import ALONE, answered, directly, running, until
from tests.table.test_runner_models import TINY, Models
from tests.ui.playing import hotseat_of
from tui_arena.config import ModelBook, Paths
from tui_arena.core.events import Kind
from tui_arena.data import Catalogue
from tui_arena.data.narration import casters_persona, moment_lines
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget
from tui_arena.players.seating import bot, read_player
from tui_arena.save.store import Store
from tui_arena.table.caster import LONGEST, CasterModel, LiveCaster, Manner, Spoken
from tui_arena.table.runner import SessionRunner

LINES = moment_lines(Catalogue().game("wordle").folder).values()
COUNTED = {line for told in LINES if "words" in told.slots for line in told.lines}
"""The lines that tell how many words are left."""


def follow(runner: SessionRunner, manner: Manner = "lively", model: CasterModel | None = None) -> None:
    LiveCaster(runner, manner, Spoken(), directly, model)


async def guessed(runner: SessionRunner, *words: str) -> None:
    await until(lambda: hotseat_of(runner).current)
    for word in words:
        await answered(runner, word)


@pytest.fixture
def models() -> Models:
    return Models()


@pytest.fixture
def voice(tmp_path: Path, models: Models) -> CasterModel:
    """A model of the list as the caster, with a budget of its session."""
    registry = ModelRegistry(Paths.find(tmp_path), Catalogue(), threaded=False)
    registry.models = models
    registry.book = ModelBook({"thinker": TINY})
    return CasterModel(registry, TINY, Budget(usd=1.0))


async def test_a_guess_is_told_nothing_of_it_is_saved_and_an_undo_takes_it_back(store: Store) -> None:
    async with running(store, ALONE) as runner:
        follow(runner)
        await guessed(runner, "cloak")
        await until(lambda: runner.caster)
        assert [event.type for event in store.load(runner.session.id).events] == [Kind.REPLY]
        assert not runner.notes
        await runner.undo("guesser")
        await until(lambda: runner.caster == "")


@pytest.mark.parametrize(("preset", "manner"), [("paper", "lively"), (None, "off")])
async def test_the_caster_is_silent_under_a_papers_preset_and_when_it_is_off(
    store: Store, preset: str | None, manner: Manner
) -> None:
    async with running(store, ALONE, preset=preset) as runner:
        follow(runner, manner)
        await until(lambda: hotseat_of(runner).current)
        await answered(runner, "explanation: a start\nguess: cloak")
        await asyncio.sleep(0.01)
        assert runner.caster == ""


async def test_only_who_watches_reads_how_many_words_are_left(store: Store) -> None:
    """A person who looks for the word would have it as a hint, which costs the session its place in the stats."""
    people, watchers = Spoken(), Spoken()
    async with running(store, ALONE) as runner:
        LiveCaster(runner, "lively", people, directly)
        await guessed(runner, "cloak", "lumpy", "dumpy")
    async with running(store, {"guesser": bot("hard")}) as runner:
        LiveCaster(runner, "lively", watchers, directly)
        await until(lambda: runner.over and watchers.lines & COUNTED)
    assert people.lines
    assert not people.lines & COUNTED


@pytest.mark.parametrize("words", [(), ("cloak",)])
async def test_who_lent_the_seat_to_a_bot_reads_no_count(store: Store, words: tuple[str, ...]) -> None:
    """They read on meanwhile, and guess again when they are back."""
    spoken = Spoken()
    async with running(store, ALONE) as runner:
        LiveCaster(runner, "lively", spoken, directly)
        await guessed(runner, *words)
        await runner.recast("guesser", bot("hard"))
        await until(lambda: runner.over and spoken.lines)
    assert not spoken.lines & COUNTED


async def test_who_only_set_the_word_reads_how_many_are_left(store: Store) -> None:
    """A setter has no side, and knows the word anyway."""
    spoken = Spoken()
    async with running(store, {"setter": read_player("human:Ada"), "guesser": bot("hard")}) as runner:
        LiveCaster(runner, "lively", spoken, directly)
        await until(lambda: hotseat_of(runner).current)
        await runner.answer("setter", "pride")
        await until(lambda: runner.over and spoken.lines & COUNTED)


async def test_a_resumed_session_tells_only_what_happens_from_then_on(store: Store) -> None:
    async with running(store, ALONE) as runner:
        await guessed(runner, "cloak")
        session = runner.session.id
    async with running(store, {}, resume=session) as runner:
        follow(runner)
        await until(lambda: hotseat_of(runner).current)
        assert runner.caster == ""
        await answered(runner, "lumpy")
        await until(lambda: runner.caster)


async def test_a_model_speaks_and_its_cost_is_counted(
    store: Store, models: Models, voice: CasterModel
) -> None:
    models.says = '"Off we go, and rather nicely."'
    async with running(store, ALONE) as runner:
        follow(runner, model=voice)
        await guessed(runner, "cloak")
        await until(lambda: runner.caster)
        assert (runner.caster, voice.budget.spent_usd) == ("Off we go, and rather nicely.", models.cost)
        system, user = (message["content"] for message in models.calls[0].messages)
        assert system == casters_persona()
        assert str(runner.play.state.target) not in user
        assert "Ada" in user


@pytest.mark.parametrize(
    "says", ["", "One.\nTwo.", "x" * (LONGEST + 1), "It is {word}, of course.", "{word} backwards"]
)
async def test_a_models_line_that_is_no_line_or_tells_the_word_is_replaced_by_the_apps_own(
    store: Store, models: Models, voice: CasterModel, says: str
) -> None:
    async with running(store, ALONE) as runner:
        models.says = says.format(word=runner.play.state.target)
        follow(runner, model=voice)
        await guessed(runner, "cloak")
        await until(lambda: runner.caster)
        assert runner.caster != models.says
        assert models.calls


async def test_without_a_budget_the_app_speaks_itself(
    store: Store, models: Models, voice: CasterModel
) -> None:
    voice.budget.spent_usd = 2.0
    async with running(store, ALONE) as runner:
        follow(runner, model=voice)
        await guessed(runner, "cloak")
        await until(lambda: runner.caster)
        assert not models.calls


async def test_the_game_does_not_wait_for_a_model(store: Store, models: Models, voice: CasterModel) -> None:
    models.go.clear()
    async with running(store, ALONE) as runner:
        follow(runner, model=voice)
        await guessed(runner, "cloak", "lumpy", str(runner.play.state.target))
        await until(lambda: runner.over)
        assert len(models.calls) <= 1
        models.go.set()
        await until(lambda: runner.caster)
