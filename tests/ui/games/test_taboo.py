"""Taboo at the table: the card behind its key, talk in bubbles, and the last guess."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from tests.ui.harness import Golden, burst
from tests.ui.playing import (
    app_in,
    at_table,
    called,
    given_away,
    held_in,
    hotseat_of,
    lacking,
    on,
    result_of,
    seated,
    sees,
    shown,
    sit,
    table_of,
    until,
)
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Belief
from tui_arena.core.record import Play
from tui_arena.data import Catalogue, game_texts
from tui_arena.games.taboo import rules
from tui_arena.games.taboo.bot import TabooBot
from tui_arena.games.taboo.rules import TabooState
from tui_arena.games.taboo.ui.board import GAME_UI, TabooUI, guess_typed, last_guess_typed, spread
from tui_arena.games.taboo.ui.talk_board import TalkBoard
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.host_lines import HostLines
from tui_arena.ui.table import screen
from tui_arena.ui.table.dialogs import CurtainScreen
from tui_arena.ui.widgets.answer_bar import CUT, TOO_LONG, AnswerBar
from tui_arena.ui.widgets.dialogs import AgreeDialog

WORD = "umbrella"
FORBIDDEN = ["parasol", "raincoat", "drizzle", "puddle", "brolly"]
CARD = {"word": WORD, "forbidden": FORBIDDEN}
NAMES = {"setter": "Ada", "guesser": "Ben"}
LURES = ("What do you always forget on the bus?", "What turns inside out in a storm?")
SAFE = "My keys, and once a whole birthday cake."
SAID = "I own two umbrellas, and neither of them has ever come home with me."
GUESS = "My guess of the word is: "


@pytest.fixture(autouse=True)
def _dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """One card for every table, a bot that thinks of other words, and a clock that stands still."""
    monkeypatch.setattr(rules.Taboo, "deal", lambda *_: {"secret": CARD})
    monkeypatch.setattr(TabooBot, "belief", lambda *_: Belief(3, (("kettle", 0.5), ("hat", 0.3))))
    monkeypatch.setattr(screen, "clock", lambda _: "01:23")


def taboo(setter: str, guesser: str, **options: Any) -> Opening:
    return Opening("taboo", {"setter": read_player(setter), "guesser": read_player(guesser)}, options, seed=7)


def board(app: ArenaApp) -> TalkBoard:
    return table_of(app).query_one(TalkBoard)


def notice(app: ArenaApp) -> str:
    return table_of(app).bar.notice


async def put(pilot: Pilot[None], app: ArenaApp, text: str) -> None:
    """Put a text into the answer bar at once; other tests press its keys one by one."""
    table_of(app).bar.field.value = text
    await pilot.pause()


async def send(pilot: Pilot[None], app: ArenaApp, text: str) -> None:
    await put(pilot, app, text)
    await pilot.press("enter")
    await pilot.pause()


def nothing_of_the_card(app: ArenaApp) -> None:
    """No word of the card is anywhere that the person at the screen can see or reach."""
    seen = given_away(app).casefold()
    bare = "".join(c for c in seen if c.isalnum())
    assert not [word for word in (WORD, *FORBIDDEN) if word in seen or word in bare]


@pytest.mark.thorough
async def test_two_people_and_a_word_that_slips_out(tmp_path: Path, golden: Golden) -> None:
    """One game of two people from the curtain to the text to share; each step is checked for both."""
    async with at_table(tmp_path, taboo("human:Ada", "human:Ben")) as (app, pilot, runner):
        assert isinstance(app.screen, CurtainScreen)
        nothing_of_the_card(app)
        await called(pilot, app, runner, "Ada")
        await the_card_is_turned(pilot, app, golden)
        await a_prompt_is_warned_of(pilot, app)
        await until(pilot, lambda: hotseat_of(runner).seat == "guesser")
        await pilot.pause()
        nothing_of_the_card(app)
        await called(pilot, app, runner, "Ben")
        await the_guesser_looks_everywhere(pilot, app)
        await called(pilot, app, runner, "Ada")
        assert "down to" not in shown(app)
        assert "My keys, and once" in shown(app)
        await send(pilot, app, LURES[1])
        await called(pilot, app, runner, "Ben")
        nothing_of_the_card(app)
        await send(pilot, app, SAID)
        await one_guess_is_left(pilot, app, golden)
        assert not runner.over
        await send(pilot, app, "is it an umbrella?")
        await it_is_told_and_shared(pilot, app)


async def the_card_is_turned(pilot: Pilot[None], app: ArenaApp, golden: Golden) -> None:
    assert "Make them say the word, and don't let" in shown(app)
    nothing_of_the_card(app)

    await pilot.press("f5")
    await sees(pilot, "U M B R E L L A")
    assert all(f"× {word}" in shown(app) for word in FORBIDDEN)
    assert app.secret_up
    await golden(pilot, "taboo_setter_80x24")
    await pilot.press("f5")
    await pilot.pause()
    await pilot.press("f1")
    await sees(pilot, "HOW TO PLAY TABOO")
    assert "Cursor" not in shown(app)
    await pilot.press("escape")
    nothing_of_the_card(app)
    assert not app.secret_up


async def a_prompt_is_warned_of(pilot: Pilot[None], app: ArenaApp) -> None:
    await pilot.press(*"wet")
    assert notice(app) == "137 characters left"
    await put(pilot, app, "Do you own Umbrellas?")
    assert "“umbrellas”" in notice(app)
    assert notice(app) in filled("related", token="umbrellas", word="umbrella")
    await put(pilot, app, "Is that a parasol?")
    assert "“parasol”" in notice(app)
    await pilot.press("enter")
    await sees(pilot, "Ada · not sent")
    await one_is_not_all(pilot, app)
    await send(pilot, app, LURES[0])


async def one_is_not_all(pilot: Pilot[None], app: ArenaApp) -> None:
    """All people at the table overrule the matcher together, or it isn't overruled."""
    await pilot.press("f8")
    await on(pilot, AgreeDialog)
    await sees(pilot, "Ada: yes")
    await pilot.press("enter")
    await sees(pilot, "Ada agrees")
    assert "Ben: yes" in shown(app)
    await pilot.press("right", "enter")
    await until(pilot, lambda: not isinstance(app.screen, AgreeDialog))
    assert "Ada · not sent" in shown(app)


