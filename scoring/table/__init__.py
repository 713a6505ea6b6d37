"""An evening at the table: what goes from one hand of play to the next, by the rules that are played."""

from scoring.table.check import misfit
from scoring.table.game import GAMES, Game, check_game, game_of
from scoring.table.progress import after, continued, play, told_round, told_win
from scoring.table.state import (
    MOST_HANDS,
    MOST_POINTS,
    Deal,
    Ending,
    Played,
    Standing,
    Table,
    Won,
    new_table,
    undone,
)

__all__ = [
    "GAMES",
    "MOST_HANDS",
    "MOST_POINTS",
    "Deal",
    "Ending",
    "Game",
    "Played",
    "Standing",
    "Table",
    "Won",
    "after",
    "check_game",
    "continued",
    "game_of",
    "misfit",
    "new_table",
    "play",
    "told_round",
    "told_win",
    "undone",
]
