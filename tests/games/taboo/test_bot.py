"""Taboo's bot in both seats and in probes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest

from tests.conformance import CATALOGUE
from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core.game import Ask, Deck, Fault, Reply, Setup
from tui_arena.core.options import resolve
from tui_arena.core.probes import read_list
from tui_arena.core.words import says
from tui_arena.games.taboo.bot import TabooBot, make
from tui_arena.games.taboo.bot.association import Association, replies_of, suppose
from tui_arena.games.taboo.bot.comments import evades
from tui_arena.games.taboo.bot.guesser import Guard, GuesserMind, answered, slipping
from tui_arena.games.taboo.bot.phrases import slot_of
from tui_arena.games.taboo.bot.prompt_kinds import (
    clause_of,
    kind_of,
    left_open,
    noun_asked,
    noun_of,
    options_of,
    placed_in,
    sorts_of,
)
from tui_arena.games.taboo.rules import GAME, TabooState

CASES = Cases(__file__)

INFO = CATALOGUE.game("taboo")
DECK = CATALOGUE.deck(None, INFO).deck
SAID = INFO.speech
EVASIONS = SAID["evasions"]
BOT = make(DECK, None, SAID)
LEVELS = ("easy", "medium", "hard")
CARDS = {item["word"]: item for item in DECK.items}


def start(word: str = "pillow", *, preset: str | None = None, **options: Any) -> TabooState:
    item = CARDS.get(word, {})
    lists = {name: list(item.get(name, ())) for name in ("forms", "forbidden")}
    chosen = resolve(INFO.options, INFO.presets, options, preset)
    return GAME.start(Setup(chosen, {"word": word, **lists}))


def said(state: TabooState, *texts: str) -> TabooState:
    for text in texts:
        ask = GAME.asks(state)[0]
        state = GAME.apply(state, GAME.parse(state, ask, Reply(text)))
    return state


def reply(state: TabooState, level: str = "hard", seed: object = 0, bot: TabooBot = BOT) -> str:
    ask = GAME.asks(state)[0]
    rng = Random(f"{seed}/{ask.seat}/{ask.key}/{ask.attempt}")
    return bot.reply(ask, GAME.view(state, ask.seat), level, rng)


def played(state: TabooState, setter: str, guesser: str, seed: object, bot: TabooBot = BOT) -> TabooState:
    """A session played to its end; a fault of either bot is an error."""
    while not state.over:
        level = setter if GAME.asks(state)[0].seat == "setter" else guesser
        state = said(state, reply(state, level, seed, bot))
    return state


def beside(state: TabooState, kind: str) -> str:
    ask = Ask("guesser", kind, kind)
    return BOT.reply(ask, GAME.view(state, "guesser"), "hard", Random(1))


def best(state: TabooState, bot: TabooBot = BOT) -> list[str]:
    found = bot.belief(GAME.view(state, "guesser"))
    assert found is not None
    return [word for word, _ in found.best]


@pytest.mark.parametrize("every", [64, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("level", LEVELS)
def test_every_word_is_played_without_a_fault(level: str, every: int) -> None:
    """The setter never says the word: the rules would refuse it, and a refusal is an error here."""
    for n, word in enumerate(list(CARDS)[::every]):
        state = start(word)
        if n % 9 == LEVELS.index(level):
            prompts = [turn.prompt for turn in played(state, level, level, n).turns]
            assert len(set(prompts)) == len(prompts)
            continue
        for _ in range(1 + n % 2):
            state = said(state, reply(state, level, n), "Nothing comes to mind.")


def test_what_was_said_is_out() -> None:
    state = said(start("pillow"), "What lies on the mattress?", "For me it is a blanket, every day.")
    state = said(state, "And what lies beside the duvet?")
    assert "blanket" not in best(state)
    assert "pillow" in best(state)
    told = "What does the cushion on the sofa feel like?"
    assert "pillow" not in best(said(start("honey"), told))
    assert "pillow" in best(said(start("honey", forbidden=False), told))


def test_after_the_word_was_said_it_is_one_of_the_reply() -> None:
    state = said(start("pillow"), "What lies on a bed?", "A blanket, or soap, or simply a pillow.")
    assert GAME.asks(state)[0].name == "last_guess"
    assert set(best(state)) == {"blanket", "soap", "pillow"}
    for level in LEVELS:
        assert GAME.parse(state, GAME.asks(state)[0], Reply(reply(state, level))).values["guess"]


@each(("paper", True), (None, False))
def test_silence_is_kept_where_it_wins(preset: str | None, passes: bool) -> None:
    state = start("pillow", preset=preset, max_prompts=1)
    state = said(state, "How are you?", "Very well indeed, thank you.")
    assert (reply(state) == "pass") is passes


PROMPTS = CASES["PROMPTS"]


def test_min_words_are_kept() -> None:
    for least in (1, 12, 20):
        state = said(start("submarine", min_words=least), "Where were you?")
        text = reply(state, "hard")
        assert said(state, text).turns[-1].reply == text, "the rules take it"
        assert len(text.split()) >= least


def test_the_setter_steps_back_from_the_wary() -> None:
    lures = CARDS["pillow"]["lures"]
    talk = ("How are you today?", "Quite well, thank you.", "What did you see?")

    def places(answer: str) -> list[int]:
        """The index of the lure that was chosen; no lure counts as the last one."""
        state = said(start("pillow", max_prompts=4), *talk, answer)
        texts = [reply(state, "hard", seed) for seed in range(16)]
        return [lures.index(text) if text in lures else len(lures) for text in texts]

    wary = places("That is a trap, and I am careful.")
    easygoing = places("A tractor in the field.")
    assert sum(wary) < sum(easygoing)


def test_short_prompts_and_long_sessions() -> None:
    for level in LEVELS:
        short = played(start("pillow", max_chars=20, max_prompts=3), level, level, 2)
        assert all(len(turn.prompt) <= 20 for turn in short.turns)
    assert played(start("pillow", max_prompts=20), "hard", "hard", 1).over


BARE = Deck("bare", tuple({"word": word} for word in ("zither", "ice cream", "vuvuzela", "qi")))


@pytest.mark.parametrize("level", sampled(LEVELS, 3))
def test_a_deck_of_bare_words(level: str) -> None:
    bot = make(BARE, None, SAID)
    for item in (*BARE.items, {"word": "not in it"}):
        for preset in (None, "paper"):
            chosen = resolve(INFO.options, INFO.presets, {}, preset)
            state = GAME.start(Setup(chosen, {"word": item["word"]}))
            state = played(state, level, level, level, bot)
            assert state.over
            assert all(len(turn.prompt) > 12 for turn in state.turns)


@CASES.each
def test_what_is_evasive(prompt: str, text: str, evasive: bool) -> None:
    assert evades(BOT.net, prompt, text, SAID["dodges"]) is evasive


def test_what_nothing_speaks_for_is_listed_by_how_common_it_is() -> None:
    state = said(start("pillow"), "Hm?")
    shares = dict(BOT.belief(GAME.view(state, "guesser")).best)  # type: ignore[union-attr]
    assert len(set(shares.values())) == 1, "all are equally likely"
    cards = [BOT.net.cards[BOT.net.numbers[word]] for word in shares]
    assert {card.difficulty for card in cards} == {"easy"}
    assert len({card.category for card in cards}) > 2, "not one category after the other"
    assert (
        read_list(beside(state, "candidates")) == tuple(shares)[: len(read_list(beside(state, "candidates")))]
    )


def test_probes_and_hints() -> None:
    state = said(start("pillow"), "What is your favourite colour?")
    assert 5 <= len(read_list(beside(state, "candidates"))) <= 16
    ask = GAME.asks(state)[0]
    assert BOT.hint(ask, GAME.view(state, "guesser"))
    state = said(state, "Blue like the sky.")
    hint = BOT.hint(GAME.asks(state)[0], GAME.view(state, "setter"))
    assert hint is not None
    assert not says(hint, "pillow")
    state = said(state, "What goes with a mattress, a blanket and a duvet?")
    assert read_list(beside(state, "candidates"))[0] == "pillow"
    assert "pillow" in str(BOT.hint(GAME.asks(state)[0], GAME.view(state, "guesser")))
    state = said(state, "A pillow, perhaps.")
    assert "pillow" in str(BOT.hint(GAME.asks(state)[0], GAME.view(state, "guesser")))
    state = said(state, "My guess of the word is: pillow")
    told = beside(state, "coach")
    assert "1." in told
    assert "2." in told
    assert "pillow" in told
    view = GAME.view(state, "guesser")
    view = replace(view, facts={**view.facts, "sorted_question": "Do you swim?", "items": "1. No comment."})
    assert BOT.reply(Ask("guesser", "sorting", "sorting:1"), view, "hard", Random(1)) == "1: yes"


def test_the_coach_says_which_prompt_nearly_had_it() -> None:
    phrase = next(entry for entry in CARDS["pillow"]["asked"] if entry.startswith("where: "))
    words = [group.split("/")[0] for group in phrase.removeprefix("where: ").split()]
    state = said(
        start("pillow", forbidden=False, max_prompts=2),
        f"Where is there {' and '.join(words)}?",
        "At home, as ever.",
    )
    state = said(state, "And how are you today?", "Very well, thank you.", "pass")
    first, second, *_ = beside(state, "coach").split("\n")
    assert "nearly had it" in first
    assert "nearly had it" not in second


def test_a_guess_looks_back() -> None:
    state = said(start("pillow"), "What is on your bed, beside the blanket?", "Nothing but water.")
    state = said(state, "And between the mattress and the duvet, or under the bolster?")
    assert "guess" not in reply(state, "hard"), "two prompts are too few"
    state = said(state, "Nothing but air.", "What do you hug at night between the mattress and the duvet?")
    text = reply(state, "hard")
    assert GAME.parse(state, GAME.asks(state)[0], Reply(text)).values["right"], text
    assert "blanket" in text.split("\n")[1].lower()


def test_what_is_told_beside_the_question_counts_for_the_word() -> None:
    """The scene names the word, and the question is of everyday words that speak for others."""
    prompts = (
        "Galileo pointed a long tube upwards one night. What present would you give him?",
        "You're rich and mad about planets. What big thing do you put on the roof of your house?",
        "A pirate captain spots a ship far away. What does he pull out, sliding, and hold to one eye?",
    )
    state = start("telescope")
    for prompt in prompts[:-1]:
        state = said(state, prompt, "Nothing but water.")
    state = said(state, prompts[-1])
    assert best(state)[0] == "telescope"
    for level, seed in ((level, seed) for level in LEVELS for seed in range(10)):
        assert "sleigh" not in reply(state, level, seed)


def test_a_question_of_one_word_is_read_with_what_is_told_before_it() -> None:
    prompt = (
        "My pizza was huge, I only finished half, and eat it cold tomorrow. What would you call that rest?"
    )
    state = said(start("leftover"), prompt)
    said_of_sleep = [text for seed in range(10) if "hibernate" in (text := reply(state, "medium", seed))]
    assert not said_of_sleep


def test_faults_of_others_do_not_stop_it() -> None:
    """After a refusal of its text it gives a different one."""
    state = said(start("pillow"), "What goes with a blanket?")
    text = reply(state, "easy")
    ask = GAME.asks(state)[0]
    state = GAME.reject(state, ask, Reply(text), Fault("rule", "no"))
    assert reply(state, "easy") != text


def ends(setter: str, guesser: str, count: int) -> Counter[str]:
    """Who wins how often (a right guess, a wrong one, neither), and how often the word is said."""
    found: Counter[str] = Counter()
    for seed in range(count):
        item = Random(f"deal/{seed}").choice(DECK.items)
        state = played(start(item["word"]), setter, guesser, seed)
        drawn = state.silent and not state.right
        found["guesser" if state.right else "drawn" if drawn else "setter"] += 1
        found["said"] += state.uttered_round is not None
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("level", sampled(LEVELS, 3, first=1))
def test_at_equal_levels_the_word_is_said_and_each_side_wins(level: str) -> None:
    found = ends(level, level, 80)
    assert 80 * 0.2 < found["said"] < 80 * 0.5
    assert 80 * 0.1 < found["setter"] < 80 * 0.6
    assert 80 * 0.15 < found["guesser"] < 80 * 0.65
    assert found["drawn"] < 80 * 0.55


@pytest.mark.thorough
def test_levels_can_be_told_apart() -> None:
    easy, hard = ends("easy", "hard", 20), ends("hard", "easy", 20)
    assert easy["guesser"] > hard["guesser"]


UNRELATED = (
    "How many moons does Mars have?",
    "What is the capital of Mongolia?",
    "Did the Romans eat with forks?",
    "When was the Magna Carta signed?",
    "Why is a tuba lower than a flute?",
)


@pytest.mark.thorough
@pytest.mark.parametrize("level", sampled(LEVELS, 3, first=2))
def test_unrelated_questions_win_nothing(level: str) -> None:
    for n, word in enumerate(list(CARDS)[::14]):
        state = start(word)
        for prompt in UNRELATED:
            state = said(state, prompt)
            state = said(state, reply(state, level, n))
            assert state.guess is None, state.turns
            if state.uttered_round:
                break


# what it says

BATHROOM = CASES["BATHROOM"]
CARELESS, CAREFUL = Guard(1, 0, 0, 1.1), Guard(0, 0, 0, 0)


def is_evasion(text: str, prompt: str) -> bool:
    """True if a text is an evasion of the sort that is asked for, or takes up what is asked."""
    taken = (clause_of(prompt), noun_asked(prompt), noun_of(prompt), left_open(prompt))
    plain = chain(*(EVASIONS.get(one, ()) for one in sorts_of(prompt)), *SAID["subjects"].values())
    if thing := placed_in(prompt):
        text = text.removeprefix(f"Ah, {thing}. ")
    return text in plain or any(words and words in text for words in taken)


def said_to(prompt: str, guard: Guard, seed: int = 0, *before: str) -> str:
    """What is replied to a prompt with the cards above; `before`: earlier prompts and replies."""
    state = said(start("zither"), *before, prompt)
    net = Association(Deck("bathroom", BATHROOM), SAID["cues"])
    facts = GAME.view(state, "guesser").facts
    shares = dict(suppose(net, facts).ranked)
    return answered(
        net, GuesserMind(facts, shares, replies_of(facts), guard, frozenset(), SAID), Random(seed)
    )[0]


def test_a_line_is_said_to_the_question_that_it_answers() -> None:
    assert said_to("What do you brush every night?", CARELESS) == "My teeth, twice a day."
    assert said_to("What do you brush every night?", CAREFUL) == "My hair, a hundred strokes."
    assert (
        said_to("Where do you clean them at night?", CARELESS) == "In the mirror, with foam round my teeth."
    )
    assert said_to("what do you put on a wall with a brush", CARELESS) == "Some paint, a whole bucket."
    assert said_to("Do you brush them daily?", CAREFUL) == "Yes, like a lamb."


@CASES.each
def test_nothing_is_said_beside_the_question(prompt: str) -> None:
    texts = {said_to(prompt, CARELESS, seed) for seed in range(8)}
    assert all(is_evasion(text, prompt) for text in texts)


def test_no_word_of_a_question_meets_two_groups() -> None:
    cards = ({"word": "coins", "asked": ("yes: save/keep cash/savings",), "says": ("yes: Yes, coins.",)},)
    net = Association(Deck("jar", cards), {})
    assert net.phrases.answers("Do you keep your savings?")
    assert not net.phrases.answers("Can it be saved?")


def test_what_does_a_thing_is_not_what_is_done_to_it() -> None:
    cards = (
        {
            "word": "latch",
            "asked": ("what: door keeps/guards",),
            "says": ("what: The latch, most of the time.",),
        },
    )
    net = Association(Deck("door", cards), {})
    assert [found.kind for found in net.phrases.answers("What keeps the door?")] == ["what"]
    assert not net.phrases.answers("What do you keep behind the door?")


def test_a_thing_that_the_prompt_names_is_talked_of() -> None:
    assert said_to("So where do you keep your teeth?", CAREFUL) == "In a glass, mostly."
    assert said_to("How big are your teeth?", CAREFUL) == "Too big for my mouth."
    assert said_to("Where do you go with your teeth?", CAREFUL) in chain(
        *map(EVASIONS.get, ("where.go", "where.you"))
    )


@CASES.each
def test_what_is_asked_of_a_thing(prompt: str, slot: str) -> None:
    assert slot_of(prompt, "piano") == slot


def test_things_of_a_kind_are_listed() -> None:
    things = SAID["things"]["tool tools toolbox"]
    listed = said_to("List three tools!", CAREFUL)
    assert sum(thing in listed.lower() for thing in things) == 3
    assert any(thing in said_to("What's your favourite tool?", CAREFUL).lower() for thing in things)
    assert said_to("Name three tools of a good liar!", CAREFUL) in EVASIONS["tell.list"]


def test_the_guard_is_lower_in_its_own_field_and_after_a_prompt_of_the_same() -> None:
    net, guard = Association(Deck("bathroom", BATHROOM), SAID["cues"]), Guard(0.3, 0.2, 0.1, 0.9)

    def chance(*talk: str, own: str = "") -> float:
        facts = GAME.view(said(start("zither"), *talk, "What do you brush every night?"), "guesser").facts
        return slipping(net, GuesserMind(facts, {0: 0.5}, (), guard, frozenset({own}), SAID), 0)

    assert chance() == chance("Where were you?", "At home, as ever.") == 0.3
    assert chance("Is your mouth dry after toothpaste?", "At home, as ever.") == 0.5
    assert chance(own="body") == 0.4
    feared = GuesserMind(
        GAME.view(said(start("zither"), "Hm?"), "guesser").facts, {0: 0.95}, (), guard, frozenset(), SAID
    )
    assert slipping(net, feared, 0) == 0


def test_a_character_is_at_home_in_its_interests() -> None:
    bot = BOT.minded({"topics": ["kitchen", "chess", "no such topic"]})
    assert bot.own == {"food", "home", "sport"}
    assert bot.net is BOT.net, "what is worked out is shared"
    categories = {item["category"] for item in DECK.items}
    assert {one for text in SAID["trades"].values() for one in text.split()} <= categories


def test_evasions_are_spread_over_prompts_of_one_sort() -> None:
    """Also with the same generator: an evening's sessions may begin alike."""
    prompts = [f"What is the capital of {n} Mongolias?" for n in range(24)]
    said_often = Counter(said_to(prompt, CAREFUL, 5) for prompt in prompts)
    assert len(said_often) > 8
    assert max(said_often.values()) <= 5


