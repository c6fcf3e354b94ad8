"""Sessions as logs of Inspect, for its viewer: each file is an evaluation, each sample a session.

An evaluation contains the sessions of one run, or of no run, of the same game with the same players, preset
and variant. Its model is the model on the side that solves or, if there isn't one, another player. A sample's
conversation is the session's talk, its events are the messages sent to models, and every scalar metric is a
score. Only this module needs the package inspect_ai (extra `inspect`).
"""

from __future__ import annotations

import hashlib
import math
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from tui_arena import __version__
from tui_arena.config import BadFile
from tui_arena.core.record import Play
from tui_arena.core.text import split_reasoning
from tui_arena.data import GameInfo
from tui_arena.save.exchange.flat import FlatRow
from tui_arena.save.exchange.public_view import answers

if TYPE_CHECKING or find_spec("inspect_ai"):
    from inspect_ai.event import ModelEvent
    from inspect_ai.log import (
        EvalConfig,
        EvalDataset,
        EvalLog,
        EvalMetric,
        EvalResults,
        EvalSample,
        EvalScore,
        EvalSpec,
        EvalStats,
        write_eval_log,
    )
    from inspect_ai.model import (
        ChatMessage,
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageUser,
        GenerateConfig,
        ModelConfig,
        ModelOutput,
        ModelUsage,
    )
    from inspect_ai.scorer import Score

MOST = 10_000
"""The maximum number of sessions in one export, because a log is made in memory."""
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
_FINISHES = {"stop": "stop", "length": "max_tokens", "refused": "content_filter", "broken": "unknown"}
Document = Mapping[str, Any]


@dataclass(slots=True)
class _Evaluation:
    """The sessions of one log."""

    game: str
    model: str
    roles: dict[str, str]
    """Maps seats to players."""
    rows: list[FlatRow] = field(default_factory=list)
    samples: list[EvalSample] = field(default_factory=list)


def logs(
    sessions: Iterable[tuple[GameInfo, Play[Any], Document, FlatRow]],
) -> Iterator[tuple[str, list[bytes]]]:
    """The name and the bytes of each log. Raises BadFile if there are more than `MOST` sessions.

    `sessions`: for each session its game, its fold, a document of the values that may be shown, and its flat
    row.
    """
    found: dict[tuple[Any, ...], _Evaluation] = {}
    for number, (info, play, document, row) in enumerate(sessions, 1):
        if number > MOST:
            raise BadFile(
                f"more than {MOST:,} sessions; select fewer with --run, --study, --where or --since"
            )
        roles = _roles(document)
        subject = _subject(info, play, document)
        key = (info.id, row["run"], row["preset"], row["variant"], *sorted(roles.items()))
        one = found.setdefault(key, _Evaluation(info.id, roles.get(subject, "none"), roles))
        one.rows.append(row)
        one.samples.append(_sample(play, document, row, subject, number))
    names: set[str] = set()
    for one in found.values():
        log = _log(one)
        made = datetime.fromisoformat(log.eval.created)
        name = f"{made:%Y-%m-%dT%H-%M-%S+00-00}_{one.game}_{log.eval.eval_id}.eval"
        assert name not in names, "the id is made from the ids of its sessions"
        names.add(name)
        yield name, [_bytes(log)]


def _bytes(log: EvalLog) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.eval"
        write_eval_log(log, str(path), format="eval")
        return path.read_bytes()


def _subject(info: GameInfo, play: Play[Any], document: Document) -> str:
    """The seat whose player is evaluated: preferably a model, and preferably on the side that solves."""
    sides = {seat.name: seat.side for seat in info.game.seats(play.setup.options)}
    seats = document["seats"]
    return min(
        seats,
        key=lambda seat: (seats[seat].get("player") != "model", sides.get(seat) != "solver"),
        default="",
    )


def _roles(document: Document) -> dict[str, str]:
    """Maps seats to players."""
    return {seat: _player(spec) for seat, spec in document["seats"].items()}


def _player(spec: Mapping[str, Any]) -> str:
    """A player in the form of Inspect's model names: `PROVIDER/NAME`."""
    kind = str(spec.get("player") or "script")
    if kind == "model":
        return str(spec.get("model") or spec.get("name") or "none")
    return f"{kind}/{spec.get('level') or spec.get('name') or 'somebody'}"


