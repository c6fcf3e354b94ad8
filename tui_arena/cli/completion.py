"""Completion in a shell: the words that are offered, the way each shell asks, and `tui-arena completion`.

This module offers games, decks, models and players. click itself offers commands, options, choices and paths.
A completer is a function that click calls for the value of an option or an argument. It loads no app and no
model library and writes nothing. If it knows no words, it offers none: a missing save file isn't an error
here.

Each shell reads a line and inserts words in its own way. Values contain `=` and `:`, at which bash ends a
word. If a word ends in one of these, it continues, so no space is added after it. The scripts drop stderr,
because messages would disturb the line that somebody is typing.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

from tui_arena.cli.context import Command, CommandContext, put

if TYPE_CHECKING:
    from tui_arena.data import GameInfo

Items = list[CompletionItem[str]]
Meanings = Mapping[str, str]
"""Maps words to their meanings, which some shells show; an empty meaning shows nothing."""
MOST = 100
"""The most sessions whose players are offered: the newest."""


def _fitting(words: Meanings, incomplete: str) -> Items:
    """The words that begin with the incomplete text."""
    return [
        CompletionItem(word, help=text or None) for word, text in words.items() if word.startswith(incomplete)
    ]


def _infos(ctx: click.Context) -> list[GameInfo]:
    """The game that the line names so far; all games if it names none."""
    games = ctx.obj.catalogue.games
    info = games.get(ctx.params.get("game") or "")
    return [info] if info else list(games.values())


def games(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """The ids of games."""
    arena: CommandContext = ctx.obj
    return _fitting({info.id: info.tagline for info in arena.catalogue.games.values()}, incomplete)


def decks(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """The decks of the game; of all games if the line names none."""
    arena: CommandContext = ctx.obj
    names = (name for info in _infos(ctx) for name in arena.catalogue.deck_names(info))
    return _fitting(dict.fromkeys(names, ""), incomplete)


def models(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """The names of configured models, and of the models that a package brings."""
    return _fitting(_models(ctx.obj), incomplete)


def shelf(_: click.Context, __: click.Parameter, incomplete: str) -> Items:
    """The names of the models on the shelf."""
    from tui_arena.players.models.shelf import shelf  # noqa: PLC0415  (only for completion)

    return _fitting({name: model.title for name, model in shelf().items()}, incomplete)


def _models(arena: CommandContext) -> Meanings:
    from tui_arena.config import read_models  # noqa: PLC0415  (only for completion)
    from tui_arena.players.models.registry import brought  # noqa: PLC0415

    found = {**brought(), **read_models(arena.paths)[0].entries}
    return {name: entry.said_model for name, entry in found.items()}


def contestants(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """The names of models, and PLAYER texts."""
    return _fitting({**_models(ctx.obj), **_players(ctx, incomplete)}, incomplete)


def people(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """The names of the players of saved sessions."""
    from tui_arena.save.store import SessionQuery, open_store  # noqa: PLC0415

    arena: CommandContext = ctx.obj
    store = open_store(arena.paths.save_file, arena.catalogue, read_only=True, patience=0.2).store
    ctx.call_on_close(store.close)
    rows = store.sessions(SessionQuery(game=ctx.params.get("game"), limit=MOST))
    return _fitting(dict.fromkeys(sorted({name for row in rows for _, name in row.players}), ""), incomplete)


def seats(ctx: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """The seats of the game, each with the players it allows; seats that have a player are left out."""
    from tui_arena.data.catalogue import seats_json  # noqa: PLC0415

    seat, equals, text = incomplete.partition("=")
    if equals:
        return _fitting({f"{seat}={one}": said for one, said in _players(ctx, text).items()}, incomplete)
    taken = {str(given).partition("=")[0] for given in ctx.params.get("seats") or ()}
    names = (one["name"] for info in _infos(ctx) for one in seats_json(info) if one["name"] not in taken)
    return _fitting(dict.fromkeys((f"{name}=" for name in names), ""), incomplete)


def player(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """A PLAYER text; also `self` for commands that ask a player about sessions."""
    own = {"self": "each seat's own player"} if param.name in ("probe", "player") else {}
    return _fitting({**own, **_players(ctx, incomplete)}, incomplete)


def _players(ctx: click.Context, text: str) -> Meanings:
    """PLAYER texts that begin with the incomplete text."""
    if text.startswith("any:"):
        head = text[: max(text.rfind(","), 3) + 1]
        return {head + one: said for one, said in _one_player(ctx, text[len(head) :]).items()}
    return {**_one_player(ctx, text), "any:": "one of several, drawn for each session"}


def _one_player(ctx: click.Context, text: str) -> Meanings:
    from tui_arena.players.bot import LEVELS  # noqa: PLC0415

    arena: CommandContext = ctx.obj
    if text.startswith("bot:") and "+" in text:
        head = text[: text.rfind("+") + 1]
        topics = (topic for info in _infos(ctx) for topic in arena.catalogue.topics(info))
        return {head + topic: "" for topic in topics if f"+{topic}+" not in f"{head}+"}
    found = {f"bot:{level}": "" for level in LEVELS}
    found |= {f"model:{name}": said for name, said in _models(arena).items()}
    if ctx.info_name in ("play", "analyse"):
        found["human:"] = "a person"
    if ctx.info_name == "play":
        found["phone"] = "somebody who joins by phone"
    return {**found, "script:": "a file with replies"}


# shells


_BASH = """\
%(complete_func)s() {
    local type value word=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain)
                [[ $value == *[=:,+.] ]] && compopt -o nospace
                [[ $word == [\\'\\"]* ]] || printf -v value %%q "$value"
                COMPREPLY+=("$value") ;;
        esac
    done < <(COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORD="$word" %(complete_var)s=bash_complete "$1" 2>/dev/null)
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""
_ZSH = """\
#compdef %(prog_name)s
%(complete_func)s() {
    local -a response plain plain_open told told_open
    local type word text
    (( $+commands[%(prog_name)s] )) || return 1
    response=("${(@f)$(COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) %(complete_var)s=zsh_complete \\
        %(prog_name)s 2>/dev/null)}")
    for type word text in ${response}; do
        case $type in
            dir) _path_files -/ ;;
            file) _path_files -f ;;
            plain)
                if [[ $word == *[=:,+.] ]]; then
                    if [[ $text == _ ]]; then plain_open+=("$word"); else told_open+=("$word:$text"); fi
                else
                    if [[ $text == _ ]]; then plain+=("$word"); else told+=("$word:$text"); fi
                fi ;;
        esac
    done
    (( $#told )) && _describe -V unsorted told -U
    (( $#told_open )) && _describe -V unsorted told_open -U -S ''
    (( $#plain )) && compadd -U -V unsorted -a plain
    (( $#plain_open )) && compadd -U -S '' -V unsorted -a plain_open
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""
_FISH = """\
function %(complete_func)s
    for line in (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp | string collect) \\
            COMP_CWORD=(commandline -ct | string collect) %(prog_name)s 2>/dev/null)
        set -l parts (string split --max 1 , -- $line)
        switch $parts[1]
            case dir
                __fish_complete_directories $parts[2]
            case file
                __fish_complete_path $parts[2]
            case plain
                printf '%%s\\n' $parts[2]
        end
    end
end
complete --no-files --keep-order --command %(prog_name)s --arguments "(%(complete_func)s)"
"""
HOW = {
    "bash": 'add to ~/.bashrc:  eval "$(tui-arena completion bash)"',
    "zsh": 'add to ~/.zshrc, after compinit:  eval "$(tui-arena completion zsh)"',
    "fish": "tui-arena completion fish > ~/.config/fish/completions/tui-arena.fish",
}
"""Maps each shell to a sentence on how to switch completion on."""


@add_completion_class
class Bash(BashComplete):
    """bash ends words at `=` and `:`, and puts a value only after the last of them."""

    source_template = _BASH
    _there = 0
    """The number of the value's characters before the word that bash will replace."""

    def get_completion_args(self) -> tuple[list[str], str]:
        line, word = os.environ.get("COMP_LINE", ""), os.environ.get("COMP_WORD", "")
        words = split_arg_string(line)
        incomplete = words.pop() if words and not line.endswith((" ", "\t")) else ""
        value = _value(incomplete)
        replaced = "" if word in ("=", ":") else "".join(split_arg_string(word))
        self._there = len(value) - len(replaced) if value.endswith(replaced) else 0
        return words[1:], incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        return f"{item.type},{item.value[self._there :]}"


class _WholeWords(ShellComplete):
    """A shell that completes whole words, including an option before its value."""

    _option = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        self._option = incomplete.removesuffix(_value(incomplete))
        return args, incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        return super().format_completion(CompletionItem(self._option + item.value, item.type, item.help))


@add_completion_class
class Zsh(_WholeWords, ZshComplete):
    """zsh, with its own script."""

    source_template = _ZSH


@add_completion_class
class Fish(_WholeWords, FishComplete):
    """fish, with its own script."""

    source_template = _FISH


def _value(word: str) -> str:
    """The value after an option in one word, as in `--set=variant=`; else the word, if it isn't an option."""
    if not word.startswith("-"):
        return word
    return word.partition("=")[2] if "=" in word else word


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(list(HOW)), metavar="bash|zsh|fish", required=False)
def completion_(shell: str | None) -> None:
    """Print the script that completes commands, options, games, decks, models and players in a shell.

    Without a shell, it says how to switch completion on in each.
    """
    if shell is None:
        for name, how in HOW.items():
            put(f"{name:5} {how}\n")
        return
    scripts = {"bash": Bash, "zsh": Zsh, "fish": Fish}
    from tui_arena.cli import COMPLETE  # noqa: PLC0415  (it imports this module)

    root = click.get_current_context().find_root().command
    put(scripts[shell](root, {}, "tui-arena", COMPLETE).source())
