"""The phrases of the Taboo bot, as setter, as guesser and for hints and probes.

Slots of the setter: `{a}` is a word with its article, `{x}` and `{y}` are bare words, `{lure}` is a line of
the card. Slots of the guesser: `{a}`, `{b}` and `{c}` are words as they stand in a sentence, `{x}` and `{y}`
bare words. A capital letter in a slot means that it begins a sentence.

A phrase of the guesser asks nothing back and says no word of the shipped deck, so only its slots can say the
word.
"""

from __future__ import annotations

from collections.abc import Mapping

FOLLOW_UPS = (
    'You said "{x}". And what goes with it?',
    "{X}, lovely! And what comes next?",
    'You mentioned "{x}". What else belongs in that scene?',
    'I like that you said "{x}". What do you think of right after it?',
    "{X}, of course. And what is never far from it?",
    'Let us stay with "{x}" for a moment. What else is there?',
    'Close your eyes and think "{x}". What else do you see?',
    "{X}! And if you had to name three more things like that?",
    'When you say "{x}", what does everybody else think of?',
    'You brought up "{x}", I did not. Tell me a little more about it!',
    '"{X}" is a good answer. What would your second one have been?',
    "{X}, aha. I would have said something else. What, do you think?",
)
TOUCHES = (
    "Speaking of {a}: {lure}",
    "On the subject of {a}: {lure}",
    "I was just thinking of {a}. {Lure}",
    "{A}, that reminds me: {lure}",
    "I saw {a} on my way here. {Lure}",
    "Let us say there is {a} about. {Lure}",
    "Imagine {a}, then tell me: {lure}",
)
ONES = (
    'What is the first thing in your head when I say "{x}"?',
    'Tell me three things that remind you of "{x}"!',
    'Somebody shouts "{x}!" across the room. What do you shout back?',
    'You paint something and call it "{x}". What do we see?',
    'In a crossword the clue just says "{x}". What do you try first?',
    'You tell us something under the heading "{x}". What is it about?',
    'If the answer is not "{x}" but something much like it, what is it?',
    'A quick game: I say "{x}", and you say...?',
)
TWOS = (
    'What do you think of when you hear "{x}" and "{y}"?',
    "{X}, {y}... what is missing to make it complete?",
    'What have "{x}" and "{y}" got to do with each other, in one word?',
    'A quiz: "{x}", "{y}" and ...? You may name the third.',
    'Charades: I show you "{x}", then "{y}". What do you call out?',
    'What connects "{x}" with "{y}", if you ask me on a good day?',
    'Two words, quickly: "{x}" and "{y}". What is your third?',
)
TOPICS: dict[str, tuple[str, ...]] = {
    "food": ("What would you order if I paid tonight?", "What have you tasted lately that made you happy?"),
    "animals": ("Which creature would you be for a day?", "What did you see the last time you went outdoors early?"),
    "home": ("What would you save first from where you live?", "Which corner of your place do you like best?"),
    "clothes": ("What did you have on at your last big event?", "What do you never pack, and always regret it?"),
    "travel": ("How did you get to where you were last August?", "What was the best part of your last trip?"),
    "nature": ("What did you look at the last time you looked up or around outside?", "What do you like about October?"),
    "work": ("What do you do all week?", "Who or what could you not do without from Monday to Friday?"),
    "town": ("Where do you take a visitor first?", "What do you pass on your way to the shops?"),
    "body": ("How do you feel after a very long day?", "What hurt the last time you complained?"),
    "sport": ("What did you play on long afternoons?", "What would you watch if there were only one channel?"),
    "arts": ("What moved you the last time you went out?", "What would you make if you had all the talent there is?"),
    "school": ("What did you learn first, and never forgot?", "What would you explain to a child on a long drive?"),
    "people": ("Who do you ring when something happens?", "What do you do when somebody surprises you?"),
    "feasts": ("What do you look forward to all year?", "What did you find the last time you came home to a surprise?"),
    "machines": ("What do you switch on first in the morning?", "What broke down at the worst possible time?"),
    "stories": ("What was read to you before you went to sleep?", "What would you ask for if you had one free choice?"),
}  # fmt: skip
SMALL_TALK: tuple[str, ...] = (
    "What was the best thing about your day so far?",
    "What would you talk about all night if somebody let you?",
    "What do people get you when they have no idea what you like?",
    "Tell me five things that you can see from where you sit!",
    "What were you crazy about when you were ten?",
    "What would you take along to a desert island?",
    "What is in your bag or your pockets right now?",
    "What did you do last weekend, bit by bit?",
    "Name the first six things that come into your head!",
    "What do you know a lot about, and nobody ever asks?",
    "What is the last thing that made you laugh out loud?",
    "What would you show me if I came to your place?",
    "What did you see on your way here?",
    "What would you do with a whole day to yourself?",
    "What is something that everybody has and nobody needs?",
    "What could you not live without for a week?",
    "Tell me what you dreamed about most as a child!",
    "What made you smile this month?",
    "What do you own too many of?",
    "What would you buy first if money grew on trees?",
    "What do your friends tease you about?",
    "What is on the picture nearest to you?",
    "Which of your things would you never lend to anybody?",
    "What happened on the strangest evening of your life?",
)
LAST_RESORT: tuple[str, ...] = (
    "Go on, please.",
    "And then?",
    "Tell me more!",
    "What else?",
    "Now you: anything at all!",
)
"""Prompts for when nothing else is allowed; short enough for any limit."""


