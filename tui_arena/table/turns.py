"""Who may read what a seat sees, thinks and says before the game is over, and the turns of machine players.

A viewer is a seat, or `table` for spectators. A viewer's rights are computed from the views, so they apply to
every game. A turn is what a machine was sent, what came back, its time and its cost. All of it is taken from
the saved event and its messages.

Law: a viewer never sees the reply of a seat that knows more of the secret. A viewer never sees another seat's
reply to a sealed ask. Only spectators see another seat's reply to a private ask. Before the end, only a
spectator may read the turn of a seat that knows more of the secret. If somebody could profit from the look,
they have to ask for it, and it is logged. A player doesn't even learn that there is such a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, Ask, View
from tui_arena.core.language.sentences import UNKNOWN, money
from tui_arena.core.record import Play, Step
from tui_arena.core.text import fold, one_line
from tui_arena.players.models.ladder import rungs_in_words
from tui_arena.save.exchange.flat import TIMES
from tui_arena.save.summary import plain_value
from tui_arena.table.transcript import Names

SPELLED = 4
"""A secret with fewer letters isn't looked for in spelled-out form (s-p-e-l-l-e-d)."""


def may_hear(play: Play[Any], ask: Ask, viewer: str) -> bool:
    """True if this viewer (a seat, or `table`) may read a reply to this ask while it streams in."""
    if play.over or ask.seat == viewer:
        return True
    if ask.sealed or (ask.private and viewer != TABLE):
        return False
    return not knows_more(play, ask.seat, viewer)


def knows_more(play: Play[Any], seat: str, viewer: str) -> bool:
    """True if a seat's view contains a part of the secret that this viewer's view doesn't."""
    secret = play.game.secret(play.state) or {}
    view, seen = play.view(seat), play.view(viewer)
    facts = {name: value for name, value in view.facts.items() if seen.facts.get(name) != value}
    if any(facts.get(name) == value for name, value in secret.items() if value is not None):
        return True
    said = [line.text for line in view.talk if line not in seen.talk]
    hidden = secrets_of(secret)
    return any(holds(text, hidden) for text in (*_texts(facts.values()), *said))


def secrets_of(secret: Any) -> list[str]:
    """Returns every text in a secret."""
    if isinstance(secret, str):
        return [secret] if secret.strip() else []
    if isinstance(secret, Mapping):
        secret = secret.values()
    return [s for part in secret for s in secrets_of(part)] if _many(secret) else []


def hidden_from(play: Play[Any], viewer: str) -> list[str]:
    """Returns the secret's texts that aren't facts of this viewer's view (a clue is a fact for everybody)."""
    told = play.view(viewer).facts
    secret = play.game.secret(play.state) or {}
    return secrets_of({name: value for name, value in secret.items() if told.get(name) != value})


def holds(text: str, secrets: Iterable[str]) -> bool:
    """True if a text contains one of these secrets, also in capitals, spelled out or backwards."""
    folded = fold(text)
    bare = "".join(c for c in folded if c.isalnum())
    for secret in map(fold, secrets):
        letters = "".join(c for c in secret if c.isalnum())
        if secret in folded or (len(letters) >= SPELLED and (letters in bare or letters[::-1] in bare)):
            return True
    return False


def texts_of(view: View) -> Iterable[str]:
    """Returns every text in a view."""
    yield from _texts(view.facts)
    for line in view.talk:
        yield line.text


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, Mapping):
        value = [*value, *value.values()]
    if _many(value):
        for part in value:
            yield from _texts(part)
    elif value is not None:
        yield str(value)


def _many(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str)


REASONING = "reasoning"
"""The heading of a part that is collapsed until the reader opens it."""
RAW = "reply as received"
EARLIER = "an earlier reply without text"
BROKEN = "a reply that was cut off, so nobody read it"
FIGURES = "time and cost"
VALUE_CHARS = 60
ENDS = {
    "length": "cut off at the token limit",
    "refused": "the provider refused",
    "broken": "cut off on the way",
}

Part = tuple[str, str]
"""A heading and a text."""


def message_parts(sent: Iterable[Mapping[str, Any]]) -> list[Part]:
    """Returns the messages as they were sent, as parts."""
    return [(str(m.get("role", "")), str(m.get("content", ""))) for m in sent]


def broken_parts(event: Event) -> list[Part]:
    """Returns the parts of replies that broke off, which the rules never read."""
    return [(BROKEN, _came(part)) for part in event.get("broken") or () if isinstance(part, Mapping)]


def _came(part: Mapping[str, Any]) -> str:
    """The thinking and the text of a reply."""
    return "\n".join(str(part[key]) for key in ("thinking", "text") if part.get(key))


def not_said(event: Event) -> list[Part]:
    """Returns what a bot's model said and the bot didn't, each with the reason."""
    tries = event.get("mind")
    return [
        ("suggested by the bot's model, but not said", f"{one.get('text') or ''}\n{one['why']}".strip())
        for one in (tries if isinstance(tries, list) else ())
        if isinstance(one, Mapping) and one.get("why")
    ]


def reply_parts(event: Event) -> list[Part]:
    """Returns what came back for a prompt, reasoning first, figures last."""
    parts = []
    if event.get("thinking"):
        parts.append((REASONING, str(event["thinking"])))
    parts += broken_parts(event)
    earlier = event.get("earlier")
    if isinstance(earlier, Mapping):
        parts.append((EARLIER, _came(earlier)))
    parts += not_said(event)
    raw = event.get("raw")
    parts.append((RAW, str(raw if isinstance(raw, str) else event["text"])))
    if isinstance(raw, str):
        parts.append(("as the rules read it", str(event["text"])))
    if event.get("why"):
        parts.append(("not accepted", one_line(str(event["why"]), 300)))
    figures = "\n".join(_figures(event))
    return [*parts, (FIGURES, figures)] if figures else parts


