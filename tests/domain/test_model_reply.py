"""What a language model may reply, and what is no reply at all."""

import json
from typing import Any

import pytest

from remember.domain.claims import MentionKind, Reason
from remember.domain.model_reply import (
    MOST_CLAIMS,
    PROPOSAL_SCHEMA,
    LeftOut,
    NamedThing,
    Proposal,
    ProposedClaim,
    UnusableReply,
    read_proposal,
)

GOOD = {
    "claims": [
        {"quote": "Ben left.", "claim": "Ben left.", "entities": [{"name": "Ben", "kind": "person"}]},
    ],
    "left_out": [{"quote": "Hi!", "reason": "greeting"}],
}
READ = Proposal(
    claims=[
        ProposedClaim(
            quote="Ben left.",
            claim="Ben left.",
            entities=(NamedThing(name="Ben", kind=MentionKind.PERSON),),
        )
    ],
    left_out=[LeftOut(quote="Hi!", reason=Reason.GREETING)],
)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        f"\n {json.dumps(GOOD, indent=2)}\n",
        f"<think>The user wants\n{{}}</think>\n{json.dumps(GOOD)}",
        f"```json\n{json.dumps(GOOD)}\n```",
    ],
)
def test_a_reply_is_read_with_thoughts_before_it_and_a_fence_around_it(text: str) -> None:
    assert read_proposal(text) == READ


def _with(**changed: Any) -> str:
    return json.dumps(GOOD | changed)


def _claim(**changed: Any) -> str:
    return _with(claims=[GOOD["claims"][0] | changed])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        ("<think>hm</think>", "it is empty"),
        ("<think>hm", "it is not one JSON object"),
        ("Ben left, as far as I can tell.", "it is not one JSON object"),
        (json.dumps(GOOD)[:-9], "it is not one JSON object"),
        (json.dumps(GOOD) + " I hope this helps!", "it is not one JSON object"),
        (json.dumps(PROPOSAL_SCHEMA), "the reply is not an object with claims and left_out"),
        ("[]", "the reply is not an object"),
        ("[" * 5_000 + "]" * 5_000, "the reply is not an object"),
        (_with(claims=None), "claims is not a list"),
        (_with(claims=[GOOD["claims"][0]] * (MOST_CLAIMS + 1)), "claims is not a list of at most"),
        (_with(thoughts="hm"), "the reply is not an object with"),
        (_claim(claim=" "), r"claims\[0\].claim is not a text"),
        (_claim(claim=7), r"claims\[0\].claim is not a text"),
        (_claim(more=1), r"claims\[0\] is not an object with quote and claim and entities"),
        (_claim(entities=[{"name": "Ben", "kind": "dog"}]), r"claims\[0\].entities\[0\].kind is none of"),
        (_with(left_out=[{"quote": "Hi!", "reason": "model_failed"}]), r"left_out\[0\].reason is none of"),
    ],
)
def test_what_is_no_reply_is_refused_in_words_that_repeat_nothing_of_it(text: str, reason: str) -> None:
    with pytest.raises(UnusableReply, match=reason) as refused:
        read_proposal(text)
    assert "Ben" not in str(refused.value)


def test_what_no_database_keeps_is_replaced() -> None:
    [claim] = read_proposal(_claim(claim="Ben\0 left \ud800.")).claims
    assert claim.claim == "Ben\ufffd left \ufffd."
