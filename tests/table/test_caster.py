"""The caster: what it tells of random and of known sessions, when it is silent, and that it tells no secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.conformance import holds_secret, play_out, playout_of, tables
from tests.games.steps import answer, resign
from tests.save.sessions import CATALOGUE
from tests.tables import Cases
from tests.thorough import sampled
from tui_arena.core.caster import Fact, Insight, Moment, Scene, filled, slots_of, who
from tui_arena.core.events import Event
from tui_arena.core.game import TABLE, Data
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.data.narration import moment_lines
from tui_arena.games.wordle import caster as caster_of_wordle
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.table.caster import Casting, Spoken, caster_lines, line_at, scene_of

CASES = Cases(__file__)

GAMES = ("wordle", "entity", "akinator", "taboo", "bluffing", "connections")
LEFT = ((30, 1), (30, 4), (100, 12), (100, 50), (100, 99), (30, 40), (25, 25), (100, 30), (9, 1))
INSIGHTS = (
    Insight(),
    *(Insight(left=left) for left in LEFT),
    Insight(left=(9, 2), place=(5, 2)),
    *(Insight(place=place) for place in ((0, 1), (5, 2), (2, 0))),
    *(Insight(needle=needle) for needle in ((50, 70), (70, 50), (70, 85), (30, 15), (50, 50))),
    Insight(levels={n: 5 if n % 2 else 1 for n in range(9)}),
)
"""One of each that a caster tells apart."""
SEATS = {
    "wordle": ("guesser",),
    "entity": ("judge", "guesser"),
    "akinator": ("setter", "guesser"),
    "taboo": ("setter", "guesser"),
    "bluffing": ("setter", "judge"),
    "connections": ("setter", "guesser_1", "guesser_2", "guesser_3"),
}
LONG = " and then it went on".join(["I was there"] * 9)


def session_of(
    game: str, options: Mapping[str, Any], secret: Mapping[str, Any] | None, preset: str | None = None
) -> Session:
    """A session that has only begun; people sit in every seat that plays."""
    seats = SEATS[game] if game != "wordle" or options.get("variant") != "critic" else ("guesser", "critic")
    if game == "connections":
        seats = seats[: 1 + int(options.get("guessers", 2))]
    cast = {seat: read_player(f"human:{seat}") for seat in seats}
    deck = "things" if game == "akinator" else None  # its usual deck takes twice as long to read
    opening = Opening(game, cast, dict(options), preset, deck)
    return new_session(opening, CATALOGUE, id="x", seed=1, started=None, secret=secret)[0]


# sessions in which a kind of moment happens that random sessions hardly have

Played = tuple[str, dict[str, Any], dict[str, Any] | None, Sequence[str]]
THING = {"entity": "piano", "aliases": []}
OBJECT = {"object": "piano", "aliases": []}
PRIDE = {"word": "pride", "clue": "lions"}
CARD = {"word": "tree", "forbidden": ["leaf", "wood", "green", "forest", "trunk"]}
SECRETS: Mapping[str, dict[str, Any]] = {
    "wordle lions": PRIDE,
    "entity piano": THING,
    "akinator piano": OBJECT,
    "taboo tree": CARD,
}


def replies(text: str) -> list[str]:
    """Replies of a session, parted by ` / `; a semicolon ends a line of one."""
    return [one.strip().replace("; ", "\n") for one in text.split(" / ")]


def clue(word: str, text: str) -> str:
    return f"word: {word}\nclue: {text}"


CAT, CAB = clue("cat", "purrs"), clue("cab", "drives")


def known(game: str, secret: str, said: str, options: Mapping[str, Any] | None = None) -> Played:
    """A row of the table. `secret`: the name of one of `SECRETS`, a word, or empty."""
    word = {"word": secret} if secret else None
    return game, dict(options or {}), SECRETS.get(f"{game} {secret}", word), replies(said)


ASKED_BACK = (
    "what grows? / it grows on me / what is tall? / no / what is old? / not me / hm / why do you ask? / so?"
)
WHO = "who? / me / when? / 1999 / why? / why not? / where?"
ROUND = f" / word: camel; clue: {'very ' * 12}humps / cow / cat"
KNOWN: tuple[Played, ...] = (
    *(known(*row) for row in CASES["known"]),
    known("taboo", "tree", f"{ASKED_BACK} / {LONG}"),
    known("bluffing", "", f"true | {LONG} and never came back / {WHO} / {LONG} / how? / 1999 / true"),
    known("connections", "", f"camel{ROUND * 4}", {"guessers": 2, "max_attempts": 4}),
)


def scenes_in(play: Play[Any], seats: Mapping[str, Data] | None = None) -> Iterator[tuple[Event, Scene]]:
    """The scenes of a session that was played, each without an insight. `seats`: its cast; None: people."""
    again: Play[Any] = Play(play.game, play.setup)
    before = again.view(TABLE)
    for event in play.events:
        again.feed(event)
        after = again.view(TABLE)
        scene = scene_of(
            again, event, before, after, seats or {seat: {"player": "human"} for seat in again.seats}
        )
        if scene is not None:
            yield event, scene
        before = after


def moments_in(info: GameInfo, play: Play[Any]) -> Iterator[Moment]:
    """Every moment that the caster could tell of a session, whatever the app knew beside it."""
    for _, scene in scenes_in(play):
        for seconds in (60.0, 400.0):
            for insight in INSIGHTS:
                yield from info.moments(replace(scene, insight=insight, seconds=seconds))


def as_far_as_asked(play: Play[Any], said: Sequence[str]) -> Play[Any]:
    """The session after as many of these replies as are asked for."""
    for text in said:
        if play.asks():
            answer(play, text)
    return play


def played(game: str, seeds: int) -> Iterator[Play[Any]]:
    """The known sessions of a game, one that somebody gives up, and random ones."""
    for name, options, secret, said in KNOWN:
        if name == game:
            session = session_of(game, options, secret)
            yield as_far_as_asked(session.fold(CATALOGUE.game(game).game), said)
    for table in tables(CATALOGUE.game(game), range(seeds)):
        play = table.start()
        for _ in play_out(table, play):
            pass
        yield play
    begun = next(tables(CATALOGUE.game(game), [1])).start()
    yield resign(begun, next(seat for seat, one in begun.seats.items() if one.side != "neutral"))


@pytest.mark.parametrize("game", sampled(GAMES, 3, first=1))
def test_every_kind_of_moment_happens_and_has_what_its_lines_need(game: str) -> None:
    info = CATALOGUE.game(game)
    lines, fired = moment_lines(info.folder), set[str]()
    for play in played(game, 4):
        for moment in moments_in(info, play):
            assert moment.kind in lines
            assert lines[moment.kind].slots <= moment.facts.keys(), moment.kind
            fired.add(moment.kind)
    shared = (
        moment_lines(CATALOGUE.game("wordle").folder).keys()
        & moment_lines(CATALOGUE.game("taboo").folder).keys()
    )
    assert lines.keys() - shared <= fired


@pytest.mark.parametrize("game", sampled(GAMES, 3))
def test_no_line_tells_what_is_hidden(game: str) -> None:
    """Neither what people at the table read nor what those read who only watch."""
    info, module = CATALOGUE.game(game), playout_of(CATALOGUE.game(game))
    for table in tables(info, range(2)):
        play = table.start(module.CANARY)
        for _ in play_out(table, play, canary=True):
            pass
        for _, scene in scenes_in(play):
            if scene.over:
                continue
            casting = Casting(info, play.setup, "lively", Spoken())
            for insight in INSIGHTS:
                said = casting.said(replace(scene, insight=insight), 1, {})
                assert said is None or not any(holds_secret(said.text, hidden) for hidden in module.HIDDEN), (
                    said
                )


def test_what_watchers_learn_from_a_bot_is_a_number_and_never_a_name() -> None:
    """By its type alone, an insight can't hold a word of the secret."""
    for insight in INSIGHTS:
        for value in (insight.left or (), insight.place or (), insight.needle or (), *insight.levels.items()):
            assert all(isinstance(one, int) for one in ([value] if isinstance(value, int) else value))


