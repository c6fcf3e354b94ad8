"""The actions of the home screen's keys. The first such key loads this module; the first frame needs none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING

from tui_arena.core.challenge import SEEDS, BadCode, Challenge
from tui_arena.core.language.sentences import YOU, listed
from tui_arena.data import GameInfo
from tui_arena.data.narration import Tutorial
from tui_arena.players.challenges import code_of, opening_for, own_challenge, own_form, read_challenge
from tui_arena.players.daily import daily_seed
from tui_arena.players.new_session import Opening, people_seated
from tui_arena.players.party import PartyState
from tui_arena.players.seating import read_player
from tui_arena.save.errors import SaveError
from tui_arena.save.queries import SessionRow
from tui_arena.table.challenging import answered, note_sender, take_in
from tui_arena.ui.home.home_stats import Daily, other_casts
from tui_arena.ui.sessions.presenter import read_demos
from tui_arena.ui.setup.recent_setups import recall, unusual, usual, watched, with_variant
from tui_arena.ui.widgets.dialogs import Dialog, TextDialog
from tui_arena.ui.widgets.rows import Choice, Picker

if TYPE_CHECKING:
    from tui_arena.ui.app.arena import Arena


PLAYED = (
    "You've already played this one",
    "Look at the other game next to yours, or play it again. A second game doesn't count.",
    [("see", "Side by side"), ("play", "Play again")],
)


def play(arena: Arena, info: GameInfo, *, as_last: bool = False) -> None:
    """Play a game in the usual seat, or with the last players, and say what differs from the plain game."""
    opening = (recall if as_last else usual)(arena.settings, info, arena.registry.book)
    arena.open_table(opening)
    if differs := unusual(opening, info):
        arena.notify(f"Same as last time: {listed(differs)}.")


def play_guided(arena: Arena, info: GameInfo) -> None:
    """Play a guided game, with the players and options that its guide names; say so if it has no guide."""
    if not info.has_tutorial:
        arena.notify(f"{info.title} has no guide. Press F1 for its rules.")
        return
    tutorial = info.tutorial() or Tutorial()
    cast = {seat: read_player(text) for seat, text in tutorial.players.items()}
    opening = Opening(info.id, cast, dict(tutorial.options))
    arena.open_table(people_seated(opening, info, arena.settings.name), guided=True)


def play_daily(arena: Arena, info: GameInfo, daily: Daily) -> None:
    """Play a daily, resume it, or see its result."""
    if daily.session is None:
        opening = Opening(info.id, seed=daily_seed(daily.day))
        arena.open_table(people_seated(opening, info, arena.settings.name), daily=daily.day)
    elif daily.over:
        arena.open_result(daily.session)
    else:
        arena.resume_table(daily.session)


def go_on(arena: Arena, waiting: SessionRow | PartyState) -> None:
    """Return to a table or a party. If the party has an unfinished table, return to that table."""
    if isinstance(waiting, SessionRow):
        arena.resume_table(waiting.id)
    elif waiting.running is not None:
        arena.resume_table(waiting.running.row.id)
    else:
        arena.open_party(waiting.party.id)


def game_of(waiting: SessionRow | PartyState) -> str:
    """The game of a session or party that can be resumed."""
    return waiting.game if isinstance(waiting, SessionRow) else waiting.game.game


def take_variant(arena: Arena, info: GameInfo, variant: str) -> Mapping[str, str]:
    """Choose another variant for a game from now on. Returns what `other_casts` finds after that."""
    last = recall(arena.settings, info, arena.registry.book)
    arena.keep_opening(with_variant(last, info, variant, arena.settings.name))
    return other_casts(arena.settings, arena.catalogue, arena.registry.book)


async def take_up(arena: Arena) -> None:
    """Ask for a challenge's code, and play it. An answer to the user's own game is compared with that game."""
    from tui_arena.ui.challenge.codes import ChallengeDialog, shelf_rows  # noqa: PLC0415  (few have a code)

    on_shelf = await arena.in_thread(shelf_rows, arena.catalogue)
    dialog = ChallengeDialog(lambda text: read_challenge(text, arena.catalogue), on_shelf)
    challenge = await arena.push_screen_wait(dialog)
    if isinstance(challenge, str):
        await make_own(arena)
    if not isinstance(challenge, Challenge):
        return
    try:
        own = await arena.in_thread(answered, arena.store, arena.catalogue, challenge, arena.settings.name)
        chosen = await arena.push_screen_wait(Dialog(*PLAYED)) if own is not None else "play"
        if own is not None and chosen == "see":
            answer = await arena.in_thread(take_in, arena.store, arena.catalogue, challenge, own)
            arena.open_side_by_side(answer)
    except SaveError as error:
        arena.notify(str(error), severity="error")
        return
    if chosen == "play":
        me = read_player("human", arena.settings.name)
        arena.open_table(opening_for(challenge, arena.catalogue, me))


async def make_own(arena: Arena) -> None:
    """Ask for a word, thing, card or statement of the user's own, and copy its code."""
    from tui_arena.ui.challenge.codes import Codes, ShareScreen  # noqa: PLC0415  (as above)

    games = [one for one in arena.catalogue.games.values() if not one.is_foreign]
    choices = [Choice(one.id, one.title) for one in games]
    chosen = await arena.push_screen_wait(Picker("A challenge of your own: which game?", choices, ""))
    if not chosen:
        return
    info, name, typed, fault = arena.catalogue.game(chosen), arena.settings.name, "", ""
    form = await arena.in_thread(own_form, info, arena.catalogue)
    while True:
        text = "\n".join(filter(None, (fault, form)))
        asked = TextDialog(
            f"{info.title}: your own", text, typed, lambda said: None if said else "", limit=400
        )
        said = await arena.push_screen_wait(asked)
        if not said:
            return
        typed = said
        try:
            seed = randbelow(SEEDS)
            own = await arena.in_thread(own_challenge, info, arena.catalogue, typed, {}, by=name, seed=seed)
            code = code_of(own, arena.catalogue)
            await arena.in_thread(note_sender, arena.store, own, name)
            break
        except (BadCode, SaveError) as error:
            fault = str(error)
    who = "somebody" if name == YOU else name
    screen = ShareScreen(
        f"TUI Arena {arena.glyphs.dot} {info.title}, set by {who}", "challenge.txt", Codes(code, "")
    )
    arena.copy_to_clipboard(screen.text)
    arena.push_screen(screen)


async def watched_by(arena: Arena, info: GameInfo) -> list[Choice]:
    """The choices to watch: two bots in a game, and the shipped demos, first the demos of this game."""
    demos = await arena.in_thread(read_demos, arena.catalogue)
    bots = Choice("", f"two bots play {info.title}, live")
    demos.sort(key=lambda demo: not demo.game.startswith(info.title))
    titles = [one.title for one in arena.catalogue.games.values()]
    title = {d: next((one for one in titles if d.game.startswith(one)), d.game) for d in demos}
    return [bots, *(Choice(str(d.path), f"demo: {d.title} ({title[d]})") for d in demos)]


async def watch(arena: Arena, info: GameInfo, choices: Sequence[Choice]) -> None:
    """Let the person pick a choice, and show it."""
    chosen = await arena.push_screen_wait(Picker("What would you like to watch?", choices, ""))
    if chosen == "":
        last = recall(arena.settings, info, arena.registry.book)
        arena.open_table(watched(last, info), watch=True)
    elif chosen is not None:
        arena.open_replay(Path(chosen), plays=True)
