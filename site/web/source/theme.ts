/** What the theme leaves to be mended. */

/** A row of buttons on a block of code is no part of the page that one would want to go to. */
export function mendTheme(): void {
  addEventListener("load", () => {
    for (const buttons of document.querySelectorAll(".md-code__nav")) {
      buttons.setAttribute("role", "presentation");
    }
  });
}
