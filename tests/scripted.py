"""The models of a memory under test: vectors by the words of a text, and grammar by the real parser."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from remember.domain.parsed import ParsedText
from remember.providers.lanes import Lanes
from remember.providers.local import LocalParse
from remember.providers.protocols import Providers
from remember.providers.scripted import ScriptedEmbed, ScriptedRerank


class RecordedEmbed(ScriptedEmbed):
    """Vectors by words; it fails as it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.failures = self._failures


class RecordedParse:
    """The real parser, loaded once a test process; it fails as it is told, and tells what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.failures: list[Exception] = []
        self._parse = _parser()
        self.model_id = self._parse.model_id

    async def parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """One reading a text."""
        if self.failures:
            raise self.failures.pop(0)
        self.asked += texts
        return await self._parse.parse(texts)


@cache
def _parser() -> LocalParse:
    from remember.providers.local_parse import EnglishParser  # takes a second, which tests without it save

    return LocalParse(Lanes(), EnglishParser)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedProviders:
    """One model of each kind, each with what it was asked."""

    embed: RecordedEmbed = field(default_factory=RecordedEmbed)
    parse: RecordedParse = field(default_factory=RecordedParse)
    rerank: ScriptedRerank = field(default_factory=ScriptedRerank)

    @property
    def all(self) -> Providers:
        """The models as a memory is given them."""
        return Providers(embed=self.embed, parse=self.parse, rerank=self.rerank)
