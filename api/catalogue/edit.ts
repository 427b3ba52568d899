import type { z } from 'zod';
import { checkCatalogue } from './check.ts';
import { consoleProblems, consoleShape } from './console.ts';
import { imageProblem, imageType } from './images.ts';
import {
  type Catalogue,
  type Entry,
  isKind,
  type Kind,
  keyFields,
  keyOf,
  shapes,
  tenantShape,
} from './model.ts';
import { nameOffers, type Spot } from './parse.ts';
import { saidOf } from './said.ts';

/** One change to one entry, as requested by a form: new field values, a new entry, or removal. */
export type Edit = {
  kind: Kind | 'tenant' | 'console';
  code: string;
  set?: Record<string, unknown> | undefined;
  create?: boolean | undefined;
  remove?: boolean | undefined;
  /** `set` is the complete entry rather than part of it; used to restore an earlier state. */
  whole?: boolean | undefined;
  /** The entry is a copy of an existing one, or such a copy is being removed; callers can't set this themselves. */
  copied?: boolean | undefined;
};
/** An applied edit, with both sides and the fields that differ. */
export type Edited = {
  kind: string;
  code: string;
  before: object | null;
  after: object | null;
  fields: string[];
  /** Created by copying an entry of the previous intake, or removed again. */
  copied?: boolean | undefined;
};
/** What is wrong with an edit, at one of its fields: `edits.2.set.capacity`. */
export type EditProblem = { field: string; message: string };
/** Codes in sections that a slice leaves out; undefined if everything was read. */
export type Elsewhere = ReadonlyMap<string, ReadonlySet<string>>;

/** Fields that an edit may set in part; their other members stay. */
const MERGED = ['parameters', 'theme', 'mail', 'payment', 'flags'];
/** In settings, null removes a value, so that the level above applies again. */
const REMOVABLE = 'parameters';

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function mergedField(name: string, before: unknown, given: unknown): unknown {
  if (!MERGED.includes(name) || !isPlain(given) || !isPlain(before)) return given;
  const merged = { ...before, ...given };
  if (name !== REMOVABLE) return merged;
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** An entry with new values, as a file would write it; `installments` and `value` replace the plan. */
function rewritten(before: object, set: Record<string, unknown>): Record<string, unknown> {
  const old = before as Record<string, unknown>;
  const fields = Object.entries(set).map(([name, given]) => [name, mergedField(name, old[name], given)]);
  const raw = { ...old, ...Object.fromEntries(fields) };
  const replans = 'installments' in set || 'value' in set;
  if (replans && !('plan' in set)) delete raw.plan;
  const plan = raw.plan;
  // A description that merely stated the number of instalments is recomputed.
  if ('plan' in set || replans)
    if (!('description' in set) && /^(À vista|\d+ parcelas)$/.test(String(old.description)))
      delete raw.description;
  return plan === undefined ? raw : { ...raw, plan };
}

const shapeOf = (kind: Edit['kind']): z.ZodType =>
  kind === 'tenant' ? tenantShape : kind === 'console' ? consoleShape : shapes[kind];

const plainIssue = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type')
    return issue.expected === 'number' || issue.expected === 'int'
      ? 'Informe um número, como 50 ou 12,5.'
      : 'Informe um valor.';
  if (issue.code === 'unrecognized_keys')
    return `Campo desconhecido: ${issue.keys.join(', ').slice(0, 100)}.`;
  if (issue.code === 'too_big' && issue.origin === 'string') return `Use até ${issue.maximum} letras.`;
  if (issue.code === 'too_small' && issue.origin === 'string') return 'Informe um valor.';
  if (issue.code === 'too_small') return `O menor valor é ${issue.minimum}.`;
  if (issue.code === 'too_big') return `O maior valor é ${issue.maximum}.`;
  if (issue.code === 'invalid_value') return 'Escolha um dos valores da lista.';
  return saidOf(issue.message);
};

type Place = { at: number; kind: string; code: string };

/**
 * Applies edits to a catalogue: returns the result, what changed, and what is wrong with the edits themselves.
 * @param fed sections decided by an academic catalogue: its next reading would revert an edit.
 */
