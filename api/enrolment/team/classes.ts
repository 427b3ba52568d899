import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Service } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { institutionFilter } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { inviteToChoose } from '../class-wait.ts';

type ClassRow = {
  id: number;
  offer_id: number;
  pole_id: number;
  code: string;
  offer_code: string;
  name: string;
  slots: number;
  taken: number;
};

type Capacity = { slots: number; offerCode?: string | null | undefined };

const find = (tx: Tx, service: Service, code: string) =>
  tx.many<ClassRow>(sql`
    select c.id, c.offer_id, c.pole_id, c.code, o.code as offer_code, c.name, c.slots, c.taken
    from academic_class c
    join offer o on o.tenant_id = c.tenant_id and o.id = c.offer_id
    join institution i on i.tenant_id = o.tenant_id and i.id = o.institution_id
    where c.tenant_id = ${tx.tenantId} and c.code = ${code} and c.retired_at is null
      ${institutionFilter(service, {}, sql`i.code`)} order by c.id`);

/**
 * Finds the class. Class codes are unique only within an offer (17.4): if several offers have the code, the offer must be named.
 */
function only(found: readonly ClassRow[], offerCode: string | null | undefined): ClassRow {
  const [row, ...others] = offerCode ? found.filter((one) => one.offer_code === offerCode) : found;
  if (!row) fail('NOT_FOUND');
  if (others.length > 0) {
    const offers = found.map((one) => one.offer_code).join(', ');
    invalid([{ field: 'offerCode', message: `Several offers have a class ${row.code}: ${offers}` }]);
  }
  return row;
}

/** Whether no class of the offer and pole has a free seat. */
const isFull = async (tx: Tx, { offer_id, pole_id }: ClassRow): Promise<boolean> =>
  !(await tx.one(sql`
    select id from academic_class where tenant_id = ${tx.tenantId} and offer_id = ${offer_id}
      and pole_id = ${pole_id} and retired_at is null and taken < slots limit 1`));

/** Applications waiting for a class of the offer and pole; locked, because applications are locked before classes. */
const waitingFor = (tx: Tx, { offer_id, pole_id }: ClassRow) =>
  tx.many<{ id: number }>(sql`
    select id from subscription where tenant_id = ${tx.tenantId} and offer_id = ${offer_id}
      and pole_id = ${pole_id} and status = 21 order by id for update`);

/**
 * Sets the number of seats of a class (spec 17.2). 409 `CAPACITY_BELOW_TAKEN` with `taken` when more are taken, checked on the
 * row itself, so that nobody who is choosing at the same time loses their seat. `before`: previous number of seats.
 */
export async function setCapacity(
  tx: Tx,
  platform: Platform,
  service: Service,
  code: string,
  read: () => Capacity,
) {
  const found = await find(tx, service, code);
  if (found.length === 0) fail('NOT_FOUND');
  const { slots, offerCode } = read();
  const row = only(found, offerCode);
  const waiting = (await isFull(tx, row)) ? await waitingFor(tx, row) : [];
  const written = await tx.one<{ taken: number }>(sql`
    update academic_class set slots = ${slots}::int
    where tenant_id = ${tx.tenantId} and id = ${row.id} and taken <= ${slots}::int returning taken`);
  if (!written) {
    const now = await tx.one<{ taken: number }>(
      sql`select taken from academic_class where tenant_id = ${tx.tenantId} and id = ${row.id}`,
    );
    fail('CAPACITY_BELOW_TAKEN', { extra: { taken: now?.taken ?? row.taken } });
  }
  if (slots > written.taken) {
    const event = `${row.id}:${platform.clock.now().getTime()}`;
    for (const { id } of waiting) await inviteToChoose(tx, platform, id, event);
  }
  const { code: own, offer_code: offer, name, slots: before } = row;
  return { code: own, offerCode: offer, name, slots, taken: written.taken, before };
}
