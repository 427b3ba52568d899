/** Placeholder for a value that is filled in: a short word. */
const VALUE = 'isto';
const ESCAPES: Readonly<Record<string, string>> = { n: '\n' };

/** Names of statuses and the like; a text has a space, an accent, a symbol or an initial capital. */
const IS_NAME = /^[a-z0-9/.-]*$/;

/** Removes comments and imports, which are on lines of their own, and quoted keys, which begin a line. */
const withoutNotes = (source: string): string =>
  source
    .split('\n')
    .map((line) => (/^ *(?:\/\*|\*|\/\/|import )/.test(line) ? '' : line.replace(/^ *'[^']*':/, '')))
    .join('\n');

/** Texts for people in a module of texts, with each value in them replaced by a short word. */
export function stringsOf(source: string): string[] {
  const code = withoutNotes(source);
  const found: string[] = [];
  let at = 0;
  const quoted = (quote: string): string => {
    let text = '';
    for (at += 1; at < code.length && code[at] !== quote; at += 1) {
      if (code[at] === '\\') {
        at += 1;
        text += ESCAPES[code[at] ?? ''] ?? code[at];
      } else if (quote === '`' && code.startsWith('${', at)) {
        at += 2;
        outside('}');
        text += VALUE;
      } else text += code[at];
    }
    return text;
  };
  const outside = (end: string): void => {
    let depth = 0;
    for (; at < code.length; at += 1) {
      const sign = code[at] ?? '';
      if (sign === end && depth === 0) return;
      if (sign === "'" || sign === '`') found.push(quoted(sign));
      else if (sign === '{') depth += 1;
      else if (sign === '}') depth -= 1;
    }
  };
  outside('');
  return found.filter((text) => /\p{L}/u.test(text) && !IS_NAME.test(text));
}
