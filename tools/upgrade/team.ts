import { AlternatingClient } from '@orbita/testing/alternating';
import { OPERATIONS_TOKEN } from '@orbita/testing/harness';
import { bodyOf } from '@orbita/testing/journey';
import { fromConsole } from '@orbita/testing/staff';
import { type TeamLine, teamLine, ticketFor } from '@orbita/testing/team-socket';
import { until } from '@orbita/testing/until';
import sql from 'sql-template-tag';
import type { ChaosWorld } from '../chaos/world.ts';
import { ALFA } from '../chaos/world.ts';

type Mail = { to: string; template: string | null; text: string };

/** A team member whose console calls the nodes in turn, with a page open at each. */
export type Member = { client: AlternatingClient; staffId: number; lines: readonly TeamLine[] };

/** Invites a team member, who signs in with a code; each call goes to the next node. The session counts as one with a passkey. */
export async function memberAt(world: ChaosWorld, urls: readonly string[], email: string): Promise<Member> {
  const operations = new AlternatingClient(urls, 'operations.test', {
    authorization: `Bearer ${OPERATIONS_TOKEN}`,
    'x-tenant-alias': 'alfa',
  });
  const grants = [{ role: 'coordenacao' as const }, { role: 'banca' as const }];
  const invited = bodyOf(
    await operations.call('POST /operations/staff/invites', {
      body: { name: 'Pessoa da Equipe', email, grants },
    }),
  );
  const client = new AlternatingClient(urls, ALFA.host, fromConsole(ALFA.host));
  const sent = bodyOf(
    await client.call('POST /operations/staff/invites/acceptance', {
      body: { invite: invited.url?.split('#')[1] ?? '', method: 'code' },
    }),
  );
  if (!('challengeId' in sent)) throw new Error(JSON.stringify(sent));
  const code = await until(
    async () => {
      const mails = (await world.control('GET', '/outbox')) as Mail[];
      return mails.find(({ to, template }) => to === email && template === 'NE-02')?.text.match(/\d{6}/)?.[0];
    },
    (found) => found !== undefined,
    50,
  );
  bodyOf(
    await client.call('POST /operations/staff/code/challenges/{challengeId}/verify', {
      params: { challengeId: sent.challengeId },
      body: { code: code ?? '' },
    }),
  );
  const db = await world.open();
  const tenant = await db.global.one<{ id: number }>(sql`select id from tenant where alias = 'alfa'`);
  const tenantId = tenant?.id ?? 0;
  await db.tenant(tenantId).many(sql`
    update staff_session set strength = 'passkey' where tenant_id = ${tenantId} and staff_id = ${invited.staffId} returning id`);
  await db.close();
  const lines: TeamLine[] = [];
  for (const url of urls) {
    const line = teamLine(url, await ticketFor(client), { origin: `http://${ALFA.host}` });
    await line.opened;
    lines.push(line);
  }
  return { client, staffId: invited.staffId, lines };
}
