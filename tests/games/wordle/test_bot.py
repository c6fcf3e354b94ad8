"""Wordle's bot in every seat: what it plays, what it says, and what it can't know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance import CATALOGUE
from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core.game import Bot, Fault, Lexicon, Reply, Setup, View
from tui_arena.core.record import judge
from tui_arena.core.words import tokens
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.files import host_texts
from tui_arena.games.wordle.bot import Breach, breach
from tui_arena.games.wordle.bot.guesser import OPENING, invented
from tui_arena.games.wordle.bot.vocabulary import DIGIT, SOLVED, Columns, parts_of
from tui_arena.games.wordle.rules import GAME, WordleState, WordleTurn, feedback, parse_guess

CASES = Cases(__file__)

INFO: GameInfo = CATALOGUE.game("wordle")
DECK = CATALOGUE.deck(None, INFO).deck
WORDS = [str(item["word"]) for item in DECK.items]
CLUES = {str(item["word"]): item["clues"] for item in DECK.items}
PAIRS = {str(item["word"]): (item["far"], item["near"]) for item in DECK.items}
LEXICON = CATALOGUE.lexicon(None, INFO)
LEVELS = ("easy", "medium", "hard")
VARIANTS = ("classic", "clue", "critic")
LOST = 7
"""The number of guesses that a lost session counts as."""


def bot() -> Bot:
    found = INFO.bot_for()
    assert found is not None
    return found


def begun(word: str | None, lexicon: Lexicon | None = LEXICON, **options: Any) -> WordleState:
    full = {name: option.default for name, option in INFO.options.items()} | options
    secret: dict[str, Any] | None = None
    if word is not None:
        secret = {"word": word}
        if full["variant"] != "classic":
            secret["clue"] = CLUES[word][0] if word in CLUES else "nothing that anybody wrote"
    return GAME.start(Setup(full, secret, lexicon=lexicon))


def played(
    state: WordleState, level: str, critic: str = "hard"
) -> tuple[WordleState, list[tuple[str, Fault | None]]]:
    """A session that bots play to its end, with every reply."""
    said: list[tuple[str, Fault | None]] = []
    while not state.over:
        ask = GAME.asks(state)[0]
        rng = Random(f"{state.setup.secret}/{ask.seat}/{ask.key}/{ask.attempt}")
        of = critic if ask.seat == "critic" else level
        text = bot().reply(ask, GAME.view(state, ask.seat), of, rng)
        state, _, fault, _ = judge(GAME, state, ask, Reply(text))
        said.append((text, fault))
    return state, said


@cache
def guesses(level: str, variant: str) -> list[int]:
    """Guesses needed for some targets; a lost session counts as seven."""
    some = WORDS[:: 20 if level == "hard" else 40]
    ends = [played(begun(word, variant=variant), level)[0] for word in some]
    return [len(end.turns) if end.won else LOST for end in ends]


def mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


# how well it plays


def test_hard_finds_every_word_in_few_guesses() -> None:
    taken = guesses("hard", "classic")
    assert LOST not in taken
    assert mean(taken) <= 3.55


@pytest.mark.thorough
def test_a_clue_helps() -> None:
    assert LOST not in guesses("hard", "clue")
    assert mean(guesses("hard", "clue")) <= mean(guesses("hard", "classic")) - 0.08


@pytest.mark.thorough
@pytest.mark.parametrize("variant", sampled(["classic", "clue"], 2))
def test_levels_are_well_apart(variant: str) -> None:
    easy, medium, hard = (mean(guesses(level, variant)) for level in LEVELS)
    assert hard + 0.4 <= medium
    assert medium + 0.4 <= easy


@pytest.mark.thorough
def test_easy_loses_now_and_then_and_medium_seldom() -> None:
    assert 0.05 <= guesses("easy", "classic").count(LOST) / len(guesses("easy", "classic")) <= 0.2
    assert guesses("medium", "classic").count(LOST) / len(guesses("medium", "classic")) <= 0.06


def test_hard_opens_with_its_opening() -> None:
    state = begun("pride")
    assert bot().reply(GAME.asks(state)[0], GAME.view(state, "guesser"), "hard", Random(1)).endswith(OPENING)


# replies by the rules


@pytest.mark.parametrize(("hard", "variant", "level"), sampled(product([False, True], VARIANTS, LEVELS), 10))
def test_no_reply_is_ever_refused(hard: bool, variant: str, level: str) -> None:
    for word in WORDS[7::190]:
        state, said = played(begun(word, variant=variant, hard=hard, form="strict"), level, level)
        assert [fault for _, fault in said if fault] == []
        assert all(len(text.split("\n")) == 2 for text, _ in said)
        assert state.aborted is None


@each(*LEVELS)
def test_it_guesses_words_that_people_know(level: str) -> None:
    known = set(WORDS)
    for word in WORDS[3::230]:
        assert {turn.guess for turn in played(begun(word), level)[0].turns} <= known


@pytest.mark.parametrize(("variant", "level"), sampled(product(VARIANTS, LEVELS), 8))
def test_a_refused_word_is_not_given_again(variant: str, level: str) -> None:
    state = begun("zzzzz", Lexicon("tiny", frozenset({"other"})), variant=variant)
    _, said = played(state, level)
    refused = [parse_guess(text, strict=True)[0] for text, fault in said if fault is not None]
    assert len(refused) == 26 - ("other" in refused)
    assert len(set(refused)) == len(refused)


@pytest.mark.thorough
@pytest.mark.parametrize("level", sampled(LEVELS, 3, first=2))
def test_hard_finds_words_that_are_no_targets(level: str) -> None:
    found = [played(begun(word), level)[0] for word in ("zymes", "aahed", "tripe", "yukes", "salon")]
    assert all(state.aborted is None for state in found)
    if level == "hard":
        assert all(state.won for state in found[1:2])


@pytest.mark.parametrize("level", sampled(LEVELS, 6))
@pytest.mark.parametrize("word", ["zzzzz", "qjxkv", "aeiou", "eerie", "llama"])
@pytest.mark.parametrize("hard", [False, True])
def test_a_word_of_a_users_deck_ends_like_any_other(level: str, word: str, hard: bool) -> None:
    state, said = played(begun(word, hard=hard, variant="clue"), level)
    assert state.over
    assert all(fault is None or fault.kind == "unknown_word" for _, fault in said)
    if not hard:
        assert state.aborted is None


def test_letters_are_made_up_only_as_the_marks_allow() -> None:
    turns = tuple((g, feedback("xylyl", g)) for g in ("slate", "lymph", "xenon"))
    assert all(feedback(invented(turns, set()), g) == m for g, m in turns)


# what the bot may know and say


def test_nothing_depends_on_the_secret() -> None:
    """If the guesses don't tell two words apart, only the setter sees a difference between them."""
    alike = [w for w in WORDS if feedback(w, "slate") == feedback("proud", "slate")]
    for variant in ("classic", "critic"):
        state = begun("proud", variant=variant)
        turn = WordleTurn("slate", feedback("proud", "slate"))
        state = replace(state, clue=state.clue and "a clue to neither", turns=(turn,))
        if variant == "critic":
            state = replace(state, open=WordleTurn(proposal="crony"))
        ask = GAME.asks(state)[0]
        texts = set()
        for word in alike[:20]:
            view = GAME.view(replace(state, target=word), ask.seat)
            texts.add((bot().reply(ask, view, "hard", Random(1)), bot().hint(ask, view)))
        assert len(texts) == 1