export function editCatalogue(
  current: Catalogue,
  edits: readonly Edit[],
  fed: readonly string[] = [],
): { wanted: Catalogue; edited: Edited[]; problems: EditProblem[]; places: Place[] } {
  const wanted: Catalogue = { ...current };
  const problems: EditProblem[] = [];
  const edited: Edited[] = [];
  const places: Place[] = [];
  const index = new Map<Kind, Map<string, number>>();
  const positions = (kind: Kind) => {
    const known =
      index.get(kind) ?? new Map(wanted[kind].map((entry, at) => [keyOf(kind, entry as never), at]));
    if (!index.has(kind)) {
      index.set(kind, known);
      Object.assign(wanted, { [kind]: [...wanted[kind]] });
    }
    return known;
  };
  const gone = new Set<object>();
  for (const [at, edit] of edits.entries()) {
    const complain = (path: readonly PropertyKey[], message: string) =>
      problems.push({ field: ['edits', at, ...path].join('.'), message });
    const { kind, code, set = {}, create = false, remove = false, whole = create, copied } = edit;
    const list = isKind(kind) ? (wanted[kind] as object[]) : undefined;
    const known = isKind(kind) ? positions(kind) : undefined;
    const place = known?.get(code);
    const before = isKind(kind)
      ? place === undefined
        ? null
        : ((wanted[kind] as object[])[place] ?? null)
      : wanted[kind as 'tenant'];
    if (list && create === (before !== null && !gone.has(before))) {
      complain(['code'], create ? `${code} já existe.` : `${code} não existe no catálogo.`);
      continue;
    }
    if (!list && (create || remove)) {
      complain(['code'], 'Isto não se cria nem se retira.');
      continue;
    }
    places.push({ at, kind, code });
    if (fed.includes(kind)) {
      complain(['code'], 'Esta parte vem do sistema acadêmico: mude lá.');
      continue;
    }
    if (remove && isKind(kind) && before) {
      gone.add(before);
      edited.push({ kind, code, before, after: null, fields: [], copied });
      continue;
    }
    const parsed = shapeOf(kind).safeParse(whole ? set : rewritten(before ?? {}, set));
    if (!parsed.success) {
      for (const issue of parsed.error.issues.slice(0, 20))
        complain(['set', ...issue.path], plainIssue(issue));
      continue;
    }
    const after = parsed.data as object;
    if (kind === 'offers') nameOffers([after as Entry<'offers'>], wanted.ingressModes);
    if (isKind(kind)) {
      if (keyOf(kind, after as never) !== code) {
        complain(['code'], `O código não é o dos campos ${keyFields(kind).join(', ')}.`);
        continue;
      }
      const entries = wanted[kind] as object[];
      if (place === undefined) known?.set(code, entries.push(after) - 1);
      else entries[place] = after;
    } else Object.assign(wanted, { [kind]: after });
    const was = (before ?? {}) as Record<string, unknown>;
    const is = after as Record<string, unknown>;
    const differs = (name: string) => JSON.stringify(was[name]) !== JSON.stringify(is[name]);
    edited.push({ kind, code, before, after, fields: Object.keys(is).filter(differs), copied });
  }
  if (gone.size > 0)
    for (const kind of index.keys())
      Object.assign(wanted, { [kind]: (wanted[kind] as object[]).filter((entry) => !gone.has(entry)) });
  return { wanted, edited, problems, places };
}

/**
 * The field of the edits that a catalogue problem belongs to: the field of the edit concerned, otherwise the entry's own path.
 */
export function fieldOfSpot(
  catalogue: Catalogue,
  places: readonly Place[],
  { kind, index, path }: Spot,
): string {
  const entry = isKind(kind) ? catalogue[kind][index] : undefined;
  const code = isKind(kind) && entry ? keyOf(kind, entry as never) : undefined;
  const found = places.find((place) => place.kind === kind && (code === undefined || place.code === code));
  return found ? ['edits', found.at, 'set', ...path].join('.') : [kind, code ?? '', ...path].join('.');
}

/**
 * Applies the rules across entries and assigns each problem to its edit; `elsewhere` lists the codes in sections that weren't
 * read.
 */
export function crossProblems(
  catalogue: Catalogue,
  places: readonly Place[],
  elsewhere: Elsewhere | undefined,
): EditProblem[] {
  const problems: EditProblem[] = [];
  const sets = new Map<Kind, Set<string>>();
  const codes = (kind: Kind) => {
    const found =
      sets.get(kind) ??
      new Set(
        (catalogue[kind] as { code?: string; host?: string }[]).map(({ code, host }) => code ?? host ?? ''),
      );
    sets.set(kind, found);
    return found;
  };
  const complain = (spot: Spot, message: string) =>
    problems.push({ field: fieldOfSpot(catalogue, places, spot), message: saidOf(message) });
  consoleProblems(catalogue.console, (path, message) =>
    complain({ kind: 'console', index: 0, path }, message),
  );
  checkCatalogue(catalogue, {
    seen: (kind, code) => codes(kind).has(code) || elsewhere?.get(kind)?.has(code) === true,
    hint: () => '',
    tenant: (path, message) => complain({ kind: 'tenant', index: 0, path }, message),
    console: (path, message) => complain({ kind: 'console', index: 0, path }, message),
    entry: (kind, index, path, message) => complain({ kind, index, path }, message),
  });
  return problems;
}

const PARTS = ['favicon', 'logoSmall', 'logoLarge'] as const;

/**
 * Pictures referenced by hosts after the edits: those sent along, otherwise the existing ones. Pictures that no host references
 * any more are dropped. Requires a whole catalogue.
 */
export function withPictures(
  wanted: Catalogue,
  files: Readonly<Record<string, string>>,
  complain: (host: number, part: string, message: string) => void,
): void {
  const { alias } = wanted.tenant;
  const standing = new Map(wanted.assets.map((asset) => [asset.path, asset]));
  const kept = new Map<string, Catalogue['assets'][number]>();
  wanted.hosts = wanted.hosts.map((host, index) => {
    const theme = { ...host.theme };
    for (const part of PARTS) {
      const named = theme[part];
      if (!named) continue;
      const path = named.startsWith(`${alias}/`) ? named : `${alias}/${named}`;
      const sent = files[named] ?? files[path];
      theme[part] = path;
      if (sent === undefined) {
        const asset = standing.get(path);
        if (asset) kept.set(path, asset);
        else complain(index, part, `O arquivo ${named} não veio.`);
        continue;
      }
      const content = Buffer.from(sent, 'base64');
      const problem = imageProblem(named, content, part === 'favicon' ? 'favicon' : 'logo');
      if (problem) complain(index, part, problem);
      kept.set(path, { path, content, contentType: imageType(content) ?? '' });
    }
    return { ...host, theme };
  });
  wanted.assets = [...kept.values()];
}
