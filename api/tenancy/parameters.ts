import {
  type ParameterLevel,
  type ParameterName,
  type ParameterValue,
  resolveParameter,
  type Settings,
} from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { Platform } from '../platform/platform.ts';
import { remember } from './memory.ts';

/** The places whose settings apply in addition to the tenant's. */
export type ParameterPlace = {
  institutionId?: number | null;
  offerId?: number | null;
  hostId?: number | null;
};

type Row = { level: ParameterLevel; owner_id: number; internal_value: string; value: unknown };
type Given = Map<string, Settings>;

/**
 * All parameters set for a tenant, by place. Values that the catalogue stores in separate columns (payment settings, time zone,
 * holidays) are added; a parameter of the same name takes precedence over the column.
 */
const givenOf = (platform: Platform, tenantId: number): Promise<Given> =>
  remember(platform, `parameters:${tenantId}`, async () => {
    const rows = await platform.db.tenant(tenantId).many<Row>(sql`
      select 'institution' as level, id as owner_id, 'PaymentSettings' as internal_value, payment as value
      from institution where tenant_id = ${tenantId} and payment <> '{}'::jsonb
      union all select 'tenant', 0, 'TimeZone', to_jsonb(time_zone) from tenant where id = ${tenantId}
      union all select 'tenant', 0, 'Holidays', holidays from tenant where id = ${tenantId}
      union all select level, owner_id, internal_value, value from parameter where tenant_id = ${tenantId}`);
    const given: Given = new Map();
    for (const row of rows) {
      const key = `${row.level}:${row.owner_id}`;
      given.set(key, { ...given.get(key), [row.internal_value]: row.value });
    }
    return given;
  });

/** Reads any number of parameters at one place: offer → institution → host → tenant → default (spec 3.1). */
export async function parametersOf(
  platform: Platform,
  tenantId: number,
  place: ParameterPlace = {},
): Promise<<N extends ParameterName>(name: N) => ParameterValue<N>> {
  const given = await givenOf(platform, tenantId);
  const at = (level: ParameterLevel, owner: number | null | undefined): Settings =>
    (owner === null || owner === undefined ? undefined : given.get(`${level}:${owner}`)) ?? {};
  const levels = {
    offer: at('offer', place.offerId),
    institution: at('institution', place.institutionId),
    host: at('host', place.hostId),
    tenant: at('tenant', 0),
  };
  return (name) => resolveParameter(name, levels);
}

/** One parameter (spec 3.2) as it applies at a place; cached for a minute, dropped when a catalogue is applied. */
export const parameterOf = async <N extends ParameterName>(
  platform: Platform,
  tenantId: number,
  name: N,
  place: ParameterPlace = {},
): Promise<ParameterValue<N>> => (await parametersOf(platform, tenantId, place))(name);
