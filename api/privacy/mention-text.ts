/** Everything that can identify a person in a text, as stored. */
export type Named = {
  names: readonly string[];
  /** CPF, passport, RG. */
  documents: readonly string[];
  emails: readonly string[];
  phones: readonly string[];
};

/** Replaces the parts that identified an erased person. */
const GONE = '[apagado]';
/** Words of names that many people share and that identify nobody. */
const PARTICLES: ReadonlySet<string> = new Set(['a', 'as', 'da', 'das', 'de', 'do', 'dos', 'e', 'o', 'os']);
/** Shorter numbers occur in too many unrelated texts. */
const MIN_DIGITS = 7;
/** People write "111.222.333-96" and "(31) 9 0000-0001": maximum number of characters between two digits of a number. */
const BETWEEN_DIGITS = 2;

/** The text in lower case without accents, like `plain_name` in the database. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** A piece of a text: its plain letters and its position. */
type Piece = { plain: string; from: number; to: number };

/** Words, numbers and other contiguous runs, with their positions in `text`. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    pieces.push({ plain: plain(word), from: index, to: index + word.length });
  return pieces;
}

type Span = { from: number; to: number };

/** Consecutive words of a name, in any order and possibly incomplete: at least the first name and one other. */
function nameSpans(pieces: readonly Piece[], name: string): Span[] {
  const words = piecesOf(name).map((piece) => piece.plain);
  const telling = words.filter((word) => !PARTICLES.has(word));
  const [first] = telling;
  const known = new Set(words);
  if (first === undefined || new Set(telling).size < 2) return [];
  const spans: Span[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const run: Piece[] = [];
    for (let next = pieces[at]; next && known.has(next.plain); next = pieces[++at]) run.push(next);
    // Particles at either end belong to the sentence around the name.
    while (run.length > 0 && PARTICLES.has(run[0]?.plain ?? '')) run.shift();
    while (run.length > 0 && PARTICLES.has(run.at(-1)?.plain ?? '')) run.pop();
    const said = new Set(run.map((piece) => piece.plain).filter((word) => !PARTICLES.has(word)));
    const [start, end] = [run[0], run.at(-1)];
    if (start && end && said.has(first) && said.size > 1) spans.push({ from: start.from, to: end.to });
  }
  return spans;
}

/** A number, however its digits are grouped. */
function digitSpans(text: string, number: string): Span[] {
  const wanted = number.replace(/\D/g, '');
  if (wanted.length < MIN_DIGITS) return [];
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const digits = places.map((place) => text[place]).join('');
  const spans: Span[] = [];
  for (let at = digits.indexOf(wanted); at >= 0; at = digits.indexOf(wanted, at + 1)) {
    const own = places.slice(at, at + wanted.length);
    const joined = own.every((place, n) => n === 0 || place - (own[n - 1] ?? 0) <= BETWEEN_DIGITS + 1);
    const [from, last] = [own[0], own.at(-1)];
    if (joined && from !== undefined && last !== undefined) spans.push({ from, to: last + 1 });
  }
  return spans;
}

/** A document that contains letters, such as a passport. */
function wordSpans(pieces: readonly Piece[], word: string): Span[] {
  const wanted = plain(word).replace(/[^\p{L}\p{N}]/gu, '');
  return /\D/.test(wanted) ? pieces.filter((piece) => piece.plain === wanted) : [];
}

function mailSpans(text: string, email: string): Span[] {
  const [where, wanted] = [text.toLowerCase(), email.toLowerCase()];
  // Letters whose lower-case form is longer would shift the positions after them.
  if (where.length !== text.length || wanted === '') return [];
  const spans: Span[] = [];
  for (let at = where.indexOf(wanted); at >= 0; at = where.indexOf(wanted, at + 1))
    spans.push({ from: at, to: at + wanted.length });
  return spans;
}

/**
 * Removes everything that identifies these people from a text, in any spelling of names and numbers; returns the same text if
 * nothing does. `sameLength` keeps the length, for files whose fields are found by position.
 */
export function withoutMentions(text: string, people: readonly Named[], sameLength = false): string {
  const pieces = piecesOf(text);
  const spans = people
    .flatMap(({ names, documents, emails, phones }) => [
      ...names.flatMap((name) => nameSpans(pieces, name)),
      ...[...documents, ...phones].flatMap((number) => digitSpans(text, number)),
      ...documents.flatMap((document) => wordSpans(pieces, document)),
      ...emails.flatMap((email) => mailSpans(text, email)),
    ])
    .sort((a, b) => a.from - b.from || b.to - a.to);
  let told = '';
  let done = 0;
  for (const { from, to } of spans) {
    if (to <= done) continue;
    const start = Math.max(from, done);
    told += text.slice(done, start) + (sameLength ? 'X'.repeat(to - start) : start === from ? GONE : '');
    done = to;
  }
  return told + text.slice(done);
}

/** Same as `withoutMentions`, for every string in a JSON value. */
export function jsonWithoutMentions(value: unknown, people: readonly Named[]): unknown {
  if (typeof value === 'string') return withoutMentions(value, people);
  if (Array.isArray(value)) return value.map((one) => jsonWithoutMentions(one, people));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, jsonWithoutMentions(one, people)]),
  );
}

/** LIKE patterns for a plain text: it must match one of `coarse` and one of `fine`. */
export type Sieve = { coarse: string[]; fine: string[] };

/**
 * Patterns that match every text that `withoutMentions` would change, and few others: `coarse` has few patterns, so that most
 * texts are cheap to check, and `fine` has one per pair of words.
 */
export function sieveOf(people: readonly Named[]): Sieve {
  const exact = (text: string) => text.replace(/[\\%_]/g, '\\$&');
  const words = people
    .flatMap(({ names }) => names)
    .map((name) =>
      piecesOf(name)
        .map((piece) => exact(piece.plain))
        .filter((word) => !PARTICLES.has(word)),
    )
    .filter(({ length }) => length > 1);
  const others = people.flatMap(({ documents, emails, phones }) => [
    ...[...documents, ...phones]
      .map((number) => number.replace(/\D/g, ''))
      .filter((digits) => digits.length >= MIN_DIGITS)
      .map((digits) => `%${[...digits].join('%')}%`),
    ...documents.filter((one) => /\D/.test(one)).map((one) => `%${exact(plain(one))}%`),
    ...emails.filter((one) => one !== '').map((one) => `%${exact(plain(one))}%`),
  ]);
  const pairs = words.flatMap(([first, ...more]) =>
    more.flatMap((other) => [`%${first}%${other}%`, `%${other}%${first}%`]),
  );
  const distinct = (patterns: string[]) => [...new Set(patterns)];
  return {
    coarse: distinct([...words.map(([first]) => `%${first}%`), ...others]),
    fine: distinct([...pairs, ...others]),
  };
}