@CASES.each
def test_a_prompt_that_leads_nowhere_gets_an_evasion_of_its_sort(prompt: str, sort: str) -> None:
    assert sorts_of(prompt)[0] == sort
    for seed in range(4):
        assert is_evasion(said_to(prompt, CARELESS, seed), prompt)


@CASES.each
def test_what_is_asked_is_taken_up(prompt: str, clause: str) -> None:
    assert clause_of(prompt) == clause
    if clause:
        assert any(clause in said_to(prompt, CARELESS, seed) for seed in range(8))


def test_a_thing_that_a_question_ends_with_is_named() -> None:
    prompt = "When did you last fall over in the old stable?"
    texts = {said_to(prompt, CARELESS, seed) for seed in range(12)}
    assert any(text.startswith("Ah, the old stable. ") for text in texts)
    assert any(not text.startswith("Ah, ") for text in texts)


def test_of_things_that_are_liked_one_is_named() -> None:
    things = SAID["things"]["flavour flavours ice"]
    for prompt in (
        "What's your favourite flavour, and why?",
        "Which flavour would you like to be?",
    ):
        for seed in range(4):
            assert any(thing in said_to(prompt, CARELESS, seed).lower() for thing in things)
    assert not any(
        thing in said_to("Which flavour would you find in a yak?", CARELESS).lower() for thing in things
    )


