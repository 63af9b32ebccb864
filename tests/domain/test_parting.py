"""One name that may be that of two."""

from uuid import UUID, uuid4

from hypothesis import given
from hypothesis import strategies as st

from remember.domain.parting import FEWEST_DISPUTES, Said, parting

_DOCS = tuple(UUID(int=number) for number in range(1, 7))


def _dispute(predicate: str, *sides: tuple[str, frozenset[UUID]]) -> list[Said]:
    group = uuid4()
    return [Said(group_id=group, predicate=predicate, label=label, doc_ids=docs) for label, docs in sides]


def _docs(*numbers: int) -> frozenset[UUID]:
    return frozenset(_DOCS[number] for number in numbers)


_WORKS = _dispute("works_for", ("Norvik", _docs(0)), ("Aire", _docs(1)))
_LIVES = _dispute("located_in", ("Oslo", _docs(0)), ("Leeds", _docs(1)))


def test_two_that_disagree_on_two_things_and_agree_on_none_may_be_two() -> None:
    found = parting([*_WORKS, *_LIVES], [])
    assert found and found.predicates == ("located_in", "works_for")
    assert [(part.doc_ids, part.labels) for part in found.parts] == [
        ((_DOCS[0],), ("Norvik", "Oslo")),
        ((_DOCS[1],), ("Aire", "Leeds")),
    ]


def test_one_disagreement_is_a_mistake_or_a_change() -> None:
    assert parting(_WORKS, []) is None


def test_two_disagreements_on_the_same_predicate_are_one() -> None:
    again = _dispute("works_for", ("Norvik", _docs(0)), ("Aire", _docs(1)))
    assert parting([*_WORKS, *again], []) is None


def test_who_agrees_on_anything_is_about_one() -> None:
    assert parting([*_WORKS, *_LIVES], [_docs(0, 1)]) is None


def test_a_document_that_says_both_is_about_one() -> None:
    works = _dispute("works_for", ("Norvik", _docs(0, 2)), ("Aire", _docs(1, 2)))
    assert parting([*works, *_LIVES], []) is None


def test_two_that_disagree_with_different_others_are_not_two() -> None:
    lives = _dispute("located_in", ("Oslo", _docs(2)), ("Leeds", _docs(3)))
    assert parting([*_WORKS, *lives], []) is None


def test_documents_that_agree_go_together() -> None:
    works = _dispute("works_for", ("Norvik", _docs(0)), ("Aire", _docs(1, 3)))
    lives = _dispute("located_in", ("Oslo", _docs(0)), ("Leeds", _docs(3)))
    found = parting([*works, *lives], [])
    assert found and {frozenset(part.doc_ids) for part in found.parts} == {_docs(0), _docs(1, 3)}


_SIDES = st.lists(st.frozensets(st.sampled_from(_DOCS), max_size=3), min_size=2, max_size=3)
_DISPUTES = st.lists(st.tuples(st.sampled_from(("a", "b", "c")), _SIDES), max_size=5)


@given(disputes=_DISPUTES, agreed=st.lists(st.frozensets(st.sampled_from(_DOCS), max_size=3), max_size=3))
def test_no_two_parts_share_a_document_or_agree_on_anything(
    disputes: list[tuple[str, list[frozenset[UUID]]]], agreed: list[frozenset[UUID]]
) -> None:
    said = [
        side
        for predicate, sides in disputes
        for side in _dispute(predicate, *((str(at), docs) for at, docs in enumerate(sides)))
    ]
    found = parting(said, agreed)
    if found is None:
        return
    one, other = (frozenset(part.doc_ids) for part in found.parts)
    assert one and other and not one & other
    assert len(found.predicates) >= FEWEST_DISPUTES
    for alike in (*agreed, *(side.doc_ids for side in said)):
        assert not (alike & one and alike & other)
