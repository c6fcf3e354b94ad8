"""Bots that think with a model: what reaches the table, what doesn't, and what is saved of it.

`able_model.tsv` has what an able model would say to prompts and questions that nobody foresaw. It was written before
anybody looked at what the bots check, and isn't changed to suit them.
"""

from __future__ import annotations

import asyncio
import csv
import hashlib
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance import give
from tests.questions.test_belief import table as small_table
from tests.stub_server import StubServer
from tests.tables import each
from tui_arena.config import ModelBook, ModelEntry
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Deck, OnProgress, Reply, Setup
from tui_arena.core.record import Play
from tui_arena.core.referee import Referee
from tui_arena.core.words import says
from tui_arena.data import Catalogue, game_texts
from tui_arena.games.connections.bot import WORD
from tui_arena.games.entity.bot import make
from tui_arena.players.bot import BotPlayer
from tui_arena.players.models import local
from tui_arena.players.models.client import RetryingClient
from tui_arena.players.models.constraints import LINE_CHARS, Constraint, constraint_of
from tui_arena.players.models.local import ModelFiles
from tui_arena.players.models.player import ModelSeats
from tui_arena.players.models.registry import Transports
from tui_arena.players.models.requests import (
    Budget,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    ignore_progress,
)
from tui_arena.players.new_session import Opening, machines, new_session, with_minds
from tui_arena.players.seating import (
    BadPlayer,
    Cast,
    bot,
    built_in,
    is_gone,
    may_think,
    read_player,
    thinking,
    with_model,
)
from tui_arena.players.thinking_bot import ThinkingBot
from tui_arena.questions.judge import judged
from tui_arena.save.summary import player_of
from tui_arena.table.turns import turns

CATALOGUE = Catalogue()
FILE = Path(__file__).with_name("able_model.tsv")
SEAL = "3ee9bc70b68d94ea265b97af00381ae3f53f1b5723c325d717c65dbd41f5127c"
BOB = ModelEntry("Bob", "openai/bob")
BOOK = ModelBook({"Bob": BOB})
SEATS = {"taboo": "guesser", "bluffing": "setter", "judge": "judge"}


def rows() -> list[dict[str, str]]:
    with FILE.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def table(
    game: str, seat: str, level: str = "medium", seed: int = 1, **more: Any
) -> tuple[Play[Any], dict[str, Cast]]:
    """A session whose bot on `seat` thinks with Bob."""
    opening = Opening(game, {seat: thinking(bot(level), "Bob", BOOK)}, preset=more.pop("preset", None))
    session, cast = new_session(opening, CATALOGUE, id="-", seed=seed, started=None, **more)
    return Play(CATALOGUE.game(game).game, session.setup), cast


def seated(
    play: Play[Any], cast: dict[str, Cast], game: str, client: Any, patience: float = 60.0
) -> dict[str, Any]:
    """The players of a session, whose models are asked by a client."""
    info, seats = CATALOGUE.game(game), ModelSeats(CATALOGUE, BOOK, client)
    return {
        seat: with_model(built_in(one, info, play.setup), one, info, play.setup, seats, patience=patience)
        for seat, one in cast.items()
    }


async def unsaved(*_: object) -> None:
    pass


def replied(play: Play[Any], players: dict[str, Any]) -> Reply:
    """The reply to the open ask."""
    return asyncio.run(Referee(play, players, unsaved).reply(play.asks()[0]))


def asked(row: dict[str, str], number: int) -> tuple[Play[Any], dict[str, Cast], str]:
    """A session in which a row's question has just been asked; the game's id."""
    game, about = row["game"], row["about"]
    secret = {"entity": about} if game == "judge" else None
    name = "entity" if game == "judge" else game
    play, cast = table(name, SEATS[game], seed=1000 + number, secret=secret)
    if game == "bluffing":
        give(play, play.asks()[0], f"true | {about}")
        give(play, play.asks()[0], f"Question 1: {row['asked']}")
    else:
        give(play, play.asks()[0], row["asked"])
    return play, cast, name


def easy(call: ModelRequest) -> str:
    """The right answer to an easy question of the exam for lines; empty if the call isn't one."""
    said = str(call.messages[-1]["content"])
    return next((one["right"][0] for one in game_texts("", "mind")["exam"] if one["question"] == said), "")


