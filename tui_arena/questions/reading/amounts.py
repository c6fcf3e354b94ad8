"""Amounts, years and ages: bigger than a car, more than 100 dollars, before 1950, older than 60.

A comparison is read if it names a scale of the table and something with a known amount: a step of the scale,
an entity of the deck, an everyday thing, or a number with its unit. The words before the comparison must be
understood too.

The scale of years is the one whose question has a word of the clause (born, died, invented). Scales of years
are recognised by their limits. Ages are read only if the table knows when people were born, and if the other words
add nothing to the question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tui_arena.core.language.families import stem
from tui_arena.core.language.numbers import DECADES, NUMBERS, number_at, ordinal, years_at
from tui_arena.questions import wordings
from tui_arena.questions.meaning import About, Above, Aged, AllOf, AnyOf, Is, Meaning, Not, alive_of, truth
from tui_arena.questions.reading.phrases import PhraseTable
from tui_arena.questions.table import Answer, Knowledge, Scale
from tui_arena.questions.wordings import KILOGRAMS, METRES, THIS_YEAR, English

# years

_BORN = frozenset("born birth".split())
_DIED = frozenset("die died dead death killed pass passed".split())
_MADE = frozenset(
    "invented discovered created made built introduced appeared existed exist exists around known invention "
    "developed invent became known produced come came used popular available have people out released".split()
)
_LIVED = frozenset("alive live lived living active".split())
_SMALL = frozenset(
    "it the in was were is did does do a an of has have had be to at person this year years first people you".split()
)
_AFTER = frozenset("after since later newer younger past".split())
_BEFORE = frozenset("before earlier older prior until by".split())
_OLDER_THAN, _NEWER_THAN = (
    frozenset("older before earlier".split()),
    frozenset("younger newer after later".split()),
)
_BUSY = frozenset("famous popular known star celebrity active working career successful peak".split())
"""Words for a grown-up's life; a question with them asks only when that was."""
_HAPPENED = frozenset("happen happened take took place occur occurred go back".split())
_GROWN = 18
_KNOWN = frozenset(
    "for only just like recently more less than old new from and already between during last past within about over least".split()
) | (_SMALL | _BORN | _DIED | _MADE | _LIVED | _AFTER | _BEFORE)
_SINCE = frozenset("ago old older newer last past within younger around existed".split())


def _scale(knowledge: Knowledge, words: frozenset[str]) -> Scale | None:
    wanted = {stem(word) for word in words} - {"person"}  # every question about people has that word
    for scale in knowledge.scales.values():
        of_years = scale.limits and 1500 <= max(scale.limits) <= 2200
        if of_years and wanted & set(map(stem, knowledge.english.flat(scale.question))):
            return scale
    return None


def _scale_said(knowledge: Knowledge, said: set[str]) -> Scale | None:
    """The scale of being born, dying or being made, whichever the words mention."""
    groups = (group for group in (_BORN, _DIED, _MADE) if said & group)
    return next((scale for group in groups if (scale := _scale(knowledge, group))), None)


def years_asked(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, int] | None:
    """The question about years at the end of a clause, and the index of its first word; None without one."""
    knowledge = phrases.knowledge
    words = _flat(words, knowledge.english)
    said = set(words)
    span = _span(words, knowledge.english)
    scale = _scale_said(knowledge, said)
    if span is None:
        placed = _compared_with_entity(words, scale, phrases)
        return None if placed is None else (_of_the_dead(placed, said, knowledge), 0)
    start, low, high = span
    around = said & {"around", "exist", "existed"}
    if scale is None and said & {"ago", "last", "past"} and (_KNOWN | _HAPPENED).issuperset(words[: span[0]]):
        around = said
    lived = (said & _LIVED or around) and not said & (_BORN | _DIED)
    if lived and (born := _scale(knowledge, _BORN)):
        living = _living(knowledge, born, words, low, high)
        made = _scale(knowledge, _MADE) if around else None
        return living if made is None else by_kind(living, _placed(made, words, low, high)), 0
    if scale is None and said & {"older", "newer", "old", "new", "younger", "after", "before", "from", "in"}:
        scale = _scale(knowledge, _BORN) or _scale(knowledge, _MADE)
    if scale is None or not _KNOWN.issuperset(words[:start]):
        busy = said & _BUSY and (_KNOWN | _BUSY).issuperset(words[:start])
        grown = _grown(phrases, low, high) if busy else None
        return None if grown is None else (grown, 0)
    return _of_the_dead(_placed(scale, words, low, high), said, knowledge), 0


