"""A bot that thinks with a model: where its own rules don't know the answer, a model finds a line for it.

The bot's own line is always there first. The model is asked only if the bot has a `Doubt`. Its line is said only
if the bot itself (`Doubt.accepted`) and then the rules accept it. If they don't, the model is told why and
asked once more. After a second refusal, after a failure, or if the model takes too long, the bot says its own
line. So the table never waits for long, and what the bot's rules know is never put to a model.

Each reply is saved with its `origin`: `own` (nothing was asked), `mind` (the model's line) or `replaced` (the
model was asked in vain). `mind` lists what the model said, word for word, each with the reason why it wasn't said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

from tui_arena.config import BadFile, ModelEntry
from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import Ask, Data, Doubt, Fault, OnProgress, PlayerFailed, Progress, Reply, View
from tui_arena.core.language.function_words import is_bare, is_copied, loops, misjoined
from tui_arena.core.language.sentences import with_article
from tui_arena.core.reading import heard
from tui_arena.core.reasoning import without_thoughts
from tui_arena.core.text import fold, one_line, read_reply
from tui_arena.core.words import tokens
from tui_arena.data import GameInfo, game_texts
from tui_arena.data.personas import Character
from tui_arena.players.bot import BotPlayer
from tui_arena.players.models.constraints import constraint_of
from tui_arena.players.models.exam import drawn, is_right, most_wrong
from tui_arena.players.models.player import ModelSeats, as_reply, with_first, without_keys
from tui_arena.players.models.prompts import Message, MissingSlot, render
from tui_arena.players.models.requests import ModelRequest, ModelResponse

PROMPT = "mind"
"""The name of a game's prompt for the models of its bots."""
PATIENCE = 60.0
"""The seconds that a model has for a line, both tries together, if nobody waits for it."""
REST = 30.0
"""The seconds for which a model isn't asked after it failed or took too long."""
TEMPERATURES = (0.0, 0.7)
"""The sampling temperatures of the tries: a refused line must not come again."""
SIGNS = '{}<>[]|\\#*_`~^"“”:'
"""Signs that no line of a model may have."""
LINE_TOKENS = 48
"""Tokens for a line of a model file. A server's model may reason first, so it keeps its usual limit."""
LINE_CHARS = 200
"""The maximum length of a model's line, in characters."""
EASY = ReplyForm({"answer": "text"}, "alone", marks=("answer:",), most_chars=80)
"""The form of the answers to the easy questions."""
_EXAMINED = Ask("", "exam", "exam", form=EASY.in_lenient)
_LAST_WORD = frozenset("the a an and or but of to in on at with for my his her their our is was".split())
"""A line that ends with one of these, and with no sign, was cut off."""


@dataclass(slots=True)
class Thought:
    """The result of asking the model about one doubt."""

    said: str | None = None
    """The reply with the model's line, in the game's form; None if the bot says its own line."""
    reply: Reply | None = None
    """The model's last reply, with its measurements; None if none came."""
    messages: Sequence[Message] = ()
    """The messages of the last request."""
    tries: list[dict[str, str]] = field(default_factory=list)
    """What the model said, as `text`, and `why` it wasn't said."""


@dataclass(frozen=True, slots=True)
class Examined:
    """One question of an exam."""

    messages: Sequence[Message]
    wanted: Ask
    right: Callable[[Reply, str], bool]
    """Whether a reply, and the line in it, are right."""


