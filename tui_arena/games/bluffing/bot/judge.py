"""The judge's conclusions from a case: a level of belief, a verdict, its reasons, and the coach's comments.

Reasons refer to answers by number and never ask a question, because the rules would refuse that verdict.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

from tui_arena.core.belief_metrics import LEVELS
from tui_arena.core.game import Belief
from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import capital
from tui_arena.core.probes import NOTHING_ASKED
from tui_arena.core.text import one_line
from tui_arena.games.bluffing.bot.cards import KINDS, MIDDLE, JudgedStatement, Likeness, kind_of
from tui_arena.games.bluffing.bot.evidence import CLASH, Case, WeighedAnswer, weighed, weight_of
from tui_arena.games.bluffing.bot.judge_questions import NEEDED

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
COACH_KINDS: Mapping[str, str] = {
    "who": "people", "where": "the place", "when": "the time", "count": "figures", "why": "the reason",
    "how": "how it went", "what": "the facts", "feeling": "the senses", "whether": "yes or no",
}  # fmt: skip
CENTRES = (1.8, 0.8, 0.0, -0.8, -1.8)
"""The log odds that each of the five levels stands for."""
SPREAD = 0.55
THINKABLE = 0.1
"""A level with a smaller share of the belief doesn't count as still possible."""
ENOUGH: Mapping[str, tuple[int, float, float]] = {
    "easy": (3, 2.2, -2.2),
    "medium": (3, 2.2, -2.4),
    "hard": (3, 2.0, -2.6),
}
"""When a judge of each level stops asking: the least number of answers, and log odds above or below which."""
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
"""A likelihood of at least `COMMON` or at most `RARE` is a reason in its own right."""
_INNER = str.maketrans("“”", "‘’")
_FORMS = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


def case_over(
    facts: Mapping[str, Any], level: str, judged: Sequence[JudgedStatement], likeness: Likeness
) -> Case:
    """The case of a judge of a level, from a view's facts."""
    said = str(facts["statement"])
    turns = [(str(turn["question"]), str(turn["answer"])) for turn in facts["turns"]]
    return weighed(said, likely(said, judged, likeness), turns, level)


def likely(statement: str, judged: Sequence[JudgedStatement], likeness: Likeness) -> float:
    """How likely a statement is before any answer, 1 to 5: from its card, or from similar statements."""
    place = likeness.same(statement)
    if place is not None:
        return float(judged[place].likely)
    near = [(judged[i].likely, weight) for i, weight in likeness.near(statement, NEAREST)]
    total = sum(weight for _, weight in near)
    mean = sum(value * weight for value, weight in near) / total if total else MIDDLE
    tall = sum(word in _TALL for word in set(statement.casefold().replace(".", "").split()))
    return max(1.0, min(5.0, (MIDDLE + mean) / 2 - TALL * tall))


def level_of(case: Case) -> str:
    """The level of the five that a case supports most."""
    shares = _shares(case)
    return LEVELS[max(range(len(LEVELS)), key=lambda i: shares[i])]


def believed(case: Case) -> Belief:
    """How the belief is spread over the five levels."""
    shares = _shares(case)
    best = sorted(zip(LEVELS, shares, strict=True), key=lambda found: -found[1])
    return Belief(sum(share >= THINKABLE for share in shares), tuple((n, round(s, 3)) for n, s in best))


def _shares(case: Case) -> list[float]:
    odds = max(-CENTRES[0], min(CENTRES[0], case.odds))
    raw = [exp(-(((odds - centre) / SPREAD) ** 2) / 2) for centre in CENTRES]
    return [one / sum(raw) for one in raw]


def sure(case: Case, facts: Mapping[str, Any], level: str) -> bool:
    """Whether a judge of a level is sure enough to give its verdict early."""
    least, above, below = ENOUGH[level]
    return len(facts["turns"]) >= least and not below < case.odds < above


# reasons


def reasons(case: Case, true: bool | None = None) -> str:
    """The reasons for a case, in a sentence or two. `true`: the verdict they are for; None: a belief."""
    side = case.odds > 0 if true is None else true
    good, bad = _said(case, 1), _said(case, -1)
    if case.likely >= COMMON:
        good.append("such a thing happens to many people")
    if case.likely <= RARE:
        bad.append("it is a tall story to begin with")
    if not good and not bad and true is None:
        return "Nothing in it speaks for or against it so far."
    if not good and not bad:
        return "The answers leave it open, so I go by the sound of it."
    own, other = (good[:2], bad) if side else (bad[:2], good)
    if not own:
        own = ["It sounded all right to me" if side else "Something about it does not add up"]
    but = f" {'But' if side else 'Still,'} {other[0]}." if other else ""
    return f"{capital(' and '.join(own))}.{but}"


