/** Making elements. Texts are always put in as texts. */

type Child = Node | string | undefined | false;
type Attributes = Record<string, string | boolean | ((event: Event) => void) | undefined>;

/** An element with attributes (functions are listeners: `onclick`), and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (typeof value === "string") made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

/** A button that does something. */
export function button(
  text: string,
  onclick: (event: Event) => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  return element(
    "button",
    { type: "button", class: "course-button", onclick, ...attributes },
    text,
  );
}
