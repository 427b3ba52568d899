import { searchForm } from '@orbita/domain/offering';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { type Entry, type Kind, keyFields } from './model.ts';
import type { Table } from './upsert.ts';

/** Where a field's value is stored, and how it is converted if the stored form differs. */
type Value = {
  column?: string;
  type: string;
  store?: (value: never) => unknown;
  restore?: (stored: never) => unknown;
};
/** A field with the code of another entry; the id of that entry's row is stored. */
type Reference = { column?: string; to: Referred };
type Referred = Exclude<RowKind, 'electives' | 'hosts' | 'support'>;
export type Field = Value | Reference;

/** Kinds with one row per entry. Contract texts are stored by version, prices under the list of their place. */
export type RowKind = Exclude<Kind, 'contracts' | 'prices'>;
/** What is stored in separate tables: nested lists, and the settings of the level. */
type Inside = 'parameters' | 'items' | 'courses' | 'essayThemes';
type Fields<K extends RowKind> = {
  readonly [F in K extends 'vouchers' ? keyof Entry<K> : Exclude<keyof Entry<K>, Inside>]-?: Field;
};
export type Stored<K extends RowKind = RowKind> = {
  table: string;
  fields: Fields<K>;
  /** Columns derived from an entry. */
  derived?: Record<string, { type: string; of: (entry: Entry<K>) => unknown }>;
  /** Rows are deleted rather than retired. */
  deleted?: true;
  /** Condition selecting the rows that are entries, if not all of them are. */
  only?: string;
  /** The key is unique across the whole installation. */
  everywhere?: true;
};

const text: Value = { type: 'text' };
const json: Value = { type: 'jsonb' };
const int: Value = { type: 'int' };
const flag: Value = { type: 'boolean' };
const day: Value = { type: 'date' };
const numeric: Value = { type: 'numeric' };
const instant: Value = { type: 'timestamptz', restore: (at: Date) => at.toISOString() };
export const inCents = (reais: number | null): number | null =>
  reais === null ? null : Math.round(reais * 100);
export const inReais = (cents: number): number => cents / 100;
/** Reais in the catalogue, cents in the table. */
const money = (column: string): Value => ({
  column,
  type: 'bigint',
  store: inCents,
  restore: (cents: number | null) => (cents === null ? null : inReais(cents)),
});
const to = (kind: Referred, column?: string): Reference => ({ to: kind, ...(column ? { column } : {}) });
const at = (column: string, value: Value): Value => ({ ...value, column });

/** Defaults for an institution's mail settings stored before it could have its own words. */
const NO_WORDS = { fromName: null, replyTo: null, signature: null, paragraphs: {} };

/**
 * How entries of each kind are stored: the single description from which they are written, read and retired. A model field
 * missing here doesn't compile.
 */
export const STORED: { readonly [K in RowKind]: Stored<K> } = {
  institutions: {
    table: 'institution',
    fields: {
      code: text,
      acronym: text,
      name: text,
      alias: text,
      chargeFullSaleAmount: flag,
      semesterFullSaleAmount: flag,
      subscriptionLoginDisabled: flag,
      googleTagManagerId: text,
      googleOptimizeId: text,
      introductionVideo: text,
      mail: { ...json, restore: (mail: object) => ({ ...NO_WORDS, ...mail }) },
      payment: json,
    },
  },
  hosts: {
    table: 'tenant_host',
    fields: {
      host: text,
      application: text,
      institution: to('institutions'),
      theme: json,
      captchaKey: text,
      captchaSecret: text,
      social: json,
    },
    everywhere: true,
  },
  poles: {
    table: 'pole',
    fields: {
      code: text,
      institution: to('institutions'),
      description: text,
      city: at('city_id', int),
      address: text,
      kind: text,
    },
  },
  courses: {
    table: 'course',
    fields: {
      code: text,
      institution: to('institutions'),
      name: text,
      level: int,
      modality: text,
      description: text,
      duration: text,
    },
    derived: { search_name: { type: 'text', of: ({ name }) => searchForm(name) } },
  },
  intakes: {
    table: 'intake',
    fields: {
      code: text,
      institution: to('institutions'),
      start: at('start_date', day),
      end: at('end_date', day),
      classStart: at('class_start_date', day),
      suspended: flag,
    },
  },
  ingressModes: {
    table: 'ingress_mode',
    fields: { code: text, name: text, kind: text, useDisciplines: flag },
  },
  documentSets: { table: 'document_set', fields: { code: text } },
  questionnaires: { table: 'questionnaire_template', fields: { code: text, sections: json, approval: flag } },
  essayThemes: { table: 'essay_theme', fields: { code: text, title: text, texts: json } },
  offers: {
    table: 'offer',
    fields: {
      code: text,
      institution: to('institutions'),
      name: text,
      type: int,
      intake: to('intakes'),
      ingressMode: to('ingressModes'),
      contract: at('contract_code', text),
      documents: to('documentSets', 'document_set_id'),
      questionnaire: to('questionnaires', 'questionnaire_template_id'),
      interview: flag,
      requiresClass: flag,
      warningPopup: text,
      requiredSchooling: text,
      active: flag,
    },
  },
  disciplines: {
    table: 'discipline',
    fields: {
      code: text,
      course: to('courses'),
      intake: to('intakes'),
      module: int,
      name: text,
      workload: int,
      mandatory: flag,
      electiveGroup: text,
      active: flag,
    },
  },
  electives: {
    table: 'elective_rule',
    fields: { course: to('courses'), intake: to('intakes'), module: int, min: int, max: int },
  },
  classes: {
    table: 'academic_class',
    fields: {
      code: text,
      offer: to('offers'),
      name: text,
      pole: to('poles'),
      shift: text,
      weekdays: text,
      start: at('start_date', day),
      startTime: text,
      endTime: text,
      place: text,
      slots: int,
    },
  },
  schedules: {
    table: 'schedule_slot',
    fields: { code: text, offer: to('offers'), pole: to('poles'), place: text, at: instant, capacity: int },
  },
  vouchers: {
    table: 'voucher',
    // The others were granted to a single application each.
    only: 'subscription_id is null',
    fields: {
      code: text,
      percent: numeric,
      amount: money('amount_cents'),
      appliesTo: text,
      kinds: json,
      institutions: json,
      courses: json,
      from: at('valid_from', day),
      to: at('valid_to', day),
      maxUses: int,
    },
  },
  support: {
    table: 'support_contact',
    fields: {
      institution: to('institutions'),
      title: text,
      description: text,
      phone: text,
      message: text,
      hours: text,
    },
    deleted: true,
  },
};

