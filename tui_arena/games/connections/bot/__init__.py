"""The built-in player of Connections, for the setter and all guessers, each with a different mind.

As setter it chooses a word whose beginnings many words share. Such beginnings say little, so the word lasts
long. It changes only to words that its mind knows and the rules accept. As coach it says how hard the clues
were, what each remarkable clue commonly means, and who understood whom. Hints come in steps, and each step
says more than the step before.

A model may help with a clue, or with the word that a clue means (`doubted_clue`, `doubted_word`). A model's
description never contains its word. A model's word is allowed by the rules, fits the letters and isn't
blocked; a setter never blocks its own word. The bot computes nothing before it is first asked.

Law: every reply depends only on the view, the random generator, the bot's mind and its lexicon. The bot
caches only data that follow from a lexicon and a mind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from tui_arena.core.caches import own_cache
from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import Ask, Belief, Bot, Data, Deck, Doubt, Fault, Lexicon, View
from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import listed
from tui_arena.core.probes import NOTHING_ASKED
from tui_arena.core.text import fold
from tui_arena.core.word_table import WordTable
from tui_arena.core.words import says, tokens
from tui_arena.games.connections.bot.minds import Mind, best, by_length, closeness, drawn, first, given
from tui_arena.games.connections.bot.similarity import Meaning
from tui_arena.games.connections.metrics import best_p
from tui_arena.games.connections.state import KEEP, PASSED, SETTER, read_clue, written

# what the bot doesn't know

CLUE = ReplyForm({"clue": "text"}, "alone", marks=("clue:", "description:"), most_chars=80)
WORD = ReplyForm({"word": "word"}, "alone", marks=("word:",))
MOST_WORDS = 12
"""The most words of a description."""


def doubted_clue(word: str) -> Doubt:
    """A description of a word."""

    def accepted(line: str) -> str:
        clue = line.rstrip(".")
        if says(clue, word) or len(tokens(clue)) > MOST_WORDS or "?" in clue:
            raise Fault("rule", f"describe the word in at most {MOST_WORDS} words, without the word itself")
        return written(word, clue, "")

    return Doubt("clue", {"word": word}, CLUE, accepted)


def doubted_word(facts: Mapping[str, Any], allowed: Collection[str], weak: Collection[str]) -> Doubt:
    """The word that the open clue means.

    `allowed`: all words that the rules accept. `weak`: words that the bot knows, and that the clue hardly means.
    """
    prefix, barred = str(facts["prefix"]), [*map(str, facts["blocked"])]
    secret, tried = fold(str(facts["secret"] or "")), _tried(facts)

    def accepted(line: str) -> str:
        word = fold(line).strip(" .!")
        if word not in allowed or not word.startswith(prefix) or word in barred or word == secret:
            raise Fault(
                "rule", f"name one English word that begins with {prefix.upper()} and wasn't named before"
            )
        if secret and (says(word, secret) or says(secret, word)):  # everybody sees a block that fails
            raise Fault("rule", "name another word")
        if word in tried:
            raise Fault("rule", "another description didn't mean that word; name a new one")
        if word in weak or says(str(facts["clue"]), word):
            raise Fault("rule", "the description doesn't mean that word")
        return word

    slots = {"prefix": prefix.upper(), "barred": ", ".join(barred), "clue": facts["clue"]}

    def allows() -> Mapping[str, Collection[str]]:
        taken = {*barred, *tried, secret}
        return {"word": {word for word in allowed if word.startswith(prefix) and word not in taken}}

    return Doubt("guess", slots, WORD, accepted, allows)


def _tried(facts: Mapping[str, Any]) -> set[str]:
    """The words that were answers to earlier clues, and wrong. A small model names the same one again and again."""
    answers = (
        (word, turn["word"])
        for turn in facts["turns"]
        for word in (turn["block"], *(one["word"] for one in turn["guesses"]))
    )
    return {fold(str(word)) for word, meant in answers if word and word != meant}


# the bot

BLUR = {"easy": 3600, "medium": 1400, "hard": 60}
"""Maps a level to the random error, in thousandths, that is added to how strongly a clue means a word."""
STRAYS = {"easy": 0.85, "medium": 1.0, "hard": 0.2}
"""Maps a level to how far the mind strays from the common meaning of a clue, as a part of the weights."""
RECALL = {"easy": 1, "medium": 1, "hard": 4}
"""Maps a level to the number of times that the bot tries to think of a word that a clue may mean."""
HEARD = 2
"""If a word was given before, its weight is divided by this number."""
MEANT = 200
"""A clue must mean some word at least this strongly, in thousandths, for the setter to block."""
CLEAR, LIKELIEST = 1000, 0.5
"""A clue is understood if it means a word at least this strongly, in thousandths, and one word has this share of all
belief."""
RIVALS = 0.5
"""The bot takes a word from a model only if the clue means it at least this part as strongly as the best word."""
LIKELY = 16
"""The most words in a belief."""
HINTED = 3
"""The most words or topics in a hint."""
NEXT = 2
"""The number of letters that a hint adds to the letters shown."""
MINDS = 64
"""The number of minds that are cached."""


class Common:
    """The data that all minds of one lexicon share."""

    def __init__(self, deck: Deck, lexicon: Lexicon | None, said: Mapping[str, Any]) -> None:
        self.said = said
        """The bots' phrases, by occasion."""
        self._deck = deck
        self._list = lexicon.words if lexicon else None
        self.mind = own_cache(MINDS, self._mind)
        """The cached mind with given topics and a given vocabulary number."""

    def _mind(self, topics: tuple[str, ...], vocabulary: int | None) -> Mind:
        return Mind(self.meaning, topics, vocabulary)

    @cached_property
    def meaning(self) -> Meaning:
        """What the words of the lexicon mean."""
        return Meaning(self._deck.items)

    @cached_property
    def listed(self) -> WordTable:
        """All allowed words, in order."""
        words = self.meaning.words if self._list is None else self._list
        return words if isinstance(words, WordTable) else WordTable.of(words)

    def fitting(self, prefix: str, barred: Sequence[str]) -> list[str]:
        """The listed words that begin with `prefix` and aren't `barred`; a made-up word if there are none."""
        out = set(barred)
        fit = [word for word in self.listed.beginning(prefix) if word not in out]
        return fit or [next(word for n in range(len(out) + 1) if (word := prefix + "s" * n) not in out)]


