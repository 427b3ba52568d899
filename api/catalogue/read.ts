import sql, { empty, type Sql } from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Runner } from '../platform/database/types.ts';
import { readConsole } from './console.ts';
import {
  type Asset,
  type Catalogue,
  type Entry,
  emptyCatalogue,
  KINDS,
  type Kind,
  shapes,
  type TenantEntry,
} from './model.ts';
import { fieldsOf, inReais, isReference, type RowKind, selectOf } from './stored.ts';

type Settings = Record<string, unknown>;
type Parameters = (level: string, ownerId: number) => Settings;

/**
 * The part of a catalogue needed to validate some entries: complete sections, or sections limited by a condition on their row
 * `t` (for prices on `p`). Sections that aren't named stay empty.
 */
export type Slice = { readonly [K in Kind]?: Sql | 'all' };
type Read = <T>(query: ReturnType<typeof sql>) => Promise<T[]>;

const readParameters = async (read: Read, tenantId: number, offers: Sql | undefined): Promise<Parameters> => {
  const rows = await read<{ level: string; owner_id: number; internal_value: string; value: unknown }>(sql`
    select level, owner_id, internal_value, value from parameter
    where tenant_id = ${tenantId} and internal_value <> 'PaymentSettings'
      ${offers ? sql`and (level <> 'offer' or owner_id in (select t.id from offer t where t.tenant_id = ${tenantId} and ${offers}))` : empty}`);
  const found = new Map<string, Settings>();
  for (const row of rows) {
    const key = `${row.level}:${row.owner_id}`;
    found.set(key, { ...found.get(key), [row.internal_value]: row.value });
  }
  return (level, ownerId) => found.get(`${level}:${ownerId}`) ?? {};
};

/** What is read along with the rows of a kind: nested lists, and the id its settings are stored under. */
const MORE: { readonly [K in Kind]?: string } = {
  institutions: 't.id',
  hosts: 't.id',
  documentSets: `(
    select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name, 'help', r.help, 'stage', r.stage,
      'required', r.required, 'when', r.condition, 'acceptsXlsx', r.accepts_xlsx,
      'coveredBy', r.covered_by) order by r.position), '[]')
    from document_rule r where r.tenant_id = t.tenant_id and r.document_set_id = t.id) as items`,
  offers: `t.id, (
    select coalesce(jsonb_agg(jsonb_build_object('course', c.code, 'poles', places.poles) order by oc.position), '[]')
    from offer_course oc
    join course c on c.tenant_id = oc.tenant_id and c.id = oc.course_id
    join lateral (
      select jsonb_agg(jsonb_build_object('pole', p.code, 'vacancies', ocp.vacancies) order by p.id) as poles
      from offer_course_pole ocp join pole p on p.tenant_id = ocp.tenant_id and p.id = ocp.pole_id
      where ocp.tenant_id = oc.tenant_id and ocp.offer_id = oc.offer_id and ocp.course_id = oc.course_id
        and ocp.retired_at is null) places on places.poles is not null
    where oc.tenant_id = t.tenant_id and oc.offer_id = t.id) as courses, (
    select coalesce(jsonb_agg(theme.code order by theme.id), '[]')
    from offer_essay_theme ot join essay_theme theme on theme.tenant_id = ot.tenant_id and theme.id = ot.essay_theme_id
    where ot.tenant_id = t.tenant_id and ot.offer_id = t.id) as essay_themes`,
};
const LEVELS: { readonly [K in Kind]?: string } = {
  institutions: 'institution',
  hosts: 'host',
  offers: 'offer',
};

/** Entries in the form of the model: its fields, in its order. */
async function readRows(
  kind: RowKind,
  read: Read,
  tenantId: number,
  given: Parameters,
  only?: Sql,
): Promise<unknown[]> {
  const rows = await read<Record<string, unknown>>(selectOf(kind, tenantId, MORE[kind], only));
  const fields = new Map(fieldsOf(kind));
  const level = LEVELS[kind];
  const valueIn = (row: Record<string, unknown>, name: string): unknown => {
    if (level && name === 'parameters') return given(level, row.id as number);
    const field = fields.get(name);
    const restore = field && !isReference(field) ? field.restore : undefined;
    return restore ? restore(row[name] as never) : row[name];
  };
  const names = Object.keys(shapes[kind].shape);
  return rows.map(shapeOf).map((row) => Object.fromEntries(names.map((name) => [name, valueIn(row, name)])));
}

