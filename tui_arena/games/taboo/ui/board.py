"""The ui of Taboo: the talk as bubbles, the word on a card, the last guess on a stage.

Only `tui_arena.ui` imports this module, because it lies in the game's folder as `ui/board.py`.

Law: before the end the word is drawn only on the card. In a reply that said it, it is marked only if the
view says where.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from textual.content import Content

from tui_arena.core.game import TABLE, Ask, Belief, Fault, Line, View
from tui_arena.core.language.sentences import YOU, who_does
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.games.taboo.rules import NOTHING, State
from tui_arena.games.taboo.ui import ending_texts, texts
from tui_arena.games.taboo.ui.ending_texts import EMOJI, SIGNS
from tui_arena.games.taboo.ui.talk_board import Bubble, Stage, TalkBoard, TalkScene, marked
from tui_arena.games.taboo.ui.texts import LABELS, MISSING, PHRASE, TASKS
from tui_arena.table.notes import Note
from tui_arena.ui.boards.word_card import CardFace
from tui_arena.ui.game_ui import Board, GameUI, TalkLine
from tui_arena.ui.glyphs import Glyphs, say

LONGEST = 2000
"""Characters of a reply that are shown."""
LAST = 160
GRID = 48
"""The width of a line of the talk on the result screen, in cells."""
PICKS = "up/down picks a word"
MOMENT = "bold reverse $accent"


class TabooUI(GameUI):
    """A talk between two players, one of whom has a card."""

    wide = True
    roles: ClassVar[Mapping[str, str]] = {"setter": "has the word", "guesser": "must not say it"}

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return TalkBoard(glyphs, spread)

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        if ask is None:
            return ""
        does = who_does(ask, names, texts.DOES)
        facts = view.facts
        return does if ask.name == "last_guess" else f"{does} · {facts['turn']} of {facts['max_prompts']}"

    def task(self, ask: Ask) -> str:
        return TASKS.get(ask.name, super().task(ask))

    def label(self, ask: Ask) -> str:
        return LABELS.get(ask.name, ask.name)

    def placeholder(self, ask: Ask, view: View) -> str:
        return texts.placeholder(ask, view)

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        text = text.strip()
        if ask.name == "last_guess":
            return texts.last_guess_typed(text)
        named = texts.guess_typed(text) if ask.name == "reply" else None
        return text if named is None else f"{PHRASE}{named}"

    def typing(self, ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
        return texts.while_typed(ask, view, text, fault)

    def missing(self, ask: Ask) -> str:
        return MISSING.get(ask.name, "Type something first.")

    def refusal(self, ask: Ask, fault: Fault) -> str:
        return texts.refusal(ask, fault)

    # talk: the board already shows the talk, so it is left out here

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The notes, with a hint only until something else is said; refused tries are among the bubbles."""
        now = len(view.talk)
        kept = [a for a in notes if not a.why and (a.kind != "hint" or a.after == now)]
        first = [TalkLine("", say(line), quiet=True, wide=True) for line in texts.welcome(view)]
        return [*first, *super().transcript(view, kept, names, glyphs)]

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        return []

    def _note(self, note: Note, names: Mapping[str, str]) -> TalkLine:
        style = "italic" if note.kind == "hint" else ""
        return TalkLine("", say(note.text, style), quiet=True, wide=True)

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        line = next((line for line in reversed(view.talk) if line.seat in names and not line.fault), None)
        return say(f"{names[line.seat]}:  {one_line(line.text, LAST)}") if line else Content("")

    def secret(self, view: View) -> str:
        facts = view.facts
        if view.seat != "setter" or facts["over"]:
            return ""
        return f"{facts['word']}" + (f" | not: {facts['forbidden_words']}" if facts["forbidden"] else "")

    def shown_best(self, belief: Belief) -> str:
        return "it might be: " + ", ".join(name for name, _ in belief.best[:5])

    def happened(self, view: View) -> tuple[int, int, Collection[str]]:
        return view.facts["turn"], view.facts["turns_left"], texts.happened(view)

    def nearness(self, play: Play[State]) -> tuple[float, str]:
        """By the number of replies that did not say the word."""
        safe = sum(turn.reply is not None and not turn.heard for turn in play.state.turns)
        told = f"{safe} repl{'y' if safe == 1 else 'ies'} without it" if play.state.turns else ""
        return float(safe), told

    # the result

    def headline(
        self, play: Play[State], names: Mapping[str, str], people: Collection[str]
    ) -> tuple[str, str]:
        return ending_texts.headline(play, names, people)

    def grid(self, play: Play[State], glyphs: Glyphs, *, small: bool) -> Content:
        return Content("\n").join(_told(play.view("setter").facts, glyphs))

    def share(self, play: Play[State], glyphs: Glyphs, *, words: bool) -> list[str]:
        if words:
            return [ending_texts.score(play), *ending_texts.in_words(play.state)]
        signs, gap = (SIGNS, " ") if glyphs.ascii else (EMOJI, "")
        return [
            ending_texts.score(play),
            gap.join(signs[moment] for moment in ending_texts.moments(play.state)),
        ]


