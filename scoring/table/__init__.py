"""An evening at the table: what goes from one hand of play to the next, by the rules that are played."""

from scoring.table.game import GAMES, Game, game_of
from scoring.table.progress import after, play, told_round, told_win
from scoring.table.state import Deal, Ending, Played, Standing, Table, Won, new_table, undone

__all__ = [
    "GAMES",
    "Deal",
    "Ending",
    "Game",
    "Played",
    "Standing",
    "Table",
    "Won",
    "after",
    "game_of",
    "new_table",
    "play",
    "told_round",
    "told_win",
    "undone",
]
