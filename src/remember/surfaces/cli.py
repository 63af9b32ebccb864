"""The command line. Heavy parts load inside commands, so that help comes at once."""

from pathlib import Path
from typing import Annotated

import typer

from remember.surfaces.cli_ask import print_answer
from remember.surfaces.cli_options import Asked, How, Reach, grouped, seconds, told, whole_number
from remember.surfaces.cli_show import (
    print_deletion,
    print_document,
    print_documents,
    print_json,
    print_operations,
    print_preview,
    print_status,
    print_usage,
    print_version_claims,
    print_version_deletion,
    read_arguments,
)
from remember.surfaces.terminal import take_any_text

app = typer.Typer(
    name="remember",
    help="A memory for agents that must act: put documents in, ask what holds, and who said so.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
documents = typer.Typer(help="What was put in.", no_args_is_help=True)
operations = typer.Typer(help="Everything that can be asked, by name.", no_args_is_help=True)
app.add_typer(documents, name="documents")
app.add_typer(operations, name="operations")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
NoWait = Annotated[bool, typer.Option("--no-wait", help="Leave the processing to others.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"remember {version('remember-engine')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to bind; an open one needs a key.")] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(parser=whole_number(least=0, most=65535), help="Port to bind; 0 takes a free one."),
    ] = 8000,
    data_dir: Annotated[Path | None, typer.Option(help="Folder of the memory.")] = None,
    workers: Annotated[
        int | None, typer.Option(parser=whole_number(least=0), help="Worker processes beside our own.")
    ] = None,
) -> None:
    """Answer over HTTP until stopped."""
    from remember.surfaces.cli_serve import serve_memory

    with told():
        serve_memory(host, port, data_dir=data_dir, workers=workers)


@app.command()
def work(
    data_dir: Annotated[Path | None, typer.Option(help="Folder of the memory.")] = None,
) -> None:
    """Do the processing of a memory, beside whoever serves it, until stopped."""
    from remember.surfaces.cli_serve import work_for_memory

    with told():
        work_for_memory(data_dir)


@app.command()
@grouped
def ingest(
    reach: Reach,
    how: How,
    paths: Annotated[list[str], typer.Argument(help="Files and folders; - reads standard input.")],
    no_wait: NoWait = False,
    as_json: AsJson = False,
) -> None:
    """Put files in, and wait until they can answer."""
    from remember.surfaces.cli_ingest import ingest_all

    with reach.memory(drain=not no_wait) as client:
        failed = ingest_all(client, client.ingest, paths, how, wait=not no_wait, as_json=as_json)
    raise typer.Exit(1 if failed else 0)


@app.command("ingest-facts")
@grouped
def ingest_facts(
    reach: Reach,
    how: How,
    paths: Annotated[
        list[str], typer.Argument(help="Files of rows, .csv or .jsonl; - reads standard input.")
    ],
    no_wait: NoWait = False,
    as_json: AsJson = False,
) -> None:
    """Put structured facts in, a row each, and wait until they can answer; no model reads them."""
    from remember.surfaces.cli_ingest import ingest_all

    with reach.memory(drain=not no_wait) as client:
        failed = ingest_all(client, client.ingest_facts, paths, how, wait=not no_wait, as_json=as_json)
    raise typer.Exit(1 if failed else 0)


@documents.command("list")
@grouped
def list_documents(
    reach: Reach,
    limit: Annotated[int, typer.Option(parser=whole_number(), help="Most documents to print.")] = 50,
    cursor: Annotated[str | None, typer.Option(help="Where the page before ended.")] = None,
    status: Annotated[str | None, typer.Option(help="Only those whose newest version is this far.")] = None,
    as_json: AsJson = False,
) -> None:
    """The documents, newest first."""
    with reach.memory() as client:
        page = client.list_documents(limit=limit, cursor=cursor, status=status)  # type: ignore[arg-type]
        (print_json if as_json else print_documents)(page)


@documents.command("show")
@grouped
def show_document(
    reach: Reach,
    doc_id: Annotated[str, typer.Argument(help="Which document.")],
    as_json: AsJson = False,
) -> None:
    """One document, with every version and what became of it."""
    with reach.memory() as client:
        (print_json if as_json else print_document)(client.show_document(doc_id))


@documents.command("preview")
@grouped
def preview_version(
    reach: Reach,
    how: How,
    *,
    path: Annotated[str, typer.Argument(help="A file; - reads standard input.")],
    limit: Annotated[
        int, typer.Option(parser=whole_number(), help="Most claims, and most facts, to print.")
    ] = 50,
    cursor: Annotated[str | None, typer.Option(help="Where the page before ended.")] = None,
    as_json: AsJson = False,
) -> None:
    """What a file would change if it were ingested; nothing is written."""
    from remember.surfaces.cli_ingest import preview_one

    with reach.memory() as client:
        found = preview_one(client, path, how, limit=limit, cursor=cursor)
        (print_json if as_json else print_preview)(found)


@documents.command("claims")
@grouped
def list_version_claims(
    reach: Reach,
    *,
    doc_id: Annotated[str, typer.Argument(help="Which document.")],
    version_id: Annotated[str, typer.Argument(help="Which version of it.")],
    how: Annotated[
        list[str] | None, typer.Option(help="Only those carried like this, such as reworded; repeatable.")
    ] = None,
    limit: Annotated[int, typer.Option(parser=whole_number(), help="Most claims to print.")] = 50,
    cursor: Annotated[str | None, typer.Option(help="Where the page before ended.")] = None,
    as_json: AsJson = False,
) -> None:
    """What a version says, and what of it was carried on from the version before."""
    with reach.memory() as client:
        found = client.list_version_claims(
            doc_id,
            version_id=version_id,
            how=tuple(how) if how else None,  # type: ignore[arg-type]
            limit=limit,
            cursor=cursor,
        )
        (print_json if as_json else print_version_claims)(found)


@documents.command("delete")
@grouped
def delete_document(
    reach: Reach,
    doc_id: Annotated[str, typer.Argument(help="Which document.")],
    version: Annotated[str | None, typer.Option(help="Only this version of it.")] = None,
    as_json: AsJson = False,
) -> None:
    """End a document, or one version of it; what others said too stays believed."""
    with reach.memory() as client:
        if version is None:
            (print_json if as_json else print_deletion)(client.delete_document(doc_id))
        else:
            ended = client.delete_version(doc_id, version_id=version)
            (print_json if as_json else print_version_deletion)(ended)


@app.command()
@grouped
def wait(
    reach: Reach,
    version_ids: Annotated[list[str], typer.Argument(help="Versions to wait for.")],
    timeout: Annotated[float, typer.Option(parser=seconds, help="Seconds after which to give up.")] = 1800.0,
    as_json: AsJson = False,
) -> None:
    """Wait until versions are processed."""
    with reach.memory() as client:
        report = client.wait_for_readiness(version_ids, timeout=timeout)
        if as_json:
            print_json(report)
        else:
            print(f"ready: {len(report.versions)}")


@app.command()
@grouped
def query(
    reach: Reach,
    asked: Asked,
    text: Annotated[str, typer.Argument(help="The question, in plain words.")],
    as_json: AsJson = False,
) -> None:
    """What holds, since when, who said so and where; or which kind of "no"."""
    from remember.surfaces.cli_query import print_bundle, time_of

    with told():
        time = time_of(asked)
    with reach.memory() as client:
        bundle = client.combined_context(text, entity_ids=asked.entity_id or None, time=time)
        (print_json if as_json else print_bundle)(bundle)


@app.command()
@grouped
def ask(
    reach: Reach,
    asked: Asked,
    text: Annotated[str, typer.Argument(help="The question, in plain words.")],
    as_json: AsJson = False,
) -> None:
    """An answer, with the words that say it and where they stand; or an honest no."""
    from remember.surfaces.cli_query import time_of

    with reach.memory() as client:
        answer = client.ask(text, entity_ids=asked.entity_id or None, time=time_of(asked))
        (print_json if as_json else print_answer)(answer)


@app.command()
@grouped
def status(reach: Reach, as_json: AsJson = False) -> None:
    """How much the memory holds, and how much it still has to do."""
    with reach.memory() as client:
        (print_json if as_json else print_status)(client.status())


@app.command()
@grouped
def usage(
    reach: Reach,
    since: Annotated[
        str | None, typer.Option(help="Calls from this instant on; else of the last 30 days.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What reading by language models has cost: calls, tokens and dollars."""
    with reach.memory() as client:
        (print_json if as_json else print_usage)(client.model_usage(since=since))  # type: ignore[arg-type]


@operations.command("list")
@grouped
def list_operations(reach: Reach, as_json: AsJson = False) -> None:
    """What can be run by name."""
    with reach.memory() as client:
        (print_json if as_json else print_operations)(client.list_operations())


@operations.command("run")
@grouped
def run_operation(
    reach: Reach,
    name: Annotated[str, typer.Argument(help="Which operation.")],
    arg: Annotated[
        list[str] | None, typer.Option("--arg", help="NAME=VALUE; a value that is JSON is read as JSON.")
    ] = None,
) -> None:
    """Run an operation and print its whole result as JSON."""
    with told():
        arguments = read_arguments(arg or [])
    with reach.memory() as client:
        print_json(client.run_operation(name=name, arguments=arguments))


def main() -> None:
    """Run the command that was typed."""
    take_any_text()
    app()
