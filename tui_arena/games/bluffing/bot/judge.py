"""What a judge notices in the answers, how far it then believes the statement, and how it gives its reasons.

At first the judge believes the statement, because plain, slightly vague stories of ordinary people are mostly true.
Faults count against the statement. An answer has a fault if it:
- doesn't fit its question;
- repeats an earlier answer;
- avoids a straight question;
- contradicts another answer.

If most answers are off-topic, a coin decides, so a teller gains nothing by never answering.

Names and figures alone prove nothing. A missed contradiction does less harm than a false alarm. So ranges
have to be apart, and words have to exclude each other. If a story can have several values for a slot, at
least one side must have been asked for.

No answer of a deck is looked up.

The reasons are like those that a person would give. They quote what was really said. They never ask a
question, because the rules would refuse such a verdict. For the judge's next question see `questions`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from math import exp, inf
from typing import Any

from tui_arena.core.game import Belief
from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import listed
from tui_arena.core.probes import LEVELS, NOTHING_ASKED
from tui_arena.core.text import one_line
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.facts import ALL, Fact, facts_in
from tui_arena.games.bluffing.bot.fitting import ASKS_SPEECH, Fit, fit_of, repeats, tells_once
from tui_arena.games.bluffing.bot.reading import (
    KINDS,
    StoryVocabulary,
    alike,
    folded,
    kind_of,
    last_question,
    roots,
)
from tui_arena.games.bluffing.bot.story import MIDDLE, JudgedStatement, Likeness

AGAIN = 0.5
"""Two questions that are at least this much `alike` count as the same question."""
APART = {"age": 1.5, "year": 0.5}
"""Maps a slot to the gap from which two numbers exclude each other. In these slots every mention counts. In
the other slots, at least one mention must have been asked for."""
BORN_ALIKE = 2.5
"""The most years between two years of birth that may be the same."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two answers that contradict each other, so that they can't both be true."""

    first: int
    second: int
    """The numbers of the two answers, from 1; 0 is the statement."""
    slot: str
    one: str
    two: str
    """The words of the two answers, ready to be quoted."""

    def sentence(self, speech: Mapping[str, Any]) -> str:
        """The contradiction as a sentence; `speech`: the bots' phrases, by occasion."""
        one, two = self.one, self.two
        if not self.first:
            return str(speech["clash_statement"].format(one=one, two=two))
        if folded(one) in ("yes", "no") and folded(two) in ("yes", "no"):
            return str(speech["clash_yes_no"].format(one=one.lower(), two=two.lower()))
        return str(speech["clash"].format(one=one, two=two))


@lru_cache(maxsize=2048)
def clashes(turns: tuple[tuple[str, str], ...], statement: str, known: StoryVocabulary) -> tuple[Clash, ...]:
    """Every pair of answers that clash, in order, each pair once. `turns`: questions with answers.

    An answer that gives two times of the story clashes with itself.
    """
    sides = [facts_in("", statement, "", known), *(facts_in(*turn, statement, known) for turn in turns)]
    sides = _one_count(sides)
    found = [
        Clash(n, n, a.slot, a.words, b.words)
        for n, side in enumerate(sides)
        for a, b in combinations(side, 2)
        if a.slot == b.slot == "year" and _excludes(a, b)
    ]
    for (i, one), (k, two) in combinations(enumerate(sides), 2):
        if pair := next(((a, b) for a, b in product(one, two) if _clash(a, b, one, two)), None):
            found.append(Clash(i, k, pair[0].slot, pair[0].words, pair[1].words))
    return tuple(found)


def _one_count(sides: list[tuple[Fact, ...]]) -> list[tuple[Fact, ...]]:
    """The facts of all sides. A number of unnamed things counts whatever is the only thing counted elsewhere."""
    counts = [(n, one.subject) for n, side in enumerate(sides) for one in side if one.slot == "count"]
    stated = {subject for n, subject in counts if not n}
    asked = {one.subject for side in sides for one in side if one.slot == "count" and one.asked} - {ALL}
    only = next((those.pop() for those in (stated, asked) if len(those) == 1), ALL)
    return [
        tuple(replace(one, subject=only) if one.subject == ALL else one for one in side) for side in sides
    ]


