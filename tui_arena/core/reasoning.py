"""Reasoning in a reply: what a model thought is taken out at the door, before anybody reads the reply.

Models and their servers mark reasoning in different ways. `PAIRS`, `LEADS`, `SPOKEN` and `TURNS` are the whole table
of these marks; a new one is a row there and a row in its test.

Law: only what a model, a script or a program said passes this door, never what a person typed. The rules don't
know these marks; they take off `<think>` alone (`core/text.py:split_reasoning`), so saved sessions fold as they did.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from tui_arena.core.game import Reply
from tui_arena.core.text import REPLY_BYTES, clean, split_reasoning

RAW_BYTES = 2 * REPLY_BYTES
"""A reply as it came is kept up to this many bytes of UTF-8."""
MOST_MARKS = 4000
"""Marks behind so many are read as text, because no model means them."""

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
"""Marks around reasoning, opener and closer, with the name by which they belong together: tags of any vendor
(`<seed:think>`), brackets and special tokens. Case is ignored."""
LEADS: tuple[tuple[str, str], ...] = (
    (r"Here(?:'s| is) my thought process:", r"Here(?:'s| is) my response:"),
    (r"Thinking\.\.\.\n", r"\.\.\.done thinking\."),
    (r"analysis", r"assistantfinal|assistant\sfinal(?=\W|[A-Z])"),
)
"""Words around reasoning that count only at the very start of a reply, and only if both of them stand there. The
last are the channels of gpt-oss whose special tokens were left out."""
SPOKEN = frozenset({"final", "response", "answer", "text"})
"""The channels whose text is the reply; the text of any other channel is reasoning."""
TURNS = (
    rf"<(?:[a-z]{{1,20}}[:_])?(?:{_NAMES})\s?/>", r"</?s>", r"</?(?:bos|eos|sop|eop|pad)>", r"<(?:start|end)_of_turn>", r"\[/?INST\]", r"\[gMASK\]",
    r"<[|｜][^<>|｜\s]{1,40}[|｜]?>", r"<[^<>|｜\s/]{1,40}[|｜]>",
)  # fmt: skip
"""Special tokens: the begin or the end of a turn, a header or a message."""
SIGNS = ("<", "[t", "[T", "[/", "◁", "thought process:", "done thinking", "analysis")
"""One of these stands in every text in which reasoning is found: the quick look at very many texts."""
_ROLES = frozenset({"user", "system", "human", "tool", "developer", "observation"})
"""Words behind the begin of a turn by which it is somebody else's."""
_MINE = frozenset({"assistant", "model"})
_CHANNELS = SPOKEN | {"analysis", "commentary"}
_BEGINS = frozenset(
    {"channel", "start", "start_header_id", "im_start", "start_of_turn", "turn", "open", "close"}
)
"""Marks behind which a header stands: a channel, a role, or both."""
_BY_LINE = frozenset({"im_start", "start_of_turn"})
"""Those of them whose header ends with its line."""
_ENDS = frozenset(
    "im_end eot_id eom_id end_of_turn endoftext end_of_text end_of_sentence s eos eod eot return".split()
)
"""Marks of the end of a turn: what a model goes on to say behind its words is no part of its reply."""
_ELSEWHERE = "a turn of somebody else"
"""The channel of text that isn't part of the reply."""

