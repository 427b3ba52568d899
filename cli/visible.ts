import { stripVTControlCharacters } from 'node:util';

/**
 * Characters that a reader does not see and that a terminal, or the order of what is read, obeys: C0, DEL, C1, marks of
 * direction, joiners and blanks of no width, fillers, lone halves of a pair, separators of lines that are none of ours.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const LAYOUT = new Set(['\n', '\t']);

/** Text as people may read it at a terminal: sequences and unseen characters are gone, line ends and tabs stay. */
export const visible = (text: string): string =>
  stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replaceAll(UNSEEN, (one) =>
    LAYOUT.has(one) ? one : '',
  );

/** The same on one line: what others wrote cannot begin a line that looks like ours. */
export const oneLine = (text: string): string => visible(text.replaceAll(/[\s\u0085]+/g, ' '));

/** JSON in which every unseen character is written as its escape, so that nothing is lost and nothing is obeyed. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(UNSEEN, (one) =>
    one === '\n' ? one : [...one].map(escaped).join(''),
  );

const escaped = (one: string): string =>
  Array.from(
    { length: one.length },
    (_, at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