def _clash(a: Fact, b: Fact, one: Sequence[Fact], two: Sequence[Fact]) -> bool:
    """True if two facts exclude each other and nothing else in their sentences agrees with the other side."""
    if a.slot != b.slot or not (a.asked or b.asked or a.slot in APART):
        return False
    if a.slot == "so":
        return _opposed(a, b)
    if a.slot in APART and _born_alike(one, two):
        return False
    beside = [(a, c) for c in two if c.sentence == b.sentence]
    beside += [(b, c) for c in one if c.sentence == a.sentence]
    same = ((x, y) for x, y in beside if (x.slot, x.subject) == (y.slot, y.subject))
    return _excludes(a, b) and all(_excludes(x, y) for x, y in same)


def _born_alike(one: Sequence[Fact], two: Sequence[Fact]) -> bool:
    """True if each side tells an age and a year, and both give the same year of birth: two times in one life."""
    births = [
        (year.low - age.high, year.high - age.low)
        for side in (one, two)
        for age in [fact for fact in side if fact.slot == "age"][:1]
        for year in [fact for fact in side if fact.slot == "year"][:1]
    ]
    gap = max(low for low, _ in births) - min(high for _, high in births) if len(births) == 2 else inf
    return gap <= BORN_ALIKE


def _excludes(a: Fact, b: Fact) -> bool:
    unborn = a.slot == "age" and min(a.low, b.low) <= 0
    if a.subject != b.subject and (unborn or a.slot not in APART):
        return False
    if a.values or b.values:
        return not a.values & b.values
    return max(a.low, b.low) - min(a.high, b.high) > (0 if unborn else APART.get(a.slot, 0))


def _opposed(a: Fact, b: Fact) -> bool:
    """True if one side denies the other: both answer the same question, or a clause has all its words."""
    if a.low == b.low or a.subject != b.subject:
        return False
    if a.asked == b.asked:
        return a.asked and alike(a.values, b.values) >= AGAIN
    asked, told = (a, b) if a.asked else (b, a)
    return bool(asked.values) and asked.values <= told.values


BASE: Mapping[str, float] = {"easy": 0.9, "medium": 0.42, "hard": 0.38}
"""The log odds for a statement if nothing wrong was heard, by level."""
PRIOR: Mapping[str, float] = {"easy": 0.1, "medium": 0.12, "hard": 0.15}
"""The log odds that a judge of each level gives to one step of likelihood."""
HOLDS = 0.1
"""The log odds for an answer with nothing wrong in it."""
WEIGHTS: Mapping[str, float] = {
    "nonsense": -1.4,
    "echo": -1.0,
    "again": -1.2,
    "dodge": -0.7,
    "beside": -0.75,
    "forgets": -0.4,
    "empty": -0.8,
    "shaky": -0.8,
}
"""The log odds for each fault in one answer."""
MORE = 1.7
"""The factor for a fault that was heard before."""
CLASH = -2.2
"""The log odds for a contradiction."""
SHAKY: Mapping[str, int] = {"easy": 99, "medium": 1, "hard": 1}
"""The number of signs of uncertainty in one answer that make a judge of each level call it shaky."""
LENIENT = frozenset(("easy", "medium"))
"""At these levels, a single sign of uncertainty in a whole story is never decisive."""
GROSS = frozenset(("nonsense", "again", "empty", "echo", "beside"))
"""The only faults that an easy judge hears."""
VOID = frozenset(("nonsense", "echo", "empty"))
"""The faults of an answer that the rules would void; a coin isn't tossed over such answers."""
EVADED = 2
"""A teller who doesn't answer has given at least this many off-topic answers."""
SEVERAL = 4
"""Among this many answers, at least one has what was asked for, unless the teller doesn't answer at all."""
FREE = 1
"""The number of honest `I don't remember` answers that cost nothing."""


