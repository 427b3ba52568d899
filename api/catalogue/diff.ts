import { isDeepStrictEqual } from 'node:util';
import type { ConsoleEntry } from './console.ts';
import {
  type Asset,
  type Catalogue,
  type Entry,
  KINDS,
  type Kind,
  keyOf,
  type TenantEntry,
} from './model.ts';

export type Change = {
  action: 'create' | 'change' | 'retire';
  kind: Kind | 'tenant' | 'console' | 'assets';
  code: string;
  fields: string[];
};

/** What has to be written, kind by kind, and the summary of changes to report. */
export type Plan = {
  changes: Change[];
  write: { [K in Kind]: Entry<K>[] };
  retire: { [K in Kind]: Entry<K>[] };
  tenant: TenantEntry | undefined;
  console: ConsoleEntry | undefined;
  assets: Asset[];
  droppedAssets: string[];
};

/** Accepted contracts keep their version forever, so a text that is no longer offered is kept (spec 17.4). */
const NEVER_RETIRED: readonly Kind[] = ['contracts'];

/** The form in which two entries are compared: the order of poles and themes is irrelevant. */
const comparable = <K extends Kind>(kind: K, entry: Entry<K>): Record<string, unknown> => {
  const plain = JSON.parse(JSON.stringify(entry)) as Record<string, unknown>;
  if (kind === 'offers') {
    const offer = plain as unknown as Entry<'offers'>;
    offer.essayThemes.sort();
    for (const course of offer.courses) course.poles.sort((a, b) => a.pole.localeCompare(b.pole));
  }
  return plain;
};

const changedFields = (from: Record<string, unknown>, to: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (field) => !isDeepStrictEqual(from[field], to[field]),
  );

const diffKind = <K extends Kind>(plan: Plan, kind: K, current: Entry<K>[], wanted: Entry<K>[]): void => {
  const known = new Map(current.map((entry) => [keyOf(kind, entry), entry]));
  const write = plan.write[kind] as Entry<K>[];
  for (const entry of wanted) {
    const code = keyOf(kind, entry);
    const before = known.get(code);
    known.delete(code);
    if (before === entry) continue;
    const fields = before ? changedFields(comparable(kind, before), comparable(kind, entry)) : [];
    if (before && fields.length === 0) continue;
    write.push(entry);
    plan.changes.push({ action: before ? 'change' : 'create', kind, code, fields });
  }
  if (NEVER_RETIRED.includes(kind)) return;
  for (const [code, entry] of known) {
    (plan.retire[kind] as Entry<K>[]).push(entry);
    plan.changes.push({ action: 'retire', kind, code, fields: [] });
  }
};

const emptyLists = () => Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Plan['write'];

/** Changes from one catalogue to another; empty if they are equal. */
export function diffCatalogues(current: Catalogue, wanted: Catalogue): Plan {
  const plan: Plan = {
    changes: [],
    write: emptyLists(),
    retire: emptyLists(),
    tenant: undefined,
    console: undefined,
    assets: [],
    droppedAssets: [],
  };
  const fields = changedFields(current.tenant, wanted.tenant);
  if (fields.length > 0) {
    plan.tenant = wanted.tenant;
    plan.changes.push({ action: 'change', kind: 'tenant', code: wanted.tenant.alias, fields });
  }
  const ofConsole = changedFields(current.console, wanted.console);
  if (ofConsole.length > 0) {
    plan.console = wanted.console;
    plan.changes.push({ action: 'change', kind: 'console', code: wanted.tenant.alias, fields: ofConsole });
  }
  for (const kind of KINDS) diffKind(plan, kind, current[kind] as never[], wanted[kind] as never[]);
  const known = new Map(current.assets.map((asset) => [asset.path, asset]));
  for (const asset of wanted.assets) {
    const before = known.get(asset.path);
    known.delete(asset.path);
    if (before?.content.equals(asset.content)) continue;
    plan.assets.push(asset);
    plan.changes.push({ action: before ? 'change' : 'create', kind: 'assets', code: asset.path, fields: [] });
  }
  for (const path of known.keys()) {
    plan.droppedAssets.push(path);
    plan.changes.push({ action: 'retire', kind: 'assets', code: path, fields: [] });
  }
  return plan;
}