def _said(case: Case, sign: int) -> list[str]:
    """What speaks for a statement (`sign` 1) or against it (-1), strongest first, one for each kind."""
    found = [(CLASH, clash.told) for clash in case.clashes if sign < 0]
    for_side = [one for one in case.heard if one.worth * sign > 0]
    for_side.sort(key=lambda h: (-sign * h.worth, h.number))
    by_kind = grouped((kind, one) for one in for_side if (kind := strongest(one, sign)))
    for kind, those in by_kind.items():
        found.append((-sum(abs(one.worth) for one in those[:2]), reason(those[:2], kind)))
    return [text for _, text in sorted(found, key=lambda pair: pair[0])]


def strongest(one: WeighedAnswer, sign: int) -> str | None:
    """The kind of sign in an answer that weighs most for a side; None if none does."""
    weights = {kind: sign * weight_of(kind, words) for kind, words in one.signs.items()}
    best = max(weights, key=lambda kind: weights[kind], default=None)
    return best if best is not None and weights[best] > 0 else None


def reason(those: Sequence[WeighedAnswer], kind: str) -> str:
    """What one answer or several alike show, as a part of a sentence."""
    numbers = " and ".join(str(n) for n in sorted(one.number for one in those))
    return f"answer{'s' if len(those) > 1 else ''} {numbers} {does(those, kind)}"


def does(those: Sequence[WeighedAnswer], kind: str) -> str:
    """What one answer does, or what several do: a sentence without its subject."""
    words = [next(iter(_plain(one.signs[kind])), "") for one in those]
    if len(those) == 1:
        words = _plain(those[0].signs[kind])[:2]
    quotes = ", ".join(dict.fromkeys(f"“{one_line(word, 24)}”" for word in words if word))
    needed = list(dict.fromkeys(NEEDED.get(kind_of(one.question), "what was asked") for one in those))
    text = _FORMS.sub(lambda found: found[1 + (len(those) > 1)], FOR.get(kind) or AGAINST[kind])
    return text.format(words=quotes, needed=" and ".join(needed)).replace(" ()", "")


def _plain(words: Sequence[str]) -> list[str]:
    """The words that can be quoted, with `I` capitalised."""
    return [
        re.sub(r"\bi\b", "I", word) for word in words if any(c.isalnum() for c in word) and "?" not in word
    ]


# the coach


def coached(case: Case, facts: Mapping[str, Any]) -> str:
    """What each question pressed on, and which answers held or gave the setter away."""
    if not case.heard:
        return NOTHING_ASKED
    lines = []
    for one in case.heard:
        kind, how = strongest(one, 1 if one.worth > 0 else -1), "told neither way."
        if kind and abs(one.worth) > 0.2:
            how = f"{'held' if one.worth > 0 else 'wobbled'}: it {does([one], kind)}."
        asked = one_line(one.question, _SHORT).translate(_INNER)
        pressed = COACH_KINDS[kind_of(one.question)]
        lines.append(f"{one.number}. “{asked}” pressed on {pressed}; the answer {how}")
    lines += [f"{capital(clash.told)}." for clash in case.clashes]
    return "\n".join([*lines, *_summed_up(case, facts)])


def _summed_up(case: Case, facts: Mapping[str, Any]) -> list[str]:
    weakest, strongest = (pick(case.heard, key=lambda h: h.worth) for pick in (min, max))
    found = []
    if facts["is_made_up"] and (weakest.worth < 0 or case.clashes):
        found.append(f"Made up, and answer {weakest.number} gave most of it away.")
    elif facts["is_made_up"]:
        found.append("Made up, and no answer gave it away: well bluffed.")
    elif facts["is_true"] and weakest.worth < -0.3:
        found.append(f"True, though answer {weakest.number} did not sound like it.")
    elif facts["is_true"]:
        found.append(f"True, and it sounded like it; answer {strongest.number} most of all.")
    asked = {kind_of(one.question) for one in case.heard}
    unasked = ", ".join(COACH_KINDS[kind] for kind in KINDS[:4] if kind not in asked)
    if unasked:
        found.append(f"Never asked: {unasked}. Such questions are hard to answer without having been there.")
    return found
