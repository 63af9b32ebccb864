"""A model rules where rules find two words for what may be one thing; it takes nobody's word away."""

from dataclasses import replace
from typing import Any

import pytest

from remember.context import OWNER, Context
from remember.ingest import asking
from remember.ingest.asking import ModelFailed
from remember.ingest.receive import receive
from remember.ingest.replay import dead_letters, replay
from remember.providers.scripted import ScriptedModel
from remember.wiring import Memory
from remember.worker import working
from tests.ingest.reading import CALLS, NOTE, proposal, read_by
from tests.working import rows, tried_until, work_off

_PIER = "The location of the ferry is the north pier."
_QUAY = "The location of the ferry is the old quay."
_HELD = (
    "select evidence_count, contradiction_group is not null from facts"
    " where invalidated_at is null and predicate = 'located_in' order by label"
)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "FIRST_WAIT", 0.0)


async def _told(context: Context, *texts: str) -> None:
    for number, text in enumerate(texts):
        note = replace(NOTE, source_ref=f"{text} {number}", title=None)
        await receive(context, note, text.encode())
        await work_off(context)


async def _held(context: Context) -> list[Any]:
    """How many documents support each place of the ferry, and whether it is disputed."""
    return await rows(context, _HELD)


def _judging(*verdicts: str) -> ScriptedModel:
    """Reads nothing of its own: for every passage the rules stand."""
    replies = [proposal(), proposal(), *(f'{{"verdict": "{verdict}"}}' for verdict in verdicts)]
    return ScriptedModel(replies)


async def test_two_words_for_one_thing_become_one_fact_that_both_support(context: Context) -> None:
    context = read_by(context, _judging("same"))
    await _told(context, _PIER, _QUAY)
    assert await _held(context) == [(2, False)]
    assert await rows(context, "select are_same, judged_by from rulings") == [(True, "scripted-reader@1")]
    outcomes = "select outcome from adjudications where outcome = 'merged'"
    assert await rows(context, outcomes) == [("merged",)]
    await _told(context, _QUAY, _PIER)
    assert await _held(context) == [(4, False)]
    assert (await rows(context, "select purpose, count(*) from model_calls group by 1 order by 1"))[-1] == (
        "judge",
        1,
    )


async def test_two_things_stay_a_contradiction_with_both_sides_and_are_not_asked_about_again(
    context: Context,
) -> None:
    model = _judging("different")
    context = read_by(context, model)
    await _told(context, _PIER, _QUAY)
    assert await _held(context) == [(1, True), (1, True)]
    await _told(context, "Hm.", _PIER)
    assert await _held(context) == [(2, True), (1, True)]
    judged = "select count(*) from model_calls where purpose = 'judge'"
    assert await rows(context, judged) == [(1,)]


@pytest.mark.parametrize("reply", ["They mean the same.", '{"same": true}'])
async def test_a_reply_of_no_use_changes_no_fact_and_the_question_stays_open(
    context: Context, reply: str
) -> None:
    model = ScriptedModel([proposal(), proposal(), reply, reply])
    context = read_by(context, model)
    await _told(context, _PIER, _QUAY)
    assert await _held(context) == [(1, True), (1, True)]
    assert await rows(context, "select count(*) from rulings") == [(0,)]
    assert await rows(context, CALLS) == [("unusable", 2), ("used", 2)]


async def test_where_no_answer_may_be_done_without_the_version_fails_and_can_be_tried_again(
    context: Context,
) -> None:
    model = ScriptedModel([proposal(), proposal(), "Same.", "Same."])
    context = read_by(context, model, model_fallback=False)
    with pytest.raises(ModelFailed):
        await _told(
            context,
            _PIER,
            _QUAY,
        )
    assert await _held(context) == [(1, True), (1, True)]
    async with context.database.write() as tx:
        await tx.execute(
            b"update jobs set state = 'ready', lease_token = null, lease_until = null where state = 'leased'"
        )
    model.replies.append('{"verdict": "same"}')
    await work_off(context)
    assert await _held(context) == [(2, False)]
    assert await rows(context, "select status from stages where status <> 'succeeded'") == []


async def test_a_model_that_never_answers_is_asked_a_bounded_number_of_times_and_then_again_on_request(
    opened: Memory,
) -> None:
    model = ScriptedModel([proposal(), proposal(), *["Same."] * 40])
    opened.providers = replace(opened.providers, extract=model)
    opened.settings = replace(opened.settings, model_fallback=False)
    context = opened.context(OWNER)
    await _told(context, _PIER)
    async with working(opened):
        await receive(context, replace(NOTE, source_ref="quay", title=None), _QUAY.encode())
        await tried_until(opened, "dead")
        assert len(model.asked) == 2 + 3 * 2
        assert await rows(
            context, "select stage, status from stages where status <> 'succeeded' order by 1"
        ) == [
            ("adjudicate_supersession", "dead_letter"),
            ("label_relation", "pending"),
        ]
        (error,) = (await rows(context, "select error from versions where error is not null"))[0]
        assert error.startswith("adjudicate_supersession: the language model scripted-reader@1 gave no reply")
        model.replies[:] = ['{"verdict": "same"}']
        (letter,) = await dead_letters(context)
        await replay(context, letter.job_id)
        await tried_until(opened, "done")
    assert await _held(context) == [(2, False)]
    assert await rows(context, "select status from stages where status <> 'succeeded'") == []


async def test_without_a_model_a_contradiction_stays(context: Context) -> None:
    await _told(context, _PIER, _QUAY)
    assert await _held(context) == [(1, True), (1, True)]
