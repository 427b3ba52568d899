import sql, { raw } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { Elsewhere } from './edit.ts';
import type { Kind } from './model.ts';
import type { Slice } from './read.ts';

/**
 * Entries that determine a slice; `entry` is a new or previous version, or only the fields that a form sets, whose references
 * count too.
 */
export type Named = {
  kind: string;
  code: string;
  entry?: object | null | undefined;
  removed?: boolean | undefined;
};

/** Sections reduced to the entries concerned; for a college with thousands of offers these are the long ones. */
const CUT = ['offers', 'prices', 'classes', 'schedules'];
/** Sections needed to validate changes in the reduced ones; read completely. */
const BESIDE = [
  'institutions',
  'poles',
  'courses',
  'intakes',
  'ingressModes',
  'documentSets',
  'vouchers',
  'support',
];
const SMALL = ['intakes', 'vouchers', 'support'];

const textIn = (entry: object, name: string): string | null => {
  const value = (entry as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
};

/**
 * The part of a catalogue needed to validate changes of some entries, so that saving one of thousands reads only a few.
 * Undefined if they affect something everything depends on, and the whole must be read.
 */
export function sliceOf(tenantId: number, named: readonly Named[]): Slice | undefined {
  if (!named.every(({ kind }) => CUT.includes(kind) || SMALL.includes(kind))) return undefined;
  // Any offer or price may refer to an intake that goes.
  if (named.some(({ kind, removed }) => kind === 'intakes' && removed)) return undefined;
  const codesOf = (kind: string) => named.filter((one) => one.kind === kind).map(({ code }) => code);
  const inOffers = ['classes', 'schedules'].flatMap((kind) =>
    codesOf(kind).map((code) => code.split('/')[0] ?? ''),
  );
  const offers = [...new Set([...codesOf('offers'), ...inOffers])];
  const prices = codesOf('prices');
  // Where a price comes to stand: what a form leaves out stays as it is.
  const places = named.flatMap(({ kind, code, entry }) => {
    if (kind !== 'prices' || !entry) return [];
    const [institution, course, intake] = ['institution', 'course', 'intake'].map((name) =>
      textIn(entry, name),
    );
    return [{ code, institution, course, intake }];
  });
  const ofOffers = sql`t.offer_id in (select o.id from offer o where o.tenant_id = ${tenantId} and o.code = any(${offers}::text[]))`;
  return {
    ...Object.fromEntries(BESIDE.map((kind) => [kind, 'all' as const])),
    offers: sql`t.code = any(${offers}::text[])`,
    classes: ofOffers,
    schedules: ofOffers,
    prices: sql`p.price_list_id in (
      select x.price_list_id from price x where x.tenant_id = ${tenantId} and x.code = any(${prices}::text[])
      union select pl.id from offer o
        join offer_course oc on oc.tenant_id = o.tenant_id and oc.offer_id = o.id
        join price_list pl on pl.tenant_id = o.tenant_id and pl.institution_id = o.institution_id
          and pl.course_id = oc.course_id and pl.intake_id = o.intake_id
        where o.tenant_id = ${tenantId} and o.code = any(${offers}::text[])
      union select pl.id from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
          as w(code text, institution text, course text, intake text)
        left join price x on x.tenant_id = ${tenantId} and x.code = w.code
        left join price_list own on own.tenant_id = ${tenantId} and own.id = x.price_list_id
        left join intake k1 on k1.tenant_id = ${tenantId} and k1.id = own.intake_id
        left join institution i2 on i2.tenant_id = ${tenantId} and i2.code = w.institution
        left join course c2 on c2.tenant_id = ${tenantId} and c2.code = w.course
        join intake k2 on k2.tenant_id = ${tenantId} and k2.institution_id = coalesce(i2.id, own.institution_id)
          and k2.code = coalesce(w.intake, k1.code)
        join price_list pl on pl.tenant_id = ${tenantId} and pl.institution_id = k2.institution_id
          and pl.course_id = coalesce(c2.id, own.course_id) and pl.intake_id = k2.id)`,
  };
}

const LEFT_OUT: { readonly [K in Kind]?: string } = {
  contracts: 'contract_template',
  questionnaires: 'questionnaire_template',
  essayThemes: 'essay_theme',
};

/** Codes in the sections that a slice leaves out and that its entries refer to. */
export async function codesElsewhere(on: Runner): Promise<Elsewhere> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const [kind, table] of Object.entries(LEFT_OUT)) {
    const retires = kind === 'contracts' ? '' : 'and retired_at is null';
    const rows = await on.many<{ code: string }>(sql`
      select distinct code from ${raw(table)} where tenant_id = ${on.tenantId} ${raw(retires)}`);
    found.set(kind, new Set(rows.map(({ code }) => code)));
  }
  return found;
}
