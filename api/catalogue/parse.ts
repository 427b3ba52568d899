import { z } from 'zod';
import { FED_KINDS, type Fed, type FedKind } from './academic/answer.ts';
import { offered } from './academic/merge.ts';
import { checkCatalogue, danglingFields } from './check.ts';
import { type ConsoleEntry, consoleProblems, consoleShape } from './console.ts';
import { foreignLine } from './encoding.ts';
import { imageProblem, imageType } from './images.ts';
import {
  type Catalogue,
  type Entry,
  emptyCatalogue,
  isKind,
  KINDS,
  type Kind,
  keyOf,
  shapes,
  type TenantEntry,
  tenantShape,
} from './model.ts';
import { didYouMean, short } from './nearest.ts';
import { type Problem, Problems } from './problems.ts';
import { LOST } from './salvage.ts';
import { fieldsAt } from './schema.ts';
import { fileOf, type Origin, pathText, placeOf, readSource, type Source } from './source.ts';

/**
 * The files sent to operations: the main YAML text, and all other files by relative path in base64 (including further YAML).
 */
export type CatalogueFiles = { yaml: string; files?: Record<string, string> | undefined };

type Origins = { [K in Kind]: Origin[] } & { tenant?: Origin; console?: Origin };

/** Result of reading the files alone. Plain data, so that it can be passed between threads. */
export type FilesRead = {
  catalogue: Catalogue;
  /** The day for which the file's dates are exact (demo catalogues), `YYYY-MM-DD`. */
  anchor: string | undefined;
  problems: Problem[];
  /** What was read but has no effect. */
  warnings: Problem[];
};

export type Parsed = FilesRead & { origins: Origins };

const TOP = new Set<string>(['version', 'anchor', 'tenant', 'console', ...KINDS]);
/** Suggestions help people; thousands of them would only waste time. */
const MOST_HINTS = 50;
const isYaml = (file: string) => /\.ya?ml$/i.test(file);

class Reader {
  readonly problems = new Problems();
  /** Entries with an invalid shape; their references are still checked. */
  readonly refused: { kind: Kind; entry: object; origin: Origin }[] = [];
  readonly #files: Map<string, Buffer>;
  #hints = 0;
  readonly origins = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Origins;
  /** First position of each entry, by kind and key. */
  readonly keys = new Map<string, Origin>();
  /** Codes defined anywhere, even in a refused entry, so that references to them aren't reported. */
  readonly seen = new Map<Kind, Set<string>>(KINDS.map((kind) => [kind, new Set()]));
  /** Codes in parts that YAML couldn't parse, and whether a whole file couldn't be parsed. */
  readonly lost = { codes: new Set<string>(), sections: new Set<string>(), everything: false };

  constructor(files: Map<string, Buffer>) {
    this.#files = files;
  }

  complain(source: Source, path: PropertyKey[], message: string): void {
    this.problems.add(() => ({ ...placeOf({ source, path }, []), message }));
  }

  /** Reports a missing section, unless it may be in the part that couldn't be parsed. */
  miss(section: string): void {
    if (!this.lost.everything && !this.lost.sections.has(section))
      this.problems.add(() => ({ line: 1, path: section, message: 'is required' }));
  }

  isSeen(kind: Kind, code: string): boolean {
    return (this.seen.get(kind)?.has(code) ?? false) || this.lost.codes.has(code);
  }

  issues(source: Source, at: PropertyKey[], error: z.ZodError): void {
    for (const issue of error.issues) {
      if (issue.code === 'unrecognized_keys') {
        const fields = this.problems.full ? [] : fieldsAt([...at, ...issue.path]);
        for (const key of issue.keys)
          this.problems.add(() => ({
            ...placeOf({ source, path: [...at, ...issue.path, key] }, []),
            message: `unknown field ${short(key)}${this.near(key, fields)}`,
          }));
      } else
        this.complain(
          source,
          [...at, ...issue.path],
          issue.input === undefined ? requiredOr(issue) : issue.message,
        );
    }
  }

  /** Suggests a name; only for the first few that need it. */
  near(given: string, names: Iterable<string>): string {
    return ++this.#hints > MOST_HINTS ? '' : didYouMean(given, names);
  }

