"""Finds a reply's parts in tags, labelled lines, headings, tables and between bars; unwraps a free text.

If several places name a part, the surest place counts; of equally sure places, the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from tui_arena.core.forms import (
    AROUND,
    BOLD,
    LOOKED_AT,
    MAX_PART,
    NOT_IT,
    SHORT,
    SPEAKS_AGAINST,
    ReplyForm,
    begun,
    choice_in,
    choices_in,
    denied,
    peeled,
    sentence_of,
    short_in,
    understood,
    value_in,
)
from tui_arena.core.lazy import late_pattern
from tui_arena.core.text import lowered, one_line, undecorated
from tui_arena.core.words import tokens

LINES = 120
"""The maximum number of lines that are read. Of a reply with more lines, or with more than `LOOKED_AT`
characters, only the first third and the last two thirds of that number are read."""
_LONG_LINE = 800
"""Bold is looked for only in this many characters at the end of a line."""
_FAR = 5
"""The maximum number of words before `is` that may introduce a choice: `the answer to your question is no`."""
_TRIES = 4
"""The maximum number of places of one kind that are read, from the end."""

_LEAD = late_pattern(
    r"(?:(?:[-+*•‣·▪●◦]|\(?\d{1,3}[.)]|#{1,6}|>{1,6})[ \t\xa0]+|[>|][ \t\xa0]*|#{1,6}(?=\w))*"
)
"""Marks at the start of a line: those of lists, quotations, headings and tables, and numbers."""
_BULLET = late_pattern(r"[-*+•>#]{1,3}[ \t]+(?=\S)")
_FENCE = late_pattern(r"[ \t]*(?:`{3,}|~{3,})[\w+-]*[ \t]*")
_SEPARATOR = late_pattern(r"[:：]|[ \t]*(?:[-=]>|=|→|⇒)|[ \t]+[-–—][ \t]|\|")
_ASIDE = late_pattern(r"\([^()]{0,40}\)")
_FILLERS = frozenset({"is", "be", "are", "would", "will"})
"""Words that are ignored at the end of a label, as numbers are."""
_STYLED = late_pattern(r"</?(?:b|i|u|em|strong|p|br|code|span|div|ul|ol|li|h[1-6]) ?/?>", re.IGNORECASE)
_IS = late_pattern(r"\b(?:is|be)\b[ \t]*")
_CLAUSE = late_pattern(r"[.!?:,;] ")
_BLANK_LINE = late_pattern(r"\n[ \t]*\n")
_ROLES = frozenset({"assistant", "model", "ai"})
WRAPPERS = ("answer", "final_answer", "final", "response", "reply", "output", "result")
"""Names of tags and keys that may wrap any reply."""
_AROUND_ALL = (("<|begin_of_box|>", "<|end_of_box|>"), *((f"<{name}>", f"</{name}>") for name in WRAPPERS))
ANY_ANSWER = frozenset(
    {"answer", "guess", "word", "choice", "verdict", "reply", "response", "decision", "final"}
)
"""A label that ends with one of these may name any part that is a word or a choice."""
_NARROW = str.maketrans({"：": ":", "。": ".", "，": ",", "！": "!", "？": "?"})
"""Maps full-width signs to the signs that the rules know."""
_RULER = late_pattern(r"[ \t|:-]{3,200}")
"""The line below the heads of a table."""
_BRACKETS = {"[": "]", "{": "}", "<": ">"}


@dataclass(slots=True)
class _Labelled:
    part: str
    sure: int
    """2: the label is the part's name; 1: it ends with the name; 0: it is a label for any answer."""
    value: str


def laid_out(form: ReplyForm, body: str) -> str | None:
    """The reply, read from any layout but JSON; None if it doesn't fill in the form, or is plain already."""
    if form.own is not None:
        narrow = body.translate(_NARROW)
        if form.own.search(narrow):
            return _sentence_alone(form, _looked_at(narrow)) or (None if form.own.search(body) else narrow)
    if form.single:
        return _free_text(form, body) if len(body) <= LOOKED_AT else None
    text = body if "\n" in body else body.replace("\\n", "\n")  # line breaks may have been escaped twice
    text = _with_heads(form, _STYLED.sub("", _looked_at(text)))
    for inner in dict.fromkeys((_without_role(_inside(text)), text)):
        said = _filled(form, inner)
        if said is not None:
            return None if said == body else said
    return None