def test_a_gap_and_a_noun_are_taken_up() -> None:
    assert left_open("Finish this: the cat sat on the ...") == "… sat on the"
    assert left_open("King Arthur and his what?") == "King Arthur and his"
    assert left_open("A ____ in the night") == ""
    assert noun_asked("Which board game has little houses?") == "board game"
    assert noun_asked("What kind do you like?") == noun_asked("Tell me what Merlin had to do") == ""


def test_a_word_that_a_prompt_names_plainly_is_said() -> None:
    prompts = {
        "Tell me what they strum by the campfire on stage": "guitar",
        "Which animal boxes and has a long tail in Sydney?": "kangaroo",
    }
    for prompt, word in prompts.items():
        texts = [reply(said(start("zither"), prompt), "easy", seed) for seed in range(10)]
        assert sum(bool(says(text, word)) for text in texts) > 5
    denied = "Which animal never boxes and has a long tail in Sydney?"
    assert not any(says(reply(said(start("zither"), denied), "easy", n), "kangaroo") for n in range(10))


def test_a_choice_is_made() -> None:
    assert options_of("Would you rather own a yak, an emu or that stuffed thing?") == (
        "a yak",
        "an emu",
        "that stuffed thing",
    )
    for seed in range(6):
        assert said_to("tea or coffee?", CARELESS, seed).startswith(("Tea", "Coffee"))
    assert options_of("Would you rather keep your cat or be a dog?") == ("keep my cat", "be a dog")
    assert options_of("Would you rather I hop or run?") == ("you hop", "you run")


