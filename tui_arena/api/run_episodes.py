"""Episodes as a run has them: by number, without a secret twice before all came, and of one split alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count, islice
from typing import get_args

from tui_arena.api.table import NotAsked
from tui_arena.batch.run import session_seed
from tui_arena.core.dealing import PASSES, Split, item_name, new_ones, once_each, splits
from tui_arena.core.game import Data
from tui_arena.core.language.sentences import counted
from tui_arena.core.options import BadOption
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue
from tui_arena.players.dealing import items_of, undealt
from tui_arena.players.new_session import Opening, new_session
from tui_arena.table.unseen_seeds import hidden

TRIED = 10_000
"""Sessions in a row without one of the split, after which there is none."""


class RunEpisodes:
    """The episodes of one environment, whatever the seed of the run."""

    def __init__(
        self, opening: Opening, catalogue: Catalogue, split: Split | None, *, single_pass: bool
    ) -> None:
        """Raises BadOption where the secrets of a split or pass aren't known, or if there are none."""
        self._opening, self._catalogue = replace(opening, dealing=PASSES), catalogue
        self._info = info = catalogue.game(opening.game)
        if split not in (None, *get_args(Split)):
            raise BadOption(f"split can't be {split!r}; allowed: {', '.join(get_args(Split))}")
        self._split, self._single_pass = split, single_pass
        self.items: Sequence[Data] | None = None
        """What is dealt; None: what the options leave, or what a bot gives."""
        self._walks: tuple[int, list[int], Iterator[int]] | None = None
        session, cast = new_session(opening, catalogue, id="-", seed=0, started=None)
        dealt = items_of(session, info)
        source = session.setup.source
        self._split_of = splits(source)
        self._given = not dealt and hidden(session, cast, info) is not None
        if not dealt and not self._given and (split or single_pass):
            why = undealt(session, info)
            raise BadOption(
                f"{'split' if split else 'single pass'}: nobody knows the secrets beforehand{f': {why}' if why else ''}"
            )
        if split and dealt:
            self.items = [item for item in dealt if self._split_of(item_name(item)) == split]
            if not self.items:
                raise BadOption(
                    f"split: {one_line(source.name if source else '', 60)} holds no item for {split} with these options"
                )
        self.size = len(self.items or dealt) if single_pass and dealt else None
        """How many episodes a single pass has; None: no end, or nobody knows."""

    def seed_in_split(self, seed: int) -> int:
        """The seed itself, or, where a bot gives a secret of the other split with it, one that follows from it."""
        if self._split is None or not self._given:
            return seed
        for tried in (seed, *(session_seed(seed, number) for number in range(TRIED))):
            if self._is_wanted(self._secret(tried)):
                return tried
        raise self._none()

    def place(self, run: int, index: int) -> tuple[Opening, int]:
        """The opening and the number of the session that is episode `index` of a run with this seed.

        Raises BadOption for what is no index, NotAsked after a single pass.
        """
        for name, value in (("seed", run), ("index", index)):
            if isinstance(value, bool) or not isinstance(value, int) or (name == "index" and value < 0):
                raise BadOption(
                    f"{name} can't be {one_line(repr(value), 40)}; allowed: a whole number from 0"
                )
        if self.size is not None and index >= self.size:
            raise NotAsked(f"the pass is over: each of the {self.size} items was dealt")
        return replace(self._opening, seed=run), self._number(run, index) if self._given else index

    def _number(self, run: int, index: int) -> int:
        """The number of the session where a bot gives the secrets."""
        if self._walks is None or self._walks[0] != run:
            self._walks = (run, [], self._numbers(run))
        _, known, more = self._walks
        known.extend(islice(more, max(index + 1 - len(known), 0)))
        if index < len(known):
            return known[index]
        if known:
            raise NotAsked(f"the pass is over: {counted(len(known), 'secret')} came, and no other")
        raise self._none()

    def _numbers(self, run: int) -> Iterator[int]:
        @lru_cache(maxsize=2)
        def secret_of(number: int) -> str | None:
            return self._secret(session_seed(run, number), run, number)

        def wanted() -> Iterator[int]:
            missed = 0
            for number in count():
                missed = 0 if self._is_wanted(secret_of(number)) else missed + 1
                if not missed:
                    yield number
                elif missed > TRIED:
                    return

        if self._single_pass:
            return once_each(secret_of, wanted())
        return new_ones(secret_of, wanted())

    def _secret(self, seed: int, run: int | None = None, index: int | None = None) -> str | None:
        """What a bot will give in a session."""
        opening = replace(self._opening, seed=run)
        session, cast = new_session(opening, self._catalogue, id="-", seed=seed, started=None, index=index)
        found = hidden(session, cast, self._info)
        return found.text if found else None

    def _is_wanted(self, secret: str | None) -> bool:
        return self._split is None or (secret is not None and self._split_of(secret) == self._split)

    def _none(self) -> BadOption:
        return BadOption(f"split: no secret for {self._split} came in {TRIED} sessions")