def told(
    game: str,
    options: Mapping[str, Any],
    secret: Mapping[str, Any] | None,
    *said: str,
    preset: str | None = None,
) -> dict[str, str]:
    """What a lively caster says to people at the table, by the kind of moment."""
    session = session_of(game, options, secret, preset)
    play = as_far_as_asked(session.fold(CATALOGUE.game(game).game), said)
    found = caster_lines(CATALOGUE.game(game), session.with_events(play.events), "lively", watchers=False)
    return {one.moment.kind: one.text for one in found.values() if one is not None}


def test_a_dropped_letter_is_told_with_the_letter_and_to_watchers_with_what_is_left() -> None:
    session = session_of("wordle", {}, {"word": "those"})
    info = CATALOGUE.game("wordle")
    play = as_far_as_asked(session.fold(info.game), ["stone", "crypt"])
    session = session.with_events(play.events)
    for_all, for_watchers = (
        caster_lines(info, session, "lively", watchers=watchers) for watchers in (False, True)
    )
    last = play.events[-1].seq
    said = for_all[last]
    assert said is not None
    assert said.moment.kind in ("blank", "threw_away")
    assert all(isinstance(word, str | int) or word for word in said.moment.facts.values())
    assert "words" not in said.moment.facts
    counted = [one.moment for one in for_watchers.values() if one is not None]
    assert any("words" in moment.facts for moment in counted)


