"""Whether an answer fits its question: its kind and topic, whether it is language at all, and whether it dodges.

Names and figures prove nothing here. A plain, vague or forgetful answer fits; it takes clear signs to say that
one does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from tui_arena.core.language.families import is_past
from tui_arena.core.language.numbers import NUMBERS, SIZES
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.asked import asked
from tui_arena.games.bluffing.bot.cards import alike, folded, happened, kind_of, roots, yes_or_no
from tui_arena.games.bluffing.bot.cues import KIN, Vocabulary, names_in, shaky_signs
from tui_arena.games.bluffing.bot.quoting import READ, shortened, without_speech

REPEATS = 0.65
"""An answer that is at least this much `alike` to an earlier one says the same again."""
ECHOES = 0.75
"""An answer that has at least this share of its roots from its question or the statement, says nothing new."""

_FUNCTION = frozenset(
    """a an the this that these those my your his her its our their some any no every each all both half another other
    i you he she it we they me him us them who whom whose which what when where why how there here
    am is are was were be been being do does did done have has had having can could will would shall should may might must
    im ive id ill youre youve hes shes its were weve theyre theyd wed dont didnt doesnt isnt wasnt arent werent havent hadnt
    hasnt cant couldnt wouldnt wont thats theres theyve wasnt
    of to in on at by for from with without into onto over under above below behind beside between through across along
    around about after before during until till since against near off out up down past than as like per inside outside
    and or but so because if then while though although not nor too very just only even still also again ever never
    yes no one ones more most much many few lot later ago away back now once twice""".split()
)
_DETERMINERS = frozenset("a an the my your his our their its every".split())
_NO_HEAD = frozenset(
    """of to in at by for from with into onto and or but because if the a an my your his our their is are was were am
    i you he she we they me him us them be did do does has have had it""".split()
)
"""Words that can't follow a determiner."""
_PREPOSITIONS = frozenset("of to from with into at by for".split())
_NO_OBJECT = frozenset("of to from with into at by for is are was were and or but am".split())
"""Words that can't follow a preposition, but for a few pairs."""
_PAIRS = frozenset(
    "for at/of at/from at/up to/to of/from with/from behind/for by/from by/of by/from of/to by/with at/at by/for to/by to/by at".split(
        "/"
    )
)
_OWN = frozenset(
    "i me my mine myself we us our he him his she her they them their it that there this those im id ive".split()
)
_PRONOUN = _OWN | frozenset("its one you nobody everybody everyone somebody who these both".split())
_SELF = frozenset("i me my mine we us our it im id ive".split())
_PRESENT = re.compile(
    r"\b(?:is|are|has|have|does|do|can|will|contains?|means?|makes?|lives?|eats?|costs?|needs?|loves?|prefers?|tastes?|"
    r"grows?|uses?|gives?|takes?|comes?|goes|runs?|flies|consists?|boils?|sleeps?|leaves?|am|i'm|it's|they're)\b(?!')"
)
_TASTES = re.compile(
    r"\b(?:my favou?rite|i (?:really )?(?:like|love|prefer|enjoy|hate)|tomorrow|tonight|the weather (?:is|today)|we're having|is the capital|is called the capital)\b"
)

