"""Validates the part of JSON Schema that this project's schema uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TYPES: Mapping[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": (int, float),
}
KNOWN = frozenset(
    "$schema $id $ref $defs title description default type enum const anyOf not properties required items "
    "additionalProperties minimum maximum maxItems "
    "minLength maxLength".split()
)


def faults(
    value: Any, schema: Mapping[str, Any], root: Mapping[str, Any] | None = None, at: str = "$"
) -> list[str]:
    """The places where a value doesn't fit a schema; empty if it fits."""
    root = root or schema
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        return faults(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, at)
    found = _of_choice(value, schema, root, at)
    if "type" in schema and not _is(value, schema["type"]):
        return [*found, f"{at}: {value!r} is no {schema['type']}"]
    if isinstance(value, int | float) and not isinstance(value, bool):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        found += [] if low <= value <= high else [f"{at}: {value} is out of range"]
    if isinstance(value, str) and not schema.get("minLength", 0) <= len(value) <= schema.get(
        "maxLength", 1e9
    ):
        found.append(f"{at}: too long or too short")
    if isinstance(value, list):
        for i, item in enumerate(value):
            found += faults(item, schema.get("items", {}), root, f"{at}[{i}]")
    if isinstance(value, dict):
        found += _of_object(value, schema, root, at)
    return found


def _of_choice(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], at: str) -> list[str]:
    found = []
    if "anyOf" in schema and all(faults(value, one, root, at) for one in schema["anyOf"]):
        found.append(f"{at}: fits none of the shapes")
    if "not" in schema and not faults(value, schema["not"], root, at):
        found.append(f"{at}: is what it must not be")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{at}: {value!r} is not in {schema['enum']}")
    return found


def _of_object(
    value: dict[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any], at: str
) -> list[str]:
    found = [f"{at}: no {name}" for name in schema.get("required", ()) if name not in value]
    rest = schema.get("additionalProperties", {})
    for name, item in value.items():
        part = schema.get("properties", {}).get(name, rest if isinstance(rest, dict) else {})
        found += faults(item, part, root, f"{at}.{name}")
    return found


def _is(value: Any, name: str) -> bool:
    if isinstance(value, bool) and name != "boolean":
        return False
    return isinstance(value, _TYPES[name])
