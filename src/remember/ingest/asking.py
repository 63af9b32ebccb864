"""Ask a language model of the write path: bounded, accounted for, and never twice for the same.

No transaction is open while a model is asked. What it replies is kept as soon as it could be read, so that
a worker that is killed later, or reads the same again, asks nothing.
"""

import asyncio
import contextlib
import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Self, TypeVar
from uuid import UUID
from weakref import WeakKeyDictionary

from remember import observe
from remember.context import Context
from remember.domain.model_reply import UnusableReply
from remember.domain.token_estimate import estimated_tokens
from remember.errors import Busy, RememberError, Unavailable, Unsupported
from remember.providers.chat import CancelSignal, ChatReply, ChatRequest
from remember.providers.protocols import ReadingModel
from remember.settings import Settings
from remember.store import model_calls
from remember.store.model_calls import NewCall, Outcome, Purpose

FIRST_WAIT = 1.0
"""Seconds before a call is tried again; each wait is twice the one before."""

_LONGEST_WAIT = 30.0
_MOST_ATTEMPTS = 3
_CHARACTERS_OF_A_TOKEN = 16
_USUAL_TOKENS = 3_000
_MILLION = 1_000_000

_Value = TypeVar("_Value")
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


@dataclass(slots=True)
class _Purse:
    """What the calls under way may cost at most, and how many have come to their end."""

    reserved: float = 0.0
    ended: int = 0


_purses: defaultdict[UUID, _Purse] = defaultdict(_Purse)


class ModelFailed(Unavailable):
    """A language model gave nothing that can be used, as often as it may be asked."""


class BudgetSpent(Busy):
    """The call would pass what reading may cost today."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, and what is added to it where the first reply could not be read."""

    purpose: Purpose
    system: str
    user: str
    repair: str
    schema: Mapping[str, Any]

    def input_hash(self, model_id: str) -> str:
        """Equal for questions that must have the same reply."""
        asked = [self.purpose, model_id, self.system, self.user, self.schema]
        return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """On whose behalf a model is asked: the document whose text it is shown, and the version at work."""

    doc_id: UUID
    version_id: UUID


async def ask(
    context: Context, asker: Asker, model: ReadingModel, question: Question, read: Callable[[str], _Value]
) -> _Value:
    """What `read` makes of the reply; it raises `UnusableReply` for one that cannot be used.

    Such a reply is answered once with what is wrong with it. Raises `ModelFailed` when that fails too or the
    model does not answer, and `BudgetSpent` before a call that would pass the budget.
    """
    key = question.input_hash(model.model_id)
    async with context.database.read() as tx:
        known = await model_calls.reply(tx, context.tenant_id, key)
    if known is not None:
        with contextlib.suppress(UnusableReply):  # one that an older version of this engine could read
            return read(known)
    user = question.user
    for _ in range(2):
        with _Calling.within(context, asker, model, question, key) as calling:
            reply, told = await calling.reply(user)
            try:
                value = read(reply.text)
            except UnusableReply as unusable:
                await calling.keep("unusable", told)
                user = f"{question.user}\n\n{question.repair.format(reason=unusable)}"
            else:
                await calling.keep("used", told, reply=reply.text)
                return value
    raise _failed(model, "unusable")


