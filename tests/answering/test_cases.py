"""Requests and replies of every kind: the engine says what the contract, said a second time, says of them."""

import json
from typing import Any

import pytest

import remember
from tests.answering.models import Model
from tests.answering.restated import outcome
from tests.answering.write_cases import UNTOUCHED, cases, expanded, kept, reply_of, shortened

KEPT = kept()
CODES = {
    "response_size_or_type",
    "invalid_json",
    "invalid_schema",
    "inconsistent_answer",
    "inconsistent_abstention",
    "inference_not_allowed",
    "unknown_source",
    "quote_not_in_source",
}


async def said_by_the_engine(case: dict[str, Any]) -> dict[str, Any]:
    """The engine's outcome of a case, in the form in which outcomes are kept."""
    model = Model(reply_of(case["reply"])[0])
    try:
        found = await remember.answer_from_evidence(expanded(case["request"]), model)
    except remember.EvidenceRequestError as error:
        return {"wrong": sorted({path for path, _ in error.issues})}
    result = {"result": found.as_dict()}
    return shortened({**result, "user": model.asked[0].user} if model.asked else result)


@pytest.mark.parametrize("case", KEPT, ids=[f"{number} {case['name']}" for number, case in enumerate(KEPT)])
async def test_the_engine_says_what_the_contract_says(case: dict[str, Any]) -> None:
    assert await said_by_the_engine(case) == case["says"]


def test_the_cases_meet_every_outcome() -> None:
    results = [{**UNTOUCHED, **case["says"].get("result", {})} for case in KEPT]
    assert {code for one in results for code in one["validation_errors"]} == CODES
    assert {one["status"] for one in results} == {"answered", "insufficient_evidence", "invalid_response"}
    assert {one["model_calls"] for one in results} == {0, 1}
    assert sum("wrong" in case["says"] for case in KEPT) > 50
    assert len(KEPT) >= 300


def test_the_cases_are_what_their_script_writes() -> None:
    written = {(name, json.dumps(asked), json.dumps(reply)) for name, asked, reply in cases()}
    stored = {(case["name"], json.dumps(case["request"]), json.dumps(case["reply"])) for case in KEPT}
    assert stored == written
    for case in KEPT[::17]:
        found = outcome(expanded(case["request"]), reply_of(case["reply"])[1])
        assert shortened(found) == case["says"], case["name"]
