import { TEAM_EVENTS } from '@orbita/protocol/staff';
import fc from 'fast-check';
import type { Caller } from './actors.ts';
import { type Chosen, mixed } from './choose.ts';
import type { Proofs } from './proofs.ts';
import { dialogue, type Held, hold } from './sockets.ts';

const TICKETS = { candidate: 'candidate/events/tickets', team: 'operations/staff/events/tickets' } as const;

/** A ticket for those entitled to one, or an invalid word. */
async function ticketOf(url: string, who: Caller, proofs: Proofs, isTeam: boolean): Promise<string> {
  const ask = () =>
    fetch(`${url}/orbita/api/${isTeam ? TICKETS.team : TICKETS.candidate}`, {
      method: 'POST',
      headers: {
        ...Object.fromEntries(proofs.of(who.name)),
        'content-type': 'application/json',
        'x-forwarded-host': who.host,
      },
      body: '{}',
    });
  const first = await ask().catch(() => undefined);
  if (first?.status === 401) await proofs.renew(url, who);
  const answer = first?.status === 401 ? await ask().catch(() => undefined) : first;
  return answer?.ok ? ((await answer.json()) as { ticket: string }).ticket : 'none';
}

export type Talked = Held & { path: string; what: string };

/** Talks to a live events socket on behalf of an entitled caller; undefined if there is none. */
export async function talk(
  at: { url: string; port: number },
  { index, seed }: Pick<Chosen, 'index' | 'seed'>,
  callers: readonly Caller[],
  proofs: Proofs,
  address: string,
): Promise<Talked | undefined> {
  const said = fc.sample(dialogue, { seed, numRuns: 1 })[0];
  if (!said) return undefined;
  const isTeam = said.path.endsWith(TEAM_EVENTS);
  const people = callers.filter((one) => (isTeam ? one.spares.length > 0 : one.signIn));
  const who = people[mixed(seed, index) % people.length];
  if (!who) return undefined;
  const ticket = said.ticket === true ? await ticketOf(at.url, who, proofs, isTeam) : said.ticket;
  const held = await hold(at.port, who.host, said, ticket, address);
  const what = `${held.status} ${held.head.slice(0, 300)} ${JSON.stringify(said).slice(0, 600)}`;
  return { ...held, path: said.path, what };
}
