"""The result screen: the outcome of a session, its figures, what to do next, and its dialogs.

Law: a change made here (a rating, an undo, a ruling) is saved before it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui_arena.core.language.sentences import YOU, capital, first_name, money
from tui_arena.core.terms import value_text
from tui_arena.data import GameInfo, Metric, game_texts
from tui_arena.data.narration import GUIDED
from tui_arena.inquiry.inquiry import coach_ask, has_judge
from tui_arena.players.party import PartyState
from tui_arena.save.store import SaveError
from tui_arena.save.summary import stopped_by_model
from tui_arena.table.challenging import Ghost, challenge_lines, ghost_in
from tui_arena.table.opening import opening_of
from tui_arena.table.probes import has_probes
from tui_arena.table.rulings import Ruling, deciders
from tui_arena.table.spending import Spent, count, spent_by_seat
from tui_arena.ui.app.screen import ArenaScreen, arena_of
from tui_arena.ui.boards.tiles import in_tiles
from tui_arena.ui.game_ui import GameUI, distinct_names, game_ui_of, headline_for_all
from tui_arena.ui.glyphs import say
from tui_arena.ui.home.home_stats import Daily
from tui_arena.ui.host_lines import first_name_at
from tui_arena.ui.result.presenter import (
    NotRevealed,
    SessionResult,
    bars,
    branch_line,
    is_dealt_by_seed,
    load_result,
    may_ask_rating,
    next_daily,
    overrule,
    party_of,
    rate,
    ruling_on,
    scene,
    share_text,
    take_back,
    vote,
    voter,
)
from tui_arena.ui.setup.recent_setups import usual
from tui_arena.ui.times import clock
from tui_arena.ui.widgets.dialogs import AgreeDialog, Panel
from tui_arena.ui.widgets.probe_panel import rank_plot
from tui_arena.ui.widgets.rows import Choice, Picker

if TYPE_CHECKING:
    from tui_arena.ui.result.answer_review import AnswerReview


LEFT = 32
"""The width of the left column, in cells."""
SCROLLBAR = 1
"""The width of the scrollbar, in cells. The scrollbar shows if not everything fits."""
TALL = 34
"""The least height of a screen, in lines, with blank lines between the parts."""
PLOT = 60
"""The width of a plot among the figures, in cells."""
EDGE = 6
"""Cells left free at the sides of the page."""
CHARTS = 76
"""The width of a game's own charts among the figures, in cells."""
RANKS = "ranks"
"""The metric that is drawn as a curve."""

FORM_ADVICE = (
    "Next time, try help with forms, another prompt or a shorter limit: "
    "press m on the model's seat in the set-up."
)
"""The next step after a model's replies stopped a game."""


