"""The common base of the question games' uis: the talk, the board's sheet, the end, and the text to share.

Law: before the end, the secret is drawn only while its key shows it, or to somebody who knows it and is alone
at the keyboard. No line of talk, title or status contains it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from textual.content import Content

from tui_arena.core.events import speaker
from tui_arena.core.game import Ask, Line, Setup, View, deck_base
from tui_arena.core.language.names import without_article
from tui_arena.core.language.reply_forms import without_number
from tui_arena.core.language.sentences import capital, counted, listed, stopped
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.daily import DAILY, daily_name
from tui_arena.questions.judge import meant
from tui_arena.questions.rules import YES, folded
from tui_arena.table.notes import Note
from tui_arena.table.transcript import LINES
from tui_arena.ui.boards.host import HostUI
from tui_arena.ui.boards.question_board import COLOURS, AnswerTally, QuestionRow, QuestionSheet
from tui_arena.ui.game_ui import MAX_LINE, TalkLine, between, last_speaker
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.host_lines import HostLines

SAID = {"correct": "right", "incorrect": "wrong"}
"""Maps answers to other words for the picture of the end."""
SHOWS = "F5 shows what it is"
REVEAL = "reveal"
"""The ask for the secret after the end."""
MEANT = "Did you mean {near}? Type that, or press Enter to keep “{name}”."
STEPS = (1, 5, 10, 15, 19)
"""A win within one of these numbers of questions gets a special remark by the host."""
NAMES = 4
"""The maximum number of other names that a remark lists."""
A_LINE = 10
"""The number of answers on one line of the text to share."""


def of_all(facts: Mapping[str, Any]) -> str:
    """The number of the open or next question, such as `8 of 20`."""
    return f"{facts['turn']} of {facts['max_turns']}"


def names_typed(reply: str) -> tuple[str, ...]:
    """The names in a reply that names an item, without an article before the first name.

    >>> names_typed("a row boat | skiff")
    ('row boat', 'skiff')
    """
    name, *aliases = (one_line(part) for part in reply.split("|"))
    return (without_article(name), *filter(None, aliases))


_GOOD = ("good", "end")
"""The tones of answers that brought the asker nearer."""


class AnswerLook(NamedTuple):
    """The letter, the tone and the signs of one answer."""

    key: str
    """The letter that a person can type for the answer."""
    tone: str
    """The tone of the answer, as in `QuestionRow.tone`."""
    emoji: str
    sign: str
    """Replaces the emoji in an ASCII text to share."""
    read_out: str = ""
    """Replaces the emoji when a text to share is read out; if empty, the answer itself is read."""


class QuestionUI(HostUI):
    """The ui of a game with numbered questions and answers. A game adds its words.

    The talk doesn't repeat the questions and answers, as the board lists them.
    """

    wide = True
    host: HostLines
    sought: ClassVar[str]
    """The name of the ask for the secret, and of the fact of a view that contains the secret."""
    knowing: ClassVar[Collection[str]] = ("setter",)
    """The seats that may know the secret."""
    counted: ClassVar[Collection[str]] = ("question", "answer")
    turns = "max_turns"
    looks: ClassVar[Mapping[str, AnswerLook]]
    """Maps each answer to its look."""

    def heading(self, info: GameInfo, setup: Setup) -> str:
        deck = daily_name(setup.extra.get(DAILY)) or deck_base(setup.deck)
        deck = "" if deck == info.learns else deck
        return info.title.upper() + (f" · {deck}" if deck else "")

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        text = text.strip()
        if not ask.choices:
            return text
        letter = text.casefold().rstrip(".!")
        short = next((choice for choice in ask.choices if self.looks[choice].key == letter), None)
        return short or text or (choice or "")

    def doubt(self, ask: Ask, reply: str, view: View, setup: Setup, bots: Collection[str]) -> str:
        """Ask whether a name means a known name that differs from it by one letter."""
        known = setup.source.knowledge if setup.source is not None else None
        if ask.name not in (self.sought, REVEAL) or known is None:
            return ""
        name = names_typed(reply)[0]
        near = meant(name, known)
        return MEANT.format(near=one_line(near, 30), name=one_line(name, 30)) if near else ""

    # talk

    def spoken(self, ask: str, text: str) -> str:
        """A question without its number, or an answer followed by how it read the question."""
        if ask == "question":
            return without_number(text)[1]
        why, dash, answer = text.rpartition(LINES)
        return f"{capital(answer)}. {why}" if ask == "answer" and dash else text

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The talk, which shows the reason for a refusal only until somebody speaks again.

        A refusal of a player who knows the secret is shown only at that player's answer bar.
        """
        said = len(view.talk)
        kept = [a for a in notes if not a.why or (a.after == said and a.seat not in self.knowing)]
        return super().transcript(view, kept, names, glyphs)

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        if line.fault and line.seat not in self.knowing:
            return super()._talk(line, names, glyphs)
        if line.fault:
            return [TalkLine("", say(one_line(line.fault, 200)), quiet=True)]
        if line.ask == self.sought:
            return [TalkLine(speaker(names, line.seat, line.seq), say("I've thought of something."))]
        return []

    def _note(self, note: Note, names: Mapping[str, str]) -> TalkLine:
        if note.kind == "hint":
            return TalkLine("", say(note.text, "italic"), quiet=True, wide=True)
        return replace(super()._note(note, names), wide=True)

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        turns, question = view.facts["turns"], view.facts["question"]
        if question:
            return say(f"{last_speaker(view, names, 'guesser')}:  {one_line(question, 120)}")
        return say(f"{one_line(turns[-1]['question'], 120)}  {turns[-1]['answer']}") if turns else Content("")

    def secret(self, view: View) -> str:
        facts = view.facts
        if view.seat not in self.knowing or facts["over"]:
            return ""
        if not facts[self.sought]:
            return ""
        return f"Your word: {facts[self.sought]}" + (f" (or {facts['aliases']})" if facts["aliases"] else "")

    def happened(self, view: View) -> tuple[int, int, Collection[str]]:
        asked = [folded(turn["question"]) for turn in view.facts["turns"]]
        repeated = {"repeated"} if asked and asked[-1] in asked[:-1] else set()
        return view.facts["turn"], view.facts["turns_left"], repeated | self._happened(view.facts)

    def _happened(self, facts: Mapping[str, Any]) -> set[str]:
        """The game's own words for the guide on what has just happened."""
        return set()

    # the board

    def _asked(self, turn: Mapping[str, Any]) -> str:
        """The text of a turn's question on the board."""
        return str(turn["question"])

    def _sheet(
        self,
        view: View,
        *,
        empty: str,
        large: str,
        over_large: str,
        tallies: Sequence[tuple[str, int, str]],
        notes: Sequence[str],
    ) -> QuestionSheet:
        """The sheet that the board draws for a view; `tallies`: words with their counts and tones."""
        facts = view.facts
        rows = [
            QuestionRow(self._asked(t), t["answer"], self.looks[t["answer"]].tone) for t in facts["turns"]
        ]
        if facts["question"] and not large:
            rows.append(QuestionRow(self._asked(facts)))
        return QuestionSheet(
            rows=tuple(rows),
            empty=empty,
            large=large,
            over_large=over_large,
            veil=SHOWS if self.secret(view) else "",
            secret=self.secret(view),
            tallies=tuple(AnswerTally(word, count, COLOURS[tone]) for word, count, tone in tallies),
            done=facts["max_turns"] - facts["turns_left"],
            of=facts["max_turns"],
            notes=tuple(notes),
        )

    # the result

    def headline(self, play: Play[Any], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
        """How the session ended, and a remark, both addressed to the people who played."""
        state, outcome = play.state, play.outcome()
        what = one_line((*state.names, "")[0], 60).upper()
        tail = f" · {what}" if what else ""
        found, lost = between(play, names, people) or self._endings(people)
        if play.resigned:
            head, remark = "GAVE UP", self.host.gave_up(play, names)
        elif "guesser" in outcome.winners:
            head, remark = f"{found} in {len(state.turns)}", self._found(play, names, people)
        elif outcome.result in ("won", "lost"):
            head, remark = lost, self._lost(play, names, people)
        else:
            return f"STOPPED{tail}", stopped(play, names)
        also = ", ".join(one_line(name, 40) for name in state.aliases[:NAMES])
        return head + tail, f"{remark} Also called {also}." if also else remark

    def _endings(self, people: Collection[str]) -> tuple[str, str]:
        """The headlines for a found secret and for a secret not found, from the side of these people."""
        if "guesser" in people:
            return "WON", "LOST"
        return "FOUND", "YOU WIN" if "setter" in people else "NOT FOUND"

    def _way(self, people: Collection[str]) -> str:
        """The prefix of the keys of remarks to these people on a found secret; empty if there are none."""
        return "found" if "guesser" in people else ""

    def _found(self, play: Play[Any], names: Mapping[str, str], people: Collection[str]) -> str:
        n, way, most = len(play.state.turns), self._way(people), play.state.max_turns
        steps = [step for step in STEPS if n <= step and self.host.has("endings", f"{way}_{step}")]
        key = "found_by" if not way else "found_last" if n == most or not steps else f"{way}_{steps[0]}"
        return self.host.ending(play, key, names, count=counted(n, "question"))

    def _lost(self, play: Play[Any], names: Mapping[str, str], people: Collection[str]) -> str:
        """The remark on a secret that wasn't found."""
        yes = any(turn.answer == YES for turn in play.state.turns)
        key = "kept" if "guesser" not in people else "lost" if yes else "no_yes"
        return self.host.ending(play, key, names, count=counted(len(play.state.turns), "question"))

    def _aside(self, turn: Any) -> str:
        """A remark on an answer, for the picture of the end."""
        return ""

    def _question_text(self, turn: Any) -> str:
        """The question of a turn, for the picture of the end."""
        return str(turn.question)

    def laid_open(self, play: Play[Any]) -> tuple[str, int]:
        name = (*play.state.names, "")[0]
        return name, len(name) if "guesser" in play.outcome().winners else 0

    def grid(self, play: Play[Any], glyphs: Glyphs, width: int, *, small: bool) -> Content:
        turns, looks = play.state.turns, self.looks
        said = [SAID.get(turn.answer, turn.answer) for turn in turns]
        wide = max(map(len, said), default=0)
        lines: list[Content] = []
        indent = wide + len("20    ")
        for n, (turn, word) in enumerate(zip(turns, said, strict=True), 1):
            aside = (self._aside(turn), "italic $foreground-muted")
            told = Content.assemble(say(one_line(self._question_text(turn), MAX_LINE)), aside)
            first, *more = told.wrap(max(width - indent, indent))
            answer = (f"{word:<{wide}}  ", COLOURS[looks[turn.answer].tone])
            lines.append(Content.assemble((f"{n:>2}  ", "$foreground-muted"), answer, first))
            lines += [Content.assemble(" " * indent, line) for line in more]
        return Content("\n").join(lines)

    def ghost(self, play: Play[Any], glyphs: Glyphs, width: int) -> list[Content]:
        """The good moments: the numbers of the questions that were answered with yes."""
        good = [n for n, turn in enumerate(play.state.turns, 1) if self.looks[turn.answer].tone in _GOOD]
        if not good:
            return [say("no yes answers yet", "$foreground-muted")]
        told = "yes to question" if len(good) == 1 else "yes to questions"
        return [say(f"{told} {listed([str(n) for n in good])}", COLOURS["good"])]

    def share(self, play: Play[Any], glyphs: Glyphs, *, words: bool) -> list[str]:
        state = play.state
        told = [turn.answer for turn in state.turns]
        score = f"{len(told) if state.won else 'X'}/{state.max_turns}"
        if words:
            text = ", ".join(self.looks[answer].read_out or answer for answer in told)
            return [score, text] if text else [score]
        gap = " " if glyphs.ascii else ""
        row = [look.sign if glyphs.ascii else look.emoji for look in map(self.looks.__getitem__, told)]
        return [score, *(gap.join(row[i : i + A_LINE]) for i in range(0, len(row), A_LINE))]
