"""The evaluation of carrying: what it counts of two versions."""

from pathlib import Path

from tools.evaluate.carrying import Carried, carried_in

_WELL = "# Well\n\nTomas checks the well.\n"
_FIRST = f"# Gate\n\nMira opens the gate at six. The gate is green. Oda paints it.\n\n{_WELL}"
_SECOND = f"# Gate\n\nAt 6 Mira opens the gate. The gate is green. Ivo paints it.\n\n{_WELL}"


def test_passages_sentences_and_other_words_are_counted_apart(tmp_path: Path) -> None:
    document = tmp_path / "rota"
    document.mkdir()
    for number, text in enumerate((_FIRST, _FIRST, _SECOND)):
        (document / f"{number:03}.md").write_text(text)
    (document / "index.jsonl").write_text("{}")
    assert carried_in(tmp_path) == Carried(
        pairs=1,
        claims=4,
        in_passages=1,
        in_sentences=1,
        reworded=[("Mira opens the gate at six.", "At 6 Mira opens the gate.")],
    )