_CANDIDATE = re.compile(r"<[^<>\n]{1,120}>|\[[^\[\]\n]{1,8}\]|◁[^◁▷\n]{1,8}▷")
"""What may be a mark, found fast in a text of any length."""
_MARK = re.compile(
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
    """What came, divided into what is said and what was only thought."""

    words: str
    thinking: str = ""
    marks: tuple[str, ...] = ()
    """The marks that were found, each once, as they begin; empty: the text is as it came."""


def split_thoughts(text: str) -> SplitThoughts:
    r"""Divide a cleaned reply into words and reasoning by the table of marks.

    Everything up to a lone closer is reasoning, and so is everything behind an opener without a closer. After a
    pair was closed, a stray closer is only dropped. Marks of the end of a turn fall off; what follows them as
    somebody else's turn is no part of the reply. Of several replies the last one holds.

    >>> split_thoughts("[THINK]It may be a car.[/THINK]Is it big?")
    SplitThoughts(words='Is it big?', thinking='It may be a car.', marks=('[THINK]',))
    >>> split_thoughts("<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>no").words
    'no'
    """
    led = _led(text)
    if led is not None:
        return led
    marks = list(islice(_marks(text), MOST_MARKS))
    return _Splitter(text, marks).split() if marks else SplitThoughts(text)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A mark in a text."""

    text: str
    start: int
    end: int
    does: str
    """`open` or `close` a pair, or `special`: any other."""
    name: str
    """The name of the pair, or of the special token, in small letters."""


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
    """What a mark does, and its name; None if it is none."""
    found = _MARK.fullmatch(mark)
    if found is None or found.lastgroup is None:
        return None
    if found.lastgroup == "special":
        return "special", mark.strip("<>[]|｜/").lower().replace("▁", "_")
    does = found.lastgroup.rstrip("0123456789")
    return does, next(name for name in found.groups()[found.lastindex :] if name).lower()


def reasoning_in(text: str) -> str:
    """The reasoning that a saved text still holds once `<think>` was taken off, as the rules do.

    Empty if marks of the end of a turn are all that it holds. Replies that passed the door hold none.

    >>> reasoning_in("<thought>A car?</thought>Is it big?"), reasoning_in("<think>A car?</think>Is it big?</s>")
    ('A car?', '')
    """
    return split_thoughts(split_reasoning(text).body).thinking


def _led(text: str) -> SplitThoughts | None:
    """A reply whose reasoning stands between words at its start; None for any other."""
    begun = text.lstrip()
    for opener, closer in LEADS:
        found = re.match(opener, begun)
        ends = list(re.finditer(closer, begun)) if found is not None else []
        if found is None or not ends:
            continue
        thought, rest = begun[found.end() : ends[-1].start()], split_thoughts(begun[ends[-1].end() :])
        thinking = "\n".join(part for part in (thought.strip(), rest.thinking) if part)
        return SplitThoughts(rest.words.strip(), thinking, (found.group().strip(), *rest.marks))
    return None


class _Splitter:
    """One pass over the marks of a reply."""

    def __init__(self, text: str, marks: list[_Mark]) -> None:
        self._text = text
        self._marks = marks
        self._closers = {mark.name: mark.start for mark in marks if mark.does == "close"}
        """Where the last closer of each pair stands."""
        self._words: list[str] = []
        self._thinking: list[str] = []
        self._found: dict[str, None] = {}
        self._inside = ""
        """The pair that is open; empty outside of any."""
        self._closed = False
        """Whether a pair was closed, so that a further closer is a stray one."""
        self._header: list[str] | None = None
        """The header of a channel or a turn that is being read; None outside of one."""
        self._by_line = False
        """Whether that header ends with its line, and not with a mark."""
        self._channel = ""
        """The channel that is being read; empty outside of any."""
        self._closes = False
        """Whether the header names a channel that ends."""
        self._spoken = False
        """Whether any words were said."""
        self._deep = 0
        """How many openers of the open pair stand within it."""
        self._struck = False
        """Whether a `<s>` behind words strikes others out."""
        self._over = False
        """Whether the turn of the reply has ended, so that nothing more is part of it."""

    def split(self) -> SplitThoughts:
        """The words and the reasoning."""
        at = 0
        for mark in self._marks:
            self._take(self._text[at : mark.start])
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
        self._take(self._text[at:])
        thinking = "\n".join(part.strip() for part in self._thinking if part.strip())
        return SplitThoughts("".join(self._words).strip(), thinking, tuple(self._found))

    def _take(self, part: str) -> None:
        """Add a part of the text to where it belongs."""
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
            self._spoken = self._spoken or bool(part.strip())

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
        """What was said so far was only thought."""
        self._thinking += self._words
        self._words, self._spoken = [], False

    def _special(self, mark: _Mark) -> None:
        """A mark of a header, or one that only falls off."""
        name, whole = mark.name, mark.text.endswith(("|>", "｜>"))
        if name == "channel" and not mark.text.startswith(("<|", "<｜")):
            if not self._channel and not self._closed:
                self._only_thought()  # its begin stood in the prompt
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
                self._words.append(mark.text)  # what is struck out, as on a page
                self._struck = mark.text == "<s>"
            else:
                self._over = self._over or (name in _ENDS and self._spoken)

    def _begin(self, header: str = "", *, by_line: bool = False) -> None:
        self._channel, self._header, self._by_line = "", [header], by_line

    def _end_begun_header(self) -> None:
        """The header ends; if its begin stood in the prompt, the text so far is the channel's name."""
        if self._header is None and not self._channel:
            said = "".join(self._words[-2:]).strip().lower()
            if said in _CHANNELS:
                self._begin(said)
                self._words = []
        if self._header is not None:
            self._end_header()

    def _end_header(self) -> None:
        """Take what stands in the header: whose turn begins, and in which channel."""
        words = " ".join(self._header or ()).lower().split()
        self._header = None
        if self._closes:  # what it names has ended
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
    """A text whose blanks and line breaks came as the signs that tokenizers have for them, in plain letters.

    >>> spelled_out("IsĠitĠbig?"), spelled_out("Ġgantija")
    ('Is it big?', 'Ġgantija')
    """
    if " " in text or sum(map(text.lstrip("ĠĊ▁").count, _BLANKS)) < (1 if "{" in text else 2):
        return text
    for sign, plain in _BLANKS.items():
        text = text.replace(sign, plain)
    return text


_BLANKS = {"Ġ": " ", "▁": " ", "Ċ": "\n"}
"""Signs of tokenizers; they count only in a text without any blank, and if there are several, or in JSON."""


def without_thoughts(reply: Reply) -> Reply:
    """A reply of a model, a script or a program as it may be judged: words, thoughts, and `raw`, what came.

    `raw` stands in `extra`, and only where something fell off. Each part is cut to `REPLY_BYTES` after it was split,
    so long reasoning costs no words.
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
    extra = reply.extra
    if split.marks or spelled != came:
        extra = {"raw": clean(came, RAW_BYTES), **extra}
    return replace(reply, text=clean(split.words), thinking=clean(thinking) or None, extra=extra)
