"""The report and the plots: they are those of the results, and show what these say."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY
from synthetic_course import change, write

sys.path.insert(0, str(REPOSITORY / "benchmarks"))

import run
from reportlib import writing
from reportlib.plots import Bars, Lines, Plot, all_plots
from reportlib.report import report
from reportlib.texts import alternative, short

RESULTS = REPOSITORY / "benchmarks" / "results"


def document(figures: dict[str, Any]) -> dict[str, Any]:
    machine = {"processor": "Slow", "cores": 2, "threads": 1, "system": "Here", "python": "3.11"}
    return {"command": "python small.py", "machine": machine, "figures": figures}


def row(later_reused: float, median: float) -> dict[str, Any]:
    return {
        "prompts": 4, "prompt_tokens": 4000, "reused": 0.5, "later_reused": later_reused,
        "later_computed": 1 - later_reused, "ttft_share": median / 800,
        "ttft_ms": {"median": median, "p95": 2 * median}, "output_tokens_per_s": 12.5,
        "answers_as_without_cache": 4, "load": 0.5, "cached_tokens": 2000, "match_us": 3.5,
        "insert_us": 4.5, "evict_us": None, "index_bytes_per_token": 9.1,
    }  # fmt: skip


ROWS = {"few_shot": {"none": row(0.0, 1234.5)}, "five_turns_1": {"none": row(0, 800.0)}}
ROWS["five_turns_1"]["radix"] = row(0.7649, 200.0)
SCALE = {
    "seed": 20,
    "radix": {
        "1000": {"cached_tokens": 1001, "match_us": 3.0, "insert_us": 5.0},
        "9000": {"cached_tokens": 9002, "match_us": 4.0, "index_bytes": 2_000_000,
                 "index_bytes_per_token": 222.2},
        "end": {"why": "memory ended"},
    },
}  # fmt: skip
SMALL: dict[str, Any] = {
    "prefix_end_to_end": document(
        {"seed": 20, "size": "short", "model": "m", "dtype": "float32", "device": "cpu",
         "complete": False, "left_out": ["five_turns_32 trie"], **ROWS}
    ),
    "prefix_replay": document({"seed": 20, "size": "long", **ROWS}),
    "prefix_scale": document(SCALE),
    "other": document({"a": {"b": [1, 2], "c": [{"d": 5}]}, "e": "f"}),
    "radix": document(
        {"contestants": {
            "chapter 10": {"trees": {"100 leaves, pages of 1": {"evict_16": 2.5},
                                     "1000 leaves, pages of 1": {"evict_16": 3}}},
            "vLLM": {"trees": {"100 leaves, pages of 16": {"evict_16": 7}}},
        }}
    ),
}  # fmt: skip


def plots() -> dict[str, Plot]:
    return {plot.name: plot for plot in all_plots(SMALL)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, one in SMALL.items():
        write(tmp_path / f"{name}.json", json.dumps(one))
    return tmp_path


def test_the_report_and_the_plots_are_those_of_the_results() -> None:
    """If this fails, do what it says."""
    assert writing.faults(RESULTS) == []


def test_every_result_that_is_kept_is_in_the_report() -> None:
    text = (RESULTS / "report.md").read_text(encoding="utf-8")
    names = [file.stem for file in sorted(RESULTS.glob("*.json"))]
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == names


# --- what is plotted ----------------------------------------------------------------------------


def test_bars_are_the_figures_and_gaps_where_nothing_was_measured() -> None:
    made = plots()["prefix_reuse"]
    assert isinstance(made, Bars)
    assert made.groups == ("five_turns_1", "few_shot")  # in the order of the workloads
    assert made.series["radix"] == (76.49, None) and made.series["trie"] == (None, None)
    assert (made.unit, made.log, made.upper) == ("%", False, {})
    first = plots()["prefix_first_token"]
    assert isinstance(first, Bars) and first.log
    assert first.series["none"] == (800.0, 1234.5) and first.upper["none"] == (1600.0, 2469.0)


def test_lines_go_through_the_figures_by_size() -> None:
    made = plots()["prefix_time"]
    assert isinstance(made, Lines)
    assert made.panels == {
        "match": {"radix": ((1001, 3.0), (9002, 4.0))},
        "insert": {"radix": ((1001, 5.0),)},
    }
    evict = plots()["radix_evict"]
    assert isinstance(evict, Lines)
    assert evict.panels == {
        "page_size=1": {"ch10": ((100.0, 2.5), (1000.0, 3.0))},
        "page_size=16": {"vLLM": ((100.0, 7.0),)},
    }


def test_there_are_no_plots_of_results_that_are_not_there() -> None:
    assert all_plots({"other": SMALL["other"]}) == []


def test_what_a_plot_shows_is_said_with_its_numbers_in_both_languages() -> None:
    reuse = plots()["prefix_reuse"]
    assert alternative(reuse, "en") == (
        reuse.caption["en"] + " five_turns_1: none 0 %, radix 76.5 %; few_shot: none 0 %."
    )
    assert alternative(reuse, "zh") == (
        reuse.caption["zh"] + "five_turns_1：none 0 %、radix 76.5 %；few_shot：none 0 %。"
    )
    assert alternative(plots()["prefix_memory"], "en").endswith("radix 222 B / token (9,000).")
    evict = alternative(plots()["radix_evict"], "en")
    assert "page_size=1: ch10 2.5 µs (100) → 3 µs (1,000); page_size=16: vLLM" in evict


def test_numbers_have_three_digits() -> None:
    numbers = (0, 0.12345, 76.49, 100, 12345.6, None)
    assert [short(number) for number in numbers] == ["0", "0.123", "76.5", "100", "12,300", "—"]


# --- the report ---------------------------------------------------------------------------------


def test_a_section_names_its_command_machine_and_figures() -> None:
    text = report(SMALL)
    assert text.startswith("<!-- Generated by: python benchmarks/run.py report -->\n\n# What was")
    assert "## other\n\n`python small.py`\n\nSlow, 2 cores, 1 threads, Here, python 3.11\n" in text
    assert "| a · b | 1, 2 |\n| a · c · 0 · d | 5 |\n| e | f |\n" in text
    assert (
        "| five_turns_1 | radix | 76.5% | 23.5% | 200 | 400 | 25.0% | 12.5 | 4 / 4 | 0.5 |" in text
    )
    assert (
        "| five_turns_1 | radix | 4,000 | 50.0% | 76.5% | — | — | 2,000 | 9.1 | 3.5 | 4.5 | — |"
        in text
    )
    assert "| radix | 9,002 | 2 | 222 | 4 | — | — | — |\n\nradix ended early: memory ended." in text
    assert text.count("This run was stopped before its end.") == 1


def test_what_was_set_out_is_held_against_what_was_measured() -> None:
    ratios = {
        "lock, mini-sglang / chapter 10": 0.9,  # nothing was set out for it
        "insert, all kinds, mini-sglang / chapter 10": 2.99,
        "evict_16, mini-sglang / chapter 10": 10783.5,
        "a full match after 2,000 others / before": 2.0,
        "evict(16) at 1,000,000 leaves / at 1,000": 3.01,
    }
    parts = {"whole": 13.5, "split": 4.4, "a node": 0.5}
    figures = SMALL["radix"]["figures"] | {"ratios": ratios, "parts_of_insert_fork": parts}
    text = report({"radix": SMALL["radix"] | {"figures": figures}})
    assert (
        "| what | measured | wanted | reached |\n| --- | --- | --- | --- |\n"
        "| evict_16, mini-sglang / chapter 10 | 10,783.5 | at least 100 | yes |\n"
        "| insert, all kinds, mini-sglang / chapter 10 | 2.99 | at least 3 | **no** |\n"
        "| evict(16) at 1,000,000 leaves / at 1,000 | 3.01 | at most 3 | **no** |\n"
        "| a full match after 2,000 others / before | 2.0 | at most 2 | yes |\n" in text
    )
    assert "An insertion that forks: 13.5 µs, of which split 4.4, a node 0.5.\n" in text


# --- what is out of date ------------------------------------------------------------------------


def test_what_is_not_that_of_the_results_is_named(folder: Path) -> None:
    target = folder / "plots"
    write(target / "strange.light.svg", "<svg/>")
    message = "\n".join(writing.faults(folder))
    assert "report.md is not that of the results: python benchmarks/run.py report" in message
    assert "plots are not those of the results" in message
    assert "prefix_memory.dark.svg" in message and "strange.light.svg" in message


def make_plots(folder: Path) -> None:
    """As ``write_plots``, with pictures of nothing: what is tested needs no matplotlib."""
    made = all_plots(SMALL)
    for plot in made:
        for scheme in ("dark", "light"):
            write(folder / "plots" / f"{plot.name}.{scheme}.svg", f"<svg>{scheme}</svg>")
    hashes = writing._hashes(folder / "plots")
    index = json.dumps(writing.index_of(made, hashes), ensure_ascii=False, indent=1)
    write(folder / "plots" / "index.json", index + "\n")
    writing.write_report(folder)


def test_a_changed_figure_or_picture_is_noticed(folder: Path) -> None:
    make_plots(folder)
    assert writing.faults(folder) == []
    change(folder / "plots" / "prefix_reuse.dark.svg", "dark", "black")
    assert [fault[:9] for fault in writing.faults(folder)] == ["the plots"]
    change(folder / "plots" / "prefix_reuse.dark.svg", "black", "dark")
    change(folder / "prefix_replay.json", "0.7649", "0.7648")
    assert len(writing.faults(folder)) == 1  # too small for the report, which says 76.5 %
    change(folder / "prefix_replay.json", "0.7648", "0.5")
    assert len(writing.faults(folder)) == 2


# --- the command --------------------------------------------------------------------------------


def test_every_program_of_every_part_is_there() -> None:
    for programs in run.PARTS.values():
        for program in programs:
            assert (REPOSITORY / "benchmarks" / program).is_file(), program


def run_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, programs: dict[str, str], *arguments: str
) -> int:
    """The command with other programs, its results in ``tmp_path``."""
    for name, text in programs.items():
        write(tmp_path / name, text)
    monkeypatch.setattr(run, "HERE", tmp_path)
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "PARTS", {name[:-3]: {name: ["--quick"]} for name in programs})
    monkeypatch.setattr(run, "write_plots", lambda results: [])
    monkeypatch.setattr(sys, "argv", ["run.py", *arguments])
    return run.main()


KEEPS = """import json, os, pathlib, sys
figures = {"arguments": sys.argv[1:]}
document = {"command": "c", "figures": figures, "machine":
            {"processor": "p", "cores": 1, "threads": 1, "system": "s"}}