async def test_a_curtain_comes_before_the_card_and_a_key_calls_what_is_no_answer(tmp_path: Path) -> None:
    """Gibberish is called, and the two people overrule that together; what stands can't be called twice."""
    async with at_table(tmp_path, taboo("human:Ada", "human:Ben")) as (app, pilot, runner):
        for keys in ([], ["f5"]):
            await pilot.press(*keys)
            await pilot.pause()
            assert isinstance(app.screen, CurtainScreen)
            nothing_of_the_card(app)
        await called(pilot, app, runner, "Ada")
        assert "No answer" not in shown(app), "there is nothing to call yet"
        await pilot.press("f5")
        await sees(pilot, "U M B R E L L A")
        await send(pilot, app, LURES[0])
        await until(pilot, lambda: hotseat_of(runner).seat == "guesser")
        await pilot.press("f5")
        nothing_of_the_card(app)
        await send(pilot, app, "gnarf blorp zim")
        await called(pilot, app, runner, "Ada")
        assert "^n No answer" in shown(app)
        await put(pilot, app, "What then")
        await pilot.press("ctrl+n")
        await called(pilot, app, runner, "Ben")
        assert "No answer: most of it isn't words." in shown(app)
        nothing_of_the_card(app)
        await pilot.press("f8")
        await on(pilot, AgreeDialog)
        await pilot.pause()
        assert "New ruling: the last reply answered the question" in shown(app)
        await pilot.press("enter", "enter")
        await called(pilot, app, runner, "Ada")
        assert "Called out, but it still counts." in shown(app)
        assert "^n No answer" not in shown(app)