@dataclass(frozen=True, slots=True)
class WeighedAnswer:
    """An answer as a judge hears it."""

    number: int
    """The number of the answer, from 1."""
    question: str
    answer: str
    fault: str
    """The fault of the answer, a key of `WEIGHTS`; empty if it has no fault."""
    score: float
    """The log odds of the answer; above 0 if it has no fault."""
    weight: int
    """As in `Fit`: 1 if the answer clearly has what was asked for, -1 if nothing in it belongs to the question."""
    part: str
    """The part of the answer to quote: the sentence that sounds unsure, or the whole answer."""


@dataclass(frozen=True, slots=True)
class Case:
    """All the evidence that a judge has for and against a statement."""

    likely: float
    """The likelihood of the statement before any answer, 1 to 5."""
    heard: tuple[WeighedAnswer, ...]
    """The answers, in order."""
    clashes: tuple[Clash, ...]
    odds: float
    """The log odds that the statement is true."""
    tossed: bool
    """True if most answers don't answer, so that they are no evidence and a coin decides; `odds` is 0 then."""


def weighed(
    statement: str, likely: float, turns: Sequence[tuple[str, str]], level: str, known: StoryVocabulary
) -> Case:
    """A judge's case after these questions and answers. `known`: the words that fill slots."""
    turns = tuple(turns)
    took = _heard(statement, turns, level, known)
    against = clashes(turns, statement, known)
    odds = BASE[level] + PRIOR[level] * (likely - 3) + sum(one.score for one in took) + CLASH * len(against)
    signs = [fit_of(statement, one.question, one.answer, known).shaky for one in took if one.fault]
    if level in LENIENT and not against and signs == [1] and any(one.fault == "shaky" for one in took):
        odds = max(odds, HOLDS)  # one sign of uncertainty alone is human
    tossed = not against and _never_answers(statement, turns, known)
    return Case(likely, took, against, 0.0 if tossed else odds, tossed)


@lru_cache(maxsize=1024)
def _heard(
    statement: str, turns: tuple[tuple[str, str], ...], level: str, known: StoryVocabulary
) -> tuple[WeighedAnswer, ...]:
    found: list[WeighedAnswer] = []
    for n, (question, answer) in enumerate(turns, 1):
        fit, like = fit_of(statement, question, answer, known), repeats(turns, n, known)
        fault = _fault(fit, like, level)
        weight = HOLDS if not fault else WEIGHTS[fault]
        before = sum(one.fault == fault for one in found)
        if fault == "forgets" and before < FREE:
            weight = 0.0
        elif fault and before:
            weight *= MORE
        once = tells_once(statement, question)
        part = known.unsure_part(answer, once=once) if fault == "shaky" else answer
        found.append(WeighedAnswer(n, question, answer, fault, weight, fit.weight, part))
    return tuple(found)


def _never_answers(statement: str, turns: tuple[tuple[str, str], ...], known: StoryVocabulary) -> bool:
    """True if the teller doesn't answer the questions.

    That is so if more answers are off-topic than on it, and they at least consist of words. It is also so if
    none of several answers clearly has what was asked for, unless the teller is only vague.
    """
    fits = [fit_of(statement, question, answer, known) for question, answer in turns]
    void = sum(bool(repeats(turns, n, known)) or fit.fault in VOID for n, fit in enumerate(fits, 1))
    gibberish = any(fit.fault == "nonsense" for fit in fits) and not any(fit.weight == 1 for fit in fits)
    if gibberish or 2 * void >= len(turns):
        return False
    beside, sure = (sum(fit.weight == weight for fit in fits) for weight in (-1, 1))
    vague = any(fit.fault in ("dodge", "forgets") or fit.shaky for fit in fits)
    return sure < beside >= EVADED or (not sure and not vague and len(turns) >= SEVERAL)


def _fault(fit: Fit, like: int, level: str) -> str:
    """The worst fault that a judge of a level hears in an answer; empty if the judge hears none."""
    if like and fit.fault != "nonsense":
        return "again"
    fault = fit.fault
    if not fault and fit.shaky >= SHAKY[level]:
        fault = "shaky"
    return fault if level != "easy" or fault in GROSS else ""


# what the judge concludes

