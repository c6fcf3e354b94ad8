"""Minds of players: drawn from the seed alone, given by name, and shown or not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tables import Cases, each
from tui_arena.core.game import Data
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Minds, Opening, Wish, joined, minds_of, new_session
from tui_arena.players.seating import BadPlayer, Cast, bot, built_in, read_player

CASES = Cases(__file__)

CATALOGUE = Catalogue()
INFO = CATALOGUE.game("connections")
SHELF = {one.name: one.values for one in CATALOGUE.personas(INFO)}
CAST = {"setter": bot("medium"), "guesser_1": read_player("human:Ada"), "guesser_2": bot("hard")}


def minds(wishes: dict[str, Wish] | None = None, seed: int = 7, cast: dict[str, Cast] | None = None) -> Minds:
    return minds_of(wishes or {}, INFO, CATALOGUE, cast or CAST, seed)


def dealt(seed: int = 7, wishes: dict[str, Wish] | None = None, **options: Any) -> Session:
    opening = Opening("connections", CAST, options, personas=wishes or {})
    return new_session(opening, CATALOGUE, id="s", seed=seed, started=None)[0]


def bots(session: Session) -> list[Data]:
    return [spec for spec in session.seats.values() if spec["player"] == "bot"]


def test_bots_are_drawn_by_the_seed_and_people_are_nobody_special() -> None:
    assert minds() == minds()
    assert minds() != minds(seed=8)
    found = minds()
    assert found.personas.keys() == found.bots.keys() == {"setter", "guesser_2"}
    assert found.given == {}
    for seat, persona in found.personas.items():
        assert persona in SHELF.values()
        assert found.bots[seat]["topics"] == persona["interests"]
    assert found.bots["setter"]["vocabulary"] != found.bots["guesser_2"]["vocabulary"]


def test_no_two_are_alike() -> None:
    cast = {f"guesser_{n}": bot("medium") for n in range(1, 6)} | {"setter": bot("medium")}
    for seed in range(50):
        found = minds({"guesser_1": "the vet"}, seed, cast).personas
        assert len({one["profession"] for one in found.values()}) == 6


def test_what_is_told_changes_nobodys_mind() -> None:
    tables = [dealt(personas=told) for told in ("none", "own", "all")]
    assert bots(tables[0]) == bots(tables[1]) == bots(tables[2])
    none, own, everybody = (table.setup.extra.get("personas") for table in tables)
    assert none is None
    assert own == everybody
    assert own is not None
    assert own.keys() == {"setter", "guesser_2"}


def test_a_given_persona_is_in_the_set_up_and_leaves_the_others_as_they_are() -> None:
    plain, given = dealt(8), dealt(8, {"setter": "the vet", "guesser_1": "drawn"})
    assert given.setup.extra["personas"].keys() == {"setter", "guesser_1", "guesser_2"}
    assert given.setup.extra["personas"]["setter"] == SHELF["the vet"]
    assert given.seats["setter"]["topics"] == SHELF["the vet"]["interests"]
    assert given.seats["guesser_2"] == plain.seats["guesser_2"]


def test_nobody_in_particular_knows_nothing_best() -> None:
    found = minds({"setter": "none"})
    assert "setter" not in found.personas
    assert found.bots["setter"]["topics"] == []
    assert found.personas.keys() == {"guesser_2"}


def test_named_topics_stand_before_a_persona_and_are_told() -> None:
    cast = {**CAST, "setter": read_player("bot:hard+chess+ Sea")}
    found = minds(cast=cast)
    assert found.bots["setter"]["topics"] == ["chess", "sea"]
    assert found.personas["setter"]["interests"] == ["chess", "sea"]
    given = minds({"setter": "the vet"}, cast=cast)
    assert given.bots["setter"]["topics"] == ["chess", "sea"]
    assert given.personas["setter"] == SHELF["the vet"]


def test_the_users_personas_are_given_and_never_drawn(tmp_path: Path) -> None:
    text = "".join(f'["own {n}"]\ninterests = ["sea"]\n' for n in range(300))
    (tmp_path / "personas.toml").write_text(text)
    mine = Catalogue(tmp_path)
    assert minds_of({}, INFO, mine, CAST, 7) == minds()
    assert minds_of({"setter": "own 3"}, INFO, mine, CAST, 7).bots["setter"]["topics"] == ["sea"]


@CASES.each
def test_what_is_not_there_or_not_for_this_game_is_named(
    game: str, seats: dict[str, str], wishes: dict[str, Wish], said: str
) -> None:
    own = {seat: read_player(text) for seat, text in seats.items()}
    with pytest.raises(BadPlayer, match=said):
        minds_of(
            wishes, CATALOGUE.game(game), CATALOGUE, {**CAST, **own} if game == "connections" else own, 1
        )


def test_a_bot_that_sits_down_later_has_the_mind_of_its_seat() -> None:
    session = dealt(wishes={"guesser_1": "the vet"})
    new = joined(bot("hard"), session, INFO, "setter").spec
    assert {**session.seats["setter"], "name": "bot hard", "level": "hard"} == new
    stands_in = joined(bot("easy"), session, INFO, "guesser_1").spec
    assert stands_in["topics"] == SHELF["the vet"]["interests"]
    assert stands_in["vocabulary"] == joined(bot("hard"), session, INFO, "guesser_1").spec["vocabulary"]
    assert joined(read_player("bot:hard+sea"), session, INFO, "setter").spec["topics"] == ["sea"]
    assert joined(CAST["guesser_1"], session, INFO, "setter") == CAST["guesser_1"]
    with pytest.raises(BadPlayer, match="no topic 'yachts'"):
        joined(read_player("bot:hard+yachts"), session, INFO, "setter")


@each({"topics": 5}, {"topics": "sea"}, {"topics": [1]}, {"topics": {"sea": 1}}, {"vocabulary": "x"})
def test_a_mind_that_a_file_makes_up_seats_nobody_and_can_be_taken_over(mind: dict[str, Any]) -> None:
    session = dealt()
    spec = {"player": "bot", "level": "hard", **mind}
    with pytest.raises(BadPlayer, match=r"a bot's (topics|vocabulary) must be"):
        built_in(Cast(spec), INFO, session.setup)
    broken = replace(session, seats={**session.seats, "setter": spec})
    built_in(joined(bot("hard"), broken, INFO, "setter"), INFO, session.setup)


def test_interests_that_are_no_topics_mean_nothing_to_a_bot() -> None:
    session = dealt(wishes={"guesser_1": "the vet"})
    for interests in (None, ["yachts"]):
        extra = {"personas": {"guesser_1": {"interests": interests}}}
        told = replace(session, setup=replace(session.setup, extra=extra))
        assert joined(bot("hard"), told, INFO, "guesser_1").spec["topics"] == []