@CASES.each
def test_an_option_is_a_whole_phrase(prompt: str, options: tuple[str, ...]) -> None:
    assert options_of(prompt) == options


def test_no_answer_comes_twice() -> None:
    night = "What do you brush every night?"
    told = (night, "My hair, a hundred strokes.")
    assert said_to(f"No hair this time. {night}", CAREFUL, 0, *told) != "My hair, a hundred strokes."
    state = start("submarine", max_prompts=12)
    replies: list[str] = []
    for n in range(12):
        state = said(state, f"What would you say to {n}?")
        replies.append(reply(state, "medium"))
        state = said(state, replies[-1])
    assert len(set(replies)) == 12


@pytest.mark.parametrize("every", [40, pytest.param(1, marks=pytest.mark.thorough)])
def test_evasions_say_no_word_of_the_deck(every: int) -> None:
    for sort, told in EVASIONS.items():
        assert len(set(told)) == len(told) >= (5 if "." not in sort else 3), sort
        assert all(len(text.split()) >= 3 for text in told), "the rules ask for three words"
    frames = [text.replace("{x}", "") for key in ("chosen", "chosen_deed", "one_thing") for text in SAID[key]]
    frames += [text.replace("{x}", "") for text in chain.from_iterable(SAID["echoes"].values())]
    texts = (
        *chain.from_iterable(EVASIONS.values()),
        *chain.from_iterable(SAID["subjects"].values()),
        *chain.from_iterable(SAID["things"].values()),
        *frames,
        SAID["padding"],
    )
    assert not [text for text in texts if "?" in text]
    for text in texts[::every]:
        assert not [item["word"] for item in DECK.items if says(text, item["word"], item["forms"])], text


