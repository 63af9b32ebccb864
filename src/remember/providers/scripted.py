"""Models that do as they are told: for tests, ours and those of whoever builds on a memory.

Each answers from its script, else by a plain rule that is the same on every machine; each raises the
errors it is given, one a call, before it answers; each keeps what it was asked, in order.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from remember.domain.parsed import ParsedText, Sentence, Token
from remember.domain.pieces import pieces
from remember.domain.words import content_words, words
from remember.providers.chat import ChatReply, ChatRequest
from remember.providers.stem import distinct_terms, term_id

_REFUSAL = json.dumps(
    {
        "status": "insufficient_evidence",
        "facts": [],
        "answer": None,
        "inference": None,
        "missing_evidence": ["a reply in the script"],
    }
)
_TOKEN = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
_TURN_LABEL = re.compile(r"^(?:\[[^\]]*\] )?[^:.!?]{1,40}: ")
_SENTENCE = re.compile(r"\S.*?(?:[.!?]+(?=\s|$)|$)", re.DOTALL)


class ScriptedEmbed:
    """`Embed` by the words two texts share: texts of the same words have cosine 1, of none about 0."""

    def __init__(self, *, dimension: int = 384, failures: Iterable[Exception] = ()) -> None:
        self.model_id = f"scripted-words@{dimension}"
        self.dimension = dimension
        self.asked: list[str] = []
        self._failures = list(failures)

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One vector a text, of length 1."""
        _fail(self._failures)
        self.asked += texts
        return np.array([self._vector(text) for text in texts], np.float32).reshape(-1, self.dimension)

    async def embed_question(self, text: str) -> NDArray[np.float32]:
        """The same vector that the text would have as a passage."""
        _fail(self._failures)
        self.asked.append(text)
        return self._vector(text)

    def _vector(self, text: str) -> NDArray[np.float32]:
        vector = np.zeros(self.dimension, np.float32)
        for word in words(text):
            term = term_id(word)
            vector[term % self.dimension] += 1 if term >= 0 else -1
        length = float(np.linalg.norm(vector))
        if not length:
            vector[0] = length = 1.0
        scaled: NDArray[np.float32] = vector / np.float32(length)
        return scaled


class ScriptedRerank:
    """`Rerank` by the scores given for texts, else by the share of the question's words that a text has."""

    def __init__(
        self, scores: Mapping[str, float] | None = None, *, failures: Iterable[Exception] = ()
    ) -> None:
        self.model_id = "scripted-share@1"
        self.asked: list[str] = []
        self._scores = scores or {}
        self._failures = list(failures)

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """One score a text."""
        _fail(self._failures)
        self.asked += texts
        wanted = set(distinct_terms(content_words(question)))
        return [self._scores.get(text, _share(wanted, text)) for text in texts]


class ScriptedParse:
    """`Parse` by the readings given for texts, else by marks alone: sentences and words, no grammar."""

    def __init__(
        self, readings: Mapping[str, ParsedText] | None = None, *, failures: Iterable[Exception] = ()
    ) -> None:
        self.model_id = "scripted-marks@1"
        self.asked: list[str] = []
        self._readings = readings or {}
        self._failures = list(failures)

    async def parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """One reading a text."""
        _fail(self._failures)
        self.asked += texts
        return [self._readings.get(text) or plain_reading(text) for text in texts]


class ScriptedChat:
    """`Chat` by the replies given, one a call; after them it refuses, as a model without evidence would."""

    def __init__(self, replies: Iterable[str] = (), *, failures: Iterable[Exception] = ()) -> None:
        self.model_id = "scripted-replies@1"
        self.asked: list[ChatRequest] = []
        self.replies = list(replies)
        self._failures = list(failures)

    async def generate(self, request: ChatRequest) -> ChatReply:
        """The next reply."""
        _fail(self._failures)
        self.asked.append(request)
        return ChatReply(text=self.replies.pop(0) if self.replies else _REFUSAL)


class ScriptedModel:
    """A language model of the write path by the replies given, one a call.

    After them it proposes each sentence of the passage as a claim in its own words.
    """

    def __init__(
        self,
        replies: Iterable[str] = (),
        *,
        failures: Iterable[Exception] = (),
        model_id: str = "scripted-reader@1",
    ) -> None:
        self.model_id = model_id
        self.asked: list[ChatRequest] = []
        self.replies = list(replies)
        self.failures = list(failures)

    async def generate(self, request: ChatRequest) -> ChatReply:
        """The next reply, as if it had cost a thousand tokens in and a hundred out."""
        self.asked.append(request)
        _fail(self.failures)
        text = self.replies.pop(0) if self.replies else _verbatim(request.user)
        return ChatReply(text=text, tokens_in=1_000, tokens_out=100)


def _verbatim(asked: str) -> str:
    """Every sentence of the passage that was sent, as it stands; without the label of its turn."""
    lines = [line.strip() for line in json.JSONDecoder().raw_decode(asked)[0]["text"].splitlines()]
    words = [_TURN_LABEL.sub("", line) for line in lines if not line.startswith("#")]
    quotes = [line[start:end] for line in words for start, end in _sentences(line)]
    claims = [{"quote": quote, "claim": quote, "entities": []} for quote in quotes]
    return json.dumps({"claims": claims, "left_out": []})


def plain_reading(text: str) -> ParsedText:
    """Sentences and words of a text by its marks; each sentence hangs on its first word."""
    tokens: list[Token] = []
    sentences: list[Sentence] = []
    for start, end in _sentences(text):
        first = len(tokens)
        tokens += _tokens(text, start, end, first)
        sentences.append(Sentence(start=start, end=end, first_token=first, end_token=len(tokens), root=first))
    return ParsedText(text=text, tokens=tuple(tokens), sentences=tuple(sentences))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    for start, end in pieces(text, len(text)):
        yield from (found.span() for found in _SENTENCE.finditer(text, start, end))


def _tokens(text: str, start: int, end: int, first: int) -> Iterator[Token]:
    for number, found in enumerate(_TOKEN.finditer(text, start, end)):
        yield Token(
            text=found.group(),
            start=found.start(),
            end=found.end(),
            lemma=found.group().lower(),
            pos="X" if found.group()[0].isalnum() else "PUNCT",
            tag="XX",
            dep="dep" if number else "ROOT",
            head=first,
        )


def _share(wanted: set[int], text: str) -> float:
    return len(wanted & set(distinct_terms(words(text)))) / max(1, len(wanted))


def _fail(failures: list[Exception]) -> None:
    if failures:
        raise failures.pop(0)
