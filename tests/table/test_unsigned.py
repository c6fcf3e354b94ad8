"""When lines of an unsigned table go up, how they look, and that plain lines stay as they are."""

from __future__ import annotations

import asyncio
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.save.sessions import CATALOGUE
from tui_arena.core.blind import MOST, plain_line, plain_reply, plain_word, template_fault
from tui_arena.core.game import Ask, Fault, OnProgress, PlayerFailed, Reply, View
from tui_arena.core.record import Play
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import Cast, bot
from tui_arena.table import playback
from tui_arena.table.playback import BEAT, LEAST, LONGEST, Lines, Unsigned, needed, proper_names

VIEW = View("connections", "guesser_1", {})
TYPED = st.text(alphabet=st.characters(codec="utf-8"), max_size=300)


class Clock:
    """A clock that sleeping moves on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(playback, "get_running_loop", lambda: self)
        monkeypatch.setattr(playback, "sleep", self.sleep)

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)

    def create_future(self) -> asyncio.Future[Reply]:
        return asyncio.get_running_loop().create_future()

    def create_task(self, work: object) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(work)  # type: ignore[arg-type]


class Says:
    """Replies after some seconds of the clock, or fails."""

    def __init__(self, clock: Clock, text: str, seconds: float) -> None:
        self._clock, self._text, self._seconds = clock, text, seconds

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        self._clock.now += self._seconds
        if not self._text:
            raise PlayerFailed("the server is gone")
        return Reply(self._text)


def lines(game: str, text: str = "", **unused: object) -> tuple[Lines, Play[object], list[str]]:
    """The lines of a table whose first ask is open, and the seats that bots took."""
    opening = Opening(game, {"setter": bot("hard")}, seed=3, blind=True, unsigned=True)
    session, _ = new_session(opening, CATALOGUE, id="x", seed=3, started=None)
    play = session.fold(CATALOGUE.game(game).game)
    taken: list[str] = []

    async def recast(seat: str, cast: Cast) -> None:
        taken.append(f"{seat}: {cast.kind}")

    async def refused(ask: Ask, said: str, fault: Fault) -> None:
        taken.append(f"{ask.name} refused")

    return Lines(CATALOGUE.game(game), play, {}, recast, refused), play, taken


@settings(max_examples=40, deadline=None)
@given(TYPED)
def test_a_plain_line_in_plain_style_is_itself(text: str) -> None:
    names = proper_names()
    line = plain_line(text, names=names)
    assert (plain_line(line, names=names), plain_word(plain_word(text))) == (line, plain_word(text))
    assert len(line) <= MOST
    assert not line or (line[-1] in ".?" and "\n" not in line and not set(line) & set("*_#`!…—“”’"))


@pytest.mark.parametrize(
    ("typed", "machine"),
    [
        ("SO WHAT   is it", "So what is it"),
        ("i saw BJÖRK in paris", "I saw Björk in Paris."),
        ("it's hot!!! 🔥🔥", "It’s hot."),
        ("- **Hot**, like an oven…", "hot , like an oven"),
        ("“a thing” — to sit on", '"A thing" - to sit on.'),
    ],
)
def test_people_and_machines_look_alike(typed: str, machine: str) -> None:
    assert plain_line(typed, names=proper_names()) == plain_line(machine, names=proper_names())


def test_what_the_rules_judge_is_what_everybody_reads() -> None:
    game, (_, play, _) = CATALOGUE.game("bluffing"), lines("bluffing")
    ask = play.asks()[0]
    raw = "False | I'VE SEEN **a whale** — twice!!"
    plain = plain_reply(game.game, play.state, ask, Reply(raw), game.unsigned)
    assert plain.text == "False | I've seen a whale - twice."
    assert plain.extra["raw"] == raw
    assert play.judge(ask, plain).state.statement == "I've seen a whale - twice."  # type: ignore[attr-defined]
    assert template_fault(("{a:line} {b}",)) == ""
    assert "style" in template_fault(("{a:loud}",))
    assert template_fault(("{a",))


def test_what_can_not_be_said_in_plain_style_is_refused_and_never_shown_as_it_came() -> None:
    game, (table, play, _) = CATALOGUE.game("taboo"), lines("taboo")
    ask = play.asks()[0]
    with pytest.raises(Fault, match="Please use words"):
        plain_reply(game.game, play.state, ask, Reply("so HOT"), {"prompt": (("{missing:line}",),)})
    assert table.plain(ask, Reply("🔥 so HOT"))[0].text == "So hot."
    assert table.plain(ask, Reply("🔥 🔥"))[1] is not None


async def test_lines_go_up_on_a_beat_and_machines_are_no_quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    table, play, _ = lines("taboo")
    ask = play.asks()[0]
    for kind, took in (("human", 1.0), ("human", 17.0), ("bot", 0.0), ("model", 9.0)):
        table, play, _ = lines("taboo")
        began = clock.now
        reply = await Unsigned(Says(clock, "it is a thing in a house", took), table, kind).reply(
            ask, VIEW, None, lambda _: None
        )
        passed = clock.now - began
        assert passed == pytest.approx(BEAT * round(passed / BEAT)), "lines go up at equal pauses"
        assert passed >= took
        assert reply.seconds == pytest.approx(took), "the file has the true time"
        if kind != "human":
            assert passed >= LEAST


def test_a_machine_needs_what_this_evenings_people_needed() -> None:
    ask = Ask("guesser", "reply", "reply:1", "text")
    known = [20.0, 22.0, 25.0, 21.0, 30.0, 24.0]
    drawn = [needed(n, ask, "Short.", known) for n in range(200)]
    assert LEAST <= min(drawn) <= max(drawn) <= LONGEST
    assert 17 < median(drawn) < 27
    assert median(needed(n, ask, "Short.", ()) for n in range(200)) < 12
    assert needed(1, ask, "Short.", known) == needed(1, ask, "Short.", known)


async def test_a_model_that_fails_or_is_refused_leaves_its_seat_to_a_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    for text, told in (("", []), ("no bar in it", ["statement refused"] * playback.TRIES)):
        table, play, taken = lines("bluffing")
        ask = play.asks()[0]
        one = Unsigned(Says(clock, text, 1.0), table, "model")
        task = asyncio.create_task(one.reply(ask, VIEW, None, lambda _: None))
        async with asyncio.timeout(10):
            while "setter: bot" not in taken:  # noqa: ASYNC110  (it is another task that takes the seat)
                await asyncio.sleep(0)
        assert taken == [*told, "setter: bot"]
        assert not task.done(), "it waits until the bot sits down"
        task.cancel()