def _of_the_dead(placed: Meaning, said: set[str], knowledge: Knowledge) -> Meaning:
    """A meaning that nobody alive has, if the question is about a death."""
    alive = alive_of(knowledge) if said & _DIED else ""
    return AllOf((Not(Is(alive)), placed)) if alive else placed


def _compared_with_entity(words: Sequence[str], scale: Scale | None, phrases: PhraseTable) -> Meaning | None:
    """Comparisons with an entity's year: `born before Mozart`, `around before cars`; None without one."""
    at = next((i for i, word in enumerate(words) if word in _OLDER_THAN | _NEWER_THAN), None)
    if at is None or not _KNOWN.issuperset(words[:at]):
        return None
    name = words[at + 1 :]
    if name[:1] == ["than"]:
        name = name[1:]
        scale = scale or _scale(phrases.knowledge, _BORN) or _scale(phrases.knowledge, _MADE)
    if scale is None:
        return None
    amounts = (phrases.knowledge.entities[number].amounts for number in phrases.named(name))
    years = next((known[scale.id] for known in amounts if scale.id in known), None)
    if years is None:
        return None
    if words[at] in _NEWER_THAN:
        return Above(scale.id, years[1], " ".join(words[at:]))
    return Not(Above(scale.id, years[0] - 1, f"since {' '.join(name)}"))


def _flat(words: Sequence[str], english: English) -> list[str]:
    """The words, with eras replaced by years; `dead for` some years becomes `died` that many years `ago`."""
    flat_ = english.reworded(words, "era")
    if "dead" in flat_ and "ago" not in flat_ and {"year", "years", "century", "centuries"} & set(flat_):
        return [*("died" if word == "dead" else word for word in flat_), "ago"]
    return flat_


def _grown(phrases: PhraseTable, low: float, high: float) -> Meaning | None:
    """Grown up in one of these years: unknown for anybody who never lived; None in a table without births."""
    knowledge = phrases.knowledge
    born, died, alive = _scale(knowledge, _BORN), _scale(knowledge, _DIED), alive_of(knowledge)
    if born is None or died is None or not alive:
        return None
    here = Not(Above(born.id, high - _GROWN, f"grown up after {high:g}"))
    grown = AllOf((here, AnyOf((Is(alive), Above(died.id, low - 1, f"died after {low - 1:g}")))))
    return by_kind(grown, About((f"{low:g}",), narrower=True)) if phrases.mixed else grown


def by_kind(of_people: Meaning, of_things: Meaning) -> Meaning:
    """In a table of people and things: one meaning for people who lived, and another for everything else."""
    lived = AnyOf((Is("dead"), Is("still-alive")))
    return AnyOf((AllOf((lived, of_people)), AllOf((Not(lived), of_things))))


def _placed(scale: Scale, words: Sequence[str], low: float, high: float) -> Meaning:  # noqa: PLR0911  # one for each wording
    said, text = set(words), " ".join(words)
    ago = "ago" in said
    if ago and not said & {"than", "last", "within", "past", "after", "since", "less"}:
        return Not(Above(scale.id, high, f"newer than {high:g}"))
    old = "old" in said or "older" in said
    if (
        said & {"last", "within", "past"}
        or ("for" in said and "less" in said)
        or (ago and "less" in said)
        or "newer" in said
        or "younger" in said
    ):
        return Above(scale.id, low, text)
    if said & _AFTER:
        return Above(scale.id, low - 1 if "since" in said else high, text)
    if (old or ago) and {"less"} & said:
        return Above(scale.id, low, text)
    if old or ago or (said & _BEFORE and not ("by" in said and low != high)):
        exist = said & {"exist", "existed", "around"}
        return Not(Above(scale.id, low if exist or low == high else low - 1, f"since after {low:g}"))
    if said & {"exist", "existed", "exists", "around", "have"}:
        return Not(Above(scale.id, high, f"since after {high:g}"))
    return AllOf((Above(scale.id, low - 1, f"since {low:g}"), Not(Above(scale.id, high, f"after {high:g}"))))


