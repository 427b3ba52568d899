import { stripVTControlCharacters } from 'node:util';

/**
 * Characters that a reader does not see but a terminal, or the reading order, obeys: C0, DEL, C1, direction marks, zero-width
 * joiners and spaces, fillers, lone surrogates, foreign line separators.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const LAYOUT = new Set(['\n', '\t']);

const COMMAND = '\u001b]';
/** What terminates an operating system command (ECMA-48 8.3.89). */
const ENDS = ['\u0007', '\u001b\\', '\u009c'];

/**
 * Text in which no unterminated command remains: searching the end of each would be quadratic in the text's length. The
 * replacement for its beginning is invisible as well.
 */
const ended = (text: string): string => {
  const last = Math.max(...ENDS.map((end) => text.lastIndexOf(end))) + 1;
  return text.slice(0, last) + text.slice(last).replaceAll(COMMAND, '\u0000');
};

/** Text that is safe to print on a terminal: escape sequences and invisible characters are removed, line breaks and tabs stay. */
export const visible = (text: string): string =>
  stripVTControlCharacters(ended(text.replaceAll('\r\n', '\n'))).replaceAll(UNSEEN, (one) =>
    LAYOUT.has(one) ? one : '',
  );

/** The same on one line: text written by others cannot start a line that looks like ours. */
export const oneLine = (text: string): string => visible(text.replaceAll(/[\s\u0085]+/g, ' '));

/** JSON in which every invisible character is escaped, so that nothing is lost and nothing is obeyed. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(UNSEEN, (one) =>
    one === '\n' ? one : [...one].map(escaped).join(''),
  );

const escaped = (one: string): string =>
  Array.from(
    { length: one.length },
    (_, at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
