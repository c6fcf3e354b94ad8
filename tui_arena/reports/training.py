"""Sessions as training data for the guesser: chat messages, and rewards turn by turn.

Every row of a file has the same keys and types, so that JSONL readers such as Hugging Face `datasets` can
load it.

Law: only sessions that are over are exported. The messages contain only what the guesser saw and said, as it
was sent at the time. If a bot or a person played, nothing was sent, so the messages are built as for a model.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tui_arena.config import keyless
from tui_arena.config.models import TEXT_CHARS
from tui_arena.core.events import holder_at
from tui_arena.core.game import Fault, View
from tui_arena.core.grouping import grouped
from tui_arena.core.reasoning import split_thoughts
from tui_arena.core.record import Play, Step
from tui_arena.core.session import Session, Split, item_name, splits
from tui_arena.core.text import fold, read_reply
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.models.prompts import Message, messages
from tui_arena.players.models.requests import is_published
from tui_arena.save.errors import reading
from tui_arena.save.setting import deck_name
from tui_arena.save.skipping import Skipped, raised

TRAINING = ("sft", "rewards")
"""The training formats; the formats for whole sessions are in `save/exchange`."""
GUESSER = "guesser"
SYSTEM = "system"
ANSWER = "answer"
YES = "yes"
YES_REWARD = 0.02


@dataclass(frozen=True, slots=True)
class Wanted:
    """The sessions to export, and the form of the export."""

    format: str = "sft"
    """A format of `TRAINING`."""
    won: bool = False
    """True exports only sessions that the guesser won."""
    any_hit: bool = False
    """True if a win by a name that the game doesn't ask for counts, too (`GameInfo.earned`)."""
    deck: str | None = None
    """The deck whose sessions are exported; its number is ignored. None: all decks."""
    best: int | None = None
    """The most sessions of one item, the best by score; None: all."""
    min_score: float | None = None
    """The least main score of the guesser, 0 to 1; None: any."""
    split: Split | None = None
    """The split to export; None: both."""
    yes_reward: float = YES_REWARD
    """The reward of each turn that was answered yes; the last turn also gets the score."""
    anonymous: bool = False
    """True numbers the sessions instead of writing their ids."""


@dataclass(frozen=True, slots=True)
class Episode:
    """One finished session with a guesser."""

    session: Session
    info: GameInfo
    play: Play[Any]
    item: str
    """The secret, folded; empty if it is unknown."""
    won: bool
    """True if the guesser won by a hit that counts."""
    score: float
    """The guesser's main score, 0 to 1; 0 for a win that doesn't count."""

    @property
    def deck(self) -> str:
        return deck_name(self.session.setup.deck) or ""

    @property
    def split(self) -> Split:
        """The session's split: training or evaluation."""
        return splits(self.session.setup.source)(self.item)


def training(
    sessions: Iterable[tuple[Session, GameInfo]],
    catalogue: Catalogue,
    wanted: Wanted,
    skipped: Skipped | None = None,
) -> Iterator[str]:
    """Yields the lines of the file, one JSON object each; the sessions keep their order.

    `skipped` collects the sessions that can't be read; if it is None, they raise Unreadable.
    """
    skipped = skipped or Skipped(raised)
    prompts = Prompts(catalogue, wanted.anonymous)

    def rows(numbered: tuple[int, Episode]) -> list[str]:
        number, episode = numbered
        name = f"S{number}" if wanted.anonymous else episode.session.id
        sft = wanted.format == "sft"
        with reading(episode.session.id):
            rows = _sft(episode, prompts) if sft else _rewards(episode, prompts, wanted.yes_reward)
            lines = [{"session": name, **_about(episode), **row} for row in rows]
        return [json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines]

    episodes = _best(_wanted(sessions, wanted, skipped), wanted.best)
    for lines in skipped.each(enumerate(episodes, 1), lambda one: one[1].session.id, rows):
        yield from lines


def _wanted(
    sessions: Iterable[tuple[Session, GameInfo]], wanted: Wanted, skipped: Skipped
) -> Iterator[Episode]:
    def read(one: tuple[Session, GameInfo]) -> Episode | None:
        return _episode(*one, any_hit=wanted.any_hit)

    for episode in skipped.each(sessions, lambda one: one[0].id, read):
        if episode is None or (wanted.won and not episode.won):
            continue
        if wanted.deck is not None and episode.deck != deck_name(wanted.deck):
            continue
        if wanted.min_score is not None and episode.score < wanted.min_score:
            continue
        if wanted.split is None or episode.split == wanted.split:
            yield episode


def _episode(session: Session, info: GameInfo, *, any_hit: bool) -> Episode | None:
    """The episode of a session that was won, lost or drawn and has a guesser; None for any other session."""
    with reading(session.id):
        play = session.fold(info.game)
        if play.outcome().result not in ("won", "lost", "drawn") or not _turns(play):
            return None
        metrics = info.compute(play)
        score = info.main_score(play, metrics)
    if score is None:
        return None
    item = fold(item_name(info.game.secret(play.state) or {}))
    won = GUESSER in play.outcome().winners
    if won and not any_hit and not info.earned(metrics):
        won, score = False, 0.0
    return Episode(session, info, play, item, won, score)


def _best(episodes: Iterator[Episode], most: int | None) -> Sequence[Episode]:
    """At most `most` episodes of each game and item, the best by score; of equal episodes, the earlier."""
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
        "won": episode.won,
        "score": episode.score,
    }