def test_there_is_no_caster_in_a_daily_in_a_blind_game_and_under_a_papers_preset() -> None:
    words = ["might", "light", "sight"]
    assert told("wordle", {}, {"word": "sight"}, *words)
    formal = [f"explanation: x\nguess: {word}" for word in words]
    assert not told("wordle", {}, {"word": "sight"}, *formal, preset="paper")
    info = CATALOGUE.game("wordle")
    session = session_of("wordle", {}, {"word": "sight"})
    daily = replace(
        session, setup=replace(session.setup, extra={**session.setup.extra, "daily": "2026-11-21"})
    )
    assert caster_lines(info, daily.with_events(answer(daily.fold(info.game), *words).events), "lively") == {}


def test_no_line_comes_twice_in_an_evening() -> None:
    info, spoken, said = CATALOGUE.game("wordle"), Spoken(), []
    for seed in range(12):
        session = session_of("wordle", {}, {"word": "sight"})
        play = answer(session.fold(info.game), "might", "light", "sight")
        casting = Casting(info, replace(play.setup, seed=seed), "lively", spoken)
        said += [casting.said(scene, event.seq, {}) for event, scene in scenes_in(play)]
    written = [one.moment.kind for one in said if one is not None]
    assert len(spoken.lines) == len(written)
    assert None in said, "once all lines are said, the caster is silent"


def test_a_quiet_caster_keeps_small_moments_to_itself() -> None:
    info = CATALOGUE.game("wordle")
    session = session_of("wordle", {}, {"word": "sight"})
    play = answer(session.fold(info.game), "crane", "stoic", "might", "sight")
    quiet, lively = (
        [
            one
            for one in caster_lines(info, session.with_events(play.events), manner, watchers=False).values()
            if one
        ]
        for manner in ("quiet", "lively")
    )
    worth = moment_lines(info.folder)
    assert len(quiet) < len(lively)
    assert all(worth[one.moment.kind].worth > 1 for one in quiet)


def test_a_line_is_out_of_date_after_the_next_turn_and_after_an_undo() -> None:
    info = CATALOGUE.game("wordle")
    session = session_of("wordle", {}, {"word": "sight"})
    play = answer(session.fold(info.game), "might")
    first = play.events[-1].seq
    play.feed(Event(play.next_seq, "undone", {"to": 0}))
    found = caster_lines(info, session.with_events(play.events), "lively")
    assert line_at(found, first)
    assert line_at(found, first + 1) == ""


@CASES.each
def test_what_is_told_of_a_known_session(game: str, options: Any, secret: Any, said: str, kinds: str) -> None:
    """Moment by moment; which line tells it is the writers' business."""
    assert " ".join(told(game, options, secret or None, *replies(said))) == kinds


@pytest.mark.parametrize("game", sampled(GAMES, 3, first=1))
def test_the_same_session_is_told_in_the_same_way(game: str) -> None:
    """The lines are drawn by the session's seed, so that a replay shows what was said."""
    name, options, secret, said = next(one for one in KNOWN if one[0] == game)
    assert told(name, options, secret, *said) == told(name, options, secret, *said)


