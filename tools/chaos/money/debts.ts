import sql from 'sql-template-tag';
import type { Platform } from '../../../api/platform/platform.ts';
import { Client } from '../../../testing/client.ts';
import { personAt } from '../../../testing/person-at.ts';
import { PatientCaller } from '../caller.ts';
import type { ChaosWorld } from '../world.ts';
import type { Debt } from './payer.ts';
import { scenarioOf } from './scenario.ts';

const HOST = 'cua.alfa.orbita.test';
/** Half of the first instalment, for everybody. */
export const OWN_VOUCHER = 'CAOS50';
/** The whole first instalment. */
export const WHOLE_VOUCHER = 'CAOS100';

/** Applications awaiting their first instalment, whose payers may use every payment method. */
export async function makeDebts(
  world: ChaosWorld,
  platform: Platform,
  { count, random, ended }: { count: number; random: () => number; ended: () => boolean },
): Promise<Debt[]> {
  const visitor = (host = HOST) => new Client(world.urls[0] ?? '', host);
  const debts: Debt[] = [];
  for (let n = 0; n < count; n += 1) {
    const who = await personAt({ platform, visitor }, 'payment');
    const from = { 'x-forwarded-for': `10.77.${n >> 8}.${n & 255}` };
    const urls = n % 2 === 0 ? world.urls : world.urls.toReversed();
    const me = new PatientCaller(urls, HOST, from, ended);
    me.adopt(who.client);
    debts.push({ who, me, scenario: scenarioOf(random), paid: 0, invented: [] });
  }
  const tenantId = debts[0]?.who.tenantId ?? 0;
  const on = platform.db.tenant(tenantId);
  await on.many(sql`
    insert into person_address (tenant_id, person_id, street, number, neighborhood, zip_code, city_id)
    select ${tenantId}::bigint, id, 'Rua das Flores', '10', 'Centro', '30130010', (select min(id) from city)
    from unnest(${debts.map(({ who }) => who.personId)}::bigint[]) as w (id) returning id`);
  await on.many(sql`
    insert into voucher (tenant_id, code, percent, applies_to, valid_from, valid_to)
    values (${tenantId}, ${OWN_VOUCHER}, 50, 'first', '2025-10-01', '2026-03-06'),
      (${tenantId}, ${WHOLE_VOUCHER}, 100, 'first', '2025-10-01', '2026-03-06') returning id`);
  await on.many(sql`
    insert into parameter (tenant_id, level, owner_id, internal_value, value)
    select ${tenantId}::bigint, 'institution', id, 'ManualPaymentEnabled', to_jsonb(true) from institution
    where tenant_id = ${tenantId}
    on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value returning owner_id`);
  return debts;
}
