"""The ui of Connections: letters on tiles, a clue, words that are turned over together, and the host's texts.

Law: until the end, the setter's word is drawn on the setter's card only. Until all replies are in, a sealed
reply is drawn only for its own seat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from textual.content import Content

from tui_arena.core.game import Ask, Fault, Line, Setup, View
from tui_arena.core.language.sentences import YOU, capital, counted, first_name, listed
from tui_arena.core.language.spelling import one_slip_away
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import is_known
from tui_arena.games.connections.state import (
    CLUE_CHARS,
    KINDS,
    LEAST,
    LINE,
    MOST,
    NO_GUESS,
    PASSED,
    SETTER,
    ConnectionsState,
    check_fits,
    name_in,
    read_clue,
    read_word,
    seats_of,
    tagged,
)
from tui_arena.games.connections.ui import result
from tui_arena.games.connections.ui.clue_board import (
    BAD,
    GOOD,
    NONE,
    STOPPED,
    AnswerMark,
    ClueBoard,
    Past,
    Reveal,
    Scene,
    Turned,
)
from tui_arena.games.connections.ui.clue_form import ClueForm, typed_word
from tui_arena.games.connections.ui.result import ENDS
from tui_arena.table.notes import asks_about
from tui_arena.table.transcript import LINES
from tui_arena.ui.boards.host import BoardHostUI, aside, quoted, was_refused
from tui_arena.ui.boards.word_card import CardFace
from tui_arena.ui.game_ui import Board, TalkLine, distinct_names
from tui_arena.ui.glyphs import Glyphs, say

LAST = 120
"""The most characters of a clue or a refusal that are repeated in a line."""


class ConnectionsUI(BoardHostUI):
    """The ui of Connections: the guessers lead each other to a word, past the setter."""

    host = result.HOST
    votes = "which clue was best?"
    drawn = result.DRAWN
    roles: ClassVar[Mapping[str, str]] = {"setter": "has the word and blocks clues"}

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return ClueBoard(glyphs, scene, ClueForm(glyphs, KINDS, CLUE_CHARS), animated=animated)

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        if ask is None:
            return ""
        facts, does = view.facts, self.does_now(ask, distinct_names(names))
        if ask.name == "word":
            return does
        if ask.name in ("guess", "block") and len(facts["waits_for"]) > 1:
            does = "everybody names a word"
        elif ask.name == "clue" and not facts["giver"]:
            does = "whoever has a clue first gives it"
        of = f" of {facts['max_attempts']}" if facts["limited"] else ""
        return f"{does} · {facts['attempt']}{of}"

    def in_the_open(self, ask: Ask, view: View, others: Collection[str]) -> bool:
        """A block or a guess is open unless other players still have to name a word for the clue."""
        facts = view.facts
        rivals = {"block": set(others) - {facts["giver"]}, "guess": set(others) & set(facts["waits_for"])}
        return not rivals.get(ask.name, True)

    def does(self, seat: str) -> str:
        return self.roles.get(seat, "gives clues and guesses")

    def placeholder(self, ask: Ask, view: View) -> str:
        letters = view.facts["letters"]
        return {
            "word": f"a word of {LEAST} to {MOST} letters; they see the first",
            "block": f"{letters}… what do they mean? Press Enter to let it pass",
            "guess": f"{letters}… which word is it?",
            "change": f"another word starting with {letters}; press Enter to keep yours",
        }.get(ask.name, "")

    def typing(self, ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
        """The rules' objection to the text, once further typing can't correct the text."""
        facts = view.facts
        word, clued = typed_word(text), ask.name != "clue"
        if ask.name == "clue":
            try:
                read_clue(text, names=facts["names"])
                clued = True
            except Fault:
                fault = fault if fault and fault.kind == "rule" else _of_word(word, facts)
        begun = not word or facts["prefix"].startswith(word)
        if fault is not None and fault.kind == "rule" and not begun:
            if ask.name in ("word", "change") and len(word) < max(LEAST, facts["shown"] + 1):
                return "", ""
            return _sentence(fault.told), "refused"
        if ask.name == "block" and word and word == facts["secret"]:
            return "That's your own word. It won't block, and nobody will know.", "hint"
        if ask.name == "guess" and clued and word in facts["played"]:
            return "That word has already been played.", "hint"
        return "", ""

    def doubt(self, ask: Ask, reply: str, view: View, setup: Setup, bots: Collection[str]) -> str:
        lexicon, names = setup.lexicon, view.facts["names"] and ask.name != "word"
        typed = tagged(reply).get("word", reply)
        try:
            word = read_word(typed, names=names)
        except Fault:
            return ""
        if lexicon is None or ask.name == "change" or word == view.facts["secret"]:
            return ""
        if is_known(word, lexicon.words):
            return ""
        near = [one for one in one_slip_away(word, lexicon.words) if _of_word(one, view.facts) is None]
        if not names:
            meant = f", or did you mean {near[0].upper()}?" if len(near) == 1 else "."
            return f"I don't know “{word}”. Press Enter to send it{meant}"
        meant = f" Or did you mean {near[0].upper()}?" if len(near) == 1 else ""
        return f"{asks_about(name_in(typed) or word)}{meant} Press Enter again to keep it."

    def refusal(self, ask: Ask, fault: Fault) -> str:
        nothing = fault.kind == "empty" or (fault.kind == "format" and fault.why.startswith(LINE))
        if nothing or (fault.kind == "format" and ask.optional and ask.name != "clue"):
            return self.missing(ask)
        if fault.kind == "format":
            return _sentence(fault.told.partition(";")[0])
        if fault.heard:
            return "The clue says the word itself. F8 lets it pass."
        return _sentence(fault.told)

    # talk

    def welcome(self, view: View, glyphs: Glyphs) -> list[TalkLine]:
        if view.facts["attempts_used"] or view.facts["over"]:
            return []
        if view.seat == SETTER:
            return aside(["Name their word first, or you'll have to show a letter."])
        return aside(["Each time you connect, another letter goes up."])

    def spoken(self, ask: str, text: str) -> str:
        """A clue followed by its word, and every word in capitals, as on the board."""
        word, slash, clue = text.partition(LINES)
        if ask == "clue" and slash:
            told, _, kind = clue.rpartition(LINES)
            return f"“{told if kind in KINDS else clue}” for {word.upper()}"
        passes = ask in ("clue", "block") and text == PASSED
        return "passes" if passes else text if ask in ("clue", "change") else text.upper()

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        return aside([one_line(line.fault, LAST)]) if line.fault else []

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        facts, names = view.facts, distinct_names(names)
        if facts["clue"]:
            giver = _giver(view, names)
            return say(f"{first_name(str(giver))}'s clue:  {one_line(facts['clue'], LAST)}")
        reveal = _revealed(view, names)
        if reveal is None:
            return Content("")
        outcome = " ".join([reveal.outcome, *reveal.letters.upper()])
        return say(f"{reveal.cards[0].word.upper()}  {outcome}" if reveal.cards else outcome)

    def outdated(self, ask: Ask, before: View, now: View) -> str:
        """A clue stays valid while the letters are the same, whatever the others have said meanwhile."""
        if ask.name != "clue":
            return super().outdated(ask, before, now)
        letters = now.facts["letters"]
        changed = now.facts["prefix"] != before.facts["prefix"]
        return f"The letters are now {letters}. Check your word, then press Enter." if changed else ""

    def secret(self, view: View) -> str:
        facts = view.facts
        return facts["secret"] if view.seat == SETTER and not facts["over"] else ""

    def events(self, view: View) -> set[str]:
        """Events: `connected`, `missed`, `blocked`, `forfeited`, `refused`; `gives`, `blocks`, `guesses`."""
        facts = view.facts
        turns = facts["turns"]
        words = {ENDS[turns[-1]["end"]].happened} if turns and not facts["clue"] else set()
        if facts["gives"]:
            words.add("gives")
        elif facts["clue"] and view.seat in facts["waits_for"]:
            words.add("blocks" if view.seat == SETTER else "guesses")
        return words | was_refused(view)

    def moment(self, view: View) -> str:
        reveal = _revealed(view, {})
        later = "+" if view.facts["changing"] else ""  # the next letter counts as another moment
        return f"{reveal.key}{later}" if reveal is not None else ""

    def nearness(self, play: Play[ConnectionsState]) -> tuple[float, str]:
        """Nearness by the share of the secret's letters that are shown."""
        state = play.state
        if not state.secret:
            return 0.0, ""
        shown = len(state.secret) if state.found else state.shown
        return shown / len(state.secret), f"{counted(shown, 'letter')} shown"

    # the result

    def headline(
        self, play: Play[ConnectionsState], names: Mapping[str, str], people: Collection[str]
    ) -> tuple[str, str]:
        head, remark = result.headline(play, names, people)
        told = remark, result.coach_line(play, names, people), result.carried(play, names)
        return head, "\n".join(filter(None, told))

    def laid_open(self, play: Play[ConnectionsState]) -> tuple[str, int]:
        state = play.state
        return state.secret or "", len(state.secret or "") if state.found else state.shown

    def whole_talk(
        self, play: Play[ConnectionsState], names: Mapping[str, str], glyphs: Glyphs, width: int
    ) -> Content:
        return result.clue_list(play, distinct_names(names), glyphs, width)

    def findings(
        self,
        play: Play[ConnectionsState],
        names: Mapping[str, str],
        glyphs: Glyphs,
        width: int,
        *,
        small: bool,
    ) -> Content:
        return result.findings(play, distinct_names(names), glyphs, width, low=small)

    def figures(
        self, play: Play[ConnectionsState], names: Mapping[str, str], glyphs: Glyphs, width: int
    ) -> Content:
        return result.figures(play, names, glyphs, width)

    def share(self, play: Play[ConnectionsState], glyphs: Glyphs, *, words: bool) -> list[str]:
        return result.shared(play, glyphs, words=words)