folder = pathlib.Path(os.environ["BENCHMARK_RESULTS"])
(folder / "first.json").write_text(json.dumps(document))
"""


def test_parts_run_in_turn_and_one_that_fails_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    programs = {"bad.py": "raise SystemExit(3)", "first.py": KEEPS}
    assert run_with(monkeypatch, tmp_path, programs) == 1
    assert "not all is well: bad.py ended with status 3" in capfd.readouterr().err
    assert "| arguments |  |" in (tmp_path / "results" / "report.md").read_text(encoding="utf-8")
    assert run_with(monkeypatch, tmp_path, programs, "first", "--quick") == 0
    quick = (tmp_path / "build" / "benchmarks" / "report.md").read_text(encoding="utf-8")
    assert "| arguments | --quick |" in quick


def test_after_ctrl_c_what_was_done_is_kept_and_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def stopped(part: str, *others: Any) -> list[str]:
        raise KeyboardInterrupt

    write(tmp_path / "results" / "first.json", json.dumps(SMALL["other"]))
    monkeypatch.setattr(run, "run_part", stopped)
    assert run_with(monkeypatch, tmp_path, {"first.py": KEEPS}) == 1
    assert "what was measured until now is kept" in capfd.readouterr().out
    assert "## first" in (tmp_path / "results" / "report.md").read_text(encoding="utf-8")


def test_without_matplotlib_the_command_for_it_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(results: Path) -> list[str]:
        raise ImportError("No module named 'matplotlib'")

    monkeypatch.setattr(run, "write_plots", missing)
    assert "pip install -e '.[benchmarks]'" in run.write_all(tmp_path)[0]


def test_a_part_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as stopped:
        run_with(monkeypatch, tmp_path, {"first.py": KEEPS}, "last")
    assert stopped.value.code == 2