_TIME = frozenset(
    """year years month months week weeks day days hour hours minute minutes ago when while after before during since until
    last next then morning noon midday afternoon evening night midnight dawn dusk lunch lunchtime breakfast dinner weekend
    holiday holidays spring summer autumn winter january february march april may june july august september october november
    december monday tuesday wednesday thursday friday saturday sunday mondays tuesdays sundays christmas easter halloween
    birthday childhood teen teens teenager twenties thirties forties fifties sixties seventies eighties nineties noughties
    young little kid child baby student school university uni college always never every recently lately early late earlier
    later yesterday today once long time age old term season back soon wedding ever whenever daily often""".split()
) | (NUMBERS.keys() - {"one", "zero"})
_PLACE = re.compile(
    r"\b(?:in|on|at|near|by|above|below|inside|outside|between|behind|under|underneath|beside|opposite|over|off|next to|"
    r"around|along|through|across|up|down|beneath|from|to|into|round|past|towards|against)\s+\w|"
    r"\b(?:home|here|there|abroad|upstairs|downstairs|outdoors|indoors|nearby|everywhere|anywhere|nowhere|somewhere|"
    r"outside|inside|away|left|right|north|south|town|city|village|street|road|house|flat|kitchen|bathroom|bedroom|garden|"
    r"school|beach|station|airport|hospital|pub|church|shop|market|park|office|work|field|forest|woods|lake|pool|hotel|"
    r"campsite|farm|restaurant|cafe|car park|harbour|bridge|library|cinema|theatre|museum|layby|square|coast|island)\b"
)
_WHO = re.compile(
    rf"\b(?:{KIN}|i|me|myself|we|us|he|she|they|him|them|nobody|no one|none|somebody|someone|everybody|everyone|anyone|anybody|"
    r"people|person|man|men|woman|women|lady|gentleman|guy|guys|boy|boys|girl|girls|kid|kids|child|children|baby|folk|family|parents?|"
    r"grandparents|grand\w+|crowd|class|team|group|couple|twins?|strangers?|neighbours?|friends?|mates?|colleagues?|cousins?|sisters?|brothers?|"
    r"aunts?|uncles?|sons?|daughters?|dogs?|cats?|husband|wife|in-laws?|stepdad|stepmum|godmother|godfather|godson|guard|police|policeman|nurse|vet|"
    r"waiter|waitress|driver|\w{3,}(?:er|or|ist|ian|man|woman|ess|ant)s?|other half|ex|bloke|chap|lad|lads|auntie|only|just|whole|half|"
    r"guide|captain|chef|cook|host|boss|staff|audience|mr|mrs|ms|dr)\b"
)
_MANY = (NUMBERS.keys() | SIZES.keys()) | frozenset(
    """few couple several many none nothing no lot lots loads dozens hundreds thousands half quarter third all whole every each
    both only once twice until till from ages forever moment second minute minutes hour hours day days week weeks month months
    year years long free pound pounds euro euros quid fiver tenner cent penny pair single full big small tiny huge size tall
    short high deep far too enough less more most much quite very rarely never always often sometimes daily weekly a an the
    instant seconds overnight evening night summer weekend""".split()
)
_REASON = frozenset(
    """because cause cos since as so to for wanted needed thought reason otherwise if dare dared bet just idea fun bored curious
    stupid stupidly accident mistake was were had did without due out didnt couldnt missed forgot never always love like liked
    hate hated got cant dont""".split()
)
_YES_NO = frozenset(
    """yes yeah yep yup no nope nah not never course sure certainly definitely absolutely always sadly luckily thankfully bit
    little slightly kind sort only once twice both maybe perhaps probably hardly barely sometimes didnt wasnt dont havent
    couldnt werent isnt nobody none everybody everyone nothing still partly mostly very quite totally alone just""".split()
)
_SPEECH = re.compile(
    r"[“”\"‘]|\b(?:said|says|told|asked|laugh\w*|shout\w*|yell\w*|scream\w*|nothing|word|words|swore|cried|joked|whisper\w*|call\w*|sorry|"
    r"just|mum|dad|he|she|they|him|her|them|everyone|everybody|nobody|people|my|thought|went|wanted|that|smil\w*|clap\w*|cheer\w*|"
    r"furious|angry|worried|shocked|proud|surprised|amused|was|were|still|never|always)\b"
)
_WORDS_OF = {"when": _TIME, "count": _MANY, "why": _REASON, "whether": _YES_NO}
_SIGNS_OF = {"where": _PLACE, "who": _WHO}
"""By kind of question, what an answer to it holds."""
_ASKS_PROOF = frozenset("could can would confirm prove proof know knows vouch whose".split())
ASKS_SPEECH = re.compile(r"\bwhat (?:did|do|does) (?:\w+ ){1,4}say\b|\bwhat was said\b")
_FORGOT = re.compile(
    r"\b(?:i|we) (?:really |honestly |just |genuinely |actually )*(?:don't|do not|can't|cannot|couldn't|dont|cant) (?:really |quite |actually |honestly |exactly )?"
    r"(?:remember|recall|know|say|tell)\b|\bno idea\b|\bnot (?:really )?(?:sure|certain)\b|\bi(?:'ve| have)? (?:clean )?forgot(?:ten)?(?: that| the \w+| it| now)?$|\bdunno\b|\bidk\b|\bi never (?:counted|asked|knew)\b|\bno clue\b|^pass$|^\?+$"
)
_REFUSES = re.compile(
    r"\bwhy (?:do|would|are|should) you (?:\w+ )?(?:ask\w*|want|need|care)|\b(?:does|do) (?:it|that|they) (?:really |even )?matter|\bdoesn't (?:really )?matter|"
    r"\bnot (?:the|really the) point|\bprivate\b|\bpersonal\b|\bno comment|\bnone of your|\brather not\b|\bnext question|\bgood question|\binteresting question|"
    r"\bwhat (?:do|would) you think|\byou tell me|\bwho(?:'s| is) to say|\bwho knows\b|\bwho cares|\bi'?m (?:\w+ ){0,3}honest (?:person|man|woman|guy|girl)|\bi am (?:\w+ ){0,3}honest|\bas an honest|\bnever lie\b|\bdon't lie|\bwouldn't lie|\bno liar|\bnot a liar|"
    r"\bbelieve me|\btrust me|\bi swear|\byou(?:'ll| will| would|'d) (?:just |simply )?have to (?:believe|trust|take)|\btake my word|\bmy word for it|\bwould i lie|"
    r"\bwhat (?:kind|sort) of (?:a )?question|\bstrange question|\bfunny question|\bcan't (?:really )?go into|\bwon't go into|\bnot going (?:to|into)|\bdon't want to|"
    r"\blet's (?:just say|not|move|talk)|\bask (?:me )?(?:something|another)|\bimportant (?:thing|part) is|\bwhat matters|\bdetails? (?:aren't|are not|don't|is|isn't)|\bthat's (?:all|what) (?:i|that|you)|"
    r"\bwhat does that|\bwhat has that|\bwhat's that got|\bwhy is that|\bhow is that|\bis that (?:important|relevant)|\byou ask a lot|\bso many questions|\bare you (?:always|accusing|saying|calling|a)\b|"
    r"\btoo (?:long|much) to (?:explain|tell)|\blong story|\bcan't talk about|\bsecret\b(?! santa| ingredient| recipe| door| passage)|\bi'd have to (?:ask|look|check|think)|\bas i said already|\bask anyone|\bask anybody|\bask around|\bsurely you|\bhonesty\b|\bnot (?:so |that |very |really |all that )?(?:important|relevant)|\byou(?:'d| would) (?:recognise|recognize|know (?:it|him|her|them)|be surprised)|\b(?:legal reasons|keep (?:some|the|a) mystery)|\bi promise you|\bthat would be telling|\bwouldn't you like to know|\bimagine (?:it|that) yourself|\bwhatever you (?:like|think|want)|\btell the truth|\btelling the truth|\bthe truth is important"
)
_GENERAL = re.compile(
    r"\b(?:you know how|these things|those things|such things|things (?:like that|happen)|that's life|that is life|as (?:one|you|people) do\w*|like anyone would|as anyone would|like everyone|"
    r"the usual|the normal|it depends|depends (?:on|how|what)|people (?:always|often|usually|just|generally|do|are|say)|everyone (?:has|does|knows)|somewhere or other|some time or other|at some point|"
    r"here and there|one thing (?:led|leads)|time flies|all sorts|all kinds|various|and so on|and stuff|this and that|one way or another|the way these|life is|hard to (?:say|put|tell|describe)|difficult to (?:say|put|describe)|"
    r"what can i say|it is what it is|you had to be there|more or less|in a way|in a sense|sort of thing|that kind of thing|somehow|it just (?:sort of )?happened|you know\b|as it were|quite a lot|back then|in those days|a while ago|ages ago|a long time ago|some time ago|long ago|long enough|a few people|the people in charge|the right thing|the prize of course|in a suitable|in a good place|various people|some place|someplace|normal way)\b"
)
_SOUNDS = frozenset("mrs hmm brr pfft tsk shh psst grr pst nth bbc gps dvd cds".split())
_LETTERS = re.compile(
    r"[bcdfghjklmnpqrstvwxz]{5,}|(.)\1{3,}|asdf|qwe|hjkl|zxcv|sdfg|[bcdfghjklmnpqrtvwxz]{4,}$"
)