def _living(knowledge: Knowledge, born: Scale, words: Sequence[str], low: float, high: float) -> Meaning:
    died = _scale(knowledge, _DIED)
    alive: tuple[Meaning, ...] = (Is(alive_of(knowledge)),) if alive_of(knowledge) else ()
    past = AnyOf((*alive, Above(died.id, low - 1, f"died after {low - 1:g}"))) if died else None
    here = Not(Above(born.id, high, f"born after {high:g}"))
    said = set(words)
    if said & {"last", "past", "within"} and not said & _BEFORE:
        return past or Above(born.id, low, f"born after {low:g}")
    if said & _BEFORE or ("ago" in said and "less" not in said):
        return Not(Above(born.id, low - 1, f"born after {low - 1:g}"))
    if said & _AFTER:
        return past or here
    return AllOf((here, past)) if past else here


def _span(words: Sequence[str], english: English) -> tuple[int, float, float] | None:
    """The index of the first word about years, and the first and last year; None if there are none."""
    years = [(i, y) for i, w in enumerate(words) if (y := _year(w)) is not None]
    bc = {"bc", "bce"} & set(words)
    if len(years) == 2 and {"between", "and", "to"} & set(words):
        return years[0][0], float(years[0][1][0]), float(years[1][1][1])
    for i, word in enumerate(words):
        follows = words[i + 1] if i + 1 < len(words) else ""
        nth = ordinal(word)
        if nth and follows in ("century", "centuries"):
            start = 100.0 * (nth - 1)
            return (i, -start - 100, -start) if bc else (i, start + 1, start + 100)
        if word in ("century", "decade") and i and words[i - 1] in ("this", "last", "current"):
            return (i - 1, 1901.0, 2000.0) if words[i - 1] == "last" else (i - 1, 2001.0, 2025.0)
        many, size = _many(words, i)
        name, unit = english.unit_of("".join(words[i + size :][:1])) or ("", 0.0)
        if size and name == "years" and set(words) & _SINCE:
            year = THIS_YEAR - many * unit
            return i, year, year
    if len(years) == 1:
        i, (low, high) = years[0]
        return (i, -low, -low) if bc else (i, float(low), float(high))
    return None


def _many(words: Sequence[str], i: int) -> tuple[float, int]:
    """The number that begins at index `i`, and the count of its words; 0 words if there is none."""
    few = {"a": 1.0, "few": 3.0, "several": 3.0}.get(words[i], 0.0)
    value, size = number_at(words, i)
    return (value, size) if size else (few, int(few > 0))


def _year(word: str) -> tuple[int, int] | None:
    found = years_at([word])
    return found[:2] if found else None


# ages

_MOST_WORDS = 14
_LEAST, _MOST = 5, 120
"""The lowest and the highest age that is read."""
_AGES = {word: age for word, age in {**NUMBERS, "hundred": 100}.items() if age > 9}
_OLDER = frozenset(
    "older longer over past beyond above reach reached turn turned least after become became".split()
)
_YOUNGER = frozenset("younger under below before less not".split())
_REACHED = frozenset("least reach reached turn turned become became".split())
_NO_AGE = frozenset(
    "is was it did does do has have be a the than more of age old years year at to age live lived get got die "
    "died dead in person still his her their already almost about when this very really until till long "
    "aged make made even life up or for".split()
)
_OLD_AGE = (
    "live to old age|live to be old|live long life|live long|have long life|reach old age|die old"
    "|die of old age|die at old age|get old|become old|get to be old|live to see old age"
)
_PHRASES: Mapping[str, Meaning] = {
    phrase: meaning
    for phrases, meaning in (
        (_OLD_AGE, Aged(80.0)),
        ("old|old person|elderly|senior|elderly person|pensioner", Aged(65.0)),
        ("young|young person", Not(Aged(35.0))),
        ("teenager|teen|child|kid|minor", Not(Aged(20.0))),
    )
    for phrase in phrases.split("|")
}
"""The meanings of phrases without a number."""


