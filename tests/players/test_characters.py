"""The characters of bots: who sits where, under which name, and what they say."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from tests.tables import each
from tui_arena.core.caster import LONG
from tui_arena.core.events import Event, Kind
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.data.personas import MOMENTS, Moment, characters
from tui_arena.players.new_session import Opening, Regulars, new_session
from tui_arena.players.seating import built_in, cast_now, names_of, read_player
from tui_arena.table.notes import Commenting, Comments

CATALOGUE = Catalogue()
WHO = characters()
GAMES = ["wordle", "entity", "akinator", "taboo", "bluffing", "connections"]


def dealt(game: str, *, in_app: bool = True, seed: int = 7, **more: object) -> Session:
    seats = {"connections": "setter", "taboo": "guesser"}.get(game)
    cast = {seats: read_player("bot:hard")} if seats else {}
    opening = Opening(game, cast=cast, **more)  # type: ignore[arg-type]
    return new_session(opening, CATALOGUE, id="x", seed=seed, started=None, in_app=in_app)[0]


def test_there_are_thirty_and_no_two_say_the_same() -> None:
    assert len(WHO) == 30
    lines = [text for one in WHO.values() for moment in MOMENTS for text in one.lines[moment]]
    assert [text for text, n in Counter(lines).items() if n > 1] == []
    assert {len(one.face) for one in WHO.values()} == {6}
    assert len({one.name for one in WHO.values()}) == len({one.face for one in WHO.values()}) == 30


def test_their_interests_are_topics_and_every_topic_is_somebodys() -> None:
    topics = CATALOGUE.topics(CATALOGUE.game("connections"))
    assert {topic for one in WHO.values() for topic in one.persona.interests} == set(topics)


def test_a_character_is_at_home_in_its_interests_at_taboo_and_every_interest_counts() -> None:
    info, session = CATALOGUE.game("taboo"), dealt("taboo")
    assert set(info.speech["trades"]) == set(CATALOGUE.topics(CATALOGUE.game("connections")))
    seat = cast_now(session)["guesser"]
    interests = WHO[seat.spec["character"]].persona.interests
    bot = built_in(seat, info, session.setup)._bot
    assert bot.own == set(" ".join(info.speech["trades"][one] for one in interests).split())  # type: ignore[attr-defined]


@each(*GAMES)
def test_in_the_app_every_bot_is_somebody_else_and_in_a_run_nobody_is(game: str) -> None:
    bots = [spec["character"] for spec in dealt(game).seats.values() if spec["player"] == "bot"]
    assert 0 < len(set(bots)) == len(bots)
    assert set(bots) <= set(WHO)
    assert all("character" not in spec for spec in dealt(game, in_app=False).seats.values())


def test_a_bot_plays_the_same_whoever_it_is() -> None:
    app, run = dealt("connections"), dealt("connections", in_app=False)
    assert app.setup == run.setup
    bare = {seat: {k: v for k, v in spec.items() if k != "character"} for seat, spec in app.seats.items()}
    assert bare == run.seats


def test_a_character_has_the_persona_that_was_asked_for() -> None:
    session = dealt("connections", personas={"setter": "the museum guard"})
    assert session.seats["setter"]["character"] == "the museum guard"
    assert session.setup.extra["personas"]["setter"] == WHO["the museum guard"].persona.values
    assert names_of(cast_now(session))["setter"] == "Edith, museum guard"
    assert session.seats["setter"]["level"] == "hard"


def test_no_line_is_said_twice() -> None:
    cast = cast_now(dealt("connections"))
    comments = Comments()
    said: list[str] = []
    while line := comments.line(cast, "last", Random(len(said))):
        said.append(line)
    who = [WHO[str(one.spec["character"])] for one in cast.values()]
    names = {f"{one.face} {one.first_name}" for one in who}
    assert (
        len(said)
        == len(set(said))
        == sum(len(WHO[str(one.spec["character"])].lines["last"]) for one in cast.values())
    )
    assert {line[: line.index(": ")] for line in said} == names


@each(
    ("slow", LONG, 3, None, True),
    ("last", 1.0, 1, None, True),
    (None, 1.0, 3, None, False),
    (None, LONG, 3, "rule", False),
)
def test_a_comment_fits_what_just_happened(
    moment: Moment | None, seconds: float, left: int, fault: str | None, comments: bool
) -> None:
    session = dealt("connections")
    cast = {**cast_now(session), "guesser_1": read_player("human:Ada")}
    texts = {text for one in WHO.values() for text in (one.lines[moment] if moment else ())}
    said = set()
    for seed in range(40):
        commenting = Commenting(Comments(), replace(session.setup, seed=seed))
        commenting.after(Event(5, Kind.REPLY, {"seat": "setter"}), cast, (), left + 1)
        move = {"seat": "guesser_1", "seconds": seconds, "fault": fault}
        said.add(commenting.after(Event(9, Kind.REPLY, move), cast, (), left).partition(": ")[2])
    assert (said - {""} <= texts, bool(said - {""})) == (True, comments)


def test_in_an_evening_of_twelve_games_nothing_is_said_twice_and_little_is_said() -> None:
    """In each game somebody thinks for long, the last turn begins, and a side wins."""
    session, comments = dealt("connections"), Comments()
    cast = {**cast_now(session), "guesser_1": read_player("human:Ada")}
    heard = []
    for game in range(12):
        commenting = Commenting(comments, replace(session.setup, seed=game))
        said = [commenting.begin(cast)]
        for seq, seconds, left in ((9, LONG, 2), (19, LONG, 1)):
            move = Event(seq, Kind.REPLY, {"seat": "guesser_1", "seconds": seconds})
            said.append(commenting.after(move, cast, (), left))
        winners = ["setter"] if game % 2 else ["guesser_1", "guesser_2"]
        said.append(commenting.after(Event(29, Kind.ENDED, {}), cast, winners))
        heard.append([line for line in said if line])
    lines = [line for game in heard for line in game]
    assert len(set(lines)) == len(lines)
    assert 6 <= len(lines) <= 18
    hello = {f"{one.face} {one.first_name}: {text}" for one in WHO.values() for text in one.lines["begins"]}
    bots = [one for one in cast.values() if one.kind == "bot"]
    assert len(hello & set(lines)) == len(bots), "each says hello once, and not in every game"


def test_only_some_seats_may_speak() -> None:
    cast = cast_now(dealt("connections"))
    who = WHO[str(cast["setter"].spec["character"])]
    assert Comments().line(cast, "won", Random(1), ["setter"]) in [
        f"{who.face} {who.first_name}: {text}" for text in who.lines["won"]
    ]
    assert Comments().line(cast_now(dealt("connections", in_app=False)), "won", Random(1)) == ""


def test_a_bot_is_the_same_one_in_the_next_game_and_two_bots_are_two() -> None:
    regulars: Regulars = {}
    met: dict[str, set[str]] = {}
    for seed, game in enumerate(["wordle", "entity", "akinator", "taboo", "bluffing", "wordle"]):
        for level in ("medium", "hard"):
            info = CATALOGUE.game(game)
            seats = [seat.name for seat in info.game.seats({n: o.default for n, o in info.options.items()})]
            cast = {seat: read_player(f"bot:{level}") for seat in seats}
            opening = Opening(game, cast=cast)
            session, _ = new_session(
                opening, CATALOGUE, id="x", seed=seed, started=None, in_app=True, regulars=regulars
            )
            here = [str(spec["character"]) for spec in session.seats.values()]
            assert len(set(here)) == len(here)
            met.setdefault(level, set()).update(here)
    assert [len(who) for who in met.values()] == [3, 3], "no table has more than three bots"
    assert not met["medium"] & met["hard"]
