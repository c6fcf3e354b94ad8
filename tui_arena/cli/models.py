"""Listing, adding, testing and removing models: `tui-arena models`.

Only `--look` searches for servers on this machine.

Law: the name of a key's environment variable may be printed, the key never. A value that looks like a key is
refused and not repeated.
"""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import groupby
from typing import Any

import click

from tui_arena.cli import completion
from tui_arena.cli.columns import put_table
from tui_arena.cli.context import FILE, CommandContext, Failed, Group, bad, put, put_json, tell
from tui_arena.cli.getting import downloaded, put_shelf
from tui_arena.cli.headless import Finite, StatusLine, json_option
from tui_arena.cli.options import read_pairs, read_sampled
from tui_arena.config import (
    KEY_VARIABLES,
    BadFile,
    Limit,
    ModelBook,
    ModelEntry,
    checked,
    expanded,
    keys,
    keys_found,
    looks_like_key,
    redact,
    source_of,
    with_entry,
    with_keyring,
    without,
    write_models,
)
from tui_arena.config.files import model_file_fault
from tui_arena.config.model_files import remove_file
from tui_arena.config.models import AUTO, HELP, LITELLM, OFF, may_be_sampled
from tui_arena.core.language.sentences import UNKNOWN, money
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.models import local
from tui_arena.players.models.check import FOLLOWS, Trial, keep, kept, ready_by, remarks, try_model
from tui_arena.players.models.ladder import in_order, rungs_in_words
from tui_arena.players.models.registry import (
    TRANSPORTS,
    ModelRegistry,
    Served,
    Transports,
    servers,
    spare_name,
)
from tui_arena.players.models.requests import spending
from tui_arena.players.models.shelf import configured, gigabytes, megabytes, own_file, shelf
from tui_arena.players.seating import PLAIN
from tui_arena.save.store import SaveError

A_KEY = "looks like a key; put the key in a variable, and name the variable with --key-env"
_SAID = 100
"""The maximum length of the shown part of a reply that a test refused, in characters."""


# listing


_look_option = click.option(
    "--look", is_flag=True, help="Look for servers on this machine, and list their models."
)


@click.group("models", cls=Group, invoke_without_command=True)
@_look_option
@json_option
@click.pass_context
def models_(ctx: click.Context, *, look: bool, as_json: bool) -> None:
    """List the available models; with a command, add, test or remove one.

    The list has configured models, models that a package adds, and the names of variables that contain a
    provider's key. With --look, it also has the models of servers on this machine.
    """
    if ctx.invoked_subcommand is not None:
        if look or as_json:
            ctx.fail(f"put --look and --json after `{ctx.invoked_subcommand}`, if it accepts them")
        return
    _put_all(ctx.obj, look=look, as_json=as_json)


@models_.command("list", short_help="List the available models.")
@_look_option
@json_option
@click.pass_obj
def list_(arena: CommandContext, *, look: bool, as_json: bool) -> None:
    """List the available models, as `tui-arena models` does."""
    _put_all(arena, look=look, as_json=as_json)


def _put_all(arena: CommandContext, *, look: bool, as_json: bool) -> None:
    registry = arena.registry
    trials, ready = _tried(arena, registry)
    served = asyncio.run(servers()) if look else None
    if as_json:
        put_json(_list_json(registry, trials, ready, served))
        return
    _put_models(registry.book, trials)
    for name, entry in registry.book.all.items():
        _put_remarks(entry)
        if known := rungs_in_words(registry.ladder.known(entry)):
            put(
                f"{name}: {'; '.join(known)} (`tui-arena models forget {shlex.quote(name)}` makes it "
                "ask again)\n"
            )
    _put_spent(arena)
    found = ", ".join(f"{variable} ({provider})" for provider, variable in keys_found())
    put(f"\nkeys found: {found or 'none'}\n")
    if served is None:
        put("`tui-arena models --look` looks for servers on this machine\n")
    else:
        _put_served(served, registry.book)


