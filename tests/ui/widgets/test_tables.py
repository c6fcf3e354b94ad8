"""Tables: texts are cut to their columns, drawings aren't, and the cursor goes where it's told."""

from rich.text import Text
from textual.app import App, ComposeResult

from tui_arena.ui.widgets.tables import Column, SessionTable

COLUMNS = (Column("name", "name", 6, 0), Column("bar", "", 9, 1))


class TableApp(App[None]):
    def compose(self) -> ComposeResult:
        yield SessionTable(cursor_type="row")


async def test_texts_are_cut_to_their_columns_and_drawings_stay() -> None:
    app = TableApp()
    async with app.run_test():
        table = app.query_one(SessionTable)
        drawing = Text("    |====")
        table.show(COLUMNS, [("a", {"name": "two\nlines", "bar": drawing}, ""), ("b", {}, "bold")], "b")
        assert table.get_row("a") == [Text("two l…"), drawing]
        assert table.get_row("b") == [Text(""), Text("")]
        assert table.at == "b"
        table.show(COLUMNS, [("c", {}, ""), ("d", {}, "")], "b")
        assert table.at == "c", "the row is gone"
