"""The recogniser's network: a small residual net over one patch."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from vision.patch import DIRECTIONS
from vision.training.patches import PATCH_LABELS


class Residual(nn.Module):  # type: ignore[misc]
    """Two 3 x 3 convolutions beside a shortcut."""

    def __init__(self, before: int, after: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(after)
        self.second = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(after)
        self.shortcut = (
            nn.Sequential(nn.Conv2d(before, after, 1, stride, bias=False), nn.BatchNorm2d(after))
            if before != after or stride > 1
            else nn.Identity()
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(n, before, h, w) to (n, after, h / stride, w / stride)."""
        inner = torch.relu(self.first_norm(self.first(x)))
        return torch.relu(self.second_norm(self.second(inner)) + self.shortcut(x))


class TileNet(nn.Module):  # type: ignore[misc]
    """(n, 3, SIDE, SIDE) RGB, 0 to 1, to logits: (n, kinds) of ``PATCH_LABELS``, (n, DIRECTIONS) of the upper edge."""

    def __init__(self, widths: Sequence[int], blocks: Sequence[int], dropout: float = 0.0) -> None:
        super().__init__()
        before = widths[0]
        layers: list[nn.Module] = [nn.Conv2d(3, before, 3, 2, 1, bias=False), nn.BatchNorm2d(before), nn.ReLU()]
        for stage, (width, count) in enumerate(zip(widths, blocks, strict=True)):
            for block in range(count):
                layers.append(Residual(before, width, 2 if stage and not block else 1))
                before = width
        self.body = nn.Sequential(*layers)
        self.dropout = nn.Dropout(dropout)
        self.kinds = nn.Linear(before, len(PATCH_LABELS))
        self.directions = nn.Linear(before, DIRECTIONS)

    def forward(self, patches: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """See the class."""
        features = self.dropout(self.body((patches - 0.5) * 4).mean((2, 3)))
        return self.kinds(features), self.directions(features)
