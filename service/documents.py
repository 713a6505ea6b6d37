"""The documents that follow from the code: ``docs/openapi.json``, ``docs/errors.md`` and the settings in the README.

python -m service.documents           write them
python -m service.documents --check   say which are not up to date, exit status 1
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from service.app import create_app
from service.codes import codes_text
from service.reader import NoReader
from service.settings import PREFIX, Settings, default_text
from vision.errors import ModelError

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- settings: begin, written by make docs -->", "<!-- settings: end -->"


def openapi() -> dict[str, Any]:
    """The service's description, which needs no model."""
    app = create_app(Settings.model_construct(), NoReader(ModelError("model_missing", "none is needed here")))
    return app.openapi()


def settings_text() -> str:
    """The settings as a table in Markdown."""
    rows = [
        f"| `{PREFIX}{name.upper()}` | {_default(name)} | {_about(field.description or '')} |"
        for name, field in Settings.model_fields.items()
    ]
    return "\n".join(("| variable | default | |", "|---|---|---|", *rows))


def _about(description: str) -> str:
    return " ".join(description.split()).replace("``", "`")


def _default(name: str) -> str:
    text = default_text(name)
    return f"`{text}`" if text and " " not in text else text


def with_settings(readme: str) -> str:
    """The README with the settings between their marks."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{settings_text()}\n\n{END}{after}"


def documents() -> Mapping[Path, str]:
    """Each document's path and text."""
    readme = ROOT / "README.md"
    return {
        ROOT / "docs" / "openapi.json": json.dumps(openapi(), indent=1, ensure_ascii=False) + "\n",
        ROOT / "docs" / "errors.md": codes_text(),
        readme: with_settings(readme.read_text(encoding="utf-8")),
    }


def stale() -> list[Path]:
    """The documents that are not as the code would have them."""
    return [
        path for path, text in documents().items() if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]


def main(arguments: list[str]) -> int:
    """Write or check them."""
    old = stale()
    for path in old:
        print(path.relative_to(ROOT))
        if "--check" not in arguments:
            path.write_text(documents()[path], encoding="utf-8")
    return 1 if old and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