def _sentence_alone(form: ReplyForm, body: str) -> str | None:
    """The rules' own sentence, if it is alone on a line and other lines compete with it; otherwise None.

    So a sentence that was only considered before or after it doesn't count, nor does a question next to a
    labelled answer.
    """
    assert form.own is not None, "only such a form has a sentence"
    alone: dict[str, str] = {}
    labelled = against = False
    for line in body.split("\n"):
        bare = undecorated(_bare(line))
        label, colon, rest = bare.partition(":")
        answers = bool(colon) and tokens(label)[-1:] != [] and tokens(label)[-1] in ANY_ANSWER
        said = undecorated(rest) if answers and form.own.match(undecorated(rest)) else bare
        if form.own.fullmatch(said):
            alone[said.casefold().rstrip(".!")] = said
            labelled = labelled or said is not bare
        else:
            against = against or form.own.search(line) is not None
    speaks_against = against or (labelled and "?" in body)
    return next(iter(alone.values())) if len(alone) == 1 and speaks_against else None


def _filled(form: ReplyForm, body: str) -> str | None:
    """The reply in its plain form; None unless all needed parts are found in it."""
    values = _in_tags(form, body) or _in_lines(form, body)
    bare = "" if not form.main or form.main in values else _unlabelled(form, form.parts[form.main], body)
    if bare and bare == body and form.join != "bar":
        return bare
    if bare:
        values[form.main] = bare
    if values.keys() >= set(form.needed):
        if form.join == "alone" and not bare and f"{form.main}:" in form.marks:
            return f"{form.main}: {values[form.main]}"  # after its label, `pass` is a word and not a pass
        return form.written(values)
    return _barred(form, body) if form.join == "bar" else None