  /** A file referenced by an entry, by its path in the folder, with or without the tenant's alias as a prefix. */
  file(name: string, alias: string): Buffer | undefined {
    const own = name.startsWith(`${alias}/`) ? name.slice(alias.length + 1) : name;
    return this.#files.get(name) ?? this.#files.get(own);
  }
}

/** Placeholder for a tenant that couldn't be read. */
export const noTenant = (): TenantEntry => ({
  alias: '',
  name: '',
  flags: { usePassport: false, useMaisAMediaTracking: false, useTrackingV2: false },
  timeZone: 'America/Sao_Paulo',
  holidays: [],
  parameters: {},
});

const requiredOr = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_type' ? 'is required' : issue.message;

const NO_UTF8 = 'is not UTF-8: save the file in this encoding';

/** Replaces a contract's file name with the file's text. */
const withContractText = (
  reader: Reader,
  source: Source,
  path: PropertyKey[],
  raw: unknown,
  alias: string,
): unknown => {
  if (typeof raw !== 'object' || raw === null || !('file' in raw)) return raw;
  const { file, ...rest } = raw as { file: unknown };
  const content = typeof file === 'string' ? reader.file(file, alias) : undefined;
  if (!content) reader.complain(source, [...path, 'file'], `file ${String(file)} is missing`);
  const foreign = content && foreignLine(content);
  if (foreign) reader.complain(source, [...path, 'file'], `line ${foreign} of ${String(file)} ${NO_UTF8}`);
  if (content?.includes(0)) reader.complain(source, [...path, 'file'], `${String(file)} is no text`);
  return { ...rest, html: content ? content.toString('utf8') || ' ' : '<p></p>' };
};

/** Reads a section that a catalogue has only once, in one of its files. */
const readOne = <T extends z.ZodType>(
  reader: Reader,
  sources: Source[],
  section: 'tenant' | 'console',
  shape: T,
): z.output<T> | undefined => {
  const [first, ...more] = sources.filter((source) => source.value[section] !== undefined);
  for (const source of more) reader.complain(source, [section], `${section} is described twice`);
  if (!first) return undefined;
  reader.origins[section] = { source: first, path: [section] };
  const parsed = shape.safeParse(first.value[section], { reportInput: true });
  if (!parsed.success) reader.issues(first, [section], parsed.error);
  return parsed.data;
};

const readTenant = (reader: Reader, sources: Source[]): TenantEntry | undefined => {
  const tenant = readOne(reader, sources, 'tenant', tenantShape);
  if (!reader.origins.tenant) reader.miss('tenant');
  return tenant;
};

const readConsole = (reader: Reader, sources: Source[]): ConsoleEntry | undefined => {
  const console = readOne(reader, sources, 'console', consoleShape);
  const origin = reader.origins.console;
  if (console && origin)
    consoleProblems(console, (path, message) =>
      reader.complain(origin.source, [...origin.path, ...path], message),
    );
  return console;
};

/** Reports a duplicate entry, even one with an invalid shape, with the position of the first. */
const noteTwice = (reader: Reader, kind: Kind, item: unknown, origin: Origin): void => {
  if (typeof item !== 'object' || item === null) return;
  const key = keyOf(kind, item as Entry<Kind>);
  if (typeof key !== 'string' || key.includes('undefined')) return;
  const known = reader.keys.get(`${kind} ${key}`);
  if (!known) {
    reader.keys.set(`${kind} ${key}`, origin);
    return;
  }
  const { line } = placeOf(known, []);
  const where =
    known.source === origin.source ? `line ${line}` : `${known.source.file || 'the file'}:${line}`;
  reader.complain(origin.source, origin.path, `${key} is there twice, first in ${where}`);
};

