"""Users' entity decks: bad lines are reported with a message, the rest is used."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.attacks import ALL, acts, shown
from tests.tables import each
from tui_arena.config import BadFile
from tui_arena.core.game import Deck
from tui_arena.data import Catalogue
from tui_arena.data.added_entities import add_entity
from tui_arena.data.decks import ENTITIES, included_deck, shipped_deck
from tui_arena.data.entity_decks import MOST, read_table, table_of
from tui_arena.data.files import MAX_FAULTS
from tui_arena.games.akinator.bot import make as akinator_bot
from tui_arena.games.entity.bot import make as entity_bot
from tui_arena.questions.rules import items_of
from tui_arena.questions.table import Resolved

TABLE = Path(__file__).with_name("zoo.toml").read_text("utf-8")


@pytest.fixture
def user(tmp_path: Path) -> Path:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "zoo.toml").write_text(TABLE)
    return tmp_path


def read(user: Path, text: str | bytes, name: str = "mine") -> tuple[Deck, tuple[str, ...]]:
    path = user / "decks" / f"{name}.tsv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    catalogue = Catalogue(user)
    file = catalogue.deck(name, catalogue.game("entity"))
    return file.deck, file.faults


HEAD = "# knowledge: zoo\nentity\taliases\tfacts\n"


def test_names_are_data(user: Path) -> None:
    deck, faults = read(user, HEAD + "J.K. Rowling\t\t\nC++\t\t\n¿\t\t\n[b]bold[/b]\t\t\n.*\t\t\n")
    assert [item["entity"] for item in deck.items] == ["J.K. Rowling", "C++", "¿", "[b]bold[/b]", ".*"]
    assert faults == ()


@each(
    ("rex\t\tdog\nRex\t\tdog\n", ["rex"], "line 4: 'Rex' is already there"),
    ("rex\tfido\t\nfido\t\t\n", ["rex"], "line 4: 'fido' is already a name of 'rex'"),
    ("rex\tfido\t\nbello\tfido\t\n", ["rex", "bello"], "line 4: alias 'fido' is already a name of 'rex'"),
    ("\tx\tdog\nrex\t\t\n", ["rex"], "line 3: no name"),
    (f"{'w' * 81}\t\t\nrex\t\t\n", ["rex"], "line 3: a name longer than 80 characters"),
    ("rex\t\tdog made\n", ["rex"], "line 3: rex: made is both yes (as written) and no (from animal)"),
    ("rex\t\tdog -animal\n", ["rex"], "line 3: rex: animal is both no (as written) and yes (from dog)"),
    ("rex\t\tcat\n", ["rex"], "line 3: rex: no property 'cat'"),
    ("rex\t\tsize:huge\n", ["rex"], "line 3: rex: size:huge isn't a number"),
    ("rex\t\tsize:3-1\n", ["rex"], "line 3: rex: size:3-1 isn't a range from low to high"),
    ("rex\t\tweight:3\n", ["rex"], "line 3: rex: no scale 'weight'"),
    (f"rex\t{'|'.join(map(str, range(17)))}\t\n", ["rex"], "line 3: 17 aliases; only the first 16"),
    (f"{'x' * 65536}\t\t\nrex\t\t\n", ["rex"], "line 3: longer than 8192 characters; it's skipped"),
)
def test_one_fault_is_one_sentence_and_the_rest_is_used(
    rows: str, left: list[str], told: str, *, user: Path
) -> None:
    deck, faults = read(user, HEAD + rows)
    assert [item["entity"] for item in deck.items] == left
    assert len(faults) == 1
    assert told in faults[0]


def test_a_deck_says_how_common_its_names_are(user: Path) -> None:
    rows = "rex\t4.5\nbello\t\nfido\toften\nhasso\tnan\nwaldi\t9\n"
    deck, faults = read(user, HEAD.replace("aliases\tfacts", "frequency") + rows)
    assert deck.knowledge is not None
    assert [entity.frequency for entity in deck.knowledge.entities] == [4.5, 0, 0, 0, 0]
    said = "frequency {!r} isn't a number from 0 to 8"
    assert [fault.partition(": ")[2] for fault in faults] == [
        said.format(one) for one in ("often", "nan", "9")
    ]


def test_a_phrase_may_have_a_relation_and_a_sign(user: Path) -> None:
    about = "ball, Mission: Impossible, does:fetch sticks, -has: wings|beak, ~is:brown, of:, eats:bones"
    deck, faults = read(user, f"# knowledge: zoo\nentity\tfacts\tabout\nRex\tdog\t{about}\n")
    assert deck.knowledge is not None
    rex = deck.knowledge.entities[0]
    assert rex.about == ("ball", "Mission: Impossible", "of:")
    assert rex.phrases == (
        ("does", "fetch sticks", "yes"),
        ("has", "wings beak", "no"),
        ("is", "brown", "sometimes"),
    )
    assert len(faults) == 1
    assert "'eats:bones'" in faults[0]


def test_what_contradicts_is_left_out_and_the_rest_holds(user: Path) -> None:
    deck, _ = read(user, HEAD + "rex\t\tdog made ~wild size:1-2\n")
    assert deck.knowledge is not None
    answers = {q: deck.knowledge.answer(0, q) for q in deck.knowledge.questions}
    assert answers == {
        "dog": "yes", "animal": "yes", "wild": "sometimes", "made": "yes", "size>1": "sometimes", "size>2": "no",
    }  # fmt: skip


def test_too_many_faults_are_summed_up(user: Path) -> None:
    _, faults = read(user, HEAD + "".join(f"e{i}\t\tnothing{i}\n" for i in range(100)))
    assert len(faults) == MAX_FAULTS + 1
    assert faults[-1].endswith("80 more faults like these")


@each(
    ("", "no column `entity`"),
    ("name\tfacts\nrex\tdog\n", "no column `entity`"),
    (HEAD, "has no entities"),
    (HEAD + "\t\tdog\n", "line 3: no name"),
    (
        HEAD + "".join(f"e{i}\t\t\n" for i in range(MOST + 1)),
        f"{MOST + 1} entities; a deck has at most {MOST}",
    ),
)
def test_a_deck_that_gives_nothing_to_play_with_is_refused(text: str, told: str, *, user: Path) -> None:
    with pytest.raises(BadFile, match=told):
        read(user, text)


@pytest.mark.parametrize("text", ALL, ids=shown)
def test_no_input_acts_or_breaks(user: Path, text: str) -> None:
    line = " ".join(text.splitlines())
    raw = f"# knowledge: zoo\n# answers: {line}\nentity\taliases\tfacts\nrex\t\t\na\t{text}\t{text}\n{text}\t\t\n"
    deck, faults = read(user, raw.encode("utf-8", "surrogatepass"))
    assert "rex" in [item["entity"] for item in deck.items]
    assert not any(acts(said) for said in faults)
    assert not any(acts(name) for item in deck.items for name in (item["entity"], *item["aliases"]))


def test_an_entity_without_facts_is_known_as_in_the_deck_of_its_table(user: Path) -> None:
    deck, faults = read(user, "entity\nguitar\nmy thingummy\n")
    assert faults == ()
    assert deck.knowledge is not None
    assert deck.knowledge.answer(0, "instrument") == "yes"
    assert deck.knowledge.answer(1, "instrument") == "no"


def test_a_deck_may_include_another(user: Path) -> None:
    deck, faults = read(user, "# includes: things\nentity\tfacts\nguitar\ttoy\nmy thingummy\ttoy\n")
    assert faults == ()
    assert deck.knowledge is not None
    names = [item["entity"] for item in deck.items]
    assert names[:2] == ["guitar", "my thingummy"]
    assert names.count("guitar") == 1
    assert len(names) > 980
    assert deck.knowledge.answer(0, "instrument") == "no"


def test_what_is_not_dealt_is_known_all_the_same(user: Path) -> None:
    head = "# knowledge: zoo\nentity\tfacts\tdealt\n"
    deck, faults = read(user, head + "Rex\tdog\t\nCerberus\tdog\tno\nWolf\tanimal\tperhaps\n")
    assert deck.knowledge is not None
    assert deck.knowledge.answer(deck.knowledge.numbers["cerberus"], "animal") == "yes"
    options = {"suite": "all", "set": None, "difficulty": None}
    assert [item["entity"] for item in items_of(options, deck)] == ["Rex", "Wolf"]
    assert any("dealt must be yes or no, not 'perhaps'" in fault for fault in faults)
    for make in (akinator_bot, entity_bot):
        bot = make(deck, None, {})
        given = {bot._setting("easy", Random(seed), ()) for seed in range(20)}
        assert given == {"Rex", "Wolf"}


def test_a_deck_and_what_it_includes_are_counted_together(user: Path) -> None:
    with pytest.raises(BadFile, match=r": 2\d{4} entities; a deck has at most 20000"):
        read(user, "# includes: things\nentity\n" + "".join(f"e{i}\n" for i in range(19_500)))


def test_a_table_that_is_not_there_is_told(user: Path) -> None:
    deck, faults = read(user, "# knowledge: nowhere\n# includes: nothing\nentity\nrex\n")
    assert len(deck.items) == 1
    assert [fault.partition(": ")[2] for fault in faults] == [
        "no table 'nowhere'; the deck's facts are skipped",
        "no deck 'nothing' to include",
    ]


def test_a_table_tells_what_does_not_hold_together(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(
        TABLE
        + '[properties.cat]\nquestion = "is it a DOG?"\nimplies = "feline"\n'
        + '[properties.bad]\nasked = "Is it?"\n'
    )
    table = read_table(path)
    assert "bad" not in table.properties
    assert [fault.removeprefix(f"{path}: ") for fault in table.faults] == [
        "property bad: Object contains unknown field `asked`",
        "property cat: no property 'feline'",
        "properties dog and cat have the same question: is it a DOG?",
    ]


@each(
    (["dog", "?*"], {"dog": "yes", "animal": "yes", "made": "no", "wild": "yes"}),
    (["dog", "-wild"], {"dog": "yes", "animal": "yes", "made": "no", "wild": "no"}),
)
def test_what_is_implied_goes_through_all_levels_and_what_is_usual_gives_way(
    said: list[str], facts: dict[str, str], *, user: Path
) -> None:
    table = read_table(user / "decks" / "zoo.toml")
    found = Resolved(said, table.properties, table.scales)
    assert (found.facts, found.faults) == (facts, [])


def test_what_is_not_said_is_no_or_where_that_is_said_unknown(user: Path) -> None:
    deck, faults = read(user, HEAD + "rex\t\t?* -made\nbello\t\t-made\n")
    assert faults == ()
    assert deck.knowledge is not None
    assert [deck.knowledge.answer(i, "dog") for i in range(2)] == ["unknown", "no"]


def test_a_table_of_ones_own_is_as_good_as_it_can_be(user: Path) -> None:
    """Bad lines are reported with the deck, and no control characters come through."""
    (user / "decks" / "odd.toml").write_text(
        TABLE
        + '[properties."a>b"]\nquestion = "Is it a?"\n'
        + '[properties."-c"]\nquestion = "Is it c?"\n'
        + '[properties.red]\nquestion = "Is it \\u001b[2Jred?"\nalso = [" ", "Is it\\nrosy?"]\n'
        + '[scales.age]\nquestion = "Is it older than {limit}?"\nlimits = [1, inf]\n'
        + f'[scales.cost]\nquestion = "Is it dearer than {{limit}}?"\nlimits = {list(range(101))}\n'
    )
    deck, faults = read(user, HEAD.replace("zoo", "odd") + "rex\t\tred\n")
    known = deck.knowledge
    assert known is not None
    assert [text for q in known.questions.values() for text in (q.text, *q.also) if "r" in q.id[:1]] == [
        "Is it red?",
        "Is it rosy?",
    ]
    assert "age" not in known.scales
    assert [fault.partition(".toml: ")[2] for fault in faults] == [
        "property a>b: a name consists of letters, digits and _ -, and begins with a letter or digit",
        "property -c: a name consists of letters, digits and _ -, and begins with a letter or digit",
        "scale age: a limit isn't a number",
        "scale cost: has more than 100 steps or limits",
    ]


def test_of_what_is_little_known_a_no_is_a_no_to_all_that_would_imply_it() -> None:
    table = table_of(None, "things-2")
    assert table is not None
    facts = Resolved(["-animal", "wood", "?*"], table.properties, table.scales).facts
    assert {facts["animal"], facts["mammal"], facts["bird"]} == {"no"}
    assert (facts["wood"], facts["alive"], facts["toy"]) == ("yes", "unknown", "unknown")
    assert "mammal" not in Resolved(["-animal", "wood"], table.properties, table.scales).facts


# a deck that grows


def test_a_thing_is_added_to_ones_own_deck(user: Path) -> None:
    add_entity(user, "thingummy", ["doodah"], {"toy": "yes", "alive": "no", "wood": "sometimes"})
    add_entity(user, "whatsit", [], {"toy": "unknown"})
    path = add_entity(user, "Thingummy", [], {"toy": "no"})
    assert path.read_text("utf-8").split("\n") == [
        "# knowledge: things",
        "# includes: things",
        "entity\taliases\tfacts\tdifficulty",
        "whatsit\t\t?toy ?*\teasy",
        "Thingummy\t\t-toy ?*\teasy",
        "",
    ]
    catalogue = Catalogue(user)
    file = catalogue.deck("mine", catalogue.game("entity"))
    assert file.faults == ()
    assert file.deck.knowledge is not None
    assert file.deck.knowledge.numbers["thingummy"] == 1


def test_adding_changes_nothing_else_in_a_deck(user: Path) -> None:
    path = user / "decks" / "own.tsv"
    path.write_text("# of my aunt\nfacts\tentity\tnote\ntoy\tball\told\n# end\n")
    add_entity(user, "kite", ["glider"], {"toy": "yes"}, deck="own")
    assert path.read_text() == (
        "# of my aunt\nfacts\tentity\tnote\taliases\ntoy\tball\told\n# end\ntoy ?*\tkite\t\tglider\n"
    )


def test_an_entity_that_is_replaced_keeps_what_else_is_said_of_it(user: Path) -> None:
    path = user / "decks" / "mine.tsv"
    path.write_text("# knowledge: zoo\nentity\tabout\taliases\tfacts\nRex\t-does:fly, ball\tR\tdog\n")
    add_entity(user, "Rex", (), {"made": "yes"}, whole=True)
    assert path.read_text().splitlines()[-1].split("\t") == ["Rex", "-does:fly, ball", "", "made"]


@each("", "  ", "#x", "w" * 81)
def test_what_can_be_no_entity_is_not_added(name: str, *, user: Path) -> None:
    with pytest.raises(BadFile, match="can't be the name of an entity"):
        add_entity(user, name, [], {})
    assert not (user / "decks" / "mine.tsv").exists()


def test_a_deck_of_words_takes_no_entity(user: Path) -> None:
    path = user / "decks" / "mine.tsv"
    path.write_text("word\ncrane\n")
    with pytest.raises(BadFile, match="no column `entity`"):
        add_entity(user, "kite", [], {})
    assert path.read_text() == "word\ncrane\n"


def test_a_deck_from_which_another_takes_entities_is_not_kept() -> None:
    assert shipped_deck("anything", ENTITIES) is not None
    assert included_deck.cache_info().currsize == 0
