"""The rules of Hangman: the guesser finds a word letter by letter while there are balloons left."""

from __future__ import annotations

from random import Random

from tui_arena.core.game import Data, Fault
from tui_arena.core.simple_game import SimpleGame, Turns, one_word


class Hangman(SimpleGame):
    id = "hangman"
    setter_ask = "word"

    def secret_of(self, item: Data, rng: Random) -> Data:
        return {"word": item["word"], "clue": rng.choice(item["clues"])}

    def read_secret(self, text: str) -> Data:
        return {"word": one_word(text, range(4, 13)), "clue": ""}

    def read(self, state: Turns, text: str) -> str:
        guess = one_word(text, (1, len(word_of(state))))
        if guess in state.turns:
            raise Fault("rule", f"{guess.upper()} was tried before")
        return guess

    def answer(self, state: Turns) -> str:
        return pattern(state) if hits(state, state.turns[-1]) else f"{state.turns[-1].upper()} is wrong"

    def found(self, state: Turns) -> bool:
        return word_of(state) in state.turns or "_" not in pattern(state)

    def turns_left(self, state: Turns) -> int:
        return int(state.setup.options["max_turns"]) - len(misses(state))

    def facts(self, state: Turns) -> Data:
        wrong = misses(state)
        return {
            "balloons": " ".join("O" * self.turns_left(state) + "." * len(wrong)),
            "pattern": pattern(state),
            "clue": state.secret["clue"] if state.secret else "",
            "wrong": ", ".join(wrong).upper(),
        }


def word_of(state: Turns) -> str:
    return str(state.secret["word"]) if state.secret else ""


def hits(state: Turns, guess: str) -> bool:
    return guess in word_of(state) if len(guess) == 1 else guess == word_of(state)


def misses(state: Turns) -> list[str]:
    """The letters and words that were wrong."""
    return [guess for guess in state.turns if not hits(state, guess)]


def pattern(state: Turns) -> str:
    """The letters that were found, with a line for each of the others."""
    word = word_of(state)
    return " ".join(c.upper() if c in state.turns or word in state.turns else "_" for c in word)


GAME = Hangman()