def _tried(arena: CommandContext, registry: ModelRegistry) -> tuple[dict[str, Trial], list[str]]:
    """The last trials by model name, and the names of models that are ready. Doesn't create a save file."""
    if not arena.paths.save_file.exists():
        return {}, list(registry.book.found)
    trials = kept(arena.store(reading=True), registry.book.all)
    return trials, ready_by(trials, registry.book)


def _put_models(book: ModelBook, trials: Mapping[str, Trial]) -> None:
    if not book.all:
        put(
            "no models yet; `tui-arena models get` lists small models to download, `tui-arena models add gpt "
            "openai/gpt-5-mini` adds a provider's model, and `tui-arena models add NAME --gguf FILE` adds a "
            "file on this disk\n"
        )
        return
    rows = [
        [name, _source(entry), _key_state(entry), *_last(entry, trials)] for name, entry in book.all.items()
    ]
    put_table(["name", "model", "key", "last test", "answered", "tokens/s", "forms", "cost"], rows, keys=1)


def _put_spent(arena: CommandContext) -> None:
    """Print the costs of models, if there are any, and the limits."""
    if not arena.paths.save_file.exists():
        return
    spent, settings = spending(arena.store(reading=True)), arena.settings
    limits = ((spent.day, "today", settings.limit_day_usd), (spent.total, "in all", settings.limit_usd))
    if spent.total:
        told = (
            f"{money(used)} {of}" + (f" of {money(limit)}" if limit else "") for used, of, limit in limits
        )
        put(f"\nspent: {', '.join(told)}\n")


def _source(entry: ModelEntry) -> str:
    if entry.gguf:
        return f"file {entry.gguf.name}"
    return f"{entry.model} at {redact(entry.base_url)}" if entry.base_url else entry.model


def _key_state(entry: ModelEntry) -> str:
    name = entry.key_variable
    if name is None:
        return "none"
    source = source_of(name)
    return f"{name} (not set)" if source is None else name if source == "environment" else f"{name} (keyring)"


def _last(entry: ModelEntry, trials: Mapping[str, Trial]) -> list[Any]:
    """The table cells for the last trial of a model."""
    trial = trials.get(entry.name)
    if trial is None or trial.model != entry.said_model:
        return ["not yet", None, None, None, None]
    if not trial.ok:
        return [f"failed {trial.at[:10]}", None, None, None, None]
    follows = sum(said == FOLLOWS for said in trial.forms.values())
    return [
        f"ok {trial.at[:10]}",
        _seconds(trial.seconds),
        trial.tokens_per_second,
        f"{follows} of {len(trial.forms)}" if trial.forms else None,
        money(trial.cost_usd),
    ]


def _put_served(served: Sequence[Served], book: ModelBook) -> None:
    if not served:
        put("no servers found on this machine's usual ports\n")
    taken = set(book.all)
    for one in served:
        put(f"\n{one.kind} at {one.base_url}\n")
        if one.wants_key:
            put("  it needs a key to list its models\n")
        elif not one.models:
            put("  it has no model yet; load one there first\n")
        for model in one.models:
            had = [e.name for e in book.all.values() if (e.base_url, e.model) == (one.base_url, model)]
            name = spare_name(model, taken)
            taken.add(name)
            words = ["tui-arena", "models", "add", name, model, "--base-url", one.base_url]
            put(f"  {one_line(model)}: {f'here as {had[0]}' if had else shlex.join(words)}\n")


def _list_json(
    registry: ModelRegistry,
    trials: Mapping[str, Trial],
    ready: Iterable[str],
    served: Sequence[Served] | None,
) -> dict[str, Any]:
    book = registry.book
    return {
        "models": [_entry_json(registry, entry, trials.get(entry.name)) for entry in book.all.values()],
        "ready": list(ready),
        "limits": {name: asdict(limit) for name, limit in book.limits.items()},
        "keys": [{"provider": provider, "variable": variable} for provider, variable in keys_found()],
        "servers": None if served is None else [asdict(one) for one in served],
        "notices": [redact(notice) for notice in registry.notices],
    }


