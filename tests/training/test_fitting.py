import numpy as np
import pytest

from vision.detection import Box, iou
from vision.training.fitting import NONE, fitting, shared

BOXES = [Box(100.0 * place, 50.0, 100.0 * place + 40, 110.0) for place in range(10)]


def beyond(box: Box, share: float) -> Box:
    return box.grown((share, share, share, share))


def test_labels_all_round_ask_for_margins_all_round() -> None:
    assert fitting([[([beyond(box, 0.03) for box in BOXES], BOXES)]]) == pytest.approx((0.03,) * 4)


def test_near_sides_that_show_ask_for_margins_at_the_bottom() -> None:
    labelled = [Box(box.left, box.top, box.right, box.bottom + 0.05 * box.height) for box in BOXES]
    assert fitting([[(labelled, BOXES)]]) == pytest.approx((0, 0, 0, 0.05))


def test_margins_are_between_those_of_sources_that_label_otherwise() -> None:
    wide = [([beyond(box, 0.08) for box in BOXES], BOXES)]
    tight = [([beyond(box, -0.03) for box in BOXES], BOXES)]
    assert 0.0 < fitting([wide, tight])[0] < 0.04


def test_no_source_loses_a_tile() -> None:
    wide = [([beyond(box, 0.3) for box in BOXES], BOXES)]
    edge = [([beyond(box, -0.1462) for box in BOXES], BOXES)]
    assert iou(BOXES[0], edge[0][0][0]) == pytest.approx(0.5, abs=0.001)
    assert fitting([wide, edge]) == NONE


def test_photos_without_tiles_ask_for_nothing() -> None:
    assert fitting([[([], BOXES)], [(BOXES, [])], []]) == NONE


def test_what_is_shared_is_intersection_over_union() -> None:
    pairs = np.array([(BOXES[0], BOXES[0].moved(10, 0))])
    assert shared(pairs, (0.1, 0.2, 0.0, 0.0)) == pytest.approx(
        iou(BOXES[0], BOXES[0].moved(10, 0).grown((0.1, 0.2, 0, 0)))
    )
