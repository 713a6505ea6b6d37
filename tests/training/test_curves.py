"""Learning curves from a run's table."""

from pathlib import Path

from vision.training.curves import draw_curves, read_curves


def test_losses_and_shares_become_curves_and_times_do_not(tmp_path: Path) -> None:
    table = tmp_path / "results.csv"
    table.write_text("epoch, time,train/loss,lr/pg0,val_right\n1,9.1,2.5,0.1,0.5\n2,18.3,1.5,0.05,0.75\n", "utf-8")
    assert read_curves(table) == {"train/loss": [2.5, 1.5], "val_right": [0.5, 0.75]}
    draw_curves(table, tmp_path / "curve.svg")
    drawn = (tmp_path / "curve.svg").read_text("utf-8")
    assert "train/loss" in drawn
    assert "val_right" in drawn
    draw_curves(table, tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_text("utf-8") == drawn