def _entry_json(registry: ModelRegistry, entry: ModelEntry, trial: Trial | None) -> dict[str, Any]:
    name = entry.key_variable
    return {
        "name": entry.name,
        "model": entry.said_model,
        "brought": entry.name not in registry.book.entries,
        "file": str(entry.gguf) if entry.gguf else None,
        "base": entry.is_base,
        "base_url": redact(entry.base_url) if entry.base_url else None,
        "key": None if name is None else {"variable": name, "set": source_of(name) is not None},
        "provider": entry.provider,
        "sampling": dict(entry.sampling),
        "persona": entry.persona,
        "prompt": entry.prompt,
        "structured": entry.structured,
        "road": Transports.name(entry),
        "timeout": entry.timeout,
        "stall": entry.stall,
        "context": entry.context if entry.gguf else None,
        "input_price": entry.input_price,
        "output_price": entry.output_price,
        "rungs": in_order(registry.ladder.known(entry)),
        "trial": None if trial is None or trial.model != entry.said_model else trial.to_json(),
    }


# adding and removing


@models_.command("add", short_help="Add a model.")
@click.argument("name", metavar="NAME")
@click.argument("model", metavar="[MODEL]", required=False)
@click.option(
    "--gguf", metavar="PATH", type=FILE, help="A GGUF file to run on this machine, instead of MODEL."
)
@click.option("--base-url", metavar="URL", help="A server's address, such as http://127.0.0.1:11434/v1.")
@click.option(
    "--key-env", metavar="VARIABLE", help=("The name of the variable that has the key, not the key itself.")
)
@click.option("--temperature", type=Finite(0, 10), metavar="T", help="0 to 10.")
@click.option("--top-p", type=Finite(0, 1), metavar="P", help="0 to 1.")
@click.option(
    "--max-tokens",
    type=click.IntRange(-1, 1_000_000),
    metavar="N",
    help="Maximum number of tokens in a reply; -1: no limit.",
)
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Another sampling parameter.")
@click.option("--persona", metavar="TEXT", help="Who the model should be; it's told this before the rules.")
@click.option("--prompt", metavar="VARIANT", help="Prompt variant.")
@click.option("--context", type=int, metavar="TOKENS", help="How many tokens the GGUF file's model can read.")
@click.option("--timeout", type=Finite(1, 3600), metavar="SECONDS", help="Maximum seconds for a whole reply.")
@click.option(
    "--stall", type=Finite(1, 3600), metavar="SECONDS", help="Maximum seconds without any new text."
)
@click.option("--input-price", type=Finite(0), metavar="USD", help="Dollars per million input tokens.")
@click.option("--output-price", type=Finite(0), metavar="USD", help="Dollars per million output tokens.")
@click.option(
    "--road",
    type=click.Choice([AUTO, LITELLM]),
    help="auto: talk directly to a server that speaks OpenAI's protocol; litellm: always go through LiteLLM.",
)
@click.option("--plain", is_flag=True, help="Never ask it for JSON.")
@click.option(
    "--help-forms", is_flag=True, help="Make its replies follow the games' formats, which helps a weak model."
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Maximum requests to its provider at once.",
)
@click.option(
    "--per-minute",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Maximum requests to its provider per minute.",
)
@click.option("--replace", "replacing", is_flag=True, help="Replace the model of that name.")
@click.pass_obj
def add_(arena: CommandContext, /, name: str, model: str | None, *, replacing: bool, **given: Any) -> None:
    """Add a model from a provider, from a server, or from a file on this disk.

    MODEL is LiteLLM's name for it, such as openai/gpt-5-mini, or with --base-url the server's own name for
    it.
    """
    _no_key_in(NAME=name, MODEL=model, **{"--base-url": given["base_url"], "--gguf": given["gguf"]})
    if given["key_env"] is not None and looks_like_key(given["key_env"]):
        raise bad("--key-env", f"that {A_KEY}")
    registry = arena.registry
    if name in registry.book.entries and not replacing:
        raise BadFile(f"there is already a model {name!r}; replace it with --replace")
    entry = checked(name, _values(arena, model, given))
    limits = {k: given[k] for k in ("concurrency", "per_minute") if given[k] is not None}

    def change(book: ModelBook) -> ModelBook:
        if name in book.entries and not replacing:
            raise BadFile(f"there is already a model {name!r}; replace it with --replace")
        book = with_entry(entry)(book)
        old = book.limits.get(entry.provider, Limit())
        return (
            replace(book, limits={**book.limits, entry.provider: replace(old, **limits)}) if limits else book
        )

    write_models(arena.paths, change)
    put(f"added {name}: {one_line(_source(entry))}\n")
    _put_remarks(entry)
    _put_next(entry)


