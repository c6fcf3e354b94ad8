"""Whole games of every kind by sockets, and no page with a secret that is not its own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from tests.conformance import holds_secret, playout_of
from tests.room.rooms import CATALOGUE, NAMES, Phone, Stage, filled, played, staged
from tests.table.test_runner import until
from tests.thorough import sampled
from tui_arena.room.people import Room
from tui_arena.save.store import Store
from tui_arena.table.runner import SessionRunner

NAMED = ("word", "entity", "object")
"""What a secret of each game is called in its facts."""
GAMES: tuple[tuple[str, tuple[str, ...], Mapping[str, Any]], ...] = (
    ("wordle", ("setter", "guesser"), {}),
    ("wordle", ("setter", "guesser", "critic"), {"variant": "critic", "clues": "two"}),
    ("entity", ("setter", "guesser", "judge"), {}),
    ("akinator", ("setter", "guesser"), {}),
    ("akinator", ("setter", "guesser"), {"secret": "sealed"}),
    ("taboo", ("setter", "guesser"), {}),
    ("bluffing", ("setter", "judge"), {}),
    ("connections", ("setter", "guesser_1", "guesser_2"), {"guessers": 2, "max_attempts": 6}),
    ("connections", ("setter", *(f"guesser_{n}" for n in range(1, 6))), {"guessers": 5, "max_attempts": 3}),
)


async def plays(phone: Phone, runner: SessionRunner, rng: Random) -> None:
    """Answer whatever this phone is asked until the game is over; after many tries give up."""
    tries = 0
    while not phone.frame.get("over"):
        await phone.until(lambda: phone.frame.get("over") or phone.frame.get("asked"))
        asked = phone.frame.get("asked")
        if phone.frame.get("over") or not asked:
            continue
        way, values = filled(phone, rng)
        seen = len(phone.texts)
        await phone.say("reply", key=asked["key"], way=way, values=values)
        await phone.until(lambda: len(phone.texts) > seen)  # noqa: B023
        tries += 1
        if tries > 60:
            await runner.resign(next(iter(runner.play.seats)))
        await asyncio.sleep(0.06)  # the host lets ten messages a second through


async def seated(stage: Stage, seats: tuple[str, ...]) -> dict[str, Phone]:
    return {seat: await stage.join(name) for seat, name in zip(seats, NAMES, strict=False)}


@pytest.mark.parametrize(("game", "seats", "options"), sampled(GAMES, 5))
async def test_a_game_is_played_to_its_end_and_every_page_keeps_the_secret(
    store: Store, game: str, seats: tuple[str, ...], options: Mapping[str, Any]
) -> None:
    knows = playout_of(CATALOGUE.game(game)).KNOWS
    async with staged() as stage:
        phones = await seated(stage, seats)
        onlooker = await stage.join("Zoe")
        cast = {seat: f"human:{name}" for seat, name in zip(seats, NAMES, strict=False)}
        async with played(store, stage, game, cast, options, seed=3) as runner:
            hidden: set[str] = set()
            before: dict[str, int] = {}

            def watch() -> None:
                secret = runner.play.game.secret(runner.play.state) or {}
                hidden.update(str(secret[name]) for name in NAMED if secret.get(name))
                if not runner.over:
                    before.update(
                        {seat: len(phone.texts) for seat, phone in {**phones, "": onlooker}.items()}
                    )

            runner.listeners.append(watch)
            async with asyncio.timeout(100):
                await asyncio.gather(
                    *(plays(phone, runner, Random(n)) for n, phone in enumerate(phones.values()))
                )
            assert runner.over
        for seat, phone in {**phones, "": onlooker}.items():
            if seat not in knows:
                shown = "\n".join(phone.texts[: before.get(seat, 0)])
                kept = [secret for secret in hidden if not _asked_aloud(runner, secret)]
                assert not [secret for secret in kept if holds_secret(shown, secret)], seat
        assert onlooker.frame["over"]


def _asked_aloud(runner: SessionRunner, secret: str) -> bool:
    """Whether somebody who did not know a secret said it, as in the guess that found it."""
    return any(
        secret in str(event.get("text", "")) for event in runner.play.events if event.get("seat") != "setter"
    )


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    sampled(
        [
            ("wordle", ("setter", "guesser"), {}),
            ("taboo", ("setter", "guesser"), {}),
            ("connections", ("setter", "guesser_1", "guesser_2"), {"guessers": 2, "max_attempts": 3}),
        ],
        3,
    ),
)
async def test_the_host_may_go_down_at_every_ask(
    store: Store, game: str, seats: tuple[str, ...], options: Mapping[str, Any]
) -> None:
    """After each answer the host is gone, and a new one goes on with what was kept; no phone joins again."""
    rng, session, port, tokens = Random(2), "", 0, dict[str, str]()
    kept = Room()
    for _ in range(60):
        async with staged(kept, port) as stage:
            port = port or stage.server.port
            cast = {seat: f"human:{name}" for seat, name in zip(seats, NAMES, strict=False)}
            names = NAMES[: len(seats)]
            phones = [await (stage.back(tokens[n]) if tokens else stage.join(n)) for n in names]
            tokens = tokens or {name: phone.token for name, phone in zip(names, phones, strict=True)}
            async with played(store, stage, game, cast, options, seed=3, resume=session) as runner:
                session, moves = runner.session.id, len(runner.play.standing())
                await until(lambda: any(phone.frame.get("asked") for phone in phones))  # noqa: B023
                asked = [phone for phone in phones if phone.frame.get("asked")]
                while len(runner.play.standing()) == moves and not runner.over:
                    phone = rng.choice(asked)
                    seen, (way, values) = len(phone.texts), filled(phone, rng)
                    await phone.say("reply", key=phone.frame["asked"]["key"], way=way, values=values)
                    await phone.until(lambda: len(phone.texts) > seen)  # noqa: B023
                    await asyncio.sleep(0.11)  # the host lets ten messages a second through
                over = runner.over
            kept_text = stage.host.room.text(port, 1.0, lan=False)
            await stage.server.vanish()
        found = Room.kept(kept_text)
        assert found is not None
        kept = found[0]
        if over:
            return
    raise AssertionError("it never came to its end")
