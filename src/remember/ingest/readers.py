"""Who reads passages for claims: our rules, or a language model whose proposals the rules check."""

import asyncio
import json
from collections.abc import Sequence
from itertools import islice
from typing import Protocol

from remember import observe
from remember.context import Context
from remember.domain.adopting import adopt, judged
from remember.domain.claims import Decision, DecisionType, Extraction, Passage, Reason
from remember.domain.extraction import anchor_of, answers_to_parse, texts_to_parse
from remember.domain.extraction import extract as read_claims
from remember.domain.model_reply import PROPOSAL_SCHEMA, read_proposal
from remember.domain.parsed import ParsedText
from remember.ingest.asking import Asker, ModelFailed, Question, ask
from remember.providers.prompting import prompt, prompt_version
from remember.providers.protocols import Parse, Providers, ReadingModel


class Reader(Protocol):
    """Reads passages for claims."""

    async def read(self, passages: Sequence[Passage]) -> list[Extraction]:
        """What each passage gives, in their order."""
        ...


def reader(context: Context, asker: Asker) -> Reader:
    """Who reads in this memory."""
    rules = Rules(context.providers.parse)
    model = context.providers.extract
    return rules if model is None else Model(context, asker, model, rules)


def read_by(providers: Providers) -> str:
    """What the reading of a passage depends on beside our rules: parser, model and prompt."""
    if providers.extract is None:
        return providers.parse.model_id
    return f"{providers.parse.model_id}+{providers.extract.model_id}/{prompt_version('extract')}"


class Rules:
    """Reads by rules over the grammar of a passage."""

    def __init__(self, parse: Parse) -> None:
        self._parse = parse

    async def read(self, passages: Sequence[Passage]) -> list[Extraction]:
        """What each passage gives; all of them are parsed in one go, and then their short answers."""
        wanted = await asyncio.to_thread(lambda: [texts_to_parse(passage) for passage in passages])
        grammar = await self._grammar(wanted)
        short = await asyncio.to_thread(
            lambda: [answers_to_parse(*one) for one in zip(passages, grammar, strict=True)]
        )
        answers = await self._grammar(short)
        return [
            await asyncio.to_thread(read_claims, *one) for one in zip(passages, grammar, answers, strict=True)
        ]

    async def _grammar(self, wanted: Sequence[Sequence[str]]) -> list[list[ParsedText]]:
        """The parses of the texts of each passage, all of them parsed in one go."""
        texts = [text for of_passage in wanted for text in of_passage]
        parses = iter(await self._parse.parse(texts) if texts else ())
        return [list(islice(parses, len(of_passage))) for of_passage in wanted]


class Model:
    """Reads by a language model, one call a passage that has prose and was never shown to it.

    Where the model fails, the rules' reading stands in if the settings allow, and a decision says so.
    """

    def __init__(self, context: Context, asker: Asker, model: ReadingModel, rules: Rules) -> None:
        self._context = context
        self._asker = asker
        self._model = model
        self._rules = rules

    async def read(self, passages: Sequence[Passage]) -> list[Extraction]:
        """What each passage gives. A failure is raised once every call under way has come to its end."""
        by_rules = await self._rules.read(passages)
        readings = map(self._read, passages, by_rules)
        outcomes = await asyncio.gather(*readings, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome
        return [outcome for outcome in outcomes if isinstance(outcome, Extraction)]

    async def _read(self, passage: Passage, by_rules: Extraction) -> Extraction:
        if not await asyncio.to_thread(texts_to_parse, passage):
            return by_rules
        try:
            proposal = await ask(self._context, self._asker, self._model, _question(passage), read_proposal)
        except ModelFailed as failed:
            if not self._context.settings.model_fallback:
                raise
            observe.log("rules_stood_in", level="warning", version_id=self._asker.version_id, error=failed)
            return _stood_in(passage, by_rules, failed)
        found = await asyncio.to_thread(judged, passage, proposal)
        readings = await self._rules.read([one.reading for one in found.adoptable])
        return await asyncio.to_thread(adopt, passage, by_rules, proposal, found, readings)


def _question(passage: Passage) -> Question:
    anchor = anchor_of(passage)
    speakers = dict.fromkeys(block.speaker for block in passage.blocks if block.speaker)
    shown = {
        "document": passage.title,
        "headings": list(passage.heading_path),
        "said_on": anchor.isoformat() if anchor else None,
        "speakers": list(speakers),
        "text": passage.text,
    }
    return Question(
        purpose="extract",
        system=prompt("extract"),
        # As JSON, so that nothing in the text can look like the end of the text.
        user=json.dumps(shown, ensure_ascii=False),
        repair=prompt("repair"),
        schema=PROPOSAL_SCHEMA,
    )


def _stood_in(passage: Passage, by_rules: Extraction, failed: ModelFailed) -> Extraction:
    told = Decision(
        type=DecisionType.RULES_STOOD_IN,
        reason=Reason.MODEL_FAILED,
        source_span=passage.text,
        char_start=passage.char_start,
        char_end=passage.char_start + len(passage.text),
        detail=str(failed.data.get("outcome", "")),
    )
    return Extraction(claims=by_rules.claims, decisions=[told, *by_rules.decisions])
