/** What every page loads; it brings in the rest where a page has a mark for it. */

import { keepSite } from "./offline";
import { mendTheme } from "./theme";

const problem = document.querySelector<HTMLElement>("#problem[data-problem]");
const table = document.querySelector<HTMLTableElement>("table#problems");
const cards = document.querySelector<HTMLElement>("#cards");
const tree = document.querySelector<HTMLElement>(".live-tree");
const engine = document.querySelector<HTMLElement>(".live-engine");
const progress = document.querySelector<HTMLElement>("#progress");
const marks = ".chapter-problems, .chapter-progress";

if (problem) void import("./problem_page").then((page) => page.showProblem(problem));
if (table) void import("./problem_list").then((page) => page.showProblemList(table));
else if (document.querySelector(marks)) void import("./marks").then((page) => page.showMarks());
if (cards) void import("./cards/page").then((page) => page.showCards(cards));
if (tree) void import("./tree/page").then((page) => page.showTree(tree));
if (engine) void import("./engine/page").then((page) => page.showEngine(engine));
if (progress) void import("./progress_page").then((page) => page.showProgress(progress));

mendTheme();
const python = problem ?? engine ?? tree?.dataset["start"] === "at once";
if (!python) keepSite(); // there Python comes first
