"""Where phones find a room, and what counts as a message of a phone."""

from __future__ import annotations

import ipaddress
import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import Cases, each
from tui_arena.room.protocol import LONGEST, Back, Enter, Join, Reply, Vote, lan_address, link, read

CASES = Cases(__file__)


def test_messages_are_read_by_their_kind() -> None:
    assert read('{"kind":"join","version":1,"code":"BCDF","name":"Ada"}') == Join(1, "BCDF", "Ada")
    assert read('{"kind":"enter","version":1,"word":"BAKOLU"}') == Enter(1, "BAKOLU")
    assert read('{"kind":"back","version":1,"token":"x"}') == Back(1, "x")
    assert read('{"kind":"reply","key":"guess:1","way":0,"values":{"word":"crane"}}') == Reply(
        "guess:1", 0, {"word": "crane"}
    )
    assert read('{"kind":"vote","id":"m","yes":true}') == Vote("m", True)


@each(
    *CASES["anything_else_is_none"],
    '{"kind":"join","version":1,"code":"BCDF","name":"' + "x" * 121 + '"}',
    json.dumps({"kind": "reply", "key": "k", "values": {"word": "x" * LONGEST}}),
    "[" * 5000,
)
def test_anything_else_is_none(text: str) -> None:
    assert read(text) is None


@given(st.text(max_size=300) | st.binary(max_size=200).map(lambda b: b.decode("utf-8", "surrogateescape")))
def test_no_text_breaks_the_reader(text: str) -> None:
    assert read(text) is None or json.loads(text)["kind"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=12,
    ),
    st.sampled_from(["join", "back", "ready", "reply", "draft", "act", "vote", "beside", "rate"]),
)
def test_values_of_other_shapes_are_refused(value: object, kind: str) -> None:
    text = msgspec.json.encode(
        {"kind": kind, "version": value, "key": value, "ready": value, "what": value}
    ).decode()
    assert read(text) is None


def test_the_code_stands_where_no_log_sees_it() -> None:
    assert link("10.0.0.5", 8722, "BCDF") == "http://10.0.0.5:8722/#BCDF"


def test_an_address_of_the_network_is_one_that_others_reach() -> None:
    found = lan_address()
    if found is None:
        pytest.skip("this machine is in no network")
    assert not ipaddress.ip_address(found).is_loopback
