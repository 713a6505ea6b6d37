"""The phone page's files as one version: what a phone keeps of it to open it without a connection."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from fastapi import Request, Response

from service.routes import PAGE

WORKER = PAGE / "pwa" / "worker.js"
START = "/"
"""The address of the page itself."""


@dataclass(frozen=True, slots=True)
class Shell:
    """The files of the page."""

    version: str
    """A hash of what is in them: another one, and phones fetch them anew."""
    addresses: tuple[str, ...]
    """Where they are served, the page itself first."""

    @classmethod
    def of(cls, folder: Path) -> "Shell":
        """The files in a folder that is served as ``/page``."""
        seen = sha256()
        addresses = [START]
        for path, name in _files(folder):
            seen.update(name.encode() + b"\0" + path.read_bytes())
            if path != WORKER and name != "index.html":
                addresses.append(f"/page/{name}")
        return cls(seen.hexdigest()[:16], tuple(addresses))

    def worker(self) -> str:
        """The worker's script, which knows this version."""
        listed = ",\n  ".join(f'"{address}"' for address in self.addresses)
        head = f'const VERSION = "{self.version}";\nconst SHELL = [\n  {listed},\n];\n\n'
        return head + WORKER.read_text(encoding="utf-8")


def _files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Each file with its name within the folder, in order."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            yield path, path.relative_to(folder).as_posix()


async def service_worker(request: Request) -> Response:
    """The worker of the page; asked for anew each time, so that a new version is seen."""
    shell: Shell = request.app.state.shell
    return Response(shell.worker(), media_type="text/javascript", headers={"Cache-Control": "no-cache"})
