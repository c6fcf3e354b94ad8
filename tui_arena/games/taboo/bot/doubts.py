"""What the bot doesn't know: an answer to a prompt that it can only evade, and a prompt for a word without lures.

Another line is said in its place only if it is better: it answers, asks nothing back and repeats nothing, and it
names no word that the guesser has reason to suspect. A prompt asks, and is one that the setter itself allows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tui_arena.core.answers import lack
from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import Doubt, Fault, View
from tui_arena.core.language.function_words import echoes
from tui_arena.core.text import fold
from tui_arena.core.words import says
from tui_arena.games.taboo.bot.association import Association, prompts_of, replies_of, suppose
from tui_arena.games.taboo.bot.cards import AssociatedCard
from tui_arena.games.taboo.bot.comments import evades
from tui_arena.games.taboo.bot.setter import SetterMind
from tui_arena.games.taboo.content import content_of
from tui_arena.games.taboo.rules import PHRASE

ANSWER, QUESTION = (
    ReplyForm({part: "text"}, "alone", marks=(f"{part}:",), most_chars=140) for part in ("answer", "question")
)
SUSPECTED = 6
"""How many of the likeliest words a guesser keeps to itself, of all prompts and of the last one."""


def doubted_reply(
    net: Association, view: View, lines: Mapping[str, Any], known: Collection[str] | None
) -> Doubt:
    """An answer that the guesser doesn't know.

    `lines`: the bots' phrases, by occasion. `known`: the words of the language; None if they aren't known.
    """
    facts = view.facts
    cards = suspects(net, facts)
    earlier = [*replies_of(facts), *(line.text for line in view.talk if line.fault)]
    prompt = str(facts["prompt"])

    def accepted(line: str) -> str:
        if "?" in line or fold(PHRASE).strip(" :") in fold(line):
            raise Fault("rule", "answer the question; don't ask or guess anything")
        if said := next((card.word for card in cards if says(line, card.word, card.forms)), ""):
            raise Fault("rule", f"don't say {said}")
        dodges = evades(net, prompt, line, lines["dodges"]) or echoes(line, prompt)
        if dodges or lack(line, prompt, earlier, known) is not None:
            raise Fault("rule", "it doesn't answer the question that was asked")
        return line

    slots = {"prompt": prompt, "avoid": ", ".join(card.word for card in cards)}
    return Doubt("reply", slots, ANSWER, accepted)


def suspects(net: Association, facts: Mapping[str, Any]) -> Sequence[AssociatedCard]:
    """The cards whose words the guesser has reason to suspect, the likeliest first."""
    last = {**facts, "turns": facts["turns"][-1:]}
    found = (n for seen in (facts, last) for n in suppose(net, seen).first(SUSPECTED))
    return [net.cards[n] for n in dict.fromkeys(found)]


def doubted_prompt(mind: SetterMind) -> Doubt:
    """A prompt that the setter doesn't know."""
    card = mind.card
    barred = [card.word, *card.forms, *(card.forbidden if mind.facts["forbids"] else ())]

    def accepted(line: str) -> str:
        one = line.endswith(("?", "…", "...")) and not any(sign in line[:-3] for sign in ".?!")
        if not one or not content_of(line):
            raise Fault("rule", "ask one question, or begin a sentence that the other one finishes")
        if echoes(line, " ".join(prompts_of(mind.facts))):
            raise Fault("rule", "ask for something new")
        if why := mind.refusal(line):
            raise Fault("rule", why)
        return line

    slots = {"word": card.word, "barred": ", ".join(barred), "said": " ".join(prompts_of(mind.facts)[-3:])}
    return Doubt("prompt", slots, QUESTION, accepted)
