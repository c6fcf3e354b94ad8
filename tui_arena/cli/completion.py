"""Completion in a shell: `tui-arena completion`, and what the scripts that it prints ask this program for.

click finds what fits (`completing.py` knows the values); how a line is read and words are put in is the shell's
business, and here as each of them needs it: values hold `=` and `:`, which bash takes for the ends of words, and
a word that ends so goes on, so no space is put behind it. A script drops what is said on stderr: a line that
somebody is typing is no place for complaints.
"""

from __future__ import annotations

import os

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

from tui_arena.cli.context import Command, put

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
    "zsh": 'add to ~/.zshrc, behind compinit:  eval "$(tui-arena completion zsh)"',
    "fish": "tui-arena completion fish > ~/.config/fish/completions/tui-arena.fish",
}
"""How completion is switched on in each shell."""


@add_completion_class
class Bash(BashComplete):
    """bash ends words at `=` and `:`, and puts a value only behind the last of them."""

    source_template = _BASH
    _there = 0
    """How much of a value stands on the line before the word that bash will replace."""

    def get_completion_args(self) -> tuple[list[str], str]:
        line, word = os.environ["COMP_LINE"], os.environ["COMP_WORD"]
        words = split_arg_string(line)
        incomplete = words.pop() if words and not line.endswith((" ", "\t")) else ""
        value = _value(incomplete)
        replaced = "" if word in ("=", ":") else "".join(split_arg_string(word))
        self._there = len(value) - len(replaced) if value.endswith(replaced) else 0
        return words[1:], incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        return f"{item.type},{item.value[self._there :]}"


@add_completion_class
class Zsh(ZshComplete):
    """zsh takes whole words, an option before its value among them."""

    source_template = _ZSH
    _option = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        self._option = incomplete.removesuffix(_value(incomplete))
        return args, incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        return super().format_completion(_behind(self._option, item))


@add_completion_class
class Fish(FishComplete):
    """fish takes whole words too."""

    source_template = _FISH
    _option = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        self._option = incomplete.removesuffix(_value(incomplete))
        return args, incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        return super().format_completion(_behind(self._option, item))


def _value(word: str) -> str:
    """What stands behind an option in one word, `--set=variant=`; else the word, unless it is an option."""
    if not word.startswith("-"):
        return word
    return word.partition("=")[2] if "=" in word else word


def _behind(option: str, item: CompletionItem[str]) -> CompletionItem[str]:
    """A value with the option that stands before it in one word."""
    return CompletionItem(option + item.value, item.type, item.help)


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(list(HOW)), metavar="bash|zsh|fish", required=False)
def completion_(shell: str | None) -> None:
    """Print the script that completes commands, options, games, seats, models and sessions in a shell.

    Without a shell it says how it is switched on in each.
    """
    if shell is None:
        for name, how in HOW.items():
            put(f"{name:5} {how}\n")
        return
    scripts = {"bash": Bash, "zsh": Zsh, "fish": Fish}
    from tui_arena.cli import COMPLETE  # noqa: PLC0415  (it imports this module)

    root = click.get_current_context().find_root().command
    put(scripts[shell](root, {}, "tui-arena", COMPLETE).source())