# the board


def spread(
    view: View, ask: Ask | None, names: Mapping[str, str], notes: Sequence[Note], glyphs: Glyphs
) -> TalkScene:
    """Everything the board draws for a view."""
    facts = view.facts
    return TalkScene(
        bubbles=tuple(_bubbles(view, names, notes, glyphs)),
        empty=texts.empty(view, names),
        stage=_stage(view, ask, names),
        card=_card(view, names),
        left=facts["turns_left"],
        of=facts["max_prompts"],
        unit="prompt",
        helped=view.seat != "setter" and not facts["over"],
    )


def _card(view: View, names: Mapping[str, str]) -> CardFace:
    facts = view.facts
    mine = view.seat == "setter"
    whose = "your card" if mine or names.get("setter") == YOU else "the card"
    if not mine and "setter" in names and whose == "the card":
        whose = f"{names['setter']}'s card"
    return CardFace(whose, facts["word"], tuple(facts["forbidden"]), behind_key=mine and not facts["over"])


def _bubbles(view: View, names: Mapping[str, str], notes: Sequence[Note], glyphs: Glyphs) -> Iterator[Bubble]:
    """The talk, then the refused tries, for the player who made them."""
    facts = view.facts
    setter, guesser = names.get("setter", "setter"), names.get("guesser", "guesser")
    most, turns = facts["max_prompts"], facts["turns"]
    for n, turn in enumerate(turns, 1):
        fresh = not turn["answered"] and view.seat == "guesser"
        yield Bubble(setter, say(one_line(turn["question"], LONGEST)), beside=f"{n} of {most}", fresh=fresh)
        if turn["answered"]:
            under = texts.how_said(turn["heard"], facts["word"]) if turn["heard"] else ""
            yield Bubble(guesser, _reply(turn), right=True, under=under)
        elif view.seat != "guesser":
            yield Bubble(guesser, say(glyphs.ellipsis), right=True, quiet=True)
    if facts["guess"] and not turns[-1]["guess"]:
        right = "right" if facts["right"] else "wrong"
        yield Bubble(guesser, say(facts["guess"].upper(), "bold"), right=True, beside=f"the guess: {right}")
    yield from _refused(view, names, notes)


def _refused(view: View, names: Mapping[str, str], notes: Sequence[Note]) -> Iterator[Bubble]:
    """Refused tries, until something else is said; at the last guess only the answer bar shows them."""
    now = -1 if view.facts["uttered"] or view.facts["silent"] else len(view.talk)
    tries = [(line.seat, line.text, line.fault) for line in view.talk if line.fault]
    tries += [(a.seat, a.text, a.why) for a in notes if a.why and a.after == now and a.seat == view.seat]
    for seat, text, why in tries:
        shown = text if text.strip() != PHRASE.strip() else ""
        if seat != TABLE and shown:
            bubble = Bubble(
                names.get(seat, seat),
                say(one_line(shown, LONGEST)),
                right=seat == "guesser",
                beside="not sent",
                quiet=True,
                under=texts.quoted(why),
            )
            yield bubble


