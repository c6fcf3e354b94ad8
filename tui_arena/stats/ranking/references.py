"""Published rows in this project's names and units, with their source and how they were played differently.

A published figure is never mixed with figures from saved sessions, and stays as it is printed. If a source
contradicts itself, `doubts` and `notes` say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tui_arena.core.language.sentences import listed
from tui_arena.data import GameInfo
from tui_arena.data.reference import published
from tui_arena.stats.statistics import spread

Printed = tuple[float, float | None]
"""Mean and standard deviation as printed; None: no deviation is printed."""

_OURS = {"win_rate": "success"}
"""Our name of a metric by the paper's name, where they differ."""
_PERCENT = ("recall", "top5_recall", "top10_recall")
"""Metrics that papers print as percent; ours are shares."""

_GAMEARENA = (
    "The setters were people who came to play; who sits there changes every figure.",
    "± is over five system prompts, not over sessions.",
)
_PLAYED = {
    "akinator": (
        "The object was only thought of (secret: later), names matched strictly, nothing was asked again.",
    ),
    "taboo": (
        "Only the word itself was forbidden, and nothing was asked again (preset paper).",
        "If the word never fell and was not guessed, the game was the guesser's (on silence: guesser).",
    ),
    "bluffing": (
        "Whether the statement was true was said only at the end (truth: later).",
        "The formula that is printed for spearman takes distances for ranks: ours is the one called spearman (paper).",
    ),
}
_ASKED_AGAIN = "Lists and beliefs were asked for after the game, without a ±."
_ENTITY = (
    "30 entities of another list, each played five times, 20 questions at most.",
    "Answers came from a judging model ({judge}); here a deck's knowledge may answer.",
    "The paper's text takes a name anywhere in a question (match: substring); preset paper reads strictly.",
)
_PEOPLE = "{people} people played; {sessions} games were with these entities."
_PLAYER = "GPT-4o"
_OVER_WORDS = "Mean and ± are over the printed rows, one game for each word; the paper prints neither."
_CONNECTIONS = (
    "Setter and both guessers were the same model.",
    "The first guesser gave every clue, without a limit to attempts (preset paper).",
    "The last letter's word had to be connected too (last letter: plays on).",
)
_TOP10 = "Impossible as printed: it can't exceed recall ({}), as who is among the first ten is in the list."
_RENAMED = "llama-3.1-405b is called llama-3-405b in Table 3."
_FEW_ROUNDS = (
    "Table 5 prints 19.19 questions for mistral-large-latest's second set: with one game in a hundred found, "
    "and 20 questions for each other one, they are 19.7 at least."
)
_SCORE = "Impossible as printed: 0.4 + 0.7 x success - 0.02 x questions gives {:.3f}."
_SCORE_OFF = 0.01
"""How far that formula may lie from the printed score; all three figures are rounded."""
_TWO_SIGMAS = "Table 1 prints ± 0.05 for Vicuna 7B's score on things, Table 4 ± 0.04."
_OTHER_WORDS = (
    "The paper's 2,309 targets and 12,953 words to guess with are not shipped: ours are drawn in the same way "
    "from other words, so its games can't be played again word for word."
)
_NOTES = {
    "wordle": (_OTHER_WORDS,),
    "akinator": (_RENAMED, _FEW_ROUNDS),
    "taboo": (_RENAMED,),
    "bluffing": (_RENAMED,),
    "entity": (_TWO_SIGMAS,),
}


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One player's figures in a paper."""

    player: str
    """As the paper names it."""
    variant: str
    """The deck or the word that the row is for; empty: the row is for all of them."""
    values: Mapping[str, Printed]
    """By our names of the metrics, in our units."""
    source: str
    differs: tuple[str, ...] = ()
    """Sentences on what was done differently from the sessions played here."""
    sessions: int | None = None
    """Number of games behind it; None: not printed."""
    doubts: Mapping[str, str] = field(default_factory=dict)
    """Why the source can't be right, by metric."""


@dataclass(frozen=True, slots=True)
class PublishedSets:
    """One player's published figures over two sets of items."""

    player: str
    first: Mapping[str, Printed]
    second: Mapping[str, Printed]
    source: str


def published_rows(info: GameInfo) -> list[PublishedRow]:
    """The published rows of a game, as the paper orders them; empty if no paper has rows for players."""
    values = published(info.id)
    match info.id:
        case "akinator" | "taboo" | "bluffing":
            return _gamearena(info.id, values)
        case "entity":
            return [row for deck in ("things", "celebrities") for row in _entity(values, deck)]
        case "connections":
            return _connections(values)
    return []


