import { digestOf, listPath } from '@orbita/domain/work';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import type { HeldGrant, Service, Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { countQueues } from '../work/count.ts';

/** A staff member with their roles, the last day they had the message for, and whether they want it. */
export type DigestReader = { id: number; name: string; had: string; wanted: boolean; grants: HeldGrant[] };

/** Whether a row of `staff` wants the message; the default is yes (spec 25.2.6). */
export const wantsDigest = sql`coalesce(preferences->>'digest', 'daily') <> 'off'`;

/**
 * The member's queues are counted as the console would count them; this isn't a session and doesn't count as opening anything.
 */
const serviceOfReader = ({ id: tenantId }: Tenant, reader: DigestReader, now: Date): Service => ({
  ...{ tokenName: 'equipe', scopes: [], institutions: null, operator: reader.name },
  ...{ development: false, tenantId, tokenId: null },
  staff: {
    ...{ id: reader.id, sessionId: 0, grants: reader.grants, role: null },
    ...{ method: 'code', reauthAt: now, hasPasskey: false, strength: null },
  },
});

type Settled = { name: string; email: string; wanted: boolean };

/**
 * Marks a member's day as settled, once: of two nodes only one gets the row. Undefined if it already was, or if the member is
 * no longer active.
 */
const settle = (tx: Tx, staffId: number, day: string): Promise<Settled | undefined> =>
  tx.one<Settled>(sql`
    update staff set digest_on = ${day}::date
    where tenant_id = ${tx.tenantId} and id = ${staffId} and state = 'active' and digest_on < ${day}::date
    returning name, email, ${wantsDigest} as wanted`);

/**
 * NE-04: sends a member what is waiting in their queues, unless nothing is or they don't want it; either way their day is
 * settled. Returns false if it already was. The message contains nothing about candidates.
 * @throws if nothing that is waiting could be counted.
 */
export async function tellDay(
  platform: Platform,
  tenant: Tenant,
  { reader, day }: { reader: DigestReader; day: string },
): Promise<boolean> {
  const service = serviceOfReader(tenant, reader, platform.clock.now());
  const { queues } = reader.wanted ? await countQueues({ platform, tenant, service }) : { queues: [] };
  const digest = digestOf(queues);
  if (!digest && queues.some(({ count }) => count === null)) throw new Error('Not all queues were counted');
  return platform.db.write(tenant.id, async (tx) => {
    const settled = await settle(tx, reader.id, day);
    if (!settled) return false;
    if (!digest || !settled.wanted) return true;
    notify(tx, platform, {
      template: 'NE-04',
      personId: null,
      dedupe: `${reader.id}:${day}`,
      data: { resumo: digest.summary },
      recipients: [{ channel: 'email', to: settled.email, name: settled.name }],
      consolePath: '/',
      rows: digest.lines.map(({ queue, title, note }) => ({ title, note, consolePath: listPath(queue) })),
    });
    return true;
  });
}
