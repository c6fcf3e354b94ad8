"""Visibility: who may read what a seat sees, thinks and says before the game is over.

`viewer` names the reader: a seat, or `table` for people who only watch. The answers are worked out from the
views, so they hold for every game.

Law: a reader never sees the reply of a seat that knows more of the secret than the reader does, nor
another seat's reply to a sealed ask. Another seat's reply to a private ask is shown to watchers alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tui_arena.core.game import TABLE, Ask, View
from tui_arena.core.record import Play
from tui_arena.core.text import fold

SPELLED = 4
"""A secret of fewer letters is not looked for in spelled-out form (s-p-e-l-l-e-d)."""


def may_hear(play: Play[Any], ask: Ask, viewer: str) -> bool:
    """Whether this viewer (a seat, or `table`) may read a reply to this ask while it streams in."""
    if play.over or ask.seat == viewer:
        return True
    if ask.sealed or (ask.private and viewer != TABLE):
        return False
    return not knows_more(play, ask.seat, viewer)


def knows_more(play: Play[Any], seat: str, viewer: str) -> bool:
    """Whether a seat's view holds something of the secret that the view of this viewer doesn't."""
    secret = play.game.secret(play.state) or {}
    view, seen = play.view(seat), play.view(viewer)
    facts = {name: value for name, value in view.facts.items() if seen.facts.get(name) != value}
    if any(facts.get(name) == value for name, value in secret.items() if value is not None):
        return True
    said = [line.text for line in view.talk if line not in seen.talk]
    hidden = secrets_of(secret)
    return any(holds(text, hidden) for text in (*_texts(facts.values()), *said))


def secrets_of(secret: Any) -> list[str]:
    """Every text in a secret."""
    if isinstance(secret, str):
        return [secret] if secret.strip() else []
    if isinstance(secret, Mapping):
        secret = secret.values()
    return [s for part in secret for s in secrets_of(part)] if _many(secret) else []


def hidden_from(play: Play[Any], viewer: str) -> list[str]:
    """The texts of the secret that are not facts of this viewer's view (a clue is a fact for everybody)."""
    told = play.view(viewer).facts
    secret = play.game.secret(play.state) or {}
    return secrets_of({name: value for name, value in secret.items() if told.get(name) != value})


def holds(text: str, secrets: Iterable[str]) -> bool:
    """Whether a text holds one of these secrets, also in capitals, spelled out or backwards."""
    folded = fold(text)
    bare = "".join(c for c in folded if c.isalnum())
    for secret in map(fold, secrets):
        letters = "".join(c for c in secret if c.isalnum())
        if secret in folded or (len(letters) >= SPELLED and (letters in bare or letters[::-1] in bare)):
            return True
    return False


def texts_of(view: View) -> Iterable[str]:
    """Every text in a view."""
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
