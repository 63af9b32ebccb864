"""Every public result type has the fields, bounds and defaults that the published client knows."""

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from remember import wire

SHAPES = """
import json
from pydantic import BaseModel
from remember import models
shapes = {
    name: kind.model_json_schema()
    for name, kind in vars(models).items()
    if isinstance(kind, type) and issubclass(kind, BaseModel) and kind is not BaseModel
}
print(json.dumps(shapes))
"""

NOT_OURS = {
    "AdjacentChunksRequest": "a request of the primitives",
    "SearchRequest": "a request of the primitives",
    "ConnectorCreate": "no deployment serves connectors",
    "ConnectorDescriptor": "no deployment serves connectors",
    "ScanRow": "in no reply",
}


def without_prose(schema: Any) -> Any:
    """The schema without the words meant for people, which are ours, and without the order of fields."""
    if isinstance(schema, list):
        return [without_prose(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {
        key: without_prose(value)
        for key, value in schema.items()
        if not (key in {"description", "title"} and isinstance(value, str))
    }
    return kept | {"required": sorted(kept["required"])} if isinstance(kept.get("required"), list) else kept


@pytest.fixture(scope="module")
def theirs(published: Callable[..., Any]) -> dict[str, Any]:
    shapes: dict[str, Any] = published(SHAPES)
    return shapes


def test_each_result_type_has_the_published_shape(theirs: dict[str, Any]) -> None:
    ours = {name: getattr(wire, name).model_json_schema() for name in theirs if name not in NOT_OURS}
    assert {name: without_prose(shape) for name, shape in ours.items()} == {
        name: without_prose(shape) for name, shape in theirs.items() if name not in NOT_OURS
    }


def test_no_result_type_accepts_an_unknown_key() -> None:
    kinds = [kind for kind in vars(wire).values() if isinstance(kind, type) and issubclass(kind, BaseModel)]
    assert [kind.__name__ for kind in kinds if kind.model_config.get("extra") != "forbid"] == []
