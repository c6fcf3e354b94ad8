"""One frame of every page that a game has on phones, as real tables make them, and what a browser finds wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Any

from tests.room.rooms import filled, joined_and_played
from tui_arena.save.store import Store

Frames = dict[str, dict[str, Any]]

TABLES: Mapping[str, tuple[str, Mapping[str, str], Mapping[str, Any]]] = {
    "wordle": ("wordle", {"setter": "human:Ada", "guesser": "human:Ben"}, {}),
    "critic": (
        "wordle",
        {"setter": "human:Ada", "guesser": "human:Ben", "critic": "human:Cleo"},
        {"variant": "critic"},
    ),
    "entity": ("entity", {"guesser": "human:Ada", "judge": "human:Ben"}, {}),
    "akinator": ("akinator", {"setter": "human:Ada", "guesser": "human:Ben"}, {"secret": "later"}),
    "taboo": ("taboo", {"setter": "human:Ada", "guesser": "human:Ben"}, {}),
    "bluffing": ("bluffing", {"setter": "human:Ada", "judge": "human:Ben"}, {}),
    "connections": (
        "connections",
        {"setter": "human:Ada", "guesser_1": "human:Ben", "guesser_2": "human:Cleo"},
        {},
    ),
}
"""The tables that are played: a game, who sits where, and options."""
PEOPLE = "Ada Ben Cleo Dan"
"""Those in the room; Dan has no seat."""
SENTENCES = {
    "question": "Is it something that you'd find in most kitchens, or in a cupboard?",
    "prompt": "What do you call it when the sky goes bang on New Year's Eve?",
    "answer": "My uncle has one in the garden, and nobody is allowed to touch it.",
    "text": "Would my grandmother have had one of these at home?",
    "statement": "I once spent a night locked in a museum because I had fallen asleep behind a whale.",
    "clue": "my aunt's was always out of tune",
    "why": "It has many letters that I haven't tried yet.",
}
"""What people type, as long as people type it."""
STEPS = 16


_PLAYED: dict[str, Frames] = {}


async def pages(store: Store, table: str) -> Frames:
    """The frame of each page of a table by its name: seat and ask, waiting, watching, and the end.

    A table takes seconds, so it is played once for all tests of a process; they don't change its frames.
    """
    if table not in _PLAYED:
        _PLAYED[table] = await _pages(store, table)
    return _PLAYED[table]


async def _pages(store: Store, table: str) -> Frames:
    game, seats, options = TABLES[table]
    found: Frames = {}
    async with joined_and_played(store, PEOPLE, game, seats, options=options) as (runner, _, phones):
        rng = Random(5)
        for step in range(STEPS):
            await asyncio.sleep(0.15)
            for phone in phones:
                frame = phone.frame
                asked = frame.get("asked")
                name = f"{table} {frame.get('seat') or 'without a seat'} "
                what = str(asked["key"]).partition(":")[0] if asked else "over" if frame["over"] else "waits"
                found[name + what] = frame
                if asked and len(asked["ways"]) > 3:
                    found[name + "many ways"] = frame
                if asked and not runner.over:
                    way, values = filled(phone, rng)
                    way = 0 if step < STEPS - 4 else way
                    fields = asked["ways"][way]["fields"]
                    values = {one["name"]: values.get(one["name"]) or _said(one) for one in fields}
                    values |= {k: SENTENCES[k] for k in values if k in SENTENCES and _free(frame, k)}
                    await phone.say("reply", key=asked["key"], way=way, values=values)
                    await asyncio.sleep(0.1)
            if runner.over:
                break
        for seat in list(runner.cast):
            if not runner.over and runner.can_resign(seat):
                await runner.resign(seat)
        await asyncio.sleep(0.2)
        for phone in phones:
            found[f"{table} {phone.frame.get('seat') or 'without a seat'} over"] = phone.frame
    return found


def _said(field: Mapping[str, Any]) -> str:
    return str(field["choices"][0]) if field["choices"] else SENTENCES.get(field["name"], "lamp")


def _free(frame: Mapping[str, Any], field: str) -> bool:
    """Whether any sentence will do in a field."""
    return field != "text" or frame["game"] != "Connections"


EVENING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#203040"/>'
    '<text x="40" y="90" font-size="48" fill="#fff">Ada 12, Ben 9, Cleo 7</text></svg>'
)


def others(found: Frames) -> Frames:
    """Pages that depend on more than a game: the lobby, bets, a vote, the stage that turns something, moments."""
    seated, looks = found["taboo setter waits"], found["taboo without a seat waits"]
    asked, end = found["wordle guesser guess"], found["wordle guesser over"]
    bet = {
        "question": "Place your bets: who will win?",
        "answers": [["found", "Ada"], ["kept", "Ben"], ["nobody", "nobody"]],
    }
    word = {"question": "Do you know it? Write down one word. It scores if it's right."}
    people = [{**one, "away": one["name"] == "Ben", "ready": one["name"] == "Ada"} for one in looks["people"]]
    lobby = {"page": "lobby", "you": seated["you"], "people": people, "told": [], "rates": ""}
    told = ["Ada 3, Ben 2, Cleo 1", "Next: Taboo", "Cleo has the word."]
    picture = {"kind": "party", "text": "What an evening!", "svg": EVENING}
    return {
        "lobby first": lobby,
        "lobby later": {**lobby, "told": told, "rates": "Wordle"},
        "lobby watching": {**lobby, "you": None, "watching": True},
        "lobby evening": {**lobby, "told": told, "moment": picture},
        "beside bet": {
            **looks,
            "beside": {"bet": bet, "word": word},
            "caster": "Ada is out of easy words, and Ben knows it.",
        },
        "beside vote": {
            **seated,
            "vote": {"id": "v", "text": "Ben wants to take back the last move.", "asked": True},
        },
        "beside watching": {
            **looks,
            "watching": True,
            "people": people,
            "caster": "Two prompts left, and nobody blinks.",
        },
        "stage held": {**asked, "held": True},
        "moment won": {**end, "moment": {"kind": "won", "text": "You found it in three!"}},
    }


AUDIT = """() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const ink = canvas.getContext("2d", { willReadFrequently: true });
  const solid = (over, under) => {
    ink.fillStyle = under; ink.fillRect(0, 0, 1, 1);
    ink.fillStyle = over; ink.fillRect(0, 0, 1, 1);
    return `rgb(${[...ink.getImageData(0, 0, 1, 1).data].slice(0, 3).join(",")})`;
  };
  const light = (colour) => {
    const part = colour.match(/\\d+/g).map((one) => one / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
  };
  const ground = (one) => {
    const above = [];
    for (let at = one; at; at = at.parentElement) above.push(getComputedStyle(at).backgroundColor);
    return above.reverse().reduce((under, over) => solid(over, under), "rgb(255,255,255)");
  };
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest(".unseen");
  const what = (one) => `${one.tagName.toLowerCase()}${one.id ? "#" + one.id : ""}${one.className ? "." + one.className : ""} "${one.textContent.trim().slice(0, 24)}"`;
  const faults = [];
  for (const one of document.querySelectorAll("body *")) {
    const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) || one.matches("input:not([type=radio]):not([type=range]), textarea");
    if (!text || !shown(one) || one.matches(":disabled, script, noscript")) continue;
    const under = ground(one);
    const over = solid(getComputedStyle(one).color, under);
    const [a, b] = [light(over), light(under)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(2)}: ${what(one)}`);
  }
  for (const one of document.querySelectorAll("button, a, summary, input, textarea, .choices label, #signs span")) {
    if (!shown(one) || one.matches("[type=radio]")) continue;
    const { width, height } = one.getBoundingClientRect();
    const least = one.matches(".key:not(.wide)") ? 30 : 48; // a letter is as wide as on a phone's own keyboard
    if (width < least - 0.5 || height < 47.5) faults.push(`target ${width.toFixed(0)}x${height.toFixed(0)}: ${what(one)}`);
    if (parseFloat(getComputedStyle(one).fontSize) < 16 && one.matches("input, textarea")) faults.push(`zooms: ${what(one)}`);
    if (!one.labels?.length && !one.textContent.trim() && !one.getAttribute("aria-label") && !one.getAttribute("aria-labelledby")) faults.push(`no name: ${what(one)}`);
  }
  for (const one of [document.documentElement, ...document.querySelectorAll("main, #dock")]) {
    if (one.scrollWidth > one.clientWidth) faults.push(`cut at the right: ${what(one)}`);
  }
  return faults;
}"""
"""Finds text below 4.5:1, targets below 48 pixels, fields that make a phone zoom in, what has no name, what is cut."""