class Able:
    """A client that says what is written for a question; of an entity it knows what its deck knows."""

    def __init__(self) -> None:
        self.calls: list[ModelRequest] = []

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        self.calls.append(call)
        text = str(call.messages[1]["content"])
        written = easy(call) or next((row["said"] for row in rows() if f">{row['asked']}<" in text), None)
        return ModelResponse(written or self._known(text), sent={"model": "bob"})

    @staticmethod
    def _known(text: str) -> str:
        name = text.partition("The secret: ")[2].partition("\n")[0].partition(" or ")[0]
        question = text.partition('name="question">')[2].partition("<")[0]
        return judged(
            question, (name,), CATALOGUE.deck("things", CATALOGUE.game("entity")).deck.knowledge
        ).answer


def test_what_an_able_model_says_is_as_it_was_written() -> None:
    assert hashlib.sha256(FILE.read_bytes()).hexdigest() == SEAL
    assert Counter(row["game"] for row in rows()) == {"taboo": 30, "bluffing": 30, "judge": 60}


def reach(some: Sequence[tuple[int, dict[str, str]]]) -> Counter[str]:
    """How many lines of an able model are said, by origin; and how many judged questions are answered rightly."""
    found: Counter[str] = Counter()
    for number, row in some:
        play, cast, game = asked(row, number)
        if play.asks()[0].seat != SEATS[row["game"]]:
            continue  # the prompt holds a word of the card that was dealt
        reply = replied(play, seated(play, cast, game, Able()))
        found[reply.extra["origin"]] += 1
        if reply.extra["origin"] == "mind":
            assert row["said"].rstrip(".") in reply.text
        found["right"] += row["game"] == "judge" and reply.text.split()[-1] == row["said"]
    return found


def test_the_lines_of_an_able_model_reach_the_table() -> None:
    found = reach(list(enumerate(rows()))[5:60:6])
    assert found["mind"] > 5
    assert found["replaced"] <= 1


@pytest.mark.torture
def test_all_lines_of_an_able_model_reach_the_table() -> None:
    found = reach(list(enumerate(rows())))
    assert found["mind"] >= 0.9 * (found["mind"] + found["replaced"]) > 60
    assert found["right"] >= 58, "the judge answers the questions that no table knows"


SAYS: dict[str, Callable[[str, bool], str]] = {
    "able": lambda question, true: "yes" if true else "no",
    "constant": lambda question, true: "yes",
    "wrong": lambda question, true: "no" if true else "yes",
    "lucky": lambda question, true: "yes" if true else "no",
}
"""What each model says to a question with two answers; the lucky one knows nothing else."""


@each(("able", "mind"), ("constant", "replaced"), ("wrong", "replaced"), ("lucky", "replaced"))
def test_a_judge_asks_only_a_model_that_knows_what_the_table_knows(who: str, origin: str) -> None:
    known = small_table()
    items = [{"entity": one.name, "aliases": [], "difficulty": "medium"} for one in known.entities]
    info = CATALOGUE.game("entity")
    session, _ = new_session(
        Opening("entity"), CATALOGUE, id="-", seed=1, started=None, secret={"entity": "thing5"}
    )
    own = make(Deck("sixteen", items, known), None, info.speech)

    class Knowing:
        async def ask(self, call: ModelRequest, *_: object) -> ModelResponse:
            text = str(call.messages[1]["content"])
            question = text.partition('name="question">')[2].partition("<")[0]
            true = judged(question, ("thing5",), known).answer == "yes" or "grandmother" in question
            known_to_all = easy(call) if who != "lucky" else ""
            return ModelResponse(known_to_all or SAYS[who](question, true), sent={"model": "bob"})

    play: Play[Any] = Play(info.game, session.setup)
    seats = ModelSeats(CATALOGUE, BOOK, Knowing())
    judge = ThinkingBot(BotPlayer(own, "hard", 1), BOB, info, seats, character=None, seed=1)
    give(play, play.asks()[0], "Would your grandmother keep one in a drawer?")
    reply = replied(play, {"judge": judge})
    assert reply.extra["origin"] == origin
    assert reply.text.endswith("answer: yes") is (who == "able")
    plain: Play[Any] = Play(info.game, session.setup)
    give(plain, plain.asks()[0], "Is it big?")
    assert replied(plain, {"judge": judge}).extra["origin"] == "own"


