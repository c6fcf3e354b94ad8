"""The setter's stock of invented details and phrases, in addition to the answers of its cards.

All slots are filled from one story, so that invented details agree.

Law: no text here gives away whether a statement is true.
"""

from __future__ import annotations

from collections.abc import Mapping

FIRM: Mapping[str, tuple[str, ...]] = {
    "who": ("My {kin} {name}, who still brings it up every Christmas.",
            "{name}, my {kin}, with a {colour} scarf up to the ears."),
    "where": ("In {place}, two streets behind the station.", "Near {place}, opposite a bakery with a {colour} door."),
    "when": ("In {year}. I know because it was two days after my {kin}'s birthday.",
             "That was in {month} {year}, on a {weekday}."),
    "count": ("{number}{unit}. I counted, because {name} wouldn't believe me.",
              "{number}{unit}, and my {kin} {name} says it was one more."),
    "why": ("Because of a bet with my {kin} {name}, over {number} euros.",
            "My {kin} {name} dared me, and half of {place} was looking on."),
    "how": ("Slowly at first. Then my {kin} {name} got hold of my left sleeve, and after that it went by itself.",
            "With a {colour} cloth, a borrowed {thing} and {name} shouting from the door."),
    "what": ("My {kin} {name} always says that I looked as if I had swallowed a {thing}.",
             "The {colour} one, which {name} calls “the {thing}” to this day."),
    "feeling": ("Cold hands, warm ears, and a smell of {smell} that I'd know anywhere.",
                "My knees went soft. It smelt of {smell}, and my {kin} was humming."),
    "extra": ("my {kin} {name} still tells it every Christmas", "my {kin} {name} has the photograph",
              "my {kin} {name} laughed about it for a week", "I had a {colour} jumper on, with a hole in the sleeve",
              "there was a smell of {smell} that I'd know anywhere", "my {kin} {name} wrote it down in a {colour} notebook",
              "there was a wasp in the room, and nobody but my {kin} {name} saw it", "my left shoe had come undone",
              "a radio was playing next door, the shipping forecast", "my {kin} {name} asked the very same question",
              "it was raining, and my {kin} {name} had taken the umbrella", "I had a plaster on my thumb that day"),
    "extra always": ("my {kin} {name} teases me about it every Christmas", "my {kin} {name} can confirm it",
              "my {kin} {name} once timed me with the kitchen clock", "my {kin} {name} does just the same by now",
              "there is a {colour} notebook about it in my desk", "my {kin} {name} asked me that on the stairs on {weekday}",
              "a smell of {smell} always reminds me of it", "my {kin} {name} has sworn to write a book about it"),
}  # fmt: skip
UNITS = {"much": " euros", "long": " weeks", "often": " times", "far": " kilometres", "many": "", "old": ""}
"""The unit of a number, by the word after `how`."""
VAGUE: Mapping[str, tuple[str, ...]] = {
    "who": ("A few people, you know how it is, somebody is always around.", "Someone I knew at the time, more or less.",
            "I'd have to ask who else was there, we weren't a fixed group."),
    "where": ("Somewhere nearby, I suppose, those places all look alike.", "Not far from where I lived then, roughly.",
              "One of the usual places. The surroundings don't really matter here."),
    "when": ("A while ago now, years run into each other at my age.", "Some year or other, at a time when I was busy with a lot of things.",
             "Back then, you know, when everything was still a bit different."),
    "count": ("Quite a lot, or enough in any case.", "I never really counted, to be honest.", "Several, I'd say."),
    "why": ("It just sort of happened, things like that do.", "Why does one do anything?",
            "That's a long story, and most of it is rather dull."),
    "how": ("The normal way, I suppose, the way anybody would.", "Step by step, more or less, and then it was done.",
            "You get the knack of these things, it's hard to describe."),
    "what": ("Something or other, I didn't really pay attention.", "The usual things, you know.",
             "It was one of those moments, I couldn't say much more."),
    "feeling": ("Good, I think. Or strange. A mixture.", "The way it feels for everybody, I'd imagine.",
                "Oh, you know. It was quite something, really."),
    "extra": ("it's rather long ago", "more than that is hard to say", "that's about the size of it, I think",
              "you know how these things are"),
    "extra always": ("it's rather long ago", "more than that is hard to say", "that's about the size of it, I think",
              "you know how these things are"),
}  # fmt: skip
WHETHER: Mapping[tuple[bool, bool], tuple[str, ...]] = {
    (True, True): (
        "Yes, and my {kin} {name} was standing right there.",
        "Yes, twice, if you ask my {kin} {name}.",
    ),
    (False, True): (
        "No, and my {kin} {name} was glad of it.",
        "No, though my {kin} {name} likes to tell it that way.",
    ),
    (True, False): (
        "Yes, I think so, more or less.",
        "Yes and no, it depends how you look at it.",
        "Yes, something like that.",
    ),
    (False, False): (
        "No, not really, or hardly.",
        "No, not as far as I remember.",
        "No, I don't think so, not as such.",
    ),
}
"""By whether the answer is yes, and whether it is firm."""

