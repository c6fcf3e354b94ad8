"""English as people type it: function words, and wordings that are replaced by others.

The function words of yes-or-no questions are here: words to drop, words for the secret, words for relations. The
other wordings are data (`decks/english-*.tsv`); `data` passes them on with a deck, as `Knowledge.english`.

| kind | what it is |
|---|---|
| `word` | a single word that is always replaced by another: `u`, `colour` |
| `idiom` | several words that are replaced before anything else is read |
| `filler` | words that add nothing anywhere: `by any chance` |
| `tag` | words that add nothing at the end: `isn't it` |
| `remark` | words that are left out at the end if a question is not understood otherwise |
| `plea` | a request for the answer or for a hint |
| `era` | a time, and its years |
| `unit` | what it measures, and its amount in metres, kilograms, dollars or years |
| `guess` | words that come before a name: `are you thinking of` |
| `noun` | a name, or the last word of names, with its article if the rules would give it another; `-` for none |

`Measures` are the sizes of everyday things, as a sensible person would guess them. If it lists all steps of a
scale, everything that it lists can be compared on that scale.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from tui_arena.core.language.families import irregular_base
from tui_arena.core.text import fold

ALONE = frozenset(
    "so well alright now then maybe perhaps possibly probably please just actually really also basically definitely surely certainly "
    "simply thank cool great nice interesting sorry wow anyway whether mostly mainly usually typically normally often commonly generally "
    "primarily sometimes frequently ordinarily traditionally regularly ever still considered regarded classified categorized called "
    "somewhat fairly rather quite very too currently literally specifically especially occasionally guys supposedly presumably apparently "
    "truly technically essentially partly partially either both predominantly largely likely originally obviously kindly somehow totally "
    "properly proper roughly approximately awfully terribly incredibly conceivably theoretically hypothetically realistically ideally "
    "plausibly remotely allegedly frankly seriously personally practically effectively virtually even genuinely honest chiefly "
    "principally overall".split()
)
"""Words that are dropped everywhere, unless a phrase of the table contains them."""

OPENERS = frozenset(
    "and but if yes no right good wait question questions chances dude bro mate nope nah".split()
)
"""Words that are dropped at the start of a question."""


def _each(first: str, then: str) -> str:
    """All pairs of the first and the second words."""
    return "|".join(f"{a} {b}" for a in first.split("|") for b in then.split("|"))


_NOUNS = (
    "thing|item|object|entity|word|answer|secret|secret word|secret thing|mystery object|mystery word|mystery thing|mystery person|subject|concept|"
    "person|celebrity|character|individual|guy|creature|job|profession|occupation|product|one"
)
SUBJECT = "|".join(
    (
        "it|he|she|they|him|them|these|those|he or she|it itself|this someone|this man or woman",
        _each("this|that|the|your", _NOUNS),
        _each(
            "what|the thing|the object|the item|the one|the person|the animal|the character",
            "you are thinking of|you are thinking about|you have in mind|we seek|we are looking for|i am looking for|in question",
        ),
    )
)
"""Words for the secret thing or person."""
_MANY = "people|humans|human beings|folk|folks|persons"
PEOPLE = "|".join(
    (
        "you|i|we|one|people|someone|somebody|anyone|anybody|everyone|everybody|a person|a human|an adult",
        _each("most|many|some|normal|ordinary|regular|lots of|a lot of|thousands of|millions of", _MANY),
        _each("the average|an average|a normal", "person"),
        _MANY,
    )
)
"""Words for people in general, who do something with the thing."""

_SPOTS = "in|on|at|inside|near|around|within"
_BODIES = "us|me|you|people|humans|a person|a human|our bodies|the body|your body|our body|a body|a human body|the human body"
_RELATIONS = """
@of = made|composed|constructed|built|crafted|manufactured + of|up of|out of|from|with|using
@of = consist of|consists of|consisting of|out of
@for = used|useful|intended|meant|designed|needed|made|built|employed|suitable|necessary|good + for|to
@for = help|helps + to|with|you|you to|people
@for = used when|used during|used while|serve to|serves to|for
@as = used as|serves as|serve as|act as|function as|used like
@by = used|worn|operated|handled|for use|used mainly + by
@by = popular with|by
@at = found|seen|kept|stored|located|sold|bought|placed|situated|available|common|purchased + SPOTS
@at = bought from|purchased from|put in|encountered in|SPOTS
@used = used|use + in|on|at|inside|within
@is = need to be|needs to be|has to be|have to be|must be
@must = need|needs|has|have|got|want|wants + to
@about = related|associated|associate|connected|linked|relate|relates|relating|pertain|belong|belongs|belonging + to|with|in
@about = have|has|having|had|something|anything|have something|has something|have anything + to do with
@about = about|to do with|deal with|deals with|make you think of|remind you of|think of|play a role in
@about = involved in|involved with|involve|involves|involving|concern|concerns|concerned with
@has = have got|has got|have|has|having|had|got|got any|have any|has any|with|come with|comes with|equipped with
@has = contain|contains|containing|include|includes|including|feature|features|possess|possesses
@has = covered|filled|stuffed|packed|full + in|with|by|of
@has = attached|tied|strapped|joined + to
@need = need|needs|needing|require|requires|requiring|rely on|relies on|depend on|uses|using|make use of
@need = run|runs|running|powered|operate|operates|work|works|driven|charged + on|by|off|with
@do = able to|capable of|known to
@known = known|famous|renowned|best known|popular|well known|mainly known + for|as
@from = come|comes|came|coming|originate|originates|comes originally + from
@from = live|lived|lives|living + in|on|at
@from = originated in|originally from|native to|born in|from|hail from|citizen of|grew up in
insidebody = inside|inside of|within|found inside|found within|located inside|part of + BODIES
writeon = write|draw|writing|written|drawn|drawing|write or draw + on
eatfrom = eat|drink + from|out of|off|off of
"""


def _relations() -> Iterator[tuple[str, str]]:
    for row in _RELATIONS.replace("SPOTS", _SPOTS).replace("BODIES", _BODIES).strip().splitlines():
        mark, _, said = row.partition(" = ")
        first, _, then = said.partition(" + ")
        yield _each(first, then) if then else first, mark


MARKS = tuple(_relations())
"""Words that express how the words after them relate to the thing, each with the mark of the relation."""

VAGUE = frozenset(
    (
        "something thing things anything object objects item items stuff one someone somebody person "
        "entity kind type sort device substance material product concept people anyone contribution contributions "
        "achievement achievements accomplishment accomplishments"
    ).split()
)
"""Nouns that add nothing if the question says anything else about the thing."""

SMALL = frozenset(
    (
        "a an the it its of to on in at into onto upon with from by as be been being is are was were this that these "
        "those which who whose you your i my me we our us some any there his her their he she they them him do does did "
        "will would can could may might one ones people someone anyone such "
        "particular certain every each when while where around during up if get gets things thing something "
        "anything itself themselves himself herself yourself other others like"
    ).split()
) - {"up", "like", "more", "kind"}
"""Words that are left out when a phrase is read."""

HARMLESS = frozenset(
    (
        "common typical usual normal ordinary regular single specific general real actual popular "
        "main typically known well everyday average classic standard widely simple "
        "mere proper true famous certain own particular major whole entire other different various "
        "special modern-day physical particular fictional-like fully completely entirely only always own "
        "exclusively roughly about almost nearly more less primarily commonly mass decent local nearby "
    ).split()
) - {"about", "more", "less", "whole"}
"""Words that may be left out next to words that are understood."""

TURNING = frozenset(
    "not nt never no non neither nor without than more less fewer most least or and but only rather avoid forbid "
    "forbidden ban banned illegal allowed prevent stop refuse lack miss skip ignore if because unless how why".split()
)
"""Words that reverse or weigh the sense, so that it can't be read from single words."""
WHOM = frozenset(
    "animal animals people humans persons person human you me us men man children kids anybody somebody".split()
)
"""Words for people and animals as objects of a verb: people eat carrots, and carrots eat nobody."""
TELLS_NOTHING = frozenset(
    "use find see look have get got make keep take put need do go come buy work live give like love want know think "
    "say tell ask show call mean let help try happen become seem feel turn start begin end stop "
    "belong include involve consist associate relate connect remind contain come part kind sort type way "
    "time day year life world place area side bit lot number name example case word purpose reason home "
    "people man woman person human guy someone anybody everybody folk most often here there really "
    "together away out off over up down back along around too again once twice today else well back "
    "first big small large little new own whole able possible typical common special popular famous "
    "usual normal regular main real sure exact about mostly appear happen exist require play serve known "
    "what many much particular normally usually especially against between through before after some any every each all "
    "for per via onto of off by with as at during good nice great interesting change different "
    "grandmother grandma grandpa grandfather mother mom dad father friend neighbor old bad early late hot cold fast slow "
    "free high low deep strong weak warm rich poor young hard soft long short once one thing stuff something nature made "
    "used inside outside near next top bottom it "
    "flavor flavored flavour lady gentleman support oppose "
    "easily comfortably super huge giant tiny fortune ton loads tons bunch couple pretty total full entire extra crazy".split()
)
"""Words that tell nothing; all words with the same stems tell nothing either."""
QUALITIES = frozenset(
    "support supports supported oppose opposes opposed slow slowly early late low new hot poor short warm cheap free different empty wrong fresh quiet dirty real".split()
)
"""Words that tell nothing alone but ask about a quality: not all growth is slow."""
WEAK = frozenset(
    "drink eat send paint write draw wear hold carry climb hit throw catch cut cook bake drive ride fly swim run walk "
    "jump sit stand sleep wash clean open close push pull touch smell taste hear listen watch read sing dance kick "
    "win lose fight kill die born marry lead rule build create invent discover break burn melt grow produce lay "
    "bite sting hunt chase collect cover wrap fill pour mix add spread tie hang move travel visit meet star act appear "
    "direct compose perform record tour sell teach study learn fix repair hurt protect attack defend save rescue "
    "kid child family boy girl adult parent grandpa grandma evening morning night summer winter animal water house "
    "love hide bring pick leave return wait pay spend lend borrow shoot swing roll spin turn blow press hug kiss".split()
)
"""Verbs and common nouns that are ignored if there is a telling noun."""
FAMILY = frozenset(
    "mother father mom dad parents wife husband son daughter brother sister uncle aunt cousin grandmother grandfather".split()
)
"""Relatives, whose trade or looks aren't the person's own."""