class Hostile:
    """A client that passes the exam and then says whatever does harm."""

    def __init__(self) -> None:
        self._rng = Random(4)

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        text = str(call.messages[-1]["content"])
        said = easy(call) or self._rng.choice(
            list(self._lines(text, [word.strip(".,:") for word in text.split()]))
        )
        if not said:
            raise ModelFailed("unreachable", "nobody is there")
        return ModelResponse(
            said, sent={"model": "bob"}, finish=self._rng.choice(("stop", "stop", "stop", "length"))
        )

    def _lines(self, text: str, words: Sequence[str]) -> Iterator[str]:
        secret = text.partition("The secret: ")[2].partition("\n")[0]
        yield from (
            text,
            text.partition("\n")[0],
            "",
            "x" * 9000,
            "\x1b[31mred\x07",
            "call: no answer",
            "YES!!!",
            "keep",
        )
        yield from (
            f"My guess of the word is: {self._rng.choice(words)}",
            f"yes, it is {secret}",
            f"Is it {secret}?",
        )
        yield from (
            '{"answer": "I am an AI"}',
            "It is all made up.",
            "purple monkey dishwasher",
            "Question 3: true",
        )
        yield f"What would you do with {self._rng.choice(words)} on a rainy day?"
        yield f"I do it with {', '.join(self._rng.sample(words, 5))} at home."


@each(*range(4))
def test_a_hostile_model_says_no_forbidden_word_and_breaks_no_table(seed: int) -> None:
    secret = {"word": "quokka", "forbidden": ["animal", "Australia", "smile", "marsupial"]}
    play, cast = table("taboo", "setter", seed=seed, secret=secret)
    cast["guesser"] = thinking(bot("hard"), "Bob", BOOK)
    outcome = asyncio.run(
        Referee(play, seated(play, cast, "taboo", Hostile()), unsaved).run(stop_on_failure=True)
    )
    assert outcome.result in ("won", "drawn")
    told = [step for step in play.steps if step.event.get("origin") == "mind"]
    assert all(step.fault is None for step in play.steps)
    for step in told:
        barred = (secret["word"], *(secret["forbidden"] if step.name == "prompt" else ()))
        assert not any(says(str(step.event["text"]), str(word)) for word in barred)
    assert {step.event["origin"] for step in play.steps} <= {"own", "mind", "replaced"}
    assert any(step.event["origin"] == "replaced" for step in play.steps)


def test_a_server_is_asked_and_what_came_is_saved(stub: StubServer) -> None:
    row = next(row for row in rows() if row["asked"] == "Which shop did you buy the lead in?")
    play, cast, game = asked(row, 7)
    alone = replied(play, seated(play, {"setter": bot("medium")}, game, None))
    assert "origin" not in alone.extra
    entry = ModelEntry("Bob", f"able:**Answer:** {row['said']}", base_url=stub.url, key_env=None)

    async def reply(entry: ModelEntry, patience: float) -> Reply:
        transports = Transports()
        client = RetryingClient(transports, dict, ModelFiles())
        cast["setter"] = thinking(bot("medium"), "Bob", ModelBook({"Bob": entry}))
        try:
            players = seated(play, cast, game, client, patience)
            return await Referee(play, players, unsaved).reply(play.asks()[0])
        finally:
            await transports.close()

    said = asyncio.run(reply(entry, 60.0))
    assert (said.text, said.extra["origin"]) == (row["said"], "mind"), said.extra
    assert said.extra["raw"] == f"**Answer:** {row['said']}"
    assert stub.requests[0]["temperature"] == 0
    seed = stub.requests[-1]["seed"]
    system, user = next(  # the last request, after the exam
        messages for request in reversed(stub.requests) if len(messages := request["messages"]) == 2
    )
    assert (system["role"], "rucksack" in user["content"]) == ("system", True)
    slow = asyncio.run(reply(ModelEntry("Bob", "hang", base_url=stub.url), 0.2))
    assert (slow.text, slow.extra["origin"]) == (alone.text, "replaced")
    assert slow.extra["mind"] == [{"why": "it took longer than 0.2 s"}]
    wrong = asyncio.run(reply(ModelEntry("Bob", "able:I made it all up.", base_url=stub.url), 60.0))
    assert wrong.text == alone.text
    assert [one["text"] for one in wrong.extra["mind"]] == ["I made it all up."] * 2
    assert {request["seed"] for request in stub.requests} == {0, seed}, "the exam is the same in each session"
    give(play, play.asks()[0], said.text)
    assert play.asks()[0].seat == "judge"


