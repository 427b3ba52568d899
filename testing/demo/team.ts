import { makeDemoInvites } from '../../api/staff/demo.ts';
import type { Client } from '../client.ts';
import { bodyOf } from '../journey.ts';
import type { PastStage } from './stage.ts';

/** A session idle for longer is not reused. */
const IDLE_MS = 600_000;
const HOST = 'cua.alfa.orbita.test';

/** The members of the team who work in the past, each with their own browser. */
export function demoTeam(stage: PastStage) {
  const sessions = new Map<string, { client: Client; used: number }>();
  let entries = 0;
  let invites: ReturnType<typeof makeDemoInvites> | undefined;

  /** A member by the first name used in the invites. */
  return async function member(name: string): Promise<Client> {
    const now = stage.clock.now().getTime();
    const known = sessions.get(name);
    if (known && now - known.used < IDLE_MS) {
      known.used = now;
      return known.client;
    }
    invites ??= makeDemoInvites(stage.platform, 'alfa', 'whole');
    const found = (await invites).find((one) => one.name.startsWith(name));
    if (!found) throw new Error(`The demo has no ${name} in its team`);
    const client = stage.visitor(HOST);
    // The limits count per address, and nobody always comes from the same one.
    entries += 1;
    const from = `10.77.${(entries >> 8) & 255}.${entries & 255}`;
    client.headers = { origin: `http://${HOST}`, 'x-orbita-equipe': '1', 'x-forwarded-for': from };
    bodyOf(
      await client.call('POST /operations/staff/invites/acceptance', {
        body: { invite: found.address.split('#')[1] ?? '', method: 'demo' },
      }),
    );
    sessions.set(name, { client, used: now });
    return client;
  };
}
