"""The shipped decks of Taboo and Bluffing are sound: each card is held against every rule of its deck."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise

import pytest

from tests.tables import each
from tests.thorough import sampled
from tui_arena.core.game import Data
from tui_arena.core.language.families import heads
from tui_arena.core.text import fold
from tui_arena.core.words import same_word, says, tokens
from tui_arena.data import Catalogue, demo_files
from tui_arena.data.files import newest
from tui_arena.games.bluffing.bot.reading import OPEN, YES_NO, roots

CATALOGUE = Catalogue()
TABOO, BLUFFING = CATALOGUE.game("taboo"), CATALOGUE.game("bluffing")
UNSAID = set(
    "damn hell bloody bastard bitch crap drunk drug drugs gun kill murdered naked nude sex sexy suicide".split()
)
"""Words that a family deck must not contain."""
DRINKS = set("beer wine brandy whisky vodka gin champagne cider liqueur rum hangover".split())
"""Words that make a card unfit for families."""
LINES = set("what who where when why how act finish yes".split())
"""The kinds of questions on a card of Taboo."""
SLOTS = set("where who when big for next felt else cost".split())
"""What can be asked of a card's thing."""
Rules = Mapping[str, Callable[[Data], bool]]


@cache
def cards(game: str) -> tuple[Data, ...]:
    return tuple(CATALOGUE.deck(None, CATALOGUE.game(game)).deck.items)


def texts(item: Data) -> Iterator[str]:
    """What the bots may say; phrases are what other people may ask."""
    for value in (value for name, value in item.items() if name != "asked"):
        yield from (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()


def parted(item: Data, *columns: str) -> list[tuple[str, str]]:
    """The entries of some columns, each as its kind and its text."""
    return [(entry.partition(": ")[0], entry.partition(": ")[2]) for name in columns for entry in item[name]]


def unlike(some: tuple[str, ...], least: int, most: int = 999) -> bool:
    return len(set(some)) == len(some) and least <= len(some) <= most


def told(text: str, item: Data) -> bool:
    """Whether a text says the word of a card."""
    return says(text, item["word"], item["forms"]) is not None


def is_phrase(phrase: str, item: Data) -> bool:
    groups = phrase.split()
    words = phrase.replace("/", " ").split()
    return (
        2 <= len(groups) <= 4
        and all(map(all, (g.split("/") for g in groups)))
        and not any(told(word, item) for word in words)
    )


def has_answers(item: Data) -> bool:
    """Whether each kind of phrase has lines that answer it, and there are two kinds at least."""
    kinds = {kind for kind, _ in parted(item, "asked")}
    answered = [{kind for kind, _ in parted(item, name)} for name in ("says", "instead")]
    return len(kinds) >= 2 and all(kinds <= some for some in answered)


CARD: Rules = {
    "no word is unfit": lambda c: not {t for text in texts(c) for t in tokens(text)} & UNSAID,
    "a family card has no drink": lambda c: (
        not (c.get("family") and {t for text in texts(c) for t in tokens(text)} & DRINKS)
    ),
}
OF_TABOO: Rules = {
    **CARD,
    "the word": lambda c: re.fullmatch("[a-z]{3,14}", c["word"]) is not None,
    "five forbidden words": lambda c: unlike(c["forbidden"], 5, 5) and set(c["forbidden"]) <= set(c["near"]),
    "near words are others": lambda c: unlike(c["near"], 12) and not any(told(w, c) for w in c["near"]),
    "forms are more than inflections": lambda c: not any(same_word(f, c["word"]) for f in c["forms"]),
    "a lure may be played": lambda c: (
        unlike(c["lures"], 4)
        and not any(
            len(lure) > 140 or told(lure, c) or any(says(lure, word) for word in c["forbidden"])
            for lure in c["lures"]
        )
    ),
    "kinds of lines": lambda c: {kind for kind, _ in parted(c, "says", "instead")} <= LINES,
    "a line is an answer": lambda c: all(
        text and "?" not in text and (kind != "yes" or text.startswith(("Yes", "No")))
        for kind, text in parted(c, "says", "instead")
    ),
    "a line says the word": lambda c: all(told(text, c) for text in c["says"]),
    "a line does without it": lambda c: not any(told(text, c) for text in c["instead"]),
    "a phrase is groups of words": lambda c: all(is_phrase(text, c) for _, text in parted(c, "asked")),
    "a phrase has lines that answer it": has_answers,
    "slots": lambda c: {k for k, _ in parted(c, "slots")} <= SLOTS and len(c["slots"]) >= 6,
    "a slot does not name the thing": lambda c: (
        not any("?" in text or told(text, c) for _, text in parted(c, "slots"))
    ),
}
OF_BLUFFING: Rules = {
    **CARD,
    "the statement": lambda c: 20 <= len(c["statement"]) <= 140 and c["statement"].endswith("."),
    "a topic and points": lambda c: bool(c["topic"]) and unlike(c["points"], 4),
    "questions": lambda c: all(question.endswith("?") for question in c["questions"]),
    "answers": lambda c: all(12 <= len(text) <= 200 for name in ("honest", "shaky") for text in c[name]),
    "facts of every side": lambda c: {k for k, _ in parted(c, "facts")} == {*OPEN, *YES_NO},
    "facts are answers": lambda c: all(
        text[-1] in ".!?”"
        and len(text) <= 200
        and (text.split()[0].rstrip(",.;") in ("Yes", "No")) == (name in YES_NO)
        for name, text in parted(c, "facts")
    ),
    "four slips": lambda c: unlike(tuple(kind for kind, _ in parted(c, "slips")), 4, 4),
    "slips are of facts": lambda c: {k for k, _ in parted(c, "slips")} <= {k for k, _ in parted(c, "facts")},
}


@pytest.mark.parametrize("part", sampled(range(4), 4))
@pytest.mark.parametrize(("game", "rules"), [("taboo", OF_TABOO), ("bluffing", OF_BLUFFING)])
def test_every_card_keeps_every_rule(game: str, rules: Rules, part: int) -> None:
    name, some = "word" if game == "taboo" else "statement", cards(game)[part::4]
    assert [(card[name], rule) for card in some for rule, holds in rules.items() if not holds(card)] == []


@each("taboo", "bluffing")
def test_no_line_is_left_out_and_all_stand_in_order(game: str) -> None:
    info = CATALOGUE.game(game)
    assert CATALOGUE.deck(None, info).faults == ()
    path = newest(game, "tsv")
    assert path is not None
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) == len(cards(game)) + 1
    assert lines[0].split("\t") == [column.name for column in info.columns]
    group = "category" if game == "taboo" else "topic"
    assert all(a[group] <= b[group] for a, b in pairwise(cards(game)))