def test_no_phrase_holds_a_word_of_five_letters() -> None:
    assert LEXICON is not None
    spoken = host_texts("wordle")["bots"].values()
    lines = [line for v in spoken for line in ([v] if isinstance(v, str) else v)]
    assert len(lines) > 80
    assert [(line, t) for line in lines for t in tokens(line) if t in LEXICON.words] == []


@pytest.mark.parametrize("variant", sampled(["clue", "critic"], 2))
def test_reasons_and_hints_never_say_the_secret(variant: str) -> None:
    for word in [*WORDS[11::300], "money", "music", "cloth", "drink"]:
        state = begun(word, variant=variant)
        while not state.over:
            ask = GAME.asks(state)[0]
            view = GAME.view(state, ask.seat)
            for level in LEVELS:
                text = bot().reply(ask, view, level, Random(f"{ask.key}"))
                reason = next(line for line in text.split("\n") if line.startswith("explanation: "))
                assert word not in tokens(reason)
            assert word not in tokens(bot().hint(ask, view) or "")
            state, _, _, _ = judge(GAME, state, ask, Reply(text))


def test_a_topic_is_named_only_where_it_is_no_word_of_the_game() -> None:
    state = begun("heron", variant="clue", clues="one")
    hints = {}
    for clue in (
        "a tune for violin and a band with drums",
        "a furry beast with claws and a tail, hunted in the wild",
    ):
        view = GAME.view(replace(state, clue=clue), "guesser")
        hints[clue] = bot().hint(GAME.asks(state)[0], view) or ""
    with_music, with_animals = hints.values()
    assert "music" not in with_music
    assert "something to do with" not in with_music
    assert "The clue may have something to do with animals." in with_animals