def age_asked(words: Sequence[str], knowledge: Knowledge) -> Meaning | None:
    """The meaning of a clause that asks about a person's age; None if it asks about something else."""
    if "born" not in knowledge.scales or len(words) > _MOST_WORDS:
        return None
    negative = "not" in words or "nt" in words
    said = [word for word in words if word not in ("not", "nt")]
    meaning = _aged_in_words(said) or _aged_in_years(said)
    return Not(meaning) if meaning is not None and negative else meaning


def _aged_in_words(words: list[str]) -> Meaning | None:
    rest = words[2:] if words[1:2] == ["it"] else words[1:] if words[:1] == ["it"] else words
    text = " ".join(word for word in rest if word not in ("a", "an", "the", "very", "still", "so"))
    if text not in _PHRASES and "middle aged" in text:
        return _ages_between(40.0, 60.0)
    begun = words[:1] and words[0] in ("is", "was", "did", "it", "does", "has")
    return _PHRASES.get(text) if begun else None


def _aged_in_years(words: list[str]) -> Meaning | None:
    at = [(i, age) for i, word in enumerate(words) if (age := _age(word)) is not None]
    tens = [(i, t) for i, word in enumerate(words) if (t := _decade(word)) is not None]
    rest = {w for i, w in enumerate(words) if i not in {j for j, _ in (*at, *tens)}}
    # `in the sixties` means years of the century
    of_life = not {"his", "her", "their", "it"}.isdisjoint(rest) and "the" not in rest
    if len(tens) == 1 and not at and "in" in rest and of_life:
        return _ages_between(*_part(tens[0][1], rest)) if _plain(rest) else None
    if len(at) != 1 or tens or "dead" in rest or not _plain(rest) or not _LEAST <= at[0][1] <= _MOST:
        return None
    years = float(at[0][1])
    if "ago" in rest or (
        "more" not in rest
        and not rest & (_OLDER | _YOUNGER | {"live", "lived", "old", "age", "aged", "die", "died"})
    ):
        return None
    if rest & {"younger", "under", "below", "before", "less"}:
        return Not(Aged(years - 0.5))
    reached = rest & _REACHED or not rest & (_OLDER | {"more"})
    if reached and not rest & (_REACHED | {"live", "lived", "get", "got"}):
        return _ages_between(years - 1.1, years + 0.1)
    return Aged(years - 0.5 if reached else years)


def _part(tens: int, rest: set[str]) -> tuple[float, float]:
    low, high = tens - 0.5, tens + 9.5
    if "early" in rest:
        return low, tens + 4.5
    return (tens + 4.5, high) if "late" in rest else (low, high)


def _plain(rest: set[str]) -> bool:
    return rest <= _NO_AGE | _OLDER | _YOUNGER | {"early", "late", "mid"}


def _age(word: str) -> int | None:
    if word.isdigit() and len(word) < 4:
        return int(word)
    return _AGES.get(word)


def _decade(word: str) -> int | None:
    if len(word) == 3 and word[:2].isdigit() and word.endswith("0s"):
        return int(word[:2])
    return DECADES.get(word)


def _ages_between(low: float, high: float) -> Meaning:
    return AllOf((Aged(low), Not(Aged(high))))


# amounts