def test_replies_are_taken_and_ask_nothing_back() -> None:
    assert {kind_of(prompt) for prompt in PROMPTS} == {sort for sort in EVASIONS if "." not in sort} - {
        "rather"
    }
    for level in LEVELS:
        for prompt in PROMPTS[:-1]:
            for seed in range(2):
                state = said(start("submarine"), prompt)
                text = reply(state, level, seed)
                said(state, text)
                assert "?" not in text


@CASES.each
def test_what_a_prompt_asks_for(prompt: str, kind: str) -> None:
    assert kind_of(prompt) == kind


# what it believes


@pytest.mark.thorough
def test_lures_are_no_evidence() -> None:
    """The same belief, and the same replies, with every card's lures on another card."""
    lures = [item["lures"] for item in DECK.items]
    Random(3).shuffle(lures)
    items = tuple({**item, "lures": own} for item, own in zip(DECK.items, lures, strict=True))
    other = make(Deck("other", items), None, SAID)
    for word in list(CARDS)[::180]:
        state = start(word)
        for lure in CARDS[word]["lures"][:3]:
            state = said(state, lure)
            assert best(state) == best(state, other)
            assert reply(state) == reply(state, bot=other)
            if "guess" in reply(state):
                break
            state = said(state, "Something else altogether.")