@pytest.mark.thorough
async def test_nobody_alone_overrules_a_call(tmp_path: Path) -> None:
    async with at_table(tmp_path, taboo("human:Ada", "bot:easy")) as (app, pilot, runner):
        await send(pilot, app, LURES[0])
        await until(pilot, lambda: hotseat_of(runner).current is not None and runner.play.state.may_call)
        await put(pilot, app, "What then")
        await pilot.press("ctrl+n")
        await sees(pilot, "Called out, but it still counts.")
        assert runner.play.state.upheld == 0
        assert table_of(app).bar.field.value == "What then", "what was typed stays"
        await pilot.press("f8")
        await until(pilot, lambda: "nothing to overrule" in notice(app))


@pytest.mark.thorough
async def test_somebody_alone_decides_alone(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        cast = {"setter": read_player("human:Ada"), "guesser": read_player("bot:easy")}
        app.open_table(Opening("taboo", cast, {}, None, None, 7))
        runner = await seated(pilot, app)
        word = (runner.session.setup.secret or {})["word"]
        await send(pilot, app, f"Say {word}")
        await pilot.press("f8")
        await on(pilot, AgreeDialog)
        await pilot.pause()
        text = " ".join(shown(app).replace("│", " ").split())
        assert "The rules say no. If you think it's fine, it counts." in text
        assert "Ada: yes" not in text
        await pilot.press("enter")
        await until(pilot, lambda: bool(runner.views["table"].facts["turns"]))


async def the_guesser_looks_everywhere(pilot: Pilot[None], app: ArenaApp) -> None:
    assert not lacking(shown(app), LURES[0][:20], "4 prompts left")
    assert "down to" not in shown(app), "the count would tell a guesser when it is one"
    assert "not sent" not in shown(app)
    for keys in (["f5"], ["f1"], ["escape"], ["ctrl+c"], ["f3"], ["escape"], ["ctrl+p"], ["escape"]):
        await pilot.press(*keys)
        await pilot.pause()
        nothing_of_the_card(app)
        if keys == ["f5"]:
            assert notice(app) == "it might be: kettle, hat"
    await pilot.press("tab", *"keys")
    assert notice(app) == "at least three words, one of them your own"
    await put(pilot, app, "guess kettle")
    assert notice(app) == "Press Enter to make KETTLE your one guess. If it's wrong, you lose."
    await send(pilot, app, SAFE)


async def one_guess_is_left(pilot: Pilot[None], app: ArenaApp, golden: Golden) -> None:
    await sees(pilot, "You said the word!")
    await pilot.pause()
    stage = board(app).spread.stage
    assert stage is not None
    assert not stage.said.spans
    assert not any(bubble.under or bubble.text.spans for bubble in board(app).spread.bubbles)
    seen = given_away(app).casefold()
    assert seen.count(WORD) == 2
    assert not [word for word in (*FORBIDDEN, "inflection", f"[{WORD}") if word in seen]
    await golden(pilot, "taboo_last_guess_80x24")

    await pilot.press("enter")
    await until(pilot, lambda: "or type: pass" in notice(app))
    await pilot.press("down", "down", "up")
    await pilot.pause()
    assert table_of(app).bar.field.value == "umbrellas"
    assert notice(app) == "Press Enter to make UMBRELLAS your one guess."
    await pilot.press("down")
    await pilot.pause()
    assert table_of(app).bar.field.value == "home"
    await put(pilot, app, "pass")
    assert notice(app) == "Press Enter to pass, and the setter wins."


async def it_is_told_and_shared(pilot: Pilot[None], app: ArenaApp) -> None:
    await result_of(pilot, app)
    assert not lacking(shown(app), "BEN WINS in 2 · UMBRELLA", "“umbrellas” says it: a form of umbrella.")
    assert "[umbrellas]" in shown(app)
    await pilot.press("y")
    await until(pilot, lambda: app.clipboard)
    assert "2/5" in app.clipboard
    assert "💬💥🎯" in app.clipboard
    assert WORD not in app.clipboard


@pytest.mark.thorough
async def test_who_watches_sees_what_is_possible_and_it_never_rises(tmp_path: Path) -> None:
    script = tmp_path / "prompts.jsonl"
    script.write_text(json.dumps({"ask": "prompt", "text": LURES[0]}), "utf-8")
    async with at_table(tmp_path, taboo(f"script:{script}", "bot:easy"), pace=60.0) as (app, pilot, runner):
        await until(pilot, lambda: hotseat_of(runner).watching)

        async def told(left: int) -> None:
            await until(pilot, lambda: re.search(rf"down to\W+{left}\b", shown(app)))

        await told(3)
        for left, least in ((18, 3), (2, 2), (3, 2), (1, 1), (2, 1)):
            board(app).believe(Belief(left), offered=False)
            await told(least)


@pytest.mark.thorough
async def test_a_paste_that_is_too_long_ends_with_a_whole_word_and_it_is_said(tmp_path: Path) -> None:
    async with app_in(tmp_path, (80, 24)) as (app, pilot):
        runner = await sit(pilot, app, taboo("human:Ada", "bot:easy"))
        field, most = app.screen.query_one(AnswerBar).field, runner.views["setter"].facts["max_chars"]
        pasted = "what do you take along when the sky is grey " * 20
        await pilot.press(*"So ")
        await burst(pilot, Paste(pasted))
        assert most - len("grey ") < len(field.value) <= most
        assert f"So {pasted}".startswith(f"{field.value} ")
        assert CUT in shown(app)
        await pilot.press("backspace")
        await sees(pilot, f"{most - len(field.value)} character")
        assert CUT not in shown(app)
        before = field.value
        await burst(pilot, Paste("x" * 500))
        assert field.value == before
        assert TOO_LONG in shown(app)


@pytest.mark.thorough
async def test_alone_the_card_lies_open_until_it_is_turned(tmp_path: Path) -> None:
    script = tmp_path / "replies.jsonl"
    script.write_text(json.dumps({"ask": "reply", "text": SAFE}), "utf-8")
    async with app_in(tmp_path, (60, 20)) as (app, pilot):
        runner = await sit(pilot, app, taboo("human:Ada", f"script:{script}"))
        assert not lacking(shown(app), "U M B R E L L A", "F5 hides it")
        assert not app.secret_up
        await send(pilot, app, LURES[0])
        await until(
            pilot, lambda: hotseat_of(runner).current is not None and len(board(app).spread.bubbles) == 2
        )
        await sees(pilot, "My keys, and once")
        assert "U M B R E L L A" in shown(app)
        assert "down to" not in shown(app)
        await pilot.press("f5")
        await pilot.pause()
        nothing_of_the_card(app)
        assert "F5 shows it" in shown(app)
        await pilot.press("f5")
        await sees(pilot, "U M B R E L L A")


REFUSALS = game_texts("taboo", "host")["refusals"]


def filled(occasion: str, **slots: str) -> set[str]:
    """All that the host may say of a refusal."""
    return {line.format(**slots) for line in REFUSALS[occasion]}


@pytest.mark.thorough
async def test_what_is_refused_is_told_as_by_a_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TabooUI, "host", HostLines("taboo"))  # nothing was said in tests before
    async with app_in(tmp_path, (60, 20)) as (app, pilot):
        runner = await sit(pilot, app, taboo("human:Ada", "human:Ben"))
        await called(pilot, app, runner, "Ada")
        said = []
        for _ in REFUSALS["no_prompt"]:
            await pilot.press("enter")
            await pilot.pause()
            said.append(notice(app))
        assert sorted(said) == sorted(REFUSALS["no_prompt"]), "another line each time"
        for text, occasion, slots in (
            ("An umbrella?", "own_word", {"token": "umbrella"}),
            ("In a puddle?", "forbidden", {"token": "puddle"}),
            ("Two puddles?", "related", {"token": "puddles", "word": "puddle"}),
        ):
            await put(pilot, app, text)
            warned = notice(app)
            assert warned in filled(occasion, **slots)
            await pilot.press("enter")
            await pilot.pause()
            assert notice(app) == f"{warned} F8 lets it pass."
            await until(pilot, lambda: board(app).spread.bubbles[-1].under == warned)  # noqa: B023


