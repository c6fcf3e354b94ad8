"""The highlights of a game of Taboo."""

from __future__ import annotations

from tui_arena.core.highlights import LONGEST, Highlights, HostSentence, Quote, best_first, used_up
from tui_arena.core.record import Play
from tui_arena.games.taboo.rules import TabooState


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
        return HostSentence("gave_it_away", {"prompt": state.turns[-1].prompt})
    if state.guess:
        return HostSentence("wrong_guess", {"guess": state.guess.upper()})
    return None


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
        elif turn.guess is None and turn.reply:
            found.append(Quote("guesser", "reply", turn.reply, turn.prompt, 0.3))
    if state.right:
        found.append(Quote("setter", "prompt", state.turns[-1].prompt, word, 0.5))
    own = [turn.prompt for turn in state.turns] if not state.right and state.uttered_round is None else []
    found += [Quote("setter", "try", prompt, word, 0.4 + min(len(prompt), LONGEST) / 2000) for prompt in own]
    return best_first(found)
