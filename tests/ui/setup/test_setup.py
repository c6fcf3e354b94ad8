"""The set-up screen: every choice, all taken from the manifest, by key and mouse."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button, Static

from tests.stub_server import StubServer
from tests.thorough import sampled
from tests.ui.harness import NORMAL, SMALL, WIDE, Golden, arena_of, opened, press, settle, write
from tests.ui.models_made import answered
from tests.ui.playing import held_in, lacking, seated, seen, sees
from tui_arena.config import ModelBook, ModelEntry, Settings, read_settings
from tui_arena.core.options import BadOption, Option
from tui_arena.data import Catalogue
from tui_arena.players.models.prompt_check import seat_fault
from tui_arena.players.new_session import Opening
from tui_arena.stats.form import SeatCost
from tui_arena.ui.models.screen import ModelsScreen
from tui_arena.ui.money import cost_in_words
from tui_arena.ui.setup import setup_draft
from tui_arena.ui.setup.recent_setups import machines, recall, remember
from tui_arena.ui.setup.screen import SeatModelDialog, SetupScreen
from tui_arena.ui.setup.setup_draft import SetupDraft, seed_fault, values_of, written
from tui_arena.ui.table.screen import TableScreen
from tui_arena.ui.widgets.dialogs import TextDialog
from tui_arena.ui.widgets.rows import ChoiceRow, Picker

pytestmark = pytest.mark.usefixtures("bare")

INFO = Catalogue().games["wordle"]


def draft(**options: object) -> SetupDraft:
    return SetupDraft(INFO, recall(Settings(last={"wordle": {"options": options}}), INFO), "You", ["Ada"])


def on_top(pilot: Pilot[None], kind: type[Screen[Any]]) -> bool:
    return isinstance(pilot.app.screen, kind)


def setup_of(pilot: Pilot[None]) -> SetupScreen:
    assert isinstance(pilot.app.screen, SetupScreen)
    return pilot.app.screen


@asynccontextmanager
async def setting_up(home: Path, *args: Any, **kwargs: Any) -> AsyncIterator[Pilot[None]]:
    """The app, with the set-up of Wordle on its screen."""
    async with opened(home, *args, **kwargs) as (_, pilot):
        await press(pilot, "e", "1")
        yield pilot


def test_machines_are_bots_by_level_and_then_models(catalogue: Catalogue) -> None:
    assert machines(catalogue.game("wordle"), ["tiny"]) == [
        ("bot:easy", "bot, easy"),
        ("bot:medium", "bot, medium"),
        ("bot:hard", "bot, hard"),
        ("model:tiny", "tiny (model)"),
    ]


def test_every_option_and_every_seat_has_a_row_to_choose_from() -> None:
    for name, option in INFO.options.items():
        values = values_of(option, draft().options[name])
        assert values
        for value in values:
            option.read(value)
    assert [seat for seat, _ in draft().seats()] == ["guesser", "setter", "critic"]
    assert dict(draft().seats())["critic"] == ""
    assert dict(draft(variant="critic").seats())["critic"] == "bot:medium"


@pytest.mark.parametrize("value", [None, True, False, 3, "clue", {"guesser": 1, "critic": 2}])
def test_what_a_row_writes_is_read_back(value: object) -> None:
    option = {
        "bool": Option("x", "flag", False),
        "int": Option("x", "int", 1, min=0, max=9),
        "str": Option("x", "choice", "clue", choices=("clue",)),
        "dict": Option("x", "per_seat", 1, min=0, max=9, seats=("guesser", "critic")),
        "NoneType": Option("x", "int", None, min=0, max=9, nullable=True),
    }[type(value).__name__]
    assert option.read(written(value)) == value


def test_a_number_has_steps_over_its_whole_range() -> None:
    values = values_of(Option("noise", "number", 0.0, min=0, max=1), 0.0)
    assert (values[0], values[-1], len(values)) == ("0", "1", 21)


def test_a_value_from_elsewhere_is_offered_too() -> None:
    assert values_of(INFO.options["reprompts"], {"guesser": 1})[0] == "guesser=1"


def test_a_preset_brings_its_values_and_a_choice_goes_over_it() -> None:
    d = draft()
    d.use_preset("clembench-2")
    assert (d.options["form"], d.options["unknown_words"]) == ("strict", 5)
    d.use("form", "lenient")
    opening = d.opening()
    assert (opening.preset, opening.options["form"]) == ("clembench-2", "lenient")
    assert "unknown_words" not in opening.options


def test_a_seat_keeps_its_player_while_another_variant_is_tried() -> None:
    d = draft(variant="critic")
    d.seat("critic", "human:Ada")
    d.use("variant", "classic")
    assert "critic" not in d.opening().cast
    d.use("variant", "critic")
    assert d.opening().cast["critic"].spec["name"] == "Ada"


def test_one_person_on_two_seats_is_said() -> None:
    d = draft()
    d.seat("setter", "human:You")
    assert "two seats" in (d.judged(Catalogue())[0] or "")
    d.seat("setter", "human:Ada")
    assert d.judged(Catalogue())[0] is None


@pytest.mark.thorough
def test_one_person_may_set_a_secret_and_answer_for_it() -> None:
    info = Catalogue().game("entity")
    d = SetupDraft(info, recall(Settings(), info), "You", ["Ada"])
    d.seat("guesser", "bot:hard")
    d.seat("setter", "human:You")
    d.seat("judge", "human:You")
    assert d.judged(Catalogue())[0] is None
    d.seat("guesser", "human:You")
    assert "two seats" in (d.judged(Catalogue())[0] or "")


def test_what_narrows_a_deal_is_said_to_be_without_effect_beside_a_setter() -> None:
    d = draft()
    d.use("suite", "30")
    assert d.judged(Catalogue()) == (None, "")
    d.seat("setter", "bot:hard")
    assert d.judged(Catalogue()) == (None, "suite: no effect, as the setter gives the secret.")


@pytest.mark.thorough
async def test_what_has_no_effect_is_said_on_the_screen(tmp_path: Path) -> None:
    async with setting_up(tmp_path) as pilot:
        screen = setup_of(pilot)
        screen.draft.seat("setter", "bot:hard")
        screen.draft.use("group", "high")
        screen.redraw()
        await pilot.pause()
        assert "word group: no effect, as the setter gives the secret." in " ".join(
            str(screen.query_one("#form-verdict", Static).render()).split()
        )
        assert screen.playable


def test_a_deck_that_is_gone_is_said() -> None:
    d = draft()
    d.deck = "no such deck"
    assert "no such deck" in (d.judged(Catalogue())[0] or "")


@pytest.mark.parametrize("text", ["", "-1", "x", "1.5", "²", "9" * 30])
def test_a_bad_seed(text: str) -> None:
    assert seed_fault(text)
    assert seed_fault("42") is None


def test_what_was_played_last_is_recalled() -> None:
    d = draft(variant="critic")
    d.seat("critic", "human:Ada")
    d.seat("setter", "bot:hard")
    d.use("unknown_words", "none")
    d.use("reprompts", "7")
    settings = remember(Settings(), d.opening())
    again = recall(settings, INFO)
    assert again.options == d.opening().options
    assert {s: c.spec for s, c in again.cast.items()} == {s: c.spec for s, c in d.opening().cast.items()}


@pytest.mark.parametrize(
    "last",
    [
        3,
        {"options": 4, "cast": 5, "preset": 6, "deck": 7},
        {"options": {"gone": 1, "variant": "gone"}, "cast": {"gone": "bot", "guesser": "robot", "setter": 3}},
        {"preset": "gone"},
    ],
)
def test_what_can_not_be_used_any_more_falls_away(last: object) -> None:
    opening = recall(Settings(last={"wordle": last}), INFO)
    assert opening.cast["guesser"].spec == {"player": "human", "name": "You"}
    assert "gone" not in opening.options


def test_an_unknown_value_is_never_taken() -> None:
    with pytest.raises(BadOption):
        draft().use("variant", "gone")


@pytest.mark.parametrize("size", sampled([NORMAL, SMALL, WIDE], 3, whole=True))
async def test_it_is_played_as_it_was_set_up(tmp_path: Path, size: tuple[int, int]) -> None:
    async with setting_up(tmp_path, size) as pilot:
        await press(pilot, "right", "right", "enter")
        runner = await seated(pilot, arena_of(pilot))
        assert runner.session.setup.options["variant"] == "critic"
        assert runner.session.seats["critic"]["player"] == "bot"
        last = read_settings(arena_of(pilot).paths)[0].last["wordle"]
        assert last["options"] == {"variant": "critic"}


@pytest.mark.thorough
async def test_each_row_says_what_it_is_about_and_every_option_can_be_changed_by_key(tmp_path: Path) -> None:
    async with setting_up(tmp_path, WIDE) as pilot:
        screen = setup_of(pilot)
        for row in screen.query(ChoiceRow):
            if not row.disabled:
                row.focus()
                await pilot.pause()
                about = screen.form.fields[str(row.id)].about.partition(".")[0]
                await sees(pilot, about)
        before = screen.draft.options
        for name in INFO.options:
            screen.query_one(f"#option-{name}").focus()
            await press(pilot, "left")
        after = screen.draft.options
        assert [n for n in INFO.options if after[n] == before[n]] == []


@pytest.mark.thorough
async def test_somebody_new_sits_down(tmp_path: Path) -> None:
    async with setting_up(tmp_path) as pilot:
        pilot.app.screen.query_one("#seed").focus()
        await press(pilot, "space", *"x1", "enter")
        assert isinstance(pilot.app.screen, TextDialog), "a seed is a number"
        await press(pilot, "escape", "space", *"42", "enter")
        assert setup_of(pilot).draft.seed == "42"
        pilot.app.screen.query_one("#seat-setter").focus()
        await press(pilot, "space", *"Zoe", "enter")
        assert dict(setup_of(pilot).draft.seats())["setter"] == "human:Zoe"
        await press(pilot, "space")
        assert isinstance(pilot.app.screen, Picker)
        await press(pilot, *"someb", "enter")
        assert isinstance(pilot.app.screen, TextDialog)
        await write(pilot, "Ben")
        await press(pilot, "enter")
        await sees(pilot, "2 people at the table")
        await pilot.click("#play")
        await pilot.pause()
        table = next(s for s in pilot.app.screen_stack if isinstance(s, TableScreen))
        assert table.runner is not None
        assert table.runner.session.seats["setter"]["name"] == "Ben"


@pytest.mark.thorough
async def test_escape_in_a_dialog_changes_nothing_and_what_can_t_be_played_is_held(tmp_path: Path) -> None:
    async with setting_up(tmp_path) as pilot:
        pilot.app.screen.query_one("#seed").focus()
        await press(pilot, "space", "down", "enter", "escape")
        screen = setup_of(pilot)
        assert (screen.draft.seed, screen.query_one("#seed", ChoiceRow).value) == ("random", "random")
        screen.query_one("#seat-setter", ChoiceRow).choose("human:You")
        await settle(pilot)
        await sees(pilot, "two seats")
        assert screen.query_one("#play", Button).disabled
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, SetupScreen)
        await press(pilot, "r")
        await sees(pilot, "1 person at the table")


@pytest.mark.thorough
async def test_a_broken_deck_of_the_users_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "decks"
    folder.mkdir(parents=True)
    (folder / "mine.tsv").write_text("word\tclues\nsixsix\tno five\n", "utf-8")
    async with setting_up(tmp_path, WIDE) as pilot:
        pilot.app.screen.query_one("#deck").focus()
        await press(pilot, "right")
        text = seen(pilot)
        assert "sixsix" in text
        assert pilot.app.screen.query_one("#play", Button).disabled


async def test_opening_with_an_unknown_option_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path, opening=Opening("wordle", options={"variant": "gone"})) as (_, pilot):
        assert "variant can't be" in seen(pilot)


# models


def with_models(*names: str) -> SetupDraft:
    d = draft(variant="critic")
    d.book = ModelBook({name: ModelEntry(name, f"openai/{name}") for name in names})
    d.ready = names
    return d


def test_a_seat_offers_people_bots_models_and_the_way_to_another() -> None:
    offered = [text for text, _ in with_models("gpt").players("critic")]
    assert offered[-2:] == ["model:gpt", "model:?"]
    assert "bot:hard" in offered
    assert "model:gpt" not in [text for text, _ in draft().players("critic")]


def test_a_model_that_sits_there_is_offered_though_it_is_not_ready() -> None:
    d = with_models("gpt")
    d.ready = ()
    d.seat("critic", "model:gpt")
    assert "model:gpt" in [text for text, _ in d.players("critic")]
    assert "model:gpt" not in [text for text, _ in d.players("guesser")]


def test_what_a_seat_asks_of_its_model_is_played_remembered_and_recalled() -> None:
    d = with_models("gpt")
    d.seat("critic", "model:gpt")
    own = {"sampling": {"temperature": 0.5, "seed": 3}, "persona": "You are brief.", "prompt": "terse"}
    d.own["critic", "model:gpt"] = own
    d.prompts = "random"
    opening = d.opening()
    assert (opening.cast["critic"].own, opening.prompts) == (own, "random")
    paths_settings = remember(Settings(), opening)
    again = recall(paths_settings, INFO, d.book)
    assert (again.cast["critic"].own, again.cast["critic"].spec["name"]) == (own, "gpt")
    assert (again.prompts, SetupDraft(INFO, again, "You", book=d.book).opening()) == ("random", again)


def test_a_model_that_is_gone_falls_away_without_a_word() -> None:
    d = with_models("gpt")
    d.seat("critic", "model:gpt")
    again = recall(remember(Settings(), d.opening()), INFO, ModelBook())
    assert "critic" not in again.cast
    assert SetupDraft(INFO, again, "You").judged(Catalogue())[0] is None


def test_a_model_by_its_provider_needs_no_entry() -> None:
    last = {"wordle": {"cast": {"guesser": "model:openai/gpt-5-mini"}}}
    assert recall(Settings(last=last), INFO).cast["guesser"].kind == "model"


@pytest.mark.parametrize("own", [3, {"sampling": 3}, {"sampling": {"seed": []}}, {"persona": "x" * 5000}])
def test_wishes_that_cannot_be_meant_are_left_out(own: object) -> None:
    last = {"wordle": {"cast": {"guesser": "model:a/b"}, "own": {"guesser": own}}}
    assert recall(Settings(last=last), INFO).cast["guesser"].own == {}


def test_prompts_of_all_are_asked_only_with_a_model() -> None:
    d = with_models("gpt")
    d.prompts = "terse"
    assert d.opening().prompts is None


def with_prompt(user: Path, text: str, name: str = "guess.mine.md") -> Catalogue:
    """The catalogue with a prompt of the user's own for Wordle."""
    path = user / "prompts" / "wordle" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return Catalogue(user)


