"""A text whose front matter gives it a title: what stands in it is told as from there."""

from tests.stories.telling import Told
from tests.working import rows

_NOTE = "---\ntitle: Night rota\nowner: mill-crew\n---\n\nStatus: paused\n\nMira opens the gate at six.\n"


async def test_a_label_without_a_heading_is_about_the_title_that_a_text_gives_itself(memory: Told) -> None:
    await memory.tell(_NOTE, "note-17")
    said = await rows(memory.context, "select claim_text from claims order by char_start")
    assert said == [
        ("The owner of Night rota is mill-crew.",),
        ("The status of Night rota is paused.",),
        ("Mira opens the gate at six.",),
    ]
    assert await rows(memory.context, "select title from documents") == [("note-17",)]
    ((prefix,),) = await rows(memory.context, "select distinct context_prefix from chunks")
    assert prefix.splitlines()[0].startswith("Night rota")


async def test_a_title_that_was_given_goes_first(memory: Told) -> None:
    await memory.tell(_NOTE, "note-17", title="Gate rota")
    said = await rows(memory.context, "select claim_text from claims order by char_start")
    assert said[:2] == [("The owner of Gate rota is mill-crew.",), ("The status of Gate rota is paused.",)]
