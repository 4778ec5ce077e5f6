/** The cards as the page has them: tools/sitelib/card_page.py writes this list. */

export interface PageCard {
  /** Like ch09/who-may-go. */
  name: string;
  chapter: number;
  /** The folded question with its answer. */
  place: HTMLDetailsElement;
}

export interface Chapter {
  number: number;
  title: string;
  row: HTMLTableRowElement;
  cards: string[];
}

export interface Deck {
  chapters: Chapter[];
  cards: Map<string, PageCard>;
}

export function readDeck(page: Document = document): Deck {
  const cards = new Map<string, PageCard>();
  for (const marked of page.querySelectorAll<HTMLElement>(".course-card[data-card]")) {
    const name = marked.dataset["card"]!;
    const chapter = Number(/^ch(\d+)\//.exec(name)?.[1]);
    cards.set(name, { name, chapter, place: marked.querySelector("details")! });
  }
  const rows = [...page.querySelectorAll<HTMLTableRowElement>("#card-chapters tr[data-chapter]")];
  const chapters = rows.map((row) => {
    const number = Number(row.dataset["chapter"]);
    const own = [...cards.values()].filter((card) => card.chapter === number);
    const title = row.querySelector("a")?.textContent ?? "";
    return { number, title, row, cards: own.map((card) => card.name) };
  });
  return { chapters, cards };
}

/** Copies of a question and of its answer. */
export function sidesOf(card: PageCard): { question: Node[]; answer: Node[] } {
  const copy = card.place.cloneNode(true) as HTMLDetailsElement;
  for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
  for (const buttons of copy.querySelectorAll(".md-code__nav")) buttons.remove(); // of the theme
  const [summary, ...answer] = copy.children;
  return { question: [...(summary?.childNodes ?? [])], answer };
}

/** The chapters to review: as chosen, else those that were begun, else the first. */
export function chosen(deck: Deck, choice: number[] | undefined, known: object): Chapter[] {
  const { chapters } = deck;
  if (choice) return chapters.filter(({ number }) => choice.includes(number));
  const begun = chapters.filter(({ cards }) => cards.some((name) => name in known));
  return begun.length ? begun : chapters.slice(0, 1);
}
