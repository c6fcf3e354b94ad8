"""Taboo's bot on both seats and in probes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tui_arena.core.candidate_lists import read_list
from tui_arena.core.game import Ask, Deck, Fault, Line, Reply, Setup
from tui_arena.core.options import resolve
from tui_arena.core.words import says, tokens
from tui_arena.data import Catalogue
from tui_arena.games.taboo.bot import TabooBot, evades, guesser, make
from tui_arena.games.taboo.bot.association import Association
from tui_arena.games.taboo.bot.grammar import in_sentence
from tui_arena.games.taboo.bot.prompt_kinds import kind_of
from tui_arena.games.taboo.rules import GAME, State

CATALOGUE = Catalogue()
INFO = CATALOGUE.game("taboo")
DECK = CATALOGUE.deck(None, INFO).deck
BOT = make(DECK, None)
LEVELS = ("easy", "medium", "hard")
PARTY = resolve(INFO.options, INFO.presets, {}, None)
CARDS = {item["word"]: item for item in DECK.items}


def start(word: str = "pillow", *, preset: str | None = None, **options: Any) -> State:
    item = CARDS.get(word, {})
    lists = {name: list(item.get(name, ())) for name in ("forms", "forbidden")}
    chosen = resolve(INFO.options, INFO.presets, options, preset)
    return GAME.start(Setup(chosen, {"word": word, **lists}))


def said(state: State, *texts: str) -> State:
    for text in texts:
        ask = GAME.asks(state)[0]
        state = GAME.apply(state, GAME.parse(state, ask, Reply(text)))
    return state


def reply(state: State, level: str = "hard", seed: object = 0, bot: TabooBot = BOT) -> str:
    ask = GAME.asks(state)[0]
    rng = Random(f"{seed}/{ask.seat}/{ask.key}/{ask.attempt}")
    return bot.reply(ask, GAME.view(state, ask.seat), level, rng)


def played(state: State, setter: str, guesser: str, seed: object, bot: TabooBot = BOT) -> State:
    """A session played to its end; a fault of either bot is an error."""
    while not state.over:
        level = setter if GAME.asks(state)[0].seat == "setter" else guesser
        state = said(state, reply(state, level, seed, bot))
    return state


def beside(state: State, kind: str) -> str:
    ask = Ask("guesser", kind, kind)
    return BOT.reply(ask, GAME.view(state, "guesser"), "hard", Random(1))


def best(state: State, bot: TabooBot = BOT) -> list[str]:
    found = bot.belief(GAME.view(state, "guesser"))
    assert found is not None
    return [word for word, _ in found.best]


@pytest.mark.parametrize("level", LEVELS)
def test_every_word_is_played_without_a_fault(level: str) -> None:
    """The setter never says the word: the rules would refuse it, and a refusal is an error here."""
    for n, word in enumerate(CARDS):
        state = start(word)
        if n % 9 == LEVELS.index(level):
            prompts = [turn.prompt for turn in played(state, level, level, n).turns]
            assert len(set(prompts)) == len(prompts)
            continue
        for _ in range(1 + n % 2):
            state = said(state, reply(state, level, n), "Nothing comes to mind.")


def shares(setter: str, guesser: str, count: int) -> tuple[float, Counter[str]]:
    """How often the setter wins, and how sessions ended."""
    ends: Counter[str] = Counter()
    won = 0
    for seed in range(count):
        item = Random(f"deal/{seed}").choice(DECK.items)
        state = played(start(item["word"]), setter, guesser, seed)
        won += not state.found
        ends["said" if state.uttered_round else "silent" if state.silent else "guessed"] += 1
    return won / count, ends


@pytest.mark.parametrize("level", LEVELS)
def test_neither_side_wins_nearly_always_at_equal_levels(level: str) -> None:
    won, ends = shares(level, level, 60)
    assert 0.15 < won < 0.85
    assert ends["said"] > 0


def test_levels_can_be_told_apart() -> None:
    assert shares("easy", "hard", 20)[0] < 0.25
    assert shares("hard", "easy", 20)[0] > 0.5


def test_lures_are_no_evidence() -> None:
    """The same belief, and the same replies, with every card's lures on another card."""
    lures = [item["lures"] for item in DECK.items]
    Random(3).shuffle(lures)
    items = tuple({**item, "lures": own} for item, own in zip(DECK.items, lures, strict=True))
    other = make(Deck("other", items), None)
    for word in list(CARDS)[::60]:
        state = start(word)
        for lure in CARDS[word]["lures"][:3]:
            state = said(state, lure)
            assert best(state) == best(state, other)
            assert reply(state) == reply(state, bot=other)
            if "guess" in reply(state):
                break
            state = said(state, "Something else altogether.")


