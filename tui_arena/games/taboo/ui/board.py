"""The ui of Taboo: the talk as bubbles, the word on a card, the last guess on a stage, and the host's texts.

Every text is made from the view that is passed in, so it can't reveal anything that the view doesn't have.

Law: before the end the word is drawn only on the card. The token that said it in a reply is marked only if
the view says where it is. The lines to share have no word that was said in the session.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from textual.content import Content

from tui_arena.core.answers import CALL
from tui_arena.core.events import speaker
from tui_arena.core.game import TABLE, Ask, Fault, View
from tui_arena.core.language.sentences import YOU, capital, counted, first_name, listed, number_word
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.games.taboo.content import content_of
from tui_arena.games.taboo.metrics import SAYS
from tui_arena.games.taboo.rules import BARE_WORDS, NOTHING, PASSED, PHRASE, TabooState, read_guess
from tui_arena.games.taboo.ui.talk_board import Bubble, ClosingPanel, TalkBoard, TalkScene, marked
from tui_arena.table.notes import Note
from tui_arena.ui.boards.host import CALLED_OUT, BoardHostUI, aside, quoted, stands, was_refused
from tui_arena.ui.boards.word_card import CardFace
from tui_arena.ui.game_ui import Board, TalkLine, speakers, won_by
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.host_lines import HostLines

LONGEST = 2000
"""The number of characters of a reply that are shown."""
LAST = 160
NARROWEST, GRID = 20, 70
"""The fewest and the most cells of a line of the talk on the result screen."""
PICKS = "up/down: pick a word"
MOMENT = "bold reverse $accent"
_GUESS = re.compile(r"(?:my )?g(?:uess)?(?: of the word)?(?: is)?\b\s*(:?)\s*(.+)", re.IGNORECASE)
_CEREMONY = re.compile(r"(?:is it|it is|it's|the word is)\s+(?=\S)", re.IGNORECASE)
_ASIDE = frozenset("what who whom whose where when why how which that so not again if i it it's we".split())
"""Words that don't begin a guess if they follow `guess`, as in `guess what happened`."""
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
SHORTEST = 3
"""The fewest letters of a word that can be picked from a reply."""
FEW = 20
"""If at most this many characters are left, the count is emphasised."""


End = Literal[
    "named",
    "caught",
    "late",
    "early",
    "missed",
    "let_go",
    "late_wrong",
    "silent",
    "drawn",
    "forfeit",
    "unanswered",
]
"""How a session ended.

- A right guess: `named` before the word was said, `caught` after it was said, `late` after all prompts.
- A wrong guess: `early`, `missed` and `late_wrong` for the same three moments.
- A pass: `let_go` after the word was said, `silent` if it never was.
- `drawn`: the word was neither said nor found, and then nobody wins.
- `forfeit`: the setter didn't find a prompt that the rules allow.
- `unanswered`: two replies were no answer.
"""

QUICK = 1
MOMENTS: Mapping[str, tuple[str, str, str]] = {
    "safe": ("💬", ".", ""),
    "said": ("💥", "!", "then the word was said"),
    "right": ("🎯", "*", "named"),
    "wrong": ("❌", "x", "a wrong guess"),
    "passed": ("🤐", "-", "no guess"),
    "forfeit": ("🃏", "f", "no allowed prompt"),
    "unanswered": ("🔇", "n", "no answer, twice"),
}
"""Maps each thing that can happen at a prompt or at the end to its emoji, its ASCII sign, and its words."""


