"""Reading clembench's run folders: an episode of Wordle, in any of its three variants, becomes a session.

An episode is a folder with `interactions.json` (the talk). Each of these files may be next to it or missing:
`scores.json` (published figures), `requests.json` (calls with their times), `instance.json` (the word).

- Versions 1 and 2 have word and clue in `interactions.json`; version 3 has them in `instance.json`.
- Version 3 has the game and its own version under `meta`.
- Version 1 has word, result and marks in the last row of the talk. A `parse` row has the parts of a reply.

The session contains the published values as its file's own values. One rule differs by design: clembench
looks a proposal up in its word list, this program doesn't. If clembench refused a proposal as unknown, the
proposal is left out, and a note names it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tui_arena.config import BadFile
from tui_arena.core.referee import message_hash
from tui_arena.core.text import clean, one_line
from tui_arena.save.exchange.published_log import Log, read_json, utc

EPISODE = "interactions.json"
"""The file that makes a folder an episode."""
GAMES = {"wordle": "classic", "wordle_withclue": "clue", "wordle_withcritic": "critic"}
"""Maps clembench's name of a game to the variant here."""
VERSIONS = ("2", "3")
"""The major versions of clembench that logs name; logs of version 1 name no version."""
MAX_GUESSES = 6

_MASTER = "Game master for wordle"
_MODEL = re.compile(r".*\((?P<model>[^()]*)\)\s*$", re.DOTALL)
_TEMPERATURE = re.compile(r"(?P<model>.+)-t(?P<temperature>\d+(?:\.\d+)?)$")
_MARK = re.compile(r"[a-z]<(green|yellow|red)>")
_COLOURS = {"green": "green", "yellow": "yellow", "red": "grey"}
_UNKNOWN_WORD = ("not a valid word", "NOT_VALID_WORD_FOR_GAME", "NOT_VALID_ENGLISH_WORD")
_UNREAD = "INVALID_FORMAT"
"""The text that version 1 writes for a missing part of a reply."""
_REFUSED = ("Error:", "does not conform")
"""Texts in a line of the game master that show that the reply before it was refused."""
_ACTIONS = frozenset(
    (
        "send message",
        "get message",
        "metadata",
        "parse",
        "invalid format",
        "correct guess",
        "incorrect guess",
        "max rounds played",
    )
)

_FIGURES = {
    "Aborted": "aborted",
    "Lose": "lost",
    "Success": "success",
    "Main Score": "speed",
    "total guess repetitions": "repetitions",
    "Guess Repetitions": "repetitions",
    "Repetition-Guesser-On-Critic-Agreement": "repeats_on_agreement",
    "Non-Repetition-Guesser-On-Critic-Agreement": "changes_on_agreement",
    "Repetition-Guesser-On-Critic-Disagreement": "repeats_on_disagreement",
    "Non-Repetition-Guesser-On-Critic-Disagreement": "changes_on_disagreement",
}
"""Maps clembench's names of an episode's figures, in all versions, to the metrics here."""
_LISTS = {
    "closeness score": "closeness",
    "strategy score": "strategy",
    "change_of_opinion": "opinion_changes",
    "change-of-opinion": "opinion_changes",
}
"""Maps clembench's names of a turn's figures, in lower case, to the metrics here."""
_COUNTS = {
    "Request Count": "requests",
    "Parsed Request Count": "parsed",
    "Violated Request Count": "violated",
}
_DERIVED = frozenset(("Request Success Ratio", "repeats guess"))
"""Published figures that aren't compared, because they follow from other figures that are."""


class OtherGame(BadFile):
    """An episode of a game that this module doesn't read; `game` is clembench's name of the game."""

    def __init__(self, text: str, game: str) -> None:
        super().__init__(text)
        self.game = game