def test_nothing_is_drawn_from_shared_chance() -> None:
    """`random` itself may be seeded by somebody else."""
    before = Random(5).random()
    told("wordle", {}, {"word": "sight"}, "might", "sight")
    assert Random(5).random() == before


# what is true


def kinds_of(info: GameInfo, scene: Scene) -> list[str]:
    return [moment.kind for moment in info.moments(scene)]


def last_scene(
    game: str, secret: Mapping[str, Any] | None, *said: str, options: Mapping[str, Any] | None = None
) -> Scene:
    """The last scene of a session with these replies."""
    session = session_of(game, options or {}, secret)
    return [*scenes_in(as_far_as_asked(session.fold(CATALOGUE.game(game).game), said))][-1][1]


@pytest.mark.parametrize(("after", "is_half"), [(41, False), (50, True), (59, False)])
@pytest.mark.parametrize(("game", "secret"), [("entity", THING), ("akinator", OBJECT)])
def test_half_is_said_of_about_a_half(
    game: str, secret: Mapping[str, Any], after: int, is_half: bool
) -> None:
    asked = ["is it alive?", "no", "is it big?", "yes", "is it red?", "no", "is it round?", "no"]
    scene = replace(last_scene(game, secret, *asked), insight=Insight(left=(100, after)))
    assert ("halved" in kinds_of(CATALOGUE.game(game), scene)) == is_half


def test_only_one_is_not_said_of_a_letter_that_the_word_has_twice() -> None:
    info = CATALOGUE.game("wordle")
    assert "only_one" not in kinds_of(info, last_scene("wordle", {"word": "there"}, "eerie"))
    assert "only_one" in kinds_of(info, last_scene("wordle", {"word": "stone"}, "eerie"))


def test_it_was_close_only_if_it_was_among_the_few_that_still_fitted() -> None:
    scene = last_scene("entity", THING, "is it alive?", "no", options={"max_turns": 1})
    assert scene.outcome.result == "lost"
    info = CATALOGUE.game("entity")
    assert "lost_close" in kinds_of(info, replace(scene, insight=Insight(left=(9, 2), place=(4, 2))))
    for insight in (Insight(left=(9, 0), place=(4, 0)), Insight(left=(9, 2), place=(4, 0))):
        assert "not_found" in kinds_of(info, replace(scene, insight=insight))


def test_a_needle_near_the_end_of_its_scale_is_told_in_figures() -> None:
    info = CATALOGUE.game("bluffing")
    scene = last_scene("bluffing", None, "true | I like bread.", "since when?", "always")
    told = info.moments(replace(scene, insight=Insight(needle=(30, 9))))
    lines = [(line, moment.facts) for moment in told for line in moment_lines(info.folder)[moment.kind].lines]
    percents = [filled(line, facts, {}) for line, facts in lines if "percent" in slots_of(line)]
    assert percents
    assert all("9%" in text for text in percents)


def test_a_list_that_was_empty_is_not_counted_up_from() -> None:
    scene = last_scene("entity", THING, "is it alive?", "no")
    info = CATALOGUE.game("entity")
    assert "more_again" in kinds_of(info, replace(scene, insight=Insight(left=(1, 9))))
    assert "more_again" not in kinds_of(info, replace(scene, insight=Insight(left=(0, 9))))


def test_the_first_guess_cuts_deep_only_if_it_does_better_than_most() -> None:
    info, scene = CATALOGUE.game("wordle"), last_scene("wordle", {"word": "sight"}, "crane")
    assert "deep_cut" not in kinds_of(info, replace(scene, insight=Insight(left=(2311, 181))))
    assert "deep_cut" in kinds_of(info, replace(scene, insight=Insight(left=(2311, 41))))


def test_a_long_thought_is_that_of_who_had_the_seat_then() -> None:
    """A seat that a person took over from a bot, and the other way round."""
    info = CATALOGUE.game("wordle")
    for first, then in (("bot", "human"), ("human", "bot")):
        session = session_of("wordle", {}, {"word": "sight"})
        session = replace(session, seats={"guesser": {"player": first, "name": first}})
        play = answer(session.fold(info.game), "crane")
        recast = {"seat": "guesser", "to": {"player": then, "name": then}}
        play.feed(Event(play.next_seq, "recast", recast))
        play = answer(play, "stoic")
        slow = [
            Event(e.seq, e.type, {**e.data, "seconds": 60.0}) if e.type == "reply" else e for e in play.events
        ]
        seconds = [
            scene.seconds for _, scene in scenes_in(session.with_events(slow).fold(info.game), session.seats)
        ]
        assert seconds == ([0.0, 60.0] if then == "human" else [60.0, 0.0])


