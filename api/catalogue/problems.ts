export type Problem = { line: number; path: string; message: string };

/** Nobody reads more at once, and finding the line of each takes time. */
export const MOST_PROBLEMS = 500;
const MOST_MESSAGE = 300;
const MOST_PATH = 400;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** Problems of one catalogue: the first ones in full, the rest only counted. */
export class Problems {
  readonly #listed: Problem[] = [];
  #more = 0;

  /** Adds problems; once there are too many, their positions aren't even computed. */
  add(of: () => Problem, count = 1): void {
    if (this.#listed.length >= MOST_PROBLEMS) {
      this.#more += count;
      return;
    }
    const { line, path, message } = of();
    this.#listed.push({ line, path: cut(path, MOST_PATH), message: cut(message, MOST_MESSAGE) });
  }

  get full(): boolean {
    return this.#listed.length >= MOST_PROBLEMS;
  }

  /** Sorted by file and line, followed by the number of further ones. */
  sorted(fileOf: (problem: Problem) => string): Problem[] {
    const inOrder = this.#listed.toSorted((a, b) => fileOf(a).localeCompare(fileOf(b)) || a.line - b.line);
    if (this.#more === 0) return inOrder;
    return [...inOrder, { line: inOrder.at(-1)?.line ?? 1, path: '', message: `e mais ${this.#more}` }];
  }
}
