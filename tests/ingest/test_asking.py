"""A language model is asked within bounds, once for the same, and every call is accounted for."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from remember.context import OWNER, Context
from remember.errors import Busy, Unavailable
from remember.ingest import asking
from remember.ingest.asking import BudgetSpent, ModelFailed
from remember.ingest.parked import park_for_budget, resume_within_budget
from remember.ingest.receive import receive
from remember.ingest.version import Progress, process
from remember.operations.registry import call
from remember.providers.chat import ChatReply, ChatRequest
from remember.providers.scripted import ScriptedModel
from remember.wiring import Memory
from remember.worker import working
from tests.ingest.reading import CALLS, DECISIONS, NOTE, proposal, read_by, texts
from tests.working import lease_next, rows, work_off

_TEXT = "Mira opens the gate at six.\n"
_SECTIONS = "".join(f"# Gate {n}\n\nMira opens gate {n} at six.\n\n" for n in range(5))
_GONE = Unavailable("the chat model does not answer", code="chat_unreachable")
_DENIED = Unavailable("the chat model refuses", code="chat_refused", data={"status": 401})


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "FIRST_WAIT", 0.0)


class Held(ScriptedModel):
    """Does something while it is asked."""

    def __init__(self, meanwhile: Callable[[], Any]) -> None:
        super().__init__()
        self.meanwhile = meanwhile

    async def generate(self, request: ChatRequest) -> ChatReply:
        """A plain reply, after that."""
        await self.meanwhile()
        return await super().generate(request)


async def test_a_call_is_kept_with_its_model_tokens_cost_and_time(context: Context) -> None:
    context = read_by(context, ScriptedModel(), model_price_in=3.0, model_price_out=15.0)
    received = await receive(context, NOTE, _TEXT.encode())
    await work_off(context)
    page = await call(context, "list_model_calls", {"version_id": str(received.version_id)})
    [made] = page.calls
    assert (made.purpose, made.model, made.outcome) == ("extract", "scripted-reader@1", "used")
    assert (made.tokens_in, made.tokens_out, made.is_estimated) == (1_000, 100, False)
    assert made.usd == pytest.approx(0.0045)
    usage = await call(context, "model_usage")
    [used] = usage.uses
    assert (used.calls, used.usd, usage.usd_today, usage.usd_budget) == (1, made.usd, made.usd, None)
    assert used.most_milliseconds == made.milliseconds >= 0


async def test_calls_are_listed_page_by_page(context: Context) -> None:
    context = read_by(context, ScriptedModel())
    await receive(context, NOTE, _SECTIONS.encode())
    await work_off(context)
    seen: list[Any] = []
    cursor: dict[str, Any] = {}
    while True:
        page = await call(context, "list_model_calls", {"limit": 2} | cursor)
        seen += page.calls
        if page.cursor is None:
            break
        cursor = {"cursor": page.cursor}
    assert len({made.call_id for made in seen}) == len(seen) == 5
    assert [made.called_at for made in seen] == sorted((made.called_at for made in seen), reverse=True)


async def test_an_unchanged_passage_is_never_sent_again(context: Context) -> None:
    model = ScriptedModel()
    context = read_by(context, model)
    await receive(context, NOTE, _SECTIONS.encode())
    await work_off(context)
    assert len(model.asked) == 5
    await receive(context, NOTE, _SECTIONS.replace("gate 3 at six", "gate 3 at nine").encode())
    await work_off(context)
    assert len(model.asked) == 6
    assert "at nine" in model.asked[-1].user


async def test_another_model_reads_what_the_one_before_it_read(context: Context) -> None:
    await receive(read_by(context, ScriptedModel()), NOTE, _TEXT.encode())
    await work_off(read_by(context, ScriptedModel()))
    other = ScriptedModel(model_id="scripted-reader@2")
    await receive(read_by(context, other), NOTE, (_TEXT + "\n").encode())
    await work_off(read_by(context, other))
    assert len(other.asked) == 1


async def test_a_reply_outlives_the_worker_that_asked(context: Context, models: Any) -> None:
    model = ScriptedModel()
    context = read_by(context, model)
    await receive(context, NOTE, _SECTIONS.encode())
    lost = await lease_next(context)
    assert lost is not None
    embed = models.embed.embed_passages

    async def killed_at_claims(asked: Any) -> Any:
        if any("opens gate" in text and "#" not in text for text in asked):
            raise RuntimeError("killed after the model replied, before its claims were saved")
        return await embed(asked)

    models.embed.embed_passages = killed_at_claims
    with pytest.raises(RuntimeError, match="killed"):
        await process(context, lost, Progress())
    models.embed.embed_passages = embed
    assert (len(model.asked), await texts(context)) == (5, [])
    async with context.database.write() as tx:
        await tx.execute(b"update jobs set state = 'ready', lease_token = null, lease_until = null")
    await work_off(context)
    assert len(model.asked) == 5
    assert len(await texts(context)) == 5
    assert await rows(context, CALLS) == [("used", 5)]


async def test_no_transaction_is_open_while_a_model_is_asked(context: Context, database_url: str) -> None:
    open_ones: list[int] = []

    async def look() -> None:
        async with await psycopg.AsyncConnection.connect(database_url) as connection:
            found = await connection.execute(
                "select count(*) from pg_stat_activity"
                " where datname = current_database() and state like 'idle in transaction%'"
            )
            open_ones.append((await found.fetchone() or (None,))[0] or 0)

    context = read_by(context, Held(look))
    await receive(context, NOTE, _TEXT.encode())
    await work_off(context)
    assert open_ones == [0]


async def test_no_more_calls_are_under_way_than_allowed(context: Context) -> None:
    under_way, most, two = 0, 0, asyncio.Event()

    async def together() -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        if under_way == 2:
            two.set()
        await two.wait()
        under_way -= 1

    context = read_by(context, Held(together), model_calls_at_once=2)
    await receive(context, NOTE, _SECTIONS.encode())
    await work_off(context)
    assert most == 2


@pytest.mark.parametrize(
    ("failures", "outcomes"),
    [
        ([_GONE], [("unreachable", 1), ("used", 1)]),
        ([Busy("too many", code="chat_busy"), _GONE], [("busy", 1), ("unreachable", 1), ("used", 1)]),
        ([TimeoutError()], [("timed_out", 1), ("used", 1)]),
    ],
)
async def test_a_model_that_does_not_answer_is_tried_again(
    context: Context, failures: list[Exception], outcomes: list[tuple[str, int]]
) -> None:
    context = read_by(context, ScriptedModel(failures=failures))
    await receive(context, NOTE, _TEXT.encode())
    await work_off(context)
    assert await rows(context, CALLS) == outcomes
    assert ("rules_stood_in", "model_failed") not in await rows(context, DECISIONS)


@pytest.mark.parametrize(
    ("model", "outcomes"),
    [
        (ScriptedModel(failures=[_GONE] * 9), [("unreachable", 3)]),
        (ScriptedModel(failures=[_DENIED] * 9), [("refused", 1)]),
        (ScriptedModel(["Well.", "Hm."]), [("unusable", 2)]),
    ],
)
async def test_where_a_model_fails_the_rules_stand_in_and_it_is_told(
    context: Context, model: ScriptedModel, outcomes: list[tuple[str, int]]
) -> None:
    context = read_by(context, model)
    await receive(context, NOTE, _TEXT.encode())
    await work_off(context)
    assert await texts(context) == ["Mira opens the gate at six."]
    assert ("rules_stood_in", "model_failed") in await rows(context, DECISIONS)
    assert await rows(context, CALLS) == outcomes
    assert await rows(context, "select count(*) from model_replies") == [(0,)]


async def test_what_rules_stood_in_for_is_shown_to_the_model_in_the_next_version(context: Context) -> None:
    model = ScriptedModel(["Well.", "Hm."])
    context = read_by(context, model)
    for number in range(3):
        await receive(context, NOTE, (_TEXT + "\n" * number).encode())
        await work_off(context)
    assert await rows(context, CALLS) == [("unusable", 2), ("used", 1)]
    assert await texts(context) == ["Mira opens the gate at six."]


async def test_calls_under_way_count_against_the_budget(context: Context) -> None:
    model = ScriptedModel()
    # Each call may cost one dollar, and does.
    price = {"model_price_out": 10_000.0, "model_tokens": 100}
    short = read_by(context, model, model_budget=2.0, model_calls_at_once=5, **price)
    await receive(short, NOTE, _SECTIONS.encode())
    with pytest.raises(BudgetSpent):
        await work_off(short)
    assert len(model.asked) == 2
    assert await rows(short, "select sum(usd) from model_calls") == [(2.0,)]


async def test_where_rules_may_not_stand_in_the_version_fails_and_no_claim_is_kept(context: Context) -> None:
    context = read_by(context, ScriptedModel(["Well.", "Hm."]), model_fallback=False)
    await receive(context, NOTE, _TEXT.encode())
    with pytest.raises(ModelFailed) as failed:
        await work_off(context)
    assert (failed.value.code, failed.value.data["outcome"]) == ("model_failed", "unusable")
    assert await texts(context) == []
    assert await rows(context, "select count(*) from chunks where serving") == [(1,)]


async def test_a_reply_of_no_use_is_answered_once_with_what_is_wrong(context: Context) -> None:
    good = proposal(("Mira opens the gate at six.", "Mira opens the gate at six."))
    model = ScriptedModel(["Sure! Here it is.", good])
    context = read_by(context, model)
    await receive(context, NOTE, _TEXT.encode())
    await work_off(context)
    first, second = model.asked
    assert second.user.startswith(first.user)
    assert "it is not one JSON object" in second.user
    assert "Sure!" not in second.user
    assert await rows(context, CALLS) == [("unusable", 1), ("used", 1)]


async def test_a_spent_budget_lets_work_wait_and_more_money_lets_it_go_on(context: Context) -> None:
    price = {"model_price_in": 1_000.0, "model_price_out": 0.0}
    model = ScriptedModel()
    short = read_by(context, model, model_budget=2.5, model_calls_at_once=1, **price)
    received = await receive(short, NOTE, _SECTIONS.encode())
    lease = await lease_next(short)
    assert lease is not None
    with pytest.raises(BudgetSpent):
        await process(short, lease, Progress())
    await park_for_budget(short, lease, "extract_claims")
    asked = len(model.asked)
    assert 0 < asked < 5
    assert await resume_within_budget(short) == []
    assert await lease_next(short) is None
    stage = "select status, defer_reason from stages where stage = 'extract_claims'"
    assert await rows(short, stage) == [("pending", "budget")]
    assert await rows(short, "select count(*) from chunks where serving") == [(5,)]
    rich = replace(short, settings=replace(short.settings, model_budget=1_000.0))
    assert await resume_within_budget(rich) == [received.version_id]
    await work_off(rich)
    assert len(model.asked) == 5
    assert len(await texts(rich)) == 5
    assert await rows(rich, stage) == [("succeeded", None)]


async def test_a_worker_parks_what_it_may_not_pay_for(opened: Memory) -> None:
    opened.providers = replace(opened.providers, extract=ScriptedModel())
    opened.settings = replace(opened.settings, model_budget=0.0, model_price_in=1.0)
    async with working(opened):
        context = opened.context(OWNER)
        await receive(context, NOTE, _TEXT.encode())
        while (await call(context, "status")).parked != 1:  # noqa: ASYNC110 - another task of ours
            await asyncio.sleep(0.01)
    assert await rows(context, "select attempts, last_error from jobs") == [(0, None)]
    found = await call(context, "status")
    assert (found.parked, found.dead_letters) == (1, 0)
