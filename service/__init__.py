"""Hupai to the outside world: the commands and the HTTP service, which say the same in the same JSON."""

__version__ = "0.1.0"