COMPARING: Mapping[str, tuple[str, bool]] = {
    word: (unit, more)
    for unit, more, words in (
        (METRES, True, "bigger larger longer taller higher wider greater broader thicker"),
        (METRES, False, "smaller shorter tinier thinner littler narrower"),
        (KILOGRAMS, True, "heavier weightier"),
        (KILOGRAMS, False, "lighter"),
        ("dollars", True, "dearer costlier pricier"),
        ("dollars", False, "cheaper"),
        ("years", True, "newer younger"),
        ("years", False, "older"),
    )
    for word in words.split()
}
"""Maps a comparing word to the unit that it compares, and to whether it means more."""
COSTS = frozenset("cost costs costing price priced worth expensive value valued sell sells buy pay".split())
_SIZES = dict.fromkeys(("big", "large"), 1.2) | dict.fromkeys(("huge", "giant", "enormous"), 5.0)
_SIZES |= {"gigantic": 6.0, "massive": 4.0}
_LITTLE = {"small": 0.35, "little": 0.35, "tiny": 0.05, "miniature": 0.05, "minuscule": 0.01, "compact": 0.4}
_AS = dict.fromkeys(("big", "large", "tall", "long", "high", "small"), METRES)
_AS |= {"heavy": KILOGRAMS, "expensive": "dollars"}
_AFTER_AMOUNTS = frozenset("in size long tall high wide heavy old length each weight height".split())
ARTICLES = frozenset(("a", "an", "the"))
_PLAIN_BEFORE = frozenset("a an the my your most average typical normal human regular".split())
_BEFORE_THINGS = _PLAIN_BEFORE | frozenset(
    "our his her their usual standard whole full grown old new big upright family pickup decent proper good".split()
)

_OTHER_SIZES = frozenset(
    "toy model baby mini doll dolls lego giant half small little tiny huge large long short tall two three four five six ten of".split()
)
"""Words that change the usual size of the thing after them: a toy car."""


def scale_of(knowledge: Knowledge, unit: str) -> Scale | None:
    """The scale of a table that measures a unit."""
    words = {word for word, (name, _) in COMPARING.items() if name == unit}
    words |= COSTS if unit == "dollars" else set()
    own = (
        scale
        for scale in knowledge.scales.values()
        if words & set(" ".join((*scale.more, *scale.less)).split())
    )
    return next(own, None)


@lru_cache(maxsize=16)
def size_words(knowledge: Knowledge) -> dict[str, Meaning]:
    """The meanings of `big`, `small` and the like, if the table has a scale of sizes with known steps."""
    scale = scale_of(knowledge, METRES)
    out: dict[str, Meaning] = {}
    if scale is None or not scale.steps:
        return out
    for words, small in ((_SIZES, False), (_LITTLE, True)):
        for word, metres in words.items():
            at = knowledge.english.measures.on_ladder(scale.steps, metres, METRES)
            if at is not None:
                above = Above(scale.id, float(int(at)), f"bigger than {scale.steps[int(at) - 1]}")
                out[word] = Not(above) if small else above
    return out


def amount_of(
    words: list[str], unit: str, phrases: PhraseTable, *, number: bool = False
) -> tuple[Scale, float] | None:
    """The scale and amount that words name; None if there is none.

    `unit`: the unit of the comparison; empty: the words' own unit. `number`: read only numbers.
    """
    if words[:1] != ["grain"]:
        words = [w for w in words if w not in ("of", "about", "around", "than")]
    while words and words[-1] in _AFTER_AMOUNTS:
        words.pop()
    counted = _number(words, phrases.knowledge.english)
    if counted is not None:
        return _measured(*counted, unit, phrases.knowledge)
    scale = scale_of(phrases.knowledge, unit) if unit else None
    return None if number or scale is None else _thing(words, scale, unit, phrases)


def _number(words: list[str], english: English) -> tuple[float, str] | None:
    """A number and its unit, which is empty if there is none; None if the words are anything else."""
    said = [word for word in words if word not in ("us", "american")]
    total, unit, i = 0.0, "", 0
    while i < len(said):
        value, size = number_at(said, i) if not total else (0, 0)
        total = value if size else total * 1000 if said[i] in ("k", "grand") else total
        if not size and english.unit_of(said[i]):
            unit = said[i]
        elif not size and said[i] not in ("a", "an", "half", "k", "grand"):
            return None
        i += size or 1
    if not total and unit and said[0] in ("a", "an", "half"):
        total = 0.5 if said[0] == "half" else 1.0
    return (total, unit) if total else None


