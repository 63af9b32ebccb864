"""What headings and front matter say: the words, the part that a section plays, single values."""

import re
from enum import StrEnum


class SectionRole(StrEnum):
    """What part a passage plays in its document."""

    BODY = "body"
    ABSTRACT = "abstract"
    INTRODUCTION = "introduction"
    RESULTS = "results"
    METHODS = "methods"
    DISCUSSION = "discussion"
    CONCLUSION = "conclusion"
    REFERENCES = "references"
    APPENDIX = "appendix"
    TABLE = "table"
    FIGURE_CAPTION = "figure_caption"
    NAV = "nav"
    BOILERPLATE = "boilerplate"
    LEGAL = "legal"


_HEADING_KEY = re.compile(r"\{#[A-Za-z0-9_.:/-]{1,200}\}$")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_FRONT_OPEN = re.compile(r"(?:---|\+\+\+)[ \t]*\r?\n(?=[ \t\r\n]*(?:#[^\r\n]*\s+)?[A-Za-z][\w -]*[ \t]*[:=])")
_FRONT_CLOSE = re.compile(r"^(?:---|\.\.\.|\+\+\+)(?=[ \t\r]*$)", re.MULTILINE)
_FRONT_MAX = 20_000


def front_matter_end(text: str) -> int:
    """Where the front matter at the head of a text ends, its closing line included; 0 where there is none."""
    opening = _FRONT_OPEN.match(text)
    closing = _FRONT_CLOSE.search(text, opening.end(), _FRONT_MAX) if opening else None
    return closing.end() if closing else 0


def front_matter(text: str) -> dict[str, str]:
    """The single values that a text's front matter gives, by lower-case key."""
    values: dict[str, str] = {}
    for line in text[: front_matter_end(text)].splitlines():
        key, mark, value = line.partition("=" if text.startswith("+++") else ":")
        value = value.strip().strip("\"'")
        if mark and value and not line[0].isspace() and value[0] not in "[{|>&*":
            values.setdefault(key.strip().lower(), value)
    return values


def heading_words(line: str) -> str:
    """A heading line without its marks, links, emphasis and key."""
    words = line.strip()
    if words.startswith("#"):
        words = words.lstrip("#").strip()
        bare = words.rstrip("#")
        words = bare.rstrip() if not bare or bare[-1].isspace() else words
    words = _HEADING_KEY.sub("", words)
    words = _LINK.sub(r"\1", words).replace("**", "").replace("__", "").replace("`", "")
    return " ".join(words.split())


_ROLES = {
    role: titles.split("|")
    for role, titles in {
        SectionRole.ABSTRACT: "abstract|summary|executive summary|tl;dr|tldr",
        SectionRole.INTRODUCTION: "introduction|intro|background|motivation|preface",
        SectionRole.RESULTS: "results|findings|evaluation",
        SectionRole.METHODS: "methods|method|methodology|materials and methods",
        SectionRole.DISCUSSION: "discussion|results and discussion",
        SectionRole.CONCLUSION: "conclusion|conclusions|concluding remarks",
        SectionRole.REFERENCES: "references|bibliography|works cited|literature|further reading",
        SectionRole.APPENDIX: "appendix|appendices|annex",
        SectionRole.NAV: "contents|table of contents|toc|navigation|on this page",
        SectionRole.LEGAL: "license|licence|copyright|legal|legal notice|disclaimer|terms of use",
    }.items()
}
_ROLE_OF = {title: role for role, titles in _ROLES.items() for title in titles}
_NUMBERING = re.compile(r"^(?:\d{1,3}(?:\.\d{1,3})*|[ivxlc]{1,7})[.)]?\s+")


def section_role(heading_path: tuple[str, ...]) -> SectionRole:
    """What part the section under these headings plays: that of the nearest heading that says."""
    for title in reversed(heading_path):
        words = _NUMBERING.sub("", title.casefold().strip(" :.*"))
        first = words.partition(" ")[0].rstrip(":.-")
        if role := _ROLE_OF.get(words):
            return role
        if first in ("appendix", "annex"):
            return SectionRole.APPENDIX
    return SectionRole.BODY
