"""The shipped decks of Taboo and Bluffing are sound."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

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


@cache
def cards(game: str) -> tuple[Data, ...]:
    return tuple(CATALOGUE.deck(None, CATALOGUE.game(game)).deck.items)


def texts(item: Data) -> Iterator[str]:
    """What the bots may say; phrases are what other people may ask."""
    for value in (value for name, value in item.items() if name != "asked"):
        yield from (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()


@pytest.mark.parametrize("game", ["taboo", "bluffing"])
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


@pytest.mark.parametrize("game", ["taboo", "bluffing"])
def test_nothing_a_family_would_wince_at(game: str) -> None:
    for item in cards(game):
        said = {token for text in texts(item) for token in tokens(text)}
        assert not said & UNSAID, item
        if item.get("family"):
            assert not said & DRINKS, item["statement"]


class TestTaboo:
    def test_sizes(self) -> None:
        deck = cards("taboo")
        assert len(deck) >= 500
        categories = Counter(item["category"] for item in deck)
        assert set(categories) == set(TABOO.options["category"].choices)
        assert len(categories) >= 12
        assert min(categories.values()) >= 20
        levels = Counter(item["difficulty"] for item in deck)
        assert set(levels) == {"easy", "medium", "hard"}
        assert min(levels.values()) >= 0.15 * len(deck)

    def test_each_card_is_whole(self) -> None:
        for item in cards("taboo"):
            word = item["word"]
            assert re.fullmatch("[a-z]{3,14}", word), word
            assert len(set(item["forbidden"])) == len(item["forbidden"]) == 5, word
            assert len(set(item["near"])) == len(item["near"]) >= 12, word
            assert set(item["forbidden"]) <= set(item["near"]), word
            assert len(set(item["lures"])) == len(item["lures"]) >= 4, word

    def test_no_word_is_a_form_of_another(self) -> None:
        """Words that share a head; only these can be inflections of one another."""
        by_head = defaultdict(list)
        for item in cards("taboo"):
            for head in heads(item["word"]):
                by_head[head].append(item["word"])
        assert [words for words in by_head.values() if len(words) > 1] == []

    def test_forms_are_more_than_inflections(self) -> None:
        for item in cards("taboo"):
            for form in item["forms"]:
                assert same_word(form, item["word"]) is None, (item["word"], form)

    def test_forbidden_and_near_words_are_others(self) -> None:
        for item in cards("taboo"):
            for other in item["near"]:
                assert says(other, item["word"], item["forms"]) is None, (item["word"], other)

    def test_a_lure_may_be_played(self) -> None:
        for item in cards("taboo"):
            for lure in item["lures"]:
                assert len(lure) <= 140
                assert says(lure, item["word"], item["forms"]) is None, (item["word"], lure)
                said = [word for word in item["forbidden"] if says(lure, word)]
                assert said == [], (item["word"], lure)

    def test_no_lure_stands_twice(self) -> None:
        lures = [lure for item in cards("taboo") for lure in item["lures"]]
        assert len(set(lures)) == len(lures)

    def test_a_line_is_an_answer_of_its_kind(self) -> None:
        for item in cards("taboo"):
            for name in ("says", "instead"):
                lines = [entry.partition(": ") for entry in item[name]]
                assert {kind for kind, _, _ in lines} <= LINES, item["word"]
                assert all(text and "?" not in text for _, _, text in lines), item["word"]
                wrong = [(k, t) for k, _, t in lines if k == "yes" and not t.startswith(("Yes", "No"))]
                assert wrong == [], item["word"]

    def test_a_line_says_the_word_or_does_without(self) -> None:
        for item in cards("taboo"):
            for text in item["says"]:
                assert says(text, item["word"], item["forms"]), text
            for text in item["instead"]:
                assert says(text, item["word"], item["forms"]) is None, text

    def test_a_phrase_is_groups_of_words_and_has_lines_that_answer_it(self) -> None:
        for item in cards("taboo"):
            phrases = [entry.partition(": ") for entry in item["asked"]]
            assert len({kind for kind, _, _ in phrases}) >= 2, item["word"]
            for kind, _, phrase in phrases:
                assert 2 <= len(phrase.split()) <= 4, (item["word"], phrase)
                assert all(all(group.split("/")) for group in phrase.split()), (item["word"], phrase)
                words = phrase.replace("/", " ").split()
                assert not [word for word in words if says(word, item["word"], item["forms"])], (
                    item["word"],
                    phrase,
                )
                for name in ("says", "instead"):
                    assert any(line.startswith(f"{kind}: ") for line in item[name]), (item["word"], kind)

    def test_a_slot_does_not_name_the_thing(self) -> None:
        for item in cards("taboo"):
            slots = dict(entry.split(": ", 1) for entry in item["slots"])
            assert slots.keys() <= SLOTS, item["word"]
            assert len(slots) >= 6, item["word"]
            for text in slots.values():
                assert "?" not in text, text
                assert says(text, item["word"], item["forms"]) is None, text

    def test_no_line_stands_twice(self) -> None:
        lines = [line for item in cards("taboo") for name in ("says", "instead") for line in item[name]]
        assert len(set(lines)) == len(lines)


class TestBluffing:
    def test_sizes(self) -> None:
        deck = cards("bluffing")
        assert len(deck) >= 240
        likely = Counter(item["likely"] for item in deck)
        assert set(likely) == {1, 2, 3, 4, 5}
        assert min(likely.values()) >= 0.1 * len(deck)
        assert sum(item["family"] for item in deck) >= 0.85 * len(deck)
        assert not all(item["family"] for item in deck)

    def test_each_card_is_whole(self) -> None:
        for item in cards("bluffing"):
            statement = item["statement"]
            assert 20 <= len(statement) <= 140
            assert statement.endswith(".")
            assert item["topic"]
            assert len(set(item["points"])) == len(item["points"]) >= 4, statement
            for question in item["questions"]:
                assert question.endswith("?"), (statement, question)
            for name in ("honest", "shaky"):
                assert all(12 <= len(answer) <= 200 for answer in item[name]), statement

    def test_no_answer_stands_twice(self) -> None:
        said = [
            answer.partition(": ")[2] or answer if name in ("facts", "slips") else answer
            for item in cards("bluffing")
            for name in ("honest", "shaky", "facts", "slips")
            for answer in item[name]
        ]
        assert [text for text, times in Counter(map(fold, said)).items() if times > 1] == []

    def test_each_story_has_every_side(self) -> None:
        for item in cards("bluffing"):
            facts = dict(entry.split(": ", 1) for entry in item["facts"])
            assert facts.keys() == {*OPEN, *YES_NO}, item["statement"]
            for name, text in facts.items():
                assert (text.split()[0].rstrip(",.;") in ("Yes", "No")) == (name in YES_NO), (name, text)
                assert text[-1] in ".!?”", text
                assert len(text) <= 200, text
            slips = [entry.split(": ", 1)[0] for entry in item["slips"]]
            assert len(set(slips)) == len(slips) == 4, item["statement"]
            assert set(slips) <= facts.keys(), item["statement"]

    def test_an_answer_fits_its_own_story_better_than_others(self) -> None:
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
                    fits.append(
                        sum(min(count[r] - less, 3) / everywhere[r] for r in roots(text) if count[r] > less)
                    )
                own += fits[0] > max(fits[1:])
                total += 1
        assert own / total >= 0.6

    def test_the_length_of_an_answer_gives_nothing_away(self) -> None:
        """Neither kind of answer is on average longer than the other by a quarter."""
        honest, shaky = (
            sum(len(answer) for item in cards("bluffing") for answer in item[name])
            for name in ("honest", "shaky")
        )
        assert 0.8 < honest / shaky < 1.25

    def test_ideas_are_read(self) -> None:
        ideas = BLUFFING.ideas
        assert len(ideas) >= 50
        assert len({idea.text for idea in ideas}) == len(ideas)
        assert sum(idea.family for idea in ideas) >= 0.85 * len(ideas)


def test_words_of_a_deck_named_by_a_demo_are_in_it() -> None:
    words = {item["word"] for item in cards("taboo")}
    demos = [json.loads(path.read_text("utf-8")) for path in demo_files()]
    for demo in demos:
        if demo["setup"].get("deck") == "taboo-1":
            assert demo["setup"]["secret"]["word"] in words
