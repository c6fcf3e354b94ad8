"""What a question asks for: aspects of a story, in the order in which they fit, and what it is about.

An aspect is a side of a story on which a card has a line. Open questions ask for one of `OPEN`; questions that
are answered with yes or no mostly ask for one of `YES_NO`, and some of them for the opposite of its line ("Was
anybody with you?" and "Were you alone?").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tui_arena.games.bluffing.bot.cards import folded, last_question, root, roots, yes_or_no

OPEN = tuple(
    """who when age where long many cost why begin how next end said others felt looked sense name weather
    worst proof today""".split()
)
"""Aspects that an open question asks for; the line of each is a full answer."""
YES_NO = tuple("alone hurt afraid told trouble laughed helped planned again kept first regret".split())
"""Aspects that a yes-or-no question asks for; the line of each begins with yes or no."""

_SPAN = r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?)"
_PLACES = r"(?:place|town|city|country|village|street|road|room|house|beach|shop|school|river|lake|hotel|part of|end of)"
_SOMEBODY = (
    r"(?:he|she|they|you|people|everyone|everybody|anyone|anybody|somebody|someone|others|"
    r"(?:the|your|his|her|their) (?:\w+ ){0,2}\w+|[a-z]+)"
)
_OPEN_SIGNS = r"""
proof: how (?:do|can|could|would) (?:you|we|i) (?:prove|be (?:so )?sure|know(?= (?:that|this|it|so|what|when|where|how|exactly|for|all)|\?)) / proof / prove /
 evidence / who (?:can|could|would|will|might) (?:confirm|vouch|back|tell|say|prove|i )\w* / witness\w* /
 confirm / why should (?:i|we|anyone)\w* / what makes you so sure\w*
weather: weather / temperature / how (?:hot|cold|warm|dark|windy|wet) was it
felt: fe(?:el|els|elt|lt|eling|elings) / emotions? / through your (?:head|mind) /
 go(?:es|ing)? through you\w* / what (?:did|do|were) you think(?:ing)? / how did you take it / mood
sense: smell\w* / smelt / sounds? / sounded / tast(?:e|ed|es) / hear / noise / touch
looked: looks?(?:ed)? like / what (?:was|is|were|are) (?:the|your|his|her|their|that) (?:\w+ )?\w+ like / how did \w+ look / colou?rs? / wear(?:ing)? / wore / dressed / describe /
 appearance / shape / what did (?:you|one) see
said:
 what (?:did|do|does|would) {SOMEBODY} (?:\w+ )?(?:say|shout|answer|reply|tell|whisper|call out|yell) /
 (?:exact|first|last) words / what was said / in what words
others: react\w* / reaction /
 how did {SOMEBODY} (?:take|respond|like) /
 what did (?!you\b){SOMEBODY} (?:think|do|make of)
worst:
 (?:worst|best|funniest|hardest|strangest|nicest|scariest|finest|toughest|favourite|most \w+) (?:part|moment|thing|bit) /
 remember (?:best|most) / what was (?:the )?(?:worst|best|funniest|hardest|strangest)
begin:
 how (?:did|does|do) (?:it|this|that|things|everything|all (?:of )?(?:this|that)|you|the \w+) (?:all )?(?:start|begin|come about|come up|happen|get into|end up|come to|get started|come by|come across|get to) /
 happened (?:just |right |shortly |immediately )?before / led (?:up )?to / what were you doing / how come /
 before (?:that|it) happened / what (?:got|brought|took) you / what started
end: how (?:did|does) (?:it|this|that|the \w+|things) (?:all )?(?:end|finish|turn out|go in the end) /
 in the end / what (?:came|became|has become) of / happened to / outcome / result / consequences? /
 what came out / how was it (?:solved|settled|resolved)
next: and then / what then /
 (?:happened|happens|did you do|came|do you do) (?:right |straight |directly |immediately )?(?:next|then|after\w*) /
 after (?:that|it|this) / afterwards / what did you do / what happened / go on
today: these days / nowadays / today / since then / learn\w* / how (?:has|did) (?:it|that) change\w* /
 what (?:has changed|is left|remains) / differently / lesson / what now
age: how old (?:were|are|was i|you) / at what age / what age / how young / your age / how old
cost: cost / price / how expensive /
 how much (?:money|did you (?:pay|spend|get|earn)|was|were|is|are|does it) / what did you pay / who paid /
 worth / how much did (?:it|that|they)
long: how long\b(?! ago)\w* / how many {SPAN} /
 how much time / how quickly / how fast did you / till when / until when
when: when\b(?!ever)\w* / how long ago /
 (?:what|which) (?:years?|months?|days?|dates?|seasons?|time|decade|weekday|summers?|winters?|part of the) / what time /
 how recently / since when
many:
 how (?:many|much|big|large|far|tall|high|heavy|deep|often|loud|wide|fast|hot|cold|small|thick|strong|full|crowded|strict) /
 how (?:long|old) (?:is|was) the / what size / number of
