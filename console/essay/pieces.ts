/** A passage of a text that another one holds too, as offsets in the composed text; in the order of the text. */
export type Passage = { start: number; end: number };

/** A part of a paragraph that is drawn one way. */
export type Piece =
  | { kind: 'text'; text: string; run: number | undefined }
  /** A character that nobody sees, by its number ("U+202E"). */
  | { kind: 'hidden'; code: string; run: number | undefined }
  /** The number of a passage, where it ends. */
  | { kind: 'end'; run: number };

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

/** Text without passages, with its hidden characters apart. */
function plainPieces(text: string, run: number | undefined): Piece[] {
  const pieces: Piece[] = [];
  let open = '';
  const close = () => {
    if (open) pieces.push({ kind: 'text', text: open, run });
    open = '';
  };
  for (const character of text) {
    if (!isHidden(character)) open += character;
    else {
      close();
      pieces.push({ kind: 'hidden', code: codeOf(character), run });
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

/**
 * A text as paragraphs of pieces (spec 25.7): its passages by their place in the list, and every hidden character apart, so that
 * nothing turns or hides what is read. Passages that overlap share nothing twice: the first one has the words.
 */
export function piecesOf(text: string, passages: readonly (Passage & { run: number })[]): Piece[][] {
  const sorted = [...passages].sort((one, other) => one.start - other.start || one.end - other.end);
  return paragraphsOf(text).map(({ text: line, at }) => {
    const pieces: Piece[] = [];
    let cursor = 0;
    for (const { start, end, run } of sorted) {
      const [from, to] = [Math.max(start - at, cursor), Math.min(end - at, line.length)];
      if (to <= from) continue;
      pieces.push(
        ...plainPieces(line.slice(cursor, from), undefined),
        ...plainPieces(line.slice(from, to), run),
      );
      if (end - at <= line.length) pieces.push({ kind: 'end', run });
      cursor = to;
    }
    return [...pieces, ...plainPieces(line.slice(cursor), undefined)];
  });
}
