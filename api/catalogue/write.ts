import sql, { raw } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { writeConsole } from './console.ts';
import type { Plan } from './diff.ts';
import { Ids } from './ids.ts';
import { type Entry, KINDS, type Kind, keyOf } from './model.ts';
import {
  columnOf,
  fieldsOf,
  inCents,
  isReference,
  keySql,
  type RowKind,
  STORED,
  type Stored,
  tableOf,
} from './stored.ts';
import { TABLES } from './tables.ts';
import { idOf, idsByCode, type Row, retire, upsert } from './upsert.ts';
import { writeOfferParts } from './write-offers.ts';
import { type Writer, writeParameters } from './writer.ts';

const writeTenant = async ({ tx, plan }: Writer) => {
  if (!plan.tenant) return;
  const { name, flags, timeZone, holidays, parameters } = plan.tenant;
  await tx.many(sql`
    update tenant set name = ${name}, flags = ${JSON.stringify(flags)}::jsonb, time_zone = ${timeZone},
      holidays = ${JSON.stringify(holidays)}::jsonb where id = ${tx.tenantId}`);
  await writeParameters(tx, 'tenant', [{ id: 0, settings: parameters }]);
};

/** Row of an entry, with the ids of the rows it references. */
function rowOf<K extends RowKind>(kind: K, entry: Entry<K>, ids: Ids): Row {
  const given = entry as Record<string, unknown>;
  const own = fieldsOf(kind).map(([name, field]) => {
    const value = given[name];
    const stored = isReference(field)
      ? ids.referred(field.to, given, value as string | null)
      : (field.store?.(value as never) ?? value);
    return [columnOf(name, field), stored];
  });
  const derived = Object.entries((STORED[kind] as Stored<K>).derived ?? {}).map(([name, { of }]) => [
    name,
    of(entry),
  ]);
  return Object.fromEntries([...own, ...derived]) as Row;
}

async function writeRows<K extends RowKind>({ tx, plan, ids }: Writer, kind: K): Promise<void> {
  const entries = plan.write[kind] as Entry<K>[];
  if (entries.length === 0) return;
  await ids.load(fieldsOf(kind).flatMap(([, field]) => (isReference(field) ? [field.to] : [])));
  await upsert(
    tx,
    tableOf(kind),
    entries.map((entry) => rowOf(kind, entry, ids)),
  );
  ids.forget(kind);
}

/** Writes the settings of a level's entries, replacing each set as a whole. */
const writeSettings = async <K extends 'institutions' | 'hosts' | 'offers'>(
  { tx, plan, ids }: Writer,
  kind: K,
  level: string,
  more: (entry: Entry<K>) => Record<string, unknown> = () => ({}),
) => {
  const entries = plan.write[kind] as Entry<K>[];
  if (entries.length === 0) return;
  await ids.load([kind]);
  await writeParameters(
    tx,
    level,
    entries.map((entry) => ({
      id: ids.of(kind, keyOf(kind, entry)),
      settings: { ...entry.parameters, ...more(entry) },
    })),
  );
};

/** A changed text becomes the next version; earlier versions stay as accepted (spec 17.4). */
const writeContracts = async ({ tx, plan, now }: Writer) => {
  for (const { code, title, html } of plan.write.contracts) {
    await tx.many(sql`
      insert into contract_template (tenant_id, code, version, title, html, created_at)
      select ${tx.tenantId}::bigint, ${code}::text,
        coalesce((select max(version) from contract_template where tenant_id = ${tx.tenantId} and code = ${code}), 0) + 1,
        ${title}::text, ${html}::text, ${now}::timestamptz`);
  }
};

const writeDocumentRules = async ({ tx, plan, ids }: Writer) => {
  const entries = plan.write.documentSets;
  if (entries.length === 0) return;
  await ids.load(['documentSets']);
  const own = entries.map(({ code }) => ids.of('documentSets', code));
  // Required documents were copied when they were requested, so the rules themselves may be deleted.
  await tx.many(
    sql`delete from document_rule where tenant_id = ${tx.tenantId} and document_set_id = any(${own}::bigint[])`,
  );
  const rules = entries.flatMap(({ code, items }) =>
    items.map(
      (item, position): Row => ({
        document_set_id: ids.of('documentSets', code),
        position: position + 1,
        code: item.code,
        name: item.name,
        help: item.help,
        stage: item.stage,
        required: item.required,
        condition: item.when,
        accepts_xlsx: item.acceptsXlsx,
        covered_by: item.coveredBy,
      }),
    ),
  );
  await upsert(tx, TABLES.documentRule, rules);
};

