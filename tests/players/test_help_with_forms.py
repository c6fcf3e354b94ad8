"""Help with forms: what a helped model may say is what the rules take, and its sessions are counted apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.save.sessions import CATALOGUE
from tests.stub_server import StubServer
from tests.thorough import sampled
from tui_arena.config import ModelBook, ModelEntry, Paths
from tui_arena.core.game import Ask, Reply
from tui_arena.core.record import Play, judge
from tui_arena.core.referee import Referee
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.models.check import FOLLOWS, _begun, try_model
from tui_arena.players.models.constraints import MOST_LISTED, constraint_of
from tui_arena.players.models.registry import ModelRegistry, Transports
from tui_arena.players.new_session import Opening, machines, new_session
from tui_arena.players.seating import model
from tui_arena.save.setting import setting_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,?!'\"-éß。"
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|\{\d+,\d+\}|[a-z][a-z0-9-]*|\|')


class Grammar:
    """A grammar of the forms, as a server of model files reads it, which says something at random."""

    def __init__(self, text: str) -> None:
        rules = (line.partition(" ::= ") for line in text.split("\n"))
        self.rules = {name: _TOKEN.findall(body) for name, _, body in rules}

    def said(self, rng: Random, name: str = "root") -> str:
        ways: list[list[str]] = [[]]
        for token in self.rules[name]:
            if token == "|":
                ways.append([])
            else:
                ways[-1].append(token)
        return "".join(self._pieces(rng, rng.choice(ways)))

    def _pieces(self, rng: Random, tokens: list[str]) -> Iterator[str]:
        for token, more in zip(tokens, [*tokens[1:], ""], strict=True):
            if token.startswith('"'):
                yield token[1:-1].encode().decode("unicode_escape").encode("latin-1").decode()
            elif token.startswith("["):
                known = [c for c in CHARACTERS if re.fullmatch(token, c)]
                least, most = map(int, more[1:-1].split(",")) if more.startswith("{") else (1, 1)
                yield "".join(rng.choices(known, k=rng.randint(least, most)))
            elif not token.startswith("{"):
                yield self.said(rng, token)


def asks(info: GameInfo) -> Iterator[tuple[Play[Any], Any, Ask]]:
    """Every ask of a game that a model may get, as it comes up in a session."""
    for sample in _begun(CATALOGUE, info).values():
        yield sample.play, sample.state, sample.ask


@pytest.mark.parametrize("game", sampled(CATALOGUE.games, 2))
async def test_the_rules_read_whatever_a_grammar_allows(game: str) -> None:
    """They may still find a fault with its meaning, such as a clue that says the word."""
    info, rng = CATALOGUE.game(game), Random(7)
    for _, state, ask in asks(info):
        held = constraint_of(ask)
        assert held is not None, ask.name
        grammar = Grammar(held.grammar())
        for _ in range(30):
            text = grammar.said(rng)
            fault = judge(info.game, state, ask, Reply(text)).fault
            assert fault is None or (fault.kind == "rule" and "letters" not in fault.why), (
                ask.name,
                text,
                fault,
            )


@pytest.mark.parametrize("game", sampled(CATALOGUE.games, 2, first=1))
async def test_the_rules_take_every_value_that_an_ask_allows(game: str) -> None:
    info = CATALOGUE.game(game)
    for _, state, ask in asks(info):
        held = constraint_of(ask)
        assert held is not None
        for part, values in held.values.items():
            for value in Random(3).sample(sorted(values), min(40, len(values))):
                parts = dict.fromkeys(held.form.parts, "Nobody knows.") | {part: value}
                fault = judge(info.game, state, ask, Reply(held.form.written(parts))).fault
                assert fault is None, (ask.name, value, fault.why)


async def test_a_grammar_of_a_list_says_each_value_and_no_other() -> None:
    ask = next(ask for _, _, ask in asks(CATALOGUE.game("akinator")) if ask.name == "answer")
    wanted = {"a", "ab", "abc", "xbc", "bc", "É”\\", "a b"}
    held = constraint_of(replace(ask, kind="text", allows=lambda: {"answer": wanted}))
    assert held is not None
    grammar, rng = Grammar(held.grammar()), Random(1)
    assert {grammar.said(rng).removeprefix("answer: ") for _ in range(400)} >= wanted - {"É”\\"}
    assert len({grammar.said(rng) for _ in range(400)}) == len(wanted)


async def test_a_schema_lists_what_is_short_and_names_the_pattern_of_what_is_long() -> None:
    found: dict[str, Mapping[str, Any]] = {}
    for game in ("wordle", "akinator"):
        for _, _, ask in asks(CATALOGUE.game(game)):
            held = constraint_of(ask)
            assert held is not None
            found[f"{game}/{ask.name}"] = held.schema()["properties"]
    assert found["wordle/guess"]["guess"] == {"type": "string", "pattern": "^[A-Za-z]{5,5}$"}
    assert found["wordle/guess"]["explanation"] == {"type": "string", "maxLength": 200}
    assert found["akinator/answer"]["answer"]["enum"] == [
        "don't know",
        "no",
        "probably no",
        "probably yes",
        "yes",
    ]
    lists = [one["enum"] for parts in found.values() for one in parts.values() if "enum" in one]
    assert max(map(len, lists)) <= MOST_LISTED


# in sessions


def registry_of(home: Path, transports: Transports, entry: ModelEntry) -> ModelRegistry:
    made = ModelRegistry(Paths.find(str(home)), Catalogue(), threaded=False)
    made.transports = transports
    made.book = ModelBook({entry.name: entry})
    return made


async def played(registry: ModelRegistry, opening: Opening, seed: int = 3) -> tuple[Session, Play[Any]]:
    session, cast = new_session(opening, registry.catalogue, id="-", seed=seed, started=None)
    info = registry.catalogue.game(opening.game)
    play: Play[Any] = Play(info.game, session.setup)

    async def unsaved(*_: object) -> None:
        return

    referee = Referee(play, machines(session, cast, info, registry.seats()), unsaved)
    await referee.run(stop_on_failure=True)
    return session, play


async def test_a_weak_model_plays_to_the_end_and_only_with_help(
    tmp_path: Path, stub: StubServer, transports: Transports
) -> None:
    entry = ModelEntry("Bob", "weak", base_url=stub.url)
    registry = registry_of(tmp_path, transports, entry)
    for game, seat in (("wordle", "guesser"), ("entity", "judge"), ("akinator", "guesser")):
        helped = Opening(game, {seat: replace(model(entry), own={"structured": "help"})})
        _, play = await played(registry, helped)
        assert play.outcome().result in ("won", "lost"), game
        assert play.counts()[seat]["violated"] == 0
    assert {one["temperature"] for one in stub.requests} == {0.3}
    _, play = await played(registry, Opening("wordle", {"guesser": model(entry)}))
    assert play.outcome().result == "aborted"


async def test_the_session_says_who_was_helped_and_is_a_condition_of_its_own(
    tmp_path: Path, stub: StubServer, transports: Transports
) -> None:
    entry = ModelEntry("Bob", "weak", base_url=stub.url, structured="help")
    registry = registry_of(tmp_path, transports, entry)
    info = registry.catalogue.game("wordle")
    cast = {"guesser": model(entry)}
    told = {}
    for own, preset in (
        ({}, None),
        ({"structured": "auto"}, None),
        ({}, "paper"),
        ({"structured": "help"}, "paper"),
    ):
        opening = Opening("wordle", {"guesser": replace(cast["guesser"], own=own)}, preset=preset)
        session, _ = new_session(opening, registry.catalogue, id="-", seed=3, started=None)
        told[str(own), preset] = session.setup.extra.get("assisted"), session.seats["guesser"].get("assisted")
        name = setting_of(info, session.setup).name
        assert name.endswith("assisted guesser") == bool(session.setup.extra.get("assisted")), name
    assert list(told.values()) == [(["guesser"], True), (None, None), (None, None), (["guesser"], True)]


@pytest.mark.parametrize("odd", [None, True, "guesser", 3, [3, None, {}], {"guesser": 1}])
async def test_an_odd_value_in_a_file_is_no_help(odd: object) -> None:
    info = CATALOGUE.game("wordle")
    session, _ = new_session(Opening("wordle"), CATALOGUE, id="-", seed=3, started=None)
    plain = setting_of(info, session.setup)
    assert setting_of(info, replace(session.setup, extra={"assisted": odd})) == plain


async def test_a_test_tries_again_with_help_what_a_model_here_does_not_follow(
    tmp_path: Path, stub: StubServer, transports: Transports
) -> None:
    entry = ModelEntry("Bob", "weak", base_url=stub.url)
    registry = registry_of(tmp_path, transports, entry)
    games = [registry.catalogue.game("wordle")]
    trial = await try_model(registry, replace(entry, structured="off"), games=games)
    assert (trial.forms_summary, set(trial.helped.values())) == (
        "follows 0 of 4; with help 4 of 4",
        {FOLLOWS},
    )
    far = await try_model(registry, replace(entry, structured="help"), games=games)
    assert (far.forms_summary, far.helped) == ("follows 4 of 4", {})
