"""Texts about a party, and set-ups that are refused; without the app."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from tests.players.test_party import CATALOGUE, THREE, party, session
from tests.tables import Cases
from tui_arena.config import Settings
from tui_arena.players.party import PartyGame, PartyState
from tui_arena.save.store import PartySession, SaveError, Store
from tui_arena.ui.party.presenter import listed, met_at, moments, point, score_line, standing_after, verdict
from tui_arena.ui.party.setup_screen import ABOUT, PartyDraft

CASES = Cases(__file__)


def won(n: int, winner: str, turns: int, secret: str | None = "kettle") -> PartySession:
    """A game of Taboo: Ada wins it as setter, Eve as guesser, each after so many prompts."""
    seats = {"setter": "human:Ada", "guesser": "human:Eve"}
    of = session(n, "taboo", seats, winner="opponent" if winner == "Ada" else "solver")
    return replace(of, row=replace(of.row, metrics={"rounds": turns}, secret=secret))


@CASES.each
def test_who_won_the_evening(winners: str, head: str) -> None:
    sessions = [won(n, {"A": "Ada", "E": "Eve"}[who], 3) for n, who in enumerate(winners)]
    assert verdict(PartyState(party(), tuple(sessions)))[0] == head


def test_nobody_and_everybody() -> None:
    lost = session(1, "wordle", {"setter": "human:Ada", "guesser": "human:Ben"}, "lost")
    found = PartyState(party(), (replace(lost, seats=tuple(s for s in lost.seats if s.seat != "setter")),))
    assert (verdict(found)[0], point(found, found.sessions[0])) == ("Nobody won", "No points this time.")
    assert point(PartyState(party(), (lost,)), lost) == "A point to Ada.", (
        "who gave a word that was not found"
    )
    pair = party(("human:Ada", "human:Eve"))
    assert verdict(PartyState(pair, (won(1, "Ada", 2), won(2, "Eve", 2))))[0] == "Everybody wins"


def test_what_is_remembered_was_really_played() -> None:
    sessions = (won(1, "Ada", 5, None), won(2, "Ada", 4), won(3, "Ada", 1), won(4, "Eve", 1))
    assert moments(CATALOGUE, PartyState(party(), sessions)) == [
        "Quickest: Eve at Taboo, at once (kettle).",
        "Longest fight: Ada at Taboo, for 5 prompts.",
        "Ada won 3 in a row.",
    ]
    assert moments(CATALOGUE, PartyState(party())) == []


def test_a_story_that_stood_long_is_told_with_whether_it_was_true() -> None:
    story = "A seagull has stolen food right out of my hand."
    told = "Longest fight: Ada at Taboo, for 4 prompts (“A seagull has stolen food right out of my hand” was {})."
    for truth, was in (("true", "true"), ("false", "made up")):
        stood = PartyState(party(), (won(1, "Ada", 4, f"{truth}: {story}"),))
        assert moments(CATALOGUE, stood) == [told.format(was)]


def test_a_bot_goes_by_the_name_it_was_met_under() -> None:
    bots = replace(party(), players=("human:Ada", "bot:medium"))
    met = PartyState(bots, (won(1, "Ada", 2),), {"bot:medium": "Auli"})
    assert (score_line(met), score_line(replace(met, met={}))) == ("Ada 1, Auli 0", "Ada 1, bot medium 0")


def test_the_score_in_a_line() -> None:
    party_state = PartyState(party(), (won(1, "Ada", 2),))
    assert score_line(party_state) == "Ada 1, Ben 0, Eve 0"
    assert standing_after(party_state, "1") == "A point to Ada. Ada 1, Ben 0, Eve 0"
    assert standing_after(party_state, "undone") == "Ada 1, Ben 0, Eve 0"
    assert [listed(names) for names in ([], ["Ada"], ["Ada", "Ben"])] == ["nobody", "Ada", "Ada and Ben"]


@CASES.each
def test_names_that_join(names: str, fault: str | None, place: int | None) -> None:
    draft = PartyDraft(CATALOGUE, list(THREE))
    found = draft.names_fault(names, place)
    assert fault in str(found) if fault else found is None


@pytest.mark.parametrize("field", ABOUT)
def test_a_hint_fits_on_a_line_at_80_columns(field: str) -> None:
    assert len(ABOUT[field]) <= 72


def test_a_first_evening_has_all_games_and_whoever_has_a_name() -> None:
    draft = PartyDraft.of(CATALOGUE, Settings(), None)
    assert (draft.players, len(draft.games)) == ([], len(CATALOGUE.games))
    assert "Press a to add players" in str(draft.problem())
    draft = PartyDraft.of(CATALOGUE, Settings(name="Ada"), None)
    draft.join(["Ben"])
    assert (draft.players, draft.problem()) == (["human:Ada", "human:Ben"], None)
    draft.rounds = None
    assert draft.summary() == "2 people, round after round."
    draft.games = []
    assert "Press g to add one" in str(draft.problem())


def test_who_can_stand_in_a_row() -> None:
    draft = PartyDraft(CATALOGUE, ["human:Ada", "bot:easy"], [PartyGame("wordle")], people=["Ada", "Ben"])
    draft.ready = ["Tiny"]
    texts = [text for text, _ in draft.candidates(0)]
    assert texts == ["human:Ada", "human:Ben", "human:?", "bot:medium", "bot:hard", "model:Tiny"]
    assert (draft.move(draft.players, 0, 5), draft.players) == (1, ["bot:easy", "human:Ada"])


def test_a_team_wins_together() -> None:
    players = ("human:Ada", "human:Ben", "human:Eve", "human:Dan")
    state = PartyState(party(players, teams=True), (won(1, "Ada", 2),))
    assert (score_line(state), verdict(state)[0]) == ("Ada & Eve 1, Ben & Dan 0", "Ada & Eve win the evening")


def test_a_bot_in_a_game_that_is_not_revealed_is_not_looked_up() -> None:
    """Its name at the table would say that a bot sits there."""
    told = session(1, "wordle", {"guesser": "bot:medium"})
    assert told.seats[0].kind == "bot"
    looked_up: list[str] = []

    def load(session_id: str, **_: bool) -> None:
        looked_up.append(session_id)
        raise SaveError("gone")

    store = cast("Store", SimpleNamespace(load=load))
    for hidden in (True, False):
        state = PartyState(party(), (replace(told, hidden=hidden),))
        assert met_at(CATALOGUE, store, state) == {}
        assert looked_up == ([] if hidden else [told.row.id])
