"""Decks of entities and the facts about them.

The facts are answers to properties and scales, which are in tables, as TOML files. A faulty property or scale
is reported in a sentence and left out; the rest of its table is used. A table may join others
(`[joined.NAME]`). It then has all their questions, and gives the facts that each table's entities have about
the others' properties.

A deck is a tab-separated file: lines `# key: value` at the top, a line of column names with `entity`, then
one entity a line. The keys are:

- `knowledge`: the shipped table that defines the facts. An entity without facts gets its facts from the deck
  of the same name
- `includes`: shipped decks whose entities also belong to this deck, separated by commas
- any option of a game for which the deck has a default, such as `answers`

A line or a fact that can't be used is reported in a sentence and left out. A deck with more than `MOST`
entities, or with no usable line, is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from itertools import islice, takewhile
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar, cast

import msgspec

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.caches import LateSequence, uncollected
from tui_arena.core.game import Data, Deck, LateDeck
from tui_arena.core.text import clean, fold, one_line
from tui_arena.core.word_table import WordTable
from tui_arena.data.files import DECKS, Faults, TextRow, newest, read_rows, user_file
from tui_arena.questions.table import (
    RELATIONS,
    SIGN_OF,
    SIGNED_RELATIONS,
    Answer,
    Entity,
    Knowledge,
    Phrase,
    Phrases,
    Property,
    Resolved,
    Scale,
    Texts,
    signed,
)
from tui_arena.questions.wordings import English, Kind, Measures, english_of

MOST = 20_000
"""The maximum number of entities of a deck; with more, choosing a question would take too long."""
MAX_LINE = 8192
"""The maximum length of a line, in characters."""
MAX_NAME = 80
"""The maximum length of a name, in characters."""
MOST_ALIASES = 16
"""The maximum number of aliases of one entity. A setter may give as many, too."""
MOST_FREQUENT = 8
"""The frequency of the most common name, on the Zipf scale."""
ENGLISH = "lexicon-1.words"
"""The file of all words, in small letters."""
DIFFICULTIES = ("easy", "medium", "hard")
_KEYS = ("knowledge", "includes")
NOT_DEALT = "no"
"""The value of the column `dealt` for an entity that is known, but never a secret."""
THINGS = "things"
"""The table that facts are read with if a deck names none."""

MAX_TABLE = 1024 * 1024
MAX_FAULT_CHARS = 200
"""The maximum length of a sentence about a fault, in characters."""
MOST_STEPS = 100
"""The maximum number of steps and limits of a scale; each is a question that every entity answers."""
_NAME = re.compile(r"[^\W_][\w-]{0,63}")
"""The name of a property or scale; it has no signs that have a meaning in facts and questions."""
_RELATION = re.compile("[-~]?[a-z]+")
"""What looks like a relation with its sign, before a phrase."""
T = TypeVar("T", Property, Scale)


@dataclass(frozen=True, slots=True)
class PropertyTable:
    """The properties and scales of a table, and a sentence for each fault."""

    properties: Mapping[str, Property] = field(default_factory=dict)
    scales: Mapping[str, Scale] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    joined: Mapping[str, JoinedTable] = field(default_factory=dict)
    """Maps the name of a table that this table joins to the rules for joining it."""


class JoinedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules for joining a table to others. Its properties can have other names in the whole table."""

    after: str = ""
    """The facts that must apply before one of its questions is asked, in addition to a property's own
    `after`."""
    unless: str = ""
    """The facts of which none may be known, in addition to a property's own `unless`. They don't count for a
    property whose `after` is replaced by `instead`."""
    instead: dict[str, str] = {}
    """Maps an `after` of its properties to the `after` that replaces it in the whole table; `after` isn't added
    then."""
    facts: str = ""
    """The facts that its entities have about properties and scales of the other tables."""
    same: dict[str, str] = {}
    """Maps its properties to properties of an earlier table with the same meaning."""
    names: dict[str, str] = {}
    """Maps its properties to their names in the whole, if two tables use one name for different things."""

    def renamed(self, name: str) -> str:
        """The name that one of its properties has in the whole table."""
        return self.same.get(name) or self.names.get(name) or name

    def signed(self, fact: str) -> str:
        """A fact about one of its properties, with the name in the whole table."""
        name, answer = signed(fact)
        return f"{SIGN_OF[answer]}{self.renamed(name)}"

    def renamed_all(self, facts: str) -> str:
        """Facts separated by `|` and spaces, with their names in the whole table."""
        return " ".join("|".join(map(self.signed, fact.split("|"))) for fact in facts.split())

    def conditions(self, after: str) -> str:
        """The `after` that one of its properties has in the whole table."""
        return self.instead.get(after) or " ".join(filter(None, (self.after, self.renamed_all(after))))

    def bars(self, prop: Property | Scale) -> str:
        """The `unless` that one of its properties or scales has in the whole table."""
        more = "" if prop.after in self.instead else self.unless
        return " ".join(filter(None, (more, self.renamed_all(prop.unless))))

    def shared(self, whole: PropertyTable) -> Resolved:
        """The facts about the other tables' properties and scales that all of its entities have."""
        return Resolved(self.facts.split(), whole.properties, whole.scales)

    def entity(self, of: Entity, whole: PropertyTable, rest: Resolved) -> Entity:
        """One of its entities, with the facts about the other tables' properties added; `rest`: as `shared`."""
        facts = {**rest.facts, **{self.renamed(name): answer for name, answer in of.facts.items()}}
        for name in [name for name, answer in facts.items() if answer == "yes" and name in whole.properties]:
            for implied, answer in map(signed, whole.properties[name].implies):
                facts.setdefault(implied, answer)
        return replace(of, facts=facts, amounts={**rest.amounts, **of.amounts})


