import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Change, Plan } from './diff.ts';
import { type Catalogue, type Kind, keyOf } from './model.ts';
import { isTable, speaksAnew, type Table, type Told, type Touch } from './touched.ts';
import { SECTIONS, type Section, TOUCHES } from './trust.ts';

/** A change affecting trust or money, in words: the current value, null if there is none, and the new one. */
export type Grave = {
  kind: string;
  code: string;
  field: string;
  touches: Touch;
  label: string;
  before: string[] | null;
  after: string[];
};

const EMPTY = 'Em branco';
const NOTHING = 'Nada';
type Values = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const scalar = (value: unknown): string =>
  value === true
    ? 'Sim'
    : value === false
      ? 'Não'
      : value === null || value === undefined || value === ''
        ? EMPTY
        : String(value);

/** Every value of a field on its own line, with its path if it has one; nothing is truncated. */
function linesOf(value: unknown, path = ''): string[] {
  const named = (text: string) => (path ? `${path}: ${text}` : text);
  if (Array.isArray(value) && value.every((one) => !isPlain(one)))
    return [named(value.length === 0 ? EMPTY : value.map(scalar).join(', '))];
  if (Array.isArray(value))
    return value.map((one) =>
      named(
        Object.entries(one as Values)
          .map(
            ([key, inner]) =>
              `${key} ${isPlain(inner) || Array.isArray(inner) ? JSON.stringify(inner) : scalar(inner)}`,
          )
          .join(', '),
      ),
    );
  if (isPlain(value)) {
    const lines = Object.entries(value).flatMap(([key, inner]) =>
      linesOf(inner, path ? `${path}.${key}` : key),
    );
    return lines.length === 0 ? [named(EMPTY)] : lines;
  }
  return [named(scalar(value))];
}

/** The lines of two texts between what they begin and end with alike. */
function changedLines(from: string, to: string): { before: string[]; after: string[] } {
  const [was, is] = [from.split('\n'), to.split('\n')];
  const shorter = Math.min(was.length, is.length);
  let first = 0;
  while (first < shorter && was[first] === is[first]) first += 1;
  let last = 0;
  while (last < shorter - first && was.at(-1 - last) === is.at(-1 - last)) last += 1;
  const between = (lines: string[]) => {
    const found = lines.slice(first, lines.length - last);
    return found.length === 0 ? [NOTHING] : found;
  };
  return { before: between(was), after: between(is) };
}

/** Titles of contracts by code, and the current day; empty where nothing is over. */
export type Seen = { titles: ReadonlyMap<string, string>; today: string };

/** A value as the second person reads it, one entry for each line. */
function shown({ part, words, contract }: Told, value: unknown, { titles }: Seen): string[] {
  const title = contract && typeof value === 'string' ? titles.get(value) : undefined;
  if (title !== undefined) return [`${value} (${title})`];
  if (part) {
    const lines = part(value);
    return lines.length === 0 ? [EMPTY] : lines;
  }
  const said = (one: unknown) => words?.[String(one)] ?? one;
  return linesOf(Array.isArray(value) ? value.map(said) : said(value));
}

type Place = { kind: Section; code: string };
const placeOf = ({ kind, code }: Place): string => `${SECTIONS[kind]} ${code}`;

/** Whether a field changes in a way that a second person has to see. */
function isGrave({ part, spoken, reopens }: Told, from: unknown, to: unknown, { today }: Seen): boolean {
  if (reopens) return String(from) < today && String(to) >= today;
  if (spoken) return speaksAnew(from, to);
  return part ? !isDeepStrictEqual(part(from), part(to)) : !isDeepStrictEqual(from, to);
}

type Sides = { before: Values; after: Values; seen: Seen };

/** Fields of one entry that change and affect something; `path` is the prefix for nested fields. */
function changedIn(table: Table, place: Place, { before, after, seen }: Sides, path = ''): Grave[] {
  return Object.entries(table).flatMap(([name, touched]) => {
    const [from, to] = [before[name], after[name]];
    if (touched === null) return [];
    if (isTable(touched))
      return changedIn(
        touched,
        place,
        { before: isPlain(from) ? from : {}, after: isPlain(to) ? to : {}, seen },
        `${path}${name}.`,
      );
    if (!isGrave(touched, from, to, seen)) return [];
    const { touches, label, long } = touched;
    const sides = long
      ? changedLines(String(from), String(to))
      : { before: shown(touched, from, seen), after: shown(touched, to, seen) };
    const named = `${label}${long ? ', só as linhas que mudam' : ''} (${placeOf(place)})`;
    return [{ ...place, field: `${path}${name}`, touches, label: named, ...sides }];
  });
}

