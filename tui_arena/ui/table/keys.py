"""The keys of the table, and which of them work now.

A key that would do nothing is not shown and does nothing.
"""

from __future__ import annotations

from textual.binding import Binding, BindingType

from tui_arena.table.hotseat import Hotseat

KEYS: list[BindingType] = [
    Binding("escape", "cancel", "cancels", id="table.cancel"),
    Binding("enter,space", "go_on", "Go on", id="table.go_on"),
    Binding("enter", "to_result", "Result", id="table.result"),
    Binding("enter", "mend", "What now?", id="table.mend"),
    Binding("enter", "to_bar", "Answer", id="table.answer"),
    Binding("tab", "to_bar", show=False, id="table.answer_too"),
    Binding("space", "pause", "Pause", id="table.pause"),
    Binding("n,right", "step", "Step", id="table.step"),
    Binding("plus,equals_sign", "faster", "Faster", id="table.faster", key_display="+"),
    Binding("minus", "slower", "Slower", id="table.slower", key_display="-"),
    Binding("v", "secret", "Peek", id="table.secret"),
    Binding("y", "choose('yes')", "Yes", id="table.yes"),
    Binding("n", "choose('no')", "No", id="table.no"),
    Binding("m", "choose('maybe')", "Maybe", id="table.maybe"),
    Binding("d", "choose('dunno')", "Dunno", id="table.dunno"),
    Binding("ctrl+z", "undo", "Undo", id="table.undo"),
    Binding("ctrl+y", "redo", "Redo", id="table.redo"),
    Binding("f2", "hint", "Hint", id="table.hint"),
    Binding("f4", "recast", "Recast", id="table.recast"),
    Binding("f5", "best", "Bot's best", id="table.best"),
    Binding("f5", "reveal", "Secret", id="table.reveal"),
    Binding("v", "reveal", "Secret", show=False, id="table.reveal_too"),
    Binding("f7", "lists", "Likeliest", id="table.lists", tooltip="The list of who is asked beside the game"),
    Binding(
        "f8", "overrule", "Overrule", show=False, id="table.overrule", tooltip="The matcher, if all agree"
    ),
    Binding("f6", "resign", "Give up", id="table.resign"),
    Binding("f3", "prompt", "Prompt", id="table.prompt"),
    Binding("f6", "pause", "Pause", show=False, id="table.pause_too"),
    Binding("pageup", "talk(-1)", "Talk up", show=False, id="table.talk_up"),
    Binding("pagedown", "talk(1)", "Talk down", show=False, id="table.talk_down"),
    Binding("escape", "leave_bar", "Leave bar", id="table.leave_bar"),
    Binding("escape", "leave", "Leave", id="table.leave"),
]

ALWAYS = frozenset({"leave", "talk"})
WATCHING = frozenset({"pause", "step", "faster", "slower"})
OVER = frozenset({"to_result", "leave", "talk"})


def works(
    action: str, hotseat: Hotseat | None, *, in_bar: bool, value: object = None, secret: bool = False
) -> bool:
    """Whether an action of the table does something now.

    `value`: the choice that `choose` is about. `secret`: whether a key can show the hotseat a secret.
    """
    runner = hotseat.runner if hotseat is not None else None
    waits = runner is not None and not runner.over and runner.awaited is not None
    if action == "cancel":
        return waits
    if action == "leave_bar":
        return in_bar and not waits
    if action == "leave":
        return not in_bar and not waits
    if hotseat is None or runner is None or runner.over or hotseat.next is not None:
        return action in _few(hotseat, in_bar=in_bar)
    if action in WATCHING:
        return hotseat.watching and not in_bar
    current = hotseat.current
    checks = {
        "to_result": False,
        "to_bar": current is not None and not in_bar,
        "choose": current is not None and value in current.ask.choices and not in_bar,
        "secret": hotseat.watching and not hotseat.people and not in_bar,
        "undo": hotseat.can_undo,
        "redo": hotseat.can_redo,
        "hint": hotseat.can_hint,
        "best": hotseat.can_hint and hotseat.is_solver,
        "reveal": secret,
        "lists": runner.probed,
        "overrule": any(told.ruled for told in runner.info.asks.values()) and bool(hotseat.people),
        "mend": runner.failed is not None and not in_bar,
        "prompt": current is not None or hotseat.can_read_turns,
        "recast": bool(runner.cast),
        "resign": hotseat.can_resign,
    }
    return checks.get(action, True)


def _few(hotseat: Hotseat | None, *, in_bar: bool) -> frozenset[str]:
    """What works while nobody plays: before the game, behind the curtain, and after the end."""
    if hotseat is None or not hotseat.runner.over:
        return ALWAYS
    if hotseat.current is None:
        return OVER
    return ALWAYS if in_bar else ALWAYS | {"to_bar"}
