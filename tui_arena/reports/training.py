"""Sessions as training data for the guesser: chat messages, and rewards turn by turn.

Every row of a file has the same keys and types, so that JSONL readers such as Hugging Face `datasets` can
load it.

Law: only sessions that are over are exported. The messages hold only what the guesser saw and said.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tui_arena.core.game import Ask, View
from tui_arena.core.grouping import grouped
from tui_arena.core.record import Play, Step
from tui_arena.core.session import Session
from tui_arena.core.text import fold, read_reply
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.models.prompts import Message, messages
from tui_arena.players.models.requests import is_published
from tui_arena.save.errors import reading
from tui_arena.save.summary import deck_name
from tui_arena.save.unread import Unread, raised

TRAINING = ("sft", "rewards")
"""The training formats; the formats for whole sessions are in `save/exchange`."""
GUESSER = "guesser"
ANSWER = "answer"
YES = "yes"
YES_REWARD = 0.02
EVAL_SHARE = 10
"""If a deck holds out no items, one item in this many is for evaluation."""

Split = Literal["train", "eval"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which sessions to export, and in which form."""

    format: str = "sft"
    """A format of `TRAINING`."""
    won: bool = False
    """Whether to export only sessions that the guesser won."""
    deck: str | None = None
    """Export only sessions with this deck; its number is ignored. None: all."""
    best: int | None = None
    """Most sessions of one item, the best by score; None: all."""
    min_score: float | None = None
    """Least main score of the guesser, 0 to 1; None: any."""
    split: Split | None = None
    """Export only this split; None: both."""
    yes_reward: float = YES_REWARD
    """The reward of each turn that was answered yes; the last turn also gets the score."""
    anonymous: bool = False
    """Whether to number the sessions in place of their ids."""


@dataclass(frozen=True, slots=True)
class Episode:
    """One finished session with a guesser."""

    session: Session
    info: GameInfo
    play: Play[Any]
    item: str
    """The secret, folded; empty if it is not known."""
    score: float
    """Main score of the guesser, 0 to 1."""

    @property
    def deck(self) -> str:
        return deck_name(self.session.setup.deck) or ""

    @property
    def split(self) -> Split:
        """`eval` for the deck's held-out items; if it has none, for one item in ten, by the item's digest."""
        source = self.session.setup.source
        held = [i for i in source.items if i.get("suite")] if source else []
        if held:
            return "eval" if any(fold(str(i.get("entity"))) == self.item for i in held) else "train"
        digest = int(hashlib.sha256(self.item.encode()).hexdigest(), 16)
        return "eval" if digest % EVAL_SHARE == 0 else "train"


def training(
    sessions: Iterable[tuple[Session, GameInfo]],
    catalogue: Catalogue,
    wanted: Wanted,
    unread: Unread | None = None,
) -> Iterator[str]:
    """The lines of the file, one JSON object each; sessions keep their given order.

    `unread` takes the sessions that can't be read; None: Unreadable is raised.
    """
    unread = unread or Unread(raised)

    def rows(numbered: tuple[int, Episode]) -> list[str]:
        number, episode = numbered
        name = f"S{number}" if wanted.anonymous else episode.session.id
        with reading(episode.session.id):
            rows = (
                _sft(episode, catalogue) if wanted.format == "sft" else _rewards(episode, catalogue, wanted)
            )
            lines = [{"session": name, **_about(episode), **row} for row in rows]
        return [json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines]

    episodes = _best(_wanted(sessions, wanted, unread), wanted.best)
    for lines in unread.each(enumerate(episodes, 1), lambda one: one[1].session.id, rows):
        yield from lines


def _wanted(
    sessions: Iterable[tuple[Session, GameInfo]], wanted: Wanted, unread: Unread
) -> Iterator[Episode]:
    for episode in unread.each(sessions, lambda one: one[0].id, lambda one: _episode(*one)):
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
    """The episode of a session that was won or lost and has a guesser; None for any other session."""
    with reading(session.id):
        play = session.fold(info.game)
        if play.outcome().result not in ("won", "lost") or not _turns(play):
            return None
        score = info.main_score(play, info.compute(play))
    secret = info.game.secret(play.state) or {}
    item = next((value for value in secret.values() if isinstance(value, str)), "")
    return None if score is None else Episode(session, info, play, fold(item), score)


def _best(episodes: Iterator[Episode], most: int | None) -> Sequence[Episode]:
    """At most `most` episodes of each game and item, the best by score; of equals, the earlier ones."""
    found = list(episodes)
    if most is None:
        return found
    by_item = grouped(((episode.info.id, episode.item), episode) for episode in found)
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
    """One row: the whole dialogue as chat messages, which ends with the guesser's last reply."""
    last = _turns(episode.play)[-1]
    yield {"messages": [*_sent(episode, catalogue, last), _reply(last)]}


def _rewards(episode: Episode, catalogue: Catalogue, wanted: Wanted) -> Iterator[dict[str, Any]]:
    """A row for each turn: the prompt, the guesser's reply, the answer to it, and the reward.

    A turn that was answered yes is rewarded with `yes_reward`; the last turn also with the session's score.
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
    """The answer to each of the guesser's questions, from the guesser's view; empty for games without."""
    if ANSWER not in info.asks:
        return []  # in Taboo it is the guesser who answers
    turns: Sequence[Any] = play.view(GUESSER).facts.get("turns", ())
    return [str(turn["answer"]) for turn in turns if "answer" in turn]


def _sent(episode: Episode, catalogue: Catalogue, step: Step[Any]) -> list[Message]:
    """The messages that a model on the seat is sent for a reply, with the seat's prompt variant."""
    spec = episode.session.seats.get(GUESSER, {})
    ask: Ask = step.ask
    view: View = episode.play.game.view(step.before, GUESSER)
    variant = str(spec.get("prompt") or "")
    prompt = catalogue.prompt(episode.info, ask.name, variant, or_plain=True)
    published = is_published(episode.play.setup.preset)
    return list(messages(prompt, ask, view, None, published=published))


def _reply(step: Step[Any]) -> Message:
    return {"role": "assistant", "content": read_reply(step.event["text"]).body}
