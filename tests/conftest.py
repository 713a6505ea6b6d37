"""How tests run: the same examples every time, however slow the machine, and no tables among the user's data."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("hupai", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("hupai")


@pytest.fixture(autouse=True, scope="session")
def _tables_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let services that tests start keep their tables in a file of the tests' own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HUPAI_DATABASE_URL", f"sqlite:///{tmp_path_factory.mktemp('tables') / 'hupai.sqlite'}")
        yield