CENTRES = (1.8, 0.8, 0.0, -0.8, -1.8)
"""The log odds that each of the five levels represents."""
SPREAD = 0.55
THINKABLE = 0.1
"""A level with a smaller share of the belief doesn't count as possible."""
ENOUGH: Mapping[str, tuple[int, float, float]] = {
    "easy": (3, 2.2, -2.2),
    "medium": (3, 2.2, -2.4),
    "hard": (3, 2.0, -2.6),
}
"""For each level, when a judge stops asking: the least number of answers, and the two limits of log odds."""
NEAREST = 5
_TALL = frozenset(
    """king queen president palace lion tiger bear shark crocodile elephant camel whale snake lightning
    champion record famous film television radio prize won million treasure ghost parachute volcano
    submarine helicopter sank circus orchestra crown medal island lighthouse desert crashed rescued""".split()
)
TALL = 0.5
"""How much each word of a tall story lowers the likelihood of a statement that isn't in the deck."""
_SHORT = 60
COMMON, RARE = 4.5, 1.5
"""A likelihood of at least `COMMON` or at most `RARE` is itself a reason."""
_INNER = str.maketrans("“”", "‘’")
_QUOTE = 60
_LEANING = frozenset(
    "in on at with since because for to by from yes no and but so behind against under over near after before".split()
)
"""An answer that begins with one of these words isn't quoted in favour of a story."""
DETAILED = 4
"""An answer needs at least this many words to be quoted in favour of a story."""


def case_over(
    facts: Mapping[str, Any],
    level: str,
    judged: Sequence[JudgedStatement],
    likeness: Likeness,
    known: StoryVocabulary,
) -> Case:
    """A judge's case, from a view's facts; `known`: the words that fill slots."""
    said = str(facts["statement"])
    turns = [(str(turn["question"]), str(turn["answer"])) for turn in facts["turns"]]
    return weighed(said, likely(said, judged, likeness), turns, level, known)


def likely(statement: str, judged: Sequence[JudgedStatement], likeness: Likeness) -> float:
    """The likelihood of a statement before any answer, 1 to 5: from its card, or from similar statements."""
    place = likeness.same(statement)
    if place is not None:
        return float(judged[place].likely)
    near = [(judged[i].likely, weight) for i, weight in likeness.near(statement, NEAREST)]
    total = sum(weight for _, weight in near)
    mean = sum(value * weight for value, weight in near) / total if total else MIDDLE
    tall = sum(word in _TALL for word in set(statement.casefold().replace(".", "").split()))
    return max(1.0, min(5.0, (MIDDLE + mean) / 2 - TALL * tall))


def level_of(case: Case) -> str:
    """The one of the five levels that a case supports most."""
    shares = _shares(case)
    return LEVELS[max(range(len(LEVELS)), key=lambda i: shares[i])]


def believed(case: Case) -> Belief:
    """The belief, spread over the five levels."""
    shares = _shares(case)
    best = sorted(zip(LEVELS, shares, strict=True), key=lambda found: -found[1])
    return Belief(sum(share >= THINKABLE for share in shares), tuple((n, round(s, 3)) for n, s in best))


def _shares(case: Case) -> list[float]:
    odds = max(-CENTRES[0], min(CENTRES[0], case.odds))
    raw = [exp(-(((odds - centre) / SPREAD) ** 2) / 2) for centre in CENTRES]
    return [one / sum(raw) for one in raw]


def sure(case: Case, facts: Mapping[str, Any], level: str) -> bool:
    """True if a judge of a level is sure enough to give the verdict early, and has nothing to ask at once."""
    least, above, below = ENOUGH[level]
    asks = any(clash.second == len(case.heard) for clash in case.clashes)
    return len(facts["turns"]) >= least and not below < case.odds < above and not asks


# reasons


def reasons(case: Case, speech: Mapping[str, Any], true: bool | None = None) -> str:
    """The reasons for a case, in a sentence or two.

    `speech`: the bots' phrases, by occasion. `true`: the verdict that they support; None for a belief.
    """
    side = case.odds > 0 if true is None else true
    if case.tossed:
        return str(speech["no_side"]) if true is None else _tossed(case, speech)
    bad = _against(case, speech)
    if not case.heard:
        return str(speech[_at_first(case)])
    if side:
        told = _good(case, speech, "mostly" if bad else "")
        return f"{told} {speech['only'].format(fault=_lower_part(bad[0]))}" if bad else told
    if not bad:
        return _one_of(speech["hunch"], case)
    return " ".join(f"{one}." for one in bad[: min(2, len({clash.slot for clash in case.clashes})) or 2])


