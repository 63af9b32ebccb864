"""A broad except stands only at the edge of a process, or of a thread that hands the error on."""

import ast

from tests.house.tree import Module, modules

EDGES = ("surfaces/", "worker.py", "worker/")
BROAD = frozenset({"Exception", "BaseException"})
PER_THOUSAND_LINES = 0.5


def broad_excepts(module: Module) -> list[str]:
    """Handlers, and `suppress`, that take any exception and do not pass it on."""
    handlers = [
        node
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and _is_broad(node.type) and not _passes_on(node.body)
    ]
    suppressing = [
        node
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) == "suppress"
        and any(_is_broad(argument) for argument in node.args)
    ]
    return [f"{module.at(node)}: takes any exception" for node in [*handlers, *suppressing]]


def _is_broad(caught: ast.expr | None) -> bool:
    if isinstance(caught, ast.Tuple):
        return any(_is_broad(one) for one in caught.elts)
    return caught is None or (isinstance(caught, ast.Name) and caught.id in BROAD)


def _passes_on(body: list[ast.stmt]) -> bool:
    last = body[-1]
    handed = isinstance(last, ast.Expr) and isinstance(last.value, ast.Call) and last.value.func
    return isinstance(last, ast.Raise) or getattr(handed, "attr", "") == "set_exception"


def test_a_broad_except_is_seen() -> None:
    for caught in ("", " Exception", " BaseException as e", " (ValueError, Exception)"):
        assert len(broad_excepts(Module.of(f"try:\n    f()\nexcept{caught}:\n    g()\n"))) == 1, caught
    assert len(broad_excepts(Module.of("with contextlib.suppress(Exception):\n    f()\n"))) == 1


def test_an_except_that_cleans_up_and_raises_is_none() -> None:
    assert broad_excepts(Module.of("try:\n    f()\nexcept BaseException:\n    g()\n    raise\n")) == []
    assert (
        broad_excepts(Module.of("try:\n    f()\nexcept BaseException as e:\n    g.set_exception(e)\n")) == []
    )
    assert broad_excepts(Module.of("try:\n    f()\nexcept OSError:\n    g()\n")) == []


def test_broad_excepts_stand_only_at_the_edges() -> None:
    inner = [module for module in modules() if not module.name.startswith(EDGES)]
    assert [complaint for module in inner for complaint in broad_excepts(module)] == []


def test_broad_excepts_are_rare() -> None:
    found = [complaint for module in modules() for complaint in broad_excepts(module)]
    lines = sum(len(module.text.splitlines()) for module in modules())
    assert len(found) <= PER_THOUSAND_LINES * lines / 1000, found
