"""The phrases of the Wordle bots.

Law: no phrase holds a word of five letters, so that none says the secret by chance. For the same reason
counts are written in digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

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
    "It fits, as do {n} in all.",
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
    "I believe it fits. Do not hold me to it.",
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
AGAIN = ("You had that one before.", "You used it before, and it was not it.")
GREY_AGAIN = ("It has {letter} in it, and {letter} was grey.", "{letter} was grey, yet here it is.")
GREEN_LOST = ("Letter {at} has to be {letter}.", "It lost the {letter} that was in position.")
YELLOW_LOST = ("It has to hold {letter}.", "The {letter} is missing.")
YELLOW_STAYS = ("{letter} can't be letter {at}.", "{letter} was letter {at} before, in vain.")
TOO_MANY = ("It has too many of {letter}.",)
FITS = (
    "It goes with all the letters so far.",
    "No letter is against it.",
    "It goes with all that we know.",
)
FITS_CLUE = (
    "It agrees with the clue, as far as I can see.",
    "The clue may well mean that.",
    "I can hear the clue in it.",
)
FITS_BOTH = (
    "The letters permit it and the clue is for it.",
    "It fits the letters, and the clue does not object.",
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
HUNCH_YES = ("I have a good feeling here.", "Why not? I like it.")
HUNCH_NO = ("Something in it bothers me.", "I am not convinced.")


NO_CLUE = "nothing to go on"
"""The clue for a word that has none in the deck."""

HINT_OPENING = "Use 5 different letters; E, A, R, O, T, L and I turn up most."
HINT_NONE = "No common word fits any more; it may be a rare one."
HINT_ONE = "Only one common word fits; you have all you need to find it."
HINT_MANY = "{n} common ones fit."
HINT_LETTER = "Trying {letter} divides them best."
HINT_TOPIC = "The clue appears to be near {what}."
HINT_UNLISTED = "The proposal is not in the list and will be refused."
HINT_RULED_OUT = "The letters so far rule the proposal out."
HINT_ALLOWED = "The letters so far permit the proposal."
HINT_CLUE_YES = "To me it goes well with the clue."
HINT_CLUE_NO = "To me it has little to do with the clue."
HINT_NOTHING = "Nothing to go by so far; follow your nose."


def pick(rng: Random, phrases: Sequence[str], **slots: object) -> str:
    """One of the phrases with its slots filled."""
    return rng.choice(phrases).format(**slots)