class ConnectionsBot(Bot):
    """Sets words, gives clues, blocks and guesses at the levels `easy`, `medium` and `hard`."""

    def __init__(self, common: Common, topics: tuple[str, ...] = (), vocabulary: int | None = None) -> None:
        """`topics` and `vocabulary`: those of the seat's mind; without them, it is the common mind."""
        self.common = common
        """The data that the bot shares with all other bots of its lexicon."""
        self._own = topics, vocabulary

    @cached_property
    def _mind(self) -> Mind:
        return self.common.mind(*self._own)

    def minded(self, mind: Data) -> ConnectionsBot:
        """The bot of a seat with its topics and vocabulary."""
        number = mind.get("vocabulary")
        topics = tuple(map(str, mind.get("topics") or ()))
        return ConnectionsBot(self.common, topics, 0 if number is None else int(number))

    def prepare(self) -> None:
        """Read the words, once the table is on the screen."""
        _ = self._mind

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text for any of the game's asks; ValueError for an ask of another game."""
        facts = view.facts
        match ask.name:
            case "word":
                return secret(self._mind, level, rng)
            case "clue":
                found = given(facts, view.seat, self._mind, level, rng)
                if found is None and not facts["can_pass"]:
                    words = self.common.fitting(facts["prefix"], facts["blocked"])
                    found = by_length(words, rng, self.common.said["clue_by_length"])
                return found or PASSED
            case "block":
                return self._block(facts, level, rng)
            case "guess":
                return self._guess(facts, level, rng)
            case "change":
                return changed(facts, self._mind, self.common.listed, level, rng) or KEEP
            case "coach":
                return coached(facts, self.common.said, self.common.mind((), None))
        raise ValueError(f"Connections has no ask {ask.name!r}")

    def doubt(self, ask: Ask, view: View, level: str, rng: Random) -> Doubt | None:
        """A clue that it can't find, or a word for a clue that means no word that it knows."""
        facts = view.facts
        if ask.name == "clue" and given(facts, view.seat, self._mind, level, rng) in (None, PASSED):
            words = drawn(facts, view.seat, self._mind, level, rng)
            return doubted_clue(self._mind.meaning.words[words[0]]) if words else None
        if ask.name not in ("guess", "block") or not facts["clue"]:
            return None
        near, meaning = self._thoughts(facts, level), self._mind.meaning
        near.pop(meaning.numbers.get(str(facts["secret"]), -1), None)
        found = first(near, meaning)
        if found is not None and near[found] >= CLEAR and closeness(near, found) >= LIKELIEST:
            return None
        least = 0 if found is None else near[found] * RIVALS
        weak = {meaning.words[n] for n, weight in near.items() if weight < least}
        return doubted_word(facts, self.common.listed, weak)

    def hint(self, ask: Ask, view: View) -> str | None:
        """The thoughts of the hard bot, one line per step; None if there is nothing to say."""
        facts, words, said = view.facts, self._mind.meaning.words, self.common.said
        match ask.name:
            case "word":
                rng = Random(f"hint/{ask.key}")
                found = sorted({secret(self._mind, "hard", rng) for _ in range(HINTED)})
                return str(said["hint_word"].format(words=_row(found)))
            case "clue":
                return "\n".join(self._hints_for_a_clue(ask, view))
            case "block" | "guess":
                likely = self._likely(facts)[:HINTED]
                if not likely:
                    return str(said["hint_nothing"])
                shown = " or ".join(words[n].upper() for n in likely)
                return "\n".join(
                    [*self._feel(likely[0], facts), said[f"hint_{ask.name}"].format(words=shown)]
                )
            case "change":
                return self._hint_change(facts)
        return None

    def belief(self, view: View) -> Belief | None:
        """The words that the open clue probably means; None if there is no open clue."""
        if not view.facts["clue"]:
            return None
        near, words = self._thoughts(view.facts), self._mind.meaning.words
        first = best(near, self._mind.meaning)[:LIKELY]
        return Belief(len(near), tuple((words[n], closeness(near, n)) for n in first))

    # guessing and blocking

    def _thoughts(self, facts: Mapping[str, Any], level: str = "hard") -> dict[int, int]:
        """Maps each known word that fits to how strongly the open clue means it."""
        meaning, prefix = self._mind.meaning, str(facts["prefix"])
        barred = {meaning.numbers[word] for word in facts["blocked"] if word in meaning.numbers}
        fit = (word for word in facts["played"] if word.startswith(prefix))
        seen = [meaning.numbers[word] for word in fit if word in meaning.numbers]
        said = meaning.said(str(facts["clue"]))
        near = self._mind.thoughts(
            said, prefix, barred | said.held, seen, strays=STRAYS[level], recall=RECALL[level]
        )
        for turn in facts["turns"]:
            n = meaning.numbers.get(str(turn["word"]))
            if n in near:
                near[n] = near[n] // HEARD if near[n] > 0 else near[n] * HEARD
        told = self._word_of_repeat(facts)
        if told is not None and told not in barred and meaning.words[told].startswith(prefix):
            near[told] = max(near.values(), default=0) + MEANT
        return near

    def _word_of_repeat(self, facts: Mapping[str, Any]) -> int | None:
        """The number of the word that the open clue was for when last given; None if the clue is new."""
        clue = fold(str(facts["clue"]))
        words = (str(turn["word"]) for turn in reversed(facts["turns"]) if fold(str(turn["clue"])) == clue)
        return self._mind.meaning.numbers.get(next(words, ""))

    def _blurred(self, facts: Mapping[str, Any], level: str, rng: Random) -> dict[int, int]:
        """The thoughts with the random error of a level."""
        near, blur = self._thoughts(facts, level), BLUR[level]
        bits, draw = blur.bit_length(), rng.getrandbits
        for n in near:  # the same as `rng.randrange(blur)`, written out for speed: each word draws once
            while (more := draw(bits)) >= blur:
                pass
            near[n] += more
        return near

    def _likely(self, facts: Mapping[str, Any]) -> list[int]:
        near = self._thoughts(facts)
        secret_number = self._mind.meaning.numbers.get(str(facts["secret"]))
        first = best(near, self._mind.meaning)[: HINTED + 1]
        return [n for n in first if near[n] >= MEANT and n != secret_number]

    def _block(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        """The best fitting word that isn't the secret; a pass if no word fits well enough."""
        near, meaning = self._blurred(facts, level, rng), self._mind.meaning
        near.pop(meaning.numbers.get(str(facts["secret"]), -1), None)
        found = first(near, meaning)
        return PASSED if found is None or near[found] < MEANT else meaning.words[found]

    def _guess(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        found = first(self._blurred(facts, level, rng), self._mind.meaning)
        if found is not None:
            return self._mind.meaning.words[found]
        fitting = self.common.fitting(str(facts["prefix"]), facts["blocked"])
        clue = fold(str(facts["clue"]))
        told = [str(turn["word"]) for turn in facts["turns"] if fold(str(turn["clue"])) == clue]
        return next((word for word in reversed(told) if word in fitting), None) or rng.choice(fitting)

    # hints

    def _hints_for_a_clue(self, ask: Ask, view: View) -> list[str]:
        """Topics that the other guessers know, then words that fit, then a word with a clue to it."""
        facts, said = view.facts, self.common.said
        rng = Random(f"hint/{ask.key}/{ask.attempt}")
        words = drawn(facts, view.seat, self._mind, "medium", rng)[:HINTED]
        if not words:
            return [str(said["hint_no_clue"])]
        others = {seat: list(map(str, interests)) for seat, interests in facts["others"].items()}
        setters = set(others.pop(SETTER, ()))
        topics = dict.fromkeys(topic for mine in others.values() for topic in mine if topic not in setters)
        steps = [said["hint_topics"].format(topics=listed(list(topics)[:HINTED], "or"))] if topics else []
        steps.append(said["hint_clue"].format(words=_row([self._mind.meaning.words[n] for n in words])))
        example = given(facts, view.seat, self._mind, "hard", rng)
        if example is not None and example != PASSED:
            word, clue, _ = read_clue(example)
            steps.append(said["hint_example"].format(word=word.upper(), clue=clue))
        return steps

    def _feel(self, n: int, facts: Mapping[str, Any]) -> list[str]:
        """What a word is about and how long it is, then its next letters."""
        word, topics, said = self._mind.meaning.words[n], self._mind.meaning.topics[n], self.common.said
        feel = said["hint_feel" if topics else "hint_long"]
        shown = len(str(facts["prefix"])) + NEXT
        start = [said["hint_start"].format(start=word[:shown].upper())] if shown < len(word) else []
        return [feel.format(topic=min(topics, default=""), n=len(word)), *start]

    def _hint_change(self, facts: Mapping[str, Any]) -> str | None:
        found = roomier(facts, self._mind, self.common.listed, 1.0)
        if not found:
            return None
        start = found[0][: len(str(facts["prefix"])) + 1]
        count = len(self._mind.meaning.fitting(start))
        return str(self.common.said["hint_change"].format(n=count, start=start.upper()))


def _row(words: Sequence[str]) -> str:
    return listed([word.upper() for word in words])


# the setter

SHORTEST, LONGEST = 5, 10
"""The fewest and the most letters of a secret."""
FAIR = {"easy": (380, 900), "medium": (270, 420), "hard": (270, 380)}
"""Maps a level to the least and the greatest frequency of a secret, 100 times Zipf.
People know words in these ranges but don't think of them first."""
LOOKS_AT = {"easy": 1, "medium": 8, "hard": 24}
"""Maps a level to the number of words that are drawn; the setter takes the best of them."""
PAYS = {"easy": 3.0, "medium": 1.5, "hard": 1.15}
"""Maps a level to a factor: a change pays if that many times as many words share the new beginning."""


def shared(mind: Mind, word: str) -> int:
    """How well a word's beginnings hide it.

    The measure is the number of words that share its first two letters, plus three times the number that
    share its first three.
    """
    fitting = mind.meaning.fitting
    return len(fitting(word[:2])) + 3 * len(fitting(word[:3]))


def secret(mind: Mind, level: str, rng: Random) -> str:
    """The secret that a setter of a given level chooses."""
    meaning = mind.meaning
    fit = [n for n in mind.known("") if _fair(mind, n, level)] or list(range(len(meaning.words)))
    words = [meaning.words[n] for n in rng.sample(fit, min(LOOKS_AT[level], len(fit)))]
    return max(words, key=lambda word: (shared(mind, word), word))


def _fair(mind: Mind, n: int, level: str) -> bool:
    least, most = FAIR[level]
    return least <= mind.meaning.frequency[n] <= most and SHORTEST <= len(mind.meaning.words[n]) <= LONGEST


def changed(
    facts: Mapping[str, Any], mind: Mind, listed: Collection[str], level: str, rng: Random
) -> str | None:
    """The word to change to; None to keep the secret. `listed`: all words that the rules accept."""
    found = roomier(facts, mind, listed, PAYS[level])
    if not found:
        return None
    numbers, frequency = mind.meaning.numbers, mind.meaning.frequency
    least, most = FAIR[level]
    fair = [word for word in found if least <= frequency[numbers[word]] <= most]
    words = fair or found
    looked_at = rng.sample(words, min(LOOKS_AT[level], len(words)))
    return min(looked_at, key=lambda word: (frequency[numbers[word]], word))


def roomier(facts: Mapping[str, Any], mind: Mind, listed: Collection[str], pays: float) -> list[str]:
    """The words whose next letter is shared by the most words; empty if a change to them doesn't pay.

    `pays`: how many times as many words must share the new beginning as share the current one.
    """
    prefix, now, seen = str(facts["prefix"]), str(facts["secret"]), set(facts["played"])
    words, at = mind.meaning.words, len(prefix)
    counts = Counter(words[n][at] for n in mind.known(prefix) if len(words[n]) > at)
    fit: dict[str, list[str]] = {}
    for n in mind.known(prefix):
        word = words[n]
        lasts = len(word) > at + 1 and len(word) <= max(LONGEST, at + 3)
        if lasts and word not in seen and word != now and word in listed:
            fit.setdefault(word[at], []).append(word)
    letter = max(fit, key=lambda c: (counts[c], c), default="")
    ends = len(now) == at + 1 and not facts["plays_on"]
    room = 0 if ends else counts[now[at]]
    return fit[letter] if letter and counts[letter] > pays * room else []


# the coach

NEAR = 0.08
"""A clue within this distance of the best chance was as close as it should be."""
SHOWN = 4
"""The most words that are listed as too easy or too hard."""
REMARKED = 5
"""The most clues that the coach remarks on."""
OPEN = 0.6
"""If one word has this share of all belief, the clue can hardly mean another word."""
FETCHED = 3
"""If a clue means at least this many other words more strongly, it is far-fetched."""
REMARKS = ("tempting", "open", "bold", "missed", "dark", "unlucky")
"""The coach's remarks on single clues, the most telling first."""
ENOUGH = 2
"""The fewest clues between two guessers for a sentence about them."""


def coached(facts: Mapping[str, Any], said: Mapping[str, Any], mind: Mind) -> str:
    """A few lines on a session that is over, from the facts of any view.

    `said`: the coach's phrases, by occasion. `mind`: knows the common meanings of clues.
    """
    turns = [turn for turn in facts["turns"] if turn["word"]]
    if not turns:
        return NOTHING_ASKED
    best = best_p(int(facts["guessers"]))
    lines = [
        _measured(turns, best, int(facts["guessers"]), said),
        *_remarks(facts["turns"], said, mind),
        *_pairs(turns, said),
    ]
    easy = [str(turn["word"]).upper() for turn in turns if turn["end"] == "setter_blocked"]
    hard = [str(turn["word"]).upper() for turn in turns if turn["end"] == "guesser_wrong"]
    if easy:
        lines.append(said["coach_easy"].format(words=_last(easy, said)))
    if hard:
        lines.append(said["coach_hard"].format(words=_last(hard, said)))
    return "\n".join(lines)


def _last(words: Sequence[str], said: Mapping[str, Any]) -> str:
    """The last few words, and the number of other words."""
    shown = list(words[-SHOWN:])
    more = [said["coach_more"].format(n=len(words) - SHOWN)] if len(words) > SHOWN else []
    return listed([*shown, *more])


def _measured(turns: Sequence[Mapping[str, Any]], best: float, guessers: int, said: Mapping[str, Any]) -> str:
    asked, right = 0, 0
    for turn in turns:
        blocked = turn["end"] == "setter_blocked"
        asked += 1 + len(turn["guesses"])
        right += blocked + sum(bool(guess["right"]) for guess in turn["guesses"])
    p = right / asked
    measured = said["coach_measured"].format(share=round(p * 100), guessers=guessers, best=round(best * 100))
    so = "right" if abs(p - best) <= NEAR else "harder" if p > best else "easier"
    return f"{measured} {said[f'coach_{so}']}"


def _remarks(turns: Sequence[Mapping[str, Any]], said: Mapping[str, Any], mind: Mind) -> list[str]:
    """Remarks on single clues, in the order of the attempts: their common meaning, and who else got them."""
    found = [
        (REMARKS.index(about), number, said[f"coach_{about}"].format(clue=turn["clue"], **slots))
        for number, turn in enumerate(turns, 1)
        if (remark := _remark(turn, mind)) is not None
        for about, slots in [remark]
    ]
    chosen = sorted(found)[:REMARKED]
    return [f"{number}. {line}" for _, number, line in sorted(chosen, key=lambda one: one[1])]


def _remark(turn: Mapping[str, Any], mind: Mind) -> tuple[str, dict[str, str]] | None:
    """The key of the remark on a clue and the values for its slots; None if there is nothing to say."""
    words, numbers, word = mind.meaning.words, mind.meaning.numbers, str(turn["word"])
    n = numbers.get(word)
    if n is None:
        return None
    near = mind.thoughts(mind.meaning.said(str(turn["clue"])), word[: int(turn["before"])])
    order = best(near, mind.meaning)
    rival = next((one for one in order if one != n), n)
    told = {"word": word.upper(), "rival": words[rival].upper()}
    match turn["end"]:
        case "setter_blocked":
            if closeness(near, n) >= OPEN:
                return "open", told
            return ("unlucky", told) if near[rival] >= MEANT else None
        case "guesser_wrong":
            return _missed(turn, near, n, told, numbers)
    return ("bold", told) if order.index(n) >= FETCHED else None


def _missed(
    turn: Mapping[str, Any],
    near: Mapping[int, int],
    n: int,
    slots: dict[str, str],
    numbers: Mapping[str, int],
) -> tuple[str, dict[str, str]] | None:
    """The same for a clue that nobody understood; it depends on the words that were guessed."""
    guessed = [str(guess["word"]) for guess in turn["guesses"] if guess["word"]]
    if not guessed:
        return None
    taken = max(guessed, key=lambda word: near.get(numbers.get(word, -1), 0))
    pull = near.get(numbers.get(taken, -1), 0)
    slots = {**slots, "guess": taken.upper()}
    if pull >= max(near[n], MEANT):
        return "tempting", slots
    if near[n] < MEANT:
        return "dark", slots
    return ("missed", slots) if pull < MEANT else None


def _pairs(turns: Sequence[Mapping[str, Any]], said: Mapping[str, Any]) -> list[str]:
    """Two lines: the guessers whose clues another guesser understood best and least, with that guesser.

    Empty if there is nothing to compare.
    """
    guessed = grouped(
        ((str(turn["giver"]), str(guess["seat"])), bool(guess["right"]))
        for turn in turns
        for guess in turn["guesses"]
    )
    pairs = [
        (sum(named) / len(named), giver, other, sum(named), len(named))
        for (giver, other), named in guessed.items()
        if len(named) >= ENOUGH
    ]
    if len(pairs) < 2:
        return []
    pairs.sort(key=lambda pair: (-pair[0], -pair[4], pair[1:3]))
    if pairs[0][0] == pairs[-1][0]:
        return []
    ends = (("best", pairs[0]), ("least", pairs[-1]))
    return [
        said[f"coach_{most}"].format(giver=giver, other=other, right=right, n=n)
        for most, (_, giver, other, right, n) in ends
    ]


def make(deck: Deck, lexicon: Lexicon | None, said: Mapping[str, Any]) -> ConnectionsBot:
    """The bot for a deck and a lexicon. Making it is cheap: it reads the words when it is first asked.

    `lexicon`: all allowed words; None for the words of the deck. `said`: the bot's phrases, by occasion.
    """
    return ConnectionsBot(Common(deck, lexicon, said))
