"""What every memory is made to install, some module of ours uses."""

import re
import tomllib
from importlib.metadata import packages_distributions

from tests.house.tree import ROOT, modules


def _distribution(requirement: str) -> str:
    """Its name, as names of distributions are compared."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=~! ]", requirement, maxsplit=1)[0]).lower()


def unused(requirements: list[str], texts: list[str]) -> list[str]:
    """The requirements none of whose modules is named in the texts."""
    named = {word for text in texts for word in re.findall(r"\w+", text)}
    kept = {
        _distribution(distribution)
        for module, distributions in packages_distributions().items()
        if module in named
        for distribution in distributions
    }
    return [one for one in requirements if _distribution(one) not in kept]


def test_a_requirement_that_nothing_names_is_seen() -> None:
    texts = ["from psycopg import sql", "import rich.console"]
    assert unused(["psycopg[binary]>=3", "rich>=13.9", "uvicorn>=0.34"], texts) == ["uvicorn>=0.34"]


def test_every_requirement_is_used() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    texts = [module.text for module in modules()]
    assert unused(project["dependencies"], texts) == []
