import { stripVTControlCharacters } from 'node:util';

/**
 * Characters that a reader does not see and that a terminal, or the order of what is read, obeys: C0, DEL, C1, marks of
 * direction, joiners and blanks of no width, fillers, lone halves of a pair, separators of lines that are none of ours.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const LAYOUT = new Set(['\n', '\t']);

const COMMAND = '\u001b]';
/** What ends a command of the operating system (ECMA-48 8.3.89). */
const ENDS = ['\u0007', '\u001b\\', '\u009c'];

/**
 * Text in which no command begins that has no end: to look for the end of each would take the square of the text's length.
 * What stands for its beginning is unseen as well.
 */
const ended = (text: string): string => {
  const last = Math.max(...ENDS.map((end) => text.lastIndexOf(end))) + 1;
  return text.slice(0, last) + text.slice(last).replaceAll(COMMAND, '\u0000');
};

/** Text as people may read it at a terminal: sequences and unseen characters are gone, line ends and tabs stay. */
export const visible = (text: string): string =>
  stripVTControlCharacters(ended(text.replaceAll('\r\n', '\n'))).replaceAll(UNSEEN, (one) =>
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