async def has_budget(context: Context) -> bool:
    """Whether another call of the usual size may still be made today."""
    settings = context.settings
    if settings.model_budget is None:
        return True
    async with context.database.read() as tx:
        spent = await model_calls.spent_today(tx, context.tenant_id)
    return spent + _usd(settings, _USUAL_TOKENS, settings.model_tokens) <= settings.model_budget


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What a call took."""

    milliseconds: int
    tokens_in: int
    tokens_out: int
    is_estimated: bool


@dataclass(slots=True)
class _Calling:
    """One question, and what its call under way may cost."""

    context: Context
    asker: Asker
    model: ReadingModel
    question: Question
    key: str
    reserved: float = 0.0

    @classmethod
    @contextlib.contextmanager
    def within(cls, *asked: Any) -> Iterator[Self]:
        """Within the budget: what the call was to cost at most is given back with the block."""
        calling = cls(*asked)
        try:
            yield calling
        finally:
            calling._release()

    async def reply(self, user: str) -> tuple[ChatReply, _Told]:
        """A reply, after as many attempts as it needs and may have; every failure is kept."""
        outcome: Outcome = "unreachable"
        for attempt in range(_MOST_ATTEMPTS):
            if attempt:
                await asyncio.sleep(min(FIRST_WAIT * 2 ** (attempt - 1), _LONGEST_WAIT))
            got = await self._attempt(user)
            if isinstance(got, tuple):
                return got
            outcome = got
            if outcome == "refused":
                break
        raise _failed(self.model, outcome)

    async def _attempt(self, user: str) -> tuple[ChatReply, _Told] | Outcome:
        async with _turn(self.context):
            await self._reserve(user)
            began = perf_counter()
            try:
                async with asyncio.timeout(self.context.settings.model_timeout):
                    reply = await self.model.generate(self._request(user))
            except TimeoutError:
                outcome: Outcome = "timed_out"
            except RememberError as error:
                outcome = _outcome(error)
            else:
                return reply, self._told(user, reply, began)
        await self.keep(outcome, self._told(user, ChatReply(text=""), began))
        return outcome

    async def _reserve(self, user: str) -> None:
        """Take what the call may cost out of the budget; refused where that is not left."""
        self._release()
        settings, purse = self.context.settings, self._purse
        if settings.model_budget is None:
            return
        most = _usd(settings, self._estimate(user), settings.model_tokens)
        spent, ended = 0.0, -1
        while ended != purse.ended:  # what a call that ended meanwhile has cost is not in the sum
            ended = purse.ended
            async with self.context.database.read() as tx:
                spent = await model_calls.spent_today(tx, self.context.tenant_id)
        if spent + purse.reserved + most > settings.model_budget:
            raise BudgetSpent(
                f"reading has cost {spent:.4f} US dollars today, and one more call may cost {most:.4f}",
                code="budget_spent",
                hint="raise model_budget; what waits goes on by itself, at the latest tomorrow (UTC)",
            )
        self.reserved = most
        purse.reserved += most

    @property
    def _purse(self) -> _Purse:
        return _purses[self.context.tenant_id]

    def _release(self) -> None:
        if self.reserved:
            self._purse.reserved -= self.reserved
            self._purse.ended += 1
            self.reserved = 0.0

    def _request(self, user: str) -> ChatRequest:
        settings = self.context.settings
        return ChatRequest(
            system=self.question.system,
            user=user,
            max_tokens=settings.model_tokens,
            signal=CancelSignal(),
            max_response_chars=settings.model_tokens * _CHARACTERS_OF_A_TOKEN,
            timeout_ms=round(settings.model_timeout * 1000),
            schema=self.question.schema,
        )

    def _estimate(self, user: str) -> int:
        return estimated_tokens(self.question.system) + estimated_tokens(user)

    def _told(self, user: str, reply: ChatReply, began: float) -> _Told:
        return _Told(
            milliseconds=round((perf_counter() - began) * 1000),
            tokens_in=self._estimate(user) if reply.tokens_in is None else reply.tokens_in,
            tokens_out=estimated_tokens(reply.text) if reply.tokens_out is None else reply.tokens_out,
            is_estimated=reply.tokens_in is None or reply.tokens_out is None,
        )

    async def keep(self, outcome: Outcome, told: _Told, *, reply: str | None = None) -> None:
        """Keep that the model was called, and its reply where that can be used again."""
        usd = _usd(self.context.settings, told.tokens_in, told.tokens_out)
        call = NewCall(
            call_id=self.context.new_id(),
            purpose=self.question.purpose,
            model=self.model.model_id,
            version_id=self.asker.version_id,
            input_hash=self.key,
            outcome=outcome,
            tokens_in=told.tokens_in,
            tokens_out=told.tokens_out,
            is_estimated=told.is_estimated,
            usd=usd,
            milliseconds=told.milliseconds,
        )
        async with self.context.database.write() as tx:
            await model_calls.add(tx, self.context.tenant_id, call)
            if reply is not None:
                await model_calls.keep_reply(tx, self.context.tenant_id, self.asker.doc_id, self.key, reply)
        observe.cost(
            self.model.model_id,
            purpose=self.question.purpose,
            tokens_in=told.tokens_in,
            tokens_out=told.tokens_out,
            usd=usd,
        )


def _usd(settings: Settings, tokens_in: int, tokens_out: int) -> float:
    return (tokens_in * settings.model_price_in + tokens_out * settings.model_price_out) / _MILLION


def _turn(context: Context) -> asyncio.Semaphore:
    loop = asyncio.get_running_loop()
    if loop not in _turns:
        _turns[loop] = asyncio.Semaphore(context.settings.model_calls_at_once)
    return _turns[loop]


def _outcome(error: RememberError) -> Outcome:
    """Why a model gave no reply; `refused` is what it would refuse again. What is not set up is raised."""
    if isinstance(error, Unsupported):
        raise error
    if isinstance(error, Busy):
        return "busy"
    status = error.data.get("status")
    if not isinstance(error, Unavailable) or (isinstance(status, int) and status < 500):
        return "refused"
    return "unreachable"


def _failed(model: ReadingModel, outcome: Outcome) -> ModelFailed:
    return ModelFailed(
        f"the language model {model.model_id} gave no reply that can be used: {outcome}",
        code="model_failed",
        hint="look at list_model_calls; try the document again when the model answers",
        data={"model": model.model_id, "outcome": outcome},
    )