class _PropertyRow(msgspec.Struct, forbid_unknown_fields=True):
    question: str
    also: list[str] = []
    heard: list[str] = []
    opens: bool = False
    sure: bool = False
    settles: Literal["", "yes", "both"] = ""
    clear: bool = False
    vague: bool = False
    kind: bool = False
    first: bool = False
    fine: bool = False
    use: bool = False
    after: str = ""
    unless: str = ""
    near: str = ""
    called: Literal["", "he", "she"] = ""
    past: bool = False
    knowing: dict[str, str] = {}
    words: list[str] = []
    implies: str = ""
    usually: str = ""


class _ScaleRow(msgspec.Struct, forbid_unknown_fields=True):
    question: str
    steps: list[str] = []
    limits: list[float] = []
    more: list[str] = []
    less: list[str] = []
    absent: Answer = "unknown"
    unless: str = ""


class _TableFile(msgspec.Struct, forbid_unknown_fields=True):
    properties: dict[str, dict[str, Any]] = {}
    scales: dict[str, dict[str, Any]] = {}
    joined: dict[str, JoinedTable] = {}


def table_of(user: Path | None, name: str) -> PropertyTable | None:
    """The table with this name; None if there is none.

    The user's own file takes precedence over the shipped file (see `newest`).
    """
    own = user_file(user, "decks", f"{name}.toml")
    if own is not None and own.is_file():
        return read_table(own)
    shipped = newest(name, "toml")
    return _shipped(shipped) if shipped else None


def _with_joined(table: PropertyTable) -> PropertyTable:
    """A table with the questions of the shipped tables that it joins, the first table's first.

    If two tables use the same wording, the first one keeps it. Scales apply only to entities that have an
    amount on them; for other entities the answer is no.
    """
    properties, scales = dict(table.properties), dict(table.scales)
    asked = {fold(text) for own in properties.values() for text in (own.question, *own.also, *own.heard)}
    faults = list(table.faults)
    for name, how in table.joined.items():
        path = newest(name, "toml")
        other = _shipped(path) if path else None
        if other is None or other.joined:
            faults.append(f"no table {one_line(name, 40)!r} to join")
            continue
        for prop in other.properties.values():
            if prop.id in how.same:
                continue
            own = table.properties.get(how.renamed(prop.id))
            if own is not None:
                properties[own.id] = replace(own, words=tuple(dict.fromkeys((*own.words, *prop.words))))
                continue
            texts = [text for text in (prop.question, *prop.also) if fold(text) not in asked]
            heard = tuple(text for text in prop.heard if fold(text) not in asked)
            asked.update(map(fold, (*texts, *heard)))
            if not texts:
                faults.append(f"property {prop.id} of {name}: it has no wording of its own")
                continue
            properties[how.renamed(prop.id)] = replace(
                prop,
                id=how.renamed(prop.id),
                question=texts[0],
                also=tuple(texts[1:]),
                heard=heard,
                after=how.conditions(prop.after),
                unless=how.bars(prop),
                near=how.renamed_all(prop.near),
                knowing=tuple((how.signed(fact), text) for fact, text in prop.knowing),
                implies=tuple(map(how.signed, prop.implies)),
                usually=tuple(map(how.signed, prop.usually)),
            )
        scales |= {
            scale.id: replace(scale, absent="no", after=how.after, unless=how.bars(scale))
            for scale in other.scales.values()
        }
    return PropertyTable(properties, scales, tuple(faults), table.joined)


