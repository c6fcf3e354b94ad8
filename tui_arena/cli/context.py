"""The parts that all commands share: the user's files, base classes of commands, output, and the process.

Law: output, warnings and logs of other libraries are dropped. They may quote a reply, and a reply may quote a key in
pieces that no redaction finds. This is decided here, once, for the whole process. The code that called the library
reports the sentence that a person needs.

SIGTERM and SIGHUP end a command like Ctrl-C: finished work is saved and reported, and the command can be resumed.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from tui_arena.core.text import one_line

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

    from tui_arena.config import Paths, Settings
    from tui_arena.data import Catalogue
    from tui_arena.players.models.registry import ModelRegistry
    from tui_arena.players.models.requests import SpendingLimits
    from tui_arena.players.new_session import Start
    from tui_arena.save.skipping import Skipped
    from tui_arena.save.store import Store

MAX_COMPLAINT = 600
BIGGEST = 2**53
WEB = ("TEXTUAL_DRIVER", "textual.drivers.web_driver:WebDriver")
"""The variable and the value that a server sets when it shows the app in a browser, over pipes."""
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
BAD, INTERRUPTED = 2, 130
"""Exit statuses: bad arguments or a bad file; interrupted."""
_ACTING = (
    *range(9),
    11,
    12,
    *range(14, 32),
    *range(127, 160),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
)
_SPELT = {c: f"\\u{c:04x}" for c in _ACTING}
"""The JSON escapes of characters that control a terminal."""


class AnyPath(click.Path):
    """A path that a shell completes. The command that opens it reports errors in it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)


FILE, FOLDER = AnyPath(), AnyPath(file_okay=False)


def with_options(command: Callable[..., Any], options: Sequence[Decorator]) -> Callable[..., Any]:
    """The command with these options, in this order."""
    for option in reversed(options):
        command = option(command)
    return command


class Failed(Exception):
    """The command failed, with a sentence for the user and the exit status."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


def bad(option: str, sentence: str) -> click.BadParameter:
    """The error about the value of an option or argument."""
    return click.BadParameter(sentence, param_hint=f"'{option}'")


class CommandContext:
    """The user's files, opened when a command first needs them."""

    def __init__(self) -> None:
        self.home: str | None = None
        """The folder that `--data-dir` names; None without that option."""
        self.saves = False
        """True if the command opened the save file to write to it."""

    @cached_property
    def paths(self) -> Paths:
        from tui_arena.config import Paths  # noqa: PLC0415

        return Paths.find(self.home)

    @cached_property
    def catalogue(self) -> Catalogue:
        from tui_arena.data import Catalogue  # noqa: PLC0415

        return Catalogue(self.paths.config)

    @cached_property
    def settings(self) -> Settings:
        from tui_arena.config import read_settings  # noqa: PLC0415

        return read_settings(self.paths)[0]

    @cached_property
    def registry(self) -> ModelRegistry:
        """The models, which are asked in the command's own event loop."""
        return self.new_registry(threaded=False)

    def new_registry(self, *, threaded: bool) -> ModelRegistry:
        """The models; they are closed when the command ends. Faults in their file are printed on stderr.

        `threaded`: as in `ModelRegistry`.
        """
        from tui_arena.players.models.registry import ModelRegistry  # noqa: PLC0415
        from tui_arena.players.models.requests import Purse  # noqa: PLC0415

        registry = ModelRegistry(self.paths, self.catalogue, threaded=threaded)
        registry.purse = Purse(lambda: self._purses_store, self._limits)
        click.get_current_context().call_on_close(registry.close)
        tell(*registry.notices)
        return registry

    @cached_property
    def _purses_store(self) -> Store:
        return self.store()

    def count_costs(self) -> None:
        """Open the save file, which counts the costs of models asked in a thread. Raises SaveError."""
        _ = self._purses_store

    def _limits(self) -> SpendingLimits:
        from tui_arena.players.models.requests import SpendingLimits  # noqa: PLC0415

        return SpendingLimits(self.settings.limit_day_usd, self.settings.limit_usd)

    def store(self, *, reading: bool = False) -> Store:
        """The save file, open until the command ends; notices about it are printed on stderr.

        `reading`: the command saves nothing, so it can run while another program writes. Raises SaveError.
        """
        from tui_arena.save.errors import Busy  # noqa: PLC0415
        from tui_arena.save.store import open_store, update_note  # noqa: PLC0415

        self.saves |= not reading
        if note := update_note(self.paths.save_file):
            tell(note)
        try:
            opened = open_store(self.paths.save_file, self.catalogue)
        except Busy:
            if not reading:
                raise
            opened = open_store(self.paths.save_file, self.catalogue, read_only=True)
        click.get_current_context().call_on_close(opened.store.close)
        tell(*opened.notices)
        return opened.store