def read_episode(folder: Path) -> Log:
    """The episode in a folder. Raises OtherGame if it isn't Wordle, and BadFile that begins with the file."""
    path = folder / EPISODE
    place = one_line(str(path), 200)
    raw = _with_last_row(_object(read_json(path), place, "$"))
    game, variant, version = _game(raw, place, folder)
    instance = _object_in(folder, "instance.json")
    scores = _object_in(folder, "scores.json")
    talk = _Talk(place, variant, _requests(folder))
    for i, turn in enumerate(_list(raw.get("turns"), place, "$.turns")):
        for j, row in enumerate(_list(turn, place, f"$.turns[{i}]")):
            talk.take(_object(row, place, f"$.turns[{i}][{j}]"), f"$.turns[{i}][{j}]")
    if not talk.events:
        raise BadFile(f"{place}: $.turns has no reply from a player; the log may be truncated")
    evaluation = _part(raw, "Evaluation")
    target = _word(
        place, instance.get("target_word"), evaluation.get("target_word"), talk.facts.get("target_word")
    )
    clue = _first(
        instance.get("target_word_clue"),
        evaluation.get("target_word_clue"),
        talk.facts.get("target_word_clue"),
    )
    secret = {"word": target}
    preset, options = _rules(version, lenient=talk.lenient)
    if clue and variant != "classic":
        secret["clue"] = one_line(clue)
    figures, counts, unmapped = _figures(raw, scores, variant)
    notes = list(talk.notes)
    if variant != "classic" and not clue:
        notes.append("the log doesn't have the clue (instance.json does)")
    if not scores:
        notes.append("no scores.json: only the figures in interactions.json are compared")
    if talk.unknown:
        notes.append(f"not mapped: actions of the game master ({', '.join(sorted(talk.unknown))})")
    if unmapped:
        notes.append(f"not mapped: published figures ({', '.join(unmapped)})")
    meta = _part(raw, "meta")
    facts = {
        "game": game,
        "version": version,
        "experiment": _short(meta.get("experiment_name") or folder.parent.name),
        "episode": _short(meta.get("game_id") if meta else folder.name),
        "run": _short(meta.get("results_folder") or _run(folder)),
    }
    return Log(
        place=place,
        source="clembench",
        game="wordle",
        setup={
            "preset": preset,
            "options": {"variant": variant, "max_guesses": _max_guesses(raw, place), **options},
            "secret": secret,
        },
        seats=_seats(raw, variant, facts["run"]),
        events=talk.events,
        facts=facts,
        started=talk.started,
        messages=talk.messages,
        figures=figures,
        counts=counts,
        marks=_marks(raw, evaluation),
        notes=tuple(notes),
    )