@pytest.mark.parametrize("chosen", ["table", "seat", "entry", "random", "plain"])
def test_a_prompt_that_cannot_be_used_is_told_before_the_game(chosen: str, tmp_path: Path) -> None:
    name = "guess.md" if chosen == "plain" else "guess.mine.md"
    broken = "# system\nx\n\n# ask\n{{bord}}\n"
    catalogue = with_prompt(tmp_path, broken, name)
    entry = ModelEntry("gpt", "openai/gpt", prompt="mine" if chosen == "entry" else None)
    d = with_models("gpt")
    d.book = ModelBook({"gpt": entry})
    assert d.judged(catalogue)[0] is None, "no model gets it"
    d.seat("guesser", "model:gpt")
    if chosen == "seat":
        d.own["guesser", "model:gpt"] = {"prompt": "mine"}
    elif chosen in ("table", "random"):
        d.prompts = "mine" if chosen == "table" else "random"
    assert d.judged(catalogue)[0] == (
        f"The prompt {name}: section `# ask`, line 1: {{{{bord}}}} isn't a slot. "
        "Fix it or choose another; `tui-arena doctor` says more."
    )
    with_prompt(tmp_path, broken.replace("bord", "board"), name)
    assert d.judged(catalogue)[0] is None


@pytest.mark.thorough
async def test_no_game_begins_with_a_broken_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check plays a game to learn what fills the prompts, so it runs in a thread."""
    threads = []

    def watched(*asked: Any) -> str | None:
        threads.append(get_ident())
        return seat_fault(*asked)

    monkeypatch.setattr(setup_draft, "seat_fault", watched)
    answered(tmp_path, ModelEntry("gpt", "openai/gpt", prompt="mine"))
    with_prompt(tmp_path / "config", "# ask\n{{bord}}\n")
    async with setting_up(tmp_path) as pilot:
        await seat_model(pilot, "guesser")
        text = seen(pilot)
        assert not lacking(text, "The prompt guess.mine.md: section `# ask`", "{{bord}}")
        assert not setup_of(pilot).playable
        assert threads
        assert get_ident() not in threads


@pytest.mark.parametrize(
    ("cost", "budget", "said"),
    [
        (SeatCost(0.0031, 12, 900.0, 12), 0.0, "A game costs about $0.0031 (average of 12)."),
        (SeatCost(None, 0, 1900.0, 3), 0.0, "Price n/a. A game takes about 1,900 tokens (average of 3)."),
        (
            SeatCost(None, 0, 1900.0, 3),
            0.5,
            "Price n/a. A game takes about 1,900 tokens (average of 3). A dollar budget can't stop it.",
        ),
        (SeatCost(), 0.0, "The cost isn't known yet."),
        (SeatCost(), 0.5, "The cost isn't known yet. The game stops to ask you at $0.50."),
    ],
)
def test_what_sessions_cost_is_said(cost: SeatCost, budget: float, said: str) -> None:
    assert cost_in_words(cost, Settings(budget_usd=budget)) == said


async def seat_model(pilot: Pilot[None], seat: str) -> None:
    """Seat the model that is offered, by keys."""
    pilot.app.screen.query_one(f"#seat-{seat}").focus()
    await press(pilot, "space", "end", "up", "enter")


@pytest.mark.thorough
async def test_a_model_sits_down_and_loads_at_once(tmp_path: Path) -> None:
    answered(tmp_path, ModelEntry("gpt", "openai/gpt"))
    async with opened(tmp_path, settings=Settings(budget_tokens=20_000)) as (app, pilot):
        begun: list[bool] = []
        app.registry.start = lambda _: begun.append(True)  # type: ignore[method-assign,assignment]
        await press(pilot, "e", "1")
        assert begun == []
        assert "prompts " not in seen(pilot).replace("reprompts", "")
        await seat_model(pilot, "setter")
        assert True in begun
        assert "prompts " in seen(pilot).replace("reprompts", "")
        text = " ".join(seen(pilot).split())
        assert not lacking(text, "1 person and 1 model", "The cost isn't", "20,000 tokens")


@pytest.mark.thorough
async def test_nothing_is_said_of_the_cost_of_a_model_on_this_machine(tmp_path: Path) -> None:
    """What it sends is still counted against the budget in tokens; one with a price of its own costs something."""
    here = "http://127.0.0.1:9/v1"
    for price, told in ((None, False), (1.0, True)):
        home = tmp_path / str(price)
        answered(home, ModelEntry("gpt", "x", base_url=here, input_price=price, output_price=price))
        async with setting_up(home, settings=Settings(budget_usd=0.5, budget_tokens=20_000)) as pilot:
            await seat_model(pilot, "setter")
            text = str(pilot.app.screen.query_one("#form-verdict", Static).render())
            assert "1 person and 1 model" in text
            assert ("The cost isn't" in text) == told
            assert ("The game stops to ask you at $0.50 or 20,000 tokens." in text) == told
            assert ("The game stops to ask you at 20,000 tokens." in text) != told


@pytest.mark.thorough
async def test_m_asks_how_the_seat_asks_its_model(tmp_path: Path) -> None:
    answered(tmp_path, ModelEntry("gpt", "openai/gpt", sampling={"temperature": 0.9}))
    async with setting_up(tmp_path) as pilot:
        await press(pilot, "m")
        assert on_top(pilot, SetupScreen)
        await seat_model(pilot, "setter")
        await press(pilot, "m")
        assert on_top(pilot, SeatModelDialog)
        assert "0.9" in seen(pilot)
        await write(pilot, "hot")
        await press(pilot, "enter")
        await sees(pilot, "type a number")
        await press(
            pilot, *["backspace"] * 3, "0", "down", "down", "minus", "1", "down", "down", "right", "enter"
        )
        assert on_top(pilot, SetupScreen)
        screen = setup_of(pilot)
        own = screen.draft.opening().cast["setter"].own
        assert own == {"sampling": {"temperature": 0.0, "max_tokens": -1}, "prompt": "plain"}
        await press(pilot, "m", "escape")
        assert screen.draft.opening().cast["setter"].own == own
        screen.draft.use_preset("paper")
        await press(pilot, "m")
        assert on_top(pilot, SeatModelDialog)
        assert "0.9" not in seen(pilot), "what a published game does not name is not sent"
        assert "as in preset paper" in str(pilot.app.screen.query_one(".text", Static).render())


@pytest.mark.thorough
async def test_adding_a_model_seats_it_and_adding_none_changes_nothing(tmp_path: Path) -> None:
    async with setting_up(tmp_path) as pilot:
        pilot.app.screen.query_one("#seat-setter").focus()
        await press(pilot, "space", "end", "enter", "escape")
        assert pilot.app.screen.query_one("#seat-setter", ChoiceRow).value == "dealer"
        await press(pilot, "space", "end", "enter")
        assert on_top(pilot, ModelsScreen)
        answered(tmp_path, ModelEntry("gpt", "openai/gpt"))
        arena_of(pilot).registry.read()
        await press(pilot, "escape")
        assert on_top(pilot, SetupScreen)
        screen = setup_of(pilot)
        assert screen.query_one("#seat-setter", ChoiceRow).value == "model:gpt"


@pytest.mark.thorough
async def test_watch_keeps_models_on_their_seats(tmp_path: Path, stub: StubServer) -> None:
    answered(tmp_path, ModelEntry("gpt", "ok", base_url=stub.url))
    async with setting_up(tmp_path) as pilot:
        await seat_model(pilot, "setter")
        await press(pilot, "w")
        seats = (await seated(pilot, arena_of(pilot))).session.seats
        assert {seat: spec["player"] for seat, spec in seats.items()} == {"guesser": "bot", "setter": "model"}


@pytest.mark.parametrize("size", sampled([NORMAL, SMALL], 2, whole=True))
async def test_what_is_said_of_the_cost_is_not_cut_off(tmp_path: Path, size: tuple[int, int]) -> None:
    answered(tmp_path, ModelEntry("gpt", "openai/gpt"))
    settings = Settings(budget_usd=0.5, budget_tokens=20_000)
    async with opened(tmp_path, size, settings=settings) as (app, pilot):
        app.registry.start = lambda _: None  # type: ignore[method-assign,assignment]
        await press(pilot, "e", "1")
        await seat_model(pilot, "setter")
        verdict = pilot.app.screen.query_one("#form-verdict")
        whole = verdict.render().plain  # type: ignore[union-attr]
        assert whole.endswith("or 20,000 tokens.")
        assert whole.split()[-1] in seen(pilot)


@pytest.mark.thorough
async def test_set_up_with_a_model_as_a_picture(tmp_path: Path, golden: Golden) -> None:
    answered(tmp_path, ModelEntry("gpt", "openai/gpt"))
    async with opened(tmp_path) as (app, pilot):
        app.registry.start = lambda _: None  # type: ignore[method-assign,assignment]
        await press(pilot, "e", "1")
        await seat_model(pilot, "setter")
        await golden(pilot, "setup_model_80x24")


async def test_the_rest_is_behind_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    monkeypatch.setattr(SetupScreen, "folded", True)
    async with setting_up(tmp_path / "plain", NORMAL) as pilot:
        await press(pilot, "o")
        await golden(pilot, "setup_80x24")  # as if it had never been folded
        await press(pilot, "o", "o", "down")
        await press(pilot, "up")
        await golden(pilot, "setup_80x24")
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        await golden(pilot, "setup_60x20")
    settings = Settings(last={"wordle": {"options": {"max_guesses": 5}}})
    async with setting_up(tmp_path, NORMAL, settings=settings) as pilot:
        text = seen(pilot)
        assert "WHO" in text
        assert "words from" not in text, "there is one deck"
        assert not held_in(text, "OPTIONS", "seed")
        assert "Also changed: guesses (o)." in text
        await press(pilot, "o")
        text = seen(pilot)
        assert "OPTIONS" in text
        assert not held_in(text, "WHO", "Also changed")
        await press(pilot, "o")
        assert "OPTIONS" not in seen(pilot)


@pytest.mark.thorough
async def test_a_game_is_set_up_by_what_home_offers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SetupScreen, "folded", True)
    async with opened(tmp_path, NORMAL) as (_, pilot):
        await press(pilot, "e", "2")
        text = seen(pilot)
        assert text.index("things") < text.index("WHO"), "the deck"
        assert "substring" not in text
        await press(pilot, "o")
        await sees(pilot, "substring")
        await press(pilot, "escape", "e", "6")
        await sees(pilot, "guesser 2")


@pytest.mark.thorough
async def test_a_switch_hides_who_plays_and_is_remembered(tmp_path: Path) -> None:
    async with setting_up(tmp_path) as pilot:
        screen = setup_of(pilot)
        screen.query_one("#blind").focus()
        await pilot.pause()
        assert "Letters replace the players" in seen(pilot)
        await press(pilot, "right")
        assert screen.draft.opening().blind
        assert "blind" in screen.draft.changed()
        await press(pilot, "enter")
        runner = await seated(pilot, arena_of(pilot))
        assert runner.is_blind
        assert runner.names == {"guesser": "A"}
        assert recall(arena_of(pilot).settings, INFO).blind
        assert not remember(Settings(), Opening("wordle")).last["wordle"].get("blind")