where: where(?:abouts)? /
 (?:what|which) {PLACES} /
 (?:in|at|on) which / how far from / (?:what|which) (?:kind|sort|part) of (?:a )?place / scene
why: why / what for / what (?:made|makes|possessed|drove) you / reasons? / what was the (?:point|idea) /
 motive
name: names? / named / called / which (?:song|book|film|tune|dish|game|team|band|brand|piece|animal|shop) /
 what (?:song|book|film|tune|dish|game|team|band|brand|piece|breed) / nickname
who: who(?:m|se)? / how (?:do|did) you (?:know|meet|get to know)
how: how / in what way / step by step / explain
"""
"""By aspect, the words by which an open question asks for it; the earlier of two aspects fits better."""
_SAME_SIGNS = r"""
kept: still (?:have|got|own|see|keep|know|there|around|in touch|alive|talk|speak|use|exist)\w* / keep (?:it|them|one|any|anything|some|the|that|this|her|him) /
 kept / photos? / photographs? / pictures? / videos? / souvenir / scars? / in touch / show (?:me|us) /
 proof / prove / evidence
alone: alone / (?:by|all) yourself / on your own
trouble: trouble / (?:get|got|getting) caught / angry / cross / annoyed / furious / mad / upset / punish\w* / police / complain\w* /
 fined? / scold\w* / told off
hurt: hurts? / pain\w* / injur\w* / bleed\w* / blood / hospital / doctor / dangerous / bruis\w* /
 damag\w* / break / broken?
afraid: afraid / scared / scary / nervous / embarrass\w* / fright\w* / panic\w* / worr\w+ / shy / ashamed /
 fear / stress\w*
regret: regret\w* / sorry / wish / apologi[sz]e\w* / guilty
laughed: laugh\w* / funny / jok\w+ / smil\w+ / giggl\w* / tease\w*
told: tell / told / (?:know|knew|knows) (?:about|of) / find out / found out / talk(?:ed)? about /
 mention\w* / believe\w* you / heard? (?:of|about) / does (?:\w+ ){1,2}know / did (?:\w+ ){1,2}know
first: first (?:time|one|attempt|try|go)
again: again / since / twice / more than once / repeat\w* / other times / would you do / ever happen\w* /
 once more / often / regularly / another time
helped: help\w* / rescue\w* / assist\w* / support\w* / came? to your / save you / teach you / taught
planned: plan\w* / purpose / expect\w* / intend\w* / deliberate\w* / mean(?:t)? to / prepare\w* / idea
"""
"""By aspect, the words of yes-or-no questions that have the same answer as its line."""
_OPPOSITE_SIGNS = r"""
kept: lost / throw\w* (?:it )?away
alone: with you /
 (?:anyone|anybody|someone|somebody) (?:else )?(?:there|around|with|present|see|saw|watch|notice|witness)\w* /
 witness\w* / (?:anyone|anybody) else / friends? there /
 with (?:anyone|anybody|someone|somebody|friends|family|your)\w*
trouble: forg(?:ive|ave|iven) / get away with
hurt: safe / unhurt / all right / ok(?:ay)?
afraid: calm / relaxed / brave
regret: proud / glad / worth it / happy / enjoy\w* / fun
laughed: serious
told: secret / hide / hid
first: before\b(?! the| that you)\w* / already / experience\w* / practis\w+ / ever done / used to
again: only (?:time|once) / just once / one time
helped: manage (?:it )?alone
planned: accident\w* / by chance / surpris\w* / spontaneous\w* / coincidence
"""
"""By aspect, the words of yes-or-no questions that have the opposite answer."""
_HALF_OPEN_SIGNS = r"""
weather: rain\w* / sunny / sun / cold / warm / hot / snow\w* / dark / wind\w* / fog\w* / storm\w* / icy /
 wet / daylight
age: child / kid / teenager / adult / grown.?up / young / old
when: summer / winter / spring / autumn / morning / evening / night / afternoon / weekend / recent\w* /
 years? ago / long ago / holidays? / (?:19|20)\d\d
long: take (?:very )?long / last (?:very )?long / all (?:day|night) / hours / minutes / quick\w*
cost: pay / paid / money / expensive / cheap / cost / free / earn\w*
said: say (?:anything|something) / shout\w* / apologi\w+ / thank\w* / speak / talk
others: parents? / mother / father / mum / dad / family / neighbours? / people / crowd / anyone / anybody /
 everybody / everyone
sense: smell\w* / sound\w* / taste\w* / hear / loud / noise
where: abroad / at home / indoors / outdoors / outside / inside / near / town / city / village / country
proof: true / really (?:happen\w*|so) / sure / serious / honest(?:ly)? / truth / lying / lie / joking / kidding /
 made? (?:this|it|that|all of this) up / invent\w*
