"""The models of a memory under test: certain and fast."""

from dataclasses import dataclass, field

from remember.providers.scripted import ScriptedEmbed, ScriptedParse, ScriptedRerank


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedProviders:
    """One model of each kind."""

    embed: ScriptedEmbed = field(default_factory=ScriptedEmbed)
    parse: ScriptedParse = field(default_factory=ScriptedParse)
    rerank: ScriptedRerank = field(default_factory=ScriptedRerank)