def test_prompts_narrow_it_down_and_never_widen_it() -> None:
    state = start("pillow")
    talk = (
        ("Well, how are you?", "Very well, thank you."),
        ("What do you share with the other one when you go to bed?", "Nothing special, really."),
        ("What lies on the mattress, beside the blanket?", "A blanket, for all I know."),
        ("How was your day?", "A long one, thank you."),
        ("And what lies beside the duvet?", "The bolster, as always."),
    )
    left = []
    for prompt, answer in talk:
        for text in (prompt, answer):
            state = said(state, text)
            found = BOT.belief(GAME.view(state, "guesser"))
            assert found is not None
            left.append(found.left)
    assert left == sorted(left, reverse=True)
    assert left[0] > left[-1] >= 1
    assert best(state)[0] == "pillow"


def test_the_last_guess_is_a_thing_of_the_last_reply() -> None:
    state = said(start("pillow"), "What lies on a bed?", "Of course a blanket and the pillow on top.")
    words = set()
    for seed in range(30):
        for level in LEVELS:
            words.add(reply(state, level, seed).removeprefix("My guess of the word is: "))
    assert words <= {"blanket", "pillow", "top"}
    assert "pillow" in words


# how it sets


@pytest.mark.thorough
def test_a_setter_keeps_to_its_lures_or_asks_about_something_general() -> None:
    for seed, word in enumerate(list(CARDS)[::20]):
        for level in LEVELS:
            state = start(word, calls=False)
            own, category = CARDS[word]["lures"], CARDS[word]["category"]
            near = [CARDS[other]["lures"] for other in CARDS[word]["near"] if other in CARDS]
            lures = (*own, *chain(*near), *SAID["topics"][category], *SAID["small_talk"])
            remarks = 0
            for _ in range(5):
                prompt = reply(state, level, seed)
                game = prompt.startswith(tuple(one.partition("{")[0] for one in SAID["word_games"]))
                assert prompt.endswith(lures) or game, prompt
                remarks += prompt not in lures and not game
                state = said(state, prompt, "A tractor, in the middle of the field.")
            assert remarks <= 2
            prompts = [turn.prompt for turn in state.turns]
            assert prompts[0] in own[:2], "it begins far away"
            others = {n for n, of in enumerate(near) if not set(of).isdisjoint(prompts)}
            assert len(others) <= 1, "it leads to one other word at most"
            assert not set(chain(*near)) & set(prompts[3:]), "and only in the first half"