@dataclass(frozen=True, slots=True)
class Fit:
    """How an answer fits its question."""

    fault: str
    """What is wrong with it: one of `FAULTS`; empty if it fits."""
    shaky: int
    """How many signs of unsure ground it holds."""


FAULTS = ("nonsense", "echo", "dodge", "beside", "general", "forgets", "empty")


@lru_cache(maxsize=4096)
def fit_of(statement: str, question: str, answer: str) -> Fit:
    """How an answer fits its question."""
    found = (fault for fault, so in _checked(statement, question, answer) if so)
    return Fit(next(found, ""), shaky_signs(answer))


def _checked(statement: str, question: str, answer: str) -> Iterator[tuple[str, bool]]:
    """Each fault with whether an answer has it, the gravest first."""
    answer = shortened(answer)
    said, words = folded(without_speech(answer)), tokens(answer[:READ])
    yield "empty", not words or folded(answer).strip("() ") == "no answer"
    yield "nonsense", is_salad(answer)
    yield "echo", _echoes(statement, question, words, answer)
    concrete, told = fits_kind(kind_of(question), question, answer, said), _told(said)
    yield "dodge", bool(_REFUSES.search(said)) and not (told and concrete and len(words) > 12)
    asks_back = said.rstrip().endswith("?") and len(words) < 14
    yield "dodge", asks_back and not (concrete and _says(said, _OWN))
    yield "forgets", bool(_FORGOT.search(said)) and not told
    timed = concrete and kind_of(question) in ("when", "count")
    yield "beside", not timed and _elsewhere(statement, question, answer, said)
    yield "general", bool(_GENERAL.search(said)) and not told
    yield "beside", not concrete


