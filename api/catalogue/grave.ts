import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Table, Touch, Touched } from './described.ts';
import type { Change, Plan } from './diff.ts';
import { type Catalogue, type Kind, keyOf } from './model.ts';
import { ENDS, SECTIONS, TOUCHES } from './trust.ts';

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

const NOTHING = 'Nada';
type Values = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isPlain(value) && Object.keys(value).length === 0);

const scalar = (value: unknown): string =>
  value === true
    ? 'Sim'
    : value === false
      ? 'Não'
      : value === null || value === undefined
        ? NOTHING
        : String(value);

/** Every value of a field on its own line, with its path if it has one; nothing is truncated. */
function linesOf(value: unknown, path = ''): string[] {
  const named = (text: string) => (path ? `${path}: ${text}` : text);
  if (Array.isArray(value) && value.every((one) => !isPlain(one)))
    return [named(value.length === 0 ? NOTHING : value.map(scalar).join(', '))];
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
    return lines.length === 0 ? [named(NOTHING)] : lines;
  }
  return [named(scalar(value))];
}

type Place = { kind: keyof typeof TOUCHES; code: string };
const placeOf = ({ kind, code }: Place): string => `${SECTIONS[kind] ?? kind} ${code}`;

const isTable = (one: Touched | Table): one is Table => isPlain(one);

/** Fields of one entry that change and affect something; `path` is the prefix for nested fields. */
function changedIn(
  table: Table,
  place: Place,
  before: Values | undefined,
  after: Values,
  path = '',
): Grave[] {
  return Object.entries(table).flatMap(([name, touched]) => {
    const [from, to] = [before?.[name], after[name]];
    if (isTable(touched))
      return changedIn(
        touched,
        place,
        isPlain(from) ? from : before && {},
        isPlain(to) ? to : {},
        `${path}${name}.`,
      );
    if (touched === null) return [];
    if (before ? isDeepStrictEqual(from, to) : isEmpty(to)) return [];
    const [touches, label] = touched;
    return [
      {
        ...place,
        field: `${path}${name}`,
        touches,
        label: `${label} (${placeOf(place)})`,
        before: before ? linesOf(from) : null,
        after: linesOf(to),
      },
    ];
  });
}

/** The removal of an entry that affects something. */
function retired(place: Place, entry: Values): Grave[] {
  const touches = ENDS[place.kind];
  if (!touches) return [];
  const before = linesOf(Object.fromEntries(Object.entries(entry).filter(([, value]) => !isEmpty(value))));
  return [
    { ...place, field: '', touches, label: `Deixa de valer (${placeOf(place)})`, before, after: [NOTHING] },
  ];
}

const plain = <T>(value: T): T & Values => JSON.parse(JSON.stringify(value)) as T & Values;

const entriesOf = (catalogue: Catalogue, kind: Kind): Map<string, Values> =>
  new Map(catalogue[kind].map((entry) => [keyOf(kind, entry as never), plain(entry as object)]));

/** The changes of a plan that affect trust or money, in catalogue order (spec 25.4.4). */
export function graveOf(current: Catalogue, { changes, write, retire, tenant, console }: Plan): Grave[] {
  const { alias } = current.tenant;
  const found: Grave[] = [];
  if (tenant)
    found.push(
      ...changedIn(TOUCHES.tenant, { kind: 'tenant', code: alias }, plain(current.tenant), plain(tenant)),
    );
  if (console)
    found.push(
      ...changedIn(TOUCHES.console, { kind: 'console', code: alias }, plain(current.console), plain(console)),
    );
  for (const kind of new Set(changes.map(({ kind }) => kind))) {
    if (kind === 'tenant' || kind === 'console' || kind === 'assets') continue;
    const known = entriesOf(current, kind);
    for (const entry of write[kind]) {
      const code = keyOf(kind, entry as never);
      found.push(...changedIn(TOUCHES[kind], { kind, code }, known.get(code), plain(entry as object)));
    }
    for (const entry of retire[kind])
      found.push(...retired({ kind, code: keyOf(kind, entry as never) }, plain(entry as object)));
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
