from pathlib import Path

import pytest

from vision.training.config import ConfigError, RecogniserConfig, TrainConfig, load_config, load_recogniser_config

MODELS = Path(__file__).parents[2] / "models"


@pytest.mark.parametrize("path", sorted(MODELS.glob("*/config.toml")), ids=lambda path: path.parent.name)
def test_the_models_configurations_can_be_read(path: Path) -> None:
    recognises = "epoch_patches" in path.read_text(encoding="utf-8")
    config: TrainConfig | RecogniserConfig = load_recogniser_config(path) if recognises else load_config(path)
    assert config.name == path.parent.name
    assert 0 <= config.real <= 1
    assert config.tile[0] < config.tile[1]


def test_an_unknown_setting_is_named(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("epoch = 3\n")
    with pytest.raises(ConfigError, match="'epoch'"):
        load_config(tmp_path / "config.toml")


def test_an_unknown_setting_of_a_source_is_named(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[[sources]]\nname = "tables"\nwieght = 2\n')
    with pytest.raises(ConfigError, match="'wieght'"):
        load_config(tmp_path / "config.toml")


def test_a_missing_configuration_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nothing"):
        load_config(tmp_path / "nothing.toml")
