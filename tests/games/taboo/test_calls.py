"""Calls of "no answer" at Taboo: when they may be made, what they do, and what is known of them."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.steps import answer, asked, end, fault, feed, open_ask, with_words
from tests.games.taboo.test_rules import DRAWN, GUESSER, INFO, PHRASE, start
from tests.tables import each
from tui_arena.core.answers import CALLED
from tui_arena.core.events import Kind
from tui_arena.core.game import Reply
from tui_arena.core.record import Play
from tui_arena.players.bot import ScriptPlayer
from tui_arena.table.labels import ways_of
from tui_arena.table.rulings import Ruling, ruling_on_last

GIBBERISH = "gnarf blorp zim"
PLAIN = "Mostly gulls and old ropes."
PROMPT, NEXT = "What do you see at a harbour?", "And what in a yard?"
LOST = ("won", ("setter",), "guesser: no answer")


def called(**options: Any) -> Play[Any]:
    return with_words(start(**options))


def test_a_call_is_upheld_only_where_the_rules_find_no_answer() -> None:
    play = answer(called(), PROMPT, GIBBERISH)
    assert open_ask(play) == ("prompt:2", ("call",))
    assert play.view("setter").facts["no_answer"]
    assert not play.view("guesser").facts["no_answer"], "only the caller's view says so"
    answer(play, CALLED)
    assert open_ask(play) == ("reply:again:1", ())
    assert play.counts()["guesser"]["violated"] == 0
    answer(play, PLAIN)
    assert open_ask(play) == ("prompt:again:2", ("call",))
    answer(play, "call: no answer!")
    assert open_ask(play) == ("prompt:again2:2", ()), (
        "no second call in that round, and the prompt is asked anew"
    )
    assert fault(answer(play, CALLED)) == "rule"
    answer(play, NEXT, GIBBERISH, CALLED)
    assert (asked(play), end(play)) == ([], LOST)
    assert {name: INFO.compute(play)[name] for name in ("success", "rounds", "calls", "calls_upheld")} == {
        "success": 0, "rounds": 2, "calls": 3, "calls_upheld": 2}  # fmt: skip
    assert INFO.explain(play, "success") == ["two replies were no answer: the setter wins; the word: crane"]
    told = [(line.seat, line.text.partition(":")[0]) for line in play.view("guesser").talk]
    assert told[:6] == [
        ("setter", PROMPT), ("guesser", GIBBERISH), ("setter", "call"), ("table", "No answer"),
        ("guesser", PLAIN), ("setter", "call")]  # fmt: skip
    assert told[-1] == ("table", "No answer again")


@each("What do you mean by that?", "Hm", PLAIN)
def test_each_way_of_not_answering_is_upheld(said: str) -> None:
    """Asking back, nothing said after all tries, and the same again."""
    play = answer(called(reprompts={"setter": 2, "guesser": 0}), PROMPT, PLAIN, NEXT, said, CALLED)
    assert open_ask(play)[0] == "reply:again:2"


def test_a_page_has_a_button_for_it_while_a_call_may_be_made() -> None:
    def labels(play: Play[Any]) -> list[str]:
        (ask,) = play.asks()
        return [way.label for way in ways_of(INFO, ask, play.view(ask.seat))]

    play = called()
    assert "that's no answer" not in labels(play)
    (ask,) = answer(play, PROMPT, GIBBERISH).asks()
    assert labels(play)[-1] == "that's no answer"
    assert ways_of(INFO, ask, play.view("setter"))[-1].reply == CALLED


def test_when_no_call_may_be_made() -> None:
    assert fault(answer(called(), CALLED)) == "rule", "there is no reply yet"
    off = answer(called(calls=False), PROMPT, GIBBERISH, CALLED)
    assert off.state.turns[-1].prompt == CALLED, "without the option it is a prompt like any other"
    assert fault(answer(called(), PROMPT, PLAIN, "call: nonsense")) == "format"
    last = answer(called(max_prompts=1), PROMPT, GIBBERISH)
    assert asked(last) == ["guesser/last_guess"], "the last prompt's reply can't be called"
    said = answer(called(), PROMPT, "I saw a crane there.")
    assert asked(said) == ["guesser/last_guess"]


@each(
    "**Call: no answer**", "Odd.\ncall: no answer", '{"call": "no answer"}', "<call>no answer</call>",
    "prompt: call: no answer", "Call: no answer. That was gibberish.",
)  # fmt: skip
def test_a_call_counts_in_any_layout(text: str) -> None:
    play = answer(called(), PROMPT, GIBBERISH, text)
    assert (fault(play), open_ask(play)[0]) == (None, "reply:again:1")


def test_a_program_may_give_it_under_its_own_name() -> None:
    play = answer(called(), PROMPT, GIBBERISH)
    ask = play.asks()[0]
    judged = play.judge(ask, Reply("no answer", ask="call"))
    assert (judged.name, judged.fault) == ("call", None)
    feed(play, Kind.REPLY, seat="setter", ask="call", text="no answer")
    assert open_ask(play)[0] == "reply:again:1"


@each((GIBBERISH, True), (PLAIN, False))
def test_people_may_overrule_a_call_either_way(said: str, verdict: bool) -> None:
    play = answer(called(), PROMPT, said, CALLED)
    ruling = ruling_on_last(play, ("says_word", "answers"))
    assert ruling == Ruling("answers", verdict, play.steps[-1].seq)
    feed(play, Kind.ADJUDICATED, of=ruling.of, question=ruling.question, verdict=verdict, by=["Ada", "Ben"])
    assert open_ask(play) == (("prompt:again:2", ()) if verdict else ("reply:again:1", ()))


@each((3, True), (2, False))
def test_a_guess_after_silence_has_to_be_earned(replies: int, offered: bool) -> None:
    """Nothing said is no reply that stands."""
    play = called(reprompts={"setter": 2, "guesser": 0})
    for n in range(5):
        answer(
            play, f"{PROMPT} {n}", f"{PLAIN} {'one two three four five'.split()[n]}" if n < replies else "Hm"
        )
    assert (asked(play) == ["guesser/last_guess"]) == offered
    assert end(play) == (("unfinished", (), None) if offered else DRAWN)
    if offered:
        assert end(answer(play, f"{PHRASE}crane")) == GUESSER


def test_the_bots_call_when_the_rules_would_uphold_it_and_never_else() -> None:
    play = answer(called(), PROMPT, GIBBERISH)
    bot = INFO.bot_for()
    assert bot is not None

    def says() -> str:
        (ask,) = play.asks()
        return bot.reply(ask, play.view(ask.seat), "hard", Random(1))

    assert says() == CALLED
    assert "no answer" in (bot.hint(play.asks()[0], play.view("setter")) or "")
    answer(play, CALLED, says())
    assert not play.view("setter").facts["no_answer"], "called, the bot answers"
    assert says() != CALLED


async def test_a_script_goes_on_after_a_call_that_is_not_upheld() -> None:
    """The same key would be the same question, which has its reply already."""
    play = answer(called(), PROMPT, PLAIN)
    script = ScriptPlayer([("prompt", CALLED), ("prompt", "And then?")])
    for said, name in ((CALLED, "call"), ("And then?", "prompt")):
        (ask,) = play.asks()
        reply = await script.reply(ask, play.view("setter"), None, lambda _: None)
        assert reply.text == said
        answer(play, reply.text)
        assert (play.steps[-1].name, play.steps[-1].fault) == (name, None)
