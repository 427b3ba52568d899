/**
 * Messages between the page and the viewer's frame (spec 25.8). The frame draws files that anybody may have sent, so the page
 * trusts nothing beyond these shapes, and no message from the frame decides anything.
 */

export type Turn = 0 | 90 | 180 | 270;
/** `page` and `width` fit the drawing to the room; a number is a percentage. */
export type Zoom = 'page' | 'width' | number;
export type Problem = 'too-big' | 'broken' | 'sheet';

export type ToFrame =
  | { do: 'open'; file: number; bytes: ArrayBuffer }
  | {
      do: 'draw';
      ask: number;
      file: number;
      /** Counted from 1. */
      page: number;
      /** Its name for screen readers: "RG, arquivo 1 de 2, página 1". */
      label: string;
      zoom: Zoom;
      turn: Turn;
      room: { width: number; height: number };
      /** Device pixels per CSS pixel. */
      density: number;
    }
  | { do: 'thumbnail'; ask: number; file: number; page: number; width: number; height: number };

export type ToPage =
  | { tell: 'ready' }
  | { tell: 'opened'; file: number; pages: number }
  | { tell: 'unopened'; file: number; problem: Problem }
  | { tell: 'drawn'; ask: number; width: number; height: number; percent: number }
  | { tell: 'refused'; ask: number; problem: Problem }
  | { tell: 'thumbnail'; ask: number; width: number; height: number; pixels: ArrayBuffer };

/** Larger pictures and longer PDFs are not drawn (spec 25.8). */
export const MOST_PIXELS = 50_000_000;
export const MOST_PAGES = 300;
/** Height of an A4 page at 100 %, in CSS pixels. */
export const PAPER_HEIGHT = 1123;
/** Most files of one document; more are never passed. */
export const MOST_FILES = 20;
/** Most a drawing of one page may measure on each side, in CSS pixels. */
export const MOST_SIDE = 40_000;
const MOST_THUMBNAIL = 600;

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const isProblem = (value: unknown): value is Problem =>
  value === 'too-big' || value === 'broken' || value === 'sheet';
/** The frame's message, if it has one of the known shapes; otherwise undefined. */
export function readToPage(data: unknown): ToPage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { tell, ask, file, pages, width, height, percent, problem, pixels } = data as Record<string, unknown>;
  if (tell === 'ready') return { tell };
  if (tell === 'opened' || tell === 'unopened') {
    if (!isWhole(file, 0, MOST_FILES)) return undefined;
    if (tell === 'opened') return isWhole(pages, 1, MOST_PAGES) ? { tell, file, pages } : undefined;
    return isProblem(problem) ? { tell, file, problem } : undefined;
  }
  if (!isWhole(ask, 0, Number.MAX_SAFE_INTEGER)) return undefined;
  if (tell === 'refused') return isProblem(problem) ? { tell, ask, problem } : undefined;
  if (tell === 'drawn') {
    if (!isWhole(width, 1, MOST_SIDE) || !isWhole(height, 1, MOST_SIDE)) return undefined;
    return isWhole(percent, 1, 1000) ? { tell, ask, width, height, percent } : undefined;
  }
  if (tell !== 'thumbnail' || !(pixels instanceof ArrayBuffer)) return undefined;
  if (!isWhole(width, 1, MOST_THUMBNAIL) || !isWhole(height, 1, MOST_THUMBNAIL)) return undefined;
  return pixels.byteLength === width * height * 4 ? { tell, ask, width, height, pixels } : undefined;
}