def _measured(value: float, unit: str, wanted: str, knowledge: Knowledge) -> tuple[Scale, float] | None:
    if not unit:
        unit = {"dollars": "dollar"}.get(wanted, "")
    if unit in ("pound", "pounds") and wanted == "dollars":
        unit = "dollar"
    name, factor = knowledge.english.unit_of(unit) or ("", 0.0)
    scale = scale_of(knowledge, name) if name and name != "years" else None
    if scale is None or (wanted and name != wanted):
        return None
    if not scale.steps:
        return scale, value * factor
    step = knowledge.english.measures.on_ladder(scale.steps, value * factor, name)
    return None if step is None else (scale, step)


def _thing(words: list[str], scale: Scale, unit: str, phrases: PhraseTable) -> tuple[Scale, float] | None:
    """The amount of a step, of an everyday thing or of an entity, even after words such as `my old`."""
    said = list(words)
    while len(said) > 1 and said[0] in _PLAIN_BEFORE:
        said = said[1:]
    whole = [word for word in words if word not in ARTICLES]
    if phrases.knowledge.english.measures.size(" ".join(whole)):  # a human being isn't a being
        said = whole
    found = _thing_called(words, said, scale, unit, phrases)
    while found is None and len(said) > 1 and said[0] in _BEFORE_THINGS:
        said = said[1:]
        found = _thing_called(said, said, scale, unit, phrases)
    if found is None and len(said) == 2 and said[0] not in _OTHER_SIZES:  # the last word names the kind
        found = _thing_called(said[1:], said[1:], scale, unit, phrases)
    return found


def _thing_called(
    words: list[str], said: list[str], scale: Scale, unit: str, phrases: PhraseTable
) -> tuple[Scale, float] | None:
    wanted, known = [stem(w) for w in said], phrases.knowledge.english.measures
    for i, step in enumerate(scale.steps):
        if [stem(w) for w in phrases.knowledge.english.flat(step) if w not in ("a", "of", "the")] == [
            w for w in wanted if w != "of"
        ]:
            return scale, float(i + 1)
    for text in (" ".join(said), " ".join([*said[:-1], stem(said[-1])]) if said else ""):
        row = known.size(text)
        if row is not None and scale.steps:
            at = known.on_ladder(scale.steps, row[0 if unit == METRES else 1], unit)
            if at is not None:
                return scale, at
        if unit == "dollars" and not scale.steps and text in known.prices:
            return scale, known.prices[text]
    for number in phrases.named(words) or phrases.named(said):
        amount = phrases.knowledge.entities[number].amounts.get(scale.id)
        if amount is not None:
            return scale, (amount[0] + amount[1]) / 2
    return None


_OVER = frozenset("more over above exceed exceeds least".split())
_UNDER = frozenset("less under below fewer".split())
_WEIGHS = frozenset("weigh weighs weight weighing heavy".split())
_HOLLOW = frozenset(
    "it is does can could would will do be than a an the of to much times size in as any".split()
)


def compared(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, list[str]] | None:
    """The comparison at the end of a clause, and the words before it; None if there is none."""
    for reader in (years_asked, _fits, _than, _counted, _as_big, _more_so):
        found = reader(words, phrases)
        if found is not None:
            meaning, at = found
            before = list(words[:at])
            while before and (before[-1] in wordings.SMALL or before[-1] in _HOLLOW):
                before.pop()
            return meaning, before
    return None


def _than(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, int] | None:
    if "than" not in words:
        return None
    at = words.index("than")
    if at == 0:
        return None
    head, unit, more, start = words[at - 1], "", True, at - 1
    if head in COMPARING:
        unit, more = COMPARING[head]
    elif head in _OVER | _UNDER or (words[at - 2 : at - 1] and words[at - 2] in ("more", "less")):
        more = not {"less", "fewer", "under"} & {head, words[at - 2]}
        before = set(words[:at])
        unit = "dollars" if before & COSTS else KILOGRAMS if before & _WEIGHS else ""
        if head == "massive":
            unit = METRES
        known = [i for i in range(at) if words[i] in COSTS | _WEIGHS | _OVER | _UNDER]
        start = min([*known, at - 1])
    else:
        return None
    amount = amount_of(list(words[at + 1 :]), unit, phrases)
    if amount is None:
        return None
    return _sided(amount, more, " ".join(words[start:])), start


