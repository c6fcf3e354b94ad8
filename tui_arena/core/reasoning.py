"""Separates reasoning from a reply: a model's thoughts are taken out before anything else reads the reply.

Models and their servers mark reasoning in different ways. `PAIRS`, `LEADS`, `SPOKEN` and `TURNS` list all
these marks; a new mark needs a row there and a row in the test.

Law: only a reply of a model, a script or a program is split here, never one that a person typed. The rules
don't know these marks. They remove only `<think>` (`core/text.py:split_reasoning`), so old sessions fold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from tui_arena.core.game import Reply
from tui_arena.core.lazy import late_pattern
from tui_arena.core.text import REPLY_BYTES, clean, split_reasoning

RAW_BYTES = 2 * REPLY_BYTES
"""The original text of a reply is cut to this many bytes of UTF-8."""
MOST_MARKS = 4000
"""The maximum number of marks in a reply; later marks are read as text, because no model means them."""

_NAMES = (
    "think|thinking|thoughts?|(?:thought|thinking)_process|reason|reasoning|rationale|reflection|analysis|"
    "chain_of_thought|cot|(?:inner|internal)_monologue|scratch_?pad"
)
PAIRS: tuple[tuple[str, str], ...] = (
    (rf"<\s?((?:[a-z]{{1,20}}[:_])?(?:{_NAMES}))(?:\s[^<>]{{0,80}})?(?<!/)>", rf"<\s?/\s?((?:[a-z]{{1,20}}[:_])?(?:{_NAMES}))\s?>"),
    (r"\[(think)\]", r"\[/(think)\]"),
    (r"◁(think)▷", r"◁/(think)▷"),
    (rf"<\|(?:begin|start)(?:_of)?_({_NAMES})\|>", rf"<\|end(?:_of)?_({_NAMES})\|>"),
    (rf"<\|({_NAMES})\|>", rf"<\|/({_NAMES})\|>"),
    (rf"<\|({_NAMES})_start\|>", rf"<\|({_NAMES})_end\|>"),
    (r"<(unused)94>", r"<(unused)95>"),
    (r"<\|(inner)_prefix\|>", r"<\|(inner)_suffix\|>"),
    (r"<(details) type=[\"']reasoning[\"'][^<>]{0,80}>", r"</(details)>"),
)  # fmt: skip
"""Openers and closers of reasoning; the name that both capture makes them a pair. They are tags of any vendor
(`<seed:think>`), brackets and special tokens. Case is ignored."""
LEADS: tuple[tuple[str, str], ...] = (
    (r"Here(?:'s| is) my thought process:", r"Here(?:'s| is) my response:"),
    (r"Thinking\.\.\.\n", r"\.\.\.done thinking\."),
    (r"analysis", r"assistantfinal|assistant\sfinal(?=\W|[A-Z])"),
)
"""Phrases around reasoning. They count only if the first is at the very start of a reply and the second
follows. The last row is for the channels of gpt-oss without their special tokens."""
SPOKEN = frozenset({"final", "response", "answer", "text"})
"""The channels whose text is the reply; the text of any other channel is reasoning."""
TURNS = (
    rf"<(?:[a-z]{{1,20}}[:_])?(?:{_NAMES})\s?/>", r"</?s>", r"</?(?:bos|eos|eot|eod|sop|eop|pad|unk)>", r"<(?:start|end)_of_turn>", r"<end_of_utterance>", r"\[/?INST\]", r"\[gMASK\]",
    r"<[|｜][^<>|｜\s]{1,40}[|｜]?>", r"<[^<>|｜\s/]{1,40}[|｜]>",
)  # fmt: skip
"""Special tokens: the beginning or the end of a turn, a header or a message."""
SIGNS = ("<", "[t", "[T", "[/", "◁", "thought process:", "done thinking", "analysis")
"""Every text with reasoning contains one of these, so that very many texts can be checked quickly."""
_ROLES = frozenset({"user", "system", "human", "tool", "developer", "observation"})
"""A turn with one of these words at its beginning is somebody else's."""
_MINE = frozenset({"assistant", "model"})
_CHANNELS = SPOKEN | {"analysis", "commentary"}
_BEGINS = frozenset(
    {"channel", "start", "start_header_id", "im_start", "start_of_turn", "turn", "open", "close"}
)
"""Marks before a header, which names a channel, a role, or both."""
_BY_LINE = frozenset({"im_start", "start_of_turn"})
"""The marks in `_BEGINS` whose header ends with its line."""
_ENDS = frozenset(
    "im_end eot_id eom_id end_of_turn end_of_turn_token end_of_utterance endoftext end_of_text end_of_sentence s "
    "eos eod eot return".split()
)
"""Marks of the end of a turn: anything that a model adds after words and a mark isn't part of its reply."""
_ELSEWHERE = "a turn of somebody else"
"""The channel of text that isn't part of the reply."""

