"""How long a game goes on, and what everybody starts with; each rule system has its own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.errors import OptionError
from scoring.rules import RuleSet
from scoring.rules.base import Options, between
from scoring.rules.riichi.yaku import THREE_PLAYERS
from scoring.seats import Seat

MOST_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Game(Options):
    """What a table may settle about a whole game; each rule system has its usual ones."""

    start: int = 0
    """The points that everybody has at the start."""
    rounds: int = 0
    """How many winds are played, each until the deal has come round: 1 east only, 2 east and south, 4 all; 0 for no
    end."""
    hands: int = 0
    """How many hands of play the game has, whoever deals; 0 for no such end."""
    bust: bool = False
    """Whether the game ends when somebody has less than nothing, 飛び."""
    target: int = 0
    """What somebody must have when the winds are over; if nobody has, one more is played until somebody does, 西入.
    0 for none."""
    last_dealer_stops: bool = False
    """Whether the game ends when the last dealer would deal again, leads and has the target, アガリ止め."""

    def _check(self) -> None:
        between(self, "rounds", 0, MOST_ROUNDS)


PLATFORM = Game(start=25000, rounds=2, bust=True, target=30000, last_dealer_stops=True)
"""天鳳 and 雀魂: east and south."""

LEAGUE = Game(start=30000, rounds=2)
"""日本プロ麻雀連盟 and the European Mahjong Association: east and south, whatever anybody has."""

RIICHI_GAMES = {"m_league": replace(LEAGUE, start=25000), "jpml_a": LEAGUE, "ema": LEAGUE}
"""The games of the presets of riichi that are not those of the platforms."""

SANMA_PLATFORM = replace(PLATFORM, start=35000, target=40000)
"""The same with three players."""

FOUR_WINDS = Game(rounds=4)
"""All four winds, once."""

GAMES: dict[str, Game] = {"riichi": PLATFORM, "mcr": FOUR_WINDS, "hong_kong": FOUR_WINDS, "taiwan16": FOUR_WINDS}
"""The usual game of a rule system; the others go on until people stop."""

JUMPING = frozenset({"sichuan", "shangrao_tcy"})
"""Where a winner deals next wherever he sits, so that no wind is ever over."""

WINS_IN_A_ROW = frozenset({"riichi"})
"""Where the dealer's streak is of wins alone, 八連荘; in the others draws count that leave the deal with him."""


def game_of(rules: RuleSet, players: int = len(Seat)) -> Game:
    """The usual game by these rules with so many players; in riichi it is that of the preset."""
    preset = getattr(rules.options, "preset", "")
    if players == THREE_PLAYERS:
        return SANMA_PLATFORM
    return RIICHI_GAMES.get(preset, GAMES.get(rules.name, Game()))


def check_game(game: Game, rules: RuleSet) -> None:
    """Raise ``OptionError`` for winds to play where the deal does not come round."""
    if game.rounds and rules.name in JUMPING:
        raise OptionError("bad_option", "option rounds: winners deal next here, so no wind is ever over; set hands")