const readPrices = async (read: Read, tenantId: number, only?: Sql): Promise<Entry<'prices'>[]> => {
  const prices = await read<RowOf<Entry<'prices'>>>(sql`
    select p.code, i.code as institution, c.code as course, k.code as intake, place.code as pole, p.kind, p.plan,
      p.description, p.discount_cents as discount, p.conditional_discount_cents as conditional_discount,
      p.next
    from price p
    join price_list l on l.tenant_id = p.tenant_id and l.id = p.price_list_id
    join institution i on i.tenant_id = l.tenant_id and i.id = l.institution_id
    join course c on c.tenant_id = l.tenant_id and c.id = l.course_id
    join intake k on k.tenant_id = l.tenant_id and k.id = l.intake_id
    left join pole place on place.tenant_id = l.tenant_id and place.id = l.pole_id
    where p.tenant_id = ${tenantId} and p.retired_at is null ${only ? sql`and ${only}` : empty} order by p.id`);
  return prices.map((price) => ({
    ...shapeOf(price),
    plan: price.plan.map(inReais),
    discount: inReais(price.discount),
    conditionalDiscount: inReais(price.conditional_discount),
    next: price.next && {
      from: price.next.from,
      plan: price.next.plan.map(inReais),
      discount: inReais(price.next.discount),
      conditionalDiscount: inReais(price.next.conditionalDiscount),
    },
  }));
};

const readTenant = async (read: Read, tenantId: number, given: Parameters): Promise<TenantEntry> => {
  const [row] = await read<
    RowOf<Omit<TenantEntry, 'parameters' | 'flags'>> & { flags: Partial<TenantEntry['flags']> }
  >(sql`
    select alias, name, flags, time_zone, holidays from tenant where id = ${tenantId}`);
  if (!row) throw new Error(`Unknown tenant ${tenantId}`);
  const flags = { usePassport: false, useMaisAMediaTracking: false, useTrackingV2: false, ...row.flags };
  return { ...shapeOf(row), flags, parameters: given('tenant', 0) };
};

const readContracts = (read: Read, tenantId: number): Promise<Entry<'contracts'>[]> =>
  read(sql`
    select distinct on (code) code, title, html from contract_template
    where tenant_id = ${tenantId} order by code, version desc`);

const readAssets = async (read: Read, tenantId: number): Promise<Asset[]> => {
  const assets = await read<RowOf<Asset> & { content: Uint8Array }>(sql`
    select path, content_type, content from brand_asset where tenant_id = ${tenantId} order by path`);
  return assets.map((asset) => ({ ...shapeOf(asset), content: Buffer.from(asset.content) }));
};

/**
 * The current catalogue in the database, without retired entries.
 * @param slice read only this part, along with tenant and console, but without pictures.
 */
export async function readCatalogue(runner: Runner, slice?: Slice): Promise<Catalogue> {
  const read: Read = (query) => runner.many(query);
  const only = (kind: Kind): Sql | undefined => {
    const found = slice?.[kind];
    return found === 'all' ? undefined : found;
  };
  const given = await readParameters(read, runner.tenantId, only('offers'));
  const catalogue = emptyCatalogue(await readTenant(read, runner.tenantId, given));
  catalogue.console = await readConsole(runner, runner.tenantId);
  for (const kind of KINDS) {
    if (slice && !slice[kind]) continue;
    if (kind === 'contracts') catalogue.contracts = await readContracts(read, runner.tenantId);
    else if (kind === 'prices') catalogue.prices = await readPrices(read, runner.tenantId, only('prices'));
    else Object.assign(catalogue, { [kind]: await readRows(kind, read, runner.tenantId, given, only(kind)) });
  }
  if (!slice) catalogue.assets = await readAssets(read, runner.tenantId);
  return catalogue;
}