def test_no_refusal_is_cut_at_eighty_columns() -> None:
    slots = {"token": "thunderstorms", "word": "thunderstorm", "least": "4"}
    after = {"few_words": " To guess, type:  guess kettle", "no_own_word": " To guess, type:  guess kettle"}
    for occasion in REFUSALS:
        more = after.get(occasion, " F8 lets it pass.")
        assert not [line for line in filled(occasion, **slots) if len(line + more) > 78], occasion


# drawing a view


def played(*said: tuple[str, str], resigned: str = "", **options: Any) -> Play[TabooState]:
    """A session after these replies, each with its ask."""
    catalogue = Catalogue()
    session, _ = new_session(
        taboo("bot:hard", "bot:hard", **options), catalogue, id="x", seed=7, started=None
    )
    events = [
        Event(n, Kind.REPLY, {"seat": "setter" if ask == "prompt" else "guesser", "ask": ask, "text": text})
        for n, (ask, text) in enumerate(said, 1)
    ]
    if resigned:
        events.append(Event(len(events) + 1, Kind.RESIGNED, {"seat": resigned}))
    return session.with_events(events).fold(catalogue.game("taboo").game)


SPOKEN = (("prompt", LURES[0]), ("reply", SAFE), ("prompt", LURES[1]), ("reply", SAID))