def _no_key_in(**given: str | None) -> None:
    """Raise BadParameter if a part of one of these texts looks like a key; the message doesn't repeat it."""
    for name, text in given.items():
        if text is not None and redact(text) != text:
            raise bad(name, f"it {A_KEY}")


def _values(arena: CommandContext, model: str | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """The given options as values of a model entry. Raises BadFile, BadParameter, UsageError."""
    if (model is None) == (given["gguf"] is None):
        raise click.UsageError("give MODEL, such as openai/gpt-5-mini, or --gguf PATH, but not both")
    values: dict[str, Any] = {"model": model} if model is not None else _file(given)
    if model is not None and given["context"] is not None:
        raise bad("--context", "only a GGUF file takes a context length")
    names = (
        "base_url",
        "key_env",
        "persona",
        "road",
        "context",
        "timeout",
        "stall",
        "input_price",
        "output_price",
    )
    values |= {name: given[name] for name in names if given[name] is not None}
    if given["prompt"] is not None:
        values["prompt"] = _variant(arena, given["prompt"])
    if given["plain"] and given["help_forms"]:
        raise click.UsageError(
            "--plain and --help-forms can't be used together, because --help-forms may ask for JSON"
        )
    if given["plain"] or given["help_forms"]:
        values["structured"] = OFF if given["plain"] else HELP
    sampling = _sampling(given)
    return values | ({"sampling": sampling} if sampling else {})


def _file(given: Mapping[str, Any]) -> dict[str, Any]:
    for name in ("base_url", "key_env"):
        if given[name] is not None:
            raise click.UsageError(f"--{name.replace('_', '-')} is for servers; a GGUF file runs here")
    path = expanded(given["gguf"]).absolute()
    fault = model_file_fault(path)
    if fault:
        raise BadFile(fault)
    return {"gguf": str(path)}


def _sampling(given: Mapping[str, Any]) -> dict[str, Any]:
    sampling = {k: given[k] for k in ("temperature", "top_p", "max_tokens") if given[k] is not None}
    for name, text in read_pairs(given["settings"], "--set", "KEY=VALUE, such as seed=7").items():
        if not may_be_sampled(name):
            raise bad(
                "--set",
                f"{one_line(name, 40)} isn't a sampling parameter: it says which model is asked, and how",
            )
        sampling[name] = read_sampled("--set", name, text)
    return sampling


def _variant(arena: CommandContext, variant: str) -> str:
    games = arena.catalogue.games.values()
    known = {
        v or PLAIN for info in games for ask in info.asks for v in arena.catalogue.prompt_variants(info, ask)
    }
    if variant not in known:
        allowed = ", ".join(sorted(known))
        raise bad("--prompt", f"there is no prompt variant {one_line(variant, 40)!r}; allowed: {allowed}")
    return variant


def _put_next(entry: ModelEntry) -> None:
    """Print what is still missing before the model can be used, and the next step."""
    if entry.gguf and not local.available():
        put(f"{local.NEEDED}\n")
    name = entry.key_variable
    if name is not None and source_of(name) is None:
        put(f"the variable {name} isn't set here; put the key in it, or run `tui-arena models key {name}`\n")
    if entry.base_url and not entry.base_url.rstrip("/").rpartition("/")[2].startswith("v"):
        put("most servers' addresses end in /v1\n")
    put(f"next: {shlex.join(['tui-arena', 'models', 'test', entry.name])}\n")
    put(f"      {shlex.join(['tui-arena', 'play', 'wordle', '--seat', f'guesser=model:{entry.name}'])}\n")


@models_.command("remove", short_help="Remove a model, and the file that `get` downloaded for it.")
@click.argument("name", metavar="NAME", shell_complete=completion.models)
@click.pass_obj
def remove_(arena: CommandContext, name: str) -> None:
    """Remove a model, and the file, or part of a file, that `models get` downloaded for it.

    The sessions that it played are kept. Other files aren't touched.
    """
    book = arena.registry.book
    entry, on_shelf = book.entries.get(name), shelf().get(name)
    if entry is not None:
        write_models(arena.paths, without(name))
        file = own_file(arena.paths, entry, book)
        freed = remove_file(file) if file is not None else 0
    elif on_shelf is not None and (freed := remove_file(arena.paths.models / on_shelf.file)):
        pass
    elif name in book.found:
        raise BadFile(f"{name} isn't configured: it comes with an installed package")
    else:
        known = ", ".join(book.entries) or "none"
        raise BadFile(f"there is no configured model {one_line(name, 60)!r}; configured: {known}")
    put(f"removed {name}{f', which frees {megabytes(freed)}' if freed else ''}\n")


# getting


@models_.command(
    "get", short_help="Download a small model that runs on this machine, or list the models to choose from."
)
@click.argument("name", metavar="[NAME]", required=False, shell_complete=completion.shelf)
@json_option
@click.pass_obj
def get_(arena: CommandContext, name: str | None, *, as_json: bool) -> None:
    """Download a small model that runs on this machine; without NAME, list the models on the shelf.

    If a download breaks off, the same command continues it. Afterwards the model is configured, and nothing
    leaves this machine when it plays. HF_ENDPOINT names a hub other than huggingface.co. HF_TOKEN is the
    token for models that require a login.
    """
    if name is None:
        put_shelf(arena, as_json=as_json)
        return
    models = shelf()
    if name not in models:
        raise BadFile(
            f"there is no model {one_line(name, 40)!r} on the shelf; the shelf has {', '.join(models)}"
        )
    model = models[name]
    tell(f"{model.description}: {megabytes(model.bytes)}, needs about {gigabytes(model.memory)} of memory")
    path = downloaded(arena, model)
    name = configured(arena.paths, model)
    entry = ModelEntry(name, gguf=path)
    if as_json:
        put_json({"name": name, "file": str(path)})
        return
    put(f"added {name}: {path}\n")
    _put_next(entry)


@models_.command("forget", short_help="Forget what a model's server accepts.")
@click.argument("name", metavar="NAME", shell_complete=completion.models)
@click.pass_obj
def forget_(arena: CommandContext, name: str) -> None:
    """Forget what a model's server accepts, for example after the server was updated.

    A server may refuse parts of a request, such as a JSON schema. The app finds out once what the server
    accepts, and remembers it. After this command, the next request finds out again.
    """
    _no_key_in(NAME=name)
    entry = arena.registry.book.get(name)
    had = rungs_in_words(arena.registry.ladder.known(entry))
    arena.registry.ladder.forget(entry)
    put(f"{name}: forgot {'; '.join(had)}\n" if had else f"{name}: nothing to forget\n")


@models_.command("key", short_help="Put a key into the system's keyring.")
@click.argument("name", metavar="VARIABLE|PROVIDER")
@click.option("--remove", is_flag=True, help="Remove the key again.")
@click.pass_obj
def key_(arena: CommandContext, name: str, *, remove: bool) -> None:
    """Ask you for a key, and put it into the system's keyring (`pip install keyring`).

    The key isn't shown as you type it; it can also come from standard input. VARIABLE is the environment
    variable that would otherwise have the key, such as OPENAI_API_KEY. You can also give a provider's name,
    such as openai.
    """
    _no_key_in(VARIABLE=name)
    variable = KEY_VARIABLES.get(name, name)
    if not variable.isidentifier() or not variable.isascii():
        raise bad(
            "VARIABLE", f"{one_line(name, 40)!r} isn't a variable's name; give a name such as OPENAI_API_KEY"
        )
    fault = keys.keyring_fault()
    if fault:
        raise BadFile(f"{fault}; you can use a variable instead")
    try:
        if remove:
            keys.remove(variable)
        else:
            _kept_key(variable)
    except keys.NoKeyring as error:
        raise BadFile(str(error)) from None
    write_models(arena.paths, with_keyring(variable, kept=not remove))
    put(f"the key {variable} is {'no longer' if remove else 'now'} in the system's keyring\n")


def _kept_key(variable: str) -> None:
    """Ask for a key and store it. Raises NoKeyring, BadParameter."""
    if sys.stdin.isatty():
        given = str(click.prompt(f"{variable}", hide_input=True, err=True))
    else:
        given = sys.stdin.readline(keys.LONGEST + 2)
    fault = keys.key_fault(given.strip())
    if fault:
        raise bad("VARIABLE", fault)
    keys.keep(variable, given.strip())


# testing


@models_.command("test", short_help="Ask a model something, and report how it went.")
@click.argument("name", metavar="NAME", shell_complete=completion.models)
@click.option(
    "--game", "games", multiple=True, metavar="GAME", help=("Only this game's replies; you can repeat this.")
)
@json_option
@click.pass_obj
def test_(arena: CommandContext, name: str, *, games: Sequence[str], as_json: bool) -> None:
    """Ask a model something, and report how it did.

    The model gets one tiny prompt, then one request for each kind of reply that games need.

    NAME is a model that `tui-arena models` lists, or any LiteLLM model name.
    """
    _no_key_in(NAME=name)
    registry = arena.registry
    entry = registry.book.get(name)
    infos = [arena.catalogue.game(game) for game in games] or None
    line = StatusLine()
    try:
        trial = asyncio.run(_tested(registry, entry, infos, line))
    finally:
        line.close()
    if name in registry.book.all:
        _keep(arena, entry, trial)
    if as_json:
        put_json({"name": entry.name, "road": Transports.name(entry), **trial.to_json()})
    elif trial.ok:
        _put_trial(arena, entry, trial)
    if not trial.ok:
        raise Failed(trial.why)


async def _tested(
    registry: ModelRegistry, entry: ModelEntry, games: Sequence[GameInfo] | None, line: StatusLine
) -> Trial:
    try:
        return await try_model(registry, entry, games=games, hear=line.show)
    finally:
        await registry.disconnect()


def _keep(arena: CommandContext, entry: ModelEntry, trial: Trial) -> None:
    """Save the trial. If that fails, print the reason and continue: the figures are still worth printing."""
    try:
        keep(arena.store(), entry, trial)
    except SaveError as error:
        tell(str(error))


def _put_remarks(entry: ModelEntry) -> None:
    for remark in remarks(entry):
        put(f"{entry.name} is {remark}\n")


def _put_trial(arena: CommandContext, entry: ModelEntry, trial: Trial) -> None:
    _put_remarks(entry)
    speed = UNKNOWN if trial.tokens_per_second is None else f"{trial.tokens_per_second:g}"
    put(f"{entry.name} ({trial.model}), {TRANSPORTS[Transports.name(entry)]}\n")
    thought = (
        f", its first thought after {_seconds(trial.first_token_seconds)}" if trial.thought_first else ""
    )
    put(
        f"answered in {_seconds(trial.seconds)}, its first word after {_seconds(trial.first_word_seconds)}{thought}, "
    )
    put(f"{speed} tokens/s\nthe whole test used {trial.tokens:,} tokens, cost {money(trial.cost_usd)}\n")
    if trial.marks:
        put(f"ignored in its replies: {' '.join(trial.marks)}\n")
    if trial.rungs:
        put(f"how we ask its server: {'; '.join(rungs_in_words(trial.rungs))}\n")
    replies = {one.form: one.came for one in trial.replies}
    for game, forms in groupby(trial.forms.items(), lambda item: item[0].partition("/")[0]):
        title = arena.catalogue.game(game).title
        put(f"\n{title}\n")
        rows: list[list[str]] = []
        for name, said in forms:
            rows.append([name.partition("/")[2], said])
            if said != FOLLOWS and (came := replies.get(name)):
                rows.append(["", f"it said: {one_line(came, _SAID)}"])
        put_table(["reply", "form"], rows, widest=None)
    if trial.helped:
        put(f"\n{trial.forms_summary}: switch help on with --help-forms of `run` or `models add`\n")


def _seconds(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:.2f} s"
