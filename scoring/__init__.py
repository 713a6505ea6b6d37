"""The rules of mahjong: tiles, hands, and what a winning hand is worth. Standard library only."""