def test_a_far_clue_gives_no_topic_as_it_points_away_on_purpose() -> None:
    state = replace(begun("crass", variant="clue"), clue="his new book is, and it sells well")
    hint = bot().hint(GAME.asks(state)[0], GAME.view(state, "guesser"))
    assert hint is not None
    assert "to do with" not in hint


def test_far_clues_bring_no_hint_or_doubt_at_any_word() -> None:
    """Of shipped far clues the topic that they point at is right once in 25 times."""
    for word in WORDS[7::150]:
        state = replace(begun(word, variant="critic"), clue=PAIRS[word][0])
        hint = bot().hint(GAME.asks(state)[0], GAME.view(state, "guesser"))
        assert "to do with" not in (hint or "")
        for proposal in ("crane", "stone"):
            asked = replace(state, open=WordleTurn(proposal=proposal))
            view = GAME.view(asked, "critic")
            for level in ("medium", "hard"):
                said = bot().reply(GAME.asks(asked)[0], view, level, Random(1))
                assert "agreement: yes" in said


@CASES.each
def test_a_critic_claims_to_hear_no_clue_that_it_does_not_know(clue: str, proposal: str) -> None:
    for tried in ((), ("humid",)):
        state = replace(
            begun("larva", variant="critic"),
            clue=clue,
            turns=tuple(WordleTurn(word, feedback("stone", word)) for word in tried),
            open=WordleTurn(proposal=proposal),
        )
        for level in LEVELS:
            for n in range(5):
                said = bot().reply(GAME.asks(state)[0], GAME.view(state, "critic"), level, Random(n))
                if "agreement: yes" in said:
                    assert "clue" not in said


def test_a_word_of_the_clue_is_heard_in_a_word_that_it_brings_to_mind() -> None:
    state = replace(
        begun("aback", variant="critic"), clue="taken by a surprise", open=WordleTurn(proposal="aback")
    )
    said = bot().reply(GAME.asks(state)[0], GAME.view(state, "critic"), "medium", Random(1))
    assert "surprise" in said
    assert "agreement: yes" in said


@each(("pipes", True), ("stone", False), ("chess", False), ("chaos", False))
def test_a_plural_in_s_can_not_be_the_word(word: str, plural: bool) -> None:
    state = replace(begun("anode", variant="critic"), open=WordleTurn(proposal=word))
    view = GAME.view(state, "critic")
    for level in ("medium", "hard"):
        said = bot().reply(GAME.asks(state)[0], view, level, Random(1))
        assert ("agreement: no" in said) == plural
        assert ("plural" in said) == plural
    assert ("plural" in (bot().hint(GAME.asks(state)[0], view) or "")) == plural


@pytest.mark.thorough
def test_no_hint_names_a_letter_that_gives_a_word_away() -> None:
    for word in WORDS[3::120]:
        for tried in (("crane",), ("slate", "crony"), ("slate", "crony", "dumpy")):
            turns = tuple(WordleTurn(g, feedback(word, g)) for g in tried)
            state = replace(begun(word), turns=turns)
            hint = bot().hint(GAME.asks(state)[0], GAME.view(state, "guesser")) or ""
            if found := re.search(r"with ([A-Z]) in it", hint):
                fits = [w for w in WORDS if all(feedback(w, t.guess) == t.marks for t in turns)]
                assert sum(found[1].lower() in w for w in fits) >= 3


