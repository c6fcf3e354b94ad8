"""Published episodes of clembench's Wordle: facts alone, and folders of the published form made of them.

`episodes.jsonl` holds, for each of them, where it was published, the word, what was guessed, how it was
coloured, and the published scores. Clues and all that models wrote are left out: the sentences in the
folders are made up here.

A turn is written `WORD:MARKS` with `g`, `y`, `r` for green, yellow, red; with a critic
`PROPOSAL/yes/WORD:MARKS`. `WORD?` was refused as unknown; what begins with `!` was refused for good:
`!` has no `guess:` line, and `!word` is a word of another length. In version 1 these are asked again; `!!word` has a
`guess:` before that of its line, and an opinion such as `Yes,yes` was refused until the last one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("episodes.jsonl")
EPISODES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text().splitlines()]
COLOURS = {"g": "green", "y": "yellow", "r": "red"}
CLUE = "a made-up hint"
UNREAD = "INVALID_FORMAT"


def name_of(episode: dict[str, Any]) -> str:
    return f"{episode['version']}-{episode['game']}-{episode['word']}-{episode['model']}"


def feedback(word: str, marks: str) -> str:
    return " ".join(f"{letter}<{COLOURS[mark]}>" for letter, mark in zip(word, marks, strict=True))


class Writer:
    """Makes the rows of an episode as either version writes them."""

    def __init__(self, episode: dict[str, Any]) -> None:
        self.episode = episode
        self.rows: list[list[dict[str, Any]]] = []
        self.second = 0
        self.critic = episode["game"] == "wordle_withcritic"
        self.guesses: list[list[str]] = []
        self.requests: list[dict[str, Any]] = []
        self.send("Player 1", "Guess a word of five letters.")
        for i, turn in enumerate(episode["turns"]):
            if i:
                self.rows.append([])
            self.turn(turn)
        self.end()

    def row(self, source: str, to: str, kind: str, content: Any, **facts: Any) -> str:
        self.second += 1
        stamp = f"2025-02-25T10:{self.second // 60:02}:{self.second % 60:02}.250000"
        if not self.rows:
            self.rows.append([])
        action = {"type": kind, "content": content, **facts}
        self.rows[-1].append({"from": source, "to": to, "timestamp": stamp, "action": action})
        return stamp

    def send(self, to: str, text: str) -> None:
        self.row("GM", to, "send message", text)

    def say(self, player: str, text: str) -> None:
        stamp = self.row(player, "GM", "get message", text)
        told = {"call_duration": "0:00:01.500000", "model_name": self.episode["model"]}
        self.requests.append({"timestamp": stamp, "raw_response_obj": {"clem_player": told}})

    def turn(self, turn: str) -> None:
        for i, part in enumerate(turn.split()):
            if i and self.episode["version"] == 1:
                self.rows.append([])
            *steps, last = part.split("/")
            if steps:
                self.say_guess(steps[0])
            if len(steps) > 1:
                for opinion in steps[1].split(","):
                    self.send("Player 2", "Do you agree?")
                    self.say("Player 2", f"explanation: made up\nagreement: {opinion}")
                    self.parsed("agreement", opinion if opinion.islower() else UNREAD, "made up")
                self.send("Player 1", f"guess_agreement: {opinion}")
            if last:
                self.guess(last)

    def say_guess(self, word: str, before: str = "") -> None:
        explanation = UNREAD if self.episode.get("bare") else "a made-up reason"
        text = f"guess: {word}" if self.episode.get("bare") else guess(word)
        self.say("Player 1", before + text)
        self.parsed("guess", "" if before else word, explanation)

    def parsed(self, name: str, found: str, explanation: str) -> None:
        """What the reader of version 1 took from a reply; the first release writes the names with a colon."""
        if self.episode["version"] == 1:
            colon = ":" * (self.episode["release"] == "v1.0")
            read = {f"{name}{colon}": found, f"explanation{colon}": explanation}
            self.row("GM", "GM", "parse", read)

    def guess_1(self, told: str) -> None:
        """One reply of version 1, with the facts in a row of their own."""
        if told == "!":
            self.say("Player 1", "explanation: made up, and nothing else")
            self.parsed("guess", UNREAD, "made up, and nothing else")
            self.refused_1("INVALID_FORMAT")
        elif told.startswith("!!"):
            self.say_guess(told[2:], "I am sorry. This is my next guess:\n\n")
            self.refused_1("INVALID_WORD")
        elif told.startswith("!"):
            self.say_guess(told[1:])
            self.refused_1("INVALID_WORD_LENGTH")
        elif told.endswith("?"):
            self.say_guess(told[:-1])
            self.refused_1("NOT_VALID_ENGLISH_WORD")
        else:
            word, marks = told.split(":")
            self.say_guess(word)
            self.guesses.append([word, feedback(word, marks)])
            lines = [f"attempts: {len(self.guesses)}", f"target_word = {self.episode['word']}"]
            lines += [f"guess: {word}", f"guess_feedback: {self.guesses[-1][1]}"]
            self.row("GM", "GM", "metadata", "\n".join(lines), game_info={"guess": word, "error": None})

    def refused_1(self, error: str) -> None:
        why = f"Guesser Error: {error} while parsing Player 1's (model: {self.episode['model']}) response, retrying"
        self.row("GM", "GM", "metadata", why, game_info={"error": error})
        self.send("Player 1", "Please try again.")

    def end_1(self) -> None:
        status = {"won": "WIN", "lost": "LOSS", "aborted": "ABORTED"}[self.episode["result"]]
        asked, parsed = self.episode.get("scores", {}).get("requests", [0, 0])
        facts = {
            "turns_guess_feedback": self.guesses,
            "guesser_req_count": asked,
            "guesser_parsed_req_count": parsed,
            "target_word": self.episode["word"],
            "target_word_clue": CLUE,
            "game_final_status": status,
            "use_clue": self.episode["game"] != "wordle",
            "use_critic": self.critic,
        }
        if status == "ABORTED":
            self.row("GM", "GM", "invalid format", "Aborted due to invalid format in response")
        self.row("GM", "GM", "metadata", f"game_result = {status}", data_for_computation=facts)

    def guess(self, told: str) -> None:
        if self.episode["version"] == 1:
            self.guess_1(told)
            return
        v2 = self.episode["version"] == 2
        if told == "!":
            self.say("Player 1", "explanation: made up, and nothing else")
            self.refused("The response should contain the 'guess:' keyword only once.", v2)
        elif told.startswith("!"):
            self.say("Player 1", guess(told[1:]))
            self.refused("The length of the guessed word is not 5.", v2)
        elif told.endswith("?"):
            self.say("Player 1", guess(told[:-1]))
            code = "Guesser Error: NOT_VALID_WORD_FOR_GAME while parsing Player 1's response"
            why = "Error: The guessed word is not a valid word for this game."
            self.row("GM", "GM", "metadata", code if v2 else why)
            self.send("Player 1", "Please try again.")
        else:
            word, marks = told.split(":")
            self.say("Player 1", guess(word))
            self.guesses.append([word, feedback(word, marks)])
            lines = [f"attempts = {len(self.guesses)}", f"target_word = {self.episode['word']}"]
            if self.episode["game"] != "wordle":
                lines.append(f"target_word_clue = {CLUE}")
            lines += [f"guess = {word}", f"guess_feedback = {self.guesses[-1][1]}"]
            self.row("GM", "GM", "metadata", "\n".join(lines))

    def refused(self, why: str, v2: bool) -> None:
        start = "Guess does not conform to the format rules\n" if v2 else ""
        self.row("GM", "GM", "metadata", f"{start}Error: {why}")
        self.row("GM", "GM", "invalid format", "game_result = ABORT")

    def end(self) -> None:
        if self.episode["version"] == 1:
            self.end_1()
        elif self.episode["result"] == "won":
            self.row("GM", "GM", "correct guess", "game_result = WIN")
        elif self.episode["result"] == "lost":
            last = "incorrect guess" if self.episode["version"] == 2 else "max rounds played"
            self.row("GM", "GM", last, "game_result = LOSS")


def guess(word: str) -> str:
    return f"explanation: a made-up reason\nguess: {word}"


def write(episode: dict[str, Any], root: Path) -> Path:
    """Write the folder of an episode below `root`, and return it."""
    made = Writer(episode)
    run = f"{episode['model']}-t0.0"
    if episode["version"] < 3:
        run = f"{run}--{run}"
    folder: Path = (
        root / episode.get("release", "") / run / episode["game"] / episode["experiment"] / episode["episode"]
    )
    folder.mkdir(parents=True)
    result = {name: episode["result"] == value for name, value in RESULTS.items()}
    body = [v1(made), v2(made, result), v3(made, result, run)][episode["version"] - 1]
    files: dict[str, Any] = {"interactions.json": body, "requests.json": made.requests}
    if episode["version"] == 3:
        files["instance.json"] = {"target_word": episode["word"], "target_word_clue": CLUE}
    if "scores" in episode:
        files["scores.json"] = scores(episode, result)
    for name, value in files.items():
        (folder / name).write_text(json.dumps(value))
    return folder


RESULTS = {"Aborted": "aborted", "Lose": "lost", "Success": "won"}


def v1(made: Writer) -> dict[str, Any]:
    model = made.episode["model"]
    critic = f"Word Guesser Critic ({model})" if made.critic else "Guess Word Evaluator (Programmatic)"
    guesser = f"Word Guesser ({model})"
    return {
        "players": {"GM": "Game master for wordle", "Player 1": guesser, "Player 2": critic},
        "turns": made.rows,
    }


def v2(made: Writer, result: dict[str, bool]) -> dict[str, Any]:
    model = made.episode["model"]
    critic = (
        f"Word Guesser Critic ({model})" if made.critic else "Player B: ObjectID Evaluator (Programmatic)"
    )
    return {
        "players": {
            "GM": "Game master for wordle",
            "Player 1": f"Word Guesser ({model})",
            "Player 2": critic,
        },
        "turns": made.rows,
        "n_turns": 6,
        "Aborted": result["Aborted"],
        "Lose": result["Lose"],
        "Evaluation": {
            "target_word": made.episode["word"],
            "target_word_clue": CLUE,
            "use_clue": made.episode["game"] != "wordle",
            "use_critic": made.critic,
            "guess": made.guesses,
        },
    }


def v3(made: Writer, result: dict[str, bool], run: str) -> dict[str, Any]:
    episode = made.episode
    players = {
        "GM": {"game_role": "Game Master", "model_name": "programmatic"},
        "Player 1": {"game_role": "WordGuesser", "model_name": episode["model"]},
    }
    if made.critic:
        players["Player 2"] = {"game_role": "WordCritic", "model_name": episode["model"]}
    return {
        "meta": {
            "game_name": episode["game"],
            "experiment_name": episode["experiment"],
            "game_id": int(episode["episode"].rpartition("_")[2]),
            "results_folder": run,
            "clem_version": "3.3.2",
        },
        "players": players,
        "turns": made.rows,
        **{name: int(value) for name, value in result.items()},
        **requests(episode.get("requests", [0, 0])),
        "Guesser Feedbacks": [marks for _, marks in made.guesses],
    }


def requests(given: list[int]) -> dict[str, int]:
    asked, parsed = given
    return {
        "Request Count": asked,
        "Parsed Request Count": parsed,
        "Violated Request Count": asked - parsed,
    }


def scores(episode: dict[str, Any], result: dict[str, bool]) -> dict[str, Any]:
    given = episode["scores"]
    turns: dict[str, Any] = {}
    lists = {"closeness": "closeness score", "strategy": "strategy score", "changes": "change_of_opinion"}
    for name, published in lists.items():
        for i, value in enumerate(given.get(name, []), 1):
            turns.setdefault(str(i), {})[published] = value
    nan = float("nan")
    totals: dict[str, Any] = {name: int(value) for name, value in result.items()}
    totals["Main Score"] = nan if given["main"] is None else given["main"]
    totals["total guess repetitions"] = nan if given["repeats"] is None else given["repeats"]
    totals |= requests(given["requests"])
    for name, value in zip(CRITIC, given.get("critic", []), strict=False):
        totals[name] = value
    return {"turn scores": turns, "episode scores": totals}


CRITIC = [
    "Repetition-Guesser-On-Critic-Agreement",
    "Non-Repetition-Guesser-On-Critic-Agreement",
    "Repetition-Guesser-On-Critic-Disagreement",
    "Non-Repetition-Guesser-On-Critic-Disagreement",
]