def _one_of(forms: Sequence[str], case: Case) -> str:
    """One of several sentences; the same one for the same answers."""
    return str(forms[sum(len(one.answer) for one in case.heard) % len(forms)])


def _tossed(case: Case, speech: Mapping[str, Any]) -> str:
    beside = next((one for one in case.heard if one.fault == "beside"), None)
    if beside is None:
        return str(speech["tossed"])
    asked = asked_for(beside.question, speech["asked"])
    return str(speech["tossed_quote"].format(asked=asked, quote=_short(beside.answer)))


def _good(case: Case, speech: Mapping[str, Any], mostly: str) -> str:
    """The evidence for a story: something that the teller knew, or an answer."""
    asked = [one.question for one in case.heard if one.weight > 0 and not one.fault and _named(one.question)]
    known = list(dict.fromkeys(asked_for(question, speech["asked"]) for question in asked))[:3]
    if len(known) > 1:
        return _one_of(speech["mostly_knew" if mostly else "knew"], case).format(known=listed(known, "and"))
    detail, good = _detail(case), speech[mostly or "hangs_together"]
    return _one_of(speech["with_detail" if detail else "as_heard"], case).format(good=good, detail=detail)


def _at_first(case: Case) -> str:
    if case.likely >= COMMON:
        return "common"
    return "tall" if case.likely <= RARE else "open"


def _lower_part(text: str) -> str:
    return text[0].lower() + text[1:] if text.startswith(("You ", "Your ", "When ")) else text


def _against(case: Case, speech: Mapping[str, Any]) -> list[str]:
    """The evidence against a statement, the worst first, each item as a sentence without its full stop."""
    by_slot = {clash.slot: clash for clash in reversed(case.clashes)}
    found = [clash.sentence(speech).rstrip(".") for clash in case.clashes if by_slot[clash.slot] is clash]
    faulty = [one for one in case.heard if one.score < 0]
    by_fault = grouped((one.fault, one) for one in faulty)
    for _, those in sorted(by_fault.items(), key=lambda pair: sum(one.score for one in pair[1])):
        found.append(_said_of(those, speech))
    return found


def _said_of(those: Sequence[WeighedAnswer], speech: Mapping[str, Any]) -> str:
    """A sentence on the fault of one answer, or of several answers with the same fault."""
    one = min(those, key=lambda h: (h.score, h.number))
    once = speech["against"][one.fault]
    form = speech["twice"].get(one.fault, once) if len(those) > 1 else once
    asked = asked_for(one.question, speech["asked"])
    return str(form.format(asked=asked, quote=_short(one.part)))


_BY_WORDS = (
    (re.compile(r"\bhow old\b"), "age"),
    (re.compile(r"\bhow long\b"), "long"),
    (re.compile(r"^since when\b"), "since"),
    (re.compile(r"\bhow much did\b|\bcost\b"), "cost"),
    (ASKS_SPEECH, "said"),
)


def asked_for(question: str, names: Mapping[str, str]) -> str:
    """The thing that a question asked for, in a few words; its kind decides the words.

    >>> asked_for("So who taught you?", {})
    'who taught you'
    """
    words = last_question(question)
    for pattern, name in _BY_WORDS:
        if pattern.search(" ".join(words)):
            return names[name]
    kind = kind_of(question)
    if kind == "who" and "who" in words[:2] and words[-1] != "who":
        subject = words[words.index("who") :]
        if subject[1] not in ("did", "do", "does", "has", "have", "will", "would"):
            return " ".join(subject)
    plain = kind not in ("what", "where", "when") or _named(question)
    return names[kind] if plain else f"“{_short(_last_sentence(question))}”"