def fits_kind(kind: str, question: str, answer: str, said: str) -> bool:
    """Whether an answer holds what its kind of question asks for, generously read."""
    asked, brief = folded(question), len(said.split())
    if ASKS_SPEECH.search(asked):
        return brief < 5 or bool(_SPEECH.search(folded(answer)))
    if kind not in _WORDS_OF.keys() | _SIGNS_OF.keys():
        return True
    if _SIGNS_OF[kind].search(said) if kind in _SIGNS_OF else _says(said, _WORDS_OF[kind]):
        return True
    if kind in ("when", "count") and any(c.isdigit() for c in said):
        return True
    free: Mapping[str, Callable[[], object]] = {
        "who": lambda: _names(answer) or _begins(said, "yes no nope yeah") or _says(asked, _ASKS_PROOF),
        "where": lambda: _names(answer) or _says(asked, {"came", "come", "get", "got", "learn", "from"}),
        "when": lambda: _begins(said, "at on in during just right as by over with"),
        "count": lambda: "far" in asked and _PLACE.search(said),
        "whether": lambda: _says(said, _OWN) or alike(roots(question), roots(answer)),
        "why": lambda: brief < 4,
    }
    return kind in free and bool(free[kind]())


def _says(said: str, words: AbstractSet[str]) -> bool:
    """Whether a folded text has one of some words; `it's` has `it` too."""
    return not words.isdisjoint(tokens(said)) or not words.isdisjoint(tokens(said.replace("'", " ")))


def _begins(said: str, words: str) -> bool:
    """Whether a folded text begins with one of some words."""
    return not set(words.split()).isdisjoint(tokens(said.replace("'", " "))[:1])


def _names(answer: str) -> bool:
    """Whether an answer names somebody or some place; a short answer may begin with the name."""
    words = tokens(answer)
    first = answer.strip()[:1].isupper() and len(words) < 7 and words[0] not in _FUNCTION
    return bool(names_in(answer)) or first