def test_free_prompts_narrow_it_down() -> None:
    state = said(start("pillow"), "What do you share with the other one when you go to bed?")
    assert "pillow" in best(state)
    state = said(
        state, "Nothing special, really.", "What lies on the mattress, beside the blanket and the duvet?"
    )
    assert best(state)[0] == "pillow"
    found = BOT.belief(GAME.view(state, "guesser"))
    assert found is not None
    assert found.left >= 1
    shares = [share for _, share in found.best]
    assert shares == sorted(shares, reverse=True)
    assert 0 < sum(shares) < 1.0001


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


@pytest.mark.parametrize(("preset", "passes"), [("paper", True), (None, False)])
def test_silence_is_kept_where_it_wins(preset: str | None, passes: bool) -> None:
    state = start("pillow", preset=preset, max_prompts=1)
    state = said(state, "How are you?", "Very well indeed, thank you.")
    assert (reply(state) == "pass") is passes


PROMPTS = (
    "What do you have for breakfast?",
    "Which animal would you like to be?",
    "Who taught you to ride a bicycle?",
    "Where did you go on holiday?",
    "When do you get up?",
    "Why do people go to the beach?",
    "How do you make soup?",
    "How many shoes have you got?",
    "How did you feel at the wedding?",
    "What do you do when you are alone?",
    "Do you like music?",
    "Would you live on an island?",
    "Finish this: every morning I drink a cup of...",
    "Tell me about your garden!",
    "I saw a play at the theatre.",
    "blorp",
    "?",
)


def test_replies_are_taken_ask_nothing_back_and_vary() -> None:
    kinds = {kind_of(prompt) for prompt in PROMPTS}
    assert kinds == set(guesser.REPLIES)
    for level in LEVELS:
        for prompt in PROMPTS[:-1]:
            texts = set()
            for seed in range(6):
                state = said(start("submarine"), prompt)
                text = reply(state, level, seed)
                said(state, text)
                assert "?" not in text
                texts.add(text)
            assert len(texts) > 2


def test_a_reply_has_to_do_with_the_prompt_and_not_with_what_is_feared() -> None:
    food = {n for item in DECK.items if item["category"] == "food" for n in (item["word"], *item["near"])}
    state = said(start("submarine"), "What do you eat with bread and butter for dinner?")
    for seed in range(12):
        assert food & set(tokens(reply(state, "medium", seed)))
        feared = best(state)[:8]
        assert not any(says(reply(state, "hard", seed), word, CARDS[word]["forms"]) for word in feared)


def test_no_phrase_says_a_word_of_the_deck_or_comes_twice_in_a_session() -> None:
    fixed = [t for kind in guesser.REPLIES.values() for t in kind]
    phrases = [*fixed, *guesser.CHATTY, *guesser.EMPTY_HANDED]
    assert len(phrases) >= 60
    for text in (*phrases, guesser.PADDING):
        bare = re.sub(r"\{\w\}", " ", text)
        assert "?" not in bare
        assert not any(says(bare, item["word"], item["forms"]) for item in DECK.items)
    state = start("submarine", max_prompts=12)
    replies: list[str] = []
    for _ in range(6):
        state = said(state, f"What would you say to {len(replies)}?")
        replies.append(reply(state, "medium"))
        state = said(state, replies[-1])
    assert len(set(replies)) == len(replies)


def test_min_words_are_kept() -> None:
    for least in (1, 12, 20):
        state = said(start("submarine", min_words=least), "Where were you?")
        said(state, reply(state, "hard"))


def test_the_setter_takes_up_what_was_said() -> None:
    talk = ("How are you today?", "Quite well, thank you.", "What did you see this morning?")
    taken = sum(
        "blanket" in reply(said(start("pillow"), *talk, "A blanket, as on every day."), "hard", seed).lower()
        for seed in range(12)
    )
    other = sum(
        "blanket" in reply(said(start("pillow"), *talk, "A tractor, as on every day."), "hard", seed).lower()
        for seed in range(12)
    )
    assert taken >= 4
    assert other <= 1