def served() -> bool:
    """True if a server such as textual-serve shows the app in a browser, so that it needs no terminal."""
    return os.environ.get(WEB[0]) == WEB[1]


def open_app(arena: CommandContext, start: Start | None = None) -> int:
    """Run the app and return its exit status. `start`: the first screen; None: the home screen.

    Raises Failed if there is no terminal and no server that shows the app in a browser.
    """
    if not served() and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failed("the app needs a terminal; `tui-arena --help` lists what works without one", BAD)
    from tui_arena.ui import run  # noqa: PLC0415  (Textual is only loaded for the app)

    return run(arena.paths, start)


class Command(click.Command):
    """A command that also takes `--data-dir` after its name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        data_dir = click.Option(
            ["--data-dir"],
            metavar="DIR",
            type=FOLDER,
            expose_value=False,
            callback=_set_home,
            is_eager=True,
            help="Keep the save file and settings in this folder.",
        )
        self.params.append(data_dir)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments. While a shell completes a line, an option without a value yet is left out.

        Otherwise click would stop at that option and not know the game before it.
        """
        bare = ctx.resilient_parsing and args and args[-1].startswith("-")
        return super().parse_args(ctx, args[:-1] if bare else args)


def _set_home(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value:
        ctx.obj.home = value


class Group(Command, click.Group):
    """A command with subcommands that also takes `--data-dir` after its name."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-"):
            ctx.fail(f"there is no command {args[0]!r}; commands are {', '.join(names)}")
        return super().resolve_command(ctx, args)


def left_out_status(skipped: Skipped, status: int = 0) -> int:
    """Report how many sessions were left out. Returns `status`, or 1 if it is 0 and some were left out."""
    n = len(skipped.found)
    if not n:
        return status
    tell(f"{n} session{' was' if n == 1 else 's were'} left out; `tui-arena doctor` checks them all")
    return status or 1


def telling() -> Skipped:
    """Collects the sessions that a loop leaves out, and reports each on stderr at once, one a line."""
    from tui_arena.save.skipping import Skipped  # noqa: PLC0415  (only commands that read sessions)

    return Skipped(lambda error: complain(str(error)))


def without_figures(store: Store, game: str | None = None) -> int:
    """Report the sessions that no figure counts because they can't be read; returns the exit status."""
    from tui_arena.save.skipping import left_out  # noqa: PLC0415

    skipped = telling()
    for error in left_out(store, game):
        skipped.leave_out(error)
    return left_out_status(skipped)


def complain(sentence: str) -> None:
    """Print one line on stderr about an error."""
    sys.stderr.write(f"tui-arena: {_safe(sentence)}\n")


def complain_of_crash(error: BaseException) -> None:
    """Print one line about a bug in this program: its kind and place, never the values of variables."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    place = f"{Path(last.filename).name}:{last.lineno} in {last.name}" if last else "an unknown place"
    complain(
        f"internal error ({type(error).__name__} at {place}); saved sessions are safe. "
        "Please report this line; `tui-arena doctor` checks the installation"
    )


def tell(*sentences: str) -> None:
    """Print each sentence on a line of stderr, separate from the result."""
    for sentence in sentences:
        sys.stderr.write(f"{_safe(sentence)}\n")


def _safe(sentence: str) -> str:
    """A sentence with terminal controls escaped and with anything that looks like a key removed."""
    from tui_arena.config import redact  # noqa: PLC0415

    return one_line(redact(sentence.translate(_SPELT)), MAX_COMPLAINT)


def put(text: str) -> None:
    """Print the result on stdout; characters that control a terminal are escaped as in JSON."""
    sys.stdout.write(text.translate(_SPELT))


def put_lines(lines: Iterable[str]) -> None:
    """Print each text on a line of stdout."""
    for line in lines:
        put(f"{line}\n")


def put_json(value: Any) -> None:
    """Print one JSON document on stdout.

    An iterator becomes a list, and its items are printed one by one. It may be a value of a dict or an item
    of another iterator.
    """
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    for piece in _pieces(value, partial(json.dumps, ensure_ascii=not utf8, indent=2, allow_nan=False)):
        put(piece)
    put("\n")


def _pieces(value: Any, dumps: Callable[[Any], str], margin: str = "\n") -> Iterator[str]:
    """Yields a JSON document in pieces; `margin`: the end of a line and the indentation of the next."""
    parts: Iterator[tuple[str, Any]]
    if isinstance(value, Iterator):
        ends, parts = "[]", (("", item) for item in value)
    elif isinstance(value, dict) and any(isinstance(item, Iterator) for item in value.values()):
        ends, parts = "{}", ((f"{dumps(name)}: ", item) for name, item in value.items())
    else:
        yield dumps(value).replace("\n", margin)  # the text has no line ends of its own: JSON escapes them
        return
    before = ends[0]
    for name, item in parts:
        yield f"{before}{margin}  {name}"
        yield from _pieces(item, dumps, f"{margin}  ")
        before = ","
    yield ends if before == ends[0] else margin + ends[1]


def put_out(parts: Iterable[str], out: str | None) -> None:
    """Write the parts of a text to the file that the user named, or to standard output. Raises BadFile."""
    if out is None:
        for part in parts:
            put(part)
        return
    from tui_arena.save.exchange.export import write  # noqa: PLC0415  (only commands that write files)

    path = whole_path(out)
    write(path, parts)
    tell(f"written to {path}")


def new_path(text: str) -> Path:
    """The path of a file that the user wants to create. Raises Failed if it exists already; BadFile."""
    path = whole_path(text)
    if path.exists():
        raise Failed(f"{path}: already exists; choose another file", BAD)
    return path


def whole_path(text: str) -> Path:
    """The path that the user wrote, expanded; raises BadFile for a path that no file can have."""
    from tui_arena.config import expanded  # noqa: PLC0415

    return expanded(text)


OURS = frozenset({"tui_arena", "__main__", "click", "rich"})
"""The packages whose code may write: `click` prints for commands, `rich` the app's last lines."""


class Own(io.TextIOWrapper):
    """A stream that accepts texts only from this program and drops all others."""

    def write(self, text: str, /) -> int:
        writer = str(sys._getframe(1).f_globals.get("__name__", ""))  # noqa: SLF001  (finds who writes)
        return super().write(text) if writer.partition(".")[0] in OURS else len(text)


class LossyFile(io.FileIO):
    """The file behind stderr. It may be closed at the other end; that doesn't stop the work."""

    def write(self, data: Buffer, /) -> int:
        """Write as much as can be written, and drop the rest."""
        try:
            written = super().write(data)
        except OSError:
            written = None
        return memoryview(data).nbytes if written is None else written


def speak_alone() -> None:
    """From now on, allow only this program to write to stdout and stderr.

    If the terminal is gone, writing to stderr doesn't raise an error; writing to stdout does.
    """
    for name, kind in (("stdout", io.FileIO), ("stderr", LossyFile)):
        stream = getattr(sys, name)
        if not isinstance(stream, io.TextIOWrapper) or isinstance(stream, Own):
            continue
        stream.flush()
        own = Own(
            io.BufferedWriter(kind(stream.fileno(), "w", closefd=False)),
            encoding=stream.encoding,
            errors=stream.errors,
            line_buffering=stream.line_buffering
            or stream.write_through,  # PYTHONUNBUFFERED asks for write-through
        )
        setattr(sys, name, own)
    sys.unraisablehook = _unheard
    threading.excepthook = _thread_ended


def _unheard(_: object) -> None:
    """Drop an error that Python couldn't raise, because its text may contain anything."""


def _thread_ended(what: threading.ExceptHookArgs) -> None:
    """Report that a thread failed: only the kind of error and its place."""
    if what.exc_value is None or what.exc_type is SystemExit:
        return
    with suppress(OSError, ValueError):
        complain_of_crash(what.exc_value)


class EndSignal:
    """The signal that ended the command; 0 at first."""

    number = 0

    def status(self, status: int) -> int:
        """The exit status; if the command was interrupted, the status for that signal."""
        return 128 + self.number if self.number and status == INTERRUPTED else status


@contextmanager
def interrupted_by_signals() -> Iterator[EndSignal]:
    """Let SIGTERM and SIGHUP interrupt the block, like Ctrl-C. An ignored SIGHUP stays ignored (`nohup`).

    A background job of a script ignores Ctrl-C and continues to do so. For that, SIGINT is blocked instead of
    ignored: asyncio can cancel its work only if SIGINT isn't ignored.
    """
    told = EndSignal()
    if threading.current_thread() is not threading.main_thread():  # only the main thread receives signals
        yield told
        return

    def end(number: int, frame: FrameType | None) -> None:
        told.number = number
        interrupt = signal.getsignal(signal.SIGINT)
        if callable(interrupt):
            interrupt(signal.SIGINT, frame)

    before = {}
    blocked = sys.platform != "win32" and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if sys.platform != "win32" and blocked:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, end)
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if sys.platform != "win32" and blocked:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