class ThinkingBot:
    """A bot in one seat, with the model that it thinks with."""

    def __init__(
        self,
        bot: BotPlayer,
        entry: ModelEntry | None,
        info: GameInfo,
        seats: ModelSeats,
        *,
        character: Character | None,
        seed: int | None,
        patience: float = PATIENCE,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """`entry`: None if the model isn't here any more, so that each doubt gets the bot's own line.

        `changed` is called when the bot begins to wait for the model, and when it no longer waits.
        """
        self.entry = entry
        self._bot, self._info, self._seats = bot, info, seats
        self._who = described(character) if character is not None else ""
        self._seed = Random(f"{seed}/mind").randrange(2**31)
        self._patience, self._changed = patience, changed
        self._waits: asyncio.Timeout | None = None
        """The time limit of the doubt that the model is asked about now; None if it isn't asked."""
        self._rests_until = 0.0
        """Loop time until which the model isn't asked."""

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        own = await self._bot.reply(ask, view, fault, progress)
        doubt = None
        if fault is None:
            with suppress(PlayerFailed):  # its own line is already there, even if a package's bot breaks now
                doubt = await self._bot.doubt(ask, view)
        if doubt is None:
            return replace(own, extra={**own.extra, "origin": "own"})
        thought = await self._think(ask, doubt, progress)
        told = thought.reply or replace(own, messages=tuple(thought.messages) or None)
        rest = {name: value for name, value in told.extra.items() if name not in ("raw", "earlier")}
        said = (
            {"origin": "replaced"}
            if thought.said is None
            else {"origin": "mind", "raw": thought.tries[-1]["text"]}
        )
        text = own.text if thought.said is None else thought.said
        return replace(told, text=text, finish="stop", extra={**rest, **said, "mind": thought.tries})

    async def warm(self) -> None:
        """Let the model load and take the exam. A model file then reads what stands first in every prompt.

        Never raises. A server that has passed isn't asked anything, because requests may cost money.
        """
        try:
            if self.entry is None or not await self._passes_easy() or not self.entry.gguf:
                return
            first = self._call((self._system, _user("")), _EXAMINED)
            once = replace(first, sampling={**first.sampling, "max_tokens": 1})
            await self._seats.models.ask(once, self._seats.budgets)
        except (PlayerFailed, BadFile, MissingSlot):
            return  # the first doubt gets the bot's own line

    @property
    def waits(self) -> bool:
        """True if the bot waits for its model."""
        return self._waits is not None

    def give_up(self) -> None:
        """Stop waiting for the model, and say the bot's own line now."""
        if self._waits is not None:
            self._waits.reschedule(asyncio.get_running_loop().time())

    async def _think(self, ask: Ask, doubt: Doubt, progress: OnProgress) -> Thought:
        """Ask the model, in the time that it has."""
        thought, loop = Thought(), asyncio.get_running_loop()
        if self.entry is None or loop.time() < self._rests_until:
            why = "the model isn't here" if self.entry is None else "the model rests after a failure"
            thought.tries.append({"why": why})
            return thought
        progress(Progress(note=f"thinking with {self.entry.name}"))
        try:
            async with asyncio.timeout(self._patience) as self._waits:
                began = loop.time()
                self._changed()
                await self._ask(ask, doubt, thought)
        except TimeoutError:
            self._rests_until = loop.time() + REST
            late = loop.time() >= began + self._patience
            why = f"it took longer than {self._patience:g} s" if late else "somebody stopped it"
            thought.tries.append({"why": why})
        except (PlayerFailed, BadFile, MissingSlot) as error:
            self._rests_until = loop.time() + REST
            thought.tries.append({"why": one_line(str(error), 400)})
        finally:
            self._waits = None
            self._changed()
        return thought

    async def _ask(self, ask: Ask, doubt: Doubt, thought: Thought) -> None:
        """Ask for a line until one is accepted, once for each of `TEMPERATURES`. Raises PlayerFailed."""
        wanted = Ask(ask.seat, doubt.about, ask.key, form=doubt.form.in_lenient, allows=doubt.allows)
        if not (await self._passes_easy() and await self._knows(doubt, wanted)):
            thought.tries.append({"why": "it doesn't know enough of this"})
            return
        messages = self._messages(doubt.about, doubt.slots)
        for warmth in TEMPERATURES:
            thought.messages, call = messages, await self._bot.work(self._call, messages, wanted, warmth)
            answer = await self._seats.models.ask(call, self._seats.budgets)
            reply, line = self._read(answer, call, wanted)
            thought.reply = reply if thought.reply is None else with_first(reply, thought.reply)
            came = {"text": one_line(str(reply.extra.get("raw", reply.text)), 1000)}
            try:
                said = await self._bot.work(self._accepted, line, reply, doubt, messages)
                if ask.trial is not None and (fault := ask.trial(said)) is not None:
                    raise fault
            except Fault as fault:
                thought.tries.append({**came, "why": fault.why})
                again = render(self._prompt["again"], {"why": fault.why})
                messages = (*messages, {"role": "assistant", "content": line or "…"}, _user(again))
                continue
            thought.tries.append(came)
            thought.said = said
            return

    async def _passes_easy(self) -> bool:
        """True if the model passes the exam of easy questions, with lines that could be said. Raises PlayerFailed."""
        assert self.entry is not None, "there is a model to ask"
        texts, model = game_texts("", PROMPT), await self._seats.exams.digest(self.entry)
        rules: Message = {"role": "system", "content": texts["rules"]}

        def examined(question: str, right: Sequence[str], wrong: Sequence[str]) -> Examined:
            return Examined(
                (rules, _user(question)),
                _EXAMINED,
                lambda reply, line: (
                    self._unsayable(line, reply, EASY) is None and is_right(line, right, wrong)
                ),
            )

        exam = [examined(**one) for one in drawn(texts["exam"], model)]
        return await self._passes(model, exam, most_wrong(len(exam)))

    async def _knows(self, doubt: Doubt, wanted: Ask) -> bool:
        """True if the model passes the exam of a doubt. Raises PlayerFailed.

        Its questions have two answers, so luck would pass it too often alone; the easy questions come before it.
        """
        assert self.entry is not None, "there is a model to ask"

        def examined(slots: Data, right: str) -> Examined:
            return Examined(
                self._messages(doubt.about, slots), wanted, lambda _, line: fold(line).rstrip(".!") == right
            )

        exam = [examined(slots, right) for slots, right in doubt.exam]
        return await self._passes(await self._seats.exams.digest(self.entry), exam, 1)

    async def _passes(self, model: str, exam: Sequence[Examined], most: int) -> bool:
        """True if the model has at most so many wrong answers in an exam. Raises PlayerFailed."""

        async def ask(number: int) -> bool:
            one = exam[number]
            call = self._call(one.messages, one.wanted, seed=0)
            answer = await self._seats.models.ask(call, self._seats.budgets)
            return one.right(*self._read(answer, call, one.wanted))

        questions = ["\n".join(message["content"] for message in one.messages) for one in exam]
        return await self._seats.exams.passes(model, questions, ask, most)

    def _read(self, answer: ModelResponse, call: ModelRequest, wanted: Ask) -> tuple[Reply, str]:
        """The reply without its thoughts and without keys, and the line in it."""
        reply = without_keys(without_thoughts(as_reply(answer, call)))
        read = read_reply(heard(reply, wanted).text, *wanted.marks).shown
        return reply, next((line.strip() for line in read.splitlines() if line.strip()), "")

    def _accepted(self, line: str, reply: Reply, doubt: Doubt, sent: Sequence[Message]) -> str:
        """The reply with a line in the game's form. Raises Fault if this bot, or any bot, wouldn't say it."""
        if (fault := self._unsayable(line, reply, doubt.form)) is not None:
            raise fault
        if is_copied(line, "\n".join(one["content"] for one in sent)):
            raise Fault("rule", "use words of your own")
        if doubt.form.single and (is_bare(line) or misjoined(fold(line))):
            raise Fault("rule", "say something exact, in plain and correct English")
        return doubt.accepted(line)

    def _unsayable(self, line: str, reply: Reply, form: ReplyForm) -> Fault | None:
        """Why nobody would say a line, whatever was asked; None if it could be said."""
        assert self.entry is not None, "a line came from a model"
        # a file's line ends where its form ends, so a line that fills the form was cut off there
        most = min(LINE_CHARS, form.most_chars - 2) if self.entry.gguf else LINE_CHARS
        if not line or reply.finish == "refused":
            return Fault("empty", "say one short line")
        if (
            len(line) > most
            or reply.finish != "stop"
            or (line[-1] not in ".!?" and tokens(line)[-1:] and tokens(line)[-1] in _LAST_WORD)
        ):
            return Fault("cut_off", f"say one whole sentence of at most {most} characters")
        flat = " ".join(tokens(line))
        if any(f" {phrase} " in f" {flat} " for phrase in self._never):
            return Fault("rule", "speak as the person whom you play, and of nothing but the game")
        if not line.isprintable() or any(sign in line for sign in SIGNS) or loops(line):
            return Fault("format", "use plain words only, without signs or quotation marks, each thing once")
        return None

    def _call(
        self, messages: Sequence[Message], wanted: Ask, warmth: float = 0.0, seed: int | None = None
    ) -> ModelRequest:
        """The request for a line. `seed`: None for the session's."""
        assert self.entry is not None, "there is a model to ask"
        chosen = self._seed if seed is None else seed
        sampling: dict[str, Any] = {**self.entry.sampling, "temperature": warmth, "seed": chosen}
        if not self.entry.gguf:
            return ModelRequest(self.entry, messages, sampling, is_line=True)
        held = constraint_of(wanted)
        sampling["max_tokens"] = LINE_TOKENS
        return ModelRequest(
            self.entry, messages, sampling, grammar=held.grammar() if held is not None else "", is_line=True
        )

    def _messages(self, about: str, slots: Data) -> tuple[Message, ...]:
        """The messages for a doubt. What stands first is the same for every doubt, so that it is cached."""
        return self._system, _user(render(self._prompt[about], slots))

    @property
    def _system(self) -> Message:
        return {"role": "system", "content": render(self._prompt["system"], {"who": self._who})}

    @cached_property
    def _never(self) -> frozenset[str]:
        """The phrases that no bot says, as plain words."""
        return frozenset(game_texts("", PROMPT)["never"])

    @property
    def _prompt(self) -> Mapping[str, str]:
        return self._seats.prompts.prompt(self._info, PROMPT).sections


def described(character: Character) -> str:
    """Who a character is, in a few words: `Ramón, a ship's cook, 58 years old, who speaks in a chatty way`."""
    one = character.persona
    age = f", {one.age} years old" if one.age else ""
    return (
        f"{character.first_name}, {with_article(one.profession)}{age}, who speaks in a {character.speech} way"
    )


def _user(text: str) -> Message:
    return {"role": "user", "content": text}
