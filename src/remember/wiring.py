"""Settings become an open memory: database, content, models, tenant. The one place that chooses parts."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Any

from remember import observe
from remember.context import Context, Principal, new_id, nobody, utc_now
from remember.domain.documents import IngestPrincipal
from remember.errors import Unsupported
from remember.ingest.embedder import changed, require_searchable, settle
from remember.providers.chat import Chat, ConfiguredChat
from remember.providers.protocols import Embed, Providers
from remember.settings import Settings
from remember.store.access import Tenant, open_tenant
from remember.store.content import ContentStore
from remember.store.cursors import CursorSeal
from remember.store.database import Database
from remember.store.embedders import Embedder
from remember.store.migrate import migrate

if TYPE_CHECKING:
    from remember.providers.local_embed import BgeSmall
    from remember.providers.local_parse import EnglishParser
    from remember.providers.local_rerank import MiniLmReranker
    from remember.providers.openai_embed import OpenAIEmbed


@dataclass(kw_only=True)
class Memory:
    """An open memory. `wake` is set by whoever works beside it.

    `next_embed` is the embedder that it is to have, once everything has a vector of it.
    """

    settings: Settings
    dsn: str
    database: Database
    content: ContentStore
    providers: Providers
    tenant: Tenant
    cursors: CursorSeal
    wake: Callable[[], None] = field(default=nobody)
    next_embed: Embed | None = None

    def context(self, principal: Principal, attribution: IngestPrincipal | None = None) -> Context:
        """The surroundings of one call."""
        return Context(
            settings=self.settings,
            database=self.database,
            content=self.content,
            providers=self.providers,
            tenant_id=self.tenant.tenant_id,
            scope_id=self.tenant.scope_id,
            scope_ids=(self.tenant.scope_id,),
            principal=principal,
            clock=utc_now,
            new_id=new_id,
            cursors=self.cursors,
            attribution=attribution,
            wake=self.wake,
        )

    async def check(self) -> None:
        """Raises `Unavailable` where the database does not answer."""
        async with self.database.read():
            pass


@asynccontextmanager
async def open_memory(settings: Settings) -> AsyncIterator[Memory]:
    """The memory that the settings name, made and migrated where it is new. Models load behind it."""
    observe.configure(settings.log_level)
    tell_shared_name()
    providers = replace(
        local_providers(settings.model_threads, embeds=settings.embed_model is None),
        chat=chat_model(settings),
        extract=_reader(settings, settings.extract_model),
    )
    async with AsyncExitStack() as open_parts:
        dsn = settings.database_url or await _embedded(settings, open_parts)
        await migrate(dsn)
        database = await Database.open(dsn, max_connections=settings.database_connections)
        open_parts.push_async_callback(database.close)
        tenant = await open_tenant(database, settings.tenant, new_id())
        embed, following = await _embedders(settings, database, tenant, providers.embed)
        yield Memory(
            settings=settings,
            dsn=dsn,
            database=database,
            content=ContentStore(settings.folder() / "content"),
            providers=replace(providers, embed=embed),
            tenant=tenant,
            cursors=await CursorSeal.load(database),
            next_embed=following,
        )


async def _embedders(
    settings: Settings, database: Database, tenant: Tenant, local: Embed
) -> tuple[Embed, Embed | None]:
    """The embedder that a memory has, and, where it is to get another, that one too."""
    remote = _embedder(settings, settings.embed_model) if settings.embed_model else None
    configured = remote or local

    async def dimension() -> int:
        return await remote.measure() if remote else local.dimension

    kept = await settle(database, tenant.tenant_id, configured.model_id, dimension)
    if kept.model_id == configured.model_id:
        if remote:
            remote.expect(kept.dimension)
        return configured, None
    if not settings.reindex:
        raise changed(kept, configured.model_id)
    require_searchable(Embedder(model_id=configured.model_id, dimension=await dimension()))
    if kept.model_id == local.model_id:
        return local, configured
    before = _embedder(settings, kept.model_id)
    before.expect(kept.dimension)
    return before, configured


def tell_shared_name() -> None:
    """Warn where the published client is installed beside us.

    It owns our import name too: whichever of the two is installed or removed last breaks the other.
    """
    for other in metadata.distributions(name="remember"):
        advice = "install remember-engine in an environment of its own"
        observe.log("import_name_shared", level="warning", package=f"remember {other.version}", advice=advice)


async def _embedded(settings: Settings, open_parts: AsyncExitStack) -> str:
    from remember.store.embedded import open_embedded

    server = await asyncio.to_thread(
        open_embedded, settings.folder(), user=settings.embedded_user, keep_running=settings.embedded_keep
    )
    open_parts.push_async_callback(asyncio.to_thread, server.close)
    return server.dsn


@cache
def local_providers(threads: int, *, embeds: bool = True) -> Providers:
    """The local models of this process, shared by every memory it opens; only the embedder loads now.

    One that does not embed for the memory loads nothing.
    """
    from remember.providers.lanes import Lanes
    from remember.providers.local import LocalEmbed, LocalParse, LocalRerank

    lanes = Lanes(threads)
    embed = LocalEmbed(lanes, _bge_small)
    if embeds:
        embed.start()
    return Providers(
        embed=embed,
        # The parser is not for two callers at once, and computes in Python: a thread of its own will do.
        parse=LocalParse(Lanes(), _english_parser),
        rerank=LocalRerank(lanes, lambda: _minilm(threads)),
    )


def chat_model(settings: Settings) -> Chat | None:
    """The chat model that the settings name; its client loads when it is first asked."""
    if settings.chat_model is None:
        return None
    return ConfiguredChat(settings.chat_model, lambda: _chat(settings, settings.chat_model or ""))


def _embedder(settings: Settings, model: str) -> "OpenAIEmbed":
    """The embedder of that name, at the address that the settings give."""
    try:
        from remember.providers.openai import OPENAI
        from remember.providers.openai_embed import OpenAIEmbed
    except ImportError as missing:
        raise Unsupported(
            f"the embedder {model} needs the package {missing.name}, which is not installed",
            code="extra_missing",
            hint="install remember-engine[openai], or leave embed_model out for the local one",
            data={"extra": "openai"},
        ) from missing
    shared = settings.chat_url if settings.chat_provider == "openai" else None
    url = settings.embed_url or shared or OPENAI
    return OpenAIEmbed(model, base_url=url, api_key=settings.chat_key or "none")


def _reader(settings: Settings, model: str | None) -> ConfiguredChat | None:
    """A language model of the write path: it is asked for the same reply every time, and tells its tokens."""
    if model is None:
        return None
    parameters: dict[str, Any] = {"temperature": 0}
    if settings.chat_provider == "openai":
        parameters["stream_options"] = {"include_usage": True}
    return ConfiguredChat(model, lambda: _chat(settings, model, parameters))


def _chat(settings: Settings, model: str, parameters: Mapping[str, Any] | None = None) -> Chat:
    extra = settings.chat_provider
    try:
        if extra == "anthropic":
            from remember.providers.anthropic import ANTHROPIC, AnthropicChat

            url, key = settings.chat_url or ANTHROPIC, settings.chat_key or ""
            return AnthropicChat(model, api_key=key, base_url=url, parameters=parameters)
        from remember.providers.openai import OPENAI, OpenAIChat

        url, key = settings.chat_url or OPENAI, settings.chat_key or "none"
        return OpenAIChat(model, base_url=url, api_key=key, parameters=parameters)
    except ImportError as missing:
        raise Unsupported(
            f"the chat model {model} needs the package {missing.name}, which is not installed",
            code="extra_missing",
            hint=f"install remember-engine[{extra}], or leave that model out",
            data={"extra": extra},
        ) from missing


def _bge_small() -> "BgeSmall":
    from remember.providers.local_embed import BgeSmall

    return BgeSmall()


def _minilm(threads: int) -> "MiniLmReranker":
    from remember.providers.local_rerank import MiniLmReranker

    return MiniLmReranker(threads=threads)


def _english_parser() -> "EnglishParser":
    from remember.providers.local_parse import EnglishParser

    return EnglishParser()