export const isReference = (field: Field): field is Reference => 'to' in field;

const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A field's column: its name in snake case, with `_id` if it references a row. */
export const columnOf = (name: string, field: Field): string =>
  field.column ?? inSnakeCase(name) + (isReference(field) ? '_id' : '');

export const fieldsOf = (kind: RowKind): [name: string, field: Field][] =>
  Object.entries(STORED[kind].fields);

const tableNameOf = (kind: Referred): string => STORED[kind].table;

/** Key columns of a kind, within a tenant. */
const keyColumns = (kind: RowKind): string[] => {
  const fields = new Map(fieldsOf(kind));
  return keyFields(kind).map((name) => columnOf(name, fields.get(name) as Field));
};

/** The table of a kind, for writing. */
export const tableOf = (kind: RowKind): Table => {
  const { table, derived = {}, deleted, everywhere } = STORED[kind] as Stored;
  const own = fieldsOf(kind).map(([name, field]) => [
    columnOf(name, field),
    isReference(field) ? 'bigint' : field.type,
  ]);
  const more = Object.entries(derived).map(([name, { type }]) => [name, type]);
  const key = keyColumns(kind);
  return {
    name: table,
    key,
    columns: Object.fromEntries([...own, ...more]) as Record<string, string>,
    retires: !deleted,
    ...(everywhere ? { conflict: key.join(', ') } : {}),
  };
};

/** SQL for the catalogue key of row `alias` of a kind, in the format of `keyOf`. */
export function keySql(kind: RowKind): string {
  const fields = new Map(fieldsOf(kind));
  const parts = keyFields(kind).map((name) => {
    const field = fields.get(name) as Field;
    const column = `t.${columnOf(name, field)}`;
    if (!isReference(field)) return column;
    return `(select r.code from ${tableNameOf(field.to)} r where r.tenant_id = t.tenant_id and r.id = ${column})`;
  });
  return parts.join(` || '/' || `);
}

/**
 * Query for all active entries of a kind, in order, with the columns that `shapeOf` turns into their fields; `more` adds
 * columns, `where` is a condition on row `t`.
 */
export function selectOf(kind: RowKind, tenantId: number, more = '', where?: Sql): Sql {
  const { table, deleted, only } = STORED[kind] as Stored;
  const joins: string[] = [];
  const columns = fieldsOf(kind).map(([name, field]) => {
    const column = columnOf(name, field);
    if (!isReference(field)) return `t.${column} as "${inSnakeCase(name)}"`;
    const as = `of_${column}`;
    joins.push(
      `left join ${tableNameOf(field.to)} ${as} on ${as}.tenant_id = t.tenant_id and ${as}.id = t.${column}`,
    );
    return `${as}.code as "${inSnakeCase(name)}"`;
  });
  const order = deleted ? keyColumns(kind) : ['id'];
  return sql`
    select ${raw([...columns, ...(more ? [more] : [])].join(', '))} from ${raw(`${table} t ${joins.join(' ')}`)}
    where t.tenant_id = ${tenantId} ${raw(deleted ? '' : 'and t.retired_at is null')}
      ${raw(only ? `and t.${only}` : '')} ${where ? sql`and ${where}` : empty}
    order by ${raw(order.map((column) => `t.${column}`).join(', '))}`;
}