_CANDIDATE = late_pattern(r"<[^<>\n]{1,120}>|\[[^\[\]\n]{1,8}\]|◁[^◁▷\n]{1,8}▷")
"""A possible mark, which is found fast in a text of any length."""
_MARK = late_pattern(
    "|".join(
        [
            *(f"(?P<open{i}>{opener})|(?P<close{i}>{closer})" for i, (opener, closer) in enumerate(PAIRS)),
            f"(?P<special>{'|'.join(TURNS)})",
        ]
    ),
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SplitThoughts:
    """A reply, divided into its words and its reasoning."""

    words: str
    thinking: str = ""
    marks: tuple[str, ...] = ()
    """The marks that were found, each once, without the closers of pairs; empty: the text is unchanged."""
    start: int = field(default=0, repr=False, compare=False)
    """Where the words begin in the text."""


def split_thoughts(text: str) -> SplitThoughts:
    r"""Divides a cleaned reply into words and reasoning by the table of marks.

    Everything before a lone closer is reasoning, and so is everything after an opener without a closer. After
    a pair was closed, a stray closer is only dropped. Marks of the end of a turn are dropped; somebody else's
    turn after them isn't part of the reply. Of several replies, the last one counts.

    >>> split_thoughts("[THINK]It may be a car.[/THINK]Is it big?")
    SplitThoughts(words='Is it big?', thinking='It may be a car.', marks=('[THINK]',))
    >>> split_thoughts("<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>no").words
    'no'
    """
    led = _led(text)
    if led is not None:
        return led
    marks = list(islice(_marks(text), MOST_MARKS))
    if not marks:
        return SplitThoughts(text, start=_indent(text))
    return _Splitter(text, marks).split()


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


@dataclass(frozen=True, slots=True)
class _Mark:
    """A mark in a text."""

    text: str
    start: int
    end: int
    does: str
    """`open` or `close` a pair, or `special`: any other."""
    name: str
    """The name of the pair, or of the special token, in lower case."""


def _marks(text: str) -> Iterator[_Mark]:
    """The marks in a text, in order."""
    known: dict[str, tuple[str, str] | None] = {}
    for found in _CANDIDATE.finditer(text):
        mark = found.group()
        if mark not in known:
            known[mark] = _read(mark)
        read = known[mark]
        if read is not None:
            yield _Mark(mark, found.start(), found.end(), *read)


def _read(mark: str) -> tuple[str, str] | None:
    """What a mark does, and its name; None if the text isn't a mark."""
    found = _MARK.fullmatch(mark)
    if found is None or found.lastgroup is None:
        return None
    if found.lastgroup == "special":
        return "special", mark.strip("<>[]|｜/").lower().replace("▁", "_")
    does = found.lastgroup.rstrip("0123456789")
    return does, next(name for name in found.groups()[found.lastindex :] if name).lower()


def reasoning_in(text: str) -> str:
    """The reasoning that is left in a saved text once `<think>` has been removed, as the rules do.

    Empty if the text has only marks of the end of a turn. Replies from `without_thoughts` have none.

    >>> reasoning_in("<thought>A car?</thought>Is it big?"), reasoning_in("<think>A car?</think>Is it big?</s>")
    ('A car?', '')
    """
    return split_thoughts(split_reasoning(text).body).thinking


def _led(text: str) -> SplitThoughts | None:
    """Splits a reply that begins with reasoning between the phrases of `LEADS`; None for any other reply."""
    begun = text.lstrip()
    for opener, closer in LEADS:
        found = re.match(opener, begun)
        ends = list(re.finditer(closer, begun)) if found is not None else []
        if found is None or not ends:
            continue
        said = ends[-1].end()
        thought, rest = begun[found.end() : ends[-1].start()], split_thoughts(begun[said:])
        thinking = "\n".join(part for part in (thought.strip(), rest.thinking) if part)
        marks = (found.group().strip(), *rest.marks)
        return SplitThoughts(rest.words.strip(), thinking, marks, _indent(text) + said + rest.start)
    return None


class _Splitter:
    """One pass over the marks of a reply."""

    def __init__(self, text: str, marks: list[_Mark]) -> None:
        self._text = text
        self._marks = marks
        self._closers = {mark.name: mark.start for mark in marks if mark.does == "close"}
        """Maps the name of a pair to the index of its last closer."""
        self._words: list[str] = []
        self._thinking: list[str] = []
        self._found: dict[str, None] = {}
        self._inside = ""
        """The name of the open pair; empty outside of a pair."""
        self._closed = False
        """True if a pair was closed, so that another closer is stray."""
        self._header: list[str] | None = None
        """The header of a channel or a turn that is being read; None outside of a header."""
        self._by_line = False
        """True if that header ends with its line and not with a mark."""
        self._channel = ""
        """The channel that is being read; empty outside of a channel."""
        self._closes = False
        """True if the header names a channel that ends."""
        self._spoken = False
        """True if any words were said."""
        self._start: int | None = None
        """Where the words begin in the text; None if there are none yet."""
        self._deep = 0
        """How many more openers of the open pair's name are open within it."""
        self._struck = False
        """True if a `<s>` after words is striking out the text that follows."""
        self._over = False
        """True if the turn of the reply has ended, so that nothing more is part of it."""

    def split(self) -> SplitThoughts:
        """The words and the reasoning."""
        at = 0
        for mark in self._marks:
            self._take(at, mark.start)
            at = mark.end
            if mark.does == "open":
                self._open(mark)
            elif mark.does == "close":
                self._close(mark)
            elif self._inside:
                self._thinking.append(mark.text)
            else:
                self._found[mark.text] = None
                self._special(mark)
        self._take(at, len(self._text))
        thinking = "\n".join(part.strip() for part in self._thinking if part.strip())
        words = "".join(self._words).strip()
        return SplitThoughts(words, thinking, tuple(self._found), self._start or 0)

    def _take(self, start: int, end: int) -> None:
        """Adds a part of the text to the header, the reasoning or the words."""
        part = self._text[start:end]
        if self._header is not None and self._by_line:
            line, _, part = part.lstrip().partition("\n")
            self._header.append(line)
            self._end_header()
        elif self._header is not None:
            self._header.append(part)
            return
        if self._over or self._inside or (self._channel and self._channel not in SPOKEN):
            self._thinking.append(part)
        elif part:
            self._words.append(part)
            if part.strip():
                self._spoken = True
                self._start = end - len(part.lstrip()) if self._start is None else self._start

    def _open(self, mark: _Mark) -> None:
        if self._inside:
            self._thinking.append(mark.text)
            self._deep += mark.name == self._inside
        else:
            self._inside, self._deep = mark.name, 0
            self._found[mark.text] = None

    def _close(self, mark: _Mark) -> None:
        if self._inside:
            to_come = self._closers.get(self._inside, -1) > mark.start
            if to_come and (self._deep or mark.name != self._inside):
                self._thinking.append(mark.text)  # the pair's own closer is still to come
                self._deep -= mark.name == self._inside
            else:
                self._inside, self._closed = "", True
        elif mark.name == "details":
            self._words.append(mark.text)
        else:
            self._found[mark.text] = None
            if not self._closed:
                self._only_thought()
            self._closed = True

    def _only_thought(self) -> None:
        """Turns the words so far into reasoning."""
        self._thinking += self._words
        self._words, self._spoken, self._start = [], False, None

    def _special(self, mark: _Mark) -> None:
        """Handles a mark of a header; any other special token is dropped or ends a turn."""
        name, whole = mark.name, mark.text.endswith(("|>", "｜>"))
        if name == "channel" and not mark.text.startswith(("<|", "<｜")):
            if not self._channel and not self._closed:
                self._only_thought()  # its beginning was in the prompt
            self._channel, self._closed = "", True  # `<channel|>`, the end of a channel
        elif name == "constrain" or (name == "channel" and self._header is not None):
            self._header = self._header or []
            self._header.append(" ")  # `<|start|>assistant<|channel|>final <|constrain|>json`
        elif name in _BEGINS:
            self._begin(by_line=name in _BY_LINE or not whole)
            self._closes = name == "close"
        elif name in _ROLES | _MINE:
            self._begin(name)
            self._end_header()
        elif name in ("message", "end_header_id", "sep"):
            self._end_begun_header()
        else:
            self._channel, self._header = "", None
            if name == "s" and (self._struck or (mark.text == "<s>" and self._spoken)):
                self._words.append(mark.text)  # struck-out text, as on a page
                self._struck = mark.text == "<s>"
            else:
                self._over = self._over or (name in _ENDS and self._spoken)

    def _begin(self, header: str = "", *, by_line: bool = False) -> None:
        self._channel, self._header, self._by_line = "", [header], by_line

    def _end_begun_header(self) -> None:
        """Ends the header; if its beginning was in the prompt, the text so far is the channel's name."""
        if self._header is None and not self._channel:
            said = "".join(self._words[-2:]).strip().lower()
            if said in _CHANNELS:
                self._begin(said)
                self._words, self._start = [], None
        if self._header is not None:
            self._end_header()

    def _end_header(self) -> None:
        """Reads from the header whose turn begins, and in which channel."""
        words = " ".join(self._header or ()).lower().split()
        self._header = None
        if self._closes:  # the channel has ended
            self._channel, self._closes = "", False
            return
        if words and words[0].strip(":") in _ROLES:
            self._over = self._over or self._spoken
            self._channel = _ELSEWHERE
            return
        self._channel = next((word for word in words if word not in _MINE), "")
        if self._channel in SPOKEN and not self._over:
            self._only_thought()


def spelled_out(text: str) -> str:
    """A text with tokenizers' signs for blanks and line breaks replaced by these characters.

    >>> spelled_out("IsĠitĠbig?"), spelled_out("Ġgantija")
    ('Is it big?', 'Ġgantija')
    """
    if " " in text or sum(map(text.lstrip("ĠĊ▁").count, _BLANKS)) < (1 if "{" in text else 2):
        return text
    for sign, plain in _BLANKS.items():
        text = text.replace(sign, plain)
    return text


_BLANKS = {"Ġ": " ", "▁": " ", "Ċ": "\n"}
"""Signs of tokenizers. They count only in a text without blanks, if it has several of them or a `{`."""


def without_thoughts(reply: Reply) -> Reply:
    """A reply of a model, script or program with its words and reasoning separated, so that it can be judged.

    If anything was removed, `extra` has the original text as `raw`. Each part is cut to `REPLY_BYTES` after
    the split, so long reasoning doesn't cost any words.
    """
    came = clean(reply.text, None)
    spelled = spelled_out(came)
    split = split_thoughts(spelled)
    if (
        reply.finish == "length"
        and any(re.match(opener, spelled.lstrip()) for opener, _ in LEADS)
        and not split.marks
    ):
        split = SplitThoughts("", spelled, (spelled.split(None, 1)[0],))  # it was cut off within its thoughts
    thinking = "\n".join(part for part in (clean(reply.thinking or "", None), split.thinking) if part)
    words, thoughts = clean(split.words), clean(thinking) or None
    if split.marks or spelled != came:
        return replace(
            reply, text=words, thinking=thoughts, extra={"raw": clean(came, RAW_BYTES), **reply.extra}
        )
    if (words, thoughts) == (reply.text, reply.thinking):
        return reply
    return replace(reply, text=words, thinking=thoughts)
