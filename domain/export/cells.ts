/** A moment as a clock on the wall shows it: milliseconds since 1970-01-01 00:00 of that clock. */
export type Moment = { readonly wall: number };

/**
 * What a cell of an exported list holds (spec-console 25.3.6). A text is what anybody may have typed; a number or a moment is
 * written by us alone. Null is an empty cell.
 */
export type Cell = string | number | Moment | null;

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment in words: `12/01/2026 10:00`. */
export function momentText({ wall }: Moment): string {
  const at = new Date(wall);
  const day = [two(at.getUTCDate()), two(at.getUTCMonth() + 1), String(at.getUTCFullYear()).padStart(4, '0')];
  return `${day.join('/')} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
}

/**
 * Beginnings that a spreadsheet takes for a formula or a command: the signs and their full-width forms after any spaces, a tab
 * or a carriage return.
 */
const ACTIVE = /^[^\S\t\r]*[=+\-@\t\r＝＋－＠]/;

/** Characters that no text needs and readers drop, which would lay open what stands behind them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u2060\ufeff\ufffe\uffff]/g;

/** A text without characters that nobody sees and without halves of characters. */
const visible = (text: string): string => text.replace(UNSEEN, '').toWellFormed();

/**
 * A text as every spreadsheet shows it and none runs it: what begins like a formula gets a leading `'` (spec-console 25.3.6).
 */
export function defused(text: string): string {
  const seen = visible(text);
  return ACTIVE.test(seen) ? `'${seen}` : seen;
}
