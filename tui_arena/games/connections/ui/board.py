"""Connections' ui: letters on tiles, a clue, and words that are turned over together.

Law: until the end, the setter's word is drawn on the setter's card only. Until all replies are in, a sealed
reply is drawn only for its own seat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.content import Content

from tui_arena.core.game import Ask, Belief, Fault, Line, View
from tui_arena.core.language.sentences import YOU
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.games.connections.state import CLUE_CHARS, KINDS, NO_GUESS, PASSED, SETTER, State
from tui_arena.games.connections.ui import ending_texts, texts
from tui_arena.games.connections.ui import ending_texts as result_texts
from tui_arena.games.connections.ui.clue_board import AnswerMark, ClueBoard, Past, Scene
from tui_arena.games.connections.ui.clue_form import ClueForm
from tui_arena.games.connections.ui.ending_texts import EMOJI, ENDS, SIGNS
from tui_arena.games.connections.ui.findings import findings
from tui_arena.games.connections.ui.reveal import BAD, GOOD, NONE, STOPPED, Reveal, Turned
from tui_arena.games.connections.ui.texts import LABELS, MISSING, TASKS
from tui_arena.table.notes import Note
from tui_arena.ui.boards.word_card import CardFace
from tui_arena.ui.game_ui import Board, GameUI, TalkLine
from tui_arena.ui.glyphs import Glyphs, say

KIND_OF = {
    "reveal": GOOD,
    "won": GOOD,
    "guesser_wrong": BAD,
    "setter_blocked": STOPPED,
    "forfeited": NONE,
}
LAST = 120
"""The most characters of a clue or a refusal that are repeated in a line."""


class ConnectionsUI(GameUI):
    """Connections' ui: the guessers lead each other to a word, past the setter."""

    wide = True
    drawn = result_texts.DRAWN
    roles: ClassVar[Mapping[str, str]] = {"setter": "has the word and blocks"}

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return ClueBoard(glyphs, scene, ClueForm(glyphs, KINDS, CLUE_CHARS), animated=animated)

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        return texts.status(view, ask, names) if ask is not None else ""

    def does(self, seat: str) -> str:
        return self.roles.get(seat, "gives clues and guesses")

    def task(self, ask: Ask) -> str:
        return TASKS[ask.name]

    def label(self, ask: Ask) -> str:
        return LABELS[ask.name]

    def placeholder(self, ask: Ask, view: View) -> str:
        return texts.placeholder(ask, view)

    def typing(self, ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
        return texts.while_typed(ask, view, text, fault)

    def missing(self, ask: Ask) -> str:
        return MISSING.get(ask.name, "One word, or enter alone.")

    def refusal(self, ask: Ask, fault: Fault) -> str:
        return texts.refusal(ask, fault)

    # talk: the board already shows clues and words, so the talk leaves them out

    def welcome(self, view: View, glyphs: Glyphs) -> list[TalkLine]:
        return [TalkLine("", say(line), quiet=True, wide=True) for line in texts.welcome(view)]

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The talk: a hint stays until something else is said; refusals are left to the answer bar."""
        said = len(view.talk)
        kept = [a for a in notes if not a.why and (a.kind != "hint" or a.after == said)]
        return super().transcript(view, kept, names, glyphs)

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        if line.fault:
            return [TalkLine("", say(one_line(line.fault, LAST)), quiet=True, wide=True)]
        return []

    def _note(self, note: Note, names: Mapping[str, str]) -> TalkLine:
        return TalkLine("", say(note.text, "italic" if note.kind == "hint" else ""), quiet=True, wide=True)

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        facts, names = view.facts, texts.told_apart(names)
        if facts["clue"]:
            giver = names.get(facts["giver"], facts["giver"])
            return say(f"{giver}'s clue:  {one_line(facts['clue'], LAST)}")
        reveal = _revealed(view, names)
        if reveal is None:
            return Content("")
        outcome = " ".join([reveal.outcome, *reveal.letters.upper()])
        return say(f"{reveal.cards[0].word.upper()}  {outcome}" if reveal.cards else outcome)

    def secret(self, view: View) -> str:
        facts = view.facts
        return facts["secret"] if view.seat == SETTER and not facts["over"] else ""

    def shown_best(self, belief: Belief) -> str:
        return "it might be: " + ", ".join(name for name, _ in belief.best[:5])

    def happened(self, view: View) -> tuple[int, int, Collection[str]]:
        return view.facts["turn"], view.facts["turns_left"], texts.happened(view)

    def moment(self, view: View) -> str:
        reveal = _revealed(view, {})
        later = "+" if view.facts["changing"] else ""  # the letter that follows counts as another moment
        return f"{reveal.key}{later}" if reveal is not None else ""

    def nearness(self, play: Play[State]) -> tuple[float, str]:
        return ending_texts.nearness(play.state)

    # the result

    def headline(
        self, play: Play[State], names: Mapping[str, str], people: Collection[str]
    ) -> tuple[str, str]:
        head, remark = ending_texts.headline(play, names, people)
        return head, "\n".join(filter(None, (remark, result_texts.coach_line(play, names, people))))

    def findings(
        self, play: Play[State], names: Mapping[str, str], glyphs: Glyphs, width: int, *, small: bool
    ) -> Content:
        parts = (
            result_texts.climb(play.state),
            result_texts.pairs(play, names),
            result_texts.reading(play, names),
        )
        return findings(glyphs, *parts, width, low=small)

    def share(self, play: Play[State], glyphs: Glyphs, *, words: bool) -> list[str]:
        if words:
            return [ending_texts.score(play), *ending_texts.in_words(play.state)]
        signs = SIGNS if glyphs.ascii else EMOJI
        told = ["".join(signs[end] for end in row) for row in ending_texts.rows(play.state)]
        return [ending_texts.score(play), *filter(None, told)]


# the board


def scene(view: View, ask: Ask | None, names: Mapping[str, str], glyphs: Glyphs) -> Scene:
    """All that the board draws for a view."""
    facts, names = view.facts, texts.told_apart(names)
    own = _own_guess(view)
    reveal = _revealed(view, names)
    if reveal is not None and not facts["over"] and not facts["changing"]:
        reveal = replace(reveal, after=texts.next_clue(view, names))
    letters, secret = facts["prefix"], facts["secret"] if facts["over"] else ""
    if facts["over"] and facts["found"]:
        letters, secret = secret, ""
    return Scene(
        letters=letters,
        rest=secret[len(letters) :],
        more=not facts["over"],
        title=texts.title(view, ask, names),
        foot=facts["kind"],
        said=one_line(facts["clue"], CLUE_CHARS) if not facts["changing"] and not facts["over"] else "",
        lines=texts.lines(view, ask, names, own),
        marks=tuple(_marks(view, names)) if not facts["changing"] else (),
        reveal=reveal,
        past=tuple(_past(turn, names, glyphs) for turn in facts["turns"]),
        card=_card(view),
        blocked=tuple(facts["blocked"]),
        left=facts["attempts_left"] if facts["limited"] else 0,
        of=facts["max_attempts"] if facts["limited"] else 0,
        about=tuple(_about(view, names)),
        form=texts.form_asks(ask, view) if ask is not None and ask.name == "clue" else None,
    )


def _card(view: View) -> CardFace | None:
    facts = view.facts
    if view.seat != SETTER or facts["over"] or not facts["secret"]:
        return None
    return CardFace("your word", facts["secret"], behind_key=True)


def _own_guess(view: View) -> str:
    """The word that this seat has guessed for the open clue; empty if none."""
    for line in reversed(view.talk):
        if line.ask == "clue" or line.fault:
            break
        if line.ask == "guess" and line.seat == view.seat:
            return "" if line.text == NO_GUESS else line.text
    return ""


def _marks(view: View, names: Mapping[str, str]) -> Iterator[AnswerMark]:
    """A mark for each other guesser: whether they have named a word."""
    facts = view.facts
    for seat in (*facts["said"], *facts["waits_for"]):
        done, who = seat in facts["said"], names.get(seat, seat)
        does = "has a word" if done else "think" if who == YOU else "thinks"
        if seat != view.seat:
            yield AnswerMark(who, done, does)


def _about(view: View, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    facts = view.facts
    if facts["persona"]:
        yield "you are", one_line(facts["persona"], 200)
    for seat, text in facts["personas"].items():
        yield names.get(seat, seat), one_line(text, 80)


def _past(turn: Mapping[str, Any], names: Mapping[str, str], glyphs: Glyphs) -> Past:
    end = turn["end"]
    giver = names.get(turn["giver"], turn["giver"])
    guesses = [
        f"{names.get(g['seat'], g['seat'])} {g['word'].upper() or glyphs.dash}" for g in turn["guesses"]
    ]
    block = [f"{names.get(SETTER, SETTER)} {turn['block'].upper()}"] if turn["block"] else []
    who = f"{giver} {glyphs.arrow} {', '.join([*block, *guesses])}" if giver else ""
    return Past(KIND_OF[end], turn["word"], ENDS[end], turn["clue"], who)


# the reveal


def _revealed(view: View, names: Mapping[str, str]) -> Reveal | None:
    """The latest attempt whose end everybody knows; None if there is none."""
    facts, turns = view.facts, view.facts["turns"]
    if facts["changing"]:
        return _connected(view, names)
    if not turns:
        return None
    turn = turns[-1]
    cards = list(_cards(turn, names))
    outcome, letters = _outcome(view, turn)
    return Reveal(
        key=len(turns),
        head=turn["clue"],
        cards=tuple(cards),
        outcome=outcome,
        kind=KIND_OF[turn["end"]],
        letters=letters,
        before=turn["before"],
    )


def _cards(turn: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Turned]:
    if not turn["word"]:
        return
    yield Turned(names.get(turn["giver"], turn["giver"]), turn["word"], NONE, "meant")
    kind = STOPPED if turn["end"] == "setter_blocked" else BAD if turn["block"] else NONE
    note = "block" if turn["block"] else "no block"
    yield Turned(names.get(SETTER, SETTER), turn["block"], kind, note)
    for guess in turn["guesses"]:
        who = names.get(guess["seat"], guess["seat"])
        yield Turned(who, guess["word"], GOOD if guess["right"] else BAD)


def _outcome(view: View, turn: Mapping[str, Any]) -> tuple[str, str]:
    match turn["end"]:
        case "won" if turn["word"] == view.facts["secret"]:
            return "FOUND: that is the word", ""
        case "won":
            return "CONNECTED:", view.facts["secret"]
        case "reveal":
            return "CONNECTED:", view.facts["prefix"][: turn["after"]]
        case "setter_blocked":
            return "BLOCKED", ""
        case "guesser_wrong":
            return "NOBODY CONNECTED", ""
    return "NO CLUE THIS TIME", ""


def _connected(view: View, names: Mapping[str, str]) -> Reveal:
    """The reveal of a connection whose letter is held back, as the setter may still change the word."""
    facts = view.facts
    said: dict[str, Any] = {"guesses": [], "block": ""}
    for line in view.talk:
        if line.ask == "clue":
            said = {"guesses": [], "block": ""}
        elif line.ask == "block" and not line.fault:
            said["block"] = "" if line.text == PASSED or line.text == facts["secret"] else line.text
        elif line.ask == "guess" and not line.fault:
            word = "" if line.text == NO_GUESS else line.text
            said["guesses"].append({"seat": line.seat, "word": word, "right": word == facts["clue_word"]})
    turn = {**said, "word": facts["clue_word"], "giver": facts["giver"], "end": "reveal"}
    cards = tuple(_cards(turn, names))
    after = "The letter comes once the word is kept, or changed."
    return Reveal(facts["attempt"], facts["clue"], cards, "CONNECTED", GOOD, after=after)


GAME_UI = ConnectionsUI()