def test_a_setter_says_a_word_to_the_last_reply() -> None:
    talk = ("How are you today?", "Quite well, thank you.", "What did you see?")
    lures = CARDS["pillow"]["lures"]

    def remarks(answer: str) -> set[str]:
        state = said(start("pillow", max_prompts=4), *talk, answer)
        texts = [reply(state, "hard", seed) for seed in range(40)]
        left = {text for text in texts if text not in lures}
        return {text.removesuffix(lure).strip() for text in left for lure in lures if text.endswith(lure)}

    assert remarks("A big red carpet, every morning.") == {
        "No carpet this time.",
        "Not the carpet, then.",
        "Leave the carpet out of it.",
        "The carpet can wait.",
    }
    assert remarks("A big red tractor, every morning.") == set(), "it is of another kind"
    assert remarks("A soft blanket.") == {
        "Warmer.",
        "Now we're talking.",
        "You're on to something.",
        "Not bad at all.",
    }
    assert remarks("That is a trap, and I am careful.") == set()


def test_a_setter_whose_remarks_are_all_used_makes_none() -> None:
    talk = [
        text
        for n, one in enumerate(SAID["warmer"])
        for text in (f"{one} How was day {n}?", f"Fine, day {n}.")
    ]
    for seed in range(12):
        prompt = reply(said(start("pillow", max_prompts=9), *talk[:-1], "A soft blanket."), "hard", seed)
        assert not prompt.startswith(tuple(SAID["warmer"]))


