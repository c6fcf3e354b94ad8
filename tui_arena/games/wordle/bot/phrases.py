"""The phrases of the Wordle bots.

Law: no phrase holds a word of five letters, so that none says the secret by chance. For the same reason
counts are written in digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from zlib import crc32

OPENERS = (
    "Nothing to go by so far, so I cast a wide net.",
    "Popular letters, to get in.",
    "As good a way in as any.",
    "Nothing to go on but old ways.",
)
OPENERS_CLUE = (
    "The clue is on file; let the letters have a say as well.",
    "I read the clue, then had a word with the letters.",
    "A clue is a friend, no more; letters decide.",
)
RARE = (
    "No common word fits, so it must be a rare one.",
    "Not an everyday word, by the look of it.",
    "The obvious ones are all out; here is an odd one.",
)
ONLY = (
    "Only one candidate is left in my head.",
    "By now I know of only one that fits.",
    "I can see but one that fits it all.",
)
FEW_LEFT = (
    "Only {n} candidates are left in my head.",
    "Down to {n} that I know of; this is one of them.",
    "It is between {n} now, and I like this one.",
    "I have {n} that fit. Here goes.",
)
MANY_LEFT = (
    "It fits, and so do others: {n} in all.",
    "Some {n} candidates are left; this is a likely one.",
    "I see {n} that fit. Let us get that down.",
    "It agrees with all I know, though so do {n} in all.",
)
PROBE = (
    "It can't be this, but it will part the {n} candidates.",
    "A question, not an answer: {n} fit so far.",
    "I give this up to sort {n} candidates.",
)
CLUE_TOO = (
    "It fits, and the clue does not object. The letters permit {n} in all.",
    "Of the {n} that fit, the clue is kind to this one.",
    "The letters permit {n}; the clue helped me decide.",
)
HAZY = (
    "I may have forgotten a letter or so, but I like it.",
    "It fits, as far as my memory goes.",
    "If my memory is any good, it may be this.",
    "My scribbles are a mess. This fits what I can read.",
    "I believe it fits. Don't hold me to it.",
    "I had a good reason for this, and forgot it.",
)
AT_A_LOSS = (
    "Nothing that I know of fits. An unusual secret!",
    "My dictionary is at a loss, and so am I.",
    "I know of none that fits, so I improvise.",
)
AGREED = (
    "The critic agrees, so off we go.",
    "We concur, for once.",
    "We are of one mind here.",
)
KEPT = (
    "I hear the critic, but I keep it.",
    "I stay with it all the same.",
    "Fair enough, but I know of none better.",
)
GAVE_IN = (
    "The critic may be on to something, so I swap.",
    "Very well, not that one. This, then?",
    "I bow to the critic and try a different one.",
)

UNLISTED = ("I do not know it, and neither does the list.", "It is not in my dictionary.")
AGAIN = ("You had that one before.", "You used it before, and it was not it.", "That was in use, in vain.")
GREY_AGAIN = (
    "It has {letter} in it, and {letter} was grey.",
    "{letter} was grey, yet here it is.",
    "Not with {letter}: that one is out.",
    "We saw {letter} turn grey, did we not?",
)
GREEN_LOST = (
    "Letter {at} has to be {letter}.",
    "You let go of the {letter} you had.",
    "Do not give up {letter}; letter {at} was sure.",
    "What became of {letter} as letter {at}?",
)
YELLOW_LOST = (
    "It has to hold {letter}.",
    "The {letter} is missing.",
    "{letter} is in it somewhere, and not in this.",
    "You have forgotten {letter}.",
)
YELLOW_STAYS = (
    "{letter} can't be letter {at}.",
    "{letter} was letter {at} before, in vain.",
    "Move {letter}: as letter {at} it did not do.",
    "{letter} has to move from letter {at}.",
)
TOO_MANY = ("It has too many of {letter}.", "That is more of {letter} than we can have.")
KEEPS = (
    "Good, you left {letters} in position.",
    "{letters} did not move, as it should be.",
    "No harm to {letters}, I see.",
)
MOVES = (
    "It has a new spot for {letters}.",
    "A new seat for {letters}; that can be.",
    "So {letters} may move, says this.",
)
ADDS = (
    "It has {letters}, of whom we know little.",
    "Let us see what {letters} can do.",
    "With {letters} it asks us to find out.",
)
HEARD = (
    "“{what}” is what I hear in it.",
    "I go by “{what}” in the clue, and it answers to that.",
    "The clue says “{what}”. I can see that.",
    "For “{what}” it will do.",
)
NOT_HEARD = (
    "And what of “{what}”? I can't see that in it.",
    "The clue says “{what}”; this does not.",
    "“{what}”, says the clue. I do not get from one to the next.",
    "I miss the “{what}” in it.",
)
FITS = (
    "It goes with all the letters so far.",
    "No letter is against it.",
    "It goes with all that we know.",
)
FITS_CLUE = (
    "Nothing in the clue is against it.",
    "The clue may well mean that.",
    "As far as the clue goes, it may be.",
    "I can hear the clue in it, if I try.",
)
FITS_BOTH = (
    "The letters permit it and the clue is for it.",
    "It fits the letters, and the clue does not object.",
    "Letters and clue are of one mind here.",
)
OFF_CLUE = (
    "I do not see the clue in it.",
    "The clue has something different in mind, I believe.",
    "A bit far from the clue for me.",
)
OFF_TOPIC = (
    "The clue reminds me of {what}, and this does not.",
    "By the clue, I had rather look near {what}.",
)
OPENING_FINE = (
    "As a way in, why not.",
    "A fair opener; it will tell us much either way.",
)
HUNCH_YES = (
    "I have a good feeling here.",
    "Why not? I like it.",
    "My nose says yes.",
    "It has a ring to it.",
)
HUNCH_NO = (
    "Something in it bothers me.",
    "I am not convinced.",
    "My nose says no.",
    "It is too easy for my liking.",
)


NO_CLUE = "nothing to go on"
"""The clue for a word that has none in the deck."""

HINT_OPENING = "Use 5 different letters; E, A, R, O, T, L and I turn up most."
HINT_NONE = "No common word fits any more; it may be a rare one."
HINT_ONE = "Only one common word fits; you have all you need to find it."
HINT_MANY = "{n} common ones fit."
HINT_LETTER = "Try one with {letter} in it."
HINT_TOPIC = "The clue appears to be near {what}."
HINT_UNLISTED = "The proposal is not in the list and will be refused."
HINT_RULED_OUT = "The letters so far rule the proposal out."
HINT_ALLOWED = "The letters so far permit the proposal."
HINT_CLUE_YES = "To me it goes well with the clue."
HINT_CLUE_NO = "To me it has little to do with the clue."
HINT_NOTHING = "Nothing to go by so far; follow your nose."


def turned(turn: int, key: str, phrases: Sequence[str], **slots: object) -> str:
    """The phrase of a turn with its slots filled: another one each turn, beginning somewhere by the key."""
    return phrases[(crc32(key.encode()) + turn) % len(phrases)].format(**slots)


def pick(rng: Random, phrases: Sequence[str], **slots: object) -> str:
    """One of the phrases with its slots filled."""
    return rng.choice(phrases).format(**slots)
