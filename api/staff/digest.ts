import { digestOf, listPath } from '@orbita/domain/work';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import type { HeldGrant, Service, Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { countQueues } from '../work/count.ts';

/** Somebody of the team with the roles she holds, the last day whose message she had, and whether she wants one. */
export type DigestReader = { id: number; name: string; had: string; wanted: boolean; grants: HeldGrant[] };

/** Whether a row of `staff` wants the message; who never chose does (spec 25.2.6). */
export const wantsDigest = sql`coalesce(preferences->>'digest', 'daily') <> 'off'`;

/** Her queues are counted as the console counts them for her; she is in no session, and opens nothing by this. */
const serviceOfReader = ({ id: tenantId }: Tenant, reader: DigestReader, now: Date): Service => ({
  ...{ tokenName: 'equipe', scopes: [], institutions: null, operator: reader.name },
  ...{ development: false, tenantId, tokenId: null },
  staff: {
    ...{ id: reader.id, sessionId: 0, grants: reader.grants, role: null },
    ...{ method: 'code', reauthAt: now, hasPasskey: false, strength: null },
  },
});

type Settled = { name: string; email: string; wanted: boolean };

/** Marks somebody's day as sent, once: of two nodes one gets her row. Undefined where it was, or she is not active any more. */
const settle = (tx: Tx, staffId: number, day: string): Promise<Settled | undefined> =>
  tx.one<Settled>(sql`
    update staff set digest_on = ${day}::date
    where tenant_id = ${tx.tenantId} and id = ${staffId} and state = 'active' and digest_on < ${day}::date
    returning name, email, ${wantsDigest} as wanted`);

/**
 * NE-04: sends somebody of the team what waits in her queues, unless nothing does or she does not want it; either way her day is
 * settled. False where it was already. Nothing of it is about a candidate. @throws where nothing that waits could be counted.
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
