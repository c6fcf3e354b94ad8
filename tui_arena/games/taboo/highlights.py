"""The highlights of a game of Taboo."""

from __future__ import annotations

from difflib import SequenceMatcher

from tui_arena.core.game import Lexicon
from tui_arena.core.highlights import (
    LONGEST,
    WORTH,
    Highlights,
    HostSentence,
    Quote,
    best_first,
    tells_something,
    used_up,
)
from tui_arena.core.language.families import heads
from tui_arena.core.record import Play
from tui_arena.core.words import says
from tui_arena.games.taboo.bot.comments import in_kind
from tui_arena.games.taboo.content import content_of, words_of
from tui_arena.games.taboo.rules import TabooState, TabooTurn


def highlights(play: Play[TabooState]) -> Highlights:
    """The prompt that made the guesser say or find the word, or the wrong guess; quotes; an award."""
    state = play.state
    if not state.turns:
        return Highlights()
    close = used_up(len(state.turns), state.max_prompts) if state.right else 0.0
    telling = _telling(state, play.setup.lexicon) if state.right else ""
    award = None if state.unanswered else _award(state)
    return Highlights(_moment(state, telling), award, _quotes(state), close)


def _moment(state: TabooState, telling: str) -> HostSentence | None:
    said = next((turn for turn in state.turns if turn.heard), None)
    if said is not None:
        return HostSentence("said_it", {"prompt": said.prompt, "reply": said.reply or ""})
    if state.right:
        slots = {"prompt": telling}
        return HostSentence("gave_it_away", slots) if telling else None
    if state.guess:
        return HostSentence("wrong_guess", {"guess": state.guess.upper()})
    close = next((turn for turn in state.turns if _came_close(state, turn)), None)
    return HostSentence("came_close", {"prompt": close.prompt, "reply": close.reply or ""}) if close else None


ALIKE = 0.8
"""Letters that aren't a word of the language spell the word if they are at least this much alike, 0 to 1."""
TELLING = 2
"""The fewest words that carry a topic in a prompt that can give a word away."""
CONCRETE = 3
"""The fewest words that carry a topic in a reply that is quoted."""


def _telling(state: TabooState, lexicon: Lexicon | None) -> str:
    """The prompt that gave the word away; empty if that can't be told.

    It is a prompt that all but spells the word, or else the one that the right guess answered, if it is about
    anything. A guess after the last reply answers no prompt.
    """
    spelling = next((turn.prompt for turn in state.turns if _spells(turn.prompt, state.word, lexicon)), "")
    last = state.turns[-1]
    telling = last.guess is not None and len(content_of(last.prompt)) >= TELLING
    return spelling or (last.prompt if telling else "")


def _spells(prompt: str, secret: str, lexicon: Lexicon | None) -> bool:
    """True if words of a prompt run together are the word, or if letters that aren't a word are much like it.

    Words of the language that are merely like it don't count: a house isn't a horse.
    """
    word, said = "".join(words_of(secret)), words_of(prompt)
    if any("".join(said[i : i + n]) == word for n in (2, 3) for i in range(len(said) - n + 1)):
        return True
    known = lexicon.words if lexicon else frozenset(said)
    strange = (one for one in said if not any(form in known for form in (one, *heads(one))))
    return any(SequenceMatcher(None, word, one).ratio() >= ALIKE for one in strange)


def _came_close(state: TabooState, turn: TabooTurn) -> bool:
    """True if a reply says a word of the card."""
    return turn.guess is None and any(says(turn.reply or "", word) for word in state.forbidden)


def _award(state: TabooState) -> HostSentence | None:
    at = state.uttered_round
    if at == 1:
        return HostSentence("one_prompt", {}, "setter")
    return HostSentence("quick_ear", {}, "guesser") if at is not None and state.right else None


def _is_quotable(prompt: str, reply: str) -> bool:
    """True if a reply is of the kind that the prompt asks for, tells something and doesn't echo the prompt."""
    told = set(content_of(reply))
    return (
        len(told) >= CONCRETE
        and told.isdisjoint(content_of(prompt))
        and tells_something(reply)
        and in_kind(prompt, reply)
    )


def _quotes(state: TabooState) -> tuple[Quote, ...]:
    """The prompt that made the guesser say the word, and replies that tell something."""
    found = []
    for turn in state.turns:
        if turn.heard:
            found.append(Quote("setter", "prompt", turn.prompt, state.word.upper(), 0.9))
        elif turn.guess is None and turn.reply and _is_quotable(turn.prompt, turn.reply):
            worth = WORTH + min(len(turn.reply), LONGEST) / 2000
            found.append(Quote("guesser", "reply", turn.reply, turn.prompt, worth))
    return best_first(found)