def _sft(episode: Episode, prompts: Prompts) -> Iterator[dict[str, Any]]:
    """One row: a chat that contains, for each move, the messages sent for it and the reply.

    If a later turn sent earlier messages again, they are left out: the chat has them as they were first sent.
    `exact`: True if the messages sent for each reply were exactly the whole chat before it.
    """
    chat: list[Message] = []
    exact = True
    for turn in _turns(episode.play):
        sent = prompts.sent(episode, turn.step)
        chat += _new(chat, sent, turn.tries)
        exact = exact and chat == sent
        chat.append(prompts.reply(episode, turn.step))
    yield {"messages": chat, "exact": exact}


def _new(chat: Sequence[Message], sent: Sequence[Message], tries: int) -> Sequence[Message]:
    """The messages of a turn that are not yet in the chat.

    They are the last question with the refused tries at it. If the role and rules have changed, these come
    first.
    """
    if not chat:
        return sent
    new = sent[-1 - 2 * tries :]
    if new[0]["role"] != "user":
        new = sent[-1:]
    system = [m for m in chat if m["role"] == SYSTEM][-1:]
    changed = [m for m in sent[:1] if m["role"] == SYSTEM and system != [m]]
    return [*changed, *new]


def _rewards(episode: Episode, prompts: Prompts, yes_reward: float) -> Iterator[dict[str, Any]]:
    """A row for each turn: the messages sent, the guesser's reply, the answer to it, and the reward.

    A turn that was answered yes gets `yes_reward`; the last turn also gets the session's score.
    """
    turns = _turns(episode.play)
    told_to = answers(episode.info, episode.play.view(GUESSER))
    for number, turn in enumerate(turns, 1):
        told = told_to[number - 1] if number <= len(told_to) else ""
        reward = (yes_reward if told == YES else 0.0) + (episode.score if number == len(turns) else 0.0)
        yield {
            "turn": number,
            "prompt": prompts.sent(episode, turn.step),
            "completion": [prompts.reply(episode, turn.step)],
            "answer": told,
            "reward": round(reward, 10),
        }


@dataclass(frozen=True, slots=True)
class TrainingTurn:
    """A reply of the guesser that the rules accepted."""

    step: Step[Any]
    tries: int
    """The number of the guesser's earlier replies to the same ask that were refused."""


def _turns(play: Play[Any]) -> list[TrainingTurn]:
    """The guesser's replies that the rules accepted."""
    turns: list[TrainingTurn] = []
    refused: list[str] = []
    for step in play.standing():
        if step.ask.seat != GUESSER:
            continue
        if step.fault is not None:
            refused.append(step.ask.key)
            continue
        turns.append(TrainingTurn(step, refused.count(step.ask.key)))
        refused.clear()
    return turns


def answers(info: GameInfo, view: View) -> list[str]:
    """The answer to each of the guesser's questions, from the guesser's view; empty in games without any."""
    if ANSWER not in info.asks:
        return []  # in Taboo, the guesser itself answers
    turns: Sequence[Any] = view.facts.get("turns", ())
    return [str(turn["answer"]) for turn in turns if "answer" in turn]


@dataclass(frozen=True, slots=True)
class Prompts:
    """The chat messages that the guesser was sent for its replies."""

    catalogue: Catalogue
    anonymous: bool = False
    """True leaves personas out."""

    def sent(self, episode: Episode, step: Step[Any]) -> list[Message]:
        """The saved messages for a reply; for a bot or a person, the messages that a model would have got."""
        return self._saved(episode.session, step) or self._made(episode, step)

    def reply(self, episode: Episode, step: Step[Any]) -> Message:
        """The reply without its reasoning; the original JSON if the messages asked for JSON."""
        raw = step.event.get("raw")
        if isinstance(raw, str) and self._saved(episode.session, step):
            said = keyless(split_thoughts(raw).words)
            if said:  # if nothing is left, the text was cut within its reasoning
                return {"role": "assistant", "content": said}
        return {"role": "assistant", "content": read_reply(step.event["text"]).body}

    def _saved(self, session: Session, step: Step[Any]) -> list[Message]:
        """The messages saved with a reply; empty without any, or if they contain an unwanted persona."""
        if self.anonymous and _seated(session, step).get("persona"):
            return []
        saved = session.messages.get(str(step.event.get("messages")), ())
        texts = all(isinstance(m.get(key), str) for m in saved for key in ("role", "content"))
        return [{"role": m["role"], "content": m["content"]} for m in saved] if texts else []

    def _made(self, episode: Episode, step: Step[Any]) -> list[Message]:
        play, spec = episode.play, _seated(episode.session, step)
        variant = str(spec.get("prompt") or "")
        made = messages(
            self.catalogue.prompt(episode.info, step.ask.name, variant, or_plain=True),
            step.ask,
            play.game.view(step.before, GUESSER),
            _fault_before(play, step),
            persona="" if self.anonymous else str(spec.get("persona") or "")[:TEXT_CHARS],
            published=is_published(play.setup.preset),
        )
        return list(made)


def _seated(session: Session, step: Step[Any]) -> Mapping[str, Any]:
    """The player who gave one of the guesser's replies, as in the session's file."""
    return holder_at(session.seats, session.events, GUESSER, step.seq) or {}


def _fault_before(play: Play[Any], step: Step[Any]) -> Fault | None:
    """The reason why the try before a reply was refused; None if the reply was the first try."""
    before = [s for s in play.standing() if s.ask.seat == GUESSER and s.seq < step.seq]
    return before[-1].fault if before and before[-1].ask.key == step.ask.key else None
