"""Nobody gets a card, a story or a secret twice until the deck is through."""

from __future__ import annotations

import secrets
from collections import Counter
from pathlib import Path

import pytest

from tests.conformance import give
from tui_arena.core.game import Ask, View
from tui_arena.data import Catalogue
from tui_arena.players.bot import BotPlayer
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player, sit_down
from tui_arena.save.store import Store
from tui_arena.table import unseen_seeds
from tui_arena.table.opening import new_table

SIX = ("kettle", "umbrella", "harp", "ladder", "pillow", "rocket")


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """A catalogue with a deck of six words of one's own."""
    (tmp_path / "config" / "decks").mkdir(parents=True)
    (tmp_path / "config" / "decks" / "six.tsv").write_text("word\n" + "\n".join(SIX) + "\n", "utf-8")
    return Catalogue(tmp_path / "config")


def opening(game: str, deck: str | None = "six", seed: int | None = None, **cast: str) -> Opening:
    return Opening(game, {seat: read_player(text) for seat, text in cast.items()}, {}, deck=deck, seed=seed)


def words(catalogue: Catalogue, store: Store, table: Opening, times: int) -> list[str]:
    """What so many new sessions hide; they are left open."""
    tables = [new_table(catalogue, store, table, None).session.setup for _ in range(times)]
    return [str((setup.secret or {})["word"]) for setup in tables]


@pytest.mark.parametrize(
    ("game", "cast"),
    [("taboo", {"setter": "human:Ada", "guesser": "human:Ben"}), ("connections", {"guesser_1": "human:Ada"})],
)
def test_six_words_make_six_sessions_and_then_it_begins_anew(
    catalogue: Catalogue, store: Store, game: str, cast: dict[str, str]
) -> None:
    table = Opening(game, {seat: read_player(text) for seat, text in cast.items()}, deck="six")
    assert sorted(words(catalogue, store, table, 6)) == sorted(SIX)
    assert sorted(words(catalogue, store, table, 6)) == sorted(SIX)


def test_the_last_words_of_a_deck_are_dealt_without_a_fitting_seed(
    catalogue: Catalogue, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unseen_seeds, "TRIES", 1)
    table = opening("taboo", setter="human:Ada")
    assert sorted(words(catalogue, store, table, 6)) == sorted(SIX)


def test_a_word_is_new_to_everybody_who_sits_there(catalogue: Catalogue, store: Store) -> None:
    of_ada = words(catalogue, store, opening("taboo", setter="human:Ada"), 3)
    of_ben = words(catalogue, store, opening("taboo", setter="bot:easy", guesser="human:Ben"), 2)
    left = set(SIX) - set(of_ada) - set(of_ben)
    both = words(catalogue, store, opening("taboo", setter="human:Ben", guesser="human:Ada"), len(left))
    assert set(both) == left


def test_a_seed_that_is_named_and_a_table_without_people_go_by_the_seed(
    catalogue: Catalogue, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(set(words(catalogue, store, opening("taboo", seed=7, setter="human:Ada"), 3))) == 1
    monkeypatch.setattr(secrets, "randbelow", lambda _: 7)
    bots = opening("taboo", setter="bot:easy", guesser="bot:easy")
    assert len(set(words(catalogue, store, bots, 3))) == 1


def test_a_bot_tells_a_person_another_story_each_time(
    catalogue: Catalogue, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda _: 7)
    monkeypatch.setattr(unseen_seeds, "_seeds", lambda _: list(range(8, 60)))
    table = opening("bluffing", None, setter="bot:medium", judge="human:Ada")
    info = catalogue.game("bluffing")
    heard = Counter[str]()
    for number in range(12):
        ready = new_table(catalogue, store, table, None)
        play = ready.session.fold(info.game)
        player = sit_down(ready.cast["setter"], info, ready.session.setup)
        assert isinstance(player, BotPlayer)
        give(play, play.asks()[0], player.would_say(play.asks()[0], play.view("setter")))
        if number % 2:  # half of the sessions are over, the others stay open
            give(play, play.asks()[0], "I believe your statement is: True")
            assert play.over
        for event in play.events:
            store.append(ready.session.id, event, {}, play)
        heard[play.state.statement] += 1
    assert max(heard.values()) == 1


def test_what_a_bot_will_hide_matters_only_to_people_who_have_played_before(
    catalogue: Catalogue, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def noted(bot: BotPlayer, ask: Ask, view: View) -> str:
        asked.append(ask.name)
        return say(bot, ask, view)

    say = BotPlayer.would_say
    monkeypatch.setattr(BotPlayer, "would_say", noted)
    table = opening("connections", deck=None, guesser_1="human:Ada")
    new_table(catalogue, store, table, None)
    assert not asked
    new_table(catalogue, store, table, None)
    assert asked[:1] == ["word"]
