import type { Answer } from '@orbita/protocol';
import sql, { type Sql } from 'sql-template-tag';
import type { Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { brandAddress } from './brand.ts';

type Institution = Answer<'GET /candidate/institution/{id}'>;
type Card = Answer<'GET /candidate/institutions'>[number];

type Row = {
  id: number;
  code: string;
  name: string;
  acronym: string;
  alias: string;
  charge_full_sale_amount: boolean;
  semester_full_sale_amount: boolean;
  subscription_login_disabled: boolean;
  google_tag_manager_id: string | null;
  google_optimize_id: string | null;
  introduction_video: string | null;
};

const present = (row: Row): Institution => ({
  id: row.id,
  code: row.code,
  name: row.name,
  acronym: row.acronym,
  alias: row.alias,
  chargeFullSaleAmount: row.charge_full_sale_amount,
  semesterFullSaleAmount: row.semester_full_sale_amount,
  googleTagManagerId: row.google_tag_manager_id,
  googleOptimizeId: row.google_optimize_id,
  introductionVideo: row.introduction_video,
  subscriptionLoginDisabled: row.subscription_login_disabled,
});

const find = async (platform: Platform, tenantId: number, which: Sql): Promise<Institution | undefined> => {
  const row = await platform.db.tenant(tenantId).one<Row>(sql`
    select * from institution where tenant_id = ${tenantId} and ${which}`);
  return row && present(row);
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

type CardRow = Pick<Row, 'id' | 'code' | 'acronym' | 'name'> & { logo: string | null; offers: number };

/**
 * Institutions to choose from, each with the number of its offers open for applications on that day
 * (`YYYY-MM-DD`).
 */
export async function institutionCards(platform: Platform, tenant: Tenant, today: string): Promise<Card[]> {
  const rows = await platform.db.tenant(tenant.id).many<CardRow>(sql`
    select i.id, i.code, i.acronym, i.name,
      (select h.theme ->> 'logoSmall' from tenant_host h
        where h.tenant_id = i.tenant_id and h.institution_id = i.id and h.retired_at is null order by h.id limit 1) as logo,
      (select count(*) from offer o join intake k on k.tenant_id = o.tenant_id and k.id = o.intake_id
        where o.tenant_id = i.tenant_id and o.institution_id = i.id and o.active and o.retired_at is null
          and k.retired_at is null and not k.suspended
          and ${today}::date between k.start_date and k.end_date) as offers
    from institution i where i.tenant_id = ${tenant.id} and i.retired_at is null order by i.name, i.id`);
  return rows.map(({ id, code, acronym, name, logo, offers }) => ({
    id,
    code,
    acronym,
    name,
    logo: logo ? brandAddress(tenant, logo, 'logoSmall') : null,
    activeOffers: Number(offers),
  }));
}
