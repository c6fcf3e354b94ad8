"""The sentences for models that fail say what is true."""

from __future__ import annotations

import pytest

from tests.tables import Cases
from tui_arena.config import ModelEntry
from tui_arena.players.models.failures import context_tokens, failure, kind_by_words, retry_after
from tui_arena.players.models.guard import ResponseGuard
from tui_arena.players.models.requests import FailureKind

CASES = Cases(__file__)

BOB = ModelEntry("Bob", "m", base_url="http://127.0.0.1:9/v1")
BOTH, NEITHER = (5000, 4096), (None, None)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4600 in the messages, "
         "400 in the completion)."), BOTH),
        ("This endpoint's maximum context length is 4,096 tokens. However, you requested about 5,000 tokens.", BOTH),
        ("request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it", BOTH),
        ("the request exceeds the available context size", NEITHER),
        (("Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 16 "
         "`max_new_tokens`"), BOTH),
        (("Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context "
         "length of only 4096 tokens, which is not enough."), BOTH),
        ("the input length exceeds the context length", NEITHER),
        ("input length (5000 tokens) exceeds the maximum allowed length (4096 tokens) of the context", BOTH),
        ("prompt is too long: 5000 tokens > 4096 maximum", BOTH),
        ("The prompt (total length 5000) is too long to fit into the model (context length 4096).", BOTH),
        ("Please reduce the length of the messages. Current length is 5000 while limit is 4096", BOTH),
    ],
)  # fmt: skip
def test_too_little_context_is_known_by_its_words_and_numbers(
    words: str, told: tuple[int | None, int | None]
) -> None:
    assert kind_by_words("bad_reply", 400, words.lower(), waits=False) == "context"
    assert context_tokens(words.lower()) == told
    rules = ResponseGuard(lambda: 0.0, 1.0, complained=True, signs=words.lower())
    why = failure(BOB, "context", rules, []).why
    assert why.startswith("Bob: the game needs ")
    assert ("5,000 tokens of context, more than this model has (4,096 tokens)" in why) is (told == BOTH)


@CASES.each
def test_words_say_what_a_status_leaves_open(
    kind: FailureKind, status: int, words: str, waits: bool, found: FailureKind
) -> None:
    assert kind_by_words(kind, status, words, waits=waits) == found


@CASES.each
def test_each_failure_has_its_own_sentence(kind: FailureKind, status: int, says: str) -> None:
    failed = failure(BOB, kind, ResponseGuard(lambda: 0.0, 1.0, complained=True), [], status=status)
    assert says in failed.why
    assert ("key" in failed.why) is (kind == "auth" or status == 403)


def test_a_wait_is_read_from_the_headers() -> None:
    assert retry_after({"retry-after": "2"}) == 2.0
    assert retry_after({}) is None