const readKind = <K extends Kind>(reader: Reader, source: Source, kind: K, catalogue: Catalogue): void => {
  const given = source.value[kind];
  if (given === undefined || given === null) return;
  if (!Array.isArray(given)) {
    reader.complain(source, [kind], 'must be a list');
    return;
  }
  for (const [index, raw] of given.entries()) {
    if (raw === LOST) continue;
    const path = [kind, index];
    const item =
      kind === 'contracts' ? withContractText(reader, source, path, raw, catalogue.tenant.alias) : raw;
    const parsed = shapes[kind].safeParse(item, { reportInput: true });
    noteTwice(reader, kind, item, { source, path });
    const code: unknown = item?.code ?? item?.host ?? item?.institution;
    if (typeof code === 'string') reader.seen.get(kind)?.add(code);
    if (!parsed.success) {
      reader.issues(source, path, parsed.error);
      if (typeof item === 'object' && item !== null)
        reader.refused.push({ kind, entry: item, origin: { source, path } });
    } else {
      catalogue[kind].push(parsed.data as never);
      reader.origins[kind].push({ source, path });
    }
  }
};

/** Status 15 doesn't exist (spec 8.1), so it is refused in every field that could contain it. */
const refuseStatus15 = (reader: Reader, source: Source, value: unknown, path: PropertyKey[]): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    const named = /status/i.test(key) && (inner === 15 || (Array.isArray(inner) && inner.includes(15)));
    if (named) reader.complain(source, here, 'status 15 does not exist');
    refuseStatus15(reader, source, inner, here);
  }
};

const readAssets = (reader: Reader, catalogue: Catalogue): void => {
  const found = new Map<string, Buffer>();
  for (const [index, host] of catalogue.hosts.entries()) {
    const origin = reader.origins.hosts[index] as Origin;
    for (const part of ['favicon', 'logoSmall', 'logoLarge'] as const) {
      const named = host.theme[part];
      if (!named) continue;
      const content = reader.file(named, catalogue.tenant.alias);
      const problem = content
        ? imageProblem(named, content, part === 'favicon' ? 'favicon' : 'logo')
        : `file ${named} is missing`;
      if (problem) reader.complain(origin.source, [...origin.path, 'theme', part], problem);
      const path = named.startsWith(`${catalogue.tenant.alias}/`)
        ? named
        : `${catalogue.tenant.alias}/${named}`;
      host.theme[part] = path;
      if (content) found.set(path, content);
    }
  }
  catalogue.assets = [...found].map(([path, content]) => ({
    path,
    content,
    contentType: imageType(content) ?? '',
  }));
};

/** Offers without a name get one made of their ingress mode and intake. */
export function nameOffers(offers: readonly Entry<'offers'>[], modes: Catalogue['ingressModes']): void {
  const names = new Map(modes.map(({ code, name }) => [code, name]));
  for (const offer of offers) offer.name ??= `${names.get(offer.ingressMode) ?? offer.code} ${offer.intake}`;
}

const readAnchor = (reader: Reader, sources: Source[]): string | undefined => {
  let anchor: string | undefined;
  for (const source of sources) {
    const given = source.value.anchor;
    if (given === undefined) continue;
    if (typeof given !== 'string' || !z.iso.date().safeParse(given).success) {
      reader.complain(source, ['anchor'], 'must be a day YYYY-MM-DD');
    } else anchor = given;
  }
  return anchor;
};

/** Takes a section from the academic catalogue; what the files say about it has no effect. */
const takeFed = (
  reader: Reader,
  sources: Source[],
  kind: FedKind,
  fed: Fed,
  catalogue: Catalogue,
): Problem[] => {
  const entries = offered<Entry<Kind>>(kind, fed[kind], (of, code) => reader.isSeen(of, code));
  catalogue[kind] = entries as never; // both sides are of `kind`, which the compiler can't follow through an index
  for (const entry of entries) if ('code' in entry) reader.seen.get(kind)?.add(entry.code);
  return sources
    .filter(({ value }) => value[kind] !== undefined)
    .map((source) => ({
      ...placeOf({ source, path: [kind] }, []),
      message: 'has no effect: the academic catalogue says this section',
    }));
};

/**
 * Reads and validates a whole catalogue in one pass: returns every problem with its line, and whatever could be read.
 * @param fed sections decided by an academic catalogue instead of the files.
 */
