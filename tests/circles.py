"""The contract of `lint-imports` that no modules import each other in a circle."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class NoCircles(Contract):
    """No module of the root package imports itself through others, by lazy and type imports either.

    A package's `__init__` is a module like any other here.
    """

    type_name = "no_circles"
    within = fields.StringField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        root = str(self.within)
        imports = {
            module: graph.find_modules_directly_imported_by(module)
            for module in graph.modules
            if module == root or module.startswith(f"{root}.")
        }
        circles = circles_of(imports)
        return ContractCheck(kept=not circles, metadata={"circles": circles})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for circle in check.metadata["circles"]:
            output.print_error(f"{len(circle)} modules import each other:", bold=True)
            for module in circle:
                output.print_error(f"  {module}")


def circles_of(imports: dict[str, set[str]]) -> list[list[str]]:
    """The largest sets of modules that all reach each other, each sorted, by Tarjan's algorithm.

    `imports` maps each module to the modules that it imports; others than its keys don't count.
    """
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_ones: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        open_ones.append(module)
        for target in imports[module] & imports.keys():
            if target not in order:
                visit(target)
                lowest[module] = min(lowest[module], lowest[target])
            elif target in open_ones:
                lowest[module] = min(lowest[module], order[target])
        if lowest[module] == order[module]:
            first = open_ones.index(module)
            circle = open_ones[first:]
            del open_ones[first:]
            if len(circle) > 1:
                found.append(sorted(circle))

    for module in sorted(imports):
        if module not in order:
            visit(module)
    return sorted(found)
