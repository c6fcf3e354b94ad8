"""The function words of yes-or-no questions: words to drop, words for the secret, words for relations."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

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
"""Nouns that add nothing if the question says something else about the thing."""

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
