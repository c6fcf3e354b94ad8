"""What differs between rows: prompts, sampling and secrets; rows by prompt variant, and filters for all of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.save.making import end, open_play, played, reply, started, target
from tests.tables import each
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.reports.writing import write_report
from tui_arena.save.filters import Filter
from tui_arena.save.rollup import derived_rows
from tui_arena.save.store import SessionQuery, Store, open_store
from tui_arena.stats import differences as module
from tui_arena.stats.aggregate import alike, stats
from tui_arena.stats.comparison import compare
from tui_arena.stats.differences import Difference, Differences, differences
from tui_arena.stats.over import columns_of, prompt_json, prompt_rows, prompts_table
from tui_arena.stats.ranking.rankings import ranking_of

CATALOGUE = Catalogue()
WORDLE = Filter("wordle")
INFO = CATALOGUE.game("wordle")
COLD, WARM = {"temperature": 0.3, "max_tokens": 120}, {"temperature": 1.0}
OLD, NEW = "0123456789ab", "ba9876543210"


def one(
    seed: int,
    name: str = "gpt",
    *,
    prompt: str | None = None,
    sampling: dict[str, Any] | None = None,
    digest: str | None = None,
    misses: int = 0,
    **options: Any,
) -> Session:
    """A session that a model won after some misses; the seed decides the secret."""
    seat = {"player": "model", "name": name, "model": "x/m", "prompt": prompt, "sampling": sampling or {}}
    session = replace(
        started(CATALOGUE, seed, **options),
        seats={"guesser": {**seat, **({"prompt_digest": digest} if digest else {})}},
    )
    play = open_play(CATALOGUE, session)
    for word in ("slate", "crony", "mound")[:misses]:
        reply(play, word)
    reply(play, target(session))
    end(play)
    return session.with_events(play.events)


def saved(store: Store, sessions: Iterable[Session]) -> Store:
    for session in sessions:
        store.save(session)
    return store


def found(store: Store, wanted: Filter = WORDLE) -> Differences:
    return differences(store, wanted, stats(store, CATALOGUE, wanted))


@pytest.fixture
def prompts(store: Store) -> Store:
    """Two models: one with two prompts, one text of which was changed, and two samplings."""
    return saved(
        store,
        [
            *(one(seed, digest=OLD, sampling=COLD) for seed in (1, 2)),
            one(3, digest=NEW, sampling=COLD, misses=2),
            *(one(seed, prompt="terse", digest="t", misses=3) for seed in (1, 2, 3)),
            *(one(seed, "other", digest=NEW, sampling=COLD) for seed in (2, 3, 4, 5)),
        ],
    )


PROMPTS = (
    "Not all models had the same prompts: other: plain (text ba9876543210) in 4 sessions; gpt: plain (text "
    "0123456789ab) in 2 sessions, plain (text ba9876543210) in 1, terse in 3."
)
SAMPLING = (
    "Not all models had the same sampling: other: max_tokens=120 temperature=0.3 in 4 sessions; gpt: default in 3 "
    "sessions, max_tokens=120 temperature=0.3 in 3."
)
SECRETS = "Not all players played the same secrets: other 4, gpt 3, 2 of them the same."


def test_what_differs_is_told_wherever_players_are_compared(prompts: Store) -> None:
    assert found(prompts).notes == (PROMPTS, SAMPLING, SECRETS)
    assert found(prompts).ways == ("prompts", "sampling", "secrets")
    assert ranking_of(prompts, CATALOGUE, "wordle", "speed", WORDLE).notes[-3:] == (
        PROMPTS,
        SAMPLING,
        SECRETS,
    )
    [both] = compare(prompts, CATALOGUE, WORDLE, "gpt", "other", metric="speed").each
    assert set(both.differs.ways) == {"prompts", "sampling", "secrets"}
    assert both.differs.notes[-1] == SECRETS.replace("other 4, gpt 3", "gpt 3, other 4")
    assert both.to_json()["differs"][-1] == {
        "what": "secrets",
        "seat": "guesser",
        "condition": "classic",
        "players": {"gpt": 3, "other": 4},
        "shared": 2,
    }
    report = write_report(prompts, CATALOGUE, WORDLE, "md").replace("\\", "")
    assert all(note in report for note in (PROMPTS, SAMPLING, SECRETS))


def test_sessions_with_partners_count_once(store: Store) -> None:
    for seed, name, prompt in (
        (1, "gpt", None),
        (2, "gpt", None),
        (1, "other", "terse"),
        (2, "other", "terse"),
    ):
        session = started(CATALOGUE, seed, {"critic": "bot:easy"}, variant="critic")
        guesser = {"player": "model", "name": name, "model": "x/m", "prompt": prompt}
        session = replace(session, seats={**session.seats, "guesser": guesser})
        store.save(played(CATALOGUE, session, [target(session), "yes", target(session)]))
    assert any(row.partner for row in stats(store, CATALOGUE, WORDLE)), "pairs have rows of their own"
    [both] = compare(store, CATALOGUE, WORDLE, "gpt", "other", metric="speed").each
    assert both.differs.note == (
        "Not all models had the same prompts: gpt: plain in 2 sessions; other: terse in 2 sessions."
    )


@pytest.mark.parametrize(
    ("sessions", "ways"),
    [
        ([one(1), one(1, "other")], ()),
        ([one(1), one(2)], ()),
        ([one(1), one(2, "other")], ("secrets",)),
        ([one(1), one(1, prompt="terse")], ("prompts",)),
        ([one(1, digest=OLD), one(1, digest=NEW)], ("prompts",)),
        ([one(1, digest=OLD), one(1, "other")], ()),
        ([one(1, sampling=WARM), one(1, "other", sampling={"temperature": 1})], ()),
        ([one(1, sampling=WARM), one(1, "other")], ("sampling",)),
    ],
    ids=["alike", "one player", "secrets", "variants", "texts", "unknown text", "same number", "sampling"],
)
def test_only_what_differs_is_told(store: Store, sessions: list[Session], ways: tuple[str, ...]) -> None:
    assert found(saved(store, sessions)).ways == ways


def test_rows_of_another_seat_or_condition_may_be_otherwise(store: Store) -> None:
    saved(store, [one(1), one(1, "other"), one(2, sampling=COLD, hard=True)])
    rows = stats(store, CATALOGUE, WORDLE)
    assert len({row.condition for row in rows}) == 2
    assert not found(store).each


def test_a_row_says_how_its_model_was_asked(prompts: Store) -> None:
    gpt, other = sorted(stats(prompts, CATALOGUE, WORDLE), key=lambda row: row.player)
    assert gpt.to_json()["sampling"] == {"default": 3, "max_tokens=120 temperature=0.3": 3}
    assert gpt.to_json()["prompt_digest"] == {OLD: 2, NEW: 1, "t": 3}
    assert gpt.to_json()["prompt"] == {"plain": 3, "terse": 3}
    assert [alike(gpt.by(part)) for part in ("prompt", "sampling", "prompt_digest")] == [
        "mixed (2)",
        "mixed (2)",
        "mixed (3)",
    ]
    assert alike(other.by("sampling")) == "max_tokens=120 temperature=0.3"


@each(
    ({"sampling": "max_tokens=120 temperature=0.3"}, 7),
    ({"sampling": "Temperature=0.30, max_tokens=120"}, 7),
    ({"sampling": "temperature=0.3"}, 0),
    ({"sampling": "default"}, 3),
    ({"sampling": ""}, 3),
    ({"prompt_digest": NEW.upper()}, 5),
    ({"prompt_digest": "none"}, 0),
    ({"prompt_digest": NEW, "player": "gpt"}, 1),
    ({"sampling": "default", "prompt": "plain"}, 0),
)
def test_sampling_and_prompt_texts_are_filters(
    more: dict[str, Any], sessions: int, *, prompts: Store
) -> None:
    wanted = replace(WORDLE, **more)
    assert sum(row.sessions for row in stats(prompts, CATALOGUE, wanted)) == sessions
    assert len(prompts.sessions(SessionQuery(filter=wanted))) == sessions


def test_every_prompt_variant_has_a_row_with_intervals(prompts: Store) -> None:
    rows = stats(prompts, CATALOGUE, WORDLE)
    each = prompt_rows(prompts, CATALOGUE, WORDLE, rows, columns_of(INFO))
    told = [prompt_json(row, ["speed", "won"]) for row in each]
    assert [(one["player"], one["prompt"], one["sessions"]) for one in told] == [
        ("other", "plain", 4),
        ("gpt", "plain", 3),
        ("gpt", "terse", 3),
    ]
    alone = stats(prompts, CATALOGUE, replace(WORDLE, prompt="terse"))
    assert each[-1].figure("speed") == alone[0].figure("speed")
    assert each[-1].figure("speed").low is not None
    table = prompts_table(INFO, each, ["won", "speed"])
    assert table.header == (
        *("seat", "player", "condition", "prompt", "sessions", "won", "speed", "sampling", "prompt text"),
    )
    assert [str(getattr(cell, "text", cell)) for cell in table.rows[-1]][3:] == [
        *("terse", "3", "100% [44, 100]", "50 [50, 50]", "default", "t"),
    ]
    differing = differences(prompts, WORDLE, each, by_prompt=True)
    assert differing.ways == ("sampling", "secrets"), "prompts differ on purpose"
    assert "other plain 4, gpt plain 3, gpt terse 3, 2 of them the same." in differing.note


def test_variants_that_differ_in_case_only_have_rows_of_their_own(store: Store) -> None:
    saved(store, [one(1, prompt="terse"), *(one(seed, prompt="Terse", misses=3) for seed in (2, 3))])
    rows = prompt_rows(store, CATALOGUE, WORDLE, stats(store, CATALOGUE, WORDLE), ["speed"])
    assert [(row.by("prompt"), row.figure("speed").value) for row in rows] == [
        ({"Terse": 2}, 50),
        ({"terse": 1}, 100),
    ]
    told = differences(store, WORDLE, rows, by_prompt=True).note
    assert told.endswith("gpt Terse 2, gpt terse 1, none of them the same.")
    for prompt, sessions in (("terse", 1), ("Terse", 2), ("TERSE", 3)):
        assert len(store.sessions(SessionQuery(filter=replace(WORDLE, prompt=prompt)))) == sessions


def test_a_report_has_rows_by_prompt_only_if_a_model_had_several(prompts: Store, tmp_path: Path) -> None:
    assert "Wordle: each prompt variant" in write_report(prompts, CATALOGUE, WORDLE, "html")
    plain = replace(WORDLE, prompt="plain")
    assert "each prompt variant" not in write_report(prompts, CATALOGUE, plain, "html")


def test_of_many_players_and_places_a_sentence_names_a_few() -> None:
    numbers = {f"p{n}": n for n in range(1, 8)}
    many = Difference("secrets", "guesser", "classic", numbers, 0)
    assert many.description() == "1 to 7 for each of 7 players, none of them the same"
    others = [replace(many, condition=f"c{n}") for n in range(6)]
    told = Differences(each=(many, *others), several=True).note
    assert told.startswith("Not all players played the same secrets (guesser, classic): 1 to 7 for each")
    assert told.endswith("The same is true of: guesser, c0; guesser, c1; guesser, c2; guesser, c3; 2 more.")
    asked = Difference(
        "sampling", "guesser", "classic", {name: {"default": n} for name, n in numbers.items()}
    )
    assert asked.description() == (
        "p1: default in 1 session; p2: default in 2 sessions; p3: default in 3 sessions; p4: default in 4 sessions; 3 more"
    )


def test_secrets_are_compared_under_any_filter(prompts: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(**more: Any) -> str:
        return found(prompts, replace(WORDLE, **more)).note.rpartition("secrets: ")[2]

    plain = told(prompt="plain")
    assert plain == told(prompt="plain", since="2020-01-01") == "gpt 3, other 4, 2 of them the same."
    assert told(sampling="default") == ""
    monkeypatch.setattr(module, "MOST_READ", 9)
    assert "secrets weren't compared" in found(prompts, replace(WORDLE, since="2020-01-01")).note


def test_secrets_of_a_variant_are_its_own(store: Store) -> None:
    saved(store, [one(seed) for seed in (1, 2)])
    saved(store, [one(seed, prompt="terse") for seed in (2, 3)])
    saved(store, [one(3, "other", prompt="terse")])
    terse = replace(WORDLE, prompt="terse")
    assert (
        found(store, terse).note
        == "Not all players played the same secrets: gpt 2, other 1, 1 of them the same."
    )
    each = prompt_rows(store, CATALOGUE, WORDLE, stats(store, CATALOGUE, WORDLE), ["won"])
    told = differences(store, WORDLE, each, by_prompt=True).note
    assert told.endswith("gpt plain 2, gpt terse 2, other terse 1, none of them the same.")


def test_a_file_of_an_older_version_learns_how_models_were_asked(prompts: Store) -> None:
    path = prompts.path
    before = [row.to_json() for row in stats(prompts, CATALOGUE, WORDLE)]
    with prompts._writing() as db:
        db.execute("UPDATE meta SET value = ? WHERE key = ?", (derived_rows.VERSION - 1, derived_rows.NOTE))
        db.execute("UPDATE seat SET prompt = substr(prompt, 1, instr(prompt || char(10), char(10)) - 1)")
        db.execute("UPDATE rollup_key SET prompt = 'old' || k")
    prompts.close()
    again = open_store(path, CATALOGUE).store
    assert [row.to_json() for row in stats(again, CATALOGUE, WORDLE)] == before
    assert "sampling" in json.dumps(before)
    again.close()