def drawn(play: Play[TabooState], seat: str) -> str:
    """All text that the board draws for a seat."""
    of = spread(play.view(seat), None, NAMES, (), Glyphs())
    parts: list[object] = [(b.who, b.text, b.note, b.under) for b in of.bubbles]
    parts += [of.empty, of.card, of.stage and (of.stage.title, of.stage.said.plain, of.stage.lines)]
    return " ".join(map(str, parts))


def test_who_may_know_sees_what_said_it_and_by_which_rule() -> None:
    play = played(*SPOKEN)
    setter = drawn(play, "setter")
    assert "“umbrellas” says it: a form of umbrella" in setter
    assert "[umbrellas]" in setter
    assert "Ben has one guess." in setter
    for seat in ("guesser", "table"):
        seen = drawn(play, seat)
        assert "It's one of these words." in seen
        assert not held_in(seen, "[umbrellas]", "inflection")
        assert not [word for word in FORBIDDEN if word in seen]
    assert not [word for word in (WORD, *FORBIDDEN) if word in drawn(played(*SPOKEN[:3]), "table")]


@pytest.mark.parametrize("end", [(), (("last_guess", "umbrella"),), (("last_guess", "pass"),)])
def test_sentences_name_a_character_without_its_trade(end: tuple[tuple[str, str], ...]) -> None:
    names = {"setter": "Edith, museum guard", "guesser": "Anjali, district judge"}
    for seat in ("setter", "table"):
        of = spread(played(*SPOKEN, *end).view(seat), None, names, (), Glyphs()).stage
        assert of is not None
        said = f"{of.title} {of.lines}"
        assert "Anjali" in said
        assert "district judge" not in said
    assert "museum" not in str(spread(played().view("guesser"), None, names, (), Glyphs()).empty)


def test_silence_tells_what_a_pass_is_worth() -> None:
    play = played(*SPOKEN[:2], max_prompts=1)
    assert "never said" in drawn(play, "guesser")
    assert "Miss or pass, and nobody wins." in drawn(play, "guesser")
    assert "Unless it's right, nobody wins." in drawn(play, "setter")
    assert "Pass, and Ada wins." in drawn(played(*SPOKEN[:2], max_prompts=1, on_silence="setter"), "guesser")
    assert "Pass, and you win." in drawn(played(*SPOKEN[:2], max_prompts=1, on_silence="guesser"), "guesser")


