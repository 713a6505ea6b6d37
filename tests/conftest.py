"""How hypothesis runs here: the same examples every time, however slow the machine."""

from hypothesis import HealthCheck, settings

settings.register_profile("hupai", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("hupai")