# critic


@settings(max_examples=60)
@given(st.sampled_from(WORDS), st.sampled_from(WORDS), st.sampled_from(WORDS))
def test_the_marks_speak_against_a_word_just_when_they_differ(target: str, guess: str, word: str) -> None:
    turns = ((guess, feedback(target, guess)),)
    assert (breach(turns, word) is None) == (feedback(word, guess) == turns[0][1])


@each(
    ("crane", "slate", "slate", Breach("again")),
    ("crane", "slate", "cramp", Breach("green", "E", 5)),
    ("crane", "slate", "shake", Breach("grey", "S")),
    ("vital", "slate", "alibi", Breach("elsewhere", "L", 2)),
    ("vital", "slate", "tibia", Breach("missing", "L")),
    ("crane", "melee", "where", Breach("many", "E")),
    ("crane", "slate", "grace", None),
)
def test_what_the_marks_say(target: str, guess: str, word: str, expected: Breach | None) -> None:
    assert breach(((guess, feedback(target, guess)),), word) == expected


def opinion(facts: Mapping[str, Any], level: str, n: int = 0) -> bool:
    state = replace(begun("heron", variant="critic", clues="one"), open=WordleTurn(proposal="slate"))
    view = GAME.view(state, "critic")
    text = bot().reply(
        GAME.asks(state)[0], View("wordle", "critic", {**view.facts, **facts}), level, Random(n)
    )
    return text.startswith("agreement: yes")


@each("medium", "hard")
def test_a_word_that_the_marks_rule_out_is_doubted(level: str) -> None:
    turns = [{"guess": "slate", "marks": list(feedback("heron", "slate"))}]
    assert not opinion({"turns": turns, "turn": 2, "proposal": "stare"}, level)
    assert not opinion({"turns": turns, "turn": 2, "proposal": "zzzzz"}, level)


def test_the_critic_listens_to_the_clue() -> None:
    clue = "large bird that lives in the jungle, an animal"
    assert opinion({"clue": clue, "proposal": "tiger", "turn": 2}, "hard")
    assert not opinion({"clue": clue, "proposal": "audit", "turn": 2}, "hard")


@pytest.mark.thorough
def test_critics_judge_better_from_level_to_level() -> None:
    """Judgements of the word, of another word that fits its marks, and of one that doesn't fit."""
    told = dict.fromkeys(LEVELS, 0)
    tries = ("slate", "crony")
    marks = {w: [feedback(w, g) for g in tries] for w in WORDS}
    for i, word in enumerate(WORDS[5::26]):
        fits = [w for w in WORDS if w != word and marks[w] == marks[word]]
        wrong = WORDS[i * 997 % len(WORDS)]
        if not fits or wrong in fits or wrong == word:
            continue
        turns = [{"guess": g, "marks": list(feedback(word, g))} for g in tries]
        facts = {"turns": turns, "turn": 3, "clue": CLUES[word][0]}
        for level in LEVELS:
            told[level] += opinion({**facts, "proposal": word}, level, i)
            told[level] += not opinion({**facts, "proposal": fits[i % len(fits)]}, level, i + 5000)
            told[level] += not opinion({**facts, "proposal": wrong}, level, i + 10000)
    assert told["easy"] + 10 < told["medium"]
    assert told["medium"] + 10 < told["hard"]


def test_a_critic_without_the_board_still_judges() -> None:
    for level in LEVELS:
        _, said = played(begun("heron", variant="critic", critic_sees="word"), "hard", level)
        assert any(text.startswith("agreement: ") for text, _ in said)


# setter


def set_word(level: str, variant: str, seed: int = 3) -> str:
    state = begun(None, variant=variant)
    return bot().reply(GAME.asks(state)[0], GAME.view(state, "setter"), level, Random(seed))


@each(("easy", "high"), ("medium", "medium"), ("hard", "low"))
def test_the_setter_chooses_by_level(level: str, group: str) -> None:
    groups = {str(item["word"]): item["group"] for item in DECK.items}
    for seed in range(20):
        for variant in ("classic", "clue"):
            text = set_word(level, variant, seed)
            word, _, clue = text.partition(" | ")
            assert groups[word] == group
            assert clue == (" | ".join(PAIRS[word]) if variant == "clue" else "")
            state = begun(None, variant=variant)
            assert judge(GAME, state, GAME.asks(state)[0], Reply(text))[2] is None