type Whole = { entry: Values; comes: boolean; seen: Seen };

/** Every field of an entry that affects something, with its label; settings only where the entry has them. */
function standingIn(table: Table, { entry, comes, seen }: Whole): { touches: Touch; lines: string[] }[] {
  return Object.entries(table).flatMap(([name, touched]) => {
    const value = entry[name];
    if (touched === null || value === undefined) return [];
    if (isTable(touched)) return standingIn(touched, { entry: isPlain(value) ? value : {}, comes, seen });
    if (touched.reopens) return [];
    if (touched.spoken && !(comes && speaksAnew(undefined, value))) return [];
    return [
      {
        touches: touched.touches,
        lines: (touched.long ? String(value).split('\n') : shown(touched, value, seen)).map(
          (line) => `${touched.label}: ${line}`,
        ),
      },
    ];
  });
}

/** An entry that comes or goes, as a whole: one that returns may differ from what it was before it went. */
function whole(place: Place, one: Whole): Grave[] {
  const found = standingIn(TOUCHES[place.kind], one);
  const { comes } = one;
  if (found.length === 0) return [];
  const lines = found.flatMap((one) => one.lines);
  return [
    {
      ...place,
      field: '',
      touches: found.some(({ touches }) => touches === 'money') ? 'money' : 'trust',
      label: `${comes ? 'Passa a valer' : 'Deixa de valer'} (${placeOf(place)})`,
      before: comes ? null : lines,
      after: comes ? lines : [NOTHING],
    },
  ];
}

const plain = <T>(value: T): T & Values => JSON.parse(JSON.stringify(value)) as T & Values;

const entriesOf = (catalogue: Catalogue, kind: Kind): Map<string, Values> =>
  new Map(catalogue[kind].map((entry) => [keyOf(kind, entry as never), plain(entry as object)]));

/** The changes of a plan that affect trust or money, in catalogue order (spec 25.4.4). */
export function graveOf(
  current: Catalogue,
  { changes, write, retire, tenant, console }: Plan,
  seen: Seen = { titles: new Map(), today: '' },
): Grave[] {
  const { alias } = current.tenant;
  const found: Grave[] = [];
  if (tenant)
    found.push(
      ...changedIn(
        TOUCHES.tenant,
        { kind: 'tenant', code: alias },
        { before: plain(current.tenant), after: plain(tenant), seen },
      ),
    );
  if (console)
    found.push(
      ...changedIn(
        TOUCHES.console,
        { kind: 'console', code: alias },
        { before: plain(current.console), after: plain(console), seen },
      ),
    );
  for (const kind of new Set(changes.map(({ kind }) => kind))) {
    if (kind === 'tenant' || kind === 'console' || kind === 'assets') continue;
    const known = entriesOf(current, kind);
    for (const entry of write[kind]) {
      const place = { kind, code: keyOf(kind, entry as never) }; // of this kind, which the type of all entries does not say
      const [before, after] = [known.get(place.code), plain(entry as object)];
      found.push(
        ...(before
          ? changedIn(TOUCHES[kind], place, { before, after, seen })
          : whole(place, { entry: after, comes: true, seen })),
      );
    }
    for (const entry of retire[kind])
      found.push(
        ...whole(
          { kind, code: keyOf(kind, entry as never) },
          { entry: plain(entry as object), comes: false, seen },
        ),
      ); // as above
  }
  return found;
}

/**
 * Hash of everything a plan replaces, in its current state. As long as it is unchanged, recomputing the plan would give the
 * same result.
 */
export function markOf(current: Catalogue, { changes }: Pick<Plan, 'changes'>): string {
  const hash = createHash('sha256');
  const known = new Map<string, Map<string, Values>>();
  const standing = ({ kind, code }: Change): unknown => {
    if (kind === 'tenant' || kind === 'console') return current[kind];
    if (kind === 'assets')
      return current.assets.find(({ path }) => path === code)?.content.toString('base64');
    const entries = known.get(kind) ?? entriesOf(current, kind);
    known.set(kind, entries);
    return entries.get(code);
  };
  for (const change of changes) {
    hash.update(JSON.stringify([change, standing(change) ?? null]));
  }
  return hash.digest('base64url');
}