def read_table(path: Path) -> PropertyTable:
    """The table in a file; raises BadFile if the file can't be read as TOML."""
    faults: list[str] = []
    try:
        file = msgspec.convert(parse_toml(path, MAX_TABLE), _TableFile)
    except msgspec.ValidationError as error:
        return PropertyTable(faults=(f"{path}: {error}",))
    table = PropertyTable(
        _all("property", file.properties, _property, faults),
        _all("scale", file.scales, _scale, faults),
        joined=file.joined,
    )
    table = _with_joined(table) if file.joined else table
    faults += [*table.faults, *_unsound(table.properties)]
    told = tuple(f"{path}: {one_line(fault, MAX_FAULT_CHARS)}" for fault in faults)
    properties, scales = MappingProxyType(dict(table.properties)), MappingProxyType(dict(table.scales))
    return PropertyTable(properties, scales, told, table.joined)


_shipped = lru_cache(maxsize=8)(read_table)


def _all(
    kind: str, rows: Mapping[str, Mapping[str, Any]], made: Callable[[str, Any], T], faults: list[str]
) -> dict[str, T]:
    """Maps names to the properties or scales of the rows; faulty rows become sentences in `faults`."""
    out: dict[str, T] = {}
    for name, values in rows.items():
        try:
            if not _NAME.fullmatch(name):
                raise ValueError(
                    "a name consists of letters, digits and _ -, and begins with a letter or digit"
                )
            out[name] = made(name, values)
        except ValueError as error:
            faults.append(f"{kind} {name}: {error}")
    return out


_AS_WRITTEN = "opens after unless sure settles clear vague kind first fine use near called past".split()
"""The fields of a property that are taken from the file unchanged."""


def _property(name: str, values: Any) -> Property:
    row = msgspec.convert(values, _PropertyRow)
    return Property(
        name,
        one_line(row.question),
        _texts(row.also),
        _texts((*row.heard, *row.knowing.values())),
        words=_texts(row.words),
        implies=tuple(row.implies.split()),
        usually=tuple(row.usually.split()),
        knowing=tuple(zip(row.knowing, map(one_line, row.knowing.values()), strict=True)),
        **{field: getattr(row, field) for field in _AS_WRITTEN},
    )


def _scale(name: str, values: Any) -> Scale:
    row = msgspec.convert(values, _ScaleRow)
    if not all(map(math.isfinite, row.limits)):
        raise ValueError("a limit isn't a number")
    if len(row.steps) + len(row.limits) > MOST_STEPS:
        raise ValueError(f"has more than {MOST_STEPS} steps or limits")
    return Scale(
        name,
        one_line(row.question),
        _texts(row.steps),
        tuple(sorted(row.limits)),
        _texts(row.more),
        _texts(row.less),
        row.absent,
        unless=row.unless,
    )