# names, and what is said again


def test_players_of_one_name_are_called_by_their_seats() -> None:
    info, spoken = CATALOGUE.game("connections"), Spoken()
    names = {"setter": "bot hard", "guesser_1": "bot hard", "guesser_2": "Ada"}
    session = session_of("connections", {}, None)
    play = as_far_as_asked(session.fold(info.game), ["camel", CAT, "cow", "cat", CAB, "cab", "cab"])
    casting = Casting(info, play.setup, "lively", spoken)
    said = [casting.said(scene, event.seq, names) for event, scene in scenes_in(play)]
    lines = [one.text for one in said if one is not None]
    assert lines
    assert not any("bot hard" in line.lower() for line in lines)
    assert any("setter" in line or "uesser 1" in line or "Ada" in line for line in lines)


def test_an_evening_begins_anew_with_another_party() -> None:
    spoken = Spoken()
    spoken.begin("friday")
    spoken.lines.add("It was good.")
    spoken.begin("friday")
    assert spoken.lines
    spoken.begin("saturday")
    assert not spoken.lines


def test_a_moment_of_little_worth_is_told_once_in_a_session(monkeypatch: pytest.MonkeyPatch) -> None:
    info = CATALOGUE.game("wordle")
    facts: dict[str, Fact] = {"who": who("guesser"), "word": "STONE", "letter": "S", "left": 3}
    small = [Moment(kind, facts) for kind in ("found_its_place", "first_in_place")]
    monkeypatch.setattr(caster_of_wordle, "moments", lambda scene: small)
    play = answer(session_of("wordle", {}, {"word": "sight"}).fold(info.game), "crane", "stoic", "might")
    casting = Casting(info, play.setup, "lively", Spoken())
    said = [casting.said(scene, event.seq, {}) for event, scene in scenes_in(play)]
    assert [one and one.moment.kind for one in said] == ["found_its_place", "first_in_place", None]


# a package's mistakes


@pytest.mark.parametrize(
    "moments",
    [
        [Moment("cold_start", {})],
        [Moment("cold_start", {"who": None, "word": None, "left": None})],  # type: ignore[dict-item]
        [Moment("cold_start", {"who": 1.5, "word": 1.5, "left": 1.5})],  # type: ignore[dict-item]
        [Moment("cold_start", {"who": ["a"], "word": ["a"], "left": ["a"]})],  # type: ignore[dict-item]
        [Moment("cold_start", None)],  # type: ignore[arg-type]
        [Moment(["cold_start"], {})],  # type: ignore[arg-type]
        ["cold_start"],
        [None],
    ],
)
def test_a_malformed_moment_silences_the_caster(monkeypatch: pytest.MonkeyPatch, moments: list[Any]) -> None:
    """In a replay, an error would end the app."""
    info = CATALOGUE.game("wordle")
    monkeypatch.setattr(caster_of_wordle, "moments", lambda scene: moments)
    session = session_of("wordle", {}, {"word": "sight"})
    play = answer(session.fold(info.game), "might", "light")
    for seed in range(12):  # each line uses other facts
        setup = replace(session.setup, seed=seed)
        found = caster_lines(info, replace(session, setup=setup).with_events(play.events), "lively")
        assert not any(isinstance(one.text, str) and "{" in one.text for one in found.values() if one)
    assert len(found) == 2


def test_a_bot_that_fails_in_its_belief_takes_only_its_counts_away(monkeypatch: pytest.MonkeyPatch) -> None:
    info = CATALOGUE.game("wordle")

    def fails(self: object, view: object) -> None:
        raise KeyError("words")

    monkeypatch.setattr(type(info.bot_for()), "belief", fails)
    session = session_of("wordle", {}, {"word": "sight"})
    play = answer(session.fold(info.game), "might", "light", "sight")
    found = caster_lines(info, session.with_events(play.events), "lively")
    assert any(one is not None for one in found.values())