def notes(info: GameInfo) -> tuple[str, ...]:
    """Sentences on where a game's source contradicts itself, or can't be compared with our sessions."""
    rows = published_rows(info)
    doubts = [
        f"{' '.join(filter(None, (row.player, row.variant)))}, {metric}: {doubt}"
        for row in rows
        for metric, doubt in row.doubts.items()
    ]
    formulas = filter(None, (printed_of(info, name) for name in info.metrics))
    return (*doubts, *_NOTES.get(info.id, ()), *formulas)


def published_sets(info: GameInfo) -> list[PublishedSets]:
    """The published check with two sets of 50 items each; empty if there is none for this game."""
    return [
        PublishedSets(
            row["player"], _pairs(row["set_1"]), _pairs(row["set_2"]), "GameArena, Table 5 (two sets of 50)"
        )
        for row in published(info.id).get("two_sets", [])
        if row["game"] == info.id
    ]


def printed_of(info: GameInfo, metric: str) -> str:
    """A sentence on what a paper prints for a metric that belongs to no player, such as a best chance.

    Empty if it prints nothing.
    """
    if (info.id, metric) != ("connections", "p_star"):
        return ""
    figures = [f"{chance:.2f}" for chance in published(info.id)["p_star_printed"]]
    return (
        f"Printed for 2 to {len(figures) + 1} guessers: p* {listed(figures)}; for 3 the formula gives 0.4226."
    )


def _gamearena(game: str, values: Mapping[str, Any]) -> list[PublishedRow]:
    retrospective = {row["player"]: row[game] for row in values["retrospective"]}
    rows = []
    for row in values["outcome"]:
        found = _pairs(row[game]) | {
            name: (round(value / 100, 4) if name in _PERCENT else value, None)
            for name, value in retrospective[row["player"]].items()
        }
        rows.append(
            PublishedRow(
                row["player"],
                "",
                found,
                "GameArena, Tables 2 and 3",
                (*_GAMEARENA, *_PLAYED[game], _ASKED_AGAIN),
                doubts=_doubts(found),
            )
        )
    return rows


def _doubts(values: Mapping[str, Printed]) -> dict[str, str]:
    whole = values["recall"][0]
    return {
        name: _TOP10.format(f"{whole:.4f}") for name in _PERCENT if name in values and values[name][0] > whole
    }


def _pairs(values: Mapping[str, Any]) -> dict[str, Printed]:
    return {_OURS.get(name, name): (mean, std) for name, (mean, std) in values.items()}


def _entity(values: Mapping[str, Any], deck: str) -> list[PublishedRow]:
    rows = []
    for row in values["row"]:
        people = row.get("people")
        games = row["sessions"][deck] if people else 30 * 5
        differs = [text.format(judge=values["judge"]) for text in _ENTITY]
        if people:
            differs.append(_PEOPLE.format(people=people, sessions=games))
        rows.append(
            PublishedRow(
                row["player"],
                deck,
                _pairs(row[deck]),
                values["source"],
                tuple(differs),
                games,
                _score_doubts(row[deck]),
            )
        )
    return rows


def _score_doubts(values: Mapping[str, Any]) -> dict[str, str]:
    """A doubt about `score` if the printed means don't fit the score's formula.

    A game won in t >= 5 questions scores 1.1 - 0.02 t, and a lost one, which has 20 questions, scores 0. Both
    are linear, so the means must satisfy 0.4 + 0.7 x success - 0.02 x questions.
    """
    given = 0.4 + 0.7 * values["success"][0] - 0.02 * values["turns"][0]
    return {"score": _SCORE.format(given)} if abs(given - values["score"][0]) > _SCORE_OFF else {}


def _connections(values: Mapping[str, Any]) -> list[PublishedRow]:
    """One row with the mean over all words, then a row for each word."""
    names = values["columns"][1:]
    each = {word: dict(zip(names, map(float, figures), strict=True)) for word, *figures in values["rows"]}
    spreads = {name: spread(row[name] for row in each.values()) for name in names}
    means = {name: (one.mean or 0.0, one.std) for name, one in spreads.items()}
    averaged = f"{values['source']}; mean and deviation over its {len(each)} rows"
    return [
        PublishedRow(_PLAYER, "", means, averaged, (_OVER_WORDS, *_CONNECTIONS), len(each)),
        *(
            PublishedRow(
                _PLAYER, word, {n: (v, None) for n, v in row.items()}, values["source"], _CONNECTIONS, 1
            )
            for word, row in each.items()
        ),
    ]