def _texts(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(line for line in map(one_line, texts) if line)


def _unsound(properties: Mapping[str, Property]) -> list[str]:
    """A sentence for each inconsistency: an unknown name in an implication, or a question used twice."""
    faults = []
    asked: dict[str, str] = {}
    for prop in properties.values():
        faults += [
            f"property {prop.id}: no property {name!r}"
            for name, _ in map(signed, (*prop.implies, *prop.usually))
            if name not in properties
        ]
        for question in (prop.question, *prop.also, *prop.heard):
            first = asked.setdefault(fold(question), prop.id)
            if first != prop.id:
                faults.append(f"properties {first} and {prop.id} have the same question: {question}")
    return faults


FindTable = Callable[[str], PropertyTable | None]
FindDeck = Callable[[str], Deck | None]


class _Line(NamedTuple):
    """An entity's line, without its facts and phrases, which take the most time to read."""

    where: str
    name: str
    aliases: tuple[str, ...]
    difficulty: Any
    topic: str
    dealt: bool
    row: Mapping[str, str]


@dataclass(slots=True)
class _Reading:
    """The part of a file that has been read so far."""

    place: str
    late: bool
    """True if facts and phrases are left for later."""
    table: PropertyTable = field(default_factory=PropertyTable)
    entities: list[Entity] = field(default_factory=list)
    left: list[Callable[[], Entity]] = field(default_factory=list)
    """Reads each entity that was left for later."""
    items: list[Data] = field(default_factory=list)
    taken: dict[str, str] = field(default_factory=dict)
    """Maps each folded name to its entity."""
    faults: Faults = field(default_factory=Faults)


def is_english(word: str) -> bool:
    """True if the lexicon of Connections has a word, in small letters. It is read at the first call."""
    return word in _english()


@lru_cache(maxsize=1)
def _english() -> Collection[str]:
    return WordTable.of((DECKS / ENGLISH).read_text("utf-8").split())


def read_deck(
    raw: bytes, place: str, name: str, table_of: FindTable, deck_of: FindDeck, *, late: bool = False
) -> tuple[Deck, tuple[str, ...]]:
    """The deck in a file's bytes, and a sentence for each part that was left out; raises BadFile.

    `late`: whether facts and phrases are read when the first is needed, and a fault in them raises BadFile then. So is
    the table that defines the facts, unless the deck includes others.
    """
    text = clean(raw.decode("utf-8", "replace"), None)
    keys, (header, lines) = _keys(text), read_rows(text)
    if "entity" not in header:
        raise BadFile(f"{place}: no column `entity`; the first line names the columns, with tabs between")
    wanted = [part.strip() for part in keys.get("includes", "").split(",") if part.strip()]
    included = {part: deck for part in wanted if (deck := deck_of(part)) is not None}
    rows = list(islice(lines, MOST + 1))
    count = len(rows) if len(rows) <= MOST else len(lines)
    size = count + sum(len(deck.items) for deck in included.values())
    if size > MOST:
        raise BadFile(f"{place}: {size} entities; a deck has at most {MOST}. Split it into several.")
    known_by = keys.get("knowledge", THINGS)
    bare = any(not row.values.get("facts", "").strip() for row in rows)
    reading = _Reading(place, late=late and not bare)
    names_only = reading.late and not wanted
    if not names_only:
        _read_table(reading, known_by, table_of)
    missing = (part for part in wanted if part not in included)
    reading.faults.add(*(f"{place}: no deck {one_line(part, 40)!r} to include" for part in missing))
    like = deck_of(known_by) if bare else None
    with uncollected():
        for row in rows:
            _row(reading, row, like.knowledge if like else None)
        for part, deck in included.items():
            if deck.knowledge is not None:
                _include(reading, deck, deck.knowledge, reading.table.joined.get(part))
    if not reading.items:
        first = reading.faults.first[0] if reading.faults.first else f"{place}: has no entities"
        raise BadFile(
            f"{first}. A deck has a header line `entity<TAB>aliases<TAB>facts`, then one entity per line."
        )
    items = tuple(reading.items)
    options = {key: value for key, value in keys.items() if key not in _KEYS}

    def whole() -> Deck:
        if names_only:
            _read_table(reading, known_by, table_of)
            _check(reading)
        return Deck(name, items, _knowledge(name, reading), options)

    faults = reading.faults.sentences(place, "fault like this", "faults like these")
    return LateDeck(name, whole, items=items, options=options) if names_only else whole(), faults


def _read_table(reading: _Reading, name: str, table_of: FindTable) -> None:
    """Read the table that defines a deck's facts."""
    table = table_of(name)
    if table is None:
        reading.faults.add(f"{reading.place}: no table {one_line(name, 40)!r}; the deck's facts are skipped")
    reading.table = table or PropertyTable()
    reading.faults.add(*reading.table.faults)


def _knowledge(name: str, reading: _Reading) -> Knowledge:
    entities = (
        LateSequence(partial(_rest, reading), len(reading.items)) if reading.late else tuple(reading.entities)
    )
    return Knowledge(name, entities, reading.table.properties, reading.table.scales, is_english, english())


def table_named(raw: bytes) -> str:
    """The name of the table that defines the facts in a deck's file."""
    return _keys(clean(raw.decode("utf-8", "replace"), None)).get("knowledge", THINGS)


def _keys(text: str) -> dict[str, str]:
    """Maps the keys of the lines `# key: value` at the top to their values."""
    top = takewhile(lambda line: not line.strip() or line[0] == "#", text.split("\n"))
    parts = (line[1:].partition(":") for line in top)
    return {key.strip(): value.strip() for key, colon, value in parts if colon and key.strip().isidentifier()}


def _row(reading: _Reading, found: TextRow, like: Knowledge | None) -> None:
    where, row = f"{reading.place} line {found.number}", found.values
    if len(found.line) > MAX_LINE:
        reading.faults.add(f"{where}: longer than {MAX_LINE} characters; it's skipped")
        return
    name = one_line(row.get("entity", ""))
    if not name or len(name) > MAX_NAME:
        what = "no name" if not name else f"a name longer than {MAX_NAME} characters"
        reading.faults.add(f"{where}: {what}; it's skipped")
        return
    folded = fold(name)
    if folded in reading.taken:
        of = reading.taken[folded]
        reading.faults.add(
            f"{where}: {name!r} is already {'there' if fold(of) == folded else f'a name of {of!r}'}"
        )
        return
    reading.taken[folded] = name
    line = _line(reading, where, name, row)
    if reading.late:
        reading.left.append(partial(_entity, reading, line))
    else:
        entity = _entity(reading, line)
        known = like.numbers.get(fold(name)) if like and not row.get("facts", "").strip() else None
        if known is not None and like is not None:
            entity = _like(entity, like.entities[known], row)
            line = line._replace(aliases=entity.aliases, difficulty=entity.difficulty, topic=entity.topic)
        reading.entities.append(entity)
    reading.items.append(_item(line))


def _rest(reading: _Reading) -> Sequence[Entity]:
    """The entities of a deck that were left for later; raises BadFile if they have a fault."""
    with uncollected():
        found = tuple(read() for read in reading.left)
    reading.left.clear()
    _check(reading)
    return found


def _check(reading: _Reading) -> None:
    """Raise BadFile if what was left for later has a fault."""
    if reading.faults.first:
        raise BadFile(reading.faults.first[0])


def _line(reading: _Reading, where: str, name: str, row: Mapping[str, str]) -> _Line:
    aliases = _aliases(reading, where, name, row.get("aliases", ""))
    difficulty = row.get("difficulty", "").strip() or "medium"
    if difficulty not in DIFFICULTIES:
        reading.faults.add(
            f"{where}: difficulty {one_line(difficulty, 24)!r} isn't one of {', '.join(DIFFICULTIES)}"
        )
        difficulty = "medium"
    dealt = _dealt(reading, where, row.get("dealt", ""))
    return _Line(where, name, aliases, difficulty, one_line(row.get("topic", ""), 24), dealt, row)


def _entity(reading: _Reading, line: _Line) -> Entity:
    where, name, row = line.where, line.name, line.row
    found = Resolved(row.get("facts", "").split(), reading.table.properties, reading.table.scales)
    reading.faults.add(*(f"{where}: {name}: {fault}" for fault in found.faults))
    about, phrases = _about(reading, f"{where}: {name}", row.get("about", ""))
    frequency = _frequency(reading, where, row.get("frequency", ""))
    return Entity(
        name,
        line.aliases,
        line.difficulty,
        line.topic,
        found.facts,
        found.amounts,
        frequency,
        about,
        phrases,
        dealt=line.dealt,
    )


def _dealt(reading: _Reading, where: str, text: str) -> bool:
    """True if an entity may be a secret. It may, unless the column `dealt` says no."""
    said = text.strip()
    if said not in ("", "yes", NOT_DEALT):
        reading.faults.add(f"{where}: dealt must be yes or {NOT_DEALT}, not {one_line(said, 24)!r}")
    return said != NOT_DEALT


def _about(reading: _Reading, where: str, text: str) -> tuple[Sequence[str], Sequence[Phrase]]:
    """The words and phrases of an entity without a relation, and the phrases with a relation."""
    plain: list[str] = []
    heads: list[str] = []
    phrases: list[str] = []
    for part in filter(None, map(str.strip, one_line(text).replace("|", " ").replace("｜", " ").split(","))):
        head, _, phrase = part.partition(":")
        phrase = phrase.lstrip()
        if phrase and head in SIGNED_RELATIONS:
            heads.append(head)
            phrases.append(phrase)
        elif phrase and _RELATION.fullmatch(head):
            known = ", ".join(RELATIONS)
            reading.faults.add(f"{where}: {one_line(part, 40)!r} is skipped; a relation is one of {known}")
        else:
            plain.append(part)
    return Texts(plain) if plain else (), Phrases.from_signed(heads, phrases) if heads else ()


def _frequency(reading: _Reading, where: str, text: str) -> float:
    try:
        found = float(text or 0)
    except ValueError:
        found = math.nan
    if not 0 <= found <= MOST_FREQUENT:
        reading.faults.add(
            f"{where}: frequency {one_line(text, 24)!r} isn't a number from 0 to {MOST_FREQUENT}"
        )
        return 0.0
    return found


def _like(entity: Entity, known: Entity, row: Mapping[str, str]) -> Entity:
    """An entity without facts, completed from another deck; values from its own line are kept."""
    return replace(
        known,
        name=entity.name,
        aliases=entity.aliases or known.aliases,
        difficulty=entity.difficulty if row.get("difficulty") else known.difficulty,
        topic=entity.topic or known.topic,
        frequency=entity.frequency or known.frequency,
    )


def _aliases(reading: _Reading, where: str, name: str, text: str) -> tuple[str, ...]:
    kept = []
    for alias in (one_line(part) for part in text.split("|") if part):
        folded = fold(alias)
        of = reading.taken.get(folded)
        if not alias or of == name:
            continue
        if of is not None or len(alias) > MAX_NAME:
            why = (
                f"is already a name of {of!r}" if of is not None else f"is longer than {MAX_NAME} characters"
            )
            reading.faults.add(f"{where}: alias {one_line(alias, 40)!r} {why}; it's skipped")
            continue
        reading.taken[folded] = name
        kept.append(alias)
    if len(kept) > MOST_ALIASES:
        reading.faults.add(f"{where}: {len(kept)} aliases; only the first {MOST_ALIASES} are used")
    return tuple(kept[:MOST_ALIASES])


def _item(line: _Line) -> Data:
    return {
        "entity": line.name,
        "aliases": list(line.aliases),
        "difficulty": line.difficulty,
        "topic": line.topic,
        "suite": bool(line.row.get("suite", "").strip()),
        "set": line.row.get("set", "").strip(),
        "dealt": line.dealt,
    }


def _include(reading: _Reading, included: Deck, others: Knowledge, joined: JoinedTable | None) -> None:
    """Add the entities of another deck, except entities that this deck already names.

    `joined`: how the table of that deck is joined to this deck's table.
    """
    rest = joined.shared(reading.table) if joined else None

    def entity(number: int) -> Entity:
        of = others.entities[number]
        return joined.entity(of, reading.table, rest) if joined and rest else of

    for number, item in enumerate(included.items):
        if all(fold(name) not in reading.taken for name in (item["entity"], *item["aliases"])):
            if reading.late:
                reading.left.append(partial(entity, number))
            else:
                reading.entities.append(entity(number))
            reading.items.append(item)


@cache
def english() -> English:
    """The shipped wordings, everyday questions and measures."""
    wordings = [
        (cast(Kind, row["kind"]), row["said"], row.get("means", "")) for row in _rows("english-words")
    ]
    questions = [(row["question"], row["means"]) for row in _rows("english-questions")]
    return english_of(wordings, questions, _measures())


def _measures() -> Measures:
    rows = _rows("english-measures")
    sizes = {row["thing"]: (float(row["metres"]), float(row["kilograms"])) for row in rows if row["metres"]}
    prices = {name.replace(" of ", " "): price for name, price in _numbers(rows, "dollars").items()}
    return Measures(sizes, prices, _numbers(rows, "holds"))


def _numbers(rows: list[Mapping[str, str]], column: str) -> dict[str, float]:
    return {row["thing"]: float(row[column]) for row in rows if row.get(column)}


def _rows(name: str) -> list[Mapping[str, str]]:
    path = newest(name, "tsv")
    return [row.values for row in read_rows(path.read_text("utf-8"))[1]] if path else []