def _sample(play: Play[Any], document: Document, row: FlatRow, subject: str, number: int) -> EvalSample:
    roles = _roles(document)
    talk = list(_talk(play, document, subject))
    events = list(_events(document, roles))
    started = _time(document.get("started"))
    said = [message for message in talk if message.role == "assistant"]
    return EvalSample(
        id=str(row["id"] or f"S{number}"),
        epoch=1,
        input=_opening(document, subject) or f"{row['game']}, {row['variant']}",
        target=str(row["item"] or ""),
        messages=talk,
        output=ModelOutput.from_content(roles.get(subject, "none"), said[-1].text) if said else ModelOutput(),
        scores={
            name: Score(
                value=value,
                answer=str(row["result"]) if name == "score" else None,
                explanation=row["cause"] if name == "score" else None,
            )
            for name, value in _scores(row).items()
        },
        metadata={name: value for name, value in row.items() if value is not None},
        events=events,
        model_usage=_usage(document, roles),
        started_at=started.isoformat() if started else None,
        total_time=sum(float(event.working_time or 0) for event in events) or None,
        uuid=hashlib.sha256(f"{row['id']}/{number}".encode()).hexdigest()[:22],
    )


def _scores(row: FlatRow) -> dict[str, float]:
    """The scalar figures of a session, its main score first; an undefined figure is left out."""
    named = {"score": row.get("score")} | {
        name.removeprefix("metric."): value for name, value in row.items() if name.startswith("metric.")
    }
    return {
        name: value
        for name, value in named.items()
        if isinstance(value, int | float) and math.isfinite(value)
    }


def _opening(document: Document, subject: str) -> list[ChatMessage] | None:
    """The first messages that the evaluated model was sent; None if the document has no such messages."""
    for event in document["events"]:
        sent = document.get("messages", {}).get(event.get("messages"))
        if event["type"] == "reply" and event.get("seat") == subject and sent:
            return _chat(sent)
    return None


def _chat(sent: Sequence[Mapping[str, Any]]) -> list[ChatMessage]:
    kinds = {"system": ChatMessageSystem, "assistant": ChatMessageAssistant}
    return [
        kinds.get(str(one.get("role")), ChatMessageUser)(content=str(one.get("content") or ""))
        for one in sent
    ]


def _talk(play: Play[Any], document: Document, subject: str) -> Iterator[ChatMessage]:
    """The talk at the table: the evaluated player's replies, and others' replies with their seats first."""
    steps = {step.seq: step for step in play.steps}
    for event in document["events"]:
        step = steps.get(event["seq"])
        if event["type"] != "reply" or step is None:
            continue
        text = split_reasoning(str(event.get("text") or "")).body
        if step.fault is not None:
            text += f"\n(refused: {event.get('why') or event.get('fault')})"
        if text and event["seat"] == subject:
            yield ChatMessageAssistant(content=text)
        elif text:
            yield ChatMessageUser(content=f"{event['seat']}: {text}")
        if told := answers(step, play):
            yield ChatMessageUser(content="\n".join(told))


def _events(document: Document, roles: Mapping[str, str]) -> Iterator[ModelEvent]:
    """The messages sent to models and their replies, as Inspect's model calls."""
    known = {name for name in GenerateConfig.model_fields if name not in ("extra_headers", "extra_body")}
    for event in document["events"]:
        sent = document.get("messages", {}).get(event.get("messages"))
        if event["type"] != "reply" or not sent:
            continue
        seat, model = event["seat"], roles.get(event["seat"], "none")
        sampling = {name: value for name, value in (event.get("sent") or {}).items() if name in known}
        try:
            config = GenerateConfig(**sampling)
        except ValueError:
            config = GenerateConfig()
        yield ModelEvent(
            model=model,
            role=seat,
            input=_chat(sent),
            tools=[],
            tool_choice="none",
            config=config,
            output=_output(event, model),
            timestamp=_time(event.get("at")) or _NO_TIME,
            working_start=0.0,
            working_time=event.get("seconds"),
            retries=event.get("retries"),
            metadata={
                name: event[name]
                for name in ("status", "fault", "why", "served", "rungs", "sent")
                if event.get(name)
            },
            uuid=f"{event['seq']}",
        )


