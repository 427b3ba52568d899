import type { EnrolmentFacts } from '@orbita/domain/enrolment';
import { dayInZone, isMinorOn } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import type { SubscriptionRow } from './row.ts';

/** What of the enrolment data is complete. */
export async function enrolmentFacts(tx: Tx, house: House, row: SubscriptionRow): Promise<EnrolmentFacts> {
  const found = await tx.one<EnrolmentFacts['complete']>(sql`
    select (p.rg is not null or p.cpf is null) and p.mother_name is not null and p.birth_date is not null
        and exists(select from person_address a where a.tenant_id = p.tenant_id and a.person_id = p.id) as personal,
      exists(select from schooling x where x.tenant_id = p.tenant_id and x.subscription_id = ${row.id}) as schooling,
      exists(select from guardian g where g.tenant_id = p.tenant_id and g.subscription_id = ${row.id}) as guardian,
      exists(select from chosen_discipline d
        where d.tenant_id = p.tenant_id and d.subscription_id = ${row.id}) as disciplines
    from person p where p.tenant_id = ${tx.tenantId} and p.id = ${row.person_id}`);
  if (!found) throw new Error(`No person ${row.person_id}`);
  const today = dayInZone(house.clock.now(), row.time_zone);
  return {
    minor: row.person_birth_date !== null && isMinorOn(row.person_birth_date, today),
    useDisciplines: row.use_disciplines,
    complete: found,
  };
}

/** Creates the documents a subscription is asked for. */
export const prepareDocuments = async (_tx: Tx, _house: House, _subscriptionId: number): Promise<void> =>
  undefined;
