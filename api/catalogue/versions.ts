import { isoInZone } from '@orbita/domain/foundation';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Change, Plan } from './diff.ts';
import { type Catalogue, isKind, keyOf } from './model.ts';
import { writePlan } from './write.ts';

/** How a version came about: `due` is a scheduled price taking effect, `import` the academic catalogue. */
export type VersionSource = 'file' | 'form' | 'copy' | 'undo' | 'cli' | 'import' | 'due';
/** Who creates a version, and how. */
export type Author = { staffId: number | null; name: string; source: VersionSource; undoes?: number };

/** The author of what a caller requests; a token's edits don't count as a form. */
export const authorOf = (
  { staff, tokenName, operator }: Service,
  source: VersionSource,
  undoes?: number,
): Author => ({
  staffId: staff?.id ?? null,
  name: operator ?? tokenName,
  source: staff || source === 'copy' || source === 'undo' ? source : 'cli',
  ...(undoes === undefined ? {} : { undoes }),
});

type Stored = { before: unknown; after: unknown };

const packed = (assets: Catalogue['assets'], code: string) => {
  const found = assets.find(({ path }) => path === code);
  return found ? { ...found, content: found.content.toString('base64') } : null;
};

/** Both sides of every change of a plan, in order. */
export function sidesOf(current: Catalogue, plan: Plan): (Change & Stored)[] {
  const index = new Map<string, Map<string, object>>();
  const of = (name: string, kind: Parameters<typeof keyOf>[0], entries: readonly object[]) => {
    const known = index.get(name) ?? new Map(entries.map((entry) => [keyOf(kind, entry as never), entry]));
    index.set(name, known);
    return known;
  };
  return plan.changes.map((change) => {
    const { kind, code } = change;
    if (kind === 'assets')
      return { ...change, before: packed(current.assets, code), after: packed(plan.assets, code) };
    if (!isKind(kind)) return { ...change, before: current[kind], after: plan[kind] ?? null };
    return {
      ...change,
      before: of(`before ${kind}`, kind, current[kind]).get(code) ?? null,
      after: of(`after ${kind}`, kind, plan.write[kind]).get(code) ?? null,
    };
  });
}

/** Number of the current version; 0 before the first. Call it with the catalogue locked if the number must not change. */
export async function versionOf(on: Runner): Promise<number> {
  const row = await on.one<{ version: number }>(sql`
    select version from catalogue_version where tenant_id = ${on.tenantId} order by version desc limit 1`);
  return row?.version ?? 0;
}

/**
 * Executes a plan and records it as the next version, with what it replaced. Call it with the catalogue locked. A tenant's very
 * first catalogue records no entries: there is nothing to go back to.
 */
export async function writeVersion(
  tx: Tx,
  current: Catalogue,
  plan: Plan,
  { author, now }: { author: Author; now: Date },
): Promise<number> {
  await writePlan(tx, plan, now);
  const before = await versionOf(tx);
  if (plan.changes.length === 0) return before;
  const version = before + 1;
  await tx.many(sql`
    insert into catalogue_version (tenant_id, version, at, source, staff_id, made_by, entries, undoes)
    values (${tx.tenantId}, ${version}::int, ${now}::timestamptz, ${author.source}, ${author.staffId}::bigint,
      ${author.name}, ${plan.changes.length}::int, ${author.undoes ?? null}::int)`);
  if (current.institutions.length === 0 && plan.write.institutions.length > 0) return version;
  const rows = sidesOf(current, plan).map((side, position) => ({ position, ...side }));
  await tx.many(sql`
    insert into catalogue_change (tenant_id, version, position, kind, code, action, fields, before, after)
    select ${tx.tenantId}::bigint, ${version}::int, position, kind, code, action,
      array(select jsonb_array_elements_text(fields)), nullif(before, 'null'::jsonb), nullif(after, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(position int, kind text, code text, action text, fields jsonb, before jsonb, after jsonb)`);
  return version;
}

type VersionRow = {
  version: number;
  at: Date;
  source: VersionSource;
  by: string;
  entries: number;
  undoes: number | null;
};
const COLUMNS: Sql = sql`v.version, v.at, v.source, coalesce(s.name, v.made_by) as by, v.entries, v.undoes`;
const FROM: Sql = sql`catalogue_version v left join staff s on s.tenant_id = v.tenant_id and s.id = v.staff_id`;

const show = ({ at, ...row }: VersionRow, zone: string) => ({ ...row, at: isoInZone(at, zone) });

/** The latest version that changed one of some entries, for authors of a plan made before it. */
export type LastChange = {
  kind: string;
  code: string;
  version: number;
  at: Date;
  by: string;
  source: VersionSource;
};

/** The latest change of each given entry, if it has changed since versions are recorded. */
export const lastChanges = (
  on: Runner,
  entries: readonly { kind: string; code: string }[],
): Promise<LastChange[]> =>
  on.many<LastChange>(sql`
    select w.kind, w.code, c.version, v.at, coalesce(s.name, v.made_by) as by, v.source
    from jsonb_to_recordset(${JSON.stringify(entries.map(({ kind, code }) => ({ kind, code })))}::jsonb) as w(kind text, code text)
    cross join lateral (select c.version from catalogue_change c
      where c.tenant_id = ${on.tenantId} and c.kind = w.kind and c.code = w.code order by c.version desc limit 1) c
    join ${FROM} on v.tenant_id = ${on.tenantId} and v.version = c.version`);

/** Versions before a number, newest first. */
export async function listVersions(on: Runner, zone: string, before: number, most: number) {
  const rows = await on.many<VersionRow>(sql`
    select ${COLUMNS} from ${FROM} where v.tenant_id = ${on.tenantId} and v.version < ${before}::int
    order by v.version desc limit ${most + 1}::int`);
  return {
    data: rows.slice(0, most).map((row) => show(row, zone)),
    nextCursor: rows.length > most ? String(rows[most - 1]?.version) : null,
  };
}

/** One version. @throws `NOT_FOUND` for a number that doesn't exist. */
export async function findVersion(on: Runner, zone: string, version: number) {
  const row = await on.one<VersionRow>(sql`
    select ${COLUMNS} from ${FROM} where v.tenant_id = ${on.tenantId} and v.version = ${version}::int`);
  return row ? show(row, zone) : fail('NOT_FOUND');
}

export type KeptChange = Change & Stored;

/** Changes of a version in order, with both sides. */
export const changesOf = (on: Runner, version: number, most: number): Promise<KeptChange[]> =>
  on.many<KeptChange>(sql`
    select kind, code, action, fields, before, after from catalogue_change
    where tenant_id = ${on.tenantId} and version = ${version}::int order by position limit ${most}::int`);

/**
 * Refuses a plan made before somebody changed what it changes: 409 `CATALOGUE_CHANGED` with the version, its time and its
 * author. For a file any change counts, for a form only those to the entries it names.
 */
export async function refuseStale(
  tx: Tx,
  zone: string,
  expected: number,
  entries?: readonly { kind: string; code: string }[],
): Promise<void> {
  const standing = await versionOf(tx);
  if (standing === expected) return;
  const found = entries && (await lastChanges(tx, entries)).sort((a, b) => b.version - a.version)[0];
  if (entries && expected < standing && (found?.version ?? 0) <= expected) return;
  const { version, at, by } = found
    ? { version: found.version, at: isoInZone(found.at, zone), by: found.by }
    : await findVersion(tx, zone, standing);
  fail('CATALOGUE_CHANGED', { extra: { version, at, by } });
}
