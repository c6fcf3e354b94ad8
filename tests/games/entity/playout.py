"""Random replies in twenty questions for the conformance suite."""

from random import Random

from tui_arena.core.game import Ask, View

HIDDEN = ["quetzalcoatl", "plumed serpent"]
CANARY = {"entity": HIDDEN[0], "aliases": HIDDEN[1:]}

SETUPS = [
    ({"max_turns": 4}, False),
    ({"match": "strict", "max_turns": 3, "reprompts": 0}, True),
    ({"match": "judged", "max_turns": 3, "reprompts": {"umpire": 0, "judge": 1, "guesser": 5}}, False),
    ({"judge_memory": True, "max_turns": 4, "answers": "yes/no/dunno"}, True),
    ({"noise": 0.5, "max_turns": 5, "stop_after": 3, "suite": "30"}, False),
    ({"match": "substring", "difficulty": "easy", "max_turns": 1}, False),
]
KNOWS = {"setter", "judge", "umpire"}
_NONSENSE = ["", "   ", "yes and no", "x" * 301, "<think>hm", "question:", "¿", "-", "`**`", "|", "answer: perhaps not",
             "сat", "Is it\nquestion: Is it alive?"]  # fmt: skip
_QUESTIONS = ["Is it alive?", "Is it an animal?", "Is it a living thing?", "Is it made by people?", "Is it bigger than a car?",
              "Is it a guitar?", "A violin.", "What is it?", "Is it a dog or a cat?", "Does it have wheels?"]  # fmt: skip
_ANSWERS = ["Yes.", "NO", "maybe", "I don't know", "answer: no", "**Yes!**", "It depends."]
_ENTITIES = ["guitar | git", "the Moon", "C++ | cpp", "J.K. Rowling", "¿"]


def reply(ask: Ask, view: View, rng: Random) -> str:
    if rng.random() < 0.2:
        return rng.choice(_NONSENSE)
    if ask.name == "entity":
        return rng.choice(_ENTITIES)
    if ask.name in ("answer", "hit"):
        return rng.choice(_ANSWERS)
    return rng.choice(_QUESTIONS)


def canary_reply(ask: Ask) -> str | None:
    if ask.name == "entity":
        return " | ".join(HIDDEN) if ask.attempt > 1 else HIDDEN[0] * 9
    if ask.name == "answer" and ask.attempt == 1:
        return "Yes, Quetzalcoatl, the plumed serpent, does."
    return None


def carrying(ask: Ask, _view: View, text: str) -> str:
    if ask.name == "entity":
        return f"guitar | {text}"[:70]
    if ask.name in ("answer", "hit"):
        return f"No. {text}" if "you win" not in text and "correct" not in text else "No."
    return f"Is it like {text}?"
