"""The duel: one secret, two tables and two clocks; neither half waits for the other."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from textual.pilot import Pilot

from tests.stub_server import StubServer
from tests.thorough import sampled
from tests.ui.models_at_table import asked_what_to_do, configured, held, loaded
from tests.ui.playing import app_in, given_away, kinds, on, opening, result_of, seated, sees, shown, until
from tests.ui.table.test_table import fill
from tui_arena.config import Paths, read_models
from tui_arena.core.events import Kind
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import BadPlayer, Cast, bot, read_player
from tui_arena.table.opening import DUEL, Duel, duel_seats
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.setup.screen import SetupScreen
from tui_arena.ui.table import dialogs as dialog
from tui_arena.ui.table.dialogs import DuelDialog, PlayerPicker
from tui_arena.ui.table.duel_screen import DuelScreen, DuelStanding, PlayerSpent, verdict, winner
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.rows import ChoiceRow

HARD, EASY = bot("hard"), bot("easy")
INVALID = "too many invalid replies"
SLOW = 8.0
"""Seconds between answers: a pace so slow that no bot moves during a test."""


async def duelling(
    pilot: Pilot[None], app: ArenaApp, table: Opening | None = None, *, a: Cast = HARD, b: Cast = EASY
) -> DuelScreen:
    """A duel of two players as guessers, once both tables stand."""
    app.open_duel(table or opening(), "guesser", (a, b))
    return await standing(pilot, app)


async def standing(pilot: Pilot[None], app: ArenaApp) -> DuelScreen:
    """The duel, once both tables stand."""

    def both() -> bool:
        screen = duel_of(app)
        return screen is not None and bool(screen.sides) and all(s.runner for s in screen.sides)

    await until(pilot, both)
    return cast(DuelScreen, duel_of(app))


def duel_of(app: ArenaApp) -> DuelScreen | None:
    return next((s for s in app.screen_stack if isinstance(s, DuelScreen)), None)


def moves(screen: DuelScreen) -> list[int]:
    return [len(s.runner.play.steps) if s.runner else 0 for s in screen.sides]


def ids(screen: DuelScreen) -> list[str]:
    return [side.runner.session.id for side in screen.sides if side.runner]


def script(folder: Path, *words: str, ask: str = "guess") -> Cast:
    """A player that says these words and then never answers again."""
    path = folder / f"{'-'.join(words)}.jsonl"
    path.write_text("".join(f'{{"ask": "{ask}", "text": "{word}"}}\n' for word in words))
    return read_player(f"script:{path}")


async def test_set_up_asks_who_duels_and_both_play_the_same_secret(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        app.open_setup("wordle")
        await on(pilot, SetupScreen)
        await pilot.press("d")
        for row in (await on(pilot, DuelDialog)).query(ChoiceRow):
            wanted = {"left": "bot:hard", "right": "bot:easy"}[str(row.id)]
            while row.value != wanted:
                await pilot.press("right")
            await pilot.press("down")
        await pilot.press("enter")
        screen = await standing(pilot, app)
        await until(pilot, lambda: screen.over)
        first, second = (app.store.load(n) for n in ids(screen))
        assert (first.setup.extra[DUEL], second.setup.extra[DUEL]) == (first.id, first.id)
        assert first.setup == second.setup
        assert first.setup.secret is not None
        assert [s.seats["guesser"]["name"] for s in (first, second)] == ["bot hard", "bot easy"]
        saved = {row.id: row.result for row in app.store.sessions()}
        assert set(ids(screen)) == set(saved)
        assert "unfinished" not in saved.values()
        await until(pilot, lambda: screen.over and screen.loud in shown(app))
        both = screen._standings()
        assert both is not None
        heads = [screen._head(side, 40) for side in screen.sides]
        marked = [any("$success" in str(span.style) for span in head.spans) for head in heads]
        assert marked == [place == winner(*both) for place in (0, 1)]
        for offered in ("Talk", "Boards", "Talk"):
            await sees(pilot, f"t {offered}")
            await pilot.press("t")


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("bluffing", {}, "in Bluffing, because it is never dealt."),
        ("akinator", {"secret": "later"}, "in Akinator with secret = later, because it is never dealt."),
        ("akinator", {"secret": "sealed"}, ""),
        ("wordle", {}, ""),
    ],
)
def test_no_duel_is_fought_over_two_secrets(game: str, options: dict[str, Any], said: str) -> None:
    info = Catalogue().game(game)
    table = Opening(game, {}, options)
    found = dialog._fault(Duel(table, duel_seats(table, info)[0], (HARD, EASY)), Catalogue())
    assert found == (f"Can't start a duel: the same secret can't be played again {said}" if said else "")


@pytest.mark.thorough
@pytest.mark.usefixtures("bare")  # an installed small model would play, and slowly
async def test_no_deck_is_read_and_nothing_is_measured_where_keys_are_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: dict[str, set[bool]] = {"read": set(), "measured": set()}

    def noted(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            where[name].add(threading.current_thread() is threading.main_thread())
            return work(*args, **more)

        return call

    monkeypatch.setattr(dialog, "new_session", noted("read", new_session))
    monkeypatch.setattr(GameInfo, "compute", noted("measured", GameInfo.compute))
    async with app_in(tmp_path) as (app, pilot):
        app.open_duel(Opening("entity", {}, {"max_turns": 2}, None, "objects", 3), "guesser")
        await on(pilot, DuelDialog)
        await pilot.press("enter")
        screen = await standing(pilot, app)
        await until(pilot, lambda: screen.over)
    assert where == {"read": {False}, "measured": {False}}


@pytest.mark.thorough
async def test_enter_opens_the_result_of_the_side_that_is_marked(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        screen = await duelling(pilot, app)
        await until(pilot, lambda: screen.over)
        for keys, place in (((), 0), (("right",), 1), (("tab",), 0)):
            await pilot.press(*keys, "enter")
            result = (await result_of(pilot, app)).result
            assert result is not None
            assert result.session.id == ids(screen)[place]
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is screen)
        await pilot.press("r")
        await until(pilot, lambda: duel_of(app) not in (None, screen))
        again = await standing(pilot, app)
        assert set(ids(again)).isdisjoint(ids(screen))


@pytest.mark.thorough
async def test_a_word_that_is_given_at_the_first_table_is_dealt_at_the_second(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        screen = await duelling(pilot, app, opening(setter="bot:hard"))
        await until(pilot, lambda: screen.over)
        first, second = (app.store.load(n) for n in ids(screen))
        assert first.setup.secret is None
        assert second.setup.secret is not None
        targets = {s.runner.play.state.target for s in screen.sides if s.runner}
        assert targets == {second.setup.secret["word"]}
        assert [e["ask"] for e in second.events if e.type == "reply"].count("target") == 0


@pytest.mark.thorough
async def test_nobody_s_word_ends_the_duel_before_it_begins(tmp_path: Path) -> None:
    setter = script(tmp_path, "toolong", "short", "none", ask="target")
    async with app_in(tmp_path / "home") as (app, pilot):
        app.open_duel(
            Opening("wordle", {"setter": setter}, {"reprompts": 0}, None, None, 7), "guesser", (HARD, EASY)
        )
        await sees(pilot, "never got a secret, so there's no duel")


async def test_people_leave_their_seats_to_bots_and_can_t_duel_themselves() -> None:
    info = Catalogue().game("wordle")
    table = opening("critic", critic="human:Ben", setter="human:Ada")
    assert duel_seats(table, info) == ["guesser", "critic"]
    left, right = Duel(table, "guesser", (HARD, EASY)).sides(info)
    assert {s: c.kind for s, c in left.cast.items()} == {"guesser": "bot", "critic": "bot", "setter": "bot"}
    assert {**left.cast, "guesser": EASY} == dict(right.cast)
    with pytest.raises(BadPlayer, match="only bots and models can duel"):
        Duel(table, "guesser", (HARD, read_player("human"))).sides(info)
    with pytest.raises(BadPlayer, match="as setter"):
        Duel(table, "setter", (HARD, EASY)).sides(info)


@pytest.mark.thorough
@pytest.mark.parametrize("size", sampled([(80, 24), (60, 20), (120, 40)], 3, whole=True))
async def test_both_are_held_looked_into_moved_and_left(tmp_path: Path, size: tuple[int, int]) -> None:
    async with app_in(tmp_path, size, pace=SLOW) as (app, pilot):
        screen = await duelling(pilot, app)
        await pilot.press("space")
        assert all(side.playback.paused for side in screen.sides)
        assert "held" in shown(app)
        assert screen.sides[0].runner is not None
        word = str(screen.sides[0].runner.play.state.target)
        for up in (True, False):
            await pilot.press("v")
            await until(pilot, lambda: app.secret_up is up and (word in shown(app).casefold()) is up)  # noqa: B023
            assert (word in given_away(app).casefold()) is up
            assert [kinds(app, n) for n in ids(screen)] == [["peeked"], ["peeked"]]
        await pilot.press("n")
        await until(pilot, lambda: moves(screen) == [1, 1])
        await pilot.pause()
        first = [s.runner.play.state.turns[0].guess.upper() for s in screen.sides if s.runner]
        assert "".join(first) in ["".join(filter(str.isalpha, line)) for line in shown(app).splitlines()]
        assert "bot hard" in shown(app)
        if size == (60, 20):
            await pilot.press("t")
            await sees(pilot, "As good a way")
        await pilot.press("minus", "plus", "plus")
        assert [side.playback.seconds for side in screen.sides] == [2.0, 2.0]
        await pilot.press("space")
        assert not any(side.playback.paused for side in screen.sides)
        assert app.on_the_table == set(ids(screen))
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        await until(pilot, lambda: {row.id for row in app.store.unfinished()} == set(ids(screen)))
        app.resume_table(ids(screen)[1])
        assert (await seated(pilot, app)).session.id == ids(screen)[1]


@pytest.mark.thorough
async def test_a_player_that_fails_stops_its_own_half_only(tmp_path: Path) -> None:
    async with app_in(tmp_path / "home", pace=SLOW) as (app, pilot):
        screen = await duelling(pilot, app, a=script(tmp_path, "crony"), b=HARD)
        await on(pilot, Dialog)
        assert screen.sides[0].failed is not None
        await sees(pilot, "and no more")
        before = moves(screen)[1]
        screen.sides[1].playback.step()
        await until(pilot, lambda: moves(screen)[1] == before + 1)
        assert isinstance(app.screen, Dialog)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        await sees(pilot, "a Ask again")  # it was waved off and stays away
        await pilot.press("a")
        await on(pilot, Dialog)
        await pilot.press("right", "enter")
        await on(pilot, PlayerPicker)
        await pilot.press(*"hard", "enter")
        await until(pilot, lambda: screen.sides[0].failed is None)
        assert screen.sides[0].name == "bot hard"
        screen.sides[1].playback.pause()
        await pilot.press(*["plus"] * 8)
        await until(pilot, lambda: screen.over)
        assert "recast" in kinds(app, ids(screen)[0])
        assert screen.loud.startswith(("bot hard (", "a dead heat"))


@pytest.mark.thorough
async def test_a_wrong_key_in_one_half_is_told_and_stays_unseen(
    tmp_path: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUEL_TEST_KEY", "zq-canary-4711-abcdef")
    configured(tmp_path, stub.url, "401", key_env="DUEL_TEST_KEY")
    book = read_models(Paths.find(tmp_path))[0]
    async with app_in(tmp_path) as (app, pilot):
        screen = await duelling(pilot, app, b=read_player("model:401", book=book))
        await loaded(pilot, app)
        assert "401 (guesser)" in await asked_what_to_do(pilot, app)
        await until(pilot, lambda: screen.sides[0].over)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        assert screen.chosen is screen.sides[1], "what `a` asks again"
        await sees(pilot, "accept the key")
        assert screen.quiet == "401 can't answer"
        assert "canary" not in given_away(app)


@pytest.mark.thorough
async def test_a_save_that_fails_at_one_table_is_asked_about_and_tried_again(tmp_path: Path) -> None:
    async with app_in(tmp_path, pace=SLOW) as (app, pilot):
        screen = await duelling(pilot, app)
        right = screen.sides[1].runner
        assert right is not None
        limit = fill(app.store)
        notes = asyncio.gather(
            *(right.guarded(right.referee.note(Kind.HINT, seat="guesser", text="x" * 1900)) for _ in range(8))
        )
        await sees(pilot, "This couldn't be saved")
        failed = [side.runner.saving.failed is not None for side in screen.sides if side.runner]
        assert failed == [False, True]
        app.store._access.db.execute(f"PRAGMA max_page_count = {limit}")
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen and right.saving.failed is None)
        await notes
        assert kinds(app, right.session.id) == ["hint"] * 8


@pytest.mark.thorough
async def test_a_model_that_hangs_is_cancelled_while_the_other_plays_to_its_end(tmp_path: Path) -> None:
    with StubServer() as stub, held("drip drip drip"):
        configured(tmp_path, stub.url, "held", "ok")
        book = read_models(Paths.find(tmp_path))[0]
        slow, quick = (read_player(f"model:{name}", book=book) for name in ("held", "ok"))
        async with app_in(tmp_path) as (app, pilot):
            app.open_duel(opening(), "guesser", (slow, quick))
            screen = await standing(pilot, app)
            await loaded(pilot, app)
            await until(pilot, lambda: screen.sides[1].over)
            await sees(pilot, "drip drip drip")
            left, _, right = shown(app).splitlines()[2].partition("│")
            assert "tok" in left
            assert "n/a" in right, "nobody knows what that server takes"
            before = screen.sides[0].spent.seconds or 0.0
            await until(pilot, lambda: (screen.sides[0].spent.seconds or 0.0) > before)
            await pilot.press("escape")
            said = await asked_what_to_do(pilot, app)
            assert "held (guesser) was stopped" in said
            assert (screen.sides[0].spent.seconds or 0.0) >= before, "the clock does not go back"
            await pilot.press("right", "enter")
            await on(pilot, PlayerPicker)
            await pilot.press(*"hard", "enter")
            await until(pilot, lambda: screen.over)
            side = screen.sides[0]
            assert (side.spent_by_player.seconds, side.spent_by_player.tokens) == (None, None), "it is a bot"
            await until(pilot, lambda: screen.loud.startswith("bot hard wins"))
            assert "to n/a" in screen.quiet
            first, second = (app.store.load(n) for n in ids(screen))
            assert (first.setup.secret, second.seats["guesser"]["player"]) == (second.setup.secret, "model")


def stand(
    name: str, result: str, count: float | None = None, seconds: float = 1.0, near: float = 0
) -> DuelStanding:
    score = 0.0 if count is None else 1 / count
    words = f"{near:g} in place" if near else ""
    return DuelStanding(name, result, score, count, "guesses", near, words, PlayerSpent(seconds))


@pytest.mark.parametrize(
    ("a", "b", "who", "said"),
    [
        (stand("A", "won", 3), stand("B", "won", 5), 0, "A wins: 3 guesses to 5"),
        (stand("A", "won", 5), stand("B", "won", 3), 1, "B wins: 3 guesses to 5"),
        (stand("A", "lost"), stand("B", "won", 6), 1, "B wins: 6 guesses, A lost"),
        (stand("A", "lost"), stand("B", "aborted"), 0, f"A wins: lost, B was stopped: {INVALID}"),
        (stand("A", "won", 4, 9.0), stand("B", "won", 4, 2.0), 1, "B wins on time: both 4 guesses"),
        (stand("A", "won", 4, 2.0), stand("B", "won", 4, 2.05), None, "a dead heat: both 4 guesses"),
        (stand("A", "lost", None, 9.0), stand("B", "lost"), None, "nobody wins: both lost"),
        (stand("A", "drawn", 5), stand("B", "drawn", 2), None, "nobody wins: both drew"),
        (stand("A", "lost", 5), stand("B", "drawn", 5), 1, "B wins: drew, A lost"),
        (stand("A", "won", 4), stand("B", "unfinished", near=2), 0, "A: 4 guesses"),
        (stand("A", "unfinished", near=1), stand("B", "unfinished", near=2), None, "B is ahead"),
        (stand("A", "unfinished"), stand("B", "unfinished"), None, "nobody's ahead yet"),
    ],
)
def test_the_verdict(a: DuelStanding, b: DuelStanding, who: int | None, said: str) -> None:
    assert verdict([a, b], "·")[0] == said
    if a.over and b.over:
        assert winner(a, b) == who


def test_a_price_that_nobody_knows_is_told_as_such() -> None:
    a, b = stand("A", "won", 3), stand("B", "won", 4)
    paid = DuelStanding("A", "won", 1.0, 3, "guesses", 0, "", PlayerSpent(1.0, 200, 0.0012))
    unknown = DuelStanding("B", "won", 0.5, 4, "guesses", 0, "", PlayerSpent(3.0, 200, None))
    assert verdict([paid, unknown], "·")[1] == "1.0 s to 3.0 s · $0.0012 to n/a"
    assert verdict([a, unknown], "·")[1] == "1.0 s to 3.0 s · free to n/a"
    assert (verdict([a, b], "·")[1], unknown.spent.words("·")) == ("1.0 s to 1.0 s", "3.0 s · 200 tok · n/a")
    bot = DuelStanding("C", "won", 0.5, 4, "guesses", 0, "", PlayerSpent(None))
    assert verdict([bot, bot], "·") == ("a dead heat: both 4 guesses", "")
    assert verdict([bot, unknown], "·") == ("a dead heat: both 4 guesses", "free to n/a")
    assert not bot.spent.words("·")
