"""What the bot of Taboo says around its words as setter.

Law: a prompt holds nothing of a card but what is in its slots: `{a}` a word with its article, `{x}`, `{y}`
bare words, `{lure}` a line of the card; as capitals they stand at the beginning of a sentence.
"""

from __future__ import annotations

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
"""Where nothing else may be said; short enough for any limit."""