def _counted(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, int] | None:
    """Comparisons with a number: `cost over 50 dollars`, `under 10 kg`, `at least 2 meters long`."""
    for i, word in enumerate(words):
        if word in _OVER | _UNDER and words[i + 1 : i + 2] != ["than"] and i + 1 < len(words):
            unit = "dollars" if set(words[:i]) & COSTS else ""
            amount = amount_of(list(words[i + 1 :]), unit, phrases, number=True)
            if amount is not None:
                known = [j for j in range(i) if words[j] in COSTS | _WEIGHS]
                start = min([*known, i])
                return _sided(amount, word in _OVER, " ".join(words[start:])), start
    return None


def _fits(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, int] | None:
    """Comparisons with a container: `does it fit in a shoebox`."""
    at = next((i for i, word in enumerate(words) if word in ("fit", "fits", "fitting")), None)
    scale, known = scale_of(phrases.knowledge, METRES), phrases.knowledge.english.measures
    if at is None or scale is None:
        return None
    dropped = (
        wordings.SMALL
        | wordings.HARMLESS
        | {"inside", "within", "through", "easily", "under", "behind", "onto"}
    )
    place = [w for w in words[at + 1 :] if w not in dropped]
    metres = known.inside.get(" ".join(place))
    if metres is None and (row := known.sizes.get(" ".join(place))):
        metres = row[0]
    step = known.on_ladder(scale.steps, metres, METRES) if metres else None
    if step is None or metres is None:
        return None
    small = Not(Above(scale.id, step, f"bigger than what fits in {' '.join(place)}"))
    return small, at


def _as_big(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, int] | None:
    """Comparisons with an equal size: `about the size of a car`, `as big as a car`."""
    for i, word in enumerate(words):
        if word == "as" and words[i + 2 : i + 3] == ["as"]:
            unit = _AS.get(words[i + 1])
            amount = amount_of(list(words[i + 3 :]), unit, phrases) if unit else None
            if amount is None:
                return None
            scale, low = amount
            text = " ".join(words[i:])
            if words[i + 1] == "small":
                return Not(Above(scale.id, low + 0.5, f"not {text}")), i
            return Above(scale.id, low - 0.5 if scale.steps else low - 1, text), i
        if word == "size" and words[i + 1 : i + 2] == ["of"] and {"same", "the", "about"} & set(words[:i]):
            amount = amount_of(list(words[i + 2 :]), METRES, phrases)
            if amount is None:
                return None
            scale, middle = amount
            least = Above(scale.id, middle - 0.6, f"at least {' '.join(words[i:])}")
            return AllOf((least, Not(Above(scale.id, middle + 0.5, f"more than {' '.join(words[i:])}")))), i
    return None


def _more_so(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, int] | None:
    """`softer than a pillow`: if both have the quality, or both lack it, the comparison is unknown."""
    at = words.index("than") if "than" in words[1:] else 0
    root = words[at - 1].removesuffix("er")
    forms = (root, f"{root}e", root[:-1], f"{root[:-1]}y") if root != words[at - 1] else (root,)
    known = (phrases.lookup("@is", (form,)) for form in forms if form)
    quality = next((found for found in known if isinstance(found, Is)), None) if at else None
    other = phrases.named(words[at + 1 :])
    if quality is None or len(other) != 1:
        return None
    open_ = About((words[-1],), partly=True)
    has = truth(quality, phrases.knowledge, other[0])
    start = at - 2 if words[at - 2 : at - 1] == ["more"] else at - 1
    more: dict[Answer, Meaning] = {"yes": AllOf((quality, open_)), "no": AnyOf((quality, open_))}
    return more.get(has, open_), start


def _sided(amount: tuple[Scale, float], more: bool, text: str) -> Meaning:
    scale, value = amount
    if more:
        return Above(scale.id, value, text)
    whole = scale.steps and value == int(value)
    return Not(Above(scale.id, value - 0.5 if whole else value, f"at least that of: {text}"))