def _told(said: str) -> bool:
    """Whether something definite is told: a number, a named person, a place, a deed of somebody's."""
    return bool(
        any(c.isdigit() for c in said)
        or _says(said, NUMBERS.keys() | SIZES.keys())
        or re.search(rf"\b(?:my|our) (?:\w+ ){{0,2}}?(?:{KIN})\b", said)
        or re.search(
            r"\b(?:but|maybe|probably|i think|perhaps) (?:it was |he was |she was |they were |we were |i was |in |at |around |about |when |my |the |a )",
            said,
        )
        or re.search(
            r"\b(?:i|we|he|she|they) (?:\w+ )?(?:ran|fell|sat|stood|bought|paid|ate|drank|wrote|drove|rode|threw|held|lost|won|found|put|cut|hit|broke|woke|caught|laughed|cried|walked|called|rang|opened|closed|shouted|jumped|climbed|slipped|dropped|pulled|pushed|carried|washed|cooked|hid)\b",
            said,
        )
    )


def _past(text: str) -> bool:
    """Whether a text tells of what was."""
    return any(
        is_past(word.removesuffix("nt")) or word.startswith(("could", "would")) for word in tokens(text)
    )


def _has_verb(text: str) -> bool:
    return _PRESENT.search(text) is not None or _past(text)


def is_salad(answer: str) -> bool:
    """Whether an answer is no language: random letters, or words and names without grammar.

    >>> is_salad("Red Leeds, 42 smell of Uncle Bob on Tuesday."), is_salad("In Leeds, with my uncle Bob.")
    (True, False)
    """
    text = folded(answer[:READ]).replace("’", "'")
    words = re.findall(r"[a-z0-9']+", text)
    letters = [word for word in words if word.isalpha()]
    if not words:
        return not any(c.isalpha() for c in answer)
    if (
        letters
        and sum(
            bool(_LETTERS.search(w)) or (not re.search(r"[aeiouy]", w) and len(w) > 2 and w not in _SOUNDS)
            for w in letters
        )
        / len(letters)
        > 0.34
    ):
        return True
    flat = [word.replace("'", "") for word in words]
    odd = sum(
        (a in _DETERMINERS and b in _NO_HEAD)
        or (a in _PREPOSITIONS and b in _NO_OBJECT and f"{a} {b}" not in _PAIRS)
        for a, b in pairwise(flat)
        if f"{a} {b}" in text
    )
    odd += _miscounted(answer)
    share = sum(word in _FUNCTION or word.isdigit() for word in flat) / len(flat)
    verb = _has_verb(text)
    clause = verb and _says(text, _PRONOUN)
    if len(flat) >= 4 and odd >= 1 and not clause:
        return True
    if odd >= 2:
        return True
    run = _longest_run(answer)
    return len(flat) >= 5 and not clause and (run >= 6 or (run >= 4 and share < 0.25))


def _miscounted(answer: str) -> int:
    """Numbers before a word that can't be counted: `42 smell of`."""
    found = re.findall(
        r"(?<![\d:.,/£$€])\b(?!(?:19|20)\d\d\b)(\d{2,4})\b (?!(?:or|and|and|to|by|in|on|at|of|when|with|then|the|a|it|i|we|he|she|they|my|our|is|was|per|for|that|as|because|but|from|people|men|women|children|kids|feet|pence|quid|grand|euro|below|above|degrees|percent|old|year|mph|am|pm|km|cm|kg|m|odd|different|more|miles|out|so|minute|hour|day|week|month|metre|mile|pound|stone|not|yes|if|who|max|maybe|probably|about|just|i'm)\b)([a-z]+)\b",
        answer,
    )
    return sum(not word.endswith("s") and word not in _FUNCTION for _, word in found)


def _longest_run(answer: str) -> int:
    """The longest run of words without a function word, a pause or a capital in the middle of it."""
    longest = 0
    for part in re.split(r"[,.;:!?()“”\"–—-]|\d+", folded(answer[:READ])):
        run = 0
        for word in tokens(part):
            run = 0 if word in _FUNCTION else run + 1
            longest = max(longest, run)
    return longest