def test_the_first_prompt_needs_no_association() -> None:
    bot = make(DECK, None, SAID)
    assert reply(start("pillow"), "hard", bot=bot) in CARDS["pillow"]["lures"]
    assert not {"weights", "members", "_saying"} & set(vars(bot.net))


def test_who_takes_up_no_prompt_hears_no_near_lure() -> None:
    """The word can't be named by the prompts alone, and by no word that goes with it."""
    for level in LEVELS:
        state = start("pillow", calls=False)
        for n in range(5):
            state = said(state, reply(state, level, n), "purple monkey dishwasher ladder"[n:] + " onion")
        heard = {turn.prompt for turn in state.turns} & set(CARDS["pillow"]["lures"])
        assert heard == set(CARDS["pillow"]["lures"][:3])


def test_a_setter_goes_nearer_after_a_close_reply() -> None:
    lures = CARDS["pillow"]["lures"]
    talk = ("How are you today?", "Quite well, thank you.", "What did you see?")

    def places(answer: str) -> int:
        state = said(start("pillow", max_prompts=4), *talk, answer)
        texts = [reply(state, "hard", seed) for seed in range(16)]
        return sum(next(i for i, lure in enumerate(lures) if text.endswith(lure)) for text in texts)

    assert places("That is a trap.") < places("A tractor, every morning.") < places("A soft blanket.")


def test_a_setter_leads_away_with_a_word_that_goes_with_its_own() -> None:
    near = {lure for word in CARDS["pillow"]["near"] if word in CARDS for lure in CARDS[word]["lures"][:3]}
    state = said(start("pillow"), "How are you today?", "Quite well, thank you.")
    prompts = [reply(state, level, seed) for level in LEVELS for seed in range(10)]
    assert 10 < sum(prompt in near for prompt in prompts) < 30
    close = said(start("pillow"), "How are you today?", "I had a soft blanket over me.")
    assert not [seed for seed in range(10) if reply(close, "hard", seed) in near], "the word is close already"


def test_a_setter_asks_late_what_its_word_answers() -> None:
    own = BOT.net.numbers["glue"]
    state = start("glue", calls=False)
    for n in range(3):
        state = said(state, f"How was day {n}?", f"Day {n} was long, and I was tired.")
    prompts = [reply(state, "hard", seed) for seed in range(40)]
    called = sum(any(found.card == own for found in BOT.net.phrases.answers(one)) for one in prompts)
    assert called > 20, "by its distance alone, it would be every third"


def test_who_is_asked_for_long_weighs_its_words() -> None:
    """The guard of a later prompt is smaller than that of the first, whatever was talked about."""
    asked = "What do you hug at night between the sheets?"
    guard = Guard(0.9, 0, 0, 1.1, wary=0.2)

    def chance(*before: str) -> float:
        state = start("zither")
        for text in before:
            state = said(state, text, "Quite well, as far as I remember.")
        facts = GAME.view(said(state, asked), "guesser").facts
        return slipping(BOT.net, GuesserMind(facts, {}, (), guard, frozenset(), SAID), 0)

    assert chance() == 0.9
    assert abs(chance("How are you?", "How was Monday?") - 0.5) < 1e-9
