"""What a machine can check of every line that somebody reads: braces, grammar, spelling and punctuation."""

from __future__ import annotations

import re

from tests.texts import LOWER, PEOPLE, SEVERAL, everything
from tui_arena.core.text import clean

WRONG = {
    "a brace that nothing filled": r"[{}]",
    "two stops": r"(?<!\.)[.!?,;:][.,;:](?!\.)|[.!?…][”’]\.|[!?]{2}| [.,;:!?]",
    "a quote that opens or ends twice": r"““|””",
    "the verb of others after you": r"(?<!but )(?<!of )\b[Yy]ou (?!(?:always|perhaps|as|this|yes|doubts)\b)(?:is|was|has|does|their|[a-z]*[^s\W]s)\b",
    "the verb of one after several": r"(?<!but )\b(?:Ada and Ben|[Yy]ou and Ada) (?:is|was|has|does|[a-z]*[^s\W]s)\b",
    "the verb of one after who": r", who (?:is|was|has|does)\b",
    "one with the plural": r"(?<![\d,.])\b1 (?!(?:guess|yes|was|is|has|does)\b)(?:(?:more|wrong|grey|new|common) )?[a-z]+s\b(?! no\b)",
    "several with the singular": r"\b(?:[2-9]|12|40|two|twelve) (?:question|clue|guess|letter|word|time|prompt|turn|game|win|answer|block)\b",
    "a before a vowel": r"\b[Aa] (?!(?:one|once|eu\w+|uni\w+|use\w*|u)\b)[aeiou]",
    "an before a consonant": r"\b[Aa]n (?!(?:hour|honest|heir|honour)\b)[bcdfgjklmnpqrstvwxyz]",
    "American spelling": r"(?i)\b\w*(?:favor|honor|neighbor|humor|(?<!s)color|center|theater|gray|traveler|jewelry|(?:real|recogn|organ|apolog)iz)",
    "a space in a percentage": r"\d %",
}
"""What no line may have, by its name."""


def test_every_line_reads_well_with_all_its_fillings() -> None:
    found = []
    for place, text in everything():
        found += [f"{place}: {what}: {text}" for what, wrong in WRONG.items() if re.search(wrong, text)]
        if clean(text) != text:
            found.append(f"{place}: has signs that a terminal can't show: {text}")
        if text[:1].islower() and not LOWER.search(place):
            found.append(f"{place}: begins with a small letter: {text}")
    assert not found, "\n".join(found[:400])


def test_what_is_checked_can_be_found() -> None:
    """Each check finds its fault, and the lines are filled with what could bring it about."""
    faults = (
        "{who} won",
        "It was “alive?”.",
        "““Oh”",
        "You needs 4.",
        "Ada and Ben needs 4.",
        "Ben, who was quick",
        "1 clues",
        "2 question",
        "a owl",
        "an violin",
        "The gray one.",
        "57 % of them",
    )
    assert [
        name
        for fault, (name, wrong) in zip(faults, WRONG.items(), strict=True)
        if not re.search(wrong, fault)
    ] == []
    texts = " ".join(one.text for one in everything())
    assert all(one in texts for one in (*PEOPLE, *SEVERAL, "1 question", "40", "alive?"))
