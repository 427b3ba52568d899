import { dayInZone } from '@orbita/domain/foundation';
import { DEFAULT_THEME } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { hasProvenAccount } from '../payment/team/accounts.ts';
import type { ServiceContext } from '../platform/http/context.ts';

/** Steps to the first applications, in display order. */
const FIRST_STEPS = ['brand', 'institution', 'payment', 'offer', 'colleague', 'trial'] as const;
type Step = (typeof FIRST_STEPS)[number];

/**
 * Which steps towards opening its first applications a college has done, within the caller's institutions. Derived from what
 * exists, so that nobody has to tick anything off.
 */
export async function firstDay({
  platform,
  tenant,
  service,
}: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>) {
  const today = dayInZone(platform.clock.now(), tenant.timeZone);
  const on = platform.db.tenant(tenant.id);
  const payment = await hasProvenAccount(on, tenant, service.institutions);
  const row = await on.one<Record<Exclude<Step, 'payment'>, boolean>>(sql`
    with own as (select i.id from institution i where i.tenant_id = ${tenant.id} and i.retired_at is null
      and (${service.institutions}::text[] is null or i.code = any(${service.institutions}::text[])))
    select
      exists (select from tenant_host h where h.tenant_id = ${tenant.id} and h.retired_at is null
        and (h.institution_id is null or h.institution_id in (select id from own))
        and (h.theme ->> 'logoSmall' <> '' or h.theme ->> 'primary' <> ${DEFAULT_THEME.primary})) as brand,
      exists (select from support_contact s where s.tenant_id = ${tenant.id}
        and s.institution_id in (select id from own) and s.phone is not null) as institution,
      exists (select from offer o join intake k on k.tenant_id = o.tenant_id and k.id = o.intake_id
        where o.tenant_id = ${tenant.id} and o.institution_id in (select id from own) and o.active and o.retired_at is null
          and not k.suspended and k.end_date >= ${today}::date) as offer,
      (select count(*) from (select from staff s where s.tenant_id = ${tenant.id} and s.state <> 'disabled' limit 2) two) = 2
        as colleague,
      exists (select from subscription s where s.tenant_id = ${tenant.id} and s.institution_id in (select id from own)) as trial`);
  const known = { ...row, payment };
  return { steps: FIRST_STEPS.map((step) => ({ step, done: known[step] === true })) };
}