REPLIES: Mapping[str, tuple[str, ...]] = {
    "what": (
        "{A}, I suppose, or else {b}.",
        "For me that would have to be {a}.",
        "{A}, without a doubt, and after that {b}.",
        "Oh, easily {a}. {B} would come second.",
        "I would go for {a} every time.",
        "If I am honest, mostly {a}.",
        "Well, {a} for a start.",
        "Most of all {a}, and I am not ashamed of it.",
        "{A}. I could not do without that.",
        "There is only one thing to say here: {a}.",
        "It used to be {a}; these days it is rather {b}.",
        "My first thought was {a}, my second {b}.",
        "Ask anybody who knows me and they will tell you: {a}.",
        "Usually {a}, as dull as that may sound.",
        "I am torn: {a} on the one side, {b} on the other.",
        "Between {a} and {b} I would take the first.",
        "{A}, and nobody has complained so far.",
        "That must be {a}, I have thought about it for ages.",
    ),
    "which": (
        "Out of all of them, {a}.",
        "I would pick {a}, with {b} as a close second.",
        "I would take {a} over all the others.",
        "Always {a}, never {b}.",
        "Definitely {a}, whatever anybody says.",
        "Probably {a}, though {b} has something too.",
    ),
    "who": (
        "{A}, nine times out of ten.",
        "That would be {a}.",
        "{A}, and I mean that as praise.",
        "Not me, I can tell you. Rather {a}.",
        "If anybody, then {a}.",
        "I think of {a}, and perhaps {b}.",
        "It was {a}, as far as I remember.",
        "Usually {a}, who never says no.",
    ),
    "where": (
        "Mostly {a}.",
        "{A}, where else.",
        "That was {a}, as far as I remember.",
        "Somewhere quiet, maybe {a}.",
        "{A}, if I had the choice.",
        "I would say {a}, or perhaps {b}.",
        "You would most likely find me {a}.",
        "{A}, and the view was terrible.",
    ),
    "when": (
        "Usually {a}.",
        "{A}, if I have to name one moment.",
        "Not very often; {a}, as a rule.",
        "Mostly {a}, and then never again for ages.",
        "I would say {a}, give or take a bit.",
        "{A}, like everybody else I know.",
    ),
    "why": (
        "Because of {a}, what else.",
        "I blame {a}, as always.",
        "It all began with {a}, and then it got out of hand.",
        "Mainly because {a} had something to do with it.",
        "For the same reason that there is {a}: nobody thought about it.",
        "Only because somebody had mentioned {a}.",
    ),
    "how": (
        "With {a} and a lot of goodwill.",
        "The way my family does it: with {a}.",
        "Slowly, and never without {a}.",
        "Better than expected, thanks to {a}.",
        "As well as I can, and {a} does the rest.",
        "Badly at first, but then {a} helped.",
        "Think of {a} and you have it, more or less.",
    ),
    "feel": (
        "Rather {x}, and a little {y}.",
        "{X}, to put it mildly.",
        "I would call it {x}. Others may say {y}.",
        "First {x}, later on just {y}.",
        "More {x} than {y}, if you really want to know.",
        "A bit {x}, as anybody would.",
    ),
    "act": (
        "If in doubt: {x}. It has always worked.",
        "First {x}, then {y}, and then start all over.",
        "Just {x} and hope for the best.",
        "{X}, as one does.",
        "Anything but {x}. All right, {x} after all.",
        "{X} until somebody stops it, then {y}.",
        "Sit down for a bit, then {x}.",
        "Some {x}, others {y}; it takes all kinds.",
    ),
    "many": (
        "More than I would admit, if you count {a}.",
        "Three or four, not counting {a}.",
        "Not many at all; {a} makes it seem more.",
        "About twelve too many, thanks to {a}.",
        "Too much, and {a} is to blame.",
        "Longer than you would believe, mainly because of {a}.",
    ),
    "do": (
        "Yes, now and then, and usually with {a}.",
        "Not really, I am more the type for {a}.",
        "Yes, ever since that business with {a}.",
        "Hardly ever, unless it has to do with {a}.",
        "Sometimes, though I like {a} better.",
        "No, but I know somebody with {a} who does.",
        "I have to admit it, yes, and {a} too.",
    ),
    "would": (
        "Only if it comes with {a}.",
        "Gladly, as long as I get {a}.",
        "Rather not, I would miss {a}.",
        "Yes, at once, with {a} under my arm.",
        "Perhaps, if there were {a} as well.",
        "Not for anything in the world, not even for {a}.",
    ),
    "finish": (
        "... {x}! That is how it goes, or not far off.",
        'I would end it with "{x}", I think.',
        "... {x}, or so I have always believed.",
        "Let me see: ... {x}. That sounds right to me.",
        "... {x}, to round it off nicely.",
        'It can only be "{x}", surely.',
        'At our place it always ended with "{x}".',
    ),
    "tell": (
        "Gladly. First {a}, then {b}, and last of all {c}.",
        "Let me think: {a}, {b}, {c}.",
        "There was {a} once, and the rest is history.",
        "All right: {a}, and right after it {b}.",
        "I could go on for hours about {a}.",
        "{A} and {b}, to begin with.",
        "Off the top of my mind: {a}, and maybe {b}.",
    ),
    "say": (
        "That reminds me of {a}.",
        "True, and then there is always {a}.",
        "You are right about that, and {a} proves it.",
        "I have nothing to add but {a}.",
        "Quite so. {A} and {b} are much the same.",
        "Now I cannot help thinking of {a}.",
    ),
}
CHATTY = (
    " And {a}, {b} or {c}, of course.",
    " Or {a}, now that I think of it. Or {b}.",
    " Not to mention {a}, {b} and {c}!",
    " Come to think of it, {a} and {b} too.",
    " {A} as well, by the way, and {b}.",
    " Well, that or {a}. Maybe {b}. Or {c}.",
)
"""What a chatty guesser adds."""
EMPTY_HANDED = (
    "I really could not say; it changes all the while.",
    "Nothing special, I am afraid, just whatever is there.",
    "That depends on how I feel about it.",
    "Something simple, nothing that anybody would remember.",
    "I have never given that any thought, to be honest.",
    "A bit of everything, as it comes.",
    "Whatever costs nothing and does no harm.",
    "I would have to think about that for a while.",
    "Hard to tell; the usual, I suppose.",
    "Nothing that is worth mentioning here.",
    "It varies more than you would imagine.",
    "Only what everybody does, more or less.",
)
"""Replies for when no word comes to mind, or only feared words do."""
PADDING = (
    "I could say more about it, but it would only be more of the same, and that helps nobody at all, I fear."
)

# guesses

GUESS = "My guess of the word is: {word}"
BECAUSE = (
    "{list} led me there.",
    "It was {list} that gave it away.",
    "You came back to {list} once too often.",
    "First {list}, then the rest: it all points one way.",
    "I grew suspicious at {list}.",
)
BECAUSE_NOTHING = (
    "It fits all that you asked, if I add it up.",
    "Nothing else goes with all of your questions.",
    "Call it a feeling; every question pointed there.",
)
NO_GUESS = "pass"

# probes and hints

WORD = "** Word: {word} **"
INFORMATION = "** Additional Information: {n} words of my deck still fit well. **"
HINT_PROMPT = "Perhaps: {prompt}"
HINT_REPLY = "I would not say {list}."
HINT_REPLY_FREE = "Nothing to fear yet: answer freely."
HINT_LAST = "Likeliest: {list}."
HINT_LAST_NOTHING = "Nothing that was said speaks for any word."
HINT_SILENT = "Silence is yours: pass."
