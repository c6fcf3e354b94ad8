"""What Bluffing's bot says, beside the answers of its cards.

Law: nothing here tells whether a statement is true, and no sentence of a verdict holds a question mark.
Slots of invented answers are filled from one story, so that all of them agree.
"""

from __future__ import annotations

from collections.abc import Mapping

# questions of a judge who has no card for the statement: of something that happened, of something that is

ASK_EVENT: Mapping[str, tuple[str, ...]] = {
    "where": ("Where exactly was that?", "Where were you when it happened?"),
    "when": ("What year was it, and how do you know?", "How old were you at the time?"),
    "who": ("Who else was there, by name?", "Who could I ring up to confirm it?"),
    "how": ("How did it come about in the first place?", "How did it end?"),
    "feeling": ("What did you see, hear or smell just then?", "What did it feel like at that very moment?"),
    "why": ("Why did you of all people end up in that?",),
    "what": ("What did the others say about it afterwards?", "What went wrong that nobody had planned?"),
    "count": ("How long did the whole thing take?",),
    "whether": ("Do you still have anything to show for it?",),
}
ASK_HABIT: Mapping[str, tuple[str, ...]] = {
    "where": ("Where are you when that comes up?", "Where did it begin?"),
    "when": ("When did it last come up, to the day?", "How old were you when that started?"),
    "who": ("Who knows this about you, by name?", "Who taught you, or who put up with it?"),
    "how": ("How does it go, step by step?", "How did you find that out about yourself?"),
    "feeling": ("What does it look, sound or smell like?",),
    "why": ("Why is that so, in your case?",),
    "what": ("What do the people around you say to it?", "What has gone wrong with it so far?"),
    "count": ("How often does that come up in a month?",),
    "whether": ("Could you show me something of it here and now?",),
}
ASK_NEVER: Mapping[str, tuple[str, ...]] = {
    "when": ("When did you last come close to it?",),
    "why": ("Why not, of all things?",),
    "who": ("Who has tried hardest to talk you into it, by name?",),
    "what": ("What do you say when somebody offers?", "What do you do instead?"),
    "where": ("Where would it have been easiest to do it?",),
    "count": ("How many people know about that?",),
    "how": ("How did you get away without it for so long?",),
}

ASK_THING = (
    "What can you tell me about the {thing} that I could not guess?",
    "What did the {thing} look like, close up?",
    "What became of the {thing}?",
)
"""Of something that a statement names."""

FOLLOW: Mapping[str, tuple[str, ...]] = {
    "hedge": (
        "With “{quote}” you leave yourself a way out. What do you know for certain?",
        "You said “{quote}”. Without the fog: how was it exactly?",
    ),
    "vague": (
        "Now “{quote}” could be anything. What was it exactly?",
        "You said “{quote}”. Which detail of it would nobody else have?",
    ),
    "either": (
        "You said “{quote}”. Which of the two do you keep?",
        "To me “{quote}” sounds like two answers. Which one is it?",
    ),
    "general": (
        "You said “{quote}”: so it is for everybody. How was it for you?",
        "You said “{quote}”, but what happened in your own case?",
    ),
    "dodge": (
        "Your “{quote}” goes nicely round my question. What is the straight answer?",
        "You said “{quote}”. What would somebody who stood beside you have seen?",
    ),
    "vow": ("To me “{quote}” is a label. What is inside the tin?",),
    "evades": (
        "You said “{quote}”, which does not tell me {needed}. What is missing there?",
        "Your “{quote}” leaves out {needed}. What do I write down?",
    ),
    "short": ("You said “{quote}”. That is rather brief: what is the rest of it?",),
    "": ("You said “{quote}”. What else do you remember of that?",),
}
"""Never beginning with a quotation mark, which falls off a reply."""
NEEDED: Mapping[str, str] = {
    "who": "who it was", "where": "where it was", "when": "when it was", "count": "how much or how many"
}  # fmt: skip
CHECK_NAME = (
    "You mentioned {quote}. What do you remember of {quote}, beyond the name?",
    "Back to {quote} for a moment: what made it stick in your mind?",
)
CHECK_PERSON = (
    "What would {quote} say if I rang up this minute?",
    "You mentioned {quote}. How do you know each other?",
)
CHECK_NUMBER = (
    "Earlier you said “{quote}”. How do you know that so exactly?",
    "Earlier you said “{quote}”. What makes you so sure of it?",
)
CHECK_CLASH = "I heard {why}. Which of them is right?"
LAST_RESORT = (
    "What have I not asked yet that I should have?",
    "What part of this would you least like me to ask about?",
    "Which detail would nobody make up?",
    "What happened right before that?",
    "What happened right after that?",
)
BACK = "Back to answer {n}: what else was there?"
"""Where all else has been asked."""