def test_the_setter_steps_back_from_the_wary() -> None:
    lures = CARDS["pillow"]["lures"]
    talk = ("How are you today?", "Quite well, thank you.", "What did you see?")

    def places(answer: str) -> list[int]:
        """The index of the lure that was chosen; no lure counts as the last one."""
        texts = [reply(said(start("pillow"), *talk, answer), "hard", seed) for seed in range(16)]
        return [lures.index(text) if text in lures else len(lures) for text in texts]

    wary = places("That is a trap, and I am careful.")
    easygoing = places("A tractor in the field.")
    assert sum(wary) < sum(easygoing)


def test_a_refused_prompt_is_not_said_again() -> None:
    state = start("pillow")
    ask, view = GAME.asks(state)[0], GAME.view(state, "setter")
    text = BOT.reply(ask, view, "hard", Random(1))
    refused = replace(view, talk=(Line("setter", text, "prompt", fault="no"),))
    assert BOT.reply(ask, refused, "hard", Random(1)) != text


def test_short_prompts_and_long_sessions() -> None:
    for level in LEVELS:
        played(start("pillow", max_chars=20, max_prompts=3), level, level, 2)
    played(start("pillow", max_prompts=20), "hard", "hard", 1)


def test_a_word_beside_every_card_of_a_large_deck_relates_none() -> None:
    """Otherwise each of them is compared with all others, which takes minutes for a deck of 20,000."""
    items = [{"word": f"word{n}x", "near": ("thing", "pair" if n < 2 else "rest")} for n in range(300)]
    net = Association(Deck("alike", tuple(items)))
    assert set(net.near(0)) == {1}
    assert len(net.spread("thing")) == 300


BARE = Deck("bare", tuple({"word": word} for word in ("zither", "ice cream", "vuvuzela", "qi")))


@pytest.mark.parametrize("level", LEVELS)
def test_a_deck_of_bare_words(level: str) -> None:
    bot = make(BARE, None)
    for item in (*BARE.items, {"word": "not in it"}):
        for preset in (None, "paper"):
            chosen = resolve(INFO.options, INFO.presets, {}, preset)
            state = GAME.start(Setup(chosen, {"word": item["word"]}))
            state = played(state, level, level, level, bot)
            assert state.over
            assert all(len(turn.prompt) > 12 for turn in state.turns)


@pytest.mark.parametrize(
    ("prompt", "text", "evasive"),
    [
        ("What do you drink in the morning?", "Coffee, mostly.", False),
        ("What do you drink in the morning?", "I will not say.", True),
        ("What do you drink in the morning?", "Nice try! Next question, please.", True),
        ("What do you drink in the morning?", "Why do you ask? What do you drink?", True),
        ("What do you drink in the morning?", "...", True),
        ("Do you like dogs?", "Yes, very much so.", False),
        ("Do you like dogs?", "My guess of the word is: cat", False),
        ("Where is your bicycle?", "In the cellar, behind the boxes. And yours?", False),
    ],
)
def test_what_is_evasive(prompt: str, text: str, evasive: bool) -> None:
    assert evades(BOT._net, prompt, text) is evasive


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
    with pytest.raises(ValueError, match="no ask"):
        BOT.reply(Ask("guesser", "clue", "clue"), view, "hard", Random(1))


def test_a_guess_looks_back() -> None:
    state = said(start("pillow"), "What lies beside the blanket?", "Nothing but water.")
    state = said(state, "And between the mattress and the duvet, or under the bolster?")
    text = reply(state, "hard")
    assert GAME.parse(state, GAME.asks(state)[0], Reply(text)).values["right"], text
    assert "blanket" in text.split("\n")[1].lower()


@pytest.mark.parametrize(
    ("word", "as_said"),
    [
        ("carrot", "a carrot"), ("apple", "an apple"), ("bread", "bread"), ("shoes", "shoes"), ("christmas", "at Christmas"),
        ("uncle", "my uncle"), ("king", "the king"), ("beach", "at the beach"), ("kitchen", "in the kitchen"),
        ("london", "in London"), ("usb", "USB"), ("sun", "the sun"),
    ],
)  # fmt: skip
def test_words_in_sentences(word: str, as_said: str) -> None:
    assert in_sentence(word) == as_said


def test_faults_of_others_do_not_stop_it() -> None:
    """After a refusal of its text it gives a different one."""
    state = said(start("pillow"), "What goes with a blanket?")
    text = reply(state, "easy")
    ask = GAME.asks(state)[0]
    state = GAME.reject(state, ask, Reply(text), Fault("rule", "no"))
    assert reply(state, "easy") != text
