"""Small tables of what is known, from the TOML of a test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tui_arena.questions.table import Entity, Knowledge, Property, Scale
from tui_arena.questions.wordings import English


def knowledge(table: Mapping[str, Any], english: English | None = None) -> Knowledge:
    """Entities, properties and scales, each by its name with the values of its fields."""
    return Knowledge(
        table["name"],
        tuple(Entity(name, **fields) for name, fields in table["entities"].items()),
        {name: Property(name, **fields) for name, fields in table["properties"].items()},
        {name: Scale(name, **fields) for name, fields in table.get("scales", {}).items()},
        english=english or English(),
    )
