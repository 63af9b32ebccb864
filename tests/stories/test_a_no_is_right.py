"""What is held is found, in whatever words it is asked for; and a "no" is the kind of no that it is.

Asked of the local embedder that a memory comes with: what lies near what is its own opinion.
"""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("onnxruntime", reason="needs remember-engine[local]")

from remember.providers.lanes import Lanes
from remember.providers.local import LocalEmbed
from remember.providers.local_embed import BgeSmall
from remember.wire import Envelope
from remember.worker import working
from tests.memories import open_with
from tests.scripted import ScriptedProviders
from tests.stories.telling import Told

# A fact, and below it questions that it answers, each with a word of the answer.
HELD = """
Larkfield uses Sylvapay.
    Which payment provider does Larkfield use? > Sylvapay
    Who uses Sylvapay? > Larkfield
    Does Larkfield use Sylvapay? > Sylvapay
Pump 3 is in Hall B.
    Which pumps are in Hall B? > Pump 3
    Where is Pump 3? > Hall B
    Is Pump 3 in Hall B? > Hall B
Mira Quist works for Brightwater.
    Which company does Mira Quist work for? > Brightwater
    What is Mira Quist's employer? > Brightwater
    Whom does Brightwater employ? > Mira
Tobias Renn reports to Ines Holm.
    Who is Tobias Renn's manager? > Ines
    Who is supervised by Ines Holm? > Tobias
    To whom does Tobias Renn report? > Ines
The Lantern team is led by Rana Duvall.
    Who heads the Lantern team? > Rana
    Which team does Rana Duvall lead? > Lantern
Oskar Brandt founded Kestrel Optics.
    Who started Kestrel Optics? > Oskar
    Which firm did Oskar Brandt found? > Kestrel
The Heron project depends on the Alder library.
    What does the Heron project rely on? > Alder
    Which libraries does the Heron project need? > Alder
Petra Voss lives in Tornby.
    Where does Petra Voss live? > Tornby
    Who lives in Tornby? > Petra
    Which town does Petra Voss live in? > Tornby
Jonas Weir wrote the turnstile spec.
    Who is the author of the turnstile spec? > Jonas
    Which document did Jonas Weir author? > turnstile
Halden Ferry is owned by Brekke Group.
    Whom does Halden Ferry belong to? > Brekke
    What does Brekke Group own? > Halden
    Who owns Halden Ferry? > Brekke
Selma Dyrnes is a member of the Choir of Asker.
    Who belongs to the Choir of Asker? > Selma
    Which ensemble is Selma Dyrnes a member of? > Choir
Nordby Mill supplies Lime Cafe.
    Which customers does Nordby Mill supply? > Lime
    Who is supplied by Nordby Mill? > Lime
Maja Tveit plays chess with Olav Ness.
    Which opponent does Maja Tveit play chess with? > Olav
    Who plays chess with Olav Ness? > Maja
Ravi Menon attended the Oslo summit.
    Which conference did Ravi Menon attend? > Oslo
    Who took part in the Oslo summit? > Ravi
The status of the Juniper release is blocked.
    What is the status of the Juniper release? > blocked
    Is the Juniper release blocked? > blocked
The budget of the Marten programme is 40,000 euros.
    What is the annual budget ceiling of the Marten programme? > 40,000
The Fjord depot has 14 trams.
    How many trams does the Fjord depot have? > 14
Kirsten Aas does not eat fish.
    Does Kirsten Aas eat fish? > fish
    Which food does Kirsten Aas not eat? > fish
Lisbet Arne likes rye bread.
    Which bread does Lisbet Arne enjoy? > rye
    Who likes rye bread? > Lisbet
Irma Stoll is a clerk at Ashby Tools.
    What is the role of Irma Stoll? > clerk
    Where does Irma Stoll work? > Ashby
The Kestrel project is paused.
    What is the status of the Kestrel project? > paused
Old Hob lives in the boathouse.
    Where does Old Hob live? > boathouse
"""

NOT_HELD = """
What shoe size does Mira Quist wear?
Which university did Tobias Renn study at?
How old is Petra Voss?
Which languages does Rana Duvall speak?
When was Larkfield registered?
How many windows does Halden Ferry have?
Which car does Jonas Weir drive?
Is Selma Dyrnes married?
Where was Lisbet Arne born?
Who is Ravi Menon's sister?
Which hotel did Oskar Brandt stay in?
Which instrument does Maja Tveit own?
What is the turnover of Nordby Mill?
Which medicine does Kirsten Aas take?
Who is the sponsor of the Marten programme?
What is the role of Petra Voss?
How old is Irma Stoll?
What is the budget of the Kestrel project?
"""

STRANGERS = """
Which payment provider does Quillmark use?
Who works for Zephyrine?
Where does Ulrich Stamm live?
Who leads the Borealis team?
Whom does Xandra Pohl report to?
"""


@pytest.fixture
async def memory(database_url: str, tmp_path: Path) -> AsyncIterator[Told]:
    """A memory with the local embedder that was told every fact, each in a note of its own."""
    lanes = Lanes()
    models = replace(ScriptedProviders().all, embed=LocalEmbed(lanes, BgeSmall))
    opened = await open_with(database_url, tmp_path / "content", models)
    async with working(opened):
        told = Told(opened)
        notes = [line for line in HELD.strip().splitlines() if " > " not in line]
        sent = [await told.ingest(note, f"note-{number}") for number, note in enumerate(notes)]
        await told.wait(*[version.version_id for version in sent])
        yield told
    await opened.database.close()
    lanes.close()


async def test_what_is_held_is_found_and_only_what_is_not_is_a_no(memory: Told) -> None:
    pairs = [line.strip().split(" > ") for line in HELD.splitlines() if " > " in line]
    missed = [question for question, word in pairs if not await _tells(memory, question, word)]
    assert (len(pairs), missed) == (46, [])
    for questions, kind in ((NOT_HELD, "known_empty"), (STRANGERS, "unknown_entity")):
        told = {question: await _no(memory, question) for question in questions.strip().splitlines()}
        assert {question: one for question, one in told.items() if one != {kind}} == {}


async def _both(memory: Told, question: str) -> list[Envelope]:
    return [
        await memory.call(read, query=question) for read in ("facts_context", "claims_and_sources_context")
    ]


async def _tells(memory: Told, question: str, word: str) -> bool:
    held, said = await _both(memory, question)
    return any(word in one.label for one in held.facts) and any(
        word in one.source_span for one in said.evidence
    )


async def _no(memory: Told, question: str) -> set[str]:
    return {str(one.negative.kind) if one.negative else "found" for one in await _both(memory, question)}
