"""The prompts of the write path: text files in `providers/prompts`, read once."""

import hashlib
from functools import cache
from importlib.resources import files


@cache
def prompt(name: str) -> str:
    """The text of a prompt."""
    return (files("remember.providers") / "prompts" / f"{name}.txt").read_text(encoding="utf-8")


@cache
def prompt_version(name: str) -> str:
    """Changes with every letter of a prompt: what was read under another one is read again."""
    return hashlib.sha256(prompt(name).encode()).hexdigest()[:12]