# what a setter says to what no card answers

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
}  # fmt: skip
UNITS = {"much": " euros", "long": " weeks", "often": " times", "far": " kilometres", "many": "", "old": ""}
"""What is counted, by the word behind `how`."""
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
    "The rest has faded, only that {extra}.",
)
SAVED = (
    "{text} What I do know: {extra}.",
    "{text} Oh, and {extra}.",
    "{text} And {extra}, that much I know.",
)
"""An answer that sounds shaky, with something firm to lean on."""
DODGED = (
    "There isn't much more to it. As I say, {extra}.",
    "I've told you roughly what I know about that, {extra}.",
    "Does it matter so much? I mean, {extra}.",
)
IN_WORDS = "In these words: {text}"
WORD_FOR_WORD = "{text} Word for word."
"""For answers that begin or end with a quotation mark, which falls off a reply."""
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

# reasons of a judge, as parts of a sentence

FOR: Mapping[str, str] = {
    "number": "[has|have] figures ({words})",
    "name": "[names|name] names ({words})",
    "date": "can be looked up in a calendar ({words})",
    "kin": "[has|have] people in [it|them] ({words})",
    "sense": "can be seen and felt ({words})",
    "spot": "[says|say] where one has to look ({words})",
    "mishap": "[has|have] something go wrong, as it does in life ({words})",
    "likeness": "[paints|paint] a picture ({words})",
    "speech": "[lets|let] somebody speak",
    "deed": "[says|say] what was done ({words})",
    "fits": "[speaks|speak] to the question",
}
"""What an answer does, or several do."""
AGAINST: Mapping[str, str] = {
    "hedge": "[hedges|hedge] ({words})",
    "vague": "[stays|stay] in the fog ({words})",
    "either": "[wavers|waver] ({words})",
    "general": "[tells|tell] how such things are, not how it was ({words})",
    "dodge": "[goes|go] round the question",
    "vow": "[praises|praise] more than [it tells|they tell] ({words})",
    "short": "[is|are] very short",
    "long": "[explains|explain] too much",
    "evades": "[leaves|leave] out {needed}",
}
ANSWERS = ("answer {n}", "answers {n}")
CLASHED = "answers {a} and {b} do not go together: {why}"
LIKELY = "such a thing happens to many people"
UNLIKELY = "it is a tall story to begin with"
NOTHING_HEARD = "Nothing in it speaks for or against it so far."
SOUNDED = "It sounded all right to me"
ODD = "Something about it does not add up"
NOTHING_FIRM = "The answers leave it open, so I go by the sound of it."
FOR_BUT = "{said}. But {other}."
AGAINST_BUT = "{said}. Still, {other}."

VERDICT = "I believe your statement is: {verdict}. {reasons}"
BELIEF = "** I believe your statement is: {level} **\n** Additional Information: {reasons} **"

HINT_QUESTION = "Ask: {question}"
HINT_VERDICT = "I lean to {verdict}, at {share} %. {reasons}"
HINT_ENOUGH = "I have heard enough: {verdict}. {reasons}"
HINT_CARD = "One firm detail, one that you can repeat later. For instance: {text}"
HINT_STICK = "That was asked before. Same facts, other words: {text}"
HINT_LIGHT = "Take it lightly and go back to the story."

COACH_HELD = "held: {why}."
COACH_SHOOK = "wobbled: {why}."
COACH_EVEN = "told neither way."
COACH_LINE = "{n}. “{question}” pressed on {kind}; the answer {how}"
COACH_KINDS: Mapping[str, str] = {
    "who": "people", "where": "the place", "when": "the time", "count": "figures", "why": "the reason",
    "how": "how it went", "what": "the facts", "feeling": "the senses", "whether": "yes or no",
}  # fmt: skip
COACH_GIVEN_AWAY = "Made up, and answer {n} gave most of it away."
COACH_GOOD_BLUFF = "Made up, and no answer gave it away: well bluffed."
COACH_TRUE_FALTERED = "True, though answer {n} did not sound like it."
COACH_TRUE_HELD = "True, and it sounded like it; answer {n} most of all."
COACH_UNASKED = "Never asked: {kinds}. Such questions are hard to answer without having been there."
NO_COACH = "Nothing was asked, so there is nothing to say."