ASKED = {6: 5, 5: 5, 4: 6, 0: 2}
"""The number of questions that are asked, by the number of right answers before the first wrong one."""


@pytest.mark.parametrize(("right", "origin"), [(6, "mind"), (5, "mind"), (4, "replaced"), (0, "replaced")])
@pytest.mark.parametrize("warmed", [False, True])
@pytest.mark.parametrize(
    "question", ["Which planet would you move to, and why?", "Which shop did you buy the lead in?"]
)
def test_a_model_that_does_not_answer_easy_questions_says_no_line(
    question: str, right: int, origin: str, warmed: bool
) -> None:
    """What it says could be said, so that only the exam keeps it from the table."""
    row = next(row for row in rows() if row["asked"] == question)
    play, cast, name = asked(row, 7)
    answered: list[str] = []

    class Weak(Able):
        async def ask(
            self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
        ) -> ModelResponse:
            if answer := easy(call):
                answered.append(answer)
                if len(answered) > right:
                    return ModelResponse("A kettle, as far as I know.", sent={"model": "bob"})
            return await super().ask(call, budgets, hear)

    players = seated(play, cast, name, Weak())
    if warmed:
        asyncio.run(players[SEATS[name]].warm())
        assert len(answered) == ASKED[right]
    for _ in range(2):
        said = replied(play, players)
        assert said.extra["origin"] == origin
        assert (row["said"].rstrip(".") in said.text) is (origin == "mind")
    if origin == "replaced":
        assert said.extra["mind"] == [{"why": "it doesn't know enough of this"}]
    assert len(answered) == ASKED[right], "each question is asked once, and none after the result is certain"


@pytest.mark.parametrize(("gguf", "asked_first", "asked_later"), [("bob.gguf", 6, 1), ("", 5, 0)])
def test_warming_costs_an_exam_once_and_later_one_token_of_a_file(
    tmp_path: Path, gguf: str, asked_first: int, asked_later: int
) -> None:
    entry = ModelEntry("Bob", gguf=tmp_path / gguf) if gguf else BOB
    play, cast = table("taboo", "guesser")
    cast["guesser"] = thinking(bot("medium"), "Bob", ModelBook({"Bob": entry}))
    client = Able()
    seats = ModelSeats(CATALOGUE, BOOK, client)
    info, one = CATALOGUE.game("taboo"), cast["guesser"]
    for asked_in_all in (asked_first, asked_first + asked_later):
        player = with_model(built_in(one, info, play.setup), one, info, play.setup, seats)
        assert isinstance(player, ThinkingBot)
        asyncio.run(player.warm())
        assert len(client.calls) == asked_in_all
    if gguf:
        assert client.calls[-1].sampling["max_tokens"] == 1
        assert "In this game of Taboo" in client.calls[-1].messages[0]["content"], "every prompt begins so"


FILLED = (
    "The most popular toy of my childhood was a teddy bear. It was a favourite of mine, and I loved playing with it."
    " I remember when I was young"
)


def test_a_line_of_a_file_that_fills_its_form_was_cut_off(tmp_path: Path) -> None:
    """The form of an answer in Taboo ends after 140 characters, wherever that is."""
    entry = ModelEntry("Bob", gguf=tmp_path / "bob.gguf")
    row = next(row for row in rows() if row["asked"] == "Which planet would you move to, and why?")
    play, cast, game = asked(row, 7)
    said: list[str] = []

    class Filling:
        async def ask(self, call: ModelRequest, *_: object) -> ModelResponse:
            return ModelResponse(easy(call) or said[-1], sent={"model": "bob"})

    cast["guesser"] = thinking(bot("medium"), "Bob", ModelBook({"Bob": entry}))
    assert len(FILLED) == 139
    for line, origin in ((FILLED, "replaced"), (FILLED.partition(" It")[0], "mind")):
        said.append(line)
        assert replied(play, seated(play, cast, game, Filling())).extra["origin"] == origin


