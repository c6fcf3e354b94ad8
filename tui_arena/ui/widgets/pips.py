"""What is left of a small number, a sign each."""

from __future__ import annotations

from textual.content import Content

from tui_arena.ui.look import Look

MOST = 10
"""Signs in a row; of more the number alone is told."""


def pips(left: int, of: int, word: str, look: Look) -> Content:
    """`left` of so many, such as `●●●○○ 3 prompts left`; `word` names one of them.

    >>> pips(3, 5, "prompt", Look()).plain
    '●●●○○  3 prompts left'
    """
    full, used = ("*", ".") if look.ascii else ("●", "○")
    told = f"{left} {word}{'' if left == 1 else 's'} left"
    if of > MOST:
        return Content.styled(told, "$foreground-muted")
    return Content.assemble(
        (full * left, "bold $primary"),
        (used * (of - left), "$foreground-disabled"),
        (f"  {told}", "$foreground-muted"),
    )
