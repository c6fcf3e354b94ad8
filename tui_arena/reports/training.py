"""Sessions as training data for the guesser: chat messages, and rewards turn by turn.

Law: only sessions that are over leave this way, and only what the guesser itself was told and said
stands in them; a secret stands there if the guesser named it. Every row of a file has the same keys
and types, so that a JSONL reader such as Hugging Face `datasets` takes it as it is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tui_arena.core.game import Ask, View
from tui_arena.core.record import Play, Step
from tui_arena.core.session import Session
from tui_arena.core.text import fold, read_reply
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.models.prompts import Message, messages
from tui_arena.players.models.requests import is_published
from tui_arena.save.summary import deck_name

TRAINING = ("sft", "rewards")
"""The formats, beside those that hold whole sessions."""
GUESSER = "guesser"
ANSWER = "answer"
YES = "yes"
YES_REWARD = 0.02
EVAL_SHARE = 10
"""One item in so many is for evaluation where its deck holds none out."""

Split = Literal["train", "eval"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which sessions are taken, and how."""

    format: str = "sft"
    won: bool = False
    """Won sessions only."""
    deck: str | None = None
    """Sessions of this deck only, by its name without number."""
    best: int | None = None
    """At most so many sessions of one item, the best by score."""
    min_score: float | None = None
    """Least main score of the guesser, 0 to 1."""
    split: Split | None = None
    yes_reward: float = YES_REWARD
    """What each answer yes is worth beside the score of the last turn."""
    anonymous: bool = False
    """Without session ids."""


@dataclass(frozen=True, slots=True)
class Episode:
    """One session of a guesser that is over."""

    session: Session
    info: GameInfo
    play: Play[Any]
    item: str
    """What was to be found, folded; empty where nobody knows."""
    score: float
    """Main score of the guesser, 0 to 1."""

    @property
    def deck(self) -> str:
        return deck_name(self.session.setup.deck) or ""

    @property
    def split(self) -> Split:
        """Held-out items of the deck are for evaluation; elsewhere one item in ten, by its digest."""
        source = self.session.setup.source
        held = [i for i in source.items if i.get("suite")] if source else []
        if held:
            return "eval" if any(fold(str(i.get("entity"))) == self.item for i in held) else "train"
        digest = int(hashlib.sha256(self.item.encode()).hexdigest(), 16)
        return "eval" if digest % EVAL_SHARE == 0 else "train"


def training(
    sessions: Iterable[tuple[Session, GameInfo]], catalogue: Catalogue, wanted: Wanted
) -> Iterator[str]:
    """The lines of the file, one JSON object each, sessions in the order they came in."""
    episodes = _best(_wanted(sessions, wanted), wanted.best)
    for number, episode in enumerate(episodes, 1):
        name = f"S{number}" if wanted.anonymous else episode.session.id
        rows = _sft(episode, catalogue) if wanted.format == "sft" else _rewards(episode, catalogue, wanted)
        for row in rows:
            line = {"session": name, **_about(episode), **row}
            yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _wanted(sessions: Iterable[tuple[Session, GameInfo]], wanted: Wanted) -> Iterator[Episode]:
    for session, info in sessions:
        episode = _episode(session, info)
        if episode is None:
            continue
        if wanted.won and episode.play.outcome().result != "won":
            continue
        if wanted.won and GUESSER not in episode.play.outcome().winners:
            continue
        if wanted.deck is not None and episode.deck != deck_name(wanted.deck):
            continue
        if wanted.min_score is not None and episode.score < wanted.min_score:
            continue
        if wanted.split is None or episode.split == wanted.split:
            yield episode


def _episode(session: Session, info: GameInfo) -> Episode | None:
    """A session with a guesser that was won or lost; None for any other."""
    play = session.fold(info.game)
    if play.outcome().result not in ("won", "lost") or not _turns(play):
        return None
    score = info.main_score(play, info.compute(play))
    secret = info.game.secret(play.state) or {}
    item = next((value for value in secret.values() if isinstance(value, str)), "")
    return None if score is None else Episode(session, info, play, fold(item), score)


def _best(episodes: Iterator[Episode], most: int | None) -> Sequence[Episode]:
    """At most so many episodes of one game and item, the best by score, the earlier of equals."""
    found = list(episodes)
    if most is None:
        return found
    by_item: dict[tuple[str, str], list[Episode]] = {}
    for episode in found:
        by_item.setdefault((episode.info.id, episode.item), []).append(episode)
    kept = {
        id(episode) for same in by_item.values() for episode in sorted(same, key=lambda e: -e.score)[:most]
    }
    return [episode for episode in found if id(episode) in kept]


def _about(episode: Episode) -> dict[str, Any]:
    return {
        "game": episode.info.id,
        "deck": episode.deck,
        "item": episode.item,
        "split": episode.split,
        "won": GUESSER in episode.play.outcome().winners,
        "score": episode.score,
    }


def _sft(episode: Episode, catalogue: Catalogue) -> Iterator[dict[str, Any]]:
    """The whole dialogue as chat messages, ending with the guesser's last reply."""
    last = _turns(episode.play)[-1]
    yield {"messages": [*_sent(episode, catalogue, last), _reply(last)]}


def _rewards(episode: Episode, catalogue: Catalogue, wanted: Wanted) -> Iterator[dict[str, Any]]:
    """A row a turn: what was sent, what was said, and its reward.

    The last turn has the session's score, and each turn that was answered yes has `yes_reward`.
    """
    turns = _turns(episode.play)
    answers = _answers(episode.info, episode.play)
    for number, step in enumerate(turns, 1):
        told = answers[number - 1] if number <= len(answers) else ""
        reward = (wanted.yes_reward if told == YES else 0.0) + (
            episode.score if number == len(turns) else 0.0
        )
        yield {
            "turn": number,
            "prompt": _sent(episode, catalogue, step),
            "completion": [_reply(step)],
            "answer": told,
            "reward": round(reward, 10),
        }


def _turns(play: Play[Any]) -> list[Step[Any]]:
    """The guesser's replies that the rules took."""
    return [s for s in play.standing() if s.ask.seat == GUESSER and s.fault is None]


def _answers(info: GameInfo, play: Play[Any]) -> list[str]:
    """What others told on each question, as the guesser's own view has it; empty for games without."""
    if ANSWER not in info.asks:
        return []  # in Taboo it is the guesser who answers
    turns: Sequence[Any] = play.view(GUESSER).facts.get("turns", ())
    return [str(turn["answer"]) for turn in turns if "answer" in turn]


def _sent(episode: Episode, catalogue: Catalogue, step: Step[Any]) -> list[Message]:
    """What a model on the seat is sent for a reply, by the prompt variant of the seat."""
    spec = episode.session.seats.get(GUESSER, {})
    ask: Ask = step.ask
    view: View = episode.play.game.view(step.before, GUESSER)
    variants = catalogue.prompt_variants(episode.info, ask.name)
    chosen = str(spec.get("prompt") or "")
    prompt = catalogue.prompt(episode.info, ask.name, chosen if chosen in variants else "")
    published = is_published(episode.play.setup.preset)
    return list(messages(prompt, ask, view, None, published=published))


def _reply(step: Step[Any]) -> Message:
    return {"role": "assistant", "content": read_reply(step.event["text"]).body}
