"""The highlights of a game of Taboo."""

from __future__ import annotations

from difflib import SequenceMatcher

from tui_arena.core.highlights import LONGEST, Highlights, HostSentence, Quote, best_first, used_up
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
    return Highlights(_moment(state), None if state.unanswered else _award(state), _quotes(state), close)


def _moment(state: TabooState) -> HostSentence | None:
    said = next((turn for turn in state.turns if turn.heard), None)
    if said is not None:
        return HostSentence("said_it", {"prompt": said.prompt, "reply": said.reply or ""})
    if state.right:
        prompt = _telling(state)
        return HostSentence("gave_it_away", {"prompt": prompt}) if prompt else HostSentence("bit_by_bit", {})
    if state.guess:
        return HostSentence("wrong_guess", {"guess": state.guess.upper()})
    close = next((turn for turn in state.turns if _came_close(state, turn)), None)
    return HostSentence("came_close", {"prompt": close.prompt, "reply": close.reply or ""}) if close else None


ALIKE = 0.8
"""How alike a few words of a prompt and the word must be, 0 to 1, so that the prompt spells it."""
TELLING = 2
"""The fewest words that carry a topic in a prompt that can give a word away."""


def _telling(state: TabooState) -> str:
    """The prompt that gave the word away; empty if that can't be told.

    It is a prompt that all but spells the word, or else the one that the right guess answered, if it is about
    anything. A guess after the last reply answers no prompt.
    """
    word = "".join(words_of(state.word))
    for turn in state.turns:
        said = words_of(turn.prompt)
        runs = ("".join(said[i : i + n]) for n in (1, 2, 3) for i in range(len(said) - n + 1))
        if any(SequenceMatcher(None, word, run).ratio() >= ALIKE for run in runs):
            return turn.prompt
    last = state.turns[-1]
    return last.prompt if last.guess is not None and len(content_of(last.prompt)) >= TELLING else ""


def _came_close(state: TabooState, turn: TabooTurn) -> bool:
    """True if a reply says a word of the card."""
    return turn.guess is None and any(says(turn.reply or "", word) for word in state.forbidden)


def _award(state: TabooState) -> HostSentence | None:
    at = state.uttered_round
    if at == 1:
        return HostSentence("one_prompt", {}, "setter")
    if at is not None and not state.right:
        return HostSentence("puppeteer", {"number": str(at)}, "setter")
    if state.right and at is None:
        return HostSentence("fox", {}, "guesser")
    if state.right:
        return HostSentence("quick_ear", {}, "guesser")
    if at is None and len(state.turns) == state.max_prompts:
        return HostSentence("iron_tongue", {}, "guesser")
    return None


def _quotes(state: TabooState) -> tuple[Quote, ...]:
    word = state.word.upper()
    found = []
    for turn in state.turns:
        if turn.heard:
            found.append(Quote("setter", "prompt", turn.prompt, word, 0.9))
            found.append(Quote("guesser", "slip", turn.reply or "", word, 0.8))
        elif turn.guess is None and turn.reply and in_kind(turn.prompt, turn.reply):
            found.append(Quote("guesser", "reply", turn.reply, turn.prompt, 0.3))
    if state.right and (prompt := _telling(state)):
        found.append(Quote("setter", "prompt", prompt, word, 0.5))
    own = [turn.prompt for turn in state.turns] if not state.right and state.uttered_round is None else []
    found += [Quote("setter", "try", prompt, word, 0.4 + min(len(prompt), LONGEST) / 2000) for prompt in own]
    return best_first(found)
