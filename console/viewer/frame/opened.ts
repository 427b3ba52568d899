import type { Size } from '../shared/fit.ts';
import type { Problem, Turn } from '../shared/messages.ts';

/** A file whose pages can be drawn, counted from 1. What cannot be drawn is refused with `Unshown`. */
export type Opened = {
  pages: number;
  /** Size of a page at 100 %, in pixels of the page, before it is turned. */
  sizeOf(page: number): Promise<Size>;
  /** Draws over the whole canvas, whose size says how large. */
  paint(page: number, canvas: HTMLCanvasElement, turn: Turn, signal: AbortSignal): Promise<void>;
  /** The page's own text for readers of the screen; empty when it has none. */
  textOf(page: number): Promise<string>;
};

/** Why a file is not shown. */
export class Unshown extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

/** Why something failed. Each script has a class of its own, so what counts is what the error says. */
export const problemOf = (error: unknown): Problem =>
  (error instanceof Error && 'problem' in error ? (error.problem as Problem) : undefined) ?? 'broken';

/** A file that takes longer is not shown: it may be made to take forever. */
const PATIENCE_MS = 20_000;

/** Waits for a step of drawing, but not forever. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  let timer = 0;
  const late = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(() => reject(new Unshown('broken')), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
