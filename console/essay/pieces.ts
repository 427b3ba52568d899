/** A part of a text, as offsets in the NFC-composed text: shared with another text, or quoted. */
export type Passage = { start: number; end: number };

/** Properties of every character of a piece. */
type Within = { run: number | undefined; isQuoted: boolean };

/** A uniformly rendered part of a paragraph. */
export type Piece =
  | ({ kind: 'text'; text: string } & Within)
  /** An invisible character, by its code point ("U+202E"). */
  | ({ kind: 'hidden'; code: string } & Within)
  /** The number of a passage, at its end. */
  | { kind: 'end'; run: number }
  /** Where a quotation from the support texts begins or ends. */
  | { kind: 'quote'; edge: 'start' | 'end' };

/**
 * Characters without a visible shape: control, zero-width, direction marks, soft hyphens, fillers, variation selectors, line
 * separators that browsers do not break at, and the empty Braille pattern.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;
/** Line breaks and tabs are not suspicious. */
const PLAIN = /[\n\r\t]/;

const isHidden = (character: string): boolean => HIDDEN.test(character) && !PLAIN.test(character);

/** Number of invisible characters in a text. */
export function hiddenIn(text: string): number {
  let count = 0;
  for (const character of text) if (isHidden(character)) count += 1;
  return count;
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Uniformly rendered text, with its hidden characters separated. */
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

/** Paragraphs of a text with their offsets; empty lines are skipped. */
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

/** The part of a line from one offset to another, cut where quotations begin and end. */
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
 * A text as paragraphs of pieces (spec 25.7): its passages by their index, its quotations from the support texts, and every
 * hidden character separately, so that none can reverse or hide what is read. Overlapping passages never share text: the first
 * one gets it. A passage may contain part of a quotation: the rest of the passage differs from the support text.
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
