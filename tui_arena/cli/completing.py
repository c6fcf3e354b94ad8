"""What a shell may put in the place of a word that is being typed.

A completer is what click calls for the value of an option or an argument. It loads no app and no model library,
writes nothing, and where it knows nothing it gives nothing: a missing save file is no fault here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from tui_arena.cli.context import Arena
    from tui_arena.core.options import Option
    from tui_arena.data import GameInfo
    from tui_arena.save.store import Store

Items = list[CompletionItem[str]]
Completer = Callable[[click.Context, click.Parameter, str], Items]
Said = Mapping[str, str]
"""Words with what they mean, which some shells show beside them; empty: nothing to say."""
MOST = 100
"""Most sessions that are offered: the newest that fit."""
RANGE = 20
"""Most numbers that are offered one by one."""


def files(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """Files, which the shell knows best."""
    return [CompletionItem(incomplete, type="file")]


def folders(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """Folders, as above."""
    return [CompletionItem(incomplete, type="dir")]


def _fitting(said: Said | Iterable[str], incomplete: str) -> Items:
    """The words that begin with what is there."""
    texts = said if isinstance(said, Mapping) else dict.fromkeys(said, "")
    return [
        CompletionItem(word, help=text or None) for word, text in texts.items() if word.startswith(incomplete)
    ]


def _pairs(
    incomplete: str, names: Said | Iterable[str], values: Callable[[str], Said | Iterable[str]]
) -> Items:
    """Names with an equals sign, and behind that the values of the name."""
    name, equals, _ = incomplete.partition("=")
    if not equals:
        texts = names if isinstance(names, Mapping) else dict.fromkeys(names, "")
        return _fitting({f"{one}=": text for one, text in texts.items()}, incomplete)
    found = values(name)
    texts = found if isinstance(found, Mapping) else dict.fromkeys(found, "")
    return _fitting({f"{name}={one}": text for one, text in texts.items()}, incomplete)


def _beside(ctx: click.Context, name: str) -> list[str]:
    """The names that stand before the equals signs of an option that may be repeated."""
    return [str(text).partition("=")[0] for text in ctx.params.get(name) or ()]


def _info(ctx: click.Context) -> GameInfo | None:
    """The game that the line names so far."""
    arena: Arena = ctx.obj
    return arena.catalogue.games.get(ctx.params.get("game") or "")


# games and what is theirs


def games(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """The ids of games."""
    arena: Arena = ctx.obj
    return _fitting({info.id: info.tagline for info in arena.catalogue.games.values()}, incomplete)


def ranked(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """What `rank` orders players of."""
    more = {"overall": "all games together", "published": "an order that was published"}
    return games(ctx, param, incomplete) + _fitting(more, incomplete)


def seats(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Seats of the game with who may sit there; without a game that is known, those of all games."""
    names = [name for name in _seats(ctx) if name not in _beside(ctx, "seats")]
    return _pairs(incomplete, names, lambda __: _players(ctx, incomplete.partition("=")[2]))