class TabooUI(BoardHostUI):
    """A talk between two players, one of whom has a card."""

    host = HostLines("taboo")
    roles: ClassVar[Mapping[str, str]] = {"setter": "has the word", "guesser": "must not say it"}
    counted = ("prompt", "reply")
    turns = "max_prompts"

    def in_the_open(self, ask: Ask, view: View, others: Collection[str]) -> bool:
        """The setter looks at the card before each prompt, unless nobody else is at the keyboard."""
        return ask.name != "prompt" or not others

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return TalkBoard(glyphs, spread)

    def placeholder(self, ask: Ask, view: View) -> str:
        facts = view.facts
        if ask.name == "prompt":
            return "ask something whose answer is your word"
        if ask.name == "last_guess":
            return "one of these words, or pass" if facts["uttered"] else "a word, or pass"
        if facts["last_prompt"]:
            return "last prompt: answer, or type:  guess kettle"
        return "answer, or to guess, type:  guess kettle"

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        text = text.strip()
        if ask.name == "last_guess":
            return last_guess_typed(text)
        named = guess_typed(text) if ask.name == "reply" else None
        return text if named is None else f"{PHRASE}{named}"

    def typing(self, ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
        if not text.strip():
            return "", ""
        if ask.name == "prompt":
            if fault is not None and fault.kind == "rule":
                return self.host.refusal(fault), "refused"
            left = view.facts["max_chars"] - len(one_line(text))
            return f"{left} character{'' if left == 1 else 's'} left", "hint" if left <= FEW else ""
        if ask.name == "last_guess":
            return _while_guessing(view.facts, last_guess_typed(text), fault)
        if (named := guess_typed(text)) is not None:
            return f"Press Enter to make {named.upper()} your one guess. If it's wrong, you lose.", "hint"
        least = f"at least {number_word(view.facts['min_words'] or 0)} words, one of them your own"
        return (least if fault else ""), ""

    def refusal(self, ask: Ask, fault: Fault) -> str:
        if ask.name == "last_guess":
            return f"Type the word ({number_word(BARE_WORDS)} words at most), or type: pass."
        if fault.kind in ("format", "empty"):
            return self.host.refused("no_guess") if ask.name == "reply" else self.missing(ask)
        told = self.host.refusal(fault)
        if ask.name == "reply":
            return f"{told} To guess, type:  guess kettle"
        return f"{told} F8 lets it pass." if fault.heard else told

    def missing(self, ask: Ask) -> str:
        return self.host.refused(f"no_{ask.name}")

    def spoken(self, ask: str, text: str) -> str:
        if ask == CALL:
            return CALLED_OUT
        try:
            guess = read_guess(text) if ask in ("reply", "last_guess") else None
        except Fault:
            return text
        return f"My guess: {guess}!" if guess else text

    # talk: the board already shows the talk, so it is left out here

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The rules in short, for a guesser at the first prompt, and then the notes."""
        turns = view.facts["turns"]
        told = super().transcript(view, notes, names, glyphs)
        if view.seat != "guesser" or len(turns) != 1 or turns[0]["answered"]:
            return told
        rules = (
            "Answer, and work out the word. If you say it by accident, you get one guess. A wrong "
            "guess loses."
        )
        return [*aside([rules]), *told]

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        line = next((line for line in reversed(view.talk) if line.seat in names and not line.fault), None)
        if line is None:
            return Content("")
        said = one_line(self.spoken(line.ask, line.text), LAST)
        return say(f"{speaker(names, line.seat, line.seq)}:  {said}")

    def secret(self, view: View) -> str:
        facts = view.facts
        if view.seat != "setter" or facts["over"]:
            return ""
        return f"{facts['word']}" + (f" | not: {facts['forbidden_words']}" if facts["forbidden"] else "")

    def events(self, view: View) -> set[str]:
        """The events, any of `uttered`, `guessed`, `silent` and `refused`."""
        guessed = {"guessed"} if view.facts["guess"] else set()
        return {word for word in ("uttered", "silent") if view.facts[word]} | guessed | was_refused(view)

    def nearness(self, play: Play[TabooState]) -> tuple[float, str]:
        """Nearness by the number of replies that didn't say the word."""
        safe = sum(turn.reply is not None and not turn.heard for turn in play.state.turns)
        told = f"{counted(safe, 'reply', 'replies')} without the word" if play.state.turns else ""
        return float(safe), told

    # the result

    def headline(
        self, play: Play[TabooState], names: Mapping[str, str], people: Collection[str]
    ) -> tuple[str, str]:
        """How the session ended, and a remark; from the person's side if exactly one person played."""
        state, outcome = play.state, play.outcome()
        word = one_line(state.word, 60).upper()
        mine = next(iter(people)) if len(people) == 1 else ""
        if play.resigned:
            return f"GAVE UP · {word}", _joined(self.host.gave_up(play, names), _rule(state))
        end = end_of(state)
        if end is None:
            return outcome.result.upper(), outcome.cause or ""
        if end == "drawn":
            return f"DRAWN · {word}", self._remark(play, end, names, mine)
        winner = outcome.winners[0]
        tail = f" in {len(state.turns)}" if winner == "guesser" and not state.forfeited else ""
        head = ("WON" if winner == mine else "LOST") if mine else won_by(play, names, [winner])
        tail = "" if head == "LOST" else tail
        return f"{head}{tail} · {word}", _joined(self._remark(play, end, names, mine), _rule(state))

    def _remark(self, play: Play[TabooState], end: End, names: Mapping[str, str], mine: str) -> str:
        part = mine if mine in ("guesser", "setter") else "everybody"
        fast = len(play.state.turns) == QUICK and self.host.has(part, f"fast_{end}")
        return self.host.line(play, part, f"fast_{end}" if fast else end, names, {})

    def laid_open(self, play: Play[TabooState]) -> tuple[str, int]:
        word = play.state.word
        return word, len(word) if "guesser" in play.outcome().winners else 0

    def grid(self, play: Play[TabooState], glyphs: Glyphs, width: int, *, small: bool) -> Content:
        return Content("\n").join(_transcript(play.view("setter").facts, glyphs, width))

    def share(self, play: Play[TabooState], glyphs: Glyphs, *, words: bool) -> list[str]:
        """The score, then what happened at each prompt and at the end: in signs, or in words to read aloud.

        The score counts the prompts given: `found 3/5`, `drawn 5/5`, or `kept 5/5` if the setter won.
        """
        state, told = play.state, _moments(play.state)
        won = "found" if "guesser" in play.outcome().winners else "kept"
        score = f"{'drawn' if state.drawn else won} {len(state.turns)}/{state.max_prompts}"
        if not words:
            row = (" " if glyphs.ascii else "").join(MOMENTS[moment][glyphs.ascii] for moment in told)
            return [score, row]
        safe = told.count("safe")
        first = (
            [f"{number_word(safe)} {'reply' if safe == 1 else 'replies'} without the word"] if safe else []
        )
        lines = [*first, *(MOMENTS[moment][2] for moment in told if moment != "safe")]
        return [score, ", ".join(lines)] if told else [score]


# what was typed


def guess_typed(text: str) -> str | None:
    """The word named by `guess X` or `g X`; None for any other text, even if it begins with `guess`.

    >>> guess_typed("g: hair dryer?"), guess_typed("Guess what I had for breakfast")
    ('hair dryer', None)
    """
    found = _GUESS.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    named = _named(found[2])
    words = named.split()
    if not words or len(words) > BARE_WORDS or not any(c.isalnum() for c in named):
        return None
    return named if found[1] or words[0].casefold() not in _ASIDE else None


def last_guess_typed(text: str) -> str:
    """A last guess in the form that the rules read. An empty text isn't a pass: Enter is soon hit twice.

    `guess` alone doesn't name a word.
    """
    bare = " ".join(text.split())
    if bare.casefold().rstrip(" .!?:") in ("guess", "my guess"):
        return PHRASE
    if bare.casefold().rstrip(" .!") in ("pass", "-"):
        return PASSED
    named = guess_typed(bare) or _named(bare)
    return f"{PHRASE}{named}" if len(named.split()) <= BARE_WORDS else text


def _named(text: str) -> str:
    """The word that a guess names, without the usual words before it (`is it ...`)."""
    return _CEREMONY.sub("", text).strip(" .?!\"'“”")


def _while_guessing(facts: Mapping[str, Any], reply: str, fault: Fault | None) -> tuple[str, str]:
    if reply == PASSED:
        winner = facts["silence_winner"] if facts["silent"] else "the other player"
        told = {"you": "you win", "nobody": "nobody wins"}.get(winner, "the setter wins")
        return f"Press Enter to pass, and {told}.", "hint"
    if fault is None and reply.startswith(PHRASE):
        return f"Press Enter to make {reply.removeprefix(PHRASE).upper()} your one guess.", "hint"
    return "", ""


# the board


def spread(
    view: View, ask: Ask | None, names: Mapping[str, str], notes: Sequence[Note], glyphs: Glyphs
) -> TalkScene:
    """Everything the board draws for a view."""
    facts = view.facts
    return TalkScene(
        bubbles=tuple(_bubbles(view, names, notes, glyphs)),
        empty=_empty(view, names),
        stage=_stage(view, ask, names),
        card=_card(view, names),
        left=facts["turns_left"],
        of=facts["max_prompts"],
    )


def _name(seat: str, names: Mapping[str, str]) -> str:
    """The name of a seat's player as it is written within a sentence."""
    return first_name(names.get(seat, f"the {seat}"))


def _empty(view: View, names: Mapping[str, str]) -> tuple[str, ...]:
    """The text in the middle before anything is said: a heading, then lines."""
    facts = view.facts
    setter, guesser = _name("setter", names), _name("guesser", names)
    prompts = f"{number_word(facts['max_prompts'])} prompt{'' if facts['max_prompts'] == 1 else 's'}"
    if view.seat == "setter":
        forms = ["a form of it"] if facts["inflections"] else []
        draw = " If nobody says it, nobody wins." if facts["silence_draws"] else ""
        struck = ["a crossed-out word"] if facts["forbids"] else []
        never = listed(["the word", *forms, *struck], "or")
        return (
            facts["goal"],
            f"{prompts.capitalize()} of up to {facts['max_chars']} characters. Never use {never}.",
            f"If they guess it, they win.{draw}",
        )
    head = f"{setter} {'have' if setter == YOU else 'has'}"
    if view.seat == "guesser":
        return (f"{head} a word and wants you to say it.", f"Don't say it. {facts['goal']}")
    return (f"{head} a word, and {prompts} to make {'you' if guesser == YOU else guesser} say it.",)


def _card(view: View, names: Mapping[str, str]) -> CardFace:
    facts = view.facts
    mine = view.seat == "setter"
    whose = "your card" if mine or names.get("setter") == YOU else "the card"
    if not mine and "setter" in names and whose == "the card":
        whose = f"{first_name(names['setter'])}'s card"
    return CardFace(whose, facts["word"], tuple(facts["forbidden"]), behind_key=mine and not facts["over"])


def _bubbles(view: View, names: Mapping[str, str], notes: Sequence[Note], glyphs: Glyphs) -> Iterator[Bubble]:
    """The talk, then the refused tries, for the player who made them."""
    facts = view.facts
    guesser = names.get("guesser", "guesser")
    prompters, repliers = (iter(speakers(view, names, ask)) for ask in ("prompt", "reply"))
    most, turns = facts["max_prompts"], facts["turns"]
    for n, turn in enumerate(turns, 1):
        fresh = not turn["answered"] and view.seat == "guesser"
        asked = say(one_line(turn["question"], LONGEST))
        yield Bubble(next(prompters), asked, note=f"{n} of {most}", fresh=fresh, opens=True)
        for call in _void(turn):
            said = say(one_line(call["reply"] or NOTHING, LONGEST))
            yield Bubble(
                next(repliers),
                said,
                right=True,
                note="void",
                quiet=True,
                under=f"No answer: {call['why']}.",
            )
        if turn["answered"]:
            under = how_said(turn["heard"], facts["word"]) if turn["heard"] else stands(turn["calls"])
            yield Bubble(next(repliers), _reply(turn), right=True, under=under)
        elif view.seat != "guesser" and not facts["over"]:
            yield Bubble(guesser, say(glyphs.ellipsis), right=True, quiet=True)
    if facts["guess"] and not turns[-1]["guess"]:
        right = "right" if facts["right"] else "wrong"
        yield Bubble(guesser, say(facts["guess"].upper(), "bold"), right=True, note=f"the guess: {right}")
    yield from _refused(view, names, notes)


def _void(turn: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The calls in a turn that were upheld."""
    return [call for call in turn["calls"] if call["upheld"]]


def _refused(view: View, names: Mapping[str, str], notes: Sequence[Note]) -> Iterator[Bubble]:
    """Refused tries, until something else is said; at the last guess only the answer bar shows them."""
    now = -1 if view.facts["uttered"] or view.facts["silent"] else len(view.talk)
    tries = [(line.seat, line.seq, line.text, line.fault) for line in view.talk if line.fault]
    own = [a for a in notes if a.why and a.after == now and a.seat == view.seat]
    tries += [(a.seat, None, a.text, a.why) for a in own]
    for seat, seq, text, why in tries:
        shown = text if text.strip() != PHRASE.strip() else ""
        if seat != TABLE and shown:
            bubble = Bubble(
                speaker(names, seat, seq),
                say(one_line(shown, LONGEST)),
                right=seat == "guesser",
                note="not sent",
                quiet=True,
                under=quoted(GAME_UI.host.refusal(Fault("rule", why))),
            )
            yield bubble


def _reply(turn: Mapping[str, Any]) -> Content:
    """A reply; the token that said the word is marked if the view has it."""
    if not turn["answer"]:
        return say(NOTHING, "italic $foreground-muted")
    text = say(one_line(turn["answer"], LONGEST))
    if turn["guess"]:
        text = _guess(turn["answer"].strip(), turn["guess"])
    return marked(text, turn["heard"][0], MOMENT, bracketed=True) if turn["heard"] else text


def _guess(text: str, named: str) -> Content:
    """A reply that is a guess: first the guessed word, then the rest of the reply."""
    rest = text.removeprefix(PHRASE).strip()
    if rest.casefold().startswith(named.casefold()):
        rest = rest[len(named) :].lstrip(" .!*\n")
    more = say(f"  {one_line(rest, LONGEST)}", "italic") if rest else Content("")
    return Content.assemble("My guess: ", say(one_line(named, LONGEST), "bold"), more)


def _stage(view: View, ask: Ask | None, names: Mapping[str, str]) -> ClosingPanel | None:
    """The last guess, before and after it is made; seats that may not know the word don't see it marked."""
    facts = view.facts
    if facts["over"]:
        return _over(facts, names)
    if facts["uttered"]:
        return _uttered(view, ask, names)
    if facts["silent"]:
        return _silent(view, names)
    return None


def _over(facts: Mapping[str, Any], names: Mapping[str, str]) -> ClosingPanel:
    """How the session ended, with another look at the reply that said the word."""
    who, word = _name("guesser", names), facts["word"].upper()

    def does(verb: str) -> str:
        return f"You {verb}" if who == YOU else f"{who} {verb}{'es' if verb.endswith('s') else 's'}"

    if facts["unanswered"]:
        lines = ["That's no answer for the second time.", f"The word was {word}."]
    elif facts["forfeited"]:
        lines = ["The rules allowed no prompt.", f"The word was {word}."]
    elif not facts["guess"]:
        lines = [f"{does('pass')}.", f"The word was {word}."]
    else:
        said = f"{does('say')} {one_line(facts['guess'], 60).upper()}."
        lines = [said, "Right." if facts["right"] else f"Wrong. The word was {word}."]
    finds = "you find it" if who == YOU else f"{who} finds it"
    shown = _reply(facts["turns"][-1]) if facts["uttered"] else Content("")
    head = finds if facts["found"] else "nobody wins" if facts["drawn"] else "not found"
    return ClosingPanel(head, tuple(map(say, lines)), shown)


def _has(view: View, names: Mapping[str, str]) -> str:
    """Says who has the last guess."""
    guesser = _name("guesser", names)
    return "You have" if guesser == YOU or view.seat == "guesser" else f"{guesser} has"


def _uttered(view: View, ask: Ask | None, names: Mapping[str, str]) -> ClosingPanel:
    turn = view.facts["turns"][-1]
    mine = view.seat == "guesser" or names.get("guesser") == YOU
    who = capital("you" if mine else _name("guesser", names))
    lines = [f"{who} said the word!", "It's one of these words."]
    if turn["heard"]:
        lines = [how_said(turn["heard"], view.facts["word"])]
    lines.append(f"{_has(view, names)} one guess.")
    words = _pickable(turn["answer"]) if view.seat == "guesser" and ask is not None else ()
    return ClosingPanel("the last guess", tuple(map(say, lines)), _reply(turn), words, PICKS if words else "")


def _pickable(reply: str) -> tuple[str, ...]:
    """The words of a reply that may be the word, in order, each once; all words if none carries meaning."""
    words = tuple(dict.fromkeys(w.casefold() for w in _WORD.findall(reply) if len(w) >= SHORTEST))
    return tuple(word for word in words if content_of(word)) or words


def _silent(view: View, names: Mapping[str, str]) -> ClosingPanel:
    wins, mine = view.facts["silence_wins"], view.seat == "guesser"
    head = "Pass, and" if mine else "Unless it's right,"
    if view.facts["silence_draws"]:
        head = "Miss or pass, and" if mine else "Unless it's right,"
        return _never_said(view, names, f"{head} nobody wins.")
    seat = "guesser" if wins else "setter"
    winner = YOU if wins and mine else _name(seat, names)
    return _never_said(view, names, f"{head} {'you win' if winner == YOU else f'{winner} wins'}.")


def _never_said(view: View, names: Mapping[str, str], worth: str) -> ClosingPanel:
    """The last guess after silence; `worth`: who wins without a right guess."""
    lines = ["The word was never said.", f"{_has(view, names)} one guess.", worth]
    return ClosingPanel("never said", tuple(map(say, lines)))


# the result


def _transcript(facts: Mapping[str, Any], glyphs: Glyphs, width: int) -> Iterator[Content]:
    """The card, then the talk line by line; the token that said the word is marked."""
    struck = f"  not: {facts['forbidden_words']}" if facts["forbidden"] else ""
    card = Content.assemble((str(facts["word"]).upper(), "bold reverse"), say(struck, "$foreground-muted"))
    yield from card.wrap(max(width, NARROWEST))
    for n, turn in enumerate(facts["turns"], 1):
        yield from _hung(f"{n} {glyphs.arrow} ", say(one_line(turn["question"], LONGEST)), "$primary", width)
        for call in _void(turn):
            said = say(one_line(call["reply"] or NOTHING, LONGEST), "italic $foreground-muted")
            yield from _hung(f"  {glyphs.back_arrow} ", said, "$foreground-muted", width)
            yield from say(f"    no answer: {call['why']}", "italic $accent").wrap(max(width, NARROWEST))
        if turn["answered"]:
            yield from _hung(f"  {glyphs.back_arrow} ", _reply(turn), "$accent", width)
        if remark := stands(turn["calls"]):
            yield say(f"    {remark}", "italic $foreground-muted")
    if facts["guess"]:
        if not facts["turns"][-1]["guess"]:
            guess = say("My guess: ").append(say(one_line(facts["guess"], LONGEST), "bold"))
            yield from _hung(f"  {glyphs.back_arrow} ", guess, "$accent", width)
        yield say(f"    {'right' if facts['right'] else 'wrong'}", "italic $accent")


def _hung(sign: str, text: Content, tone: str, width: int) -> Iterator[Content]:
    """A wrapped text after a sign, its later lines indented to match."""
    for n, line in enumerate(text.wrap(max(min(width, GRID) - len(sign), len(sign)))):
        yield Content.assemble((sign if n == 0 else " " * len(sign), tone), line)


def end_of(state: TabooState) -> End | None:
    """How a session ended; None if it isn't over by the rules."""
    if state.unanswered or state.forfeited or state.drawn:
        return "unanswered" if state.unanswered else "forfeit" if state.forfeited else "drawn"
    uttered = state.uttered_round is not None
    if state.right:
        return "caught" if uttered else "late" if state.silent and state.turns[-1].guess is None else "named"
    if state.right is False:
        if uttered:
            return "missed"
        return "late_wrong" if state.turns[-1].guess is None else "early"
    if not state.passed:
        return None
    return "let_go" if uttered else "silent"


def _rule(state: TabooState) -> str:
    """The token that said the word, with the rule that fired."""
    heard = next((turn.heard for turn in state.turns if turn.heard), None)
    return f"{how_said(heard, state.word)}." if heard else ""


def how_said(heard: Sequence[str], word: str) -> str:
    """The token that said the word, and the rule that fired."""
    token, rule = heard
    return f"“{token or word}” says it: {SAYS[rule].format(word=word)}"


def _moments(state: TabooState) -> list[str]:
    turns = (turn for turn in state.turns if turn.reply is not None and not turn.guess)
    told = ["said" if turn.heard else "safe" for turn in turns]
    if state.forfeited or state.unanswered:
        return [*told, "forfeit" if state.forfeited else "unanswered"]
    if state.right is not None:
        return [*told, "right" if state.right else "wrong"]
    return [*told, "passed"] if state.passed else told


def _joined(remark: str, rule: str) -> str:
    """A remark, with the rule that fired on the line below."""
    return "\n".join(filter(None, (remark, rule)))


GAME_UI = TabooUI()