ENDS = {
    "named": ((("prompt", LURES[0]), ("reply", f"{GUESS}umbrella")), {}, "guesser", "🎯"),
    "caught": ((*SPOKEN, ("last_guess", "umbrella")), {}, "guesser", "💬💥🎯"),
    "late": ((*SPOKEN[:2], ("last_guess", "umbrella")), {"max_prompts": 1}, "guesser", "💬🎯"),
    "early": ((("prompt", LURES[0]), ("reply", f"{GUESS}kettle")), {}, "setter", "❌"),
    "missed": ((*SPOKEN, ("last_guess", "home")), {}, "setter", "💬💥❌"),
    "let go": ((*SPOKEN, ("last_guess", "pass")), {}, "setter", "💬💥🤐"),
    "late and wrong": (
        (*SPOKEN[:2], ("last_guess", "hat")),
        {"max_prompts": 1, "on_silence": "setter"},
        "setter",
        "💬❌",
    ),
    "silent": (
        (*SPOKEN[:2], ("last_guess", "pass")),
        {"max_prompts": 1, "on_silence": "setter"},
        "setter",
        "💬🤐",
    ),
    "forfeit": ((("prompt", WORD),), {"reprompts": 0}, "guesser", "🃏"),
}


@pytest.mark.parametrize(("said", "options", "winner", "shared"), ENDS.values(), ids=ENDS)
def test_every_end_is_told(
    said: Sequence[tuple[str, str]], options: dict[str, Any], winner: str, shared: str
) -> None:
    play = played(*said, **options)
    assert play.outcome().winners == (winner,)
    remarks = set()
    for people in (("guesser",), ("setter",), ("guesser", "setter"), ()):
        head, remark = GAME_UI.headline(play, NAMES, people)
        won = "WON" if len(people) == 1 and winner in people else "LOST" if len(people) == 1 else "WINS"
        assert won in head
        assert head.endswith("· UMBRELLA")
        remarks.add(remark.splitlines()[0])
    assert len(remarks) >= 2 or len(play.state.turns) == 1
    assert GAME_UI.share(play, Glyphs(), words=False)[1] == shared
    plain = GAME_UI.share(play, Glyphs(ascii=True), words=False) + GAME_UI.share(play, Glyphs(), words=True)
    assert all(line.isascii() and WORD not in line for line in plain)
    assert "umbrella" in drawn(play, "table").casefold()
    grid = GAME_UI.grid(play, Glyphs(), 70, small=True).plain
    assert all(len(line) <= 70 for line in grid.splitlines())


@pytest.mark.parametrize(("last", "shared"), [("hat", "💬❌"), ("pass", "💬🤐")])
def test_a_draw_is_nobodys_and_says_so(last: str, shared: str) -> None:
    play = played(*SPOKEN[:2], ("last_guess", last), max_prompts=1)
    lines = game_texts("taboo", "host")
    for people, part in (((), "everybody"), (("setter",), "setter")):
        head, remark = GAME_UI.headline(play, NAMES, people)
        assert head == "DRAWN · UMBRELLA"
        assert remark in lines[part]["drawn"]
    assert GAME_UI.share(play, Glyphs(), words=False) == ["drawn 1/1", shared]
    assert "nobody wins" in drawn(play, "table")


def test_giving_up_and_what_is_typed() -> None:
    assert GAME_UI.headline(played(*SPOKEN[:2], resigned="guesser"), NAMES, ["guesser"])[0].startswith(
        "GAVE UP"
    )
    assert (guess_typed("g: an ice cream"), guess_typed("guess kettle")) == ("an ice cream", "kettle")
    for talk in ("guess what happened next", "great minds guess", "guess my dog would like that", "guess"):
        assert guess_typed(talk) is None
    assert last_guess_typed("Is it an umbrella?") == f"{GUESS}an umbrella"
    assert last_guess_typed("guess eggs") == f"{GUESS}eggs"
    assert last_guess_typed("Guess!") == last_guess_typed("my guess") == GUESS, "that names nothing"
    assert (last_guess_typed("Pass."), last_guess_typed("")) == ("pass", GUESS)