/** Ids of the price lists of the places, created as needed. */
const priceLists = async ({ tx, plan, ids }: Writer) => {
  await ids.load(['institutions', 'courses', 'intakes', 'poles']);
  const places = plan.write.prices.map((price) => ({
    institution_id: ids.of('institutions', price.institution),
    course_id: ids.of('courses', price.course),
    intake_id: ids.referred('intakes', price, price.intake),
    pole_id: ids.referred('poles', price, price.pole),
  }));
  await tx.many(sql`
    insert into price_list (tenant_id, institution_id, course_id, intake_id, pole_id)
    select ${tx.tenantId}::bigint, institution_id, course_id, intake_id, pole_id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as r(institution_id bigint, course_id bigint, intake_id bigint, pole_id bigint)
    on conflict (tenant_id, institution_id, course_id, intake_id, coalesce(pole_id, 0)) do nothing`);
  const lists = await idsByCode(
    tx,
    'price_list',
    "institution_id || ' ' || course_id || ' ' || intake_id || ' ' || coalesce(pole_id, 0)",
  );
  return places.map((place) =>
    idOf(lists, `${place.institution_id} ${place.course_id} ${place.intake_id} ${place.pole_id ?? 0}`),
  );
};

const writePrices = async (writer: Writer) => {
  const prices = writer.plan.write.prices;
  if (prices.length === 0) return;
  const lists = await priceLists(writer);
  await upsert(
    writer.tx,
    TABLES.price,
    prices.map((price, index) => ({
      price_list_id: lists[index],
      code: price.code,
      kind: price.kind,
      description: price.description,
      plan: price.plan.map(inCents),
      discount_cents: inCents(price.discount),
      conditional_discount_cents: inCents(price.conditionalDiscount),
      next: price.next && {
        from: price.next.from,
        plan: price.next.plan.map(inCents),
        discount: inCents(price.next.discount),
        conditionalDiscount: inCents(price.next.conditionalDiscount),
      },
    })),
  );
};

const writeAssets = async ({ tx, plan }: Writer) => {
  for (const { path, contentType, content } of plan.assets) {
    await tx.many(sql`
      insert into brand_asset (tenant_id, path, content_type, content, sha256)
      values (${tx.tenantId}, ${path}, ${contentType}, decode(${content.toString('base64')}, 'base64'),
        encode(sha256(decode(${content.toString('base64')}, 'base64')), 'hex'))
      on conflict (tenant_id, path) do update
      set content_type = excluded.content_type, content = excluded.content, sha256 = excluded.sha256`);
  }
  if (plan.droppedAssets.length === 0) return;
  await tx.many(
    sql`delete from brand_asset where tenant_id = ${tx.tenantId} and path = any(${plan.droppedAssets}::text[])`,
  );
};

/** Retires or deletes what a plan leaves out, referencing entries first. */
const retireMissing = async ({ tx, plan, now }: Writer) => {
  for (const kind of [...KINDS].reverse()) {
    const keys = (plan.retire[kind] as Entry<Kind>[]).map((entry) => keyOf(kind, entry as never));
    if (keys.length === 0 || kind === 'contracts') continue;
    const table = kind === 'prices' ? TABLES.price : tableOf(kind);
    const key = kind === 'prices' ? 't.code' : keySql(kind);
    if (table.retires) {
      const ids = await idsByCode(tx, `${table.name} t`, key);
      await retire(
        tx,
        table,
        keys.map((one) => idOf(ids, one)),
        now,
      );
    } else
      await tx.many(sql`
        delete from ${raw(table.name)} t where t.tenant_id = ${tx.tenantId} and ${raw(key)} = any(${keys}::text[])`);
  }
};

/** What is stored for a kind in addition to its rows, or instead of them. */
const PARTS: { readonly [K in Kind]?: (writer: Writer) => Promise<void> } = {
  institutions: (writer) =>
    writeSettings(writer, 'institutions', 'institution', ({ payment }) => ({ PaymentSettings: payment })),
  hosts: (writer) => writeSettings(writer, 'hosts', 'host'),
  documentSets: writeDocumentRules,
  contracts: writeContracts,
  offers: async (writer) => {
    await writeOfferParts(writer);
    await writeSettings(writer, 'offers', 'offer');
  },
  prices: writePrices,
};

/** Executes a plan, kind by kind in dependency order; the caller's transaction makes it atomic. */
export async function writePlan(tx: Tx, plan: Plan, now: Date): Promise<void> {
  const writer: Writer = { tx, plan, now, ids: new Ids(tx) };
  await writeTenant(writer);
  if (plan.console) await writeConsole(tx, plan.console);
  for (const kind of KINDS) {
    if (kind !== 'contracts' && kind !== 'prices') await writeRows(writer, kind);
    await PARTS[kind]?.(writer);
  }
  await writeAssets(writer);
  await retireMissing(writer);
}