def _with_last_row(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """A log of version 1 with the values of its last row in the places of version 2; other logs unchanged."""
    turns = raw.get("turns")
    last = turns[-1] if isinstance(turns, list) and turns else None
    row = last[-1] if isinstance(last, list) and last else None
    action = row.get("action") if isinstance(row, dict) else None
    told = action.get("data_for_computation") if isinstance(action, dict) else None
    if not isinstance(told, dict):
        return raw
    asked, parsed = told.get("guesser_req_count"), told.get("guesser_parsed_req_count")
    counts = {"Request Count": asked, "Parsed Request Count": parsed}
    if type(asked) is int and type(parsed) is int:
        counts["Violated Request Count"] = asked - parsed
    results = {"Aborted": "ABORTED", "Lose": "LOSS", "Success": "WIN"}
    ended = {name: told.get("game_final_status") == status for name, status in results.items()}
    return {**raw, **counts, **ended, "Evaluation": {**told, "guess": told.get("turns_guess_feedback")}}


def _rules(version: str, *, lenient: bool) -> tuple[str, dict[str, Any]]:
    """The preset for a version's rules, and the options that differ from the preset.

    Version 1 forgives two faults in a row and five unknown words. It accepts a reply without an explanation,
    which `strict` doesn't.
    """
    if not version.startswith("1"):
        return "clembench-2", {}
    return "paper", {"unknown_words": 5, "form": "lenient" if lenient else "strict"}


def _game(raw: Mapping[str, Any], place: str, folder: Path) -> tuple[str, str, str]:
    """Clembench's name of the game, the variant here, and clembench's version. Raises BadFile."""
    meta = raw.get("meta")
    if isinstance(meta, dict):
        game, version = _short(meta.get("game_name")), _short(meta.get("clem_version"))
        if version.split(".")[0] not in VERSIONS:
            raise BadFile(
                f"{place}: $.meta.clem_version is {version or 'missing'}; only logs from clembench 1, "
                f"{' and '.join(VERSIONS)} can be read"
            )
        if game not in GAMES:
            raise OtherGame(f"{place}: is an episode of {game}; {_READ}", game)
        return game, GAMES[game], version
    players = raw.get("players")
    master = players.get("GM") if isinstance(players, dict) else None
    if not isinstance(master, str) or "turns" not in raw:
        raise BadFile(
            f"{place}: isn't a log of clembench 1, {' or '.join(VERSIONS)}: $.players.GM and $.turns "
            "are needed"
        )
    values = raw.get("Evaluation")
    if master != _MASTER:
        game = _short(master.removeprefix("Game master for "))
        raise OtherGame(f"{place}: is an episode of {game}; {_READ}", game)
    if not isinstance(values, dict):
        raise BadFile(
            f"{place}: has no result: neither $.Evaluation (version 2) nor a last row with "
            "data_for_computation (version 1); the log may be truncated"
        )
    critic, clue = values.get("use_critic"), values.get("use_clue")
    if not isinstance(critic, bool) or not isinstance(clue, bool):
        raise BadFile(f"{place}: $.Evaluation: use_clue and use_critic must be true or false")
    name = "wordle_withcritic" if critic else "wordle_withclue" if clue else "wordle"
    return name, GAMES[name], _version_1(folder) if "game_final_status" in values else "2"


def _version_1(folder: Path) -> str:
    """The version in the name of the folder above the run, such as `v1.6`; otherwise `1`."""
    parts = folder.absolute().parts
    named = re.fullmatch(r"v(1\.\d[\d.]*)(?:_.*)?", parts[-5]) if len(parts) > 5 else None
    return named[1] if named else "1"


_READ = f"only {', '.join(GAMES)} can be read"


@dataclass(slots=True)
class _Talk:
    """The talk of an episode, taken row by row: the replies as events, with the messages sent for them."""

    place: str
    variant: str
    requests: Mapping[str, Mapping[str, Any]]
    events: list[dict[str, Any]] = field(default_factory=list)
    messages: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    """Facts that the game master noted about the episode, such as `target_word`."""
    notes: list[str] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)
    started: str | None = None
    _chats: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    _next: str = ""
    """The ask that the guesser's next reply answers."""
    _last: dict[str, Any] | None = None
    """The last reply, to which the game master's lines refer."""
    _unexplained: list[dict[str, Any]] = field(default_factory=list)

    @property
    def lenient(self) -> bool:
        """True if clembench accepted a guess without an explanation."""
        return any(event["status"] == "played" for event in self._unexplained)

    def take(self, row: Mapping[str, Any], where: str) -> None:
        """Take one row of a turn. Raises BadFile."""
        action = _object(row.get("action"), self.place, f"{where}.action")
        kind, content = action.get("type"), action.get("content")
        content = clean(content) if isinstance(content, str) else content
        speaker, to = row.get("from"), row.get("to")
        if not isinstance(kind, str):
            raise BadFile(f"{self.place}: {where}.action.type must be text")
        self.started = self.started or utc(row.get("timestamp"))
        if kind == "get message" and speaker in ("Player 1", "Player 2"):
            if not isinstance(content, str):
                raise BadFile(f"{self.place}: {where}.action.content must be text")
            self._reply(speaker, content, row.get("timestamp"))
        elif kind == "send message" and isinstance(to, str) and isinstance(content, str):
            self._chats.setdefault(to, []).append({"role": "user", "content": content})
        elif kind == "parse" and isinstance(content, dict):
            self._parsed({str(name).rstrip(":"): value for name, value in content.items()})
        elif kind == "metadata" and isinstance(content, str):
            self._take_master_line(content)
        elif kind not in _ACTIONS:
            self.unknown.add(one_line(kind, 40))
        if kind == "invalid format" and self._last is not None:
            self._last["status"] = "rejected"

    def _reply(self, speaker: str, text: str, stamp: object) -> None:
        if speaker == "Player 2":
            seat, ask, self._next = "critic", "opinion", "guess"
        else:
            first = "proposal" if self.variant == "critic" else "guess"
            seat, ask = "guesser", self._next or first
            self._next = first
        chat = self._chats.setdefault(speaker, [])
        sent = message_hash([*chat])
        self.messages[sent] = [*chat]
        chat.append({"role": "assistant", "content": text})
        event: dict[str, Any] = {
            "seq": len(self.events) + 1,
            "type": "reply",
            "seat": seat,
            "ask": ask,
            "text": text,
            "status": "played",
            "messages": sent,
            **_request(self.requests.get(stamp) if isinstance(stamp, str) else None),
        }
        if at := utc(stamp):
            event["at"] = at
        self.events.append(event)
        self._last = event

    def _parsed(self, found: Mapping[str, Any]) -> None:
        """Take the parts that version 1 found in the last reply; only here it shows a refused opinion."""
        if self._last is None:
            return
        if found.get("agreement") == _UNREAD:
            self._refused(self._last, "")
        elif "guess" in found and found.get("guess") != _UNREAD and found.get("explanation") == _UNREAD:
            self._unexplained.append(self._last)

    def _take_master_line(self, content: str) -> None:
        """Take a line of the game master: facts, or the reason why the last reply was refused."""
        if self._last is not None and any(sign in content for sign in _REFUSED):
            self._refused(self._last, content)
            return
        for line in content.split("\n"):
            name, equals, value = line.partition(" = ")
            if equals:
                self.facts.setdefault(name.strip(), value.strip())

    def _refused(self, last: dict[str, Any], why: str) -> None:
        last["status"] = "rejected"
        if last["seat"] == "guesser":
            self._next = last["ask"]
        if not any(sign in why for sign in _UNKNOWN_WORD):
            return
        if last["ask"] == "proposal":
            self.events.pop()
            shown = one_line(last["text"].lower().rpartition("guess:")[2].strip(), 24)
            self.notes.append(
                f"left out: the proposal {shown}, which was refused there as unknown; proposals aren't "
                "looked up here"
            )
        else:
            last["fault"] = "unknown_word"