def _verb(name: str, mine: str, theirs: str) -> str:
    """A name with its verb: `You give`, `Ada gives`."""
    return f"{capital(first_name(name))} {mine if name == YOU else theirs}"


def _inside(name: str) -> str:
    """A name as it is written within a sentence."""
    return name.lower() if name == YOU else first_name(name)


def _of_word(word: str, facts: Mapping[str, Any]) -> Fault | None:
    """The fault of the word while its clue is still missing; None if the word has no fault."""
    try:
        check_fits(read_word(word, names=facts["names"]), facts["prefix"], tuple(facts["blocked"]))
    except Fault as fault:
        return fault
    return None


def _sentence(why: str) -> str:
    """The reason for a fault as a separate sentence."""
    return f"{capital(quoted(why)).removesuffix('.')}."


# the board


def scene(view: View, ask: Ask | None, names: Mapping[str, str], glyphs: Glyphs) -> Scene:
    """The scene for a view, which the board draws."""
    facts, names = view.facts, distinct_names(names)
    over, changing, limited = facts["over"], facts["changing"], facts["limited"]
    reveal = _revealed(view, names)
    if reveal is not None and not over and not changing:
        reveal = replace(reveal, after=_next_clue(view, names))
    letters, secret = facts["prefix"], facts["secret"] if over else ""
    if over and facts["found"]:
        letters, secret = secret, ""
    shows_card = view.seat == SETTER and not over and facts["secret"]
    clue_asked = ask is not None and ask.name == "clue"
    return Scene(
        letters=letters,
        rest=secret[len(letters) :],
        more=not over,
        title=_title(view, ask, names),
        foot=facts["kind"],
        said=one_line(facts["clue"], CLUE_CHARS) if not changing and not over else "",
        lines=_lines(view, ask, names),
        marks=tuple(_marks(view, names)) if not changing else (),
        reveal=reveal,
        past=tuple(
            _past(turn, result.names_in_attempt(view, names, n), glyphs)
            for n, turn in enumerate(facts["turns"])
        ),
        card=CardFace("your word", facts["secret"], behind_key=True) if shows_card else None,
        blocked=tuple(facts["blocked"]),
        left=facts["attempts_left"] if limited else 0,
        of=facts["max_attempts"] if limited else 0,
        about=tuple(_about(view, names)),
        form=(f"{facts['letters']}…", CLUES[ask.optional]) if ask is not None and clue_asked else None,
    )


