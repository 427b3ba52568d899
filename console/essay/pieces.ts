/** A part of a text, as offsets in the composed text: what another one holds too, or what it quotes. */
export type Passage = { start: number; end: number };

/** What holds of every letter of a piece. */
type Within = { run: number | undefined; isQuoted: boolean };

/** A part of a paragraph that is drawn one way. */
export type Piece =
  | ({ kind: 'text'; text: string } & Within)
  /** A character that nobody sees, by its number ("U+202E"). */
  | ({ kind: 'hidden'; code: string } & Within)
  /** The number of a passage, where it ends. */
  | { kind: 'end'; run: number }
  /** Where a quotation of the support texts begins and ends. */
  | { kind: 'quote'; edge: 'start' | 'end' };

/**
 * Characters without a shape of their own: control, zero-width, direction marks, soft hyphens, fillers, variation selectors,
 * separators of lines that browsers do not break, and the empty pattern of Braille.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;
/** What breaks and indents lines is no secret. */
const PLAIN = /[\n\r\t]/;

const isHidden = (character: string): boolean => HIDDEN.test(character) && !PLAIN.test(character);

/** How many characters of a text nobody sees. */
export function hiddenIn(text: string): number {
  let count = 0;
  for (const character of text) if (isHidden(character)) count += 1;
  return count;
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Text that is drawn one way, with its hidden characters apart. */
function plainPieces(text: string, within: Within): Piece[] {
  const pieces: Piece[] = [];
  let open = '';
  const close = () => {
    if (open) pieces.push({ kind: 'text', text: open, ...within });
    open = '';
  };
  for (const character of text) {
    if (!isHidden(character)) open += character;
    else {
      close();
      pieces.push({ kind: 'hidden', code: codeOf(character), ...within });
    }
  }
  close();
  return pieces;
}

/** Paragraphs of a text with where they begin; empty lines are none. */
function paragraphsOf(text: string): { text: string; at: number }[] {
  let at = 0;
  const found = text.split('\n').map((line) => {
    const start = at;
    at += line.length + 1;
    return { text: line, at: start };
  });
  return found.filter((line) => line.text.trim() !== '');
}

const byPlace = (one: Passage, other: Passage): number => one.start - other.start || one.end - other.end;

type Line = { text: string; at: number };

/** A stretch of a line from one place to another, cut where quotations begin and end. */
function stretch(
  { text, at }: Line,
  [from, to]: readonly [number, number],
  { run, quotations }: { run: number | undefined; quotations: readonly Passage[] },
): Piece[] {
  const pieces: Piece[] = [];
  let cursor = from;
  const upTo = (place: number, isQuoted: boolean) => {
    pieces.push(...plainPieces(text.slice(cursor, place), { run, isQuoted }));
    cursor = Math.max(cursor, place);
  };
  for (const { start, end } of quotations) {
    const [begins, ends] = [Math.max(start - at, cursor), Math.min(end - at, to)];
    if (ends <= begins) continue;
    upTo(begins, false);
    if (start - at >= from) pieces.push({ kind: 'quote', edge: 'start' });
    upTo(ends, true);
    if (end - at <= to) pieces.push({ kind: 'quote', edge: 'end' });
  }
  upTo(to, false);
  return pieces;
}

/**
 * A text as paragraphs of pieces (spec 25.7): its passages by their place in the list, what it quotes of the support texts, and every
 * hidden character apart, so that nothing turns or hides what is read. Passages that overlap share nothing twice: the first one
 * has the words. A passage may hold a part of a quotation: what goes on from it differs from the support text.
 */
export function piecesOf(
  text: string,
  passages: readonly (Passage & { run: number })[],
  quoted: readonly Passage[] = [],
): Piece[][] {
  const sorted = [...passages].sort(byPlace);
  const quotations = [...quoted].sort(byPlace);
  return paragraphsOf(text).map((line) => {
    const pieces: Piece[] = [];
    let cursor = 0;
    for (const { start, end, run } of sorted) {
      const [from, to] = [Math.max(start - line.at, cursor), Math.min(end - line.at, line.text.length)];
      if (to <= from) continue;
      pieces.push(
        ...stretch(line, [cursor, from], { run: undefined, quotations }),
        ...stretch(line, [from, to], { run, quotations }),
      );
      if (end - line.at <= line.text.length) pieces.push({ kind: 'end', run });
      cursor = to;
    }
    return [...pieces, ...stretch(line, [cursor, line.text.length], { run: undefined, quotations })];
  });
}