def phrases_in(
    words: Sequence[str], known: Container[tuple[str, ...]], longest: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    """The known phrases from left to right, longest first, each with its number of words.

    An unknown word gives `()` and 1.

    >>> list(phrases_in(["no", "not", "at", "all"], {("not",), ("not", "at", "all")}, 3))
    [((), 1), (('not', 'at', 'all'), 3)]
    """
    i = 0
    while i < len(words):
        runs = (tuple(words[i : i + size]) for size in range(min(longest, len(words) - i), 0, -1))
        phrase = next((run for run in runs if run in known), ())
        yield phrase, len(phrase) or 1
        i += len(phrase) or 1


# wordings that are data

THIS_YEAR = 2025
"""The year from which `a hundred years ago` is counted: fixed, so that answers never depend on the date."""

METRES = "metres"
KILOGRAMS = "kilograms"
_BEYOND = math.log(5)
"""The logarithm of one step beyond the last step that a scale names."""
MOST_WORDS = 60
"""The maximum number of words in a sentence that is read."""
MOST_CHARACTERS = 6000
"""Only this many characters at the end of a longer text are read."""
Kind = Literal["word", "idiom", "filler", "tag", "remark", "plea", "guess", "era", "unit", "noun"]


class Wordings(NamedTuple):
    """The wordings that begin with one word."""

    sizes: tuple[int, ...]
    """Their numbers of words, the largest first."""
    means: Mapping[tuple[str, ...], tuple[str, ...]]
    """Maps each wording to the words that replace it."""


Table = Mapping[str, Wordings]
"""Maps a first word to wordings."""
_NO_WORDINGS = Wordings((), {})

_CONTRACTED = {
    f"{w}nt": f"{w} nt" for w in "is are was were does do did has have had could would should".split()
}
_SIGNS = {"$": " dollars ", "€": " dollars ", "£": " dollars ", "&": " and ", "/": " or ", "%": " percent "}
_SIMPLE = re.compile(r"[a-z \-']*\??")
"""Matches a text that can be split without looking at each character."""
_PAUSE_OR_END = frozenset((",", "?"))
_PAUSES = ",;:()—–"


@dataclass(frozen=True, eq=False)
class Measures:
    """The sizes and prices of everyday things, whose names are in lower case."""

    sizes: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """The longest side in metres and the weight in kilograms."""
    prices: Mapping[str, float] = field(default_factory=dict)
    """The price of one in dollars; the names omit `of`: `cup tea`."""
    inside: Mapping[str, float] = field(default_factory=dict)
    """Maps containers to the length of the longest thing that fits into them, in metres."""

    @cached_property
    def _spaceless(self) -> Mapping[str, tuple[float, float]]:
        return {name.replace(" ", ""): row for name, row in self.sizes.items()}

    def size(self, name: str) -> tuple[float, float] | None:
        """The metres and kilograms of a thing, however its name is spaced; None if it isn't listed."""
        return self.sizes.get(name) or self._spaceless.get(name.replace(" ", ""))

    def on_ladder(self, steps: Sequence[str], amount: float, unit: str) -> float | None:
        """The place of an amount on a scale with steps: 1 is the first step, 1.5 is halfway to the second.

        Halfway is logarithmic. Beyond the last step, each factor of five counts as a step. None if the things
        of the steps aren't all listed. `unit`: the unit of the amount.
        """
        column = 0 if unit == METRES else 1
        known = [
            self.sizes.get(" ".join(w for w in step.split() if w not in ("a", "an", "the"))) for step in steps
        ]
        logs = [math.log(row[column]) for row in known if row is not None]
        if len(logs) != len(steps) or len(logs) < 2 or amount <= 0:
            return None
        value = math.log(amount)
        if value <= logs[0]:
            return 0.5 if value < logs[0] - 0.05 else 1.0
        for i in range(len(logs) - 1):
            if value <= logs[i + 1]:
                share = (value - logs[i]) / (logs[i + 1] - logs[i])
                return round(i + 1 + share, 2)
        return round(len(logs) + (value - logs[-1]) / _BEYOND, 2)


@dataclass(frozen=True, eq=False)
class English:
    """The wordings of a language that are data; without any, questions are read word by word."""

    words: Mapping[str, str] = field(default_factory=dict)
    """Maps single words, in lower case and without apostrophes, to the words that replace them."""
    tables: Mapping[Kind, Table] = field(default_factory=dict)
    articles: Mapping[str, str] = field(default_factory=dict)
    """Maps nouns to their article where no rule gives it: `a`, `the` or, for none, `-`."""
    questions: Sequence[tuple[str, str]] = ()
    """Questions that people ask about anything, each with its meaning."""
    measures: Measures = field(default_factory=Measures)

    def sentences(self, text: str) -> list[list[str]]:
        """The sentences of a text as plain words, with `,` for a pause and `?` at the end of a question."""
        said = text[-MOST_CHARACTERS:]
        out: list[list[str]] = [[]]
        for word in _pieces(" ".join(said.lower().split()) if said.isascii() else fold(said)):
            if word in ("?", "."):
                if word == "?" and out[-1]:
                    out[-1].append("?")
                if out[-1]:
                    out.append([])
            else:
                out[-1] += self._plain(word)
        return [sentence for sentence in out if not _PAUSE_OR_END.issuperset(sentence)]

    @cached_property
    def _replaced(self) -> frozenset[str]:
        """All single words that are replaced."""
        return frozenset((*self.words, *_CONTRACTED))

    def _plain(self, word: str) -> list[str]:
        """The words that a single word is replaced by, or the word itself."""
        return self.words.get(word, _CONTRACTED.get(word, word)).split()

    def flat(self, text: str) -> list[str]:
        """The words of all sentences of a text, without question marks."""
        lower = text.lower()
        if len(text) <= MOST_CHARACTERS and _SIMPLE.fullmatch(lower):
            pieces = _without_signs(lower).split()
            if self._replaced.isdisjoint(pieces):
                return pieces
        return [word for sentence in self.sentences(text) for word in sentence if word != "?"]

    def by_word(self, texts: Sequence[str]) -> Mapping[str, Sequence[int]]:
        """Maps each word of some short texts, as `flat` gives them, to the numbers of its texts.

        For thousands of texts this is much faster than `flat`, which looks at each text. Numbers may occur twice.
        """
        out: defaultdict[str, list[int]] = defaultdict(list)
        whole = "\n".join([text[-MOST_CHARACTERS:].replace("\n", " ") for text in texts]).lower()
        for number, line in enumerate(_without_signs(whole).split("\n")):
            for word in line.split():
                out[word].append(number)
        signs = [word for word in out if not (word.isascii() and word.isalpha())]
        odd = {number for word in signs for number in out.pop(word)}
        replaced = {word: out.pop(word) for word in out.keys() & self._replaced}
        for word, numbers in replaced.items():
            for plain in self._plain(word):
                out[plain] += numbers
        for number in odd:
            for word in self.flat(texts[number]):
                out[word].append(number)
        return out

    def spelled(self, word: str) -> str:
        """A single word in the spelling that is used for reading; if it means several words, it stays."""
        plain = self.words.get(word, word)
        return word if " " in plain else plain

    def reworded(self, words: Sequence[str], kind: Kind) -> list[str]:
        """Words in which all wordings of a kind are replaced."""
        return rewritten(words, self.tables.get(kind, {}))

    def unit_of(self, word: str) -> tuple[str, float] | None:
        """What a unit measures, and its amount in metres, kilograms, dollars or years; None: it isn't one."""
        table = self.tables.get("unit", {})
        one = word if word in table else irregular_base(word).removesuffix("s")
        means = table.get(one, _NO_WORDINGS).means.get((one,))
        return None if means is None else (means[0], float(means[1]))

    def ends(self, words: Sequence[str], kind: Kind) -> Iterator[int]:
        """The length, in words, of each wording of a kind at the end of the words, longest first."""
        table = self.tables.get(kind, {})
        for start in range(1, len(words)):
            if tuple(words[start:]) in table.get(words[start], _NO_WORDINGS).means:
                yield len(words) - start


def english_of(
    wordings: Iterable[tuple[Kind, str, str]], questions: Iterable[tuple[str, str]], measures: Measures
) -> English:
    """The English made from rows (kind, wording, replacement) and from questions with their meanings."""
    words: dict[str, str] = {}
    articles: dict[str, str] = {}
    pairs: dict[Kind, list[tuple[str, str]]] = {}
    for kind, said, means in wordings:
        if kind == "word":
            words[said] = means
        elif kind == "noun":
            articles |= dict.fromkeys(said.split("|"), means)
        else:
            pairs.setdefault(kind, []).append((said, means))
    tables = {kind: table_of(rows) for kind, rows in pairs.items()}
    return English(words, tables, articles, tuple(questions), measures)


def table_of(pairs: Iterable[tuple[str, str]]) -> Table:
    """A table of wordings and their replacements; `|` separates wordings with the same replacement.

    >>> rewritten("was it made out of wood".split(), table_of([("made of|made out of", "@of")]))
    ['was', 'it', '@of', 'wood']
    """
    out: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {}
    for wordings, means in pairs:
        for wording in wordings.split("|"):
            said = tuple(wording.split())
            out.setdefault(said[0], {}).setdefault(said, tuple(means.split()))
    return {
        first: Wordings(tuple(sorted({*map(len, rows)}, reverse=True)), rows) for first, rows in out.items()
    }


def rewritten(words: Sequence[str], table: Table) -> list[str]:
    """Words with every wording of a table replaced, from left to right, the longest match first."""
    if table.keys().isdisjoint(words):
        return list(words)
    out: list[str] = []
    i = 0
    while i < len(words):
        word = words[i]
        begun = table.get(word, _NO_WORDINGS)
        for size in begun.sizes:
            means = begun.means.get(tuple(words[i : i + size]))
            if means is not None:
                out += means
                i += size
                break
        else:
            out.append(word)
            i += 1
    return out


def _without_signs(lower: str) -> str:
    """A simple text as its words with blanks between them."""
    return lower.replace("'", "").replace("-", " ").replace("?", " ")


def _pieces(flat: str) -> list[str]:
    if _SIMPLE.fullmatch(flat):
        return flat.replace("'", "").replace("-", " ").replace("?", " ?").split()
    chars: list[str] = []
    for i, c in enumerate(flat):
        number = flat[i - 1 : i].isdigit() and flat[i + 1 : i + 2].isdigit()
        if c.isalnum():
            chars.append(c)
        elif c in "'’`´" or (c in ".," and number):
            chars.append("." if c == "." else "")
        elif c in "?!.\n":
            initial = not flat[max(0, i - 2) : i - 1].isalnum()
            abbreviated = c == "." and (flat[i + 1 : i + 2].isalpha() or (initial and i > 1))
            chars.append("" if abbreviated else f" {'?' if c == '?' else '.'} ")
        else:
            chars.append(_SIGNS.get(c, " , " if c in _PAUSES else " "))
    return "".join(chars).split()


@lru_cache(maxsize=65536)
def participle(word: str) -> bool:
    """True if a word may be a past participle: `worn`, `eaten`, `used`."""
    return word.endswith("ed") or (irregular_base(word) != word and not word.endswith(("s", "ing")))