export function parseCatalogue({ yaml, files = {} }: CatalogueFiles, fed?: Fed): Parsed {
  const contents = new Map(
    Object.entries(files).map(([path, base64]) => [path, Buffer.from(base64, 'base64')]),
  );
  const reader = new Reader(contents);
  const further = [...contents.keys()].filter(isYaml).sort();
  const texts: [string, string][] = [
    ...(yaml.trim() ? [['', yaml] as [string, string]] : []),
    ...further.map((file): [string, string] => [file, contents.get(file)?.toString('utf8') ?? '']),
  ];
  for (const file of further) {
    const line = foreignLine(contents.get(file) ?? Buffer.alloc(0));
    if (line) reader.problems.add(() => ({ line, path: pathText(file, []), message: NO_UTF8 }));
  }
  const sources = texts.map(([file, text]) => readSource(file, text, reader.problems));
  for (const { lost } of sources) {
    for (const code of lost.codes) reader.lost.codes.add(code);
    for (const section of lost.sections) reader.lost.sections.add(section);
    reader.lost.everything ||= lost.everything;
  }
  for (const source of sources) {
    for (const key of Object.keys(source.value))
      if (!TOP.has(key))
        reader.problems.add(() => ({
          ...placeOf({ source, path: [key] }, []),
          message: `unknown section ${short(key)}${reader.near(key, TOP)}`,
        }));
    const { version } = source.value;
    if (version !== undefined && version !== 1)
      reader.complain(source, ['version'], 'only version 1 is known');
    refuseStatus15(reader, source, source.value, []);
  }
  if (!sources.some(({ value }) => value.version === 1)) reader.miss('version');
  const tenant = readTenant(reader, sources);
  const catalogue = emptyCatalogue(tenant ?? noTenant());
  catalogue.console = readConsole(reader, sources) ?? catalogue.console;
  const warnings: Problem[] = [];
  for (const kind of KINDS) {
    const fedKind = FED_KINDS.find((one) => one === kind);
    if (fed && fedKind) warnings.push(...takeFed(reader, sources, fedKind, fed, catalogue));
    else for (const source of sources) readKind(reader, source, kind, catalogue);
  }
  nameOffers(catalogue.offers, catalogue.ingressModes);
  readAssets(reader, catalogue);
  const known = {
    seen: (kind: Kind, code: string) => reader.isSeen(kind, code),
    hint: (kind: Kind, code: string) => reader.near(code, reader.seen.get(kind) ?? []),
  };
  for (const { kind, entry, origin } of reader.refused) {
    for (const { path, message } of danglingFields(kind, entry, known)) {
      reader.complain(origin.source, [...origin.path, ...path], message);
    }
  }
  checkCatalogue(catalogue, {
    ...known,
    tenant: (path, message) => {
      const source = sources.find((candidate) => candidate.value.tenant !== undefined);
      if (source) reader.complain(source, ['tenant', ...path], message);
    },
    console: (path, message) => {
      const origin = reader.origins.console;
      if (origin) reader.complain(origin.source, [...origin.path, ...path], message);
    },
    entry: (kind, index, path, message) => {
      const origin = reader.origins[kind][index];
      if (origin) reader.complain(origin.source, [...origin.path, ...path], message);
      else
        reader.problems.add(() => ({
          line: 1,
          path: pathText('', [kind, index, ...path]),
          message: `${message} (as the academic catalogue says it)`,
        }));
    },
  });
  const anchor = readAnchor(reader, sources);
  return { catalogue, origins: reader.origins, anchor, problems: reader.problems.sorted(fileOf), warnings };
}

/** A field of an entry by position: the third offer, its first course. */
export type Spot = { kind: Kind | 'tenant' | 'console'; index: number; path: readonly PropertyKey[] };

/** Lines and paths of fields in their files. */
export function placesIn(files: CatalogueFiles, spots: readonly Spot[]): Omit<Problem, 'message'>[] {
  const { origins } = parseCatalogue(files);
  return spots.map(({ kind, index, path }) => {
    const origin = isKind(kind) ? origins[kind][index] : origins[kind];
    return origin ? placeOf(origin, path) : { line: 1, path: pathText('', [kind, ...path]) };
  });
}
