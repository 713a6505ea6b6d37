"""Which of the settings that were tried is taken."""

from vision.training.tune import Score, Setting, cautious

LOOSE, STRICT = Setting(80, 0.2, 0.5), Setting(80, 0.5, 0.9)
LARGE = Setting(96, 0.5, 0.9)


def test_of_settings_that_read_alike_the_strictest_is_taken() -> None:
    assert cautious({LOOSE: Score(0.81, 0.975), STRICT: Score(0.80, 0.974)}) == STRICT


def test_a_setting_that_reads_much_less_is_not_taken() -> None:
    assert cautious({LOOSE: Score(0.81, 0.975), STRICT: Score(0.78, 0.974)}) == LOOSE
    assert cautious({LOOSE: Score(0.81, 0.975), STRICT: Score(0.80, 0.960)}) == LOOSE


def test_of_settings_as_strict_the_quicker_is_taken() -> None:
    assert cautious({LARGE: Score(0.81, 0.976), STRICT: Score(0.80, 0.974)}) == STRICT
    assert cautious({LARGE: Score(0.81, 0.976), STRICT: Score(0.78, 0.974)}) == LARGE
