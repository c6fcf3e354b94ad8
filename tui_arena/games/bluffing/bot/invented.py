"""A story for a statement that no card tells: one set of details from which every answer is made.

The details follow from the statement; what was told before comes first, also by another player whose seat the bot
took over. The same question has the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from random import Random

from tui_arena.core.language.sentences import capital
from tui_arena.games.bluffing.bot.asked import YES_NO, Asked
from tui_arena.games.bluffing.bot.cards import folded

LINES: Mapping[str, tuple[str, ...]] = {
    "who": ("My {kin} {name}, who still brings it up.", "{name}, my {kin}. Nobody else that I would know again."),
    "when": ("In {month} {year}, at a weekend.", "It was {month} {year}; I know because we moved house soon after."),
    "age": ("I was {age} then.", "I must have been {age}, give or take a birthday."),
    "where": ("In {place}, not far from the station.", "Just outside {place}, where the buses turn round."),
    "long": ("About {number} minutes, though it felt like an hour.", "{Number} minutes, if the clock was right."),
    "many": ("{Number}, if I counted right.", "About {number}, I would say."),
    "cost": ("Nothing at all, apart from a coffee for {name}.", "Next to nothing; {name} wouldn't take my money."),
    "why": ("Because {name} had talked me into it.", "Because I was bored and {name} had an idea."),
    "begin": ("It began with a phone call from my {kin} {name}.", "{name} turned up at my door, and one thing led to another."),
    "how": ("Slowly at first, and then all at once.", "Bit by bit, with {name} telling me what to do next."),
    "next": ("We stood there for a moment, and then we went home.", "{name} made tea, and we told it to each other all over again."),
    "end": ("It ended well. {name} and I still talk about it.", "Nothing much came of it but a good story."),
    "said": ("{name} said, “You had better sit down,” and so I did.", "My {kin} only said, “Well, that's done,” and put on the kettle."),
    "others": ("My family didn't believe a word until {name} told them the same.", "They laughed, {name} most of all."),
    "felt": ("Nervous at first, and then rather pleased with myself.", "My knees were soft, but I was happy."),
    "looked": ("Quite ordinary, to be honest: a bit worn, and {colour}.", "It was all {colour} and a little crooked."),
    "sense": ("It smelt of {smell}; I would know it anywhere.", "What I remember is the smell of {smell}."),
    "name": ("{name} is the only name in it that I could swear to.", "There was {name}, my {kin}; I never learned the other names."),
    "weather": ("Grey and windy, but it stayed dry.", "It was one of those bright cold days in {month}."),
    "worst": ("The moment when {name} stopped laughing.", "When I noticed that {name} had seen everything."),
    "proof": ("My {kin} {name} was there and would tell you the same.", "Ask {name}; you will get it told twice as long."),
    "today": ("I still think of it whenever I'm in {place}.", "These days I laugh about it, and so does {name}."),
    "alone": ("No, my {kin} {name} was with me.",),
    "hurt": ("No, nobody came to any harm.", "No, not so much as a scratch."),
    "afraid": ("Yes, a little, until it was over.", "Yes, my hands were shaking."),
    "told": ("Yes, {name} knew at once, and then everybody else.",),
    "trouble": ("No, nobody minded in the end.", "No, my {kin} just shook a finger at me."),
    "laughed": ("Yes, {name} couldn't stop.", "Yes, everybody but me."),
    "helped": ("Yes, {name} did what there was to be done.",),
    "planned": ("No, it just came about.", "No, neither of us had thought of it the day before."),
    "again": ("No, once was enough.", "No, never since {year}."),
    "kept": ("No, all that is left is the story.", "No, I looked for it when we moved, and it was gone."),
    "first": ("Yes, I had never done anything of the kind.",),
    "regret": ("No, I would do it all again.", "No, not for a minute."),
}  # fmt: skip
"""By aspect, answers with slots for the details of one story."""
UNKNOWN = (
    "That I couldn't tell you; what I do remember is {name} and the smell of {smell}.",
    "I don't remember that part, only that it was in {place}.",
    "Ask {name}; I was looking the other way.",
    "I have forgotten that, as one does since {year}.",
)
"""Answers to questions that ask for nothing the story has."""
PLACES = tuple(
    "Leeds Ghent Bergen Graz Lucca Cork Aarhus Bath Delft Siena Tartu Girona Ulm Perth Malmö Ely".split()
)
COMPANIONS = tuple(
    (kin, name)
    for kins, names in (
        ("cousin sister aunt neighbour", "Nora Anneke Ruth Ines Greta Lena Marta Clara Edith"),
        ("cousin brother uncle neighbour", "Tom Martin Paul Owen Hugo Finn Otto"),
    )
    for kin in kins.split()
    for name in names.split()
)
DETAILS: Mapping[str, tuple[str, ...]] = {
    "colour": tuple("red green yellow blue brown grey".split()),
    "smell": ("wet dog", "burnt toast", "floor polish", "cut grass", "old books", "onion soup", "damp wool"),
    "number": tuple("four six seven nine eleven fourteen seventeen".split()),
    "month": tuple("February March April June July September October November".split()),
    "age": tuple("eleven twelve fourteen nineteen twenty-three thirty".split()),
}
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_COMPANION = re.compile(
    r"\b[Mm]y (cousin|brother|sister|uncle|aunt|neighbour|friend|husband|wife|colleague|daughter|son),? ([A-Z][a-zà-öø-ÿ]+)"
)
_PLACE = re.compile(r"\b(?:in|near|outside|at) ((?!January|February|March|April|May|June|July|August|September|"
                    r"October|November|December|Christmas|Easter|I\b)[A-Z][a-zà-öø-ÿ]{2,})")  # fmt: skip


def details_of(statement: str, told: Iterable[str]) -> dict[str, str]:
    """The details of the story of a statement; `told`: the answers so far, whose details come first."""
    rng = Random(f"story/{folded(statement)}")
    kin, name = rng.choice(COMPANIONS)
    story = {"kin": kin, "name": name, "year": str(rng.randint(1994, 2019)), "place": rng.choice(PLACES)}
    story |= {slot: rng.choice(values) for slot, values in DETAILS.items()}
    for text in reversed(tuple(told)):
        if year := _YEAR.search(text):
            story["year"] = year[0]
        if place := _PLACE.search(text):
            story["place"] = place[1]
        if companion := _COMPANION.search(text):
            story["kin"], story["name"] = companion[1], companion[2]
    return story


def invented(statement: str, what: Asked, story: Mapping[str, str], told: Iterable[str]) -> str:
    """An answer of the story to a question, one that was not given before while there is any."""
    wanted = [name for name in what.aspects if (name in YES_NO) == what.yes_no]
    texts = LINES[wanted[0]] if wanted else UNKNOWN
    slots = {**story, "Number": capital(story["number"])}
    said = set(told)
    filled = [capital(text.format_map(slots)) for text in texts]
    fresh = [text for text in filled if text not in said]
    rng = Random(f"{folded(statement)}/{wanted[:1]}/{sorted(what.topic)}")
    answer = rng.choice(fresh or filled)
    return f"{rng.choice(('Yes', 'No'))}. {answer}" if what.yes_no and not wanted else answer