def _request(request: Mapping[str, Any] | None) -> dict[str, Any]:
    """The time and tokens of a reply, as far as the log contains them."""
    found: dict[str, Any] = {}
    raw = request.get("raw_response_obj") if request else None
    if not isinstance(raw, dict):
        return found
    player = raw.get("clem_player")
    if isinstance(player, dict) and (seconds := _seconds(player.get("call_duration"))) is not None:
        found["seconds"] = seconds
    usage = raw.get("usage")
    if isinstance(usage, dict):
        tokens = {"input_tokens": usage.get("prompt_tokens"), "output_tokens": usage.get("completion_tokens")}
        if all(type(n) is int and n >= 0 for n in tokens.values()):
            found["usage"] = tokens
    return found


def _seconds(text: object) -> float | None:
    """The seconds of a duration such as `0:00:04.325355`; None for any other value."""
    found = re.fullmatch(r"(\d{1,4}):(\d\d):(\d\d(?:\.\d{1,9})?)", text) if isinstance(text, str) else None
    if found is None:
        return None
    hours, minutes, seconds = found.groups()
    return round(int(hours) * 3600 + int(minutes) * 60 + float(seconds), 3)


def _requests(folder: Path) -> dict[str, Mapping[str, Any]]:
    """Maps the times of replies to their requests; empty if there is no such file. Raises BadFile."""
    found = _value_in(folder, "requests.json")
    rows = [] if found is None else _list(found, one_line(str(folder / "requests.json"), 200), "$")
    return {
        row["timestamp"]: row
        for row in rows
        if isinstance(row, dict) and isinstance(row.get("timestamp"), str)
    }


def _object_in(folder: Path, name: str) -> Mapping[str, Any]:
    """The object in a file next to the log; empty if there is no such file. Raises BadFile."""
    found = _value_in(folder, name)
    return {} if found is None else _object(found, one_line(str(folder / name), 200), "$")


def _value_in(folder: Path, name: str) -> Any:
    """The value in a file next to the log; None if there is no such file. Raises BadFile."""
    path = folder / name
    if path.is_symlink():
        raise BadFile(f"{one_line(str(path), 200)}: is a link; links in a run folder aren't followed")
    return read_json(path) if path.exists() else None


# published figures


def _figures(
    raw: Mapping[str, Any], scores: Mapping[str, Any], variant: str
) -> tuple[dict[str, Any], dict[str, dict[str, int]], list[str]]:
    """The published metrics and counts, by their names here, and published names without a counterpart."""
    episode = _part(scores, "episode scores")
    turns = _part(scores, "turn scores") or _part(scores, "round scores")
    figures: dict[str, Any] = {}
    for name in ("Aborted", "Lose", "Success"):
        value = episode.get(name, raw.get(name))
        if isinstance(value, bool | int):
            figures[_FIGURES[name]] = int(value)
    figures |= {
        here: episode[name] for name, here in _FIGURES.items() if name in episode and here not in figures
    }
    unmapped = [name for name in episode if name not in {*_FIGURES, *_COUNTS, *_DERIVED}]
    for rows in turns.values():
        for name in rows if isinstance(rows, dict) else ():
            here = _LISTS.get(name.lower())
            if here is not None:
                figures.setdefault(here, []).append(rows[name])
            elif name not in {*_COUNTS, *_DERIVED} and name not in unmapped:
                unmapped.append(name)
    _undefine(figures)
    counts = {
        here: n
        for name, here in _COUNTS.items()
        if (n := _total(episode.get(name, raw.get(name)))) is not None
    }
    seats = {} if variant == "critic" else {"guesser": counts}  # published for both players together
    return figures, seats, [one_line(name, 60) for name in sorted(unmapped)]


