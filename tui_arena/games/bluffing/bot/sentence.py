"""One sentence of an answer, read for when, where and about whom it states something."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tui_arena.core.language.function_words import yes_no_of
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import CLAUSE, happened, kind_of, last_question, quoted, roots
from tui_arena.games.bluffing.bot.cues import KIN, StoryVocabulary, asked

_KIN = frozenset(KIN)


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that an answer gives to a slot."""

    slot: str
    words: str
    """The words that state the value, ready to be quoted."""
    asked: bool
    """True if the question asked for the value."""
    sentence: int
    low: float = 0
    high: float = 0
    """The range of the value, if it is a number; in the slot `so`, 1 for yes and 0 for no."""
    values: frozenset[str] = frozenset()
    """The value, if it is a word; several words are alternatives."""
    subject: str = ""
    """The person or thing that the fact is about; empty for the story itself."""


class Sentence:
    """One sentence of an answer."""

    def __init__(self, text: str, number: int, question: str, statement: str, known: StoryVocabulary) -> None:
        self.text, self.number, self.known, first = text, number, known, number == 0
        self.statement = statement
        self.words = tuple(tokens(text))
        self.yes = yes_no_of(self.words[0])
        self.clauses = [(clause, tuple(tokens(clause))) for clause in CLAUSE.split(text) if tokens(clause)]
        self.question, self.what = tuple(last_question(question)), asked(question, known)
        self.about = self.what.aspects[0] if self.what.aspects else ""
        self.kind = "when" if self.about == "when" else kind_of(question) if question else ""
        about = roots(" ".join(self.question)) - roots(statement)
        # True for a question about the place or time of the whole story
        whole = about <= roots(" ".join(known.of["kinds"]["general"])) and "old" not in self.question
        # True for `Which museum was it?`
        self.sort_of_place = self.question[:1] + self.question[2:] == ("which", "was", "it") and any(
            self.question[1] in row for row in known.of["setting"].values()
        )
        if self.sort_of_place:
            self.kind = "where"
        now = happened(statement) and not (
            {"did", "was", "were"} & {*self.question}
            or {"do", "does", "is", "are", "have", "has", "had"}.isdisjoint(self.question)
        )
        place = (self.question[:2] in (("where", "was"), ("where", "were")) or self.sort_of_place) or (
            self.kind == "where"
            and about <= roots(" ".join(known.of["kinds"]["general"] + known.of["kinds"]["seen"]))
        )
        ends = known.any("ends", self.question)
        self.wide = first and not (now or ends) and (place or (self.kind == "when" and whole))
        # True if the question or the sentence is about a time other than that of the story
        self.after = first and self.kind != "when" and known.any("another", [self.about])
        others = {"he", "she", "they", *_KIN} & set(self.question)
        # True if the question is about what others did or about today, so that a time is not the story's
        self.theirs = now or (bool(others) and "you" not in self.question and self.about != "age")
        other = {*tokens(text.replace("next to ", ""))} - ({"before"} if self.wide else set())
        self.elsewhen = self.after or ends or known.any("otherwise", other)
        # whether the sentence says when or where the story took place, and says it plainly
        told = [words for _, words in self.clauses]
        firm = [f"{' '.join(words)} " for words in told if not known.any("otherwise", words)]
        plainly = [clause for clause in firm if clause.startswith(known.of["kinds"]["plainly"])]
        self.plain, self.plain_words = bool(plainly), frozenset(" ".join(plainly).split())
        here = any(known.any("subjects", words[:1]) and known.any("verbs", words[:4]) for words in told)
        self.scene = self.plain or (here and not self.elsewhen)

    def has(self, phrases: Iterable[str], words: Iterable[str] = (), near: str = "") -> str:
        """The first phrase that occurs, with a word of the kind `near` shortly before it; else empty."""
        said = f" {' '.join(words or self.words)} "
        for phrase in phrases:
            before, found, _ = said.partition(f" {phrase} ")
            if found and (not near or self.known.any(near, before.split()[-4:])):
                return phrase
        return ""

    def fact(
        self, slot: str, at: str, *values: str, asked: bool, of: str = "", low: float = 0, high: float = 0
    ) -> Fact:
        """A fact that the clause containing the words `at` states."""
        return Fact(slot, quoted(self.text, at), asked, self.number, low, high, frozenset(values), of)