def test_a_word_of_a_file_is_held_to_the_words_that_the_rules_take(tmp_path: Path) -> None:
    entry = ModelEntry("Bob", gguf=tmp_path / "bob.gguf")
    play, cast = table("connections", "guesser_2", secret={"word": "satellite"})
    cast["guesser_2"] = thinking(bot("medium"), "Bob", ModelBook({"Bob": entry}))
    calls: list[ModelRequest] = []

    class Guessing:
        async def ask(self, call: ModelRequest, *_: object) -> ModelResponse:
            calls.append(call)
            return ModelResponse(easy(call) or "sandal", sent={"model": "bob"})

    give(play, play.asks()[0], "word: saltpetre\nclue: it was on at nine")
    (ask,) = [one for one in play.asks() if one.seat == "guesser_2"]
    reply = asyncio.run(Referee(play, seated(play, cast, "connections", Guessing()), unsaved).reply(ask))
    assert [one["text"] for one in reply.extra["mind"]] == ["sandal", "sandal"]
    for clue in ("word: sorbet\nclue: it was on at ten", "word: soprano\nclue: it was on at eleven"):
        while play.asks()[0].name != "clue":
            give(play, play.asks()[0], "pass" if play.asks()[0].name == "block" else "sandal")
        give(play, play.asks()[0], clue)
    (ask,) = [one for one in play.asks() if one.seat == "guesser_2"]
    later = asyncio.run(Referee(play, seated(play, cast, "connections", Guessing()), unsaved).reply(ask))
    assert [one["why"] for one in later.extra["mind"]] == [
        "another description didn't mean that word; name a new one"
    ] * 2
    held = constraint_of(ask)  # in the reply to this ask the word is the part `guess`
    assert held is not None
    words = frozenset(held.values["guess"]) - {"sandal"}
    assert {word[0] for word in words} == {"s"}
    assert calls[-1].grammar == Constraint(WORD, {"word": words}, LINE_CHARS).grammar()


def test_a_setter_blocks_with_no_form_of_its_own_word() -> None:
    play, cast = table("connections", "setter", secret={"word": "identify"})
    give(play, play.asks()[0], "word: igloo\nclue: it was on at nine")

    class Telling:
        async def ask(self, call: ModelRequest, *_: object) -> ModelResponse:
            return ModelResponse(easy(call) or "identifying", sent={"model": "bob"})

    (ask,) = [one for one in play.asks() if one.seat == "setter"]
    reply = asyncio.run(Referee(play, seated(play, cast, "connections", Telling()), unsaved).reply(ask))
    assert [one["why"] for one in reply.extra["mind"]] == ["name another word"] * 2
    assert reply.extra["origin"] == "replaced"


POOR = (
    "You use words of your own. Write another line.",
    "That is a very good thing to think about.",
    "It's a has that my uncle gave me in a box.",
    "Keep.",
    "The picture is a painting.",
    "Write it as people talk, short and concrete.",
)


def test_a_poor_line_is_not_said_and_no_check_that_breaks_stops_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = next(row for row in rows() if row["asked"] == "Which shop did you buy the lead in?")
    play, cast, game = asked(row, 7)
    lines = iter([line for line in (*POOR, "At the pet shop.") for _ in range(2)])

    class Saying:
        async def ask(self, call: ModelRequest, *_: object) -> ModelResponse:
            return ModelResponse(easy(call) or next(lines), sent={"model": "bob"})

    players = seated(play, cast, game, Saying())
    for line in POOR:
        said = replied(play, players)
        assert (said.extra["origin"], said.extra["mind"][0]["text"]) == ("replaced", line)
        assert said.extra["mind"][-1]["why"].startswith(("use words of your own", "say something exact"))

    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(ThinkingBot, "_accepted", breaks)
    broken = replied(play, players)
    assert (broken.text, broken.extra["origin"]) == (said.text, "replaced")
    monkeypatch.setattr(type(players["setter"]._bot._bot), "doubt", breaks)
    assert replied(play, players).extra["origin"] == "own"