def _undefine(figures: dict[str, Any]) -> None:
    """Replace clembench's codes for an undefined figure by an empty list or None."""
    for name in _LISTS.values():
        if figures.get(name) == [None]:
            figures[name] = []  # version 3 writes one undefined turn if there is no turn
    for case in ("agreement", "disagreement"):
        kept, changed = f"repeats_on_{case}", f"changes_on_{case}"
        if figures.get(kept) == figures.get(changed) == 0:
            figures[kept] = figures[changed] = None  # version 1 writes two zeros if there was no such turn


def _total(value: object) -> int | None:
    numbers = value if isinstance(value, list) else [value]
    return sum(numbers) if numbers and all(type(n) is int and n >= 0 for n in numbers) else None


def _marks(raw: Mapping[str, Any], evaluation: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """The published colours of each guess; version 2 has them next to the guess."""
    given = raw.get("Guesser Feedbacks")
    if not isinstance(given, list):
        pairs = evaluation.get("guess")
        given = (
            [pair[1] for pair in pairs if isinstance(pair, list) and len(pair) == 2]
            if isinstance(pairs, list)
            else []
        )
    return tuple(tuple(_COLOURS[c] for c in _MARK.findall(text)) for text in given if isinstance(text, str))


# players


def _seats(raw: Mapping[str, Any], variant: str, run: str) -> dict[str, dict[str, Any]]:
    """Maps seats to players; their temperature is taken from the name of the run's folder."""
    players = _part(raw, "players")
    pairs = [("guesser", "Player 1"), ("critic", "Player 2")][: 2 if variant == "critic" else 1]
    runs = run.split("--")
    seats: dict[str, dict[str, Any]] = {}
    for i, (seat, player) in enumerate(pairs):
        name = _model(players.get(player)) or "unknown model"
        seats[seat] = {"player": "model", "name": name, "model": name}
        folder = _TEMPERATURE.fullmatch(runs[min(i, len(runs) - 1)])
        if folder is not None and folder["model"] == name:
            seats[seat]["sampling"] = {"temperature": float(folder["temperature"])}
    return seats


def _model(player: object) -> str | None:
    if isinstance(player, dict):
        return _short(player.get("model_name")) or None
    found = _MODEL.fullmatch(player) if isinstance(player, str) else None
    return one_line(found["model"], 80) if found else None


def _run(folder: Path) -> str:
    """The run's folder above `game/experiment/episode`; empty if the path is shorter."""
    parts = folder.absolute().parts
    return parts[-4] if len(parts) > 4 else ""


def _max_guesses(raw: Mapping[str, Any], place: str) -> int:
    given = raw.get("n_turns", MAX_GUESSES)
    if type(given) is not int or not 1 <= given <= MAX_GUESSES:
        raise BadFile(
            f"{place}: $.n_turns is {one_line(repr(given), 40)}; 1 to {MAX_GUESSES} guesses are allowed here"
        )
    return given


# values of unknown shape


def _object(value: Any, place: str, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadFile(
            f"{place}: {where} must be an object; the log may be from another version, or truncated"
        )
    return value


def _part(value: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The object under a key that may be missing; empty if there is none."""
    part = value.get(key)
    return part if isinstance(part, dict) else {}


def _list(value: Any, place: str, where: str) -> Sequence[Any]:
    if not isinstance(value, list):
        raise BadFile(f"{place}: {where} must be a list; the log may be from another version, or truncated")
    return value


def _first(*values: object) -> str | None:
    return next((value for value in values if isinstance(value, str) and value.strip()), None)


def _word(place: str, *values: object) -> str:
    word = _first(*values)
    if word is None:
        raise BadFile(f"{place}: has no target_word, and there is no instance.json that has one")
    return one_line(word.strip().lower(), 40)


def _short(value: object) -> str:
    return one_line(str(value), 120) if isinstance(value, str | int) else ""