def seat(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Seats alone."""
    return _fitting(_seats(ctx), incomplete)


def _seats(ctx: click.Context) -> list[str]:
    info, arena = _info(ctx), ctx.obj
    named = [info] if info else arena.catalogue.games.values()
    from tui_arena.data.described import seats_json  # noqa: PLC0415  (as all below: only when something is completed)

    return list(dict.fromkeys(seat["name"] for one in named for seat in seats_json(one)))


def player(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """A PLAYER text; `self` where somebody is asked."""
    own = {"self": "each seat's own player"} if param.name in ("probe", "player") else {}
    return _fitting({**own, **_players(ctx, incomplete)}, incomplete)


def _players(ctx: click.Context, text: str) -> Said:
    """PLAYER texts that go on with what is there."""
    if text.startswith("any:"):
        head = text[: max(text.rfind(","), 3) + 1]
        return {head + one: said for one, said in _one_player(ctx, text[len(head) :]).items()}
    return {**_one_player(ctx, text), "any:": "one of several, drawn per session"}


def _one_player(ctx: click.Context, text: str) -> Said:
    from tui_arena.players.bot import LEVELS  # noqa: PLC0415

    arena: Arena = ctx.obj
    found = {f"bot:{level}": "" for level in LEVELS}
    info = _info(ctx)
    if info is not None and text.startswith("bot:") and "+" in text:
        head = text[: text.rfind("+") + 1]
        return {head + topic: "" for topic in arena.catalogue.topics(info) if f"+{topic}+" not in f"{head}+"}
    found |= {f"model:{name}": said for name, said in _models(arena).items()}
    if ctx.info_name in ("play", "analyse"):
        found["human:"] = "a person"
    if ctx.info_name == "play":
        found["phone"] = "somebody who comes by phone"
    return {**found, "script:": "a file with replies"}


def options(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Options of the game with their values."""
    info = _info(ctx)
    if info is None:
        return []
    given = _beside(ctx, "settings")
    names = {name: one.label for name, one in info.options.items() if name not in given}
    return _pairs(incomplete, names, lambda name: _values(info.options.get(name)))


def over(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """An option of the game with several of its values."""
    info = _info(ctx)
    if info is None:
        return []
    given = incomplete.partition("=")[2].split(",")[:-1]

    def several(name: str) -> list[str]:
        head = "".join(f"{one}," for one in given)
        return [head + one for one in _values(info.options.get(name)) if one not in given]

    names = {name: one.label for name, one in info.options.items()}
    return _pairs(incomplete, names, several)


def _values(option: Option | None) -> list[str]:
    """Values of an option, as far as they can be listed."""
    if option is None:
        return []
    found = list(option.choices)
    if option.type == "flag":
        found = ["on", "off"]
    elif option.type in ("int", "per_seat") and option.min is not None and option.max is not None:
        low, high = int(option.min), int(option.max)
        found = [str(n) for n in range(low, high + 1)] if high - low < RANGE else []
    return [*found, *(["none"] if option.nullable else []), *(["auto"] if option.auto else [])]


def presets(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Presets of the game."""
    info = _info(ctx)
    return _fitting(("party", *info.presets) if info else (), incomplete)


def decks(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Decks of the game; without a game that is known, those of all games."""
    info, arena = _info(ctx), ctx.obj
    named = [info] if info else arena.catalogue.games.values()
    return _fitting(
        dict.fromkeys((n for one in named for n in arena.catalogue.deck_names(one)), ""), incomplete
    )


def own(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Decks, personas and prompts of the user's own."""
    from tui_arena.data.packs import own_things  # noqa: PLC0415

    given = ctx.params.get("names") or ()
    return _fitting([name for name in own_things(ctx.obj.catalogue) if name not in given], incomplete)


BESIDE_METRICS = {
    "rank": ("won", "won_by_error", "quality", "completed", "overall", "rating"),
    "serve": ("score", "score+yes"),
}


def metrics(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Metrics of the game, and what the command takes beside them."""
    info = _info(ctx)
    found = {name: one.label for name, one in info.metrics.items()} if info else {}
    found |= dict.fromkeys(BESIDE_METRICS.get(ctx.info_name or "", ()), "")
    return _fitting(found, incomplete)


def over_what(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """What a table of the stats can be over."""
    from tui_arena.stats.conditions import OPTION, OVER  # noqa: PLC0415

    info = _info(ctx)
    options = {f"{OPTION}{name}": one.label for name, one in info.options.items()} if info else {}
    return _fitting({**dict.fromkeys(OVER, ""), **options}, incomplete)


def asks(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """What the seats of the game are asked."""
    info = _info(ctx)
    return _fitting({name: one.text for name, one in info.asks.items()} if info else {}, incomplete)


# what a seat is


SAMPLING = ("temperature", "top_p", "max_tokens", "seed")


def sampling(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Seats with the usual sampling; values are the user's own."""
    return _fitting([f"{name}.{key}=" for name in _seats(ctx) for key in SAMPLING], incomplete)


def personas(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Seats with the personas of the shelf, in a game of minds that differ."""
    from tui_arena.data.personas import DRAWN, NONE  # noqa: PLC0415

    info, arena = _info(ctx), ctx.obj
    shelf = arena.catalogue.personas(info) if info and info.minds else ()
    found = {one.name: one.profession for one in shelf} | ({DRAWN: "", NONE: ""} if shelf else {})
    return _pairs(incomplete, _seats(ctx), lambda __: found)


def prompts(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Seats with the prompt variants of what they are asked."""
    info, arena = _info(ctx), ctx.obj
    if info is None:
        return []

    def of_seat(name: str) -> list[str]:
        asks = [ask.name for ask in info.asks.values() if name.startswith(ask.seat)]
        return _variants(arena, info, asks)

    return _pairs(incomplete, _seats(ctx), of_seat)


def variants(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Prompt variants alone: of the game, or of all games."""
    info, arena = _info(ctx), ctx.obj
    named = [info] if info else arena.catalogue.games.values()
    found = dict.fromkeys((v for one in named for v in _variants(arena, one, one.asks)), "")
    drawn = {"random": "one for each session"} if ctx.info_name == "run" else {}
    return _fitting({**found, **drawn}, incomplete)


def _variants(arena: Arena, info: GameInfo, asks: Iterable[str]) -> list[str]:
    from tui_arena.players.seating import PLAIN  # noqa: PLC0415

    return sorted(
        {variant or PLAIN for ask in asks for variant in arena.catalogue.prompt_variants(info, ask)}
    )


# models


def models(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Names of configured models, and of those that a package brings."""
    return _fitting(_models(ctx.obj), incomplete)


def _models(arena: Arena) -> Said:
    from tui_arena.config import read_models  # noqa: PLC0415
    from tui_arena.players.models.registry import brought  # noqa: PLC0415

    found = {**brought(), **read_models(arena.paths)[0].entries}
    return {name: entry.said_model for name, entry in found.items()}


# what is saved


def _saved(ctx: click.Context) -> Store:
    """The save file, opened to be read; raises SaveError if there is none, which offers nothing."""
    from tui_arena.save.store import open_store  # noqa: PLC0415

    arena: Arena = ctx.obj
    store = open_store(arena.paths.save_file, arena.catalogue, read_only=True, patience=0.2).store
    ctx.call_on_close(store.close)
    return store


def sessions(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Ids of sessions, the newest first, with game and players; those on the line already are left out."""
    from tui_arena.save.store import SessionQuery  # noqa: PLC0415

    given = ctx.params.get(param.name or "") or ()
    query = SessionQuery(text=incomplete, game=ctx.params.get("game"), limit=MOST)
    rows = [row for row in _saved(ctx).sessions(query) if row.id not in given]
    return _fitting(
        {row.id: f"{row.game}, {(row.started or '')[:10]}: {row.line}" for row in rows}, incomplete
    )


def runs(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Ids of runs, the newest first; for --resume those of the game of which something is left."""
    from tui_arena.batch.history import past_runs  # noqa: PLC0415

    info = _info(ctx)
    found = {}
    for one in past_runs(_saved(ctx))[0]:
        if (info is None or one.run.game == info.id) and (param.name != "resume" or one.left):
            found[one.run.id] = f"{one.run.game}, {one.counts.over} of {one.total}, {one.state}"
            if param.name == "resume" and one.over:
                found[one.over] = f"{one.run.game}, all of an --over"
    return _fitting(found, incomplete)


def studies(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """Names of the shipped studies; else the shell's own completion of files."""
    from tui_arena.data.studies import shipped_studies  # noqa: PLC0415

    found = _fitting(dict.fromkeys(shipped_studies(), "shipped study"), incomplete)
    return found or files(_, __, incomplete)


def pools(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """Names of the reference pools."""
    from tui_arena.data.studies import shipped_pools  # noqa: PLC0415

    return _fitting(dict.fromkeys(shipped_pools(), "reference pool"), incomplete)


def people(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Names of players as the stats have them."""
    return _fitting(_names(ctx), incomplete)


def _names(ctx: click.Context) -> Said:
    from tui_arena.save.store import SessionQuery  # noqa: PLC0415

    rows = _saved(ctx).sessions(SessionQuery(game=ctx.params.get("game"), limit=MOST))
    return dict.fromkeys(sorted({name for row in rows for _, name in row.players}), "")


# filters


def where(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """The keys of a filter with their values."""
    from tui_arena.stats.conditions import OPTION, WHERE  # noqa: PLC0415

    info = _info(ctx)
    variant = info.options.get(info.variant or "") if info else None
    found: Mapping[str, Callable[[], Said | Iterable[str]]] = {
        "player": lambda: _names(ctx),
        "seat": lambda: _seats(ctx),
        "variant": lambda: variant.choices if variant else (),
        "deck": lambda: [str(item.value) for item in decks(ctx, param, "")],
        "preset": lambda: ("party", *info.presets) if info else (),
        "prompt": lambda: [str(item.value) for item in variants(ctx, param, "")],
        "rungs": lambda: ("none", "schema", "system", "schema+system"),
        "run": lambda: {str(item.value): item.help or "" for item in runs(ctx, param, "")},
    }
    options = {f"{OPTION}{name}": option for name, option in info.options.items()} if info else {}
    names = [name for name in (*WHERE, *options) if name not in _beside(ctx, "wheres")]
    return _pairs(
        incomplete,
        names,
        lambda name: _values(options[name]) if name in options else found.get(name, tuple)(),
    )


def include(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """Kinds of sessions, with commas between them."""
    from tui_arena.save.filters import INCLUDE  # noqa: PLC0415

    head = incomplete[: incomplete.rfind(",") + 1]
    return _fitting([head + kind for kind in INCLUDE if kind not in head.split(",")], incomplete)