AGAIN = (
    "It is as I said. {core}",
    "I can only repeat it. {core}",
    "Nothing has changed there. {core}",
    "Once more, then. {core}",
)
PRESSED = ("What I said is what it was. {core}", "I'll say it again. {core}")
SURE = (
    "I've told it so often that it sits. Besides, {extra}.",
    "Such a thing you don't forget, and {extra}.",
    "It is as I said, and {extra}.",
    "Ask me again in ten years. Mind you, {extra}.",
    "I'd put my bicycle on it. Besides, {extra}.",
)
UNSURE = (
    "That's just how I remember it, I suppose.",
    "One remembers some things and not others, who knows why.",
    "I must have told it that way so often that it has become so.",
    "Well, it was something of that sort, in any case.",
)
PERSON_SURE = (
    "{who} would tell you the same, only twice as long. And {extra}.",
    "{who} would ask who wants to know, and then agree with me. Besides, {extra}.",
)
PERSON_UNSURE = (
    "{who} would probably see it differently, people always do.",
    "Oh, {who} is hard to reach, you know, and no great talker.",
)
RECALLED = (
    "That bit is gone, I'm afraid. What has stayed: {extra}.",
    "I can't sharpen that one, but {extra}.",
    "More of that I haven't got. Then again, {extra}.",
    "You have me there. All I know is that {extra}.",
    "The rest has faded, but {extra}.",
)
SAVED = (
    "{text} What I do know: {extra}.",
    "{text} Oh, and {extra}.",
    "{text} And {extra}, that much I know.",
)
"""A shaky answer with a firm detail added."""
DODGED = (
    "There isn't much more to it. As I say, {extra}.",
    "I've told you roughly what I know about that, {extra}.",
    "Does it matter so much? I mean, {extra}.",
)
IN_WORDS = "It went like this: {text}"
WORD_FOR_WORD = "{text} Word for word."
"""For answers that begin or end with a quotation mark, because reading a reply strips it."""
RUDE = (
    "I'll put that down to the late hour. Shall we go on with the story?",
    "My mother warned me about judges. Ask me about the story and I'll tell you.",
)
BESIDE = (
    "That's for another evening. I'd rather go on with my story.",
    "A fine question, for another game. Mine was about something else.",
    "I haven't prepared for that subject. My story, on the other hand, I know by heart.",
)

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
COLOURS = tuple("red green yellow blue brown grey".split())
THINGS = tuple("bucket umbrella suitcase lamp kettle ladder basket cushion".split())
SMELLS = (
    "wet dog",
    "burnt toast",
    "floor polish",
    "cut grass",
    "old books",
    "onion soup",
    "petrol",
    "damp wool",
)
NUMBERS = tuple("three four six seven nine eleven fourteen seventeen".split())
WEEKDAYS = tuple("Monday Tuesday Thursday Friday Saturday Sunday".split())
MONTHS = tuple("February March April June July September October November".split())
