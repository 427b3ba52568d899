import type { Answer } from '@orbita/protocol';
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { brandAddress } from './brand.ts';

type Institution = Answer<'GET /candidate/institution/{id}'>;
type Card = Answer<'GET /candidate/institutions'>[number];

const find = async (platform: Platform, tenantId: number, which: Sql): Promise<Institution | undefined> => {
  const row = await platform.db.tenant(tenantId).one<RowOf<Institution>>(sql`
    select id, code, name, acronym, alias, charge_full_sale_amount, semester_full_sale_amount,
      google_tag_manager_id, google_optimize_id, introduction_video, subscription_login_disabled
    from institution where tenant_id = ${tenantId} and ${which}`);
  return row && shapeOf(row);
};

/** Institution of the tenant by id; undefined when there is none. */
export const institutionById = (
  platform: Platform,
  tenantId: number,
  id: number,
): Promise<Institution | undefined> => find(platform, tenantId, sql`id = ${id}`);

/** Institution of the tenant by its code, ignoring case; undefined when there is none. */
export const institutionByCode = (
  platform: Platform,
  tenantId: number,
  code: string,
): Promise<Institution | undefined> => find(platform, tenantId, sql`upper(code) = upper(${code}::text)`);

/**
 * Institutions to choose from, each with the number of its offers open for applications on that day
 * (`YYYY-MM-DD`).
 */
export async function institutionCards(platform: Platform, tenant: Tenant, today: string): Promise<Card[]> {
  const rows = await platform.db.tenant(tenant.id).many<RowOf<Card>>(sql`
    select i.id, i.code, i.acronym, i.name,
      (select h.theme ->> 'logoSmall' from tenant_host h
        where h.tenant_id = i.tenant_id and h.institution_id = i.id and h.retired_at is null order by h.id limit 1) as logo,
      (select count(*) from offer o join intake k on k.tenant_id = o.tenant_id and k.id = o.intake_id
        where o.tenant_id = i.tenant_id and o.institution_id = i.id and o.active and o.retired_at is null
          and k.retired_at is null and not k.suspended
          and ${today}::date between k.start_date and k.end_date) as active_offers
    from institution i where i.tenant_id = ${tenant.id} and i.retired_at is null order by i.name, i.id`);
  return rows.map((row) => ({
    ...shapeOf(row),
    logo: row.logo ? brandAddress(tenant, row.logo, 'logoSmall') : null,
  }));
}
