"""The front end: TypeScript in site/web, built by esbuild into a folder of ES modules."""

from __future__ import annotations

from pathlib import Path

from sitelib import WEB, SiteError, node
from sitelib.incremental import Step

# What npm run check and npm test do, for a Node.js that came without npm on PATH.
CHECKS = {
    "types of the front end": ["node_modules/typescript/bin/tsc", "--noEmit"],
    "tests of the front end": ["node_modules/vitest/vitest.mjs", "run"],
}
ENTRIES = ("site.js", "site.css", "sw.js")


def step(web: Path = WEB) -> Step:
    """The folder ``app`` of the build."""
    unused = {"node_modules", "tests"}
    sources = sorted(path for path in web.iterdir() if path.name not in unused)
    return Step("app", "building the front end", tuple(sources), build)


def list_files(site: Path) -> None:
    """Write files.js, by which the service worker knows what there is to keep.

    Raises:
        SiteError: if that fails.
    """
    node.run(["list_files.mjs", str(site)], WEB, "listing the files of the site")


def build(target: Path) -> None:
    """Build the front end into an empty folder.

    Raises:
        SiteError: if it cannot be built, or lacks what every page loads.
    """
    node.install()
    node.run(["build.mjs", str(target)], WEB, "the build of the front end")
    for name in ENTRIES:
        if not (target / name).is_file():
            raise SiteError(f"site/web/build.mjs made no {name}")