def _figures(event: Event) -> list[str]:
    """Returns one line for each fact; empty for a reply that isn't a model's."""
    usage = event.get("usage")
    sent = event.get("sent")
    if not isinstance(usage, Mapping) and not isinstance(sent, Mapping):
        return []
    lines = []
    if isinstance(usage, Mapping):
        tokens = [_known(usage.get(key)) for key in ("input_tokens", "output_tokens")]
        usd = float(cost) if isinstance(cost := usage.get("cost_usd"), int | float) else None
        lines.append(f"tokens: {tokens[0]} in, {tokens[1]} out; cost: {money(usd)}")
    else:
        lines.append("tokens: not reported by the provider")
    seconds, token, word = (event.get(key) for key in TIMES)
    if isinstance(seconds, int | float):
        firsts = {"token": None if token == word else token, "word": word}
        told = [
            f", the first {name} after {at:.2f} s"
            for name, at in firsts.items()
            if isinstance(at, int | float)
        ]
        lines.append(f"time: {seconds:.2f} s{''.join(told)}")
    finish = str(event.get("finish") or "stop")
    lines.append(f"finish: {ENDS.get(finish, finish)}")
    if event.get("retries"):
        lines.append(f"failed attempts before it: {event['retries']}")
    if isinstance(sent, Mapping):
        lines.append(f"sent: {', '.join(_sent(sent))}")
    rungs = event.get("rungs")
    if isinstance(rungs, Sequence) and not isinstance(rungs, str) and rungs:
        lines.append(
            f"request changed to suit the server: {', '.join(rungs_in_words(one_line(str(rung), VALUE_CHARS) for rung in rungs))}"
        )
    dropped = event.get("dropped")
    if isinstance(dropped, Sequence) and not isinstance(dropped, str) and dropped:
        names = ", ".join(one_line(str(name), VALUE_CHARS) for name in dropped)
        lines.append(f"left out because the provider doesn't accept it: {names}")
    return lines


def _sent(sent: Mapping[str, Any]) -> list[str]:
    def value_text(value: object) -> str:
        return "a JSON schema" if isinstance(value, Mapping) else one_line(plain_value(value), VALUE_CHARS)

    return [f"{one_line(str(name), VALUE_CHARS)} {value_text(value)}" for name, value in sent.items()]


def _known(tokens: object) -> str:
    return f"{tokens:,}" if isinstance(tokens, int) else UNKNOWN


Sent = Mapping[str, Sequence[Mapping[str, Any]]]
"""Messages by their hash."""
HIDDEN = (
    "This turn may reveal what is hidden until the end. If you look, the session is marked as peeked, and "
    "the stats leave it out."
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page to read: a turn, a prompt, or the details of a figure."""

    title: str
    parts: tuple[Part, ...]
    hidden: bool = False
    """True if `parts` only say that the turn is hidden."""


def turns(
    play: Play[Any],
    messages: Sent,
    seats: Mapping[str, Mapping[str, Any]],
    viewer: str,
    *,
    watching: bool,
    peeked: bool,
) -> list[Page]:
    """Returns every turn of a bot or model that this viewer (a seat, or `table`) may read, newest first.

    `seats`: the first cast. `watching`: no person plays here, so hidden turns are listed. `peeked`: such a
    spectator has looked at what is hidden, so hidden turns may be read as well.
    """
    steps = {step.seq: step for step in play.steps}
    names = Names(seats)
    told = list(texts_of(play.view(viewer)))
    hidden = [s for s in hidden_from(play, viewer) if not any(holds(text, [s]) for text in told)]
    pages = []
    for event in play.events:
        names.hear(event)
        if event.type == Kind.PAUSED and event.get("broken") and (play.over or (watching and peeked)):
            title = f"{event['seat'].replace('_', ' ')} · gave no reply · {names.of(event['seat'])}"
            pages.append(Page(title, (*broken_parts(event), ("why", str(event.get("why", ""))))))
        step = steps.get(event.seq)
        kind = names.kind(step.ask.seat) if step is not None else "human"
        thinks = play.over and "messages" in event.data  # a bot's prompt says more than the bot has told
        if step is None or kind == "human" or (kind != "model" and not (watching or thinks)):
            continue
        taken_back = " · taken back" if step.void else ""
        title = f"{step.ask.seat} · {step.name} · {names.of(step.ask.seat)}{taken_back}"
        if (watching and peeked) or _open(play, step, messages, viewer, hidden):
            pages.append(Page(title, tuple(_parts(step, messages))))
        elif watching:
            pages.append(Page(title, (("", HIDDEN),), hidden=True))
    return pages[::-1]


def _open(play: Play[Any], step: Step[Any], messages: Sent, viewer: str, hidden: Sequence[str]) -> bool:
    """True if this viewer may read a turn."""
    if play.over:
        return True
    if step.ask.seat == TABLE or not may_hear(play, step.ask, viewer):
        return False
    texts = [text for _, text in _parts(step, messages)]
    return not any(holds(text, hidden) for text in (*texts, str(step.event["text"])))


def _parts(step: Step[Any], messages: Sent) -> Iterable[Part]:
    sent = messages.get(str(step.event.get("messages")))
    yield from message_parts(sent) if sent else [("", "Nothing was sent: this player isn't a model.")]
    yield from reply_parts(step.event)