@each(
    ("taboo", ("lures",)),
    ("taboo", ("says", "instead")),
    ("bluffing", ("honest", "shaky", "facts", "slips")),
)
def test_no_line_stands_twice(game: str, columns: tuple[str, ...]) -> None:
    lines = [
        line.partition(": ")[2] or line if name in ("facts", "slips") else line
        for item in cards(game)
        for name in columns
        for line in item[name]
    ]
    assert [text for text, times in Counter(map(fold, lines)).items() if times > 1] == []


def test_sizes() -> None:
    taboo, bluffing = cards("taboo"), cards("bluffing")
    categories = Counter(item["category"] for item in taboo)
    assert set(categories) == set(TABOO.options["category"].choices)
    assert (len(taboo) >= 500, len(categories) >= 12, min(categories.values()) >= 20) == (True, True, True)
    levels = Counter(item["difficulty"] for item in taboo)
    assert set(levels) == {"easy", "medium", "hard"}
    assert min(levels.values()) >= 0.15 * len(taboo)
    likely = Counter(item["likely"] for item in bluffing)
    assert set(likely) == {1, 2, 3, 4, 5}
    assert min(likely.values()) >= 0.1 * len(bluffing)
    ideas = BLUFFING.ideas
    assert (len(bluffing) >= 240, len({idea.text for idea in ideas})) == (True, len(ideas))
    assert len(ideas) >= 50
    for family in ([item["family"] for item in bluffing], [idea.family for idea in ideas]):
        assert sum(family) >= 0.85 * len(family)
    assert not all(item["family"] for item in bluffing)


def test_no_word_is_a_form_of_another() -> None:
    """Words that share a head; only these can be inflections of one another."""
    by_head = defaultdict(list)
    for item in cards("taboo"):
        for head in heads(item["word"]):
            by_head[head].append(item["word"])
    assert [words for words in by_head.values() if len(words) > 1] == []


def test_an_answer_fits_its_own_story_better_than_others() -> None:
    """The words of an answer are nearer to the rest of its story than to nine other stories, for most."""
    stories = [[entry.split(": ", 1)[1] for entry in item["facts"]] for item in cards("bluffing")]
    words = [Counter(root for text in texts for root in roots(text)) for texts in stories]
    everywhere = Counter(root for count in words for root in count)
    own = total = 0
    for n, texts in enumerate(stories):
        for text in texts[::5]:
            fits = []
            for other in range(n, n + 10):
                count = words[other % len(words)]
                less = 1 if other == n else 0
                near = (min(count[r] - less, 3) / everywhere[r] for r in roots(text) if count[r] > less)
                fits.append(sum(near))
            own += fits[0] > max(fits[1:])
            total += 1
    assert own / total >= 0.6


def test_the_length_of_an_answer_gives_nothing_away() -> None:
    """Neither kind of answer is on average longer than the other by a quarter."""
    honest, shaky = (
        sum(len(answer) for item in cards("bluffing") for answer in item[name])
        for name in ("honest", "shaky")
    )
    assert 0.8 < honest / shaky < 1.25


def test_words_of_a_deck_named_by_a_demo_are_in_it() -> None:
    words = {item["word"] for item in cards("taboo")}
    demos = [json.loads(path.read_text("utf-8")) for path in demo_files()]
    secrets = {d["setup"]["secret"]["word"] for d in demos if d["setup"].get("deck") == "taboo-1"}
    assert secrets <= words