end: win / won / succe\w+ / manage\w* / work(?:ed)? / finish\w* / survive\w* / in the end / afterwards / turn out
today: learn\w* / miss it / miss (?:him|her|them|that) / change\w* / think of (?:it|that)
"""
"""By open aspect, the words by which a yes-or-no question asks for it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What one question asks for."""

    aspects: tuple[str, ...]
    """The aspects that it may ask for, best first; empty if its words name none."""
    yes_no: bool
    """Whether it is answered with yes or no."""
    opposite: bool
    """Whether yes to it is no to the line of its first aspect."""
    topic: frozenset[str]
    """The roots of the words that say what it is about."""
    counted: str = ""
    """The root of the word for what is counted, after `how many` or `how much`; empty if there is none."""


_WRAPPED = re.compile(
    r"^(?:\w+ )?(?:can|could|would|do|will) you (?:still |please |perhaps |even )?"
    r"(?:(?:remember|recall|tell (?:me|us)|describe)\b(?= .*\b(?:about|the|his|her|its|their)\b|.*\b[hw]\w+)"
    r"|(?:say|know|explain)\b(?=.* (?:who|what|when|where|why|how|which)\b))"
)
"""The beginning of a question that looks like one for yes or no but asks for more."""
_NOUN_SIGNS = """
when: year / month / date / day / season / time
where: place / town / city / street / country / address
looked: colou?r
cost: price
name: name / title
"""
"""By aspect, nouns that ask for it after such a beginning."""
_COUNTED = re.compile(
    r"\bhow (?:many|much) (?:of |other |more |different )?(?!did|was|were|is|are|do|does|had|have|has|would|could)([a-z]+)"
)
_PEOPLE = frozenset(root(word) for word in "people persons others guests friends children kids".split())
_CLAUSE = re.compile(
    r"(?<=\w) (?:when|while|if|whenever)(?P<said> (?:you|it|that|this|he|she|they|the|your|i)\b.*)$"
)
"""A clause that says when something was; what is asked for stands before it."""


@lru_cache(maxsize=4096)
def asked(question: str) -> Asked:
    """What a question asks for, by its last sentence that asks."""
    plain = folded(question.replace("’", "'"))
    last = " ".join(last_question(plain))
    topic = roots(last) or roots(question)
    wrapped = _WRAPPED.search(last)
    words = f"{last[wrapped.end() :] if wrapped else last}?"
    main = _CLAUSE.sub("?", words)
    if wrapped or not yes_or_no(question):
        found = _COUNTED.search(main)
        aspects = _open_aspects(main, _CLAUSE.sub(r"\g<said>", words)) or (
            _found(_NOUNS, words) if wrapped else ()
        )
        counted = root(found[1]) if found and aspects[:1] == ("many",) else ""
        if counted in _PEOPLE:
            aspects = (*aspects[:1], "who", *aspects[1:])
        return Asked(aspects, yes_no=False, opposite=False, topic=topic, counted=counted)
    straight, turned = _found(_SAME, main), _found(_OPPOSITE, main)
    opposite = bool(turned) and (not straight or turned[0] == straight[0])
    both = dict.fromkeys((*(turned if opposite else straight), *straight, *turned, *_found(_HALF, main)))
    return Asked(tuple(both), yes_no=True, opposite=opposite, topic=topic)


def _read(signs: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """By aspect, a pattern for the words of a table: an aspect a line, ` / ` between the words."""
    for name, words in (("SPAN", _SPAN), ("PLACES", _PLACES), ("SOMEBODY", _SOMEBODY)):
        signs = signs.replace(f"{{{name}}}", words)
    rows = (line.partition(": ") for line in signs.replace("\n ", " ").strip().split("\n"))
    return tuple(
        (name, re.compile(rf"\b(?:{'|'.join(words.split(' / '))})(?!\w)")) for name, _, words in rows
    )


_LEADS = tuple(
    (name, re.compile(rf"(?:\w+ )?{words}\b"))
    for name, words in (
        ("cost", "how much (?:money|did)"),
        ("long", f"how many {_SPAN}"),
        ("many", "how (?:many|often)"),
        ("where", "where"),
    )
)
"""What a question asks for that begins with these words, whatever else is in it."""
_OPEN, _HALF, _NOUNS = _read(_OPEN_SIGNS), _read(_HALF_OPEN_SIGNS), _read(_NOUN_SIGNS)
_SAME, _OPPOSITE = _read(_SAME_SIGNS), _read(_OPPOSITE_SIGNS)


def _open_aspects(main: str, words: str) -> tuple[str, ...]:
    """The aspects of the main clause; only if it has none, those of the whole question."""
    found = _found(_OPEN, main) or _found(_OPEN, words)
    lead = next((name for name, sign in _LEADS if name in found and sign.match(main)), None)
    return found if lead is None else (lead, *(name for name in found if name != lead))


def _found(signs: Sequence[tuple[str, re.Pattern[str]]], words: str) -> tuple[str, ...]:
    return tuple(name for name, sign in signs if sign.search(words))
