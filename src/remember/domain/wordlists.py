"""Lists of words, written as prose is: one string, words apart."""


def listed(words: str) -> frozenset[str]:
    """The words of a string; an underscore stands for a space inside one ("on_hold")."""
    return frozenset(word.replace("_", " ") for word in words.split())