def _looked_at(body: str) -> str:
    """The beginning and the end of a long reply."""
    if len(body) > LOOKED_AT:
        body = f"{body[: LOOKED_AT // 3]}\n\n{body[-2 * LOOKED_AT // 3 :]}"
    lines = body.split("\n")
    if len(lines) > LINES:
        body = "\n".join((*lines[: LINES // 3], "", *lines[-2 * LINES // 3 :]))
    return body


def _with_heads(form: ReplyForm, body: str) -> str:
    """A reply in which a table becomes lines of `head: cell`, if the table's heads name parts."""
    lines = body.split("\n")
    for at, line in enumerate(lines[1:], 1):
        if not _RULER.fullmatch(line) or "|" not in line:
            continue
        heads = _cells(lines[at - 1])
        rows = list(takewhile(lambda row: "|" in row, lines[at + 1 :]))
        if (
            any(_label(form, head)[1] for head in heads)
            and rows
            and all(len(_cells(row)) == len(heads) for row in rows)
        ):
            named = [f"{head}: {cell}" for row in rows for head, cell in zip(heads, _cells(row), strict=True)]
            return "\n".join((*lines[: at - 1], *named, *lines[at + 1 + len(rows) :]))
    return body


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


# wrapping around a whole reply


def _inside(body: str) -> str:
    """The content of the last tag or box such as `<answer>`; the whole text if there is none."""
    low = lowered(body) if "<" in body else ""
    for opener, closer in _AROUND_ALL:
        begin = low.rfind(opener)
        if begin >= 0:
            end = low.find(closer, begin)
            inner = body[begin + len(opener) : end if end >= 0 else None].strip()
            if inner:
                return inner
    return body


def _without_header(body: str) -> str:
    """A text without the role that a template may leave on the line before it."""
    head, line_end, rest = body.partition("\n")
    return rest.strip() if line_end and head.strip("*#<>|[]: \t").lower() in _ROLES and rest.strip() else body


def _without_role(body: str) -> str:
    """A reply without a role before it, on a line of its own or as a label."""
    role, colon, rest = _without_header(body).partition(":")
    return rest.lstrip("* \t\n") if colon and role.strip("*# \t").lower() in _ROLES else _without_header(body)


def _bare(line: str) -> str:
    """A line without the marks before it."""
    lead = _LEAD.match(line)
    return line[lead.end() if lead else 0 :].strip(" \t\xa0")


# tags and labels


def _in_tags(form: ReplyForm, body: str) -> dict[str, str]:
    """Maps each part that is in a tag of its name to its value."""
    low = lowered(body) if "<" in body else ""
    found: dict[str, str] = {}
    for part, kind in {**form.parts, **form.also}.items():
        tag = f"<{part}>"
        begin = low.rfind(tag) + len(tag)
        if begin < len(tag):
            continue
        end = low.find(f"</{part}>", begin)
        raw = body[begin:end] if end >= 0 else body[begin:].partition("\n")[0]
        if raw.strip():
            found[part] = one_line(value_in(form, kind, raw.strip()), MAX_PART)
    return found


def _label(form: ReplyForm, text: str) -> tuple[str, int]:
    """The part that a label names, and how surely; empty if the label doesn't name a part."""
    words = tokens(_ASIDE.sub("", text))
    if NOT_IT.intersection(words) or SPEAKS_AGAINST.search(text):
        return "", 0
    while words and (words[-1] in _FILLERS or words[-1].isdigit()):
        words.pop()
    if not 0 < len(words) <= 5 or "{" in text:
        return "", 0
    if part := form.names.get(tuple(words)):
        return part, 2
    for name, part in form.names.items():
        if tuple(words[-len(name) :]) == name and part in form.parts:
            return part, 1
    return (form.main, 0) if form.main and words[-1] in ANY_ANSWER else ("", 0)


def _labelled(form: ReplyForm, line: str) -> _Labelled | None:
    """The label and the value of a line; None if it has no label of this form."""
    found = _SEPARATOR.search(line, 0, SHORT)
    if found is not None:
        part, sure = _label(form, line[: found.start()].strip(AROUND))
        if part and (sure == 2 or found.group() in (":", "：")):
            return _Labelled(part, sure, line[found.end() :].strip(" \t\xa0|"))
    if form.main:
        for verb in _IS.finditer(line, 0, 2 * SHORT):
            kind = form.parts[form.main]
            of = tokens(line[: verb.start()])[-_FAR if choices_in(kind)[1:] else -1 :]
            said = short_in(form, kind, line[verb.end() :].lstrip(":： "))
            if denied(line[: verb.end()]) or NOT_IT.intersection(tokens(sentence_of(line[: verb.start()]))):
                continue
            if said and any(word in ANY_ANSWER or (word,) in form.names for word in of):
                return _Labelled(form.main, 0, said)
    return None


def _heading(form: ReplyForm, line: str, bare: str) -> _Labelled | None:
    """The part whose name is a whole heading or a whole line in bold; None for any other line."""
    heads = line.lstrip().startswith("#")
    part, sure = _label(form, bare) if len(bare) <= SHORT else ("", 0)
    stressed = bare.startswith(("*", "_", "["))
    return _Labelled(part, 2, "") if part and (heads or sure == 2 or (sure and stressed)) else None


def _in_lines(form: ReplyForm, body: str) -> dict[str, str]:
    """Maps the parts that follow a label, on its line or below it, to their values."""
    found: list[_Labelled] = []
    last: _Labelled | None = None
    """The label whose value may continue on the next line."""
    for line in body.split("\n"):
        bare = _bare(line)
        if not bare.strip(AROUND + "-=") or _FENCE.fullmatch(line):
            last = last if last is not None and not last.value else None
            continue
        labelled = _labelled(form, bare) or _heading(form, line, bare)
        if labelled is not None:
            labelled.value = labelled.value if labelled.value.strip(AROUND) else ""
            found.append(labelled)
            last = labelled
        elif last is not None and not last.value:
            last.value = bare
        elif last is not None and last.part in form.optional and form.parts[last.part] == "text":
            last.value += f"\n{line}"
    best: dict[str, _Labelled] = {}
    kinds = {**form.also, **form.parts}
    for one in found:
        if one.sure < 2 and not understood(form, kinds[one.part], one.value):
            continue
        if one.value and one.sure >= (best[one.part].sure if one.part in best else 0):
            best[one.part] = one
    values = {part: value_in(form, kinds[part], one.value) for part, one in best.items()}
    if form.main and form.main not in values and (inline := _inline(form, body)):
        values[form.main] = inline
    return values


def _inline(form: ReplyForm, body: str) -> str:
    """The last value within a line that follows the main part's name and a colon; empty if there is none."""
    low, kind, name = lowered(body), form.parts[form.main], form.main
    at = len(low)
    for _ in range(_TRIES):
        at = low.rfind(name, 0, at)
        if at < 0:
            break
        behind = body[at + len(name) : at + len(name) + 2 * SHORT].lstrip("*_`\"' ")
        if behind[:1] in (":", "：", "=") and not (
            low[at - 1 : at].isalnum() or low[at - 1 : at] in ('"', "'")
        ):
            raw = behind[1:].partition("\n")[0]
            before = low[max(low.rfind("\n", 0, at) + 1, at - SHORT) : at]
            if denied(before) or NOT_IT.intersection(tokens(before)[-2:]):
                continue
            if said := understood(form, kind, raw):
                return said
    return ""


# a word or a choice without a label


def _unlabelled(form: ReplyForm, kind: str, body: str) -> str:
    """The word or the choice that a reply states without a label; empty if none is unmistakable.

    The surest place counts: the whole reply, a box, bold, a line of its own, the beginning or the end.
    Several words or choices in one line, or in a list, don't count.
    """
    if whole := short_in(form, kind, body):
        return whole
    if boxed := [one for one in (short_in(form, kind, one) for one in _boxes(body)) if one]:
        return boxed[0]
    lines = [_bare(line) for line in body.split("\n") if not _FENCE.fullmatch(line)]
    bold = [said for line in lines if (said := _stressed(form, kind, line))]
    if bold and (choices_in(kind)[1:] or len({word for said in bold for word in said}) == 1):
        return bold[-1][0] if len(bold[-1]) == 1 else ""
    if not choices_in(kind)[1:]:
        filled = [line for line in lines if line]
        return short_in(form, kind, filled[-1]) if kind == "word" and len(filled) > 1 else ""
    alone, closing = _alone(form, lines), _closing(form, lines)
    if alone is None or (alone and closing and alone != closing):
        return ""
    return alone or begun(form, lines[0] if lines else "") or closing


def _boxes(body: str) -> Iterator[str]:
    r"""The contents of the boxes in a reply, as in `\boxed{crane}`, from the last one."""
    at = len(body)
    for _ in range(_TRIES):
        at = body.rfind("boxed{", 0, at)
        if at < 0:
            return
        depth, begin = 0, at + len("boxed{")
        for i in range(begin, min(begin + 2 * SHORT, len(body))):
            depth += {"{": 1, "}": -1}.get(body[i], 0)
            if depth < 0:
                line = body[max(body.rfind("\n", 0, at) + 1, at - 2 * SHORT) : at]
                if not denied(line) and not SPEAKS_AGAINST.match(body[i + 1 : i + 12].lstrip(" is$")):
                    yield body[begin:i]
                break


def _stressed(form: ReplyForm, kind: str, line: str) -> list[str]:
    """The bold words or choices in a line, each once; within a sentence, only a choice's own words count."""
    bold = [one for _, one in BOLD.findall(line[-_LONG_LINE:])]
    if bold and denied(line[: line.find(bold[-1])]):
        return []
    whole = len(bold) == 1 and not tokens(line.replace(bold[0], "", 1))
    if choices_in(kind)[1:]:
        said = [choice_in(form, one, plainly=not whole) for one in bold]
    else:
        said = [short_in(form, kind, one) for one in bold]
    return list(dict.fromkeys(filter(None, said)))


def _alone(form: ReplyForm, lines: Iterable[str]) -> str | None:
    """The last choice that is a whole line; empty if there is none, None if there is only a list."""
    last: str | None = ""
    listed = False
    block: set[str] = set()
    for line in (*lines, ""):
        said = choice_in(form, line) if line else ""
        if said:
            block.add(said)
        elif block:
            listed = listed or len(block) > 1
            last = block.pop() if len(block) == 1 else last
            block = set()
    return last or (None if listed else "")


def _closing(form: ReplyForm, lines: list[str]) -> str:
    """The choice that is a reply's last clause; empty if it ends otherwise, or if its line has another."""
    *clauses, last = _CLAUSE.split(lines[-1][-2 * SHORT :] if lines else "")
    if clauses and denied(lines[-1][-2 * SHORT :].removesuffix(last).rstrip()):
        return ""
    said = choice_in(form, last, plainly=True) if clauses else ""
    return said if {choice_in(form, clause, plainly=True) for clause in clauses} <= {said, ""} else ""


# parts between bars


def _barred(form: ReplyForm, body: str) -> str | None:
    """The only paragraph with parts between bars, without talk around it; None if there isn't exactly one."""
    kind = next(iter(form.parts.values()))
    found: list[str] = []
    lines = "\n".join(line for line in body.split("\n") if not _FENCE.fullmatch(line))
    for paragraph in _BLANK_LINE.split(lines):
        for number, line in enumerate(rows := paragraph.split("\n")):
            first, bar, rest = _bare(line).partition("|")
            said = short_in(form, kind, first)
            if bar and said and rest.strip("| \t"):
                found.append("\n".join((f"{said} | {undecorated(rest).rstrip('| ')}", *rows[number + 1 :])))
                break
    return found[0] if len(found) == 1 else None


# a free text


def _free_text(form: ReplyForm, body: str) -> str | None:
    """A free text without its wrapping; None if there is nothing to remove."""
    text = _named(form, body)
    if text is None:
        text = _unwrapped(_without_header(_unfenced(body)))
        text = _stated(form, text) or text
    return text if text != body and any(c.isalnum() for c in text) else None


def _unfenced(body: str) -> str:
    """A text without the fence around all of it."""
    first, *lines = body.split("\n")
    if not lines or not _FENCE.fullmatch(first):
        return body
    inner = lines[:-1] if _FENCE.fullmatch(lines[-1]) else lines
    return body if any(map(_FENCE.fullmatch, inner)) else "\n".join(inner).strip()


def _unwrapped(text: str) -> str:
    """A text without a tag, a box, brackets or the mark of a list around all of it."""
    for opener, closer in (*_AROUND_ALL, ("\\boxed{", "}"), ("\\text{", "}"), ("$", "$")):
        low = text[: len(opener)].lower(), text[len(opener) :][-len(closer) :].lower()
        inner = text[len(opener) : -len(closer)]
        if low == (opener, closer) and (len(closer) > 1 or closer not in inner.removesuffix("}")):
            return inner.strip()
    bare = undecorated(text)
    if len(bare) > 2 and _BRACKETS.get(bare[0]) == bare[-1] and not any(c in bare[1:-1] for c in '[]{}<>":'):
        return bare[1:-1].strip()
    bullet = None if "\n" in text else _BULLET.match(text)
    return text[bullet.end() :] if bullet else text


def _stated(form: ReplyForm, text: str) -> str:
    """A labelled value in place of the text, as in `Final verdict: true` for a question; else empty."""
    if text.rstrip().endswith("?"):
        return ""
    label, _, value = (
        text.rpartition(":") if form.also and len(text) <= SHORT and "\n" not in text else ("", "", "")
    )
    of, said = tokens(label)[-1:], " ".join(tokens(peeled(value)))
    for name, kind in form.also.items():
        if said in choices_in(kind) and of and (of[0] == name or of[0] in ANY_ANSWER):
            return f"{name}: {said}"
    return ""


def _named(form: ReplyForm, body: str) -> str | None:
    """The text after a tag or label that names it; None if there is none, or if the rules read it."""
    for part, value in _in_tags(form, body).items() if _is_tagged(form, body) else ():
        return value if part in form.parts else f"{part}: {value}"
    lines = body.split("\n")
    for number in range(len(lines) - 1, -1, -1):
        part, value = _name_and_text(form, lines[number])
        value = value or ("\n".join(lines[number + 1 :]).strip() if part else "")
        if not value:
            continue
        mark = f"{part}:"
        if mark not in form.marks:
            return value
        line = undecorated(lines[number])
        if line.lower().startswith(mark) and undecorated(line[len(mark) :]):
            return None
        return value if "\n" in value else f"{mark} {value}"
    return None


def _is_tagged(form: ReplyForm, body: str) -> bool:
    """True if a text begins with a tag or ends with a part's tag; other tags are only talked about."""
    return body.lstrip().startswith("<") or any(
        body.rstrip().lower().endswith(f"</{name}>") for name in form.parts
    )


def _name_and_text(form: ReplyForm, line: str) -> tuple[str, str]:
    """The part whose exact name is a line's label or heading, and the text after it; both may be empty."""
    bare = _bare(line)
    colon = min((at for at in (bare.find(":", 0, SHORT), bare.find("：", 0, SHORT)) if at >= 0), default=-1)
    heads = line.lstrip().startswith("#") or bare.startswith("**")
    label = bare[:colon] if colon >= 0 else bare if heads and len(bare) <= SHORT else ""
    part = form.names.get(tuple(tokens(label)), "") if label and "{" not in label else ""
    return part, undecorated(bare[colon + 1 :]) if part and colon >= 0 else ""
