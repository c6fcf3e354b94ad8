"""The keys of the table, and which of them work now.

Law: a key that would do nothing is not shown and does nothing.
"""

from __future__ import annotations

from textual.binding import Binding, BindingType

from tui_arena.table.runner import SessionRunner

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
    action: str, runner: SessionRunner | None, *, in_bar: bool, value: object = None, secret: bool = False
) -> bool:
    """Whether an action of the table does something now.

    `value`: the choice that `choose` is about. `secret`: a key shows something to who sits in front.
    """
    waits = runner is not None and not runner.over and runner.awaited is not None
    if action == "cancel":
        return waits
    if action == "leave_bar":
        return in_bar and not waits
    if action == "leave":
        return not in_bar and not waits
    if runner is None or runner.over or runner.hotseat.next is not None:
        return action in _few(runner, in_bar=in_bar)
    if action in WATCHING:
        return runner.watching and not in_bar
    current = runner.current
    checks = {
        "to_result": False,
        "to_bar": current is not None and not in_bar,
        "choose": current is not None and value in current.ask.choices and not in_bar,
        "secret": runner.watching and not runner.hotseat.people and not in_bar,
        "undo": runner.can_undo,
        "redo": runner.can_redo,
        "hint": runner.can_hint,
        "best": runner.can_hint and runner.believes,
        "reveal": secret,
        "lists": runner.probed,
        "overrule": any(told.ruled for told in runner.info.asks.values()) and bool(runner.hotseat.people),
        "mend": runner.failed is not None and not in_bar,
        "prompt": current is not None or runner.can_read_turns,
        "recast": bool(runner.cast),
        "resign": runner.can_resign,
    }
    return checks.get(action, True)


def _few(runner: SessionRunner | None, *, in_bar: bool) -> frozenset[str]:
    """What works where nothing is played: before, behind the curtain, and over the end."""
    if runner is None or not runner.over:
        return ALWAYS
    if runner.current is None:
        return OVER
    return ALWAYS if in_bar else ALWAYS | {"to_bar"}