def _named(question: str) -> bool:
    """True if a few words name the thing that a question asks for."""
    kind = kind_of(question)
    whole = roots(question) <= roots("old happen exactly come place take") and "since" not in folded(question)
    by_words = any(pattern.search(folded(question)) for pattern, _ in _BY_WORDS)
    return kind == "who" or (kind == "count" and by_words) or (kind in ("where", "when") and whole)


def _last_sentence(question: str) -> str:
    return re.split(r"[.:?] ", question.rstrip())[-1]


_CLAUSES = re.compile(
    r"(?<=[,;])\s+|\s+(?=(?:and|but|who|which|because|when|while|until|so|before|after|as|that|where|whom|although)\b)"
)


def _short(answer: str) -> str:
    """The first clauses of an answer, short enough to be quoted in a verdict; a cut clause ends in `…`."""
    plain = answer.translate(_INNER).replace('"', "").replace("\n", " ")
    parts = [part for part in re.split(r"[.!?;:]+(?:\s|$)", plain.strip()) if tokens(part)] or [plain]
    plain = parts[0] if len(tokens(parts[0])) > 1 or len(parts) == 1 else parts[1]
    clauses = _CLAUSES.split(plain)
    text = clauses.pop(0)
    while clauses and len(text) + len(clauses[0]) < _QUOTE:
        text += f" {clauses.pop(0)}"
    if len(text) > _QUOTE:
        text = f"{text[:_QUOTE].rpartition(' ')[0] or text[:_QUOTE]}…"
    return harmless(text.replace("?", "").strip(" ,.-–—"))


def harmless(text: str) -> str:
    """A quotation that the rules can't mistake for the verdict."""
    return (
        re.sub(r"\b(?:true|false)\b", "…", re.sub(r"(?i)i\s+believe\s+your", "…", text), flags=re.IGNORECASE)
        or "…"
    )


def _detail(case: Case) -> str:
    """An answer that makes a story believable, short enough to be quoted; empty if there is none."""
    if any(one.weight < 0 for one in case.heard):
        return ""
    told = [one for one in case.heard if not one.fault and one.weight > 0 and _telling(one)]
    quotes = [quote for quote in (_short(one.answer) for one in told) if len(quote.split()) >= DETAILED]
    return max(quotes, key=len, default="")


def _telling(one: WeighedAnswer) -> bool:
    """True if an answer tells what was done or what it was like, in words that can stand alone."""
    open_asked = kind_of(one.question) in ("how", "why", "what", "feeling")
    return open_asked and tokens(one.answer)[0] not in _LEANING


# the coach


def coached(case: Case, facts: Mapping[str, Any], speech: Mapping[str, Any]) -> str:
    """Comments on what each question was after, and on answers that were convincing or gave the setter away.

    `speech`: the bots' phrases, by occasion.
    """
    if not case.heard:
        return NOTHING_ASKED
    lines = []
    for one in case.heard:
        asked = one_line(one.question, _SHORT).translate(_INNER)
        pressed = speech["kinds"][kind_of(one.question)]
        says = speech["coach_says"][one.fault or "fine"]
        against = next((clash.first for clash in case.clashes if clash.second == one.number), None)
        if against is not None and not one.fault:
            what = speech["coach_answer" if against else "coach_statement"].format(n=against)
            says = speech["coach_clash"].format(what=what)
        lines.append(speech["coach_line"].format(n=one.number, question=asked, kind=pressed, says=says))
    lines += [clash.sentence(speech) for clash in case.clashes]
    return "\n".join([*lines, *_summed_up(case, facts, speech)])


def _summed_up(case: Case, facts: Mapping[str, Any], speech: Mapping[str, Any]) -> list[str]:
    weakest = min(case.heard, key=lambda h: h.score)
    found = []
    if facts["is_made_up"] or facts["is_true"]:
        what = "lie" if facts["is_made_up"] else "truth"
        how = "_clash" if case.clashes else "" if weakest.score < 0 else "_held"
        found.append(speech[f"coach_{what}{how}"].format(n=weakest.number))
    asked = {kind_of(one.question) for one in case.heard}
    unasked = [speech["kinds"][kind] for kind in KINDS[:4] if kind not in asked]
    if unasked:
        found.append(speech["coach_unasked"].format(kinds=listed(unasked, "or")))
    return found