def _echoes(statement: str, question: str, words: Sequence[str], answer: str) -> bool:
    """Whether an answer only says the question or the statement again."""
    own = roots(answer)
    if len(words) < 4 or not own:
        return False
    if yes_or_no(question) and words[0] in ("yes", "no", "yeah") and len(words) > 5:
        own = own - roots(question)
        return not own and alike(roots(answer), roots(statement)) > ECHOES
    return any(
        len(roots(text)) > 1 and (alike(own, roots(text)) >= ECHOES or len(own & roots(text)) == len(own) > 2)
        for text in (statement, question)
    )


def _elsewhere(statement: str, question: str, answer: str, said: str) -> bool:
    """Whether an answer speaks fluently of something else."""
    own = roots(answer)
    if len(said.split()) < 4 or own & (roots(question) | roots(statement)):
        return False
    if _begins(said, "yes no yeah nope because like since") or names_in(answer):
        return False
    past = happened(statement) and _says(folded(question), {"was", "were", "did", "happened", "had"})
    if _TASTES.search(said) and (past or not _says(_TASTES.sub(" ", said), _OWN)):
        return past or "favou" not in folded(question)
    if _past(said) or not _PRESENT.search(said):
        return False
    return not _says(said, _OWN) and (past or not _says(said, _PRONOUN)) and len(said.split()) >= 5


_REFERS = frozenset(
    """it its that this those these them they he she him her his their there then so one ones both first because since when until
    still again always never only just me myself us other others too also afterward afterwards we everybody everyone nobody
    somebody yes no""".split()
)


def stands_alone(statement: str, question: str, answer: str, rest: frozenset[str]) -> bool:
    """Whether an answer is a whole sentence that takes up nothing.

    It has no word of the question, the statement or the other answers (`rest`: their roots), and nothing in it
    points back.
    """
    said = folded(without_speech(answer))
    if len(said.split()) < 4 or not _has_verb(said) or _says(said, _REFERS) or not said[0].isalpha():
        return False
    if _begins(said, "in on at by with about like from for to behind under near around as"):
        return False
    return not roots(answer) & (roots(question) | roots(statement) | rest)


TERSE = 5
"""An answer of at most this many words that is of the kind asked for needs nothing else to belong to a story."""


def takes_up_nothing(statement: str, question: str, answer: str, rest: frozenset[str]) -> bool:
    """Whether an answer has no word of the question, the statement or the other answers, and no teller in it.

    Many honest answers are so; a story of which nearly all answers are so is none.
    """
    said = folded(answer)
    if len(said.split()) <= TERSE and fits_kind(kind_of(question), question, answer, said):
        return False
    return not _says(said, _SELF) and not roots(answer) & (roots(question) | roots(statement) | rest)


def same_asked(one: str, two: str, known: Vocabulary) -> bool:
    """Whether two questions ask for the same thing, perhaps in other words."""
    first, second = asked(one, known).aspects[:1], asked(two, known).aspects[:1]
    alike_enough = kind_of(one) == kind_of(two) and alike(roots(one), roots(two)) >= 0.5
    return bool(alike_enough or (first and first == second))


def repeats(turns: Sequence[tuple[str, str]], number: int, known: Vocabulary) -> int:
    """Which earlier answer an answer says again, from 1; 0 if none.

    A person who is asked the same thing again may say the same thing again.
    """
    question, answer = turns[number - 1]
    own, flat = roots(answer), " ".join(tokens(answer))
    for n, (before, said) in enumerate(turns[: number - 1], 1):
        if same_asked(before, question, known):
            continue
        other = " ".join(tokens(said))
        long = len(flat.split()) > 2 and len(other.split()) > 2
        inside = min(len(flat.split()), len(other.split())) >= 5 and (flat in other or other in flat)
        if (
            (flat == other and long)
            or inside
            or (min(len(own), len(roots(said))) > 2 and alike(own, roots(said)) >= REPEATS)
        ):
            return n
    return 0
