"""The sentences of Bluffing's judge, of the hints for both seats, and of the coach.

No sentence of a verdict holds a question mark, because the rules would refuse it.
"""

from __future__ import annotations

from collections.abc import Mapping

# questions of a judge who has no card for the statement: for an event, for a habit, for something never done

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
"""Questions about a thing that a statement names."""

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
"""By kind of sign. None begins with a quotation mark, because reading a reply strips it."""
NEEDED: Mapping[str, str] = {
    "who": "who it was", "where": "where it was", "when": "when it was", "count": "the figure"
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
"""Asked when nothing else is left."""

# a judge's reasons, as parts of a sentence

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
"""What one answer does, or what several do, by kind of sign: `[singular|plural]`."""
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

COACH_HELD = "held: it {why}."
COACH_SHOOK = "wobbled: it {why}."
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