def test_what_was_asked_of_a_model_is_shown_after_the_end_alone() -> None:
    row = next(row for row in rows() if row["game"] == "bluffing")
    play, cast, game = asked(row, 3)
    session, _ = new_session(Opening("bluffing", cast), CATALOGUE, id="-", seed=1003, started=None)
    kept: dict[str, Any] = {}

    async def append(_: Event, messages: Any) -> None:
        kept.update(messages)

    async def once() -> None:
        referee = Referee(play, seated(play, cast, game, Able()), append)
        ask = play.asks()[0]
        await referee.take(ask, await referee.reply(ask))

    asyncio.run(once())
    event = [event for event in play.events if event.type == Kind.REPLY][-1]
    assert event["messages"] in kept
    seats = session.seats
    assert turns(play, kept, seats, "judge", watching=False, peeked=False) == []
    for text in ("I believe your statement is: True", "I believe your statement is: True"):
        if play.asks():
            give(play, play.asks()[0], text)
    assert play.over
    shown = turns(play, kept, seats, "judge", watching=False, peeked=False)
    assert len(shown) == 1
    assert row["asked"] in str(shown[0].parts)


def test_a_bot_with_a_model_is_another_player_with_the_same_seeds() -> None:
    cast = read_player("bot:hard+mind=Bob", book=BOOK)
    assert cast.spec == {
        "player": "bot",
        "name": "bot hard + Bob",
        "level": "hard",
        "mind": "Bob",
        "model": BOB.model,
    }
    assert player_of(cast.spec) == ("bot", "bot hard + Bob")
    assert cast.asks == "Bob"
    assert is_gone("bot:hard+mind=Ann", BOOK)
    with pytest.raises(BadPlayer, match=r"no model 'Ann' for a bot to think with; configured: Bob"):
        read_player("bot:hard+mind=Ann", book=BOOK)
    words = [machines(*_wordle(one), CATALOGUE.game("wordle"))["guesser"] for one in (bot("hard"), cast)]
    play = Play(CATALOGUE.game("wordle").game, _wordle(cast)[0].setup)
    said = [one.would_say(play.asks()[0], play.view("guesser")) for one in words]  # type: ignore[attr-defined]
    assert said[0] == said[1]


def _wordle(cast: Cast) -> tuple[Any, dict[str, Cast]]:
    return new_session(Opening("wordle", {"guesser": cast}), CATALOGUE, id="-", seed=9, started=None)


def test_a_published_protocol_has_bots_alone() -> None:
    play, cast = table("taboo", "guesser", preset="paper")
    assert cast["guesser"].spec["name"] == "bot medium"
    assert not cast["guesser"].asks
    info = CATALOGUE.game("taboo")
    assert with_minds(Opening("taboo", preset="paper"), info, "Bob", BOOK).cast == {}
    assert with_minds(Opening("taboo"), info, "Bob", BOOK).cast["guesser"].asks == "Bob"
    assert with_minds(Opening("taboo"), info, "Ann", BOOK).cast == {}
    assert play.setup.preset == "paper"


@each(
    ({}, None, True), ({}, "party", True), ({"party": "one"}, "party", True), ({}, "paper", False),
    ({"daily": "2026-11-21"}, "party", False), ({"guided": True}, "party", False), ({"challenge": "one"}, None, False),
)  # fmt: skip
def test_no_bot_thinks_where_people_compare_results(extra: Any, preset: str | None, thinks: bool) -> None:
    assert may_think(Setup({}, preset=preset, extra=extra)) == thinks


def test_a_model_that_nobody_asks_any_more_rests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(local, "REST_SECONDS", 0.0)
    files, entry = ModelFiles(), ModelEntry("tiny", gguf=tmp_path / "tiny.gguf")
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    server = local._Server(process, "key")
    files._servers[entry.gguf, entry.context] = server  # type: ignore[index]
    files._rest(entry, server)
    assert server.ended
    assert files._servers == {}