CLUES = (
    "something your friends get and the setter doesn't",
    "a clue for it; press Enter for no clue this time",
)
"""Two placeholders of the form's clue field: for a giver who must give a clue, and for one who may pass."""


def _giver(view: View, names: Mapping[str, str]) -> str:
    """The name of the player who gave the open clue."""
    facts = view.facts
    then = result.names_in_attempt(view, names, len(facts["turns"]))
    return str(then.get(facts["giver"], facts["giver"]))


def _title(view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
    facts = view.facts
    if facts["clue"]:
        giver = _giver(view, names)
        return "your clue" if view.seat == facts["giver"] else f"{first_name(giver)}'s clue"
    return "your turn" if ask is not None else ""


def _lines(view: View, ask: Ask | None, names: Mapping[str, str]) -> tuple[str, ...]:
    """The lines below a clue or in its place."""
    facts = view.facts
    if facts["over"]:
        return ()
    if facts["clue"] and not facts["changing"]:
        return (_of_clue(view, ask, names),)
    if ask is not None:
        return (*_to_do(view, ask, names), *_who_knows(view, names))
    if not facts["prefix"]:
        thinks = _verb(names.get(SETTER, SETTER), "think of a word.", "thinks of a word.")
        return (thinks, *_who_knows(view, names))
    giver = facts["giver"]
    gives = _verb(names.get(giver, giver), "give", "gives") if giver else "Got a word? Then give"
    coming = f"{gives} a clue for a word with {facts['letters']}."
    can = ("Then you can guess it and block it.",) if view.seat == SETTER else ()
    return (coming, *can, *_who_knows(view, names))


KNOWN = 3
"""Before the first clue, the board says what the others know if there are at most this many; the panel has them all."""


def _who_knows(view: View, names: Mapping[str, str]) -> Iterator[str]:
    """Before the first clue: what each of the others knows about, the setter last."""
    fields = view.facts["fields"]
    if len(fields) <= KNOWN and not view.facts["attempts_used"]:
        for seat in sorted(fields, key=lambda seat: seat == SETTER):
            yield f"{_verb(names.get(seat, seat), 'know', 'knows')} {fields[seat]}."


def _to_do(view: View, ask: Ask, names: Mapping[str, str]) -> tuple[str, ...]:
    """The task of the hotseat while there is no clue."""
    letters = view.facts["letters"]
    if ask.name == "word":
        return ("Think of a word.", f"They see its first letter. {LEAST} to {MOST} letters.")
    if ask.name == "change":
        return (f"They connected, so they see the letter after {letters}.", "Keep your word, or change it.")
    setter = names.get(SETTER, SETTER)
    others = listed([_inside(names.get(s, s)) for s in seats_of(view.facts["guessers"]) if s != view.seat])
    told = (f"A word that starts with {letters}.", f"Help {others} get it, but not {_inside(setter)}.")
    return (*told, "The fastest gives the clue. Bots wait half a minute.") if ask.race else told


def _next_clue(view: View, names: Mapping[str, str]) -> str:
    """A short text on who gives the next clue."""
    giver = view.facts["giver"]
    if not giver:
        return "Next clue: whoever's first"
    return "Your turn" if view.facts["gives"] else f"Next clue: {_inside(names.get(giver, giver))}"


def _of_clue(view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
    """A line on what a seat may do about the open clue, or has done."""
    facts, own = view.facts, _own_guess(view)
    if ask is not None and ask.name == "block":
        return "Name the word to block it, or let it pass."
    if view.seat == facts["giver"]:
        return f"your word: {facts['clue_word'].upper()}"
    if own:
        return f"your word is in: {own.upper()}"
    if SETTER in facts["waits_for"] and not facts["together"]:
        return f"{capital(first_name(names.get(SETTER, SETTER)))} may block it first."
    if view.seat in facts["waits_for"]:
        return f"What does {_inside(_giver(view, names))} mean?"
    return "The others try to name it."


def _own_guess(view: View) -> str:
    """The word that this seat has guessed for the open clue; empty if there is none."""
    for line in reversed(view.talk):
        if line.ask == "clue" or line.fault:
            break
        if line.ask == "guess" and line.seat == view.seat:
            return "" if line.text == NO_GUESS else line.text
    return ""


def _marks(view: View, names: Mapping[str, str]) -> Iterator[AnswerMark]:
    """A mark for each other seat that is asked for the word; it shows whether the seat has answered."""
    facts = view.facts
    for seat in (*facts["said"], *facts["waits_for"]):
        done, who = seat in facts["said"], first_name(names.get(seat, seat))
        has = "has answered" if seat == SETTER else "has a word"
        does = has if done else "think" if who == YOU else "thinks"
        if seat != view.seat:
            yield AnswerMark(who, done, does)


def _about(view: View, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    facts = view.facts
    if facts["persona"]:
        yield "you are", one_line(facts["persona"], 200)
    for seat, text in facts["personas"].items():
        who = text.partition("knows about ")[0].removesuffix("; ")
        told = "; ".join(filter(None, [who, facts["fields"].get(seat, "")]))
        yield first_name(names.get(seat, seat)), one_line(told, 100)


def _past(turn: Mapping[str, Any], names: Mapping[str, str], glyphs: Glyphs) -> Past:
    end = turn["end"]
    names = result.first_names(names)
    guesses = [
        f"{names.get(g['seat'], g['seat'])} {g['word'].upper() or glyphs.dash}" for g in turn["guesses"]
    ]
    giver = names.get(turn["giver"], turn["giver"])
    block = [f"{names.get(SETTER, SETTER)} {turn['block'].upper()}"] if turn["block"] else []
    who = f"{giver} {glyphs.arrow} {', '.join([*block, *guesses])}" if giver else ""
    return Past(ENDS[end].kind, turn["word"], ENDS[end].past, turn["clue"], who)


# the reveal


def _revealed(view: View, names: Mapping[str, str]) -> Reveal | None:
    """The latest attempt whose end everybody knows; None if there is none."""
    facts, turns = view.facts, view.facts["turns"]
    if facts["changing"]:
        return _connected(view, names)
    if not turns:
        return None
    turn = turns[-1]
    cards = list(_cards(turn, result.names_in_attempt(view, names, len(turns) - 1)))
    outcome, letters = _outcome(view, turn)
    return Reveal(
        key=len(turns),
        head=turn["clue"],
        cards=tuple(cards),
        outcome=outcome,
        kind=ENDS[turn["end"]].kind,
        letters=letters,
        before=turn["before"],
    )


def _cards(turn: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Turned]:
    if not turn["word"]:
        return
    names = result.first_names(names)
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
            return "FOUND: that's the word", ""
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
    """The reveal of a connection without the next letter, as the setter may still change the word."""
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
    cards = tuple(_cards(turn, result.names_in_attempt(view, names, len(facts["turns"]))))
    after = "You'll see the letter once the setter has kept or changed the word."
    return Reveal(facts["attempt"], facts["clue"], cards, "CONNECTED", GOOD, after=after)


GAME_UI = ConnectionsUI()
