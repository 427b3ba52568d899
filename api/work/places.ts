import type { Scope } from '@orbita/domain/staff';
import {
  type ParameterName,
  type ParameterValue,
  resolveParameter,
  type Settings,
} from '@orbita/domain/tenancy';
import sql, { empty } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import type { Platform } from '../platform/platform.ts';
import { remember } from '../tenancy/memory.ts';

/** Reads a parameter as it applies to an institution. */
export type ReadSetting = <N extends ParameterName>(name: N) => ParameterValue<N>;

/** An institution of a queue that the caller may see, with its settings. */
export type Place = { id: number; code: string; read: ReadSetting };

type Row = {
  id: number;
  code: string;
  settings: { level: 'tenant' | 'institution'; name: string; value: unknown }[];
};

const readerOf = ({ settings }: Row): ReadSetting => {
  const levels: { tenant: Settings; institution: Settings } = { tenant: {}, institution: {} };
  for (const { level, name, value } of settings) levels[level][name] = value;
  return (name) => resolveParameter(name, levels);
};

/**
 * Institutions in which a caller holds one of these scopes; with `institution`, only that one if it is among them. Empty if the
 * caller holds none. Uses the node's cached catalogue, so call it outside transactions.
 */
export async function placesOf(
  platform: Platform,
  tenantId: number,
  {
    service,
    oneOf,
    institution,
  }: { service: Service; oneOf: readonly Scope[]; institution?: string | undefined },
): Promise<Place[]> {
  const reach = reachWithin(service, oneOf);
  if (reach?.length === 0) return [];
  const all = await remember(platform, `places:${tenantId}`, () =>
    placesWhere(platform.db.tenant(tenantId), empty),
  );
  return all.filter(
    ({ code }) =>
      (reach === null || reach.includes(code)) && (institution === undefined || code === institution),
  );
}

/** One institution with its settings. */
export async function placeOf(on: Runner, id: number): Promise<Place> {
  const [place] = await placesWhere(on, sql` and i.id = ${id}`);
  if (!place) throw new Error(`No institution ${id}`);
  return place;
}

async function placesWhere(on: Runner, where: ReturnType<typeof sql>): Promise<Place[]> {
  const rows = await on.many<Row>(sql`
    select i.id, i.code, (
      select coalesce(jsonb_agg(jsonb_build_object('level', p.level, 'name', p.internal_value, 'value', p.value)), '[]')
      from parameter p where p.tenant_id = i.tenant_id and (p.level = 'tenant' and p.owner_id = 0
        or p.level = 'institution' and p.owner_id = i.id)) as settings
    from institution i where i.tenant_id = ${on.tenantId}${where} order by i.code`);
  return rows.map((row) => ({ id: row.id, code: row.code, read: readerOf(row) }));
}
