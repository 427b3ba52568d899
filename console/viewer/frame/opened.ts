import type { Size } from '../shared/fit.ts';
import type { Problem, Turn } from '../shared/messages.ts';

/** An opened file whose pages can be drawn, counted from 1. A failure rejects with `Unshown`. */
export type Opened = {
  pages: number;
  /** Size of a page at 100 %, in CSS pixels, before rotation. */
  sizeOf(page: number): Promise<Size>;
  /** Draws over the whole canvas, whose size determines the scale. */
  paint(page: number, canvas: HTMLCanvasElement, turn: Turn, signal: AbortSignal): Promise<void>;
  /** The page's own text for screen readers; empty when it has none. */
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

/** The reason of a failure. Each script has its own copy of the class, so the property counts, not the class. */
export const problemOf = (error: unknown): Problem =>
  (error instanceof Error && 'problem' in error ? (error.problem as Problem) : undefined) ?? 'broken';

/** A file that takes longer is not shown: it may be crafted to take forever. */
const PATIENCE_MS = 20_000;

/** Waits for a drawing step, but not forever. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  let timer = 0;
  const late = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(() => reject(new Unshown('broken')), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
