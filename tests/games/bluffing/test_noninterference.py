"""A true statement and a false one look the same to the judge and the table, until the end."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.conformance import CATALOGUE, TAGS, Table, give, sent_for, tables
from tests.games.bluffing.playout import reply
from tests.thorough import sampled
from tui_arena.core.game import TABLE, Ask
from tui_arena.core.probes import BELIEF
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.players.models.prompts import messages
from tui_arena.save.exchange.export import FORMATS, export, plain

INFO = CATALOGUE.game("bluffing")
TABLES = list(tables(INFO, range(3)))
STATEMENT = "I once slept in a lighthouse."


def told(ask: Ask, text: str, *, truth: bool) -> str:
    """The setter's reply; only the setter knows the text before a marked line and before the bar."""
    thought = "it really was so" if truth else f"so far from what happened that I must invent {TAGS[0]}"
    if ask.name == "answer":
        return f"{thought}\nanswer: {text}"
    if ask.name != "statement":
        return str(truth)
    return f"{truth} | {STATEMENT}" if ask.sealed else STATEMENT


def twins(table: Table) -> Iterator[tuple[Play[Any], Play[Any]]]:
    """Two sessions before each reply, one with a true and one with a false statement, otherwise alike."""
    pair = table.start(), table.start()
    rng = Random(f"twins/{table.seed}")
    for _ in range(99):
        yield pair
        asks = pair[0].asks()
        assert asks == pair[1].asks()
        if not asks or pair[0].over:
            return
        ask = asks[0]
        said = reply(ask, pair[0].view(ask.seat), rng)
        shared = ask.seat == "judge" or rng.random() < 0.2
        for play, truth in zip(pair, (True, False), strict=True):
            if shared and ask.name in ("question", "verdict", "answer"):
                give(play, ask, said)
            else:
                give(play, ask, told(ask, "By the sea, in a June of fog.", truth=truth))


def judged(play: Play[Any]) -> list[Any]:
    """All messages that the judge is sent, for its asks and for probes."""
    sent: list[Any] = [list(sent_for(INFO, play, ask)) for ask in play.asks() if ask.seat == "judge"]
    beside = INFO.game.probe(play.state, "judge", BELIEF)
    if beside is not None:
        view, prompt = play.view("judge"), CATALOGUE.prompt(INFO, BELIEF)
        for variant in CATALOGUE.prompt_variants(INFO, "question"):
            rules = CATALOGUE.prompt(INFO, "question", variant)
            sent.append(messages(prompt, beside, view, None, game_prompt=rules))
    return sent


def exported(play: Play[Any]) -> list[str]:
    """The table's view of a session in every export format."""
    session = Session("twin", INFO.id, INFO.game.rules, None, play.setup, {}, tuple(play.events))
    forms = ["".join(export([(session, INFO)], form)) for form in FORMATS]
    return [*forms, plain(session, INFO)]


@pytest.mark.parametrize(
    "table", sampled(TABLES, 7), ids=lambda t: f"{t.options.get('truth', 'sealed')}-{t.seed}"
)
def test_nothing_tells_a_true_statement_from_a_false_one(table: Table) -> None:
    compared = 0
    for one, other in twins(table):
        if one.over:
            break
        for seat in ("judge", TABLE):
            assert one.view(seat) == other.view(seat)
        assert judged(one) == judged(other)
        assert exported(one) == exported(other)
        assert INFO.compute(one) == INFO.compute(other)
        compared += 1
    assert compared > 1


def test_the_setter_alone_knows_and_the_end_tells_everybody() -> None:
    table = Table(INFO, {"max_questions": 1}, True, 1)
    seen = []
    for one, other in twins(table):
        seen.append(one.view("setter") == other.view("setter"))
        if one.over:
            assert one.view("judge").facts["truth"] == "true"
            assert other.view(TABLE).facts["truth"] == "false"
            assert one.outcome() != other.outcome()
    assert one.over
    assert seen[:2] == [True, False]