def test_the_setter_does_not_repeat_a_refused_word() -> None:
    state = begun(None, Lexicon("tiny", frozenset({"other"})))
    words = []
    while not state.over:
        ask = GAME.asks(state)[0]
        words.append(bot().reply(ask, GAME.view(state, "setter"), "easy", Random(1)))
        state = judge(GAME, state, ask, Reply(words[-1]))[0]
    assert len(set(words)) == len(words) == 3
    ask = GAME.asks(begun(None))[0]
    assert bot().hint(ask, GAME.view(begun(None), "setter")) is None


# hints


@CASES.each
def test_a_hint_counts_what_fits(tried: tuple[str, ...], hint: str) -> None:
    state = begun("heron")
    state = replace(state, turns=tuple(WordleTurn(g, feedback("heron", g)) for g in tried))
    said = bot().hint(GAME.asks(state)[0], GAME.view(state, "guesser"))
    assert said is not None
    assert hint in said


def test_a_hint_for_the_critic_weighs_the_proposal() -> None:
    state = replace(
        begun("heron", variant="critic"), turns=(WordleTurn("slate", feedback("heron", "slate")),)
    )
    for proposal, hint in (("stare", "rule that out"), ("heron", "say it's fine"), ("zzzzz", "won't pass")):
        asked = replace(state, open=WordleTurn(proposal=proposal))
        assert hint in (bot().hint(GAME.asks(asked)[0], GAME.view(asked, "critic")) or "")


WORD = st.text(st.sampled_from("abcd"), min_size=5, max_size=5)


@given(st.lists(WORD, min_size=1, max_size=30), WORD)
def test_codes_are_the_feedback_of_the_rules(words: list[str], guess: str) -> None:
    marks = (enumerate(feedback(word, guess)) for word in words)
    expected = [sum(DIGIT[mark] * 3**i for i, mark in each) for each in marks]
    assert list(Columns(words).codes(parts_of(guess))) == expected


@each(("spree", "spare", "GG-YG"), ("eerie", "geese", "-GY-G"), ("abbey", "kebab", "-YGYY"))
def test_codes_of_repeated_letters(target: str, guess: str, marks: str) -> None:
    digits = [{"-": 0, "Y": 1, "G": 2}[m] for m in marks]
    code = Columns([target]).codes(parts_of(guess))[0]
    assert [code // 3**i % 3 for i in range(5)] == digits
    assert Columns([target]).codes(parts_of(target))[0] == SOLVED


@given(st.lists(WORD, min_size=1, max_size=30, unique=True), st.lists(WORD, max_size=3), WORD)
def test_fit_keeps_just_what_the_marks_allow(words: list[str], guesses: list[str], target: str) -> None:
    turns = [(g, feedback(target, g)) for g in guesses]
    expected = [w for w in words if all(feedback(w, g) == m for g, m in turns)]
    assert Columns(words).fit(turns) == expected


def test_a_forgotten_mark_rules_nothing_out() -> None:
    words = ["crane", "grape", "slate"]
    assert Columns(words).fit([("crane", (None, "green", "green", None, "green"))]) == ["crane", "grape"]


@given(st.lists(WORD, min_size=1, max_size=20, unique=True), st.lists(WORD, max_size=3), WORD)
def test_use_takes_just_what_hard_mode_takes(words: list[str], guesses: list[str], target: str) -> None:
    info = Catalogue().game("wordle")
    options = {name: option.default for name, option in info.options.items()} | {"hard": True}
    turns = tuple(WordleTurn(g, feedback(target, g)) for g in guesses if g != target)
    state = replace(GAME.start(Setup(options, {"word": target})), turns=turns)

    def taken(word: str) -> bool:
        try:
            GAME.parse(state, GAME.asks(state)[0], Reply(word))
        except Fault:
            return False
        return True

    found = Columns(words).use([(t.guess, t.marks) for t in turns])
    assert found == [w for w in words if taken(w)]