def _output(event: Mapping[str, Any], model: str) -> ModelOutput:
    made = ModelOutput.from_content(model, str(event.get("raw") or event.get("text") or ""))
    made.choices[0].stop_reason = _FINISHES.get(str(event.get("finish") or "stop"), "unknown")
    made.usage = _tokens(event.get("usage"))
    made.time = event.get("seconds")
    return made


def _tokens(usage: Mapping[str, Any] | None) -> ModelUsage | None:
    inwards, outwards = (int((usage or {}).get(f"{way}_tokens") or 0) for way in ("input", "output"))
    cost = (usage or {}).get("cost_usd")
    if not inwards + outwards:
        return None
    return ModelUsage(
        input_tokens=inwards, output_tokens=outwards, total_tokens=inwards + outwards, total_cost=cost
    )


def _usage(document: Document, roles: Mapping[str, str]) -> dict[str, ModelUsage]:
    """Maps models to their tokens."""
    found: dict[str, ModelUsage] = {}
    for seat, counts in document.get("counts", {}).items():
        usage = _tokens(counts)
        if usage is not None:
            name = roles.get(seat, "none")
            found[name] = found[name] + usage if name in found else usage
    return found


def _log(one: _Evaluation) -> EvalLog:
    first, ids = one.rows[0], [str(sample.id) for sample in one.samples]
    told = repr([one.game, sorted(one.roles.items()), ids])
    name = hashlib.sha256(told.encode()).hexdigest()[:22]
    times = sorted(sample.started_at for sample in one.samples if sample.started_at)
    usage: dict[str, ModelUsage] = {}
    for sample in one.samples:
        for model, own in sample.model_usage.items():
            usage[model] = usage[model] + own if model in usage else own
    over = sum(row["result"] not in ("unfinished", None) for row in one.rows)
    return EvalLog(
        status="success" if over == len(one.rows) else "cancelled",
        eval=EvalSpec(
            eval_id=name,
            run_id=str(first["run"] or name),
            created=times[0] if times else _NO_TIME.isoformat(),
            task=one.game,
            task_id=name,
            task_version=first["rules"],
            dataset=EvalDataset(name=first["deck"], samples=len(ids), sample_ids=list(ids)),
            model=one.model,
            model_roles={seat: ModelConfig(model=player) for seat, player in one.roles.items()},
            config=EvalConfig(),
            packages={"tui_arena": str(first.get("program") or __version__)},
            metadata={"preset": first["preset"], "variant": first["variant"], "study": first["study"]},
        ),
        results=EvalResults(
            total_samples=len(ids),
            completed_samples=over,
            scores=[
                EvalScore(
                    name=name,
                    scorer=name,
                    scored_samples=len(values),
                    unscored_samples=len(ids) - len(values),
                    metrics={
                        "mean": EvalMetric(name="mean", value=fmean(values)),
                        "stderr": EvalMetric(name="stderr", value=_error(values)),
                    },
                )
                for name, values in _columns(one.rows).items()
            ],
        ),
        stats=EvalStats(
            started_at=times[0] if times else "", completed_at=times[-1] if times else "", model_usage=usage
        ),
        samples=one.samples,
    )


def _columns(rows: Iterable[FlatRow]) -> dict[str, list[float]]:
    """Maps each score to its values."""
    found: dict[str, list[float]] = {}
    for row in rows:
        for name, value in _scores(row).items():
            found.setdefault(name, []).append(value)
    return found


def _error(values: Sequence[float]) -> float:
    """The standard error of a mean, as Inspect computes it: 0 for one value."""
    return stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def _time(stamp: object) -> datetime | None:
    """A time of a session; a time without a zone counts as UTC. None if the stamp isn't a valid time."""
    try:
        found = datetime.fromisoformat(stamp) if isinstance(stamp, str) else None
    except ValueError:
        return None
    return found if found is None or found.tzinfo else found.replace(tzinfo=UTC)