def _reply(turn: Mapping[str, Any]) -> Content:
    """A reply, in which the token that said the word is marked if the view holds it."""
    if not turn["answer"]:
        return say(NOTHING, "italic $foreground-muted")
    text = say(one_line(turn["answer"], LONGEST))
    if turn["guess"]:
        text = _guess(turn["answer"].strip(), turn["guess"])
    return marked(text, turn["heard"][0], MOMENT, bracketed=True) if turn["heard"] else text


def _guess(text: str, named: str) -> Content:
    """A reply that is a guess: first what it names, then the rest of it."""
    rest = text.removeprefix(PHRASE).strip()
    if rest.casefold().startswith(named.casefold()):
        rest = rest[len(named) :].lstrip(" .!*\n")
    more = say(f"  {one_line(rest, LONGEST)}", "italic") if rest else Content("")
    return Content.assemble("My guess: ", say(one_line(named, LONGEST), "bold"), more)


def _stage(view: View, ask: Ask | None, names: Mapping[str, str]) -> Stage | None:
    """The last guess, before and after it is made; nothing marks the word for a seat that may not know it."""
    facts = view.facts
    if facts["over"]:
        return _over(facts, names)
    if facts["uttered"]:
        return _uttered(view, ask, names)
    if facts["silent"]:
        return _silent(view, names)
    return None


def _over(facts: Mapping[str, Any], names: Mapping[str, str]) -> Stage:
    """How it ended, with the reply that said the word shown once more."""
    guesser = names.get("guesser", "the guesser")
    finds = "you find it" if guesser == YOU else f"{guesser} finds it"
    said = _reply(facts["turns"][-1]) if facts["uttered"] else Content("")
    lines = texts.outcome_lines(facts, names)
    return Stage(finds if facts["found"] else "not found", tuple(map(say, lines)), said)


def _uttered(view: View, ask: Ask | None, names: Mapping[str, str]) -> Stage:
    facts = view.facts
    turn = facts["turns"][-1]
    guesser = names.get("guesser", "the guesser")
    has = "You have" if view.seat == "guesser" else texts.has(guesser)
    if turn["heard"]:
        lines = [texts.how_said(turn["heard"], facts["word"]), f"{has} one guess."]
    else:
        lines = ["The word has been said.", "It is one of these words.", f"{has} one guess."]
    picks = view.seat == "guesser" and ask is not None
    words = texts.pickable(turn["answer"]) if picks else ()
    return Stage("the last guess", tuple(map(say, lines)), _reply(turn), words, PICKS if words else "")


def _silent(view: View, names: Mapping[str, str]) -> Stage:
    facts = view.facts
    guesser, setter = names.get("guesser", "the guesser"), names.get("setter", "the setter")
    winner = guesser if facts["silence_wins"] else setter
    if view.seat == "guesser":
        winner = YOU if facts["silence_wins"] else setter
        lines = ["You have one guess.", f"Pass, and {texts.wins(winner)}."]
    else:
        lines = [f"{texts.has(guesser)} one guess.", f"Without it {texts.wins(winner)}."]
    return Stage("never said", tuple(map(say, ["The word was never said.", *lines])))


# the result


def _told(facts: Mapping[str, Any], glyphs: Glyphs) -> Iterator[Content]:
    """The talk line by line, with the token that said the word marked."""
    for n, turn in enumerate(facts["turns"], 1):
        yield from _hung(f"{n} {glyphs.arrow} ", say(one_line(turn["question"], LONGEST)), "$primary")
        if turn["answered"]:
            yield from _hung(f"  {glyphs.back_arrow} ", _reply(turn), "$accent")
    if facts["guess"]:
        if not facts["turns"][-1]["guess"]:
            guess = say("My guess: ").append(say(one_line(facts["guess"], LONGEST), "bold"))
            yield from _hung(f"  {glyphs.back_arrow} ", guess, "$accent")
        yield say(f"    {'right' if facts['right'] else 'wrong'}", "italic $accent")


def _hung(sign: str, text: Content, tone: str) -> Iterator[Content]:
    """A wrapped text behind a sign, its later lines indented to match."""
    for n, line in enumerate(text.wrap(GRID - len(sign))):
        yield Content.assemble((sign if n == 0 else " " * len(sign), tone), line)


GAME_UI = TabooUI()