class ResultScreen(ArenaScreen):
    """Shows the result of one session."""

    TITLE = "RESULT"
    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "party", "To the scores", id="result.party"),
        Binding("enter", "next_daily", "The next daily", id="result.next_daily"),
        Binding("enter", "again", "Again", id="result.again"),
        Binding("r", "swap", "Swap roles", id="result.swap"),
        Binding("y", "share(False)", "Share", id="result.share"),
        Binding("s", "side_by_side", "Side by side", id="result.beside", tooltip="Your game and the ghost's"),
        Binding("w", "watch", "Replay", id="result.watch"),
        Binding(
            "c",
            "coach",
            "Coach",
            id="result.coach",
            tooltip="Which questions were good, and which were wasted",
        ),
        Binding(
            "v",
            "vote",
            "Best clue",
            id="result.vote",
            tooltip="Vote for the best clue; everybody has one vote",
        ),
        Binding(
            "o,f8",
            "overrule",
            "Overrule",
            id="result.overrule",
            tooltip="Change a wrong ruling",
        ),
        Binding("t", "teach", "Teach me", id="result.teach"),
        Binding("p", "play", "Play with that deck", id="result.play"),
        Binding("d", "afterword", "Answers", id="result.afterword"),
        Binding("ctrl+z", "undo", "Undo", id="result.undo"),
        Binding("g", "rate", "Rate", id="result.rate"),
        Binding(
            "i", "explain", "Figures", id="result.explain", tooltip="Every figure and where it comes from"
        ),
        # for study: listed in the palette and in help, not in the footer
        Binding(
            "a",
            "analyse",
            "Analyse",
            show=False,
            id="result.analyse",
            tooltip="What was likely at each point",
        ),
        Binding(
            "b",
            "branch",
            "Branch",
            show=False,
            id="result.branch",
            tooltip="Replay the last turn with other players",
        ),
        Binding("Y", "share(True)", "Share in words", show=False, id="result.share_words"),
        Binding("x", "export", "Export", show=False, id="result.export"),
        Binding("A", "audit", "Audit", show=False, id="result.audit", tooltip="Ask the judge again"),
        Binding("R", "replies", "Replies", show=False, id="result.replies", tooltip="Every reply, in a list"),
        Binding("escape", "back", "Home", show=False, id="result.back"),
    ]

    def __init__(self, session_id: str) -> None:
        super().__init__()
        self.result: SessionResult | None = None
        """The result; None until it is read."""
        self.game_ui = GameUI()
        self._headline = ("", "")
        """The headline and a remark below it. They are made in a thread, as they may look words up in a file."""
        self._session_id = session_id
        self._offers_rating = False
        self._coachable = self._judged = self._analysable = False
        self._analysing = False
        """Whether the retrospective was opened from here. It may have added figures."""
        self._ruling: Ruling | None = None
        """The ruling on the last reply that people can overrule; None without one."""
        self.party_state: PartyState | None = None
        """The party of the session; None if there isn't one, or if somebody has ended it."""
        self._next_daily: Daily | None = None
        """The next daily to play today, if this session is a daily of today."""
        self._ghost: Ghost | None = None
        """The challenger's game; None if the session wasn't played from a challenge."""
        self._answer_review: AnswerReview | None = None
        """The review of the answers; None without one."""
        self._taught = ""
        """The user's deck that has just learned the lesson; empty if none has."""

    @property
    def info(self) -> GameInfo | None:
        """The game that was played, for the help screen."""
        return self.result.info if self.result is not None else None

    def body(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static(id="headline", markup=False)
            yield Static(id="remark", markup=False)
            with VerticalScroll(id="all"):
                yield Static(id="answer", markup=False)
                yield Static(id="scene", markup=False)
                with Horizontal(id="columns"):
                    with Vertical(id="left"):
                        yield Static(id="grid", markup=False)
                    with Vertical(id="right"):
                        yield Static(id="findings", markup=False)
                        yield Static(id="bars", markup=False)
            yield Static(id="offer", markup=False)

    def on_mount(self) -> None:
        self._show()

    @work(group="load", exclusive=True)
    async def load(self) -> None:
        """Read the session again and draw it."""
        if await self.read():
            self._show()
        else:
            self.arena.back()

    async def read(self) -> bool:
        """Read the session, even before the screen is shown; False if that fails and an error is shown."""
        arena = self.arena
        try:
            result = await self.looked_up(
                load_result, arena.catalogue, arena.store, self._session_id, arena.settings.name
            )
        except NotRevealed:
            arena.resume_table(self._session_id)
            return False
        if result is None:
            return False
        self.game_ui = game_ui_of(result.info)
        info, play = result.info, result.play
        self._coachable = coach_ask(info, play, arena.catalogue) is not None
        self._judged = has_judge(result.session, info)
        self._analysable = play.over and has_probes(info, arena.catalogue)
        self._ruling = ruling_on(result)
        self.party_state = await arena.in_thread(
            party_of, arena.catalogue, arena.store, arena.registry.book, result
        )
        self._next_daily = await arena.in_thread(
            next_daily, arena.catalogue, arena.store, result, arena.now()
        )
        self._ghost = await arena.in_thread(ghost_in, result.session, arena.catalogue)
        if self.game_ui.reviews_answers:
            from tui_arena.ui.result.review_screen import answer_review_of  # noqa: PLC0415  (most games need none)

            self._answer_review = await arena.in_thread(answer_review_of, arena.catalogue, result)
        if arena.settings.rating:
            with suppress(SaveError):
                self._offers_rating = await arena.in_thread(may_ask_rating, arena.store, result, arena.now())
        names = distinct_names(result.names, result.people)
        self._headline = await arena.in_thread(self.game_ui.headline, play, names, result.people)
        self.result = result  # all keys work from now on
        return True

    def _show(self) -> None:
        """Draw the result, unless the screen has been closed."""
        if not self.is_attached:
            return
        self.query_one("#columns").set_class(self.game_ui.wide, "-long")
        self._draw()
        if self.game_ui.wide:  # draw again after the columns have their new widths
            self.call_after_refresh(self._draw)
        self.refresh_bindings()
        self.arena.shown_at_last()
        self.call_after_refresh(self.arena.has_loaded, "result")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.result is None:
            return action == "back"
        at_party = self.party_state is not None
        return {
            "party": at_party,
            "next_daily": self._next_daily is not None,
            "again": not at_party and self._next_daily is None,
            "side_by_side": self._ghost is not None,
            "undo": self.result.undo_point is not None,
            "overrule": self._ruling is not None,
            "rate": self._offers_rating,
            "vote": voter(self.result, prompt=self.game_ui.votes) is not None,
            "coach": self._coachable,
            "audit": self._judged,
            "analyse": self._analysable,
            "afterword": bool(self._answer_review and self._answer_review.offer),
            "teach": bool(self._answer_review and self._answer_review.lesson and not self._taught),
            "play": bool(self._taught),
            "swap": not at_party and self._swapped_seats() is not None,
        }.get(action, True)

    # drawing

    def _draw(self) -> None:
        result = self.result
        if result is None:
            return
        info, play, glyphs = result.info, result.play, self.glyphs
        names = distinct_names(result.names, result.people)
        head, remark = self._headline
        head = headline_for_all(head, play, names, result.people) if self.party_state is not None else head
        self.title = self.game_ui.heading(info, result.session.setup)
        about = [clock(result.seconds)]
        spent = sum(spent_by_seat(play.events).values(), Spent())
        if spent.tokens:
            about.insert(0, f"{count(spent.tokens)} tok {glyphs.dot} {money(spent.usd)}")
        self.sub_title = glyphs.dotted(about)
        outcome = play.outcome()
        lost = result.player is not None and not set(result.people) & set(outcome.winners)
        kept = result.player is None and "setter" in result.people and not play.resigned
        tone = {
            "won": "$warning" if lost else "$success",
            "lost": "$success" if kept else "$warning",
        }.get(outcome.result, "$foreground")
        if result.help and outcome.result == "won" and result.player is not None and not lost:
            head = f"{head}, with help"
            helped = str(game_texts("", "host")["help"][result.help])
            if result.help == "seen":
                remark = helped  # no praise
            elif self.party_state is None:  # at a party, the points stay
                remark = f"{remark} {helped}".lstrip()
        self.put("headline", say(head, f"bold {tone}"))
        told = "  ".join(filter(None, (remark, branch_line(play.events))))
        self.put("remark", say(told, "italic $foreground-muted"))
        small = self.size.height < TALL
        answer = (
            Content("") if small else in_tiles(*self.game_ui.laid_open(play), self.size.width - EDGE, glyphs)
        )
        self.put("answer", answer)
        self.query_one("#answer").display = bool(answer.plain)
        met = challenge_lines(self._ghost, result.session, play)
        beaten = [say(line, "bold $accent" if n == 0 else "$foreground-muted") for n, line in enumerate(met)]
        parts = (*beaten, scene(result, self.game_ui, glyphs))
        self.put("scene", Content("\n").join(part for part in parts if part.plain))
        room = (self.query_one("#grid", Static).content_size.width or LEFT) - SCROLLBAR
        parts = (
            self.game_ui.whole_talk(play, result.names, glyphs, room),
            self.game_ui.grid(play, glyphs, room, small=small),
        )
        self.put("grid", Content("\n\n").join(part for part in parts if part.plain))
        width = (self.query_one("#findings", Static).content_size.width or LEFT) - SCROLLBAR
        self.put("findings", self.game_ui.findings(play, result.names, glyphs, width, small=small))
        stands = (
            bars(result, glyphs, self._next_daily, self.arena.now())
            if self.party_state is None
            else Content("")
        )
        self.put("bars", stands)  # at a party the score is the party's
        self._draw_offer()

    def _draw_offer(self) -> None:
        """Draw one line: the score of the party, the review of the answers, or the offer of a rating."""
        if self.party_state is not None:
            from tui_arena.ui.party.presenter import met_in, standing_after  # noqa: PLC0415  (few results need it)

            result = self.loaded.session
            self.put(
                "offer",
                say(standing_after(self.party_state, result.id, met_in(result)), "bold $accent"),
            )
        elif self._answer_review and self._answer_review.offer:
            self.put("offer", say(self._answer_review.offer, "$accent"))
        else:
            rating = "How was it? Press g to rate it; it takes three keys." if self._offers_rating else ""
            advice = FORM_ADVICE if stopped_by_model(self.loaded.session.seats, self.loaded.play) else ""
            self.put("offer", say(" ".join(filter(None, (advice, rating))), "$foreground-muted"))

    def on_resize(self) -> None:
        self._draw()

    # again

    @property
    def loaded(self) -> SessionResult:
        """The result, for actions, which only work after it is read."""
        assert self.result is not None
        return self.result

    def action_party(self) -> None:
        """Go to the scoreboard of the party."""
        assert self.party_state is not None
        self.arena.open_party(self.party_state.party.id)

    def action_next_daily(self) -> None:
        """Play the next of today's dailies."""
        from tui_arena.ui.home.plays import play_daily  # noqa: PLC0415  (home leads to results)

        if self._next_daily is not None:
            play_daily(self.arena, self.arena.catalogue.game(self._next_daily.game), self._next_daily)

    def action_again(self) -> None:
        """Play again with the same cast and options and another secret; a guided game isn't guided again."""
        arena, session = self.arena, self.loaded.session
        if session.setup.extra.get(GUIDED):
            arena.open_table(usual(arena.settings, self.loaded.info, arena.registry.book))
        else:
            arena.open_table(opening_of(session, arena.door.seated(session, self.loaded.cast)))

    def _swapped_seats(self) -> tuple[str, str] | None:
        """The seat that gives the secret or is an opponent, and the first solver; None without a swap."""
        seats = self.loaded.info.game.seats(self.loaded.session.setup.options)
        giver = next((s.name for s in seats if s.default == "dealer" or s.side == "opponent"), None)
        solver = next((s.name for s in seats if s.side == "solver"), None)
        return (giver, solver) if giver and solver and self.loaded.people else None

    def action_swap(self) -> None:
        """Play again with swapped roles: the solver's player gives the next secret."""
        seats = self._swapped_seats()
        cast = self.arena.door.seated(self.loaded.session, self.loaded.cast)
        self.arena.open_table(opening_of(self.loaded.session, cast, swap=seats))

    @work(group="undo", exclusive=True)
    async def action_undo(self) -> None:
        """Undo the last move, and resume the game."""
        if await self.carried_out(take_back, self.arena.store, self.loaded):
            self.arena.resume_table(self._session_id)

    @work(group="undo", exclusive=True)
    async def action_overrule(self) -> None:
        """Ask the people who played whether to overrule the matcher on the last reply."""
        result, ruling = self.loaded, self._ruling
        if ruling is None:
            return
        names = deciders(result.names, result.people)
        if not await self.app.push_screen_wait(AgreeDialog(*self.game_ui.ruling(ruling, len(names)), names)):
            return
        if not await self.carried_out(overrule, self.arena.store, result, ruling):
            return
        if result.play.over:
            self.load()
        else:
            self.arena.resume_table(result.session.id)

    def action_side_by_side(self) -> None:
        """Show the ghost's game beside this one."""
        self.arena.open_side_by_side(self._session_id)

    def action_watch(self) -> None:
        """Replay the session, with every prompt and reply."""
        self.arena.open_replay(self._session_id)

    def action_branch(self) -> None:
        """Open the replay before the last turn, so that the person can branch the session there."""
        self.arena.open_replay(self._session_id, "last")

    def action_coach(self) -> None:
        self.arena.open_coach(self.loaded.info, self.loaded.session)

    def action_audit(self) -> None:
        self.arena.open_audit(self.loaded.info, self.loaded.session)

    def action_replies(self) -> None:
        """List the replies of this session."""
        self.arena.open_replies(session=self._session_id, title=self.loaded.info.title)

    def action_analyse(self) -> None:
        """Open the retrospective of this session."""
        self._analysing = True
        self.arena.open_analyse([self._session_id])

    def on_screen_resume(self) -> None:
        if self._analysing:
            self._analysing = False
            self.load()

    # details and rating

    def action_afterword(self) -> None:
        """Open the review of the answers."""
        from tui_arena.ui.result.review_screen import AnswerReviewScreen  # noqa: PLC0415  (as above)

        self.app.push_screen(AnswerReviewScreen(self._session_id))

    @work(group="save", exclusive=True)
    async def action_teach(self) -> None:
        """Ask a few more questions about the secret, so that the deck knows it next time."""
        from tui_arena.ui.result.review_screen import ReviewedSession, teach  # noqa: PLC0415  (as above)

        assert self._answer_review is not None
        told = await teach(self.arena, ReviewedSession(self.loaded, self._answer_review))
        if told is not None:
            self._taught, said = told
            self.put("offer", say(said, "bold $success" if self._taught else "bold $error"))
            self.refresh_bindings()

    def action_play(self) -> None:
        """Play again with the deck that has just learned the lesson."""
        from tui_arena.ui.result.review_screen import play_taught  # noqa: PLC0415  (as above)

        play_taught(self.arena, self.loaded, self._taught)

    def action_explain(self) -> None:
        self.app.push_screen(ExplainScreen(self.loaded, self.game_ui))

    @work(group="rate", exclusive=True)
    async def action_rate(self) -> None:
        """Ask for a rating of the game, and save it."""
        given = await self.app.push_screen_wait(RateScreen())
        if given is None or not await self.carried_out(rate, self.arena.store, self.loaded, *given):
            return
        self._offers_rating = False
        self.put("offer", say("Thank you, noted.", "$foreground-muted"))
        self.refresh_bindings()

    @work(group="vote", exclusive=True)
    async def action_vote(self) -> None:
        """Ask the next person which line was best, and save the vote. Everybody votes only once."""
        found = voter(self.loaded, prompt=self.game_ui.votes)
        if found is None:
            return
        seat, lines = found
        names = distinct_names(self.loaded.names, self.loaded.people)
        offered = [
            Choice(
                str(one.seq), f"“{one.shown}”", more=f"{first_name_at(names, one.seat, one.seq)}, {one.about}"
            )
            for one in lines
        ]
        who = first_name(names[seat])
        asked = self.game_ui.votes if who == YOU else f"{who}, {self.game_ui.votes}"
        of = await self.app.push_screen_wait(Picker(capital(asked), offered, offered[0].value))
        if of is not None and await self.carried_out(vote, self.arena.store, self.loaded, seat, int(of)):
            self.load()

    @work(group="share", exclusive=True)
    async def action_share(self, words: bool) -> None:
        """Copy the text to share with its challenge code, and show it.

        `words`: whether to write marks as words.
        """
        from tui_arena.ui.challenge.codes import ShareScreen, codes_of  # noqa: PLC0415  (as above)

        result, arena = self.loaded, self.arena
        text = share_text(result.info, result.session, result.play, self.game_ui, self.glyphs, words=words)
        with arena.keys_in_turn.kept():
            me = arena.settings.name
            codes = await arena.in_thread(codes_of, arena.catalogue, result.session, result.info, me)
        screen = ShareScreen(text, f"{result.info.id}-share.txt", codes)
        self.app.copy_to_clipboard(screen.text)
        self.app.push_screen(screen)

    @work(group="save", exclusive=True)
    async def action_export(self) -> None:
        """Write the session to a file and show its path."""
        from tui_arena.ui.exports import export_sessions  # noqa: PLC0415  (as above)

        result = self.loaded
        await export_sessions(self, lambda _: [(result.session, result.info)])


WORST, BEST = 1, 5
QUESTIONS = (
    "How did you like the game?",
    "Are you satisfied with how it went?",
    "Would you play it often?",
)


class ExplainScreen(Panel[None]):
    """Shows every figure of the session: its value, its meaning, and how it was computed."""

    DEFAULT_CSS = """
    ExplainScreen > VerticalScroll {
        width: 84; max-width: 96%; height: 90%; padding: 1 2; scrollbar-size-vertical: 1;
        background: $surface; border: round $primary;
    }
    ExplainScreen .title { margin-bottom: 1; }
    ExplainScreen Static { height: auto; padding-right: 1; }
    ExplainScreen .metric { margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,i,enter", "close", "Close", show=False, id="explain.close"),
    ]

    def __init__(self, result: SessionResult, game_ui: GameUI) -> None:
        super().__init__("")
        self._result = result
        self._game_ui = game_ui

    def compose(self) -> ComposeResult:
        explained = self._result.info.explained(self._result.play)
        result, glyphs = self._result, arena_of(self).glyphs
        charts = self._game_ui.figures(result.play, result.names, glyphs, CHARTS)
        with VerticalScroll():
            if charts.plain:
                yield Static(charts, classes="metric", markup=False)
            if is_dealt_by_seed(result.session):
                seed = Content.assemble(("seed  ", "bold $primary"), (str(result.session.setup.seed), "bold"))
                yield Static(seed, classes="metric", markup=False)
            for metric, value in sorted(self._result.shown_metrics(), key=lambda row: _late(row[0])):
                content = self._metric(metric, value, explained.get(metric.name, []))
                yield Static(content, classes="metric", markup=False)

    def _metric(self, metric: Metric, value: Any, how: Sequence[str]) -> Content:
        head = Content.assemble(
            (f"{metric.label}  ", "bold $primary"),
            ("" if metric.kind == "table" else value_text(value), "bold"),
            (f"  {metric.unit}" if metric.unit else "", "$foreground-muted"),
        )
        plot = (
            rank_plot(arena_of(self).glyphs, dict(enumerate(value, 1)), PLOT, tall=False)
            if metric.name == RANKS and value
            else []
        )
        lines = [
            head,
            say(metric.text, "$foreground-muted"),
            *plot,
            *(say(f"   {self._game_ui.explained(line, arena_of(self).glyphs)}") for line in how),
        ]
        return Content("\n").join(lines)


def _late(metric: Metric) -> int:
    """The sort key of a metric: figures by turn first; flags last, as the result already shows them."""
    return {"list": 0, "flag": 2}.get(metric.kind, 1)


class RateScreen(Panel[tuple[int, int, int]]):
    """Asks three questions, each answered with a digit. Returns the answers, or None if closed."""

    DEFAULT_CSS = """
    RateScreen > Vertical { width: 62; max-width: 94%; max-height: 96%; }
    RateScreen .title { margin-bottom: 1; }
    RateScreen Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="rate.close"),
        Binding("backspace", "back_one", "Back", show=False, id="rate.back"),
        *(
            Binding(str(n), f"give({n})", str(n), show=False, id=f"rate.give_{n}")
            for n in range(WORST, BEST + 1)
        ),
    ]

    def __init__(self) -> None:
        super().__init__("How was it? Answer from 1 (not at all) to 5 (very much)")
        self._given: list[int] = []

    def inside(self) -> ComposeResult:
        yield Static(id="questions", markup=False)

    def on_mount(self) -> None:
        self._draw()

    def _draw(self) -> None:
        lines = []
        for n, question in enumerate(QUESTIONS):
            here = n == len(self._given)
            given = str(self._given[n]) if n < len(self._given) else "1 2 3 4 5" if here else ""
            mark = arena_of(self).glyphs.arrow if here else " "
            lines.append(
                Content.assemble(
                    (f"{mark} {question:<40}", "bold" if here else "$foreground-muted"), (given, "$accent")
                )
            )
        self.query_one("#questions", Static).update(Content("\n").join(lines))

    def action_give(self, n: int) -> None:
        self._given.append(n)
        if len(self._given) == len(QUESTIONS):
            liked, satisfied, often = self._given
            self.dismiss((liked, satisfied, often))
        else:
            self._draw()

    def action_back_one(self) -> None:
        if self._given:
            self._given.pop()
            self._draw()
